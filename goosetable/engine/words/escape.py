"""Texts from outside in a line of a terminal: what is not printable is escaped, and what is absurdly long is cut short."""

from __future__ import annotations

from typing import Final

LONGEST_FILE: Final = 200
"""Characters of a file's name in a sentence, which has room for the rest of what it says."""


def shortened(text: str, most: int = 300) -> str:
    """A text that stays a sentence even where it quotes something absurdly long."""
    return text if len(text) <= most else f"{text[: most - 30]} ... {text[-20:]}"


def escaped(text: str) -> str:
    """A text that cannot break the line, or the terminal, in which it is shown."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def named(file: str) -> str:
    """A file's name as a line begins with it: nothing in it can break the line, and it leaves room for the rest.

    >>> named("a\\tb.goose")
    'a\\\\tb.goose'
    """
    return shortened(escaped(file), LONGEST_FILE)


def quoted(file: str) -> str:
    """The same within a sentence."""
    return shortened(repr(file), LONGEST_FILE)
