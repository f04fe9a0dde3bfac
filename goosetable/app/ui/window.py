"""The program's window. It is resizable, has a full screen mode, and opens at its last place."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pygame

from goosetable import APP_ID
from goosetable.app.storage.settings import UNPLACED, WindowPlace
from goosetable.app.ui import keymap, x11

SMALLEST_WINDOW = (640, 400)
"""Smallest width and height in pixels that the system is asked to allow."""
SMALLEST_LAYOUT = (320, 200)
"""Smallest width and height in pixels for which pages are laid out, even if the window is smaller."""
MOVE_EVENTS = (pygame.WINDOWMOVED, pygame.WINDOWDISPLAYCHANGED)
"""Events after which the window may be on another screen, whose pixels may have another size."""
MAXIMIZE_EVENTS = {pygame.WINDOWMAXIMIZED: True, pygame.WINDOWRESTORED: False}
"""Events that report whether the window is maximised. Under X11 the server is asked instead."""
SAVE_DELAY = 0.25
"""Seconds without a change of place or size until both are saved. A window that is maximised moves before it reports that it is
maximised.
"""
FULL_SCREEN_TIMEOUT = 1.0
"""Seconds in which the window must fill the screen after full screen was requested."""
FULL_SCREEN_FAILED = "The window cannot fill the screen here, so it is a window again."
VISIBLE_PART = (120, 80)
"""Width and height in pixels of the part of a window that must stay on the screen, so that a person can drag the window."""

WAYLAND_PACKAGES = "Wayland wants libegl1 and libgl1-mesa-dri; XWayland wants neither"
"""Sentence about packages, by their Debian names, that may be missing if no window opens under Wayland."""

DISPLAY_LIBRARIES = {
    "DISPLAY": ("libX11.so.6", "libXext.so.6"),
    "WAYLAND_DISPLAY": ("libwayland-client.so.0", "libwayland-cursor.so.0", "libwayland-egl.so.1", "libxkbcommon.so.0"),
}
"""System libraries that SDL needs for a display, by the environment variable that names the display."""


class NoScreen(Exception):
    """Error: no window can be opened. Its message is a sentence. The command line exits with code 2."""


def set_sdl_variables() -> None:
    """Sets environment variables that SDL reads when it starts. Must be called before pygame.display.init()."""
    env = os.environ
    if env.get("DISPLAY") and "wayland" not in env.get("SDL_VIDEODRIVER", ""):
        # SDL would else send every frame through a software OpenGL where there is no graphics card: 3.8 to 48 ms.
        # Wayland has no other way than that one: of its own time a frame takes the program there 2.3 times what it takes under
        # X11 at p99, and 4.2 times at the median; through XWayland it is 1.1 and 1.3, and a bare window costs the same.
        env.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    # The name lets the desktop find the icon. pygame sets it for X11, at its import, to the started file.
    if env.get("SDL_VIDEO_X11_WMCLASS") in (None, Path(sys.argv[0]).name):
        env["SDL_VIDEO_X11_WMCLASS"] = APP_ID
    env.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", APP_ID)
    env.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    env.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")


def _has_named_display() -> bool:
    env = os.environ
    if not sys.platform.startswith("linux") or any(env.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        return True
    return bool(env.get("XDG_RUNTIME_DIR")) and Path(env["XDG_RUNTIME_DIR"], "wayland-0").exists()


def _missing_library() -> str:
    """Returns the first library that the display needs and that cannot be loaded.

    Returns "" if all can be loaded, and on systems without X and Wayland.
    """
    if not sys.platform.startswith("linux"):
        return ""
    from ctypes import CDLL  # after a failure to open a window

    named = [name for name in DISPLAY_LIBRARIES if os.environ.get(name)] or list(DISPLAY_LIBRARIES)[
        1:
    ]  # Wayland's may be unset
    for library in (library for name in named for library in DISPLAY_LIBRARIES[name]):
        try:
            CDLL(library)
        except OSError as error:
            cause = Path(str(error).partition(":")[0]).name
            return cause if ".so" in cause else library
    return ""


def _no_display_error(default_reason: str) -> NoScreen:
    library = _missing_library()
    return NoScreen(
        f"There is no screen to open a window on: {f'the library {library} cannot be opened' if library else default_reason}."
    )


def _require_opengl() -> None:
    """Raises NoScreen if OpenGL is missing, which SDL needs to draw under Wayland.

    Without this test SDL would open a window whose get_surface() ends the program.
    """
    try:
        pygame.Window("", (16, 16), hidden=True, opengl=True).destroy()
    except pygame.error as error:
        close_windows()
        raise NoScreen(f"The window could not be opened: {error} ({WAYLAND_PACKAGES}).") from error


_open_windows: list[pygame.Window] = []
"""The windows that are open."""


def close_windows() -> None:
    """Closes the controller support, then all windows, and last the display.

    Closing the display frees its windows. A Window object that is collected later would free its window a second time, and
    might destroy another window at the same address.
    """
    listening = sys.modules.get("pygame._sdl2.controller")  # loaded by the first listener
    if listening is not None:
        listening.quit()  # it shares the display's connections
    while _open_windows:
        _open_windows.pop().destroy()
    pygame.display.quit()


def _video_driver() -> str:
    set_sdl_variables()
    if not _has_named_display():
        # SDL would print its own complaint and then open an invisible window.
        raise NoScreen("There is no screen to open a window on: no display is named by DISPLAY or WAYLAND_DISPLAY.")
    try:
        pygame.display.init()
    except pygame.error as error:
        raise _no_display_error(str(error)) from error
    driver = pygame.display.get_driver()
    if driver == "offscreen" and os.environ.get("SDL_VIDEODRIVER") != "offscreen":
        # Without a display SDL opens an invisible window, and the program would seem to run.
        close_windows()
        raise _no_display_error("no display could be reached")
    return driver


class AppWindow:
    """A resizable window. `surface` is the surface to draw on; a change of size makes a new one.

    place: the saved place of the window. size: width and height to use instead of the saved ones, for pictures and tests.
    """

    def __init__(
        self, place: WindowPlace, title: str = "goosetable", size: tuple[int, int] | None = None, hidden: bool = False
    ) -> None:
        """hidden: True to keep the window invisible until `show` is called."""
        driver = _video_driver()
        self._in_points = driver == "wayland" or sys.platform == "darwin"
        if driver == "wayland":
            os.environ.pop("SDL_FRAMEBUFFER_ACCELERATION", None)
            _require_opengl()
        elif driver == "x11" and place == UNPLACED and size is None:
            place = starting_place(place, pygame.display.get_desktop_sizes(), x11.display_scale())
        pygame.font.init()
        self.title = title
        self._x11 = driver == "x11"
        self._place = visible_place(place, pygame.display.get_desktop_sizes(), size, self._box_of_displays())
        self.fullscreen = False
        self._by_hand = False
        """True if the window fills the screen by its size alone, because there is no window manager."""
        self._since_change: float | None = 0.0
        """Seconds since it was opened, moved or resized; None once place and size are saved."""
        self._place_unverified = self._place.x is not None
        """True if it was put at a place that has not been verified yet."""
        self._since_request: float | None = None
        """Seconds since full screen was requested; None if it was not requested, or has been reached."""
        self.hidden = hidden
        self._window = self._open_window(title, hidden)
        _open_windows.append(self._window)
        self._window.minimum_size = SMALLEST_WINDOW
        self.surface = self._window.get_surface()
        if not hidden:
            self._restore_maximized_window()
        if place.fullscreen and size is None:
            self.toggle_fullscreen()

    def _box_of_displays(self) -> tuple[int, int]:
        """Returns the box around all displays. If their arrangement is unknown, they count as side by side."""
        desktops = pygame.display.get_desktop_sizes()
        known = x11.screen_size() if self._x11 and len(desktops) > 1 else None
        return known or (sum(w for w, _ in desktops) or 1280, max((h for _, h in desktops), default=720))

    def _restore_maximized_window(self) -> None:
        if self._place.maximized:
            self._window.maximize()
            self.surface = self._window.get_surface()

    def _open_window(self, title: str, hidden: bool) -> pygame.Window:
        p = self._place
        position = pygame.WINDOWPOS_CENTERED if p.x is None or p.y is None else (p.x, p.y)
        options = {"allow_high_dpi": True} if self._in_points else {}
        try:
            return pygame.Window(title, (p.w, p.h), position, resizable=True, hidden=hidden, **options)
        except pygame.error as error:
            raise NoScreen(f"The window could not be opened: {error}.") from error

    def show(self) -> None:
        """Makes a hidden window visible."""
        self.hidden = False
        self._window.show()
        self._restore_maximized_window()

    @property
    def system_handle(self) -> int:
        """The window's number in the system; 0 on systems without such numbers."""
        return self._window.handle

    @property
    def has_focus(self) -> bool:
        """True if the window has the keyboard focus."""
        return self._window.focused

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the layout in pixels: the size of the surface, but at least `SMALLEST_LAYOUT`."""
        w, h = self.surface.get_size()
        return max(SMALLEST_LAYOUT[0], w), max(SMALLEST_LAYOUT[1], h)

    @property
    def place_to_save(self) -> WindowPlace:
        """The place of the window to save; in full screen, its place before full screen."""
        if self._since_change is not None:
            self._save_place()
        return self._place._replace(fullscreen=self.fullscreen)

    def set_icon(self, picture: pygame.Surface) -> None:
        self._window.set_icon(picture)

    def present_picture(self) -> None:
        self._window.flip()

    def toggle_fullscreen(self) -> None:
        """Enters full screen, or leaves it and returns to the place before."""
        if self._since_change is not None:
            self._save_place()
        self.fullscreen, place = not self.fullscreen, self._place
        self._since_request = 0.0 if self.fullscreen and self._x11 else None
        if self.fullscreen:
            self._by_hand = self._x11 and not x11.has_window_manager()
            if self._by_hand:  # SDL would wait for a full screen that never comes
                self._window.position, self._window.size = (0, 0), pygame.display.get_desktop_sizes()[0]
            else:
                self._window.set_fullscreen(True)
        else:
            if not self._by_hand:
                self._window.set_windowed()
            if place.maximized:
                self._window.maximize()  # some managers drop one state when the other is set
            else:
                self._window.size = (place.w, place.h)
            if self._by_hand:
                self._window.position = pygame.WINDOWPOS_CENTERED if place.x is None or place.y is None else (place.x, place.y)
            self._by_hand, self._place_unverified, self._since_change = False, place.x is not None, 0.0
        self.surface = self._window.get_surface()

    def pass_time(self, dt: float) -> str:
        """Lets dt seconds pass. Returns a sentence about a failure, or "". Saves place and size once they have stopped
        changing.

        If the window does not fill the screen within `FULL_SCREEN_TIMEOUT` seconds, ends full screen, because an X11 window
        would then show only a part of the picture.
        """
        if self._since_change is not None:
            self._since_change += dt
            if self._since_change >= SAVE_DELAY:
                self._save_place()
        if self._since_request is None or self._fills_screen():
            return ""
        self._since_request += dt
        if self._since_request < FULL_SCREEN_TIMEOUT:
            return ""
        self.toggle_fullscreen()
        return FULL_SCREEN_FAILED

    def _fills_screen(self) -> bool:
        """Returns True if the X server reports that the window is as large as a display. After the first such report the size
        is not checked again.
        """
        lies = x11.window_box(self._window.handle)
        filled = lies is None or lies[2:] in pygame.display.get_desktop_sizes()
        if filled:
            self._since_request = None
        return filled

    def handle(self, event: pygame.event.Event) -> bool:
        """Handles events about full screen and size. Returns True if nothing else should handle the event.

        Returns False for a change of size, because the loop must handle it as well.
        """
        if event.type == pygame.KEYDOWN:
            alt = getattr(event, "mod", 0) & pygame.KMOD_ALT
            if keymap.is_command(event, "full screen") or (event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and alt):
                self.toggle_fullscreen()
                return True
            if event.key == pygame.K_ESCAPE and self.fullscreen:
                self.toggle_fullscreen()
                return True
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED, pygame.VIDEORESIZE, *MOVE_EVENTS, *MAXIMIZE_EVENTS):
            self.surface = self._window.get_surface()
            self._since_change = 0.0
            if event.type in MAXIMIZE_EVENTS and not self.fullscreen and not self._x11:
                self._place = self._place._replace(maximized=MAXIMIZE_EVENTS[event.type])
        return False

    def to_surface_pixels(self, event: pygame.event.Event) -> pygame.event.Event:
        """Returns a mouse event with its position converted to pixels of the surface. High-density screens report points
        instead.
        """
        pos = getattr(event, "pos", None)
        points, pixels = self._window.size, self.surface.get_size()
        if pos is None or points == pixels or not points[0] or not points[1]:
            return event
        fx, fy = pixels[0] / points[0], pixels[1] / points[1]
        return pygame.event.Event(event.type, {**event.dict, "pos": (round(pos[0] * fx), round(pos[1] * fy))})

    def _save_place(self) -> None:
        """Saves place and size, unless the window is maximised or in full screen.

        Under X11 saves the corner of the window's frame, because the corner of the frame is needed to place a new window.
        """
        self._since_change = None
        if self.fullscreen or self._window not in _open_windows:
            return
        lies = x11.window_box(self._window.handle) if self._x11 else None
        if lies is not None:
            self._place = self._place._replace(maximized=x11.is_maximized(self._window.handle))
        w, h = self._window.size if lies is None else lies[2:]
        if (
            self._place.maximized
            or w < SMALLEST_WINDOW[0]
            or h < SMALLEST_WINDOW[1]
            or (w, h) in pygame.display.get_desktop_sizes()
        ):
            return
        if pygame.display.get_driver() == "wayland":  # Wayland windows do not know their place; the place saved under X11 stays
            self._place = self._place._replace(w=w, h=h)
            return
        x, y = self._window.position if lies is None else lies[:2]
        if lies is not None:
            left, top = x11.frame_offset(self._window.handle)
            x, y = x - left, y - top
            if self._is_misplaced(x, y) and self._place.x is not None and self._place.y is not None:
                self._window.position = self._place.x + left, self._place.y + top
                return
        self._place = self._place._replace(x=x, y=y, w=w, h=h, beyond=not _is_within(x, y, w, h, self._box_of_displays()))

    def _is_misplaced(self, x: int, y: int) -> bool:
        """Returns True if the corner of the frame is not where the program put it. Each place is checked only once."""
        placed, self._place_unverified = self._place_unverified, False
        return placed and (x, y) != self._place[:2]

    def close(self) -> None:
        """Closes the window, and the display after the last window. A second call does nothing."""
        if self._window not in _open_windows:
            return
        if self._since_change is not None and not self._place_unverified:
            self._save_place()
        if self._since_request is not None and not self._fills_screen():
            self.fullscreen = False  # a full screen that never came is not restored
        _open_windows.remove(self._window)
        self._window.destroy()
        if not _open_windows:
            close_windows()


def starting_place(place: WindowPlace, desktops: Sequence[tuple[int, int]], scale: float) -> WindowPlace:
    """Returns the place of the window at a first start. Its size is multiplied by the display's scale factor.

    At least a tenth of the smallest display's width and height stays free, for frames and panels.
    """
    room = min((min(w / place.w, h / place.h) for w, h in desktops), default=1.0)
    grown = max(1.0, min(scale, 0.9 * room))
    return place._replace(w=round(place.w * grown), h=round(place.h * grown))


def visible_place(
    place: WindowPlace, desktops: list[tuple[int, int]], size: tuple[int, int] | None = None,
    display_box: tuple[int, int] | None = None,
) -> WindowPlace:  # fmt: skip
    """Returns the place, changed if necessary so that the window is visible on the present displays.

    A window that would now be outside gets a new place. A window that a person moved partly beyond the edge stays there as long
    as it can be dragged. display_box: size of the box around all displays; None if unknown.
    """
    widest = max((w for w, _ in desktops), default=1280)
    highest = max((h for _, h in desktops), default=720)
    if size is not None:
        return WindowPlace(None, None, max(SMALLEST_WINDOW[0], size[0]), max(SMALLEST_WINDOW[1], size[1]))
    w, h = max(SMALLEST_WINDOW[0], min(place.w, widest)), max(SMALLEST_WINDOW[1], min(place.h, highest))
    x, y, (right, bottom) = place.x, place.y, display_box or (sum(dw for dw, _ in desktops), highest)
    if x is not None and y is not None:
        seen = min(x + w, right) - max(x, 0) >= VISIBLE_PART[0] and min(y + h, bottom) - max(y, 0) >= VISIBLE_PART[1]
        if not (_is_within(x, y, w, h, (right, bottom)) or (place.beyond and seen and (w, h) == place[2:4])):
            x = y = None
    return place._replace(x=x, y=y, w=w, h=h)


def _is_within(x: int, y: int, w: int, h: int, box_size: tuple[int, int]) -> bool:
    return x >= 0 and y >= 0 and x + w <= box_size[0] and y + h <= box_size[1]
