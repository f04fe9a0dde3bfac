"""A card game: its rules, with what a search may use (`heuristics`) and what a screen may use (`text`) beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Self

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, read, write
from goosetable.engine.rules.rules import O, Rules, S
from goosetable.engine.strength.heuristics import Heuristics
from goosetable.engine.text.game_text import GameText


class Game(Rules[S, O], Generic[S, O]):
    """The rules of a game and its notation; a game that has heuristics or texts of its own gives them to `__init__`."""

    def __init__(self, heuristics: Heuristics[S, O] | None = None, text: GameText[S, O] | None = None) -> None:
        self.heuristics: Heuristics[S, O] = heuristics or Heuristics(self)
        self.text: GameText[S, O] = text or GameText(self)

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        """Another process makes a game of its own."""
        return type(self), ()

    def card_name(self, card: Card) -> str:
        """A card as this game's records write it."""
        return cards.name(card, self.jokers)

    def write(self, action: Action) -> str:
        """An action as this game's records write it."""
        return write(action, self.jokers)

    def read(self, text: str, legal: Sequence[Action]) -> Action:
        """The action a text means; if it is legal, the very one of the legal list. Raises ValueError."""
        for action in legal:
            if write(action, self.jokers) == text:
                return action
        found = read(text)
        if write(found, self.jokers) != text:
            raise ValueError(f"{text!r} is not an action")
        return found


AnyGame = Game[Any, Any]
"""A game of whatever states and options."""
