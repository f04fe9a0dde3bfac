"""Gops by one page of principles."""

from __future__ import annotations

from random import Random
from typing import Final

from goosetable.cards import members
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, value_of
from goosetable.games.gops.rules import VALUE, GopsState

STEPS: Final = (0, 1, 1)
"""Steps above the card that matches the prize, each as likely."""
GIVES: Final = 0.2
"""How often a dear prize is given up."""
DEAR: Final = 0.6
"""From what part of the prizes to come upwards one is dear."""


def think(view: View, rng: Random) -> Action:
    """Returns the bid that matches the prize by its place among those to come, or lies just above it."""
    state = view.known
    assert isinstance(state, GopsState), "this player plays Gops only"
    hand = sorted(view.legal, key=lambda action: VALUE[value_of(action)])
    # Card sense: count the pack. What is on offer (rule 3: with what a tie left) has a place among the prizes to come, and
    # the hand has one card for each.
    prizes = sorted([state.stake, *(VALUE[card] for card in members(state.prizes_to_come))])
    place = prizes.index(state.stake)
    at = place + rng.choice(STEPS)  # tip: card for card is beaten by one more; who can be read is beaten, so mix
    if place >= DEAR * len(hand) and rng.random() < GIVES:
        at = 0  # tip: one more is beaten by giving up the dear ones: the lowest card goes, and theirs is spent
    at = min(max(at, 0), len(hand) - 1)
    # Rule 1, all hands are public: no higher than it takes to beat the highest card they hold.
    top = max(VALUE[card] for seat in range(len(view.sizes)) if seat != view.seat for card in members(state.open_hand(seat)))
    while at and VALUE[value_of(hand[at - 1])] > top:
        at -= 1
    return hand[at]
