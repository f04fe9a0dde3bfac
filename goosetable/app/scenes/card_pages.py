"""Pages with rows of cards: all hands and tricks of a deal; and the cards played so far, as a memory aid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Final, NamedTuple, Unpack

from goosetable import cards
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.render.card_images import CardImages
from goosetable.app.render.geometry import RATIO
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.storage import clean_names
from goosetable.app.table.seats import portraits_at_table
from goosetable.app.ui.accessible import TreePart, as_spoken_sentences, spoken_text
from goosetable.app.ui.elements import (
    Column,
    Control,
    Either,
    Element,
    Heading,
    LayoutPass,
    Painter,
    PaperSheet,
    Row,
    Scroll,
    Semantics,
    Size,
    Text,
    make_horizontal_line,
    make_portrait,
)
from goosetable.app.ui.elements.base import ElementOptions
from goosetable.app.ui.focus import Button
from goosetable.cards import BIT, Card
from goosetable.engine.record.format import Chair
from goosetable.engine.record.session import ScoredDeal, Trick, log_of_deal
from goosetable.engine.text.table_facts import seats_clockwise
from goosetable.engine.words import phrases

ROOMY, LEAST = 100.0, 62.0
"""Largest and least height of a card in units. The more rows there are, the lower is a card."""
SMALL: Final = 34.0
"""Diameter of a portrait over cards, in units."""
BESIDE: Final = 592.0
"""Least width in units for cards beside their words; with less width they are under them."""
AID: Final = "cards played"
"""Name of the memory aid in a record."""


class ShownCard(NamedTuple):
    """A card of a row. code: its image code. name, description: texts for screen readers.

    portrait: the portrait that is drawn on the card; "" for none.
    """

    code: str
    name: str = ""
    description: str = ""
    ringed: bool = False
    dim: bool = False
    portrait: str = ""


class RowOfCards(Element):
    """Cards side by side. card_height: largest height of a card, in units.

    gap, least_step: largest and smallest distance from one card to the next, in card widths. If the row is still too wide, the
    cards become smaller.

    If the element has a role, screen readers find the whole row as one part with this role; else each card is a part.
    """

    __slots__ = ("_card", "_step", "card_height", "cards", "faces", "gap", "least_step")

    def __init__(
        self, faces: CardImages, cards: Sequence[ShownCard], card_height: float, gap: float, least_step: float = 0.46,
        **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(**options)
        self.faces, self.cards, self.card_height, self.gap, self.least_step = faces, cards, card_height, gap, least_step
        self._card, self._step = (0.0, 0.0), 0.0

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        gaps = max(1, len(self.cards) - 1)
        high = min(self.card_height, w / (1 + self.least_step * (len(self.cards) - 1)) / RATIO)
        wide = high * RATIO
        self._card, self._step = (wide, high), wide * self.gap if w == inf else min(wide * self.gap, (w - wide) / gaps)
        return min(w, wide + (len(self.cards) - 1) * self._step), high

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        self.content_size(layout_pass, w + 0.01, h)  # the last measurement may have had another width

    def paint(self, painter: Painter) -> None:
        canvas, t, (x, y, _, _), (wide, high) = painter.canvas, painter.t, self.box, self._card
        for i, card in enumerate(self.cards):
            cx, cy = (x + wide / 2 + i * self._step) * t, (y + high / 2) * t + painter.dy
            ring = canvas.theme.brass if card.ringed else None
            self.faces.draw_card(canvas.dst, card.code, cx, cy, high * t, dim=card.dim, glow=ring)
            if card.portrait:
                canvas.draw_portrait(card.portrait, cx + 0.26 * wide * t, cy + 0.3 * high * t, max(18.0, 0.3 * high) * t)

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        if self.role is not None:
            yield tree.make_part(self, self.role, self.name)
            return
        x, y, _, _ = self.box
        for i, card in enumerate(self.cards):
            box = (x + i * self._step, y, *self._card)
            yield tree.make_part(self, "cell", spoken_text(card.name), box=box, key=f"card:{i}")._replace(
                description=spoken_text(card.description)
            )


def make_cards_sheet(page: ElementPage, rows: Sequence[Element], foot_sentence: str, close: Button) -> PaperSheet:
    """Returns the sheet of paper of a page: a title over rows of cards that scroll.

    foot_sentence: a sentence at the foot, beside the button `close`.
    """
    foot = Row(
        [Text(foot_sentence, 15, "ink2", grow=1), Control(close, 19, width=150, height=48)], 12, (0, 8, 0, 0), region="foot"
    )
    body = Scroll(Column(rows, 0, (4, 6, 8, 4)), page.scroll)
    return PaperSheet(Column([Heading(page.title_words), body, foot]), page.sheet_margin, 1000)


# ------------------------------------------------------------------ a deal looked over


class DealtCards(NamedTuple):
    """A hand, the stock, or the turned-up card. name: the name of the player or of the place. seat: the player's seat; None for
    stock and turned-up card.
    """

    name: str
    seat: int | None
    cards: Sequence[Card]


class AllHandsScene(ElementPage):
    """The page with all hands and tricks of a deal, over the score sheet. portraits: by seat."""

    covers = False

    def __init__(self, context: Context, match: Match, scored_deal: ScoredDeal, portraits: tuple[str, ...]) -> None:
        super().__init__(context, f"Deal {scored_deal.deal.number}: hands and {match.game.text.trick_name}s")
        self.match, self.portraits = match, portraits
        self.dealt = dealt = scored_deal.deal
        self.close = self.first = Button("Close", self.go_back, "prime", on_paper=True)
        game, session = match.game, match.session
        self._order = game.begin_deal(session.options, scored_deal.standing, dealt)
        around = seats_clockwise(match.me, len(dealt.hands))
        self.chairs = [clean_names.clean_chairs(chairs) for chairs in scored_deal.chairs]
        """Players at each action, by seat."""
        self._portraits_of = {
            chairs: portraits_at_table(session, context.settings, chairs) for chairs in dict.fromkeys(self.chairs)
        }
        self.hands = [DealtCards(self._player_names(seat), seat, self._sorted_cards(dealt.hands[seat])) for seat in around]
        if dealt.hands2:
            self.hands += [
                DealtCards(f"{self._player_names(seat)}, later", seat, self._sorted_cards(dealt.hands2[seat]))
                for seat in around
            ]
        self.faced = next((dealt.turned for hand in dealt.hands if dealt.turned in hand), None)
        """The card that was turned up, if it belongs to a hand: the row of that hand has it, and no row of its own."""
        if dealt.turned is not None and self.faced is None:
            self.hands.append(DealtCards("Turned up", None, (dealt.turned,)))
        if dealt.stock:
            self.hands.append(DealtCards("Stock", None, dealt.stock))
        self.tricks = log_of_deal(game, session.options, scored_deal.standing, dealt, scored_deal.actions).tricks

    def _player_names(self, seat: int) -> str:
        return ", then ".join(dict.fromkeys(self.match.with_names(f"[{seat}]", chairs) for chairs in self._portraits_of))

    def _sorted_cards(self, cards: Sequence[Card]) -> list[Card]:
        return sorted(cards, key=lambda card: self.match.game.text.sort_key(self._order, card))

    def make_page(self) -> Element:
        each = (self.high - 2 * self.sheet_margin - 148) / (len(self.hands) + len(self.tricks))
        beside, under = max(LEAST, min(ROOMY, each - 16)), max(LEAST, min(ROOMY, each - 52))
        rows = [self._make_hand(hand, beside, under) for hand in self.hands]
        rows += [self._make_trick(trick, beside, under) for trick in self.tricks]
        return make_cards_sheet(self, rows, self._dealer_remark, self.close)

    @property
    def _dealer_remark(self) -> str:
        if self.faced is not None:
            return f"Hands as they were dealt; {self.match.game.text.card_name(self.faced)}, ringed, lay face up."
        stock = "; the stock as it was turned up, from the left" if self.dealt.stock else ""
        return f"Hands as they were dealt{stock}."

    def _make_hand(self, hand: DealtCards, height_beside: float, height_below: float) -> Element:
        """Returns the row of a hand. height_beside, height_below: height of the cards in units, beside the name or under it."""
        shown = [self._shown_card(card, card == self.faced, "It lay face up.") for card in hand.cards]

        def head(text_size: float, face_diameter: float) -> Element:
            name = Text(hand.name, text_size, face="serif", max_lines=1, shrink=0.7, spoken="", grow=1)
            who = [] if hand.seat is None else [make_portrait(self.portraits[hand.seat], face_diameter)]
            return Row([*who, name], 10, width=180 if face_diameter > SMALL else None)

        return _make_card_list(
            f"{hand.name}: {phrases.count_text(len(shown), 'card')}",
            lambda: Row(
                [head(19, min(58.0, height_beside - 12)), RowOfCards(self.context.faces, shown, height_beside, 0.98, grow=1)]
            ),
            lambda: Column([head(18, SMALL), RowOfCards(self.context.faces, shown, height_below, 0.98)], 4),
        )

    def _make_trick(self, trick: Trick, height_beside: float, height_below: float) -> Element:
        words, faces = trick_name_parts(trick), self.context.faces
        said = self.match.with_names(trick.log_line, self.chairs[trick.winning_action_index])
        *within, title = words
        plays = zip(trick.plays, trick.action_indices, strict=True)
        shown = [self._played_card(trick, seat, card, self.chairs[act]) for (seat, card), act in plays]

        def roomy() -> Element:
            over = Text(", ".join(within), 14.5, "ink2", max_lines=1, spoken="")
            place = Column([over, Text(title, 19, face="serif", max_lines=1, spoken="")], width=106)
            line = Text(said, 15.5, "ink2", max_lines=3, spoken="", grow=1)
            return Row([place, RowOfCards(faces, shown, height_beside, 1.16, grow=1.5, loose=True), line], 18)

        def narrow() -> Element:
            place = Text(phrases.with_capital(", ".join(words).lower()), 17, face="serif", max_lines=1, spoken="")
            return Column([place, Text(said, 13.5, "ink2", spoken=""), RowOfCards(faces, shown, height_below, 1.16)], 4)

        return _make_card_list(as_spoken_sentences((", ".join(words), said)), roomy, narrow)

    def _played_card(self, trick: Trick, seat: int, card: Card, chairs: tuple[Chair, ...]) -> ShownCard:
        shown = self._shown_card(
            card, card == trick.card or seat in trick.tied_seats, "It took the trick." if card == trick.card else ""
        )
        name = f"{self.match.with_names(f'[{seat}]', chairs)}: {shown.name}"
        return shown._replace(name=name, portrait=self._portraits_of[chairs][seat])

    def _shown_card(self, card: Card, ringed: bool, description: str) -> ShownCard:
        game = self.match.game
        return ShownCard(game.card_name(card), game.text.card_name(card), description if ringed else "", ringed)


def trick_name_parts(trick: Trick) -> list[str]:
    """Returns the name of a trick in the words of the game, in one or two parts: ["First half", "Trick 5"] or ["Round 4"]."""
    *within, last = trick.place.split(", ")
    return [phrases.with_capital(part) for part in (*within, last.partition(" of ")[0])]


def _make_card_list(name: str, roomy: Callable[[], Element], narrow: Callable[[], Element]) -> Element:
    return Column(
        [make_horizontal_line(), Either(roomy, narrow, min_width=BESIDE)], 8, (0, 0, 0, 8), role="list", name=spoken_text(name)
    )


# ------------------------------------------------------------------ the cards played


class CardsPlayedScene(ElementPage):
    """The page with the cards played so far, over the table. The record notes that the person has opened it."""

    covers = False
    secret = True

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, "Cards played")
        match.record_help(AID)
        self.match = match
        self.close = self.first = Button("Close", self.go_back, "prime", on_paper=True)
        seen, session = match.view_at_screen(), match.session
        game = match.game
        self.own, self.out = seen.hand, (seen.unseen | sum(seen.known_hand_cards)) & ~seen.known.exposed_cards
        suits: dict[int, list[Card]] = {}
        for card in sorted(game.pack(session.options), key=lambda card: (game.text.sort_key(seen.known, card), card)):
            suits.setdefault(cards.suit(card), []).append(card)
        self.rows = list(suits.values())

    def kind_of_place(self, card: Card) -> str:
        """Returns the place of a card, as far as this person knows it: "own" for the hand, "out" for another hand or the stock,
        "seen" for any other place.
        """
        return "own" if self.own & BIT[card] else "out" if self.out & BIT[card] else "seen"

    @property
    def note(self) -> str:
        out = self.out.bit_count()
        return f"Bright cards are still out ({out}), ringed ones are yours, pale ones have been seen."

    def make_page(self) -> Element:
        high = max(52.0, min(106.0, (self.high - 2 * self.sheet_margin - 150) / len(self.rows) - 12))
        rows = [self._make_suit_row(row, high) for row in self.rows]
        return make_cards_sheet(self, [Column(rows, 12, role="list", name="Cards")], self.note, self.close)

    def _make_suit_row(self, row: list[Card], height: float) -> Element:
        shown = [
            ShownCard(self.match.game.card_name(card), ringed=state == "own", dim=state == "seen")
            for card, state in ((card, self.kind_of_place(card)) for card in row)
        ]
        return RowOfCards(self.context.faces, shown, height, 1.08, 0.5, role="row", name=self._suit_in_words(row))

    def _suit_in_words(self, row: list[Card]) -> str:
        number = cards.suit(row[0])
        suit = "" if number == cards.JOKER_SUIT else cards.SUIT_NAMES[number]
        names = {card: spoken_text(self.match.game.text.card_name(card)).removesuffix(f" of {suit}") for card in row}
        groups = (("still out", "out"), ("yours", "own"), ("seen", "seen"))
        found = [
            f"{words}: {phrases.listed(group)}"
            for words, state in groups
            if (group := [name for card, name in names.items() if self.kind_of_place(card) == state])
        ]
        return as_spoken_sentences((suit, "; ".join(found)))
