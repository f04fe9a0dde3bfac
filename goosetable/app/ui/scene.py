"""Scenes, the changes of scenes that a scene can request, and the stack that makes these changes."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import SliceFull, limit_drawing
from goosetable.app.ui import keymap

if TYPE_CHECKING:  # most people have no screen reader
    from goosetable.app.ui.accessible import AccessibleTree

CHECK_INTERVAL: Final = 1.0
"""Seconds between two checks of a watched value."""
Measure: TypeAlias = Callable[[float], tuple[int, int]]
"""A function that returns width and height of a box in pixels, given its largest width in pixels."""


class WatchedValue:
    """A value that may change while a screen is open, such as the date, and that is checked once a second."""

    def __init__(self, read_value: Callable[[], Hashable]) -> None:
        self._look, self._seen, self._waited = read_value, read_value(), 0.0

    def pass_time(self, seconds: float) -> bool:
        """Lets seconds pass; returns True if the value differs from the last check."""
        self._waited += seconds
        if self._waited < CHECK_INTERVAL:
            return False
        self._waited = 0.0
        before, self._seen = self._seen, self._look()
        return self._seen != before


class Scene:
    """One screen of the program. The first call is on_resize(), which is called again at every change of the window's size."""

    covers = True
    """True if the scene hides the scenes below it."""
    fades = True
    """True if the previous screen fades out over the scene."""
    is_moving = False
    """True while something moves, so that update and draw are called 60 times a second."""
    dirty = True
    """True if the scene must be drawn. A scene sets it; drawing clears it."""
    changes_with_time = False
    """True if the scene will change without input though nothing moves, for example because a page turns automatically."""
    prepared = True
    """True if the picture can be drawn within one frame. Until then the previous picture stays on the screen."""
    words_wait = False
    """True while screen readers have to wait for the words of the scene, because these will change in a moment."""
    bar = 0
    """Height in pixels of the controls along the top, which a notice must not cover."""
    typing = False
    """True if letters are typed text."""
    awaits_second_click = False
    """True if a press now counts as the second half of a double click."""
    screen = ""
    """The name of the scene's screen in `keymap`, for the list of keys."""
    gets_all_keys = False
    """True if key presses go only to this scene."""
    pauses_without_controller = False
    """True if the scene pauses when a controller is disconnected."""
    private_viewer: int | None = None
    """Seat of the only person who may see a private part of the scene, if several people share the screen. None if there is no
    private part.
    """
    secret = False
    """True if the scene shows private facts of the person `private_viewer`, and closes when that person turns away."""
    announces_log = False
    """True if the scene announces the events itself, so that no scene below announces them."""
    w = 0
    h = 0

    def on_resize(self, w: int, h: int) -> None:
        """Lays everything out for a window of w x h pixels; also called when theme, text size or cards have changed."""
        self.w, self.h = w, h
        self.dirty = True

    def handle(self, event: pygame.event.Event) -> Change:
        """Handles an event from keyboard, mouse or system. Uses nothing but the event's fields."""

    def update(self, dt: float) -> Change:
        """Lets dt seconds pass (at most 0.1). Called every frame while `is_moving`, and about 30 times a second otherwise."""

    def draw(self, canvas: Canvas) -> None:
        """Draws everything on canvas.dst."""

    def run_slice(self) -> bool:
        """Does one short piece of background work, such as a search, in the rest of a frame; returns True if more remains."""
        return False

    def accessible_tree(self) -> AccessibleTree:
        """Makes the accessible tree of the scene; called while it is on top and a screen reader listens."""
        raise NotImplementedError

    def edge_sentence(self, key: int) -> str:
        """Returns a sentence for a key whose press, the last one, found no control to move the focus to; "" for any other key,
        and in a scene without such sentences.
        """
        return ""

    def with_log(self, tree: AccessibleTree) -> AccessibleTree | None:
        """Returns the accessible tree of a scene above this one, with this scene's log added, so that the log is announced.
        Returns None if this scene has no log.
        """
        return None

    def cover_private_view(self) -> None:
        """Hides the private view of a person who turns away. Does nothing if there is none."""

    def notice_place(self, measure: Measure) -> pygame.Rect:
        """Returns the box for a notice over this scene: in the middle, under the bar. measure: returns width and height of the
        notice, for a largest width.
        """
        w, h = measure(self.w - 48)
        return pygame.Rect((self.w - w) // 2, self.bar + 10, w, h)

    def on_resume(self, result: object) -> None:
        """Called when the scene above has closed, with its `result`."""

    def on_close(self) -> None:
        """Called when the scene is removed from the stack."""


Route: TypeAlias = tuple[object, ...]
"""The scene to open: one of the named tuples of `scenes/routes`. The stack passes it on to the scene builder."""
SceneBuilder: TypeAlias = Callable[[Route], Scene | None]
"""A function that makes the scene of a route. It returns None, after a notice, if the scene cannot be shown; then nothing
changes.
"""


class Push(NamedTuple):
    """Opens a scene over this one."""

    route: Route


class Replace(NamedTuple):
    """Replaces this scene by another."""

    route: Route


class Pop(NamedTuple):
    """Closes this scene. The scene below gets `result` by on_resume()."""

    result: object = None


class Restart(NamedTuple):
    """Closes all scenes and opens a new one."""

    route: Route


class Quit(NamedTuple):
    """Ends the program."""


Change: TypeAlias = Push | Replace | Pop | Restart | Quit | None

FADE_SECONDS = 0.18  # seconds
DRAW_AHEAD_SECONDS = 0.3  # seconds at most for drawing the next scene ahead while the present one stays on the screen
SLICE_PIXELS = 400_000  # pixels of pictures drawn in one slice of run_slice()
FADE_STEPS = 5  # pictures of a fade, each drawn whole
AWAY_EVENTS = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
"""Events after which other people may see the screen."""
HIDING_COMMANDS = ("hide", "pause", "halt")
"""Commands by which a person hides private views, on screens where their key has no other command."""


def fade_opacity(steps_left: int) -> int:
    """Returns the opacity of the previous screen, 0..255, while it fades out. steps_left: number of steps that remain."""
    return round(255 * (steps_left / FADE_STEPS) ** 2)


class Scenes:
    """The stack of scenes, which alone carries out changes. The program ends when the stack is empty.

    If a person turns away, or a new scene hides the scenes below, the stack covers the private views of all scenes. So no scene
    needs to know the scenes below it.
    """

    def __init__(self, first: Scene, w: int, h: int, build: SceneBuilder, pace: Callable[[], float] = lambda: 1.0) -> None:
        """pace: the factor on all durations; 0 turns animation off."""
        self.w, self.h = w, h
        self.build, self.pace = build, pace
        self._stack: list[Scene] = []
        self._before: pygame.Surface | None = None  # the picture that fades out
        self._must_save_screen = False  # the next drawing must first save the present screen
        self._left = 0.0  # opacity of that picture, 1..0
        self.ahead = False
        """True if the first picture of a scene is drawn in slices before the scene is displayed."""
        self._canvas: Canvas | None = None  # the canvas of the last drawing
        self._drawn_ahead: Scene | None = None  # the scene whose first picture is being drawn ahead
        self._waited = 0.0
        self._seen: frozenset[tuple[int, int]] = frozenset()
        """Owners of the private views on the screen, by scene."""
        self._push_scene(first)

    @property
    def top(self) -> Scene | None:
        return self._stack[-1] if self._stack else None

    @property
    def prepared(self) -> bool:
        return self._drawn_ahead is None and all(scene.prepared for scene in self.visible_scenes)

    @property
    def is_moving(self) -> bool:
        return self.prepared and (self._left > 0 or any(scene.is_moving for scene in self.visible_scenes))

    @property
    def dirty(self) -> bool:
        return self.prepared and (self._left > 0 or any(scene.dirty for scene in self.visible_scenes))

    @property
    def fade_steps_left(self) -> int:
        """Number of drawing steps until the end of a fade, at most `FADE_STEPS`."""
        return math.ceil(self._left * FADE_STEPS) if self._before is not None else 0

    @property
    def changes_with_time(self) -> bool:
        return any(scene.changes_with_time for scene in self.visible_scenes)

    @property
    def stack(self) -> tuple[Scene, ...]:
        """All scenes, the lowest first."""
        return tuple(self._stack)

    def __len__(self) -> int:
        return len(self._stack)

    @property
    def visible_scenes(self) -> list[Scene]:
        """The visible scenes, from the lowest to the top."""
        first = len(self._stack) - 1
        while first > 0 and not self._stack[first].covers:
            first -= 1
        return self._stack[max(0, first) :]

    def accessible_tree(self) -> AccessibleTree:
        """Returns the accessible tree of the uppermost scene.

        Adds the log of the nearest scene below that has one, so that its new lines are announced.
        """
        found = self._stack[-1].accessible_tree()
        if found.log_id:
            return found
        for scene in reversed(self._stack):
            if scene.announces_log:
                return found
            logged = scene.with_log(found)
            if logged is not None:
                return logged
        return found

    def quit(self) -> None:
        self._close_all()

    def handle(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.stop_drawing_ahead()  # a person who acts does not wait
        if event.type in AWAY_EVENTS or self._is_hiding_key(event):
            self.cover_private_views()
        if self._stack:
            self._apply_change(self._stack[-1].handle(event))
        self._drop_hidden_views()

    def _is_hiding_key(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or not self._stack or self._stack[-1].gets_all_keys:
            return False
        here = keymap.command_of(event, self._stack[-1].screen)
        return here in ("", *HIDING_COMMANDS) and any(keymap.is_command(event, command) for command in HIDING_COMMANDS)

    def cover_private_views(self) -> None:
        """Covers the private views of all scenes, because the person has turned away or has hidden them."""
        had_private_view = bool(self.shown_private_views)
        for scene in self._stack:
            scene.cover_private_view()
        if had_private_view:
            self._close_secret_scenes()
            self._drop_hidden_views()

    @property
    def shown_private_views(self) -> frozenset[tuple[int, int]]:
        """The private views in a picture drawn now, as pairs: the id of a scene, and the only person who may see its view."""
        return frozenset((id(scene), scene.private_viewer) for scene in self._stack if scene.private_viewer is not None)

    @property
    def shows_old_private_view(self) -> bool:
        """True if the screen still shows the private view of a person who has turned away."""
        return bool(self._seen - self.shown_private_views) if self._seen else False

    def record_picture_shown(self) -> None:
        """Records that the last picture has reached the screen."""
        self._seen = self.shown_private_views

    def _drop_hidden_views(self) -> None:
        if self.shows_old_private_view:
            self._close_secret_scenes()
            self._before, self._must_save_screen, self._left, self._drawn_ahead = None, False, 0.0, None

    def _close_secret_scenes(self) -> None:
        top, gone = self.top, [scene for scene in self._stack if scene.secret]
        self._stack = [scene for scene in self._stack if not scene.secret]
        for scene in gone:
            scene.on_close()
        if self._stack and self._stack[-1] is not top:
            self._stack[-1].on_resume(None)
        for scene in self._stack:
            scene.dirty = True

    def run_slice(self) -> bool:
        """Does one short piece of work for the visible scenes; returns True if more remains."""
        if self._drawn_ahead is not None and self._drawn_ahead.prepared and self._draw_ahead(self._drawn_ahead):
            return True
        more = [scene.run_slice() for scene in self.visible_scenes]  # every one of them, not only up to the first that has more
        return any(more)

    def stop_drawing_ahead(self) -> None:
        """Stops drawing the next scene in advance, and shows it at once. The loop calls it if the screen has lost its picture
        or a person acts.
        """
        self._drawn_ahead = None

    def _draw_ahead(self, scene: Scene) -> bool:
        """Draws a part of a scene off screen, so that its pictures are cached; returns True if there is more."""
        canvas = self._canvas
        try:
            if canvas is not None:
                with canvas.drawing_on(pygame.Surface((1, 1))), limit_drawing(SLICE_PIXELS):
                    scene.draw(canvas)
        except SliceFull:
            return True
        self._drawn_ahead = None
        if canvas is not None and self._must_save_screen:
            self._before, self._must_save_screen = canvas.copy_of_screen(), False
        return False

    def update(self, dt: float) -> None:
        if self._drawn_ahead is not None:
            self._waited += dt
            if self._waited < DRAW_AHEAD_SECONDS:
                return
            self._drawn_ahead = None
        pace = self.pace()
        if self._left > 0 and self.prepared:
            self._left = max(0.0, self._left - dt / (FADE_SECONDS * pace)) if pace > 0 else 0.0
            if self._left == 0 and self._stack:
                self._before = None
                self._stack[-1].dirty = True
        for scene in self.visible_scenes:
            change = scene.update(dt)
            if change is not None and scene is self.top:
                self._apply_change(change)
                break
        self._drop_hidden_views()

    def resize(self, w: int, h: int) -> None:
        self.w, self.h = w, h
        self._before, self._must_save_screen, self._left, self._drawn_ahead = None, False, 0.0, None
        for scene in self._stack:
            scene.on_resize(w, h)

    def draw(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._drop_hidden_views()
        if self._must_save_screen:
            self._before, self._must_save_screen = canvas.copy_of_screen(), False
        for scene in self.visible_scenes:
            scene.dirty = False
            scene.draw(canvas)
        if self._before is not None and self._left > 0:
            canvas.draw_faded_picture(self._before, fade_opacity(self.fade_steps_left))

    def _apply_change(self, change: Change) -> None:
        match change:
            case None:
                return
            case Push(route) | Replace(route) | Restart(route):
                scene = self.build(route)
                if scene is None:
                    return
                if isinstance(change, Replace):
                    self._stack.pop().on_close()
                elif isinstance(change, Restart):
                    self._close_all()
                self._push_scene(scene)
            case Pop(result):
                self._stack.pop().on_close()
                if self._stack:
                    self._stack[-1].on_resume(result)
                    self._start_fade(self._stack[-1])
            case Quit():
                self._close_all()

    def _push_scene(self, scene: Scene) -> None:
        first = not self._stack
        self._stack.append(scene)
        scene.on_resize(self.w, self.h)
        if scene.covers:
            self.cover_private_views()  # another person may sit at the screen when it closes
        if not first:
            self._start_fade(scene)
            if self.ahead and scene.fades:  # a curtain has to fall at once
                self._drawn_ahead, self._waited = scene, 0.0

    def _start_fade(self, scene: Scene) -> None:
        scene.dirty = True
        if scene.fades and self.pace() > 0:
            self._must_save_screen, self._left = True, 1.0
        else:
            self._before, self._must_save_screen, self._left = None, False, 0.0

    def _close_all(self) -> None:
        while self._stack:
            self._stack.pop().on_close()
        self._before, self._must_save_screen, self._left, self._drawn_ahead = None, False, 0.0, None
