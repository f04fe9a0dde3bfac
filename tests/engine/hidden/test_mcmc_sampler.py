"""Dealing by swaps: every distribution turns up, about equally often, and none that does not fit what is known."""

from collections import Counter
from math import sqrt
from random import Random

import pytest

from goosetable import cards
from goosetable.engine.hidden.samplers import ExactSampler, McmcSampler, TooManyWays
from goosetable.engine.rules.state import Knowledge
from tests.engine.hidden.test_exact_sampler import CASES


@pytest.mark.parametrize("name", CASES)
def test_distributions_are_about_equally_likely(name: str) -> None:
    case = CASES[name]
    wanted = case.all()
    mixing = McmcSampler(cards.cards(case.unseen), [cards.cards(text) for text in case.voids], case.sizes)
    rng, each = Random(3), 80
    found = Counter(tuple(mixing.deal(rng)) for _ in range(each * len(wanted)))
    assert set(found) == set(wanted)
    free = len(wanted) - 1
    # One deal goes on from the other, so that the counts waver a little more than those of independent deals.
    assert sum((found[hands] - each) ** 2 / each for hands in wanted) <= 1.5 * free + 5 * sqrt(2 * free)


def test_counts_and_what_else_is_known_are_kept() -> None:
    spades = cards.of_suit(0)
    known = Knowledge(spades, (((2, 2), (1, 1), (0, 0)), ((3, 3), (0, 0), (0, 0))), lambda hands: bool(hands[0] & 1))
    mixing = McmcSampler(cards.cards("AS KS QS AH KH QH AD KD QD"), [0, cards.cards("AH"), 0], (3, 3, 3), known)
    rng, counts = Random(5), Counter[tuple[int, ...]]()
    for _ in range(300):
        hands = mixing.deal(rng)
        assert hands[0] & 1
        assert not hands[1] & cards.cards("AH")
        counts[tuple((hand & spades).bit_count() for hand in hands)] += 1
    assert set(counts) == {(2, 1, 0), (3, 0, 0)}


def test_hands_that_only_a_chain_of_moves_can_fill_are_filled() -> None:
    voids = [cards.cards(text) for text in ("KS QS JS", "QS JS TS", "JS TS AS", "TS AS KS")]
    hands = McmcSampler(cards.cards("AS KS QS JS TS 9S 8S 7S"), voids, (2, 2, 2, 2)).deal(Random(1))
    assert [held.bit_count() for held in hands] == [2, 2, 2, 2]
    assert not any(held & lacking for held, lacking in zip(hands, voids, strict=True))


def test_where_there_is_no_way_it_says_so() -> None:
    with pytest.raises(ValueError, match="nobody can hold"):
        McmcSampler(cards.cards("AS KS AH"), [cards.cards("AS KS"), cards.cards("AH")], (2, 1))


def test_counting_gives_up_where_it_would_take_long() -> None:
    unseen = sum(cards.BIT[card] for card in cards.pack(copies=2))
    voids = [cards.of_suit(seat % 4) | cards.BIT[seat] for seat in range(8)]
    with pytest.raises(TooManyWays):
        ExactSampler(unseen, voids, (13,) * 8)
