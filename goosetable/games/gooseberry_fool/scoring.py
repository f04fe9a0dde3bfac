"""Tricks of Gooseberry Fool: which card takes one, what tricks are worth, and how likely they make a seat the middle one."""

from __future__ import annotations

from functools import cache
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, JOKER, PACK_SIZE, Card, Cards
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.engine.strength.fallen_at_random import FallenAtRandom
from goosetable.games.gooseberry_fool.options import FoolOptions

SEATS: Final = 3
TRICKS: Final = 11
MIDDLE_BONUS: Final = 10

RIGHT: Final[tuple[int, ...]] = (2, 0, 1)
SUIT: Final = tuple(cards.suit(card) for card in range(PACK_SIZE))
SUITED: Final = cards.pack(lowest="7")
EVERY: Final[Cards] = sum(BIT[card] for card in SUITED)


def taker(one: Card, two: Card, three: Card) -> int:
    """The place, 0..2, of the card that takes three cards without the Joker (rule 6)."""
    a, b, c = SUIT[one], SUIT[two], SUIT[three]
    if a == b:
        if b != c:
            return 2
        return 0 if (two < one) == (one < three) else 1 if (one < two) == (two < three) else 2
    if a == c:
        return 1
    if b == c:
        return 0
    red_a, red_b, red_c = a in (1, 2), b in (1, 2), c in (1, 2)
    return 2 if red_a == red_b else 1 if red_a == red_c else 0


def bases(taken: tuple[int, ...]) -> tuple[int, ...]:
    """1 for each own trick and 2 for each trick of the right-hand neighbour (rule 8)."""
    return tuple(taken[seat] + 2 * taken[RIGHT[seat]] for seat in range(SEATS))


def middle(base: tuple[int, ...]) -> int | None:
    """The seat strictly between the other two, or None where two are level."""
    low, mid, high = sorted(base)
    return base.index(mid) if low < mid < high else None


def earned(taken: tuple[int, ...]) -> tuple[int, ...]:
    """The points of a deal (rules 8 and 9)."""
    base = bases(taken)
    best = middle(base)
    return tuple([score + MIDDLE_BONUS if seat == best else score for seat, score in enumerate(base)])


def _in_the_middle(taken: tuple[int, ...]) -> tuple[float, ...]:
    best = middle(bases(taken))
    return tuple([float(seat == best) for seat in range(SEATS)])


_OUTLOOK: Final = FallenAtRandom(TRICKS, _in_the_middle)


def outlook(taken: tuple[int, ...]) -> tuple[float, ...]:
    """How likely each seat is to end in the middle, by the tricks of each so far, if those to come fall at random."""
    return _OUTLOOK.worth(taken)


def ended(state: TrickState, taken: tuple[int, ...]) -> TrickState:
    """A deal like this one that has ended with so many tricks for each seat."""
    over = state.copy()
    over.trick, over.turn = [], OVER
    over.hands, over.won = [0] * SEATS, [2 ** (SEATS * tricks) - 1 for tricks in taken]
    return over


@cache
def takers(one: Card, two: Card) -> tuple[Cards, Cards, Cards]:
    """By the first and second card of a trick, neither the Joker: the third cards with which each place takes it."""
    found = [0, 0, 0]
    for three in SUITED:
        if three not in (one, two):
            found[taker(one, two, three)] |= BIT[three]
    return found[0], found[1], found[2]


JOKER_BIT: Final = BIT[JOKER]
LEFT: Final[tuple[int, ...]] = (1, 2, 0)


def why_taken(trick: list[Card]) -> str:
    """Why the taking card takes, as in "the middle of three spades"."""
    if JOKER in trick:
        return "it always does"
    card = trick[taker(*trick)]
    suits = {SUIT[other] for other in trick}
    if len(suits) == 1:
        return f"the middle of three {cards.SUIT_NAMES[SUIT[card]]}"
    if len(suits) == 2:
        return f"the only {cards.SUIT_NAMES[SUIT[card]][:-1]}"
    return f"the only {'red' if cards.is_red(SUIT[card]) else 'black'} card"


def odd_one(totals: tuple[int, ...]) -> int | None:
    """The seat with the middle total, or of two level totals the third seat (rule 10); None where all are level."""
    low, mid, high = sorted(totals)
    odd = high if low == mid else low if mid == high else mid
    return None if low == high else totals.index(odd)


def leading(options: FoolOptions, totals: tuple[int, ...]) -> int | None:
    """Who would win if the game ended with these totals (rule 10, and option end_rule), or nobody."""
    there = [seat for seat in range(SEATS) if totals[seat] >= options.target]
    if options.end_rule == "middle" or len(there) == SEATS:
        return odd_one(totals)
    if len(there) == 2:
        return SEATS - sum(there)
    return there[0] if there else None
