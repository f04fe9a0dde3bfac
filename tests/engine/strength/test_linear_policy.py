"""Policies that games learned: chances that are chances, slopes that are slopes, legal play, nothing of hidden hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import log
from random import Random
from typing import Any

import pytest

from goosetable.cards import BIT
from goosetable.engine.hidden.view import sample
from goosetable.engine.rules.action import card_of
from goosetable.engine.rules.state import OVER
from goosetable.engine.strength.policy import LinearPolicy, Shape
from goosetable.games import SHELF, find
from tests.games.playing import Variant
from tests.players.positions import Turn, turns

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
    policy = variant.game.heuristics.trained(rows)
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
        found = policy.chances(state, legal)
        assert sum(found) == pytest.approx(1) and min(found) > 0
        assert flat.chances(state, legal) == pytest.approx([1 / len(legal)] * len(legal))
        if card_of(legal[0]) is not None and variant.game.playable(state):
            group = sum(BIT[card] for card in legal)
            assert policy.log_chance(state, group, legal[-1]) == pytest.approx(log(found[-1]))


def test_every_situation_is_met(variant: Variant) -> None:
    shape, policy, rng = shape_of(variant), learned(variant), Random(2)
    met = Counter[int]()
    for turn in from_deals(variant, "met", 12, 400, 1.0):
        met[policy.attempt(turn.truth, turn.view.legal, rng.random(), 0.0).situation] += 1
    assert len(met) >= len(shape.situations) - 2, "some are rare"


@pytest.mark.parametrize("gain, entropy", [(1.0, 0.0), (0.0, 1.0), (-0.5, 0.25)])
def test_what_is_learned_from_a_choice_is_the_slope_of_its_chance(variant: Variant, gain: float, entropy: float) -> None:
    policy, rng = learned(variant), Random(7)
    rows = [weights.listed() for weights in policy.weights]
    step = 1e-5
    policy.slopes()
    for turn in turns(variant, "slope", 6, 0.2):
        state, legal = turn.truth, turn.view.legal
        attempt = policy.attempt(state, legal, rng.random(), entropy)
        policy.learn(attempt, gain)
        slopes = policy.slopes()
        place = legal.index(attempt.action)
        for number in (0, 2, 6, 11):
            found: list[float] = []
            for way in (-step, step):
                bent = [row[:] for row in rows]
                bent[attempt.situation][number] += way
                shares = trained(variant, bent).chances(state, legal)
                found.append(gain * log(shares[place]) - entropy * sum(share * log(share) for share in shares))
            assert slopes[attempt.situation][number] == pytest.approx((found[1] - found[0]) / (2 * step), abs=1e-5)
        assert sum(any(row) for row in slopes) <= 1
    assert not any(any(row) for row in policy.slopes())


def test_a_deal_by_the_policy_is_legal_to_its_end(variant: Variant) -> None:
    rng, game, policy = Random(4), variant.game, learned(variant)
    for turn in turns(variant, "legal", 3, 0.05):
        state = turn.truth.copy()
        while state.turn != OVER:
            legal = game.legal(state)
            group = game.playable(state)
            action = policy.play(state, group, rng.random()) if group else policy.call(state, legal, rng.random())
            assert action in legal
            game.apply(state, action)


def test_hidden_hands_change_nothing(variant: Variant) -> None:
    """Law 10, of what the policy looks at itself."""
    rng, met, policy = Random(3), 0, learned(variant)
    for turn in from_deals(variant, "hidden", 12 if variant.game.open_hands else 4, 60, 0.6):
        other = sample(turn.view, rng)
        told = [policy.chances(state, turn.view.legal) for state in (turn.truth, other, turn.view.known)]
        assert all(one == two for one, two in pairwise(told))
        met += other != turn.truth
    assert met > 100


@pytest.mark.parametrize("players", [4, 5, 6])
def test_tables_of_other_sizes_are_understood_too(players: int) -> None:
    """The weights are of the game with three; what they say of other tables must still be chances."""
    game = find("fools-gold")
    table = Variant(game, game.Options(players=players))
    for turn in turns(table, "many", 40, 0.5):
        assert sum(learned(table).chances(turn.truth, turn.view.legal)) == pytest.approx(1)
