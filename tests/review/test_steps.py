"""The deals of a record, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from goosetable.engine.record.format import ActionLine
from goosetable.engine.record.replay import replay
from goosetable.review.steps import deals
from tests.games.playing import GAMES, Variant, find, play


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_each_step_has_the_view_of_that_moment(game: Any) -> None:
    _, text = play(Variant(game, game.Options()), "steps", 1)
    (deal,) = list(deals(text.encode(), find))[:1]
    told = iter(deal.steps)
    for number, line, session in replay(text.encode(), find):
        if isinstance(line, ActionLine):
            step = next(told)
            assert (step.line, step.seat, step.text) == (number, line.seat, line.do)
            assert step.view(game) == session.view(line.seat)
            assert step.action in step.view(game).legal
    assert next(told, None) is None


def test_what_was_taken_back_is_no_step_and_a_running_deal_is_none() -> None:
    game = find("gooseberry-fool")
    _, text = play(Variant(game, game.Options()), "undo", 1)
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if '"do"' in line) + 3
    again = [*lines[:at], '{"undo": 2}', *lines[at - 2 :]]
    (one,), (other,) = (list(deals("\n".join([*kept, ""]).encode(), find)) for kept in (lines, again))
    assert [(step.seat, step.text) for step in one.steps] == [(step.seat, step.text) for step in other.steps]
    assert one.digest == other.digest
    assert [step.line for step in other.steps][at - 4] > at
    assert not list(deals("\n".join([*lines[:at], ""]).encode(), find)), "its cards are still secret"
