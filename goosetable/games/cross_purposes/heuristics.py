"""What a search may ask of CrossPurposes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from goosetable.cards import Card, Cards, pick
from goosetable.engine.rules import tricks
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.rules import Rules
from goosetable.engine.strength import playout
from goosetable.engine.strength.by_habits import HabitLikelihood, begun_again
from goosetable.engine.strength.guidance import UNGUIDED
from goosetable.engine.strength.heuristics import Solving
from goosetable.engine.strength.playout import SLIP
from goosetable.engine.strength.policy import FILE, HABITS, Lessons, Policy, Shape
from goosetable.engine.strength.target_race import TargetRace
from goosetable.engine.strength.win_chances import Pace
from goosetable.games.cross_purposes.explain import CrossReasons
from goosetable.games.cross_purposes.playout import call
from goosetable.games.cross_purposes.policy import SHAPE, CrossPolicy
from goosetable.games.cross_purposes.solve import expected_lead, worths
from goosetable.games.cross_purposes.state import NOT_NAMED, CrossOptions, CrossState


class CrossHeuristics(TargetRace[CrossState, CrossOptions]):
    """What a search may ask of CrossPurposes."""

    cost = 4.0
    shape: Shape | None = SHAPE
    files: tuple[str, ...] = (FILE, HABITS)
    guidance = UNGUIDED
    """No gain was measured yet. Compiled, between two, the first half of each deal from both seats, the second taken to bring
    what it does on average: with a likelihood to the power of 1 and three fifths of the solver's pieces 0.6 points a deal
    (+-1.2) in 105 deals, in 88 % of the time (71 ms a decision to 80). On 5 other deals twice as many weighed hands and half of
    the pieces won 10 (+-8), in 1.2 times the time: too few to tell. Against strategy fusion, a tree instead of the solver with
    8 cards or more lost 4.3 points a deal (+-3.1, 20 deals); to choose one's next card alike in all of 40 determinizations in
    which the other answers the same lost 0.05 (+-1.8, 40 deals) in 1.3 times the time. With 30 % of the work, an expert that
    sees all cards wins 7.3 points a deal from one that does not (+-2.3, 120 deals).
    """
    tables: tuple[int, ...] = (2, 4)
    lessons = Lessons(hands=60_000)
    paces: Mapping[int, Pace] = {
        2: Pace((10, 30, 35, 40, 42, 48, 50, 56, 63, 70, 104), 0.0),
        4: Pace((2, 7, 10, 12, 15, 16, 18, 20, 24, 30, 48), -0.25),
    }
    """By the number of players. Of two, what one wins the other loses (a correlation of -0.95), but seats that were spread so
    much wider would be taken to reach the target too early: without that the chances foretell better who wins.
    """

    def __init__(self, rules: Rules[CrossState, CrossOptions]) -> None:
        super().__init__(rules, CrossReasons())

    def call(self, state: CrossState, legal: Sequence[Action], chance: float) -> Action:
        return call(state.hands[state.turn], state.trumps, state.tops, legal, chance)

    def between(self, known: CrossState, one: Card, two: Card) -> Cards | None:
        return tricks.between(one, two, known.tops)

    def play(self, state: CrossState, group: Cards, chance: float) -> Card:
        """Goes for every trick but a partner's."""
        if chance < SLIP:
            return pick(group, chance / SLIP)
        trumps, tops, trick, last = state.trumps, state.tops, state.trick, len(state.trick) == len(state.hands) - 1
        if state.partners and trick:
            first = state.seat_of(tricks.strongest(trick, trumps, tops))
            if first == state.partners[state.turn]:
                return playout.lowest(group, tops)
        return playout.go_for(group, trick, last, playout.beating(trumps, tops), tops)

    def solve(self, state: CrossState, found: dict[int, int]) -> Solving | None:
        return None if state.over or len(state.hands) != 2 else worths(state, tuple(self.rules.legal(state)), found)

    def worth(self, state: CrossState) -> tuple[float, ...]:
        """By the tricks so far, as if those to come were shared evenly, and as much was to be expected of the second half."""
        if len(state.hands) != 2:
            return super().worth(state)
        ahead = expected_lead(state) / (2 * self.spread)
        return min(max(0.5 + ahead, 0.0), 1.0), min(max(0.5 - ahead, 0.0), 1.0)

    def payoff(self, state: CrossState) -> tuple[float, ...]:
        """As for any game; of a first half that stands alone, by what is to be expected of the second."""
        return self.worth(state) if state.alone else super().payoff(state)

    def shorten(self, state: CrossState) -> bool:
        state.alone = len(state.hands) == 2 and state.half == 1
        return state.alone

    def trained(self, rows: Sequence[Sequence[float]]) -> CrossPolicy:
        return CrossPolicy(rows)

    def likelihood_by(
        self, policy: Policy[CrossState], known: CrossState, seat: int
    ) -> Callable[[Sequence[Cards]], float] | None:
        """Of a first half, by what was named and played; the second hides nothing. Of four players it was not measured."""
        assert isinstance(policy, CrossPolicy)
        seats = len(known.hands)
        if known.half == 2 or seats != 2:
            return None
        fresh = begun_again(known)
        fresh.trumps = fresh.tops = fresh.opening = NOT_NAMED
        fresh.callers, fresh.calls, fresh.count, fresh.partners = tuple(range(seats)), [NOT_NAMED] * seats, 0, ()
        fresh.leader = (known.dealer + 1) % seats
        read = HabitLikelihood(known, fresh, seat, self.rules, policy, calls=True)
        return read.of if read.tells else None
