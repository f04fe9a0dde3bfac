"""Of a search: what is taken to be possible, what was forgotten, and what is chosen of what was found."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import exp
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from goosetable import cards
from goosetable.engine.hidden.view import sample_determinization, view
from goosetable.engine.rules.state import TrickState
from goosetable.players.search import (
    PERFECT,
    STEADY,
    Determinizer,
    Memory,
    Softmax,
    best_valued,
    mixed_strategy,
    most_visited,
    select_by_softmax,
)
from tests.games.playing import Variant, defaults, find
from tests.players.positions import Turn, turns

VIEWS = {
    str(variant): next(turn.view for turn in turns(variant, "picking", 80) if len(turn.view.legal) >= 4)
    for variant in defaults()
}


@pytest.mark.parametrize("name", VIEWS)
@settings(max_examples=25)
@given(data=some.data(), unit=some.floats(0.001, 0.5), seed=some.integers(0, 1000))
def test_nobody_takes_what_is_plainly_worse_or_hardly_known(name: str, data: some.DataObject, unit: float, seed: int) -> None:
    seen = VIEWS[name]
    size = len(seen.legal)
    visits = data.draw(some.lists(some.integers(1, 400), min_size=size, max_size=size))
    worth = data.draw(some.lists(some.floats(0, 1), min_size=size, max_size=size))
    values, counts = dict(zip(seen.legal, worth, strict=True)), dict(zip(seen.legal, visits, strict=True))
    parameters = Softmax(unit)
    taken = select_by_softmax(seen, visits, values, parameters, 1.0, Random(seed))
    known = [action for action in seen.legal if counts[action] >= parameters.known * max(visits)]
    assert taken in known
    assert values[taken] >= max(values[action] for action in known) - parameters.cutoff * unit - 1e-9
    assert counts[most_visited(seen, visits, values)] * 2 >= max(visits)


@pytest.mark.parametrize("name", VIEWS)
def test_of_equal_actions_everybody_takes_what_people_take(name: str) -> None:
    seen = VIEWS[name]
    values, visits = dict.fromkeys(seen.legal, 0.5), [10] * len(seen.legal)
    usual = seen.game.heuristics.playout(seen.known, seen.legal, STEADY)
    assert best_valued(seen, values) == usual
    assert most_visited(seen, visits, values) == usual
    assert {select_by_softmax(seen, visits, values, Softmax(0.1), 1.0, Random(seed)) for seed in range(20)} == {usual}


def test_who_does_not_tell_apart_what_is_near_takes_all_of_that_alike() -> None:
    seen = next(iter(VIEWS.values()))
    first, second, third, *rest = seen.legal
    values = {first: 0.6, second: 0.5, third: 0.4, **dict.fromkeys(rest, 0.0)}
    alike = Softmax(0.2, evenly=True)
    times = Counter(select_by_softmax(seen, [9] * len(values), values, alike, 0.5, Random(seed)) for seed in range(3000))
    assert set(times) == {first, second, third}
    assert all(count / 3000 == pytest.approx(1 / 3, abs=0.03) for count in times.values())
    assert {
        select_by_softmax(seen, [9] * len(values), values, replace(alike, cutoff=0.9), 0.5, Random(seed)) for seed in range(50)
    } == {first}


def test_the_worse_it_looks_the_less_often_it_is_taken() -> None:
    seen = next(iter(VIEWS.values()))
    first, second, third, *rest = seen.legal
    values = {first: 0.6, second: 0.5, third: 0.4, **dict.fromkeys(rest, 0.0)}
    times = Counter(select_by_softmax(seen, [9] * len(values), values, Softmax(0.2), 0.5, Random(seed)) for seed in range(3000))
    whole = 1 + exp(-1) + exp(-2)
    for action, chance in ((first, 1 / whole), (second, exp(-1) / whole), (third, exp(-2) / whole)):
        assert times[action] / 3000 == pytest.approx(chance, abs=0.03)
    assert set(times) == {first, second, third}
    assert {select_by_softmax(seen, [9] * len(values), values, Softmax(0.001), 1.0, Random(seed)) for seed in range(50)} == {
        first
    }


def test_what_is_mixed_in_secret_is_mixed_by_how_often_it_was_tried() -> None:
    legal, visits = [1, 2, 3], [100, 50, 9]
    for sharpness, odds in ((1.0, 2), (2.0, 4), (0.0, 1)):
        found = mixed_strategy(legal, visits, sharpness, 0.1)
        assert found[1] / found[2] == pytest.approx(odds)
        assert not found[3], "what was hardly ever tried is not done"


FOOL = Variant(find("gooseberry-fool"), find("gooseberry-fool").Options())
POOR = Memory(forgets=0.7, voids=False)


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
            world = Determinizer(turn.view, Memory(forgets=0.5), seed).sample(Random(seed))
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


def test_high_cards_and_the_last_trick_are_remembered() -> None:
    high = {card for card in range(cards.PACK_SIZE) if cards.suit(card) == cards.JOKER_SUIT or cards.rank(card) < 2}
    everything = Memory(forgets=1.0)
    for turn in first_deal():
        known = turn.view.known
        assert isinstance(known, TrickState)
        played = [card for _, card in known.actions if card < cards.PACK_SIZE]
        complete = played[: len(played) - len(known.trick)]
        last = complete[-3:]
        gone = {card for pile in known.won for card in cards.members(pile)}
        forgotten = set(cards.members(everything.forgotten_cards(turn.view, 1)))
        assert not forgotten & high
        assert not forgotten & set(last)
        assert forgotten == gone - high - set(last)


def test_as_much_is_forgotten_as_the_level_says() -> None:
    turn = first_deal()[-1]
    low = Memory(forgets=1.0).forgotten_cards(turn.view, 1).bit_count()
    mean = sum(POOR.forgotten_cards(turn.view, seed).bit_count() for seed in range(400)) / 400
    assert 0.65 * low < mean < 0.75 * low


def test_a_forgotten_card_may_turn_up_again() -> None:
    turn = first_deal()[-1]
    determinizer = Determinizer(turn.view, POOR, 3)
    gone = POOR.forgotten_cards(turn.view, 3)
    back = [
        card for seed in range(50) for held in determinizer.sample(Random(seed)).hands for card in cards.members(held & gone)
    ]
    assert set(back) == set(cards.members(gone))
