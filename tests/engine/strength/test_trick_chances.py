"""Chances that a card takes its trick: sure where the rules say so, and less with more that could beat it."""

from __future__ import annotations

import pytest

from goosetable.cards import Cards, cards
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
    found.look(state, sum(state.hands) ^ state.hands[state.turn], trumps)
    return found


def test_the_last_card_is_sure() -> None:
    found = seen("KS QS")
    found.if_led(0)
    assert found.last and found.after == 0 and found.led == 0
    assert found.holds(True, 3) == found.holds(False, 3) == 1


def test_higher_cards_to_come_make_it_less_likely() -> None:
    found = seen("", trumps=0)
    found.if_led(0)
    chances = [found.holds(True, above) for above in range(4)]
    assert chances[0] == 1 and chances == sorted(chances, reverse=True) and chances[3] > 0
    later = seen("KS", trumps=0)
    later.if_led(0)
    assert later.holds(True, 1) > chances[1], "of those with the higher card fewer are yet to play"


def test_who_may_be_void_may_ruff() -> None:
    open_to_all, void, neither = seen("KS"), seen("KS", voids=("", "", "JS")), seen("KS", voids=("", "", "JS 7H"))
    for found in (open_to_all, void, neither):
        found.if_led(0)
    assert 1 > open_to_all.holds(True, 0) > void.holds(True, 0) and neither.holds(True, 0) == 1
    assert open_to_all.holds(False, 0) == 1, "a trump is beaten by a higher one only"
    assert open_to_all.holds(False, 1) > void.holds(False, 1)
    found = seen("KS")
    found.if_led(1)
    assert found.holds(True, 0) == 1, "nobody ruffs trumps"


@pytest.mark.parametrize("voids, part", [(("", "", ""), 0), (("", "", "JS"), 0.5), (("9D KS", "", "JS"), 0.5)])
def test_voids_are_counted_among_the_others(voids: tuple[str, str, str], part: float) -> None:
    assert seen("KS", voids=voids).void_part(0) == part
    assert seen("KS").void_part(2) == 0 and seen("KS").void_part(3) == 1, "of clubs the others have none"
