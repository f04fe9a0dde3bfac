"""What takes a trick of Goose, what a bid earns, and who is Ass and who is Goose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.cards import JOKER, JOKER_SUIT, PACK_SIZE, Card
from goosetable.engine.rules import tricks
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.tricks import SUIT

MADE: Final = 20
"""A bid made, besides `EACH` for every trick of it (rule 12)."""
EACH: Final = 10


class Roles(NamedTuple):
    """Who plays a deal as Ass and who as Goose, each in ascending order."""

    asses: tuple[int, ...] = ()
    geese: tuple[int, ...] = ()


def taker(trick: list[Card], trumps: int | None, jokers: str) -> int:
    """The place of the card that takes a trick (rules 9 and 10, and option jokers)."""
    if jokers != "suitless":
        there = [place for place, card in enumerate(trick) if SUIT[card] == JOKER_SUIT]
        high = [place for place in there if trick[place] % PACK_SIZE == JOKER]
        if high or (there and jokers == "top"):
            return (high or there)[0]
        if there and len(there) < len(trick):
            others = [place for place in range(len(trick)) if place not in there]
            return others[tricks.strongest([trick[place] for place in others], trumps)]
    return tricks.strongest(trick, trumps)


def why_taken(trick: list[Card], trumps: int | None, jokers: str) -> str:
    """Why the taking card takes, as in "the highest spade"."""
    place = taker(trick, trumps, jokers)
    card = trick[place]
    suit = SUIT[card]
    if suit == JOKER_SUIT and jokers != "suitless":
        why = "above every trump" if jokers == "top" else "which beats everything"
    else:
        name = "trump" if suit == trumps else "joker" if suit == JOKER_SUIT else cards.SUIT_NAMES[suit][:-1]
        why = f"the {'only' if sum(SUIT[other] == suit for other in trick) == 1 else 'highest'} {name}"
    twin = any(other % PACK_SIZE == card % PACK_SIZE for other in trick[place + 1 :])
    return f"{why}, and played first" if twin else why


def asked(trick: list[Card], jokers: str) -> int | None:
    """The suit that must be followed, that of the jokers among them, or None (rules 7 and 8, and option jokers)."""
    if not trick:
        return None
    if jokers != "wizard":
        return SUIT[trick[0]]
    if trick[0] % PACK_SIZE == JOKER:
        return None
    return next((SUIT[card] for card in trick if SUIT[card] != JOKER_SUIT), None)


def score(bid: int, won: int, ass: bool = False, goose: bool = False) -> int:
    """The points of a deal for one seat (rules 12 and 14)."""
    if bid == won:
        return (MADE + EACH * won) * (2 if ass else 1)
    return -EACH * abs(bid - won) * (2 if goose else 1)


def roles(totals: Sequence[Points], before: Roles) -> Roles:
    """Who is Ass and who is Goose after a deal that leads to these totals (rule 13)."""
    low, high = min(totals), max(totals)
    lowest = tuple(seat for seat, total in enumerate(totals) if total == low)
    highest = tuple(seat for seat, total in enumerate(totals) if total == high)
    return Roles(
        tuple(seat for seat in lowest if seat in before.asses) or lowest,
        tuple(seat for seat in highest if seat in before.geese) or highest,
    )


@cache
def prospect(bid: int, won: int, left: int, seats: int, ass: bool, goose: bool) -> float:
    """The points that a seat may expect if the tricks to come fall at random."""
    chance = 1 / seats
    return sum(
        comb(left, more) * chance**more * (1 - chance) ** (left - more) * score(bid, won + more, ass, goose)
        for more in range(left + 1)
    )
