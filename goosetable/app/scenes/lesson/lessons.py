"""The page of lessons: a tile for each game with a lesson. A tile shows the length of the lesson, and a mark if it
is finished.
"""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match import practice
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import ToLesson
from goosetable.app.skins import assets
from goosetable.app.ui.elements import (
    Column,
    Control,
    Element,
    ElementControl,
    Grid,
    Heading,
    Picture,
    Row,
    Scroll,
    Spacer,
    Text,
    make_icon,
)
from goosetable.app.ui.focus import Button, Widget
from goosetable.app.ui.scene import Push
from goosetable.engine.game import AnyGame
from goosetable.engine.lesson.lesson import Lesson
from goosetable.engine.words import phrases
from goosetable.games import SHELF

TITLE: Final = "Learn a game"
SAID: Final = (
    "One short deal or two, played together, with a word at the right moment. Leave when you like: you go on where you were."
)


class LessonsScene(ElementPage):
    """The list of lessons, over the title. A press on a game begins its lesson or continues it."""

    def __init__(self, context: Context, first: AnyGame | None = None) -> None:
        """first: the game whose tile gets the focus; None for the lesson that should be learned next."""
        super().__init__(context, TITLE)
        self.scroll.on_paper = False
        taught = [game for game in SHELF if assets.exists("lessons", f"{game.id}.json")]
        self.tiles = [LessonTile(context, game) for game in taught]
        self.close = Button("Back", self.go_back, "wood", "left")
        chosen = next((tile for tile in self.tiles if tile.game is first), None)
        self.first = chosen or self._first_tile()

    def on_resume(self, result: object) -> None:
        if result == "learned":
            self.widgets.focus_on(self._first_tile())
        self.rebuild()

    def _first_tile(self) -> Widget:
        """Returns the tile of an interrupted lesson; else of the first unfinished lesson; else the first tile. If there are no
        lessons, returns the button Back.
        """
        begun = self.context.settings.begun
        if tile := next((tile for tile in self.tiles if tile.game.id in begun), None):
            return tile
        return next((tile for tile in self.tiles if not tile.is_learned), (*self.tiles, self.close)[0])

    @property
    def opening_announcement(self) -> str:
        learned = sum(1 for tile in self.tiles if tile.is_learned)
        return f"{TITLE}. {learned} of {phrases.count_text(len(self.tiles), 'lesson')} learned. {SAID}"

    def make_page(self) -> Element:
        edge = self.rim_width + (6 if self.high < 480 else 16)
        side = 104.0 if self.wide > 620 else 0.0
        title = Heading(TITLE, 36, "cream", "serif", line_height=1.2, text_align=0.5, grow=1)
        head = Row([Control(self.close, width=104, height=44), title, Spacer(width=side)], 20)
        tiles = Grid(
            [tile.make_element() for tile in self.tiles], 14, min_width=290, max_columns=2, role="list", name="Lessons"
        )
        said = Text(SAID, 17, "cream2", line_height=1.35, text_align=0.5)
        body = Scroll(Column([said, tiles], 16, (12, 4, 12, 8)), self.scroll, (0, 0), drop=0.4)
        room = max(0.0, (self.wide - 2 * edge - 1080) / 2)
        return Column([head, Column([body], padding=(room, 0, room, 0), grow=1)], 12, (edge, edge, edge, edge))


class LessonTile(ElementControl):
    """The tile of a game that has a lesson."""

    def __init__(self, context: Context, game: AnyGame) -> None:
        super().__init__(game.title, role="button", on_press=lambda: Push(ToLesson(game)))
        self.on_paper = False
        self.context, self.game = context, game
        try:
            self.script: Lesson | None = practice.load_lesson(game)
        except assets.AssetError as missing:
            self.script, self.enabled = None, False
            context.show_notice(str(missing))

    @property
    def is_learned(self) -> bool:
        return self.game.id in self.context.settings.learned

    @property
    def progress_text(self) -> str:
        """The length of the lesson; with "learned" if it is finished. For an interrupted lesson, the step at which it
        continues.
        """
        if self.script is None:
            return "damaged"
        took = f"about {phrases.count_text(self.script.minutes, 'minute')}"
        if step := practice.interrupted_step(self.context.settings, self.script):
            return f"go on at step {step + 1} of {len(self.script.steps)}"
        return f"{took}, learned" if self.is_learned else took

    @property
    def accessible_value(self) -> str:
        return f"{self.progress_text}. {self.game.line}"

    def make_element(self) -> Control:
        """Returns the tile as an element: emblem, title and progress."""
        words = [
            Text(self.game.title, 21, face="serif", max_lines=1, shrink=0.6),
            Text(self.progress_text, 14.5, "leaf" if self.is_learned else "russet", "semi", max_lines=1, shrink=0.7),
            Text(self.game.line, 14.5, "ink2", line_height=1.15, max_lines=2, shrink=0.8),
        ]
        picture = Picture(self._draw_emblem, width=96, height=80)
        mark = [make_icon("check", 24, "leaf")] if self.is_learned else []
        return Control(self, content=Row([picture, Column(words, grow=1), *mark], 14, (4, 4, 16, 4), height=88))

    def _draw_emblem(self, canvas: Canvas, area: pygame.Rect) -> None:
        parts.draw_emblem(self.context, canvas, self.game.text.emblem, area.inflate(-4, -4))

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_ring(canvas, focused, 14)
        canvas.draw_paper(self.rect, 14, 6, 5)
        if self.hover:
            canvas.draw_panel(self.rect, 14, edge=canvas.theme.brass, line_width=3)
        self.draw_content(canvas)
