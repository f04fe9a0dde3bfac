"""Throps by marginal gain, frozen: the better the card turned up would do its own score, the higher it bids."""

from __future__ import annotations

from random import Random

from goosetable import cards
from goosetable.cards import BIT, Cards
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, value_of
from goosetable.games.throps.rules import ThropsState, index_of_winning_bid, points_of_cards

MOST_GAIN = 12


class MarginalGain:
    """A player of Throps and of nothing else."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def think(self, view: View) -> Action:
        """Bids as high in its own hand as the gain stands among the gains of all cards that may still be turned up."""
        state = view.known
        assert isinstance(state, ThropsState), "this player plays Throps only"
        won = state.won[view.seat]
        gain = _gain(won, state.turned)
        others = [_gain(won, card) for card in cards.members(view.unseen)]
        better = sum(other > gain for other in others) + sum(other == gain for other in others) / 2
        place = better / len(others) * len(view.legal) if others else 0.0
        order = sorted(view.legal, key=lambda action: _strength(view, action))
        return order[min(int(place), len(order) - 1)]


class PlainGain:
    """The simpler way: as high in its hand as the gain, from the lowest card at 12 points lost to the highest at 12 won."""

    def __init__(self, rng: Random) -> None:
        del rng

    def think(self, view: View) -> Action:
        """Half-way up its hand for a card that changes nothing."""
        state = view.known
        assert isinstance(state, ThropsState), "this player plays Throps only"
        gain = _gain(state.won[view.seat], state.turned)
        order = sorted(view.legal, key=lambda action: _strength(view, action))
        place = (0.5 - gain / MOST_GAIN / 2) * len(order)
        return order[min(max(int(place), 0), len(order) - 1)]


def _gain(won: Cards, card: int) -> int:
    """What a card adds to the score of the cards won, or takes from it."""
    return points_of_cards(won | BIT[card]) - points_of_cards(won)


def _strength(view: View, action: Action) -> int:
    """How many cards of the pack would outbid this one."""
    state = view.known
    assert isinstance(state, ThropsState)
    pack = view.game.pack(state.options)
    return sum(index_of_winning_bid((value_of(action), other), state.turned) for other in pack if other != value_of(action))
