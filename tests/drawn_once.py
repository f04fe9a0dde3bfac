"""Pictures that tests draw over and over are drawn once in a process: the same pixels come out, from a memory that is bounded.

Every window of a test has caches of its own and forgets them, so most of the time of the tests at windows went into
drawing the same cards. What is remembered are results of pygame alone, by all that goes into them.
"""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from hashlib import sha1
from typing import Any, Final, TypeAlias

import pygame

LIMIT: Final = 128 << 20
"""Bytes of pixels that are remembered, the newest."""
LARGEST: Final = 4 << 20
"""Bytes of pixels above which a picture is drawn every time."""
Draw: TypeAlias = Callable[..., pygame.Surface]


class Memory:
    """Results of drawing, copied when they are asked for again."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit, self._weight = limit, 0
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable, draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        """A picture, drawn where it is not remembered."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key].copy()
        drawn = draw()
        weight = _weight(drawn)
        if weight <= min(LARGEST, self._limit):
            self._kept[key] = drawn.copy()
            self._weight += weight
            while self._weight > self._limit:
                self._weight -= _weight(self._kept.popitem(last=False)[1])
        return drawn


def _weight(picture: pygame.Surface) -> int:
    return picture.get_pitch() * picture.get_height()


def _content(picture: pygame.Surface) -> Hashable:
    """All that goes into a copy of it."""
    form = (picture.get_size(), picture.get_masks(), picture.get_flags(), picture.get_alpha(), picture.get_colorkey())
    return (*form, sha1(picture.get_buffer().raw, usedforsecurity=False).digest())


def _svg(memory: Memory, draw: Draw) -> Draw:
    @wraps(draw)
    def remembered(file: Any, size: tuple[int, int]) -> pygame.Surface:
        if not isinstance(file, io.BytesIO):
            return draw(file, size)
        return memory.get(("svg", file.getvalue(), tuple(size)), lambda: draw(file, size))

    return remembered


def _of_a_picture(memory: Memory, draw: Draw) -> Draw:
    @wraps(draw)
    def remembered(picture: pygame.Surface, *how: float) -> pygame.Surface:
        return memory.get((draw.__name__, _content(picture), how), lambda: draw(picture, *how))

    return remembered


def draw_once() -> None:
    """From now on, in this process; a second call changes nothing."""
    if hasattr(pygame.image.load_sized_svg, "__wrapped__"):
        return
    memory = Memory()
    pygame.image.load_sized_svg = _svg(memory, pygame.image.load_sized_svg)
    pygame.transform.rotozoom = _of_a_picture(memory, pygame.transform.rotozoom)
    pygame.transform.gaussian_blur = _of_a_picture(memory, pygame.transform.gaussian_blur)
