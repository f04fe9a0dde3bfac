"""The window's loop: handles events, advances time, and draws when something has changed; 60 frames a second only in motion.

It translates presses of keyboard, mouse and controllers before it passes them to the scenes.
"""

from __future__ import annotations

import gc
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from goosetable.app.art import svg
from goosetable.app.context import AnswerNotice, Context
from goosetable.app.render.canvas import Canvas, with_fade_opacity
from goosetable.app.render.card_images import rasterize
from goosetable.app.render.display_list import DisplayList, Repainter
from goosetable.app.storage import paths, settings
from goosetable.app.ui import keymap, tween
from goosetable.app.ui.double_click import LARGEST_DISTANCE, DoubleClickDetector
from goosetable.app.ui.scene import AWAY_EVENTS, Scene, SceneBuilder, Scenes, fade_opacity
from goosetable.app.ui.widget import PRESS_KEYS
from goosetable.app.ui.window import AppWindow
from goosetable.engine.words.clean import clean_text

if TYPE_CHECKING:
    from goosetable.app.reader.reader import Reader
    from goosetable.app.ui.controller import Controllers


LONGEST_NAME: Final = 40
"""Largest length of a controller's name in a sentence, in characters."""
PULLED: Final = "The controller was pulled out{}."


class Devices:
    """Translates events of keyboard, mouse and controllers for scenes."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._presses = DoubleClickDetector()
        self._swallows = False
        """True if the next release of a mouse button is ignored, because its press was ignored."""
        self._held_keys: set[int] = set()
        """Scancodes of Enter and Space while they are held down."""

    @cached_property
    def controllers(self) -> Controllers:
        from goosetable.app.ui import controller  # not needed for the first frame
        from goosetable.app.ui.controller import Controllers  # nor this

        return Controllers(
            lambda button, screen: controller.press_of_button(controller.own_buttons(self.context.keymap), button, screen)
        )

    @property
    def has_held_button(self) -> bool:
        """True while a person holds down a controller button that repeats."""
        return "pads" in self.__dict__ and self.controllers.changes_with_time

    def is_unplug_event(self, event: pygame.event.Event) -> bool:
        """Returns True for an event that says that an open controller was unplugged."""
        return event.type == pygame.CONTROLLERDEVICEREMOVED and event.instance_id in self.controllers.names

    def events_for_scene(self, event: pygame.event.Event, top: Scene | None) -> list[pygame.event.Event]:
        """Returns the events that the uppermost scene gets in place of one event of the system.

        A key press also gets its commands. An event of a controller becomes key presses, or nothing.
        """
        if pygame.JOYAXISMOTION <= event.type < pygame.FINGERDOWN:  # event types of joysticks and controllers
            return self._controller_events(event, top)
        if event.type == pygame.AUDIODEVICEREMOVED:
            self.context.sound.handle_removed_device(event)
        self._show_key_names(event)
        if self._is_repeat(event) or self._is_second_press(event, top):
            return []
        keymap, screen = self.context.keymap, "" if top is None else top.screen
        return [keymap.with_commands(keymap.to_us_layout(event, screen), top is not None and top.typing)]

    def _is_repeat(self, event: pygame.event.Event) -> bool:
        """Returns True for a repeated press of Enter or Space. These keys act only once while they are held down."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._held_keys.clear()  # no event comes for a key that is released in another window
        place = getattr(event, "scancode", 0)
        if not place or event.type not in (pygame.KEYDOWN, pygame.KEYUP) or event.key not in PRESS_KEYS:
            return False
        if event.type == pygame.KEYUP:
            self._held_keys.discard(place)
            return False
        held = place in self._held_keys
        self._held_keys.add(place)
        return held

    def _is_second_press(self, event: pygame.event.Event, top: Scene | None) -> bool:
        """Returns True for the second half of a double click if the first half opened another scene."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._swallows = self._presses.is_second_press_elsewhere(
                event.pos, top, LARGEST_DISTANCE * max(1.0, self.context.screen.size[1] / 720)
            )
            return self._swallows
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            swallowed, self._swallows = self._swallows, False
            return swallowed
        return False

    def _controller_events(self, event: pygame.event.Event, top: Scene | None) -> list[pygame.event.Event]:
        """Returns the key presses for an event of a controller.

        Returns an empty list for an incomplete event, and for the duplicate joystick event that SDL sends.
        """
        from goosetable.app.ui import controller  # not needed for the first frame

        if event.type not in controller.EVENT_FIELDS or not controller.is_complete_event(event):
            return []
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                self._open_controller(event.device_index)
                return []
            case pygame.CONTROLLERDEVICEREMOVED:
                return self._close_controller(event.instance_id, top)
        found = self.controllers.key_presses(event, "" if top is None else top.screen)
        if found:
            self.context.pad = controller.button_label_kind(self.controllers.names.get(event.instance_id, ""))
        return found

    def _show_key_names(self, event: pygame.event.Event) -> None:
        """Displays names of keys instead of controller buttons after a press on the keyboard or mouse."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and not getattr(event, "pad", False):
            self.context.pad = ""

    def _open_controller(self, index: int) -> None:
        from goosetable.app.ui import controller  # not needed for the first frame
        from goosetable.app.ui.controller import button_of_command, own_buttons  # nor this

        number = self.controllers.open_device(index)
        if number is not None:
            name = clean_text(self.controllers.names[number], LONGEST_NAME) or "A controller"
            lists = controller.spoken_button_names(
                (button_of_command(own_buttons(self.context.keymap), "keys"),), controller.button_label_kind(name)
            )
            self.context.show_notice(f"{name} can be used; its {lists} button lists what the others do.")

    def _close_controller(self, number: int, top: Scene | None) -> list[pygame.event.Event]:
        if number not in self.controllers.names:
            return []
        found = self.controllers.close_device(number)
        self.context.pad = ""
        waits = top is not None and top.pauses_without_controller
        self.context.show_notice(PULLED.format("; the game waits" if waits else ""))
        halt = pygame.event.Event(pygame.KEYDOWN, key=0, mod=0, unicode="", commands=("halt",), pad=True)
        return [*found, halt, halt] if waits else found  # the first press may only close a scene over the table

    def pass_time(self, dt: float) -> list[pygame.event.Event]:
        """Lets dt seconds pass; returns the events of held controller buttons that repeat."""
        self._presses.pass_time(dt)
        return self.controllers.pass_time(dt) if "pads" in self.__dict__ else []


FRAME = tween.FRAME
SWEEP = 300  # pictures between two runs of the garbage collector
REST = 1 / 30  # seconds of sleep while nothing moves; event.wait() would poll every millisecond
AWAKE = 1.0  # seconds without an event or a new picture after which the loop dozes
DOZE = 1 / 10  # seconds of sleep between two checks for events while the loop dozes
DOZING = 1.0  # seconds between two full steps while the loop dozes
AWAY = 1 / 5  # seconds of sleep while the window cannot be seen
LONGEST = 0.1  # seconds that a frame counts at most, even after the machine was asleep
SLICE = 0.005  # seconds of a frame that must be left before a slice of background work begins
SPARE = 0.010  # seconds of a frame for background work and computer players, if they are left
OTHER = -1  # value of `_fading` if the picture painted ahead is no step of a fade
LOSING = (
    pygame.WINDOWSHOWN, pygame.WINDOWHIDDEN, pygame.WINDOWEXPOSED, pygame.WINDOWMOVED, pygame.WINDOWRESIZED,
    pygame.WINDOWSIZECHANGED, pygame.WINDOWMINIMIZED, pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED, pygame.VIDEORESIZE,
    pygame.VIDEOEXPOSE, pygame.WINDOWICCPROFCHANGED, pygame.WINDOWDISPLAYCHANGED,
)  # fmt: skip
"""Events after which the window's content may be lost and must be painted again."""
SWITCHES = {"mute": "muted", "speak": "speak"}
"""Commands that switch a setting on any screen, with the name of the setting."""
UNSEEN = ("win32", "darwin")
"""Systems on which the accessibility adapter must be attached before the window is first shown."""


class Loop:
    """The main loop of the program. step() runs one turn of the loop.

    build: returns the scene of a route. After the first frame the loop loads the window's icon, the sound device and the full
    picture of the cloth.
    """

    def __init__(
        self, context: Context, first: Scene, build: SceneBuilder, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """clock: returns the time in seconds. It is used to measure the time that is left of a frame."""
        self.context = context
        self.screen = context.screen
        self.size = self.screen.size
        self.scenes = Scenes(first, *self.size, build, pace=lambda: context.animation_factor)
        self.devices = Devices(context)
        self.frames = 0
        self.visible = True
        self.asks_system = False
        """True if the system's settings for motion and contrast are followed; False in a measurement."""
        self._notice: str | None = None
        self._notice_age = 0.0
        self._requested_notice: AnswerNotice | None = None
        """The notice on the screen, if the person requested it."""
        self._thinking = False
        self._picture_due = False
        """True if a picture must be drawn as soon as the next scene is prepared."""
        self._last_sweep = 0
        self._clock = clock
        self._repainter = Repainter()
        self.reader: Reader | None = None
        """The screen reader's side, made after the first frame."""
        self._fading = 0
        """The step of a fade that was drawn last; the step after it is painted ahead."""
        self._ahead: Iterator[None] = iter(())
        self._later: Iterator[None] = self._load_after_first_frame()

    @property
    def is_over(self) -> bool:
        return self.scenes.top is None

    def step(self, dt: float) -> bool:
        """Handles events, lets dt seconds (clamped) pass, and draws if needed; returns True if anything was drawn."""
        dirty = self._handle_events(dt)
        dt = min(LONGEST, max(0.0, dt))
        self.scenes.update(dt)
        if self.is_over:
            return False
        hides = self.scenes.shows_old_private_view
        if self.reader is not None:
            if hides:
                self.reader.drop_waiting_announcements()
            dirty |= self.reader.perform_requests(self.scenes, self.context, dt)
        self._notice_age += dt
        dirty |= self._show_next_notice()
        if self.frames and not self.scenes.prepared and not hides:
            self._picture_due |= dirty
            self._fading = 0
            return False
        dirty, self._picture_due = dirty or self._picture_due, False
        if hides:  # also in a hidden window, because the system may show its last picture
            dirty = True
        elif self.frames and not self.visible:
            return False
        if not (dirty or self.scenes.dirty or self.scenes.is_moving):
            return False
        self._draw()
        return True

    def _handle_events(self, dt: float) -> bool:
        """Handles all waiting events, and lets dt seconds pass outside the scenes. Returns True if the screen must be drawn."""
        dirty = False
        self.context.pass_time(dt)
        for came in pygame.event.get():
            if self.devices.is_unplug_event(came):
                self.scenes.cover_private_views()  # this may close a scene over a table, before the table pauses
            for event in self.devices.events_for_scene(self.screen.to_surface_pixels(came), self.scenes.top):
                dirty |= self._handle(event)
        for event in self.devices.pass_time(dt):
            dirty |= self._handle(event)
        if failed := self.screen.pass_time(dt):
            self.context.show_notice(failed)
        if self.screen.size != self.size or self.context.restyled:
            self.size = self.screen.size
            self.context.restyled = False
            self.context.canvas.dst = self.screen.surface
            self._repainter.forget_picture()
            self.scenes.resize(*self.size)
            dirty = True
        return dirty

    def _draw(self) -> None:
        picture = self._record_picture()
        self._repainter.paint(picture)
        self.screen.present_picture()
        self.scenes.record_picture_shown()
        self.frames += 1
        if self.reader is not None:
            self.reader.publish(self.scenes)
        self._prepare_fade(picture)

    def _prepare_fade(self, picture: DisplayList) -> None:
        fading = self.scenes.fade_steps_left
        if fading and fading != self._fading:
            self._ahead = self._repainter.paint_ahead(with_fade_opacity(picture, fade_opacity(fading - 1)))
        elif not fading:
            self._ahead = iter(())
            self._repainter.drop_painted_ahead()
        self._fading = fading

    def _prepare_fade_ahead(self) -> bool:
        """Paints the pictures of a coming fade in advance. Returns False if no fade is coming, or if they are
        painted already.
        """
        if self._fading or not self.scenes.fade_steps_left or not self.scenes.prepared:
            return False
        self._prepare_fade(self._record_picture())
        return True

    def _draw_on_finished_cloth(self) -> None:
        """Makes all scenes draw again on the finished picture of the cloth, and starts to paint that picture in advance."""
        if self.scenes.prepared:
            self._ahead, self._fading = self._repainter.paint_ahead(self._record_picture()), OTHER
        for scene in self.scenes.visible_scenes:
            scene.dirty = True

    def _record_picture(self) -> DisplayList:
        canvas, surface = self.context.canvas, self.screen.surface
        picture = self._repainter.begin_picture(surface)
        canvas.dst = picture
        try:
            self._draw_all(canvas)
        finally:
            canvas.dst = surface
        return picture

    def _draw_all(self, canvas: Canvas) -> None:
        self.scenes.draw(canvas)
        if self.context.settings.muted:
            from goosetable.app.table import captions  # not needed for the first frame

            captions.draw_muted_sign(canvas, *self.size)
        if self._notice is not None:
            from goosetable.app.table import captions  # not needed for the first frame

            top = self.scenes.visible_scenes[-1]
            least = min(self.size[1], 0.5625 * self.size[0])
            px = max(12.0, min(max(18.0, 0.025 * least), 0.03 * self.size[1]) * max(1.0, canvas.size))
            captions.draw_notice(
                canvas, self._notice, top.notice_place(partial(captions.notice_size, canvas, self._notice, px)), px
            )

    def _handle(self, event: pygame.event.Event) -> bool:
        """Passes an event to the window, the notice and the scene, in this order. Returns True if all must be drawn again."""
        if event.type == pygame.QUIT:
            self.scenes.quit()
            return False
        if self.reader is not None and event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            self.reader.bridge.set_focus(event.type == pygame.WINDOWFOCUSGAINED)
        if event.type in AWAY_EVENTS:
            self.context.save_if_changed()  # another program may read the settings now
        if event.type in LOSING:
            self._repainter.forget_picture()
            self.scenes.stop_drawing_ahead()
        if event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
            self.visible = False
        elif event.type in (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWEXPOSED, pygame.VIDEOEXPOSE):
            self.visible = True
            return True
        pressed = event.type == pygame.KEYDOWN
        if not (pressed and (getattr(event, "pad", False) or (self.scenes.top is not None and self.scenes.top.gets_all_keys))):
            if self.screen.handle(event):
                self._repainter.forget_picture()
                if pressed:
                    self._announce("Full screen." if self.screen.fullscreen else "A window again.")
                return True
            for setting in (SWITCHES[name] for name in SWITCHES if pressed and keymap.is_command(event, name)):
                self.context.change_settings(**{setting: not getattr(self.context.settings, setting)})
                if setting == "muted":
                    self._announce("The sound is off." if self.context.settings.muted else "The sound is on.")
                return True
            if pressed and keymap.is_command(event, "leave"):
                self.scenes.quit()
                return False
        dirty = False
        if self._notice is not None and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and self._notice_age > 1:
            self._notice, dirty = None, True
        if pressed and self.reader is not None:
            self.reader.note_key_press(event, self.scenes)
        self.scenes.handle(event)
        return dirty

    def _announce(self, sentence: str) -> None:
        """Announces the effect of a key that changes no words of the scene."""
        if self.reader is not None:
            self.reader.announce_notice(sentence)

    def _show_next_notice(self) -> bool:
        notices, told = self.context.notices, self.context.answered
        gone = self._requested_notice is not None and self._requested_notice is not told
        if gone:
            self._notice = self._requested_notice = None
        asked = told is not None and notices[:1] == [told.shown]
        if not notices or not (self._notice is None or asked):
            return gone
        self._notice, self._notice_age = notices.pop(0), 0.0
        self._requested_notice = told if asked else None
        if self.reader is not None:
            self.reader.announce_notice(self._notice if self._requested_notice is None else self._requested_notice.whole)
        return True

    def do_idle_work(self, seconds: float = SPARE) -> None:
        """Does work that is not urgent, after the first frame. Uses at most `SPARE` of the `seconds` left in this frame."""
        if not self.frames:
            return
        until = self._clock() + min(SPARE, seconds - SLICE / 2)
        while self._clock() < until:
            prepares = next(self._ahead, self) is not self or (not self.scenes.prepared and self.scenes.run_slice())
            if prepares or self._prepare_fade_ahead():
                self._thinking = True
            elif self.context.cloth.is_unfinished:
                if self._clock() < until - SLICE and self.scenes.run_slice():  # cards in flight do not wait for the cloth
                    self._thinking = True
                elif self.context.cloth.draw_slice():
                    self._draw_on_finished_cloth()
            elif next(self._later, self) is self:
                self._thinking = self.scenes.run_slice()
                if not self._thinking:
                    self._collect_garbage()
                    return

    def _collect_garbage(self) -> None:
        """Runs the garbage collector while nothing moves, because its pauses would drop frames."""
        if not (self.scenes.is_moving or self.scenes.changes_with_time) and self.frames - self._last_sweep > SWEEP:
            self._last_sweep = self.frames
            gc.collect()

    @property
    def has_idle_work(self) -> bool:
        """True if do_idle_work() has something to do; the loop then sleeps for one frame at most."""
        return self.context.cloth.is_unfinished or self._thinking or self.devices.has_held_button

    def _load_after_first_frame(self) -> Iterator[None]:
        # Objects made at start-up stay for good; others are collected while the table rests.
        gc.disable()
        gc.freeze()
        self.screen.set_icon(rasterize(svg.drawing_svg("program"), 64, 64))
        yield
        self.context.sound.open()
        yield
        if self.asks_system:
            from goosetable.app.storage import system_preferences  # not needed for the first frame

            yield from self.context.apply_system_preferences(
                system_preferences.poll_less_motion(), system_preferences.poll_more_contrast()
            )
        self.devices.controllers.begin_listening()
        yield
        self.reader = self.reader or open_reader(self.context)
        yield
        yield from self.context.sound.preload()


def run(
    begin: Callable[[Context], Loop], portable: Path | None = None, size: tuple[int, int] | None = None,
    frames: int | None = None,
) -> int:  # fmt: skip
    """Opens the window, and runs the program until the window is closed. Returns the exit code.

    begin: returns the loop with its first scene. portable: the folder of the user's files. size: the size of the window; None
    for the stored one. frames: number of frames after which the program ends, for measurements. Raises window.NoScreen if there
    is no screen; the command line prints its message and returns exit code 2.
    """
    folders = paths.find_paths(portable)
    loaded = settings.load(folders.settings)
    screen = AppWindow(loaded.settings.window, size=size, hidden=sys.platform in UNSEEN)
    context = Context(folders, screen, loaded)
    try:
        loop = begin(context)
        loop.asks_system = True
        if screen.hidden:
            loop.reader = open_reader(context)
            screen.show()
        _end_on_hangup()
        run_until_closed(loop, frames)
        loop.scenes.quit()  # where it ends after a number of pictures, its scenes are still open
    finally:
        try:
            context.sound.close()
            screen.close()
            if size is None and screen.place_to_save != context.settings.window:
                context.change_settings(window=screen.place_to_save)
        finally:
            context.save_if_changed()
    return 0


def open_reader(context: Context) -> Reader:
    """Connects the window to screen readers; returns the connection. If that is impossible, the context gets the reason."""
    from goosetable.app.reader.bridge import Bridge  # not needed for the first frame on most systems
    from goosetable.app.reader.reader import Reader  # nor this

    window = context.screen
    found = Reader(Bridge(window.title))
    found.bridge.open(window.system_handle)
    found.bridge.set_focus(window.has_focus)
    context.reader_fault = found.bridge.fault
    return found


def _end_on_hangup() -> None:
    """Makes SIGHUP (the end of the terminal or session) close the window as SIGTERM does, so that all files are written."""
    hangup = getattr(signal, "SIGHUP", None)  # not on Windows
    if hangup is not None and signal.getsignal(hangup) is signal.SIG_DFL:
        signal.signal(hangup, lambda *_: pygame.event.post(pygame.event.Event(pygame.QUIT)))


def run_until_closed(loop: Loop, frames: int | None = None, seconds: float | None = None, starts_idle: bool = False) -> None:
    """Runs the loop for a number of frames or seconds, or until the window is closed. Draws fewer frames while nothing moves.

    starts_idle: True to begin with few frames, as after a time without input.
    """
    began = before = time.perf_counter()
    stirred = began - AWAKE if starts_idle else began
    loop.scenes.ahead = True
    drawn, ends = loop.frames, None if seconds is None else began + seconds
    while not loop.is_over and (frames is None or loop.frames < frames):
        now = time.perf_counter()
        if ends is not None and now > ends:
            return
        if (
            loop.frames != drawn
            or loop.scenes.is_moving
            or loop.scenes.changes_with_time
            or loop.has_idle_work
            or pygame.event.peek()
        ):
            drawn, stirred = loop.frames, now
        elif now - stirred > AWAKE:
            # Each wakening costs energy, so after a while without input the loop checks for events only, and less often.
            _sleep_until_event(DOZE if loop.visible else AWAY, DOZING if ends is None else min(DOZING, ends - now))
            now = time.perf_counter()
        loop.step(now - before)
        before = now
        if frames is not None and loop.frames >= frames:
            return
        wanted = FRAME if loop.scenes.is_moving or loop.has_idle_work else REST if loop.visible else AWAY
        spare = wanted - (time.perf_counter() - now)
        if spare > SLICE:
            loop.do_idle_work(spare)
        left = wanted - (time.perf_counter() - now)
        if left > 0:
            time.sleep(left)


def _sleep_until_event(step: float, maximum: float) -> None:
    """Waits for an event, at most `maximum` seconds. step: seconds between two checks for events."""
    while maximum > 0 and not pygame.event.peek():
        time.sleep(min(step, maximum))
        maximum -= step
