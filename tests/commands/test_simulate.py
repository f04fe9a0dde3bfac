"""`goosetable simulate`: repeatable series, records that `check` accepts, and figures that are fair to every seat."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from goosetable import __version__
from goosetable.commands import simulate
from goosetable.commands.series import Series, play_task, play_with_progress
from goosetable.engine.game import AnyGame
from goosetable.engine.record.seed import code_in_series, format_code
from goosetable.engine.rules.options import options_of
from goosetable.games import SHELF

Call = Callable[..., tuple[int, str, str]]

FOOL = ("simulate", "gooseberry-fool")
MIXED = ("--seats", "greedy,random,random")
PLAYERS = """
class First:
    def __init__(self, rng):
        self.rng = rng

    def think(self, view):
        return view.legal[0]

class Nervous(First):
    def think(self, view):
        if self.rng.random() < 0.02:
            raise ValueError("too\\nnervous")
        return view.legal[0]

class Cheat(First):
    def think(self, view):
        return "play XL"

class Leaves(First):
    def think(self, view):
        import os
        os._exit(3)
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of players of one's own, in the folder where one is."""
    (tmp_path / "mine_to_simulate.py").write_text(PLAYERS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return "mine_to_simulate"


def headers(text: str) -> list[dict[str, Any]]:
    return [found for line in text.splitlines() if "goosetable" in (found := json.loads(line))]


def rows(text: str) -> list[list[str]]:
    """The table of a report: the words of each line, from the heads on."""
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("player "))
    return [re.split(r" {2,}", line) for line in lines[first:] if line]


class TestRecords:
    """What --out holds."""

    def test_complete_and_accepted(self, call: Call, tmp_path: Path) -> None:
        out = tmp_path / "out.goose"
        code, said, err = call(*FOOL, "--games", 4, "--seed", 7, "--out", out, *MIXED)
        assert (code, err) == (0, "")
        assert said.startswith("Gooseberry Fool: 4 games, ")
        checked = call("check", out)
        assert (checked[0], checked[1].count(", finished: ")) == (0, 4)
        for number, header in enumerate(headers(out.read_text()), 1):
            assert header["code"] == format_code(code_in_series("7", number))
            assert header["app"] == __version__
            assert "started" not in header
            assert header["seats"] == [
                {"name": "greedy 1", "player": "greedy"},
                {"name": "random 1", "player": "random"},
                {"name": "random 2", "player": "random"},
            ]

    def test_the_same_seed_gives_the_same_bytes(self, call: Call) -> None:
        first = call(*FOOL, "--games", 3, "--seed", "x y", "--out", "-", *MIXED)
        assert first == call(*FOOL, "--games", 3, "--seed", "x y", "--out", "-", *MIXED)
        assert first != call(*FOOL, "--games", 3, "--seed", "x", "--out", "-", *MIXED)

    def test_without_a_seed_games_differ_and_say_when(self, call: Call) -> None:
        one, two = (headers(call(*FOOL, "--games", 2, "--out", "-")[1]) for _ in range(2))
        assert len({header["code"] for header in one + two}) == 4
        assert all(header["started"].endswith("Z") for header in one + two)

    def test_on_standard_output_they_are_alone(self, call: Call) -> None:
        code, out, err = call(*FOOL, "--games", 2, "--seed", 1, "--out", "-")
        assert code == 0
        assert all(json.loads(line) for line in out.splitlines())
        assert err.startswith("Gooseberry Fool: 2 games, ")

    def test_rotation_plays_the_same_deals_from_every_seat(self, call: Call) -> None:
        code, out, err = call(*FOOL, "--games", 2, "--seed", 1, "--rotate", "--out", "-", *MIXED)
        assert code == 0
        found = headers(out)
        assert [header["code"] for header in found] == [format_code(code_in_series("1", n)) for n in (1, 1, 1, 2, 2, 2)]
        for entry in ("greedy 1", "random 1", "random 2"):
            seats = [[seat["name"] for seat in header["seats"]].index(entry) for header in found]
            assert sorted(seats[:3]) == sorted(seats[3:]) == [0, 1, 2]
        assert "6 games (2 codes from every seat), " in err

    def test_a_game_that_reaches_the_most_deals_stays_unfinished(self, call: Call) -> None:
        code, out, err = call(*FOOL, "--games", 2, "--seed", 1, "--max-deals", 2, "--out", "-")
        assert code == 0
        assert call("check", "-", given=out.encode())[1].count("2 deals, unfinished before deal 3") == 2
        assert "Not finished within 2 deals: 2 games." in err
        assert rows(err)[1][1:] != []

    def test_one_code_is_played_as_often_as_wanted(self, call: Call) -> None:
        call_with = (*FOOL, "--code", "7q4k-m2xd-9tbr", "--seed", "1", "--out", "-")
        assert [header["code"] for header in headers(call(*call_with)[1])] == ["7Q4K-M2XD-9TBR"]
        text = call(*call_with, "--games", "2")[1]
        assert [header["code"] for header in headers(text)] == ["7Q4K-M2XD-9TBR"] * 2
        games = text.split('{"goosetable"')[1:]
        assert games[0] != games[1]

    def test_options_are_written_explicitly(self, call: Call) -> None:
        given = ("--option", "target=50", "--option", "end_rule=hundred", "--option", 'geese="x"')
        assert call(*FOOL, *given)[0] == 2
        out = call(*FOOL, *given[:4], "--games", 1, "--out", "-")[1]
        assert headers(out)[0]["options"] == {"length": "whole", "end_rule": "hundred", "target": 50, "geese": 1}

    def test_two_processes_give_the_same(self, call: Call, tmp_path: Path) -> None:
        said = []
        for jobs in (1, 2):
            out = tmp_path / f"{jobs}.goose"
            said.append((*call(*FOOL, "--games", 5, "--seed", 3, "--rotate", "--jobs", jobs, "--out", out), out.read_bytes()))
        assert said[0] == said[1]

    def test_the_order_of_sets_is_of_no_account(self) -> None:
        words = [sys.executable, "-m", "goosetable", *FOOL, "--games", "2", "--seed", "3", "--out", "-", *MIXED]
        said = {
            subprocess.run(words, capture_output=True, env=os.environ | {"PYTHONHASHSEED": seed}, check=True).stdout
            for seed in ("0", "4242")
        }
        assert len(said) == 1


def test_what_a_player_draws_does_not_depend_on_the_code() -> None:
    """The very same randomness for every code: players that only draw choose the same places of their hands."""
    found = []
    for code in ("7Q4KM2XD9TBR", "7Q4KM2XD9TBS"):
        series = Series(
            "gooseberry-fool",
            {"end_rule": "middle", "target": 50, "geese": 1},
            ("random",) * 3,
            1,
            code,
            "1",
            False,
            9,
            "",
            None,
        )
        task = next(series.tasks())
        assert code not in task.players_seed
        found.append((task.players_seed, task.number, task.turn))
        assert play_task(task).winners
    assert found[0] == found[1]


class TestFailures:
    """A player that fails is named, and the others go on."""

    def test_it_is_named_and_the_others_go_on(self, call: Call, mine: str, tmp_path: Path) -> None:
        out = tmp_path / "out.goose"
        call_with = (*FOOL, "--seats", f"random,{mine}:Nervous,{mine}:First", "--games", 4, "--seed", 2, "--out", out)
        code, said, err = call(*call_with)
        assert code == 1
        table = rows(said)
        failures = int(table[2][-1])
        assert 0 < failures < 4
        assert [row[-1] for row in table] == ["failed", "0", str(failures), "0"]
        assert said.startswith(f"Gooseberry Fool: {4 - failures} games, ")
        assert err.count("\n") == failures
        assert err.startswith("Nervous 1, game ")
        assert "too nervous" in err
        checked = call("check", out)
        assert (checked[0], checked[1].count(", finished: ")) == (0, 4), "a stand-in plays on"
        again = (*call(*call_with, "--jobs", 2), out.read_bytes())
        assert again == (code, said, err, out.read_bytes())

    def test_it_may_not_do_what_is_not_allowed(self, call: Call, mine: str) -> None:
        code, said, err = call(*FOOL, "--seats", f"{mine}:Cheat,random,random", "--games", 1)
        assert (code, rows(said)[1][1]) == (1, "0")
        assert "mine_to_simulate:Cheat chose play XL" in err

    def test_a_process_that_ends_is_a_sentence(self, call: Call, mine: str) -> None:
        code, _, err = call(*FOOL, "--seats", f"{mine}:Leaves,random,random", "--games", 2, "--jobs", 2, "--inside")
        assert (code, err) == (1, "goosetable simulate: a process ended in the middle of a game\n")


def test_a_stronger_player_wins_more(call: Call) -> None:
    code, out, _ = call(*FOOL, "--seats", "greedy,random,random", "--games", 3, "--rotate", "--seed", 1)
    assert code == 0
    heads, greedy, *weak = rows(out)
    assert heads == [
        "player", "games", "won", "95 %", "points a deal", "95 %", "over the others", "95 %", "middle of the deal", "95 %",
    ]  # fmt: skip
    points = [float(row[4]) for row in (greedy, *weak)]
    assert points[0] > max(points[1:])
    assert abs(sum(points) - 43) < 0.02
    ahead = [float(row[6]) for row in (greedy, *weak)]
    assert abs(ahead[0] - (points[0] - sum(points[1:]) / 2)) < 0.02
    assert abs(sum(ahead)) < 0.02


def test_every_seat_is_given_its_share(call: Call) -> None:
    out = call(*FOOL, "--games", 10, "--seed", 5)[1]
    table = rows(out)[1:]
    for column in (2, 8):
        assert abs(sum(float(row[column].rstrip("%")) for row in table) - 100) < 0.2
        for row in table:
            low, high = (float(word) for word in row[column + 1].split(" to "))
            assert 0 <= low <= float(row[column].rstrip("%")) <= high <= 100


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--seats", "random"], "Gooseberry Fool needs 3 seats here, not 1"),
        (["--seats", "random,random,random,random"], "Gooseberry Fool needs 3 seats here, not 4"),
        (["--seats", "random,,random"], "there is no level ''"),
        (["--seats", "random,genius,random"], "there is no level 'genius'"),
        (["--seats", "human,random,random"], "'human' is no computer player"),
        (["--seats", "no_such_module:X,random,random"], "no_such_module"),
        (["--seats", "json:JSONDecoder,random,random"], "the module 'json' belongs to Python and has no players"),
        (["--seats", "pytest:Item,random,random"], "has no method think"),
        (["--option", "target"], "an option is written KEY=VALUE, not 'target'"),
        (["--option", "=5"], "there is no option ''"),
        (["--option", "players=3"], "there is no option 'players'"),
        (["--option", "target=60"], "the option 'target' cannot be 60; it may be 100, 50, 150"),
        (["--option", "target=100.0"], "cannot be 100.0"),
        (["--option", 'target="100"'], "cannot be '100'"),
        (["--option", "target=true"], "cannot be True"),
        (["--option", "target=null"], "cannot be None"),
        (["--option", "target=NaN"], "cannot be 'NaN'"),
        (["--option", "target=" + "9" * 5000], "cannot be '999"),
        (["--option", "target=" + "[" * 5000], "cannot be '[[["),
        (["--option", "target=50", "--option", "target=50"], "the option 'target' is there twice"),
        (["--code", "7Q4K"], "a game code has 12 symbols"),
        (["--code", "7Q4K-M2XD-9TBU"], "'U' cannot be part of a game code"),
        (["--code", ""], "a game code has 12 symbols"),
        (["--games", "0"], "argument --games: it must be from 1 to "),
        (["--games", "-3"], "argument --games: it must be from 1 to "),
        (["--games", "1e3"], "'1e3' is not a whole number"),
        (["--games", "9" * 400], "argument --games: it must be from 1 to "),
        (["--jobs", "0"], "argument --jobs: it must be from 1 to "),
        (["--jobs", "1000"], "argument --jobs: it must be from 1 to "),
        (["--max-deals", "0"], "argument --max-deals: it must be from 1 to "),
        (["--seed"], "argument --seed: expected one argument"),
        (["--seed", "\u00e9"], "is not ASCII text"),
        (["--seed", "\udcff"], "is not ASCII text"),
        (["--out", "/no/such/folder/x"], "there is no folder for '/no/such/folder/x'"),
        (["--out", "."], "'.' is a folder, not a file"),
        (["--out", "\0"], "no file can be called '\\x00'"),
        (["--seats", "easy@,easy,easy"], "'easy@' is not LEVEL@ITERATIONS or LEVEL@PERCENT%"),
        (["--seats", "easy@0%,easy,easy"], "'easy@0%' is not LEVEL@ITERATIONS or LEVEL@PERCENT%"),
        (["--seats", "genius@5,easy,easy"], "there is no level 'genius'"),
        (["--seats", "easy+wise,easy,easy"], "there is no style 'wise'; there are bold, cautious"),
        (["--patience", "0"], "argument --patience: it must be from 1 to "),
        (["--effort", "0"], "argument --effort: it must be from 1 to "),
        (["--rot"], "unrecognized arguments: --rot"),
        (["--max", "3"], "unrecognized arguments: --max 3"),
        (["goose2"], "unrecognized arguments: goose2"),
    ],
)
def test_wrong_calls(call: Call, argv: list[str], words: str) -> None:
    code, out, err = call(*FOOL, *argv)
    assert (code, out) == (2, "")
    assert words in err
    assert err.startswith("goosetable simulate: ")
    assert err.count("\n") == 1
    assert len(err) < 500


def test_an_unknown_game(call: Call) -> None:
    code, out, err = call("simulate", "golf")
    assert (code, out) == (2, "")
    assert err.startswith("goosetable simulate: there is no game 'golf'; there are gooseberry-fool")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_records_that_cannot_be_written(call: Call) -> None:
    code, out, err = call(*FOOL, "--games", 1, "--out", "/dev/full")
    assert (code, out) == (2, "")
    assert err.startswith("goosetable simulate: '/dev/full' cannot be used: ")


def test_names_are_distinct() -> None:
    series = Series("x", {}, ("easy", "a:Easy", "easy", "b:Easy", "expert"), 1, None, "1", False, 1, "", None)
    assert series.names == ("easy 1", "Easy 1", "easy 2", "Easy 2", "expert 1")
    assert all(one != two for one, two in pairwise(sorted(series.names)))


class TestProgress:
    """How far a series has come, and what there is of it at Ctrl-C."""

    def test_it_is_said_in_a_pipe_only_where_that_is_asked_for(self, call: Call) -> None:
        words = (*FOOL, "--games", 4, "--seed", 1)
        quiet = call(*words)
        code, out, err = call(*words, "--progress")
        assert (code, out, "") == quiet
        assert err.splitlines()[-1] == "[##############################] 4 of 4 games, 0 s left"
        assert "\r" not in err

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_ctrl_c_prints_what_has_been_played(self, call: Call, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
        def interrupted(*what: Any, **more: Any) -> Any:
            for number, result in enumerate(play_with_progress(*what, **more)):
                if number == 3:
                    raise KeyboardInterrupt
                yield result

        whole = call(*FOOL, "--games", 3, "--seed", 5)
        monkeypatch.setattr(simulate, "play_with_progress", interrupted)
        code, out, err = call(*FOOL, "--games", 40, "--seed", 5, "--jobs", jobs)
        assert (code, err) == (130, "")
        assert out == whole[1] + "\nInterrupted after 3 of 40 games.\n"


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_help_for_a_game_lists_its_house_rules(call: Call, game: AnyGame) -> None:
    code, out, err = call("simulate", game.id, "--help")
    assert (code, err) == (0, "")
    told = out[out.index(f"house rules of {game.title} (--option KEY=VALUE") :].splitlines()[1:]
    rules = options_of(game.Options)
    assert [line.split("=")[0].strip() for line in told[::3]] == [rule.key for rule in rules]
    for rule, values, about, marks in zip(rules, told[::3], told[1::3], told[2::3], strict=True):
        origins = {choice.origin for choice in rule.choices} | ({rule.other_values.origin} if rule.other_values else set())
        assert {mark.partition(":")[0].strip() for mark in marks.split(";")} == origins
        listed = values.partition("=")[2].split("|")
        assert listed[0] == str(rule.default) or listed[0] == json.dumps(rule.default)
        words = [choice.value for choice in rule.choices if isinstance(choice.value, str)]
        assert set(words) <= set(listed) and about.strip().startswith(rule.label) and rule.note in about
        given = ("--option", f"{rule.key}={listed[0]}")
        assert call("simulate", game.id, *given, "--games", 1, "--max-deals", 1)[0] == 0
    assert call("simulate", "--help")[1] in out
