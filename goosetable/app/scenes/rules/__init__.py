"""The pages of rules. Their text is in files of the assets folder."""
