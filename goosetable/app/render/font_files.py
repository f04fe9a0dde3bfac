"""Font files: opened so that a damaged one is told, and which characters one has, read from the file itself.

The font library draws a box for what a font lacks and says nothing; and it gives a font that ends the program at its first
use for a file that is none.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import pygame

LARGEST_TABLE = 1 << 20
"""Bytes of the largest table of characters that is believed; a larger one is damaged."""


@dataclass(frozen=True)
class Coverage:
    """Characters as ranges: the first of each, ascending, and the last of each."""

    firsts: tuple[int, ...]
    lasts: tuple[int, ...]

    def __contains__(self, char: object) -> bool:
        if not isinstance(char, str):
            return False
        at = bisect_right(self.firsts, ord(char)) - 1
        return at >= 0 and ord(char) <= self.lasts[at]


NOTHING = Coverage((), ())


class FontError(Exception):
    """A font that cannot be opened; the message says why."""


def opened(path: str | Path, px: int) -> pygame.font.Font:
    """The font in a file at px pixels. Raises FontError or OSError."""
    pygame.set_error("")
    try:
        font = pygame.font.Font(path, px)
    except (pygame.error, ValueError) as error:
        raise FontError(str(error)) from error
    if wrong := pygame.get_error():
        raise FontError(wrong)  # nothing may be asked of such a font, not even its height
    return font


def rendered(font: pygame.font.Font, text: str, colour: str, wrap: int = 0) -> pygame.Surface:
    """A picture of a text; an empty one as high as a line where none of its signs takes any room."""
    try:
        return font.render(text, True, colour, None, wrap)
    except pygame.error:
        return pygame.Surface((1, font.get_height()), pygame.SRCALPHA)


def coverage(path: Path) -> Coverage:
    """What the font in a file has, or the first font of a collection; nothing where it cannot be read or is no font."""
    try:
        with path.open("rb") as file:
            return _ranges(_table(file))
    except (OSError, struct.error, ValueError):
        return NOTHING


def _table(file: BinaryIO) -> bytes:
    """The table of characters, whole."""
    start = 0
    if file.read(4) == b"ttcf":
        start = struct.unpack(">8xI", file.read(12))[0]
    file.seek(start + 4)
    count = struct.unpack(">H6x", file.read(8))[0]
    for _ in range(count):
        tag, offset, length = struct.unpack(">4s4xII", file.read(16))
        if tag == b"cmap" and length <= LARGEST_TABLE:
            file.seek(offset)
            return file.read(length)
    return b""


def _ranges(table: bytes) -> Coverage:
    if len(table) < 4:
        return NOTHING
    count = struct.unpack_from(">H", table, 2)[0]
    places = {struct.unpack_from(">HHI", table, 4 + 8 * i) for i in range(count)}
    found: list[tuple[int, int]] = []
    for platform, encoding, offset in sorted(places):
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            form = struct.unpack_from(">H", table, offset)[0]
            found += _segments(table, offset) if form == 4 else _groups(table, offset) if form == 12 else []
    merged: list[tuple[int, int]] = []
    for first, last in sorted(found):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return Coverage(tuple(first for first, _ in merged), tuple(last for _, last in merged))


def _segments(table: bytes, offset: int) -> list[tuple[int, int]]:
    """Ranges of characters of the first plane; the last one only ends the list."""
    count = struct.unpack_from(">H", table, offset + 6)[0] // 2
    lasts = struct.unpack_from(f">{count}H", table, offset + 14)
    firsts = struct.unpack_from(f">{count}H", table, offset + 16 + 2 * count)
    return [(first, last) for first, last in zip(firsts, lasts, strict=True) if first <= last and first != 0xFFFF]


def _groups(table: bytes, offset: int) -> list[tuple[int, int]]:
    """Ranges of characters of all planes."""
    count = struct.unpack_from(">I", table, offset + 12)[0]
    if count > LARGEST_TABLE // 12:
        raise ValueError("more groups than there can be")
    groups = [struct.unpack_from(">II", table, offset + 16 + 12 * i) for i in range(count)]
    return [(first, last) for first, last in groups if first <= last]
