"""Habits: those who search are imitated, and the same seed gives the same weights."""

from __future__ import annotations

import importlib
import subprocess
import sys
from math import log
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from goosetable.engine.strength.policy import read
from goosetable.games import find

ROOT = Path(__file__).resolve().parent.parent
GAME = find("gooseberry-fool")


@pytest.fixture
def imitate(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build" / "lab")
    return importlib.import_module("imitate")


def test_habits_are_learned_from_those_who_search(imitate: ModuleType) -> None:
    """They make what was played likelier than chance does, and the same seed gives the same again."""
    shape = GAME.heuristics.shape
    assert shape is not None
    text = imitate.imitated(GAME.id, "a", deals=6, thought=20)
    assert text == imitate.imitated(GAME.id, "a", deals=6, thought=20)
    habits = GAME.heuristics.trained(read(text.encode(), shape))
    rng, habitual, chance = Random("a"), 0.0, 0.0
    for _ in range(6):
        for state, legal, action in imitate.choices_of(GAME, rng, 20):
            assert not state.noted and action in legal and len(legal) > 1
            habitual += log(habits.chances(state, legal)[legal.index(action)])
            chance -= log(len(legal))
    assert habitual > chance + 10


def test_imitation_is_an_option_of_the_verb_that_trains(tmp_path: Path) -> None:
    shape, target = GAME.heuristics.shape, tmp_path / "habits.json"
    call = [sys.executable, str(ROOT / "build" / "build.py"), "train", GAME.id, "--habits", "--deals", "1", "--to", str(target)]
    ran = subprocess.run([*call, "--core", str(ROOT)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "choices, logarithmic loss" in ran.stdout and "1 deals, seed 'train'" in ran.stdout
    assert shape is not None and read(target.read_bytes(), shape)
