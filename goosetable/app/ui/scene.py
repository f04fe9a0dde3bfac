"""What a scene is, the changes by which it asks for another, and the stack that carries the changes out."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Final, NamedTuple, TypeAlias

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import Enough, sliced
from goosetable.app.ui import keymap

LOOK: Final = 1.0
"""Seconds between two looks at what may change while a screen stands."""
Measure: TypeAlias = Callable[[float], tuple[int, int]]
"""How large something is, in pixels, that may be so many pixels wide."""


class Watch:
    """Looks once a second at something that may change while a screen stands, such as the date."""

    def __init__(self, look: Callable[[], Hashable]) -> None:
        self._look, self._seen, self._waited = look, look(), 0.0

    def passed(self, seconds: float) -> bool:
        """Let seconds pass; whether it is another one now than the last time that was asked."""
        self._waited += seconds
        if self._waited < LOOK:
            return False
        self._waited = 0.0
        before, self._seen = self._seen, self._look()
        return self._seen != before


class Scene:
    """One screen of the program. The size arrives by resized() before anything else happens, and at every change.

    busy: something moves, so update and draw 60 times a second. dirty: draw once more (a scene sets it, drawing clears
    it). timed: nothing moves, but time passes for it all the same, as before a page turns by itself. prepared: its picture can
    be drawn within a frame; until it can, what stands on the screen stays there. covers: nothing below shows through.
    fades: the screen before it fades away over it. bar: the height in pixels of what stands along the top and has to be
    within reach even while something is said there. typing: letters are text. double: a press just now would be taken for the
    second half of a double click. screen: what the list of keys calls it, as `keymap` has it. alone: a key press is for this
    scene and nobody else. halts: it pauses where a controller is pulled out.

    eyes: the person for whom alone something on it is, where others share the screen; None where there is no such thing.
    secret: it keeps what such a person saw on the scene below, and is closed as soon as they look no more.
    """

    covers = True
    fades = True
    busy = False
    dirty = True
    timed = False
    prepared = True
    bar = 0
    typing = False
    double = False
    screen = ""
    alone = False
    halts = False
    eyes: int | None = None
    secret = False
    w = 0
    h = 0

    def resized(self, w: int, h: int) -> None:
        """The window is now w x h pixels; also called when theme, text size or cards changed: lay everything out."""
        self.w, self.h = w, h
        self.dirty = True

    def handle(self, event: pygame.event.Event) -> Change:
        """Something came from keyboard, mouse or system. Use only what the event says."""

    def update(self, dt: float) -> Change:
        """dt seconds passed (at most 0.1). Called every frame while busy, and about 30 times a second otherwise."""

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on canvas.dst."""

    def work(self) -> bool:
        """One short piece of what can wait, such as thinking, in the time left of a frame; whether there is more."""
        return False

    def cover(self) -> bool:
        """The person turns away: what is for their eyes alone is covered from now on; whether there was such a thing."""
        return False

    def notice_place(self, size: Measure) -> pygame.Rect:
        """Where a sentence of the program may lie over this scene: in the middle of its top, under the bar."""
        w, h = size(self.w - 48)
        return pygame.Rect((self.w - w) // 2, self.bar + 10, w, h)

    def resumed(self, result: object) -> None:
        """The scene above this one has gone, leaving `result`."""

    def closed(self) -> None:
        """The scene is being left for good."""


Route: TypeAlias = tuple[object, ...]
"""Where a change leads: one of the named tuples of `scenes/routes`, of which this stack knows nothing."""
Build: TypeAlias = Callable[[Route], Scene | None]
"""Makes the scene that a route leads to; None, after a notice, where it cannot be shown: then nothing changes."""


class Push(NamedTuple):
    """Lay a scene over this one."""

    route: Route


class Replace(NamedTuple):
    """Go to a scene instead of this one."""

    route: Route


class Pop(NamedTuple):
    """Leave this scene; the one below gets `result` by resumed()."""

    result: object = None


class Restart(NamedTuple):
    """Leave every scene and begin again with one."""

    route: Route


class Quit(NamedTuple):
    """End the program."""


Change: TypeAlias = Push | Replace | Pop | Restart | Quit | None

FADE = 0.18  # seconds
PATIENCE = 0.3  # seconds for which a scene may stand on the screen while the next one is drawn ahead
PIECE = 400_000  # pixels of pictures that a slice of that makes
STEPS = 5  # pictures of it: each of them is a whole one
GONE = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
"""Events after which others may come to the screen."""
HIDING = ("hide", "pause", "halt")
"""Commands by which a person turns away, wherever their key means nothing else."""


def shade(step: int) -> int:
    """How much of the screen before is to be seen where it has so many steps left, 0..255."""
    return round(255 * (step / STEPS) ** 2)


class Scenes:
    """The stack of scenes, the one place where changes are carried out. Empty means the program is over.

    It also sees to it that what is for one person's eyes is covered when that person turns away, on every scene of the stack
    and before the uppermost gets the event: a scene need not know what lies under it.
    """

    def __init__(self, first: Scene, w: int, h: int, build: Build, pace: Callable[[], float] = lambda: 1.0) -> None:
        """pace: the factor on all durations, 0 for none."""
        self.w, self.h = w, h
        self.build, self.pace = build, pace
        self._stack: list[Scene] = []
        self._before: pygame.Surface | None = None  # the picture that is fading away
        self._fresh = False  # the next drawing must first keep what stands on the screen
        self._left = 0.0  # how much of it is still to be seen, 1..0
        self.ahead = False
        """Whether the first picture of a scene is drawn ahead, in slices of work(), before the scene is shown."""
        self._canvas: Canvas | None = None  # what was drawn on last
        self._coming: Scene | None = None  # the scene whose first picture is being drawn ahead
        self._waited = 0.0
        self._seen: frozenset[tuple[int, int]] = frozenset()
        """For whose eyes, by scene, what stands on the screen is."""
        self._push(first)

    @property
    def top(self) -> Scene | None:
        return self._stack[-1] if self._stack else None

    @property
    def prepared(self) -> bool:
        return self._coming is None and all(scene.prepared for scene in self.shown)

    @property
    def busy(self) -> bool:
        return self.prepared and (self._left > 0 or any(scene.busy for scene in self.shown))

    @property
    def dirty(self) -> bool:
        return self.prepared and (self._left > 0 or any(scene.dirty for scene in self.shown))

    @property
    def fading(self) -> int:
        """In how many of the `STEPS` of a fade something is still to be seen of the screen before."""
        return math.ceil(self._left * STEPS) if self._before is not None else 0

    @property
    def timed(self) -> bool:
        return any(scene.timed for scene in self.shown)

    @property
    def stack(self) -> tuple[Scene, ...]:
        """All scenes, the lowest first."""
        return tuple(self._stack)

    def __len__(self) -> int:
        return len(self._stack)

    @property
    def shown(self) -> list[Scene]:
        """From the lowest scene that can be seen to the top."""
        first = len(self._stack) - 1
        while first > 0 and not self._stack[first].covers:
            first -= 1
        return self._stack[max(0, first) :]

    def quit(self) -> None:
        self._clear()

    def handle(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.hurry()  # whoever acts does not wait
        if event.type in GONE or self._hides(event):
            self.turn_away()
        if self._stack:
            self._apply(self._stack[-1].handle(event))
        self._guard()

    def _hides(self, event: pygame.event.Event) -> bool:
        """Whether a key press hides what is for one person's eyes."""
        if event.type != pygame.KEYDOWN or not self._stack or self._stack[-1].alone:
            return False
        here = keymap.command(event, self._stack[-1].screen)
        return here in ("", *HIDING) and any(keymap.means(event, command) for command in HIDING)

    def turn_away(self) -> None:
        """The person who looks has gone, or hides what is theirs alone."""
        covered = [scene.cover() for scene in self._stack]  # every one of them, not only up to the first
        if any(covered):
            self._close_secrets()
            self._guard()

    @property
    def eyes(self) -> frozenset[tuple[int, int]]:
        """For whose eyes, by scene, a picture is that is drawn now."""
        return frozenset((id(scene), scene.eyes) for scene in self._stack if scene.eyes is not None)

    @property
    def stale(self) -> bool:
        """Whether the screen still shows what is for the eyes of a person who looks no more."""
        return bool(self._seen - self.eyes) if self._seen else False

    def shown_now(self) -> None:
        """What was drawn last stands on the screen."""
        self._seen = self.eyes

    def _guard(self) -> None:
        """Nothing that was drawn or opened for a person outlasts the moment in which they look no more."""
        if self.stale:
            self._close_secrets()
            self._before, self._fresh, self._left, self._coming = None, False, 0.0, None

    def _close_secrets(self) -> None:
        """Close the scenes that keep what a person saw below them."""
        top, gone = self.top, [scene for scene in self._stack if scene.secret]
        self._stack = [scene for scene in self._stack if not scene.secret]
        for scene in gone:
            scene.closed()
        if self._stack and self._stack[-1] is not top:
            self._stack[-1].resumed(None)
        for scene in self._stack:
            scene.dirty = True

    def work(self) -> bool:
        """One short piece of work for the scenes that are shown; whether there is more."""
        if self._coming is not None and self._coming.prepared and self._draw_ahead(self._coming):
            return True
        more = [scene.work() for scene in self.shown]  # every one of them, not only up to the first that has more
        return any(more)

    def hurry(self) -> None:
        """Nothing can wait any longer, as where the screen may have lost what stood on it."""
        self._coming = None

    def _draw_ahead(self, scene: Scene) -> bool:
        """Draw a piece of a scene where nobody sees it, so that its pictures are there; whether there is more."""
        canvas = self._canvas
        try:
            if canvas is not None:
                with canvas.onto(pygame.Surface((1, 1))), sliced(PIECE):
                    scene.draw(canvas)
        except Enough:
            return True
        self._coming = None
        if canvas is not None and self._fresh:
            self._before, self._fresh = canvas.standing(), False
        return False

    def update(self, dt: float) -> None:
        if self._coming is not None:
            self._waited += dt
            if self._waited < PATIENCE:
                return
            self._coming = None
        pace = self.pace()
        if self._left > 0 and self.prepared:
            self._left = max(0.0, self._left - dt / (FADE * pace)) if pace > 0 else 0.0
            if self._left == 0 and self._stack:
                self._before = None
                self._stack[-1].dirty = True
        for scene in self.shown:
            change = scene.update(dt)
            if change is not None and scene is self.top:
                self._apply(change)
                break
        self._guard()

    def resized(self, w: int, h: int) -> None:
        self.w, self.h = w, h
        self._before, self._fresh, self._left, self._coming = None, False, 0.0, None
        for scene in self._stack:
            scene.resized(w, h)

    def draw(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._guard()
        if self._fresh:
            self._before, self._fresh = canvas.standing(), False
        for scene in self.shown:
            scene.dirty = False
            canvas.hush()
            scene.draw(canvas)
        if self._before is not None and self._left > 0:
            canvas.faded(self._before, shade(self.fading))

    def _apply(self, change: Change) -> None:
        match change:
            case None:
                return
            case Push(route) | Replace(route) | Restart(route):
                scene = self.build(route)
                if scene is None:
                    return
                if isinstance(change, Replace):
                    self._stack.pop().closed()
                elif isinstance(change, Restart):
                    self._clear()
                self._push(scene)
            case Pop(result):
                self._stack.pop().closed()
                if self._stack:
                    self._stack[-1].resumed(result)
                    self._fade(self._stack[-1])
            case Quit():
                self._clear()

    def _push(self, scene: Scene) -> None:
        first = not self._stack
        self._stack.append(scene)
        scene.resized(self.w, self.h)
        if not first:
            self._fade(scene)
            if self.ahead and scene.fades:  # a curtain has to fall at once
                self._coming, self._waited = scene, 0.0

    def _fade(self, scene: Scene) -> None:
        scene.dirty = True
        if scene.fades and self.pace() > 0:
            self._fresh, self._left = True, 1.0
        else:
            self._before, self._fresh, self._left = None, False, 0.0

    def _clear(self) -> None:
        while self._stack:
            self._stack.pop().closed()
        self._before, self._fresh, self._left, self._coming = None, False, 0.0, None
