"""How many tricks a hand is likely to take: by the middle of three, by cards that nobody follows; together all there are."""

from __future__ import annotations

from random import Random

import pytest

from goosetable import cards
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.games import find
from goosetable.games.gooseberry_fool.ai import LEFT_OVER, tricks_to_come
from goosetable.games.gooseberry_fool.rules import outlook
from tests.games.playing import Variant
from tests.players.positions import turns

FOOL = Variant(find("gooseberry-fool"), find("gooseberry-fool").Options())


def likely(*hands: str) -> tuple[float, float, float]:
    return tricks_to_come([cards.cards(hand) for hand in hands])


@pytest.mark.parametrize(
    ("hands", "tricks"),
    [
        (("AS", "KS", "QS"), (0, 1, 0)),
        (("AS", "QS", "KS"), (0, 0, 1)),
        (("AS AH", "KS KH", "QS QH"), (0, 2, 0)),
        (("AS QH", "KS KH", "QS AH"), (0, 2, 0)),
        (("AS KH", "KS AH", "QS QH"), (1, 1, 0)),
    ],
)
def test_where_all_follow_the_middle_card_takes_the_trick(hands: tuple[str, ...], tricks: tuple[float, ...]) -> None:
    assert likely(*hands) == pytest.approx(tricks)


def test_a_suit_in_which_all_are_alike_goes_to_each_as_often() -> None:
    """Of two cards each, ace and seven meet a middle card of every other pair."""
    first, second, third = likely("AS 7S", "KS 8S", "QS 9S")
    assert first == 0 < second == pytest.approx(1.0) == third


def test_cards_that_nobody_can_follow_are_likely_to_take() -> None:
    """Two spades are left over, and what is not expected of them is shared by all."""
    first, second, third = likely("AS KS QS", "JS AH KH", "TS AC KC")
    assert first == pytest.approx(2 * LEFT_OVER + (3 - 6 * LEFT_OVER - 1) / 3)
    assert second == pytest.approx(first + 1) and third == pytest.approx(first)


@pytest.mark.parametrize("number", range(20))
def test_all_that_are_left_are_expected_whoever_sits_where(number: int) -> None:
    state = turns(FOOL, f"forecast {number}", 1, 1.0)[0].truth
    hands = list(state.hands)
    found = tricks_to_come(hands)
    left = max(hand.bit_count() for hand in hands)
    if len({hand.bit_count() for hand in hands}) == 1:
        assert sum(found) == pytest.approx(left)
    assert tricks_to_come([hands[1], hands[2], hands[0]]) == pytest.approx([found[1], found[2], found[0]])
    assert tricks_to_come([hands[1], hands[0], hands[2]]) == pytest.approx([found[1], found[0], found[2]])


def test_it_foretells_better_than_chance_who_will_be_in_the_middle() -> None:
    """In deals that quick players play on: the squared error of what is told, against that of tricks that fall at random."""
    game, rng = FOOL.game, Random("foretold")
    errors = [0.0, 0.0]
    for turn in turns(FOOL, "foretold", 60, 0.4):
        state = turn.truth
        assert isinstance(state, TrickState)
        if state.trick or state.hands[state.turn].bit_count() > 8:
            continue
        taken, told = state.taken(), game.heuristics.foretold(state)
        while state.turn != OVER:
            legal = game.legal(state)
            game.apply(state, game.heuristics.playout(state, legal, rng.random()))
        for seat, end in enumerate(game.heuristics.payoff(state)):
            errors[0] += (end - outlook(taken)[seat]) ** 2
            errors[1] += (end - told[seat]) ** 2
    assert 3 < errors[1] < 0.95 * errors[0]
