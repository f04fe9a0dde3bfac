"""The sandbox: the search for an external player's module without running it, and the process in which the player then runs."""
