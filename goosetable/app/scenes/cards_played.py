"""A memory aid: every card of the pack by suit, and of each whether it has been seen, is in one's own hand, or is still out.

It shows what the person could remember, not more; that it was looked at stands in the record.
"""

from __future__ import annotations

from typing import Final

from goosetable import cards
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import RATIO
from goosetable.app.scenes.page import Page
from goosetable.app.ui.focus import Button, Scroller
from goosetable.cards import BIT, Card

AID: Final = "cards played"
"""What the record calls it."""
INDEX: Final = 0.5
"""How much of a card's width its index takes, which is never covered."""


class CardsPlayedScene(Page):
    """Lies over the table of the person who looks."""

    covers = False
    secret = True

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, Scroller("Cards played"))
        match.aid(AID)
        self.match = match
        self.close = Button("Close", self.back, "prime", on_paper=True)
        self.widgets.set([self.scroll, self.close], first=self.close)
        seen, session = match.view(), match.session
        game = match.game
        self.own, self.out = seen.hand, (seen.unseen | sum(seen.held)) & ~seen.known.shown
        suits: dict[int, list[Card]] = {}
        for card in sorted(game.pack(session.options), key=lambda card: (game.text.sort_key(seen.known, card), card)):
            suits.setdefault(cards.suit(card), []).append(card)
        self.rows = list(suits.values())

    def state(self, card: Card) -> str:
        """Where a card is, as this person can know: "own", "out" or "seen"."""
        return "own" if self.own & BIT[card] else "out" if self.out & BIT[card] else "seen"

    @property
    def note(self) -> str:
        out = self.out.bit_count()
        return f"Bright cards are still out ({out}), ringed ones are yours, pale ones have been seen."

    def lay(self) -> None:
        w, most = min(1000.0, self.wide - 2 * self.clearance), self.high - 2 * self.clearance
        self.step = max(64.0, min(118.0, (most - 150) / len(self.rows)))
        x, y, h = self.place_sheet(w, len(self.rows) * self.step + 6, 58, 72, slack=6, sides=(4, 4))
        self.put(self.close, x + w - 20 - 150, y + h - 62, 150, 48, 19)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        canvas.put("Cards played", sheet.x + 20 * u, sheet.y + 12 * u, self.px(27), t.ink, "serifb")
        room = self.close.rect.x - sheet.x - 36 * u
        lines = canvas.wrap(self.note, room, self.px(15), "sans")[:2]
        y = self.close.rect.centery - len(lines) * self.px(15) * 0.62
        canvas.lines(lines, sheet.x + 20 * u, y, self.px(15), t.ink2, "sans", 1.24)
        with self.scroll.window(canvas) as top:
            for place, row in enumerate(self.rows):
                self._row(canvas, row, top + place * self.step * u)

    def _row(self, canvas: Canvas, row: list[Card], top: float) -> None:
        u, left = self.t, self.sheet.x + 24 * self.t
        room = self.sheet.w - 56 * u
        high = min((self.step - 12) * u, room / (1 + INDEX * (len(row) - 1)) / RATIO)
        wide = high * RATIO
        step = min(wide * 1.08, (room - wide) / max(1, len(row) - 1))
        for i, card in enumerate(row):
            state = self.state(card)
            code = self.match.game.card_name(card)
            ring = canvas.theme.brass if state == "own" else None
            x, y = left + wide / 2 + i * step, top + self.step * u / 2
            self.context.faces.put(canvas.dst, code, x, y, high, dim=state == "seen", glow=ring)
