"""What is right by logic in Goose is found: a trick that must be taken or must not, a joker in time, a bid that cannot fail.

Three play without trumps unless a position says otherwise, and with every card dealt: what is unseen lies in the others' hands.
"""

from random import Random
from typing import Final, NamedTuple

import pytest

from goosetable import cards
from goosetable.engine.hidden.view import View, view
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import HIDDEN
from goosetable.games.goose.rules import Goose, GooseOptions, GooseState, Roles
from goosetable.players import decide, make

GAME: Final = Goose()
OPTIONS: Final = GooseOptions(players=3)
TAKEN: Final = 6
"""How many tricks seat 0 has."""


class Position(NamedTuple):
    """A decision of seat 0, and the right one."""

    view: View
    right: str


def play(hands: tuple[str, str, str], need: int, right: str, trick: str = "", jokers: str = "suitless") -> Position:
    """Near the end of the first deal; seat 0 needs so many more tricks (below 0: it has too many) and plays last or leads.

    The others have bid what nobody can take, so that there is nothing to spoil.
    """
    options = GooseOptions(players=3, jokers=jokers)
    state = GooseState()
    state.begin(options, 1, 2, (0, 0, 0), ((), (), ()))
    state.hands = [cards.cards(text) for text in hands]
    state.trick = list(cards.hand(trick))
    lying = sum(state.hands) | sum(cards.BIT[card] for card in state.trick)
    rest = [card for card in GAME.pack(options) if not cards.BIT[card] & lying]
    tricks = len(rest) // 3
    assert len(rest) == 3 * tricks, "every trick is three cards"
    taken = (TAKEN, (tricks - TAKEN) // 2, tricks - TAKEN - (tricks - TAKEN) // 2)
    for seat, count in enumerate(taken):
        state.won[seat] = sum(cards.BIT[card] for card in rest[: 3 * count])
        del rest[: 3 * count]
    state.size, state.bids = 18, [TAKEN + need, 18, 18]
    state.broken, state.roles, state.turned, state.trumps, state.stock = False, Roles(), HIDDEN, None, 0
    state.leader, state.turn = 1 if trick else 0, 0
    return Position(view(GAME, state, 0), f"play {right}")


def bid(hand: str, others: tuple[str, str], turned: str, said: tuple[int, int], right: int) -> Position:
    """Two cards each; seat 0 deals, and the others have said how many they take."""
    options = GooseOptions(players=3, max_hand=2)
    hands = (cards.hand(hand), cards.hand(others[0]), cards.hand(others[1]))
    state = GAME.begin(options, Standing(0, (0, 0, 0)), Deal(1, 0, hands, cards.card(turned)))
    for number in said:
        GAME.apply(state, GAME.read(f"bid {number}", GAME.legal(state)))
    return Position(view(GAME, state, 0), f"bid {right}")


POSITIONS: Final = {
    # Seat 2 has the trick, and neither its last card nor that of seat 1 can give the king a trick that the two loses.
    "a forced duck: no trick is wanted": play(("KS 2S", "AS", "7H"), 0, "2S", "9S JS"),
    "both tricks are needed": play(("AS 2S", "KC", "7H"), 2, "AS", "9S JS"),
    # The two loses to the king or is not asked for; the ace might never be.
    "one trick is needed, and this one is sure": play(("AS 2S", "KS", "7H"), 1, "AS", "9S JS"),
    "one trick is needed, and the lead is lost with the other card": play(("AS 2H", "KS 3H", "4H 5H"), 1, "AS"),
    "the bid is lost upwards: not one trick more": play(("KS 2S", "AS", "7H"), -1, "2S", "9S JS"),
    "the bid is lost downwards: every trick counts": play(("AS 2S", "KC", "7H"), 3, "AS", "9S JS"),
    # Nothing beats a joker that is led when the other one is gone, and it takes nothing any more once the lead is lost.
    "a joker is led in time": play(("XH 2S", "KS QS", "7H 8H"), 1, "XH"),
    # A joker that is not led never takes a trick, but the ace may.
    "the ace is thrown away, and the joker takes nothing": play(("XL AS", "KS", "7D"), 0, "AS", "9H JH"),
    "a joker on top takes the first of two tricks needed": play(("XL 2S", "KD", "7D"), 2, "XL", "9H JH", "top"),
    # The hook leaves 0 or 2.
    "ace and king of trumps take both, hooked out of 1": bid("AS KS", ("7H 8H", "QS 9H"), "2S", (0, 1), 2),
    "two twos take nothing, hooked out of 1": bid("2C 2D", ("7H 8H", "QC 9D"), "TS", (1, 0), 0),
    "ace and king of trumps take both, hooked out of 0": bid("AS KS", ("7H 8H", "QS 9H"), "2S", (1, 1), 2),
}
LEVELS: Final = ("medium", "hard", "hard-deal", "expert", "expert-deal")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_right_by_logic_is_found(name: str, level: str) -> None:
    position = POSITIONS[name]
    right = GAME.read(position.right, position.view.legal)
    assert len(position.view.legal) > 1
    for seed in range(5):
        assert decide(make(level, Random(seed), 100), position.view) == right


EQUALS: Final = {
    "when every trick is needed, the top is led": play(("AS KS QS", "7H 8H 9H", "2H 3H 4H"), 3, "AS"),
    "what cannot take the trick is the lowest, while tricks are wanted": play(("QS 3S", "7H", "8C"), 1, "3S", "AS KS"),
    "what need not take a trick is the highest": play(("QS 3S", "7H", "8C"), 0, "QS", "AS KS"),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", EQUALS)
def test_of_equal_cards_it_plays_the_one_that_people_expect(name: str, level: str) -> None:
    position = EQUALS[name]
    right = GAME.read(position.right, position.view.legal)
    for seed in range(5):
        assert decide(make(level, Random(seed), 100), position.view) == right
