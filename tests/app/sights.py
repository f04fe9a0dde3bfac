"""What there is to be seen: every scene, and every game's table at each kind of decision, in windows of any look."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

import pygame

from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.render.display_list import DisplayList
from goosetable.app.router import Router
from goosetable.app.scenes.routes import ToTable
from goosetable.app.scenes.table.scene import TableScene
from goosetable.engine.record.format import Chair
from tests.app.conftest import CODE, Opens, Program
from tests.app.drawn_words import recorded
from tests.app.stage_play import TABLES
from tests.games import playing

NAMED: Final = ("Wilhelmina", *playing.NAMES[1:])
"""One long name, and short ones."""
PARTS: Final = 1
"""Moments of a deal at which a card is to be played, besides its beginning: with cards that lie open."""


class Look(NamedTuple):
    """A window, and what of it a person may have set."""

    size: tuple[int, int]
    text_size: float = 1.0
    theme: str = "lamplight"
    cards: str = "two"
    card_size: float = 1.0


def seen(one: Program, looks: tuple[Look, ...]) -> Iterator[tuple[Look, DisplayList]]:
    """What is on the screen now, in each look."""
    for look in looks:
        one.context.change_settings(text_size=look.text_size, theme=look.theme, cards=look.cards, card_size=look.card_size)
        one.screen._window.size = look.size
        one.step(0.1)
        _work(one)
        one.context.notices.clear()  # what is said for a while may lie over anything
        one.loop._notice = None
        yield look, recorded(one)


def tables(program: Opens, number: int, text_size: float = 1.0) -> Iterator[tuple[str, Program]]:
    """A deal at one of the tables of `stage_play`, at each kind of decision, and its score sheet."""
    name, chosen = TABLES[number]
    game = playing.find(name)
    options = game.Options(**chosen)
    chairs = [Chair(who, "random" if i else "human") for i, who in enumerate(NAMED[: game.seats(options)])]

    def table(context: Context, matches: Matches) -> Any:
        return Router(context, matches=matches, helps_newcomers=False).build_scene(
            ToTable(matches.begin_table(game, options, chairs, CODE))
        )

    one = program((1280, 720), text_size=text_size)
    scene, chance, met = one.show(table), Random(1), set()
    for _ in range(600):
        one.step(0.1)
        _work(one)
        if one.top is not scene:
            break
        if not _asks(scene):
            continue
        part = len(scene.match.session.state.actions) // 12
        kind = (type(scene.panel).__name__, min(part, PARTS) if scene.panel is None else 0)
        if kind not in met:
            met.add(kind)
            yield f"{name}, {kind[0]} {kind[1]}", one
        scene.perform(chance.choice(scene.match.session.legal()), by_person=True)
    yield f"{name}, score", one
    pygame.event.clear()


def _asks(scene: TableScene) -> bool:
    shown = scene.stage.shown
    return shown is not None and shown.mine and not scene.timeline.has_beats and scene.match.is_my_turn


def _work(one: Program) -> None:
    for _ in range(60):
        if not one.loop.scenes.run_slice():
            break
