"""Runs every command that a page shows: those of goosetable as they are written, those that build or test by their --help."""

from __future__ import annotations

import json
import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from goosetable import play

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", *sorted(f".github/{path.name}" for path in (ROOT / ".github").glob("*.md")), "build/BUILDING.md")
ELSEWHERE = re.compile(
    r"sudo |sha256sum |pipx |pip |uvx |uv sync|bash \.ci/run|uv run (goosetable$|pytest$|ruff |mypy|lint-imports)"
)
"""Commands of the system, and those that every test run itself consists of."""
PYTHON = re.compile(r"^```python\n((?!>>>).*?)^```", re.MULTILINE | re.DOTALL)
"""The Python on the page of commands, but for its examples: two players of a file, and what seats one at the table."""


def commands() -> list[tuple[str, str]]:
    """Returns page and command of each line in a block without a language, without its comment."""
    found = []
    for page in PAGES:
        language: str | None = None  # of the block that a line is in
        for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
            if line.startswith("```"):
                language = line[3:] if language is None else None
            elif language == "" and line.strip():
                found.append((page, line.split("  #")[0].strip()))
    return found


def test_there_are_commands_on_the_pages() -> None:
    assert {page for page, _ in commands()} >= {"README.md", ".github/COMMANDS.md", ".github/INSTALL.md", "build/BUILDING.md"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished record, an open one, and the player of the page."""
    made = tmp_path_factory.mktemp("pages")
    *players, table = PYTHON.findall((ROOT / ".github" / "COMMANDS.md").read_text(encoding="utf-8"))
    (made / "mymodule.py").write_text("\n".join(players), encoding="utf-8")
    (made / "table.py").write_text(table, encoding="utf-8")
    words = ["simulate", "gops", "--seats", "greedy,greedy", "--games", "1", "--out", "FILE"]
    assert run(made, words).returncode == 0
    whole = (made / "FILE").read_text(encoding="utf-8").splitlines(keepends=True)
    (made / "OPEN").write_text("".join(whole[:4]), encoding="utf-8")  # a game that is not over
    return made


def run(folder: Path, words: list[str]) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "goosetable", *words]
    places = {"PYTHONPATH": os.pathsep.join((str(ROOT), str(folder))), "HOME": str(folder), "LOCALAPPDATA": str(folder)}
    environment = {**os.environ, **places, "SDL_VIDEODRIVER": "dummy"}
    return subprocess.run(call, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False)


def test_the_players_of_the_page_play_and_one_is_seated_at_a_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)
    runpy.run_path("table.py")
    lines = (folder / "game.goose").read_text(encoding="utf-8").splitlines()
    seats = [(seat["name"], seat["player"]) for seat in json.loads(lines[0])["seats"]]
    assert seats == [("Ann", "human"), ("Cautious 1", "mymodule:Cautious"), ("easy 2", "easy")] and len(lines) == 2
    game = play("gooseberry-fool", "7Q4K-M2XD-9TBR", ["mymodule:Low", "mymodule:Cautious", "mymodule:Low"])
    game.run(most_deals=1)
    assert any(game.totals)


@pytest.mark.parametrize(("page", "command"), commands())
def test_every_command_of_a_page_runs(page: str, command: str, folder: Path) -> None:
    words = shlex.split(command)
    if ELSEWHERE.match(command) or command == "goosetable":
        return
    if words[:2] == ["uv", "run"]:
        words = words[2:]
    if words[0] == "python":
        verb = [word for word in words[1:3] if not word.startswith("-")]
        ran = subprocess.run(
            [sys.executable, *verb, "--help"], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
        )
        assert ran.returncode == 0, ran.stderr
        assert all(word in ran.stdout for word in words[3:] if word.startswith("--"))
        return
    if words[0] == "pytest":
        assert words[1:] == ["-m", "slow"] or (ROOT / words[-1]).exists()
        return
    assert words[0] == "goosetable", f"{page}: a test must know how to try {command!r}"
    record = "OPEN" if words[1] == "suggest" else "FILE"
    words = [record if word in ("FILE", "FILE...") else "gops" if word == "GAME" else word for word in words[1:]]
    ran = run(folder, [word if word != "100" else "1" for word in words])
    assert ran.returncode == 0, ran.stdout + ran.stderr
