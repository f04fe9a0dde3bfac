"""A memory aid: every card of the pack by suit, and of each whether it has been seen, is in one's own hand, or is still out.

It shows what the person could remember, not more; that it was looked at stands in the record.
"""

from __future__ import annotations

from typing import Final

from goosetable import cards
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.scenes.card_row import CardRow, ShownCard, cards_sheet
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.ui.elements import Column, Element
from goosetable.app.ui.focus import Button
from goosetable.app.ui.heard import sentences, spoken
from goosetable.cards import BIT, Card
from goosetable.engine.words import phrases

AID: Final = "cards played"
"""Its name in the record."""


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
        """The place of a card, as this person can know it: "own", "out" or "seen"."""
        return "own" if self.own & BIT[card] else "out" if self.out & BIT[card] else "seen"

    @property
    def note(self) -> str:
        out = self.out.bit_count()
        return f"Bright cards are still out ({out}), ringed ones are yours, pale ones have been seen."

    def build(self) -> Element:
        high = max(52.0, min(106.0, (self.high - 2 * self.clearance - 150) / len(self.rows) - 12))
        rows = [self._row(row, high) for row in self.rows]
        return cards_sheet(self, [Column(rows, 12, role="list", name="Cards")], self.note, self.close)

    def _row(self, row: list[Card], high: float) -> Element:
        """A suit, read in one sentence."""
        shown = [
            ShownCard(self.match.game.card_name(card), ringed=state == "own", dim=state == "seen")
            for card, state in ((card, self.state(card)) for card in row)
        ]
        return CardRow(self.context.faces, shown, high, 1.08, 0.5, role="row", name=self._in_words(row))

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
