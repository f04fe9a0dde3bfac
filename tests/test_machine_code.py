"""Compiled modules are found where they are of this version, else Python runs; they play as the source does."""

from __future__ import annotations

import importlib
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, SourceFileLoader
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

import pytest

from goosetable import __version__, machine_code
from goosetable.machine_code import FOLDER, LIBRARY, VERSION, CompiledModules
from goosetable.players.agent import make_player_of_class

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
    machine_code.add_finder(__version__, str(core.parent))
    assert sys.meta_path == before


def test_a_core_of_this_version_is_asked_first(core: Path) -> None:
    machine_code.add_finder(__version__, str(core.parent))
    first = sys.meta_path[0]
    assert isinstance(first, CompiledModules) and first.folder == str(core)


def test_source_runs_in_python() -> None:
    assert not machine_code.is_machine_code_in_use()
    assert machine_code.execution_mode_text(machine_code.is_machine_code_in_use()) == "in Python"


def test_how_it_runs_is_said_in_one_place() -> None:
    assert machine_code.execution_mode_text(True) == "as machine code"
    said = [path.name for folder in ("goosetable", "build") for path in (ROOT / folder).rglob("*.py")
            if '"as machine code"' in path.read_text(encoding="utf-8")]  # fmt: skip
    assert said == ["machine_code.py"]


def test_a_damaged_core_leaves_the_program_in_python(core: Path) -> None:
    for name in ("cards", LIBRARY):
        (core / f"{name}{EXTENSION_SUFFIXES[0]}").write_bytes(b"no machine code")
    script = (
        "import sys; from goosetable import __version__, machine_code\n"
        "machine_code.add_finder(__version__, sys.argv[1]); print(machine_code.is_machine_code_in_use())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, str(core.parent)], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert (ran.returncode, ran.stdout.strip()) == (0, "False"), ran.stderr


@pytest.fixture
def build_core(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build")
    return importlib.import_module("core")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    """A folder with the copies that are compiled, and their names; no test changes them."""
    folder = tmp_path_factory.mktemp("copies")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "build")
        return folder, importlib.import_module("core").copies(folder)


def test_the_copies_play_as_the_source_before_they_are_compiled(prepared: tuple[Path, list[Path]]) -> None:
    folder, sources = prepared
    state = Path("goosetable/engine/rules/state.py")
    assert state in sources
    assert (folder / state).read_text() != (folder / "plain" / state).read_text()
    call = [
        "simulate", "cross-purposes", "--seats", "easy,greedy", "--games", "1", "--max-deals", "1", "--seed", "c", "--out",
        "-",
    ]  # fmt: skip
    played = [
        subprocess.run([sys.executable, str(place), *call], check=True, cwd=place, stdout=subprocess.PIPE).stdout
        for place in (folder, folder / "plain")
    ]
    assert played[0].count(b"\n") > 50
    assert played[0] == played[1]


def test_all_players_that_compare_compiled_and_plain_code_can_be_made(build_core: ModuleType) -> None:
    """They are a text, so no check of types looks at them."""
    room: dict[str, type] = {}
    exec(build_core.FEW, room)
    for name in (kind for kinds in build_core.TABLES for kind in kinds if ":" in kind):
        assert callable(make_player_of_class(name, room[name.partition(":")[2]], Random(1)).think)


def test_players_of_another_package_are_compiled_and_the_package_itself_is_not(
    build_core: ModuleType, prepared: tuple[Path, list[Path]], tmp_path: Path
) -> None:
    """A compiled package would look for its modules in the folder where the compiled files lay first."""
    found = set(build_core.copies(tmp_path, [ROOT / "tests" / "baselines"])) - set(prepared[1])
    assert {path.name for path in found} >= {"greedy.py", "plain.py"}
    assert all(Path("tests/baselines") in path.parents and not path.name.startswith(("__", "test_")) for path in found)
    assert (tmp_path / "tests" / "baselines" / "__init__.py").is_file()


@pytest.mark.slow
def test_mypyc_takes_all_that_is_compiled(build_core: ModuleType) -> None:
    """To the C that it writes. `.ci/run` has the C compiled as well, for the packages that it makes."""
    assert build_core.front() == ""


@pytest.mark.slow
def test_a_line_that_only_mypyc_refuses_is_found(build_core: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_core, "ROOMS", ())
    lines = "class Named:\n    pass\n\ndef named(one: Named) -> str:\n    kind = type(one)\n    return kind.__module__\n"

    def spoil(folder: Path) -> None:
        with (folder / "goosetable" / "cards.py").open("a") as cards:
            cards.write(lines)

    said = build_core.front(change=spoil)
    assert "cards.py" in said and "__module__" in said


@pytest.mark.slow
def test_the_compiled_core_plays_every_game_as_the_source(build_core: ModuleType, tmp_path: Path) -> None:
    made = build_core.current_folder(tmp_path)
    assert any(path.stem.startswith("ismcts.") for path in build_core.compiled_files(made))
    said = subprocess.run([sys.executable, str(made), "--version"], check=True, cwd=tmp_path, capture_output=True, text=True)
    assert "as machine code" in said.stdout
    assert build_core.plays_the_same(made)
    before = (made / build_core.STAMP).stat().st_mtime_ns
    assert build_core.current_folder(tmp_path) == made and (made / build_core.STAMP).stat().st_mtime_ns == before


def test_bits_are_counted_as_python_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "build")
    bits, rng = importlib.import_module("bits"), Random("bits")
    for number in (0, 1, 2**61 - 1, 2**61, 2**200, *(rng.getrandbits(rng.randrange(1, 72)) for _ in range(2000))):
        assert (bits.bit_count(number), bits.bit_length(number)) == (number.bit_count(), number.bit_length())
