"""The program that trains policies: the same seed gives the same weights, and each choice is judged by what came after it."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from goosetable.engine.strength.policy import read
from goosetable.games import find

ROOT = Path(__file__).resolve().parent.parent
GAME = find("gooseberry-fool")


@pytest.fixture
def train(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build" / "lab")
    return importlib.import_module("train")


def test_the_same_seed_gives_the_same_weights(train: ModuleType) -> None:
    shape = GAME.heuristics.shape
    assert shape is not None
    plan = train.Plan(GAME.id, hands=60, seed="a", batch=20)
    text = train.trained(plan)
    assert text == train.trained(plan) != train.trained(plan._replace(seed="b"))
    assert any(any(row) for row in read(text.encode(), shape))


def test_training_is_a_verb_that_writes_where_it_is_told(tmp_path: Path) -> None:
    target = tmp_path / "weights.json"
    call = [sys.executable, str(ROOT / "build" / "build.py"), "train", GAME.id, "--hands", "20", "--to", str(target)]
    ran = subprocess.run([*call, "--core", str(ROOT)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "20 hands" in ran.stdout
    assert GAME.heuristics.shape is not None and read(target.read_bytes(), GAME.heuristics.shape)


def test_bids_are_judged_by_how_the_deal_ends(train: ModuleType) -> None:
    """All that a bid brings comes later: the gain of each is the payoff of its seat, less what it began with."""
    game = find("goose")
    learned: dict[int, list[float]] = {}

    class Watched(type(game.heuristics.trained([]))):  # type: ignore[misc]
        def attempt(self, state: Any, legal: Any, chance: float, entropy: float) -> Any:
            made = super().attempt(state, legal, chance, entropy)
            self.bids[id(made)] = (made, state.turn, state.bidding)
            return made

        def learn(self, attempt: Any, gain: float) -> None:
            _, seat, bidding = self.bids[id(attempt)]
            if bidding:
                learned.setdefault(seat, []).append(gain)

    shape = game.heuristics.shape
    assert shape is not None
    policy = Watched([[0.0] * len(shape.features) for _ in shape.situations])
    policy.bids = {}
    train.play_hand(game, policy, Random(4), game.heuristics.lessons)
    assert all(len(gains) == 1 for gains in learned.values()) and 3 <= len(learned) <= 4
    assert any(gains[0] for gains in learned.values())
