"""Analysis of a decision: the best action, the confidence in it, and the reasons, each in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from goosetable.cards import BIT
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, card_of, verb_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.text.explain import CHANCE, GAME, WORTH, Case, Ends, Prospect, called, prospect, spoken
from goosetable.players.agent import BuiltInPlayer, Trace
from goosetable.players.search import LEVEL, WinUtility

STUDIED: Final = 10
"""Number of final states examined in one work slice."""
ERRORS: Final = 1.5
"""Standard errors of a difference below which two values are close."""
CLOSE: Final = 0.12
"""Part of the range of all values, 0..1, below which two values are close."""
EQUAL: Final = 0.1
"""Two values are equal if their difference is surely below this part, 0..1, of the deviation of single simulations."""
CONFIDENT: Final = 1.645
"""Standard errors for a one-sided test at 5 %, here of equivalence (Schuirmann, 1987)."""
CLEAR: Final = 0.5
"""Least lead of a clear best action, as a part of the range of all values, 0..1."""
SURE: Final = 3.0
"""Least lead of a clear best action, in standard errors: more iterations would not change the order."""
ALIKE: Final = "about as good"
NO_DIFFERENCE: Final = "it makes no difference"
AS_GOOD: Final = f"{ALIKE} as @"
JUST_AS_GOOD: Final = "just as good as @"
IS_AS_GOOD: Final = "@ is as good"
PART: Final = 0.25
"""Least lead of a clear best action, as a part of the standard deviation of single simulations, 0..1."""


def touching(view: View, one: Action, two: Action) -> bool:
    """Whether two cards of the hand are equivalent: only their order counts, and no card between them may still be played."""
    first, second = card_of(one), card_of(two)
    if first is None or second is None or verb_of(one) is not verb_of(two):
        return False
    between = view.game.heuristics.between(view.known, first, second)
    if between is None:
        return False
    loose = view.unseen
    for group in view.held:
        loose |= group
    for card in view.known.trick if isinstance(view.known, TrickState) else ():
        loose |= BIT[card]
    return not between & loose


class Sureness(NamedTuple):
    """Confidence that an action is the best."""

    word: str
    """`only` legal action, `clear`, `likely`, `close` to its rival if more search might separate them, or `equal` to it."""
    rival: Action | None = None
    """The action with the value nearest to the best; None for `only`."""


class Analysis:
    """Analysis of a decision just made; its sentences are computed on demand."""

    def __init__(self, view: View, agent: BuiltInPlayer, chosen: Action) -> None:
        """chosen: the action played, which mixed strategies and softmax selection may make another than the best."""
        self.view = view
        self.values = dict(agent.values)
        """Values of the actions, as `BuiltInPlayer.values`."""
        trace = agent.trace or Trace()
        self.visits = dict(trace.visits)
        """Simulations by action; empty for an exact search."""
        self.best = best = max(self.visits, key=lambda action: (self.visits[action], action == chosen), default=chosen)
        self._certain, self._spread = trace.certain, trace.spread
        self._ends: dict[Action, Sequence[State]] = dict(trace.ends)
        self._seen: dict[Action, Prospect] = {}
        self._utility = WinUtility(view.game.heuristics, view.known)
        self._order = sorted(self.values, key=lambda action: (action != best, -self.values[action], view.legal.index(action)))
        values = self.values.values()
        self._scale = max(values) - min(values) if values else 0.0
        """Range of the values, from the worst to the best."""

    def _error(self, one: Action, two: Action) -> float:
        """Returns the standard error of the difference of two values."""
        return self._spread * sqrt(1 / max(self.visits.get(one, 1), 1) + 1 / max(self.visits.get(two, 1), 1))

    def close(self, one: Action, two: Action) -> bool:
        """Whether the values of two actions are about equal: within `ERRORS` or `CLOSE`, or `equal`."""
        if one == two:
            return True
        apart = abs(self.values[one] - self.values[two])
        return apart <= max(LEVEL, CLOSE * self._scale, ERRORS * self._error(one, two)) or self.equal(one, two)

    def equal(self, one: Action, two: Action) -> bool:
        """Whether the values of two actions surely differ by a negligible amount (`EQUAL`)."""
        if touching(self.view, one, two):
            return True
        apart = abs(self.values[one] - self.values[two])
        if not self.visits:
            return apart <= LEVEL
        return apart + CONFIDENT * self._error(one, two) <= EQUAL * self._spread

    @property
    def sureness(self) -> Sureness:
        """Confidence that the best action is best."""
        if len(self._order) < 2:
            return Sureness("only")
        best, *others = self._order
        top = max(others, key=self.values.__getitem__)
        gap = self.values[best] - self.values[top]
        if gap < 0 or self.close(best, top):
            return Sureness("equal" if self.equal(best, top) else "close", top)
        beyond = max(CLEAR * self._scale, SURE * self._error(best, top), PART * self._spread)
        return Sureness("clear" if gap >= beyond else "likely", top)

    def sure(self) -> str:
        """Returns the confidence in words: `clear`, `likely`, `about as good as 7♥`, `7♥ is as good`; empty for `only`."""
        word, rival = self.sureness
        if rival is None:
            return ""
        if word == "equal":
            return spoken(IS_AS_GOOD, self._called(rival))
        return self.as_good(rival) if word == "close" else word

    def why(self, action: Action) -> str:
        """Returns the reason why an action is good or not: a clause for `phrases.speak`; empty if there is none."""
        if len(self.view.legal) == 1:
            return "there is no choice"
        if action not in self.values or len(self.values) < 2:
            return ""
        other = self._against(action)
        if other is None:
            if all(self.equal(self.best, alike) for alike in self._order[1:]):
                return NO_DIFFERENCE
            return f"the others are {ALIKE}" if len(self.values) > 2 else f"the other is {ALIKE}"
        gain = self.values[action] - self.values[other]
        if action != self.best and (gain >= 0 or action in self._near()):
            # A value of few visits may be above the best: no reason is given that would contradict the advice.
            return self.as_good(self.best, self.equal(action, self.best))
        return self.told(action, other, gain)

    def either(self) -> str:
        """Returns the reason why the best action is good; if another, not touching action is equal, one true of both."""
        equal, other = self._equal, self._against(self.best)
        if equal is None or other is None:
            return self.why(self.best)
        both = (self.best,) if touching(self.view, self.best, equal) else (self.best, equal)
        told = {self.told(action, other, self.values[action] - self.values[other]) for action in both}
        return told.pop() if len(told) == 1 else ""

    def advice(self, action: Action) -> str:
        """Returns the reason for an action as `why`, for a person advised to take the best action or an equal one."""
        return self.either() if action == self.best else self.why(action)

    def as_good(self, other: Action, just: bool = False) -> str:
        """Returns a clause: an action is about as good as `other`, or with `just`, just as good."""
        return spoken(JUST_AS_GOOD if just else AS_GOOD, self._called(other))

    @property
    def indifferent(self) -> bool:
        """Whether all values are equal."""
        return self._scale <= LEVEL

    def see(self, ends: Mapping[Action, Sequence[State]]) -> None:
        """Replaces the final states of the search, for each action in `ends`."""
        for action, states in ends.items():
            self._ends[action] = states
            self._seen.pop(action, None)

    def study(self, *actions: Action) -> Iterator[None]:
        """Summarises the final states of actions in work slices; for a single action, also of those to compare it with."""
        if len(actions) == 1 and (other := self._against(actions[0])) is not None:
            equal = self._equal if actions[0] == self.best else None
            actions = (*actions, other) if equal is None else (*actions, other, equal)
        for action in actions:
            if action not in self._seen:
                ends = []
                for number, state in enumerate(self._ends.get(action, ()), 1):
                    ends.append(self._end(state))
                    if number % STUDIED == 0:
                        yield
                yield
                self._seen[action] = prospect(ends)
                yield

    def told(self, action: Action, other: Action, gain: float) -> str:
        """Returns the reason why an action is better than another by `gain`, or worse if that is negative."""
        game = self.view.game
        case = Case(
            self.view.known, action, other, self._prospect(action), self._prospect(other), gain, game.text.face, game.points,
            self._certain, game.lowest_wins, sum(self.visits.values()),
        )  # fmt: skip
        return spoken(game.heuristics.reasons.why(case), self._called(other))

    def _against(self, action: Action) -> Action | None:
        """Returns the action to compare with: the best, or for the best the next that is not near it; None if there is none."""
        if action != self.best:
            return None if self.indifferent else self.best
        worse, near = [other for other in self._order[1:] if self.values[other] < self.values[action]], self._near()
        return next((other for other in worse if other not in near), None)

    def _near(self) -> list[Action]:
        """Returns the actions close to the best, and those equivalent to one of them."""
        close = [action for action in self._order if self.close(self.best, action)]
        far = [action for action in self._order if action not in close]
        return close + [action for action in far if any(touching(self.view, action, other) for other in close)]

    @property
    def _equal(self) -> Action | None:
        """The rival of the best action, if it is equal; else None."""
        word, rival = self.sureness
        return rival if word == "equal" else None

    def _prospect(self, action: Action) -> Prospect:
        for _ in self.study(action, action):
            pass
        return self._seen[action]

    def _end(self, state: State) -> Ends:
        """Returns the figures of a final state, with the seat's share of a win, its chance and its utility."""
        game, known = self.view.game, self.view.known
        found: Ends = game.heuristics.reasons.ends(state, known, game.points(state))
        winners = game.winners(known.options, game.score(Standing(known.number - 1, known.totals), state))
        share = 1 / len(winners) if self.view.seat in winners else 0.0
        seat, utility = self.view.seat, self._utility
        return found | {GAME: share, CHANCE: utility.chances(state)[seat], WORTH: utility.utility(state)[seat]}

    def _called(self, action: Action) -> str:
        return called(self.view.seat, action, self.view.game.text.face)
