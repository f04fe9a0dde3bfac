"""What the rules of any card game are made of: games, states, actions, events, deals, options and tricks."""
