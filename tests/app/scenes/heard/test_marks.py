"""What stands on a table is told: who deals, who has bid and for what, a half that is over, trumps that are broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from goosetable.app.scenes.heard import marks
from goosetable.app.scenes.heard.hearing import heard
from goosetable.games import SHELF
from tests.app.test_whole_game import play_on, sit_down

Opens = Callable[..., Any]
PLACES = {game.id: place for place, game in enumerate(SHELF)}


def all_marks(one: Any, game: str, enough: Callable[[list[str]], bool]) -> list[str]:
    """What came to stand while a deal was played, each once."""
    table = sit_down(one, PLACES[game])
    found: list[str] = []
    for _ in range(600):
        if one.top is not table or enough(found):
            break
        if table.stage.shown is not None:
            tree = heard((table,), ())
            found += [mark for mark in tree.marks if mark not in found]
        try:
            play_on(one)
        except StopIteration:
            break
    return found


@pytest.mark.parametrize("game", ("gops", "throps"))
def test_a_sealed_bid_is_told_with_what_it_is_for(program: Opens, game: str) -> None:
    found = all_marks(program(), game, lambda found: sum(" has bid for " in mark for mark in found) > 2)
    bids = [mark for mark in found if " has bid for " in mark]
    assert len(bids) > 2 and not any(mark.startswith("You") for mark in bids)


def test_the_dealer_is_told_with_the_deal(program: Opens) -> None:
    found = all_marks(program(), "gooseberry-fool", bool)
    assert found[0].startswith("Deal 1: ") and found[0].endswith(("deals.", "deal."))


def test_nothing_stands_while_the_screen_is_handed_over(program: Opens) -> None:
    table = sit_down(program(), PLACES["gops"])
    table.match.cover()
    assert marks.of(table, False) == ()
