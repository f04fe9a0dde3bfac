"""The laboratory: the sequential test errs as seldom as it says, tables compare everybody, and effort is what was asked for."""

from __future__ import annotations

import doctest
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from goosetable.commands import setup
from goosetable.commands.console import CallError
from goosetable.commands.tournament import sprt
from goosetable.commands.tournament.series import Failure, GameResult
from goosetable.commands.tournament.sprt import BOUND, LEAST, Sprt, told, unit

Call = Callable[..., tuple[int, str, str]]
FOOL = ("simulate", "gooseberry-fool")


def test_examples() -> None:
    assert doctest.testmod(sprt).failed == 0


def test_the_bounds_are_those_of_five_in_a_hundred() -> None:
    assert round(BOUND, 2) == 2.94


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
    for _ in range(LEAST - 1):
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
    assert unit(SAME, 0, measure) == right
    assert sum(unit(SAME, entry, measure) or 0 for entry in range(3)) == pytest.approx(0)


def test_where_the_fewest_points_win_who_has_fewer_is_better() -> None:
    fewest = [replace(played, lowest=True) for played in SAME]
    lead = unit(SAME, 0, "points")
    assert lead is not None and unit(fewest, 0, "points") == -lead
    assert unit(fewest, 0, "laurels") == unit(SAME, 0, "laurels")
    test = Sprt(1.0)
    for number in range(LEAST):
        test.add(unit([GameResult(number, 1, (0, 6 + number % 2, 7), ((0,),), (), "", lowest=True)], 0, "points"))
    assert told(test, "expert 1", "points", lowest=True).startswith("expert 1 is better")
    assert "points a deal under the others" in told(test, "expert 1", "points", lowest=True)


def test_a_code_in_which_a_player_failed_says_nothing() -> None:
    assert unit([*SAME, GameResult(1, 1, (0, 0, 0), (), (), "", (Failure(1, "why"),))], 0, "points") is None
    assert unit([SAME[1]], 0, "won") is None


def codes_played(said: str) -> int:
    found = re.search(r"games from every seat, (\d+) codes", said)
    assert found
    return int(found[1])


def test_until_significant_ends_when_it_is_decided_whatever_the_number_of_processes(call: Call) -> None:
    words = (*FOOL, "--seats", "greedy@6,random,random", "--until-significant", "--gain", 8, "--seed", 4, "--max-deals", 1)
    code, said, err = call(*words, "--games", 400)
    assert (code, err) == (0, "")
    assert re.search(r"^greedy@6 1 is better: LLR \+\d\.\d\d after \d+ codes", said, re.M)
    assert LEAST <= codes_played(said) < 400
    assert call(*words, "--games", 400, "--jobs", 2) == (code, said, err)
    code, said, _ = call(*words, "--games", LEAST - 1)
    assert "Open whether greedy@6 1 is better" in said
    assert codes_played(said) == LEAST - 1


def test_who_is_no_better_is_found_out_too(call: Call) -> None:
    said = call(*FOOL, "--until-significant", "--gain", 15, "--seed", 4, "--max-deals", 1)[1]
    assert re.search(r"^random 1 is not better: LLR -", said, re.M)


def test_a_table_has_everybody_against_everybody(call: Call) -> None:
    code, said, err = call(
        *FOOL, "--table", "--levels", "random,greedy,easy", "--effort", 10, "--games", 3, "--seed", 1, "--max-deals", 1
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


def test_a_table_of_one_code_has_no_intervals(call: Call) -> None:
    code, said, _ = call(
        "simulate", "goose", "--table", "--levels", "random,greedy", "--games", 1, "--seed", 1, "--max-deals", 1
    )
    assert code == 0 and "interval" not in said and "+-" not in said
    assert [name for name, _ in re.findall(r"^  (\S+) +([-+]\d+)$", said, re.M)] == ["random", "greedy"]


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--table", "--seats", "random,random,random"], "a table takes --levels"),
        (["--table", "--out", "-"], "a table takes --levels"),
        (["--table", "--levels", "random"], "two levels or more"),
        (["--table", "--levels", "random,easy,easy"], "two levels or more, each once"),
        (["--table", "--levels", "random,genius"], "there is no level 'genius'"),
        (["--seats", "easy@,easy,easy"], "'easy@' is not LEVEL@ITERATIONS or LEVEL@PERCENT%"),
        (["--seats", "easy@0%,easy,easy"], "'easy@0%' is not LEVEL@ITERATIONS or LEVEL@PERCENT%"),
        (["--seats", "genius@5,easy,easy"], "there is no level 'genius'"),
        (["--gain", "0"], "argument --gain: it must be above 0"),
        (["--gain", "nan"], "argument --gain: it must be above 0"),
        (["--gain", "much"], "'much' is not a number"),
        (["--measure", "luck"], "invalid choice: 'luck'"),
        (["--patience", "0"], "argument --patience: it must be from 1 to "),
        (["--effort", "0"], "argument --effort: it must be from 1 to "),
    ],
)
def test_wrong_calls(call: Call, argv: list[str], words: str) -> None:
    code, out, err = call(*FOOL, *argv)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_effort_is_a_share_of_the_usual_work() -> None:
    def made(name: str) -> Any:
        return setup.make_player(name, "x")

    usual, tenth, few = (made(f"expert{effort}").skill for effort in ("", "@10%", "@70"))
    assert (tenth.iterations, tenth.work) == (usual.iterations // 10, usual.work // 10)
    assert (few.iterations, few.work) == (70, None)
    assert made("greedy@50%").determinizations == made("greedy").determinizations // 2
    assert made("random@50%").name == "random"
    with pytest.raises(CallError, match="LEVEL@PERCENT"):
        setup.make_player("expert@1.5%", "x")
