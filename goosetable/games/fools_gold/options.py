"""The house rules of Fools Gold, and what its sets of a rank earn by them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from goosetable.engine.rules.options import RULING, Besides, Only, Value, option, target, tie
from goosetable.games.fools_gold.scoring import RANKS_IN_PLAY

CHARTS: Final = {"flat": ((2, 5), *((4, 8),) * 11), "graded": ((2, 5), (3, 6), (3, 7), *((4, 8),) * 9)}

_ROW: Final = re.compile(r"[0-9]{1,2}/[0-9]{1,2}")
_ON_OFF: Final = {"on": "On", "off": "Off"}


def _rows(value: object) -> Value | None:
    """A chart of twelve rows [triplet, quad], from the Ace down to the Three, or None."""
    if not isinstance(value, list | tuple) or len(value) != RANKS_IN_PLAY:
        return None
    for row in value:
        if not isinstance(row, list | tuple) or len(row) != 2 or any(type(n) is not int or not 0 <= n <= 99 for n in row):
            return None
    return tuple(tuple(row) for row in value)


def typed(text: str) -> Value | None:
    """A chart as people type it: three/four by rank from the Ace down, the last for all ranks below; or None.

    >>> typed("2/5 4/8") == CHARTS["flat"], typed("2/5, 3/6, 3/7, 4/8") == CHARTS["graded"], typed("2-5")
    (True, True, None)
    """
    rows = text.replace(",", " ").split()
    if not rows or not all(_ROW.fullmatch(row) for row in rows):
        return None
    pairs = [[int(figure) for figure in row.split("/")] for row in rows]
    return _rows([*pairs, *[pairs[-1]] * (RANKS_IN_PLAY - len(pairs))])


@dataclass(frozen=True)
class FoolsGoldOptions:
    """The house rules of Fools Gold."""

    players: int = option("Players", {n: f"{n} players" for n in (3, 4, 5, 6)}, variants=(4, 5, 6))
    target: int = target((10, 5, 20, 30, 50), 5, 50)
    bonuses: str = option(
        "Bonuses for sets", _ON_OFF, "Off is Pure Fools Gold. Deals then earn little and a game can go on for ever: play to 5.",
        variants=("off",),
    )  # fmt: skip
    breaking: str = option(
        "Trumps must be broken", _ON_OFF, "Off is Liberated Fools Gold: trumps may be led at any time.",
        variants=("off",),
    )  # fmt: skip
    chart: str | tuple[tuple[int, ...], ...] = option(
        "What sets earn",
        {"flat": "Aces 2/5, others 4/8", "graded": "A 2/5, K 3/6, Q 3/7, 4/8"},
        "Three of a rank / four of it. The printed list is lost but for a few figures.",
        Besides("12 rows [triplet, quad] of 0 to 99", _rows, RULING, typed),
        Only("bonuses", ("on",), "Only where sets earn a bonus."),
        rulings=("flat", "graded"),
    )
    tie: str = tie()


def pure(options: FoolsGoldOptions) -> bool:
    """Whether this is Pure Fools Gold, without sets and their bonuses."""
    return options.bonuses == "off"


def chart(options: FoolsGoldOptions) -> tuple[tuple[int, ...], ...]:
    """The bonuses by rank from the Ace down: three of it, four of it."""
    if pure(options):
        return ((0, 0),) * RANKS_IN_PLAY
    return CHARTS[options.chart] if isinstance(options.chart, str) else options.chart
