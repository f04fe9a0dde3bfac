"""The pages of rules, set from their text."""
