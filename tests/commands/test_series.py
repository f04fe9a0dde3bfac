"""The figures of a series: means that are exact, intervals that hold what they promise."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from random import Random

import pytest
from pytest import approx

from goosetable.commands import series
from goosetable.commands.series import Figures, GameResult, PlayerFailure, Ratio, shared_win_count, student_quantile
from tests.narrowing import present


def ratio_of(*clusters: tuple[Fraction | int, int]) -> Ratio:
    ratio = Ratio()
    for amount, units in clusters:
        ratio.add_cluster(amount, units)
    return ratio


@pytest.mark.parametrize(
    ("freedom", "right"),
    [(1, 12.706), (2, 4.303), (5, 2.571), (6, 2.447), (9, 2.262), (20, 2.086), (60, 2.000), (10**6, 1.960)],
)
def test_students_quantiles(freedom: int, right: float) -> None:
    assert student_quantile(freedom) == approx(right, abs=0.002)


def test_with_equal_clusters_it_is_the_plain_mean_and_its_error() -> None:
    ratio = ratio_of((1, 1), (2, 1), (3, 1), (6, 1))
    assert ratio.sum_per_unit == 3
    assert ratio.variance == approx((4 + 1 + 0 + 9) / 3 / 4)


def test_one_cluster_tells_nothing_of_the_error() -> None:
    assert ratio_of((3, 2)).interval() is None
    assert ratio_of().sum_per_unit is None
    assert ratio_of((0, 0)).clusters == 0


def test_a_share_never_leaves_its_bounds() -> None:
    for share in (0, 1):
        interval = present(ratio_of(*[(share, 1)] * 5).share_interval())
        assert 0 <= interval.low <= share <= interval.high <= 1
        assert interval.high - interval.low > 0.3


def test_the_same_deals_from_every_seat_count_once() -> None:
    """Who wins exactly one in three of each code's games is known exactly; single games leave that open."""
    rotated = ratio_of(*[(1, 3)] * 100)
    single = ratio_of(*[(1, 1), (0, 1), (0, 1)] * 100)
    assert rotated.variance == 0
    assert single.variance == approx(2 / 9 / 299)


@pytest.mark.parametrize("share", [0.1, 0.33])
def test_intervals_hold_the_truth_as_often_as_they_say(share: float) -> None:
    rng, held = Random(1), 0
    for _ in range(400):
        interval = present(ratio_of(*((int(rng.random() < share), 1) for _ in range(60))).share_interval())
        held += interval.low <= share <= interval.high
    assert 0.91 < held / 400 < 0.99


def test_honours_are_divided() -> None:
    assert shared_win_count([(0,), (0, 1), (), (2,)], 0) == Fraction(3, 2)


def test_failed_games_count_as_failures_only() -> None:
    counted = Figures(2)
    counted.add(GameResult(1, 2, (5, 7), ((1,), (0,)), (1,), ""))
    counted.add(GameResult(2, 1, (3, 0), ((0,),), (), "", failures=(PlayerFailure(0, "why"),)))
    counted.add(GameResult(3, 1, (Fraction(1, 2), 4), ((0, 1),), (), ""))
    counted.count_last_cluster()
    assert [entry.games for entry in counted.entries] == [2, 2]
    assert [entry.failures for entry in counted.entries] == [1, 0]
    assert [entry.points.sum_per_unit for entry in counted.entries] == [Fraction(11, 6), Fraction(11, 3)]
    assert [entry.won.sum_per_unit for entry in counted.entries] == [0, 1]
    assert [entry.best.sum_per_unit for entry in counted.entries] == [Fraction(1, 2), Fraction(1, 2)]
    assert (counted.games, counted.deals, counted.unfinished) == (2, 3, 1)


def test_where_the_fewest_points_win_the_table_says_how_far_one_is_under_the_others() -> None:
    counted = Figures(2)
    counted.add(GameResult(1, 2, (5, 7), ((0,), (0,)), (0,), "", lowest=True))
    counted.count_last_cluster()
    assert [entry.ahead.sum_per_unit for entry in counted.entries] == [1, -1]
    assert [entry.points.sum_per_unit for entry in counted.entries] == [Fraction(5, 2), Fraction(7, 2)]
    assert "under the others" in series.table_lines(counted, ["a 1", "b 1"], "best", lowest=True)[0]


def test_nothing_counted_is_a_table_all_the_same() -> None:
    assert series.table_lines(Figures(2), ["a 1", "b 1"], "best")[1].split() == ["a", "1", "0", *"--------"]


class Terminal(io.StringIO):
    """What a terminal is given."""

    def isatty(self) -> bool:
        return True


def test_a_bar_comes_and_goes_on_a_terminal_alone() -> None:
    for stream in (Terminal(), io.StringIO()):
        bar = series.Progress(3, stream)
        for done in (1, 2, 3):
            bar.show(done)
        bar.clear()
        said = stream.getvalue()
        if stream.isatty():
            assert f"[{'#' * 10}{'.' * 20}] 1 of 3 games, " in said
            assert f"[{'#' * 30}] 3 of 3 games, 0 s left" in said
            assert re.search(r"\r +\r$", said)
        else:
            assert said == ""
    series.Progress(3, None).clear()
