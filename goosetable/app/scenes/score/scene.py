"""The score sheet after a deal, with the sentence behind every number; and after the last one, the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.match.review_session import DealOpinions, LookingBack
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.routes import ToFairPlay, ToGameSheet, ToLookOver, ToMenu, ToPractice, ToReview, ToTitle
from goosetable.app.scenes.score.dearest import HIGH, Dearest
from goosetable.app.scenes.score.drawing import ScoreSheet
from goosetable.app.scenes.score.earned import Earned
from goosetable.app.scenes.score.summary import ScoreSummary
from goosetable.app.scenes.score.told import tellers, told
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Pop, Push, Restart
from goosetable.app.ui.widget import USE
from goosetable.engine.rules.deal import Deal
from goosetable.engine.rules.event import Points
from goosetable.engine.text.table_facts import Tally

SOON: Final = 0.4
"""Seconds in which a press was not yet meant for the sheet."""
LOOKED_AT: Final = 1.0
"""Seconds after which the opinions of the deal are worked out: while figures run, and for a glance, nothing is."""
NARROW: Final = 780  # a sheet narrower than this many units puts the arithmetic on a line of its own


class ScoreScene(ScoreSummary):
    """The sheet with its buttons. Leaves "next", or with a new game laid "again" or "moved"."""

    leads_back = "The menu"

    def __init__(
        self, context: Context, matches: Matches, match: Match, tally: Tally, points: Sequence[Points], dealt: Deal
    ) -> None:
        super().__init__(context, match, tally, points, dealt)
        self.matches = matches
        self._shown_for = 0.0  # seconds
        self._sums_high = 0.0  # units of the sheet over the dearest decisions
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
        self.widgets.set([self.scroll, self.on, *self._others], first=self.on)

    def update(self, dt: float) -> Change:
        self._shown_for += dt
        return super().update(dt)

    def handle(self, event: pygame.event.Event) -> Change:
        """A press that was meant for the table, and comes just after the sheet, does nothing."""
        press = event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.KEYDOWN and event.key in USE)
        return None if press and self._shown_for < SOON else super().handle(event)

    def work(self) -> bool:
        """The medals of the game; and the opinions of the deal, once the sheet has been looked at for a while."""
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
            self.widgets.set([self.scroll, *self.dearest.tiles, self.on, *self._others], first=self.on)
            self.lay()
            self.dirty = True
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
        """Another game with everybody one chair further on."""
        self.matches.again(self.match, moved=True)
        return Pop("moved")

    def back(self) -> Change:
        """There is no way back from a deal that has been counted, so Esc opens the menu."""
        return Push(ToMenu(self.match))

    def lay(self) -> None:
        named = self.dearest is not None and bool(self.dearest.title)
        edge = self.rim + (5 if named or min(self.wide, self.high) < 520 else 14)
        w = min(1140.0, self.wide - 2 * edge)
        self.narrow = w < NARROW
        self.inset = inset = 14.0 if self.narrow else 36.0
        most, below = self.high - 2 * edge, 72.0
        self.tight = False
        more = 0.0 if self.dearest is None else self.dearest.high(self.narrow)
        content = self._measure(w - 2 * inset - 8) + more
        if content > most - below - 10:
            self.tight = True
            content = self._measure(w - 2 * inset - 8) + more
        self._sums_high = content - more
        h = min(most, max(content + 20, 540.0 if most > 600 else 0.0) + below + 10)
        x, y = (self.wide - w) / 2, (self.high - h) / 2
        self.sheet = self.box(x, y, w, h)
        self.scroll.rect = self.box(x + 4, y + 8, w - 8, h - below - 10)
        self.scroll.release()
        self.scroll.inner = (content + 12) * self.t if content > h - below - 10 else 0
        self.scroll.scroll_to(self.scroll.offset)
        if self.dearest is not None:
            for i, tile in enumerate(self.dearest.tiles):
                left, top, wide = self.dearest.place(i, w - 2 * inset - 8, self.narrow)
                self.hold(tile, inset + left, self._sums_high + top, wide, HIGH, 15.5)
        self._place_foot(x + inset, y + h - below + 6, w - 2 * inset)

    def _place_foot(self, x: float, y: float, w: float) -> None:
        """Buttons: the way on at the right, the others at the left, the last of them as icons where room is short."""
        others = [button for button in self._others if button.shown]
        wide = [self.context.canvas.width(button.label, self.px(17), "semi") / self.t + 56 for button in others]
        bare = min(50.0, (w - 120) / len(others) - 12)
        on = min(200.0, w - (bare + 12) * len(others))
        words = len(others)
        while words and sum(wide[:words]) + bare * (len(others) - words) + 12 * len(others) + on > w:
            words -= 1
        on = on if words else w - (bare + 12) * len(others)
        self.put(self.on, x + w - on, y, on, 52, 21)
        for i, button in enumerate(others):
            button.bare = i >= words
            self.put(button, x, y + 2, bare if button.bare else wide[i], 48)
            x += (bare if button.bare else wide[i]) + 12

    def _measure(self, w: float) -> float:
        return ScoreSheet(self, None, w).draw(0, 0)

    def under(self, canvas: Canvas) -> None:
        sheet = self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 18 * min(1.0, self.t), 22, 9)
        with self.scroll.window(canvas) as top:
            left = sheet.x / self.t + self.inset + 4
            ScoreSheet(self, canvas, sheet.w / self.t - 2 * self.inset - 8).draw(left, top / self.t)
            if self.dearest is not None and self.dearest.title:
                at, y, px = left * self.t, top + self._sums_high * self.t, self.px(16)
                canvas.line(at, y, (sheet.w / self.t - 2 * self.inset - 8) * self.t)
                canvas.put(self.dearest.title, at, y + 4 * self.t, px, canvas.theme.ink2, "semi")
        if self.scroll.most:
            canvas.line(sheet.x + 12, self.scroll.rect.bottom, sheet.w - 24)
