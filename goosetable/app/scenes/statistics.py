"""Statistics: all players of this computer, with a page of figures for each."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.records_page import RecordsPage, figures_of, picture, remark
from goosetable.app.scenes.routes import ToPlayerStatistics, ToSavedGames
from goosetable.app.storage.history.figures import Figures, brief
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.app.ui.elements import Column, Control, Element, Heading, Scroll, Sheet, Text
from goosetable.app.ui.elements.components import foot_row, section
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Push


class PlayerEntry(parts.Leading):
    """A player with or without games; a press shows the figures."""

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
    """All players; the records are read while the page is open."""

    def __init__(self, context: Context, games: bool) -> None:
        """games: whether saved games can be opened from here."""
        history = History(context.folders)
        super().__init__(context, history, "Statistics")
        self.close = Button("Back", self.back, "plain", "left")
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
        self.first = self.persons[0]
        self.changed()
        if before:
            self.widgets.to(next((one for one in self.persons + self.others if one.who.key == before), self.first))

    def open(self, who: PlayerKey) -> Change:
        return Push(ToPlayerStatistics(who, self.history))

    def resumed(self, result: object) -> None:
        self._gather()

    def closed(self) -> None:
        self.history.close()

    def build(self) -> Element:
        groups = ("People", self.persons, self.more[0]), ("Computer players", self.others, self.more[1])
        body = Column([self._section(*group) for group in groups], 14, (0, 2, 0, 8))
        said = Text(remark(self.history), 15, "ink2", max_lines=2, grow=1, role="status", key="records")
        title = Heading("Statistics")
        foot = foot_row([self.close, self.games], last=1, said=said)
        return Sheet(Column([title, Scroll(body, self.scroll), foot], 8), self.clearance, 940)

    def _section(self, title: str, entries: Sequence[PlayerEntry], more: int) -> Element:
        """Makes a section of players of one kind. more: the number of others, who are not shown."""
        if more:
            title = f"{title}: {len(entries)} of {len(entries) + more:,}, the latest first"
        return section(title, [Control(entry, 18, height=51) for entry in entries])
