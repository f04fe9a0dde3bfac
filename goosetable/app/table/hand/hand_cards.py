"""The cards of a hand: their order, and the ones that may be played."""

from __future__ import annotations

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.action import Action, Verb, card_of, verb_of
from goosetable.engine.rules.state import State

FROM_HAND = (Verb.PLAY, Verb.OFFER)
"""Verbs of actions that use a card of the hand."""


def hand_order(game: AnyGame, known: State, card: Card, sort: str) -> tuple[object, ...]:
    """Returns the sort key of a card in a hand held by suits or by ranks."""
    key = game.text.sort_key(known, card)
    if sort == "ranks":
        joker = cards.suit(card) == cards.JOKER_SUIT
        return (joker, 0 if joker else cards.rank(card), key, card)
    return (key, card)


def playable(legal: tuple[Action, ...]) -> tuple[tuple[Card, Action], ...]:
    """Returns the cards of the hand among some actions, each with its action."""
    found = ((card_of(action), action) for action in legal if verb_of(action) in FROM_HAND)
    return tuple((card, action) for card, action in found if card is not None)


def with_twins(found: tuple[tuple[Card, Action], ...], hand: Cards) -> tuple[tuple[Card, Action], ...]:
    """Adds the second of two equal cards: with two packs a legal list names only one of them."""
    named = {card for card, _ in found}
    twins = ((other, action) for card, action in found for other in (card - cards.PACK_SIZE, card + cards.PACK_SIZE))
    return found + tuple((card, action) for card, action in twins if card >= 0 and hand >> card & 1 and card not in named)
