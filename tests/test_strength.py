"""The program that measures strength: what it compares, the page it writes, and that two runs say the same."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from goosetable.commands import setup
from goosetable.games import SHELF, find_game

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def strength() -> Any:
    spec = importlib.util.spec_from_file_location("build_strength", ROOT / "build" / "lab" / "strength.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["build_strength"] = module
    before = list(sys.path)
    sys.path.insert(0, str(ROOT / "build" / "lab"))
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


def row(title: str, figure: str) -> list[str]:
    return [title, "expert", "2 hard", figure, "-", "50.0%", "-", "33.3%", "3", "9"]


def test_every_game_of_the_table_has_its_ladder_and_a_player_that_never_changes(strength: Any) -> None:
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


def test_the_page_has_a_row_for_each_match_and_no_other(strength: Any) -> None:
    text = strength.PAGE.read_text(encoding="utf-8").partition(strength.BEGIN)[2].partition(strength.END)[0]
    rows = re.findall(r"^\| ([A-Z][^|]*) \| ([^|]*) \| \d ([^|]*) \|", text, re.M)
    assert rows == [
        (game.title, strength.plain(match.one), strength.plain(match.others))
        for game in SHELF
        for match in strength.MATCHES.get(game.id, ())
    ]


def test_rows_take_the_place_of_those_of_their_game(strength: Any, tmp_path: Path) -> None:
    page = tmp_path / "STRENGTH.md"
    page.write_text(f"above\n{strength.BEGIN}\nold\n{strength.END}\nbelow\n")
    strength.write(page, [row("Throps", "+1"), row("Throps", "+2")], "how")
    strength.write(page, [row("Goose", "+3")], "how")
    text = page.read_text()
    assert text.startswith("above\n") and text.endswith("\nbelow\n") and "old" not in text
    assert re.findall(r"^\| (\w+) \| expert \| 2 hard \| (\S+) ", text, re.M) == [
        ("Goose", "+3"),
        ("Throps", "+1"),
        ("Throps", "+2"),
    ]
    strength.write(page, [row("Goose", "+4")], "another way")
    assert re.findall(r"^\| (\w+) \| expert", page.read_text(), re.M) == ["Goose"], "figures made differently do not mix"
    page.write_text(page.read_text().replace("in Gooseberry Fool and Gops the share", "in Gooseberry Fool the share"))
    strength.write(page, [row("Gops", "60.0%")], "another way")
    found = re.findall(r"^\| (\w+) \| expert", page.read_text(), re.M)
    assert found == ["Goose", "Gops"], "a game that is told in shares leaves the others as they are"
    page.write_text("no marks")
    with pytest.raises(ValueError, match="must have the marks"):
        strength.write(page, [], "how")


def test_a_player_alone_takes_the_place_of_its_own_row(strength: Any, tmp_path: Path) -> None:
    page = tmp_path / "STRENGTH.md"
    page.write_text(f"{strength.BEGIN}\n{strength.END}\n")
    easy = ["Throps", "easy", "2 random", *row("", "+1")[3:]]
    strength.write(page, [row("Throps", "+3"), row("Goose", "+5")], "how")
    strength.write(page, [easy], "how", alone=True)
    strength.write(page, [row("Throps", "+4")], "how", alone=True)
    found = re.findall(r"^\| (\w+) \| (\w+) \| \d \w+ \| (\S+) ", page.read_text(), re.M)
    assert found == [("Goose", "expert", "+5"), ("Throps", "easy", "+1"), ("Throps", "expert", "+4")]


def test_rows_written_in_any_order_stand_as_in_the_page(strength: Any, tmp_path: Path) -> None:
    page, text = tmp_path / "STRENGTH.md", strength.PAGE.read_text(encoding="utf-8")
    _, there, _ = strength._parted(strength.PAGE)
    rows = strength._rows(there)
    page.write_text(f"{strength.BEGIN}\n{strength.END}\n")
    strength.write(page, rows[::-1], strength.caption("strength", 100))
    assert page.read_text(encoding="utf-8").strip() in text


def test_a_page_without_the_marks_is_refused_before_anything_is_played(
    strength: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "STRENGTH.md"
    page.write_text("no marks")
    monkeypatch.setattr(strength, "PAGE", page)
    monkeypatch.setattr(strength, "measured", None)
    monkeypatch.setattr(sys, "argv", ["strength.py", "--game", "goose", "--player", "easy"])
    with pytest.raises(SystemExit) as ended:
        strength.main()
    said = capsys.readouterr().err
    assert ended.value.code == 2 and said.startswith("strength.py: STRENGTH.md must have the marks") and said.count("\n") == 1


def test_the_page_has_the_marks(strength: Any) -> None:
    text = strength.PAGE.read_text(encoding="utf-8")
    assert text.count(strength.BEGIN) == text.count(strength.END) == 1


def test_a_match_is_the_same_again_and_from_every_seat(strength: Any) -> None:
    game = SHELF[0]
    call = strength.argparse.Namespace(seed="x", jobs=1)
    match = strength.Match("greedy", "random", 2)
    first = strength.measured(game, match, 2, 5, call)
    assert first == strength.measured(game, match, 2, 5, call)
    assert first[0][:3] == ["Gooseberry Fool", "greedy", "2 random"]
    assert first[0][-2:] == ["2", "12"]
    assert len(first[0]) == len(strength.HEADS)


def test_the_core_that_is_named_plays(tmp_path: Path) -> None:
    package = tmp_path / "goosetable"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('the core')\n")
    call = [sys.executable, str(ROOT / "build" / "lab" / "strength.py"), "--quick", "--core", str(tmp_path)]
    ran = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert (ran.returncode, ran.stderr) == (1, "the core\n")
