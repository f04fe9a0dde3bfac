"""Heuristics of Goose: the likelihood of hidden hands, given their bids, and chances of winning.

Chances of winning follow from the totals, the deals to come and the next Ass and Goose. The model assumes that a seat makes its
bid less often if more of its tricks are uncertain. The Ass, with the lowest total, gains more, and the Goose, with the highest,
loses more, so totals converge. The gaps between totals determine how long a seat stays last or first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import exp, sqrt
from typing import Final, NamedTuple

from goosetable.cards import BIT, Card, Cards, members, pick
from goosetable.engine.rules import tricks
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.strength import card_sense
from goosetable.engine.strength.card_sense import RANDOM_CARD_CHANCE, CertainChoice, Temptation, TrickAnalysis
from goosetable.engine.strength.heuristics import Guidance, Heuristics, scaled_leads
from goosetable.engine.strength.policy import Shape
from goosetable.engine.strength.win_chances import lead_chances
from goosetable.games.goose.policy import SHAPE, GoosePolicy, beating_cards, card_nearest_need, expected_tricks
from goosetable.games.goose.rules import (
    BID,
    MADE_BID_POINTS,
    NO_BID,
    POINTS_PER_TRICK,
    GooseOptions,
    GooseState,
    Roles,
    expected_points,
    hand_sizes,
)
from goosetable.games.goose.text import GooseReasons

BID_DEVIATION: Final = 0.8
"""Standard deviation of a bid from the tricks that the hand promises, in tricks."""
PLAYOUT_BID_RANGE: Final = 0.9
"""Range of the random error of a bid in a playout, in tricks."""


FAILED_BIDS_PER_MADE: Final = {2: 2.2, 3: 1.2, 4: 0.82, 5: 0.75}
"""By number of players, the number of failed bids for each bid that is made, if many tricks are uncertain."""
FAILED_BIDS_AT_LARGE_TABLES: Final = 0.7
"""Number of failed bids for each bid that is made, with six players or more."""
VARIANCE_SCALE: Final = 0.4
"""Scale of the variance of a seat's tricks: at this variance, 1 - 1/e of the failed bids of `FAILED_BIDS_PER_MADE` occur."""
MODELLED_DEALS: Final = 16
"""Number of later deals that are modelled one by one. A lead rarely lasts longer."""
CONVERGENCE_RATE: Final = 0.05
"""Rate at which totals converge: a deal shrinks them by this rate x (points of Ass and Goose) / (spread of the totals)."""
LOGISTIC_SCALE: Final = 0.78
"""Scale of the logistic model for last and first place, relative to the spread of the totals."""

MIN_SCALED_DIFFERENCE: Final = -300.0
"""Lower limit of a difference of totals, in scales of the logistic model; it prevents an overflow."""


class _DealMoments(NamedTuple):
    """The mean and the mean square of a seat's points in a deal, and the additions to both by the role of Ass or Goose."""

    mean: float
    square: float
    """Mean of the squared points."""
    gain: float
    """Mean of the Ass's additional points; `gain_square` is the mean increase of the squared points."""
    gain_square: float
    loss: float
    """Mean of the Goose's additional loss; `loss_square` is the mean increase of the squared points."""
    loss_square: float


@cache
def _deal_moments(size: int, players: int) -> _DealMoments:
    varies = size / players * (1 - 1 / players)
    made = 1 / (1 + FAILED_BIDS_PER_MADE.get(players, FAILED_BIDS_AT_LARGE_TABLES) * (1 - exp(-varies / VARIANCE_SCALE)))
    points, miss = MADE_BID_POINTS + POINTS_PER_TRICK * size / players, POINTS_PER_TRICK * (1 + 0.1 * sqrt(varies))
    high, low = points**2 + POINTS_PER_TRICK**2 * varies, miss**2 + POINTS_PER_TRICK**2 / 2
    gain, loss = made * points, (1 - made) * miss
    square = made * high + (1 - made) * low
    return _DealMoments(gain - loss, square, gain, 3 * made * high, loss, 3 * (1 - made) * low)


class _LaterDeal(NamedTuple):
    """A later deal, whose Ass and Goose are not known yet."""

    scale: float
    """Scale of the logistic model for last and first place before that deal."""
    gain: float
    loss: float


class _DealsToCome(NamedTuple):
    """The deals still to be played at some point of a game. next: the next deal, whose Ass and Goose are known."""

    next: _DealMoments
    later: tuple[_LaterDeal, ...]
    """The deals modelled one by one."""
    kept: float
    """Part of a lead left after the deals beyond `later`. `variance_kept`: part of its variance left after all deals."""
    variance_kept: float
    variance: float
    """Variance that the later deals add to a seat's total."""


@cache
def _deals_to_come(options: GooseOptions, deals: int) -> _DealsToCome:
    first, *sizes_left = hand_sizes(options)[deals:] or (1,)
    now = _deal_moments(first, options.players)
    start = reached = now.square - now.mean**2
    later, kept, variance_kept, variance = [], 1.0, 1.0, 0.0
    for number, size in enumerate(sizes_left):
        deal = _deal_moments(size, options.players)
        spread = sqrt(reached)
        remains = max(1 - CONVERGENCE_RATE * (deal.gain + deal.loss) / spread, 0.5)
        if number < MODELLED_DEALS:
            later.append(_LaterDeal(LOGISTIC_SCALE * spread, deal.gain, deal.loss))
        else:
            kept *= remains
        variance_kept *= remains**2
        variance = variance * remains**2 + deal.square - deal.mean**2
        reached = start * variance_kept + variance
    return _DealsToCome(now, tuple(later), kept, variance_kept, variance)


def _totals_one_deal_later(expected: list[float], scale: float, gain: float, loss: float) -> list[float]:
    """Returns the expected totals after one more deal, from the role each seat is likely to have in it.

    expected: by seat, its total before the deal. scale: scale of the logistic model for last and first place before the deal.
    gain: points that the Ass gains by its role. loss: points that the Goose loses by its role.
    """
    top = max(expected)
    above: list[float] = []
    first = last = 0.0
    for mean in expected:
        weight = exp(max((mean - top) / scale, MIN_SCALED_DIFFERENCE))
        above.append(weight)
        first += weight
        last += 1.0 / weight
    gain, loss = gain / last, loss / first
    return [own + gain / above[seat] - loss * above[seat] for seat, own in enumerate(expected)]


class GooseHeuristics(Heuristics[GooseState, GooseOptions]):
    """Estimates for Goose."""

    reasons_class = GooseReasons
    spread = 300  # Larger than all but the most unlikely differences.
    cost = 3.3
    payoff_weight = 0.5  # With many deals to come chances differ by little but the model's error, so points count.
    shape: Shape | None = SHAPE
    """Layout of the weights of the learned policy."""
    guidance = Guidance(playouts=True, prior=3.0, call_penalty=0.15, iteration_factor=0.55, unguided_cards=3)
    """Guidance. With at most `unguided_cards` cards left, a search without guidance finds the one right card more often."""

    def policy_with(self, rows: Sequence[Sequence[float]]) -> GoosePolicy:
        return GoosePolicy(rows)

    def static_values(self, state: GooseState) -> tuple[float, ...]:
        taken, (asses, geese) = state.taken(), state.roles
        if state.is_bidding:
            return (0.5,) * len(taken)
        left, seats = state.size - sum(taken), len(taken)
        expected = [
            expected_points(state.bids[seat], won, left, seats, seat in asses, seat in geese) for seat, won in enumerate(taken)
        ]
        return scaled_leads(expected, self.spread)

    def certain_choice(self, state: GooseState, unseen: Cards) -> CertainChoice | None:
        """Returns a choice that is surely right: a bid of as many tricks as the hand has sure trumps, or a card that takes or
        leaves the trick as the bid requires. Returns None if no choice is sure.
        """
        seat = state.turn
        if state.bids[seat] != NO_BID:
            return self.trick_analysis(state, unseen).certain_choice(state.bids[seat] - state.tricks(seat))
        least = self.trick_analysis(state, unseen).unbeatable_trumps().bit_count()
        bids = tuple([bid for bid in self.rules.legal(state) if bid - BID >= least])
        return CertainChoice(bids, "the highest trumps take their tricks") if least and bids else None

    def temptations(self, state: GooseState, unseen: Cards, best: Action) -> Iterable[Temptation]:
        seat = state.turn
        if state.bids[seat] != NO_BID:
            yield from self.trick_analysis(state, unseen).temptations(state.bids[seat] - state.tricks(seat))
        elif best + 1 in self.rules.legal(state):
            plain = state.hands[seat] & ~(0 if state.trumps is None else state.suits[state.trumps])
            if any(card_sense.rank_from_top(card) == 1 for card in members(plain)):
                yield Temptation("king_worth", (best + 1,))
            yield Temptation("bid_shift", (best + 1,))

    def bids_from_lowest(self, state: GooseState) -> Sequence[Action]:
        return self.rules.legal(state) if state.bids[state.turn] == NO_BID else ()

    def trick_analysis(self, state: GooseState, unseen: Cards) -> TrickAnalysis:
        legal = self.rules.playable(state) or state.hands[state.turn]
        return TrickAnalysis(state, legal, unseen, beating_cards(state.trumps, state.jokers, state.decks))

    def cards_between(self, state: GooseState, first: Card, second: Card) -> Cards | None:
        return tricks.cards_between(first, second)

    def pick_call(self, state: GooseState, legal: Sequence[Action], chance: float) -> Action:
        """Returns a bid near the expected tricks of the hand."""
        aim = expected_tricks(state, state.hands[state.turn]) + (chance - 0.5) * PLAYOUT_BID_RANGE
        return min(legal, key=lambda bid: abs(bid - BID - aim))

    def pick_card(self, state: GooseState, group: Cards, chance: float) -> Card:
        """Ducks if the bid needs no more tricks; tries to win if it needs all tricks left. Else plays `card_nearest_need`."""
        if chance < RANDOM_CARD_CHANCE:
            return pick(group, chance / RANDOM_CARD_CHANCE)
        seat, trick, beats = state.turn, state.trick, beating_cards(state.trumps, state.jokers, state.decks)
        seats = len(state.hands)
        need = state.bids[seat] - state.won[seat].bit_count() // seats
        last = len(trick) == seats - 1
        if need <= 0:
            return card_sense.choose_card_to_duck(group, trick, last, beats)
        if need >= state.hands[seat].bit_count():
            return card_sense.choose_card_to_win(group, trick, last, beats)
        return card_nearest_need(state, group, need, beats)

    def likelihood(self, state: GooseState, seat: int) -> Callable[[Sequence[Cards]], float] | None:
        """Returns a function from hands to the log-likelihood of the other seats' bids; None if those seats have not bid."""
        bids = [(other, bid) for other, bid in enumerate(state.bids) if bid != NO_BID and other != seat]
        if not bids:
            return None
        played = [0] * len(state.hands)
        for other, action in state.actions:
            if action < BID:
                played[other] |= BIT[action]

        def likely(hands: Sequence[Cards]) -> float:
            found = 0.0
            for other, bid in bids:
                found -= ((bid - expected_tricks(state, hands[other] | played[other])) / BID_DEVIATION) ** 2 / 2
            return found

        return likely

    def win_chances(self, options: GooseOptions, standing: Standing) -> tuple[float, ...]:
        if self.rules.winners(options, standing):
            return super().win_chances(options, standing)
        road = _deals_to_come(options, standing.deals)
        roles: Roles = standing.carry or Roles()
        expected: list[float] = []
        variances: list[float] = []
        deal = road.next
        for seat, total in enumerate(standing.totals):
            mean, square = float(deal.mean), deal.square
            if seat in roles.asses:
                mean, square = mean + deal.gain, square + deal.gain_square
            if seat in roles.geese:
                mean, square = mean - deal.loss, square + deal.loss_square
            expected.append(total + mean)
            variances.append(square - mean**2)
        for scale, gain, loss in road.later:
            expected = _totals_one_deal_later(expected, scale, gain, loss)
        expected = [road.kept * own for own in expected]
        return lead_chances(expected, [sqrt(own * road.variance_kept + road.variance) for own in variances], POINTS_PER_TRICK)
