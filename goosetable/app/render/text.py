"""Text on the table: fonts, lines of rich text with suits drawn as shapes, and line breaks. All results are cached."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import pygame

from goosetable.app.art import svg
from goosetable.app.render.card_images import (
    PREMUL,
    FontError,
    PictureCache,
    open_font,
    rasterize,
    render_text,
    transparent_surface,
)
from goosetable.app.skins import assets
from goosetable.app.skins.theme import Theme
from goosetable.engine.words.clean import cut_between_signs, without_isolates

if TYPE_CHECKING:
    from goosetable.app.render.font_fallback import Coverage, FontFallback, FontRun

FACES = {
    "sans": "SourceSansPro-Regular", "semi": "SourceSansPro-Semibold", "bold": "SourceSansPro-Bold",
    "it": "SourceSansPro-It", "serif": "SourceSerifPro-Semibold", "serifb": "SourceSerifPro-Bold",
    "black": "SourceSerifPro-Black", "serifr": "SourceSerifPro-Regular",
}  # fmt: skip
SUIT_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
LONGEST = 2000
"""Largest number of characters of a line that are measured and drawn. No window has space for a longer line."""
LONG_WORD = 20
"""Length of a word, in characters, up to which the word is assumed to fit into a line."""
REMEMBERED = 3000
"""Number of texts whose width and lines are cached."""
SUIT_STEP = 0.86  # room a suit takes in a line, in em; the shape itself is 0.74

_UNSOUND = re.compile("[\0\ud800-\udfff]")
_PARTS = re.compile("[♠♥♦♣{}~]|[^♠♥♦♣{}~]+")

Anchor: TypeAlias = Literal[
    "topleft", "midtop", "topright", "midleft", "center", "midright", "bottomleft", "midbottom", "bottomright"
]
Side: TypeAlias = Literal["left", "mid", "right"]
Piece: TypeAlias = tuple[str, str]  # text, and its kind: "" plain, "bold", "brass", "suit"


@cache
def _face_coverage(face: str) -> Coverage:
    from goosetable.app.render.font_fallback import read_coverage  # not needed for the first frame

    return read_coverage(Path(assets.font_file(FACES[face])))


def _open_font(face: str, px: int) -> pygame.font.Font:
    path = assets.font_file(FACES[face])
    try:
        return open_font(path, px)
    except FontError as error:
        raise assets.AssetError(f"The font {path} is damaged: {error}.") from error


def _font_runs(text: str, face: str) -> list[FontRun]:
    """Divides a line into runs, each in one font. The list is empty if the typeface has all characters, the usual case."""
    if text.isascii() or all(char in _face_coverage(face) for char in text):
        return []
    fonts, own = fallback_fonts(), _face_coverage(face)
    found = fonts.divide_into_runs(text, own)
    return found if any(run.path for run in found) or fonts.with_emoji_replaced(text, own) != text else []


@cache
def fallback_fonts() -> FontFallback:
    """Returns the system's fonts for scripts that the typefaces lack. Font files are read when such a script first occurs."""
    from goosetable.app.render.font_fallback import FontFallback  # not needed for the first frame

    return FontFallback()


def _without_invalid_characters(text: str) -> str:
    """Replaces lone surrogates and NUL by U+FFFD, because the font library rejects them. Names in a record may contain them."""
    return text if text.isascii() and "\0" not in text else _UNSOUND.sub("\ufffd", text)


def _max_character_count(w: float) -> int:
    """Returns the number of characters to measure for a line of w pixels. Further characters cannot fit."""
    return min(LONGEST, max(8, int(w) + 8))


def _largest_fitting_number(maximum: int, fits: Callable[[int], bool]) -> int:
    """Returns the largest number below `maximum` for which `fits` returns True; 0 if there is none. Uses bisection."""
    least = 0
    while maximum - least > 1:
        middle = (least + maximum) // 2
        least, maximum = (middle, maximum) if fits(middle) else (least, middle)
    return least


def _font_size(px: float) -> int:
    return max(9, round(px))


class TextRenderer:
    """Draws text on `dst`. Sizes are pixels of the screen, colours "#rrggbb", faces keys of `FACES`."""

    def __init__(self, dst: pygame.Surface, theme: Theme, four_colours: bool = False, size: float = 1.0) -> None:
        self.dst = dst
        self.theme = theme
        self.four = four_colours
        self.size = size
        self._opened = lru_cache(120)(_open_font)
        self._lines: PictureCache[tuple[object, ...]] = PictureCache(24 << 20)
        self._runs = lru_cache(2000)(_font_runs)
        self._measured = lru_cache(REMEMBERED)(self._measure_rich_line)
        self._wrapped = lru_cache(REMEMBERED)(self._wrap)

    def font(self, face: str, px: float) -> pygame.font.Font:
        """Returns the font of a face at px pixels, at least 9. Each font is opened only once."""
        return self._opened(face, _font_size(px))

    def plain_width(self, text: str, px: float, face: str = "semi") -> int:
        """Returns the width of plain text in one line, in pixels. Only the first `LONGEST` characters count."""
        text = _without_invalid_characters(text[:LONGEST])
        runs, font = self._runs(text, face), self.font(face, px)
        return fallback_fonts().width_of_runs(runs, font, _font_size(px)) if runs else font.size(without_isolates(text))[0]

    def plain_text_picture(
        self, text: str, px: float, colour: str, face: str = "semi", wrap: float | None = None, align: int = 0
    ) -> pygame.Surface:
        """Returns a picture of plain text, premultiplied. wrap: largest width of a line in pixels. align: 0 left, 1 centre, 2
        right.

        Every line has at least one letter, even if `wrap` is smaller than the letter or negative, as in a tiny window.
        """
        within = 0 if wrap is None else max(_font_size(px), round(wrap))
        text = _without_invalid_characters(text if within else text[:LONGEST])
        key = (text, round(px), colour, face, within, align)
        return self._lines.get_or_make(key, lambda: self._render_plain_text(text, px, colour, face, within, align))

    def _render_plain_text(self, text: str, px: float, colour: str, face: str, wrap: int, align: int) -> pygame.Surface:
        font = self.font(face, px)
        if not self._runs(text, face):
            font.align = align
            return render_text(font, without_isolates(text), colour, wrap).premul_alpha()
        lines = self._broken_lines(text, px, face, wrap) if wrap else [text]
        drawn = [
            fallback_fonts().line_picture(runs, font, _font_size(px), colour) if (runs := self._runs(one, face))
            else render_text(font, without_isolates(one), colour).premul_alpha()
            for one in lines
        ]  # fmt: skip
        w, step = max(picture.get_width() for picture in drawn), font.get_linesize()
        whole = transparent_surface(w, step * (len(drawn) - 1) + drawn[-1].get_height())
        for i, picture in enumerate(drawn):
            whole.blit(picture, ((w - picture.get_width()) * align // 2, i * step), special_flags=PREMUL)
        return whole

    def _broken_lines(self, text: str, px: float, face: str, w: float) -> list[str]:
        lines: list[str] = []
        for part in text.split("\n"):
            line = ""
            for word in part.split(" "):
                longer = f"{line} {word}" if line else word
                if line and (len(longer) > _max_character_count(w) or self.plain_width(longer, px, face) > w):
                    lines.append(line)
                    longer = word
                line = longer
            lines.append(line)
        return lines

    def draw_plain_text(
        self, text: str, x: float, y: float, px: float, colour: str, face: str = "semi", anchor: Anchor = "topleft",
        wrap: float | None = None, align: int = 0,
    ) -> pygame.Rect:  # fmt: skip
        """Draws plain text so that the anchor point of its box is at x, y. Returns the box."""
        picture = self.plain_text_picture(text, px, colour, face, wrap, align)
        box = picture.get_rect()
        setattr(box, anchor, (round(x), round(y)))
        self.dst.blit(picture, box, special_flags=PREMUL)
        return box

    def cut_to_fit(self, text: str, px: float, face: str, w: float) -> str:
        """Returns a text, cut with an ellipsis if it is wider than w pixels. Combining marks stay with their letter."""
        if len(text) <= _max_character_count(w) and self.plain_width(text, px, face) <= w:
            return text
        most = min(len(text), _max_character_count(w))
        count = _largest_fitting_number(most, lambda n: self.plain_width(text[:n].rstrip() + "…", px, face) <= w)
        return f"{cut_between_signs(text, count).rstrip()}…"

    def fitting_size(self, text: str, px: float, face: str, w: float, minimum: float = 10.5) -> float:
        """Returns the largest size, by half pixels from px to `minimum`, at which a line of rich text is no wider than w."""
        if len(text) > _max_character_count(w):
            return minimum
        if px <= minimum or self.width(text, px, face) <= w:
            return max(px, minimum)
        steps = math.ceil(2 * (px - minimum))  # of a half up from the smallest size
        return max(
            minimum,
            px - (steps - _largest_fitting_number(steps, lambda n: self.width(text, px - (steps - n) / 2, face) <= w)) / 2,
        )

    def draw_rich_line(
        self, text: str, x: float, y: float, px: float, colour: str, face: str = "semi", anchor: Side = "left",
        dark: bool = False,
    ) -> float:  # fmt: skip
        """Draws one line of rich text with its top at y; returns its width.

        The signs ♠♥♦♣ become shapes, {text} is bold and ~text~ has the colour of brass. dark: True on a dark ground.
        """
        picture = self.rich_line_picture(text, px, colour, face, dark)
        w = picture.get_width()
        left = x if anchor == "left" else x - w / 2 if anchor == "mid" else x - w
        self.dst.blit(picture, (round(left), round(y)), special_flags=PREMUL)
        return w

    def rich_line_picture(self, text: str, px: float, colour: str, face: str, dark: bool) -> pygame.Surface:
        text = text[:LONGEST]
        key = ("rich", text, round(px), colour, face, dark)
        return self._lines.get_or_make(key, lambda: self._render_rich_line(text, px, colour, face, dark))

    def _render_rich_line(self, rich_text: str, px: float, colour: str, face: str, dark: bool) -> pygame.Surface:
        tones = svg.suit_colours_in_text(self.four, dark)
        accent = self.theme.brass if dark else self.theme.brass_lo
        h = self.font(face, px).get_height()
        whole = transparent_surface(round(self.width(rich_text, px, face)), h)
        x = 0.0
        for text, how in split_pieces(rich_text):
            if how == "suit":
                side = max(5, round(px * 0.74))
                drawing = svg.suit_picture(SUIT_SIGNS[text], tones[SUIT_SIGNS[text]])
                shape = rasterize(drawing, side, side).premul_alpha()
                whole.blit(shape, (round(x + px * 0.43 - side / 2), round(h * 0.54 - side / 2)), special_flags=PREMUL)
                x += px * SUIT_STEP
            else:
                tone = accent if how == "brass" else colour
                picture = self.plain_text_picture(text, px, tone, "bold" if how == "bold" else face)
                whole.blit(picture, (round(x), 0), special_flags=PREMUL)
                x += picture.get_width()
        return whole

    def width(self, text: str, px: float, face: str = "semi") -> float:
        """Returns the width of a line of rich text in pixels. Only the first `LONGEST` characters count."""
        return self._measured(text, px, face)

    def _measure_rich_line(self, rich_text: str, px: float, face: str) -> float:
        return sum(
            px * SUIT_STEP if how == "suit" else self.plain_width(text, px, "bold" if how == "bold" else face)
            for text, how in split_pieces(rich_text[:LONGEST])
        )

    def wrap_rich_text(self, text: str, w: float, px: float, face: str = "sans") -> list[str]:
        """Divides rich text into lines no wider than w. A line that continues bold or brass text gets its marks too."""
        return self._wrapped(text, w, px, face).copy()

    def _wrap(self, text: str, w: float, px: float, face: str) -> list[str]:
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line, marks = "", ""
            for word in self._break_long_words(paragraph, w, px, face):
                longer = f"{line} {word}" if line else marks + word
                if line and (len(longer) > _max_character_count(w) or self.width(longer, px, face) > w):
                    lines.append(line)
                    marks = _unclosed_marks(line)
                    line = marks + word
                else:
                    line = longer
            lines.append(line)
        return lines

    def _break_long_words(self, line: str, w: float, px: float, face: str) -> Iterator[str]:
        for word in line.split(" "):
            left = word if len(word) <= LONGEST else cut_between_signs(word, LONGEST) + "…"
            while len(left) > LONG_WORD and (len(left) > _max_character_count(w) or self.width(left, px, face) > w):
                now = left
                most = min(len(now), _max_character_count(w))
                count = _largest_fitting_number(most, lambda n, now=now: self.width(now[:n], px, face) <= w)  # type: ignore[misc]
                cut = len(cut_between_signs(now, count)) or max(1, count)
                yield now[:cut]
                left = now[cut:]
            yield left

    def draw_paragraph(
        self, text: str, x: float, y: float, w: float, px: float, colour: str, face: str = "sans", line_spacing: float = 1.35
    ) -> float:
        """Draws rich text, wrapped to the width w. Returns the y below it. line_spacing: distance of two lines, as a multiple
        of px.
        """
        for line in self.wrap_rich_text(text, w, px, face):
            if line:
                self.draw_rich_line(line, x, y, px, colour, face)
            y += px * line_spacing
        return y


@lru_cache(2000)
def split_pieces(text: str) -> tuple[Piece, ...]:
    """Divides a line of rich text into pieces. Returns each piece with its kind, which is "" for plain text.

    >>> split_pieces("Not K♠: {hearts} were ~led~.")
    (('Not K', ''), ('♠', 'suit'), (': ', ''), ('hearts', 'bold'), (' were ', ''), ('led', 'brass'), ('.', ''))
    """
    pieces: list[Piece] = []
    how = ""
    for part in _PARTS.findall(text):
        if part == "~":
            how = "" if how == "brass" else "brass"
        elif part in ("{", "}"):
            how = "bold" if part == "{" else ""
        else:
            pieces.append((part, "suit" if part in SUIT_SIGNS else how))
    return tuple(pieces)


def without_marks(rich_text: str) -> str:
    """Returns a rich line as plain text, for screen readers."""
    return without_isolates("".join(text for text, _ in split_pieces(rich_text)))


def _unclosed_marks(line: str) -> str:
    return ("{" if line.count("{") > line.count("}") else "") + ("~" if line.count("~") % 2 else "")
