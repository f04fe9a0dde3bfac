"""What the rules of a game tell those who think ahead, beyond what is legal and what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from goosetable.cards import Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import State
from goosetable.engine.text.explain import Reasons

S = TypeVar("S", bound=State)
Solving = Generator[None, None, dict[Action, float]]
"""Work in pieces of a few milliseconds that ends with what each action is worth, 0..1."""


class Foresight(Generic[S]):
    """A part of every game; each method has an answer for games that know nothing better."""

    reasons: ClassVar[Reasons[Any]] = Reasons()
    """How it says why an action is better than another."""

    def solve(self, state: S, found: dict[int, int]) -> Solving | None:
        """Works out what each legal action is worth to the seat to act when everybody knows all cards; None where it cannot.

        The ranking is exact once all that is hidden now is known to both, and as good as the game can tell before that. `found`
        keeps what one decision works out for its later questions; it begins empty.
        """
        return None

    def credence(self, known: S, seat: int) -> Callable[[Sequence[Cards]], float] | None:
        """How likely others, if they hold such hands now, would have played as they did: the logarithm, by imagined hands.

        `known` is what `seat` knows of the deal. None where what was done tells nothing of hands but what is known for certain.
        """
        return None
