"""What a card of Gooseberry Fool looks like to the seat that may play it: its features, by the own hand and what lies open.

Chances are counted from the cards unseen: exactly for the last card of a trick, by the odds of voids before that.
"""

from __future__ import annotations

from functools import cache
from math import comb, sqrt
from typing import Final

from goosetable.cards import BIT, JOKER, ONE_PACK, PACK_SIZE, SUIT_SIZE, Card, Cards
from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.fallen_at_random import Ends, FallenAtRandom
from goosetable.games.gooseberry_fool.features import CardFeatures
from goosetable.games.gooseberry_fool.scoring import EVERY, JOKER_BIT, LEFT, RIGHT, SEATS, SUIT, TRICKS, outlook, takers

SCALE: Final = 5.0
"""Differences of the outlook are small next to other features."""
SIDE: Final = TRICKS + 1
STEPS: Final[tuple[int, ...]] = (SIDE * SIDE, SIDE, 1)
"""By seat, the distance in a table of outlooks to one trick more."""
SPREAD: Final = 0.465
"""Standard deviation of a deal alone: being in the middle counts 1, anything else 0."""
LEAST: Final = 1e-6
"""A spread below this is none: the result changes nothing."""
APART: Final = 2 / 9
"""Where both others are void in the suit led: how likely each of them takes the trick, if discards are of any other suit."""

_PACK: Final[Cards] = EVERY | JOKER_BIT
_LOWER: Final[list[Cards]] = [
    sum(BIT[other] for other in range(card + 1, PACK_SIZE) if EVERY & BIT[other] and SUIT[other] == SUIT[card])
    for card in range(PACK_SIZE)
]
"""By card, those of its suit that are lower."""
_HEIGHT: Final[list[float]] = [(3.5 - card % SUIT_SIZE) / 3.5 for card in range(PACK_SIZE)]
"""By card, from 1 for an ace down to -1 for a seven."""
_HAND: Final = TRICKS + 1
_UNSEEN: Final = 2 * TRICKS + 1
_VOID: Final[list[float]] = [
    comb(unseen - length, hand) / comb(unseen, hand) if hand <= unseen and length <= unseen else 0.0
    for length in range(9) for unseen in range(_UNSEEN) for hand in range(_HAND)
]  # fmt: skip
"""By the length of a suit, the cards unseen and the size of a hand among them, how likely that hand has none of the suit."""
_MASKS: Final[list[tuple[Cards, Cards, Cards]]] = [(0, 0, 0)] * (PACK_SIZE * PACK_SIZE)
"""`takers` by first and second card in one number, once they have been asked for."""


def masks_of(one: Card, two: Card) -> tuple[Cards, Cards, Cards]:
    """As `takers`, from a table."""
    found = _MASKS[one * PACK_SIZE + two]
    if not found[0] | found[1] | found[2]:
        found = _MASKS[one * PACK_SIZE + two] = takers(one, two)
    return found


Worth = list[list[float]]
"""By seat, what the tricks of the three seats are worth to it, 0..1 or near it; the tricks of the first seat count most."""


def worth_by(worth: Ends) -> Worth:
    """A table of what the tricks of the seats are worth."""
    found: Worth = [[0.0] * (SIDE * SIDE * SIDE) for _ in range(SEATS)]
    for one in range(SIDE):
        for two in range(SIDE - one):
            for three in range(SIDE - one - two):
                for seat, value in enumerate(worth((one, two, three))):
                    found[seat][(one * SIDE + two) * SIDE + three] = value
    return found


@cache
def of_the_deal() -> Worth:
    """The outlook of a deal that counts alone."""
    return worth_by(outlook)


def as_of_a_deal(ends: Ends) -> Worth:
    """The same preferences with the mean and the spread that a deal alone has: a policy has learned by these."""
    before = (0,) * SEATS
    expected = FallenAtRandom(TRICKS, ends)
    means = expected.worth(before)
    squares = FallenAtRandom(
        TRICKS, lambda taken: tuple([(value - mean) ** 2 for value, mean in zip(ends(taken), means, strict=True)])
    )
    spread = sqrt(sum(squares.worth(before)) / SEATS)
    factor = SPREAD / spread if spread > LEAST else 0.0

    def scaled(taken: tuple[int, ...]) -> tuple[float, ...]:
        return tuple([1.0 / SEATS + factor * (value - mean) for value, mean in zip(expected.worth(taken), means, strict=True)])

    return worth_by(scaled)


class TrickSight:
    """What the seat to act sees before it chooses; of the hands only its own is looked at."""

    def __init__(self) -> None:
        self.worth = of_the_deal()
        self.place = self.size = 0
        """Cards in the trick, and in the seat's hand, that to be played among them."""
        self._own: Cards = 0
        self._unseen: Cards = 0
        self._left_voids: Cards = 0
        self._right_voids: Cards = 0
        self._free = self._left_room = self._right_room = 0
        """Unseen cards that either of the others may hold, and how many of them each does."""
        self.led: Cards = 0
        """The suit led."""
        self._one = self._two = 0
        """The cards of the trick."""
        self._joker_lies = False
        self._to_me = self._to_left = self._to_right = 0.0
        """What the trick is worth to this seat where it goes to itself, to the left, to the right; less the mean of these."""
        self._his_me = self._his_left = self._his_right = 0.0
        """The same for the seat on the left."""
        self._take = self._left_takes = self._right_takes = 0.0
        """How likely each takes the trick with the card looked at last."""

    def look(self, state: TrickState) -> None:
        """Looks at a state in which a seat is to act."""
        me, trick, won = state.turn, state.trick, state.won
        left, right, own, place = LEFT[me], RIGHT[me], state.hands[me], len(trick)
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
        at = ((first.bit_count() * SIDE + second.bit_count()) * SIDE + third.bit_count()) // SEATS
        to_me, to_left, to_right = at + STEPS[me], at + STEPS[left], at + STEPS[right]
        mine, his = self.worth[me], self.worth[left]
        a, b, c = mine[to_me], mine[to_left], mine[to_right]
        mean = (a + b + c) / 3.0
        self._to_me, self._to_left, self._to_right = a - mean, b - mean, c - mean
        a, b, c = his[to_me], his[to_left], his[to_right]
        mean = (a + b + c) / 3.0
        self._his_me, self._his_left, self._his_right = a - mean, b - mean, c - mean

    def give(self, steps: int, found: CardFeatures) -> None:
        """The features of giving the trick away: to itself 0, to the left 1, to the right 2."""
        found.clear()
        if steps == 0:
            found.gain, found.left_gain, found.take = SCALE * self._to_me, SCALE * self._his_me, 1.0
        elif steps == 1:
            found.gain, found.left_gain, found.left_takes = SCALE * self._to_left, SCALE * self._his_left, 1.0
        else:
            found.gain, found.left_gain = SCALE * self._to_right, SCALE * self._his_right

    def card(self, card: Card, found: CardFeatures) -> None:
        """The features of a card of the hand; not of the Joker, which is never one of several to choose from."""
        suit = ONE_PACK[SUIT[card]]
        lower = _LOWER[card]
        unseen = self._unseen & suit
        below = (unseen & lower).bit_count()
        above = unseen.bit_count() - below
        kept = self._own & suit & ~BIT[card]
        kept_below = (kept & lower).bit_count()
        count = kept.bit_count()
        if self.place == 0:
            self._leads(below, above, suit)
        elif self.place == 1:
            self._follows(card)
        else:
            self._closes(card)
        take, left_takes, right_takes = self._take, self._left_takes, self._right_takes
        found.gain = SCALE * (take * self._to_me + left_takes * self._to_left + right_takes * self._to_right)
        found.left_gain = SCALE * (take * self._his_me + left_takes * self._his_left + right_takes * self._his_right)
        found.take, found.left_takes = take, left_takes
        found.below, found.above = below / 7.0, above / 7.0
        middling = min(below, above) / 3.0
        edge = 1.0 if (below == 0) != (above == 0) else 0.0
        length = count / 4.0
        void_made = 1.0 if count == 0 else 0.0
        rank = _HEIGHT[card]
        extreme = rank if rank > 0.0 else -rank
        found.middling, found.edge, found.dead = middling, edge, 1.0 if below + above == 0 else 0.0
        found.length, found.void_made, found.singleton = length, void_made, 1.0 if count == 1 else 0.0
        found.rank, found.extreme = rank, extreme
        left_void = 1.0 if self._left_voids & suit else 0.0
        right_void = 1.0 if self._right_voids & suit else 0.0
        found.left_void, found.right_void = left_void, right_void
        found.joker_length = length if self._own & JOKER_BIT else 0.0
        found.joker_feared = length if self._unseen & JOKER_BIT else 0.0
        found.own_below, found.own_above = kept_below / 4.0, (count - kept_below) / 4.0
        want, aim = 1.5 * SCALE * self._to_me, SCALE * (self._to_right - self._to_left)
        found.want_middling, found.want_edge, found.want_void = want * middling, want * edge, want * void_made
        found.want_extreme, found.want_length = want * extreme, want * length
        found.aim_left_void, found.aim_right_void = aim * left_void, aim * right_void

    def _leads(self, below: int, above: int, suit: Cards) -> None:
        """Who takes a trick to which the card is led, of whose suit so many are unseen on either side."""
        unseen = below + above
        if unseen == 0:
            # Discards of one suit leave it to the leader, and so do two of the other colour.
            self._take, self._left_takes, self._right_takes = 1.0 - 2.0 * APART, APART, APART
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

    def _follows(self, card: Card) -> None:
        """Who takes a trick to which the card is played second: the leader sits on the right, the third on the left."""
        right_with, take_with, left_with = masks_of(self._one, card)
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
                # Who is void and has the Joker must play it.
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

    def _closes(self, card: Card) -> None:
        """Who takes a trick with the card as its third: that is sure, unless the Joker lies in it."""
        self._take = self._left_takes = self._right_takes = 0.0
        if self._joker_lies:
            return
        left_with, right_with, _ = masks_of(self._one, self._two)
        bit = BIT[card]
        if bit & left_with:
            self._left_takes = 1.0
        elif bit & right_with:
            self._right_takes = 1.0
        else:
            self._take = 1.0
