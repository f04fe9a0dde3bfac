"""What a search may ask of Goose."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goosetable.cards import Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.rules import Rules
from goosetable.engine.strength.heuristics import Heuristics, margin
from goosetable.games.goose import likelihood, playout, win_chances
from goosetable.games.goose.explain import GooseReasons
from goosetable.games.goose.options import GooseOptions
from goosetable.games.goose.scoring import prospect
from goosetable.games.goose.state import GooseState


class GooseHeuristics(Heuristics[GooseState, GooseOptions]):
    """What a search may ask of Goose."""

    spread = 300  # More than any but the most unlikely.
    cost = 3.3
    for_points = 0.5  # With many deals to come chances are level but for the model's own error: then points count.

    def __init__(self, rules: Rules[GooseState, GooseOptions]) -> None:
        super().__init__(rules, GooseReasons())

    def worth(self, state: GooseState) -> tuple[float, ...]:
        taken, (asses, geese) = state.taken(), state.roles
        if state.bidding:
            return (0.5,) * len(taken)
        left, seats = state.size - sum(taken), len(taken)
        expected = [
            prospect(state.bids[seat], won, left, seats, seat in asses, seat in geese) for seat, won in enumerate(taken)
        ]
        return margin(expected, self.spread)

    def call(self, state: GooseState, legal: Sequence[Action], chance: float) -> Action:
        return playout.bid(state, legal, chance)

    def play(self, state: GooseState, group: Cards, chance: float) -> Card:
        return playout.play(state, group, chance)

    def likelihood(self, known: GooseState, seat: int) -> Callable[[Sequence[Cards]], float] | None:
        return likelihood.likelihood(known, seat)

    def win_chances(self, options: GooseOptions, standing: Standing) -> tuple[float, ...]:
        over = self.rules.winners(options, standing)
        return super().win_chances(options, standing) if over else win_chances.chances(options, standing)
