"""The compiled core plays as the source does: `build/core.py` changes how classes are made, and nothing else."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def core(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build")
    return importlib.import_module("core")


def test_the_copies_play_as_the_source_before_they_are_compiled(core: ModuleType, tmp_path: Path) -> None:
    sources = core.copies(tmp_path)
    state = Path("goosetable/engine/rules/state.py")
    assert state in sources
    assert (tmp_path / state).read_text() != (tmp_path / "plain" / state).read_text()
    call = [
        "simulate",
        "cross-purposes",
        "--seats",
        "easy,greedy",
        "--games",
        "1",
        "--max-deals",
        "1",
        "--seed",
        "c",
        "--out",
        "-",
    ]
    played = [
        subprocess.run([sys.executable, str(place), *call], check=True, cwd=place, stdout=subprocess.PIPE).stdout
        for place in (tmp_path, tmp_path / "plain")
    ]
    assert played[0].count(b"\n") > 50
    assert played[0] == played[1]


def test_players_of_another_package_are_compiled_and_the_package_itself_is_not(core: ModuleType, tmp_path: Path) -> None:
    """A compiled package would look for its modules in the folder where the compiled files lay first."""
    found = set(core.copies(tmp_path, [ROOT / "tests" / "baselines"])) - set(core.copies(tmp_path / "without"))
    assert {path.name for path in found} >= {"greedy.py", "plain.py"}
    assert all(path.parent == Path("tests/baselines") and not path.name.startswith(("__", "test_")) for path in found)
    assert (tmp_path / "tests" / "baselines" / "__init__.py").is_file()


def test_mypyc_takes_all_that_is_compiled(core: ModuleType) -> None:
    """To the C that it writes; the C compiler runs only where a download is made."""
    assert core.front() == ""


def test_a_line_that_only_mypyc_refuses_is_found(core: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "ROOMS", ())
    lines = "class Named:\n    pass\n\ndef named(one: Named) -> str:\n    kind = type(one)\n    return kind.__module__\n"

    def spoil(folder: Path) -> None:
        with (folder / "goosetable" / "cards.py").open("a") as cards:
            cards.write(lines)

    said = core.front(change=spoil)
    assert "cards.py" in said and "__module__" in said


@pytest.mark.slow
def test_the_compiled_core_plays_every_game_as_the_source(core: ModuleType, tmp_path: Path) -> None:
    made = core.made(tmp_path)
    assert any(path.stem.startswith("ismcts.") for path in core.compiled(made))
    said = subprocess.run([sys.executable, str(made), "--version"], check=True, cwd=tmp_path, capture_output=True, text=True)
    assert "as machine code" in said.stdout
    assert core.same(made)
    before = (made / core.STAMP).stat().st_mtime_ns
    assert core.made(tmp_path) == made and (made / core.STAMP).stat().st_mtime_ns == before


def test_bits_are_counted_as_python_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "build")
    bits, rng = importlib.import_module("bits"), Random("bits")
    for number in (0, 1, 2**61 - 1, 2**61, 2**200, *(rng.getrandbits(rng.randrange(1, 72)) for _ in range(2000))):
        assert (bits.bit_count(number), bits.bit_length(number)) == (number.bit_count(), number.bit_length())
