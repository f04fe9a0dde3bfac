"""Chances of a trick and of those to come, against the rules and against counting all ways one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from goosetable.cards import Cards, cards
from goosetable.engine.strength import tricks_to_come
from goosetable.engine.strength.tricks_to_come import RandomTricks, TricksToCome, trick_splits
from goosetable.engine.strength.win_chances import TrickChances
from goosetable.games.fools_gold.rules import FoolsGoldState
from tests.games.fools_gold.test_fools_gold_rules import do, position

HEARTS = cards("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H")
"""Trumps of the position."""


def seen(trick: str, trumps: Cards = HEARTS, voids: tuple[str, str, str] = ("", "", "")) -> TrickChances:
    """Two cards a hand are left; this much of the trick lies, which seat 0 has led, and the next seat looks."""
    state = position("KS 9D", "QS 6C", "JS 7H", leader=0, broken=True)
    do(state, *(f"play {face}" for face in trick.split()))
    return looked(state, trumps, voids)


def looked(state: FoolsGoldState, trumps: Cards, voids: tuple[str, str, str]) -> TrickChances:
    state.voids = [cards(text) for text in voids]
    found = TrickChances()
    found.read_position(state, sum(state.hands) ^ state.hands[state.turn], trumps)
    return found


def test_the_last_card_is_sure() -> None:
    found = seen("KS QS")
    found.set_suit_led(0)
    assert found.last and found.after == 0 and found.led == 0
    assert found.best_card_wins_chance(True, 3) == found.best_card_wins_chance(False, 3) == 1


def test_higher_cards_to_come_make_it_less_likely() -> None:
    found = seen("", trumps=0)
    found.set_suit_led(0)
    chances = [found.best_card_wins_chance(True, above) for above in range(4)]
    assert chances[0] == 1 and chances == sorted(chances, reverse=True) and chances[3] > 0
    later = seen("KS", trumps=0)
    later.set_suit_led(0)
    assert later.best_card_wins_chance(True, 1) > chances[1], "of those with the higher card fewer are yet to play"


def test_who_may_be_void_may_ruff() -> None:
    open_to_all, void, neither = seen("KS"), seen("KS", voids=("", "", "JS")), seen("KS", voids=("", "", "JS 7H"))
    for found in (open_to_all, void, neither):
        found.set_suit_led(0)
    assert (
        1 > open_to_all.best_card_wins_chance(True, 0) > void.best_card_wins_chance(True, 0)
        and neither.best_card_wins_chance(True, 0) == 1
    )
    assert open_to_all.best_card_wins_chance(False, 0) == 1, "a trump is beaten by a higher one only"
    assert open_to_all.best_card_wins_chance(False, 1) > void.best_card_wins_chance(False, 1)
    found = seen("KS")
    found.set_suit_led(1)
    assert found.best_card_wins_chance(True, 0) == 1, "nobody ruffs trumps"


@pytest.mark.parametrize("voids, part", [(("", "", ""), 0), (("", "", "JS"), 0.5), (("9D KS", "", "JS"), 0.5)])
def test_voids_are_counted_among_the_others(voids: tuple[str, str, str], part: float) -> None:
    assert seen("KS", voids=voids).void_share(0) == part
    assert seen("KS").void_share(2) == 0 and seen("KS").void_share(3) == 1, "of clubs the others have none"


Taken = tuple[int, ...]


def own(taken: Taken) -> tuple[float, ...]:
    """Each trick counts one."""
    return tuple([float(tricks) for tricks in taken])


def test_ways_are_all_there_are() -> None:
    assert sorted(trick_splits(2, 2)) == [(0, 2), (1, 1), (2, 0)]
    assert [len(trick_splits(left, 3)) for left in range(5)] == [1, 3, 6, 10, 15]
    assert all(sum(way) == 4 for way in trick_splits(4, 3))


@pytest.mark.parametrize("spread", [0.05, 0.2])
@pytest.mark.parametrize("expected", [(2.0, 2.0, 2.0), (3.0, 1.5, 1.5), (1.5, 2.5, 2.0)])
def test_each_seat_ends_about_where_it_was_expected(expected: tuple[float, ...], spread: float) -> None:
    deal = TricksToCome(10, own, spread)
    found = deal.expected_utility((1, 3, 0), expected)
    assert sum(found) == pytest.approx(10)
    assert found == pytest.approx([1 + expected[0], 3 + expected[1], expected[2]], abs=0.1)


def test_the_wider_the_spread_the_likelier_is_the_end_that_was_not_expected() -> None:
    def swept(taken: Taken) -> tuple[float, ...]:
        return float(taken[0] == 4), 0.0

    chances = [TricksToCome(4, swept, spread).expected_utility((0, 0), (2.0, 2.0))[0] for spread in (0.05, 0.1, 0.2, 0.4)]
    assert chances == sorted(chances) and chances[0] < 0.001 < 0.03 < chances[-1] < 1 / 5


def test_one_trick_to_come_is_weighed_by_the_bell() -> None:
    """With a variance of one half, a seat that expects it is e^2 times as likely to get it as one that does not."""
    deal = TricksToCome(3, own, 0.5)
    first, second = deal.expected_utility((1, 1), (1.0, 0.0))
    assert (first - 1) / (second - 1) == pytest.approx(2.718281828**2)


def test_a_hand_that_is_worth_less_than_nothing_takes_no_trick_away() -> None:
    deal = TricksToCome(5, own, 0.02)
    assert deal.expected_utility((1, 1, 1), (-0.75, 1.25, 1.5)) == pytest.approx([1.0, 2.0, 2.0], abs=0.1)
    assert deal.expected_utility((5, 0, 0), (0.0, 0.0, 0.0)) == (5.0, 0.0, 0.0)


def test_each_end_is_asked_for_once_and_what_is_nearly_alike_is_alike() -> None:
    asked: list[Taken] = []

    def ends(taken: Taken) -> tuple[float, ...]:
        asked.append(taken)
        return own(taken)

    deal = TricksToCome(6, ends, 0.2)
    found = [deal.expected_utility((2, 1), (1.5 + slip, 1.5 - slip)) for slip in (0.0, 0.1, -0.1)]
    assert found[0] == found[1] == found[2] == pytest.approx([3.5, 2.5])
    deal.expected_utility((1, 2), (1.5, 1.5))
    assert sorted(asked) == [(tricks, 6 - tricks) for tricks in range(1, 6)]


def test_little_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tricks_to_come, "MAX_CACHED_RESULTS", 5)
    deal = TricksToCome(8, own, 0.2)
    for quarters in range(17):
        first = float(Fraction(quarters, 4))
        before = deal.expected_utility((2, 2), (first, 4 - first))
        assert len(deal._found) <= 5 and deal.expected_utility((2, 2), (first, 4 - first)) == before


def squared(taken: Taken) -> tuple[float, ...]:
    return tuple([float(tricks * tricks + seat) for seat, tricks in enumerate(taken)])


@pytest.mark.parametrize("taken", [(0, 0, 0), (2, 0, 1), (1, 3, 1), (0, 5, 0)])
def test_it_is_the_mean_of_all_ways_to_go_on(taken: Taken) -> None:
    ways = Counter(
        tuple(taken[seat] + way.count(seat) for seat in range(3)) for way in product(range(3), repeat=5 - sum(taken))
    )
    mean = [sum(count * squared(end)[seat] for end, count in ways.items()) / ways.total() for seat in range(3)]
    assert RandomTricks(5, squared).expected_utility(taken) == pytest.approx(mean)


def test_each_end_is_worked_out_once() -> None:
    asked: list[Taken] = []

    def ends(taken: Taken) -> tuple[float, ...]:
        asked.append(taken)
        return (0.0, 1.0)

    deal = RandomTricks(6, ends)
    for taken in ((0, 0), (3, 2), (0, 0), (6, 0)):
        assert deal.expected_utility(taken) == (0.0, 1.0)
    assert sorted(asked) == [(tricks, 6 - tricks) for tricks in range(7)]
