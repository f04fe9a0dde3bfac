"""The pictures of the page that comes next, made in short pieces while the page before it still stands on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.table.sprites import CardImageQueue

Part = Callable[[Canvas], object]
"""Draws a part of the page."""
LONGEST: Final = 30
"""Frames that a page waits at most: then it is drawn, however long that takes."""


class PageAhead:
    """`work` until the page is `ready`; `passed` counts the frames, and `drawn` ends the wait."""

    def __init__(self) -> None:
        self._images: tuple[CardImageQueue, ...] = ()
        self._parts: Iterator[None] | None = None
        self._waited = 0

    def begin(self, *images: CardImageQueue) -> None:
        """Another page comes; the queues know which cards it wants."""
        self._images = images

    def rehearse(self, canvas: Canvas, parts: Iterable[Part]) -> None:
        """What else it has is drawn where nobody sees it: the canvas keeps what it has drawn."""
        self._parts = _rehearsal(canvas, parts)

    @property
    def ready(self) -> bool:
        made = self._parts is None and not any(images.pending for images in self._images)
        return made or self._waited >= LONGEST

    def work(self) -> bool:
        """Draws one piece; whether there was one."""
        if any(images.work() for images in self._images):
            return True
        if self._parts is not None and next(self._parts, self) is self:
            self._parts = None
        return self._parts is not None

    def passed(self) -> None:
        """A frame has passed."""
        self._waited += not self.ready

    def drawn(self) -> None:
        """It is on the screen."""
        self._images, self._parts, self._waited = (), None, 0


def _rehearsal(canvas: Canvas, parts: Iterable[Part]) -> Iterator[None]:
    nowhere = pygame.Surface((1, 1))
    for part in parts:
        with canvas.onto(nowhere):
            part(canvas)
        yield
