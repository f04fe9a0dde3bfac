"""Whist: partners sit across, the last card dealt makes trumps, and each trick above six is a point."""

from __future__ import annotations

from dataclasses import dataclass

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.game import TrickGame
from goosetable.engine.rules import rules
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.options import option
from goosetable.engine.rules.state import TurnedState


@dataclass(frozen=True)
class WhistOptions:
    """The house rules of Whist."""

    target: int = option("Play to", (5, 7))


class Whist(TrickGame[TurnedState, WhistOptions]):
    """The rules of Whist."""

    id, title, author = "whist", "Whist", "traditional"
    line, people = "Two against two for the tricks above six.", "4 players"
    Options, State = WhistOptions, TurnedState

    def seats(self, options: WhistOptions) -> int:
        return 4

    def teams(self, options: WhistOptions) -> tuple[tuple[int, ...], ...]:
        return (0, 2), (1, 3)

    def pack(self, options: WhistOptions) -> tuple[Card, ...]:
        return cards.pack()

    def points(self, state: TurnedState) -> tuple[int, ...]:
        taken = state.taken()
        return tuple([max(0, taken[seat] + taken[seat - 2] - 6) for seat in range(4)])

    def winners(self, options: WhistOptions, standing: Standing) -> tuple[int, ...]:
        return rules.winners_at_target(standing.totals, options.target, shared=True)
