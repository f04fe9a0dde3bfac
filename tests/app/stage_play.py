"""A stage on which deals are played at random: what the tests of motion at the table have in common."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from goosetable.app.match.match import Match
from goosetable.app.storage.saves import Journal
from goosetable.app.table.animations import Animations
from goosetable.app.table.metrics import space_needs
from goosetable.app.table.snapshot import Snapshot, take_snapshot
from goosetable.app.table.sprites import Hand
from goosetable.app.table.stage import Stage
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.tween import Timeline
from goosetable.engine.record.format import Chair
from tests.games import playing

TABLES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("gooseberry-fool", {}),
    ("goose", {"players": 2, "max_hand": 5}),
    ("goose", {"players": 4, "max_hand": 4, "sequence": "down"}),
    ("goose", {"players": 6, "max_hand": 3}),
    ("goose", {"players": 12, "decks": 2, "max_hand": 3}),
    ("goose", {"players": 3, "decks": 2, "max_hand": 24}),
    ("throps", {}),
    ("cross-purposes", {}),
    ("cross-purposes", {"players": 4}),
    ("goosed", {}),
    ("goosed", {"players": 3}),
    ("fools-gold", {}),
    ("fools-gold", {"players": 4}),
    ("fools-gold", {"players": 5}),
    ("fools-gold", {"players": 6}),
    ("gops", {}),
    ("gops", {"players": 3, "deals": 2}),
)
"""Every game, with every class of how many sit there."""
SOME: Final = [pytest.param(*table, marks=pytest.mark.slow if at % 2 else ()) for at, table in enumerate(TABLES)]
"""Every second table, of each game at least one; the others are `-m slow`."""
SIZE: Final = (1280, 720)


class Silent(Journal):
    """A journal that keeps nothing."""

    def __init__(self) -> None:
        pass

    def __call__(self, line: object) -> None:
        pass


def lay(name: str, chosen: dict[str, Any] | None = None, code: str = playing.CODE) -> Match:
    """A table of a game under some options: one person and random players."""
    game = playing.find(name)
    options = game.Options(**(chosen or {}))
    chairs = [Chair(name, "random" if seat else "human") for seat, name in enumerate(playing.NAMES[: game.seats(options)])]
    return Match.new(game, options, chairs, code, Silent(), "seed", lambda said: None)


def stage_of(match: Match, size: tuple[int, int] = SIZE, heard: list[str] | None = None) -> Stage:
    """A stage in a window of that size; heard: gets the names of the sounds."""
    game = match.game
    layout = Layout(*size, match.session.seats, needs=space_needs(game.kinds, game.open_hands, match.session.seats))
    sound = (lambda name: None) if heard is None else heard.append
    return Stage(game, Hand("#ffe08a", "#e8b64c"), Timeline(), layout, sound)


def steps(match: Match, stage: Stage, animations: Animations, chance: random.Random, deals: int = 1) -> Iterator[Snapshot]:
    """Plays some deals at random; gives what must be seen at the end of each step, while it is on its way."""
    stage.show(take_snapshot(match))
    for _ in range(deals):
        events = match.deal()
        after = take_snapshot(match)
        animations.animate(events, after)
        yield after
        while match.session.due_step == "act":
            mine = match.session.turn == 0
            events = match.act(chance.choice(list(match.session.legal())))
            after = take_snapshot(match)
            animations.animate(events, after, mine)
            yield after
        match.score_deal()
        if match.session.due_step != "deal":
            return


def assert_fresh(match: Match, stage: Stage, after: Snapshot) -> None:
    """The stage looks as if `after` had been shown from nothing."""
    fresh = stage_of(match, (stage.layout.w, stage.layout.h))
    fresh.show(after)
    for one, two in zip(stage.picture_state(), fresh.picture_state(), strict=True):
        assert one == two
