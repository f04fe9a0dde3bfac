"""Ratings are those of Bradley and Terry: two by the formula, many by what they expect, in any order, and always finite."""

from __future__ import annotations

import doctest
from dataclasses import replace
from itertools import product
from math import isfinite, log10
from random import Random

import pytest
import ratings
from hypothesis import given, settings
from hypothesis import strategies as some
from ratings import PRIOR, Comparison, Rating, compared, rated

from goosetable.commands.series import GameResult, PlayerFailure

COUNTS = some.integers(0, 60)
TABLES = some.integers(2, 5).flatmap(
    lambda players: some.lists(
        some.lists(
            some.builds(Comparison, some.integers(0, players - 2), some.just(players - 1), COUNTS.map(float))
            | some.tuples(some.integers(0, players - 1), some.integers(0, players - 1), COUNTS.map(float))
            .filter(lambda found: found[0] != found[1])
            .map(lambda found: Comparison(*found)),
            max_size=5,
        ),
        min_size=1,
        max_size=5,
    ).map(lambda clusters: (players, clusters))
)


def sure(found: list[Rating | None]) -> list[Rating]:
    whole = [rating for rating in found if rating is not None]
    assert len(whole) == len(found)
    return whole


def close(one: list[Rating | None], other: list[Rating | None]) -> bool:
    flat = [
        [None if rating is None else (rating.points, *(rating.interval or ())) for rating in found] for found in (one, other)
    ]
    return all(
        mine is theirs if mine is None or theirs is None else mine == pytest.approx(theirs, abs=1e-3)
        for mine, theirs in zip(*flat, strict=True)
    )


def test_examples() -> None:
    assert doctest.testmod(ratings).failed == 0


@given(COUNTS, COUNTS)
def test_two_players_are_apart_by_the_logarithm_of_their_odds(won: int, lost: int) -> None:
    found = rated(2, {1: [Comparison(0, 1, won)], 2: [Comparison(1, 0, lost)]})
    if not won + lost:
        assert found == [None, None], "who never met is not compared"
        return
    one, other = sure(found)
    share = (won + PRIOR / 2) / (won + lost + PRIOR)
    assert one.points - other.points == pytest.approx(400 * log10(share / (1 - share)), abs=1e-6)
    assert one.points == pytest.approx(-other.points)
    if won and lost:
        assert one.interval is not None and one.interval.low < one.points < one.interval.high
    else:
        assert one.interval is other.interval is None, "one cluster says all"


def test_one_code_says_nothing_of_how_sure_a_rating_is() -> None:
    """However many comparisons it holds, they hang together; games of other codes in which nobody is compared add nothing."""
    once = [Comparison(0, 1, 700.0), Comparison(1, 0, 70.0)]
    assert [rating.interval for rating in sure(rated(2, {1: once, 2: [], 3: [Comparison(0, 1, 0.0)]}))] == [None, None]
    assert all(rating.interval for rating in sure(rated(2, {1: once, 2: once[1:]})))


@settings(max_examples=20)
@given(TABLES, some.randoms(use_true_random=False))
def test_neither_the_order_of_games_nor_that_of_players_matters(table: tuple[int, list[list[Comparison]]], rng: Random) -> None:
    players, clusters = table
    usual = rated(players, dict(enumerate(clusters)))
    mixed = [rng.sample(those, len(those)) for those in clusters]
    rng.shuffle(mixed)
    assert close(rated(players, dict(enumerate(mixed))), usual)
    if all(rating is not None for rating in usual):
        place = rng.sample(range(players), players)
        renamed = [[Comparison(place[one], place[other], often) for one, other, often in those] for those in clusters]
        found = rated(players, dict(enumerate(renamed)))
        assert close([found[place[player]] for player in range(players)], usual)


@settings(max_examples=20)
@given(TABLES)
def test_each_wins_as_many_games_as_its_rating_expects(table: tuple[int, list[list[Comparison]]]) -> None:
    """What the greatest likelihood comes to (Hunter 2004, equation 3); the games of the prior are among them."""
    players, clusters = table
    found = rated(players, dict(enumerate(clusters)))
    there = [player for player in range(players) if found[player]]
    won = dict.fromkeys(product(there, there), 0.0)
    for one, other, often in (comparison for those in clusters for comparison in those):
        if one in there and other in there:
            won[one, other] += often
    met = {(one, other): won[one, other] + won[other, one] for one, other in won}
    points = {player: rating.points for player in there if (rating := found[player])}
    assert sum(points.values()) == pytest.approx(0, abs=1e-6)
    for one in there:
        has = sum(won[one, other] + PRIOR / 2 for other in there if met[one, other])
        due = sum(
            (met[one, other] + PRIOR) / (1 + 10 ** ((points[other] - points[one]) / 400)) for other in there if met[one, other]
        )
        assert has == pytest.approx(due, abs=1e-3)


def test_who_wins_every_game_is_finitely_better() -> None:
    clusters = {code: [Comparison(one, one + 1, 30.0) for one in range(5)] for code in range(10)}
    found = sure(rated(6, clusters))
    assert all(isfinite(edge) for rating in found for edge in (rating.points, *(rating.interval or ())))
    assert [rating.points for rating in found] == sorted((rating.points for rating in found), reverse=True)
    assert found[0].interval is not None
    assert found[0].interval.high - found[0].interval.low > 400, "though nobody can tell by how much"


def test_who_was_never_compared_with_the_rest_is_not_rated() -> None:
    found = rated(5, {1: [Comparison(1, 2, 3.0), Comparison(2, 4, 1.0), Comparison(0, 3, 9.0)]})
    assert [rating is None for rating in found] == [True, False, False, True, False]
    assert rated(3, {}) == [None] * 3


def test_intervals_are_as_wide_as_they_say() -> None:
    """Of two that are equal, compared in clusters that hang together, about 19 in 20 contain the truth."""
    rng, inside = Random(3), 0
    for _ in range(200):
        clusters = {}
        for code in range(25):
            chance = rng.choice((0.2, 0.8))
            won = sum(rng.random() < chance for _ in range(12))
            clusters[code] = [Comparison(0, 1, won), Comparison(1, 0, 12 - won)]
        interval = sure(rated(2, clusters))[0].interval
        assert interval is not None
        inside += interval.low < 0 < interval.high
    assert 180 <= inside <= 198


GAME = GameResult(1, 2, (9, 3, 9), ((0,), (1, 2)), (0,), "")


@pytest.mark.parametrize(("measure", "better", "worse"), [("points", 1.5, 0.5), ("laurels", 2.0, 2.0), ("won", 2.0, 0.0)])
def test_a_game_is_reduced_to_pairs(measure: str, better: float, worse: float) -> None:
    assert compared([GAME], 4, 2, measure) == [Comparison(4, 2, better), Comparison(2, 4, worse)]
    assert [found.times for found in compared([GAME, GAME], 4, 2, measure)] == [2 * better, 2 * worse]


def test_what_says_nothing_is_not_counted() -> None:
    failed, unfinished = replace(GAME, failures=(PlayerFailure(1, "why"),)), replace(GAME, winners=())
    assert [found.times for found in compared([failed], 0, 1, "points")] == [0, 0]
    assert [found.times for found in compared([unfinished], 0, 1, "won")] == [0, 0]
    nobody = replace(GAME, best_entries=((2,),))
    assert [found.times for found in compared([nobody], 0, 1, "laurels")] == [0, 1], "two without the honour are not compared"
    assert [found.times for found in compared([replace(GAME, lowest=True)], 0, 1, "points")] == [0.5, 1.5]
