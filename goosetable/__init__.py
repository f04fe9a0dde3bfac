"""goosetable: a card table for six unusual card games."""

__version__ = "0.1.0"
