"""What a search may ask of Goosed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt

from goosetable.cards import BIT, Card, Cards, pick
from goosetable.engine.rules import tricks
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.rules import Rules
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.strength import playout
from goosetable.engine.strength.by_habits import HabitLikelihood, begun_again
from goosetable.engine.strength.guidance import UNGUIDED, Guidance
from goosetable.engine.strength.heuristics import Heuristics
from goosetable.engine.strength.playout import SLIP
from goosetable.engine.strength.policy import Lessons, Policy, Shape
from goosetable.engine.strength.win_chances import leading
from goosetable.games.goosed.explain import GoosedReasons
from goosetable.games.goosed.policy import SHAPE, GoosedPolicy
from goosetable.games.goosed.state import GEESE, GoosedOptions, GoosedState


class GoosedHeuristics(Heuristics[GoosedState, GoosedOptions]):
    """What a search may ask of Goosed."""

    spread = 20
    cost = 2.2
    swings: Mapping[int, float] = {3: 3.9, 4: 3.8}
    """By number of seats, how far a deal carries one from the others: spread x sqrt(1 - correlation), which is 3.6 and 3.5, and
    a little more, with which chances foretell best who wins (`build/chances.py`)."""
    memorable = GEESE
    shape: Shape | None = SHAPE
    lessons = Lessons(entropy=0.001, step=0.05)
    guidance: Guidance = UNGUIDED
    """No gain was measured: compiled, alone among three experts, playouts by the policy and a prior of 3 with half of the
    iterations lost 0.03 points a deal (+-0.24, 100 deals from every seat) in nine tenths of the time. Hands weighed by habits
    learned from 600 deals of experts, to the power of 0.7, brought 0.02 (+-0.12, 200 deals) in 1.1 times the time, so there is
    no file of them. To see all cards is worth 0.7.
    """

    def __init__(self, rules: Rules[GoosedState, GoosedOptions]) -> None:
        super().__init__(rules, GoosedReasons())

    def win_chances(self, options: GoosedOptions, standing: Standing) -> tuple[float, ...]:
        """By the totals and the deals to come, with one at least."""
        seats = len(standing.totals)
        if self.rules.winners(options, standing):
            return super().win_chances(options, standing)
        left = max(options.length - standing.deals, 1)
        return leading([float(total) for total in standing.totals], [self.swings[seats] * sqrt(left)] * seats, 1.0)

    def trained(self, rows: Sequence[Sequence[float]]) -> GoosedPolicy:
        return GoosedPolicy(rows)

    def likelihood_by(
        self, policy: Policy[GoosedState], known: GoosedState, seat: int
    ) -> Callable[[Sequence[Cards]], float] | None:
        assert isinstance(policy, GoosedPolicy)
        fresh = begun_again(known)
        fresh.before_play()
        read = HabitLikelihood(known, fresh, seat, self.rules, policy)
        return read.of if read.tells else None

    def between(self, known: GoosedState, one: Card, two: Card) -> Cards | None:
        return None if (BIT[one] | BIT[two]) & GEESE else tricks.between(one, two, known.tops)

    def play(self, state: GoosedState, group: Cards, chance: float) -> Card:
        """Goes for every trick but that with which the Red Foxes would have caught all Geese, or a partner's."""
        if chance < SLIP:
            return pick(group, chance / SLIP)
        seat, trick, trumps, high = state.turn, state.trick, SUIT[state.turned], state.tops
        reds = state.reds
        last, red = len(trick) == len(state.hands) - 1, seat in reds
        wants = True
        if trick and state.decided:
            first = state.seat_of(tricks.strongest(trick, trumps, high))
            caught = 0
            for fox in reds:
                caught |= state.won[fox]
            for card in trick:
                caught |= BIT[card]
            every = caught & GEESE == GEESE & ~state.out
            wants = not (red and every) and not (last and (first in reds) == red)
        go = playout.go_for if wants else playout.avoid
        return go(group, trick, last, playout.beating(trumps, high), high)
