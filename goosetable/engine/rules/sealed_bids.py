"""Games in which all bid at once and in secret: what a search of such bids asks of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar, TypeVar

from goosetable.cards import Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.game import Game
from goosetable.engine.rules.state import State

S = TypeVar("S", bound=State)
Clues = Callable[[Cards, int], float]
"""How well all bids of a seat so far go with a hand that it may hold now and a manner of bidding: a logarithm, 0 or less."""


class SealedBids(Game[S]):
    """Such a game. A manner is a way to bid, a number from 0 below `manners`; the last is the best one."""

    manners: ClassVar[int]

    @abstractmethod
    def unbid(self, state: S) -> None:
        """Takes back what has been bid in this round, in place; the hands are left as they are."""

    @abstractmethod
    def clues(self, known: S, seat: int) -> Clues:
        """What a seat's open bids tell."""

    @abstractmethod
    def bid(self, state: S, seat: int, manner: int, chance: float) -> Action:
        """What a seat bids now in this manner; `chance` is a random number 0..1, and 0.5 is a bid without a slip."""

    @abstractmethod
    def bid_out(self, state: S, manners: Sequence[int], slips: Sequence[bool], rng: Random) -> None:
        """Plays the rest of a deal, from the beginning of a round on: each seat in its manner, some with slips.

        The story of the deal is not continued.
        """
