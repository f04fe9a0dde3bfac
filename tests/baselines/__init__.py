"""Players that stay as they are, to compare later versions with: `--seats tests.baselines.greedy:Greedy,...`.

They use the rules and nothing of `goosetable.players`, nor what the rules tell a search (habits, worths, payoffs): whatever is
made better there leaves them as they were.
"""
