"""Playout policies of trick games: the parts that several games share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from goosetable.cards import BIT, PACK_SIZE, SUIT_SIZE, Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import SUIT, strongest

Beats = tuple[Cards, ...]
"""By card that has a trick so far, the cards that would take it."""
SLIP = 0.08
"""Epsilon: the probability of a random action."""


@cache
def beating(trumps: int | None, tops: int) -> Beats:
    """What beats what by `strongest`."""
    every = range(2 * PACK_SIZE)
    return tuple([sum(BIT[other] for other in every if strongest((card, other), trumps, tops) == 1) for card in every])


def ahead(trick: Sequence[Card], beats: Beats) -> int:
    """The place of the card that has the trick so far."""
    best = 0
    for place in range(1, len(trick)):
        if BIT[trick[place]] & beats[trick[best]]:
            best = place
    return best


def low(card: Card, tops: int = 0) -> int:
    """How low a card is in its suit: 0 for the highest."""
    return (card % PACK_SIZE - tops) % SUIT_SIZE


def highest(held: Sequence[Card], tops: int = 0) -> Card:
    """The card that is highest in its suit; of equals the first."""
    best = held[0]
    for card in held:
        if low(card, tops) < low(best, tops):
            best = card
    return best


def lowest(held: Sequence[Card], tops: int = 0) -> Card:
    """The card that is lowest in its suit; of equals the first."""
    best = held[0]
    for card in held:
        if low(card, tops) > low(best, tops):
            best = card
    return best


def slips(legal: Sequence[Action], chance: float) -> Action | None:
    """An epsilon-random action, or None; `chance` in 0..1 decides and selects."""
    return legal[int(chance / SLIP * len(legal))] if chance < SLIP else None


def go_for(legal: Sequence[Card], trick: Sequence[Card], last: bool, beats: Beats, tops: int = 0) -> Card:
    """The card of a seat that wants the trick: the highest that takes it, or the lowest of those if it is `last` to play.

    Where none takes it, the lowest; to lead, the highest.
    """
    if not trick:
        return highest(legal, tops)
    wins = beats[trick[ahead(trick, beats)]]
    takers = [card for card in legal if BIT[card] & wins]
    if not takers:
        return lowest(legal, tops)
    # Of cards that take it a trump is dear: the suit led comes first.
    led = SUIT[trick[0]]
    following = [card for card in takers if SUIT[card] == led] or takers
    if last or SUIT[following[0]] != led:
        return lowest(following, tops)
    return highest(following, tops)


def avoid(legal: Sequence[Card], trick: Sequence[Card], last: bool, beats: Beats, tops: int = 0) -> Card:
    """The card of a seat that does not want the trick: the highest that does not take it; to lead, the lowest.

    Where every card takes it, the lowest, or the highest if it is `last` to play.
    """
    if not trick:
        return lowest(legal, tops)
    wins = beats[trick[ahead(trick, beats)]]
    losers = [card for card in legal if not BIT[card] & wins]
    if losers:
        return highest(losers, tops)
    return highest(legal, tops) if last else lowest(legal, tops)
