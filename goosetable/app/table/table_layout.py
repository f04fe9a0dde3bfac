"""The layout of the whole table, for any window, two to twelve seats and the features of a game: a frozen value."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final, TypeVar

from goosetable.app.render.geometry import Place
from goosetable.app.table.hand.hand_layout import hand_places
from goosetable.app.table.metrics import PLAIN, Ground
from goosetable.app.table.trick_layout import TrickLayout
from goosetable.app.table.zones import message_room, own_area, pile_area, spot_area, under_plate


class Layout(TrickLayout):
    """All passes together. Each uses only the results of the passes before it.

    Measures of the window (metrics) and the hand (hand_layout), heights of the rows of open cards (open_rows), trick
    (trick_layout), ground for piles (zones), and the message between them.
    """

    def hand(self, n: int, sunk: float = 0.0) -> list[Place]:
        """Returns the person's n cards at rest, see `hand_layout.places`."""
        return hand_places(self, n, sunk)

    @cached_property
    def _message(self) -> tuple[float, float]:
        return message_room(self)

    @property
    def message_x(self) -> float:
        """Middle of the message: the cloth's, unless more lies at one side of it than at the other."""
        return self._message[0]

    @property
    def message_w(self) -> float:
        """Largest width of the message between the things at its sides."""
        return self._message[1]


L = TypeVar("L", bound=Layout)
STEP: Final = 0.05
"""Difference between two card sizes that are tried."""
TRICK, REST = 0.88, 0.75
"""Part of their usual size that the trick, and all else between hand and seats, retain beside larger cards."""


def laid(w: int, h: int, seats: int, text: float, ground: Ground = PLAIN, cards: float = 1.0) -> Layout:
    """Returns the layout with cards of that size, 0.8..2.0, or as large as there is room for without loss of anything else."""
    return sized(lambda size: Layout(w, h, seats, text, ground, size), cards)


def sized(make: Callable[[float], L], cards: float) -> L:
    """Returns the layout with cards of that size, or as large as there is room for. make: gives the layout with a size."""
    usual = make(min(1.0, cards))
    for step in range(round((cards - 1.0) / STEP), 0, -1):
        found = make(1.0 + step * STEP)
        if _roomy(found, usual):
            return found
    return usual


def _roomy(found: Layout, usual: Layout) -> bool:
    """Whether all between the hand and the seats has room beside larger cards."""
    areas = [(own_area(one), spot_area(one), *(pile_area(one, i) for i in range(one.k))) for one in (found, usual)]
    kept = all(now.h >= REST * was.h and now.w >= REST * was.w for now, was in zip(*areas, strict=True))
    rooms = [one.message_y - under_plate(one, one.side) for one in (found, usual)]
    message = found.message_w >= REST * usual.message_w and rooms[0] >= REST * rooms[1]
    return kept and message and found.trick_h >= TRICK * usual.trick_h
