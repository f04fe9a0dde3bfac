"""Recognition of double clicks, by the time and the distance between two presses of the mouse."""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from typing import Final

import pygame

from goosetable.app.ui import x11

DEFAULT_SECONDS: Final = 0.5
"""Longest time between the two presses of a double click, in seconds, on a system without a setting for it."""
SHORTEST_SECONDS, LONGEST_SECONDS = 0.1, 1.0
"""Bounds, in seconds, to which the system's setting is limited."""
LARGEST_DISTANCE: Final = 8.0
"""Largest distance in pixels between two presses of a double click, in a window 720 pixels high."""
TIME_VARIABLE: Final = "SDL_MOUSE_DOUBLE_CLICK_TIME"
"""Environment variable with the longest time between the two presses, in milliseconds. SDL reads it too."""


@cache
def system_double_click_seconds() -> float:
    """Returns the system's longest time between the two presses of a double click, in seconds."""
    said = os.environ.get(TIME_VARIABLE, "")
    if not said and sys.platform == "win32":
        from ctypes import windll  # exists on Windows only

        said = str(windll.user32.GetDoubleClickTime())
    if not said and pygame.display.get_init() and pygame.display.get_driver() == "x11":
        said = milliseconds_in_resources(x11.resources())
    return (
        max(SHORTEST_SECONDS, min(LONGEST_SECONDS, int(said) / 1000))
        if re.fullmatch(r"\d{1,5}", said) and int(said)
        else DEFAULT_SECONDS
    )


def milliseconds_in_resources(text: str) -> str:
    """Returns the double-click time from the text of X11 resources, in milliseconds; "" if the text has none.

    >>> milliseconds_in_resources("Xft.dpi: 96\\n*multiClickTime:\\t350\\n")
    '350'
    """
    found = re.search(r"^\*\.?multiClickTime:[ \t]*(\d+)[ \t]*$", text, re.MULTILINE)
    return found[1] if found else ""


class DoubleClickDetector:
    """Recognises double clicks: stores the last press of the left mouse button and the time since then."""

    def __init__(self) -> None:
        self._at: tuple[int, int] | None = None
        self._on: object = None
        self._since = 0.0

    def pass_time(self, dt: float) -> None:
        """Adds dt seconds to the time since the last press."""
        self._since += dt

    def is_second_press(self, pos: tuple[int, int], target: object = None, max_distance: float = LARGEST_DISTANCE) -> bool:
        """Stores a press; returns True if it is the second press of a double click.

        target: the object pressed, such as a scene. max_distance: largest distance of the two presses in pixels.
        """
        before, self._at = self._at, pos
        soon, self._since = self._since < system_double_click_seconds(), 0.0
        self._on = target
        return soon and before is not None and pygame.Vector2(before).distance_to(pos) <= max_distance

    def is_second_press_elsewhere(self, pos: tuple[int, int], target: object, max_distance: float = LARGEST_DISTANCE) -> bool:
        """Stores a press; returns True if it is the second press of a double click whose first press hit another object."""
        before = self._on
        return self.is_second_press(pos, target, max_distance) and before is not target
