"""What players take to be possible, and what they have forgotten."""

from __future__ import annotations

from random import Random

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import sample, view
from goosetable.engine.rules.state import TrickState
from goosetable.players.search import PERFECT, Determinizer, Memory
from tests.games.playing import Variant, defaults, find
from tests.players.positions import Turn, turns

FOOL = Variant(find("gooseberry-fool"), find("gooseberry-fool").Options())
POOR = Memory(forgets=0.7, voids=False)


def first_deal() -> list[Turn]:
    return [turn for turn in turns(FOOL, "memory", 40) if turn.truth.number == 1]


@pytest.mark.parametrize("variant", defaults(), ids=str)
def test_a_perfect_memory_imagines_what_the_rules_do(variant: Variant) -> None:
    for turn in turns(variant, "perfect", 20, 0.3):
        assert Determinizer(turn.view, PERFECT, 1).sample(Random(4)) == sample(turn.view, Random(4))


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
            now = POOR.forgotten(view(FOOL.game, turn.truth, seat), 9)
            assert forgotten & ~now == 0
            forgotten = now
        assert forgotten


def test_another_deal_is_forgotten_otherwise() -> None:
    turn = first_deal()[-1]
    here = POOR.forgotten(turn.view, 9)
    turn.view.known.number += 1
    assert POOR.forgotten(turn.view, 9) != here


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
        forgotten = set(cards.members(everything.forgotten(turn.view, 1)))
        assert not forgotten & high
        assert not forgotten & set(last)
        assert forgotten == gone - high - set(last)


def test_as_much_is_forgotten_as_the_level_says() -> None:
    turn = first_deal()[-1]
    low = Memory(forgets=1.0).forgotten(turn.view, 1).bit_count()
    mean = sum(POOR.forgotten(turn.view, seed).bit_count() for seed in range(400)) / 400
    assert 0.65 * low < mean < 0.75 * low


def test_a_forgotten_card_may_turn_up_again() -> None:
    turn = first_deal()[-1]
    determinizer = Determinizer(turn.view, POOR, 3)
    gone = POOR.forgotten(turn.view, 3)
    back = [
        card for seed in range(50) for held in determinizer.sample(Random(seed)).hands for card in cards.members(held & gone)
    ]
    assert set(back) == set(cards.members(gone))
