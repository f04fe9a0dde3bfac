"""A page of rules set for a width: every line and card with its place, measured once and drawn where it can be seen."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import RATIO
from goosetable.app.render.text import bare
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.rules.markup import CardRow, Chapter, Content, Item, Note, Paragraph
from goosetable.engine.rules.options import PRINTED

READ: Final = 18.0
LEAD: Final = 1.42
LONGEST: Final = 62  # characters of a line that are read with ease
CARD: Final = 112.0


class HouseRule(NamedTuple):
    """A house rule of the table in words: what it is called, what it is, and where that comes from."""

    label: str
    value: str
    origin: str


class TextLine(NamedTuple):
    x: float
    y: float
    px: float
    face: str
    text: str
    pale: bool = False


class Cards(NamedTuple):
    """Cards lying in a row from x, their upper edge at y, `step` apart."""

    x: float
    y: float
    high: float
    step: float
    codes: tuple[str, ...]
    taking: int | None


class NoteBox(NamedTuple):
    """A light box behind a note."""

    x: float
    y: float
    w: float
    h: float


Piece = TextLine | Cards | NoteBox


class RulesPage:
    """Set by lay() in pixels; starts: where each chapter begins; height: of the whole."""

    def __init__(self, board: Page, chapters: tuple[Chapter, ...], options: Any, house_rules: list[HouseRule]) -> None:
        """board: whose units and card images it takes. options: of the table; house_rules: those in words."""
        self.board, self.chapters, self.options, self.house_rules = board, chapters, options, house_rules
        self.pieces: list[Piece] = []
        self.starts: list[float] = []
        self.height = 0.0
        self._y = 0.0
        self._w = 0.0

    @property
    def words(self) -> str:
        """Everything as plain text, for a screen reader."""
        return "\n".join(bare(piece.text) for piece in self.pieces if isinstance(piece, TextLine))

    def lay(self, w: float, view: int, margin: bool) -> None:
        """Set the page for a width in units. view: pixels of it to be seen at once; margin: the house rules have one."""
        board, u = self.board, self.board.t
        self.pieces, self.starts, self._y = [], [], 4 * u
        letter = board.context.canvas.width("n", board.px(READ), "sans")
        self._w = min(w * u, max(240 * u, LONGEST * letter))
        if not margin:
            self._house_rules()
        for chapter in self.chapters:
            self.starts.append(self._y)
            big = 32.0 if self._w > 440 * u else 25.0
            self._text(chapter.title, 0, board.px(big), "serifb", 1.4)
            for block in chapter.blocks:
                self._block(block.content)
            self._y += 26 * u
        # The last chapter too can be turned to, so that its title stands at the top.
        self.height = max(self._y, self.starts[-1] + view - 6 * u)

    def _text(self, s: str, x: float, px: float, face: str, lead: float = LEAD, pale: bool = False, inset: float = 0) -> None:
        """Lines from x to the right edge less `inset`, below what stands there already."""
        for line in self.board.context.canvas.wrap(s, self._w - x - inset, px, face):
            self.pieces.append(TextLine(x, self._y, px, face, line, pale))
            self._y += px * lead

    def _block(self, content: Content) -> None:
        u, px = self.board.t, self.board.px(READ)
        match content:
            case Paragraph(text):
                self._text(text, 0, px, "sans")
                self._y += 9 * u
            case Item(text):
                self.pieces.append(TextLine(2 * u, self._y, px, "bold", "•"))
                self._text(text, 22 * u, px, "sans")
                self._y += 5 * u
            case Note():
                self._note(content.told(self.options).text, px)
            case CardRow():
                self._row(content)

    def _note(self, text: str, px: float) -> None:
        """What this table has agreed on, in a light box."""
        u, top, place = self.board.t, self._y, len(self.pieces)
        self._y += 8 * u
        self._text(text, 16 * u, px * 0.94, "sans", inset=14 * u)
        self._y += 4 * u
        self.pieces.insert(place, NoteBox(0, top, self._w, self._y - top))
        self._y += 14 * u

    def _row(self, row: CardRow) -> None:
        u, n = self.board.t, len(row.codes)
        high = CARD * u if self._w > 420 * u else 92 * u
        wide = high * RATIO
        step = min(wide * 0.94, (self._w * (0.96 if n > 4 else 0.6) - wide) / max(1, n - 1))
        cards = wide + step * (n - 1)
        top = self._y + 12 * u
        self.pieces.append(Cards(4 * u, top, high, step, row.codes, row.taking))
        beside = self._w - cards - 34 * u
        title, line = self.board.px(20), self.board.px(16.5)
        if beside > 150 * u:
            x = cards + 34 * u
            lines = self.board.context.canvas.wrap(row.line, beside, line, "sans")
            self._y = top + (high - title * 1.4 - len(lines) * line * 1.3) / 2
            self._text(row.title, x, title, "serif", 1.4)
            self._text(row.line, x, line, "sans", 1.3, pale=True)
            self._y = max(self._y, top + high) + 12 * u
            return
        self._y = top + high + 8 * u
        self._text(row.title, 4 * u, title, "serif", 1.35)
        self._text(row.line, 4 * u, line, "sans", 1.3, pale=True)
        self._y += 12 * u

    def _house_rules(self) -> None:
        """The rules of this table over the text, where no margin has room for them."""
        board, u = self.board, self.board.t
        top = self._y
        self._y += 10 * u
        self._text("At this table", 16 * u, board.px(19), "serif", 1.45)
        for label, value, origin in self.house_rules:
            self._text(f"{label}: {{{value}}} ({origin})", 16 * u, board.px(16), "sans", 1.38, inset=14 * u)
        self._y += 8 * u
        self.pieces.insert(0, NoteBox(0, top, self._w, self._y - top))
        self._y += 18 * u

    def draw(self, canvas: Canvas, left: float, top: float, seen: pygame.Rect) -> None:
        """Draw what lies within `seen`, with the page's upper left corner at left, top."""
        t = canvas.theme
        for piece in self.pieces:
            y = top + piece.y
            match piece:
                case TextLine(x, _, px, face, text, pale):
                    if seen.top - 2 * px < y < seen.bottom:
                        canvas.rich(text, left + x, y, px, t.ink2 if pale else t.ink, face)
                case NoteBox(x, _, w, h):
                    if y < seen.bottom and y + h > seen.top:
                        canvas.box(left + x, y, w, h, 10, fill=t.good, edge=t.good_edge, sw=1.2, alpha=0.8)
                case Cards():
                    if seen.top - piece.high * 1.2 < y < seen.bottom + 20:
                        self._draw_cards(canvas, piece, left, y)

    def _draw_cards(self, canvas: Canvas, row: Cards, left: float, y: float) -> None:
        """The cards in a row, the taking one ringed and a little higher, and over its neighbours."""
        wide = row.high * RATIO
        order = [i for i in range(len(row.codes)) if i != row.taking]
        for i in [*order, *([row.taking] if row.taking is not None else [])]:
            takes = i == row.taking
            cx, cy = left + row.x + wide / 2 + i * row.step, y + row.high / 2 - (row.high * 0.08 if takes else 0)
            ring = canvas.theme.brass_lo if takes else None
            self.board.context.faces.put(canvas.dst, row.codes[i], cx, cy, row.high, glow=ring)

    def draw_margin(self, canvas: Canvas, area: pygame.Rect) -> None:
        t, u, board = canvas.theme, self.board.t, self.board
        room, px, small = area.w - 36 * u, board.px(16), board.px(14)
        lines: list[tuple[str, str, str]] = []
        origins: dict[int, str] = {}
        for label, value, origin in self.house_rules:
            lines += [(line, "sans", t.ink2) for line in canvas.wrap(label, room, px, "sans")]
            if canvas.width(lines[-1][0], px, "sans") + canvas.width(origin, small, "it") + 8 * u > room:
                lines.append(("", "sans", t.ink))
            origins[len(lines) - 1] = origin
            lines += [(line, "semi", t.ink) for line in canvas.wrap(value, room, px, "semi")]
            lines.append(("", "sans", t.ink))
        high = min(
            float(area.h), 56 * u + sum(px * (1.34 if text or i in origins else 0.55) for i, (text, _, _) in enumerate(lines))
        )
        canvas.box(area.x, area.y, area.w, high, 12, fill=t.plain, edge=t.brass_lo, sw=1.4)
        canvas.put("At this table", area.x + 18 * u, area.y + 12 * u, board.px(19), t.ink, "serif")
        y = area.y + 46 * u
        for i, (line, face, tone) in enumerate(lines):
            origin = origins.get(i, "")
            if y + px < area.y + high:
                canvas.rich(line, area.x + 18 * u, y, px, tone, face)
                mark = t.ink2 if origin == PRINTED else t.russet
                canvas.put(origin, area.right - 18 * u, y + px * 1.1, small, mark, "it", "bottomright")
            y += px * (1.34 if line or origin else 0.55)
