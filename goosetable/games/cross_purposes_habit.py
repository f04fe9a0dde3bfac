"""How a seat of Cross Purposes names trumps or tops without thinking long: by what its hand would be worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import SUIT_SIZE, Cards
from goosetable.engine.action import SPAN, Action, Verb

_TOPS: Final = Verb.TOPS * SPAN
_WORTH: Final = tuple(max(5 - low, 0) / 5 for low in range(SUIT_SIZE))
"""What a card is worth by how low it is in its suit."""
_LENGTH: Final = 0.5
"""What each trump beyond a fair share is worth."""


def call(hand: Cards, legal: Sequence[Action], chance: float) -> Action:
    """The call that suits the hand best, or one nearly as good."""
    order = sorted(legal, key=lambda action: worth(hand, action), reverse=True)
    return order[int(chance * chance * min(3, len(order)))]


def worth(hand: Cards, action: Action) -> float:
    """How well a call suits a hand: what it is worth in tricks, about, as far as that can be told without the other call."""
    number = action % SPAN
    if action >= _TOPS:
        return sum([_WORTH[(card - number) % SUIT_SIZE] for card in cards.members(hand)])
    return 4 + _LENGTH * ((hand & cards.of_suit(number)).bit_count() - 3)
