"""What the rules of any card game are made of: rules, states, actions, events, deals, options and tricks."""
