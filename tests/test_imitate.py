"""Habits: those who search are imitated, in all they do or in their calls alone, and the same seed gives the same weights."""

from __future__ import annotations

import importlib
import subprocess
import sys
from math import log
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from goosetable.engine.strength.linear_policy import LinearPolicy
from goosetable.engine.strength.policy import read
from goosetable.games import find

ROOT = Path(__file__).resolve().parent.parent
GAME = find("gooseberry-fool")


@pytest.fixture
def imitate(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build")
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


def test_calls_alone_are_imitated_and_the_rest_is_that_of_the_policy(imitate: ModuleType) -> None:
    game = find("cross-purposes")
    shape, policy = game.heuristics.shape, game.heuristics.policy()
    assert shape is not None and isinstance(policy, LinearPolicy)
    text = imitate.imitated(game.id, "a", deals=6, thought=10, calls=True)
    assert text == imitate.imitated(game.id, "a", deals=6, thought=10, calls=True)
    rows, before = read(text.encode(), shape), [row.listed() for row in policy.weights]
    changed = {name for name, one, two in zip(shape.situations, rows, before, strict=True) if one != pytest.approx(two)}
    assert {"two open", "two answer"} <= changed <= {"two open", "two answer", "four call", "four agree"}


@pytest.mark.parametrize(("option", "name"), [("--habits", "gooseberry-fool"), ("--calls", "cross-purposes")])
def test_imitation_is_an_option_of_the_verb_that_trains(tmp_path: Path, option: str, name: str) -> None:
    shape, target = find(name).heuristics.shape, tmp_path / "habits.json"
    call = [sys.executable, str(ROOT / "build" / "build.py"), "train", name, option, "--deals", "1", "--to", str(target)]
    ran = subprocess.run([*call, "--core", str(ROOT)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "choices, logarithmic loss" in ran.stdout and "1 deals, seed 'train'" in ran.stdout
    assert shape is not None and read(target.read_bytes(), shape)
