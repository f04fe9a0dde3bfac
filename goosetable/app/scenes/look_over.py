"""A deal looked over: all hands as they were dealt, and every trick as it was played."""

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
from goosetable.engine.record.history import Counted, Trick, retell
from goosetable.engine.words import phrases

INDEX: Final = 0.46
"""How much of a card's width its index takes, which is never covered."""


class Laid(NamedTuple):
    """A row: whose cards, or what they were."""

    name: str
    seat: int | None
    cards: tuple[Card, ...]


class Fallen(NamedTuple):
    """A row: a trick."""

    trick: Trick

    @property
    def words(self) -> list[str]:
        """Which one it is, as the game tells it: ["First half", "Trick 5"], or ["Round 4"]."""
        *within, last = self.trick.place.split(", ")
        return [phrases.sentence(part) for part in (*within, last.partition(" of ")[0])]


class LookOverScene(Page):
    """Lies over the score sheet. portraits: by seat."""

    covers = False

    def __init__(self, context: Context, match: Match, counted: Counted, portraits: tuple[str, ...]) -> None:
        super().__init__(context, Scroller("Hands and tricks"))
        self.match, self.portraits = match, portraits
        self.dealt = dealt = counted.deal
        self.close = Button("Close", self.back, "prime", on_paper=True)
        self.widgets.set([self.scroll, self.close], first=self.close)
        game, session = match.game, match.session
        self._order = game.begin(session.options, counted.standing, dealt)
        seats = len(dealt.hands)
        around = [(match.me + place) % seats for place in range(seats)]
        self.rows: list[Laid | Fallen] = [Laid(self.name(seat), seat, tuple(self.hand(seat))) for seat in around]
        self.rows += [
            Laid(f"{self.name(seat)}, later", seat, self._sorted(dealt.hands2[seat])) for seat in around if dealt.hands2
        ]
        self.faced = next((dealt.turned for hand in dealt.hands if dealt.turned in hand), None)
        """The card turned up, where it belongs to a hand: it is shown there, and not once more."""
        if dealt.turned is not None and self.faced is None:
            self.rows.append(Laid("Turned up", None, (dealt.turned,)))
        if dealt.stock:
            self.rows.append(Laid("Stock", None, tuple(dealt.stock)))
        told = retell(game, session.options, counted.standing, dealt, counted.actions)
        self.rows += [Fallen(trick) for trick in told.tricks]

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
        title = f"Deal {self.dealt.number}: hands and {self.match.game.text.trick_name}s"
        px = canvas.snug(title, self.px(27), "serifb", sheet.w - 40 * u)
        canvas.put(title, sheet.x + 20 * u, sheet.y + 14 * u, px, t.ink, "serifb")
        stock = "; the stock as it was turned up, from the left" if self.dealt.stock else ""
        note = f"Hands as they were dealt{stock}."
        if self.faced is not None:
            note = f"Hands as they were dealt; {self.match.game.text.face(self.faced)}, ringed, lay face up."
        px = canvas.snug(note, self.px(15), "sans", self.close.rect.x - sheet.x - 40 * u)
        canvas.rich_level(note, sheet.x + 20 * u, self.close.rect.centery, px, t.ink2, "sans")
        with self.scroll.window(canvas) as top:
            for place, row in enumerate(self.rows):
                y = top + place * self.step * u
                if self.scroll.rect.top - self.step * u < y < self.scroll.rect.bottom:
                    area = pygame.Rect(sheet.x, round(y), sheet.w, round(self.step * u))
                    if isinstance(row, Laid):
                        self._row(canvas, row, area)
                    else:
                        self._trick(canvas, row, area)

    def _trick(self, canvas: Canvas, row: Fallen, area: pygame.Rect) -> None:
        """The cards in playing order, each with the face of its player; who took them and why beside or over them."""
        t, u, trick = canvas.theme, self.t, row.trick
        canvas.line(area.x + 20 * u, area.y, area.w - 40 * u)
        left, top, high = area.x + 24 * u, area.y + 8 * u, area.h - 16 * u
        *within, title = row.words
        said = self.match.say(trick.said)
        if self.stacked:
            canvas.put(
                phrases.sentence(", ".join([*within, title]).lower()), left, area.y + 10 * u, self.px(17), t.ink, "serif"
            )
            room = area.right - 24 * u - left
            lines = canvas.wrap(said, room, self.px(13.5), "sans")[:2]
            canvas.lines(lines, left, area.y + 32 * u, self.px(13.5), t.ink2, "sans", 1.2)
            top, high = area.y + (36 + 17 * len(lines)) * u, area.h - (42 + 17 * len(lines)) * u
            wide_room = room
        else:
            canvas.put(title, left, area.centery, self.px(19), t.ink, "serif", "midleft")
            over = canvas.fit(", ".join(within), self.px(14.5), "sans", 110 * u)
            canvas.put(over, left, area.centery - self.px(21), self.px(14.5), t.ink2, "sans", "midleft")
            left += 118 * u
            wide_room = (area.right - left) * 0.6
        seats = len(trick.plays)
        high = min(high, wide_room / (1 + INDEX * (seats - 1)) / RATIO)
        wide = high * RATIO
        step = min(wide * 1.16, (wide_room - wide) / max(1, seats - 1))
        for i, (seat, card) in enumerate(trick.plays):
            x = left + wide / 2 + i * step
            ring = t.brass if card == trick.card or seat in trick.level else None
            self.context.faces.put(canvas.dst, self.match.game.card_name(card), x, top + high / 2, high, glow=ring)
            canvas.portrait(self.portraits[seat], x + wide * 0.26, top + high * 0.8, max(18 * u, high * 0.3))
        if not self.stacked:
            beside = left + wide + (seats - 1) * step + 20 * u
            lines = canvas.wrap(said, area.right - 24 * u - beside, self.px(15.5), "sans")[:3]
            y = area.centery - len(lines) * self.px(15.5) * 0.65
            canvas.lines(lines, beside, y, self.px(15.5), t.ink2, "sans", 1.3)

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
