"""Measuring players against each other: ratings, the sequential test and the table of all pairs."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import isfinite, log10
from pathlib import Path
from random import Random
from typing import Any

import cross_table
import pytest
import ratings
import sprt
from hypothesis import given, settings
from hypothesis import strategies as some
from ratings import PRIOR_GAMES, Comparison, Rating, compare_results, compute_ratings
from sprt import DECISION_BOUND, MIN_CODES, Sprt, result_line, result_of_code

from goosetable.commands.series import GameResult, PlayerFailure, play_with_progress

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
    found = compute_ratings(2, {1: [Comparison(0, 1, won)], 2: [Comparison(1, 0, lost)]})
    if not won + lost:
        assert found == [None, None], "who never met is not compared"
        return
    one, other = sure(found)
    share = (won + PRIOR_GAMES / 2) / (won + lost + PRIOR_GAMES)
    assert one.points - other.points == pytest.approx(400 * log10(share / (1 - share)), abs=1e-6)
    assert one.points == pytest.approx(-other.points)
    if won and lost:
        assert one.interval is not None and one.interval.low < one.points < one.interval.high
    else:
        assert one.interval is other.interval is None, "one cluster says all"


def test_one_code_says_nothing_of_how_sure_a_rating_is() -> None:
    """However many comparisons it holds, they hang together; games of other codes in which nobody is compared add nothing."""
    once = [Comparison(0, 1, 700.0), Comparison(1, 0, 70.0)]
    assert [rating.interval for rating in sure(compute_ratings(2, {1: once, 2: [], 3: [Comparison(0, 1, 0.0)]}))] == [
        None,
        None,
    ]
    assert all(rating.interval for rating in sure(compute_ratings(2, {1: once, 2: once[1:]})))


@settings(max_examples=20)
@given(TABLES, some.randoms(use_true_random=False))
def test_neither_the_order_of_games_nor_that_of_players_matters(table: tuple[int, list[list[Comparison]]], rng: Random) -> None:
    players, clusters = table
    usual = compute_ratings(players, dict(enumerate(clusters)))
    mixed = [rng.sample(those, len(those)) for those in clusters]
    rng.shuffle(mixed)
    assert close(compute_ratings(players, dict(enumerate(mixed))), usual)
    if all(rating is not None for rating in usual):
        place = rng.sample(range(players), players)
        renamed = [[Comparison(place[one], place[other], often) for one, other, often in those] for those in clusters]
        found = compute_ratings(players, dict(enumerate(renamed)))
        assert close([found[place[player]] for player in range(players)], usual)


@settings(max_examples=20)
@given(TABLES)
def test_each_wins_as_many_games_as_its_rating_expects(table: tuple[int, list[list[Comparison]]]) -> None:
    """What the greatest likelihood comes to (Hunter 2004, equation 3); the games of the prior are among them."""
    players, clusters = table
    found = compute_ratings(players, dict(enumerate(clusters)))
    there = [player for player in range(players) if found[player]]
    won = dict.fromkeys(product(there, there), 0.0)
    for one, other, often in (comparison for those in clusters for comparison in those):
        if one in there and other in there:
            won[one, other] += often
    met = {(one, other): won[one, other] + won[other, one] for one, other in won}
    points = {player: rating.points for player in there if (rating := found[player])}
    assert sum(points.values()) == pytest.approx(0, abs=1e-6)
    for one in there:
        has = sum(won[one, other] + PRIOR_GAMES / 2 for other in there if met[one, other])
        due = sum(
            (met[one, other] + PRIOR_GAMES) / (1 + 10 ** ((points[other] - points[one]) / 400))
            for other in there
            if met[one, other]
        )
        assert has == pytest.approx(due, abs=1e-3)


def test_who_wins_every_game_is_finitely_better() -> None:
    clusters = {code: [Comparison(one, one + 1, 30.0) for one in range(5)] for code in range(10)}
    found = sure(compute_ratings(6, clusters))
    assert all(isfinite(edge) for rating in found for edge in (rating.points, *(rating.interval or ())))
    assert [rating.points for rating in found] == sorted((rating.points for rating in found), reverse=True)
    assert found[0].interval is not None
    assert found[0].interval.high - found[0].interval.low > 400, "though nobody can tell by how much"


def test_who_was_never_compared_with_the_rest_is_not_rated() -> None:
    found = compute_ratings(5, {1: [Comparison(1, 2, 3.0), Comparison(2, 4, 1.0), Comparison(0, 3, 9.0)]})
    assert [rating is None for rating in found] == [True, False, False, True, False]
    assert compute_ratings(3, {}) == [None] * 3


def test_intervals_are_as_wide_as_they_say() -> None:
    """Of two that are equal, compared in clusters that hang together, about 19 in 20 contain the truth."""
    rng, inside = Random(3), 0
    for _ in range(200):
        clusters = {}
        for code in range(25):
            chance = rng.choice((0.2, 0.8))
            won = sum(rng.random() < chance for _ in range(12))
            clusters[code] = [Comparison(0, 1, won), Comparison(1, 0, 12 - won)]
        interval = sure(compute_ratings(2, clusters))[0].interval
        assert interval is not None
        inside += interval.low < 0 < interval.high
    assert 180 <= inside <= 198


GAME = GameResult(1, 2, (9, 3, 9), ((0,), (1, 2)), (0,), "")


@pytest.mark.parametrize(("measure", "better", "worse"), [("points", 1.5, 0.5), ("laurels", 2.0, 2.0), ("won", 2.0, 0.0)])
def test_a_game_is_reduced_to_pairs(measure: str, better: float, worse: float) -> None:
    assert compare_results([GAME], 4, 2, measure) == [Comparison(4, 2, better), Comparison(2, 4, worse)]
    assert [found.times for found in compare_results([GAME, GAME], 4, 2, measure)] == [2 * better, 2 * worse]


def test_what_says_nothing_is_not_counted() -> None:
    failed, unfinished = replace(GAME, failures=(PlayerFailure(1, "why"),)), replace(GAME, winners=())
    assert [found.times for found in compare_results([failed], 0, 1, "points")] == [0, 0]
    assert [found.times for found in compare_results([unfinished], 0, 1, "won")] == [0, 0]
    nobody = replace(GAME, best_entries=((2,),))
    assert [found.times for found in compare_results([nobody], 0, 1, "laurels")] == [0, 1], (
        "two without the honour are not compared"
    )
    assert [found.times for found in compare_results([replace(GAME, lowest=True)], 0, 1, "points")] == [0.5, 1.5]


# ---------------------------------------------------------------------- the sequential test

Lab = Callable[..., tuple[int, str, str]]
FOOL = "gooseberry-fool"
ROOT = Path(__file__).resolve().parents[2]


def test_examples_of_sprt() -> None:
    assert doctest.testmod(sprt).failed == 0


def test_the_bounds_are_those_of_five_in_a_hundred() -> None:
    assert round(DECISION_BOUND, 2) == 2.94


@pytest.mark.parametrize(("true", "wrong"), [(0.0, "better"), (1.0, "not better")])
def test_it_errs_as_seldom_as_it_says(true: float, wrong: str) -> None:
    rng, errors, needed = Random(7), 0, 0
    for _ in range(200):
        test = Sprt(1.0)
        while not test.verdict:
            test.add(rng.gauss(true, 3.0))
        errors += test.verdict == wrong
        needed += test.units
    assert errors <= 20
    assert needed / 200 < 120, "and needs about half of what a fixed number would"


def test_nothing_is_decided_on_few_codes() -> None:
    test = Sprt(1.0)
    for _ in range(MIN_CODES - 1):
        test.add(5)
    test.add(None)
    open_yet = test.verdict
    test.add(5)
    assert (open_yet, test.verdict) == ("", "better")


SAME = (GameResult(1, 2, (9, 3, 0), ((0,), (0, 1)), (0,), ""), GameResult(1, 1, (0, 6, 0), ((),), (), ""))


@pytest.mark.parametrize(
    ("measure", "right"),
    [
        ("points", Fraction(9 - Fraction(3, 2) + 0 - 3) / 3),
        ("laurels", 100 * (Fraction(3, 2) - Fraction(2, 3)) / 3),
        ("won", 100 * (1 - Fraction(1, 3))),
    ],
)
def test_a_unit_is_the_mean_over_the_games_of_a_code(measure: str, right: Fraction) -> None:
    assert result_of_code(SAME, 0, measure) == right
    assert sum(result_of_code(SAME, entry, measure) or 0 for entry in range(3)) == pytest.approx(0)


def test_where_the_fewest_points_win_who_has_fewer_is_better() -> None:
    fewest = [replace(played, lowest=True) for played in SAME]
    lead = result_of_code(SAME, 0, "points")
    assert lead is not None and result_of_code(fewest, 0, "points") == -lead
    assert result_of_code(fewest, 0, "laurels") == result_of_code(SAME, 0, "laurels")
    test = Sprt(1.0)
    for number in range(MIN_CODES):
        test.add(result_of_code([GameResult(number, 1, (0, 6 + number % 2, 7), ((0,),), (), "", lowest=True)], 0, "points"))
    assert result_line(test, "expert 1", "points", lowest=True).startswith("expert 1 is better")
    assert "points a deal under the others" in result_line(test, "expert 1", "points", lowest=True)


def test_a_code_in_which_a_player_failed_says_nothing() -> None:
    assert result_of_code([*SAME, GameResult(1, 1, (0, 0, 0), (), (), "", (PlayerFailure(1, "why"),))], 0, "points") is None
    assert result_of_code([SAME[1]], 0, "won") is None


def codes_played(said: str) -> int:
    found = re.search(r"games \((\d+) codes from every seat\)", said)
    assert found
    return int(found[1])


def test_until_significant_ends_when_it_is_decided_whatever_the_number_of_processes(lab: Lab) -> None:
    words = ("sprt", FOOL, "--seats", "greedy@6,random,random", "--gain", 8, "--seed", 4, "--max-deals", 1)
    code, said, err = lab(*words, "--games", 400)
    assert (code, err) == (0, "")
    assert re.search(r"^greedy@6 1 is better: LLR \+\d\.\d\d after \d+ codes", said, re.M)
    assert MIN_CODES <= codes_played(said) < 400
    assert lab(*words, "--games", 400, "--jobs", 2) == (code, said, err)
    code, said, _ = lab(*words, "--games", MIN_CODES - 1)
    assert "Open whether greedy@6 1 is better" in said
    assert codes_played(said) == MIN_CODES - 1


def test_who_is_no_better_is_found_out_too(lab: Lab) -> None:
    said = lab("sprt", FOOL, "--gain", 15, "--seed", 4, "--max-deals", 1)[1]
    assert re.search(r"^random 1 is not better: LLR -", said, re.M)


def test_a_table_has_everybody_against_everybody(lab: Lab) -> None:
    code, said, err = lab(
        "cross_table", FOOL, "--levels", "random,greedy,easy", "--effort", 10, "--games", 3, "--seed", 1, "--max-deals", 1
    )
    assert (code, err) == (0, "")
    assert said.startswith("Gooseberry Fool: 3 codes from each of 3 seats, seed 1; percentage points of 'middle of the deal'")
    assert re.findall(r"^  (\S+) v (\S+): ", said, re.M) == [("greedy@10%", "random@10%"), ("easy@10%", "greedy@10%")]
    rated = re.findall(r"^  (\S+) +([-+]\d+) +([-+]\d+) to +([-+]\d+)$", said, re.M)
    assert [name for name, *_ in rated] == ["random@10%", "greedy@10%", "easy@10%"]
    assert abs(sum(int(points) for _, points, *_ in rated)) <= 2
    assert all(int(low) < int(points) < int(high) for _, points, low, high in rated)
    assert "\nRatings by the honours of each deal (400 points are ten to one, and the mean is 0)" in said
    cells = [re.split(r" {2,}", line) for line in said.splitlines()[-3:]]
    assert [row[0] for row in cells] == ["random@10%", "greedy@10%", "easy@10%"]
    for place, row in enumerate(cells, 1):
        assert len(row) == 4
        assert [number for number, cell in enumerate(row) if cell == "-"] == [place]


def test_a_table_against_one_player_has_only_its_matches_and_both_ways(lab: Lab) -> None:
    words = ("gops", "--levels", "random,easy", "--against", "greedy", "--effort", 10, "--games", 2, "--seed", 1, "--inside")
    code, said, _ = lab("cross_table", *words)
    assert code == 0
    matches = re.findall(r"^  (\S+) v (\S+): [+-]", said, re.M)
    assert [(one.partition("@")[0], other.partition("@")[0]) for one, other in matches] == [
        ("random", "greedy"), ("easy", "greedy"), ("greedy", "random"), ("greedy", "easy"),
    ]  # fmt: skip
    assert "of a row" not in said and "Ratings" in said


def test_a_table_of_one_code_has_no_intervals(lab: Lab) -> None:
    code, said, _ = lab("cross_table", "gops", "--levels", "random,greedy", "--games", 1, "--seed", 1, "--max-deals", 1)
    assert code == 0 and "interval" not in said and "+-" not in said
    assert [name for name, _ in re.findall(r"^  (\S+) +([-+]\d+)$", said, re.M)] == ["random", "greedy"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_prints_the_table_of_what_has_been_played(lab: Lab, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    before = [5]

    def interrupted(*what: Any) -> Any:
        for result in play_with_progress(*what):
            if not before[0]:
                raise KeyboardInterrupt
            before[0] -= 1
            yield result

    monkeypatch.setattr(cross_table, "play_with_progress", interrupted)
    words = ("cross_table", FOOL, "--games", 2, "--seed", 5, "--levels", "random,greedy", "--max-deals", 1, "--jobs", jobs)
    code, out, err = lab(*words)
    assert (code, err) == (130, "")
    assert out.endswith("\n\nInterrupted after 5 of 12 games.\n") and "\ngreedy " in out
    assert "\n  not compared with the others: random and greedy\n" in lab(*words)[1]


@pytest.mark.parametrize(
    ("program", "argv", "words"),
    [
        ("cross_table", ["--seats", "random,random,random"], "unrecognized arguments: --seats"),
        ("cross_table", ["--levels", "random"], "two levels or more"),
        ("cross_table", ["--levels", "random,easy", "--against", "easy"], "two levels or more, each once"),
        ("cross_table", ["--levels", "random,easy,easy"], "two levels or more, each once"),
        ("cross_table", ["--levels", "random,genius"], "there is no level 'genius'"),
        ("cross_table", ["--core", "/nowhere"], "there is no goosetable in '/nowhere'"),
        ("sprt", ["--seats", "genius,random,random"], "there is no level 'genius'"),
        ("sprt", ["--gain", "0"], "argument --gain: it must be above 0"),
        ("sprt", ["--gain", "nan"], "argument --gain: it must be above 0"),
        ("sprt", ["--gain", "much"], "'much' is not a number"),
        ("sprt", ["--measure", "luck"], "invalid choice: 'luck'"),
    ],
)
def test_wrong_calls(lab: Lab, program: str, argv: list[str], words: str) -> None:
    code, out, err = lab(program, FOOL, *argv)
    assert (code, out) == (2, "")
    assert words in err and err.startswith(f"build.py {'sprt' if program == 'sprt' else 'table'}: ")
    assert err.count("\n") == 1


@pytest.mark.slow
def test_comparing_is_a_verb() -> None:
    """Its processes import what it imports itself."""
    call = [sys.executable, str(ROOT / "build" / "build.py"), "table", "gops", "--levels", "random,greedy", "--games", "2"]
    call += ["--seed", "1", "--max-deals", "1", "--jobs", "2", "--core", str(ROOT)]
    ran = subprocess.run(call, cwd="/", capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Gops: 2 codes from each of 2 seats, seed 1; ")
