"""Throps, by David Parlett: sealed bids for turned cards; one suit counts for you, the rest against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.game import SealedRound
from goosetable.engine.rules import rules
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.options import WHOLE_GAME, length_option, target_option, tie_option
from goosetable.engine.rules.state import BID as BID
from goosetable.engine.rules.state import SealedState
from goosetable.engine.words import phrases

SEATS: Final = 3
ROUNDS: Final = 13


@dataclass(frozen=True)
class ThropsOptions:
    """The house rules of Throps."""

    length: str = length_option()
    target: int = target_option((100, 50, 150, 200, 300, 500), 50, 500, condition=WHOLE_GAME)
    tie: str = tie_option(condition=WHOLE_GAME)


class ThropsState(SealedState):
    """A deal of Throps."""

    __slots__ = ()


EMPTY_SUIT_POINTS: Final = 10
"""Points for each suit in which a seat has won nothing (rule 4)."""
VALUE: Final = tuple(11 if rank == 0 else 10 if rank < 5 else 14 - rank for rank in range(13))
"""Points of a card by its rank (rule 3)."""
PRECEDENCE: Final = ((0, 3, 1, 2), (1, 2, 0, 3), (2, 1, 3, 0), (3, 0, 2, 1))
"""By suit of the stock card, all suits from the strongest: the same suit, the suit of the same colour, the other major or minor
suit, the last one (rule 2d).
"""
BID_KEY: Final = tuple(
    tuple(cards.rank(card) * 4 + order.index(cards.suit(card)) for card in range(cards.JOKER)) for order in PRECEDENCE
)
"""By suit of the stock card and by bid card, the sort key of the bid; the lowest key wins."""


def index_of_winning_bid(bids: Sequence[Card], turned: Card) -> int:
    """Returns the index of the bid that wins a stock card (rules 2c and 2d). turned: the stock card."""
    key = BID_KEY[cards.suit(turned)]
    return min(range(len(bids)), key=lambda place: key[bids[place]])


def why_won(bids: Sequence[Card], turned: Card) -> str:
    """Returns the reason why the winning bid wins, such as "of two kings the one of the same colour".

    Another reason, for a heart on sale, is "of two kings the spade, as spades and hearts are both major".
    """
    card = bids[index_of_winning_bid(bids, turned)]
    level = sum(cards.rank(bid) == cards.rank(card) for bid in bids)
    if level == 1:
        return "the highest bid"
    suit, other = cards.suit(card), cards.suit(turned)
    if suit == other:
        relation = "the one of the same suit"
    elif suit == PRECEDENCE[other][1]:
        relation = "the one of the same colour"
    else:
        names, kind = cards.SUIT_NAMES, "major" if suit < 2 else "minor"
        relation = f"the {names[suit].removesuffix('s')}, as {names[suit]} and {names[other]} are both {kind}"
    return f"of {phrases.number_word(level)} {phrases.rank_name(cards.rank(card), level)} {relation}"


def suit_values(won: Cards) -> tuple[int, ...]:
    """Returns the points of the cards won, by suit (rule 3)."""
    values = _points_table()
    return tuple([values[won >> cards.SUIT_SIZE * suit & _WHOLE] for suit in range(4)])


_WHOLE: Final = cards.BIT[cards.SUIT_SIZE] - 1
_VALUES: Final[list[int]] = []
"""By set of cards of the first suit, their points. The table is made on first use; a search reads it more than all else."""


def _points_table() -> list[int]:
    if not _VALUES:
        _VALUES.append(0)
        for value in VALUE:
            _VALUES.extend([less + value for less in _VALUES])
    return _VALUES


def points_of_cards(won: Cards) -> int:
    """Returns the points of a deal for the cards won (rule 4)."""
    values = _points_table()
    most = whole = voids = 0
    for suit in range(4):
        value = values[won >> cards.SUIT_SIZE * suit & _WHOLE]
        whole += value
        if value > most:
            most = value
        if not value:
            voids += 1
    return 2 * most - whole + EMPTY_SUIT_POINTS * voids


class Throps(SealedRound[ThropsState, ThropsOptions]):
    """The rules of Throps."""

    id = "throps"
    title = "Throps"
    author = "David Parlett"
    line = "Sealed bids for cards you may not want."
    people = "3 players"
    Options = ThropsOptions
    State = ThropsState
    heuristics_class: ClassVar[str] = "goosetable.games.throps.ai:ThropsHeuristics"
    text_class: ClassVar[str] = "goosetable.games.throps.text:ThropsText"
    advice_class: ClassVar[str] = "goosetable.games.throps.advice:ThropsAdvice"

    def seats(self, options: ThropsOptions) -> int:
        return SEATS

    def pack(self, options: ThropsOptions) -> tuple[Card, ...]:
        return cards.pack()

    # ------------------------------------------------------------------ play

    def best_bidders(self, state: ThropsState) -> tuple[int, ...]:
        return (index_of_winning_bid(state.bids, state.turned),)

    def why_best(self, state: ThropsState, best_seats: tuple[int, ...]) -> str:
        return why_won(state.bids, state.turned)

    # ------------------------------------------------------------------ scores

    def points(self, state: ThropsState) -> tuple[int, ...]:
        return tuple([points_of_cards(won) for won in state.won])

    def winners(self, options: ThropsOptions, standing: Standing) -> tuple[int, ...]:
        return rules.winners_of_race(options, standing)
