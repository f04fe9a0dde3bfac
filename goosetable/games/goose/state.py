"""A deal of Goose: its house rules and state, what takes a trick, and what a bid earns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.cards import BIT, JOKER, JOKER_SUIT, PACK_SIZE, Card, Cards
from goosetable.engine.rules import tricks
from goosetable.engine.rules.action import SPAN, Action, Verb
from goosetable.engine.rules.event import HIDDEN, STOCK, TURNED, Pile, Points
from goosetable.engine.rules.options import option
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.words import phrases

MADE: Final = 20
"""A bid made, besides `EACH` for every trick of it (rule 12)."""
EACH: Final = 10
NO_BID: Final = -1
LARGEST_HAND: Final = 36
OF_SUIT: Final = tuple(cards.of_suit(suit) for suit in range(5))
PLAIN: Final = tuple(sum(OF_SUIT[:4]) ^ trumps for trumps in OF_SUIT[:4])
"""By trump suit, the suited cards that are not trumps."""


@dataclass(frozen=True)
class GooseOptions:
    """The house rules of Goose."""

    players: int = option(
        "Players", (4, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12), "Two to nine with one pack, three to twelve with two."
    )
    decks: int = option("Packs", {1: "One pack", 2: "Two packs"}, "Two are best from seven players on.")
    jokers: str = option(
        "Jokers",
        {"suitless": "A suit of their own", "top": "Above every trump", "wizard": "Played at any time"},
        "Each of the three ways is a game of its own; the rules tell how.",
    )
    hook: str = option(
        "The hook",
        {"on": "Somebody must fail", "off": "Bids are free"},
        "The dealer may not let the bids add up to the tricks.",
    )
    max_hand: str | int = option(
        "Largest hand",
        {"none": "No limit"} | {n: phrases.count(n, "card") for n in range(1, LARGEST_HAND + 1)},
        "For a shorter game.",
    )
    sequence: str = option(
        "Deals",
        {"down-up": "Down, and up again", "down": "Down only", "up-down": "Up, and down again"},
        "Down is to deals of one card, up to the largest hand.",
    )
    final_tie: str = option(
        "A tie at the end", {"shared": "A shared win", "extra": "Another deal"}, "One card each, until somebody leads alone."
    )


class Roles(NamedTuple):
    """Who plays a deal as Ass and who as Goose, each in ascending order."""

    asses: tuple[int, ...] = ()
    geese: tuple[int, ...] = ()


class GooseState(TrickState):
    """A deal of Goose. What was left over, but for the card turned up, is secret."""

    __slots__ = ("bids", "broken", "roles", "size", "stock", "trumps", "turned")

    bids: list[int]
    """What each seat has bid, or `NO_BID`."""
    broken: bool
    """Whether a trump has been played in this deal."""
    roles: Roles
    size: int
    """How many cards each seat was dealt."""
    stock: Cards
    """What is left over, but for the card turned up."""
    trumps: int | None
    turned: Card
    """The card turned up, or `HIDDEN` where none was left."""

    def swap_copies(self, faces: Cards) -> None:
        """As in any game of tricks, and in what is left over."""
        super().swap_copies(faces)
        self.turned = cards.swapped_card(self.turned, faces)
        self.stock = cards.swapped(self.stock, faces)

    def piles(self) -> dict[Pile, Cards]:
        """The piles of a game of tricks, the card turned up and what else is left over."""
        return super().piles() | {TURNED: 0 if self.turned == HIDDEN else BIT[self.turned], STOCK: self.stock}

    @property
    def bidding(self) -> bool:
        """Whether a seat has yet to bid."""
        return NO_BID in self.bids

    @property
    def bid(self) -> int:
        """All bids so far together."""
        return sum(bid for bid in self.bids if bid != NO_BID)


def largest(options: GooseOptions) -> int:
    """The largest hand that can be dealt (rule 2)."""
    return PACK_SIZE * options.decks // options.players


@cache
def sizes(options: GooseOptions) -> tuple[int, ...]:
    """How many cards a seat gets in each deal of a game, extra deals left out (rule 2, and option sequence)."""
    top = largest(options) if options.max_hand == "none" else int(options.max_hand)
    up = tuple(range(1, top + 1))
    if options.sequence == "down":
        return up[::-1]
    return up + up[-2::-1] if options.sequence == "up-down" else up[::-1] + up[1:]


def taker(trick: Sequence[Card], trumps: int | None, jokers: str) -> int:
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


def why_taken(trick: Sequence[Card], trumps: int | None, jokers: str) -> str:
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


def asked(trick: Sequence[Card], jokers: str) -> int | None:
    """The suit that must be followed, that of the jokers among them, or None (rules 7 and 8, and option jokers)."""
    if not trick:
        return None
    if jokers != "wizard":
        return SUIT[trick[0]]
    if trick[0] % PACK_SIZE == JOKER:
        return None
    return next((SUIT[card] for card in trick if SUIT[card] != JOKER_SUIT), None)


def show(state: GooseState, seat: int, card: Card) -> None:
    """What everybody learns from a card before it is played: what its seat lacks, and that trumps are broken."""
    suit, trick, trumps = SUIT[card], state.trick, state.trumps
    if suit == trumps:
        if not trick and not state.broken:
            # Only who has no plain card may lead the first trump (rule 6).
            state.voids[seat] |= PLAIN[suit]
        state.broken = True
    if trick:
        wizard = state.options.jokers == "wizard"
        led = asked(trick, "wizard") if wizard else SUIT[trick[0]]
        if led is not None and led != suit and not (wizard and suit == JOKER_SUIT):
            state.voids[seat] |= OF_SUIT[led]


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


_PLAYERS: Final = {1: (2, 9), 2: (3, 12)}
"""By packs, the fewest and the most who can play."""


def check_options(options: GooseOptions) -> None:
    """Refuses choices that do not go together; raises ValueError in words."""
    low, high = _PLAYERS[options.decks]
    packs = phrases.count(options.decks, "pack")
    if not low <= options.players <= high:
        raise ValueError(f"with {packs} {low} to {high} can play, not {options.players}")
    most = largest(options)
    if options.max_hand != "none" and int(options.max_hand) > most:
        raise ValueError(f"{options.players} players and {packs} make hands of at most {most} cards, not {options.max_hand}")


BID: Final = Verb.BID * SPAN


def barred(state: GooseState) -> tuple[Action, ...]:
    """The bid that the dealer may not make, because all bids would add up to the tricks (the hook)."""
    if state.turn != state.dealer or state.bids[state.turn] != NO_BID or state.options.hook == "off":
        return ()
    number = state.size - state.bid
    return (BID + number,) if number >= 0 else ()
