"""Statistics: everybody who has played here, with a page of figures for each."""

from __future__ import annotations

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.page import TITLE
from goosetable.app.scenes.records_page import RecordsPage, figures_of, picture
from goosetable.app.scenes.routes import ToPlayerStatistics, ToSavedGames
from goosetable.app.storage.history.figures import Figures, brief
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Push


class PlayerEntry(parts.Leading):
    """A player who has played, or might; a press shows the figures."""

    def __init__(self, scene: StatisticsScene, who: PlayerKey) -> None:
        super().__init__(who.title, lambda: scene.open(who), on_paper=True)
        self.scene, self.who = scene, who
        self._brief = brief(scene.figures.account(who)) if scene.history.done else ""

    @property
    def value(self) -> str:
        return self._brief

    def content(self, canvas: Canvas) -> None:
        parts.person(canvas, self.rect, picture(self.scene.context, self.who), self.label, self.value, self.px)


class StatisticsScene(RecordsPage):
    """Everybody; the records are read while it is looked at."""

    def __init__(self, context: Context, games: bool) -> None:
        """games: whether saved games can be opened from here."""
        history = History(context.folders)
        super().__init__(context, history, "Statistics")
        self.figures = Figures(history.tables)
        self.more = (0, 0)
        self.games = Button("All games", lambda: Push(ToSavedGames(history)), "plain", "play")
        self.games.shown = games
        self.persons: list[PlayerEntry] = []
        self.others: list[PlayerEntry] = []
        self._gather()

    def _gather(self) -> None:
        self.figures = figures_of(self.context, self.history)
        focus = self.widgets.focus
        before = focus.who.key if isinstance(focus, PlayerEntry) else ""
        persons, others, self.more = self.figures.everybody(self.context.settings)
        self.persons = [PlayerEntry(self, who) for who in persons]
        self.others = [PlayerEntry(self, who) for who in others]
        entries = self.persons + self.others
        self.widgets.set([self.scroll, *entries, self.games, self.close], first=self.persons[0])
        self.widgets.to(next((entry for entry in entries if entry.who.key == before), self.widgets.focus))

    def open(self, who: PlayerKey) -> Change:
        return Push(ToPlayerStatistics(who, self.history))

    def resumed(self, result: object) -> None:
        self._gather()
        self.resized(self.w, self.h)

    def closed(self) -> None:
        self.history.close()

    @property
    def sections(self) -> tuple[str, ...]:
        shown = (len(self.persons), len(self.others))
        return tuple(
            f"{title}: {count} of {count + more:,}, the latest first" if more else title
            for title, count, more in zip(("People", "Computer players"), shown, self.more, strict=True)
        )

    def lay(self) -> None:
        w = min(940.0, self.wide - 2 * self.clearance)
        self.scroll.release()
        y, self.tops = 0.0, []
        for entries in (self.persons, self.others):
            self.tops.append(y)
            y = self.stack(entries, y + TITLE, *self.columns(w)) + 8
        left, top = self.finish(w, y)
        self.put(self.games, left + w - 24 - 170, top, 170, 46, 17)

    @property
    def foot(self) -> tuple[str, int]:
        said, right = super().foot
        return said, self.games.rect.x if self.games.shown else right
