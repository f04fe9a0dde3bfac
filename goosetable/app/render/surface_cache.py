"""A cache of pictures that keeps within a number of bytes, forgetting what was wanted longest ago."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

import pygame

K = TypeVar("K", bound=Hashable)


class Enough(Exception):
    """A slice of drawing ahead has made as much as it may; what it made is kept, so the next one comes further."""


_left: list[int] = []
"""Pixels of pictures that the slice which is being drawn may still make; empty where none is."""


@contextlib.contextmanager
def sliced(pixels: int) -> Iterator[None]:
    """What is drawn within raises Enough where it would make one more picture after so many pixels of them."""
    _left.append(pixels)
    try:
        yield
    finally:
        _left.pop()


class Pictures(Generic[K]):
    """Surfaces by key, together at most `limit` bytes (a single larger picture is still kept, alone)."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.weight = 0
        self._kept: dict[K, pygame.Surface] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: K) -> bool:
        return key in self._kept

    def get(self, key: K) -> pygame.Surface | None:
        """The picture, now the newest; None if it is not here."""
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found
        return found

    def made(self, key: K, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture, made now if it is not here."""
        found = self.get(key)
        if found is not None:
            return found
        if _left and _left[-1] <= 0:
            raise Enough
        made = make()
        if _left:
            _left[-1] -= made.get_width() * made.get_height()
        return self.put(key, made)

    def put(self, key: K, picture: pygame.Surface) -> pygame.Surface:
        """Keep the picture under a new key, and give it back."""
        old = self._kept.pop(key, None)
        if old is not None:
            self.weight -= _bytes(old)
        self.weight += _bytes(picture)
        self._kept[key] = picture
        while self.weight > self.limit and len(self._kept) > 1:
            first = next(iter(self._kept))
            self.weight -= _bytes(self._kept.pop(first))
        return picture


def _bytes(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height() * 4 + 200
