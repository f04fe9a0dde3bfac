"""Zero-sum games in a matrix, where two choose at once: the value of the game, and how often to choose each row.

Solved as a linear program by the simplex method with Bland's rule (Dantzig, "A proof of the equivalence of the programming
problem and the game problem", 1951); a saddle point is found before that, because most small games have one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

TINY: Final = 1e-11
"""What is nearer to 0 than this is 0."""

Matrix = Sequence[Sequence[float]]
"""What the one who chooses a row gains, by row and column; the other loses as much. At least one row and one column."""


def matrix_value(payoffs: Matrix) -> float:
    """What the one who chooses a row gains on average when both choose as well as they can."""
    low = max([min(row) for row in payoffs])
    high = min([max(column) for column in zip(*payoffs, strict=True)])
    if high - low <= TINY:
        return low
    if len(payoffs) == 2 and len(payoffs[0]) == 2:
        (a, b), (c, d) = payoffs
        return (a * d - b * c) / (a + d - b - c)
    return solve_matrix(payoffs)[0]


def solve_matrix(payoffs: Matrix) -> tuple[float, list[float]]:
    """The value, and the best mixture: how likely each row is to be chosen, together 1."""
    rows, columns = len(payoffs), len(payoffs[0])
    lows = [min(row) for row in payoffs]
    low = max(lows)
    if min([max(column) for column in zip(*payoffs, strict=True)]) - low <= TINY:
        best = lows.index(low)
        return low, [float(row == best) for row in range(rows)]
    # The column player's program, with all payoffs made positive: the most y can sum up to where each row gains at most 1.
    # Its slack variables, one a row, become the row player's mixture.
    shift = 1.0 - min(lows)
    table = [
        [gain + shift for gain in row] + [float(slack == number) for slack in range(rows)] + [1.0]
        for number, row in enumerate(payoffs)
    ]
    costs = [-1.0] * columns + [0.0] * (rows + 1)
    basis = list(range(columns, columns + rows))
    while True:
        enter = next((place for place in range(columns + rows) if costs[place] < -TINY), -1)
        if enter < 0:
            break
        leave, least = -1, 0.0
        for number, row in enumerate(table):
            if row[enter] > TINY:
                ratio = row[-1] / row[enter]
                if leave < 0 or ratio < least - TINY or (ratio <= least + TINY and basis[number] < basis[leave]):
                    leave, least = number, ratio
        pivot = table[leave]
        by = pivot[enter]
        table[leave] = pivot = [entry / by for entry in pivot]
        for number, row in enumerate(table):
            if number != leave and row[enter]:
                times = row[enter]
                table[number] = [entry - times * own for entry, own in zip(row, pivot, strict=True)]
        times = costs[enter]
        costs = [entry - times * own for entry, own in zip(costs, pivot, strict=True)]
        basis[leave] = enter
    total = costs[-1]
    weights = [max(0.0, weight) for weight in costs[columns:-1]]
    whole = sum(weights)
    return 1.0 / total - shift, [weight / whole for weight in weights]
