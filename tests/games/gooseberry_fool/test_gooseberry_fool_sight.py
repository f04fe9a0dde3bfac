"""What a card of Gooseberry Fool looks like: chances against deals played out, and nothing from hidden hands."""

from __future__ import annotations

from random import Random

import pytest

from goosetable import cards
from goosetable.cards import pick
from goosetable.engine.hidden.view import dealing, sample, view
from goosetable.engine.rules.state import TrickState
from goosetable.games.gooseberry_fool.policy import NAMES, CardFeatures, TrickSight, as_of_a_deal, masks_of, of_the_deal
from goosetable.games.gooseberry_fool.rules import outlook, takers
from tests.games.fools import GAME, do, position
from tests.games.playing import Variant
from tests.players.positions import ending, turns

FOOL = Variant(GAME, GAME.Options())


def seen(state: TrickState, name: str) -> CardFeatures:
    """The features of a card to the seat to act."""
    sight, found = TrickSight(), CardFeatures()
    sight.look(state)
    sight.card(cards.card(name), found)
    return found


def test_a_score_is_the_sum_of_all_features_times_their_weights() -> None:
    one, two, rng = CardFeatures(), CardFeatures(), Random(1)
    for name in NAMES:
        setattr(one, name, rng.uniform(-1, 1))
        setattr(two, name, rng.uniform(-1, 1))
    assert one.listed() == [getattr(one, name) for name in NAMES]
    assert one.score(two) == pytest.approx(sum(a * b for a, b in zip(one.listed(), two.listed(), strict=True)))
    one.clear()
    assert one.listed() == [0.0] * len(NAMES)


def test_the_third_knows_who_takes_the_trick() -> None:
    state = position("9S 7H", "QS 8H", "TS KS 7S", trick="")
    do(state, "play 9S", "play QS")
    assert [(seen(state, name).take, seen(state, name).left_takes) for name in ("TS", "KS", "7S")] == [(1, 0), (0, 0), (0, 1)]


def test_what_a_trick_is_worth_is_the_outlook_of_the_deal() -> None:
    state = ending(("TS KS", "7H", "8H"), (3, 3, 3), "9S QS", 1, 0).known
    assert isinstance(state, TrickState)
    looks = [outlook((4, 3, 3))[0], outlook((3, 4, 3))[0], outlook((3, 3, 4))[0]]
    assert seen(state, "TS").gain == pytest.approx(5 * (looks[0] - sum(looks) / 3))
    assert seen(state, "KS").gain == pytest.approx(5 * (looks[2] - sum(looks) / 3))


def test_masks_are_those_of_the_rule() -> None:
    one, two = cards.hand("9S KH")
    assert masks_of(one, two) == takers(one, two) == masks_of(one, two)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_chances_are_those_of_deals_played_on_at_random(place: int) -> None:
    """The others may hold anything that fits, and play any card that they may."""
    rng, far, met = Random(5), 0.0, 0
    for turn in (turn for number in range(3) for turn in turns(FOOL, f"chances {place} {number}", 400)):
        known = turn.view.known
        assert isinstance(known, TrickState)
        if len(known.trick) != place or cards.JOKER in known.trick or sum(turn.view.sizes) < 9 or rng.random() < 0.5:
            continue
        card = rng.choice(turn.view.legal)
        found, hidden, own, left, count = seen(known, cards.name(card)), dealing(turn.view), 0, 0, 300
        for _ in range(count):
            state = sample(turn.view, rng, hidden)
            assert isinstance(state, TrickState)
            GAME.apply(state, card)
            while len(state.trick) not in (0, 3):
                GAME.apply(state, pick(GAME.playable(state), rng.random()))
            # The Joker's player has yet to say who gets the trick; it counts as its own.
            own += state.turn == turn.view.seat
            left += state.turn == (turn.view.seat + 1) % 3
        far += abs(found.take - own / count) + abs(found.left_takes - left / count)
        met += 1
        if met == 25:
            break
    assert met == 25
    assert far / met <= (0.0 if place == 2 else 0.07)


def test_a_deal_alone_is_worth_its_outlook() -> None:
    for row, seat in zip(of_the_deal(), range(3), strict=True):
        for one, two, three in ((0, 0, 0), (3, 2, 4), (4, 4, 3), (11, 0, 0)):
            assert row[(one * 12 + two) * 12 + three] == pytest.approx(outlook((one, two, three))[seat])


def test_other_aims_keep_their_order_and_get_the_spread_of_a_deal() -> None:
    small = as_of_a_deal(lambda taken: tuple([0.2 + 0.01 * value for value in outlook(taken)]))
    for row, other in zip(small, as_of_a_deal(outlook), strict=True):
        assert row == pytest.approx(other)
    ends = (4 * 12 + 4) * 12 + 3
    for row, other in zip(small, of_the_deal(), strict=True):
        assert row[ends] - row[0] == pytest.approx(other[ends] - other[0], abs=0.01)
    assert as_of_a_deal(lambda taken: (0.5, 0.5, 0.5))[1][(2 * 12 + 1) * 12 + 4] == pytest.approx(1 / 3)


def test_hidden_hands_change_no_feature() -> None:
    rng, met = Random(3), 0
    for turn in turns(FOOL, "hidden", 60, 0.6):
        other = sample(turn.view, rng)
        blind = view(GAME, other, turn.view.seat).known
        assert isinstance(turn.truth, TrickState) and isinstance(other, TrickState) and isinstance(blind, TrickState)
        for action in turn.view.legal:
            if action < cards.PACK_SIZE:
                name = cards.name(action)
                assert seen(turn.truth, name).listed() == seen(other, name).listed() == seen(blind, name).listed()
                met += 1
    assert met > 100
