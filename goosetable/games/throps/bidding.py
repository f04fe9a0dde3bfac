"""How people bid at Throps, and what a bid tells of the hand it came from.

Every manner compares what the card turned up is worth with all cards that may still be turned up, and bids as high in its own
hand. What a card would do to the score of its winner is a number for each of the 52, in a lane of nine bits of one large
number: so all of them are added and compared at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.event import HIDDEN
from goosetable.engine.rules.state import OVER
from goosetable.engine.strength.sealed_bids import BidLikelihood
from goosetable.games.throps.scoring import KEY, VALUE, VOID
from goosetable.games.throps.state import ThropsState

MANNERS: Final = 3
"""By the points gained or lost alone; by how many cards would gain more; the same with what the others would gain, too."""

SLIP: Final = 0.2
"""How far up or down its hand a bid may slip, both together, as a part of the hand."""
DOUBT: Final = 0.12
"""How far a bid lies from where it is expected, as a standard deviation in parts of the hand."""
STRANGEST: Final = 4.5
"""What the strangest bid counts against a hand: a bidder may have thought of something else."""
GREAT: Final = 24.0
"""The simplest manner bids its highest card for half of these points, and its lowest where as much is lost."""

_BITS: Final = 9
_ZERO: Final = 32
"""What stands for a gain of nothing in a lane."""
_FAR: Final = 11
"""No card makes up for more."""
_SHIFT: Final = tuple(_BITS * card for card in range(cards.JOKER))
_LANE: Final = tuple(2**shift for shift in _SHIFT)
_LANES: Final = sum(_LANE)
_HIGH: Final = tuple(2 ** (_BITS - 1) * lane for lane in _LANE)
_HIGHS: Final = sum(_HIGH)
_WORTH: Final = tuple(VALUE[cards.rank(card)] for card in range(cards.JOKER))
_SUIT: Final = tuple(cards.suit(card) for card in range(cards.JOKER))
_ABOVE: Final = tuple(
    tuple(sum(BIT[other] for other in range(cards.JOKER) if key[other] < key[card]) for card in range(cards.JOKER))
    for key in KEY
)
"""By suit of the stock card and bid card, the cards that beat it."""
_RANKED: Final = tuple(cards.rank(card) * 4 + cards.suit(card) for card in range(cards.JOKER))
"""About how strong a bid is whatever the stock card: who bids without thinking long does not look at the suits of equals."""


def _gains(suit: int, behind: int, void: bool) -> int:
    """The lanes of a suit that lies so far behind the best one."""
    group = range(cards.JOKER)
    worth = {card: _WORTH[card] for card in group if _SUIT[card] == suit}
    return sum((_ZERO - value - VOID * void + 2 * max(0, value - behind)) * _LANE[card] for card, value in worth.items())


_GAINS: Final = tuple(
    tuple(tuple(_gains(suit, behind, void) for behind in range(_FAR + 1)) for void in (False, True)) for suit in range(4)
)


def lanes(values: Sequence[int]) -> int:
    """What each card would do to a score whose suits are worth so much, in lanes."""
    most = found = 0
    for value in values:
        if value > most:
            most = value
    for suit in (0, 1, 2, 3):
        value = values[suit]
        behind = most - value
        found += _GAINS[suit][0 if value else 1][behind if behind < _FAR else _FAR]
    return found


def wide(group: Cards) -> int:
    """A set of cards in lanes."""
    return sum([_HIGH[card] for card in cards.members(group)])


def aim(own: int, every: int, turned: Card, left: int, count: int, manner: int) -> float:
    """Where in its hand a seat's bid lies, from 0, its highest card, to 1.

    own, every: what each card would do to the score of the seat, and to all scores together, in lanes; left: what may yet be
    turned up, in lanes, and how many they are.
    """
    shift = _SHIFT[turned]
    if manner == 0:
        place = 0.5 - ((own >> shift & 511) - _ZERO) / GREAT
        return place if place > 0.0 else 0.0
    if not count:
        return 0.0
    if manner == 2:
        own += every
    level = own >> shift & 511
    whole = (own | _HIGHS) - level * _LANES
    return float(((whole & left).bit_count() + ((whole - _LANES) & left).bit_count()) / (2 * count))


def unseen(state: ThropsState) -> int:
    """The cards that lie open nowhere, in lanes."""
    open_cards = state.gone | BIT[state.turned]
    for won in state.won:
        open_cards |= won
    return int(_HIGHS - wide(open_cards))


def bid(state: ThropsState, values: Sequence[Sequence[int]], seat: int, manner: int, chance: float) -> Card:
    """What a seat bids in a manner, where the suits that each has won are worth `values`."""
    hand = sorted(cards.members(state.hands[seat]), key=_RANKED.__getitem__)
    gains, left = [lanes(own) for own in values], unseen(state)
    every = gains[0] + gains[1] + gains[2]
    place = aim(gains[seat], every, state.turned, left, left.bit_count(), manner) + (chance - 0.5) * SLIP
    return hand[min(max(int(place * len(hand)), 0), len(hand) - 1)]


def bid_out(
    state: ThropsState, values: Sequence[Sequence[int]], manners: Sequence[int], slips: Sequence[bool], rng: Random
) -> None:
    """Plays the rest of a deal, as `SealedBids.bid_out`; `values` as in `bid`."""
    random = rng.random
    hands = [sorted(cards.members(held), key=_RANKED.__getitem__) for held in state.hands]
    worth = [list(own) for own in values]
    gains = [lanes(own) for own in worth]
    stock, won, turned, left = state.stock, state.won, state.turned, unseen(state)
    for size in range(len(hands[0]), 0, -1):
        key = KEY[_SUIT[turned]]
        winner, best, spent, count, every = 0, 99, 0, left.bit_count(), gains[0] + gains[1] + gains[2]
        for seat in (0, 1, 2):
            hand = hands[seat]
            if size == 1:
                card = hand[0]
            else:
                place = aim(gains[seat], every, turned, left, count, manners[seat])
                if slips[seat]:
                    place += (random() - 0.5) * SLIP
                at = int(place * size) if place > 0.0 else 0
                card = hand.pop(at if at < size else size - 1)
            spent += _HIGH[card]
            if key[card] < best:
                winner, best = seat, key[card]
        won[winner] |= BIT[turned]
        own = worth[winner]
        own[_SUIT[turned]] += _WORTH[turned]
        if size > 1:
            gains[winner] = lanes(own)
            turned = stock.pop()
            left ^= spent + _HIGH[turned]
    state.gone |= state.hands[0] | state.hands[1] | state.hands[2]
    state.hands = [0, 0, 0]
    state.turned, state.turn = HIDDEN, OVER


def likelihood(rounds: Sequence[tuple[Card, int, tuple[Card, ...]]], seat: int) -> BidLikelihood:
    """What a seat's bids tell; `rounds` are those played: the card turned up, who won it, and the bids by seat."""
    worth = [[0] * 4 for _ in range(3)]
    left = _HIGHS
    told: list[tuple[Cards, Cards, tuple[float, ...]]] = []
    for turned, winner, bids in rounds:
        left ^= _HIGH[turned]
        gains, count = [lanes(own) for own in worth], left.bit_count()
        every = gains[0] + gains[1] + gains[2]
        aims = tuple([min(aim(gains[seat], every, turned, left, count, manner), 0.999) for manner in range(MANNERS)])
        told.append((BIT[bids[seat]], _ABOVE[_SUIT[turned]][bids[seat]], aims))
        worth[winner][_SUIT[turned]] += _WORTH[turned]
        for card in bids:
            left ^= _HIGH[card]
    told.reverse()

    def fits(hand: Cards, manner: int) -> float:
        size = hand.bit_count()
        total = 0.0
        for bit, above, aims in told:
            hand |= bit
            size += 1
            off = (((hand & above).bit_count() + 0.5) / size - aims[manner]) / DOUBT
            strange = off * off / 2
            total -= strange if strange < STRANGEST else STRANGEST
        return total

    return fits
