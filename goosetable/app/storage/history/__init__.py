"""What the records of this computer hold: read, remembered and entered by who played."""
