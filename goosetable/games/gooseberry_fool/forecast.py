"""How many of the tricks to come each hand of Gooseberry Fool is likely to take, if all hands are known.

Where all follow suit the middle card takes the trick; and a card of which the others have none left is the odd one. So each
suit counts by itself. In 4,000 deals of experts this tells 45 % of how the tricks to come fell, whether many were left or few;
nine more counts of the hands, such as voids, singletons, the Joker and the lead, tell 46.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.cards import SUIT_SIZE, Cards
from goosetable.games.gooseberry_fool.scoring import SEATS

LEFT_OVER: Final = 0.77
"""Tricks by a card of which no other hand has one to follow with, next to one by the middle of three."""
SPREAD: Final = 0.2
"""Variance of the tricks of a seat, for each trick to come, about what is expected here."""

_RANKS: Final = 8
_SUIT: Final = 2**_RANKS - 1
_SHIFTS: Final = (0, SUIT_SIZE, 2 * SUIT_SIZE, 3 * SUIT_SIZE)
_APART: Final[list[int]] = [int(f"{mask:b}", 4) for mask in range(2**_RANKS)]
"""By the cards of a suit that a hand has, one bit each, the same with a bit between any two: its digits, to base four."""
_KNOWN: Final[list[tuple[float, float, float] | None]] = [None] * 4**_RANKS
"""What each seat takes in a suit, by where each of its cards lies: with one of three seats, or with none."""


def tricks_to_come(hands: Sequence[Cards]) -> tuple[float, float, float]:
    """The tricks that each seat is likely to take yet, by all three hands, which are between two tricks; together all that are
    left. A seat whose hand is much worse than the others' may have less than 0.
    """
    one, two, three = hands
    here, there = one | three, two | three
    first = second = third = 0.0
    for shift in _SHIFTS:
        place = _APART[here >> shift & _SUIT] + 2 * _APART[there >> shift & _SUIT]
        found = _KNOWN[place]
        if found is None:
            found = _KNOWN[place] = _in_suit([one >> shift & _SUIT, two >> shift & _SUIT, three >> shift & _SUIT])
        a, b, c = found
        first += a
        second += b
        third += c
    more = (one.bit_count() - first - second - third) / SEATS
    return first + more, second + more, third + more


def _in_suit(held: list[int]) -> tuple[float, float, float]:
    """By the cards of each seat in one suit."""
    found = [0.0] * SEATS
    lengths = [hand.bit_count() for hand in held]
    least, second, most = sorted(lengths)
    for seat in range(SEATS):
        own, left, right = held[seat], held[seat - 2], held[seat - 1]
        if least:
            middle = 0.0
            for rank in range(_RANKS):
                if own >> rank & 1:
                    over, under = 2**rank - 1, _SUIT ^ (2 ** (rank + 1) - 1)
                    middle += (left & over).bit_count() * (right & under).bit_count()
                    middle += (left & under).bit_count() * (right & over).bit_count()
            found[seat] += least * middle / (lengths[0] * lengths[1] * lengths[2])
        if lengths[seat] == most:
            found[seat] += LEFT_OVER * (most - second)
    return found[0], found[1], found[2]
