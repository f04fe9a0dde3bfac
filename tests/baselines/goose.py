"""Goose by hand evaluation, frozen: bids what its cards promise, as far as the hook lets it, and plays by rule to make it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from goosetable.cards import BIT, JOKER, JOKER_SUIT, PACK_SIZE, Card, Cards, members
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import VERB_SPAN, Action, Verb
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.games.goose.rules import NO_BID, GooseState, taking_place
from tests.baselines import cardplay

_BID = Verb.BID * VERB_SPAN
_WAVERS = 0.9


class HandEvaluator:
    """A player of Goose and of nothing else."""

    def __init__(self, rng: Random) -> None:
        del rng

    def think(self, view: View) -> Action:
        """The legal bid that is nearest to the promise of the hand; a trick is gone for as long as the bid needs one."""
        state = view.known
        assert isinstance(state, GooseState), "this player plays Goose only"
        if state.bids[view.seat] == NO_BID:
            return bid(state, view.legal, 0.0)
        return card(state, view.legal)


class Beginner(HandEvaluator):
    """Who has just learned the rules: bids up to a trick beside what the hand promises, and one card in eight is any."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._rng = rng

    def think(self, view: View) -> Action:
        """As a hand evaluator, with these slips."""
        state = view.known
        assert isinstance(state, GooseState), "this player plays Goose only"
        chance = self._rng.random()
        if state.bids[view.seat] == NO_BID:
            return bid(state, view.legal, 2.0 * chance - 1.0)
        return view.legal[int(8.0 * chance * len(view.legal))] if chance < 1 / 8 else card(state, view.legal)


def bid(state: GooseState, legal: Sequence[Action], off: float) -> Action:
    """The bid nearest to what the hand of the seat to act promises, and `off` tricks more."""
    aim = promise(state) + off
    return min(legal, key=lambda call: abs(call - _BID - aim))


def card(state: GooseState, legal: Sequence[Action]) -> Action:
    """A card that goes for the trick as long as the bid needs one, and avoids it afterwards."""
    seats, seat, trick = len(state.hands), state.turn, state.trick
    trumps, jokers = state.trumps, state.options.jokers
    needs = state.bids[seat] > state.won[seat].bit_count() // seats
    go = cardplay.go_for if needs else cardplay.avoid
    return go(legal, trick, len(trick) == seats - 1, lambda held: _beating(trumps, jokers, held))


def habit(state: GooseState, legal: Sequence[Action], chance: float) -> Action:
    """The same with some wavering, for the rollouts of the frozen greedy player; `chance` is 0..1."""
    if state.bids[state.turn] == NO_BID:
        return bid(state, legal, (chance - 0.5) * _WAVERS)
    slip = cardplay.slips(legal, chance)
    return card(state, legal) if slip is None else slip


@cache
def _beating(trumps: int | None, jokers: str, held: Card) -> Cards:
    return sum(BIT[other] for other in range(2 * PACK_SIZE) if taking_place([held, other], trumps, jokers) == 1)


def promise(state: GooseState) -> float:
    """How many tricks the hand of the seat to act may be expected to take."""
    options = state.options
    chances = _chances(state.trumps, options.jokers, state.size, options.players, options.decks)
    hand = state.hands[state.turn]
    took = 0.0
    for held in members(hand):
        by_higher, higher = chances[held]
        took += by_higher[(higher & ~hand).bit_count()]
    return min(took, float(state.size))


@cache
def _chances(trumps: int | None, jokers: str, size: int, seats: int, decks: int) -> tuple[tuple[tuple[float, ...], Cards], ...]:
    """By card, how likely it takes a trick by how many higher ones are in other hands or the stock, and which are higher.

    Scaled so that all hands together promise as many tricks as there are.
    """
    many = PACK_SIZE * decks
    there = min((seats - 1) * size / max(many - size, 1), 1.0)
    void = (1 - 13 / 54) ** size
    ruff = 1 - (1 - void * (1 - void)) ** (seats - 1) if trumps is not None else 0.0
    found = []
    for held in range(2 * PACK_SIZE):
        suit = SUIT[held]
        higher = sum(BIT[other] for other in members(OF_SUIT[suit]) if cardplay.low(other) < cardplay.low(held))
        higher &= BIT[PACK_SIZE] - 1 if decks == 1 else -1
        counts = range(higher.bit_count() + 1)
        if suit == JOKER_SUIT:
            row = tuple(_joker(held % PACK_SIZE == JOKER, jokers) for _ in counts)
        elif suit == trumps:
            row = tuple(0.15 + 0.85 / (1 + 0.8 * there * count) for count in counts)
        else:
            row = tuple((1 - ruff) / (1 + 1.5 * there * count) for count in counts)
        found.append((row, higher))
    scale = many / (seats * sum(row[-1] for row, _ in found[:many]))
    return tuple((tuple(min(scale * value, 1.0) for value in row), higher) for row, higher in found)


def _joker(high: bool, jokers: str) -> float:
    return {"suitless": 0.35, "top": 1.0 if high else 0.9, "wizard": 1.0 if high else 0.0}[jokers]
