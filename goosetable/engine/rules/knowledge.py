"""What the rules tell of hidden hands besides what each lacks: how many cards of one kind a seat may hold.

It is a list of cases of which exactly one is true.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from goosetable.cards import Cards

Limits = tuple[tuple[int, int], ...]
"""By seat, the fewest and the most of the counted cards among its hidden ones."""

ANY: Final = (0, 108)
"""No limit at all."""


class Knowledge(NamedTuple):
    """What is known of hidden hands besides what each lacks."""

    counted: Cards
    """The cards that are counted, such as all trumps."""
    cases: tuple[Limits, ...]
    """Limits of which one or the other holds; no distribution fits two of them."""
    fits: Callable[[Sequence[Cards]], bool] | None = None
    """Whether hidden hands, by seat, fit what no limits can say; true for no small part of them."""


def dealt(kind: Cards, limits: Limits, shown: Sequence[Cards], viewer: int, unseen: Cards) -> Knowledge | None:
    """It is known within what limits each seat was dealt cards of a kind, and `shown` are those that it has shown since.

    `unseen` are the cards of the kind that the viewer cannot see. None where the limits say nothing any more.
    """
    left = [(max(low - has.bit_count(), 0), high - has.bit_count()) for (low, high), has in zip(limits, shown, strict=True)]
    left[viewer] = ANY
    if all(low == 0 and high >= unseen.bit_count() for low, high in left):
        return None
    return Knowledge(kind, (tuple(left),))


def longest(kind: Cards, first: int, shown: Sequence[Cards], viewer: int, unseen: Cards, voids: Sequence[Cards]) -> Knowledge:
    """It is known that nobody was dealt more cards of a kind than seat `first`, nor as many with a higher one among them.

    `shown` are those known to have been dealt to each seat: shown since, or the viewer's own. Lower bits are higher cards.
    """
    others = [seat for seat in range(len(shown)) if seat != first]
    possible = shown[first] | (0 if viewer == first else unseen & ~voids[first])
    top, fewest = possible & -possible, shown[first].bit_count()
    cases = []
    for total in range(fewest, possible.bit_count() + 1):
        limits = [ANY] * len(shown)
        if viewer != first:
            limits[first] = (total - fewest, total - fewest)
        for seat in others:
            # As many are possible only with none higher than the highest of `first`.
            higher = bool(shown[seat]) and shown[seat] & -shown[seat] < top
            room = total - higher - shown[seat].bit_count()
            limits[seat] = (0, room) if seat != viewer or room < 0 else ANY
        if min(high for _, high in limits) >= 0:
            cases.append(tuple(limits))

    def fits(hands: Sequence[Cards]) -> bool:
        held = [has | (0 if seat == viewer else hands[seat] & kind) for seat, has in enumerate(shown)]
        count, highest = held[first].bit_count(), held[first] & -held[first]
        return all(held[seat].bit_count() < count or highest < held[seat] & -held[seat] for seat in others)

    return Knowledge(kind, tuple(cases), fits)
