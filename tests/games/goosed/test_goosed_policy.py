"""What the policy of Goosed knows: whose trick it is, what Geese are worth to its side, and when they are too many."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from goosetable.cards import card, cards
from goosetable.engine.hidden.view import View, sample, view
from goosetable.games.goosed.features import GoosedFeatures
from goosetable.games.goosed.policy import SHAPE, GoosedPolicy
from goosetable.games.goosed.sight import GoosedSight
from goosetable.games.goosed.state import GoosedOptions, GoosedState
from tests.engine.strength import test_linear_policy
from tests.games import foxes
from tests.games.foxes import GAME
from tests.games.playing import Variant
from tests.players.positions import turns
from tests.players.test_right_goosed_and_fools_gold import POSITIONS, foxy

SURE = 0.6
"""How likely the policy does what is right, at least, where the rules alone decide."""
HEARTS = "4H 5H 6H 7H AH 2H 3H AC"


def learned() -> GoosedPolicy:
    policy = GAME.heuristics.policy()
    assert isinstance(policy, GoosedPolicy), GAME.heuristics.faults
    return policy


def chances(seen: View) -> dict[str, float]:
    """How likely the policy plays each card, by its face."""
    assert isinstance(seen.known, GoosedState)
    faces = [GAME.write(action).removeprefix("play ") for action in seen.legal]
    return dict(zip(faces, learned().chances(seen.known, seen.legal), strict=True))


def features(state: object, face: str) -> GoosedFeatures:
    sight, found = GoosedSight(), GoosedFeatures()
    assert isinstance(state, GoosedState)
    sight.look(state)
    sight.card(card(face), found)
    return found


def situation(state: object, face: str) -> str:
    policy = learned()
    assert isinstance(state, GoosedState)
    policy.look(state)
    return SHAPE.situations[policy.situation(card(face))]


def at_the_end(won: tuple[str, str, str, str], first: int, catcher: int, hand: str = "7S AS", trick: str = "4S 2S 3S") -> View:
    """Seat 0 is the last to play to the last trick but one; seat 1 has led."""
    return foxy(hand, "2D", "3D", "AD", trick=trick, leader=1, first=first, catcher=catcher, won=won)


ALL_BUT_ONE = at_the_end(("4D 5D 4C 5C", "6S 6D 7D 5S", HEARTS, "2C 3C 6C 7C"), first=0, catcher=2)
"""Seats 0 and 2 are the Red Foxes and have three Geese; the fourth lies in the trick that a White Fox has so far."""
SAFE = at_the_end(("5D 6D 4C 5C", "6S 4D 7D 5S", HEARTS, "2C 3C 6C 7C"), first=0, catcher=2)
"""The same, but a White Fox has a Goose."""
WHITE = at_the_end(("5D 6D 7C 5C", "6S 4D 7D 5S", "4H 5H 6H 7H", "AH 2H 3H AC 2C 3C 6C 4C"), first=1, catcher=2)
"""Seats 1 and 2 are the Red Foxes, and one of them has the trick with a Goose in it."""
FEEDING = at_the_end(
    ("5D 6D 7C 5C", "6S 7D AS 4C", "4H 5H 6H 7H", "AH 2H 3H AC 3C 6C 4S 3S"), first=1, catcher=2, hand="4D 2C", trick="7S 5S 2S"
)
"""The same, and seat 0 can only discard."""
FEEDING_WHITE = at_the_end(
    ("5D 6D 7C 5C", "6S 7D AS 4C", "4H 5H 6H 7H", "AH 2H 3H AC 3C 6C 4S 3S"), first=0, catcher=2, hand="4D 2C", trick="7S 5S 2S"
)
"""A White Fox has that trick, and seat 0 is a Red one."""


def test_the_last_goose_is_forced_upon_the_red_foxes_and_a_partner_is_given_one() -> None:
    for name in ("the last Goose is forced upon the Red Foxes", "a Goose is given to one's partner"):
        made, text = POSITIONS[name]
        assert chances(made())[text.removeprefix("play ")] > SURE


def test_a_red_fox_leaves_the_trick_with_which_all_geese_would_be_caught() -> None:
    taking, leaving = features(ALL_BUT_ONE.known, "7S"), features(ALL_BUT_ONE.known, "AS")
    assert taking.goosed == 1 and taking.saved == 0
    assert leaving.goosed == 0 and leaving.saved == 1
    assert chances(ALL_BUT_ONE)["AS"] > SURE


def test_the_last_to_play_takes_geese_for_its_side_for_sure() -> None:
    """Red where no danger is left, and White."""
    for seen in (SAFE, WHITE):
        taking, leaving = features(seen.known, "7S"), features(seen.known, "AS")
        assert taking.take == taking.side == 1 and taking.ours == 0.5 and taking.theirs == taking.goosed == 0
        assert leaving.take == leaving.side == leaving.ours == 0 and leaving.theirs == 0.5
        assert chances(seen)["7S"] > SURE


def test_no_goose_is_fed_to_the_other_side() -> None:
    for seen in (FEEDING, FEEDING_WHITE):
        assert features(seen.known, "4D").theirs == 1 and features(seen.known, "4D").best == 1
        assert features(seen.known, "2C").theirs == 0
        assert chances(seen)["2C"] > SURE


def test_what_a_partner_has_is_of_its_side() -> None:
    """The partner has the trick, and whoever is still to come is of the other side."""
    seen = foxy(
        "4D AC", "2D 2H", "3D 3C", "7D 5C", trick="7S", leader=3, first=0, catcher=3,
        won=("4S 3S AS 5S", "4C 6C 7C 4H", "5D 6D 2C 3H", "5H 6H 7H AH"),
    )  # fmt: skip
    found = features(seen.known, "4D")
    assert found.take == 0 and 0.5 < found.side < 1
    # Of the suit led, no card is out that beats it; a trump may be.
    assert found.ours == found.side and found.theirs == pytest.approx(1 - found.side)


def test_the_first_goose_is_on_the_side_that_takes_it() -> None:
    """Who plays it is a Red Fox and so is who takes it; where only the captor is one, it is so if it takes it itself."""
    goose = features(foxes.dealt(), "4S")
    assert 0 < goose.take < goose.side == 1 and goose.ours == 0.5 and goose.goose == 1 and goose.more == 0
    assert features(foxes.dealt(), "7S").side == features(foxes.dealt(), "7S").take < 1
    three = foxes.dealt(("7S 4S 5H", "6S 4D 7D", "5S 4H 6D"), "7H", 2, three_rule="catch-only")
    assert features(three, "4S").side == features(three, "4S").take < 1


def test_the_goose_that_lies_first_is_worth_taking_for_the_captor() -> None:
    state = foxes.dealt()
    foxes.do(state, "7S", "6S", "5S", "2S", "4S")
    assert situation(state, "AS") == "middle follows, first Goose"
    assert features(state, "AS").take == features(state, "AS").side == 0 and features(state, "AS").theirs == 0.5


@pytest.mark.parametrize("ace, order", [("low", "7S 6S 5S 4S 3S 2S AS"), ("high", "AS 7S 6S 5S 4S 3S 2S")])
def test_the_rank_of_the_ace_is_that_of_the_options(ace: str, order: str) -> None:
    state = foxes.dealt((order, *("AD 2D 3D 4D 5D 6D 7D", "AC 2C 3C 4C 5C 6C 7C", "AH 2H 3H 4H 5H 6H 7H")), ace=ace)
    ranks = [features(state, face).rank for face in order.split()]
    assert ranks == sorted(ranks, reverse=True) and ranks[0] == 1 and ranks[3] == 0 and ranks[-1] == -1
    mixed = foxes.dealt(("7S 2D", "AS 3D", "6S 4D", "5S 7H"), ace=ace)
    assert features(mixed, "7S").top == (ace == "low") and features(mixed, "7S").above == (0 if ace == "low" else 0.25)
    foxes.do(mixed, "7S", "AS", "6S")
    assert situation(mixed, "5S") == "last follows, no Goose"


def test_roles_and_parts_of_a_deal_have_weights_of_their_own() -> None:
    assert len(learned().weights) == len(SHAPE.situations)
    assert situation(foxes.dealt(), "7S") == "lead, no Goose"
    assert situation(SAFE.known, "7S") == "last follows, Red, end"
    assert situation(WHITE.known, "7S") == "last follows, White, end"
    assert situation(FEEDING.known, "4D") == "last discards, White, end"
    state = foxes.dealt()
    foxes.do(state, *" ".join(foxes.DEAL_A[:2]).split())
    assert situation(state, "7C") == "lead, Red, early"
    foxes.do(state, *" ".join(foxes.DEAL_A[2:3]).split(), "6D")
    assert situation(state, "5D") == "middle follows, White, late"


TABLES: list[dict[str, Any]] = [{"ace": "high"}, {"players": 3}, {"players": 3, "ace": "high", "three_rule": "catch-only"}]


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_other_house_rules_are_understood_and_hidden_hands_change_nothing(rules: dict[str, Any]) -> None:
    """The weights are of the game as printed; what they say of other tables must still be chances, and honest ones."""
    rng, met, table = Random(3), 0, Variant(GAME, GoosedOptions(**rules))
    for turn in turns(table, "other tables", 80, 0.6):
        other = sample(turn.view, rng)
        told = []
        for state in (turn.truth, other, turn.view.known):
            assert isinstance(state, GoosedState)
            told.append(learned().chances(state, turn.view.legal))
        assert all(one == two for one, two in pairwise(told)) and sum(told[0]) == pytest.approx(1)
        met += other != turn.truth
    assert met > 10
    test_linear_policy.test_what_others_played_is_as_likely_as_the_policy_says(table)


def test_nothing_is_told_before_others_have_played() -> None:
    state = foxes.dealt()
    foxes.do(state, "7S")
    for seat, tells in ((0, False), (1, True)):
        known = view(GAME, state, seat).known
        assert isinstance(known, GoosedState)
        assert (GAME.heuristics.likelihood_by(learned(), known, seat) is not None) == tells


def test_geese_at_hand_are_counted() -> None:
    state = foxes.dealt(("4S 4H 4C", "2D 3D 5D", "6D 7D AD", "2C 3C 7H"))
    assert features(state, "4S").more == 1 and cards("4S 4H 4C") == state.hands[0]
