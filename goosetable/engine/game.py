"""A card game: its rules, with what a search may use (`heuristics`) and what a screen may use (`text`) beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, cast

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, read, write
from goosetable.engine.rules.rules import O, Rules, S

if TYPE_CHECKING:
    from goosetable.engine.strength.heuristics import Heuristics
    from goosetable.engine.text.game_text import GameText


class Game(Rules[S, O], Generic[S, O]):
    """The rules of a game and its notation; its heuristics and texts are imported when they are first asked for."""

    heuristics_class: ClassVar[str] = "goosetable.engine.strength.heuristics:Heuristics"
    """The class of its heuristics, `module:Class`, made with the rules alone."""
    text_class: ClassVar[str] = "goosetable.engine.text.game_text:GameText"
    """The class of its texts, in the same form."""

    def __init__(self) -> None:
        self._heuristics: Heuristics[S, O] | None = None
        self._text: GameText[S, O] | None = None

    @property
    def heuristics(self) -> Heuristics[S, O]:
        """The estimates that a search asks for."""
        found = self._heuristics
        if found is None:
            found = self._heuristics = cast("Heuristics[S, O]", _part(self.heuristics_class)(self))
        return found

    @property
    def text(self) -> GameText[S, O]:
        """The texts that a screen shows."""
        found = self._text
        if found is None:
            found = self._text = cast("GameText[S, O]", _part(self.text_class)(self))
        return found

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


def _part(name: str) -> Callable[[object], object]:
    """The class `module:Class` of a game's package."""
    module, _, kind = name.partition(":")
    found: Callable[[object], object] = getattr(import_module(module), kind)
    return found
