"""The sheet of the whole game: a line a deal, and of every seat what it bid, what the deal brought, and its total."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.routes import ToDealSheet, ToLuck
from goosetable.app.scenes.score.summary import tellers
from goosetable.app.table.seats import faces_at
from goosetable.app.ui import keymap
from goosetable.app.ui.focus import Button, Scroller
from goosetable.app.ui.heard import sentences
from goosetable.app.ui.scene import Push
from goosetable.app.ui.widget import Pressed
from goosetable.engine.record.history import Counted, played_out
from goosetable.engine.rules.event import Points
from goosetable.engine.text.table_facts import Badge
from goosetable.engine.words import phrases

LEAST, LINE, HIGHEST = 26.0, 30.0, 52.0  # units from one deal to the next: at the least, in a small window, with much room
UNDER: Final = 41.0  # at the least where the points of a deal stand under the total
HEAD, FOOT = 112.0, 68.0  # units above the first deal, and under the last
LOW: Final = 300.0  # units: in a lower window head and foot are lower, and points are left out
DEALT: Final = "dealt"
"""What stands for the egg among the kinds of badges."""
WON: Final = 62.0  # units of what is said at the end of the game
SPACIOUS: Final = 430.0  # units: in a lower window the score sheet alone says it
FIRST: Final = 116  # units of the columns that tell the deal and its cards
ALL: Final = 158  # units that bid, points and total of a seat need
FEWER: Final = 92  # units that bid and total need


class DealFacts(NamedTuple):
    """One deal as the sheet tells it; by seat, and None where a seat has said or won nothing yet."""

    number: int
    dealer: int
    cards: int
    bids: tuple[int | None, ...]
    points: tuple[Points, ...] | None
    totals: tuple[Points, ...] | None
    badges: tuple[Badge, ...]


class SheetLine(Pressed):
    """A deal of the sheet; one that has been counted opens its own score sheet."""

    def __init__(self, scene: GameSheetScene, facts: DealFacts, counted: Counted | None) -> None:
        super().__init__(
            f"Deal {facts.number}", lambda: Push(ToDealSheet(scene.match, counted)) if counted else None, on_paper=True
        )
        self.scene, self.facts = scene, facts
        self.enabled = counted is not None

    @property
    def value(self) -> str:
        names, totals = self.scene.match.session.names, self.facts.totals
        if totals is None:
            return "being played"
        return ", ".join(f"{name} {phrases.amount(total)}" for name, total in zip(names, totals, strict=True))

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, u = canvas.theme, self.scene.t
        x, y, w, h = self.rect
        self.draw_ring(canvas, focused, 7)
        if self.facts.points is None:
            canvas.box(x, y, w, h, 7, fill=t.chosen, edge=t.brass_lo, sw=1.2)
        elif self.hover:
            canvas.box(x, y, w, h, 7, fill=t.plain, alpha=0.75)
        canvas.line(x, y + h + 1, w)
        mid, px = y + h / 2, self.px
        canvas.put(str(self.facts.number), x + 44 * u, mid, px, t.ink, "semi", "midright")
        canvas.put(str(self.facts.cards), x + 98 * u, mid, px, t.ink2, "sans", "midright")
        for place, seat in enumerate(self.scene.order):
            self._seat(canvas, seat, x + (FIRST + place * self.scene.each) * u, mid)

    def _seat(self, canvas: Canvas, seat: int, left: float, mid: float) -> None:
        t, u, px, facts, each = canvas.theme, self.scene.t, self.px, self.facts, self.scene.each
        right = left + (each - (34 if each >= ALL else 10)) * u
        if facts.dealer == seat and self.scene.match.game.text.dealer_matters and each >= FEWER:
            canvas.egg(left + 9 * u, mid, 17 * u)
        if self.scene.bids and (bid := facts.bids[seat]) is not None and each >= FEWER:
            canvas.put(str(bid), left + 36 * u, mid, px, t.ink, "semi", "midright")
        if facts.points is not None and facts.totals is not None:
            won = facts.points[seat]
            tone = t.leaf if won > 0 else t.russet if won < 0 else t.ink2
            said = f"+{phrases.amount(won)}" if won > 0 else phrases.amount(won)
            if each >= ALL:
                canvas.put(said, left + (each * 0.5 + 8) * u, mid, px, tone, "sans", "midright")
            elif self.scene.under_total:
                canvas.put(said, right, mid + 11 * u, px * 0.8, tone, "sans", "midright")
                mid -= 7 * u
            canvas.put(phrases.amount(facts.totals[seat]), right, mid, px * 1.06, t.ink, "serifb", "midright")
        if each >= ALL:
            badge = next((badge for badge in facts.badges if badge.seat == seat), None)
            if badge is not None:
                canvas.badge(badge.kind, right + 17 * u, mid, min(23.0, self.scene.line - 4) * u)


class GameSheetScene(Page):
    """Lies over the table or a score sheet."""

    screen = keymap.SHEET

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, Scroller("The whole game"))
        self.match, session = match, match.session
        self.portraits = faces_at(session, context.settings)
        self.order = [(match.me + place) % session.seats for place in range(session.seats)]
        self.each, self.line = 100.0, LINE
        self.under_total = False
        """Whether the points of a deal stand under the total, because they have no column."""
        self.lines = [SheetLine(self, self._facts(counted), counted) for counted in session.counted]
        if session.deal is not None and session.state is not None:
            self.lines.append(SheetLine(self, self._running(), None))
        self.bids = any(bid is not None for line in self.lines for bid in line.facts.bids)
        self.does |= tellers(context, lambda command: self.told)
        self.close = Button("Back", self.back, "prime", "left", on_paper=True)
        self.luck = Button("Luck and play", lambda: Push(ToLuck(match)), "plain", "stats")
        self.luck.shown = bool(session.counted)
        self.widgets.set([self.scroll, *self.lines, self.luck, self.close], first=self.close)

    def _facts(self, counted: Counted) -> DealFacts:
        game, session, deal = self.match.game, self.match.session, counted.deal
        state = played_out(game, session.options, counted)
        quotas = [game.text.quota(state, seat) for seat in range(session.seats)]
        bids = tuple(quota.bid if quota else None for quota in quotas)
        badges = game.text.badges(state)
        return DealFacts(deal.number, deal.dealer, len(deal.hands[0]), bids, counted.points, counted.totals, badges)

    def _running(self) -> DealFacts:
        """The deal in progress, as all may know it."""
        game, session, deal = self.match.game, self.match.session, self.match.session.deal
        assert deal is not None
        known = session.view(-1).known
        quotas = [game.text.quota(known, seat) for seat in range(session.seats)]
        bids = tuple(quota.bid if quota else None for quota in quotas)
        return DealFacts(deal.number, deal.dealer, len(deal.hands[0]), bids, None, None, game.text.badges(known))

    @property
    def told(self) -> str:
        """How the game stands or has ended, in sentences."""
        session = self.match.session
        race = self.match.game.text.course(session.options, session.standing, self.match.me)
        totals = next((line.value for line in reversed(self.lines) if line.facts.totals is not None), "")
        after = f"After {phrases.count(len(session.counted), 'deal')}" if totals else ""
        return sentences((f"{after}: {totals}" if totals else "", self.match.say(race.sentence), race.aim))

    @property
    def outcome(self) -> tuple[str, ...]:
        """How the game ended, and after how many deals; nothing while it goes on, or where there is little room."""
        session, text = self.match.session, self.match.game.text
        if not session.ended or self.high < SPACIOUS:
            return ()
        race = text.course(session.options, session.standing, self.match.me)
        return self.match.say(race.sentence), f"After {phrases.count(len(session.counted), 'deal')}."

    @property
    def legend(self) -> Sequence[tuple[str, str]]:
        """The badges on the sheet and what they mean, each once."""
        dealt = [(DEALT, "dealt")] if self.match.game.text.dealer_matters and self.each >= FEWER else []
        if self.each < ALL:
            return dealt
        found = {badge.kind: badge.label for line in self.lines for badge in line.facts.badges if badge.seat is not None}
        return [*dealt, *((kind, label) for kind, label in found.items() if label)]

    def lay(self) -> None:
        w = min(1184.0, self.wide - 2 * self.clearance)
        self.each = (w - 36 - FIRST) / len(self.order)
        low, n = self.high < LOW, len(self.lines)
        self.under_total = self.each < ALL and not low
        head, foot = (HEAD - 20, FOOT - 4) if low else (HEAD, FOOT + (WON if self.outcome else 0))
        room = self.high - 2 * self.clearance - head - foot - 6
        least = UNDER if self.under_total else LINE if self.t < 1 else LEAST
        self.line = max(least, min(HIGHEST, room / n))
        if n * self.line > room > self.line:  # whole lines are seen
            foot += room % self.line
        x, y, h = self.place_sheet(w, n * self.line + 6, head, foot, slack=4, sides=(4, 4))
        for i, line in enumerate(self.lines):
            self.hold(line, 12, 2 + i * self.line, w - 36, self.line - 4, 16 + 0.14 * (self.line - LINE))
        self.scroll.scroll_to(self.scroll.inner)
        self.put(self.close, x + w - 20 - 150, y + h - 60, 150, 48, 19)
        wide = self.context.canvas.width(self.luck.label, self.px(17), "semi") / self.t + 58
        self.put(self.luck, x + w - 32 - 150 - wide, y + h - 58, wide, 44, 17)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        title = f"{self.match.game.title}: the whole game"
        room = sheet.w - 54 * u
        seen = canvas.label(title, sheet.x + 20 * u, sheet.y + 12 * u, self.px(27), t.ink, "serifb", room * 0.64)
        aim = self.match.game.text.aim(self.match.session.options)
        room -= seen.w
        canvas.label(aim, sheet.right - 20 * u, sheet.y + 22 * u, self.px(15), t.ink2, "sans", room, "topright")
        left = sheet.x + 16 * u
        bottom = self.scroll.rect.top - 5 * u
        canvas.put("deal", left + 44 * u, bottom, self.px(13.5), t.ink2, "sans", "bottomright")
        canvas.put("cards", left + 98 * u, bottom, self.px(13.5), t.ink2, "sans", "bottomright")
        for place, seat in enumerate(self.order):
            x = left + (FIRST + place * self.each) * u
            if place % 2 == 0:
                top = max(bottom - 58 * u, sheet.y + 47 * u)
                canvas.box(x - 4 * u, top, self.each * u, self.scroll.rect.bottom - top, 8, fill=t.paper_edge, alpha=0.28)
            self._head(canvas, seat, x, bottom)
        if self.outcome:
            said, after = self.outcome
            left, middle = sheet.x + 24 * u, self.close.rect.y - (WON / 2 - 2) * u
            canvas.badge("goose", left + 24 * u, middle, 48 * u)
            room = sheet.right - left - 84 * u
            canvas.label(said, left + 62 * u, middle - 13 * u, self.px(21), t.ink, "serifb", room, "midleft")
            canvas.label(after, left + 62 * u, middle + 14 * u, self.px(15), t.ink2, "sans", room, "midleft")
        x, mid = sheet.x + 24 * u, self.close.rect.centery
        for kind, label in self.legend:
            if x + 36 * u + canvas.width(label, self.px(14.5), "sans") > self.luck.rect.x:
                break
            if kind == DEALT:
                canvas.egg(x + 12 * u, mid, 19 * u)
            else:
                canvas.badge(kind, x + 12 * u, mid, 23 * u)
            seen = canvas.put(label, x + 30 * u, mid, self.px(14.5), t.ink2, "sans", "midleft")
            x = seen.right + 22 * u

    def _head(self, canvas: Canvas, seat: int, left: float, bottom: float) -> None:
        """Who it is, over the headings of the figures."""
        t, u, each = canvas.theme, self.t, self.each
        name, d = self.match.session.names[seat], 27 * u
        y = bottom - self.px(13.5) * 1.3 - d / 2
        canvas.portrait(self.portraits[seat], left + d / 2 + 2 * u, y, d)
        if each >= FEWER:
            room = each * u - d - 14 * u
            canvas.label(name, left + d + 8 * u, y, self.px(16), t.ink, "serif", room, "midleft")
        small, right = self.px(13.5), left + (each - (34 if each >= ALL else 10)) * u
        if self.bids and each >= FEWER:
            canvas.put("bid", left + 36 * u, bottom, small, t.ink2, "sans", "bottomright")
        if each >= ALL:
            canvas.put("deal", left + (each * 0.5 + 8) * u, bottom, small, t.ink2, "sans", "bottomright")
        canvas.put("total", right, bottom, small, t.ink2, "sans", "bottomright")
