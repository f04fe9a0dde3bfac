"""Which card takes, and which to play to go for a trick or to avoid it: as habits had it when this was frozen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from goosetable.cards import BIT, PACK_SIZE, SUIT_SIZE, Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import SUIT, index_of_strongest

Animations = Callable[[Card], Cards]
"""The cards that would take a trick from a card that has it so far."""
SLIP = 0.08


@cache
def beating(trumps: int | None, tops: int, card: Card) -> Cards:
    """The cards that beat a card by the rule of the highest trump, or else the highest of the suit led."""
    return sum(BIT[other] for other in range(2 * PACK_SIZE) if index_of_strongest([card, other], trumps, tops) == 1)


def low(card: Card, tops: int = 0) -> int:
    """How low a card is in its suit: 0 for the highest."""
    return (card % PACK_SIZE - tops) % SUIT_SIZE


def slips(legal: Sequence[Action], chance: float) -> Action | None:
    """Now and then, any action; `chance` is 0..1."""
    return legal[int(chance / SLIP * len(legal))] if chance < SLIP else None


def _taking(trick: Sequence[Card], animations: Animations) -> Cards:
    """The cards that would take the trick as it lies."""
    best = trick[0]
    for card in trick[1:]:
        if BIT[card] & animations(best):
            best = card
    return animations(best)


def go_for(legal: Sequence[Card], trick: Sequence[Card], last: bool, animations: Animations, tops: int = 0) -> Card:
    """The highest card that takes the trick, or the lowest of those if `last` to play; where none takes it, the lowest."""
    if not trick:
        return min(legal, key=lambda card: low(card, tops))
    wins = _taking(trick, animations)
    takers = [card for card in legal if BIT[card] & wins]
    if not takers:
        return max(legal, key=lambda card: low(card, tops))
    led = SUIT[trick[0]]
    following = [card for card in takers if SUIT[card] == led] or takers
    if last or SUIT[following[0]] != led:
        return max(following, key=lambda card: low(card, tops))
    return min(following, key=lambda card: low(card, tops))


def avoid(legal: Sequence[Card], trick: Sequence[Card], last: bool, animations: Animations, tops: int = 0) -> Card:
    """The highest card that does not take the trick, and the lowest to lead; where every card takes it, the lowest, or the
    highest if `last` to play.
    """
    if not trick:
        return max(legal, key=lambda card: low(card, tops))
    wins = _taking(trick, animations)
    losers = [card for card in legal if not BIT[card] & wins]
    if losers:
        return min(losers, key=lambda card: low(card, tops))
    return min(legal, key=lambda card: low(card, tops)) if last else max(legal, key=lambda card: low(card, tops))
