"""Which bid wins in Throps, and what the cards won are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.words import phrases

VOID: Final = 10
"""What each suit earns of which nothing was won (rule 4)."""
VALUE: Final = tuple(11 if rank == 0 else 10 if rank < 5 else 14 - rank for rank in range(13))
"""What a card is worth by its rank (rule 3)."""
PRECEDENCE: Final = ((0, 3, 1, 2), (1, 2, 0, 3), (2, 1, 3, 0), (3, 0, 2, 1))
"""By suit of the stock card, the suits from the strongest: its own, its colour, its parity, the other (rule 2d)."""
KEY: Final = tuple(
    tuple(cards.rank(card) * 4 + order.index(cards.suit(card)) for card in range(cards.JOKER)) for order in PRECEDENCE
)
"""By suit of the stock card and bid card, how strong a bid is: the least wins."""
_RELATION: Final = ("the one of the same suit", "the one of the same colour", "the {} one", "the last one")


def winning(bids: Sequence[Card], turned: Card) -> int:
    """Which of some bids wins a stock card (rules 2c and 2d)."""
    key = KEY[cards.suit(turned)]
    return min(range(len(bids)), key=lambda place: key[bids[place]])


def why_won(bids: Sequence[Card], turned: Card) -> str:
    """Why the winning bid wins, as in "of two kings the one of the same colour"."""
    card = bids[winning(bids, turned)]
    level = sum(cards.rank(bid) == cards.rank(card) for bid in bids)
    if level == 1:
        return "the highest bid"
    order = PRECEDENCE[cards.suit(turned)]
    relation = _RELATION[order.index(cards.suit(card))].format("major" if cards.suit(card) < 2 else "minor")
    name = cards.RANK_NAMES[cards.RANKS[cards.rank(card)]]
    return f"of {phrases.spelled(level)} {name}{'es' if name == 'six' else 's'} {relation}"


def suit_values(won: Cards) -> tuple[int, ...]:
    """What the cards won are worth, by suit (rule 3)."""
    values = _values()
    return tuple([values[won >> cards.SUIT_SIZE * suit & _WHOLE] for suit in range(4)])


_WHOLE: Final = cards.BIT[cards.SUIT_SIZE] - 1
_VALUES: Final[list[int]] = []
"""By cards of the first suit, what they are worth, once that has been asked for: a search asks for little else."""


def _values() -> list[int]:
    if not _VALUES:
        _VALUES.append(0)
        for value in VALUE:
            _VALUES.extend([less + value for less in _VALUES])
    return _VALUES


def score(won: Cards) -> int:
    """The points of a deal for the cards won (rule 4)."""
    values = _values()
    most = whole = voids = 0
    for suit in range(4):
        value = values[won >> cards.SUIT_SIZE * suit & _WHOLE]
        whole += value
        if value > most:
            most = value
        if not value:
            voids += 1
    return 2 * most - whole + VOID * voids
