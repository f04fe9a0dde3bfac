"""All hands of a deal, face up: how the cards lay before the first of them was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import RATIO
from goosetable.app.scenes.page import Page
from goosetable.app.ui.focus import Button, Scroller
from goosetable.cards import Card
from goosetable.engine.rules.deal import Deal

INDEX: Final = 0.46
"""How much of a card's width its index takes, which is never covered."""


class Laid(NamedTuple):
    """A row: whose cards, or what they were."""

    name: str
    seat: int | None
    cards: tuple[Card, ...]


class AllHandsScene(Page):
    """Lies over the score sheet. portraits: by seat."""

    covers = False

    def __init__(self, context: Context, match: Match, dealt: Deal, portraits: tuple[str, ...]) -> None:
        super().__init__(context, Scroller("All hands"))
        self.match, self.dealt, self.portraits = match, dealt, portraits
        self.close = Button("Close", self.back, "prime", on_paper=True)
        self.widgets.set([self.scroll, self.close], first=self.close)
        game, session = match.game, match.session
        self._order = game.begin(session.options, session.standing, dealt)
        seats = len(dealt.hands)
        around = [(match.me + place) % seats for place in range(seats)]
        self.rows = [Laid(self.name(seat), seat, tuple(self.hand(seat))) for seat in around]
        self.rows += [
            Laid(f"{self.name(seat)}, later", seat, self._sorted(dealt.hands2[seat])) for seat in around if dealt.hands2
        ]
        self.faced = next((dealt.turned for hand in dealt.hands if dealt.turned in hand), None)
        """The card turned up, where it belongs to a hand: it is shown there, and not once more."""
        if dealt.turned is not None and self.faced is None:
            self.rows.append(Laid("Turned up", None, (dealt.turned,)))
        if dealt.stock:
            self.rows.append(Laid("Stock", None, tuple(dealt.stock)))

    def name(self, seat: int) -> str:
        return self.match.say(f"[{seat}]")

    def hand(self, seat: int) -> list[Card]:
        """The cards that were dealt to a seat, sorted as the game sorts them."""
        return list(self._sorted(self.dealt.hands[seat]))

    def _sorted(self, dealt: Sequence[Card]) -> tuple[Card, ...]:
        game = self.match.game
        return tuple(sorted(dealt, key=lambda card: game.text.sort_key(self._order, card)))

    def lay(self) -> None:
        w, most = min(1000.0, self.wide - 2 * self.clearance), self.high - 2 * self.clearance
        self.stacked = w < 640
        least, full = (116.0, 150.0) if self.stacked else (78.0, 116.0)
        self.step = min(full, max(least, (most - 148) / len(self.rows)))
        x, y, h = self.place_sheet(w, len(self.rows) * self.step + 8, 62, 70, slack=8, sides=(4, 4))
        self.put(self.close, x + w - 20 - 150, y + h - 62, 150, 48, 19)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        title = f"All hands of deal {self.dealt.number}"
        px = canvas.snug(title, self.px(27), "serifb", sheet.w - 40 * u)
        canvas.put(title, sheet.x + 20 * u, sheet.y + 14 * u, px, t.ink, "serifb")
        note = (
            "As they were dealt."
            if not self.dealt.stock
            else "As they were dealt; the stock as it was turned up, from the left."
        )
        if self.faced is not None:
            note = f"As they were dealt; {self.match.game.text.face(self.faced)}, ringed, lay face up."
        px = canvas.snug(note, self.px(15), "sans", self.close.rect.x - sheet.x - 40 * u)
        canvas.rich_level(note, sheet.x + 20 * u, self.close.rect.centery, px, t.ink2, "sans")
        with self.scroll.window(canvas) as top:
            for place, row in enumerate(self.rows):
                y = top + place * self.step * u
                if self.scroll.rect.top - self.step * u < y < self.scroll.rect.bottom:
                    self._row(canvas, row, pygame.Rect(sheet.x, round(y), sheet.w, round(self.step * u)))

    def _row(self, canvas: Canvas, row: Laid, area: pygame.Rect) -> None:
        t, u = canvas.theme, self.t
        canvas.line(area.x + 20 * u, area.y, area.w - 40 * u)
        if self.stacked:
            x = area.x + (64 if row.seat is not None else 24) * u
            if row.seat is not None:
                canvas.portrait(self.portraits[row.seat], area.x + 38 * u, area.y + 22 * u, 34 * u)
            name = canvas.fit(row.name, self.px(18), "serif", area.right - 24 * u - x)
            canvas.put(name, x, area.y + 22 * u, self.px(18), t.ink, "serif", "midleft")
            left, top, high = area.x + 24 * u, area.y + 44 * u, area.h - 52 * u
        else:
            x, room = area.x + (90 if row.seat is not None else 24) * u, (108 if row.seat is not None else 174) * u
            if row.seat is not None:
                canvas.portrait(self.portraits[row.seat], area.x + 52 * u, area.centery, min(58 * u, area.h - 12 * u))
            canvas.label(row.name, x, area.centery, self.px(19), t.ink, "serif", room, "midleft")
            left, top, high = area.x + 212 * u, area.y + 8 * u, area.h - 16 * u
        room, middle = area.right - 24 * u - left, top + high / 2
        high = min(high, room / (1 + INDEX * (len(row.cards) - 1)) / RATIO)
        wide = high * RATIO
        step = min(wide * 0.98, (room - wide) / max(1, len(row.cards) - 1))
        for i, card in enumerate(row.cards):
            code = self.match.game.card_name(card)
            ring = t.brass if card == self.faced else None
            self.context.faces.put(canvas.dst, code, left + wide / 2 + i * step, middle, high, glow=ring)
