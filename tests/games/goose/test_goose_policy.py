"""What the policy of Goose knows: tricks that its bid needs and others, cards that cannot win, and what a hand may bid."""

from __future__ import annotations

from random import Random

import pytest

from goosetable.cards import card, members
from goosetable.engine.hidden.view import View, view
from goosetable.engine.rules.action import value_of
from goosetable.games.goose.policy import NAMES, SHAPE, GooseFeatures, GoosePolicy, GooseSight
from goosetable.games.goose.rules import GooseState
from tests.games.geese import GAME, bidding, do, position
from tests.games.playing import Variant, variants
from tests.players.positions import turns

SURE = 0.6
"""How likely the policy does what is right, at least, where the rules alone decide."""
GOOSE = [variant for variant in variants() if variant.game.id == "goose"]


def policy() -> GoosePolicy:
    found = GAME.heuristics.policy()
    assert isinstance(found, GoosePolicy)
    return found


def known(seen: View) -> GooseState:
    assert isinstance(seen.known, GooseState)
    return seen.known


def chances(state: GooseState) -> dict[str, float]:
    seen = view(GAME, state, state.turn)
    shares = policy().chances(known(seen), seen.legal)
    return dict(zip([GAME.write(action).split()[1] for action in seen.legal], shares, strict=True))


def features(state: GooseState, face: str) -> GooseFeatures:
    """Of the card that is played."""
    sight, found = GooseSight(), GooseFeatures()
    sight.look(known(view(GAME, state, state.turn)))
    sight.card(card(face), found)
    return found


MUST_WIN = {
    "KS": position("KS 3S", "QS 6C", "5S 7C", bids=(2, 0, 0), leader=1, trick="QS 5S", turned="2D"),
    "2D": position("2D 9C", "QS 6C", "5S 7C", bids=(2, 0, 0), leader=1, trick="QS 5S", turned="AD"),
    "AH": position("AH 8D 2C", "QH KC 6C", "5H 7C 9C", bids=(1, 1, 1), leader=1, trick="QH 5H", turned="2S"),
}
"""By the card that is right, positions in which that card alone takes a trick that the bid needs."""
FORCED_DUCK = {
    "3S": position("KS 3S", "QS 6C", "5S 7C", bids=(0, 1, 1), leader=1, trick="QS 5S", turned="2D"),
    "TC": position("2D TC", "QS 6C", "5S 7C", bids=(0, 1, 1), leader=1, trick="QS 5S", turned="AD"),
    "JS": position("KS JS 2S", "QS 6C 4H", "5S 7C 3H", bids=(0, 2, 1), leader=1, trick="QS 5S", turned="2D"),
}
"""The same, where the trick would be one too many; of cards that leave it the highest goes."""


@pytest.mark.parametrize("right", MUST_WIN)
def test_a_trick_that_the_bid_needs_is_taken(right: str) -> None:
    assert features(MUST_WIN[right], right).take == 1
    assert chances(MUST_WIN[right])[right] > SURE


@pytest.mark.parametrize("right", FORCED_DUCK)
def test_a_trick_too_many_is_left(right: str) -> None:
    assert features(FORCED_DUCK[right], right).take == 0
    assert chances(FORCED_DUCK[right])[right] > SURE


def test_a_sure_loser_is_seen_as_one() -> None:
    """A card below the one that has the trick, and one of another suit that is no trump, cannot take it."""
    below = position("JS 3S", "QS 6C", "5S 7C", leader=1, trick="QS", turned="2D")
    assert features(below, "5S").take == 0
    other = position("9C 9D", "QS 6C", "5S 7C", leader=1, trick="QS 5S", turned="2D")
    assert features(other, "9C").take == 0 and features(other, "9D").take == 1
    # With trumps and higher cards to come it is likely and no more.
    lead = position("KS QH", "QS 6C", "5S 7C", turned="2D")
    assert 0 < features(lead, "QH").take < features(lead, "KS").take < 1


def test_who_needs_tricks_is_expected_to_go_for_them() -> None:
    """A king is less safe before those who still need tricks than before those who have enough."""
    hungry = position("KS 4C", "QS 6C", "5S 7C", bids=(1, 1, 1), turned="2D")
    fed = position("KS 4C", "QS 6C", "5S 7C", bids=(1, 0, 0), turned="2D")
    assert features(hungry, "KS").take < features(fed, "KS").take


def test_a_suitless_joker_takes_nothing_but_what_it_leads() -> None:
    thrown = position("XH 9C", "QS 6C", "5S 7C", leader=1, trick="QS 5S", turned="2D")
    assert features(thrown, "XH").take == 0 and features(thrown, "XH").joker == 1
    led = position("XH 9C", "QS 6C", "5S 7C", turned="XL")
    assert features(led, "XH").take > SURE


@pytest.mark.parametrize(("hand", "least", "most"), [
    ("AD KD QD AS AC", 4, 5),
    ("AD KD 9S 4H 3C", 2, 3),
    ("7S 5S 4H 3C 2C", 0, 0),
    ("KD", 1, 1),
    ("4S", 0, 0),
])  # fmt: skip
def test_a_bid_is_what_the_hand_takes(hand: str, least: int, most: int) -> None:
    others = ["8S 8H 7H 7C 6C", "6S 9H TH TC JC", "3S 2S 2H 5C 4C"]
    size = len(hand.split())
    shares = chances(bidding(hand, *(" ".join(other.split()[:size]) for other in others), turned="2D"))
    assert sum([share for bid, share in shares.items() if least <= int(bid) <= most]) > SURE
    assert max(shares, key=lambda bid: shares[bid]) in map(str, range(least, most + 1))


def test_it_bids_less_after_high_bids() -> None:
    """What others have claimed is not there any more."""
    hands = ("KD 9D AS QH 4H 3C", "8S 8H 7H 7C 6C 5H", "6S 9H TH TC JC 2H", "QD TD KS 5C 4C 2C")

    def mean(*bids: int) -> float:
        state = bidding(*hands, turned="2S", dealer=3)
        do(state, *(f"bid {bid}" for bid in bids))
        return sum([int(bid) * share for bid, share in chances(state).items()])

    assert mean(0, 0, 0) > mean(3, 3, 3) + 0.1


def test_only_the_own_hand_is_looked_at() -> None:
    """Whatever the others hold, the choice is the same."""
    one = position("KS 3S 7D", "QS 6C JD", "5S 7C 8D", bids=(1, 1, 1), leader=1, trick="QS", turned="2D")
    two = position("KS 3S 7D", "QS 2C 3D", "5S 7C 8D", bids=(1, 1, 1), leader=1, trick="QS", turned="2D")
    legal = GAME.legal(one)
    assert policy().chances(one, legal) == policy().chances(two, legal)
    swapped = one.copy()
    swapped.hands[0], swapped.hands[1] = one.hands[1], one.hands[0]
    assert policy().chances(one, legal) == policy().chances(swapped, legal)


@pytest.mark.parametrize("variant", GOOSE, ids=str)
def test_it_chooses_legally_under_all_rules(variant: Variant) -> None:
    rng, chooses = Random(1), policy()
    for turn in turns(variant, "policy", 40, 0.5):
        state, legal = known(turn.view), turn.view.legal
        shares = chooses.chances(state, legal)
        assert sum(shares) == pytest.approx(1) and min(shares) >= 0
        group = GAME.playable(state)
        if group:
            assert chooses.play(state, group, rng.random()) in members(group)
        else:
            assert chooses.call(state, legal, rng.random()) in legal
            assert 0 <= value_of(legal[0]) <= state.size


def test_each_situation_has_weights_of_its_own() -> None:
    chooses = policy()
    assert len(chooses.weights) == len(SHAPE.situations) and len(NAMES) == len(set(NAMES))
    state = MUST_WIN["KS"]
    chooses.look(state)
    assert SHAPE.situations[chooses.situation(card("KS"))] == "last follows, all, end"
    state = FORCED_DUCK["TC"]
    chooses.look(state)
    assert SHAPE.situations[chooses.situation(card("TC"))] == "last discards, none, end"
    state = bidding("AD KD 9S", "2S 3S 4S", turned="2D")
    chooses.look(state)
    assert SHAPE.situations[chooses.situation(GAME.legal(state)[0])] == "bid, few cards"
