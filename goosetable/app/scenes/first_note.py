"""A note over the table that offers a newcomer the lesson of the game. A click beside the note closes it."""

from __future__ import annotations

from math import inf
from operator import mul

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import ToLesson, ToRules
from goosetable.app.ui.elements import STRETCH, Column, Control, Element, Heading, PaperSheet, Picture, Row, Spacer, Text
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Push, Replace, Route
from goosetable.engine.game import AnyGame
from goosetable.engine.words import phrases

WIDE, HIGH = 548.0, 158.0
LOW = 124.0
"""Height of the note in units, if there is no space for the portrait."""
PICTURED = 460.0
"""Least width in units of a note with the portrait."""
NARROW = (400.0, 320.0)
"""Smaller widths of the note in units, which are tried if it would cover an area that should stay visible."""
STEP = 24
"""Distance in units between neighbouring places that are tried."""


class LessonOfferScene(ElementPage):
    """The note that offers the lesson of a game. Enter, Esc and a click beside the note close it. The note does not darken the
    table.
    """

    covers = False
    shade = 0.0

    def __init__(
        self,
        context: Context,
        game: AnyGame,
        options: object,
        minutes: int,
        middle: float,
        bottom: float,
        areas_to_keep_clear: tuple[Area, ...] = (),
    ) -> None:
        """options: the house rules of the table. minutes: length of the lesson. middle, bottom: x of the note's centre and y of
        its lower edge. areas_to_keep_clear: areas that the note should not cover. All positions and areas are in pixels of the
        present window.
        """
        super().__init__(context, "New here?")
        self._rules = ToRules(game, options, offers_lesson=False)
        self._minutes = phrases.number_word(minutes)
        self._middle, self._bottom, self._clear = middle, bottom, areas_to_keep_clear
        self._size: tuple[int, int] | None = None
        self.pictured = False
        self.key_actions["rules"] = lambda: Push(self._rules)
        self.lesson = Button("The lesson", lambda: Replace(ToLesson(game)), "plain", "hint", on_paper=True)
        self.play = self.first = Button("Just play", self.go_back, "prime", "play", on_paper=True)

    def rules_route(self) -> Route:
        return self._rules

    def _best_place(self) -> Area:
        if self._size is None:
            self._size = self.w, self.h
        across, down = self.w / self._size[0] / self.t, self.h / self._size[1] / self.t
        x, y = self._middle * across, self._bottom * down
        cloth = min(self.wide, 2 * x)
        clear = [Area(a.x * across, a.y * down, a.w * across, a.h * down) for a in self._clear]
        widest = min(WIDE, self.wide - 16, 2 * x - 24)
        found = []
        for w in (widest, *(narrow for narrow in NARROW if narrow < widest)):
            h = HIGH if w >= PICTURED else LOW
            lefts = [min(max(8.0, left), self.wide - w - 8) for left in (x - w / 2, *range(8, int(cloth - w - 8), STEP))]
            tops = [min(max(8.0, top), self.high - h - 8) for top in (y - h, *range(8, int(y - h), STEP))]
            overlaps = [(top, [_overlap_length(top, h, area.y, area.h) for area in clear]) for top in tops]
            for left in lefts:
                beside = [_overlap_length(left, w, area.x, area.w) for area in clear]
                for top, below in overlaps:
                    covered = round(sum(map(mul, beside, below)))
                    found.append((covered, WIDE - w, abs(left + w / 2 - x) + abs(top + h - y), left, top, w, h))
        return Area(*min(found)[-4:])

    def make_page(self) -> Element:
        place = self._best_place()
        self.pictured = place.w >= PICTURED
        said = self._offer_sentence(place.w - (176 if self.pictured else 34))
        words = Text(said, 18, max_lines=1, shrink=0.5, line_height=1.1, spoken=self._offer_sentence(inf))
        buttons = Row([Control(button, 18, height=48, grow=1) for button in (self.lesson, self.play)], 14)
        title = Heading("New here?", 26 if self.pictured else 20, line_height=1.35)
        column = Column([title, words, Spacer(grow=1), buttons], 0, grow=1, align=STRETCH)
        goose = Picture(
            lambda canvas, at: canvas.draw_portrait("goose", *at.center, at.h, ring=canvas.theme.brass), width=116, height=116
        )
        note = Row([goose, column] if self.pictured else [column], 20, align=STRETCH)
        sides = (20.0, 14.0, 20.0, 14.0) if self.pictured else (14.0, 6.0, 20.0, 10.0)
        return PaperSheet(
            note, 0, padding=sides, corners=(14, 20 * self.t, 8 * self.t), place=(place.x, place.y, place.w, place.h)
        )

    def _offer_sentence(self, max_width: float) -> str:
        article = "An" if self._minutes.startswith("e") else "A"
        said = f"{article} {self._minutes}-minute lesson with Griselda, or just play."
        if self.context.canvas.width(said, 0.9 * self.text_px(18), "sans") > max_width * self.t:
            said = phrases.with_capital(f"{self._minutes} minutes with Griselda, or just play.")
        return said

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.MOUSEBUTTONDOWN and not self.sheet_rect.collidepoint(event.pos):
            return self.go_back()
        return super().handle(event)

    def draw(self, canvas: Canvas) -> None:
        self.draw_elements(canvas)


def _overlap_length(start: float, length: float, other_start: float, other_length: float) -> float:
    return max(0.0, min(start + length, other_start + other_length) - max(start, other_start))
