"""What the policy of Gooseberry Fool knows: tricks that must be won or left, and whom to give one."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from goosetable.cards import BIT, card, members, name
from goosetable.engine.hidden.view import View, view
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.policy import STRAY
from goosetable.games.gooseberry_fool.policy import CardFeatures, FoolPolicy, TrickSight
from goosetable.games.gooseberry_fool.rules import SUIT, SUITED
from goosetable.players.search import WinUtility
from tests.games.fools import GAME, do, position
from tests.games.playing import Variant
from tests.players.positions import ending
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
