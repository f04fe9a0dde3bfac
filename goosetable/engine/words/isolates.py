"""Names written from the right, set apart from the sentence they stand in, so that it does not change their order.

The marks are Unicode's: U+2068, whose direction is that of its content, and U+2069. They go around names where sentences are
made to be drawn; records, files and the command line have the names as they are, and nothing hears the marks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

BEGIN: Final = "\u2068"
END: Final = "\u2069"
_MARKS: Final = {ord(BEGIN): None, ord(END): None}
LEFTWARD: Final = ("R", "AL")
"""Unicode's kinds of letters that are written from right to left."""


def isolated(name: str) -> str:
    """A name as it goes into a sentence: one with letters from the right between marks, any other as it is.

    >>> isolated("Ann 7"), isolated("\u05d0 7") == BEGIN + "\u05d0 7" + END
    ('Ann 7', True)
    """
    if name.isascii() or not any(unicodedata.bidirectional(sign) in LEFTWARD for sign in name):
        return name
    return f"{BEGIN}{name}{END}"


def plain(text: str) -> str:
    """A text without the marks."""
    return text if text.isascii() else text.translate(_MARKS)


def parts(text: str) -> Sequence[tuple[str, bool]]:
    """The parts of a text without the marks, and of each whether it is isolated.

    What is not closed is isolated up to the end, and what was not opened from the beginning on, as in lines of one sentence.

    >>> parts(f"Ann, {BEGIN}x{END} and {BEGIN}y")
    [('Ann, ', False), ('x', True), (' and ', False), ('y', True)]
    >>> parts(f"y{END}.")
    [('y', True), ('.', False)]
    """
    found: list[tuple[str, bool]] = []
    now, inside = "", False
    for sign in text:
        if sign not in (BEGIN, END):
            now += sign
            continue
        found.append((now, inside or (sign == END)))
        now, inside = "", sign == BEGIN
    found.append((now, inside))
    return [(part, isolated) for part, isolated in found if part]
