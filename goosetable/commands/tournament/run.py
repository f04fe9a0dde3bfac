"""The run of a series: its games in order, in one process or several, with a bar on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing
from typing import Final

from goosetable.commands.tournament.series import GameResult, Progress, Series, play

MOST_SILENT: Final = 3
"""Games in which one player did not answer, at which a series ends early: each costs the whole patience."""


def with_progress(series: Series, jobs: int, title: str = "", always: bool = False) -> Generator[GameResult, None, None]:
    """Yields the games in order, until all are played, the caller stops, or a player has been silent too often.

    always: shows the bar even without a terminal.
    """
    progress = Progress(series.games * series.turns, sys.stderr, title, always)
    silent = [0] * len(series.players)
    try:
        with closing(_played(series, jobs)) as games:
            for done, played in enumerate(games, 1):
                yield played
                progress.show(done)
                for failure in played.failures:
                    silent[failure.entry] += failure.silent
                if max(silent) >= MOST_SILENT:
                    return
    finally:
        progress.clear()


def _played(series: Series, jobs: int) -> Generator[GameResult, None, None]:
    jobs = min(jobs, series.games * series.turns)
    if jobs > 1:
        from goosetable.commands.tournament.series import in_order

        yield from in_order(series.tasks(), jobs)
        return
    for task in series.tasks():
        yield play(task)
