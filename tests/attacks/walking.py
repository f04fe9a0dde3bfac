"""Steps of a walk through the program: anything that comes from outside, a control used, a game played, by posted events."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

import pygame

from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.lesson.scene import LessonScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.ui.widget import Widget
from goosetable.engine.rules import action
from tests.attacks.window import Window


class Gesture(NamedTuple):
    """One event to post."""

    kind: int
    fields: dict[str, Any]


KEYS: Final = sorted(value for name, value in vars(pygame).items() if name.startswith("K_"))
USED: Final = [
    *range(pygame.K_0, pygame.K_9 + 1), *range(pygame.K_a, pygame.K_z + 1), *range(pygame.K_KP_1, pygame.K_KP_0 + 1),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END) * 4,
    *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_BACKSPACE, pygame.K_DELETE) * 2, *(pygame.K_TAB, pygame.K_F6) * 4,
    *(pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) * 6, *(pygame.K_ESCAPE,) * 3,
    *(pygame.K_F1, pygame.K_F3, pygame.K_F8, pygame.K_F10, pygame.K_F11),
]  # fmt: skip
"""Keys that mean something in one scene or another, some more often than others."""
MODIFIERS: Final = (
    pygame.KMOD_SHIFT, pygame.KMOD_LSHIFT, pygame.KMOD_CTRL, pygame.KMOD_RCTRL, pygame.KMOD_ALT, pygame.KMOD_LALT,
    pygame.KMOD_META, pygame.KMOD_CAPS, pygame.KMOD_NUM, pygame.KMOD_MODE,
)  # fmt: skip
SIGNS: Final = (
    *("", "", "a", "Z", "7", " ", "..", "/", "CON", "%s{0}", "<b>", "{~[0]~}", "[7]"),
    *("\x00", "\x1b", "\n", "\r\n", "\t", "\u00ad", "\u200b", "\u200f", "\u202e", "\u2028", "\ufeff", "\ufffd"),
    *("é", "ß", "ẞ", "♠", "e\u0301\u0302\u0303", "ﷺ", "מזל", "雁", "\U0001fabf", "\U0001f469\u200d\U0001f467", "\U0010ffff"),
    *("\ud800", "\udfff", "\udc80x"),
)
"""Signs that are typed: plain ones, those with a meaning, those that cannot be seen, those of all scripts, half ones."""
WINDOWS: Final = sorted(
    value for name, value in vars(pygame).items() if name.startswith("WINDOW") and name[6:7].isalpha() and "POS" not in name
)
"""Everything that a system says of a window."""
FOREIGN: Final = sorted(
    value
    for name, value in vars(pygame).items()
    if name.startswith(("JOY", "CONTROLLER", "FINGER", "AUDIODEVICE", "APP_", "RENDER_", "CLIPBOARD", "LOCALE", "KEYMAP"))
    and isinstance(value, int)
)
"""What comes from things that the program does not use. What is dropped is not among it: it always names a file or a text."""
DROPS: Final = {
    "a file": ((pygame.DROPBEGIN, ""), (pygame.DROPFILE, "file"), (pygame.DROPCOMPLETE, "")),
    "a text": ((pygame.DROPBEGIN, ""), (pygame.DROPTEXT, "text"), (pygame.DROPCOMPLETE, "")),
    "two files": ((pygame.DROPFILE, "file"), (pygame.DROPFILE, "file")),
    "nothing": ((pygame.DROPBEGIN, ""), (pygame.DROPCOMPLETE, "")),
}
"""What SDL sends for what is dropped, in its order: the kind of each event, and the name of what it brings."""
EVERYDAY: Final = ((1280, 720), (640, 400), (800, 600), (1024, 768), (1366, 768), (1920, 1080), (700, 900))
AWKWARD: Final = (
    (1, 1), (1, 400), (640, 1), (2, 3), (16, 16), (97, 61), (200, 2000), (3000, 90), (319, 241), (639, 399), (641, 401),
    (480, 1200), (1080, 1920), (1600, 240), (3840, 2160), (5000, 3000),
)  # fmt: skip


def text(chance: Random) -> str:
    """Anything that can be typed, pasted or put together by an input method."""
    short = "".join(chance.choice(SIGNS) for _ in range(chance.randrange(1, 8)))
    return short * chance.choice((1, 1, 1, 1, 1, 3, 60, 4000)) if chance.random() < 0.3 else short


def size(chance: Random) -> tuple[int, int]:
    """A size of a window: mostly an everyday one, because large ones take long to draw."""
    if chance.random() < 0.7:
        return chance.choice(EVERYDAY)
    if chance.random() < 0.8:
        return chance.choice(AWKWARD[:-2])
    return chance.choice(AWKWARD[-2:]) if chance.random() < 0.3 else (chance.randrange(1, 2200), chance.randrange(1, 1400))


def place(chance: Random, wide: int, high: int) -> tuple[int, int]:
    """A place of the pointer, sometimes outside of the window."""
    if chance.random() < 0.9:
        return chance.randrange(max(1, wide)), chance.randrange(max(1, high))
    far = chance.choice((1, 50, 5000, 2**31 - 1))
    return chance.randint(-far, far), chance.randint(-far, far)


def any_gestures(chance: Random, wide: int, high: int) -> list[Gesture]:
    """One event, or the few that come together. wide, high: of the window."""
    roll = chance.random()
    if roll < 0.40:
        return keys(chance)
    if roll < 0.72:
        return pointer(chance, wide, high)
    if roll < 0.82:
        kind = chance.choice((pygame.TEXTINPUT, pygame.TEXTINPUT, pygame.TEXTEDITING))
        said = text(chance)
        return [Gesture(kind, {"text": said, "start": chance.randrange(9), "length": len(said)})]
    if roll < 0.90:
        return [
            Gesture(chance.choice(WINDOWS), {"x": chance.randrange(-9, 3000), "y": 0, "display_index": chance.randrange(3)})
        ]
    if roll < 0.93:
        away, back = chance.choice(((pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED), (pygame.WINDOWHIDDEN, pygame.WINDOWSHOWN)))
        return [Gesture(away, {}), Gesture(back, {})]
    if roll < 0.96:
        dropped = chance.choice(("/dev/zero", "/tmp/a.goose", "", "\udcff.goose", "x" * 5000, "con"))
        return [Gesture(kind, {name: dropped} if name else {}) for kind, name in DROPS[chance.choice(tuple(DROPS))]]
    fields = {"which": 0, "button": chance.randrange(20), "value": 1.0, "axis": 0, "x": 0.5, "y": 0.5, "dx": 0, "dy": 0}
    return [
        Gesture(chance.choice(FOREIGN), fields | {"joy": 0, "instance_id": 0, "finger_id": 0, "touch_id": 0, "iscapture": 0})
    ]


def keys(chance: Random) -> list[Gesture]:
    """A key pressed, mostly let go again, with anything held beside it."""
    key = chance.choice(USED) if chance.random() < 0.85 else chance.choice((*KEYS, 0, -1, 2**30 + 999, 2**31 - 1))
    mod = 0
    while chance.random() < 0.2:
        mod |= chance.choice(MODIFIERS)
    fields = {"key": key, "mod": mod, "unicode": chance.choice(SIGNS), "scancode": chance.randrange(512)}
    pressed = [Gesture(pygame.KEYDOWN, fields) for _ in range(1 if chance.random() < 0.9 else 4)]
    return [*pressed, Gesture(pygame.KEYUP, fields)] if chance.random() < 0.8 else pressed


def pointer(chance: Random, wide: int, high: int) -> list[Gesture]:
    """The pointer moves, is pressed, drags, is let go, or its wheel turns."""
    at, to = place(chance, wide, high), place(chance, wide, high)
    button = chance.choice((1, 1, 1, 1, 1, 2, 3, 4, 7, 255))
    move = Gesture(pygame.MOUSEMOTION, {"pos": at, "rel": (0, 0), "buttons": (0, 0, 0), "touch": False})
    down = Gesture(pygame.MOUSEBUTTONDOWN, {"pos": at, "button": button, "touch": False})
    up = Gesture(pygame.MOUSEBUTTONUP, {"pos": at, "button": button, "touch": False})
    drag = Gesture(pygame.MOUSEMOTION, {"pos": to, "rel": (5, 5), "buttons": (1, 0, 0), "touch": False})
    turn = chance.choice((1, -1, 3, -30, 0, 10**6, -(10**9)))
    part = chance.choice((0.0, 0.25, -0.5, float(turn), 1e9))
    wheel = Gesture(pygame.MOUSEWHEEL, {"x": 0, "y": turn, "precise_x": 0.0, "precise_y": part, "flipped": False})
    return chance.choice(
        (
            [move], [move, down, up], [down, up], [down], [up],
            [down, drag, up._replace(fields=drag.fields | {"button": button})], [wheel], [move, wheel],
        )
    )  # fmt: skip


ONWARD: Final = ("Deal", "Next deal", "Again", "Again, seats moved", "Go on", "Lay a table", "Play", "Statistics", "All games")
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
            window.resize(size(chance))
            continue
        if chance.random() < 0.003:
            _paste(window, text(chance))
        for one in any_gestures(chance, *window.program.screen.size):
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
    top = window.top
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
    if lesson.progress.waits_for_button:
        use(window, lesson.teacher.go, pygame.K_RETURN)
    elif lesson.progress.asking and lesson.panel is not None:
        tile = next((tile for tile in lesson.panel.tiles if tile.choice.action in lesson.progress.asking), None)
        if tile is not None:
            use(window, tile, pygame.K_RETURN)
    elif lesson.progress.asking:
        key = f"card {action.card_of(lesson.progress.asking[0])}"
        place = next((sprite.rest for sprite in lesson.hand.sprites if sprite.key == key), None)
        if place is not None:
            click(window, (round(place.x - place.height * 0.27), round(place.y + place.height * 0.1)))
    window.step(0.1, 60)
    window.step(0.1)


def use(window: Window, widget: Widget, with_key: int, chance: Random | None = None) -> None:
    """A control gets the focus and a key; or with chance, where it can be seen, mostly a click."""
    window.trail.append(f"use {widget.label!a} of {type(window.top).__name__}")
    found: Any = getattr(window.top, "widgets", None) or window.top.controls.widgets
    area = widget.rect if widget.scroller is None else widget.rect.clip(widget.scroller.rect)
    seen = area.w > 0 and area.h > 0 and found.control_at(area.center) is widget
    if chance is not None and seen and chance.random() < 0.8:
        at = (chance.randrange(area.x, area.right), chance.randrange(area.y, area.bottom))
        click(window, at if found.control_at(at) is widget else area.center)
        return
    found.focus_on(widget)
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
