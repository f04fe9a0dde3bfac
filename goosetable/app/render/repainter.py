"""Paints one picture after another on a surface: of each only those parts that look different from the one before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import pygame

from goosetable.app.render.display_list import DisplayList, Step

SLACK: Final = 30_000
"""Pixels that may be painted in vain where that makes one part of two."""
MOST_PARTS: Final = 40
"""Parts of a picture that are painted by themselves; where more look different, all within one box round them is painted."""

PIECE: Final = 400_000
"""Pixels of a picture that a slice of painting it ahead brings."""


class Repainter:
    """Paints one picture after another on a surface: all of the first, and of the others what differs from the one before."""

    def __init__(self) -> None:
        self._before: DisplayList | None = None
        self._ahead: DisplayList | None = None
        """A picture that stands on a sheet, from which another is soon painted."""
        self._sheet: pygame.Surface | None = None
        self.painted = 0
        """Pixels of the surface that the last picture made necessary to paint."""

    def forget(self) -> None:
        """The surface may have lost what was painted on it."""
        self._before = None

    def prepare(self, coming: DisplayList) -> Iterator[None]:
        """Paint what the next pictures will be like, slice by slice, where nobody sees it.

        It is laid down for one that would have to be painted nearly as a whole, and only what differs is painted on it.
        """
        size = coming.get_size()
        self._ahead = None
        if self._sheet is None or self._sheet.get_size() != size:
            self._sheet = pygame.Surface(size, 0, coming.shown)
        rows = size[1] if any(step.whole for step in coming.steps) else max(1, PIECE // size[0])
        for y in range(0, size[1], rows):
            _paint(coming, self._sheet, pygame.Rect(0, y, size[0], rows))
            yield
        self._sheet.set_clip(None)
        self._ahead = coming

    def unprepare(self) -> None:
        """Nothing that was painted ahead is wanted any more."""
        self._ahead = self._sheet = None

    def begin(self, dst: pygame.Surface) -> DisplayList:
        """What to draw the next picture on."""
        return DisplayList(dst)

    def paint(self, now: DisplayList) -> list[pygame.Rect]:
        """Bring the picture to its surface; gives the parts that were painted, besides one that is laid down as a whole."""
        dst, before, self._before = now.shown, self._before, None
        everything = dst.get_rect()
        parts, most = [everything], everything.w * everything.h
        laid = None
        if now.steps and now.steps[0].hides and now.boxes[0].contains(everything):
            if before is not None and before.like(now):
                parts = joined(different(before, now), now)
            if _pixels(parts) > 0.8 * most:
                laid = self._lay(now)
                parts = [everything] if laid is None else laid
        self.painted = _pixels(parts) if laid is None else most
        for part in parts:
            _paint(now, dst, part)
        dst.set_clip(None)
        self._before = now
        return parts

    def _lay(self, now: DisplayList) -> list[pygame.Rect] | None:
        """Lay down what was painted ahead; gives the parts that differ from it, or None where too much does."""
        if self._sheet is None or self._ahead is None or not self._ahead.like(now):
            return None
        parts = joined(different(self._ahead, now), now)
        if 2 * _pixels(parts) > _pixels([now.get_rect()]):
            return None
        now.shown.blit(self._sheet, (0, 0))
        return parts


def _pixels(parts: Iterable[pygame.Rect]) -> int:
    return sum(part.w * part.h for part in parts)


def _paint(now: DisplayList, dst: pygame.Surface, part: pygame.Rect) -> None:
    """Paint what lies in a part, and no pixel outside."""
    dst.set_clip(part)
    for i in part.collidelistall(now.boxes):
        if i < now.first:
            continue
        step = now.steps[i]
        if step.cut is None:
            step.paint(dst)
        else:
            dst.set_clip(part.clip(step.cut))
            step.paint(dst)
            dst.set_clip(part)


def different(before: DisplayList, now: DisplayList) -> list[pygame.Rect]:
    """Boxes outside of which two pictures are painted by the same steps in the same order, and so look the same."""
    one, two = before.steps, now.steps
    first, most = 0, min(len(one), len(two))
    while first < most and one[first] == two[first]:
        first += 1
    last = 0
    while last < most - first and one[-1 - last] == two[-1 - last]:
        last += 1
    old, new = range(first, len(one) - last), range(first, len(two) - last)
    kept = _in_order([one[i] for i in old], [two[i] for i in new])
    gone, come = {first + i for i, _ in kept}, {first + i for _, i in kept}
    return [before.boxes[i] for i in old if i not in gone] + [now.boxes[i] for i in new if i not in come]


def _in_order(old: Sequence[Step], new: Sequence[Step]) -> list[tuple[int, int]]:
    """Places of steps in both lists that are the same and follow each other in both in the same order, as many as can be."""
    where: dict[Step, list[int]] = {}
    for i in reversed(range(len(old))):
        where.setdefault(old[i], []).append(i)
    ends: list[int] = []  # for each length, the lowest place in `old` at which such a row ends
    rows: list[tuple[int, int, int]] = []  # place in old, place in new, the row before
    last: list[int] = []  # for each length, which of `rows` ends there
    for j, step in enumerate(new):
        found = where.get(step)
        if not found:
            continue
        i = found.pop()
        k = bisect_left(ends, i)
        rows.append((i, j, last[k - 1] if k else -1))
        if k == len(ends):
            ends.append(i)
            last.append(len(rows) - 1)
        else:
            ends[k], last[k] = i, len(rows) - 1
    kept, at = [], last[-1] if last else -1
    while at >= 0:
        i, j, at = rows[at]
        kept.append((i, j))
    return kept


def joined(boxes: Iterable[pygame.Rect], now: DisplayList) -> list[pygame.Rect]:
    """Fewer boxes that cover the same, and of each step that has to be painted as a whole all or nothing."""
    close: list[pygame.Rect] = []
    # Those that share what they cover come first, the lower ones before: a hand is one row, over which a single card flies.
    for box in sorted(boxes, key=lambda box: -box.y):
        _join(close, box.copy(), 0)
    parts: list[pygame.Rect] = []
    for box in close:
        _join(parts, box)
    wholes = [now.boxes[i] for i, step in enumerate(now.steps) if step.whole]
    grown = bool(wholes)
    while grown:
        grown = False
        for box in wholes:
            for i in box.collidelistall(parts):
                if not parts[i].contains(box):
                    _join(parts, parts.pop(i).union(box))
                    grown = True
                    break
    return parts


def _join(parts: list[pygame.Rect], box: pygame.Rect, slack: int = SLACK) -> None:
    """Add a box, as one with those near it; slack: pixels that may be painted in vain for that."""
    i = 0
    while i < len(parts):
        other = parts[i]
        both = other.union(box)
        if len(parts) > MOST_PARTS or both.w * both.h <= other.w * other.h + box.w * box.h + slack:
            del parts[i]
            box, i = both, 0
        else:
            i += 1
    parts.append(box)
