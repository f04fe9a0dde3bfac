"""Goosed by one page of principles."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from goosetable.cards import BIT, Card, Cards, members
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import NO_SEAT
from goosetable.engine.rules.tricks import SUIT
from goosetable.games.goosed.rules import GEESE, GoosedState, geese_worth
from tests.baselines.pages import basics


def think(view: View, _: Random) -> Action:
    """Returns the card that is best on average over who may take the trick."""
    state = view.known
    assert isinstance(state, GoosedState), "this player plays Goosed only"
    return max(view.legal, key=lambda card: worth(view, state, card))


def worth(view: View, state: GoosedState, card: Action) -> float:
    """Returns what a card is worth: the trick to whoever may take it, and what is left in the hand."""
    above = basics.beats(state.trump_suit, state.tops)
    trick = [*state.trick, card]
    has = basics.best(trick, above)
    assert has is not None
    holder = state.seat_at(trick.index(has))
    left, found = 1.0, 0.0
    for seat in basics.to_come(view):
        # Card sense: count what is out, and who is void; an ally does not always take what is the team's already.
        likely = basics.can_beat(view, seat, has, SUIT[trick[0]], above)
        if state.decided and (seat in state.reds) == (holder in state.reds):
            likely *= 0.5
        found += left * likely * taken(view, state, seat, trick)
        left *= 1.0 - likely
    found += left * taken(view, state, holder, trick)
    # Card sense: win cheaply and throw what is worth least; tip: the low Ace is the usual ducking card.
    return found + 0.45 * promise(view, state, view.hand & ~BIT[card])


def taken(view: View, state: GoosedState, seat: int, trick: Sequence[Card]) -> float:
    """Returns what it is worth to the viewer that a seat takes these cards."""
    me, geese = view.seat, sum(BIT[card] for card in trick) & GEESE
    reds, red_worth = state.reds, 0.0
    if not state.decided:
        if not geese:
            return 1.4 if seat == me else 0.0  # rule 7: a trick is 1 or 2 by the role at the end, and nobody has one yet
        first = state.first
        if first == NO_SEAT:
            first = state.seat_at(next(place for place, card in enumerate(trick) if BIT[card] & GEESE))
        # Rule 5 and tip: a Goose on a sure winner makes an ally of its player. To be Red is worth having with a strong hand.
        reds = (seat,) if state.catching else (seat, first)
        if me in reds:
            red_worth = promise(view, state, view.hand) - view.hand.bit_count() / len(view.sizes)
    red, its = me in reds, seat in reds
    # Rule 7 and tip: once a Red takes the last Goose it is worthless to be Red, so Red dumps it on White, and White plays low
    # under it, to force it on them.
    caught = (sum(state.won[other] for other in reds) | geese) & GEESE
    if its and geese and caught == GEESE & ~state.out:
        return -5.0 if red else 5.0
    # Rule 7: Geese count for the team, the Goose of diamonds double: feed the ally, steal from the others.
    points = geese_worth(geese) * (1 if its == red else -1) + red_worth
    # Rule 7: tricks count for oneself, twice for a Red Fox.
    trick_worth = 2.0 if its else 1.0
    return points + (trick_worth if seat == me else -trick_worth / (len(view.sizes) - 1))


def promise(view: View, state: GoosedState, hand: Cards) -> float:
    """Returns how many tricks a hand promises: by how many higher cards are out, and low trumps ruff (card sense)."""
    found = 0.0
    for card in members(hand):
        likely = 1 / (1 + basics.higher(card, view.unseen, state.tops))
        found += 0.4 + 0.6 * likely if SUIT[card] == state.trump_suit else likely
    return found
