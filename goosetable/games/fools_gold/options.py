"""The house rules of Fools Gold, and what its sets of a rank earn by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from goosetable.engine.rules.options import Besides, Only, Value, option, target, tie
from goosetable.games.fools_gold.scoring import RANKS_IN_PLAY

CHARTS: Final = {"graded": ((2, 5), (3, 6), (3, 7), *((4, 8),) * 9), "flat": ((2, 5), *((4, 8),) * 11)}

_ON_OFF: Final = {"on": "On", "off": "Off"}


def _rows(value: object) -> Value | None:
    """A chart of twelve rows [triplet, quad], from the Ace down to the Three, or None."""
    if not isinstance(value, list | tuple) or len(value) != RANKS_IN_PLAY:
        return None
    for row in value:
        if not isinstance(row, list | tuple) or len(row) != 2 or any(type(n) is not int or not 0 <= n <= 99 for n in row):
            return None
    return tuple(tuple(row) for row in value)


@dataclass(frozen=True)
class FoolsGoldOptions:
    """The house rules of Fools Gold."""

    players: int = option("Players", {n: f"{n} players" for n in (3, 4, 5, 6)})
    target: int = target((10, 5, 20, 30, 50), 5, 50)
    bonuses: str = option(
        "Bonuses for sets", _ON_OFF, "Off is Pure Fools Gold. Deals earn little then, and a game can be endless: play to 5."
    )
    breaking: str = option("Trumps must be broken", _ON_OFF, "Off is Liberated Fools Gold: trumps may be led at any time.")
    chart: str | tuple[tuple[int, ...], ...] = option(
        "What sets earn",
        {"graded": "Aces least, kings next", "flat": "Aces less, others alike"},
        "Three of a rank, or four.",
        Besides("12 rows [triplet, quad] of 0 to 99", _rows),
        Only("bonuses", ("on",), "Only where sets earn a bonus."),
    )
    tie: str = tie()


def chart(options: FoolsGoldOptions) -> tuple[tuple[int, ...], ...]:
    """The bonuses by rank from the Ace down: three of it, four of it."""
    if options.bonuses == "off":
        return ((0, 0),) * RANKS_IN_PLAY
    return CHARTS[options.chart] if isinstance(options.chart, str) else options.chart
