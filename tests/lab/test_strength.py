"""What is measured: the page of strengths, and chances of winning held against games."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from math import log
from pathlib import Path
from typing import Any

import chances
import pytest
import strength

from goosetable.commands import setup
from goosetable.engine.rules.deal import Standing
from goosetable.games import SHELF, find_game
from goosetable.games.goosed.ai import GoosedHeuristics

ROOT = Path(__file__).resolve().parents[2]


def row(title: str, figure: str) -> list[str]:
    return [title, "expert", "2 hard", figure, "-", "50.0%", "-", "33.3%", "3", "9"]


def test_every_game_of_the_table_has_its_ladder_and_a_player_that_never_changes() -> None:
    """A new game may do without, until its strength is to be measured."""
    assert len(strength.MATCHES) >= 7 and set(strength.MATCHES) <= {game.id for game in SHELF}
    for game, matches in strength.MATCHES.items():
        steps = [(match.one.removesuffix("-deal"), match.others.removesuffix("-deal")) for match in matches]
        assert {
            ("easy", "random"), ("medium", "easy"), ("hard", "medium"), ("expert", "hard"), ("master", "expert"),
        } <= set(steps)  # fmt: skip
        assert any(match.others.startswith("tests.baselines.") for match in matches)
        for match in matches:
            setup.check_players(find_game(game), [match.one, match.others], inside=True)


def test_the_page_has_a_row_for_each_match_and_no_other() -> None:
    text = strength.TABLE_FILE.read_text(encoding="utf-8").partition(strength.BEGIN)[2].partition(strength.END)[0]
    rows = re.findall(r"^\| ([A-Z][^|]*) \| ([^|]*) \| \d ([^|]*) \|", text, re.M)
    assert rows == [
        (game.title, strength.name_in_table(match.one), strength.name_in_table(match.others))
        for game in SHELF
        for match in strength.MATCHES.get(game.id, ())
    ]


def test_rows_take_the_place_of_those_of_their_game(tmp_path: Path) -> None:
    page = tmp_path / "STRENGTH.md"
    page.write_text(f"above\n{strength.BEGIN}\nold\n{strength.END}\nbelow\n")
    strength.write_table(page, [row("Throps", "+1"), row("Throps", "+2")], "how")
    strength.write_table(page, [row("Goose", "+3")], "how")
    text = page.read_text()
    assert text.startswith("above\n") and text.endswith("\nbelow\n") and "old" not in text
    assert re.findall(r"^\| (\w+) \| expert \| 2 hard \| (\S+) ", text, re.M) == [
        ("Goose", "+3"),
        ("Throps", "+1"),
        ("Throps", "+2"),
    ]
    strength.write_table(page, [row("Goose", "+4")], "another way")
    assert re.findall(r"^\| (\w+) \| expert", page.read_text(), re.M) == ["Goose"], "figures made differently do not mix"
    page.write_text(page.read_text().replace("in Gooseberry Fool and Gops the share", "in Gooseberry Fool the share"))
    strength.write_table(page, [row("Gops", "60.0%")], "another way")
    found = re.findall(r"^\| (\w+) \| expert", page.read_text(), re.M)
    assert found == ["Goose", "Gops"], "a game that is told in shares leaves the others as they are"
    page.write_text("no marks")
    with pytest.raises(ValueError, match="must have the marks"):
        strength.write_table(page, [], "how")


def test_a_player_alone_takes_the_place_of_its_own_row(tmp_path: Path) -> None:
    page = tmp_path / "STRENGTH.md"
    page.write_text(f"{strength.BEGIN}\n{strength.END}\n")
    easy = ["Throps", "easy", "2 random", *row("", "+1")[3:]]
    strength.write_table(page, [row("Throps", "+3"), row("Goose", "+5")], "how")
    strength.write_table(page, [easy], "how", alone=True)
    strength.write_table(page, [row("Throps", "+4")], "how", alone=True)
    found = re.findall(r"^\| (\w+) \| (\w+) \| \d \w+ \| (\S+) ", page.read_text(), re.M)
    assert found == [("Goose", "expert", "+5"), ("Throps", "easy", "+1"), ("Throps", "expert", "+4")]


def test_rows_written_in_any_order_stand_as_in_the_page(tmp_path: Path) -> None:
    page, text = tmp_path / "STRENGTH.md", strength.TABLE_FILE.read_text(encoding="utf-8")
    _, there, _ = strength._split_at_marks(strength.TABLE_FILE)
    rows = strength._parse_rows(there)
    page.write_text(f"{strength.BEGIN}\n{strength.END}\n")
    strength.write_table(page, rows[::-1], strength.caption("strength", 100))
    assert page.read_text(encoding="utf-8").strip() in text


def test_a_page_without_the_marks_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "STRENGTH.md"
    page.write_text("no marks")
    monkeypatch.setattr(strength, "TABLE_FILE", page)
    monkeypatch.setattr(strength, "play_match", None)
    monkeypatch.setattr(sys, "argv", ["strength.py", "--game", "goose", "--player", "easy"])
    with pytest.raises(SystemExit) as ended:
        strength.main()
    said = capsys.readouterr().err
    assert ended.value.code == 2 and said.startswith("strength.py: STRENGTH.md must have the marks") and said.count("\n") == 1


def test_the_page_has_the_marks() -> None:
    text = strength.TABLE_FILE.read_text(encoding="utf-8")
    assert text.count(strength.BEGIN) == text.count(strength.END) == 1


def test_a_match_is_the_same_again_and_from_every_seat() -> None:
    game = SHELF[0]
    call = argparse.Namespace(seed="x", jobs=1)
    match = strength.Match("greedy", "random", 2)
    first = strength.play_match(game, match, 2, 5, call)
    assert first == strength.play_match(game, match, 2, 5, call)
    assert first[0][:3] == ["Gooseberry Fool", "greedy", "2 random"]
    assert first[0][-2:] == ["2", "12"]
    assert len(first[0]) == len(strength.HEADINGS)


def test_the_core_that_is_named_plays(tmp_path: Path) -> None:
    package = tmp_path / "goosetable"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('the core')\n")
    call = [sys.executable, str(ROOT / "build" / "lab" / "strength.py"), "--quick", "--core", str(tmp_path)]
    ran = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert (ran.returncode, ran.stderr) == (1, "the core\n")


# ---------------------------------------------------------------------- chances of winning

GAME = find_game("goosed")
OPTIONS = GAME.Options()


def believing(monkeypatch: pytest.MonkeyPatch, *chances: float) -> None:
    """The game's chances are these, whatever the standing."""
    monkeypatch.setattr(GoosedHeuristics, "win_chances", lambda *_: chances)


def game_of(*totals: tuple[int, ...], winners: tuple[int, ...] = (0,)) -> Any:
    return chances.PlayedGame(tuple(Standing(deals, each) for deals, each in enumerate(totals, 1)), winners)


def test_the_loss_is_what_was_expected_of_the_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    believing(monkeypatch, 0.5, 0.25, 0.25, 0.0)
    held = chances.measure_accuracy(GAME, OPTIONS, [game_of((5, 0, 0, 0), (9, 0, 0, 0)), game_of((0, 5, 0, 0), (0, 9, 0, 0))])
    assert held.loss == pytest.approx(log(2)) and held.room == 0 and held.knowing_nothing == pytest.approx(log(4))
    assert held.bins == ((0.0, 0.0, 2), (0.25, 0.0, 4), (0.5, 1.0, 2))


def test_a_win_that_is_shared_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    believing(monkeypatch, 0.5, 0.25, 0.125, 0.125)
    held = chances.measure_accuracy(GAME, OPTIONS, [game_of((5, 5, 0, 0), (9, 9, 0, 0), winners=(0, 1))])
    assert held.loss == pytest.approx((log(2) + log(4)) / 2)


def test_what_was_held_for_impossible_costs_much_and_not_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    believing(monkeypatch, 0.0, 1.0, 0.0, 0.0)
    assert chances.measure_accuracy(GAME, OPTIONS, [game_of((5, 0, 0, 0), (9, 0, 0, 0))]).loss == pytest.approx(
        -log(chances.MIN_CHANCE)
    )


def test_a_game_of_one_deal_says_nothing_of_chances_and_still_what_a_deal_brings() -> None:
    games = [game_of((5, 3, 3, 1))]
    assert chances.measure_accuracy(GAME, OPTIONS, games) == (0.0, 0.0, 0.0, ())
    lines = chances.report_lines(GAME, OPTIONS, games)
    assert lines[0] == "goosed 4 seats: 1 games of 1.0 deals" and "mean 3.00" in lines[1]


def test_what_a_deal_brought_is_the_difference_of_totals() -> None:
    assert chances.points_of_deals([game_of((5, 3, 3, 1), (9, 3, 4, 8))]) == [[5, 3, 3, 1], [4, 0, 1, 7]]


def test_a_whole_game_is_played_the_same_again() -> None:
    one, again, other = (chances.play_game(GAME, OPTIONS, "random", None, seed) for seed in ("a", "a", "b"))
    assert one == again != other and one is not None
    assert len(one.standings) >= OPTIONS.length and one.winners == GAME.winners(OPTIONS, one.standings[-1])


def test_the_chances_of_the_games_foretell_who_wins() -> None:
    """Two deals of four are over, and whoever leads then is likelier to win."""
    games = [chances.play_game(GAME, OPTIONS, "random", None, f"chances:{number}") for number in range(60)]
    held = chances.measure_accuracy(GAME, OPTIONS, filter(None, games))
    assert held.loss + held.room < held.knowing_nothing


def test_the_command_prints_every_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert chances.main(["--game", "goosed", "--games", "2", "--level", "random"]) == 0
    said = capsys.readouterr().out
    assert said.count("2 games of") == 2 and "goosed 4 seats" in said and "goosed 3 seats" in said


def test_a_game_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        chances.main(["--game", "bridge"])
    said = capsys.readouterr()
    assert said.out == "" and "there is no game 'bridge'" in said.err and said.err.count("\n") == 1


def test_house_rules_are_those_of_the_call(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["--game", "fools-gold", "--games", "1", "--level", "random", "--option", "players=4", "--option", "target=5"]
    assert chances.main(call) == 0
    assert capsys.readouterr().out.startswith("fools-gold 4 seats: 1 games")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["--option", "target=5"], "a house rule is one of a game: name it with --game"),
        (["--game", "goosed", "--option", "hats=on"], "hats"),
        (["--game", "goosed", "--option", "hats"], "hats"),
    ],
)
def test_house_rules_that_are_not_there_are_said(capsys: pytest.CaptureFixture[str], call: list[str], said: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        chances.main([*call, "--games", "1", "--level", "random"])
    found = capsys.readouterr()
    assert said in found.err and found.err.count("\n") == 1 and not found.out
