"""Compiled modules are found where they are of this version and can be loaded; else everything runs in Python."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, SourceFileLoader
from pathlib import Path
from typing import Final

import pytest

from goosetable import __version__, machine_code
from goosetable.machine_code import FOLDER, LIBRARY, VERSION, CompiledModules

IN_PYTHON: Final = (SourceFileLoader, SOURCE_SUFFIXES)
"""Stands for compiled modules, which a test has no compiler to make."""
ROOT: Final = Path(__file__).resolve().parent.parent


@pytest.fixture
def core(tmp_path: Path) -> Path:
    folder = tmp_path / FOLDER
    (folder / "engine").mkdir(parents=True)
    (folder / VERSION).write_text(f"{__version__}\n", encoding="ascii")
    (folder / "cards.py").write_text("", encoding="ascii")
    (folder / "engine" / "game.py").write_text("", encoding="ascii")
    return folder


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.delitem(sys.modules, LIBRARY, raising=False)


def _library(core: Path, text: str = "") -> CompiledModules:
    (core / f"{LIBRARY}.py").write_text(text, encoding="ascii")
    found = CompiledModules(str(core), IN_PYTHON)
    sys.meta_path.insert(0, found)
    return found


def _where(modules: CompiledModules, name: str) -> str | None:
    spec = modules.find_spec(name)
    return spec.origin if spec else None


def test_what_is_compiled_is_found_and_nothing_else(core: Path) -> None:
    modules = _library(core)
    assert _where(modules, "goosetable.cards") == str(core / "cards.py")
    assert _where(modules, "goosetable.engine.game") == str(core / "engine" / "game.py")
    for other in ("goosetable", "goosetable.engine", "goosetable.engine.hidden", "goosetable.app", "game", "cards", "json"):
        assert modules.find_spec(other) is None


@pytest.mark.parametrize("text", ["raise ImportError('of another system')", None])
def test_without_its_library_no_compiled_module_is_taken(core: Path, text: str | None) -> None:
    if text is None:
        modules = CompiledModules(str(core), IN_PYTHON)
        sys.meta_path.insert(0, modules)
    else:
        modules = _library(core, text)
    assert modules.find_spec("goosetable.cards") is None
    assert modules.find_spec("goosetable.engine.game") is None


@pytest.mark.parametrize("made_of", ["0.0.9", "", "9.0\n", "\N{SNOWMAN}", None])
def test_a_core_of_another_version_is_passed_over(core: Path, made_of: str | None) -> None:
    before = list(sys.meta_path)
    if made_of is None:
        (core / VERSION).unlink()
    else:
        (core / VERSION).write_text(made_of, encoding="utf-8")
    machine_code.use(__version__, str(core.parent))
    assert sys.meta_path == before


def test_a_core_of_this_version_is_asked_first(core: Path) -> None:
    machine_code.use(__version__, str(core.parent))
    first = sys.meta_path[0]
    assert isinstance(first, CompiledModules) and first.folder == str(core)


def test_source_runs_in_python() -> None:
    assert not machine_code.in_use()
    assert machine_code.words(machine_code.in_use()) == "in Python"


def test_how_it_runs_is_said_in_one_place() -> None:
    assert machine_code.words(True) == "as machine code"
    said = [path.name for folder in ("goosetable", "build") for path in (ROOT / folder).rglob("*.py")
            if '"as machine code"' in path.read_text(encoding="utf-8")]  # fmt: skip
    assert said == ["machine_code.py"]


def test_a_damaged_core_leaves_the_program_in_python(core: Path) -> None:
    for name in ("cards", LIBRARY):
        (core / f"{name}{EXTENSION_SUFFIXES[0]}").write_bytes(b"no machine code")
    script = (
        "import sys; from goosetable import __version__, machine_code\n"
        "machine_code.use(__version__, sys.argv[1]); print(machine_code.in_use())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, str(core.parent)], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stdout.strip()) == (0, "False"), ran.stderr
