"""Learned policy of Gooseberry Fool: a linear softmax over the features of each legal action.

`build.py train gooseberry-fool` computes the weights, one for each feature, situation and part of the deal. The features use
only the seat's own hand and the open cards. Chances are computed from the unseen cards: exactly for the last card of a trick,
with estimated chances of voids for earlier cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import comb, sqrt
from typing import Final

from goosetable.cards import BIT, JOKER, ONE_PACK, PACK_SIZE, SUIT_SIZE, Card, Cards
from goosetable.engine.rules.action import GIVE, Action
from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.policy import FeatureRow, LinearPolicy, Shape
from goosetable.engine.strength.sums import sum_in_order
from goosetable.engine.strength.tricks_to_come import RandomTricks, UtilityOfTricks
from goosetable.games.gooseberry_fool.rules import (
    ALL_CARDS,
    JOKER_BIT,
    LEFT_NEIGHBOUR,
    RIGHT_NEIGHBOUR,
    SEATS,
    SUIT,
    TRICKS,
    middle_score_chances,
    state_finished_with_tricks,
    third_cards_by_taker,
)


class CardFeatures(FeatureRow):
    """The features of one card, mostly 0..1 or -1..1. "Its suit" is the suit of the card.

    The same class also holds a row of weights: a weight in place of each feature.
    """

    gain: float
    """Expected utility of the deal to this seat after the trick, by its likely takers, minus the mean over all takers."""
    left_gain: float
    """`gain` of the seat on the left. The gain of the third seat is not a feature, because it nearly follows from both."""
    take: float
    """Chance that this seat takes the trick."""
    left_takes: float
    """Chance that the seat on the left takes the trick."""
    below: float
    """Number of unseen lower cards of its suit, scaled."""
    above: float
    """Number of unseen higher cards of its suit, scaled."""
    middling: float
    """The lesser of the numbers of unseen lower and higher cards, scaled: high for a likely middle card of three."""
    edge: float
    """1 if all unseen cards of its suit are higher, or if all are lower."""
    dead: float
    """1 if no card of its suit is unseen."""
    length: float
    """Number of other cards of its suit in the hand, scaled."""
    void_made: float
    """1 if the hand has no other card of its suit."""
    singleton: float
    """1 if the hand has one other card of its suit."""
    rank: float
    """1 for an ace down to -1 for a seven."""
    extreme: float
    """Distance of `rank` from the middle."""
    left_void: float
    """1 if the seat on the left is known to be void in its suit."""
    right_void: float
    joker_length: float
    """`length`, if the hand holds the Joker, which a void would force the seat to play."""
    joker_feared: float
    """`length`, if the Joker is unseen, so that another seat may hold it."""
    own_below: float
    """Number of lower cards of its suit in the hand, scaled."""
    own_above: float
    want_middling: float
    """`middling`, times the strength of this seat's wish for the trick. The four features below have the same factor."""
    want_edge: float
    want_void: float
    want_extreme: float
    want_length: float
    aim_left_void: float
    """`left_void`, times this seat's gain if the right seat takes the trick and not the left. Its counterpart is below."""
    aim_right_void: float


UTILITY_SCALE: Final = 5.0
"""Factor on differences in utility, which would otherwise be small beside other features."""
TABLE_SIDE: Final = TRICKS + 1
TABLE_STEPS: Final[tuple[int, ...]] = (TABLE_SIDE * TABLE_SIDE, TABLE_SIDE, 1)
"""By seat, the distance of two entries in a table of utilities that differ by one trick of that seat."""
DEAL_DEVIATION: Final = 0.465
"""Standard deviation of the utility of a deal played for itself: 1 for the middle score, 0 for any other."""
MIN_SPREAD: Final = 1e-6
"""A smaller spread counts as zero: the deal then has no effect on the game."""
TWO_DISCARDS_CHANCE: Final = 2 / 9
"""Chance that each of the two other seats takes the trick, if both are void in the suit led and discard any other suit."""

_PACK: Final[Cards] = ALL_CARDS | JOKER_BIT
_LOWER: Final[list[Cards]] = [
    sum(BIT[other] for other in range(card + 1, PACK_SIZE) if ALL_CARDS & BIT[other] and SUIT[other] == SUIT[card])
    for card in range(PACK_SIZE)
]
"""By card, the lower cards of its suit."""
_HEIGHT: Final[list[float]] = [(3.5 - card % SUIT_SIZE) / 3.5 for card in range(PACK_SIZE)]
"""By card, from 1 for an ace down to -1 for a seven."""
_HAND: Final = TRICKS + 1
_UNSEEN: Final = 2 * TRICKS + 1
_VOID: Final[list[float]] = [
    comb(unseen - length, hand) / comb(unseen, hand) if hand <= unseen and length <= unseen else 0.0
    for length in range(9) for unseen in range(_UNSEEN) for hand in range(_HAND)
]  # fmt: skip
"""Chance that a hand is void in a suit. Indices: length of the suit, number of unseen cards, and size of the hand."""
_MASKS: Final[list[tuple[Cards, Cards, Cards]]] = [(0, 0, 0)] * (PACK_SIZE * PACK_SIZE)
"""Cache of `third_cards_by_taker`, by a number that combines the first and the second card."""


def cached_third_cards(first: Card, second: Card) -> tuple[Cards, Cards, Cards]:
    """Returns the cached result of `third_cards_by_taker`."""
    found = _MASKS[first * PACK_SIZE + second]
    if not found[0] | found[1] | found[2]:
        found = _MASKS[first * PACK_SIZE + second] = third_cards_by_taker(first, second)
    return found


UtilityTable = list[list[float]]
"""By seat, a list of its utilities, about 0..1. The index is the tricks of all seats as the digits of one number."""


def tabulate_utility(utility_of_tricks: UtilityOfTricks) -> UtilityTable:
    """Returns a table of a utility by the number of tricks of each seat."""
    found: UtilityTable = [[0.0] * (TABLE_SIDE * TABLE_SIDE * TABLE_SIDE) for _ in range(SEATS)]
    for one in range(TABLE_SIDE):
        for two in range(TABLE_SIDE - one):
            for three in range(TABLE_SIDE - one - two):
                for seat, value in enumerate(utility_of_tricks((one, two, three))):
                    found[seat][(one * TABLE_SIDE + two) * TABLE_SIDE + three] = value
    return found


@cache
def deal_outlook() -> UtilityTable:
    """Returns the utility table of a deal that counts alone, outside a game."""
    return tabulate_utility(middle_score_chances)


def rescale_utility(utility_of_tricks: UtilityOfTricks) -> UtilityTable:
    """Returns a utility as a table, scaled to the mean and the spread of `deal_outlook`, because the policy was trained with
    utilities of that scale.
    """
    before = (0,) * SEATS
    expected = RandomTricks(TRICKS, utility_of_tricks)
    means = expected.expected_utility(before)
    squares = RandomTricks(
        TRICKS, lambda taken: tuple([(value - mean) ** 2 for value, mean in zip(utility_of_tricks(taken), means, strict=True)])
    )
    spread = sqrt(sum_in_order(squares.expected_utility(before)) / SEATS)
    factor = DEAL_DEVIATION / spread if spread > MIN_SPREAD else 0.0

    def scaled_utility(taken: tuple[int, ...]) -> tuple[float, ...]:
        return tuple(
            [1.0 / SEATS + factor * (value - mean) for value, mean in zip(expected.expected_utility(taken), means, strict=True)]
        )

    return tabulate_utility(scaled_utility)


VERSION: Final = 1
"""Version of the features. It must be increased if a feature changes its meaning under the same name."""
SITUATIONS: Final = ("lead", "second follows", "third follows", "second discards", "third discards", "gift")
PARTS_OF_DEAL: Final = ("early", "middle", "late", "end")
"""Parts of a deal: with 11 to 9 tricks left, 8 to 6, 5 or 4, and 3 to 1."""
_PARTED: Final = tuple(f"{situation}, {part}" for situation in SITUATIONS for part in PARTS_OF_DEAL)
SHAPE: Final = Shape("gooseberry-fool", VERSION, CardFeatures().feature_names(), _PARTED)
_PART: Final[tuple[int, ...]] = tuple(3 if left < 4 else 2 if left < 6 else 1 if left < 9 else 0 for left in range(TRICKS + 1))
_GIFT: Final = SITUATIONS.index("gift")
_DISCARDS: Final = SITUATIONS.index("second discards") - 1
"""Situation of a discard, minus the number of its place in the trick, 1 or 2."""


class FoolPolicy(LinearPolicy[TrickState]):
    """A linear softmax policy for playing cards and for giving a trick to a seat."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.worth = deal_outlook()
        self.place = self.size = 0
        """Cards in the trick, and in the seat's hand, the one to be played included."""
        self._own: Cards = 0
        self._unseen: Cards = 0
        self._left_voids: Cards = 0
        self._right_voids: Cards = 0
        self._free = self._left_room = self._right_room = 0
        """Unseen cards that either of the others may hold, and the number of them in each hand."""
        self.led: Cards = 0
        """The suit led."""
        self._one = self._two = 0
        """The cards of the trick."""
        self._joker_lies = False
        self._to_me = self._to_left = self._to_right = 0.0
        """Gain to this seat if the trick goes to itself, to the left, to the right; less the mean of these."""
        self._his_me = self._his_left = self._his_right = 0.0
        """Gain to the seat on the left if the trick goes to this seat, to the left, to the right; less the mean of these."""
        self._take = self._left_takes = self._right_takes = 0.0
        """Chance of each seat to take the trick with the last card examined."""
        self._turn = 0
        super().__init__(SHAPE, rows)

    def with_utility(self, state: TrickState, utility: Callable[[TrickState], tuple[float, ...]]) -> FoolPolicy:
        twin = FoolPolicy([])
        twin.weights = self.weights
        twin.worth = rescale_utility(lambda taken: utility(state_finished_with_tricks(state, taken)))
        return twin

    def new_row(self, situation: int) -> CardFeatures:
        return CardFeatures()

    def situation_of(self, action: Action) -> int:
        situation = self.place
        if situation == SEATS:
            situation = _GIFT
        elif situation and not BIT[action] & self.led:
            situation += _DISCARDS
        return situation * len(PARTS_OF_DEAL) + _PART[self.size]

    def compute_features(self, action: Action, row: FeatureRow) -> None:
        assert isinstance(row, CardFeatures)
        if action >= GIVE:
            self.fill_gift_features((action - GIVE - self._turn) % SEATS, row)
        else:
            self.fill_card_features(action, row)

    def read_position(self, state: TrickState) -> None:
        me, trick, won = state.turn, state.trick, state.won
        self._turn = me
        left, right, own, place = LEFT_NEIGHBOUR[me], RIGHT_NEIGHBOUR[me], state.hands[me], len(trick)
        first, second, third = won[0], won[1], won[2]
        seen = own | first | second | third
        size = own.bit_count()
        self._own, self.place, self.size, self._joker_lies = own, place, size, False
        if place:
            self._one = trick[0]
            seen |= BIT[trick[0]]
            self.led = ONE_PACK[SUIT[trick[0]]] if trick[0] != JOKER else JOKER_BIT
            if place > 1:
                self._two = trick[1]
                seen |= BIT[trick[1]]
                self._joker_lies = trick[0] == JOKER or trick[1] == JOKER
            if place == SEATS:
                self.size = size + 1
        self._unseen = unseen = _PACK & ~seen
        left_voids, right_voids = state.voids[left], state.voids[right]
        self._left_voids, self._right_voids = left_voids, right_voids
        if place < 2:
            self._free = (unseen & ~left_voids & ~right_voids).bit_count()
            self._left_room = max(size - (unseen & right_voids).bit_count(), 0)
            self._right_room = max(size - place - (unseen & left_voids).bit_count(), 0)
        at = ((first.bit_count() * TABLE_SIDE + second.bit_count()) * TABLE_SIDE + third.bit_count()) // SEATS
        to_me, to_left, to_right = at + TABLE_STEPS[me], at + TABLE_STEPS[left], at + TABLE_STEPS[right]
        mine, his = self.worth[me], self.worth[left]
        a, b, c = mine[to_me], mine[to_left], mine[to_right]
        mean = (a + b + c) / 3.0
        self._to_me, self._to_left, self._to_right = a - mean, b - mean, c - mean
        a, b, c = his[to_me], his[to_left], his[to_right]
        mean = (a + b + c) / 3.0
        self._his_me, self._his_left, self._his_right = a - mean, b - mean, c - mean

    def fill_gift_features(self, steps: int, features: CardFeatures) -> None:
        """Fills the features of giving the trick to a seat. steps: 0 for the giver, 1 for its left, 2 for its right."""
        features.set_to_zero()
        if steps == 0:
            features.gain, features.left_gain, features.take = UTILITY_SCALE * self._to_me, UTILITY_SCALE * self._his_me, 1.0
        elif steps == 1:
            features.gain = UTILITY_SCALE * self._to_left
            features.left_gain = UTILITY_SCALE * self._his_left
            features.left_takes = 1.0
        else:
            features.gain, features.left_gain = UTILITY_SCALE * self._to_right, UTILITY_SCALE * self._his_right

    def fill_card_features(self, card: Card, features: CardFeatures) -> None:
        """Fills the features of playing a card. The Joker has none, because it is played only when it must be."""
        suit = ONE_PACK[SUIT[card]]
        lower = _LOWER[card]
        unseen = self._unseen & suit
        below = (unseen & lower).bit_count()
        above = unseen.bit_count() - below
        kept = self._own & suit & ~BIT[card]
        kept_below = (kept & lower).bit_count()
        count = kept.bit_count()
        if self.place == 0:
            self._compute_lead_chances(below, above, suit)
        elif self.place == 1:
            self._compute_second_card_chances(card)
        else:
            self._compute_third_card_taker(card)
        take, left_takes, right_takes = self._take, self._left_takes, self._right_takes
        features.gain = UTILITY_SCALE * (take * self._to_me + left_takes * self._to_left + right_takes * self._to_right)
        features.left_gain = UTILITY_SCALE * (take * self._his_me + left_takes * self._his_left + right_takes * self._his_right)
        features.take, features.left_takes = take, left_takes
        features.below, features.above = below / 7.0, above / 7.0
        middling = min(below, above) / 3.0
        edge = 1.0 if (below == 0) != (above == 0) else 0.0
        length = count / 4.0
        void_made = 1.0 if count == 0 else 0.0
        rank = _HEIGHT[card]
        extreme = rank if rank > 0.0 else -rank
        features.middling, features.edge, features.dead = middling, edge, 1.0 if below + above == 0 else 0.0
        features.length, features.void_made, features.singleton = length, void_made, 1.0 if count == 1 else 0.0
        features.rank, features.extreme = rank, extreme
        left_void = 1.0 if self._left_voids & suit else 0.0
        right_void = 1.0 if self._right_voids & suit else 0.0
        features.left_void, features.right_void = left_void, right_void
        features.joker_length = length if self._own & JOKER_BIT else 0.0
        features.joker_feared = length if self._unseen & JOKER_BIT else 0.0
        features.own_below, features.own_above = kept_below / 4.0, (count - kept_below) / 4.0
        want, aim = 1.5 * UTILITY_SCALE * self._to_me, UTILITY_SCALE * (self._to_right - self._to_left)
        features.want_middling, features.want_edge, features.want_void = want * middling, want * edge, want * void_made
        features.want_extreme, features.want_length = want * extreme, want * length
        features.aim_left_void, features.aim_right_void = aim * left_void, aim * right_void

    def _compute_lead_chances(self, below: int, above: int, suit: Cards) -> None:
        unseen = below + above
        if unseen == 0:
            # Discards of one suit leave it to the leader, and so do two of the other colour.
            self._take = 1.0 - 2.0 * TWO_DISCARDS_CHANCE
            self._left_takes = TWO_DISCARDS_CHANCE
            self._right_takes = TWO_DISCARDS_CHANCE
            return
        if self._left_voids & suit:
            left, right = 1.0, 0.0
        elif self._right_voids & suit:
            left, right = 0.0, 1.0
        else:
            at = (unseen * _UNSEEN + self._free) * _HAND
            left, right = _VOID[at + self._left_room], _VOID[at + self._right_room]
        both = 1.0 - left - right
        between = 0.0
        if unseen > 1 and both > 0.0:
            between = both * (2 * below * above) / (unseen * (unseen - 1))
        beside = 0.5 * (both - between)
        self._take, self._left_takes, self._right_takes = between, left + beside, right + beside

    def _compute_second_card_chances(self, card: Card) -> None:
        right_with, take_with, left_with = cached_third_cards(self._one, card)
        suit = self.led
        following = self._unseen & suit
        count = following.bit_count()
        void = 1.0
        if count and not self._left_voids & suit:
            void = 0.0 if self._right_voids & suit else _VOID[(count * _UNSEEN + self._free) * _HAND + self._left_room]
        take = left = right = 0.0
        if void < 1.0:
            part = (1.0 - void) / count
            take, left = part * (following & take_with).bit_count(), part * (following & left_with).bit_count()
            right = part * (following & right_with).bit_count()
        if void > 0.0:
            others = self._unseen & ~self._left_voids & ~suit
            count = others.bit_count()
            if others & JOKER_BIT:
                # A void seat that holds the Joker must play it.
                forced = void * self._left_room / self._free if self._free else void
                left += forced
                void -= forced
                count -= 1
            if count:
                part = void / count
                take, left = take + part * (others & take_with).bit_count(), left + part * (others & left_with).bit_count()
                right += part * (others & right_with).bit_count()
            else:
                left += void
        self._take, self._left_takes, self._right_takes = take, left, right

    def _compute_third_card_taker(self, card: Card) -> None:
        """Computes the taker of the trick if the card is played third. It is uncertain only if the trick has the Joker."""
        self._take = self._left_takes = self._right_takes = 0.0
        if self._joker_lies:
            return
        left_with, right_with, _ = cached_third_cards(self._one, self._two)
        bit = BIT[card]
        if bit & left_with:
            self._left_takes = 1.0
        elif bit & right_with:
            self._right_takes = 1.0
        else:
            self._take = 1.0
