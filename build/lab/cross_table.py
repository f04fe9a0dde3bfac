"""Compares levels in a table: each level plays alone among players of each other level, the same deals from every seat. Each
gets a rating.

`python build/build.py table GAME --levels A,B,...`; with `--core FOLDER` by the compiled core.
"""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final, NamedTuple

import arguments

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(arguments.core_of_arguments(sys.argv[1:]) or ROOT))

import ratings  # noqa: E402 - the source tree, or the core, comes first
import sprt  # noqa: E402

from goosetable.commands import setup, simulate  # noqa: E402
from goosetable.commands.console import (  # noqa: E402
    CommandError,
    Parser,
    print_line,
)
from goosetable.commands.series import Interval, Ratio, Series, play_with_progress  # noqa: E402
from goosetable.engine.words.clean import escape  # noqa: E402
from goosetable.engine.words.phrases import count_text, listed  # noqa: E402
from goosetable.games import find_game  # noqa: E402
from goosetable.players import LEVELS  # noqa: E402
from goosetable.sandbox import external  # noqa: E402

PROGRAM: Final = "build.py table"
GAMES: Final = 20
UNITS = {
    "points": "points a deal {} the others' mean",
    "laurels": "percentage points of '{}' above an equal part of the deals",
    "won": "percentage points of games won above an equal part",
}
COMPARISON_SUBJECTS = {"points": "points of each game", "laurels": "honours of each deal", "won": "games won"}
"""By measure, the things that are compared for ratings."""
INTERVAL_SUFFIX = ", with 95 % intervals"
"""Text after figures of several codes. A single code gives no interval."""


class CrossTable(NamedTuple):
    """The lines of a table, its failures, and the number of games played before Ctrl-C; None if all were played."""

    said: list[str]
    failures: list[str]
    interrupted: int | None


class _Matches:
    """Results of the matches of a table so far."""

    def __init__(self, levels: tuple[str, ...], against: str | None) -> None:
        pairs = [(one, other) for one in levels for other in levels if one != other]
        self.leads = {pair: Ratio() for pair in pairs if against is None or against in pair}
        self.levels = levels
        self.compared: dict[int, list[ratings.Comparison]] = {}
        """Comparisons by code."""
        self.failures: list[str] = []
        self.games = 0

    def play(self, series: Series, pair: tuple[str, str], jobs: int, measure: str, always: bool) -> None:
        """Plays one level alone among players of another, and adds its lead, a unit for each code."""
        seats = len(series.players)
        one, other = (self.levels.index(level) for level in pair)
        series = replace(series, players=(pair[0], *[pair[1]] * (seats - 1)))
        with closing(play_with_progress(series, jobs, " v ".join(pair), always)) as games:
            for code, same in groupby(games, lambda played: played.number):
                of_one = []
                for played in same:
                    of_one.append(played)
                    self.games += 1
                    self.failures += series.failure_texts(played)
                found = sprt.result_of_code(of_one, 0, measure)
                if found is not None:
                    self.leads[pair].add_cluster(found, 1)
                self.compared.setdefault(code, []).extend(ratings.compare_results(of_one, one, other, measure))


def play_table(
    series: Series, levels: tuple[str, ...], jobs: int, measure: str, always: bool = False, against: str | None = None
) -> CrossTable:
    """Plays the table. series: the game, its options and the codes.

    always: True to show a progress bar even without a terminal. against: the only level that the others play against; None for
    all.
    """
    seats, matches, interrupted = len(series.players), _Matches(levels, against), None
    found = matches.leads
    try:
        for pair in found:
            matches.play(series, pair, jobs, measure, always)
    except KeyboardInterrupt:
        interrupted = matches.games
    game = find_game(series.game)
    seed = "" if series.seed is None else f", seed {escape(series.seed)}"
    where = f"{count_text(series.games, 'code')} from each of {count_text(seats, 'seat')}"
    unit = UNITS[measure].format(
        game.text.best_result_name if measure == "laurels" else "under" if game.lowest_wins else "over"
    )
    said = [f"{game.title}: {where}{seed}; {unit}{INTERVAL_SUFFIX if series.games > 1 else ''}", ""]
    said += ["The first alone among players of the second:" if against else "Each level alone among players of the one below:"]
    shown = found if against else [(upper, lower) for lower, upper in pairwise(levels)]
    said += [f"  {one} v {other}: {_figure_text(found[one, other])}" for one, other in shown]
    said += ["", *_ratings(matches, measure)]
    if against:
        return CrossTable(said, matches.failures, interrupted)
    said += ["", "The player of a row alone among players of a column:"]
    rows = [["", *levels]]
    rows += [[one, *("-" if one == other else _short_figure_text(found[one, other]) for other in levels)] for one in levels]
    said += _align_rows(rows)
    return CrossTable(said, matches.failures, interrupted)


def _ratings(matches: _Matches, measure: str) -> list[str]:
    """Returns the ratings, a line for each level; a last line names the levels that cannot be compared with the others."""
    found = ratings.compute_ratings(len(matches.levels), matches.compared)
    rows = [
        [f"  {level}", f"{rating.points:+.0f}", _interval_text(rating.interval)]
        for level, rating in zip(matches.levels, found, strict=True)
        if rating
    ]
    apart = [level for level, rating in zip(matches.levels, found, strict=True) if not rating]
    told = INTERVAL_SUFFIX if any(rating and rating.interval for rating in found) else ""
    said = [f"Ratings by the {COMPARISON_SUBJECTS[measure]} (400 points are ten to one, and the mean is 0){told}:"]
    said += _align_rows(rows)
    return [*said, f"  not compared with the others: {listed(apart)}"] if apart else said


def _interval_text(interval: Interval | None) -> str:
    return f"{interval.low:+.0f} to {interval.high:+.0f}" if interval else ""


def _align_rows(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))] if rows else []
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows]


def _figure_text(ratio: Ratio) -> str:
    if ratio.sum_per_unit is None:
        return "-"
    between = ratio.interval()
    return f"{float(ratio.sum_per_unit):+.2f}" + (f", {between.low:+.2f} to {between.high:+.2f}" if between else "")


def _short_figure_text(ratio: Ratio) -> str:
    if ratio.sum_per_unit is None:
        return "-"
    between = ratio.interval()
    return f"{float(ratio.sum_per_unit):+.2f}" + (f" +-{(between.high - between.low) / 2:.2f}" if between else "")


def main(argv: list[str]) -> int:
    """Plays every level against every other, and prints the table; returns 1 if a player failed."""
    parser = Parser("table", "Compares levels with each other and rates them.", simulate.PLAYERS, "build.py")
    simulate.add_series_arguments(parser, f"how many codes ({GAMES})")
    sprt.add_measure_arguments(parser)
    about = f"the players of the table, from the weakest ({','.join(LEVELS)})"
    parser.add_argument("--levels", default=",".join(LEVELS), metavar="A,B,...", help=about)
    told = "play only the matches of each of them with this player, both ways"
    parser.add_argument("--against", metavar="PLAYER", help=told)
    parser.list = setup.rules_help(argv)
    given = parser.parse_args(argv)
    given.seats = None
    try:
        series = simulate.series_from_arguments(given, GAMES, rotate=True)
        names = [*given.levels.split(","), *([given.against] if given.against else [])]
        levels = tuple(simulate.name_with_effort(name.strip(), given.effort) for name in names)
        against = levels[-1] if given.against else None
        setup.check_players(find_game(series.game), levels, given.patience, given.inside)
        if len(set(levels)) < 2 or len(set(levels)) < len(levels):
            raise CommandError("a table is of two levels or more, each once")
        simulate.check_first_game(series)
        found = play_table(
            series, levels, given.jobs, given.measure or sprt.default_measure(find_game(series.game)), given.progress, against
        )
    finally:
        external.end_idle_processes()
    said = found.said
    if found.interrupted is not None:
        games = series.games * series.games_per_code * (len(levels) - 1) * (2 if against else len(levels))
        said += ["", simulate.interruption_text(found.interrupted, games)]
    print_line("\n".join(said))
    return simulate.report_failures(found.failures, found.interrupted)


if __name__ == "__main__":
    sys.exit(arguments.run_reporting_errors(PROGRAM, lambda: main(sys.argv[1:])))
