"""How far a search follows what a game learned by playing itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WHOLE_HAND: Final = 1_000
"""More cards than a hand has."""


@dataclass(frozen=True)
class Guidance:
    """How far a search follows the policy of its game, if that has one; each part by itself."""

    playouts: bool = False
    """Whether deals are played out by the policy, softened, instead of the playout policy of the heuristics."""
    prior: float = 0.0
    """Weight of the policy's chance of an action, against its bound, 0 or more; new actions are then tried in its order."""
    likelihood: float = 0.0
    """Power of the likelihood of what others did by their habits, 0 or more; 0: that of the heuristics counts."""
    calls: float = 0.0
    """How far the policy's liking of what is no card, such as a bid, counts besides what rollouts bring, 0 or more: in standard
    deviations of the utilities, for each nat by which an action is less likely than the likeliest."""
    forecast: bool = False
    """Whether a deal is judged by what all hands are likely to take where a playout ends before it, and not by tricks that fall
    at random (`Heuristics.forecast`)."""
    share: float = 1.0
    """Part of the usual iterations, or pieces of a solver, 0..1, for which a guided search has time."""
    bare: int = 0
    """With how many cards in its hand at most a seat plays a card without guidance, as little is left to search."""

    @property
    def searches(self) -> bool:
        """Whether the search itself follows the policy."""
        return self.playouts or self.prior > 0.0 or self.calls > 0.0


UNGUIDED: Final = Guidance()
