"""Pictures about problems, for the table and the list: the difficulty as dots, and marks for solved and missed problems."""

from __future__ import annotations

from datetime import date

import pygame

from goosetable.app.match import problems
from goosetable.app.render.canvas import Canvas
from goosetable.app.storage.settings import Settings
from goosetable.app.ui.elements import Column, Element, Picture, Row, Text
from goosetable.engine.problem.problem import STARS
from goosetable.engine.words import phrases
from goosetable.games import SHELF

MARK = 30.0
"""Height of the mark for a day, in units."""


def result_of_first_try(settings: Settings, name: str) -> str:
    """Returns the result of the first try at a problem: "solved" or "missed"; "" if it was not tried. name: the id of the
    problem.
    """
    return "solved" if name in settings.solved else "missed" if name in settings.missed else ""


def difficulty_in_words(stars: int) -> str:
    """Returns the difficulty in words."""
    return f"difficulty {stars} of {STARS}"


def make_difficulty_dots(stars: int, height: float, spoken: bool = True) -> Picture:
    """Returns a picture of the difficulty as a row of dots. stars: the difficulty. spoken: True if screen readers read it."""

    def draw_dots(canvas: Canvas, area: pygame.Rect) -> None:
        theme, step = canvas.theme, area.w / STARS
        d = min(area.h, step * 0.78)
        for place in range(STARS):
            x = area.x + (place + 0.5) * step - d / 2
            fill = theme.brass_lo if place < stars else theme.chosen
            canvas.draw_box(x, area.centery - d / 2, d, d, d / 2, fill=fill, edge=theme.brass_lo, line_width=1)

    return Picture(
        draw_dots,
        width=height * 1.3 * STARS,
        height=height,
        name=phrases.with_capital(difficulty_in_words(stars)) if spoken else "",
    )


def make_difficulty_row(stars: int) -> Row:
    """Returns a row with the word "Difficulty" and the dots."""
    return Row([Text("Difficulty", 15, "ink2", "semi", grow=1, spoken=""), make_difficulty_dots(stars, 13)], 8)


def draw_result_mark(canvas: Canvas, box: pygame.Rect, state: str, is_today: bool) -> None:
    """Draws the result of a problem: a check mark if it was solved, a dash if it was missed.

    is_today: True for the problem of today.
    """
    theme, d = canvas.theme, min(box.w, box.h)
    x, y = box.centerx - d / 2, box.centery - d / 2
    edge = theme.brass_lo if is_today or not state else theme.leaf if state == "solved" else theme.ink2
    canvas.draw_box(x, y, d, d, d / 2, fill=theme.plain, edge=edge, line_width=3 if is_today else 1.4)
    area = pygame.FRect(x, y, d, d)
    if state == "solved":
        canvas.draw_centred_icon("check", area, d * 0.62, theme.leaf)
    elif state:
        canvas.draw_box(x + d * 0.3, box.centery - 1, d * 0.4, 2, 0, fill=theme.ink2)


def make_week_row(settings: Settings, today: date) -> Element:
    """Returns a row with the results of the problems of the day in this week."""
    found = [(day, _result_of_day(settings, day)) for day in problems.days_of_week(today)]
    solved = sum(state == "solved" for _, state in found)
    gone = sum(day <= today for day, _ in found)
    said = [f"{phrases.WEEKDAYS[day.weekday()]} {state}" for day, state in found if state]
    columns = [_make_day_mark(day, state, day == today) for day, state in found]
    head = Row([Text("This week", 15, "ink2", "semi", grow=1), Text(f"{solved} of {gone} solved", 15)], 8)
    name = phrases.with_capital(f"{phrases.listed(said)}.") if said else "No problem of this week was tried yet."
    return Column([head, Row(columns, 2, role="image", name=name)], 5)


def _make_day_mark(day: date, state: str, is_today: bool) -> Element:
    mark = Picture(lambda canvas, at: draw_result_mark(canvas, at, state, is_today), height=MARK)
    return Column([mark, Text(phrases.WEEKDAYS[day.weekday()][0], 13, "ink2", text_align=0.5, spoken="")], 2, grow=1)


def _result_of_day(settings: Settings, day: date) -> str:
    found = problems.problem_of_day(day, SHELF)
    return "" if found is None else result_of_first_try(settings, found[1].id)
