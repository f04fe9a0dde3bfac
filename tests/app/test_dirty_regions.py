"""Whatever happens at a table, what is painted anew leaves the same screen as a picture that is painted from nothing."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any, Final

import pygame
import pytest

from goosetable.app.match.matches import Matches
from goosetable.app.router import Router
from goosetable.app.scenes.routes import ToTable
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.table.sprites import CardImageQueue
from goosetable.engine.record.format import Chair
from tests.app.conftest import CODE, Opens, Program
from tests.app.stage_play import TABLES
from tests.games import playing

STEPS: Final = 260
KEYS: Final = (
    pygame.K_h, pygame.K_l, pygame.K_s, pygame.K_w, pygame.K_m, pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RETURN,
    pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_F1, pygame.K_F10, pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEDOWN,
)  # fmt: skip


@pytest.fixture(autouse=True)
def all_at_once(painted: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """No card waits for a later frame, for a picture painted from nothing would have it."""
    begin = CardImageQueue.begin_frame
    monkeypatch.setattr(CardImageQueue, "begin_frame", lambda queue, allowed=0: begin(queue, 10_000))


def from_nothing(one: Program) -> bytes:
    """The screen as it is when everything is painted on an empty one."""
    loop, canvas = one.loop, one.context.canvas
    before, canvas.dst = canvas.dst, pygame.Surface(one.screen.surface.get_size())
    try:
        loop._draw_all(canvas)
        return canvas.dst.get_buffer().raw
    finally:
        canvas.dst = before


def disturb(one: Program, chance: Random) -> None:
    """Something that a person does, or that happens to the window."""
    w, h = one.screen.size
    post = pygame.event.post
    match chance.randrange(12):
        case 0 | 1:
            post(pygame.event.Event(pygame.KEYDOWN, key=chance.choice(KEYS), mod=0, unicode=""))
        case 2 if chance.random() < 0.3:
            one.screen._window.size = chance.choice([(1280, 720), (640, 400), (900, 500)])
        case 3 if chance.random() < 0.3:
            one.context.show_notice(f"Something was to be said, number {chance.randrange(3)}.")
        case 4 if chance.random() < 0.3:
            post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_z, mod=pygame.KMOD_CTRL, unicode=""))
        case 5 if chance.random() < 0.3:
            one.screen.surface.fill("#ff00ff")
            post(pygame.event.Event(pygame.WINDOWEXPOSED))
        case 6 | 7:
            pos = chance.randrange(w), chance.randrange(h)
            post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
            if chance.random() < 0.5:
                post(pygame.event.Event(pygame.MOUSEMOTION, pos=(pos[0] + 30, pos[1] - 50), rel=(0, 0), buttons=(1, 0, 0)))
            post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(pos[0] + 30, pos[1] - 50), button=1))
        case _:
            pos = chance.randrange(w), chance.randrange(h)
            post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))


def play(one: Program, chance: Random) -> None:
    """The person's action, if it is their turn."""
    table = one.top
    if (
        isinstance(table, TableScene)
        and table.stage.shown is not None
        and table.match.is_my_turn
        and not table.timeline.has_beats
    ):
        legal = table.match.session.legal()
        if table.match.session.due_step == "act" and legal:
            table.perform(chance.choice(legal), by_person=True)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("number", [0, 3, 5, 6, 8, 9, 13, 15])
def test_a_walk_through_a_table_leaves_nothing_stale(program: Opens, number: int) -> None:
    name, chosen = TABLES[number]
    game, chance = playing.find(name), Random(number)
    options = game.Options(**chosen)
    chairs = [Chair(who, "random" if i else "human") for i, who in enumerate(playing.NAMES[: game.seats(options)])]
    one = program(size=chance.choice([(1280, 720), (640, 400)]), pace="leisurely")

    def table(context: Any, matches: Matches) -> Any:
        return Router(context, matches=matches, helps_newcomers=False).build_scene(
            ToTable(matches.begin_table(game, options, chairs, CODE))
        )

    one.show(table)
    one.loop.scenes.ahead = number % 2 == 0
    ticks = count()
    one.loop._clock, one.loop._later = lambda: next(ticks) / 1000, iter(())
    drawn = partly = 0
    for step in range(STEPS):
        if step % 3 == 0:
            disturb(one, chance)
        elif step % 11 == 5:
            play(one, chance)
        one.loop.do_idle_work(0.006)  # three pieces, or four
        if one.loop.is_over:
            break
        if one.loop.step(chance.choice([0.016, 0.016, 0.033, 0.1])):
            drawn += 1
            w, h = one.screen.surface.get_size()
            partly += one.loop._repainter.painted < w * h
            assert one.screen.surface.get_buffer().raw == from_nothing(one), (step, type(one.top).__name__)
    assert drawn > 60 and partly > drawn / 3
