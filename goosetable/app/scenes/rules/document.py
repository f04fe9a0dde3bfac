"""The elements of a rules page: chapters of paragraphs, items, notes and example cards, and the house rules of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

import pygame

from goosetable import cards
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages
from goosetable.app.render.geometry import RATIO
from goosetable.app.scenes.rules.markup import Block, CardRow, Chapter, Item, Note, Paragraph
from goosetable.app.ui.accessible import sentences, spoken
from goosetable.app.ui.elements import Column, Either, Element, Heading, LayoutPass, Picture, Row, Size, Spacer, Text
from goosetable.engine.rules.options import PRINTED
from goosetable.engine.words.phrases import listed

READ: Final = 18.0
LEAD: Final = 1.42
LONGEST: Final = 62
"""Largest number of characters of a line that is easy to read."""
CARD: Final = 112.0
"""Units of a card's height, and in a narrow text below."""
SMALL_CARD: Final = 92.0
BESIDE: Final = 184.0
"""Units that words beside cards need with their gap."""
AT_THIS_TABLE: Final = "At this table"
CardName: TypeAlias = Callable[[cards.Card], str]
"""Gives the name of a card in a game."""


class HouseRule(NamedTuple):
    """A house rule of the table in words. origin: the kind of its source."""

    label: str
    value: str
    origin: str


class ExampleCards(Picture):
    """Cards in a row; the one that takes the trick is ringed and lies a little higher, over its neighbours."""

    __slots__ = ("codes", "faces", "high", "step", "taking")

    def __init__(self, row: CardRow, faces: Callable[[], CardImages], name: str) -> None:
        super().__init__(self._draw_cards, name=name, align=0)
        self.codes, self.taking, self.faces = row.codes, row.taking, faces
        self.high, self.step = CARD, 0.0

    def natural(self, run: LayoutPass, w: float, h: float) -> Size:
        count = len(self.codes)
        self.high = CARD if w > 420 else SMALL_CARD
        wide = self.high * RATIO
        self.step = min(wide * 0.94, (w * (0.96 if count > 4 else 0.6) - wide) / max(1, count - 1))
        return 4 + wide + self.step * (count - 1), self.high + 24

    @property
    def widest(self) -> float:
        """Units of the cards at their widest spacing."""
        return CARD * RATIO * (1 + 0.94 * (len(self.codes) - 1))

    def _draw_cards(self, canvas: Canvas, at: pygame.Rect) -> None:
        u = at.h / (self.high + 24)
        high, wide = self.high * u, self.high * RATIO * u
        order = [i for i in range(len(self.codes)) if i != self.taking]
        for i in [*order, *([self.taking] if self.taking is not None else [])]:
            takes = i == self.taking
            cx, cy = at.x + 4 * u + wide / 2 + i * self.step * u, at.y + 12 * u + high / 2 - (high * 0.08 if takes else 0)
            self.faces().put(canvas.dst, self.codes[i], cx, cy, high, glow=canvas.theme.brass_lo if takes else None)


class RulesDocument:
    """Makes the elements of the chapters. options: of the table, named in notes. name: gives the names of cards."""

    def __init__(self, chapters: Sequence[Chapter], options: object, name: CardName, faces: Callable[[], CardImages]) -> None:
        self.chapters, self.options, self.name, self.faces = chapters, options, name, faces

    def elements(self, title_size: float) -> list[Column]:
        """A column for each chapter."""
        return [self._chapter(number, chapter, title_size) for number, chapter in enumerate(self.chapters)]

    def _chapter(self, number: int, chapter: Chapter, title_size: float) -> Column:
        title = Heading(chapter.title, title_size, face="serifb", line_height=1.4, max_lines=0, shrink=1)
        return Column([title, *self._blocks(chapter.blocks)], 0, (0, 0, 0, 26), key=f"chapter:{number}")

    def _blocks(self, blocks: Sequence[Block]) -> Iterator[Element]:
        """Yields the blocks of a chapter; items that follow each other are one list."""
        items: list[Element] = []
        for block in blocks:
            if isinstance(block.content, Item):
                items.append(_item(block.content.text))
                continue
            if items:
                yield Column(items, role="list")
                items = []
            match block.content:
                case Paragraph(text):
                    yield Column([Text(text, READ, line_height=LEAD)], padding=(0, 0, 0, 9))
                case Note():
                    yield _boxed([Text(block.content.told(self.options).text, READ * 0.94, line_height=LEAD)])
                case CardRow():
                    yield self._cards(block.content)
        if items:
            yield Column(items, role="list")

    def _cards(self, row: CardRow) -> Element:
        """Example cards with their words beside them, or under them where that is too narrow."""
        names = [spoken(self.name(cards.card(code))) for code in row.codes]
        lying = ExampleCards(row, self.faces, f"For example {listed(names)}")
        said = row.title if row.taking is None else f"{row.title}: {names[row.taking]}"
        words = Column([Text(row.title, 20, face="serif", line_height=1.4, spoken=said), Text(row.line, 16.5, "ink2")], grow=1)
        room = lying.widest + BESIDE
        return Either(
            Row([lying, words], 30, (0, 0, 0, 0)),
            lambda: Column([lying, Column([words], padding=(4, 0, 0, 12))], 0),
            min_width=room if len(row.codes) > 4 else min(460, room),
        )

    def told(self, chapter: Chapter) -> str:
        """All sentences of a chapter, announced when the person turns to it."""
        return sentences((chapter.title, *(said for block in chapter.blocks for said in self._said(block))))

    def _said(self, block: Block) -> Iterator[str]:
        match block.content:
            case Paragraph(text) | Item(text):
                yield _plain(text)
            case Note():
                yield _plain(block.content.told(self.options).text)
            case CardRow(codes, taking, title, line):
                names = [spoken(self.name(cards.card(code))) for code in codes]
                yield f"For example {listed(names)}"
                yield title if taking is None else f"{title}: {names[taking]}"
                yield _plain(line)


def house_rules_beside(rules: Sequence[HouseRule]) -> Element:
    """Makes the house rules in the margin: each label with its value under it, and the origin at the right."""
    rows: list[Element] = []
    for rule in rules:
        mark = "ink2" if rule.origin == PRINTED else "russet"
        value = Text(rule.value, 16, face="semi", grow=1, spoken="")
        words = Row([value, Text(rule.origin, 14, mark, "it", spoken="", align=1)], 8)
        rows.append(Column([Text(rule.label, 16, "ink2", spoken=""), words], 0, (0, 0, 0, 9), role="row", name=_in_words(rule)))
    title = Heading(AT_THIS_TABLE, 19, face="serif", line_height=1.6)
    return Column([title, _listed(rows)], 0, (18, 8, 18, 8), background=_margin_box)


def house_rules_above(rules: Sequence[HouseRule]) -> Element:
    """The house rules over the text."""
    rows = [
        Column([Text(f"{label}: {{{value}}} ({origin})", 16, line_height=1.38, spoken="")], role="row", name=_in_words(rule))
        for rule in rules
        for label, value, origin in [rule]
    ]
    title = Heading(AT_THIS_TABLE, 19, face="serif", line_height=1.45)
    return _boxed([title, _listed(rows)], 18)


def _in_words(rule: HouseRule) -> str:
    return f"{spoken(rule.label)}: {spoken(rule.value)} ({rule.origin})"


def _listed(rows: Sequence[Element]) -> Element:
    return Column(rows, role="list", name=AT_THIS_TABLE)


def _margin_box(canvas: Canvas, at: pygame.Rect) -> None:
    canvas.box(at.x, at.y, at.w, at.h, 12, fill=canvas.theme.plain, edge=canvas.theme.brass_lo, sw=1.4)


def _note_box(canvas: Canvas, at: pygame.Rect) -> None:
    canvas.box(at.x, at.y, at.w, at.h, 10, fill=canvas.theme.good, edge=canvas.theme.good_edge, sw=1.2, alpha=0.8)


def _boxed(children: Sequence[Element], below: float = 14) -> Element:
    """Elements in a light box. below: units under it."""
    return Column([Column(children, 0, (16, 8, 14, 4), background=_note_box), Spacer(height=below)])


def _item(text: str) -> Element:
    words = Text(text, READ, line_height=LEAD, grow=1, spoken="")
    dot = Text("•", READ, face="bold", line_height=LEAD, width=12, align=0, spoken="")
    return Row([dot, words], 8, (2, 0, 0, 5), role="row", name=spoken(text))


def _plain(text: str) -> str:
    return text.replace("{", "").replace("}", "")
