"""The lessons: every game that has one, with the time it takes, and a mark on those that have been played to their end."""

from __future__ import annotations

import math
from typing import Final

from goosetable.app.context import Context
from goosetable.app.match import practice
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.routes import ToLesson
from goosetable.app.skins import assets
from goosetable.app.ui.focus import Button, Scroller, Widget
from goosetable.app.ui.scene import Push
from goosetable.engine.game import AnyGame
from goosetable.engine.words import phrases
from goosetable.games import SHELF

HIGH: Final = 88.0
GAP: Final = 14.0
SAID: Final = (
    "One short deal or two, played together, with a word at the right moment. Nothing is kept, and nobody is in a hurry."
)


class LessonsScene(Page):
    """Over the title: a press on a game begins its lesson."""

    def __init__(self, context: Context, first: AnyGame | None = None) -> None:
        """first: the game that has the focus."""
        super().__init__(context, Scroller("Lessons", on_paper=False))
        taught = [game for game in SHELF if assets.there("lessons", f"{game.id}.json")]
        self.tiles = [LessonTile(context, game) for game in taught]
        self.close = Button("Back", self.back, "wood", "left")
        chosen = next((tile for tile in self.tiles if tile.game is first), None)
        self.widgets.set([self.close, self.scroll, *self.tiles], first=chosen or self._fresh())

    def resumed(self, result: object) -> None:
        if result == "learned":
            self.widgets.to(self._fresh())
        self.dirty = True

    def _fresh(self) -> Widget:
        """The first lesson that has not been learned yet."""
        return next((tile for tile in self.tiles if not tile.learned), (*self.tiles, self.close)[0])

    def lay(self) -> None:
        edge = self.rim + (6 if self.high < 480 else 20)
        w = min(1080.0, self.wide - 2 * edge)
        self.put(self.close, edge, edge, 104, 44)
        top = edge + 60
        columns = 2 if w >= 620 else 1
        rows = math.ceil(len(self.tiles) / columns)
        wide = (w - 24 - GAP * (columns - 1)) / columns
        self.lines = self.context.canvas.wrap(SAID, (w - 40) * self.t, self.px(17), "sans")
        said = len(self.lines) * self.px(17) * 1.35 / self.t + 16
        content = said + rows * (HIGH + GAP) + 8
        room = self.high - edge - top
        x, drop = (self.wide - w) / 2, max(0.0, min(60.0, (room - content) / 2))
        self.scroll.rect = self.box(x, top, w, room)
        self.scroll.release()
        for i, tile in enumerate(self.tiles):
            row, column = divmod(i, columns)
            self.hold(tile, 12 + column * (wide + GAP), drop + said + row * (HIGH + GAP) + 4, wide, HIGH)
        self.said_at = drop
        self.scroll.inner = content * self.t if content > room + 1 else 0
        self.scroll.scroll_to(self.scroll.offset)

    def under(self, canvas: Canvas) -> None:
        t, u = canvas.theme, self.t
        left = self.close.rect.right + 20 * u
        px = canvas.snug("Learn a game", self.px(36), "serif", self.w - left - 30 * u)
        middle = self.w / 2 if self.wide > 620 else left + canvas.width("Learn a game", px, "serif") / 2
        canvas.put("Learn a game", middle, self.close.rect.centery, px, t.cream, "serif", "center")
        with self.scroll.window(canvas) as top:
            middle, y = self.scroll.rect.centerx, top + self.said_at * u
            canvas.lines(self.lines, middle, y, self.px(17), t.cream2, "sans", 1.35, "mid", dark=True)


class LessonTile(parts.GameTile):
    """A game whose lesson can be played."""

    def __init__(self, context: Context, game: AnyGame) -> None:
        super().__init__(context, game, lambda: Push(ToLesson(game)), "row")
        try:
            self.minutes = practice.load(game).minutes
        except assets.AssetError as missing:
            self.minutes, self.enabled = 0, False
            context.notice(str(missing))

    @property
    def learned(self) -> bool:
        return self.game.id in self.context.settings.learned

    @property
    def about(self) -> str:
        if not self.enabled:
            return "damaged"
        took = f"about {phrases.count(self.minutes, 'minute')}"
        return f"{took}, learned" if self.learned else took

    @property
    def value(self) -> str:
        return f"{self.about}. {self.game.line}"

    def _row(self, canvas: Canvas) -> None:
        t, u = canvas.theme, self.px / 17
        x, y, w, h = self.rect
        self._picture(canvas, self.picture_area(), framed=False)
        left = x + h * 1.15 + 14 * u
        room = x + w - left - (40 if self.learned else 14) * u
        px = canvas.snug(self.game.title, 21 * u, "serif", room)
        canvas.put(self.game.title, left, y + 10 * u, px, t.ink, "serif")
        small = canvas.snug(self.about, 14.5 * u, "semi", room)
        canvas.put(self.about, left, y + 37 * u, small, t.leaf if self.learned else t.russet, "semi")
        line = canvas.snug(self.game.line, 14.5 * u, "sans", room, 10.5)
        if canvas.width(self.game.line, line, "sans") <= room:
            canvas.put(self.game.line, left, y + 58 * u, line, t.ink2, "sans")
        if self.learned:
            canvas.icon("check", x + w - 26 * u, y + h / 2, 24 * u, t.leaf)
