"""The score panel beside the table."""
