"""Heuristics of Gops: static evaluation, chances of winning, and the solved endings of two players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import erfc, exp, pi, sqrt
from typing import Final

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.rules.action import Action, value_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.rules import Rules
from goosetable.engine.rules.state import BID, OVER
from goosetable.engine.strength.heuristics import Heuristics, Mixing
from goosetable.engine.strength.win_chances import leading
from goosetable.games.gops import solver
from goosetable.games.gops.rules import HELD, PRIZES, TOPS, VALUE, GopsOptions, GopsState, highest
from goosetable.games.gops.text import GopsReasons

SPREAD: Final = {2: 15.6, 3: 17.3}
"""By players, how far a deal carries a seat from the others: spread x sqrt(1 - correlation), by `build/lab/chances.py`."""
WIDE: Final = 0.7
"""How far a bid of a playout lies from the middle, at most, as a part of the hand; as in solved endings."""
CARELESS, ABOUT, FLOOR = 0.5, 0.24, 0.05
"""Odds, before the first bid, that a seat bids at random; standard deviation of other bids from the place of the prize in the
hand, as in solved endings; and what is added to their likelihood, since people have ideas."""
EDGE: Final = {2: 1.17, 3: 0.9}
"""By number of players, the lead, as a part of the prizes to come, of a hand that is better in every pair of cards.

Fitted to 40 solved endings of two with five cards: it explains 0.97 of the squared values, 0.94 with four.
"""
SURE: Final = 0.9
"""Probability of bids without a plan from which on an ending is played for the other's faults, as far as is safe."""
KEPT: Final = 200_000
"""Comparisons of two hands that are cached: long tournaments meet millions."""
LUCK: Final = 0.6
"""Standard deviation of a lead, relative to prizes that go to either side by the toss of a coin."""


class GopsHeuristics(Heuristics[GopsState, GopsOptions]):
    """Estimates for Gops."""

    cost = 0.5
    foresees = True

    def __init__(self, rules: Rules[GopsState, GopsOptions]) -> None:
        super().__init__(rules, GopsReasons())

    def between(self, known: GopsState, one: Card, two: Card) -> Cards | None:
        return cards.span(one, two, TOPS) & ~PRIZES

    def call(self, state: GopsState, legal: Sequence[Action], chance: float) -> Action:
        """About as high in the hand as what is on offer stands among the prizes still to come, more or less."""
        hand, left = sorted(legal, key=lambda action: VALUE[action - BID]), cards.members(state.hidden)
        below = sum([VALUE[card] < state.stake for card in left])
        place = (below + 0.5) / (len(left) + 1) + WIDE * (chance - 0.5)
        return hand[min(max(int(place * len(hand)), 0), len(hand) - 1)]

    def worth(self, state: GopsState) -> tuple[float, ...]:
        """Each seat's chance of winning the deal: by the points so far, and by how the hands compare for the prizes to come."""
        return self._chances(state, [float(own) for own in self.rules.points(state)], 0)

    def foreseen(self, state: GopsState) -> tuple[float, ...]:
        """The same of the game: besides by the totals, and by what the deals to come may bring."""
        points = [float(own + total) for own, total in zip(self.rules.points(state), state.totals, strict=True)]
        return self._chances(state, points, max(state.options.deals - state.number, 0))

    def _chances(self, state: GopsState, expected: list[float], later: int) -> tuple[float, ...]:
        """Who will be ahead, by the points of all and the number of deals after this one."""
        seats, prizes = range(len(state.hands)), [VALUE[card] for card in cards.members(state.hidden)]
        more = sum(prizes) + state.stake
        if state.offer:
            prizes.append(VALUE[state.turned])
        for seat in seats:
            edges = [edge(state.held(seat), state.held(other)) for other in seats if other != seat]
            expected[seat] += more * EDGE[len(seats)] * sum(edges) / (2 * len(edges))
        luck = LUCK * sqrt(sum([prize * prize for prize in prizes]) / 2) + 0.5
        if later:
            luck = sqrt(luck**2 + SPREAD[len(seats)] ** 2 * later)
        if len(seats) == 2:
            first = erfc((expected[1] - expected[0]) / (2 * luck)) / 2
            return first, 1 - first
        return leading(expected, [luck] * len(seats), 1.0)

    def careless(self, known: GopsState, seat: int) -> float:
        """By its bids so far: how much likelier each is at random than about where the prize stands, as people bid."""
        seats, hand, left, stake, odds = len(known.hands), HELD[seat], PRIZES, 0, CARELESS
        for number in range(len(known.actions) // seats):
            prize = known.raised[number]
            left ^= cards.BIT[prize]
            stake += VALUE[prize]
            bids = {who: value_of(action) for who, action in known.actions[number * seats : (number + 1) * seats]}
            prizes, held = cards.members(left), cards.members(hand)
            place = (sum([VALUE[card] < stake for card in prizes]) + 0.5) / (len(prizes) + 1)
            off = ((sum([VALUE[card] < VALUE[bids[seat]] for card in held]) + 0.5) / len(held) - place) / ABOUT
            odds *= ABOUT * sqrt(2 * pi) / (exp(-off * off / 2) + FLOOR)
            hand ^= cards.BIT[bids[seat]]
            if len(highest([*bids.values()])) == 1 or known.options.ties != "carry":
                stake = 0
        return odds / (1 + odds)

    def mixture(self, known: GopsState, utility: Callable[[GopsState], tuple[float, ...]]) -> Mixing | None:
        """Exact between two, with few cards left; against a seat that surely bids without a plan, as bold as is safe."""
        seat = known.turn
        if len(known.hands) != 2 or known.hands[seat].bit_count() > solver.CARDS:
            return None
        over = known.copy()
        over.turn, over.won = OVER, [0, 0]

        def worth(lead: int) -> float:
            over.shares = [lead, 0] if seat == 0 else [0, lead]
            return utility(over)[seat]

        return solver.solve(known, worth, self.careless(known, 1 - seat) >= SURE)

    def win_chances(self, options: GopsOptions, standing: Standing) -> tuple[float, ...]:
        """By the totals and the deals to come, in which all are taken to be equals."""
        left = max(options.deals - standing.deals, int(options.tie == "extra-deal"))
        if not left or self.rules.winners(options, standing):
            return super().win_chances(options, standing)
        totals = [float(total) for total in standing.totals]
        return leading(totals, [SPREAD[len(totals)] * sqrt(left)] * len(totals), 1.0)


@lru_cache(KEPT)
def edge(mine: Cards, theirs: Cards) -> float:
    """How much better one hand is than another, -1..1: over all pairs of their cards, in which high ones count more.

    The cards of a hand count 1, 2, 3 ... from the lowest.
    """
    own, others = _heights(mine), _heights(theirs)
    whole = found = 0
    for high, bid in enumerate(own, 1):
        for other_high, other in enumerate(others, 1):
            whole += high * other_high
            found += high * other_high * ((bid > other) - (bid < other))
    return found / whole if whole else 0.0


def _heights(group: Cards) -> list[int]:
    """What cards are worth, from the lowest."""
    return sorted([VALUE[card] for card in cards.members(group)])
