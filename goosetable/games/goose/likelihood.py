"""The likelihood of hands in Goose: how likely a seat that held them would have bid as it did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from goosetable.cards import BIT, Cards
from goosetable.games.goose.playout import promise
from goosetable.games.goose.state import BID, NO_BID, GooseState

UNSURE: Final = 0.8
"""How far bids lie from what hands promise, as a spread, in tricks."""


def likelihood(known: GooseState, me: int) -> Callable[[Sequence[Cards]], float] | None:
    """The bids of the others, each by how far it is from what its seat would have held; None before another seat has bid."""
    bids = [(seat, bid) for seat, bid in enumerate(known.bids) if bid != NO_BID and seat != me]
    if not bids:
        return None
    played = [0] * len(known.hands)
    for seat, action in known.actions:
        if action < BID:
            played[seat] |= BIT[action]

    def likely(hands: Sequence[Cards]) -> float:
        found = 0.0
        for seat, bid in bids:
            found -= ((bid - promise(known, hands[seat] | played[seat])) / UNSURE) ** 2 / 2
        return found

    return likely
