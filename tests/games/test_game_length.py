"""How long a game is said to take: the acts it is counted from are those of played games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goosetable import play
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.deal import Standing
from goosetable.games import SHELF, find

EXTRA = 1.6
"""Acts of a seat in a deal by which the count may be wrong: calls differ from deal to deal."""


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_each_seat_acts_as_often_in_a_deal_as_is_counted(game: AnyGame) -> None:
    options = game.short(game.Options())
    seats = game.seats(options)
    size = game.hand_size(options, Standing(0, (0,) * seats))
    table = play(game.id, code="7Q4K-M2XD-9TBR", players=["random"] * seats)
    table.run(1)
    acts = sum('"do"' in line for line in table.record.splitlines()) / seats
    dealt = game.hand_size(game.Options(), Standing(0, (0,) * seats))
    assert abs(game.text.rounds(game.Options(), dealt) - acts) <= EXTRA
    assert size <= dealt


def test_goose_is_first_laid_as_a_game_of_about_twenty_minutes() -> None:
    goose = find("goose")
    for players in range(2, 10):
        options = goose.short(goose.Options(players=players))
        goose.check_options(options)
        assert 15 <= goose.text.minutes(options) <= 25
        assert goose.short(options) == options
    assert goose.text.minutes(goose.Options()) >= 40
    assert goose.Options().max_hand == "none", "the rules stay as printed"


def test_more_people_and_longer_targets_take_longer() -> None:
    for game in SHELF:
        options = game.Options()
        assert game.text.minutes(options, 2) > game.text.minutes(options, 1) > 0
    throps = find("throps").Options()
    assert find("throps").text.minutes(replace(throps, target=500)) > find("throps").text.minutes(throps)
