"""Policies that games learned: their files, chances that are chances, slopes that are slopes, nothing of hidden hands."""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import log
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from goosetable.cards import BIT
from goosetable.engine.hidden.view import sample_determinization
from goosetable.engine.rules.action import card_of
from goosetable.engine.rules.state import OVER
from goosetable.engine.strength.heuristics import UNGUIDED, Heuristics
from goosetable.engine.strength.policy import (
    HABITS_FILE,
    POLICY_FILE,
    LinearPolicy,
    Shape,
    UnusableWeights,
    load_weights,
    parse_weights,
)
from goosetable.games import SHELF, find_game
from tests.games.low_card import LowCard
from tests.games.playing import Variant
from tests.players.positions import Turn, turns

SHAPE = Shape("hen-house", 2, ("near", "far"), ("lead", "follow"))
ROWS = [[0.5, -1.25], [0.0, 12.0]]
LEARNED = [game for game in SHELF if game.heuristics.shape is not None]


def written(rows: list[list[float]]) -> bytes:
    """A file of weights."""
    head = {"game": SHAPE.game, "version": SHAPE.version, "features": SHAPE.features}
    return json.dumps(head | {"weights": dict(zip(SHAPE.situations, rows, strict=True))}).encode()


@pytest.fixture
def learning(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(Path(__file__).resolve().parents[3] / "build" / "lab")
    return importlib.import_module("learning")


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    """A file in which something is different."""
    found = json.loads(written(ROWS))
    change(found)
    return json.dumps(found).encode()


def test_what_is_written_is_read_again_to_three_decimals(learning: ModuleType) -> None:
    for rows, again in ((ROWS, ROWS), ([[1 / 3, 0.0], [0.0, -2 / 3]], [[0.333, 0.0], [0.0, -0.667]])):
        assert parse_weights(learning.write_weights(SHAPE, rows).encode(), SHAPE) == again


def test_a_situation_is_a_line_of_the_file(learning: ModuleType) -> None:
    assert '\n  "follow": [0.000, 12.000]\n' in learning.write_weights(SHAPE, ROWS)


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found.update(version=1), lambda found: found.update(version=True), lambda found: found.pop("version"),
        lambda found: found.update(game="goose-house"), lambda found: found.update(features=["far", "near"]),
        lambda found: found["weights"].update(gift=[0.0, 0.0]), lambda found: found["weights"].pop("lead"),
    ],
)  # fmt: skip
def test_weights_of_another_version_are_not_used(change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(UnusableWeights) as wrong:
        parse_weights(changed(change), SHAPE)
    assert "'hen-house'" in str(wrong.value) and "are of another version; " in str(wrong.value)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\xff\xfe", b"[]", b"[" * 100_000, b" " * 2_000_000, written(ROWS)[:-20],
        changed(lambda found: found.update(weights=[])), changed(lambda found: found["weights"].update(lead=[0.5])),
        changed(lambda found: found["weights"].update(lead=[0.5, "1"])),
        changed(lambda found: found["weights"].update(lead=[0.5, True])),
        changed(lambda found: found["weights"].update(lead=[0.5, 1e9])),
        changed(lambda found: found["weights"].update(lead=[0.5, float("nan")])),
        changed(lambda found: found["weights"].update(lead=[0.5, float("inf")])),
    ],
    ids=lambda data: f"{len(data)} bytes",
)  # fmt: skip
def test_damaged_weights_are_named_in_one_sentence(data: bytes) -> None:
    with pytest.raises(UnusableWeights) as wrong:
        parse_weights(data, SHAPE)
    said = str(wrong.value)
    assert said.startswith("the weights of 'hen-house' in goosetable/games/hen_house/policy.json are damaged; ")
    assert said.endswith("; the computer players search without them")


def test_missing_weights_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    importlib.import_module("goosetable.players")
    with pytest.raises(UnusableWeights, match="are missing"):
        load_weights("goosetable.games", SHAPE, HABITS_FILE)

    class Frozen:
        """Reads what a frozen program has packed."""

        def get_data(self, path: str) -> bytes:
            assert path.endswith(f"/{HABITS_FILE}")
            return written(ROWS)

    monkeypatch.setattr(sys.modules["goosetable.games"], "__loader__", Frozen())
    assert load_weights("goosetable.games", SHAPE, HABITS_FILE) == ROWS


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.id)
def test_every_game_that_learned_has_its_weights(game: Any) -> None:
    found = game.heuristics.policy(), game.heuristics.habits()
    assert [one is not None for one in found] == [file in game.heuristics.files for file in (POLICY_FILE, HABITS_FILE)]
    assert found[0] is not None and game.heuristics.faults == {}
    assert game.heuristics.shape.game == game.id
    guidance = game.heuristics.guidance
    assert 0 < guidance.iteration_factor <= 1 and (HABITS_FILE in game.heuristics.files or not guidance.likelihood)


def test_a_game_that_learned_nothing_has_no_policy() -> None:
    other = LowCard()
    assert other.heuristics.guidance == UNGUIDED and not UNGUIDED.guides_search
    assert other.heuristics.policy() is None and other.heuristics.habits() is None and other.heuristics.faults == {}
    with pytest.raises(NotImplementedError):
        Heuristics(other).policy_with([])


LEARNERS = [Variant(game, game.Options()) for game in SHELF if game.heuristics.shape is not None]


@pytest.fixture(params=LEARNERS, ids=str)
def variant(request: pytest.FixtureRequest) -> Variant:
    found: Variant = request.param
    return found


def shape_of(variant: Variant) -> Shape:
    shape = variant.game.heuristics.shape
    assert shape is not None
    return shape


def learned(variant: Variant) -> LinearPolicy[Any]:
    policy = variant.game.heuristics.policy()
    assert isinstance(policy, LinearPolicy), variant.game.heuristics.faults
    return policy


def trained(variant: Variant, rows: list[list[float]]) -> LinearPolicy[Any]:
    policy = variant.game.heuristics.policy_with(rows)
    assert isinstance(policy, LinearPolicy)
    return policy


def from_deals(variant: Variant, seed: str, deals: int, most: int, chance: float) -> Iterator[Turn]:
    for number in range(deals):
        yield from turns(variant, f"{seed} {number}", most, chance)


def test_chances_are_together_one_and_untrained_all_alike(variant: Variant) -> None:
    shape, policy = shape_of(variant), learned(variant)
    flat = trained(variant, [[0.0] * len(shape.features) for _ in shape.situations])
    for turn in turns(variant, "together", 30, 0.5):
        state, legal = turn.truth, turn.view.legal
        found = policy.probabilities(state, legal)
        assert sum(found) == pytest.approx(1) and min(found) > 0
        assert flat.probabilities(state, legal) == pytest.approx([1 / len(legal)] * len(legal))
        if card_of(legal[0]) is not None and variant.game.playable(state):
            group = sum(BIT[card] for card in legal)
            assert policy.log_chance(state, group, legal[-1]) == pytest.approx(log(found[-1]))


@pytest.mark.one_in(3)
def test_every_situation_is_met(variant: Variant, learning: ModuleType) -> None:
    shape, learner, rng = shape_of(variant), learning.Learner(learned(variant)), Random(2)
    met = Counter[int]()
    for turn in from_deals(variant, "met", 8, 400, 1.0):
        met[learner.attempt(turn.truth, turn.view.legal, rng.random(), 0.0).situation] += 1
    assert len(met) >= len(shape.situations) - 2, "some are rare"


@pytest.mark.parametrize("gain, entropy", [(1.0, 0.0), (0.0, 1.0), (-0.5, 0.25)])
def test_what_is_learned_from_a_choice_is_the_slope_of_its_chance(
    variant: Variant, learning: ModuleType, gain: float, entropy: float
) -> None:
    learner, rng = learning.Learner(learned(variant)), Random(7)
    rows = learner.weights()
    step = 1e-5
    learner.slopes()
    for turn in turns(variant, "slope", 6, 0.2):
        state, legal = turn.truth, turn.view.legal
        attempt = learner.attempt(state, legal, rng.random(), entropy)
        learner.learn(attempt, gain)
        slopes = learner.slopes()
        place = legal.index(attempt.action)
        for number in (0, 2, 6, 11):
            found: list[float] = []
            for way in (-step, step):
                bent = [row[:] for row in rows]
                bent[attempt.situation][number] += way
                shares = trained(variant, bent).probabilities(state, legal)
                found.append(gain * log(shares[place]) - entropy * sum(share * log(share) for share in shares))
            assert slopes[attempt.situation][number] == pytest.approx((found[1] - found[0]) / (2 * step), abs=1e-5)
        assert sum(any(row) for row in slopes) <= 1
    assert not any(any(row) for row in learner.slopes())


def test_the_weights_of_the_file_are_those_of_the_rows(variant: Variant, learning: ModuleType) -> None:
    """Other features count for nothing in a situation."""
    package = type(variant.game.heuristics).__module__.rpartition(".")[0]
    assert learning.Learner(learned(variant)).weights() == load_weights(package, shape_of(variant), POLICY_FILE)


def test_a_deal_by_the_policy_is_legal_to_its_end(variant: Variant) -> None:
    rng, game, policy = Random(4), variant.game, learned(variant)
    for turn in turns(variant, "legal", 3, 0.05):
        state = turn.truth.copy()
        while state.turn != OVER:
            legal = game.legal(state)
            group = game.playable(state)
            action = policy.pick_card(state, group, rng.random()) if group else policy.pick_call(state, legal, rng.random())
            assert action in legal
            game.apply(state, action)


def test_hidden_hands_change_nothing(variant: Variant) -> None:
    """Law 10, of what the policy looks at itself."""
    rng, met, policy = Random(3), 0, learned(variant)
    for turn in from_deals(variant, "hidden", 12 if variant.game.open_hands else 4, 60, 0.6):
        other = sample_determinization(turn.view, rng)
        told = [policy.probabilities(state, turn.view.legal) for state in (turn.truth, other, turn.view.known)]
        assert all(one == two for one, two in pairwise(told))
        met += other != turn.truth
    assert met > 100


@pytest.mark.parametrize("players", [4, 5, 6])
def test_tables_of_other_sizes_are_understood_too(players: int) -> None:
    """The weights are of the game with three; what they say of other tables must still be chances."""
    game = find_game("fools-gold")
    table = Variant(game, game.Options(players=players))
    for turn in turns(table, "many", 40, 0.5):
        assert sum(learned(table).probabilities(turn.truth, turn.view.legal)) == pytest.approx(1)
