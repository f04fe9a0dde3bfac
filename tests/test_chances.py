"""The tool that holds chances of winning against games: what it counts, what it calls good, and that it repeats itself."""

from __future__ import annotations

import importlib
from math import log
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from goosetable.engine.rules.deal import Standing
from goosetable.games import find_game
from goosetable.games.goosed.ai import GoosedHeuristics

ROOT = Path(__file__).resolve().parent.parent
GAME = find_game("goosed")
OPTIONS = GAME.Options()


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build" / "lab")
    return importlib.import_module("chances")


def believing(monkeypatch: pytest.MonkeyPatch, *chances: float) -> None:
    """The game's chances are these, whatever the standing."""
    monkeypatch.setattr(GoosedHeuristics, "win_chances", lambda *_: chances)


def game_of(tool: ModuleType, *totals: tuple[int, ...], winners: tuple[int, ...] = (0,)) -> Any:
    return tool.Played(tuple(Standing(deals, each) for deals, each in enumerate(totals, 1)), winners)


def test_the_loss_is_what_was_expected_of_the_winner(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    believing(monkeypatch, 0.5, 0.25, 0.25, 0.0)
    held = tool.held(GAME, OPTIONS, [game_of(tool, (5, 0, 0, 0), (9, 0, 0, 0)), game_of(tool, (0, 5, 0, 0), (0, 9, 0, 0))])
    assert held.loss == pytest.approx(log(2)) and held.room == 0 and held.knowing_nothing == pytest.approx(log(4))
    assert held.bins == ((0.0, 0.0, 2), (0.25, 0.0, 4), (0.5, 1.0, 2))


def test_a_win_that_is_shared_is_divided(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    believing(monkeypatch, 0.5, 0.25, 0.125, 0.125)
    held = tool.held(GAME, OPTIONS, [game_of(tool, (5, 5, 0, 0), (9, 9, 0, 0), winners=(0, 1))])
    assert held.loss == pytest.approx((log(2) + log(4)) / 2)


def test_what_was_held_for_impossible_costs_much_and_not_everything(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    believing(monkeypatch, 0.0, 1.0, 0.0, 0.0)
    assert tool.held(GAME, OPTIONS, [game_of(tool, (5, 0, 0, 0), (9, 0, 0, 0))]).loss == pytest.approx(-log(tool.LEAST))


def test_a_game_of_one_deal_says_nothing_of_chances_and_still_what_a_deal_brings(tool: ModuleType) -> None:
    games = [game_of(tool, (5, 3, 3, 1))]
    assert tool.held(GAME, OPTIONS, games) == (0.0, 0.0, 0.0, ())
    lines = tool.told(GAME, OPTIONS, games)
    assert lines[0] == "goosed 4 seats: 1 games of 1.0 deals" and "mean 3.00" in lines[1]


def test_what_a_deal_brought_is_the_difference_of_totals(tool: ModuleType) -> None:
    assert tool.brought([game_of(tool, (5, 3, 3, 1), (9, 3, 4, 8))]) == [[5, 3, 3, 1], [4, 0, 1, 7]]


def test_a_whole_game_is_played_the_same_again(tool: ModuleType) -> None:
    one, again, other = (tool.played(GAME, OPTIONS, "random", None, seed) for seed in ("a", "a", "b"))
    assert one == again != other
    assert len(one.standings) >= OPTIONS.length and one.winners == GAME.winners(OPTIONS, one.standings[-1])


def test_the_chances_of_the_games_foretell_who_wins(tool: ModuleType) -> None:
    """Two deals of four are over, and whoever leads then is likelier to win."""
    games = [tool.played(GAME, OPTIONS, "random", None, f"chances:{number}") for number in range(60)]
    held = tool.held(GAME, OPTIONS, games)
    assert held.loss + held.room < held.knowing_nothing


def test_the_command_prints_every_number_of_players(tool: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--game", "goosed", "--games", "2", "--level", "random"]) == 0
    said = capsys.readouterr().out
    assert said.count("2 games of") == 2 and "goosed 4 seats" in said and "goosed 3 seats" in said


def test_a_game_that_is_not_there_is_named(tool: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        tool.main(["--game", "bridge"])
    said = capsys.readouterr()
    assert said.out == "" and "there is no game 'bridge'" in said.err and said.err.count("\n") == 1


def test_house_rules_are_those_of_the_call(tool: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["--game", "fools-gold", "--games", "1", "--level", "random", "--option", "players=4", "--option", "target=5"]
    assert tool.main(call) == 0
    assert capsys.readouterr().out.startswith("fools-gold 4 seats: 1 games")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["--option", "target=5"], "a house rule is one of a game: name it with --game"),
        (["--game", "goosed", "--option", "hats=on"], "hats"),
        (["--game", "goosed", "--option", "hats"], "hats"),
    ],
)
def test_house_rules_that_are_not_there_are_said(
    tool: ModuleType, capsys: pytest.CaptureFixture[str], call: list[str], said: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        tool.main([*call, "--games", "1", "--level", "random"])
    found = capsys.readouterr()
    assert said in found.err and found.err.count("\n") == 1 and not found.out
