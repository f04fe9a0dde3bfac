"""What the policy of Gooseberry Fool knows: tricks that must be won or left, whom to give one; and nothing of hidden hands."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log
from random import Random
from typing import cast

import pytest

from goosetable.cards import BIT, card, members, name
from goosetable.engine.hidden.view import View, sample, view
from goosetable.engine.rules.action import Action, card_of
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.games.gooseberry_fool.features import NAMES, CardFeatures
from goosetable.games.gooseberry_fool.policy import SHAPE, STRAY, FoolPolicy
from goosetable.games.gooseberry_fool.scoring import SUIT, SUITED
from goosetable.games.gooseberry_fool.sight import TrickSight
from goosetable.players.utility import WinUtility
from tests.games.fools import GAME, do, position
from tests.games.playing import Variant
from tests.players.positions import ending, turns
from tests.players.test_right_gooseberry_fool import POSITIONS

FOOL = Variant(GAME, GAME.Options())
SURE = 0.6
"""How likely the policy does what is right, at least, where the rules alone decide."""


def learned() -> FoolPolicy:
    policy = GAME.heuristics.policy()
    assert isinstance(policy, FoolPolicy)
    return policy


def chances(seen: View) -> dict[str, float]:
    known = seen.known
    assert isinstance(known, TrickState)
    return dict(zip([GAME.write(action) for action in seen.legal], learned().chances(known, seen.legal), strict=True))


GIFTS = [title for title in POSITIONS if title.startswith("neighbours")]


@pytest.mark.parametrize("title", GIFTS)
def test_the_last_trick_is_given_where_it_must_go(title: str) -> None:
    found = chances(POSITIONS[title].view)
    assert found[POSITIONS[title].right] == max(found.values()) > SURE


Third = tuple[tuple[str, str, str], tuple[int, int, int], str, int, str]
"""Hands before the last card of the last trick but one, the tricks of each seat, the trick, its leader, and what wins.

The right card makes its player the middle one however the cards lie and are played; no other does.
"""
MUST_WIN: tuple[Third, ...] = (
    (("QS QH", "QD", "7D"), (3, 3, 3), "KC 7S", 1, "QH"),
    (("7D KC", "8C", "AS"), (3, 3, 3), "JH KH", 1, "KC"),
    (("AH", "JS KD", "QD"), (2, 4, 3), "AC KS", 2, "KD"),
    (("QC", "QS QH", "7S"), (2, 4, 3), "QD AH", 2, "QS"),
)
FORCED_DUCK: tuple[Third, ...] = (
    (("KS KD", "KH", "TD"), (2, 3, 4), "9H 9S", 1, "KS"),
    (("AD", "KS 9H", "9D"), (3, 4, 2), "QC TD", 2, "9H"),
    (("QS 7H", "TS", "7S"), (2, 3, 4), "QD JH", 1, "7H"),
    (("KD", "7H", "7D JC"), (4, 3, 2), "TS 8H", 0, "JC"),
    (("8H", "8S JD", "JH"), (4, 2, 3), "JC 8D", 2, "JD"),
    (("QH", "JD", "JS 8H"), (4, 3, 2), "KC QD", 0, "JS"),
    (("8S", "AH 7H", "JC"), (3, 2, 4), "KH QH", 2, "7H"),
    (("QS TS", "KD", "TH"), (1, 5, 3), "KS JS", 1, "TS"),
)


@pytest.mark.parametrize("third", [*MUST_WIN, *FORCED_DUCK], ids=lambda third: f"{third[2]}: {third[4]}")
def test_a_trick_is_taken_or_left_as_it_must_be(third: Third) -> None:
    hands, taken, trick, leader, right = third
    seen = ending(hands, taken, trick, leader, (leader + 2) % 3)
    results = {GAME.write(action): results_of(seen, action) for action in seen.legal}
    assert [action for action, found in results.items() if found == {1.0}] == [f"play {right}"]
    assert 1.0 not in set().union(*(found for action, found in results.items() if action != f"play {right}"))
    takes = results_of(seen, GAME.read(f"play {right}", seen.legal), 0) == {1.0}
    assert takes == (third in MUST_WIN)
    assert chances(seen)[f"play {right}"] > SURE


def results_of(seen: View, action: Action, after: int = 9) -> set[float]:
    """All that can come of an action: the share of the middle in the end; or with `after` 0 whether it takes the trick."""
    found: set[float] = set()
    unseen = members(seen.unseen)
    others = [(seen.seat + 1) % 3, (seen.seat + 2) % 3]
    for lying in (unseen, unseen[::-1]):
        state = seen.known.copy()
        for other, held in zip(others, lying, strict=True):
            state.hands[other] = BIT[held]
        GAME.apply(cast(TrickState, state), action)
        left = [state]
        while left:
            state = left.pop()
            if not after:
                found.add(float(state.turn == seen.seat))
            elif state.over:
                found.add(GAME.heuristics.payoff(cast(TrickState, state))[seen.seat])
            else:
                for other_action in GAME.legal(cast(TrickState, state)):
                    left.append(state.copy())
                    GAME.apply(cast(TrickState, left[-1]), other_action)
    return found


def test_a_sure_loser_is_seen_as_one() -> None:
    """Second to a nine, an ace and a king cannot be the middle one; with no spade left to come, the third card takes it."""
    state = position("9S 8C", "AS KS", "7H 8H")
    do(state, "play 9S")
    known = view(GAME, state, 1).known
    assert isinstance(known, TrickState)
    sight, found = TrickSight(), CardFeatures()
    sight.look(known)
    for spade in members(known.hands[1]):
        sight.card(spade, found)
        assert found.take < 0.5 < found.left_takes
    # All other spades are gone.
    known.won[0] = sum(BIT[other] for other in SUITED if SUIT[other] == 0) & ~(BIT[card("9S")] | known.hands[1])
    sight.look(known)
    for spade in members(known.hands[1]):
        sight.card(spade, found)
        assert found.take == 0 and found.left_takes == pytest.approx(1)


def test_chances_are_together_one_and_untrained_all_alike() -> None:
    flat = FoolPolicy([[0.0] * len(NAMES) for _ in SHAPE.situations])
    for turn in turns(FOOL, "together", 30, 0.5):
        state, legal = turn.truth, turn.view.legal
        assert isinstance(state, TrickState)
        found = learned().chances(state, legal)
        assert sum(found) == pytest.approx(1) and min(found) > 0
        assert flat.chances(state, legal) == pytest.approx([1 / len(legal)] * len(legal))
        if card_of(legal[0]) is not None:
            group = sum(BIT[card] for card in legal)
            assert learned().log_chance(state, group, legal[-1]) == pytest.approx(log(found[-1]))


def test_every_situation_is_met() -> None:
    met = Counter[int]()
    policy, rng = learned(), Random(2)
    for number in range(12):
        for turn in turns(FOOL, f"met {number}", 400):
            state = turn.truth
            assert isinstance(state, TrickState)
            attempt = policy.attempt(state, turn.view.legal, rng.random(), 0.0)
            met[attempt.situation] += 1
            place = len(state.trick)
            assert SHAPE.situations[attempt.situation].startswith(("lead", "second", "third", "gift")[place])
    assert len(met) >= len(SHAPE.situations) - 2, "of the gift, some parts are rare"


@pytest.mark.parametrize("gain, entropy", [(1.0, 0.0), (0.0, 1.0), (-0.5, 0.25)])
def test_what_is_learned_from_a_choice_is_the_slope_of_its_chance(gain: float, entropy: float) -> None:
    policy, rng = learned(), Random(7)
    rows = [weights.listed() for weights in policy.weights]
    step = 1e-5
    policy.slopes()
    for turn in turns(FOOL, "slope", 6, 0.2):
        state, legal = turn.truth, turn.view.legal
        assert isinstance(state, TrickState)
        attempt = policy.attempt(state, legal, rng.random(), entropy)
        policy.learn(attempt, gain)
        slopes = policy.slopes()
        place = legal.index(attempt.action)
        for number in (0, 2, 6, 11):
            found: list[float] = []
            for way in (-step, step):
                bent = [row[:] for row in rows]
                bent[attempt.situation][number] += way
                shares = FoolPolicy(bent).chances(state, legal)
                found.append(gain * log(shares[place]) - entropy * sum(share * log(share) for share in shares))
            assert slopes[attempt.situation][number] == pytest.approx((found[1] - found[0]) / (2 * step), abs=1e-5)
        assert sum(any(row) for row in slopes) == 1
    assert not any(any(row) for row in policy.slopes())


def test_playouts_are_softer_and_stray() -> None:
    seen = POSITIONS["taking both tricks"].view
    state = seen.known
    assert isinstance(state, TrickState)
    group = sum(BIT[card] for card in seen.legal)
    sharp = chances(seen)["play TS"]
    played = Counter(name(learned().play(state, group, (number + 0.5) / 2000)) for number in range(2000))
    soft = played["TS"] / 2000
    odds = (sharp / (1 - sharp)) ** (1 / 1.5)
    assert soft == pytest.approx(STRAY / 2 + (1 - STRAY) * odds / (1 + odds), abs=0.01)


def test_who_plays_for_the_game_may_want_another_result() -> None:
    """At 96 60 20 it would lose the game by its points; whom to give the last trick follows from the chances of winning."""
    seen = ending(("", "", ""), (3, 4, 3), "AS X KS", 2, 0)
    known = seen.known
    assert isinstance(known, TrickState)
    known.totals = (96, 60, 20)
    win = WinUtility(GAME.heuristics, known)
    aimed = learned().aimed(known, win.utility)
    told = {}
    for action in seen.legal:
        state = known.copy()
        GAME.apply(state, action)
        told[action] = win.utility(state)[0]
    shares = aimed.chances(known, seen.legal)
    assert seen.legal[shares.index(max(shares))] == max(told, key=told.__getitem__)
    assert learned().chances(known, seen.legal) != shares
    assert aimed.weights is learned().weights


def test_gifts_are_called_as_often_as_is_likely() -> None:
    seen = ending(("TS", "7H", "8H"), (3, 3, 3), "AS X KS", 2, 0)
    state = seen.known
    assert isinstance(state, TrickState)
    shares = learned().chances(state, seen.legal)
    played = Counter(learned().call(state, seen.legal, (number + 0.5) / 1000) for number in range(1000))
    assert [played[action] / 1000 for action in seen.legal] == pytest.approx(shares, abs=0.002)
    assert learned().call(state, seen.legal, 1.0) == seen.legal[-1]


def test_a_deal_by_the_policy_is_legal_to_its_end() -> None:
    rng = Random(4)
    for turn in turns(FOOL, "legal", 3, 0.05):
        state = turn.truth.copy()
        assert isinstance(state, TrickState)
        while state.turn != OVER:
            legal = GAME.legal(state)
            group = GAME.playable(state)
            action = learned().play(state, group, rng.random()) if group else learned().call(state, legal, rng.random())
            assert action in legal
            GAME.apply(state, action)


def test_hidden_hands_change_nothing() -> None:
    """Law 10, of what the policy looks at itself."""
    rng, met = Random(3), 0
    for number in range(3):
        for turn in turns(FOOL, f"hidden {number}", 60, 0.6):
            other, blind = sample(turn.view, rng), turn.view.known
            assert isinstance(turn.truth, TrickState) and isinstance(other, TrickState) and isinstance(blind, TrickState)
            told = [learned().chances(state, turn.view.legal) for state in (turn.truth, other, blind)]
            assert all(one == two for one, two in pairwise(told))
            met += other != turn.truth
    assert met > 100
