"""The rules of a game: chapters at the left, the text with example cards, and this table's house rules beside it."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.context import LONGEST, Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import bare
from goosetable.app.scenes import parts
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import WHY_GOOSE, ToLesson, ToWhyGoose
from goosetable.app.scenes.rules import document, markup
from goosetable.app.scenes.rules.document import HouseRule, RulesDocument
from goosetable.app.skins import assets
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import sentences
from goosetable.app.ui.elements import STRETCH, Column, Control, Either, Element, Heading, Row, Scroll, Sheet, Spacer, Text
from goosetable.app.ui.focus import Button, Scroller, Stepper, Widget
from goosetable.app.ui.scene import Change, Push
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.options import options_of
from goosetable.engine.words.clean import clean
from goosetable.engine.words.phrases import count

SIDE: Final = 248.0
"""Units of the list of chapters."""
MARGIN: Final = 246.0
"""Units of the margin with the house rules."""
LEAST: Final = 24.0
"""Smallest height of a chapter in the list, in units; below it a stepper replaces the list."""
FULL, LISTED = 1060.0, 760.0
"""Units of a sheet that has the margin, and of one that has the list."""


class RulesScene(ElementPage):
    """options: the house rules of the table, shown in the margin. lesson: whether the page has a button to the lesson."""

    screen = keymap.RULES

    def __init__(self, context: Context, game: AnyGame, options: object, lesson: bool = True) -> None:
        super().__init__(context, game.title)
        self.text = self.scroll = Document()
        self.margin = Scroller(document.AT_THIS_TABLE)
        self.game, self.options = game, options
        try:
            self.chapters = markup.at_table(markup.read(game.id), options)
        except assets.AssetError as missing:
            said = clean(str(missing), LONGEST)
            context.notice(said)
            about = (markup.Block(markup.Paragraph(game.line)), markup.Block(markup.Paragraph(said)))
            self.chapters = (markup.Chapter("In short", about),)
        self.document = RulesDocument(self.chapters, options, game.text.face, lambda: context.faces)
        self.rows = [ChapterRow(self, number) for number in range(len(self.chapters))]
        self.pick = Stepper("Chapter", [chapter.title for chapter in self.chapters], self.turn_to)
        self.close = Button("Close", self.back, "prime", on_paper=True)
        self.close.command = "rules"
        self.lesson = Button("Play the lesson", lambda: Push(ToLesson(game)), "plain", "hint")
        self.lesson.shown = lesson and assets.there("lessons", f"{game.id}.json")
        self.why = Button(WHY_GOOSE, lambda: Push(ToWhyGoose()), "plain", "book", on_paper=True)
        self.first = self.text
        self.listed = False
        self._content = Column(())  # of the text
        self._shown: list[Column] = []  # the chapters in it
        self._turned = 0, 0.0  # a chapter, and the scroll offset when the person turned to it

    @property
    def starts(self) -> list[float]:
        """Upper edges of the chapters, in pixels below the top of the text."""
        return [(chapter.box[1] - self._content.box[1]) * self.t for chapter in self._shown]

    @property
    def current(self) -> int:
        """The present chapter: the one turned to, else the last one whose title has reached the upper third."""
        if self.text.offset == self._turned[1]:
            return self._turned[0]
        at = self.text.offset + self.text.rect.h * 0.3
        return max((n for n, y in enumerate(self.starts) if y <= at), default=0)

    @property
    def words(self) -> str:
        """All words of the text."""
        return "\n".join(bare(text.words) for text in self.texts(self._content))

    @property
    def house_rules(self) -> list[HouseRule]:
        """The rules of this table that make a difference there."""
        found = []
        chosen = {rule.key: getattr(self.options, rule.key) for rule in options_of(self.game.Options)}
        for rule in options_of(self.game.Options):
            if not rule.idle(chosen):
                value = chosen[rule.key]
                found.append(HouseRule(rule.label, rule.called(value), rule.origin(value)))
        return found

    def turn_to(self, number: int) -> None:
        """Scrolls a chapter to the top."""
        self.text.scroll_to(self.starts[number] - 4 * self.t)
        self._turned = number, self.text.offset
        self.dirty = True

    def handle(self, event: pygame.event.Event) -> Change:
        self.pick.index = self.current
        return super().handle(event)

    @property
    def intro(self) -> str:
        chapters = count(len(self.chapters), "chapter")
        return sentences((f"The rules of {self.game.title}", f"{chapters}: Tab goes to them, and Enter reads one"))

    @property
    def line(self) -> str:
        return self.document.told(self.chapters[self.current])

    def lay(self) -> None:
        reading = self.current if self._shown else 0
        part = self.text.offset - self.starts[reading] if self._shown else 0.0
        super().lay()
        starts = self.starts
        # Room below the last chapter, so that its title can reach the top as well.
        self.text.inner = max(self._content.box[3] * self.t, starts[-1] + self.text.rect.h - 6 * self.t)
        self.text.scroll_to(starts[reading] + part if part else 0)

    def build(self) -> Element:
        margin = self.rim + (5 if min(self.wide, self.high) < 520 else 18)
        listed = Either(self._listed, self._narrow, min_width=LISTED, min_height=184 + LEAST * len(self.rows))
        full = Either(self._full, listed, min_width=FULL, min_height=184 + LEAST * len(self.rows))
        return Sheet(full, margin, 1160, height=900, padding=(0, 0, 0, 0), corners=(16, 22, 9))

    def _text(self, above: bool) -> Scroll:
        """Makes the text. above: the house rules are over it."""
        letter = self.context.canvas.width("n", self.px(document.READ), "sans") / self.t
        room = max(240.0, document.LONGEST * letter)
        house_rules = [document.house_rules_above(self.house_rules)] if above else []
        self._shown = self.document.elements(32 if self.wide > 480 else 25)
        self._content = Column([*house_rules, *self._shown], 0, (0, 4, 26, 0), width=room + 26)
        return Scroll(self._content, self.text, (0, 0))

    def _full(self) -> Element:
        box = Scroll(document.house_rules_beside(self.house_rules), self.margin, (4, 8))
        beside = Column(
            [box, Control(self.lesson, height=46), Control(self.close, 19, height=50)], 12, (0, 30, 30, 34),
            width=MARGIN + 30, align=STRETCH,
        )  # fmt: skip
        text = Column([self._text(False)], padding=(40, 16, 14, 16), grow=1, align=STRETCH)
        return Row([self._side(), text, beside], 0)

    def _listed(self) -> Element:
        foot = Row([Spacer(grow=1), Control(self.lesson, width=180, height=46), Control(self.close, 19, width=150, height=46)])
        text = Column([self._text(True), foot], 8, (40, 16, 20, 16), grow=1, align=STRETCH)
        return Row([self._side(), text], 0)

    def _side(self) -> Element:
        """The list of chapters under the title."""
        self._list(True)
        count = len(self.rows)
        rows = [Control(row, height=38, grow=1, place=(at, count)) for at, row in enumerate(self.rows, 1)]
        tip = Text(f"{self.context.keymap.name('rules')} opens and closes this page", 13, "ink2", max_lines=1, shrink=0.8)
        words = Column(
            [Heading(self.game.title, 24, face="serif"), Text(parts.credit(self.game), 15, "ink2", "it", max_lines=1)],
            0, (10, 0, 12, 12),
        )  # fmt: skip
        chapters = Column(rows, 5, grow=1, role="list", name="Chapters", region="chapters")
        foot = Column([tip], padding=(10, 4, 0, 0))
        return Column(
            [words, chapters, Control(self.why, 16, height=42), foot], 6, (14, 16, 12, 10),
            width=SIDE, align=STRETCH, background=_side_ground,
        )  # fmt: skip

    def _list(self, listed: bool) -> None:
        """Shows the chapters as a list or in a stepper."""
        self.listed, self.pick.shown = listed, not listed
        for row in self.rows:
            row.shown = listed

    def _narrow(self) -> Element:
        """The chapters in a stepper over the text, and Close beside it."""
        self._list(False)
        icons = [Control(button, bare=True, width=42, height=42) for button in (self.why, self.lesson)]
        close = Control(self.close, width=min(120, self.wide * 0.3), height=42)
        head = Row([Control(self.pick, height=42, grow=1), *icons, close])
        return Column([head, self._text(True)], 10, (12, 10, 6, 10))

    def draw(self, canvas: Canvas) -> None:
        self.pick.index = self.current
        super().draw(canvas)


def _side_ground(canvas: Canvas, at: pygame.Rect) -> None:
    canvas.box(at.x + 1, at.y + 1, at.w, at.h - 2, 16, fill=canvas.theme.rule, alpha=0.4)


class Document(Scroller):
    """The area in which the text scrolls."""

    role = "document"

    def __init__(self) -> None:
        super().__init__("Rules")

    @property
    def value(self) -> str:
        return ""

    def draw(self, canvas: Canvas, focused: bool) -> None:
        super().draw(canvas, False)  # no ring round a whole page of text: the bar has it
        if focused and self.most:
            bar = self.bar()
            canvas.ring(bar, 3, True)


class ChapterRow(Widget):
    """A chapter in the list; a press turns to it."""

    role = "link"

    def __init__(self, scene: RulesScene, number: int) -> None:
        super().__init__(scene.chapters[number].title, on_paper=True)
        self.scene, self.number = scene, number

    @property
    def value(self) -> str:
        return "being read" if self.scene.current == self.number else ""

    def press(self) -> None:
        self.scene.turn_to(self.number)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        x, y, w, h = self.rect
        self.draw_ring(canvas, focused, 9)
        now = self.scene.current == self.number
        if now or self.hover:
            canvas.box(x, y, w, h, 9, fill=t.plain, edge=t.brass_lo if now else t.plain_edge, sw=1.4, alpha=1 if now else 0.6)
        face = "semi" if now else "sans"
        px = canvas.snug(self.label, self.px, face, w - 24)
        canvas.put(self.label, x + 14, y + h / 2, px, t.ink, face, "midleft")
