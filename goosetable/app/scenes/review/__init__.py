"""The review of a deal: the table with all hands open, step by step, with an opinion on each decision."""
