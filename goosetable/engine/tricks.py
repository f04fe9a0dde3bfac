"""What games of tricks share: following suit, and what not following tells."""

from __future__ import annotations

from goosetable import cards
from goosetable.cards import Cards
from goosetable.engine import words
from goosetable.engine.state import TrickState
from goosetable.engine.telling import Why


def follow(hand: Cards, led: int) -> Cards:
    """The cards of a hand that follow a suit, or none."""
    return hand & cards.of_suit(led)


def led_suit(state: TrickState) -> int | None:
    """The suit of the trick on the table, or None where nobody has led."""
    return cards.suit(state.trick[0]) if state.trick else None


def must_follow(led: int, hand: Cards) -> Why:
    """Why a card of another suit may not be played by a hand that can follow."""
    suit, held = cards.SUIT_NAMES[led], follow(hand, led).bit_count()
    return Why(f"it must follow {suit}", f"{suit} were led and you hold {'one' if held == 1 else 'some'}")


NOT_HELD = Why("it does not hold that card", "it is not in your hand")
"""Why a card that the seat does not hold may not be played."""


def lead_words(state: TrickState) -> str:
    """Who led what: "[1] led ♥"."""
    led = led_suit(state)
    suit = words.face(state.trick[0]) if led is None or led == cards.JOKER_SUIT else words.SYMBOLS[led]
    return f"[{state.leader}] led {suit}"
