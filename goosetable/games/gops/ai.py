"""Heuristics of Gops: static evaluation, chances of winning, and exact solutions of endings of two players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import erfc, exp, pi, sqrt
from typing import Final

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.state import BID, OVER
from goosetable.engine.strength.card_sense import CertainChoice, Temptation, tempting_bids
from goosetable.engine.strength.heuristics import Heuristics, MixedStrategyRun
from goosetable.engine.strength.sums import sum_in_order
from goosetable.engine.strength.win_chances import lead_chances
from goosetable.games.gops import solver
from goosetable.games.gops.rules import (
    PRIZES,
    SUIT_OF_SEAT,
    TOPS,
    VALUE,
    GopsOptions,
    GopsState,
    indices_of_highest,
)
from goosetable.games.gops.text import GopsReasons

POINTS_SPREAD: Final = {2: 15.6, 3: 17.3}
"""By number of players, the spread of a seat's points, times sqrt(1 - correlation between seats) (`build/lab/chances.py`)."""
PLAYOUT_BID_RANGE: Final = 0.7
"""Range of the random position of a playout bid around the position of the prize, as a part of the hand."""
RANDOM_BID_ODDS, BID_DEVIATION, OTHER_REASONS = 0.5, 0.24, 0.05
"""Parameters of `random_bid_chance`. `RANDOM_BID_ODDS`: prior odds that a seat bids at random.

`BID_DEVIATION`: standard deviation of any other bid from the prize's position, as a part of the hand, as in solved endings.
`OTHER_REASONS`: constant added to the likelihood of such bids, because people bid for other reasons too.
"""
LEAD_OF_BETTER_HAND: Final = {2: 1.17, 3: 0.9}
"""By players, the expected lead from a hand that is better in every pair of cards, as a part of the prizes to come."""
MIN_RANDOM_CHANCE: Final = 0.9
"""Least probability of random bids at which a solved ending exploits them, within the risk `solver.MAX_RISK`."""
MAX_CACHED_PAIRS: Final = 200_000
"""Size of the cache of `hand_advantage`. A long tournament has millions of pairs of hands."""
LEAD_DEVIATION: Final = 0.6
"""Standard deviation of a lead, relative to that of a lead in which coin tosses decide all prizes."""


class GopsHeuristics(Heuristics[GopsState, GopsOptions]):
    """Estimates for Gops."""

    reasons_class = GopsReasons
    cost = 0.5
    static_values_suffice = True

    def certain_choice(self, state: GopsState, unseen: Cards) -> CertainChoice | None:
        """Returns a bid that is surely right: the lowest card that no other hand can beat, if the offer is worth such a card.
        Returns None if no bid is sure.
        """
        seat, seats = state.turn, range(len(state.hands))
        theirs = max([VALUE[card] for other in seats if other != seat for card in cards.members(state.open_hand(other))])
        safe = [card for card in cards.members(state.hands[seat]) if VALUE[card] > theirs]
        better = sum([VALUE[card] > state.stake for card in cards.members(state.prizes_to_come)])
        if not safe or better >= len(safe):
            return None
        return CertainChoice((BID + min(safe, key=VALUE.__getitem__),), "nothing of theirs can beat it")

    def temptations(self, state: GopsState, unseen: Cards, best: Action) -> Iterable[Temptation]:
        order = self.bids_from_lowest(state)
        yield from tempting_bids(state, order, best)
        yield Temptation("by_value", (min(order, key=lambda action: abs(VALUE[action - BID] - state.stake)),))

    def bids_from_lowest(self, state: GopsState) -> Sequence[Action]:
        return sorted(self.rules.legal(state), key=lambda action: VALUE[action - BID])

    def cards_between(self, state: GopsState, first: Card, second: Card) -> Cards | None:
        return cards.span(first, second, TOPS) & ~PRIZES

    def pick_call(self, state: GopsState, legal: Sequence[Action], chance: float) -> Action:
        """Returns a bid whose rank within the hand is about the rank of the offer among the prizes still to come."""
        hand, left = sorted(legal, key=lambda action: VALUE[action - BID]), cards.members(state.prizes_to_come)
        below = sum([VALUE[card] < state.stake for card in left])
        place = (below + 0.5) / (len(left) + 1) + PLAYOUT_BID_RANGE * (chance - 0.5)
        return hand[min(max(int(place * len(hand)), 0), len(hand) - 1)]

    def static_points(self, state: GopsState) -> tuple[float, ...]:
        """Returns each seat's expected points at the end of the deal: the points so far, an equal part of those to come, and
        a gain or loss by the advantage of its hand.
        """
        gains, later = self._expected_leads(state), state.points_left
        return tuple(
            [float(own) + gain + later / len(gains) for own, gain in zip(self.rules.points(state), gains, strict=True)]
        )

    def static_values(self, state: GopsState) -> tuple[float, ...]:
        """Returns each seat's chance of winning the deal, from its points so far and the advantage of its hand."""
        return self._winning_chances(state, [float(own) for own in self.rules.points(state)], 0)

    def static_win_chances(self, state: GopsState) -> tuple[float, ...]:
        """Returns each seat's chance of winning the game, from the totals and the expected points of this and later deals."""
        points = [float(own + total) for own, total in zip(self.rules.points(state), state.totals, strict=True)]
        return self._winning_chances(state, points, max(state.options.deals - state.number, 0))

    def _expected_leads(self, state: GopsState) -> list[float]:
        """Returns by seat the points that it should win beyond its equal part of those to come."""
        seats, more = range(len(state.hands)), state.points_left
        found = []
        for seat in seats:
            edges = [hand_advantage(state.open_hand(seat), state.open_hand(other)) for other in seats if other != seat]
            found.append(more * LEAD_OF_BETTER_HAND[len(seats)] * sum_in_order(edges) / (2 * len(edges)))
        return found

    def _winning_chances(self, state: GopsState, points: Sequence[float], later_deals: int) -> tuple[float, ...]:
        prizes = [VALUE[card] for card in cards.members(state.prizes_to_come)]
        expected = [own + lead for own, lead in zip(points, self._expected_leads(state), strict=True)]
        if state.offer:
            prizes.append(VALUE[state.turned])
        luck = LEAD_DEVIATION * sqrt(sum_in_order([prize * prize for prize in prizes]) / 2) + 0.5
        if later_deals:
            luck = sqrt(luck**2 + POINTS_SPREAD[len(expected)] ** 2 * later_deals)
        if len(expected) == 2:
            first = erfc((expected[1] - expected[0]) / (2 * luck)) / 2
            return first, 1 - first
        return lead_chances(expected, [luck] * len(expected), 1.0)

    def random_bid_chance(self, state: GopsState, seat: int) -> float:
        """Returns the probability, 0..1, that a seat bids at random and not by the prize's rank, given its bids so far."""
        seats, hand, left, stake, odds = len(state.hands), SUIT_OF_SEAT[seat], PRIZES, 0, RANDOM_BID_ODDS
        for number in range(len(state.actions) // seats):
            prize = state.turned_up[number]
            left ^= cards.BIT[prize]
            stake += VALUE[prize]
            bids = {who: value_of(action) for who, action in state.actions[number * seats : (number + 1) * seats]}
            prizes, held = cards.members(left), cards.members(hand)
            place = (sum([VALUE[card] < stake for card in prizes]) + 0.5) / (len(prizes) + 1)
            off = ((sum([VALUE[card] < VALUE[bids[seat]] for card in held]) + 0.5) / len(held) - place) / BID_DEVIATION
            odds *= BID_DEVIATION * sqrt(2 * pi) / (exp(-off * off / 2) + OTHER_REASONS)
            hand ^= cards.BIT[bids[seat]]
            if len(indices_of_highest([*bids.values()])) == 1 or state.options.ties != "carry":
                stake = 0
        return odds / (1 + odds)

    def solve_mixed_strategy(
        self, state: GopsState, utility: Callable[[GopsState], tuple[float, ...]]
    ) -> MixedStrategyRun | None:
        """Returns a solver of an ending of two seats; None for any other position. The solver exploits an opponent that very
        probably bids at random, within `solver.MAX_RISK`.
        """
        seat = state.turn
        if len(state.hands) != 2 or state.hands[seat].bit_count() > solver.MAX_HAND:
            return None
        over = state.copy()
        over.turn, over.won = OVER, [0, 0]

        def worth(lead: int) -> float:
            over.shares = [lead, 0] if seat == 0 else [0, lead]
            return utility(over)[seat]

        return solver.solve_round(state, worth, self.random_bid_chance(state, 1 - seat) >= MIN_RANDOM_CHANCE)

    def win_chances(self, options: GopsOptions, standing: Standing) -> tuple[float, ...]:
        """Returns each seat's chance of winning the game between two deals, if all seats play equally well."""
        left = max(options.deals - standing.deals, int(options.tie == "extra-deal"))
        if not left or self.rules.winners(options, standing):
            return super().win_chances(options, standing)
        totals = [float(total) for total in standing.totals]
        return lead_chances(totals, [POINTS_SPREAD[len(totals)] * sqrt(left)] * len(totals), 1.0)


@lru_cache(MAX_CACHED_PAIRS)
def hand_advantage(mine: Cards, theirs: Cards) -> float:
    """Returns the advantage of one hand over another, -1..1, by comparing all pairs of their cards.

    The cards of each hand have weights 1, 2, 3 ... from the lowest.
    """
    own, others = _sorted_values(mine), _sorted_values(theirs)
    whole = found = 0
    for high, bid in enumerate(own, 1):
        for other_high, other in enumerate(others, 1):
            whole += high * other_high
            found += high * other_high * ((bid > other) - (bid < other))
    return found / whole if whole else 0.0


def _sorted_values(group: Cards) -> list[int]:
    return sorted([VALUE[card] for card in cards.members(group)])
