"""The compiled core plays as the source does: `build/core.py` changes how classes are made, and nothing else."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


def core() -> ModuleType:
    spec = importlib.util.spec_from_file_location("core", ROOT / "build" / "core.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_copies_play_as_the_source_before_they_are_compiled(tmp_path: Path) -> None:
    sources = core().copies(tmp_path)
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


@pytest.mark.slow
def test_the_compiled_core_plays_every_game_as_the_source(tmp_path: Path) -> None:
    made = core().make(tmp_path)
    assert list((made / "goosetable" / "players").glob("ismcts.*.so")) or sys.platform == "win32"
    assert core().same(made)
