"""How a seat of Goose bids and plays without thinking long: by what its cards promise, and by what its bid still needs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from goosetable.cards import BIT, JOKER, JOKER_SUIT, PACK_SIZE, Card, Cards, members, pick
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.engine.strength import playout
from goosetable.games.goose.playout_card import nearest
from goosetable.games.goose.scoring import taker
from goosetable.games.goose.state import BID, GooseState

WAVERS: Final = 0.9
"""A bid is off what the hand promises by up to half as many tricks, either way."""


def bid(state: GooseState, legal: Sequence[Action], chance: float) -> Action:
    """A bid near what the hand promises."""
    aim = promise(state, state.hands[state.turn]) + (chance - 0.5) * WAVERS
    return min(legal, key=lambda bid: abs(bid - BID - aim))


def play(state: GooseState, group: Cards, chance: float) -> Card:
    """A card that avoids the trick where no more are needed, one that goes for it where all are, and else one that leaves the
    hand nearest to what it needs.
    """
    if chance < playout.SLIP:
        return pick(group, chance / playout.SLIP)
    seat, trick, beats = state.turn, state.trick, beating(state.trumps, state.jokers, state.decks)
    seats = len(state.hands)
    need = state.bids[seat] - state.won[seat].bit_count() // seats
    last = len(trick) == seats - 1
    if need <= 0:
        return playout.avoid(group, trick, last, beats)
    if need >= state.hands[seat].bit_count():
        return playout.go_for(group, trick, last, beats)
    return nearest(state, group, need, beats)


_BEATING: Final[dict[str, dict[int, playout.Beats]]] = {}
"""By jokers, and by trumps and packs in one number: asked for at every card."""


def beating(trumps: int | None, jokers: str, decks: int) -> playout.Beats:
    """What beats what by `taker`."""
    found = _BEATING.get(jokers)
    if found is None:
        found = _BEATING[jokers] = {}
    key = decks if trumps is None else 4 * (trumps + 1) + decks
    beats = found.get(key)
    if beats is None:
        every = range(decks * PACK_SIZE)
        beaten = [sum(BIT[other] for other in every if taker([card, other], trumps, jokers) == 1) for card in every]
        beats = found[key] = tuple(beaten)
    return beats


def promise(state: GooseState, hand: Cards) -> float:
    """How many tricks a hand that was dealt may be expected to take."""
    options = state.options
    chances = _chances(state.trumps, options.jokers, state.size, options.players, options.decks)
    took = 0.0
    for card in members(hand):
        by_higher, higher = chances[card]
        took += by_higher[(higher & ~hand).bit_count()]
    return min(took, float(state.size))


@cache
def _chances(trumps: int | None, jokers: str, size: int, seats: int, decks: int) -> tuple[tuple[tuple[float, ...], Cards], ...]:
    """By card, how likely it takes a trick by how many higher ones are in other hands or the stock, and which are higher.

    A rough measure, scaled so that all hands together promise as many tricks as there are.
    """
    many = PACK_SIZE * decks
    there = min((seats - 1) * size / max(many - size, 1), 1.0)
    void = (1 - 13 / 54) ** size
    ruff = 1 - (1 - void * (1 - void)) ** (seats - 1) if trumps is not None else 0.0
    found = []
    for card in range(2 * PACK_SIZE):
        suit = SUIT[card]
        higher = sum(BIT[other] for other in members(OF_SUIT[suit]) if playout.low(other) < playout.low(card))
        higher &= BIT[PACK_SIZE] - 1 if decks == 1 else -1
        if suit == JOKER_SUIT:
            top = card % PACK_SIZE == JOKER
            sure = {"suitless": 0.35, "top": 1.0 if top else 0.9, "wizard": 1.0 if top else 0.0}[jokers]
            row = tuple(sure for _ in range(higher.bit_count() + 1))
        elif suit == trumps:
            row = tuple(0.15 + 0.85 / (1 + 0.8 * there * count) for count in range(higher.bit_count() + 1))
        else:
            row = tuple((1 - ruff) / (1 + 1.5 * there * count) for count in range(higher.bit_count() + 1))
        found.append((row, higher))
    mean = sum(row[-1] for row, _ in found[:many]) / many
    scale = 1 / (seats * mean)
    return tuple((tuple(min(scale * value, 1.0) for value in row), higher) for row, higher in found)
