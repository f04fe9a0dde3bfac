"""The review of a deal: the table with all hands open, stepped through, with an opinion on each decision."""
