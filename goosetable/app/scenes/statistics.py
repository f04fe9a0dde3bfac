"""The pages of statistics: the list of all players on this computer, and the figures and medals of one player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.records_page import (
    RecordsPage,
    day_in_words,
    figures_of,
    portrait_of,
    reading_remark,
    spoken_reading_remark,
)
from goosetable.app.scenes.routes import ToCharts, ToPlayerStatistics, ToSavedGames
from goosetable.app.storage.history.figures import (
    ALL,
    Figure,
    Figures,
    MedalStatus,
    head_to_head_figures,
    summarize_totals,
    total_figures,
)
from goosetable.app.storage.history.records import History, open_history
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.app.ui.elements import (
    Column,
    Control,
    Either,
    Element,
    ElementControl,
    Heading,
    PaperSheet,
    Picture,
    Row,
    Scroll,
    Text,
    make_portrait,
)
from goosetable.app.ui.elements.components import foot_row, list_of_rows, make_section
from goosetable.app.ui.focus import Button, Stepper
from goosetable.app.ui.scene import Change, Push
from goosetable.engine.game import AnyGame
from goosetable.engine.words import phrases
from goosetable.games import SHELF

NARROW: Final = 512
"""Width in units, under which the choice of the game is under the player's name and scrolls with the figures."""
AGAIN: Final = "Start the count again"
SURE: Final = "Press once more"
PADDING: Final = (12, 7, 12, 9)


class FigureRow(ElementControl):
    """The row of a figure, with a sentence on its meaning. portrait: portrait of the opponent whom the figure concerns; "" for
    none.
    """

    def __init__(self, figure: Figure, portrait: str = "") -> None:
        super().__init__(figure.label, f"{figure.value}. {figure.meaning}")
        self.figure, self.portrait = figure, portrait

    def make_element(self) -> Control:
        """Returns the row as an element."""
        value = Text(self.figure.value, 19.5, face="serifb", max_lines=1)
        words = Column([Row([self._make_label(), value], 8), self._make_meaning()], grow=1)
        return Control(self, content=Row([*([make_portrait(self.portrait, 44)] if self.portrait else []), words], 10, PADDING))

    def _make_label(self) -> Text:
        return Text(self.figure.label, face="semi", max_lines=1, shrink=0.65, grow=1)

    def _make_meaning(self) -> Text:
        return Text(self.figure.meaning, 13.6, "ink2")


class MedalRow(FigureRow):
    """A row with the picture of a medal, or of all medals of a game."""

    def __init__(self, figure: Figure, places: Sequence[MedalStatus]) -> None:
        super().__init__(figure)
        self.places = places

    def make_element(self) -> Control:
        medals = Picture(self._draw_medals, width=37.4 * len(self.places), height=33)
        return Control(self, content=Row([Column([self._make_label(), self._make_meaning()], 2, grow=1), medals], 8, PADDING))

    def _draw_medals(self, canvas: Canvas, area: pygame.Rect) -> None:
        step = area.w / len(self.places)
        for i, place in enumerate(self.places):
            canvas.draw_medal(place.medal.sign, bool(place.mark), area.x + (i + 0.5) * step, area.centery, area.h * 0.98)


def row_of_medals(title: str, places: Sequence[MedalStatus]) -> MedalRow:
    """Returns the row with all medals of a game, the earned ones first. title: title of the game."""
    given = [place.medal.name for place in places if place.mark]
    left = [place.medal.name for place in places if not place.mark]
    names = phrases.with_capital(f"{phrases.listed([name.lower() for name in given])}.") if given else ""
    to_come = f"To earn: {phrases.listed([name.lower() for name in left])}." if left else ""
    said = f"{names} {to_come}".strip()
    return MedalRow(Figure(title, f"{len(given)} of {len(places)}", said), places)


def row_of_medal(place: MedalStatus, day: str) -> MedalRow:
    """Returns the row of one medal. day: the day on which it was earned, in words; "" for a medal not earned."""
    got = f"{place.medal.meaning.removesuffix('.')}, on {day}." if day else place.medal.meaning
    return MedalRow(Figure(place.medal.name, "earned" if place.mark else "not earned yet", got), (place,))


class PlayerStatisticsScene(RecordsPage):
    """The page with a player's figures. history: the saved games that the page below has opened; None to open them here."""

    covers = False

    def __init__(self, context: Context, player: RecordedPlayer, history: History | None = None) -> None:
        super().__init__(context, history or open_history(context.folders, context.settings), player.display_name)
        self.player, self._own = player, history is None
        self.game: AnyGame | None = None
        self.which = Stepper("Game", ["All games", *(game.title for game in SHELF)], self._choose_game)
        self.again = Button(AGAIN, self._reset_figures, "plain", "undo")
        self.charts = Button("Charts", lambda: Push(ToCharts(player, self.history)), "plain", "stats")
        self.close = Button("Back", self.go_back, "plain", "left")
        self.rows: list[FigureRow] = []
        self.medals: list[MedalRow] = []
        self.met: list[FigureRow] = []
        self._finding: Iterator[None] = iter(())
        self.first = self.which
        self._update_page()

    def _update_page(self) -> None:
        self.figures = figures_of(self.context, self.history)
        game = ALL if self.game is None else self.game.id
        account = self.figures.totals_of_player(self.player, game)
        whole = self.figures.totals_of_player(self.player)
        self.rows = [FigureRow(figure) for figure in total_figures(account, self.game)] if self.history.is_done else []
        met = self.figures.results_against(self.player, game)
        found = head_to_head_figures(self.player, met)
        self.more = len(met) - len(found)
        self.met = [FigureRow(figure, portrait_of(self.context, other)) for other, figure in found]
        self.medals = self._medal_rows() if self.history.is_done and self.player.is_person else []
        self.charts.shown = self.again.shown = bool(whole.deals or whole.games)
        self._finding = (
            self._find_habit(self.game) if self.game and self.history.is_done and self.player.is_person else iter(())
        )
        self.rebuild()

    def _find_habit(self, game: AnyGame) -> Iterator[None]:
        from goosetable.app.match.review_session import ADVISER, DEALS  # imports the players, which other pages do not need
        from goosetable.app.scenes.review.opinion import habit_words  # likewise
        from goosetable.app.storage.opinion_cache import read_opinions  # likewise
        from goosetable.review.opinion import costliest_repeated_mistake  # likewise

        yield from self.history.tables.read_deals(self.player.key)
        deals = []
        for digest, seat in self.figures.reviewed_deals(self.player, game.id, DEALS):
            found = read_opinions(self.context.folders.reviews, digest, ADVISER)
            deals.append([opinion for opinion in found.values() if opinion.seat == seat])
            yield
        common = costliest_repeated_mistake([opinion for deal in deals for opinion in deal], game.advice.mistake_words)
        if common is not None:
            cases = f"{common.cases} of {common.mistakes}"
            self.rows.append(FigureRow(Figure("Your habit", cases, habit_words(game, deals))))
            self.rebuild()

    def run_slice(self) -> bool:
        return super().run_slice() or next(self._finding, self) is None

    def _medal_rows(self) -> list[MedalRow]:
        if self.game is None:
            return [row_of_medals(game.title, self.figures.medals(self.player, game)) for game in SHELF]
        found = self.figures.medals(self.player, self.game)
        return [row_of_medal(place, day_in_words(place.started)) for place in found]

    def _choose_game(self, index: int) -> None:
        self.game = SHELF[index - 1] if index else None
        self.scroll.offset = 0.0
        self._update_page()

    def _reset_figures(self) -> None:
        """Resets the figures at the second press; the first press asks a question. The saved games stay unchanged."""
        if self.again.label == AGAIN:
            self.again.label = SURE
            self.rebuild()
            return
        self.again.label = AGAIN
        self.context.change_settings(**self.figures.changes_to_restart_figures(self.context.settings, self.player))
        self._update_page()

    def handle(self, event: pygame.event.Event) -> Change:
        change = super().handle(event)
        if self.widgets.focus is not self.again and self.again.label == SURE:
            self.again.label = AGAIN
            self.rebuild()
        return change

    def on_close(self) -> None:
        if self._own:
            self.history.close()

    def make_page(self) -> Element:
        page = Either(
            lambda: Column([self._make_roomy_head(), Scroll(self._make_figures(8), self.scroll)], 8),
            lambda: Scroll(
                Column([self._make_head(), Control(self.which, height=46), self._make_figures(0)], 12, (0, 8, 0, 0)),
                self.scroll,
            ),
            min_width=NARROW, grow=1,
        )  # fmt: skip
        foot = foot_row([self.close, self.charts, self.again], right_count=1)
        return PaperSheet(Column([page, foot]), self.sheet_margin)

    def _make_roomy_head(self) -> Element:
        wide, low = Control(self.which, width=300, height=46), Control(self.which, width=200, height=46)
        return Either(lambda: self._make_head(wide), lambda: self._make_head(low), min_width=790)

    def _make_head(self, *beside: Element) -> Element:
        level = f"Level: {self.player.level_text}" if self.player.player else "Not met at any table yet"
        about = "A person" if self.player.is_person else level
        said, spoken = [
            ". ".join(part for part in (about, remark(self.history)) if part)
            for remark in (reading_remark, spoken_reading_remark)
        ]
        if self.again.label == SURE:
            said = spoken = "Only games begun from now on will count; the records stay."
        name = Heading(self.player.name, 26, max_lines=2, shrink=0.75, line_height=1.2)
        sentence = Text(said, 15, "ink2", max_lines=1, shrink=0.7, role="status", key="about", spoken=spoken)
        words = Column([name, sentence], 2, grow=1)
        return Row([make_portrait(portrait_of(self.context, self.player), 60), words, *beside], 14)

    def _make_figures(self, top: float) -> Element:
        parts: list[Element] = [list_of_rows("Figures", [row.make_element() for row in self.rows])]
        if self.medals:
            given = sum(bool(place.mark) for row in self.medals for place in row.places)
            where = "" if self.game is None else f" of {self.game.title}"
            title = f"Medals{where}: {given} of {sum(len(row.places) for row in self.medals)}"
            parts.append(make_section(title, [row.make_element() for row in self.medals], key="medals"))
        if not self.met:
            return Column(parts, 8, (0, top, 0, 8))
        title = "What they remember"
        if self.more:
            title = f"{title}: {len(self.met)} of {len(self.met) + self.more:,}, those met most often"
        met = make_section(title, [row.make_element() for row in self.met], key="met")
        beside = Row([Column(parts, 8, grow=1, align=0), Column([met], grow=1, align=0)], padding=(0, top, 0, 8))
        return Either(beside, lambda: Column([*parts, met], 8, (0, top, 0, 8)), min_width=620)


class PlayerEntry(parts.PlayerRow):
    """The row of a player. A press opens the page of the player's figures."""

    def __init__(self, scene: StatisticsScene, player: RecordedPlayer) -> None:
        super().__init__(player.display_name, lambda: scene.open_player(player))
        self.scene, self.player = scene, player

    def update_value(self) -> None:
        """Sets the value to the player's figures; "" while records are still being read."""
        scene, player = self.scene, self.player
        self.value = summarize_totals(scene.figures.totals_of_player(player)) if scene.history.is_done else ""


class StatisticsScene(RecordsPage):
    """The list of all players. It reads the saved games while it is open."""

    def __init__(self, context: Context, has_games_button: bool) -> None:
        """has_games_button: True if the page has a button to the saved games."""
        history = open_history(context.folders, context.settings)
        super().__init__(context, history, "Statistics")
        self.close = Button("Back", self.go_back, "plain", "left")
        self.figures = Figures(history.tables)
        self.more = (0, 0)
        self.games = Button("All games", lambda: Push(ToSavedGames(history)), "plain", "play")
        self.games.shown = has_games_button
        self.persons: list[PlayerEntry] = []
        self.others: list[PlayerEntry] = []
        self._update_page()

    def _update_page(self) -> None:
        self.figures = figures_of(self.context, self.history)
        focus = self.widgets.focus
        before = focus.player.key if isinstance(focus, PlayerEntry) else ""
        persons, others, self.more = self.figures.listed_players(self.context.settings)
        known = {entry.player: entry for entry in self.persons + self.others}
        self.persons = [self._make_entry(who, known) for who in persons]
        self.others = [self._make_entry(who, known) for who in others]
        self.first = self.persons[0]
        self.rebuild()
        if before:
            self.widgets.focus_on(next((one for one in self.persons + self.others if one.player.key == before), self.first))

    def _make_entry(self, player: RecordedPlayer, known: Mapping[RecordedPlayer, PlayerEntry]) -> PlayerEntry:
        """Returns the row of a player with the present figures. If the player already has a row, updates it instead of making a
        new one, so that screen readers recognise it.
        """
        entry = known.get(player) or PlayerEntry(self, player)
        entry.update_value()
        return entry

    def open_player(self, player: RecordedPlayer) -> Change:
        return Push(ToPlayerStatistics(player, self.history))

    def on_resume(self, result: object) -> None:
        self._update_page()

    def on_close(self) -> None:
        self.history.close()

    def make_page(self) -> Element:
        groups = ("People", self.persons, self.more[0]), ("Computer players", self.others, self.more[1])
        body = Column([self._make_section(*group) for group in groups], 14, (0, 2, 0, 8))
        spoken = spoken_reading_remark(self.history)
        said = Text(reading_remark(self.history), 15, "ink2", max_lines=2, grow=1, role="status", key="records", spoken=spoken)
        title = Heading("Statistics")
        foot = foot_row([self.close, self.games], right_count=1, middle=said)
        return PaperSheet(Column([title, Scroll(body, self.scroll), foot], 8), self.sheet_margin, 940)

    def _make_section(self, title: str, entries: Sequence[PlayerEntry], hidden_count: int) -> Element:
        if hidden_count:
            title = f"{title}: {len(entries)} of {len(entries) + hidden_count:,}, the latest first"
        return make_section(title, [entry.make_element(portrait_of(self.context, entry.player)) for entry in entries])
