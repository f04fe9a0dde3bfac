"""What the documents say is so: the files they name exist, and the format of the record is the one that is read."""

from __future__ import annotations

import doctest
import importlib
import re
import tomllib
from pathlib import Path

import pytest

from goosetable.app.skins import theme
from goosetable.engine.record import format, jsonl, seed
from tests.attacks.__main__ import ATTACKS

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "goosetable"
ARCHITECTURE = (SOURCE / "ARCHITECTURE.md").read_text(encoding="utf-8")
NEW_GAME = (SOURCE / "games" / "NEW-GAME.md").read_text(encoding="utf-8")
FORMAT = (SOURCE / "engine" / "record" / "FORMAT.md").read_text(encoding="utf-8")


def _named(text: str) -> set[str]:
    """The paths in a text: between backticks, of a file of ours or of a folder."""
    found = re.findall(r"`([\w./-]+)`", text)
    return {path for path in found if path.endswith(("/", ".py", ".md", ".toml")) and "/" in path}


@pytest.mark.parametrize("text", [ARCHITECTURE, NEW_GAME], ids=["architecture", "new game"])
def test_the_pages_of_the_source_name_only_files_that_exist(text: str) -> None:
    assert len(_named(text)) > 10
    for path in _named(text):
        root = ROOT if path.startswith(("assets/", "build/", "goosetable/", "tests/")) else SOURCE
        assert (root / path).exists(), path


EXAMPLES = sorted(
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    for path in SOURCE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)
"""The modules with examples in their docstrings."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_in_docstrings_hold(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0
    assert found.failed == 0


def test_every_folder_is_in_the_architecture() -> None:
    """Those of single games need not be: what stands in each is said once, for all."""
    picture = ARCHITECTURE.split("```")[1]
    packages = {path.parent for path in SOURCE.rglob("__init__.py")}
    for folder in sorted(folder for folder in packages if folder != SOURCE and folder.parent != SOURCE / "games"):
        name = f"{folder.relative_to(SOURCE).as_posix()}/"
        assert f"{folder.name}/" in picture or name in ARCHITECTURE, name


def test_the_game_of_the_guide_is_that_of_the_tests() -> None:
    (shown,) = re.findall(r"```python\n(.*?)```", NEW_GAME, re.DOTALL)
    whole = (ROOT / "tests" / "games" / "whist.py").read_text(encoding="utf-8")
    head, body = shown.split("\n\n", 1)
    assert body in whole
    assert all(line in whole for line in head.splitlines())
    assert f"`tests/games/whist.py`, {len(whole.splitlines())} lines" in NEW_GAME


CONTRIBUTING = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_first_changes_name_files_that_exist() -> None:
    rows = re.findall(r"^\| (?!change|---)(.+) \| (.+) \| `(tests/\S+)`(, `-m slow`)? \|$", CONTRIBUTING, re.MULTILINE)
    assert len(rows) == 10
    for what, files, tests, slow in rows:
        text = (ROOT / tests).read_text(encoding="utf-8")
        marks = re.findall(r"^pytestmark = (?=pytest\.mark\.slow)|mark\.slow", text, re.MULTILINE)
        assert "mark.slow" in marks if slow else "pytestmark = " not in marks, what
        named = _named(files) | set(re.findall(r"`(assets/[\w./-]+)`", files))
        assert named and all((ROOT / path).exists() for path in (*named, tests)), what


def test_a_new_back_and_a_new_theme_are_named_where_the_page_says() -> None:
    for folder, names in (("backs", theme.BACKS), ("themes", theme.NAMES)):
        assert {path.stem for path in (ROOT / "assets" / folder).glob("*.json")} == set(names)


def test_the_figures_for_contributors_are_those_that_the_walls_hold() -> None:
    said, walls = " ".join(CONTRIBUTING.split()), (ROOT / "tests" / "test_walls.py").read_text(encoding="utf-8")
    found = {name: int(value) for name, value in re.findall(r"^([A-Z]+) = (\d+)$", walls, re.MULTILINE)}
    assert f"up to {found['LONGEST']} lines" in said
    assert f"A module under {found['SMALL']} lines whose only importer" in said
    assert f"Functions of {found['TALLEST']} lines, folders of {found['CROWDED']} modules at most" in said


BESIDE = ("../../releases", "../../issues")
"""Links from the page of a repository to those of its downloads and of its questions."""
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in (".github", "assets", "build", "goosetable", "tests")
    for path in (ROOT / folder).rglob("*.md")
)


@pytest.mark.parametrize("path", ["README.md", *(path for path in PAGES if "/rules/" not in path)])
def test_links_lead_somewhere(path: str) -> None:
    file = ROOT / path
    for target in re.findall(r"\]\(([^)#:]+)\)", file.read_text(encoding="utf-8")):
        assert target in BESIDE or (file.parent / target).exists(), target


def test_the_readme_is_a_front_page() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


def test_the_lines_of_the_format_are_read() -> None:
    block = FORMAT.split("```")[1].strip().encode()
    kinds = [type(line) for _, line in format.read_lines(block)]
    assert kinds == [
        format.Header, format.DealLine, format.ActionLine, format.ActionLine, format.UndoLine, format.ChairLine,
        format.ScoreLine, format.EndLine,
    ]  # fmt: skip


def test_the_format_has_the_limits_that_are_held() -> None:
    said = " ".join(FORMAT.split())
    assert f"more than {jsonl.MAX_LINE_BYTES >> 10} KiB" in said
    assert f"more than {jsonl.MAX_NESTING} levels" in said
    assert f"more than {jsonl.MAX_DIGITS:,} digits" in said
    assert f"more than {format.MOST_LINES:,} lines" in said
    assert f"at most {format.LONGEST_NAME:,} characters" in said
    assert f"`{seed.ALPHABET}`" in said and seed.commitment_to_code(seed.parse_code("7Q4K-M2XD-9TBR")) in said


def test_the_metadata_name_a_licence_that_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in project["license-files"]]
    assert project["license"] == "MIT" and texts[0].startswith("MIT License")


def _rows(path: Path) -> str:
    """The rows of all tables of a document."""
    return "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("| "))


def test_every_attack_has_its_row_and_stands_for_a_promise() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", _rows(ROOT / "tests" / "attacks" / "README.md"), re.MULTILINE)
    assert sorted(rows) == sorted(ATTACKS)
    promised = set(re.findall(r"`(\w+)`", _rows(ROOT / ".github" / "SECURITY.md")))
    assert promised == set(ATTACKS)
