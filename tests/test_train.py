"""The program that trains policies: the same seed gives the same weights, steps go uphill, and what is learned is played."""

from __future__ import annotations

import importlib
import subprocess
import sys
from math import log
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from goosetable.engine.strength.linear_policy import LinearPolicy
from goosetable.engine.strength.policy import Attempt, read
from goosetable.games import find

ROOT = Path(__file__).resolve().parent.parent
GAME = find("gooseberry-fool")


@pytest.fixture
def train(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build")
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


def test_habits_are_learned_from_those_who_search(train: ModuleType) -> None:
    """They make what was played likelier than chance does, and the same seed gives the same again."""
    shape = GAME.heuristics.shape
    assert shape is not None
    text = train.imitated(train.Plan(GAME.id, seed="a"), deals=6, thought=20)
    assert text == train.imitated(train.Plan(GAME.id, seed="a"), deals=6, thought=20)
    habits = GAME.heuristics.trained(read(text.encode(), shape))
    rng, habitual, chance = Random("a"), 0.0, 0.0
    for _ in range(6):
        for state, legal, action in train.choices_of(GAME, rng, 20):
            assert not state.noted and action in legal and len(legal) > 1
            habitual += log(habits.chances(state, legal)[legal.index(action)])
            chance -= log(len(legal))
    assert habitual > chance + 10


def test_calls_alone_are_imitated_and_the_rest_is_that_of_the_policy(train: ModuleType) -> None:
    game = find("cross-purposes")
    shape, policy = game.heuristics.shape, game.heuristics.policy()
    assert shape is not None and isinstance(policy, LinearPolicy)
    plan = train.Plan(game.id, seed="a")
    text = train.imitated(plan, deals=6, thought=10, calls=True)
    assert text == train.imitated(plan, deals=6, thought=10, calls=True)
    rows, before = read(text.encode(), shape), [row.listed() for row in policy.weights]
    changed = {name for name, one, two in zip(shape.situations, rows, before, strict=True) if one != pytest.approx(two)}
    assert {"two open", "two answer"} <= changed <= {"two open", "two answer", "four call", "four agree"}


def test_a_game_without_features_is_refused(train: ModuleType) -> None:
    with pytest.raises(SystemExit, match="gops has no policy"):
        train.trained(train.Plan("gops"))


def test_steps_go_uphill(train: ModuleType) -> None:
    rows = [[0.0, 0.0]]
    adam = train.Adam(rows)
    for _ in range(600):
        adam.climb([[3.0 - rows[0][0], 0.01 * (-2.0 - rows[0][1])]], 0.02)
    assert rows[0] == pytest.approx([3.0, -2.0], abs=0.1)


def test_a_deal_is_of_the_whole_pack(train: ModuleType) -> None:
    rng = Random(1)
    dealers = set()
    for _ in range(20):
        state = train.dealt(GAME, rng)
        assert sum(state.hands).bit_count() == len(GAME.pack(GAME.Options())) and not state.noted
        dealers.add(state.dealer)
    assert dealers == {0, 1, 2}


@pytest.mark.parametrize("name", ["throps", "gops"])
def test_a_deal_with_a_stock_leaves_it(train: ModuleType, name: str) -> None:
    game, rng = find(name), Random(3)
    for _ in range(10):
        state = train.dealt(game, rng)
        assert {hand.bit_count() for hand in state.hands} == {13} and len(state.stock) == 12
        assert sum(state.hands) + sum(1 << card for card in (*state.stock, state.turned)) == sum(
            1 << card for card in game.pack(game.Options())
        )


def test_sealed_bids_are_learned_round_by_round(train: ModuleType) -> None:
    """What comes of a bid is seen when all have bid; so with the least foresight all three of a round count as much."""
    game = find("throps")
    shape = game.heuristics.shape
    assert shape is not None
    gains: list[float] = []
    policy = game.heuristics.trained([[0.0] * len(shape.features) for _ in shape.situations])
    learn = policy.learn

    def noted(attempt: Attempt, gain: float) -> None:
        gains.append(gain)
        learn(attempt, gain)

    policy.learn = noted  # type: ignore[method-assign]
    rng = Random(4)
    train.play_hand(game, policy, rng, game.heuristics.lessons._replace(fade=0.0))
    assert len(gains) == 36 and all(any(gains[at : at + 3]) for at in range(0, 36, 3))


def test_what_a_deal_shows_besides_its_cards_is_dealt_too(train: ModuleType) -> None:
    rng = Random(2)
    assert {train.dealt(find("fools-gold"), rng).trump for _ in range(40)} == {0, 1, 2, 3}
    for _ in range(20):
        state = train.dealt(find("cross-purposes"), rng)
        dealt = [*state.hands, *state.hands2]
        assert len(dealt) == 4 and sum(dealt).bit_count() == 52 and all(hand.bit_count() == 13 for hand in dealt)
    for _ in range(10):
        state = train.dealt(find("goosed"), rng)
        assert 1 << state.turned & state.hands[state.dealer]


def test_hands_of_all_sizes_are_dealt_where_they_differ(train: ModuleType) -> None:
    """As the rules deal them: with a card turned up wherever one is left."""
    game, rng, sizes = find("goose"), Random(3), set()
    for _ in range(200):
        state = train.dealt(game, rng)
        sizes.add(state.hands[0].bit_count())
        assert state.turned >= 0 and not state.noted and state.bidding
    assert sizes == set(range(1, 14))


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
