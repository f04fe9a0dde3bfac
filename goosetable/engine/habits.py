"""What people do without thinking long in games of tricks: how a search supposes that a deal it imagines goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from goosetable.cards import BIT, PACK_SIZE, SUIT_SIZE, Card, Cards
from goosetable.engine.action import Action
from goosetable.engine.tricks import SUIT, strongest

Beats = Callable[[Card], Cards]
"""The cards that would take a trick from a card that has it so far."""
SLIP = 0.08
"""How often somebody does anything else."""


@cache
def beating(trumps: int | None, tops: int, card: Card) -> Cards:
    """The cards that beat a card by `strongest`."""
    return sum(BIT[other] for other in range(2 * PACK_SIZE) if strongest((card, other), trumps, tops) == 1)


def ahead(trick: Sequence[Card], beats: Beats) -> int:
    """The place of the card that has the trick so far."""
    best = 0
    for place in range(1, len(trick)):
        if BIT[trick[place]] & beats(trick[best]):
            best = place
    return best


def low(card: Card, tops: int = 0) -> int:
    """How low a card is in its suit: 0 for the highest."""
    return (card % PACK_SIZE - tops) % SUIT_SIZE


def slips(legal: Sequence[Action], chance: float) -> Action | None:
    """Now and then, any action; `chance` is 0..1, and what is left of it chooses."""
    return legal[int(chance / SLIP * len(legal))] if chance < SLIP else None


def go_for(legal: Sequence[Card], trick: Sequence[Card], last: bool, beats: Beats, tops: int = 0) -> Card:
    """A card of somebody who wants the trick: the highest that takes it, or the lowest of those if it is `last` to play.

    Where none takes it, the lowest; to lead, the highest.
    """
    if not trick:
        return min(legal, key=lambda card: low(card, tops))
    wins = beats(trick[ahead(trick, beats)])
    takers = [card for card in legal if BIT[card] & wins]
    if not takers:
        return max(legal, key=lambda card: low(card, tops))
    # Of cards that take it a trump is dear: the suit led comes first.
    led = SUIT[trick[0]]
    following = [card for card in takers if SUIT[card] == led] or takers
    if last or SUIT[following[0]] != led:
        return max(following, key=lambda card: low(card, tops))
    return min(following, key=lambda card: low(card, tops))


def avoid(legal: Sequence[Card], trick: Sequence[Card], last: bool, beats: Beats, tops: int = 0) -> Card:
    """A card of somebody who does not want the trick: the highest that does not take it; to lead, the lowest.

    Where every card takes it, the lowest, or the highest if it is `last` to play.
    """
    if not trick:
        return max(legal, key=lambda card: low(card, tops))
    wins = beats(trick[ahead(trick, beats)])
    losers = [card for card in legal if not BIT[card] & wins]
    if losers:
        return min(losers, key=lambda card: low(card, tops))
    return min(legal, key=lambda card: low(card, tops)) if last else max(legal, key=lambda card: low(card, tops))
