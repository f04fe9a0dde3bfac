"""Where everything on the table lies, for any window, two to twelve seats and what a game has: a frozen value."""

from __future__ import annotations

from functools import cached_property

from goosetable.app.render.geometry import Place
from goosetable.app.table import zones
from goosetable.app.table.hand import hand_layout
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
