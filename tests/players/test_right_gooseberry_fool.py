"""The search finds what is right by logic, near the end of a deal of Gooseberry Fool.

Who is in the middle there: the seat whose two neighbours both have three tricks or fewer, or both four or more.
"""

from random import Random
from typing import NamedTuple

import pytest

from goosetable.engine.hidden.view import View
from goosetable.players import decide, make
from goosetable.players.agent import Agent
from tests.players.positions import ending


class Position(NamedTuple):
    """A decision of seat 0, and the only action that wins."""

    view: View
    right: str


def last_trick(taken: tuple[int, int, int], right: str) -> Position:
    """The Joker took the last trick, and seat 0 has it to give."""
    return Position(ending(("", "", ""), taken, "AS X KS", 2, 0), right)


POSITIONS = {
    "neighbours at 4 and 3: the right one gets the trick": last_trick((3, 4, 3), "give 2"),
    "neighbours at 3 and 4: the left one gets the trick": last_trick((3, 3, 4), "give 1"),
    "neighbours at 3 and 3: the trick is kept": last_trick((4, 3, 3), "give 0"),
    # A ten between nine and queen takes this trick, and the odd spade takes the last: 5 3 3. With the king, seat 2 would take
    # this one: 4 3 4.
    "taking both tricks": Position(ending(("TS KS", "7H", "8H"), (3, 3, 3), "9S QS", 1, 0), "play TS"),
    # The same cards, but now both tricks would make 4 4 3, and leaving the first to seat 2 makes 3 4 4.
    "leaving one trick": Position(ending(("TS KS", "7H", "8H"), (2, 4, 3), "9S QS", 1, 0), "play KS"),
    # Spades, hearts and a discard: a red one makes the spade of seat 1 the odd colour (3 4 4), a black one the heart of seat 2
    # (3 3 5). The last trick is seat 0's in either case: its suit is the odd one.
    "a discard decides who takes it": Position(ending(("AD 7C", "8H", "TH"), (2, 3, 4), "9S KH", 1, 0), "play AD"),
    # Somebody's Joker takes the last trick and gives it away. After 6 2 2 that changes nothing; after 5 2 3 seat 1, if it is
    # the one, gives it to seat 2 and is in the middle itself.
    "leaving nothing to the Joker": Position(ending(("TS KS", "X", "8H"), (5, 2, 2), "9S QS", 1, 0), "play TS"),
}


@pytest.mark.parametrize("level", ["hard-deal", "expert-deal"])
@pytest.mark.parametrize("name", POSITIONS)
def test_a_sure_win_is_found(name: str, level: str) -> None:
    position = POSITIONS[name]
    game, seen = position.view.game, position.view
    for seed in range(5):
        player = make(level, Random(seed), 100)
        right = game.read(position.right, seen.legal)
        assert decide(player, seen) == right
        assert isinstance(player, Agent)
        assert player.values[right] == 1
        assert max(value for action, value in player.values.items() if action != right) < 1
