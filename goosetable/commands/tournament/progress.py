"""A bar that says how far a series has come; on anything but a terminal it says nothing, unless it is asked for."""

from __future__ import annotations

import time
from typing import TextIO

WIDTH = 30
PAUSE = 0.1
"""Seconds between two pictures of the bar."""
PAUSE_OF_LINES = 2.0
"""Seconds between two lines, where it is no terminal."""


class Progress:
    """The bar of a series of `total` games."""

    def __init__(self, total: int, stream: TextIO | None, title: str = "", always: bool = False) -> None:
        """always: also where the stream is no terminal, then a line each time."""
        self._total = total
        self._title = f"{title} " if title else ""
        self._lines = stream is not None and not stream.isatty()
        self._stream = None if self._lines and not always else stream
        self._began = time.monotonic()
        self._next = self._began
        self._length = 0

    def show(self, done: int) -> None:
        """Shows that `done` games are done, unless it was drawn less than PAUSE ago."""
        if self._stream is None:
            return
        now = time.monotonic()
        if now < self._next and done < self._total:
            return
        self._next = now + (PAUSE_OF_LINES if self._lines else PAUSE)
        left = (now - self._began) / done * (self._total - done)
        self._draw(f"{self._title}[{bar(done, self._total)}] {done} of {self._total} games, {duration(left)} left")

    def clear(self) -> None:
        if self._stream is not None and self._length and not self._lines:
            self._draw("")
            self._write("\r")

    def _draw(self, text: str) -> None:
        self._write(f"{text}\n" if self._lines else "\r" + text.ljust(self._length))
        self._length = len(text)

    def _write(self, text: str) -> None:
        """A terminal that is gone is no reason to end a series."""
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            self._stream = None


def bar(done: int, total: int) -> str:
    """The bar itself.

    >>> bar(1, 3)
    '##########....................'
    """
    return ("#" * (WIDTH * done // total)).ljust(WIDTH, ".")


def duration(seconds: float) -> str:
    """A time that is left, roughly.

    >>> duration(4.2), duration(150), duration(9000)
    ('4 s', '2 min', '2 h 30 min')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = int(seconds // 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
