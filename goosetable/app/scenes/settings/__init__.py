"""The settings, with a preview of their effects."""
