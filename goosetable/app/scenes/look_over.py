"""A deal looked over: all hands as they were dealt, and every trick as it was played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.scenes.card_row import CardRow, ShownCard, cards_sheet
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.ui.elements import Column, Either, Element, Row, Text, portrait, rule
from goosetable.app.ui.focus import Button
from goosetable.app.ui.heard import sentences, spoken
from goosetable.cards import Card
from goosetable.engine.record.history import Counted, Trick, retell
from goosetable.engine.words import phrases

ROOMY, LEAST = 100.0, 62.0  # units of a card's height: at the most, and at the least where many rows have to fit
SMALL: Final = 34.0
"""Units of a portrait over cards."""
BESIDE: Final = 592.0
"""Units of width from which cards stand beside their words, and not under them."""


class Laid(NamedTuple):
    """Cards in a row. name: their owner, or their place on the table."""

    name: str
    seat: int | None
    cards: Sequence[Card]


class LookOverScene(ElementPage):
    """Lies over the score sheet. portraits: by seat."""

    covers = False

    def __init__(self, context: Context, match: Match, counted: Counted, portraits: tuple[str, ...]) -> None:
        super().__init__(context, f"Deal {counted.deal.number}: hands and {match.game.text.trick_name}s")
        self.match, self.portraits = match, portraits
        self.dealt = dealt = counted.deal
        self.close = self.first = Button("Close", self.back, "prime", on_paper=True)
        game, session = match.game, match.session
        self._order = game.begin(session.options, counted.standing, dealt)
        seats = len(dealt.hands)
        around = [(match.me + place) % seats for place in range(seats)]
        self.hands = [Laid(match.say(f"[{seat}]"), seat, self._sorted(dealt.hands[seat])) for seat in around]
        if dealt.hands2:
            self.hands += [Laid(f"{match.say(f'[{seat}]')}, later", seat, self._sorted(dealt.hands2[seat])) for seat in around]
        self.faced = next((dealt.turned for hand in dealt.hands if dealt.turned in hand), None)
        """The card turned up, where it belongs to a hand: it is shown there, and not once more."""
        if dealt.turned is not None and self.faced is None:
            self.hands.append(Laid("Turned up", None, (dealt.turned,)))
        if dealt.stock:
            self.hands.append(Laid("Stock", None, dealt.stock))
        self.tricks = retell(game, session.options, counted.standing, dealt, counted.actions).tricks

    def _sorted(self, dealt: Sequence[Card]) -> list[Card]:
        """Cards as the game sorts a hand."""
        return sorted(dealt, key=lambda card: self.match.game.text.sort_key(self._order, card))

    def build(self) -> Element:
        each = (self.high - 2 * self.clearance - 148) / (len(self.hands) + len(self.tricks))
        beside, under = max(LEAST, min(ROOMY, each - 16)), max(LEAST, min(ROOMY, each - 52))
        rows = [self._hand(hand, beside, under) for hand in self.hands]
        rows += [self._trick(trick, beside, under) for trick in self.tricks]
        return cards_sheet(self, rows, self._note, self.close)

    @property
    def _note(self) -> str:
        if self.faced is not None:
            return f"Hands as they were dealt; {self.match.game.text.face(self.faced)}, ringed, lay face up."
        stock = "; the stock as it was turned up, from the left" if self.dealt.stock else ""
        return f"Hands as they were dealt{stock}."

    def _hand(self, hand: Laid, beside: float, under: float) -> Element:
        """Cards that were dealt. beside, under: units of their height, beside their name and under it."""
        cards = [self._card(card, card == self.faced, "It lay face up.") for card in hand.cards]

        def head(size: float, face: float) -> Element:
            name = Text(hand.name, size, face="serif", max_lines=1, shrink=0.7, spoken="", grow=1)
            who = [] if hand.seat is None else [portrait(self.portraits[hand.seat], face)]
            return Row([*who, name], 10, width=180 if face > SMALL else None)

        return _shelf(
            f"{hand.name}: {phrases.count(len(cards), 'card')}",
            lambda: Row([head(19, min(58.0, beside - 12)), CardRow(self.context.faces, cards, beside, 0.98, grow=1)]),
            lambda: Column([head(18, SMALL), CardRow(self.context.faces, cards, under, 0.98)], 4),
        )

    def _trick(self, trick: Trick, beside: float, under: float) -> Element:
        """The cards in playing order, each with the face of its player; and the line about who took them, and why."""
        words, said, faces = trick_words(trick), self.match.say(trick.said), self.context.faces
        *within, title = words
        cards = [self._play(trick, seat, card) for seat, card in trick.plays]

        def roomy() -> Element:
            over = Text(", ".join(within), 14.5, "ink2", max_lines=1, spoken="")
            place = Column([over, Text(title, 19, face="serif", max_lines=1, spoken="")], width=106)
            line = Text(said, 15.5, "ink2", max_lines=3, spoken="", grow=1)
            return Row([place, CardRow(faces, cards, beside, 1.16, grow=1.5, loose=True), line], 18)

        def narrow() -> Element:
            place = Text(phrases.sentence(", ".join(words).lower()), 17, face="serif", max_lines=1, spoken="")
            return Column([place, Text(said, 13.5, "ink2", spoken=""), CardRow(faces, cards, under, 1.16)], 4)

        return _shelf(sentences((", ".join(words), said)), roomy, narrow)

    def _play(self, trick: Trick, seat: int, card: Card) -> ShownCard:
        shown = self._card(card, card == trick.card or seat in trick.level, "It took the trick." if card == trick.card else "")
        return shown._replace(name=f"{self.match.say(f'[{seat}]')}: {shown.name}", who=self.portraits[seat])

    def _card(self, card: Card, ringed: bool, more: str) -> ShownCard:
        """A card. more: the meaning of its ring."""
        game = self.match.game
        return ShownCard(game.card_name(card), game.text.face(card), more if ringed else "", ringed)


def trick_words(trick: Trick) -> list[str]:
    """The place of a trick as the game tells it: ["First half", "Trick 5"], or ["Round 4"]."""
    *within, last = trick.place.split(", ")
    return [phrases.sentence(part) for part in (*within, last.partition(" of ")[0])]


def _shelf(name: str, roomy: Callable[[], Element], narrow: Callable[[], Element]) -> Element:
    """A row under a hairline, as a list of cards."""
    return Column([rule(), Either(roomy, narrow, min_width=BESIDE)], 8, (0, 0, 0, 8), role="list", name=spoken(name))
