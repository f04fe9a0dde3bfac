"""Runs every command that a page shows: those of goosetable as they are written, those that build or test by their --help.

Commands that install are a slow test, because they need the network.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from goosetable import play

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", *sorted(f".github/{path.name}" for path in (ROOT / ".github").glob("*.md")), "build/BUILDING.md")
GUIDES = tuple(
    path.relative_to(ROOT).as_posix()
    for folder in ("goosetable", "build/lab", "tests/attacks", "assets")
    for path in sorted((ROOT / folder).rglob("*.md"))
    if path.parent.name != "rules"
)
"""Pages whose blocks also have other things than commands."""
INLINE = re.compile(r"`(?:[A-Z_]+=\S+ )?((?:uv run python |python |)build(?:/\w+)*\.py [^`]*|uv run pytest [^`]*)`")
"""A command that builds or tests, in a line of text."""
INSTALLS = re.compile(r"`?\b((?:pipx install|pip install|uvx --from) \./goosetable-\*[^`\n]*)")
ELSEWHERE = re.compile(
    r"sudo |sha256sum |pipx |pip |uvx |uv sync|bash \.ci/run|uv run (goosetable$|pytest$|ruff |mypy|lint-imports)"
)
"""Commands of the system, and those that every test run itself consists of."""
PYTHON = re.compile(r"^```python\n((?!>>>).*?)^```", re.MULTILINE | re.DOTALL)
"""The Python on the page of commands, but for its examples: two players of a file, and what seats one at the table."""


def commands() -> list[tuple[str, str]]:
    """Returns page and command of each line in a block without a language, without its comment, and of those in the text."""
    found = []
    for page in (*PAGES, *GUIDES):
        text = (ROOT / page).read_text(encoding="utf-8")
        language: str | None = None  # of the block that a line is in
        for line in text.splitlines():
            if line.startswith("```"):
                language = line[3:] if language is None else None
            elif language == "" and line.strip() and (page in PAGES or line.startswith("uv run ")):
                found += [(page, part.strip()) for part in line.split("  #")[0].split("&&")]
        found += [(page, part) for part in INLINE.findall(text)]
    return list(dict.fromkeys(found))


@cache
def explained(program: str, *verb: str) -> str:
    """Returns the help of a program, or of one of its verbs; it ends with 0."""
    called = [sys.executable, program, *verb, "--help"]
    ran = subprocess.run(called, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


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
    words = [f"build/{word}" if word == "build.py" else word for word in words if word != "python"]
    if words[0].startswith("build/"):
        assert (ROOT / words[0]).is_file()
        if words[0] == "build/build.py" or words[0].startswith("build/lab/"):
            said = explained(*[word for word in words[:2] if not word.startswith("-") and word not in ("VERB", "GAME")])
            assert all(word in said for word in words[1:] if word.startswith("--"))
        return
    if words[0] == "pytest":
        assert words[1:] == ["-m", "slow"] or all((ROOT / word).exists() for word in words if "/" in word)
        return
    if page in GUIDES:  # of a game that a reader is to write
        words = [*words[:2], "--help"]
    assert words[0] == "goosetable", f"{page}: a test must know how to try {command!r}"
    record = "OPEN" if words[1] == "suggest" else "FILE"
    words = [record if word in ("FILE", "FILE...") else "gops" if word == "GAME" else word for word in words[1:]]
    ran = run(folder, [word if word != "100" else "1" for word in words])
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.slow
def test_the_lines_that_install_do_so(parts: dict[str, ModuleType], tmp_path: Path) -> None:
    found = sorted({line.strip() for page in PAGES for line in INSTALLS.findall((ROOT / page).read_text(encoding="utf-8"))})
    assert [line.split()[0] for line in found] == ["pip", "pipx", "uvx"]
    parts["wheels"].plain(tmp_path)
    home = tmp_path / "home"
    places = {"HOME": str(home), "PIPX_HOME": str(home / "pipx"), "PIPX_BIN_DIR": str(home / "bin")}
    environment = {**os.environ, **places, "GOOSETABLE_FRAMES": "1", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    new = ["uv", "venv", "--quiet", "--seed", "--python", sys.executable, str(home / "env")]
    subprocess.run(new, check=True, env=environment, timeout=600)
    pip, pipx, uvx = found
    for command in (f"{home}/env/bin/{pip}", f"uvx {pipx}", uvx):
        subprocess.run(["sh", "-ec", command], check=True, cwd=tmp_path, env=environment, timeout=600)
    for program in (home / "env" / "bin" / "goosetable", home / "bin" / "goosetable"):
        said = subprocess.run([program, "--version"], check=True, env=environment, capture_output=True, text=True).stdout
        assert said.startswith(f"goosetable {parts['release'].version()}")
