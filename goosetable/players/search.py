"""What the searches have in common: how they are asked, and the constants of UCB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from goosetable.engine.rules.action import Action


class Search(Protocol):
    """A search in progress. The budget is whatever number of times `iterate` is called."""

    def iterate(self) -> None:
        """One iteration: sample a determinization, select, simulate, back up."""

    def visits(self, legal: Sequence[Action]) -> list[int]:
        """How often each action at the root was tried."""

    def values(self, legal: Sequence[Action]) -> dict[Action, float]:
        """What each action at the root brings on average, of those that were tried."""

    def spread(self, seat: int) -> float:
        """How far the leaves of a seat spread: their standard deviation, as far as it is measured."""


@dataclass(frozen=True)
class Ucb:
    """Constants of UCB1 for payoffs 0..1."""

    exploration: float = 1.2
    """How much a seldom tried action is preferred."""
    period: int = 16
    """Iterations after which the spread of leaves is looked at again."""
    least: float = 0.002
    """The smallest part of its exploration constant that a search keeps."""

    def scaled(self, deviation: float) -> float:
        """The exploration constant for leaves of that standard deviation; leaves of 0 and 1 have one half."""
        return self.exploration * max(2 * deviation, self.least)


UCB: Final = Ucb()
