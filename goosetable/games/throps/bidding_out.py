"""Bids the rest of a deal of Throps, each seat in its manner: the quick way to the end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from goosetable.cards import BIT
from goosetable.engine.rules.event import HIDDEN
from goosetable.engine.rules.state import OVER
from goosetable.games.throps.bidding import SLIP, SUIT, WORTH, aim, ranked, stands, unseen
from goosetable.games.throps.scoring import KEY
from goosetable.games.throps.state import ThropsState


def bid_out(
    state: ThropsState,
    values: Sequence[Sequence[int]],
    manners: Sequence[int],
    slips: Sequence[bool],
    rng: Random,
) -> None:
    """Plays the rest of a deal, as `SealedBids.bid_out`; `values` as in `bidding.bid`."""
    random = rng.random
    hands = [ranked(held) for held in state.hands]
    worth = [list(own) for own in values]
    stood = [stands(own) for own in worth]
    stock, won, turned, left = state.stock, state.won, state.turned, unseen(state)
    for size in range(len(hands[0]), 0, -1):
        key = KEY[SUIT[turned]]
        winner, best, spent, count = 0, 99, 0, left.bit_count()
        for seat in (0, 1, 2):
            hand = hands[seat]
            if size == 1:
                card = hand[0]
            else:
                place = aim(seat, stood, turned, left, count, manners[seat])
                if slips[seat]:
                    place += (random() - 0.5) * SLIP
                at = int(place * size) if place > 0.0 else 0
                card = hand.pop(at if at < size else size - 1)
            spent |= BIT[card]
            if key[card] < best:
                winner, best = seat, key[card]
            if size > 1:
                state.hands[seat] ^= BIT[card]
        won[winner] |= BIT[turned]
        own = worth[winner]
        own[SUIT[turned]] += WORTH[turned]
        state.gone |= spent
        if size > 1:
            stood[winner] = stands(own)
            turned = stock.pop()
            left ^= spent | BIT[turned]
    state.hands = [0, 0, 0]
    state.turned, state.turn = HIDDEN, OVER
