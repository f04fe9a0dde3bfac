"""Where the parts of a review stand: the table as in play, lifted over the bar of the deal, and the paper beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from goosetable.app.render.geometry import RATIO, Area, Place, Point
from goosetable.app.table.metrics import Ground
from goosetable.app.table.table_layout import Layout, sized

BAR: Final = 84
"""Height of the bar of the deal at 1280 x 720."""
OPEN: Final = 80
"""Height of the open cards of the others there."""
STEP: Final = 0.63
"""How far the cards of an open hand are apart at most, in their own width."""
SPACE: Final = 3.4
"""How much room there is at least between plates where hands lie beside them, in the same."""
LAP: Final = 0.34
"""And at least, before they lie in two rows."""


def bar_high(w: int, h: int) -> int:
    """The height of the bar, with what is left free around it."""
    return round(max(46.0, (BAR + 12) * min(w / 1280, h / 720)))


def foot_high(w: int, h: int, text: float) -> int:
    """The height of the buttons under the bar, where the paper is folded away."""
    return round(40 * min(1.5, max(1.0, text))) + 6 if w < 900 or h < 500 else 0


def review_layout(w: int, h: int, seats: int, text: float, ground: Ground, held: int, cards: float = 1.0) -> ReviewLayout:
    """The layout of a window of w x h pixels. held: the cards that a seat has at most. cards: as `laid` has them."""
    free = max(120, h - bar_high(w, h) - foot_high(w, h, text))
    return sized(lambda size: ReviewLayout(w, free, seats, text, ground, size, window=h, held=held), cards)


@dataclass(frozen=True)
class ReviewLayout(Layout):
    """The table over the bar. window: the height of the whole window, which decides about sidebar and strip as in play.

    held: the cards that a seat has at most, for which there is room under its plate.
    """

    window: int = 0
    held: int = 13

    dip = 0.0
    """The bar of the deal lies under the hand, which keeps off it."""

    @cached_property
    def compact(self) -> bool:
        return self.w < 900 or self.window < 500

    @cached_property
    def sidebar(self) -> int:
        u = min(self.w / 1280, self.window / 720)
        return 0 if self.compact else round(306 * u * min(1.25, max(1.0, self.text**0.5)))

    @property
    def written(self) -> float:
        """The scale of text beside the table."""
        return max(0.8, min(self.w / 1280, self.window / 720)) * self.text

    @cached_property
    def message_h(self) -> float:
        """Nothing is said over the hand, so that the trick has the room."""
        return 0.0

    @cached_property
    def message_y(self) -> float:
        return self.h - 1.24 * self.hand_h

    def hang(self, i: int) -> float:
        """How far the open hand at opponent i reaches from under the plate."""
        places = () if self.compact or self.ground.rows else self.open_hand(i, self.held)
        return places[-1].y + places[-1].height / 2 - self.seat(i).plate.bottom if places else 0.0

    @property
    def paper(self) -> Area:
        """The paper of the opinion; in a small window as it is opened over the table."""
        s = min(self.w / 1280, self.window / 720)
        if self.compact:
            w = min(self.w - 16, max(306 * self.t, 0.56 * self.w))
            return Area(
                self.w - w - 8, self.strip + 4, w, self.window - self.strip - 8 - foot_high(self.w, self.window, self.text)
            )
        return Area(self.cw + 2 * s, 14 * s, self.sidebar - 16 * s, self.window - 28 * s)

    @property
    def bar(self) -> Area:
        """The bar of the deal, inside the cloth."""
        high, edge = bar_high(self.w, self.window), 4.0 if self.compact else self.rim + 18 * self.u
        top = self.h - (0 if self.compact else 0.6 * self.rim)
        return Area(edge, top, self.cw - 2 * edge, high - 4 if self.compact else high - 12 * self.u)

    def open_hand(self, i: int, n: int) -> list[Place]:
        """The n open cards of opponent i: a row under the plate, or two where it would be too narrow."""
        seat, u = self.seat(i), self.u
        height = max(30.0, (OPEN if self.k <= 3 else 58 if self.k <= 5 else 44) * u)
        wide = height * RATIO
        left, right = self._room(i)
        top = self.side <= i < self.k - self.side
        under = top and self.side > 0 and (self.chips or self._crowded)  # in one row
        rows = 1 if n < 2 or under or (right - left - wide) / (n - 1) >= LAP * wide else 2
        first = -(-n // rows)
        step = min(STEP * wide, (right - left - wide) / max(1, first - 1))
        found = []
        for j in range(n):
            row, at = divmod(j, first)
            across = ((first if row == 0 else n - first) - 1) * step + wide
            x = min(max(seat.plate.centre.x - across / 2, left), right - across)
            y = seat.plate.bottom + 5 * u + height / 2 + row * 0.5 * height
            if under:
                y = seat.plate.bottom + 2 + height / 2
            elif self._outside:
                x = left if i == 0 else right - across
                y = seat.plate.y - 2 - height / 2 - (rows - 1 - row) * 0.5 * height
            elif self.compact and (self.side or self.k == 1):  # beside the seat, because hand or trick lie right under it
                x = left if i < self.side else right - across
                level = min(seat.plate.centre.y, seat.plate.y + height / 2) if self._beside(i) else seat.y
                y = level + (row - (rows - 1) / 2) * 0.5 * height
                if self._under(i):
                    x = self.rim + 10 + self.mark_size if i < self.side else self.cw - self.hem - 2 - across
                    y = seat.plate.bottom + 3 + height / 2 + row * 0.5 * height
            found.append(Place(x + wide / 2 + at * step, y, height))
        return found

    def own_mark(self, i: int) -> Point:
        """As low as can be, badges beside portrait and egg: there is less room over the hand than in play."""
        size = self.mark_size
        column, row = (0, i) if i < 2 else (1 + (i - 2) // 2, i % 2)
        return Point(self.rim + 4 + size * (0.5 + 0.96 * column), self.h - 3 - size * (0.5 + 0.96 * row))

    @cached_property
    def _outside(self) -> bool:
        """Whether the hands of two opponents lie beside their medallions, because cards lie open under their plates."""
        return self.compact and self.k == 2 and bool(self.ground.windows or self.ground.later)

    def _under(self, i: int) -> bool:
        """Whether the hand of opponent i, at a side, lies under its plate, because beside the seat other cards lie."""
        beside = self.ground.windows or self.ground.later or self._crowded
        return bool(beside) and (i < self.side or i >= self.k - self.side)

    @cached_property
    def _crowded(self) -> bool:
        """Whether hands of those at the top lie under their plates, between which there is no room for them."""
        return self.compact and not self.chips and not all(self._beside(i) for i in range(self.side, self.k - self.side))

    def _beside(self, i: int) -> bool:
        """Whether the hand of opponent i lies at the left of its plate."""
        if not self.compact or self.chips or not (self.over_trick(i) or self.k == 1):
            return False
        before = self.seat(i - 1).plate.right if i > self.side else self.hem
        return self.seat(i).plate.x - before >= SPACE * 30 * RATIO

    def _room(self, i: int) -> tuple[float, float]:
        """From where to where the hand of opponent i may reach: at the sides as far as the trick, else as its neighbours."""
        seat, edge, box = self.seat(i), self.hem + 2, self.trick_box if self.compact else None
        plate, beside = seat.plate, seat.d / 2 + 4
        if self._outside:
            return (edge, seat.x - beside) if i == 0 else (seat.x + beside, self.cw - edge)
        if i < self.side:
            if box is not None:
                left = plate.right + 4 if self.chips else seat.x + beside
                return left, max(left + 40, box.x - 4)
            return edge, max(plate.right, 0.29 * self.cw)
        if i >= self.k - self.side:
            if box is not None:
                return min(seat.x - beside - 40, box.right + 4), seat.x - beside
            return min(plate.x, 0.71 * self.cw), self.cw - edge
        middle = plate.centre.x
        others = [self.seat(j).plate.centre.x for j in range(self.side, self.k - self.side) if j != i]
        lefts = [(x + middle) / 2 + 4 * self.u for x in others if x < middle]
        rights = [(x + middle) / 2 - 4 * self.u for x in others if x > middle]
        reach = 0.43 * self.cw if self.k == 2 else self.cw
        if self.k == 2 and not self.ground.rows:  # as far as the trick, which lies between the two
            (rights if i == 0 else lefts).append(self.trick_box.x - 4 if i == 0 else self.trick_box.right + 4)
        end = plate.x - 6 if self._beside(i) and not self._crowded else min([self.cw - edge, middle + reach / 2, *rights])
        return max([edge, middle - reach / 2, *lefts]), end
