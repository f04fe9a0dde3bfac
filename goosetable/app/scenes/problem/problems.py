"""The list of all problems: the problem of the day, and the problems of a game, from easy to difficult."""

from __future__ import annotations

from datetime import date
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match import problems
from goosetable.app.match.matches import Matches
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.problem.stars import (
    difficulty_in_words,
    draw_result_mark,
    make_difficulty_dots,
    make_week_row,
    result_of_first_try,
)
from goosetable.app.scenes.routes import ToProblem
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage.history.game_list import format_day_and_month
from goosetable.app.ui.elements import (
    Column,
    Control,
    Either,
    Element,
    ElementControl,
    Grid,
    LayoutPass,
    Picture,
    Row,
    Size,
    Spacer,
    Text,
)
from goosetable.app.ui.elements.components import control_row, make_note, titled_sheet
from goosetable.app.ui.focus import Button, Stepper
from goosetable.app.ui.scene import Push
from goosetable.engine.game import AnyGame
from goosetable.engine.problem.problem import Problem
from goosetable.engine.words import phrases
from goosetable.games import SHELF

TITLE: Final = "Problems"
SAID: Final = "The end of a deal with all hands open, and one right answer. It is right whatever the others play."
OF_DAY: Final = "Problem of the day"


class ProblemTile(ElementControl):
    """The tile of a problem in the list. number: the number of the problem in its game, from 1.

    day: the date, for a problem of the day; None for any other problem.
    """

    def __init__(self, context: Context, game: AnyGame, problem: Problem, number: int, day: date | None = None) -> None:
        label = f"Problem {number}" if day is None else OF_DAY
        super().__init__(label, role="button", on_press=lambda: Push(ToProblem(game, problem, day)))
        self.context, self.game, self.problem, self.number, self.day = context, game, problem, number, day

    @property
    def first_try_result(self) -> str:
        """The result of the first try: "solved" or "missed"; "" if there was none."""
        return result_of_first_try(self.context.settings, self.problem.id)

    @property
    def game_and_date(self) -> str:
        """Game and date of the problem of the day, as text; "" for any other problem."""
        day = self.day
        if day is None:
            return ""
        return f"{self.game.title}, {phrases.WEEKDAYS[day.weekday()]}, {format_day_and_month(day)}"

    @property
    def accessible_value(self) -> str:
        return ", ".join(filter(None, (self.game_and_date, difficulty_in_words(self.problem.stars), self.first_try_result)))

    def make_element(self) -> Control:
        """Returns the tile as an element: number, difficulty as dots, and result. The tile of the problem of the day is as wide
        as the list.
        """
        mark = Picture(self._draw_mark, width=26, height=26)
        if self.day is None:
            number = Text(str(self.number), 17, face="semi", max_lines=1)
            words = Column([number, make_difficulty_dots(self.problem.stars, 8, spoken=False)], 2, grow=1)
            return Control(self, content=Row([words, mark], 4, (8, 5, 8, 6)))
        said = [Text(OF_DAY, 20, face="serif", max_lines=1, shrink=0.7), Text(self.game_and_date, 15, "ink2")]
        dotted = make_difficulty_dots(self.problem.stars, 12, spoken=False)
        return Control(self, content=Row([Column(said, 1, grow=1), dotted, mark], 12, (12, 8, 12, 9)))

    def _draw_mark(self, canvas: Canvas, area: pygame.Rect) -> None:
        if self.first_try_result or self.day is not None:
            draw_result_mark(canvas, area, self.first_try_result, self.day is not None)


class TileSpacer(Spacer):
    """Empty space of the size of a tile."""

    __slots__ = ("tile",)

    def __init__(self, tile: Element) -> None:
        super().__init__()
        self.tile = tile

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        return self.tile.measure(layout_pass, w)


class ProblemsScene(ElementPage):
    """The list of problems, over the title. A press opens the problem at a table."""

    def __init__(self, context: Context, matches: Matches, game: AnyGame | None = None) -> None:
        """game: the game whose problems are shown first. Raises AssetError if no game has problems."""
        super().__init__(context, TITLE)
        self.today = matches.today
        self.games = [one for one in SHELF if problems.has_problems(one)]
        if not self.games:
            raise AssetError("No problems came with this installation of goosetable.")
        found = problems.problem_of_day(self.today, SHELF, context.show_notice)
        self.game = game or (self.games[0] if found is None else found[0])
        number = 0 if found is None else 1 + problems.load_problems(found[0]).index(found[1])
        self.day = None if found is None else ProblemTile(context, *found, number, self.today)
        titles = [one.title for one in self.games]
        self.which = Stepper("Game", titles, self._choose_game, self.games.index(self.game))
        self.close = Button("Back", self.go_back, "plain", "left")
        self.first = self.day or self.which
        self.tiles: list[ProblemTile] = []
        self._update_tiles()

    def _update_tiles(self) -> None:
        all_of = problems.load_problems(self.game)
        self.tiles = [ProblemTile(self.context, self.game, one, number) for number, one in enumerate(all_of, 1)]
        self.rebuild()

    def _choose_game(self, index: int) -> None:
        self.game = self.games[index]
        self._update_tiles()

    def on_resume(self, result: object) -> None:
        self.rebuild()

    @property
    def solved_sentence(self) -> str:
        """A sentence with the number of solved problems of the chosen game; or on the damaged file of the game."""
        if fault := problems.read_problems(self.game)[1]:
            return fault
        count = sum(tile.first_try_result == "solved" for tile in self.tiles)
        return f"{count} of {phrases.count_text(len(self.tiles), 'problem')} solved, the easiest first."

    @property
    def opening_announcement(self) -> str:
        return f"{TITLE}. {SAID} {self.game.title}: {self.solved_sentence}"

    def make_page(self) -> Element:
        week = make_week_row(self.context.settings, self.today)
        day = [] if self.day is None else [self.day.make_element()]
        top = Either(
            lambda: Row([Column(day, grow=1, align=0.5), Column([week], width=300)], 24),
            lambda: Column([*day, week], 12),
            min_width=620,
        )
        # With room for the longest list, the panel keeps its height, and the arrows their place, when the game changes.
        tiles = [self.reuse(at, (tile, tile.first_try_result), tile.make_element) for at, tile in enumerate(self.tiles)]
        most = max(len(problems.load_problems(one)) for one in self.games)
        room = [TileSpacer(tiles[0]) for _ in range(most - len(tiles))] if tiles else []
        grid = Grid([*tiles, *room], 8, min_width=92, role="list", name="Problems")
        body = Column([make_note(SAID), top, control_row(self.which, note=self.solved_sentence), grid], 8, (0, 0, 0, 8))
        return titled_sheet(TITLE, body, self.scroll, [self.close], self.sheet_margin)
