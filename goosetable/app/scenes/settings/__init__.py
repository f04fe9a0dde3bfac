"""The settings, with a preview of what they change."""
