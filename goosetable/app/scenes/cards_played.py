"""A memory aid: every card of the pack by suit, and of each whether it has been seen, is in one's own hand, or is still out.

It shows what the person could remember, not more; that it was looked at stands in the record.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from goosetable import cards
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import RATIO
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.ui.elements import ButtonRow, Column, Control, Element, Heading, Picture, Scroll, Sheet, Text
from goosetable.app.ui.focus import Button
from goosetable.app.ui.heard import sentences, spoken
from goosetable.cards import BIT, Card
from goosetable.engine.words import phrases

AID: Final = "cards played"
"""What the record calls it."""
INDEX: Final = 0.5
"""How much of a card's width its index takes, which is never covered."""


class CardsPlayedScene(ElementPage):
    """Lies over the table of the person who looks."""

    covers = False
    secret = True

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, "Cards played")
        match.aid(AID)
        self.match = match
        self.close = self.first = Button("Close", self.back, "prime", on_paper=True)
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

    def build(self) -> Element:
        step = max(64.0, min(118.0, (self.high - 2 * self.clearance - 150) / len(self.rows)))
        rows = [Picture(partial(self._draw_row, row), height=step, role="row", name=self._in_words(row)) for row in self.rows]
        table = Column(rows, role="list", name="Cards", padding=(0, 0, 0, 6))
        note = Text(self.note, 15, "ink2", max_lines=3, shrink=0.85, line_height=1.24, grow=1)
        foot = ButtonRow([note, Control(self.close, 19, worded=True, width=150, height=48)], padding=(0, 10, 0, 0))
        parts = [Heading("Cards played"), Scroll(table, self.scroll, (20, 16)), foot]
        return Sheet(Column(parts, 4), self.clearance, 1000, padding=(24, 10, 20, 14))

    def _in_words(self, row: list[Card]) -> str:
        """A row of cards in a sentence: the cards that are still out, the own ones, and the others."""
        number = cards.suit(row[0])
        suit = "" if number == cards.JOKER_SUIT else cards.SUIT_NAMES[number]
        names = {card: spoken(self.match.game.text.face(card)).removesuffix(f" of {suit}") for card in row}
        groups = (("still out", "out"), ("yours", "own"), ("seen", "seen"))
        found = [
            f"{words}: {phrases.listed(group)}"
            for words, state in groups
            if (group := [name for card, name in names.items() if self.state(card) == state])
        ]
        return sentences((suit, "; ".join(found)))

    def _draw_row(self, row: list[Card], canvas: Canvas, at: pygame.Rect) -> None:
        """Draw the cards of a row side by side, their indexes uncovered."""
        high = min(at.h - 12 * self.t, at.w / (1 + INDEX * (len(row) - 1)) / RATIO)
        wide = high * RATIO
        step = min(wide * 1.08, (at.w - wide) / max(1, len(row) - 1))
        for i, card in enumerate(row):
            state = self.state(card)
            ring = canvas.theme.brass if state == "own" else None
            x = at.x + wide / 2 + i * step
            code = self.match.game.card_name(card)
            self.context.faces.put(canvas.dst, code, x, at.centery, high, dim=state == "seen", glow=ring)
