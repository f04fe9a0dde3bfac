"""The review of a deal: all hands open, stepped card by card and trick by trick, with the opinion of each decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.match.review_session import DealOpinions, LookingBack
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.keys import listing
from goosetable.app.scenes.review.button_rows import beside_title, in_row, on_paper, rows_at_foot
from goosetable.app.scenes.review.deal_bar import DealBar, MistakeButton
from goosetable.app.scenes.review.opinion_paper import OpinionPaper
from goosetable.app.scenes.review.page_ahead import PageAhead, Part
from goosetable.app.scenes.review.review_layout import ReviewLayout, foot_high
from goosetable.app.scenes.review.table_view import TableView, Verdict
from goosetable.app.scenes.review.told import place, tell
from goosetable.app.scenes.routes import ToGameSheet, ToPlayOn, ToReview, ToSettings
from goosetable.app.table.seats import faces_at
from goosetable.app.ui import keymap
from goosetable.app.ui.focus import Button, Widgets
from goosetable.app.ui.scene import Change, Pop, Push, Replace, Scene
from goosetable.engine.record.history import Counted

REST: Final = 0.9
"""Seconds that a card is shown while the deal goes by itself."""
LARGE, TALL = 1.4, 680.0  # text, of the paper, from which its buttons are fewer rows; unless it is so high, in units of text
LONG_REST: Final = 2.4
"""And one that cost something."""


class ReviewScene(Scene):
    """Lies over the score sheet. Left, Right: a card; Up, Down: a trick; Home, End; N: the next mistake; Space: by itself."""

    screen = keymap.REVIEW

    def __init__(self, context: Context, matches: Matches, match: Match, counted: Counted, at: int = 0) -> None:
        """at: the action that is shown first."""
        self.context, self.match, self.counted = context, match, counted
        self.back_then = LookingBack(match, counted, context.notice)
        self._record = matches.record(match)
        self.seat: int | None = None
        """Whose decisions are shown; None: those of all people."""
        self.opinions = self._asked()
        self.table = TableView(context, self.back_then, faces_at(match.session, context.settings))
        self.ahead = PageAhead()
        self.paper = OpinionPaper()
        self.paper.title = match.game.title
        self.bar_of_deal = DealBar(context, self.back_then, self.opinions, self.go)
        self.playing = False
        self.opened = False
        """Whether the paper lies open over the table, in a small window."""
        self._shown_for = 0.0
        self._told_of = -1
        self._buttons()
        self.back_then.go(min(max(0, at), self.back_then.last))

    def _asked(self) -> DealOpinions:
        """The opinions of the decisions that are to be shown."""
        counted = self.counted
        return DealOpinions(self._record, counted.deal.number, counted.actions, self.context.folders.reviews, self.seat)

    def choose(self) -> None:
        """Shows the decisions of the next seat: of all people, then of each seat alone, computer players last."""
        seats, people = range(self.match.session.seats), self.match.persons
        order: list[int | None] = [None, *(people if len(people) > 1 else ()), *(seat for seat in seats if seat not in people)]
        self.seat = order[(order.index(self.seat) + 1) % len(order)]
        self.opinions.keep()
        self.opinions = self.bar_of_deal.opinions = self._asked()
        self._name_who()
        self._show()

    def _name_who(self) -> None:
        people = self.match.persons
        one = people[0] if self.seat is None and len(people) == 1 else self.seat
        self.who.label = "All people" if one is None else self.match.say(f"[{one}]")

    def _buttons(self) -> None:
        def button(label: str, does: Callable[[], object], icon: str) -> Button:
            return Button(label, lambda: self._do(does), "plain", icon, bare=True)

        last = self.back_then.last
        self.first = button("First card", lambda: self.go(0), "first")
        self.before = button("Back one card", lambda: self.step(-1), "left")
        self.play = button("Play", self.toggle, "play")
        self.after = button("On one card", lambda: self.step(1), "right")
        self.mistake = MistakeButton("Next mistake", lambda: self._do(lambda: self.next_mistake(1)), "plain")
        self.end = last
        self.on = Button("Play on from here", self.play_on, "prime", "cards")
        self.who = button("You", self.choose, "")
        self.who.icon, self.who.bare = "people", False
        self._name_who()
        self.deals = Button("All deals", lambda: Push(ToGameSheet(self.match)), "plain", "pencil", bare=True)
        self.deals.shown = len(self.match.session.counted) > 1
        self.out = Button("Back", self.back, "plain", "left")
        self.words = Button("Opinion", lambda: self._do(self._open), "wood", "book")
        numbers = [one.deal.number for one in self.match.session.counted]
        here = numbers.index(self.counted.deal.number) if self.counted.deal.number in numbers else 0
        self.earlier = Button("", lambda: self.to_deal(-1), "plain")
        self.later = Button("", lambda: self.to_deal(1), "plain")
        self._here = here
        for side, by in ((self.earlier, -1), (self.later, 1)):
            at = here + by
            side.shown = 0 <= at < len(numbers)
            side.label = f"Deal {numbers[at]}" if side.shown else "Deal"
        self.widgets = Widgets()
        self._does: dict[str, Callable[[], Change]] = {
            "large": lambda: self.table.large(None),
            "settings": lambda: Push(ToSettings()), "keys": lambda: Push(listing.of_review(self.match)),
            "back": self.back, "play on": self.play_on, "mistake": partial(self._do, partial(self.next_mistake, 1)),
            "mistake back": partial(self._do, partial(self.next_mistake, -1)),
        }  # fmt: skip
        self._steps = (self.first, self.before, self.play, self.after, self.mistake)
        self._ways = (self.earlier, self.deals, self.out, self.later)
        every = (self.bar_of_deal, self.words, self.paper, *self._steps, self.on, *self._ways, self.who)
        self.widgets.set(every, first=self.play)

    @property
    def timed(self) -> bool:  # type: ignore[override]
        """Whether the deal goes by itself."""
        return self.playing

    @property
    def prepared(self) -> bool:  # type: ignore[override]
        return self.ahead.ready

    @property
    def layout(self) -> ReviewLayout:
        return self.table.layout

    def _do(self, does: Callable[[], object]) -> Change:
        does()
        return None

    def go(self, at: int) -> None:
        """Shows an action, 0..end."""
        at = min(max(0, at), self.end)
        if at != self.back_then.at:
            self.back_then.go(at)
            self._shown_for = 0.0
            self.paper.scroll_to(0)
            self._show()

    def step(self, by: int) -> None:
        self.go(self.back_then.at + by)

    def trick(self, by: int) -> None:
        """To the first card of the next group, or of this one and then of the one before."""
        groups, here = self.back_then.groups, self.back_then.group
        if by < 0 and self.back_then.at > groups[here].first:
            self.go(groups[here].first)
        elif 0 <= here + by < len(groups):
            self.go(groups[here + by].first)
        elif by > 0:
            self.go(self.end)

    def next_mistake(self, by: int) -> None:
        """To the next decision that cost something, or the one before."""
        here, costly = self.back_then.at, self.opinions.costly
        found = [at for at in costly if (at > here if by > 0 else at < here)]
        if found:
            self.go(found[0] if by > 0 else found[-1])

    def toggle(self) -> None:
        """The deal goes by itself, or stops; from its end it begins again."""
        self.playing = not self.playing
        if self.playing and self.back_then.at == self.end:
            self.go(0)
        self._shown_for = 0.0
        self._name_play()
        self.dirty = True

    def _name_play(self) -> None:
        self.play.label, self.play.icon = ("Pause", "pause") if self.playing else ("Play", "play")

    def to_deal(self, by: int) -> Change:
        """The review of the deal before or after."""
        counted = self.match.session.counted
        if 0 <= self._here + by < len(counted):
            return Replace(ToReview(self.match, counted[self._here + by]))
        return None

    def play_on(self) -> Change:
        """A table at which the deal goes on from the action that is shown."""
        self.playing = False
        self._name_play()
        return Push(ToPlayOn(self.match, self.counted, self.back_then.at))

    def back(self) -> Change:
        """What Esc asks for."""
        if self.opened:
            self._open()
            return None
        return Pop()

    def _open(self) -> None:
        self.opened = not self.opened
        self._lay()

    def _show(self) -> None:
        """The table and the paper follow the step, and what has come of the opinions."""
        here = self.back_then
        self.opinions.put_first(here.at)
        told = tell(here, self.opinions)
        opinion = self.opinions.opinions.get(here.at)
        costs = opinion is not None and opinion.cost.counts
        better = None
        if opinion is not None and costs:
            better = here.game.read(opinion.best, here.session.view(opinion.seat).legal)
        self.table.show(Verdict(costs, better))
        self.paper.told, self.paper.place = told, place(here)
        decisions = self.opinions.decisions
        nth = decisions.index(here.at) + 1 if here.at in decisions else 0
        coming = len(self.opinions.places) - len(self.opinions.opinions)
        left = f"; {coming} to come" if coming else ""
        good, choices = self.opinions.accuracy
        total = f"{good} of {choices} decisions as good as the best{left}" if choices else ""
        self.paper.foot = f"Decision {nth} of {len(decisions)}{left or f'; {good} as good as the best'}" if nth else total
        self.before.enabled = self.first.enabled = here.at > 0
        self.after.enabled = here.at < self.end
        self.mistake.enabled = any(at > here.at for at in self.opinions.costly)
        self.words.label = told.better or told.said if self.layout.compact else "Opinion"
        self.bar_of_deal.follow()
        self._told_of = len(self.opinions.opinions)
        self.table.images.want(self.table.wanted())
        self.bar_of_deal.images.want(self.bar_of_deal.wanted())
        self.ahead.begin(self.table.images, self.bar_of_deal.images)
        self.dirty = True

    def resized(self, w: int, h: int) -> None:
        super().resized(w, h)
        self.table.resized(w, h)
        self.opened = self.opened and self.layout.compact
        self.bar = round(self.layout.strip)
        self._lay()
        self._show()
        parts: list[Part] = [self.table.draw_seats, self.paper.draw_sheet]
        parts += [partial(one.draw, focused=False) for one in self.widgets.all if one.shown]
        self.ahead.rehearse(self.context.canvas, parts)

    def _lay(self) -> None:
        layout, text = self.layout, self.context.settings.text_size
        s = min(self.w / 1280, self.h / 720)
        area = layout.bar
        self.bar_of_deal.lay(pygame.Rect(round(area.x), round(area.y), round(area.w), round(area.h)), max(0.6, s))
        compact = self.on.bare = self.who.bare = layout.compact
        self.words.shown, self.paper.shown = compact, not compact or self.opened
        if compact:
            self._lay_foot(foot_high(self.w, self.h, text))
            scale = min(layout.written, layout.paper.h / 300)
            self.paper.legend = False
            self.paper.lay(layout.paper, scale, layout.written, self.paper.foot_high(layout.written) + 6)
        else:
            self._lay_paper(s)
        self.out.icon = "" if self.on.bare else "left"
        self.dirty = True

    def _lay_paper(self, s: float) -> None:
        """The buttons at the foot of the paper: a row for the steps, one to play on, and one for the ways out."""
        area, written, paper = self.layout.paper, self.layout.written, self.paper
        words = min(written, 1.3 * s)
        paper.legend = written < 1.2 * s
        paper.beside = beside_title(self.who, area, s, max(10.5, words * 14))
        rows = rows_at_foot(self._steps, self.on, self._ways, written > LARGE * s and area.h < TALL * written)
        top = on_paper(rows, area, s, max(10.5, words * 17))
        below = area.bottom - top + paper.foot_high(words) + 6 * s
        paper.lay(area, s * min(1.25, self.layout.sidebar / (306 * s)), written, below)

    def _lay_foot(self, high: int) -> None:
        """The strip at the top with the words, and the buttons under the bar."""
        w = self.w
        px = max(10.5, 15 * self.layout.written)
        strip = round(self.layout.strip)
        self.words.rect.update(6, 3, w - 12, max(20, strip - 6))
        self.words.px = px
        self.paper.beside = 0.0
        in_row((*self._steps, self.on, self.who, *self._ways), 6, self.h - high + 2, w - 12, high - 6, 6, px)

    def draw(self, canvas: Canvas) -> None:
        self.table.draw(canvas)
        self.widgets.draw(canvas)
        self.ahead.drawn()

    def update(self, dt: float) -> Change:
        self.ahead.passed()
        if self._told_of != len(self.opinions.opinions):
            self._show()
        if self.playing:
            self._shown_for += dt
            if self._shown_for >= (LONG_REST if self.back_then.at in self.opinions.costly else REST):
                self.step(1)
                if self.back_then.at == self.end:
                    self.playing = False
                    self._name_play()
        return None

    def work(self) -> bool:
        if self.ahead.work():
            return True
        before = self.opinions.over
        more = self.opinions.work()
        if self.opinions.over != before:
            self._told_of = -1
        return more

    def resumed(self, result: object) -> None:
        self.dirty = True

    def closed(self) -> None:
        self.opinions.keep()

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN:
            command = "back" if event.key == pygame.K_ESCAPE else keymap.command(event, keymap.REVIEW)
            if command in self._does:
                return self._does[command]()
            if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
                return self.to_deal(-1 if event.key == pygame.K_PAGEUP else 1)
            if self._key(event.key, bool(getattr(event, "mod", 0) & pygame.KMOD_SHIFT)):
                return None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            return self.table.large(event.pos)
        used = self.widgets.handle(event)
        self.dirty |= used or self.widgets.dirty
        return self.widgets.take()

    def _key(self, key: int, shift: bool) -> bool:
        """Steps by a key; whether it was one for them. Where the paper has the focus and scrolls, Up and Down move it."""
        scrolls = self.widgets.focus is self.paper and self.paper.most > 0
        match key:
            case pygame.K_LEFT | pygame.K_RIGHT:
                by = -1 if key == pygame.K_LEFT else 1
                (self.trick if shift else self.step)(by)
            case pygame.K_UP | pygame.K_DOWN if not scrolls:
                self.trick(-1 if key == pygame.K_UP else 1)
            case pygame.K_HOME | pygame.K_END:
                self.go(0 if key == pygame.K_HOME else self.end)
            case pygame.K_SPACE:
                self.toggle()
            case _:
                return False
        return True
