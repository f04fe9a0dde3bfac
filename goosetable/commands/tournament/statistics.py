"""The figures of a series of games: means and their 95 % confidence intervals, for each entry.

Deals of one game hang together, and so do games with the same deals; each such cluster counts as one observation. A figure is
a ratio (points to deals, games won to games), and its variance that of a ratio over clusters.

>>> ratio = Ratio()
>>> for points, deals in ((4, 2), (9, 3), (4, 2)): ratio.add(points, deals)
>>> float(ratio.mean), ratio.clusters
(2.4285714285714284, 3)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from goosetable.commands.tournament.series import GameResult

NORMAL = 1.959964
"""The quantile of the normal distribution that leaves 2.5 % above it."""
_FEW = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706)


def student(freedom: int) -> float:
    """The quantile of Student's distribution that leaves 2.5 % above it, to three figures at least."""
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z = NORMAL
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2 + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384 / freedom**3


class Interval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float


class Ratio:
    """A sum per unit, over clusters; exact, so that the order of adding is of no account."""

    def __init__(self) -> None:
        self.clusters = 0
        self.units = 0
        self._sum = self._squares = self._products = Fraction(0)
        self._unit_squares = 0

    def add(self, amount: Fraction | int, units: int) -> None:
        """Adds a cluster; one without units says nothing."""
        if not units:
            return
        self.clusters += 1
        self.units += units
        self._sum += amount
        self._squares += amount * amount
        self._products += amount * units
        self._unit_squares += units * units

    @property
    def mean(self) -> Fraction | None:
        """The sum per unit, or None where there is none."""
        return self._sum / self.units if self.units else None

    @property
    def variance(self) -> float | None:
        """The variance of the mean, or None where there are too few clusters to tell."""
        mean = self.mean
        if mean is None or self.clusters < 2:
            return None
        squares = self._squares - 2 * mean * self._products + mean * mean * self._unit_squares
        return float(squares * self.clusters / (self.clusters - 1)) / self.units**2

    def interval(self) -> Interval | None:
        mean, variance = self.mean, self.variance
        if mean is None or variance is None:
            return None
        reach = student(self.clusters - 1) * sqrt(variance)
        return Interval(float(mean) - reach, float(mean) + reach)

    def share_interval(self) -> Interval | None:
        """Wilson's interval, for a share of 0..1; as many observations as would by themselves give this variance."""
        mean, variance = self.mean, self.variance
        if mean is None or variance is None:
            return None
        share = float(mean)
        number = share * (1 - share) / variance if variance > 1e-12 else float(self.clusters)
        z2 = student(self.clusters - 1) ** 2
        middle = (share + z2 / (2 * number)) / (1 + z2 / number)
        reach = sqrt(z2 * (share * (1 - share) + z2 / (4 * number)) / number) / (1 + z2 / number)
        return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


class EntryFigures:
    """What is counted for one entry of a series."""

    def __init__(self) -> None:
        self.games = 0
        self.failures = self.silent = 0
        self.won, self.points, self.laurels = Ratio(), Ratio(), Ratio()
        self.ahead = Ratio()
        """Points better than the mean of the others."""


class Figures:
    """The figures of a series, fed with its games in order."""

    def __init__(self, entries: int) -> None:
        self.entries = [EntryFigures() for _ in range(entries)]
        self.games = self.deals = self.unfinished = self.codes = self.failed = 0
        self._same: list[GameResult] = []

    def add(self, played: GameResult) -> None:
        """Counts a game; one in which a player failed counts as that failure and as nothing else."""
        for failure in played.failures:
            self.entries[failure.entry].failures += 1
            self.entries[failure.entry].silent += failure.silent
        if played.failures:
            self.failed += 1
            return
        self.games += 1
        self.deals += played.deals
        self.unfinished += not played.winners
        if self._same and self._same[0].number != played.number:
            self.close()
        self._same.append(played)

    def close(self) -> None:
        """Counts the last games with the same deals: no more of them will come."""
        same, self._same = self._same, []
        self.codes += bool(same)
        deals = sum(played.deals for played in same)
        finished = [played for played in same if played.winners]
        best = [seats for played in same for seats in played.laurels]
        for number, entry in enumerate(self.entries):
            entry.games += len(same)
            entry.points.add(sum((Fraction(played.points[number]) for played in same), Fraction(0)), deals)
            entry.ahead.add(sum((played.lead(number) for played in same), Fraction(0)), deals)
            entry.won.add(shares([played.winners for played in finished], number), len(finished))
            entry.laurels.add(shares(best, number), deals)


def shares(honours: Sequence[tuple[int, ...]], entry: int) -> Fraction:
    """How often an entry is among those honoured; an honour that several share is divided."""
    return sum((Fraction(1, len(those)) for those in honours if entry in those), Fraction(0))


def table(figures: Figures, names: Sequence[str], best: str, lowest: bool = False) -> list[str]:
    """The lines of the table: plain ASCII, as every terminal can show it. lowest: the fewest points are the best."""
    failures = any(entry.failures for entry in figures.entries)
    ahead = "under the others" if lowest else "over the others"
    heads = ["player", "games", "won", "95 %", "points a deal", "95 %", ahead, "95 %", best, "95 %"]
    heads += ["failed"] if failures else []
    rows = [heads]
    for name, entry in zip(names, figures.entries, strict=True):
        row = [name, str(entry.games), *_share(entry.won), *_mean(entry.points), *_mean(entry.ahead), *_share(entry.laurels)]
        rows.append([*row, str(entry.failures)] if failures else row)
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    return ["  ".join(_aligned(row, widths)).rstrip() for row in rows]


def _aligned(row: list[str], widths: list[int]) -> list[str]:
    return [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))]


def _share(ratio: Ratio) -> tuple[str, str]:
    if ratio.mean is None:
        return "-", "-"
    found = ratio.share_interval()
    return f"{float(ratio.mean):.1%}", f"{found.low * 100:.1f} to {found.high * 100:.1f}" if found else "-"


def _mean(ratio: Ratio) -> tuple[str, str]:
    if ratio.mean is None:
        return "-", "-"
    found = ratio.interval()
    return f"{float(ratio.mean):.2f}", f"{found.low:.2f} to {found.high:.2f}" if found else "-"
