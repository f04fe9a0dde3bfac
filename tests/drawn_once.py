"""Pictures and words that tests draw over and over are drawn once in a process: the same comes out, from bounded memories.

Every window of a test has caches of its own and forgets them, so most of the time of the tests at windows went into
drawing the same cards and measuring the same words. What is remembered are results of pygame alone, by all that goes into
them: a cache of the program that forgets what its picture depends on is found as before.

Where a test looks at no pixel, `BLANK` leaves pictures transparent: only their sizes are as in the program.
"""

from __future__ import annotations

import io
import os
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial, wraps
from pathlib import Path
from typing import Any, Final, TypeAlias

import pygame

LIMIT: Final = 160 << 20
"""Bytes of pixels that are remembered of each kind, the newest: of drawings, and of pictures made of pictures."""
WIDTHS: Final = 20_000
"""Sizes of words that are remembered of each font; then all are forgotten."""
LARGEST: Final = 4 << 20
"""Bytes of pixels above which a picture is drawn every time."""
Draw: TypeAlias = Callable[..., pygame.Surface]
BLANK = False
"""Whether drawings, words, and turned and blurred pictures are transparent, of the right size."""


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
        kept = drawn.copy()  # weighs less than a picture of words, whose lines SDL_ttf fills up
        if _weight(kept) <= min(LARGEST, self._limit):
            self._kept[key] = kept
            self._weight += _weight(kept)
            while self._weight > self._limit:
                self._weight -= _weight(self._kept.popitem(last=False)[1])
        return drawn


def _weight(picture: pygame.Surface) -> int:
    return picture.get_pitch() * picture.get_height()


def _content(picture: pygame.Surface) -> Hashable:
    """All that goes into a copy of it."""
    form = (picture.get_size(), picture.get_masks(), picture.get_flags(), picture.get_alpha(), picture.get_colorkey())
    return (*form, hash(picture.get_buffer().raw))


def _svg(memory: Memory, draw: Draw) -> Draw:
    @wraps(draw)
    def remembered(file: Any, size: tuple[int, int]) -> pygame.Surface:
        if BLANK:
            return pygame.Surface(size, pygame.SRCALPHA)
        if not isinstance(file, io.BytesIO):
            return draw(file, size)
        return memory.get(("svg", file.getvalue(), tuple(size)), lambda: draw(file, size))

    return remembered


def _of_a_picture(memory: Memory, draw: Draw) -> Draw:
    @wraps(draw)
    def remembered(picture: pygame.Surface, *how: float) -> pygame.Surface:
        content = picture.get_size() if BLANK else _content(picture)
        return memory.get((BLANK, draw.__name__, content, how), lambda: draw(picture, *how))

    return remembered


def _scaled(draw: Draw) -> Draw:
    @wraps(draw)
    def blank(picture: pygame.Surface, size: tuple[float, float], *target: pygame.Surface) -> pygame.Surface:
        return pygame.Surface(size, pygame.SRCALPHA) if BLANK and not target else draw(picture, size, *target)

    return blank


def _font(memory: Memory) -> type[pygame.font.Font]:
    """Fonts that remember, together with all others from the same file, how large words are and how they look."""
    sizes: dict[Hashable, dict[Any, tuple[int, int]]] = {}
    plain = pygame.font.Font

    class Font(plain):  # type: ignore[misc, valid-type]
        """What is set besides the alignment is not remembered for: such a font measures and draws by itself from then on."""

        _from: Hashable = None

        def __init__(self, file: Any = None, size: int = 20) -> None:
            super().__init__(file, size)
            if isinstance(file, str | os.PathLike):
                there = Path(file).stat()
                self._from = (os.fspath(file), there.st_mtime_ns, there.st_size, size)
            self._sizes = sizes.setdefault(self._from, {})

        def __setattr__(self, name: str, value: Any) -> None:
            if not name.startswith("_") and name != "align":
                self._from = None
            super().__setattr__(name, value)

        def set_script(self, script: str, /) -> None:
            self._from = None
            super().set_script(script)

        def set_direction(self, direction: int) -> None:
            self._from = None
            super().set_direction(direction)

        def size(self, text: Any) -> tuple[int, int]:
            found = self._sizes.get(text) if self._from is not None else None
            if found is None:
                found = super().size(text)
                if self._from is not None:
                    if len(self._sizes) >= WIDTHS:
                        self._sizes.clear()
                    self._sizes[text] = found
            return found

        def render(self, text: Any, *how: Any) -> pygame.Surface:
            if BLANK and (size := self.size(text))[0] and not any(how[3:]):
                return pygame.Surface(size, pygame.SRCALPHA)
            draw = partial(super().render, text, *how)
            return draw() if self._from is None else memory.get((self._from, self.align, text, how), draw)

    return Font


def draw_once() -> None:
    """From now on, in this process; a second call changes nothing."""
    if hasattr(pygame.image.load_sized_svg, "__wrapped__"):
        return
    drawings, memory = Memory(), Memory()
    pygame.font.Font = _font(drawings)  # type: ignore[misc]
    pygame.image.load_sized_svg = _svg(drawings, pygame.image.load_sized_svg)
    pygame.transform.rotozoom = _of_a_picture(memory, pygame.transform.rotozoom)
    pygame.transform.smoothscale = _scaled(pygame.transform.smoothscale)
    pygame.transform.gaussian_blur = _of_a_picture(memory, pygame.transform.gaussian_blur)
