"""Whether the rest of a deal is certain: never said where anything could come otherwise, and said where nothing can."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from goosetable import games
from goosetable.engine.hidden.view import MOST_CARDS, View, certain, sample
from tests.games.playing import Variant, defaults
from tests.players.positions import turns

SAID = ("gooseberry-fool", "goose", "cross-purposes", "goosed", "fools-gold", "whist")
"""Games of which something is certain now and then before the last card."""


def answer(seen: View, most: int = 20_000) -> Any:
    work = certain(seen, most)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value


def played_out(seen: View, chance: Random) -> Any:
    """The points after the rest has been played at random in a deal that may be the true one."""
    state = sample(seen, chance)
    while not state.over:
        seen.game.apply(state, chance.choice(list(seen.game.legal(state))))
    return seen.game.points(state)


@pytest.mark.parametrize("variant", defaults(), ids=lambda variant: variant.game.id)
def test_what_is_certain_comes_so_however_it_goes_on(variant: Variant) -> None:
    chance, said = Random(variant.game.id), 0
    for turn in turns(variant, "certain", 1200):
        if sum(turn.view.sizes) > MOST_CARDS:
            assert answer(turn.view) is None
            continue
        told = answer(turn.view)
        if told is not None:
            said += 1
            assert {played_out(turn.view, chance) for _ in range(12)} == {told}
    assert said or variant.game.id not in SAID


def test_gives_up_where_it_is_too_much() -> None:
    variant = Variant(games.SHELF[0], games.SHELF[0].Options())
    found = [turn.view for turn in turns(variant, "certain", 400) if answer(turn.view) is not None]
    assert found
    assert all(answer(seen, 0) is None for seen in found)


def test_works_in_short_pieces() -> None:
    variant = Variant(games.SHELF[0], games.SHELF[0].Options())
    view = next(turn.view for turn in turns(variant, "pieces", 900) if sum(turn.view.sizes) in (5, 6))
    assert isinstance(sum(1 for _ in certain(view)), int)
