"""A side that is goosed is stamped for a moment, on empty cloth only, and told of in message and log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from goosetable import games
from goosetable.app.scenes.routes import ToScore
from goosetable.app.table.reactions import HonkPicture, areas_of_cards
from goosetable.engine.record.seed import code_in_series
from tests.app.table_window import Window

NAMES = ("Vesper", "Dorothea", "Lord Mumble", "Humphrey")
GOOSED, FOOL = (games.find_game(name) for name in ("goosed", "gooseberry-fool"))


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("game", "number", "still", "size"), [
    (GOOSED, 0, False, (640, 400)), (GOOSED, 0, True, (1280, 720)), (FOOL, 1, False, (1280, 720)), (FOOL, 1, True, (640, 400)),
])  # fmt: skip
def test_the_stamp_comes_once_covers_nothing_and_goes(
    open_table: Callable[..., Window], game: Any, number: int, still: bool, size: tuple[int, int]
) -> None:
    people = tuple((name, "random") for name in NAMES[: game.seats(game.Options())])
    code = code_in_series("x", number)
    window = open_table(people=people, game=game, code=code, sheets=(ToScore,), pace="brisk", still=still, size=size)
    stage, stamped, deals = window.scene.stage, list[Any](), list[int]()

    def look() -> None:
        honk = stage.honk
        if honk is not None and honk.stamp and honk not in stamped:
            stamped.append(honk)
            deals.append(stage.snapshot.number)
            picture = HonkPicture(honk, stage)
            if picture._stamp is not None:
                assert not any(picture._stamp.overlaps(area) for area in areas_of_cards(stage))
            if game is GOOSED:
                assert window.message == "Goosed: every Goose is with the Red Foxes."
                assert window.message in window.match.log_lines()

    window.watch = look
    window.until(lambda: window.match.session.standing.deals > 1, seconds=200.0)
    assert stamped and {honk.stamp for honk in stamped} == {"Goosed!"}
    assert len({*deals}) == len(deals), "once a deal"
    window.until(lambda: stage.honk is None)
