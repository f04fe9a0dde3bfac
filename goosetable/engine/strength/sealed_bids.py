"""Sealed bids, made at once and in secret: what a search of them asks of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Generic

from goosetable.cards import Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.rules import S

BidLikelihood = Callable[[Cards, int], float]
"""The logarithm, 0 or less, of the likelihood of a seat's bids so far, given its present hand and its manner of bidding."""


class SealedBids(ABC, Generic[S]):
    """The bids of one game. A manner is a policy of bidding, a number from 0 below `manners`; the last is the best one."""

    manners: int

    @abstractmethod
    def unbid(self, state: S) -> None:
        """Takes back the bids of this round, in place; the hands are left as they are."""

    @abstractmethod
    def likelihood(self, known: S, seat: int) -> BidLikelihood:
        """The likelihood of a seat's open bids."""

    @abstractmethod
    def bid(self, state: S, seat: int, manner: int, chance: float) -> Action:
        """What a seat bids now in this manner; `chance` is a random number 0..1, and 0.5 is a bid without noise."""

    @abstractmethod
    def bid_out(self, state: S, manners: Sequence[int], noisy: Sequence[bool], rng: Random) -> None:
        """Plays the rest of a deal, from the beginning of a round on: each seat in its manner, some with noise.

        The story of the deal is not continued.
        """


AnyBids = SealedBids[Any]
"""The bids of a game of whatever states."""
