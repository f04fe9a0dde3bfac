"""In which order the parts of a line stand that is written in two directions.

The program speaks English, so a line runs from the left; what is written from the right stands in it as if each name were
isolated (U+2068, U+2069): its own signs and figures keep its order, and those of the sentence around it keep theirs. That is
the algorithm of Unicode (UAX #9) for what names and sentences need; of explicit marks it knows those of `isolates` alone, for
no name keeps any (`clean`). Where a sentence has them, a name in it stands as it does alone, whatever it begins or ends with.
Letters are joined and brackets turned by the font library.
"""

from __future__ import annotations

import unicodedata
from typing import Final, NamedTuple

from goosetable.engine.words import clean
from goosetable.engine.words.clean import LEFTWARD

FIGURES: Final = ("EN", "AN")
WITHIN: Final = ("ES", "ET", "CS", "NSM", "BN")
"""Signs that belong to a figure between two figures, such as the point of 1.5."""
ENDS: Final = ",;:"
"""Signs that end a name where a blank follows, as in a list of names."""


class DirectionRun(NamedTuple):
    """A part of a line. leftward: it is written from right to left."""

    text: str
    leftward: bool


def visual(text: str) -> list[DirectionRun]:
    """The pieces of a line, as they stand from left to right; the text of each is in the order in which it is read.

    >>> [piece.text for piece in visual("abc \u05d0\u05d1-\u05d2 12")]
    ['abc ', '\u05d0\u05d1-\u05d2', ' 12']
    """
    if clean.BEGIN in text or clean.END in text:
        return [piece for part, _ in clean.parts(text) for piece in _ordered(part)]
    return _ordered(text)


def _ordered(text: str) -> list[DirectionRun]:
    """The pieces of a line without marks, or of one part between them."""
    kinds = [unicodedata.bidirectional(sign) for sign in text]
    if not any(kind in LEFTWARD for kind in kinds):
        return [DirectionRun(text, False)]
    if "L" not in kinds and not _listed(text):  # a name alone: all of it runs from the right
        return _turned(text)
    found, at = [], 0
    while at < len(text):
        end = at
        if kinds[at] in LEFTWARD:
            end = _end(text, kinds, at)
            found += _turned(text[at:end])
        else:
            while end < len(text) and kinds[end] not in LEFTWARD:
                end += 1
            found.append(DirectionRun(text[at:end], False))
        at = end
    return found


def _listed(text: str) -> bool:
    """Whether it is more than one name."""
    return any(f"{sign} " in text for sign in ENDS)


def _end(text: str, kinds: list[str], at: int) -> int:
    """Where a name ends that begins there: after its last leftward sign, with the marks on it."""
    end = at
    for i in range(at, len(text)):
        if kinds[i] == "L" or (text[i] in ENDS and text[i + 1 : i + 2] == " "):
            break
        if kinds[i] in LEFTWARD or (kinds[i] == "NSM" and i == end):
            end = i + 1
    return end


def _turned(text: str) -> list[DirectionRun]:
    """A name from the right, with its figures from the left."""
    kinds = [unicodedata.bidirectional(sign) for sign in text]
    found, at = [], 0
    while at < len(text):
        figures, end = kinds[at] in FIGURES, at + 1
        while end < len(text):
            inner = kinds[end] in WITHIN and end + 1 < len(text) and kinds[end + 1] in FIGURES
            if (kinds[end] in FIGURES or (figures and inner)) != figures:
                break
            end += 1
        found.append(DirectionRun(text[at:end], not figures))
        at = end
    return found[::-1]
