"""A card that is shown large over the table, with its name in words, until the next key or click."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from goosetable import cards
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import GOOSE
from goosetable.app.render.geometry import RATIO
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import AccessibleTree, as_spoken_sentences
from goosetable.app.ui.elements import Column, Element, Heading, Picture, Row, Spacer, Text
from goosetable.app.ui.scene import Change, Pop
from goosetable.cards import Card

JOKERS: Final = {"X": "Joker", "XH": "High joker", "XL": "Low joker"}
RANKS: Final = {
    "A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "Ten", "9": "Nine", "8": "Eight", "7": "Seven", "6": "Six",
    "5": "Five", "4": "Four", "3": "Three", "2": "Two",
}  # fmt: skip
STEPS: Final = {pygame.K_RIGHT: 1, pygame.K_DOWN: 1, pygame.K_LEFT: -1, pygame.K_UP: -1}
HIGH: Final = 0.8
"""Height of the card, in heights of the window."""
NARROW: Final = 250.0
"""Width in units, below which the words are under the card."""
WIDE: Final = 440.0
"""Largest width of the words, in units."""


class LargeCard(NamedTuple):
    """A card to show large. code: its image code. name: its name in words. about: its effect in the game, if the face does not
    show it; else "".
    """

    code: str
    name: str
    about: str = ""


def card_in_words(code: str) -> str:
    """Returns the name of a card in words. code: rank and suit, as in a record; "XL" is a joker.

    >>> card_in_words("QS"), card_in_words("XL")
    ('Queen of spades', 'Low joker')
    """
    found = JOKERS.get(code)
    return found if found is not None else f"{RANKS[code[0]]} of {cards.SUIT_NAMES['SHDC'.index(code[1])]}"


def make_large_card(match: Match, card: Card) -> LargeCard:
    """Returns a card with its name, and with the game's sentence about its effect."""
    game = match.game
    code = cards.name(card, game.jokers)
    about = game.text.card_fact(match.session.options, card)
    goose = GOOSE if card in cards.members(game.text.geese) else ""
    return LargeCard(code + goose, card_in_words(code), f"It {about}." if about else "")


class LargeCardScene(ElementPage):
    """The scene of a large card. The arrow keys show neighbouring cards. Any other key, and any click, only closes
    the scene.
    """

    covers = False
    fades = False
    secret = True

    def __init__(self, context: Context, match: Match, cards: tuple[Card, ...], first_card: int) -> None:
        self.cards, self.index = tuple(make_large_card(match, card) for card in cards), first_card
        super().__init__(context, self.card.name)
        self._gone = 0  # steps

    @property
    def card(self) -> LargeCard:
        return self.cards[self.index]

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN and event.key in STEPS and len(self.cards) > 1:
            self.index = (self.index + STEPS[event.key]) % len(self.cards)
            self._gone += 1
            self.rebuild()
            return None
        pressed = event.type == pygame.KEYDOWN and event.key not in keymap.MODIFIER_KEYS
        left = event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED)
        return Pop() if pressed or left or event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL) else None

    def make_page(self) -> Element:
        wide, high, gap = self.wide, min(HIGH * self.high, 0.8 * self.wide / RATIO), 0.05 * self.high
        room = wide - high * RATIO - 3 * gap
        below = room < NARROW and wide < 1.3 * self.high
        if below:
            room, high = wide - 2 * gap, min(high, 0.6 * self.high)
        pair = [Picture(self._draw_card, RATIO, height=high, width=high * RATIO, align=0.5), self._make_words(min(room, WIDE))]
        middle: Element = Column(pair, gap) if below else Row(pair, gap, align=0.5)
        return Column([Spacer(grow=1), middle, Spacer(grow=1)])

    def _make_words(self, width: float) -> Element:
        canvas, room = self.context.canvas, (width - 40) * self.t
        size = canvas.fitting_size(max(self.card.name.split(), key=len), self.text_px(36), "serifb", room) / self.t
        texts = [
            Heading(self.card.name, size, max_lines=0, shrink=1),
            Text(self.card.about, 18, face="semi"),
            Text(self._key_hint, 15, "ink2"),
        ]
        return Column(
            texts, 0, (20, 14, 20, 14), background=lambda canvas, at: canvas.draw_paper(at, 12, 18, 8),
            width=width, align=0.5,
        )  # fmt: skip

    @property
    def _key_hint(self) -> str:
        if len(self.cards) == 1:
            return "A key or a click goes back."
        return "Arrows: the next card. Another key or a click goes back."

    def _draw_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        self.context.faces.draw_card(canvas.dst, self.card.code, *area.center, area.h, lift=1, full_face=True)

    def draw(self, canvas: Canvas) -> None:
        canvas.dim_table(0.6)
        self.draw_elements(canvas)

    @property
    def status_line(self) -> str:
        return as_spoken_sentences((self.card.name, self.card.about))

    @property
    def opening_announcement(self) -> str:
        return as_spoken_sentences((self.card.name, self.card.about, self._key_hint))

    def accessible_tree(self) -> AccessibleTree:
        return super().accessible_tree()._replace(turn=self._gone)
