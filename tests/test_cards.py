"""Cards: their numbers, their notation, and sets of them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import cards

numbers = st.integers(0, 2 * cards.PACK_SIZE - 1)


def test_numbers_suits_and_ranks() -> None:
    assert [cards.card(face) for face in ("AS", "2S", "AH", "AD", "AC", "2C", "X", "XH", "XL")] == [
        0, 12, 13, 26, 39, 51, 52, 52, 53,
    ]  # fmt: skip
    for number in range(52):
        face = cards.name(number)
        assert face == cards.RANKS[cards.rank(number)] + cards.SUITS[cards.suit(number)]
        assert cards.card(face) == number
        assert (cards.suit(number + 54), cards.rank(number + 54)) == (cards.suit(number), cards.rank(number))
    assert cards.suit(cards.JOKER) == cards.suit(cards.LOW_JOKER) == cards.JOKER_SUIT


def test_jokers_are_written_by_their_pack() -> None:
    assert [cards.name(52), cards.name(52, jokers=2), cards.name(53, jokers=2)] == ["X", "XH", "XL"]
    assert [cards.name(106), cards.name(106, jokers=2), cards.name(107, jokers=2)] == ["X", "XH", "XL"]


@pytest.mark.parametrize("face", ["", "as", "SA", "10S", "1S", "AX", "JK", "A", "S", " AS", "AS ", "ＡS"])
def test_what_is_no_card(face: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        cards.card(face)


def test_packs_in_the_order_of_the_record_format() -> None:
    assert cards.write(cards.pack(lowest="7", jokers=1)).startswith("AS KS QS JS TS 9S 8S 7S AH")
    assert cards.write(cards.pack(lowest="7", jokers=1)).endswith("8C 7C X")
    goose = cards.pack(jokers=2, copies=2)
    assert len(goose) == len(set(goose)) == 108
    assert cards.write(goose[50:56], jokers=2) == "3C 2C XH XL AS KS"
    assert [len(cards.pack()), len(cards.pack(lowest="3"))] == [52, 48]


@given(st.lists(numbers, unique=True))
def test_a_set_is_its_members(group: list[int]) -> None:
    together = sum(cards.BIT[number] for number in group)
    assert cards.members(together) == tuple(sorted(group))
    assert cards.members(together) == cards.members(together)
    assert together == sum(together & cards.suit_in_both_packs(suit) for suit in range(5))


@given(st.permutations(cards.pack(jokers=2, copies=2)), st.integers(0, 108))
def test_hands_are_read_as_they_are_written(pack: list[int], size: int) -> None:
    text = cards.write(pack[:size], jokers=2)
    hand = cards.hand(text)
    assert cards.write(hand, jokers=2) == text
    assert len(set(hand)) == size, "equal cards get numbers of their own"
    assert cards.cards(text) == sum(cards.BIT[number] for number in hand)


def test_a_card_is_there_twice_at_most() -> None:
    assert cards.hand("AS KS AS") == (0, 1, 54)
    with pytest.raises(ValueError, match="AS is there three times"):
        cards.hand("AS AS KS AS")


def test_members_are_remembered_only_so_far() -> None:
    for number in range(cards._MAX_CACHED_SETS + 100):
        cards.members(number)
    assert len(cards._MEMBERS_CACHE) <= cards._MAX_CACHED_SETS


def test_red_suits() -> None:
    assert [cards.is_red_suit(suit) for suit in range(4)] == [False, True, True, False]


def test_a_shuffle_makes_every_order_alike() -> None:
    found: Counter[tuple[int, ...]] = Counter()
    chance = Random("shuffle").random
    for _ in range(6000):
        numbers = [1, 2, 3]
        cards.shuffle(numbers, chance)
        found[tuple(numbers)] += 1
    assert set(found) == set(permutations((1, 2, 3)))
    assert all(850 < count < 1150 for count in found.values()), found
