"""Throps by one page of principles."""

from __future__ import annotations

from random import Random
from typing import Final

from goosetable.cards import BIT, SUIT_SIZE, Card, members
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, value_of
from goosetable.games.throps.rules import BID_KEY, SEATS, ThropsState, points_of_cards

DENIAL: Final = 1.0
"""What a point that an opponent would gain counts, beside a point of one's own."""


def think(view: View, _: Random) -> Action:
    """Returns the bid that stands as high in the hand as the card turned up stands among those still to come."""
    state = view.known
    assert isinstance(state, ThropsState), "this player plays Throps only"
    # Rule 2d: of equal ranks the suit decides, relative to the card turned up, so order the hand by both: tip, the likely
    # tie-breaker lies above its equals.
    key = BID_KEY[state.turned // SUIT_SIZE]
    hand = sorted(view.legal, key=lambda action: key[value_of(action)])
    # Tip: bid high for your own suit, low for the rest; card sense: no higher than the card deserves, a bid is spent once.
    want = wanted(state, view.seat, state.turned)
    coming = [wanted(state, view.seat, card) for card in members(view.unseen)]
    if not coming:
        return hand[-1]
    better = sum(other > want for other in coming) + sum(other == want for other in coming) / 2
    # Tip: once the low cards are spent you are forced to take rubbish, so the lowest bids go to the worst cards only, and
    # what is merely unwelcome gets a middling bid.
    place = int(better / len(coming) * len(hand))
    return hand[min(place, len(hand) - 1)]


def wanted(state: ThropsState, seat: int, card: Card) -> float:
    """Returns what it is worth to win a card: what it brings, and what it would bring to whoever gains most by it."""
    # Rules 3 and 4: a card of the best suit adds its value, any other takes it away.
    own = gain(state, seat, card)
    # Card sense: a card that an opponent collects must not be cheap for them; but nobody needs help with their rubbish, so what
    # would harm them (tip: a big card nobody wants goes to whoever cannot bid lower) adds nothing.
    others = max(gain(state, other, card) for other in range(SEATS) if other != seat)
    return own + DENIAL * max(0, others)


def gain(state: ThropsState, seat: int, card: Card) -> int:
    """Returns the points that a card adds to the score of a seat, or takes from it."""
    # Tip: the first card of a new suit costs its value and a void of 10; the best suit may change (rule 4). The score of all
    # cards won together knows both.
    won = state.won[seat]
    return points_of_cards(won | BIT[card]) - points_of_cards(won)
