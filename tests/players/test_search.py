"""Of a search: what is taken to be possible, what was forgotten, and what is chosen of what was found."""

from __future__ import annotations

from random import Random

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import sample_determinization, view
from goosetable.engine.rules.state import TrickState
from goosetable.players.search import (
    PERFECT,
    STEADY,
    Determinizer,
    Memory,
    best_valued_action,
    mixed_strategy,
    most_visited_action,
)
from tests.games.playing import Variant, defaults, find
from tests.players.positions import Turn, turns

VIEWS = {
    str(variant): next(turn.view for turn in turns(variant, "picking", 80) if len(turn.view.legal) >= 4)
    for variant in defaults()
}


@pytest.mark.parametrize("name", VIEWS)
def test_of_equal_actions_everybody_takes_what_people_take(name: str) -> None:
    seen = VIEWS[name]
    values, visits = dict.fromkeys(seen.legal, 0.5), [10] * len(seen.legal)
    usual = seen.game.heuristics.choose_playout_action(seen.known, seen.legal, STEADY)
    assert best_valued_action(seen, values) == usual
    assert most_visited_action(seen, visits, values) == usual


def test_what_is_mixed_in_secret_is_mixed_by_how_often_it_was_tried() -> None:
    legal, visits = [1, 2, 3], [100, 50, 9]
    for sharpness, odds in ((1.0, 2), (2.0, 4), (0.0, 1)):
        found = mixed_strategy(legal, visits, sharpness, 0.1)
        assert found[1] / found[2] == pytest.approx(odds)
        assert not found[3], "what was hardly ever tried is not done"


FOOL = Variant(find("gooseberry-fool"), find("gooseberry-fool").Options())
POOR = Memory(0.3, voids=False)
EVERYTHING = Memory(100.0)


def first_deal() -> list[Turn]:
    return [turn for turn in turns(FOOL, "memory", 40) if turn.truth.number == 1]


@pytest.mark.parametrize("variant", defaults(), ids=str)
def test_a_perfect_memory_imagines_what_the_rules_do(variant: Variant) -> None:
    for turn in turns(variant, "perfect", 20, 0.3):
        assert Determinizer(turn.view, PERFECT, 1).sample(Random(4)) == sample_determinization(turn.view, Random(4))


def test_nobody_is_imagined_with_what_it_has_shown_not_to_hold() -> None:
    shown = 0
    for turn in turns(FOOL, "voids", 80):
        shown += sum(lacking & turn.view.unseen != 0 for lacking in turn.view.known.voids)
        for seed in range(5):
            world = Determinizer(turn.view, Memory(-0.3), seed).sample(Random(seed))
            assert not any(held & lacking for held, lacking in zip(world.hands, turn.view.known.voids, strict=True))
    assert shown >= 10


def test_who_ignores_voids_imagines_anything() -> None:
    wrong = 0
    for turn in turns(FOOL, "voids", 80):
        world = Determinizer(turn.view, Memory(voids=False), 1).sample(Random(1))
        wrong += any(held & lacking for held, lacking in zip(world.hands, turn.view.known.voids, strict=True))
    assert wrong >= 5


@pytest.mark.parametrize("variant", defaults(), ids=str)
def test_forgetting_keeps_the_pack_whole(variant: Variant) -> None:
    """A forgotten card may be held again, and then another lies among the tricks: as many cards everywhere as there are."""
    for turn in turns(variant, "whole", 40, 0.5):
        seen, before = turn.view, turn.truth
        determinizer = Determinizer(seen, POOR, 5)
        for seed in range(3):
            world = determinizer.sample(Random(seed))
            assert sum(world.piles().values()) == sum(before.piles().values())
            assert [held.bit_count() for held in world.hands] == list(seen.sizes)
            assert world.hands[seen.seat] == seen.hand
            if isinstance(world, TrickState) and isinstance(before, TrickState):
                assert [won.bit_count() for won in world.won] == [won.bit_count() for won in before.won]
            assert tuple(seen.game.legal(world)) == seen.legal


def test_what_is_forgotten_stays_forgotten() -> None:
    for seat in range(3):
        forgotten = 0
        for turn in first_deal():
            now = POOR.forgotten_cards(view(FOOL.game, turn.truth, seat), 9)
            assert forgotten & ~now == 0
            forgotten = now
        assert forgotten


def test_another_deal_is_forgotten_otherwise() -> None:
    turn = first_deal()[-1]
    here = POOR.forgotten_cards(turn.view, 9)
    turn.view.known.number += 1
    assert POOR.forgotten_cards(turn.view, 9) != here


def test_the_last_trick_and_jokers_are_remembered() -> None:
    for turn in first_deal():
        known = turn.view.known
        assert isinstance(known, TrickState)
        played = [card for _, card in known.actions if card < cards.PACK_SIZE]
        complete = played[: len(played) - len(known.trick)]
        last = set(complete[-3:])
        gone = {card for pile in known.won for card in cards.members(pile) if cards.suit(card) != cards.JOKER_SUIT}
        assert set(cards.members(EVERYTHING.forgotten_cards(turn.view, 1))) == gone - last


def test_a_card_is_forgotten_with_its_age_and_an_honour_later() -> None:
    """The shares of a beginner, of a casual and of a good player, after 1, 2, 4 and 8 tricks."""
    for threshold, small, ace in (
        (-0.3, (0.68, 0.47, 0.27, 0.14), (0.99, 0.97, 0.93, 0.84)),
        (-1.0, (0.92, 0.84, 0.68, 0.48), None),
        (-1.7, (0.99, 0.97, 0.93, 0.84), None),
    ):
        memory = Memory(threshold)
        assert [memory.memory_probability(age, 9) for age in (1, 2, 4, 8)] == pytest.approx(small, abs=0.012)
        assert ace is None or [memory.memory_probability(age, 0) for age in (1, 2, 4, 8)] == pytest.approx(ace, abs=0.012)
        assert memory.memory_probability(4, 9) < memory.memory_probability(4, 3) < memory.memory_probability(4, 1)


def test_as_much_is_forgotten_as_the_level_says() -> None:
    turn = first_deal()[-1]
    known = turn.view.known
    assert isinstance(known, TrickState)
    played = [card for _, card in known.actions if card < cards.PACK_SIZE]
    taken = len(played) - len(known.trick)
    older = [(taken // 3 - 1 - place // 3, card) for place, card in enumerate(played[:taken])]
    expected = sum(1 - POOR.memory_probability(age, cards.rank(card)) for age, card in older if age and cards.suit(card) < 4)
    mean = sum(POOR.forgotten_cards(turn.view, seed).bit_count() for seed in range(400)) / 400
    assert mean == pytest.approx(expected, rel=0.06)


def test_a_forgotten_card_may_turn_up_again() -> None:
    turn = first_deal()[-1]
    determinizer = Determinizer(turn.view, POOR, 3)
    gone = POOR.forgotten_cards(turn.view, 3)
    back = [
        card for seed in range(50) for held in determinizer.sample(Random(seed)).hands for card in cards.members(held & gone)
    ]
    assert set(back) == set(cards.members(gone))
