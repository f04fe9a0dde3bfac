"""What a search may ask of Throps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.rules.rules import Rules
from goosetable.engine.strength.sealed_bids import BidLikelihood, SealedBids
from goosetable.engine.strength.target_race import TargetRace
from goosetable.engine.strength.win_chances import Pace
from goosetable.games.throps import bidding
from goosetable.games.throps.bidding import MANNERS
from goosetable.games.throps.explain import ThropsReasons
from goosetable.games.throps.scoring import KEY, score, suit_values
from goosetable.games.throps.state import BID, SEATS, ThropsOptions, ThropsState

_STRENGTH: Final = tuple((0,) * BID + key for key in KEY)
"""How strong a bid is, by suit of the stock card and by action."""


class ThropsHeuristics(TargetRace[ThropsState, ThropsOptions]):
    """What a search may ask of Throps."""

    cost = 12.5
    for_points = 0.9  # Chances of the game differ by less than luck makes of a deal: measured, they lose games.
    paces: Mapping[int, Pace] = {3: Pace((-24, -2, 6, 10, 16, 21, 24, 28, 34, 40, 75), -0.18)}

    def __init__(self, rules: Rules[ThropsState, ThropsOptions]) -> None:
        super().__init__(rules, ThropsReasons(), ThropsBids())

    def call(self, state: ThropsState, legal: Sequence[Action], chance: float) -> Action:
        """A high bid for what would add points, the higher the more it adds; a low one for what would cost points."""
        won = state.won[state.turn]
        gain = score(won | BIT[state.turned]) - score(won)
        order = sorted(legal, key=_STRENGTH[cards.suit(state.turned)].__getitem__)
        # Of one's cards the best third for what is worth eight or more, the last third for what costs as much.
        aim = 0.5 - gain / 24
        place = int((min(max(aim, 0.1), 0.9) + (chance - 0.5) * 0.35) * len(order))
        return order[min(max(place, 0), len(order) - 1)]


class ThropsBids(SealedBids[ThropsState]):
    """Bids by the manners of `bidding`."""

    manners = MANNERS

    def unbid(self, state: ThropsState) -> None:
        state.unbid()

    def likelihood(self, known: ThropsState, seat: int) -> BidLikelihood:
        actions, rounds = known.actions, []
        for number, turned in enumerate(known.raised[: len(actions) // SEATS]):
            bids = sorted((who, value_of(bid)) for who, bid in actions[number * SEATS : (number + 1) * SEATS])
            winner = next(who for who, won in enumerate(known.won) if won & BIT[turned])
            rounds.append((turned, winner, tuple([card for _, card in bids])))
        return bidding.likelihood(rounds, seat)

    def bid(self, state: ThropsState, seat: int, manner: int, chance: float) -> Action:
        return BID + bidding.bid(state, [suit_values(won) for won in state.won], seat, manner, chance)

    def bid_out(self, state: ThropsState, manners: Sequence[int], noisy: Sequence[bool], rng: Random) -> None:
        bidding.bid_out(state, [suit_values(won) for won in state.won], manners, noisy, rng)
