"""Steps of a walk through the program: anything at random, a control used, a game played, all by posted events."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pygame

from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.lesson.scene import LessonScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.ui.widget import Widget
from goosetable.engine.rules import action
from tests.attacks import gestures
from tests.attacks.window import Window

ONWARD: Final = ("Deal", "Next deal", "Another game", "Move round", "Go on", "Lay a table", "Play", "Statistics", "All games")
"""What the buttons begin with that a person presses more often than others."""
OUT: Final = ("Leave the lesson", "Back", "Close", "Done")
"""What leads out again: without more of these a walk goes round and round in the lessons."""
SHY: Final = ("Leave", "Leave the table", "Full screen", "Leave full screen")
"""Buttons that a walk which is to go deep presses less often than others."""
PRESSES: Final = (
    pygame.K_RETURN, pygame.K_RETURN, pygame.K_SPACE, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN,
)  # fmt: skip
QUIET: Final = 0.02
"""How often what can wait is done after a step."""


def anything(window: Window, chance: Random) -> None:
    """A few events at random, and a step of any length."""
    for _ in range(chance.choice((1, 1, 2, 6))):
        if chance.random() < 0.01:
            window.resize(gestures.size(chance))
            continue
        if chance.random() < 0.003:
            _paste(window, gestures.text(chance))
        for one in gestures.anything(chance, *window.program.screen.size):
            window.trail.append(f"{pygame.event.event_name(one.kind)} {str(one.fields)[:80]!a}")
            window.post(one.kind, **one.fields)
    window.step(chance.choice((0.0, 0.016, 0.05, 0.1, 9.0)), chance.choice((0, 0, 3, 30)), chance.random() < QUIET)


def _paste(window: Window, text: str) -> None:
    """Something lies on the clipboard of the system, and is pasted."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, ValueError):
        return  # such a text no clipboard can hold
    window.post(pygame.KEYDOWN, key=pygame.K_v, mod=pygame.KMOD_CTRL, unicode="\x16")


def press(window: Window, chance: Random) -> None:
    """A person who knows what can be pressed, and how a game is played."""
    top = window.top.table if isinstance(window.top, LessonScene) else window.top
    if isinstance(top, HandoverScene) and chance.random() < 0.9:
        lift(window, top)
    elif isinstance(top, TableScene) and chance.random() < 0.93:
        play(window, top, chance)
    elif not isinstance(top, (TableScene, TitleScene)) and chance.random() < 0.07:
        key(window, pygame.K_ESCAPE)
        window.step(0.1)
    else:
        able = [one for one in window.controls() if one.label not in SHY or chance.random() < 0.05]
        wanted = ONWARD if chance.random() < 0.6 else OUT
        some = [one for one in able if one.label.startswith(wanted)]
        if able:
            use(window, chance.choice(some if some and chance.random() < 0.35 else able), chance.choice(PRESSES), chance)
        window.step(0.1, chance.choice((0, 5, 60)), chance.random() < QUIET)


def lift(window: Window, curtain: HandoverScene) -> None:
    """The button of a curtain is held until it opens."""
    window.trail.append("curtain")
    pos = curtain.show.rect.center
    window.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
    for _ in range(12):
        window.step(0.1)
        if window.top is not curtain:
            break
    window.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)
    window.step(0.1)


def play(window: Window, table: TableScene, chance: Random, oddly: bool = True) -> None:
    """What is to be done at the table is done; or time goes on until something is. oddly: with hints, undo and such."""
    shown = table.stage.shown
    if table.last_trick is not None or (oddly and chance.random() < 0.06):
        key(window, chance.choice((pygame.K_ESCAPE, pygame.K_SPACE, pygame.K_h, pygame.K_l, pygame.K_F8, pygame.K_F1)))
    elif shown is not None and table.panel is not None and table.panel.tiles:
        click(window, chance.choice(table.panel.tiles).rect.center)
    elif shown is not None and shown.mine and shown.legal:
        card = chance.choice(list(shown.legal))
        place = next((sprite.rest for sprite in table.hand.sprites if sprite.key == f"card {card}"), None)
        if place is not None:
            click(window, (round(place.x - place.height * 0.25), round(place.y - place.height * 0.2)))
    elif shown is not None and shown.mine:
        key(window, pygame.K_RETURN)
    if oddly and chance.random() < 0.02:
        key(window, pygame.K_z, pygame.KMOD_CTRL)
    window.step(0.1, 60, chance.random() < QUIET)


def learn(window: Window, lesson: LessonScene) -> None:
    """What the teacher asks for is done; or time goes on until she has asked."""
    if lesson.progress.waits_for_go:
        use(window, lesson.teacher.go, pygame.K_RETURN)
    elif lesson.progress.asking and lesson.table.panel is not None:
        tile = next((tile for tile in lesson.table.panel.tiles if tile.choice.action in lesson.progress.asking), None)
        if tile is not None:
            use(window, tile, pygame.K_RETURN)
    elif lesson.progress.asking:
        key = f"card {action.card_of(lesson.progress.asking[0])}"
        place = next((sprite.rest for sprite in lesson.table.hand.sprites if sprite.key == key), None)
        if place is not None:
            click(window, (round(place.x - place.height * 0.27), round(place.y + place.height * 0.1)))
    window.step(0.1, 60)
    window.step(0.1)


def use(window: Window, widget: Widget, with_key: int, chance: Random | None = None) -> None:
    """A control gets the focus and a key; or with chance, where it can be seen, mostly a click."""
    window.trail.append(f"use {widget.label!a} of {type(window.top).__name__}")
    found: Any = getattr(window.top, "widgets", None) or window.top.controls.widgets
    area = widget.rect if widget.scroller is None else widget.rect.clip(widget.scroller.rect)
    seen = area.w > 0 and area.h > 0 and found.at(area.center) is widget
    if chance is not None and seen and chance.random() < 0.8:
        at = (chance.randrange(area.x, area.right), chance.randrange(area.y, area.bottom))
        click(window, at if found.at(at) is widget else area.center)
        return
    found.to(widget)
    key(window, with_key)


def click(window: Window, pos: tuple[int, int]) -> None:
    """The pointer goes to a place, and is pressed and let go there."""
    window.trail.append(f"click {pos}")
    window.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
    window.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
    window.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)


def key(window: Window, code: int, mod: int = 0) -> None:
    """A key is pressed and let go."""
    window.trail.append(f"key {pygame.key.name(code)}")
    window.post(pygame.KEYDOWN, key=code, mod=mod, unicode="")
    window.post(pygame.KEYUP, key=code, mod=mod, unicode="")
