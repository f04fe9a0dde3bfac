"""The cards of a deal, the standing between two deals, and the random stream of a game code.

The record format defines the stream, so nothing about the stream may change.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.rules.event import Points
from goosetable.engine.words import phrases

T = TypeVar("T")


class Stream:
    """A stream of random numbers, determined by a game code and a number: 0 for the game itself, else that of the deal."""

    def __init__(self, code: str, number: int) -> None:
        self._base = code.encode("ascii") + number.to_bytes(4, "big")
        self._block = 0
        self._bytes = b""

    def draw(self, bound: int) -> int:
        """Returns a uniform random number in 0..bound-1."""
        limit = 2**32 // bound * bound
        while True:
            if not self._bytes:
                self._bytes = hashlib.sha256(self._base + self._block.to_bytes(4, "big")).digest()
                self._block += 1
            x = int.from_bytes(self._bytes[:4], "big")
            self._bytes = self._bytes[4:]
            if x < limit:
                return x % bound

    def shuffle(self, pack: Sequence[T]) -> list[T]:
        """Returns a shuffled copy of the pack."""
        order = list(pack)
        for i in range(len(order) - 1, 0, -1):
            j = self.draw(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


@dataclass(frozen=True)
class Deal:
    """One distribution of the cards, as in the deal line of a record. Fields that the game does not use are None or empty."""

    number: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    """By seat, in dealt order."""
    turned: Card | None = None
    stock: tuple[Card, ...] = ()
    trump: int | None = None
    hands2: tuple[tuple[Card, ...], ...] = ()


class Standing(NamedTuple):
    """The state of a game between two deals: number of deals, totals, and anything else that later deals depend on."""

    deals: int
    """Number of deals scored."""
    totals: tuple[Points, ...]
    carry: Any = None
    """Anything but totals that a game carries from one deal to the next, such as the seat of the Goose."""


Extras = dict[str, Any]
"""Fields of a deal besides its hands, by name."""
FIELDS: Final = {"turned": "a turned card", "stock": "a stock", "trump": "a trump", "hands2": "hands2"}
"""Fields that a deal may have besides its hands, and their names for people."""


def deal_round_the_table(order: Sequence[Card], dealer: int, seats: int) -> tuple[tuple[Card, ...], ...]:
    """Deals `order` one card at a time, beginning with eldest; returns the hands by seat."""
    return tuple(tuple(order[(seat - dealer - 1) % seats :: seats]) for seat in range(seats))


def check_fields(title: str, declared: Sequence[str], deal: Deal) -> None:
    """Raises ValueError if a deal has undeclared fields, or lacks a declared `trump` or `hands2`. title: title of the game."""
    trump, hands2 = deal.trump is not None, bool(deal.hands2)
    given = {"turned": deal.turned is not None, "stock": bool(deal.stock), "trump": trump, "hands2": hands2}
    strange = any(has and field not in declared for field, has in given.items())
    if strange or ("trump" in declared and not trump) or ("hands2" in declared and not hands2):
        said = ", ".join(["hands", *(FIELDS[field] for field in declared)])
        raise ValueError(f"a deal of {title} has {said} and nothing else")


def check_cards(
    hands: Sequence[Sequence[Card]], hand_size: int, pack: Sequence[Card], jokers: int = 0, other_cards: Sequence[Card] = ()
) -> None:
    """Raises ValueError unless each hand has `hand_size` cards and the hands and `other_cards` together are the whole pack.

    `jokers`: number of different jokers in the pack, for the names of cards in the message.
    """
    for seat, hand in enumerate(hands):
        if len(hand) != hand_size:
            raise ValueError(f"seat {seat} has {phrases.count_text(len(hand), 'card')}, not {hand_size}")
    dealt = sorted([*(card for hand in hands for card in hand), *other_cards])
    if dealt != sorted(pack):
        strange = [card for card in dealt if card not in pack]
        twice = [card for card in dealt if dealt.count(card) > 1]
        wrong = cards.name((strange or twice or [0])[0], jokers)
        raise ValueError(f"{wrong} {'is not in the pack' if strange else 'is dealt twice'}")
