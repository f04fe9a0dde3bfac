"""Events, which the rules report while they apply an action, and the piles in which every card lies.

The screen animates events and never compares states. A search passes no listener, so that events cost it almost no time.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from typing import Final, NamedTuple

from goosetable.cards import Card
from goosetable.engine.rules.action import Action

Points = int | Fraction
"""Points of a deal or a total; a fraction only in games that divide points."""

HIDDEN: Final[Card] = -1
"""Placeholder in an event for a card that its reader may not know."""

NO_SEAT: Final = -1
"""Number in place of a seat if there is none; as the seat of a view, a spectator without a hand."""


class Visibility(Enum):
    """The seats that may know the cards of a pile."""

    ALL = "all"
    OWNER = "owner"
    NONE = "none"


class PileKind(NamedTuple):
    """A kind of pile: its name, the seats that know its cards, and whether they lie face up on the table."""

    name: str
    sight: Visibility
    face_up: bool


PACK_KIND: Final = PileKind("pack", Visibility.NONE, False)
HAND_KIND: Final = PileKind("hand", Visibility.OWNER, True)
TRICK_KIND: Final = PileKind("trick", Visibility.ALL, True)
WON_KIND: Final = PileKind("won", Visibility.ALL, False)
"""Tricks taken: face down, but all seats have seen the cards."""
STOCK_KIND: Final = PileKind("stock", Visibility.NONE, False)
TURNED_KIND: Final = PileKind("turned", Visibility.ALL, True)
"""A card of the stock turned up for all to see."""
BID_KIND: Final = PileKind("bid", Visibility.OWNER, False)
"""A card bid face down."""
KEPT_KIND: Final = PileKind("kept", Visibility.ALL, True)
"""Cards won that lie face up before their owner."""
NEXT_KIND: Final = PileKind("next", Visibility.NONE, False)
"""A hand dealt for later, which no seat has seen."""
GONE_KIND: Final = PileKind("gone", Visibility.ALL, False)
"""Cards that are out of the deal and known to all seats."""


class Pile(NamedTuple):
    """A pile of cards: its kind, and its seat, or `NO_SEAT` if it belongs to no seat."""

    kind: PileKind
    seat: int = -1

    def is_seen_by(self, seat: int) -> bool:
        """Returns True if a seat may know the cards of this pile."""
        return self.kind.sight is Visibility.ALL or (self.kind.sight is Visibility.OWNER and self.seat == seat)


PACK: Final = Pile(PACK_KIND)
TRICK: Final = Pile(TRICK_KIND)
STOCK: Final = Pile(STOCK_KIND)
TURNED: Final = Pile(TURNED_KIND)
GONE: Final = Pile(GONE_KIND)


class Moved(NamedTuple):
    """Cards went from one pile to another."""

    cards: tuple[Card, ...]
    source: Pile
    target: Pile


class ActionTaken(NamedTuple):
    """A seat took an action that moves no card, such as a bid, a gift, or the naming of a suit."""

    seat: int
    action: Action


class Taken(NamedTuple):
    """A trick is full. The event has the seat and the card that take it, and the reason, as in "the middle of three spades"."""

    seat: int
    card: Card
    why: str


class Tied(NamedTuple):
    """A round is full, and no seat takes it. The event has the seats whose cards tie, and the reason."""

    seats: tuple[int, ...]
    why: str


class BadgeTaken(NamedTuple):
    """A seat has got a badge, such as the Red Fox's chip."""

    seat: int
    badge: str
    """Kind of a `table_facts.Badge`."""


class Scored(NamedTuple):
    """The deal is over and scored."""

    points: tuple[Points, ...]
    totals: tuple[Points, ...]


Event = Moved | ActionTaken | Taken | Tied | BadgeTaken | Scored
Tell = Callable[[Event], None]


def visible_event(event: Event, seat: int) -> Event:
    """Returns an event as a seat may know it. Cards that move between two piles hidden from the seat become `HIDDEN`."""
    if isinstance(event, Moved) and not (event.source.is_seen_by(seat) or event.target.is_seen_by(seat)):
        return Moved((HIDDEN,) * len(event.cards), event.source, event.target)
    return event
