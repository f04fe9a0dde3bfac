"""The bids of Throps as a search asks for them, by the manners of `bidding`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from goosetable.cards import BIT, Card
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.strength.sealed_bids import BidLikelihood, SealedBids
from goosetable.games.throps import bidding
from goosetable.games.throps.bidding import MANNERS
from goosetable.games.throps.bidding_out import bid_out
from goosetable.games.throps.scoring import suit_values
from goosetable.games.throps.state import BID, SEATS, ThropsState

Told = tuple[Card, int, tuple[Card, ...]]
"""A round that was played: the card turned up, who won it, and the bids by seat."""


def rounds(known: ThropsState) -> list[Told]:
    """Those that everybody has seen."""
    actions, found = known.actions, []
    for number, turned in enumerate(known.raised[: len(actions) // SEATS]):
        bids = sorted((who, value_of(bid)) for who, bid in actions[number * SEATS : (number + 1) * SEATS])
        winner = next(who for who, won in enumerate(known.won) if won & BIT[turned])
        found.append((turned, winner, tuple([card for _, card in bids])))
    return found


class ThropsBids(SealedBids[ThropsState]):
    """Bids by the manners of `bidding`."""

    manners = MANNERS

    def unbid(self, state: ThropsState) -> None:
        state.unbid()

    def likelihood(self, known: ThropsState, seat: int) -> BidLikelihood:
        return bidding.likelihood(rounds(known), seat)

    def bid(self, state: ThropsState, seat: int, manner: int, chance: float) -> Action:
        return BID + bidding.bid(state, [suit_values(won) for won in state.won], seat, manner, chance)

    def bid_out(self, state: ThropsState, manners: Sequence[int], noisy: Sequence[bool], rng: Random) -> None:
        bid_out(state, [suit_values(won) for won in state.won], manners, noisy, rng)
