"""A table of levels: each of them alone among players of each other, the same deals from every seat."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import groupby, pairwise

from goosetable.commands.tournament import run, sprt
from goosetable.commands.tournament.series import GameResult, Series
from goosetable.commands.tournament.statistics import Ratio
from goosetable.engine.words.escape import escaped, shortened
from goosetable.engine.words.phrases import count
from goosetable.games import find

UNITS = {
    "points": "points a deal over the others' mean",
    "laurels": "percentage points of '{}' above an equal part of the deals",
    "won": "percentage points of games won above an equal part",
}


def match(series: Series, jobs: int, measure: str, title: str = "") -> tuple[Ratio, list[str]]:
    """The lead of the first entry of a series, a unit for each code, and who failed where."""
    lead, failures = Ratio(), list[str]()
    with closing(run.with_progress(series, jobs, title)) as games:
        for _, same in groupby(games, lambda played: played.number):
            of_one = list(same)
            for played in of_one:
                failures += failed(series, played)
            found = sprt.unit(of_one, 0, measure)
            if found is not None:
                lead.add(found, 1)
    return lead, failures


def failed(series: Series, played: GameResult) -> list[str]:
    """Who failed in a game, a sentence each."""
    return [f"{series.names[one.entry]}, game {played.number}: {shortened(escaped(one.reason))}" for one in played.failures]


def table(series: Series, levels: tuple[str, ...], jobs: int, measure: str) -> tuple[list[str], list[str]]:
    """The lines of the table, and who failed where; `series` has the game, its options and the codes."""
    seats, failures = len(series.players), list[str]()
    found: dict[tuple[str, str], Ratio] = {}
    for one in levels:
        for other in levels:
            if one != other:
                match_of = replace(series, players=(one, *[other] * (seats - 1)))
                found[one, other], wrong = match(match_of, jobs, measure, f"{one} v {other}")
                failures += wrong
    game = find(series.game)
    seed = "" if series.seed is None else f", seed {escaped(series.seed)}"
    where = f"{count(series.games, 'code')} from each of {count(seats, 'seat')}"
    said = [f"{game.title}: {where}{seed}; {UNITS[measure].format(game.text.best)}, with 95 % intervals", ""]
    said += ["Each level alone among players of the one below:"]
    said += [f"  {upper} v {lower}: {_figure(found[upper, lower])}" for lower, upper in pairwise(levels)]
    said += ["", "The player of a row alone among players of a column:"]
    rows = [["", *levels]]
    rows += [[one, *("-" if one == other else _short(found[one, other]) for other in levels)] for one in levels]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    said += ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows]
    return said, failures


def _figure(ratio: Ratio) -> str:
    if ratio.mean is None:
        return "-"
    between = ratio.interval()
    return f"{float(ratio.mean):+.2f}" + (f", {between.low:+.2f} to {between.high:+.2f}" if between else "")


def _short(ratio: Ratio) -> str:
    if ratio.mean is None:
        return "-"
    between = ratio.interval()
    return f"{float(ratio.mean):+.2f}" + (f" +-{(between.high - between.low) / 2:.2f}" if between else "")
