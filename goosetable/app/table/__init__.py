"""The table on the screen: snapshot, layout, cards in motion, sidebar and panels."""
