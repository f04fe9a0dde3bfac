"""What can come to a window from outside, at random: keys, texts, pointers, and what systems say of windows."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

import pygame


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


def anything(chance: Random, wide: int, high: int) -> list[Gesture]:
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
            [move],
            [move, down, up],
            [down, up],
            [down],
            [up],
            [down, drag, up._replace(fields=drag.fields | {"button": button})],
            [wheel],
            [move, wheel],
        )
    )
