"""The score sheet after a deal, with the sentence behind every number; after the last one, the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.match.review_session import DealOpinions, LookingBack
from goosetable.app.scenes.routes import ToFairPlay, ToGameSheet, ToLookOver, ToMenu, ToPractice, ToReview, ToTitle
from goosetable.app.scenes.score.dearest import Dearest
from goosetable.app.scenes.score.earned import Earned
from goosetable.app.scenes.score.sheet import ScoreSheet
from goosetable.app.scenes.score.summary import ScoreSummary, tellers, told
from goosetable.app.ui.elements import ButtonRow, Column, Control, Either, Element, FirstFit, Scroll, Sheet, Spacer, Wrap, rule
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Pop, Push, Restart
from goosetable.app.ui.widget import USE
from goosetable.engine.hidden.view import view
from goosetable.engine.record.deal_log import Counted, played_out
from goosetable.engine.rules.deal import Deal
from goosetable.engine.rules.event import Points
from goosetable.engine.text.table_facts import Tally

SOON: Final = 0.4
"""Seconds in which a press was still meant for the table."""
LOOKED_AT: Final = 1.0
"""Seconds until the opinions on the deal are computed: not while figures run, nor for a glance."""

SMALL: Final = 14.5
"""Units of letters on many buttons, where larger ones would not fit into a row."""
FEW: Final = 4
"""Buttons that may show their icons only; if more do not fit with their words, they are at the end of the sheet."""


class ScoreScene(ScoreSummary):
    """The sheet with its buttons. Leaves "next", or with a new game laid "again" or "moved"."""

    leads_back = "The menu"

    def __init__(
        self, context: Context, matches: Matches, match: Match, tally: Tally, points: Sequence[Points], dealt: Deal
    ) -> None:
        super().__init__(context, match, tally, points, dealt)
        self.matches = matches
        self._shown_for = 0.0  # seconds
        counted = self.counted
        self.look = Button("Look it over", lambda: Push(ToLookOver(match, counted, self.portraits)), "plain", "eye")
        self.review = Button("Review", lambda: Push(ToReview(match, counted)), "plain", "lamp")
        self.review.shown = not match.practice
        self.again = Button("Play it again", lambda: Push(ToPractice(match, counted)), "plain", "undo")
        self.deals = Button("All deals", lambda: Push(ToGameSheet(match)), "plain", "cards")
        self.deals.shown = len(match.session.counted) > 1
        self.menu = Button("Menu", self.back, "plain", "menu")
        self.on = Button("Next deal", self._next, "prime", "play", on_paper=True)
        self.leave = Button("Leave the table", lambda: Restart(ToTitle()), "plain", "door")
        self.round = Button("Move round", self._round, "plain", "redo")
        self.fair = Button("Fair play", lambda: Push(ToFairPlay(match)), "plain", "check")
        self.leave.shown = self.round.shown = self.fair.shown = self.ended
        self.menu.shown = not self.ended
        if self.ended:
            self.on.label = "Another game"
            context.sound.play("win" if match.me in match.session.winners and match.persons else "down")
        self.does |= tellers(context, lambda command: told(self, command, self.on.label))
        self.dearest: Dearest | None = None
        self._earned = Earned(context, match) if self.ended and match.persons and not match.practice else None
        self.first = self.on

    def update(self, dt: float) -> Change:
        self._shown_for += dt
        return super().update(dt)

    def handle(self, event: pygame.event.Event) -> Change:
        """Handles an event, but not a press just after the sheet opened, which was meant for the table."""
        press = event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.KEYDOWN and event.key in USE)
        return None if press and self._shown_for < SOON else super().handle(event)

    def work(self) -> bool:
        """Searches for medals; and computes opinions, once the sheet has been open for a while."""
        if self._earned is not None:
            return self._look_for_medals(self._earned)
        if self._shown_for < LOOKED_AT or not self.review.shown or not self.match.persons:
            return False
        if self.dearest is None:
            context, counted = self.context, self.counted
            record, number = self.matches.record(self.match), counted.deal.number
            opinions = DealOpinions(record, number, counted.actions, context.folders.reviews)
            looked = LookingBack(self.match, counted, context.notice)
            self.dearest = Dearest(looked, opinions, ToReview(self.match, counted))
        if self.dearest.opinions.over:
            return False
        more = self.dearest.work()
        if not more and self.dearest.title:
            self.changed()
        return more

    def _look_for_medals(self, earned: Earned) -> bool:
        if not earned.work():
            self._earned = None
            if earned.said:
                self.context.notice(earned.said)
        return True

    def closed(self) -> None:
        if self._earned is not None:
            self._earned.close()
        if self.dearest is not None:
            self.dearest.opinions.keep()

    def _next(self) -> Change:
        if not self.ended:
            return Pop("next")
        self.matches.again(self.match)
        return Pop("again")

    @property
    def _others(self) -> tuple[Button, ...]:
        """The buttons besides the way on, from the left."""
        return self.look, self.review, self.again, self.deals, self.round, self.fair, self.leave, self.menu

    def _round(self) -> Change:
        """Starts another game in which everybody is one chair further on."""
        self.matches.again(self.match, moved=True)
        return Pop("moved")

    def back(self) -> Change:
        """Opens the menu, since there is no way back from a scored deal."""
        return Push(ToMenu(self.match))

    def build(self) -> Element:
        named = self.dearest is not None and bool(self.dearest.title)
        margin = self.rim + (5 if named or min(self.wide, self.high) < 520 else 14)
        child = Either(lambda: self._all(True), lambda: self._all(False), min_width=752)
        corners = (18 * min(1.0, self.t), 22.0, 9.0)
        return Sheet(child, margin, 1140, min_height=540 if self.high > 600 else 0, padding=(14, 8, 14, 12), corners=corners)

    def _all(self, wide: bool) -> Element:
        """The sheet and its buttons. wide: figures have columns."""
        inset = 22 if wide else 0
        room = min(1140.0, self.wide - 2 * self.rim - 10) - 28 - 2 * inset
        small = self._width_of_words(17, 12) > room
        below = small and len(self._shown) > FEW and self._width_of_words(SMALL, 8) > room
        size, gap = (SMALL, 8) if small and len(self._shown) > FEW and not below else (17, 12)
        others = [self._button(button, size) for button in self._shown]

        def sums(tight: bool) -> Element:
            parts = [ScoreSheet(self, wide, tight).element()]
            if self.dearest is not None and self.dearest.title:
                parts += [rule(), self.dearest.element()]
            if below:
                parts += [rule(), Wrap(others, 12, (0, 10, 0, 4), region="more")]
            return Scroll(Column(parts, padding=(4, 4, 4, 8)), self.scroll, (32, 32) if wide else (10, 10))

        way_on = Control(self.on, 21, worded=True, height=52)
        foot = ButtonRow([*([] if below else others), Spacer(grow=1), way_on], gap)
        fits = FirstFit([lambda: sums(False), lambda: sums(True)], grow=1)
        return Column([fits, Spacer(height=8), foot], 0, (inset, 0, inset, 0))

    @property
    def _shown(self) -> list[Button]:
        return [button for button in self._others if button.shown]

    def _button(self, button: Button, size: float) -> Control:
        small = size < 17  # then it has less room round its words, and keeps them
        width = self._words(button, size) if small else None
        return Control(button, size, worded=small, height=48, width=width)

    def _words(self, button: Button, size: float) -> float:
        """Units of a button with its words."""
        room = 41 if size < 17 else 58
        return self.context.canvas.width(button.label, self.px(size), "semi") / self.t + room

    def _width_of_words(self, size: float, gap: float) -> float:
        """Units of all buttons in one row."""
        return self._words(self.on, 21) + sum(self._words(button, size) + gap for button in self._shown)


class EarlierScore(ScoreScene):
    """A layer over the sheet of the whole game."""

    def __init__(self, context: Context, matches: Matches, match: Match, counted: Counted) -> None:
        state = played_out(match.game, match.session.options, counted)
        tally = match.game.text.tally(view(match.game, state, match.me).known, match.me)
        super().__init__(context, matches, match, tally, counted.points, counted.deal)
        self._earned = None  # the last sheet has it, once
        self._age = 60.0  # the figures have run long ago
        self.on.label = "Back"
        for button in (self.deals, self.menu, self.leave, self.round, self.fair):
            button.shown = False

    def _next(self) -> Change:
        return Pop()

    def back(self) -> Change:
        return Pop()
