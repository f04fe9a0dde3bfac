"""The rules of a game, to be read: chapters at the left, the text with cards lying in it, this table's rules beside it."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.context import LONGEST, Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.routes import WHY_GOOSE, ToLesson, ToWhyGoose
from goosetable.app.scenes.rules import markup
from goosetable.app.scenes.rules.typesetting import HouseRule, RulesPage
from goosetable.app.skins import assets
from goosetable.app.ui import keymap
from goosetable.app.ui.focus import Button, Scroller, Stepper, Widget
from goosetable.app.ui.scene import Change, Push
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.options import options_of
from goosetable.engine.words.clean import clean

SIDE: Final = 248.0  # units of the list of chapters
MARGIN: Final = 246.0  # units of the margin with the house rules
LEAST: Final = 24.0  # units of a chapter in the list; where there are fewer, a stepper does it


class RulesScene(Page):
    """options: the house rules of the table, which stand in the margin. lesson: whether the lesson can be begun from here."""

    screen = keymap.RULES

    def __init__(self, context: Context, game: AnyGame, options: object, lesson: bool = True) -> None:
        self.text = Document(self)
        super().__init__(context, self.text)
        self.game, self.options = game, options
        try:
            self.chapters = markup.at_table(markup.read(game.id), options)
        except assets.AssetError as missing:
            said = clean(str(missing), LONGEST)
            context.notice(said)
            about = (markup.Block(markup.Paragraph(game.line)), markup.Block(markup.Paragraph(said)))
            self.chapters = (markup.Chapter("In short", about),)
        self.rows = [ChapterRow(self, number) for number in range(len(self.chapters))]
        self.pick = Stepper("Chapter", [chapter.title for chapter in self.chapters], self.turn_to)
        self.close = Button("Close", self.back, "prime", on_paper=True)
        self.close.command = "rules"
        self.lesson = Button("Play the lesson", lambda: Push(ToLesson(game)), "plain", "hint")
        self.lesson.shown = lesson and assets.there("lessons", f"{game.id}.json")
        self.why = Button(WHY_GOOSE, lambda: Push(ToWhyGoose()), "plain", "book", on_paper=True)
        self.widgets.set([self.text, *self.rows, self.pick, self.why, self.lesson, self.close], first=self.text)
        self.page = RulesPage(self, self.chapters, options, self.house_rules)
        self._turned = 0, 0.0  # a chapter, and how far down the text was when it was turned to

    @property
    def current(self) -> int:
        """The chapter that is being read: the one turned to, else the last one whose title has reached the upper third."""
        if self.text.offset == self._turned[1]:
            return self._turned[0]
        at = self.text.offset + self.text.rect.h * 0.3
        return max((n for n, y in enumerate(self.page.starts) if y <= at), default=0)

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
        """Have a chapter at the top."""
        self.text.scroll_to(self.page.starts[number] - 4 * self.t)
        self._turned = number, self.text.offset
        self.dirty = True

    def handle(self, event: pygame.event.Event) -> Change:
        self.pick.index = self.current
        return super().handle(event)

    def lay(self) -> None:
        reading = self.current if self.page.starts else 0
        part = self.text.offset - self.page.starts[reading] if self.page.starts else 0.0
        edge = self.rim + (5 if min(self.wide, self.high) < 520 else 18)
        w, h = min(1160.0, self.wide - 2 * edge), min(900.0, self.high - 2 * edge)
        x, y = (self.wide - w) / 2, (self.high - h) / 2
        self.sheet = self.box(x, y, w, h)
        self.full, self.listed = w >= 1060, w >= 760 and self._each(h) >= LEAST
        for row in self.rows:
            row.shown = self.listed
        self.pick.shown = not self.listed
        if self.listed:
            self._beside(x, y, w, h)
        else:
            self._above(x, y, w, h)
        self.page.lay(self.text.rect.w / self.t - 26, self.text.rect.h, self.full)
        self.text.inner = self.page.height
        self.text.scroll_to(self.page.starts[reading] + part if part else 0)

    def _each(self, h: float) -> float:
        """Units from one chapter of the list to the next on a sheet of that height."""
        return min(43.0, (h - 90 - 94) / len(self.rows))

    def _beside(self, x: float, y: float, w: float, h: float) -> None:
        """Chapters at the left; the house rules at the right where there is room, else over the text."""
        each = self._each(h)
        for i, row in enumerate(self.rows):
            self.put(row, x + 14, y + 90 + i * each, SIDE - 26, min(38.0, each - 3))
        self.why.bare = False
        self.put(self.why, x + 14, y + h - 80, SIDE - 26, 42, 16)
        left = x + SIDE + 40
        right = x + w - (MARGIN + 44 if self.full else 20)
        foot = 0.0 if self.full else 66.0
        self.text.rect = self.box(left, y + 16, right - left, h - 32 - foot)
        self.text.px = self.px(17)
        under = 188 if self.lesson.shown else 130
        self.margin = self.box(x + w - MARGIN - 30, y + 30, MARGIN, h - under) if self.full else None
        self.lesson.bare = False
        if self.full:
            self.put(self.lesson, x + w - MARGIN - 30, y + h - 142, MARGIN, 46, 17)
            self.put(self.close, x + w - MARGIN - 30, y + h - 84, MARGIN, 50, 19)
        else:
            self.put(self.lesson, x + w - 20 - 150 - 12 - 180, y + h - 62, 180, 46, 17)
            self.put(self.close, x + w - 20 - 150, y + h - 62, 150, 46, 19)

    def _above(self, x: float, y: float, w: float, h: float) -> None:
        """A narrow window: the chapters in a stepper over the text, and Close beside it."""
        close = min(120.0, w * 0.3)
        self.lesson.bare = True
        icon = 54.0 if self.lesson.shown else 0.0
        self.put(self.lesson, x + w - 24 - close - 42, y + 10, 42, 42, 17)
        self.why.bare = True
        self.put(self.why, x + w - 24 - close - 42 - icon, y + 10, 42, 42, 17)
        icon += 54
        self.put(self.pick, x + 12, y + 10, w - close - 34 - icon, 42, 17)
        self.put(self.close, x + w - 12 - close, y + 10, close, 42, 17)
        self.text.rect = self.box(x + 16, y + 62, w - 22, h - 72)
        self.text.px = self.px(17)
        self.margin = None

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        self.pick.index = self.current
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 22, 9)
        if self.listed:
            canvas.box(sheet.x + 1, sheet.y + 1, SIDE * u, sheet.h - 2, 16, fill=t.rule, alpha=0.4)
            px = canvas.snug(self.game.title, self.px(24), "serifb", (SIDE - 40) * u)
            canvas.put(self.game.title, sheet.x + 24 * u, sheet.y + 20 * u, px, t.ink, "serifb")
            author = parts.credit(self.game)
            canvas.put(author, sheet.x + 24 * u, sheet.y + 54 * u, self.px(15), t.ink2, "it")
            tip = f"{self.context.keymap.name('rules')} opens and closes this page"
            px = canvas.snug(tip, self.px(13), "sans", (SIDE - 36) * u)
            canvas.put(tip, sheet.x + 24 * u, sheet.bottom - 12 * u, px, t.ink2, "sans", "bottomleft")
        if self.margin is not None:
            self.page.draw_margin(canvas, self.margin)


class Document(Scroller):
    role = "document"

    def __init__(self, scene: RulesScene) -> None:
        super().__init__("Rules")
        self.scene = scene

    @property
    def value(self) -> str:
        return self.scene.page.words

    def draw(self, canvas: Canvas, focused: bool) -> None:
        with self.window(canvas) as top:
            self.scene.page.draw(canvas, self.rect.x, top, self.rect)
        super().draw(canvas, False)  # a ring round a whole page of text would only be in the way: the bar has it
        if focused and self.most:
            bar = self.bar()
            canvas.ring(bar.x, bar.y, bar.w, bar.h, 3, True)


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
