"""Playouts: the same deals for all actions, and errors that hold."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from goosetable.games import SHELF
from goosetable.review.evaluate import Playouts
from tests.games.playing import Variant
from tests.players.positions import turns


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_an_action_costs_nothing_against_itself_and_as_much_one_way_as_the_other(game: Any) -> None:
    turn = turns(Variant(game, game.Options()), "playouts", 1, 0.2)[0]
    one, other = turn.view.legal[:2]
    playouts = Playouts(turn.view, [one, other], Random(3))
    assert list(playouts.run(12))
    assert playouts.cost(one, one).worth == (0.0, 0.0)
    there, back = playouts.cost(one, other), playouts.cost(other, one)
    assert there.points.mean == pytest.approx(-back.points.mean)
    assert there.worth.error == pytest.approx(back.worth.error)
    sign = -1 if game.lowest_wins else 1
    apart = playouts.outlook(one).points.mean - playouts.outlook(other).points.mean
    assert there.points.mean == pytest.approx(sign * apart)


def test_a_standard_error_is_what_means_differ_by() -> None:
    game = SHELF[0]
    turn = turns(Variant(game, game.Options()), "errors", 4, 0.3)[-1]
    found = []
    for seed in range(40):
        playouts = Playouts(turn.view, turn.view.legal[:2], Random(seed))
        assert list(playouts.run(50))
        found.append(playouts.outlook(turn.view.legal[0]).points)
    mean = sum(one.mean for one in found) / len(found)
    true = (sum((one.mean - mean) ** 2 for one in found) / (len(found) - 1)) ** 0.5
    assert sum(one.error for one in found) / len(found) == pytest.approx(true, rel=0.4)
