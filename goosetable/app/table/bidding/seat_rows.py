"""Rows across the table, one for each opponent: medallion and plate at the left, then the cards of the hand side by side."""

from __future__ import annotations

from typing import Final, NamedTuple

from goosetable.app.render.geometry import RATIO, Area, Place, SeatPlace

HEIGHT: Final = {1: 0.128, 2: 0.111}
"""Height of a row by number of opponents, as a part of the height of the cloth."""
ALL: Final = 0.28
"""The same of all rows together for more opponents."""
WIDEST: Final = 1.35
"""Largest distance between the middles of neighbours in a row, in card widths."""
TIGHTEST: Final = 0.8
"""The smallest one, for a hand of `USUAL` cards: the ranks can still be read."""
USUAL: Final = 13
UNDER: Final = 0.56
"""Part of a row that its plate may take under the medallion; a higher one is put beside it."""


class SeatRows(NamedTuple):
    """The rows of `opponents`, the first at the top. height: of a card; left, right: the bounds of the cards."""

    opponents: int
    top: float
    height: float
    pitch: float
    left: float
    right: float
    edge: float
    """Left edge of medallions and plates."""
    plate_w: float
    plate_h: float
    u: float
    bare: bool
    """Whether there are no plates."""

    @property
    def bottom(self) -> float:
        """Lower edge of the last row."""
        return self.middle(self.opponents - 1) + self.height / 2

    def middle(self, i: int) -> float:
        """Returns the height on the screen of the cards of opponent i."""
        return self.top + i * self.pitch + self.height / 2

    def seat(self, i: int) -> SeatPlace:
        """Returns medallion and plate of opponent i."""
        y, w, h, u = self.middle(i), self.plate_w, self.plate_h, self.u
        if self.bare:
            x = self.edge + w / 2
            return SeatPlace(x, y, w, Area(x, y, 0, 0), False, False)
        if self._under:
            d, x = self._whole - h + 9 * u, self.edge + w / 2
            top = y - self._whole / 2
            return SeatPlace(x, top + d / 2, d, Area(x - w / 2, top + d - 9 * u, w, h), False, False)
        d = min(self.height, 0.4 * w)
        left = self.edge + 0.86 * d
        return SeatPlace(self.edge + d / 2, y, d, Area(left, y - h / 2, self.edge + w - left, h), False, False)

    @property
    def _whole(self) -> float:
        """Height of medallion and plate together, one over the other."""
        return _whole(self.height, self.opponents, self.u)

    @property
    def _under(self) -> bool:
        """Whether the plate lies under the medallion; several rows are too low for that, it would hide half of the face."""
        return self.opponents == 1 and self.plate_h <= UNDER * self._whole

    def area(self, i: int) -> Area:
        """Returns the area for the cards of opponent i."""
        return Area(self.left, self.middle(i) - self.height / 2, self.right - self.left, self.height)

    def places(self, i: int, cards: int) -> list[Place]:
        """Returns the places of `cards` cards of opponent i, from left to right."""
        w = self.height * RATIO
        step = self.step(cards)
        return [Place(self.left + w / 2 + at * step, self.middle(i), self.height) for at in range(cards)]

    def step(self, cards: int) -> float:
        """Returns the distance between the middles of neighbours in a row of `cards` cards."""
        w = self.height * RATIO
        return min(WIDEST * w, (self.right - self.left - w) / max(1, cards - 1))

    def outline(self, i: int, at: int, cards: int) -> Area:
        """Returns the empty place of card number `at`, as far as the next card leaves it free."""
        place, w, inset = self.places(i, cards)[at], self.height * RATIO, 3 * self.u
        wide = min(w, self.step(cards)) - 2 * inset
        return Area(place.x - w / 2 + inset, place.y - self.height / 2 + inset, wide, self.height - 2 * inset)


def _whole(height: float, count: int, u: float) -> float:
    return height + (12 * u if count == 1 else 0.0)


def seat_rows(count: int, top: float, bounds: Area, u: float, t: float, compact: bool) -> SeatRows:
    """Returns the rows of `count` opponents on a cloth with these bounds. u, t: the scales of everything and of text."""
    height = HEIGHT.get(count, ALL / count) * bounds.h
    if compact:
        height *= 1.14 if count == 1 else 1.0
        edge, w, h = bounds.x + 13 * u, min(0.8 * height, 0.09 * bounds.w), 0.0
        left, right, top, gap = edge + w + 10 * u, bounds.right - 13 * u, top + 8, 5.0
    else:
        edge, w = bounds.x + 15 * u, min(138 * max(u, 0.9 * t), 0.2 * bounds.w)
        left, right, gap = edge + w + 28 * u, bounds.right - 31 * u, (14 if count < 3 else 8) * u
        top += (28 if count == 1 else 22) * u
        h = 40 * t if 40 * t <= UNDER * _whole(height, count, u) else min(40 * t, height)
    height = min(height, (right - left) / (1 + TIGHTEST * (USUAL - 1)) / RATIO)
    h = min(h, height)
    return SeatRows(count, top, height, height + gap, left, right, edge, w, h, u, compact)
