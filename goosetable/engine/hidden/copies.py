"""Numbering of the two copies of a card in a double pack, by seat, so that the numbers leak nothing.

In the true state the numbers follow the deal; in a deal that was set up the first copies lie in the hands dealt first. A seat
that saw the true number of its card could conclude where the other copy lies. In the views of a seat the first copy of a card
is the one whose place the seat knew first, and the other one is the second. Therefore two deals that a seat cannot tell apart
give it equal views, and a card that it has seen keeps its number in its views to the end of the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from goosetable import cards
from goosetable.cards import BIT, PACK_SIZE, Card, Cards
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.action import card_of, swapped_action, value_of
from goosetable.engine.rules.event import PACK, Event, Moved, Said, Sight, Taken, seen
from goosetable.engine.rules.state import State

S = TypeVar("S", bound=State)


def doubled(pack: Sequence[Card]) -> bool:
    """Whether a pack has second copies."""
    return any(card >= PACK_SIZE for card in pack)


def swaps(game: AnyGame, state: State, seat: int) -> Cards:
    """Returns the first copies of the cards whose copies change numbers in a seat's views; 0 with one pack."""
    met = found = 0
    for card in _known(game, state, seat):
        face = BIT[card % PACK_SIZE]
        if not met & face:
            met |= face
            if card >= PACK_SIZE:
                found |= face
    return found


def numbered_for(game: AnyGame, state: S, seat: int) -> S:
    """Returns the whole state numbered as in a seat's views; the state itself where nothing changes."""
    found = swaps(game, state, seat)
    if not found:
        return state
    twin = state.copy()
    twin.swap_copies(found)
    return twin


def told(event: Event, seat: int, swapped: Cards) -> Event:
    """Returns an event as a seat may know it, numbered as in its views. `swapped`: result of `swaps`."""
    return renumbered(seen(event, seat), swapped)


def renumbered(event: Event, swapped: Cards) -> Event:
    """Returns an event with the copies of some cards exchanged. `swapped`: the first copies of these."""
    if not swapped:
        return event
    match event:
        case Moved(moved, source, target):
            numbers = [cards.swapped_card(card, swapped) for card in moved]
            # Dealt cards have no order but that of their numbers; played ones have one.
            return Moved(tuple(sorted(numbers) if source == PACK else numbers), source, target)
        case Said(seat, action):
            return Said(seat, swapped_action(action, swapped))
        case Taken(seat, card, why):
            return Taken(seat, cards.swapped_card(card, swapped), why)
        case _:
            return event


def _known(game: AnyGame, state: State, seat: int) -> list[Card]:
    """Returns the cards whose places a seat knows or knew, in the order in which it learned them, as far as the state shows.

    Its own cards come first, those it played before those it still has; then open cards that were not played, there from the
    beginning; then those that others played.
    """
    played = [(who, value_of(action)) for who, action in state.actions if card_of(action) is not None]
    told = {card for _, card in played}
    piles = [(pile, group) for pile, group in state.piles().items() if group and pile.seen_by(seat)]
    found = [card for who, card in played if who == seat]
    for pile, group in piles:
        if pile.kind.sight is Sight.OWNER:
            found += cards.members(group)
    found += cards.members(state.shown)
    for pile, group in piles:
        if pile.kind.sight is Sight.ALL:
            found += [card for card in cards.members(group) if card not in told]
    return found + [card for who, card in played if who != seat]
