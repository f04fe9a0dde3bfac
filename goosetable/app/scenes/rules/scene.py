"""The page of rules: the list of chapters, the text with example cards, and the house rules of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

import pygame

from goosetable import cards
from goosetable.app.context import LONGEST, Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages
from goosetable.app.render.geometry import RATIO
from goosetable.app.scenes import parts
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import WHY_GOOSE, ToLesson, ToWhyGoose
from goosetable.app.scenes.rules import markup
from goosetable.app.scenes.rules.markup import Block, CardRow, Chapter, Item, Note, Paragraph
from goosetable.app.skins import assets
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import as_spoken_sentences, spoken_text
from goosetable.app.ui.elements import (
    STRETCH,
    Column,
    Control,
    Either,
    Element,
    Heading,
    LayoutPass,
    PaperSheet,
    Picture,
    Row,
    Scroll,
    Size,
    Spacer,
    Text,
)
from goosetable.app.ui.elements.components import make_background
from goosetable.app.ui.focus import Button, Scroller, Stepper, Widget
from goosetable.app.ui.scene import Change, Push
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.options import PRINTED, options_of
from goosetable.engine.words.clean import clean_text
from goosetable.engine.words.phrases import count_text, listed

READ: Final = 18.0
LEAD: Final = 1.42
LINE: Final = 62
"""Largest number of characters in a line, so that the text is easy to read."""
CARD: Final = 112.0
"""Height of a card in units; in a narrow text it is `SMALL_CARD`."""
SMALL_CARD: Final = 92.0
BESIDE: Final = 184.0
"""Width in units of the words beside cards, including the gap between them."""
AT_THIS_TABLE: Final = "At this table"
CardName: TypeAlias = Callable[[cards.Card], str]
"""A function that returns the name of a card in a game."""


class HouseRule(NamedTuple):
    """A house rule in words. origin: the source of the chosen value, such as "printed"."""

    label: str
    value: str
    origin: str


class ExampleCards(Picture):
    """A row of example cards. The card that takes the trick is raised and has a ring."""

    __slots__ = ("codes", "faces", "high", "step", "taking")

    def __init__(self, row: CardRow, faces: Callable[[], CardImages], name: str) -> None:
        super().__init__(self._draw_cards, name=name, align=0)
        self.codes, self.taking, self.faces = row.codes, row.taking, faces
        self.high, self.step = CARD, 0.0

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        count = len(self.codes)
        self.high = CARD if w > 420 else SMALL_CARD
        wide = self.high * RATIO
        self.step = min(wide * 0.94, (w * (0.96 if count > 4 else 0.6) - wide) / max(1, count - 1))
        return 4 + wide + self.step * (count - 1), self.high + 24

    @property
    def largest_width(self) -> float:
        """Width of the row in units, with the largest distance between cards."""
        return CARD * RATIO * (1 + 0.94 * (len(self.codes) - 1))

    def _draw_cards(self, canvas: Canvas, area: pygame.Rect) -> None:
        u = area.h / (self.high + 24)
        high, wide = self.high * u, self.high * RATIO * u
        order = [i for i in range(len(self.codes)) if i != self.taking]
        for i in [*order, *([self.taking] if self.taking is not None else [])]:
            takes = i == self.taking
            cx, cy = area.x + 4 * u + wide / 2 + i * self.step * u, area.y + 12 * u + high / 2 - (high * 0.08 if takes else 0)
            self.faces().draw_card(canvas.dst, self.codes[i], cx, cy, high, glow=canvas.theme.brass_lo if takes else None)


class RulesDocument:
    """Makes the elements of the chapters.

    options: the house rules, whose values appear in notes. name: returns the name of a card. faces: returns the card images.
    """

    def __init__(self, chapters: Sequence[Chapter], options: object, name: CardName, faces: Callable[[], CardImages]) -> None:
        self.chapters, self.options, self.name, self.faces = chapters, options, name, faces

    def make_elements(self, title_size: float) -> list[Column]:
        """Returns a column for each chapter. title_size: in units."""
        return [self._make_chapter(number, chapter, title_size) for number, chapter in enumerate(self.chapters)]

    def _make_chapter(self, number: int, chapter: Chapter, title_size: float) -> Column:
        title = Heading(chapter.title, title_size, face="serifb", line_height=1.4, max_lines=0, shrink=1)
        return Column([title, *self._make_blocks(chapter.blocks)], 0, (0, 0, 0, 26), key=f"chapter:{number}")

    def _make_blocks(self, blocks: Sequence[Block]) -> Iterator[Element]:
        items: list[Element] = []
        for block in blocks:
            if isinstance(block.content, Item):
                items.append(_make_item_row(block.content.text))
                continue
            if items:
                yield Column(items, role="list")
                items = []
            match block.content:
                case Paragraph(text):
                    yield Column([Text(text, READ, line_height=LEAD)], padding=(0, 0, 0, 9))
                case Note():
                    yield _make_box([Text(block.content.with_value(self.options).text, READ * 0.94, line_height=LEAD)])
                case CardRow():
                    yield self._make_cards(block.content)
        if items:
            yield Column(items, role="list")

    def _make_cards(self, row: CardRow) -> Element:
        names = [spoken_text(self.name(cards.card(code))) for code in row.codes]
        lying = ExampleCards(row, self.faces, f"For example {listed(names)}")
        said = row.title if row.taking is None else f"{row.title}: {names[row.taking]}"
        words = Column([Text(row.title, 20, face="serif", line_height=1.4, spoken=said), Text(row.line, 16.5, "ink2")], grow=1)
        room = lying.largest_width + BESIDE
        return Either(
            Row([lying, words], 30, (0, 0, 0, 0)),
            lambda: Column([lying, Column([words], padding=(4, 0, 0, 12))], 0),
            min_width=room if len(row.codes) > 4 else min(460, room),
        )


def all_spoken_text(element: Element) -> str:
    """Returns the words for screen readers of an element and of all elements in it, in sentences."""
    return as_spoken_sentences(one.spoken_words if isinstance(one, Text) else one.name for one in element.walk())


def make_house_rules_beside(rules: Sequence[HouseRule]) -> Element:
    """Returns the house rules for the margin. Each has its label, and under it the value with its origin."""
    rows: list[Element] = []
    for rule in rules:
        mark = "ink2" if rule.origin == PRINTED else "russet"
        value = Text(rule.value, 16, face="semi", grow=1, spoken="")
        under = Row([value, Text(rule.origin, 14, mark, "it", spoken="", align=1)], 8)
        words = [Text(rule.label, 16, "ink2", spoken=""), under]
        rows.append(Column(words, 0, (0, 0, 0, 9), role="row", name=_rule_in_words(rule)))
    title, listed = Heading(AT_THIS_TABLE, 19, face="serif", line_height=1.6), Column(rows, role="list", name=AT_THIS_TABLE)
    return Column([title, listed], 0, (18, 8, 18, 8), background=make_background("framed", 12))


def make_house_rules_above(rules: Sequence[HouseRule]) -> Element:
    """Returns the house rules for a box above the text, each on a line."""
    rows = []
    for rule in rules:
        words = Text(f"{rule.label}: {{{rule.value}}} ({rule.origin})", 16, line_height=1.38, spoken="")
        rows.append(Column([words], role="row", name=_rule_in_words(rule)))
    title = Heading(AT_THIS_TABLE, 19, face="serif", line_height=1.45)
    return _make_box([title, Column(rows, role="list", name=AT_THIS_TABLE)], 18)


def _rule_in_words(rule: HouseRule) -> str:
    return f"{spoken_text(rule.label)}: {spoken_text(rule.value)} ({rule.origin})"


def _make_box(children: Sequence[Element], below: float = 14) -> Element:
    return Column([Column(children, 0, (16, 8, 14, 4), background=make_background("good")), Spacer(height=below)])


def _make_item_row(text: str) -> Element:
    words = Text(text, READ, line_height=LEAD, grow=1, spoken="")
    dot = Text("•", READ, face="bold", line_height=LEAD, width=12, align=0, spoken="")
    return Row([dot, words], 8, (2, 0, 0, 5), role="row", name=spoken_text(text))


SIDE: Final = 248.0
"""Width of the list of chapters in units."""
MARGIN: Final = 246.0
"""Width of the margin with the house rules in units."""
LEAST: Final = 24.0
"""Least height of a row in the list of chapters, in units; with less room a stepper replaces the list."""
FULL, LISTED = 1060.0, 760.0
"""Least width in units of a sheet with margin and list, and of one with the list alone."""


class RulesScene(ElementPage):
    """The page with the rules of a game. options: the house rules of the table. offers_lesson: True to show a button to the
    lesson, if the game has one.
    """

    screen = keymap.RULES

    def __init__(self, context: Context, game: AnyGame, options: object, offers_lesson: bool = True) -> None:
        super().__init__(context, game.title)
        self.text = self.scroll = Document()
        self.margin = Scroller(AT_THIS_TABLE)
        self.game, self.options = game, options
        try:
            self.chapters = markup.visible_chapters(markup.read_rules_page(game.id), options)
        except assets.AssetError as missing:
            said = clean_text(str(missing), LONGEST)
            context.show_notice(said)
            about = (markup.Block(markup.Paragraph(game.line)), markup.Block(markup.Paragraph(said)))
            self.chapters = (markup.Chapter("In short", about),)
        self.document = RulesDocument(self.chapters, options, game.text.card_name, lambda: context.faces)
        self.rows = [ChapterRow(self, number) for number in range(len(self.chapters))]
        self.pick = Stepper("Chapter", [chapter.title for chapter in self.chapters], self.scroll_to_chapter)
        self.close = Button("Close", self.go_back, "prime", on_paper=True)
        self.close.command = "rules"
        self.lesson = Button("Play the lesson", lambda: Push(ToLesson(game)), "plain", "hint")
        self.lesson.shown = offers_lesson and assets.exists("lessons", f"{game.id}.json")
        self.why = Button(WHY_GOOSE, lambda: Push(ToWhyGoose()), "plain", "book", on_paper=True)
        self.first = self.text
        self.listed = False
        self._content = Column(())
        """The scrolling column of the text."""
        self._shown: list[Column] = []
        """The chapters in the scrolling column."""
        self._turned = 0, 0.0
        """The index of the chapter that the person chose last, and the scroll offset at that moment."""

    @property
    def chapter_tops(self) -> list[float]:
        """The upper edge of each chapter, in pixels from the top of the text."""
        return [(chapter.box[1] - self._content.box[1]) * self.t for chapter in self._shown]

    @property
    def current_chapter(self) -> int:
        """Index of the present chapter: the chosen one; after scrolling, the last one that begins in the upper third of the
        view.
        """
        if self.text.offset == self._turned[1]:
            return self._turned[0]
        at = self.text.offset + self.text.rect.h * 0.3
        return max((n for n, y in enumerate(self.chapter_tops) if y <= at), default=0)

    @property
    def house_rules(self) -> list[HouseRule]:
        """The house rules that matter at this table."""
        found = []
        chosen = {rule.key: getattr(self.options, rule.key) for rule in options_of(self.game.Options)}
        for rule in options_of(self.game.Options):
            if not rule.reason_without_effect(chosen):
                value = chosen[rule.key]
                found.append(HouseRule(rule.label, rule.label_of(value), rule.origin_of_value(value)))
        return found

    def scroll_to_chapter(self, number: int) -> None:
        """Scrolls to a chapter, so that its title is at the top. number: its index."""
        self.text.scroll_to(self.chapter_tops[number] - 4 * self.t)
        self._turned = number, self.text.offset
        self.dirty = True

    def handle(self, event: pygame.event.Event) -> Change:
        self.pick.index = self.current_chapter
        return super().handle(event)

    @property
    def opening_announcement(self) -> str:
        chapters = count_text(len(self.chapters), "chapter")
        way = "F6 goes to them, and Enter reads one" if self.listed else "Tab goes to them, and Left and Right read one"
        return as_spoken_sentences((f"The rules of {self.game.title}", f"{chapters}: {way}"))

    @property
    def status_line(self) -> str:
        return all_spoken_text(self._shown[self.current_chapter])

    def lay_out(self) -> None:
        reading = self.current_chapter if self._shown else 0
        part = self.text.offset - self.chapter_tops[reading] if self._shown else 0.0
        super().lay_out()
        starts = self.chapter_tops
        # Room below the last chapter, so that its title can reach the top as well.
        self.text.inner = max(self._content.box[3] * self.t, starts[-1] + self.text.rect.h - 6 * self.t)
        self.text.scroll_to(starts[reading] + part if part else 0)

    def make_page(self) -> Element:
        margin = self.rim_width + (5 if min(self.wide, self.high) < 520 else 18)
        listed = Either(self._make_list_page, self._make_narrow_page, min_width=LISTED, min_height=184 + LEAST * len(self.rows))
        full = Either(self._make_text_page, listed, min_width=FULL, min_height=184 + LEAST * len(self.rows))
        return PaperSheet(full, margin, 1160, height=900, padding=(0, 0, 0, 0), corners=(16, 22, 9))

    def _make_chapters_scroll(self, with_house_rules: bool) -> Scroll:
        room = max(240.0, LINE * self.text_width("n", READ, "sans"))
        house_rules = [make_house_rules_above(self.house_rules)] if with_house_rules else []
        self._shown = self.document.make_elements(32 if self.wide > 480 else 25)
        self._content = Column([*house_rules, *self._shown], 0, (0, 4, 26, 0), width=room + 26)
        return Scroll(self._content, self.text, (0, 0))

    def _make_text_page(self) -> Element:
        box = Scroll(make_house_rules_beside(self.house_rules), self.margin, (4, 8))
        beside = Column(
            [box, Control(self.lesson, height=46), Control(self.close, 19, height=50)], 12, (0, 30, 30, 34),
            width=MARGIN + 30, align=STRETCH,
        )  # fmt: skip
        text = Column([self._make_chapters_scroll(with_house_rules=False)], padding=(40, 16, 14, 16), grow=1, align=STRETCH)
        return Row([self._make_chapter_list(), text, beside], 0)

    def _make_list_page(self) -> Element:
        foot = Row([Spacer(grow=1), Control(self.lesson, width=180, height=46), Control(self.close, 19, width=150, height=46)])
        text = Column([self._make_chapters_scroll(with_house_rules=True), foot], 8, (40, 16, 20, 16), grow=1, align=STRETCH)
        return Row([self._make_chapter_list(), text], 0)

    def _make_chapter_list(self) -> Element:
        self._show_list(True)
        count = len(self.rows)
        rows = [Control(row, height=38, grow=1, place=(at, count)) for at, row in enumerate(self.rows, 1)]
        tip = Text(
            f"{self.context.keymap.name_of_key('rules')} opens and closes this page", 13, "ink2", max_lines=1, shrink=0.8
        )
        words = Column(
            [Heading(self.game.title, 24, face="serif"), Text(parts.credit_line(self.game), 15, "ink2", "it", max_lines=1)],
            0, (10, 0, 12, 12),
        )  # fmt: skip
        chapters = Column(rows, 5, grow=1, role="list", name="Chapters", region="chapters")
        foot = Column([tip], padding=(10, 4, 0, 0))
        return Column(
            [words, chapters, Control(self.why, 16, height=42), foot], 6, (14, 16, 12, 10),
            width=SIDE, align=STRETCH, background=_draw_side_ground,
        )  # fmt: skip

    def _show_list(self, listed: bool) -> None:
        self.listed, self.pick.shown = listed, not listed
        for row in self.rows:
            row.shown = listed

    def _make_narrow_page(self) -> Element:
        self._show_list(False)
        icons = [Control(button, bare=True, width=42, height=42) for button in (self.why, self.lesson)]
        close = Control(self.close, width=min(120, self.wide * 0.3), height=42)
        head = Row([Control(self.pick, height=42, grow=1), *icons, close])
        return Column([head, self._make_chapters_scroll(with_house_rules=True)], 10, (12, 10, 6, 10))

    def draw(self, canvas: Canvas) -> None:
        self.pick.index = self.current_chapter
        super().draw(canvas)


def _draw_side_ground(canvas: Canvas, area: pygame.Rect) -> None:
    canvas.draw_box(area.x + 1, area.y + 1, area.w, area.h - 2, 16, fill=canvas.theme.rule, alpha=0.4)


class Document(Scroller):
    """The scrolling area of the text. If it has the focus, the ring is round its scroll bar, not round the entire area."""

    role = "document"

    def __init__(self) -> None:
        super().__init__("Rules")

    @property
    def accessible_value(self) -> str:
        return ""

    def draw(self, canvas: Canvas, focused: bool) -> None:
        super().draw(canvas, False)  # no ring round a whole page of text: the bar has it
        if focused and self.max_offset:
            bar = self.scroll_handle_rect()
            canvas.draw_focus_ring(bar, 3, True)


class ChapterRow(Widget):
    """The row of a chapter in the list. A press scrolls to the chapter."""

    role = "link"

    def __init__(self, scene: RulesScene, number: int) -> None:
        super().__init__(scene.chapters[number].title, on_paper=True)
        self.scene, self.number = scene, number

    @property
    def accessible_value(self) -> str:
        return "being read" if self.scene.current_chapter == self.number else ""

    def press(self) -> None:
        self.scene.scroll_to_chapter(self.number)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        x, y, w, h = self.rect
        now = self.scene.current_chapter == self.number
        self.draw_row(canvas, focused, "framed" if now else "")
        face = "semi" if now else "sans"
        px = canvas.fitting_size(self.label, self.px, face, w - 24)
        canvas.draw_plain_text(self.label, x + 14, y + h / 2, px, t.ink, face, "midleft")
