"""A game with an error in it is named with its file and line, wherever it is asked for; all others can be played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from goosetable import games
from goosetable.engine.strength.policy import POLICY_FILE
from goosetable.games import CLASSES, DAMAGED, SHELF, load_games

ROOT = Path(__file__).resolve().parents[2]
RULES = Path("goosetable", "games", "goose", "rules.py")
PLAY = ["--games", "1", "--max-deals", "1", "--seed", "s"]


def test_every_package_is_on_the_shelf_in_the_order_of_the_list() -> None:
    folders = {path.parent.name for path in (ROOT / "goosetable" / "games").glob("*/rules.py")}
    assert {name.split(".")[2] for name in CLASSES} == folders
    assert not DAMAGED
    assert [f"{type(game).__module__}:{type(game).__name__}" for game in SHELF] == list(CLASSES)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A copy of the program, with what has been compiled of it; it may be damaged."""
    shutil.copytree(ROOT / "goosetable", tmp_path / "goosetable")
    return tmp_path


BOTH = """import sys
from goosetable.cli import main
for game in ("goose", "throps"):
    print(main(["simulate", game, *sys.argv[1:]]))
"""


def run(
    folder: Path, *words: str, started: Sequence[str] = ("-m", "goosetable"), **env: str
) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "PYTHONPATH": str(folder), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **env}
    command = [sys.executable, *started, *words]
    return subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True, timeout=600, check=False)


def damage(folder: Path, old: str, new: str) -> int:
    """Puts one text for another into the rules of Goose; returns the line."""
    path = folder / RULES
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


DAMAGES = {
    "a syntax error": ("class Goose(", "class Goose((", "SyntaxError"),
    "an import that fails": ("class Goose(", "import no_such_module\nclass Goose(", "No module named 'no_such_module'"),
    "a class of another name": ("class Goose(", "class Gander(", "Goose"),
    "a class that is no game": ("class Goose(", "class Goose: ...\nclass Gander(", "is not derived from Game"),
    "a method that is missing": ("def points(", "def marks(", "points"),
    "another id": ('"goose"', '"gander"', "id must be 'goose'"),
    "options that are none": ("    Options = ", "    Options = int  # ", "TypeError"),
}


USUAL = ("a syntax error", "a class that is no game", "a method that is missing")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", [pytest.param(kind, marks=() if kind in USUAL else pytest.mark.slow) for kind in DAMAGES])
def test_a_damaged_game_is_named_and_the_others_go_on(elsewhere: Path, kind: str) -> None:
    old, new, words = DAMAGES[kind]
    begins = (elsewhere / RULES).read_text(encoding="utf-8").split("class Goose(")[0].count("\n") + 1
    line = damage(elsewhere, old, new)
    refused = run(elsewhere, *PLAY, started=("-c", BOTH))
    assert refused.returncode == 0 and refused.stdout.startswith("2\nThrops: 1 game, ") and refused.stdout.endswith("\n0\n")
    assert refused.stderr.startswith("goosetable simulate: the game 'goose' is damaged, goosetable/games/goose/rules.py")
    assert refused.stderr.count("\n") == 1 and words in refused.stderr and str(elsewhere) not in refused.stderr
    found = re.search(r"rules\.py, line (\d+): ", refused.stderr)
    assert kind == "a class of another name" or (found and min(abs(int(found[1]) - at) for at in (line, begins)) <= 1)


def test_a_damaged_game_is_named_at_start_and_its_records_are_refused_and_kept(elsewhere: Path) -> None:
    shutil.copytree(ROOT / "assets", elsewhere / "assets")
    record = elsewhere / "record.goose"
    assert run(elsewhere, "simulate", "goose", *PLAY, "--out", str(record)).returncode == 0
    home = elsewhere / "home"
    home.mkdir()
    running = home / "running.goose"
    running.write_bytes(record.read_bytes())
    damage(elsewhere, "class Goose(", "class Goose((")
    said = "the game 'goose' is damaged, goosetable/games/goose/rules.py, line "
    checked = run(elsewhere, "check", str(record))
    assert checked.returncode == 1 and checked.stderr.startswith(f"{record}:1: {said}") and checked.stderr.count("\n") == 1
    opened = run(elsewhere, "--portable", str(home), GOOSETABLE_FRAMES="3")
    assert opened.returncode == 0 and opened.stderr.startswith(f"goosetable: {said}") and opened.stderr.count("\n") == 1
    assert running.read_bytes() == record.read_bytes() and [path.suffix for path in home.glob("*damaged*")] == []
    refused = run(elsewhere, "--portable", str(home), str(record), GOOSETABLE_FRAMES="3")
    assert refused.returncode == 1 and refused.stderr.startswith(f"goosetable: {record}:1: {said}")
    assert running.read_bytes() == record.read_bytes()


def test_without_any_game_the_program_says_so(elsewhere: Path) -> None:
    (elsewhere / "goosetable" / "engine" / "game.py").write_text("Game = AnyGame = None\n")
    done = run(elsewhere, "simulate", "goose")
    assert done.returncode == 1 and done.stderr.startswith("goosetable: a part of the program is missing: ")
    assert done.stderr.count("\n") == 1


def test_a_module_that_is_not_there_is_a_damaged_game() -> None:
    shelf, damaged = load_games(["goosetable.games.hen.rules:Hen", CLASSES[0]])
    assert [game.id for game in shelf] == [SHELF[0].id]
    assert list(damaged) == ["hen"] and "No module named" in damaged["hen"]


def test_a_damaged_game_is_refused_by_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DAMAGED, "hen", "the game 'hen' is damaged")
    with pytest.raises(ValueError, match=r"^the game .hen. is damaged$"):
        games.find_game("hen")


def test_a_program_without_its_weights_says_so_once_and_plays_on(elsewhere: Path) -> None:
    weights = elsewhere / "goosetable" / "games" / "gooseberry_fool" / POLICY_FILE
    text = weights.read_text(encoding="utf-8")
    play = ("simulate", "gooseberry-fool", "--seats", "expert@1,easy@1,greedy", *PLAY)
    assert run(elsewhere, *play).stderr == ""
    said = []
    for damage in (text[:-9], text.replace('"version": ', '"version": 9'), ""):
        weights.write_text(damage, encoding="utf-8")
        if not damage:
            weights.unlink()
        ran = run(elsewhere, *play)
        assert ran.returncode == 0 and ran.stderr.count("\n") == 1
        said.append(ran.stderr)
    for sentence, what in zip(said, ("are damaged", "are of another version", "are missing"), strict=True):
        told = f"the weights of 'gooseberry-fool' in goosetable/games/gooseberry_fool/{POLICY_FILE} {what}"
        assert sentence == f"goosetable: {told}; the computer players search without them\n"
