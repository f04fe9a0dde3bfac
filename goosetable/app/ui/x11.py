"""Queries to an X11 server that SDL does not offer: the frame of a window, its true place, the window manager.

The queries use the system's X11 library, with a new connection for each query. If the library is missing or no server answers,
each query returns a default that leaves the window as it is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:  # loaded by `_library`
    from ctypes import CDLL


X11_LIBRARY: Final = "libX11.so.6"
"""Name of the X11 library, which SDL loads too. It is a constant, because PyInstaller would bundle a library whose name is a
literal in the call.
"""
MOST_VALUES: Final = 1024
"""Largest number of values that are read from a property."""
FULL_SCREEN_STATE: Final = "_NET_WM_STATE_FULLSCREEN"
MAXIMIZED_STATES: Final = ("_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_WM_STATE_MAXIMIZED_VERT")
"""The two states of a maximised window."""


class Box(NamedTuple):
    """A rectangle on the screen, given by its upper left corner and its size, in pixels of the screen."""

    x: int
    y: int
    w: int
    h: int


class Server:
    """A connection to the server. Windows are numbers.

    Only windows of this program may be queried, because a query about a closed window would end the program.
    """

    def __init__(self, library: CDLL, display: int) -> None:
        self._library, self._display = library, display
        self.root = int(library.XDefaultRootWindow(display))

    def resources(self) -> str:
        """Returns the display's resources, the text that `xrdb` stores."""
        said: bytes | None = self._library.XResourceManagerString(self._display)
        return (said or b"").decode("latin-1")

    def numbers_in_property(self, window: int, name: str) -> list[int]:
        """Returns the numbers in a property of a window; an empty list if it has no such property."""
        from ctypes import POINTER, byref, c_int, c_ulong, c_void_p, cast  # loaded by `_library`

        kind, form, found, left, at = c_ulong(), c_int(), c_ulong(), c_ulong(), c_void_p()
        refused = self._library.XGetWindowProperty(
            self._display, window, self._atom(name), 0, MOST_VALUES, 0, 0,  # 0: of any type, and it stays
            byref(kind), byref(form), byref(found), byref(left), byref(at),
        )  # fmt: skip
        if refused or not at.value:
            return []
        try:
            return list(cast(at, POINTER(c_ulong))[: found.value]) if form.value == 32 else []  # a long each, whatever its size
        finally:
            self._library.XFree(at)

    def has_names_in_property(self, window: int, prop: str, *names: str) -> bool:
        """Returns True if a property of a window lists all these names."""
        listed = self.numbers_in_property(window, prop)
        return all(self._atom(name) in listed for name in names)

    def window_box(self, window: int) -> Box:
        """Returns the place of a window on the screen, without its frame."""
        from ctypes import byref, c_int, c_uint, c_ulong  # loaded by `_library`

        root, x, y, child = c_ulong(), c_int(), c_int(), c_ulong()
        w, h, border, depth = c_uint(), c_uint(), c_uint(), c_uint()
        self._library.XGetGeometry(
            self._display, window, byref(root), byref(x), byref(y), byref(w), byref(h), byref(border), byref(depth)
        )
        self._library.XTranslateCoordinates(self._display, window, self.root, 0, 0, byref(x), byref(y), byref(child))
        return Box(x.value, y.value, w.value, h.value)

    def _atom(self, name: str) -> int:
        return int(self._library.XInternAtom(self._display, name.encode("ascii"), 0))


def _load_library() -> CDLL | None:
    """Returns the X11 library. Returns None if it is missing, or if it lacks a function that this module calls."""
    from ctypes import (
        CDLL,
        POINTER,
        c_char_p,
        c_int,
        c_long,
        c_uint,
        c_ulong,
        c_void_p,
    )  # for few starts before the first frame

    ulongs, ints, uints = POINTER(c_ulong), POINTER(c_int), POINTER(c_uint)
    calls: dict[str, tuple[list[object], object]] = {
        "XOpenDisplay": ([c_char_p], c_void_p), "XCloseDisplay": ([c_void_p], c_int),
        "XResourceManagerString": ([c_void_p], c_char_p), "XDefaultRootWindow": ([c_void_p], c_ulong),
        "XInternAtom": ([c_void_p, c_char_p, c_int], c_ulong), "XFree": ([c_void_p], c_int),
        "XGetWindowProperty": (
            [c_void_p, c_ulong, c_ulong, c_long, c_long, c_int, c_ulong, ulongs, ints, ulongs, ulongs, POINTER(c_void_p)],
            c_int,
        ),
        "XGetGeometry": ([c_void_p, c_ulong, ulongs, ints, ints, uints, uints, uints, uints], c_int),
        "XTranslateCoordinates": ([c_void_p, c_ulong, c_ulong, c_int, c_int, ints, ints, ulongs], c_int),
    }  # fmt: skip
    try:
        library = CDLL(X11_LIBRARY)
        for name, (takes, gives) in calls.items():
            call = getattr(library, name)
            call.argtypes, call.restype = takes, gives
    except (OSError, AttributeError):
        return None
    return library


@contextmanager
def connect() -> Iterator[Server | None]:
    """Context manager: its value is a connection to the server that DISPLAY names, or None if there is none."""
    library = _load_library()
    display = library.XOpenDisplay(None) if library is not None else None
    if library is None or not display:
        yield None
        return
    try:
        yield Server(library, display)
    finally:
        library.XCloseDisplay(display)


def resources() -> str:
    """Returns the display's resources, the text that `xrdb` stores; empty if it cannot be read."""
    with connect() as server:
        return "" if server is None else server.resources()


def screen_size() -> tuple[int, int] | None:
    """Returns the size of the box around all displays, whatever their arrangement; None if it is unknown."""
    with connect() as server:
        return None if server is None else server.window_box(server.root)[2:]


def frame_offset(window: int) -> tuple[int, int]:
    """Returns the distance of a window from the left and the top of its frame; (0, 0) without a frame."""
    with connect() as server:
        found = [] if server is None else server.numbers_in_property(window, "_NET_FRAME_EXTENTS")
    return (found[0], found[2]) if len(found) == 4 else (0, 0)


def is_maximized(window: int) -> bool:
    """Returns True if a window is maximised."""
    with connect() as server:
        return server is not None and server.has_names_in_property(window, "_NET_WM_STATE", *MAXIMIZED_STATES)


def window_box(window: int) -> Box | None:
    """Returns the place of a window on the screen, without its frame; None if the place is unknown."""
    with connect() as server:
        return None if server is None else server.window_box(window)


def has_window_manager() -> bool:
    """Returns True if a window manager supports full screen, or if the server does not answer."""
    with connect() as server:
        return server is None or server.has_names_in_property(server.root, "_NET_SUPPORTED", FULL_SCREEN_STATE)


USUAL_DENSITY: Final = 96.0
"""Dots per inch at which the scale factor is 1."""
LARGEST_SCALE: Final = 4.0
SCALE_VARIABLES: Final = ("GDK_SCALE", "QT_SCALE_FACTOR")
"""Environment variables with the scale factor of toolkits; read if the display's resources have none."""


def display_scale(environ: Mapping[str, str] = os.environ) -> float:
    """Returns the display's scale factor, 1.0 to 4.0: from its resources (`Xft.dpi`), or else from environment variables."""
    said = scale_in_resources(resources())
    if said is None:
        said = max((_to_number(environ.get(name, "")) for name in SCALE_VARIABLES), default=1.0)
    return max(1.0, min(LARGEST_SCALE, said))


def scale_in_resources(text: str) -> float | None:
    """Returns the scale factor in the resources of a display; None if it is missing or impossible.

    >>> scale_in_resources("Xft.antialias:\\t1\\nXft.dpi:\\t192\\n")
    2.0
    """
    found = re.search(r"^Xft\.dpi:[ \t]*(\S+)[ \t]*$", text, re.MULTILINE)
    return (_to_number(found[1]) / USUAL_DENSITY or None) if found else None


def _to_number(text: str) -> float:
    """Returns the number in a text such as "1.25"; 0 for any other text."""
    return float(text) if re.fullmatch(r"\d{1,4}(\.\d{0,9})?", text) else 0.0
