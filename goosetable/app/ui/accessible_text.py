"""Texts on a screen besides its controls, joined to paragraphs and rows for reading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import pygame

from goosetable.app.render.display_list import Word
from goosetable.app.ui.accessible import AccessibleTree, TreePart, sentences, spoken

LEAD: Final = 1.9
"""Largest distance between the tops of two lines of a paragraph, in letter sizes."""
LITTLE: Final = 700
"""Largest number of characters that is read when a screen opens."""
ENDS: Final = ".?!:"
"""Signs after which no comma is added."""
BESIDE: Final = 0.5
"""Overlap from which two texts are one row, as a part of the lower height."""


def heard(words: Sequence[Word], modal: bool = False) -> AccessibleTree:
    """The accessible state of a screen without controls."""
    parts = labels(words)
    return AccessibleTree(title(words), tuple(parts), modal=modal, intro=intro(title(words), parts))


def title(words: Sequence[Word]) -> str:
    """The largest text, the uppermost of several."""
    largest = max(words, key=lambda word: (round(word.px), -word.box[1]), default=None)
    return "" if largest is None else spoken(largest.text)


def intro(title: str, texts: Sequence[TreePart]) -> str:
    """The announcement of a screen when it opens: its title, and all its texts if they are short."""
    told = sentences(text.name for text in texts if text.name != title)
    told = told if len(told) <= LITTLE else ""
    return sentences(("" if told.startswith(title) else title, told))


def labels(words: Sequence[Word]) -> list[TreePart]:
    """The texts as parts, in reading order."""
    found: dict[str, int] = {}
    parts = []
    for said, box in _rows(_paragraphs(words)):
        count = found[said] = found.get(said, 0) + 1
        parts.append(TreePart(f"words/{said}/{count}", "label", said, box=(box.x, box.y, box.w, box.h)))
    return parts


def _paragraphs(words: Sequence[Word]) -> list[tuple[str, pygame.Rect]]:
    """Joins lines of one size, drawn under each other from the same left edge, to paragraphs."""
    found: list[tuple[str, pygame.Rect]] = []
    before: Word | None = None
    for word in words:
        said, box = spoken(word.text), pygame.Rect(word.box)
        if not said:
            continue
        if before is not None and found and _goes_on(before, word):
            text, whole = found[-1]
            found[-1] = f"{text} {said}", whole.union(box)
        else:
            found.append((said, box))
        before = word
    return found


def _goes_on(before: Word, word: Word) -> bool:
    step = word.box[1] - before.box[1]
    return before.px == word.px and abs(word.box[0] - before.box[0]) <= 1 and 0 < step <= LEAD * word.px


def _rows(texts: Iterable[tuple[str, pygame.Rect]]) -> list[tuple[str, pygame.Rect]]:
    """Joins texts drawn side by side to rows, from the left."""
    found: list[tuple[str, pygame.Rect]] = []
    for said, box in texts:
        if found:
            text, whole = found[-1]
            shared = min(whole.bottom, box.bottom) - max(whole.top, box.top)
            if box.left >= whole.right - 2 and shared > BESIDE * min(whole.h, box.h):
                found[-1] = f"{text}{' ' if text[-1] in ENDS else ', '}{said}", whole.union(box)
                continue
        found.append((said, box))
    return found
