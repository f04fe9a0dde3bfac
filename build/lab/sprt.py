"""Tests whether the first player is better than the others. Games are played until the test decides.

`python build/build.py sprt GAME --seats A,B,...`; with `--core FOLDER` by the compiled core. Hypothesis H0: the first player
has no lead over the others; H1: its lead is `--gain`. The unit is a code: the mean over its games, with the same deals from
every seat. The log-likelihood ratio of n units for the means m0 and m1 is n (m1 - m0) (mean - (m0 + m1) / 2) / variance, with
the variance of the sample (a generalised sequential probability ratio test). With bounds of +-2.94, either error has a
probability of about 5 %.

>>> test = Sprt(gain=1.0)
>>> for lead in (3, 2, 4, 1) * 5: test.add(lead)
>>> test.verdict, test.units
('better', 20)
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from math import inf, log
from pathlib import Path
from typing import Final

import arguments

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(arguments.core_of_arguments(sys.argv[1:]) or ROOT))

from goosetable.commands import setup, simulate  # noqa: E402 - the source tree, or the core, comes first
from goosetable.commands.console import Parser  # noqa: E402
from goosetable.commands.series import GameResult, shared_win_count  # noqa: E402
from goosetable.engine.game import AnyGame  # noqa: E402
from goosetable.engine.words.clean import escape  # noqa: E402
from goosetable.games import find_game  # noqa: E402
from goosetable.sandbox import external  # noqa: E402

PROGRAM: Final = "build.py sprt"
GAMES: Final = 10_000
MAX_GAIN: Final = 1000
MEASURES: Final = ("points", "laurels", "won")
DEFAULT_GAINS: Final = {"points": 1.0, "laurels": 2.0, "won": 2.0}
"""By measure, the lead of hypothesis H1: points in a deal, or percentage points."""
ERROR_PROBABILITY: Final = 0.05
DECISION_BOUND: Final = log((1 - ERROR_PROBABILITY) / ERROR_PROBABILITY)
MIN_CODES: Final = 20
"""Least number of codes before a decision, because the variance of fewer codes is too uncertain."""


def default_measure(game: AnyGame) -> str:
    """Returns the default measure of a game: points if margins count, else the share of best results."""
    return "points" if game.heuristics.pays_by_lead else "laurels"


def result_of_code(same: Sequence[GameResult], entry: int, measure: str) -> Fraction | None:
    """Returns the result of an entry in the games of one code; None if they give no result.

    It is the points of a deal beyond the mean of the others, or the percentage points of honours beyond an equal share.
    """
    if any(played.failures for played in same):
        return None
    entries = len(same[0].points)
    deals = sum(played.deals for played in same)
    if measure == "points":
        lead = sum((played.lead_over_others(entry) for played in same), Fraction(0))
        return lead / deals if deals else None
    honours = [played.winners for played in same if played.winners]
    count = len(honours)
    if measure == "laurels":
        honours, count = [seats for played in same for seats in played.best_entries], deals
    if not count:
        return None
    equal = Fraction(sum(bool(those) for those in honours), entries)
    return 100 * (shared_win_count(honours, entry) - equal) / count


class Sprt:
    """The test of a mean lead of 0 against a mean lead of `gain`."""

    def __init__(self, gain: float) -> None:
        self.gain = gain
        self.units = 0
        self._sum = self._squares = Fraction(0)

    def add(self, lead: Fraction | int | float | None) -> None:
        """Counts the lead in one unit; ignores None."""
        if lead is not None:
            exact = Fraction(lead)
            self.units += 1
            self._sum += exact
            self._squares += exact * exact

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio so far: positive for `gain`, negative for 0."""
        if self.units < 2:
            return 0.0
        mean = self._sum / self.units
        variance = float((self._squares - mean * self._sum) / (self.units - 1))
        beyond = float(mean) - self.gain / 2
        if variance <= 0:
            return inf if beyond > 0 else -inf
        return self.units * self.gain * beyond / variance

    @property
    def verdict(self) -> str:
        """`better` or `not better`; empty before a decision."""
        if self.units < MIN_CODES or abs(self.ratio) < DECISION_BOUND:
            return ""
        return "better" if self.ratio > 0 else "not better"


def result_line(test: Sprt, name: str, measure: str, lowest: bool = False) -> str:
    """Returns the result of the test in a line. lowest: True if the fewest points are best."""
    points = f"points a deal {'under' if lowest else 'over'} the others"
    words = {"points": points, "laurels": "percentage points of the deals' honours"}
    what = words.get(measure, "percentage points of the games won")
    found = f"LLR {test.ratio:+.2f} after {test.units} codes, for {test.gain:g} {what} against 0"
    if not test.verdict:
        return f"Open whether {name} is better: {found}."
    return f"{name} is {test.verdict}: {found}."


def add_measure_arguments(parser: Parser) -> None:
    """Adds the arguments for the measure of strength and for the compiled core."""
    about = "what is compared: points over the others (under, where the fewest win), laurels (best of the deal) or games won"
    parser.add_argument("--measure", choices=MEASURES, help=about)
    told = "play with the compiled core in this folder"
    parser.add_argument(arguments.CORE_OPTION, type=arguments.core_folder, metavar="FOLDER", help=told)


def _parse_real(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0 < number <= MAX_GAIN:
        raise argparse.ArgumentTypeError(f"it must be above 0 and at most {MAX_GAIN}, not {text}")
    return number


def main(argv: list[str]) -> int:
    """Plays until the test decides, and prints the figures and the verdict; returns 1 if a player failed."""
    parser = Parser("sprt", "Tests whether the first player is better than the others.", simulate.PLAYERS, "build.py")
    simulate.add_series_arguments(parser, f"at most so many codes ({GAMES})")
    simulate.add_seats_argument(parser)
    add_measure_arguments(parser)
    about = "by how much the first is better if it is: points a deal (1) or percentage points above an equal part (2)"
    parser.add_argument("--gain", type=_parse_real, metavar="X", help=about)
    parser.add_argument("--out", metavar="FILE", help="write the records there; - for standard output")
    parser.list = setup.rules_help(argv)
    given = parser.parse_args(argv)
    try:
        series = simulate.series_from_arguments(given, GAMES, rotate=True)
        game = find_game(series.game)
        measure = given.measure or default_measure(game)
        test = Sprt(given.gain or DEFAULT_GAINS[measure])

        def ends(same: Sequence[GameResult]) -> bool:
            test.add(result_of_code(same, 0, measure))
            return bool(test.verdict)

        return simulate.play_and_report(
            given, series, ends, lambda: result_line(test, escape(series.names[0]), measure, game.lowest_wins)
        )
    finally:
        external.end_idle_processes()


if __name__ == "__main__":
    sys.exit(arguments.run_reporting_errors(PROGRAM, lambda: main(sys.argv[1:])))
