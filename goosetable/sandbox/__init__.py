"""The sandbox: how an external player is found without being run, and the process of its own in which it then runs."""
