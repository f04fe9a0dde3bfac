"""Games that the highest total wins, once a seat has the target: their options and their end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goosetable.engine.rules import scores
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.options import between, option
from goosetable.engine.text import phrases


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
    names = phrases.listed([f"[{seat}]" for seat in best])
    said = f"[{best[0]} scores]" if len(best) == 1 else f"{names} score"
    return f"{{{said} most}}: {phrases.amount(points[best[0]])}."
