"""Where everything on the table lies, for any window, two to twelve seats and what a game has: a frozen value."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final, TypeVar

from goosetable.app.render.geometry import Place
from goosetable.app.table import zones
from goosetable.app.table.hand import hand_layout
from goosetable.app.table.metrics import PLAIN, Ground
from goosetable.app.table.trick_layout import TrickLayout


class Layout(TrickLayout):
    """All passes together. Each knows only what the passes before it have found.

    Measures of the window (metrics) and the hand (hand_layout), heights of the rows of open cards (open_rows), trick
    (trick_layout), ground for piles (zones), and the message between them.
    """

    def hand(self, n: int, sunk: float = 0.0) -> list[Place]:
        """The person's n cards at rest, see `hand_layout.places`."""
        return hand_layout.places(self, n, sunk)

    @cached_property
    def _message(self) -> tuple[float, float]:
        return zones.message(self)

    @property
    def message_x(self) -> float:
        """The middle of the message: that of the cloth, unless more lies at one side of it than at the other."""
        return self._message[0]

    @property
    def message_w(self) -> float:
        """How wide the message may become without touching what is at its sides."""
        return self._message[1]


L = TypeVar("L", bound=Layout)
STEP: Final = 0.05
"""Between two sizes of cards that are tried."""
TRICK, REST = 0.88, 0.75
"""What the trick, and all else between hand and seats, keeps at the least of its usual size where cards are larger."""


def laid(w: int, h: int, seats: int, text: float, ground: Ground = PLAIN, cards: float = 1.0) -> Layout:
    """The layout with cards of that size, 0.8..2.0, or as large as there is room for: nothing else has to go for them."""
    return sized(lambda size: Layout(w, h, seats, text, ground, size), cards)


def sized(make: Callable[[float], L], cards: float) -> L:
    """The layout with cards of that size, or as large as there is room for. make: gives the layout with a size."""
    usual = make(min(1.0, cards))
    for step in range(round((cards - 1.0) / STEP), 0, -1):
        found = make(1.0 + step * STEP)
        if _roomy(found, usual):
            return found
    return usual


def _roomy(found: Layout, usual: Layout) -> bool:
    """Whether all that lies between the hand and the seats has room beside larger cards."""
    areas = [(zones.won(one), zones.spot(one), *(zones.pile(one, i) for i in range(one.k))) for one in (found, usual)]
    kept = all(now.h >= REST * was.h and now.w >= REST * was.w for now, was in zip(*areas, strict=True))
    rooms = [one.message_y - zones.under(one, one.side) for one in (found, usual)]
    message = found.message_w >= REST * usual.message_w and rooms[0] >= REST * rooms[1]
    return kept and message and found.trick_h >= TRICK * usual.trick_h
