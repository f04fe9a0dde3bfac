"""Building blocks of the rules of any card game: rules, states, actions, events, deals, options and tricks."""
