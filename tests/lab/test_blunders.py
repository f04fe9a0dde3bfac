"""Blunders: actions that are worse than another one in every determinization, and their rarity in casual players."""

from __future__ import annotations

from itertools import islice
from random import Random

import blunders
import pytest

from goosetable.games import find_game
from goosetable.players import decide, make_player
from tests.players.test_right import geese


@pytest.mark.parametrize(
    ("hands", "need", "trick", "lost"),
    [
        (("KS 2S", "AS", "7H"), 0, "9S JS", ["play KS"]),  # the two loses here; the king takes here, and might not later
        (("AS 2S", "KC", "7H"), 2, "9S JS", ["play 2S"]),  # both are needed
        (("AS KS", "QS", "7H"), 2, "9S JS", []),  # whichever is first, both take
    ],
)
def test_a_blunder_loses_in_every_deal_what_another_card_keeps(
    hands: tuple[str, str, str], need: int, trick: str, lost: list[str]
) -> None:
    position = geese(hands, need, "", trick)
    seen = position.view
    assert [seen.game.action_text(action) for action in blunders.blunders(seen.game, seen)] == lost


def test_what_is_counted_is_printed_with_its_interval() -> None:
    assert blunders.Count(5, 500).line() == "5 of 500 positions, 1.0% (0.4% to 2.3%)"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["goose", "cross-purposes", "goosed", "fools-gold", "gooseberry-fool"])
@pytest.mark.parametrize("level", ["medium-deal", "hard-deal"])
def test_a_casual_player_makes_no_blunder_a_child_would_not_make(game: str, level: str) -> None:
    met = list(islice(blunders.tempting(find_game(game), "casual"), 60))
    made = sum(decide(make_player(level, Random(number)), seen) in found for number, (seen, found) in enumerate(met))
    assert made <= 2
