"""Decisions where the rest of a deal can be worked out: once where nothing is hidden, else in many determinizations."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Final

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.players.determinizer import Determinizer

KEPT: Final = 16_000
"""More than that is begun anew: a larger table would one day be moved as a whole, and a frame of the table be late."""


def work_out(
    view: View, determinizer: Determinizer, rng: Random, budget: int
) -> Generator[None, None, dict[Action, float] | None]:
    """What each legal action is worth, on average over deals that take `budget` pieces; None where the game cannot tell."""
    sums = dict.fromkeys(view.legal, 0.0)
    found: dict[int, int] = {}
    worlds = spent = 0
    while True:
        work = view.game.heuristics.solve(determinizer.sample(rng), found)
        if work is None:
            return None
        spent += 1
        while True:
            try:
                next(work)
            except StopIteration as done:
                values: dict[Action, float] = done.value
                break
            spent += 1
            yield
        for action, value in values.items():
            sums[action] += value
        worlds += 1
        if len(found) > KEPT:
            found = {}
        if determinizer.certain or spent >= budget:
            return {action: total / worlds for action, total in sums.items()}
        yield
