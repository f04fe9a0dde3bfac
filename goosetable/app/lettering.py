"""Text on the table: fonts by face, lines with suits drawn as shapes, wrapping, all kept for the next frame."""

from __future__ import annotations

from typing import Literal, TypeAlias

import pygame

from goosetable.app import assets
from goosetable.app.art import suits
from goosetable.app.cache import Pictures
from goosetable.app.raster import PREMUL, clear, rasterize
from goosetable.app.theme import Theme

FACES = {
    "sans": "SourceSansPro-Regular", "semi": "SourceSansPro-Semibold", "bold": "SourceSansPro-Bold",
    "it": "SourceSansPro-It", "serif": "SourceSerifPro-Semibold", "serifb": "SourceSerifPro-Bold",
    "black": "SourceSerifPro-Black", "serifr": "SourceSerifPro-Regular",
}  # fmt: skip
SUIT_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
SUIT_STEP = 0.86  # room a suit takes in a line, in em; the shape itself is 0.74

Anchor: TypeAlias = Literal[
    "topleft", "midtop", "topright", "midleft", "center", "midright", "bottomleft", "midbottom", "bottomright"
]
Side: TypeAlias = Literal["left", "mid", "right"]
Piece: TypeAlias = tuple[str, str]  # text and how: "" plain, "bold", "brass", "suit"


class Lettering:
    """Draws words on `dst`. Sizes are real pixels, colours "#rrggbb", faces the keys of FACES."""

    def __init__(self, dst: pygame.Surface, theme: Theme, four: bool = False, size: float = 1.0) -> None:
        self.dst = dst
        self.theme = theme
        self.four = four
        self.size = size
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self._lines: Pictures[tuple[object, ...]] = Pictures(24 << 20)
        self._pieces: dict[str, list[Piece]] = {}

    def font(self, face: str, px: float) -> pygame.font.Font:
        """The font of that face at px pixels (nine at the least), opened when first wanted."""
        key = (face, max(9, round(px)))
        found = self._fonts.get(key)
        if found is None:
            if len(self._fonts) > 120:
                self._fonts.clear()
            path = assets.font_file(FACES[face])
            try:
                found = pygame.font.Font(path, key[1])
            except pygame.error as error:
                raise assets.AssetError(f"The font {path} is damaged: {error}.") from error
            self._fonts[key] = found
        return found

    def text(self, s: str, px: float, colour: str, face: str = "semi", wrap: float = 0, align: int = 0) -> pygame.Surface:
        """A picture of plain text, premultiplied; wrapped to `wrap` pixels if given; align 0 left, 1 mid, 2 right."""
        key = (s, round(px), colour, face, round(wrap), align)
        found = self._lines.get(key)
        if found is None:
            font = self.font(face, px)
            font.align = align
            found = self._lines.put(key, font.render(s, True, colour, None, round(wrap)).premul_alpha())
        return found

    def put(
        self, s: str, x: float, y: float, px: float, colour: str, face: str = "semi", anchor: Anchor = "topleft",
        wrap: float = 0, align: int = 0,
    ) -> pygame.Rect:  # fmt: skip
        """Draw plain text with the anchor point of its box at x, y; returns the box."""
        picture = self.text(s, px, colour, face, wrap, align)
        box = picture.get_rect()
        setattr(box, anchor, (round(x), round(y)))
        self.dst.blit(picture, box, special_flags=PREMUL)
        return box

    def fit(self, s: str, px: float, face: str, w: float) -> str:
        """The text, cut and ended with an ellipsis if it is wider than w pixels."""
        font = self.font(face, px)
        if font.size(s)[0] <= w:
            return s
        while s and font.size(s.rstrip() + "…")[0] > w:
            s = s[:-1]
        return s.rstrip() + "…"

    def snug(self, s: str, px: float, face: str, w: float, least: float = 10.5) -> float:
        """The size, from px down to `least`, at which a rich line is no wider than w."""
        while px > least and self.width(s, px, face) > w:
            px -= 0.5
        return max(px, least)

    def rich(
        self, s: str, x: float, y: float, px: float, colour: str, face: str = "semi", anchor: Side = "left",
        dark: bool = False,
    ) -> float:  # fmt: skip
        """Draw one line with its top at y: ♠♥♦♣ as shapes, {bold}, ~brass~; dark: it stands on a dark ground.

        Returns the width.
        """
        picture = self.rich_line(s, px, colour, face, dark)
        w = picture.get_width()
        left = x if anchor == "left" else x - w / 2 if anchor == "mid" else x - w
        self.dst.blit(picture, (round(left), round(y)), special_flags=PREMUL)
        return w

    def rich_line(self, s: str, px: float, colour: str, face: str, dark: bool) -> pygame.Surface:
        """The picture of one rich line, premultiplied."""
        key = ("rich", s, round(px), colour, face, dark)
        found = self._lines.get(key)
        if found is None:
            found = self._lines.put(key, self._compose(s, px, colour, face, dark))
        return found

    def _compose(self, s: str, px: float, colour: str, face: str, dark: bool) -> pygame.Surface:
        tones = suits.colours(self.four, dark)
        accent = self.theme.brass if dark else self.theme.brass_lo
        h = self.font(face, px).get_height()
        whole = clear(round(self.width(s, px, face)), h)
        x = 0.0
        for text, how in self._split(s):
            if how == "suit":
                side = max(5, round(px * 0.74))
                drawing = suits.pip(SUIT_SIGNS[text], tones[SUIT_SIGNS[text]])
                shape = rasterize(drawing, side, side).premul_alpha()
                whole.blit(shape, (round(x + px * 0.43 - side / 2), round(h * 0.54 - side / 2)), special_flags=PREMUL)
                x += px * SUIT_STEP
            else:
                tone = accent if how == "brass" else colour
                picture = self.text(text, px, tone, "bold" if how == "bold" else face)
                whole.blit(picture, (round(x), 0), special_flags=PREMUL)
                x += picture.get_width()
        return whole

    def width(self, s: str, px: float, face: str = "semi") -> float:
        """How wide a rich line is."""
        total = 0.0
        for text, how in self._split(s):
            if how == "suit":
                total += px * SUIT_STEP
            else:
                total += self.font("bold" if how == "bold" else face, px).size(text)[0]
        return total

    def wrap(self, s: str, w: float, px: float, face: str = "sans") -> list[str]:
        """The rich text cut into lines no wider than w; marks opened in one line are opened again in the next."""
        lines: list[str] = []
        for part in s.split("\n"):
            line, marks = "", ""
            for word in part.split(" "):
                longer = f"{line} {word}" if line else marks + word
                if line and self.width(longer, px, face) > w:
                    lines.append(line)
                    marks = _open_marks(line)
                    line = marks + word
                else:
                    line = longer
            lines.append(line)
        return lines

    def para(
        self, s: str, x: float, y: float, w: float, px: float, colour: str, face: str = "sans", lead: float = 1.35,
        dark: bool = False,
    ) -> float:  # fmt: skip
        """Draw rich text wrapped to w; returns the y below it."""
        for line in self.wrap(s, w, px, face):
            if line:
                self.rich(line, x, y, px, colour, face, dark=dark)
            y += px * lead
        return y

    def _split(self, s: str) -> list[Piece]:
        found = self._pieces.get(s)
        if found is None:
            if len(self._pieces) > 2000:
                self._pieces.clear()
            found = self._pieces[s] = split(s)
        return found


def split(s: str) -> list[Piece]:
    """The pieces of a rich line.

    >>> split("Not K♠: {hearts} were ~led~.")
    [('Not K', ''), ('♠', 'suit'), (': ', ''), ('hearts', 'bold'), (' were ', ''), ('led', 'brass'), ('.', '')]
    """
    pieces: list[Piece] = []
    now, how = "", ""
    for sign in s:
        if sign not in "♠♥♦♣{}~":
            now += sign
            continue
        if now:
            pieces.append((now, how))
            now = ""
        if sign in SUIT_SIGNS:
            pieces.append((sign, "suit"))
        elif sign == "{":
            how = "bold"
        elif sign == "}":
            how = ""
        else:
            how = "" if how == "brass" else "brass"
    if now:
        pieces.append((now, how))
    return pieces


def bare(s: str) -> str:
    """A rich line without its marks, as a screen reader should say it."""
    return "".join(text for text, _ in split(s))


def _open_marks(line: str) -> str:
    return ("{" if line.count("{") > line.count("}") else "") + ("~" if line.count("~") % 2 else "")
