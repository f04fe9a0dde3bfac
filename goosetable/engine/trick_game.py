"""Games of tricks: everybody plays a card in turn, and one seat takes them all."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from goosetable.engine.game import Game
from goosetable.engine.rules.event import HAND_KIND, TRICK_KIND, WON_KIND, Kind
from goosetable.engine.rules.rules import O
from goosetable.engine.rules.state import TrickState
from goosetable.engine.strength.heuristics import Heuristics
from goosetable.engine.text.game_text import GameText
from goosetable.engine.text.trick_text import TrickText

T = TypeVar("T", bound=TrickState)


class TrickGame(Game[T, O], Generic[T, O]):
    """A game of tricks."""

    kinds: ClassVar[tuple[Kind, ...]] = (HAND_KIND, TRICK_KIND, WON_KIND)

    def __init__(self, heuristics: Heuristics[T, O] | None = None, text: GameText[T, O] | None = None) -> None:
        super().__init__(heuristics, text or TrickText(self))
