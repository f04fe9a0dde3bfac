"""A whole deal of every game by one device alone, from the title on: by keys, and by a controller; alone and shared."""

from __future__ import annotations

from typing import Any

import pytest

from goosetable import games
from goosetable.app.scenes.title.scene import TitleScene
from tests.app.conftest import Opens
from tests.app.hands import Hands, KeyHands, PadHands

CODE = "TTVNGA3S83YK"
"""Gives the first seat the Joker in the first deal of a game that has one to give away."""
WAYS = [
    pytest.param(game, hands, shared, id=f"{game.id}, {hands.__name__}, {'shared' if shared else 'alone'}")
    for shared in (False, True) for hands in (KeyHands, PadHands) for game in games.SHELF
    if shared != ((hands is KeyHands) == (games.SHELF.index(game) % 2 == 0))
]  # fmt: skip
"""Every game by both devices: by one where two share the screen, by the other alone; the deal is the same without curtains."""


pytestmark = pytest.mark.usefixtures("random_players")


@pytest.mark.one_in(7)
@pytest.mark.parametrize(("game", "device", "shared"), WAYS)
def test_a_whole_deal_by_one_device_alone(program: Opens, game: Any, device: type[Hands], shared: bool) -> None:
    one = program((640, 400), name="Anna", people=({"name": "Anna"}, {"name": "Ben"}))
    one.matches._code = lambda: CODE
    one.show(TitleScene)
    hands = device(one, f"{game.id} {shared}")
    table = hands.sit_down(game.title, "Ben" if shared else None)
    assert len(table.match.people_seats) == 1 + shared
    sheet = hands.play()
    assert table.match.session.standing.deals == 1
    assert {*game.verbs} <= hands.verbs, "every kind of decision came"
    assert (hands.curtains > 1) is shared
    assert sheet.widgets.ring
    on = "Again" if table.match.session.ended else "Next deal"
    hands.press(on)
    one.wait(0.4)
    assert table.match.session.due_step == "act"
