"""The open cards on the table, which can be shown large, each with its place and name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.app.match.match import Match
from goosetable.app.render.card_images import GOOSE
from goosetable.app.table.hand.hand import Sprite, overlapping
from goosetable.app.table.stage import Stage
from goosetable.cards import Card

JOKERS: Final = {"X": "Joker", "XH": "High joker", "XL": "Low joker"}
RANKS: Final = {
    "A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "Ten", "9": "Nine", "8": "Eight", "7": "Seven", "6": "Six",
    "5": "Five", "4": "Four", "3": "Three", "2": "Two",
}  # fmt: skip


class LargeCard(NamedTuple):
    """A card to be shown large. code: its image; name: in words; about: its effect, if the face does not show it."""

    code: str
    name: str
    about: str = ""


def in_words(code: str) -> str:
    """Returns the name of a card in words.

    >>> in_words("QS"), in_words("XL")
    ('Queen of spades', 'Low joker')
    """
    found = JOKERS.get(code)
    return found if found is not None else f"{RANKS[code[0]]} of {cards.SUIT_NAMES['SHDC'.index(code[1])]}"


def large_card(match: Match, card: Card) -> LargeCard:
    """Returns a card of a game with its name and the game's words about it."""
    game = match.game
    code = cards.name(card, game.jokers)
    about = game.text.about(match.session.options, card)
    goose = GOOSE if card in cards.members(game.text.geese) else ""
    return LargeCard(code + goose, in_words(code), f"It {about}." if about else "")


def lying_cards(stage: Stage) -> Iterator[tuple[Card, Sprite]]:
    """Yields every card that lies face up: in the hand, in the trick, in piles and at the seats; of each group the lowest
    first."""
    shown = stage.snapshot
    held = (*shown.own, *(card for _, card in shown.trick), *(card for held in shown.open for card in held))
    known = {stage.code(card): card for card in (*held, *(card for heap in shown.shown_piles for card in heap.cards))}
    backs = [sprite for sprites in stage.backs.values() for sprite in sprites]
    for sprite in (*stage.hand.sprites, *overlapping(stage.trick), *stage.heap_sprites(), *backs):
        if sprite.code in known and sprite.rest.face > 0:
            yield known[sprite.code], sprite


def card_at(stage: Stage, pos: tuple[int, int]) -> Card | None:
    """Returns the topmost open card at a point of the window; a card of the hand lies over all others."""
    hand = stage.hand.at(*pos)
    if hand is not None:
        return hand
    held = set(map(id, stage.hand.sprites))
    found = [card for card, sprite in lying_cards(stage) if id(sprite) not in held and sprite.rest.holds(*pos)]
    return found[-1] if found else None
