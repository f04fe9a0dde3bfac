"""The table as it is drawn: snapshot, layout, moving cards, sidebar and panels."""
