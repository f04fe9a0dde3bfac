"""The bids of Throps that a search asks for: by the policy as by the manners, the quick way as bid by bid."""

from __future__ import annotations

from collections import Counter
from math import log
from random import Random

import pytest

from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.stream import Stream
from goosetable.engine.strength.guidance import Guidance
from goosetable.games.throps import bidding
from goosetable.games.throps.bidding import MANNERS
from goosetable.games.throps.policy import ThropsPolicy
from goosetable.games.throps.rules import Throps
from goosetable.games.throps.sealed import LearnedBids, ThropsBids
from goosetable.games.throps.state import ThropsOptions, ThropsState

GAME, OPTIONS, FRESH = Throps(), ThropsOptions(), Standing(0, (0, 0, 0))
GUIDED = Guidance(playouts=True, likelihood=1.0)


def dealt(number: int) -> ThropsState:
    return GAME.begin(OPTIONS, FRESH, GAME.deal(OPTIONS, FRESH, number % 3, Stream(f"{number:012d}", 1)))


def learned() -> ThropsPolicy:
    policy = GAME.heuristics.policy()
    assert isinstance(policy, ThropsPolicy)
    return policy


class Even(Random):
    """No luck: every number is one half."""

    def random(self) -> float:
        return 0.5


@pytest.mark.parametrize("guided", [True, False])
def test_the_quick_way_is_the_same_as_bid_by_bid(guided: bool) -> None:
    bids = LearnedBids(learned(), Guidance(playouts=guided))
    for number in range(12):
        manners = [(number + seat) % bids.manners for seat in range(3)]
        state = dealt(number)
        quick = state.copy()
        bids.bid_out(quick, manners, [False] * 3, Even())
        while not state.over:
            manner = manners[state.turn] if guided else min(manners[state.turn], MANNERS - 1)
            GAME.apply(state, bids.bid(state, state.turn, manner, 0.5))
        assert quick.over and quick.won == state.won and quick.hands == state.hands and quick.gone == state.gone


def test_what_was_learned_is_one_more_manner() -> None:
    found = ThropsBids().by(learned(), GUIDED)
    assert isinstance(found, LearnedBids) and found.manners == ThropsBids.manners + 1


def test_bids_are_as_likely_as_the_policy_says() -> None:
    policy, state = ThropsPolicy([row.listed() for row in learned().weights]), dealt(5)
    policy.cool = 1.0
    legal, rng, many = GAME.legal(state), Random(2), 6000
    bids = LearnedBids(policy, GUIDED)
    found = Counter(bids.bid(state, state.turn, MANNERS, rng.random()) for _ in range(many))
    for action, chance in zip(legal, policy.chances(state, legal), strict=True):
        assert abs(found[action] / many - chance) < 0.02


def test_what_was_bid_is_as_likely_as_it_was_from_each_hand() -> None:
    policy, state, rng = learned(), dealt(7), Random(3)
    told = [0.0] * 3
    while len(state.raised) < 9:
        legal = GAME.legal(state)
        action, seat = rng.choice(legal), state.turn
        told[seat] += max(log(policy.chances(state, legal)[legal.index(action)]), -bidding.STRANGEST)
        GAME.apply(state, action)
    bids = LearnedBids(policy, GUIDED)
    for seat in range(3):
        assert bids.likelihood(state, seat)(state.hands[seat], MANNERS) == pytest.approx(told[seat])
        plain = ThropsBids().likelihood(state, seat)
        assert bids.likelihood(state, seat)(state.hands[seat], 1) == plain(state.hands[seat], 1)
        without = LearnedBids(policy, Guidance(playouts=True)).likelihood(state, seat)
        assert without(state.hands[seat], MANNERS) == plain(state.hands[seat], MANNERS - 1)
    assert min(told) < max(told) < 0
