"""Games that the highest total wins, once somebody has the target: their options, their end, and what a search goes after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from goosetable.engine import scores, words
from goosetable.engine.deal import Standing
from goosetable.engine.event import Points
from goosetable.engine.game import Game
from goosetable.engine.option import between, option
from goosetable.engine.state import State

S = TypeVar("S", bound=State)


def target(values: Sequence[int], low: int, high: int) -> Any:
    """The option of a target: some values to choose from, the first as printed, and any from `low` to `high`."""
    labels = {value: f"{value} points" for value in values}
    return option("Play to", labels, "The game ends after the deal in which somebody gets there.", between(low, high))


def tie() -> Any:
    """The option of what follows a tie at the top once the target is reached."""
    choices = {"extra-deal": "Another deal", "shared": "A shared win"}
    return option("A tie at the top", choices, "Everybody plays the extra deal, and anybody may win it.")


def most(points: Sequence[Points]) -> str:
    """Who did best in a deal that is over: "{[1 scores] most}: 56."."""
    best = scores.leaders(points)
    names = words.listed([f"[{seat}]" for seat in best])
    said = f"[{best[0]} scores]" if len(best) == 1 else f"{names} score"
    return f"{{{said} most}}: {words.signed(points[best[0]])}."


def margin(points: Sequence[Points | float], spread: int) -> tuple[float, ...]:
    """How far each seat is ahead of the others' mean, 0..1: one half where level, 1 where `spread` ahead or more."""
    total, others = sum(points), len(points) - 1
    lead = [(own - (total - own) / others) / (2 * spread) for own in points]
    return tuple(min(max(float(0.5 + ahead), 0.0), 1.0) for ahead in lead)


class HighestWins(Game[S]):
    """A game with the options `target` and `tie`."""

    margins: ClassVar[bool] = True
    spread: ClassVar[int] = 100
    """A lead, in points of a deal, that is as good as any greater one."""

    def winners(self, options: Any, standing: Standing) -> tuple[int, ...]:
        """Somebody has the target, and one leads alone or a tie is shared; after an extra deal both are asked anew."""
        return scores.at_target(standing.totals, options.target, options.tie == "shared")

    def payoff(self, state: S) -> tuple[float, ...]:
        """How far each seat is ahead: points count towards a total, and a narrow deal won is little."""
        return margin(self.points(state), self.spread)

    def worth(self, state: S) -> tuple[float, ...]:
        """As `payoff`, with the points so far."""
        return margin(self.points(state), self.spread)
