"""Building blocks of a card game's rules: states, actions, events, deals, options and tricks."""
