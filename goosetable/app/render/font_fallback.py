"""Fallback fonts: characters that the program's own fonts lack are drawn with fonts of the system, in their own direction.

Font folders are searched when a name first needs it. The characters of a font are read from its file, because the font library
draws a box for a missing character without an error. Damaged files are skipped.

Direction: the program is in English, so a line begins at the left. A name in a right-to-left script is isolated (U+2068,
U+2069) and is drawn from right to left. This is the bidirectional algorithm of Unicode (UAX #9), as far as names and sentences
need it. Isolates are the only control characters of direction that it supports, because names contain no others.
"""

from __future__ import annotations

import os
import struct
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import pygame

from goosetable.app.render.card_images import FontError, open_font, render_text
from goosetable.engine.words import clean
from goosetable.engine.words.clean import RIGHT_TO_LEFT_CLASSES

FIGURES: Final = ("EN", "AN")
WITHIN: Final = ("ES", "ET", "CS", "NSM", "BN")
"""Bidirectional classes of signs that belong to a number if they are between its digits, such as the point in 1.5."""
ENDS: Final = ",;:"
"""Signs that end a name if a blank follows, as in a list of names."""


class DirectionRun(NamedTuple):
    """A part of a line in one direction. leftward: True for a part written from right to left."""

    text: str
    leftward: bool


def visual_order(text: str) -> list[DirectionRun]:
    """Divides a line into parts of one direction. Returns the parts from left to right; each has its text in logical order.

    >>> [piece.text for piece in visual_order("abc \u05d0\u05d1-\u05d2 12")]
    ['abc ', '\u05d0\u05d1-\u05d2', ' 12']
    """
    if clean.ISOLATE_BEGIN in text or clean.ISOLATE_END in text:
        return [piece for part, _ in clean.split_isolates(text) for piece in _order_part(part)]
    return _order_part(text)


def _order_part(text: str) -> list[DirectionRun]:
    kinds = [unicodedata.bidirectional(sign) for sign in text]
    if not any(kind in RIGHT_TO_LEFT_CLASSES for kind in kinds):
        return [DirectionRun(text, False)]
    if "L" not in kinds and not _has_name_separator(text):  # a name alone: all of it runs from the right
        return _runs_from_right_to_left(text)
    found, at = [], 0
    while at < len(text):
        end = at
        if kinds[at] in RIGHT_TO_LEFT_CLASSES:
            end = _name_end(text, kinds, at)
            found += _runs_from_right_to_left(text[at:end])
        else:
            while end < len(text) and kinds[end] not in RIGHT_TO_LEFT_CLASSES:
                end += 1
            found.append(DirectionRun(text[at:end], False))
        at = end
    return found


def _has_name_separator(text: str) -> bool:
    return any(f"{sign} " in text for sign in ENDS)


def _name_end(text: str, kinds: list[str], index: int) -> int:
    """Returns the end of the right-to-left name that begins at `index`: the index after its last right-to-left character and
    the combining marks of this character.
    """
    end = index
    for i in range(index, len(text)):
        if kinds[i] == "L" or (text[i] in ENDS and text[i + 1 : i + 2] == " "):
            break
        if kinds[i] in RIGHT_TO_LEFT_CLASSES or (kinds[i] == "NSM" and i == end):
            end = i + 1
    return end


def _runs_from_right_to_left(text: str) -> list[DirectionRun]:
    kinds = [unicodedata.bidirectional(sign) for sign in text]
    found, at = [], 0
    while at < len(text):
        figures, end = kinds[at] in FIGURES, at + 1
        while end < len(text):
            inner = kinds[end] in WITHIN and end + 1 < len(text) and kinds[end + 1] in FIGURES
            if (kinds[end] in FIGURES or (figures and inner)) != figures:
                break
            end += 1
        found.append(DirectionRun(text[at:end], not figures))
        at = end
    return found[::-1]


LARGEST_TABLE = 1 << 20
"""Largest size of a font's character table in bytes. A larger table counts as damaged."""


@dataclass(frozen=True)
class Coverage:
    """The characters of a font, as ranges in ascending order. firsts, lasts: the first and the last character of each range."""

    firsts: tuple[int, ...]
    lasts: tuple[int, ...]

    def __contains__(self, char: object) -> bool:
        if not isinstance(char, str):
            return False
        at = bisect_right(self.firsts, ord(char)) - 1
        return at >= 0 and ord(char) <= self.lasts[at]


NOTHING = Coverage((), ())


def read_coverage(path: Path) -> Coverage:
    """Returns the characters of the first font in a file; an empty coverage if the file cannot be read."""
    try:
        with path.open("rb") as file:
            return _character_ranges(_read_character_table(file))
    except (OSError, struct.error, ValueError):
        return NOTHING


def _read_character_table(file: BinaryIO) -> bytes:
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


def _character_ranges(table: bytes) -> Coverage:
    if len(table) < 4:
        return NOTHING
    count = struct.unpack_from(">H", table, 2)[0]
    places = {struct.unpack_from(">HHI", table, 4 + 8 * i) for i in range(count)}
    found: list[tuple[int, int]] = []
    for platform, encoding, offset in sorted(places):
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            form = struct.unpack_from(">H", table, offset)[0]
            found += (
                _ranges_of_format_4(table, offset) if form == 4 else _ranges_of_format_12(table, offset) if form == 12 else []
            )
    merged: list[tuple[int, int]] = []
    for first, last in sorted(found):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return Coverage(tuple(first for first, _ in merged), tuple(last for _, last in merged))


def _ranges_of_format_4(table: bytes, offset: int) -> list[tuple[int, int]]:
    """Returns the character ranges of a table of format 4, up to U+FFFF, without the closing entry."""
    count = struct.unpack_from(">H", table, offset + 6)[0] // 2
    lasts = struct.unpack_from(f">{count}H", table, offset + 14)
    firsts = struct.unpack_from(f">{count}H", table, offset + 16 + 2 * count)
    return [(first, last) for first, last in zip(firsts, lasts, strict=True) if first <= last and first != 0xFFFF]


def _ranges_of_format_12(table: bytes, offset: int) -> list[tuple[int, int]]:
    count = struct.unpack_from(">I", table, offset + 12)[0]
    if count > LARGEST_TABLE // 12:
        raise ValueError("more groups than there can be")
    groups = [struct.unpack_from(">II", table, offset + 16 + 12 * i) for i in range(count)]
    return [(first, last) for first, last in groups if first <= last]


MOST: Final = 600
"""Largest number of font files that are read. Files that are likely to be needed are read first."""
SHAPED: Final = {
    "ARABIC": "Arab", "HEBREW": "Hebr", "SYRIAC": "Syrc", "THAANA": "Thaa", "NKO": "Nkoo", "DEVANAGARI": "Deva",
    "BENGALI": "Beng", "GURMUKHI": "Guru", "GUJARATI": "Gujr", "ORIYA": "Orya", "TAMIL": "Taml", "TELUGU": "Telu",
    "KANNADA": "Knda", "MALAYALAM": "Mlym", "SINHALA": "Sinh", "THAI": "Thai", "LAO": "Laoo", "TIBETAN": "Tibt",
    "MYANMAR": "Mymr", "KHMER": "Khmr", "ARMENIAN": "Armn", "GEORGIAN": "Geor", "ETHIOPIC": "Ethi", "HANGUL": "Hang",
}  # fmt: skip
"""ISO 15924 codes of scripts with contextual shapes or right-to-left order, by the first word of their Unicode names."""
UNLIKELY: Final = (
    "bold", "black", "heavy", "light", "thin", "italic", "oblique", "slanted", "mono", "condensed", "narrow", "typewriter",
)  # fmt: skip
"""Parts of file names of fonts that are not the regular one of their family."""
LIKELY: Final = ("noto", "dejavu", "sans", "ui")
MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
"""Replacements for brackets of the program's own font in text written from right to left."""
STAND_IN: Final = "◆"
"""Replacement for an emoji or similar symbol that no font has."""
TALLEST: Final = 1.5
"""Largest height of a font, in heights of the line. A higher font is scaled down."""


class FontRun(NamedTuple):
    """A part of a line in one font. path: the file of a system font; None for the program's own font. script: ISO 15924 code.
    leftward: True for text written from right to left.
    """

    text: str
    path: Path | None
    script: str = ""
    leftward: bool = False


class ScaledFont(NamedTuple):
    """A font of the system at one size. scale: the factor by which its pictures are scaled."""

    font: pygame.font.Font
    scale: float

    def size(self, text: str) -> tuple[int, int]:
        w, h = self.font.size(text)
        return max(1, round(w * self.scale)), max(1, round(h * self.scale))

    def render(self, text: str, colour: str) -> pygame.Surface:
        """Returns a picture of a text, not premultiplied."""
        drawn = render_text(self.font, text, colour)
        if self.scale == 1:
            return drawn
        return pygame.transform.smoothscale(drawn.convert_alpha() if drawn.get_bitsize() < 32 else drawn, self.size(text))


def font_folders() -> list[Path]:
    home = Path.home()
    if sys.platform == "win32":
        windows, local = os.environ.get("WINDIR", r"C:\Windows"), os.environ.get("LOCALAPPDATA", "")
        return [Path(windows, "Fonts"), *([Path(local, "Microsoft", "Windows", "Fonts")] if local else [])]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    return [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts", home / ".fonts"]


def font_files(folders: list[Path]) -> list[Path]:
    """Returns the font files in these folders. Regular fonts come first. The order is always the same."""
    found = [
        Path(where, name)
        for folder in folders
        for where, _, names in os.walk(folder)
        for name in names
        if name.lower().endswith((".ttf", ".otf", ".ttc", ".otc"))
    ]
    return sorted(found, key=_sort_key)[:MOST]


def _sort_key(path: Path) -> tuple[int, int, str]:
    name = path.name.lower()
    return sum(word in name for word in UNLIKELY), -sum(word in name for word in LIKELY), str(path)


def _open_scaled_font(path: Path, script: str, leftward: bool, px: int, height: int) -> ScaledFont | None:
    try:
        font = open_font(path, px)
        tall, scale = font.get_height(), 1.0
        if tall > height * TALLEST:
            font = open_font(path, max(6, int(px * height * TALLEST / tall)))
            if font.get_height() >= tall:  # it has pictures of one size only, as emoji often have
                scale = height / tall
        if script:
            font.set_script(script)
        if leftward:
            font.set_direction(pygame.DIRECTION_RTL)
    except (FontError, pygame.error, OSError):
        return None  # damaged, or this font library cannot set it: then boxes say that there was something
    return ScaledFont(font, scale)


class FontFallback:
    """The fonts of the system, read when needed. find_folders: returns the folders to search; by default the system's."""

    def __init__(self, find_folders: Callable[[], list[Path]] = font_folders) -> None:
        self._within = find_folders
        self._unread: Iterator[Path] | None = None
        self._read: list[tuple[Path, Coverage]] = []
        self.find = lru_cache(5000)(self.font_file_for)
        """Returns the file of a font that has a character; None if the system has none. Cached."""
        self._opened = lru_cache(60)(_open_scaled_font)

    def font_file_for(self, char: str) -> Path | None:
        return next((path for path, held in self._all_fonts() if char in held), None)

    def _all_fonts(self) -> Iterator[tuple[Path, Coverage]]:
        yield from self._read
        if self._unread is None:
            self._unread = iter(font_files(self._within()))
        for path in self._unread:
            self._read.append((path, read_coverage(path)))
            yield self._read[-1]

    def font_of_run(self, run: FontRun, px: int, height: int) -> ScaledFont | None:
        """Returns the system font of a run, for text of px pixels in a line `height` pixels high.

        Returns None for the program's own font, or if the system font cannot be opened.
        """
        return None if run.path is None else self._opened(run.path, run.script, run.leftward, px, height)

    def with_emoji_replaced(self, text: str, own: Coverage) -> str:
        """Returns a text with `STAND_IN` in place of each emoji that no font has. An emoji may consist of several characters
        with joiners and skin tones.

        own: characters of the program's own font.
        """
        found, lacking = "", False
        for at, char in enumerate(text):
            if lacking and (_joins_previous(char) or text[at - 1] == "\u200d"):
                continue
            lacking = unicodedata.category(char) in ("So", "Sk") and char not in own and self.find(char) is None
            found += STAND_IN if lacking else char
        return found

    def divide_into_runs(self, text: str, own: Coverage) -> list[FontRun]:
        """Divides a line into runs, each in one font. Returns them from left to right. own: characters of the program's own
        font.

        Combining marks and joiners have the font of the character before them. A blank between two words in the same font has
        that font too.
        """
        text = self.with_emoji_replaced(text, own)
        return [
            run
            for part in visual_order(text)
            for run in (self._runs_of_right_to_left if part.leftward else self._runs_of_left_to_right)(part.text, own)
        ]

    def _runs_of_right_to_left(self, text: str, own: Coverage) -> list[FontRun]:
        """Divides right-to-left text into runs. Returns them from left to right. Punctuation has the font of the letters."""
        letter = next((sign for sign in text if unicodedata.bidirectional(sign) in RIGHT_TO_LEFT_CLASSES), "")
        lead = self._run_of(letter, own) if letter else FontRun("", None)
        held = next((found for path, found in self._read if path == lead.path), NOTHING)
        found: list[FontRun] = []
        for sign in text:
            strange = unicodedata.bidirectional(sign) in RIGHT_TO_LEFT_CLASSES
            run = lead if lead.path is not None and sign in held else self._run_of(sign, own)._replace(leftward=strange)
            if found and (run[1:] == found[-1][1:] or _joins_previous(sign)):
                found[-1] = found[-1]._replace(text=found[-1].text + sign)
            else:
                found.append(run._replace(text=sign if run.path is not None else sign.translate(MIRRORED)))
        return found[::-1]

    def _runs_of_left_to_right(self, text: str, own: Coverage) -> list[FontRun]:
        found: list[FontRun] = []
        for i, char in enumerate(text):
            run = self._run_of(char, own)
            last = found[-1] if found else None
            if last is not None and (
                _joins_previous(char) or (last.path is not None and self._is_blank_between(text, i, last, own))
            ):
                run = last
            if last is not None and run[1:] == last[1:]:
                found[-1] = last._replace(text=last.text + char)
            else:
                found.append(run._replace(text=char))
        return found

    def _run_of(self, char: str, own: Coverage) -> FontRun:
        path = None if char in own or not char.isprintable() else self.find(char)
        if path is None:
            return FontRun(char, None)
        script = SHAPED.get(unicodedata.name(char, "").split(" ")[0], "")
        return FontRun(char, path, script, unicodedata.bidirectional(char) in ("R", "AL"))

    def _is_blank_between(self, text: str, index: int, last: FontRun, own: Coverage) -> bool:
        rest = text[index:].lstrip()
        return text[index].isspace() and bool(rest) and self._run_of(rest[0], own)[1:] == last[1:]

    def line_picture(self, runs: list[FontRun], font: pygame.font.Font, px: int, colour: str) -> pygame.Surface:
        """Returns a picture of a line in several fonts on a common baseline. It is premultiplied, and as high as the program's
        own font.
        """
        high = font.get_height()
        whole = pygame.Surface((max(1, self.width_of_runs(runs, font, px)), high), pygame.SRCALPHA)
        x = 0
        for run in runs:
            letters = self.font_of_run(run, px, high)
            if letters is None:
                drawn, y = render_text(font, run.text, colour), 0
            else:
                drawn = letters.render(run.text, colour)
                ink = drawn.get_bounding_rect()
                # Letters higher or lower than Latin ones are moved into the line rather than cut off.
                y = max(min(font.get_ascent() - round(letters.font.get_ascent() * letters.scale), high - ink.bottom), -ink.top)
            whole.blit(drawn.premul_alpha(), (x, y), special_flags=pygame.BLEND_PREMULTIPLIED)
            x += (letters or font).size(run.text)[0]
        return whole

    def width_of_runs(self, runs: list[FontRun], font: pygame.font.Font, px: int) -> int:
        return sum((self.font_of_run(run, px, font.get_height()) or font).size(run.text)[0] for run in runs)


def _joins_previous(char: str) -> bool:
    """Returns True if a character is joined to the one before it, such as combining marks, joiners, variation selectors and
    skin tones.

    >>> _joins_previous("\\u0301"), _joins_previous("\\u200d"), _joins_previous("a")
    (True, True, False)
    """
    return unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf") or "\U0001f3fb" <= char <= "\U0001f3ff"
