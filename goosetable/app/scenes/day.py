"""The page of the day's deal: points of the person, the house and the expert; the last seven days; and a button to today's
problem.

The house is the best computer player at the table. The expert is a computer player that plays the person's cards for
comparison.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match import days, problems
from goosetable.app.match.days import DAYS, DayResult, ExpertGame
from goosetable.app.match.matches import Matches, day_deal
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.problem.stars import result_of_first_try
from goosetable.app.scenes.routes import ToProblem
from goosetable.app.storage.history.game_list import format_day, format_day_and_month
from goosetable.app.storage.settings import MOST_DAYS
from goosetable.app.ui import text_field
from goosetable.app.ui.accessible import as_spoken_sentences
from goosetable.app.ui.elements import (
    Column,
    Control,
    Element,
    Grid,
    Heading,
    PaperSheet,
    Picture,
    Row,
    Scroll,
    Spacer,
    Text,
    make_horizontal_line,
)
from goosetable.app.ui.elements.components import draw_cloth, foot_row
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Push
from goosetable.engine.game import AnyGame
from goosetable.engine.words import phrases
from goosetable.games import SHELF

TITLE: Final = "Deal of the day"
SAME: Final = "Everybody has the same cards, the same rules and the same opponents."
ROOMY: Final = 980.0
"""Least width of the window, in units, with a panel of cloth for the calendar."""
WORDY: Final = 560.0
"""Least width of the window, in units, with long labels on the buttons."""
OF_DAY: Final = "Problem of the day"
SEPARATOR: Final = "\N{THIN SPACE}:\N{THIN SPACE}"


class DayScene(ElementPage):
    """The page with the result of a day's deal. While it is open, the expert plays the same cards, unless the expert's points
    are stored already.
    """

    def __init__(self, context: Context, matches: Matches, day: date) -> None:
        """day: the date of the deal. If there is no stored result, the page shows dashes instead of figures."""
        super().__init__(context, TITLE)
        self.day, self.deal = day, day_deal(day, SHELF)
        self.copy_notice = ""
        found = self.result
        self._expert = ExpertGame(self.deal) if found is not None and found.expert is None else None
        self.close = Button("Back", self.go_back, "plain", "left")
        self.copy = Button("Copy the result", self._copy_result, "plain", "cards")
        self.problem = Button(OF_DAY, self._open_problem, "prime", "pencil", on_paper=True)
        self._today = matches.today
        self._of_today = problems.problem_of_day(self._today, SHELF, context.show_notice)
        self._show_problem_button()

    def _show_problem_button(self) -> None:
        found = self._of_today
        self.problem.shown = found is not None and not result_of_first_try(self.context.settings, found[1].id)
        self.first = self.problem if self.problem.shown else self.close

    @property
    def result(self) -> DayResult | None:
        """The stored result of the day; None if there is none."""
        return days.stored_result(self.context.settings.days, self.day)

    # ------------------------------------------------------------------ the expert's game

    def run_slice(self) -> bool:
        """Plays the expert's game for a few milliseconds, and stores its points at the end. Returns True if more remains."""
        expert, found = self._expert, self.result
        if expert is None or found is None:
            return False
        if not expert.run_slice():
            assert expert.points is not None
            stored = days.with_result(self.context.settings.days, self.day, found._replace(expert=expert.points), MOST_DAYS)
            self.context.change_settings(days=stored)
            self._expert = None
            self.rebuild()
        return self._expert is not None

    # ------------------------------------------------------------------ ways on

    def _open_problem(self) -> Change:
        return None if self._of_today is None else Push(ToProblem(*self._of_today, self._today, listed=False))

    def _copy_result(self) -> None:
        found = self.result
        worked = found is not None and text_field.copy_to_clipboard(self.clipboard_text(found))
        self.copy_notice = "The result is on the clipboard." if worked else text_field.NO_CLIPBOARD
        self.rebuild()

    def clipboard_text(self, result: DayResult) -> str:
        """Returns the text for the clipboard, in two lines: the day with its game, and the points."""
        expert = "" if result.expert is None else f", an expert {phrases.format_points(result.expert)}"
        first = f"goosetable, deal of {format_day(self.day)}: {self.deal.game.title}"
        return f"{first}\n{phrases.with_capital(result.points_clause)}{expert}"

    def on_resume(self, result: object) -> None:
        self._show_problem_button()
        self.rebuild()

    # ------------------------------------------------------------------ words

    @property
    def headline(self) -> str:
        found = self.result
        return found.headline if found is not None else "Not played yet"

    @property
    def streak_heading(self) -> str:
        """The heading of the week: the number of days in a row with a result; if it is below two, "The last seven days"."""
        count = days.streak_length(self.context.settings.days, self.day)
        return phrases.with_capital(f"{phrases.count_in_words(count, 'day')} in a row") if count > 1 else "The last seven days"

    @property
    def facts_in_words(self) -> str:
        """Sentences with the game of the day, its opponents and its aim."""
        game, deal = self.deal.game, self.deal
        aim = game.text.end_of_game(deal.options)
        return f"{game.title} with {phrases.listed(deal.opponent_names)}: {aim}. {SAME}"

    @property
    def opening_announcement(self) -> str:
        found = self.result
        return as_spoken_sentences(
            (self.headline, "" if found is None else phrases.with_capital(found.points_clause), self.expert_words)
        )

    @property
    def expert_words(self) -> str:
        """A sentence with the points of the expert; "" until they are known."""
        found = self.result
        if found is None or found.expert is None:
            return ""
        return f"Expert with your cards: {phrases.format_points(found.expert)}"

    @property
    def status_line(self) -> str:
        return self.copy_notice or self.expert_words

    # ------------------------------------------------------------------ elements

    def make_page(self) -> Element:
        roomy = self.wide >= ROOMY and self.high >= 520
        wordy = self.wide >= WORDY
        self.copy.label, self.problem.label = ("Copy the result", OF_DAY) if wordy else ("Copy", "Problem")
        ways = [Control(self.close, 16.5), Control(self.copy, 16.5)]
        last = [Control(self.problem, 19, height=50)] if self.problem.shown else []
        foot = foot_row([*ways, *last], len(last))
        head = Heading(self.headline, 36 if roomy else 26, line_height=1.25)
        facts = Text(self.copy_notice or self.facts_in_words, 16, "ink2")
        top = [facts, Spacer(height=6), self._make_figures()] if roomy else [self._make_figures(), facts]
        body = [*top, Spacer(height=12 if roomy else 4), *self._make_week()]
        scroll = Scroll(Column(body, 4, (2, 6, 2, 6)), self.scroll, (12, 12))
        words = Column([head, make_horizontal_line(), scroll, foot], 4, grow=1, height=self._content_height)
        panel = [self._make_panel()] if roomy else []
        return PaperSheet(Row([*panel, words], 24, grow=1), self.sheet_margin, 1180, padding=(16, 14, 20, 12))

    @property
    def _content_height(self) -> float:
        return max(200.0, self.high - 2 * self.sheet_margin - 28)

    def _make_panel(self) -> Element:
        game = self.deal.game
        named = format_day_and_month(self.day)
        leaf = Picture(lambda canvas, at: parts.draw_calendar_leaf(canvas, at, self.day, at.h * 0.9), height=210, name=named)
        emblem = Picture(lambda canvas, at: parts.draw_emblem(self.context, canvas, game.text.emblem, at), height=120)
        company = f"with {phrases.listed(self.deal.opponent_names)}"
        return Column([
            leaf, Heading(game.title, 28, "cream", "serif", text_align=0.5, role="label"),
            Text(company, 15.5, "cream2", text_align=0.5), Spacer(height=10), emblem, Spacer(grow=1),
            Text("the next one at midnight", 15, "cream2", "it", text_align=0.5),
        ], 4, (12, 18, 12, 14), width=290, background=draw_cloth, height=self._content_height)  # fmt: skip

    def _make_figures(self) -> Element:
        found = self.result
        own, house = ("–", "–") if found is None else (phrases.format_points(found.own), phrases.format_points(found.house))
        expert = "–" if found is None else "…" if found.expert is None else phrases.format_points(found.expert)
        playing = "is playing your cards" if self._expert is not None else "with your cards"
        best = "the best of them" if len(self.deal.opponent_names) > 1 else self.deal.opponent_names[0]
        boxes = [
            _make_points_box(own, "You", "the first game counts", True),
            _make_points_box(house, "The house", best, False),
            _make_points_box(expert, "Expert", playing, False),
        ]
        return Grid(boxes, 12, (0, 4, 0, 8), min_width=190, max_columns=3, role="list", name="Points")

    def _make_week(self) -> list[Element]:
        """Returns a heading, and a calendar leaf for each of the seven days up to the day of this page."""
        stored = self.context.settings.days
        shown = [self.day - timedelta(days=before) for before in reversed(range(DAYS))]
        better = sum((found := days.stored_result(stored, day)) is not None and found.outcome == "won" for day in shown)
        said = f"{phrases.count_in_words(better, 'game')} won" if better else ""
        heading = Text(self.streak_heading, 22, face="serifb", role="heading", grow=1)
        head = Row([heading, Text(phrases.with_capital(said), 15, "ink2")], 8)
        leaves = [self._make_calendar_leaf(day, days.stored_result(stored, day)) for day in shown]
        return [head, Grid(leaves, 8, (0, 4, 0, 4), min_width=76, max_columns=DAYS, role="list", name=self.streak_heading)]

    def _make_calendar_leaf(self, day: date, result: DayResult | None) -> Element:
        name = f"{phrases.WEEKDAYS[day.weekday()][:3]} {day.day}"
        if result is None:
            rows: list[Element] = [Text(name, 13.5, "ink2", "semi", text_align=0.5, spoken=""), Spacer(height=84)]
            return Column(rows, 2, (4, 6, 4, 6), role="row", name=f"{name}: not played", background=_draw_dashed_edges)
        game = next((one for one in SHELF if one.id == result.game), None)
        own, house = phrases.format_points(result.own), phrases.format_points(result.house)
        won = result.outcome == "won"
        points = f"{own}{SEPARATOR}{house}"
        rows = [
            Text(name, 13.5, "russet", "semi", text_align=0.5, spoken=""),
            Picture(partial(self._draw_emblem, game), height=44),
            Text(points, 16, "leaf" if won else "ink", "bold", max_lines=1, shrink=0.6, text_align=0.5, spoken=""),
            Picture(partial(_draw_outcome, won), height=14),
        ]
        spoken = f"{name}: {result.game if game is None else game.title}, {result.points_clause}, {result.outcome}"
        return Column(
            rows, 2, (4, 6, 4, 6), role="row", name=spoken, background=partial(_draw_calendar_leaf_paper, day == self.day)
        )

    def _draw_emblem(self, game: AnyGame | None, canvas: Canvas, area: pygame.Rect) -> None:
        if game is not None:
            parts.draw_framed_emblem(self.context, canvas, game, area)


def _make_points_box(points: str, name: str, note: str, own: bool) -> Element:
    words = Column(
        [Text(name, 20, face="serif", max_lines=1, shrink=0.7, spoken=""), Text(note, 14, "ink2", spoken="")], 0, grow=1
    )
    number = Text(points, 44, face="serifb", line_height=1.35, spoken="")
    return Row([number, words], 14, (16, 12, 10, 12), role="row", name=f"{name}: {points}, {note}",
               background=partial(_draw_figure_box, own))  # fmt: skip


def _draw_figure_box(own: bool, canvas: Canvas, area: pygame.Rect) -> None:
    theme = canvas.theme
    fill, edge, sw = (theme.chosen, theme.brass_lo, 2.0) if own else (theme.plain, theme.paper_edge, 1.2)
    canvas.draw_panel(area, 10, fill=fill, edge=edge, line_width=sw)


def _draw_calendar_leaf_paper(is_today: bool, canvas: Canvas, area: pygame.Rect) -> None:
    theme = canvas.theme
    edge, sw = (theme.brass_lo, 2.4) if is_today else (theme.paper_edge, 1.2)
    canvas.draw_panel(area, 8, fill=theme.plain, edge=edge, line_width=sw)


def _draw_dashed_edges(canvas: Canvas, area: pygame.Rect) -> None:
    for y in (area.top + 2, area.bottom - 2):
        canvas.draw_line(area.x + 4, y, area.w - 8, canvas.theme.ink2, dash=6)


def _draw_outcome(won: bool, canvas: Canvas, area: pygame.Rect) -> None:
    if won:
        canvas.draw_centred_icon("check", area, area.h, canvas.theme.leaf)
    else:
        canvas.draw_box(area.centerx - area.h * 0.35, area.centery - 1, area.h * 0.7, 2, 0, fill=canvas.theme.ink2)
