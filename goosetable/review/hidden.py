"""What nobody could know at a decision, from the true deal: for the second line of an opinion, and for nothing else."""

from __future__ import annotations

from typing import Final

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.action import Action, card_of, value_of
from goosetable.engine.rules.sealed_state import SealedState
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.words import phrases
from goosetable.review.steps import PlayedDeal

MOST: Final = 4
"""Cards named of a seat, the highest."""
HIGH: Final = 1
"""The lowest rank that is named where the decision is not about a suit: a king."""


def hidden(deal: PlayedDeal, place: int, best: Action) -> str:
    """Whole sentences about what the other seats held at step `place`: the suits that the decision is about, or high cards;
    where all bid at once, what they bid. Nothing where there is nothing to say.
    """
    step, game = deal.steps[place], deal.game
    if isinstance(step.state, SealedState):
        return _bids(deal, place)
    state = step.state
    named = [
        _held(game, state, seat, _suits(state, step.action, best)) for seat in range(len(state.hands)) if seat != step.seat
    ]
    return " ".join([text for text in named if text])


def _suits(state: State, played: Action, best: Action) -> frozenset[int]:
    """The suits of the cards that may be played, and of the one led."""
    about = [card for card in (card_of(played), card_of(best)) if card is not None]
    if about and isinstance(state, TrickState) and state.trick:
        about.append(state.trick[0])
    return frozenset([cards.suit(card) for card in about])


def _held(game: AnyGame, state: State, seat: int, suits: frozenset[int]) -> str:
    held = [card for card in cards.members(state.hands[seat]) if _matters(card, suits)]
    named = sorted(held, key=cards.rank)[:MOST]
    more = [f"{phrases.spelled(len(held) - MOST)} more"] if len(held) > MOST else []
    return f"[{seat}] had {phrases.listed([game.text.face(card) for card in held if card in named] + more)}." if held else ""


def _matters(card: Card, suits: frozenset[int]) -> bool:
    suit = cards.suit(card)
    return suit == cards.JOKER_SUIT or (suit in suits if suits else cards.rank(card) <= HIGH)


def _bids(deal: PlayedDeal, place: int) -> str:
    """What the others bid in the same round."""
    state = deal.steps[place].state
    assert isinstance(state, SealedState)
    seats, mine = len(state.hands), deal.steps[place].seat
    first = place - len(state.committed)
    laid: dict[int, Card] = {step.seat: value_of(step.action) for step in deal.steps[first : first + seats]}
    others = [f"[{seat}] bid {deal.game.text.face(card)}" for seat, card in sorted(laid.items()) if seat != mine]
    return f"{phrases.listed(others)}."
