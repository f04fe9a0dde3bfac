"""Where the parts of a review stand: the table as in play, lifted over the bar of the deal, and the paper beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from goosetable.app.render.geometry import RATIO, Area, Place
from goosetable.app.table.table_layout import Layout

BAR: Final = 84
"""Height of the bar of the deal at 1280 x 720."""
OPEN: Final = 80
"""Height of the open cards of the others there."""
STEP: Final = 0.63
"""How far the cards of an open hand are apart at most, in their own width."""
LAP: Final = 0.34
"""And at least, before they lie in two rows."""


def bar_high(w: int, h: int) -> int:
    """The height of the bar, with what is left free around it."""
    return round(max(46.0, (BAR + 12) * min(w / 1280, h / 720)))


def foot_high(w: int, h: int, text: float) -> int:
    """The height of the buttons under the bar, where the paper is folded away."""
    return round(40 * min(1.5, max(1.0, text))) + 6 if w < 900 or h < 500 else 0


def review_layout(w: int, h: int, seats: int, text: float, plain: Layout) -> ReviewLayout:
    """The layout of a window of w x h pixels. plain: that of the table in play, of which it takes the ground."""
    free = max(120, h - bar_high(w, h) - foot_high(w, h, text))
    return ReviewLayout(w, free, seats, text, plain.ground, h)


@dataclass(frozen=True)
class ReviewLayout(Layout):
    """The table over the bar. window: the height of the whole window, which decides about sidebar and strip as in play."""

    window: int = 0

    @cached_property
    def compact(self) -> bool:
        return self.w < 900 or self.window < 500

    @cached_property
    def sidebar(self) -> int:
        u = min(self.w / 1280, self.window / 720)
        return 0 if self.compact else round(306 * u * min(1.25, max(1.0, self.text**0.5)))

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
        wide, middle = height * RATIO, seat.plate.centre.x
        room = self._room(i, middle)
        top = seat.plate.bottom + 5 * u
        rows = 1 if n < 2 or (room - wide) / (n - 1) >= LAP * wide else 2
        first = -(-n // rows)
        step = min(STEP * wide, (room - wide) / max(1, first - 1))
        found = []
        for j in range(n):
            row, at = divmod(j, first)
            size = first if row == 0 else n - first
            x = middle - (size - 1) * step / 2 + at * step
            found.append(Place(x, top + height / 2 + row * 0.5 * height, height))
        return found

    def _room(self, i: int, middle: float) -> float:
        """How wide the hand of opponent i may be about the middle of its plate."""
        edge = min(middle, self.cw - middle) - self.hem
        level = self.seat(i).y
        others = [
            abs(self.seat(j).plate.centre.x - middle) / 2 - 4 * self.u
            for j in range(self.k)
            if j != i and abs(self.seat(j).y - level) < 1.5 * self.d
        ]
        return 2 * max(self.plate.w / 3, min([edge, *others]))
