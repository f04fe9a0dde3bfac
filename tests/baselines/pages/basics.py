"""What every card player is taught before any game: count the cards that are out, and who can still beat this one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from goosetable.cards import BIT, PACK_SIZE, SUIT_SIZE, Card, Cards, members
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import OF_SUIT, SUIT, index_of_strongest
from tests.narrowing import of_kind

Beats = Callable[[Card, Card], bool]
"""Whether the second card takes a trick from the first, which has it."""


def beats(trumps: int | None, tops: int = 0) -> Beats:
    """The usual rule: a higher card of the suit, or a trump on another suit."""
    return lambda one, two: index_of_strongest([one, two], trumps, tops) == 1


def height(card: Card, tops: int = 0) -> int:
    """Where a card stands in its suit, 0 for the highest."""
    return (card % PACK_SIZE - tops) % SUIT_SIZE


def higher(card: Card, group: Cards, tops: int = 0) -> int:
    """How many cards of a group stand above a card in its suit."""
    return sum(1 for other in members(group & OF_SUIT[SUIT[card]]) if height(other, tops) < height(card, tops))


def best(trick: Iterable[Card], above: Beats) -> Card | None:
    """The card that has the trick so far."""
    found = None
    for card in trick:
        if found is None or above(found, card):
            found = card
    return found


def to_come(view: View) -> list[int]:
    """The seats that play to this trick after the viewer."""
    state = of_kind(TrickState, view.known)
    seats = len(view.sizes)
    return [(view.seat + place) % seats for place in range(1, seats - len(state.trick))]


def others_share(view: View) -> float:
    """What part of the cards not seen the other hands hold together."""
    return min((sum(view.sizes) - view.sizes[view.seat]) / max(view.unseen.bit_count(), 1), 1.0)


def some(group: Cards, share: float) -> float:
    """How likely a hand with that share of the unseen cards holds at least one of a group."""
    return 1.0 - (1.0 - share) ** group.bit_count()


def can_beat(view: View, seat: int, card: Card, led: int, above: Beats) -> float:
    """How likely a seat that has yet to play can take the trick from a card: by a higher one of the suit led, or by a ruff."""
    out = view.unseen & ~view.known.voids[seat]
    share = min(view.sizes[seat] / max(view.unseen.bit_count(), 1), 1.0)
    over = sum(BIT[other] for other in members(out) if above(card, other))
    follows = OF_SUIT[led]
    higher = some(over & follows, share)
    void = 1.0 - some(out & follows, share)
    return higher + (1.0 - higher) * void * some(over & ~follows, share)


def chance(view: View, card: Card, above: Beats) -> float:
    """How likely a card takes the trick on the table, if all who come later beat it where they can."""
    state = of_kind(TrickState, view.known)
    has = best(state.trick, above)
    if has is not None and not above(has, card):
        return 0.0
    led = SUIT[state.trick[0]] if state.trick else SUIT[card]
    found = 1.0
    for seat in to_come(view):
        found *= 1.0 - can_beat(view, seat, card, led, above)
    return found
