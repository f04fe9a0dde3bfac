"""Ratings: one figure for the strength of each player, from pairwise comparisons in all matches of a table.

The model is that of Bradley and Terry (1952): of two players with strengths a and b the first does better with chance
a / (a + b). A rating is 400 log10 of a strength, so that 400 points are ten to one, and the mean of all players is 0. Strengths
are maximum-likelihood estimates, found by minorisation-maximisation (Hunter, 2004). With more than two at a table, an honour
counts as a comparison of its holder with each player without it, as in the model of Plackett and Luce.

>>> [round(rating.points) for rating in compute_ratings(2, {1: [Comparison(0, 1, 700.0), Comparison(1, 0, 70.0)]}) if rating]
[200, -200]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log, log10, sqrt
from typing import Final, NamedTuple

from goosetable.commands.series import NORMAL_QUANTILE, GameResult, Interval, student_quantile

POINTS_FOR_TEN_TO_ONE: Final = 400.0
"""Difference in rating for a ratio of strengths of ten to one, as in chess."""
PRIOR_GAMES: Final = 0.5
"""Number of drawn games added for each pair of players that met, so that a player who wins every game has a finite rating."""
MAX_CHANGE: Final = 1e-12
"""Relative change of strengths at which the search ends. It is far below the printed digits, for any order of players."""
MAX_STEPS: Final = 20_000


class Comparison(NamedTuple):
    """Number of times that one player did better than another. A tie counts half for each player."""

    better: int
    worse: int
    times: float


class Rating(NamedTuple):
    """Rating of a player, as its distance from the mean of all players."""

    points: float
    interval: Interval | None
    """Its 95 % interval; None with a single code, because its games depend on each other to an unknown degree."""


def compare_results(same: Sequence[GameResult], one: int, other: int, measure: str) -> list[Comparison]:
    """Compares player `one`, the first entry of these games, with the other entries, all `other`, in both directions.

    The measure is the points of each game, or the honours of each deal or game. Two entries without the honour are not
    compared. Games in which a player failed are ignored.
    """
    better = worse = 0.0
    for played in same:
        for mine, theirs in () if played.failures else _merits(played, measure):
            better += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
            worse += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
    return [Comparison(one, other, better), Comparison(other, one, worse)]


def _merits(played: GameResult, measure: str) -> Iterable[tuple[float, float]]:
    """Yields the merits of the first entry and of another entry, for each pair to compare."""
    if measure == "points":
        own, *others = [float(-points if played.lowest else points) for points in played.points]
        return [(own, points) for points in others] if played.deals else []
    honours = played.best_entries if measure == "laurels" else [played.winners]
    pairs = [(0 in those, entry in those) for those in honours for entry in range(1, len(played.points))]
    return [(float(mine), float(theirs)) for mine, theirs in pairs if mine or theirs]


def compute_ratings(players: int, clusters: Mapping[int, Sequence[Comparison]]) -> list[Rating | None]:
    """Returns the rating of each player, from 0 on, by comparisons in clusters (codes). Comparisons of one cluster are
    dependent.

    A player has the rating None outside the largest group that comparisons link (of equal groups, the one with the first
    player).

    The interval is the wider of two: by the observed information, as if all comparisons were independent, and by the variation
    between clusters (sandwich estimator, with Student's quantile). With one cluster there is no interval.
    """
    times = _sum_comparisons(players, [comparison for those in clusters.values() for comparison in those])
    group = _largest_group(times)
    if len(group) < 2:
        return [None] * players
    played = [[times[one][other] for other in group] for one in group]
    strengths = _strengths(_with_prior(played))
    middle = sum(log10(strength) for strength in strengths) / len(group)
    reaches = _interval_widths(strengths, played, [_sum_comparisons(players, those) for those in clusters.values()], group)
    found: list[Rating | None] = [None] * players
    for seat, strength, reach in zip(group, strengths, reaches, strict=True):
        points = POINTS_FOR_TEN_TO_ONE * (log10(strength) - middle)
        found[seat] = Rating(points, None if reach is None else Interval(points - reach, points + reach))
    return found


TimesBetter = list[list[float]]
"""Number of times that the player of a row did better than that of a column."""


def _sum_comparisons(players: int, comparisons: Iterable[Comparison]) -> TimesBetter:
    times = [[0.0] * players for _ in range(players)]
    for better, worse, often in comparisons:
        times[better][worse] += often
    return times


def _largest_group(times: TimesBetter) -> list[int]:
    """Returns the largest group of players that comparisons link, directly or not; of equal groups the one with the first
    player.
    """
    left, groups = list(range(len(times))), []
    while left:
        group = [left[0]]
        for one in group:
            group += [other for other in left if other not in group and times[one][other] + times[other][one] > 0]
        left = [one for one in left if one not in group]
        groups.append(sorted(group))
    return max(groups, key=len)


def _with_prior(times: TimesBetter) -> TimesBetter:
    """Returns the table with the drawn games of the prior added."""
    return [
        [often + (PRIOR_GAMES / 2 if often + times[column][row] > 0 else 0.0) for column, often in enumerate(line)]
        for row, line in enumerate(times)
    ]


def _strengths(times: TimesBetter) -> list[float]:
    """Returns the maximum-likelihood strengths. Their mean is 1."""
    players = range(len(times))
    won = [sum(line) for line in times]
    met = [[times[one][other] + times[other][one] for other in players] for one in players]
    strengths = [1.0] * len(times)
    for _ in range(MAX_STEPS):
        before = strengths[:]
        for one in players:
            # Each player in turn, with the others' new strengths: faster than all at once, and likelier after each step too.
            strengths[one] = won[one] / sum(often / (strengths[one] + strengths[other]) for other, often in enumerate(met[one]))
        scale = len(times) / sum(strengths)
        strengths = [strength * scale for strength in strengths]
        if all(abs(new / old - 1) < MAX_CHANGE for new, old in zip(strengths, before, strict=True)):
            break
    return strengths


def _interval_widths(
    strengths: Sequence[float], played: TimesBetter, clusters: Sequence[TimesBetter], group: Sequence[int]
) -> list[float | None]:
    """Returns half the width of each interval, in points; None if fewer than two clusters compare players of the group."""
    size = len(group)
    chance = [[mine / (mine + theirs) for theirs in strengths] for mine in strengths]
    met = _with_prior(played)
    # Ratings are relative to their mean, the only direction that the comparisons leave open: 1 / size added in every place
    # makes the information matrix invertible, and is subtracted from the inverse again.
    information = [[1 / size] * size for _ in range(size)]
    for one in range(size):
        for other in range(size):
            known = (met[one][other] + met[other][one]) * chance[one][other] * chance[other][one]
            information[one][one] += known if one != other else 0.0
            information[one][other] -= known if one != other else 0.0
    variances = [[cell - 1 / size for cell in line] for line in _inverse(information)]
    scores = []
    for times in clusters:
        part = [[times[one][other] for other in group] for one in group]
        found = [
            sum(part[one][other] * chance[other][one] - part[other][one] * chance[one][other] for other in range(size))
            for one in range(size)
        ]
        if any(map(any, part)):
            scores.append([sum(variances[one][other] * found[other] for other in range(size)) for one in range(size)])
    many = len(scores)
    reaches: list[float | None] = [None] * size
    for one in range(size) if many > 1 else ():
        alone = NORMAL_QUANTILE * sqrt(variances[one][one])
        together = student_quantile(many - 1) * sqrt(sum(score[one] ** 2 for score in scores) * many / (many - 1))
        reaches[one] = max(alone, together) * POINTS_FOR_TEN_TO_ONE / log(10)
    return reaches


def _inverse(matrix: TimesBetter) -> TimesBetter:
    """Inverts a symmetric positive definite matrix by Gauss-Jordan elimination."""
    size = len(matrix)
    rows = [[*line, *(float(column == row) for column in range(size))] for row, line in enumerate(matrix)]
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [cell / pivot for cell in rows[place]]
        for other in range(size):
            factor = rows[other][place]
            if other != place and factor:
                rows[other] = [cell - factor * own for cell, own in zip(rows[other], rows[place], strict=True)]
    return [line[size:] for line in rows]
