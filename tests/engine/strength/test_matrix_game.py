"""Zero-sum games in a matrix: known ones, and what must hold of any."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.games.gops import solver

ROCK = ((0, -1, 1), (1, 0, -1), (-1, 1, 0))


def test_rock_paper_scissors_is_even_and_all_are_alike() -> None:
    value, mixture = solver.solve_matrix(ROCK)
    assert value == pytest.approx(0.0, abs=1e-9)
    assert mixture == pytest.approx([1 / 3] * 3)


def test_a_game_with_a_saddle_point_is_played_plainly() -> None:
    assert solver.solve_matrix(((3, 5), (2, 9))) == (3, [1.0, 0.0])


def test_a_game_of_two_by_two_without_a_saddle_point() -> None:
    value, mixture = solver.solve_matrix(((1, -1), (-2, 4)))
    assert value == pytest.approx(2 / 8)
    assert mixture == pytest.approx([6 / 8, 2 / 8])


numbers = st.integers(-40, 40).map(float)
matrices = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda size: st.lists(st.lists(numbers, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
)


@given(matrices)
def test_nobody_does_better_against_the_mixtures(payoffs: list[list[float]]) -> None:
    value, mixture = solver.solve_matrix(payoffs)
    turned = [[-gain for gain in column] for column in zip(*payoffs, strict=True)]
    theirs, other = solver.solve_matrix(turned)
    assert theirs == pytest.approx(-value, abs=1e-6)
    assert sum(mixture) == pytest.approx(1.0)
    assert min(mixture) >= 0.0
    for column in zip(*payoffs, strict=True):
        assert sum(part * gain for part, gain in zip(mixture, column, strict=True)) >= value - 1e-6
    for row in payoffs:
        assert sum(part * gain for part, gain in zip(other, row, strict=True)) <= value + 1e-6
    assert solver.matrix_value(payoffs) == pytest.approx(value, abs=1e-6)


@given(matrices, st.integers(-20, 20))
def test_what_is_added_everywhere_is_added_to_the_value(payoffs: list[list[float]], more: int) -> None:
    added = [[gain + more for gain in row] for row in payoffs]
    assert solver.matrix_value(added) == pytest.approx(solver.matrix_value(payoffs) + more, abs=1e-6)


def test_a_larger_bid_for_the_same_prize_is_never_worse() -> None:
    """Bids for one prize: who bids more has it, equal bids divide it; the highest card is best at the end."""
    prize = [[float((mine > theirs) - (mine < theirs)) for theirs in range(5)] for mine in range(5)]
    gains = [min(row) for row in prize]
    assert all(low <= high for low, high in pairwise(gains))
    assert solver.solve_matrix(prize) == (0.0, [0.0, 0.0, 0.0, 0.0, 1.0])


@given(matrices)
def test_the_value_alone_is_that_of_the_solution(payoffs: list[list[float]]) -> None:
    assert solver.matrix_value(payoffs) == pytest.approx(solver.solve_matrix(payoffs)[0], abs=1e-7)
