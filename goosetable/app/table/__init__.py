"""The table as one sees it: snapshot, layout, cards on their way, sidebar and panels."""
