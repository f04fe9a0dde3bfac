"""What a player thinks of the actions it weighed: which is best, how sure that is, and why, each in a few words."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.state import State
from goosetable.engine.text.explain import GAME, Case, Ends, Prospect, called, prospect, spoken
from goosetable.players.agent import Agent
from goosetable.players.selection import LEVEL
from goosetable.players.trace import Trace

ERRORS: Final = 1.5
"""Standard errors from which two values differ not by chance."""
CLOSE: Final = 0.12
"""Values that lie closer together than this part of their spread are close."""
CLEAR: Final = 0.5
"""Those that lie further apart than this part of it leave no doubt."""
SURE: Final = 3.0
"""Standard errors from which more determinizations would not change the order of two values."""
PART: Final = 0.25
"""The least part of what single deals differ by that leaves no doubt."""


class Sureness(NamedTuple):
    """How sure it is that an action is the best."""

    word: str
    """`only`, `clear`, `likely` or `close`."""
    rival: Action | None = None
    """The action that comes closest, where it is close; None of `only`."""


class Analysis:
    """What a player that has just thought about a view saw in it; asked for sentences, it works them out then."""

    def __init__(self, view: View, mind: Agent, chosen: Action) -> None:
        """chosen: what it did, which is the best but where it mixes what it does, or is not very attentive."""
        self.view = view
        self.values = dict(mind.values)
        """As `Mind.values`."""
        trace = mind.trace or Trace()
        self.visits = dict(trace.visits)
        """How often each action was imagined to the end of a deal; empty where the rest could be worked out."""
        self.best = best = max(self.visits, key=lambda action: (self.visits[action], action == chosen), default=chosen)
        self._certain, self._spread, self._ends = trace.certain, trace.spread, dict(trace.ends)
        self._seen: dict[Action, Prospect] = {}
        self._order = sorted(self.values, key=lambda action: (action != best, -self.values[action], view.legal.index(action)))
        values = self.values.values()
        self._scale = max(values) - min(values) if values else 0.0
        """How far the values lie apart, from the worst to the best."""

    def _error(self, one: Action, two: Action) -> float:
        """The standard error of the difference of two values."""
        return self._spread * sqrt(1 / max(self.visits.get(one, 1), 1) + 1 / max(self.visits.get(two, 1), 1))

    def close(self, one: Action, two: Action) -> bool:
        """Whether two actions are about as good."""
        if one == two:
            return True
        apart = abs(self.values[one] - self.values[two])
        return apart <= max(LEVEL, CLOSE * self._scale, ERRORS * self._error(one, two))

    @property
    def sureness(self) -> Sureness:
        """How sure it is that the best is best."""
        if len(self._order) < 2:
            return Sureness("only")
        best, *others = self._order
        top = max(others, key=self.values.__getitem__)
        gap = self.values[best] - self.values[top]
        if gap < 0 or self.close(best, top):
            return Sureness("close", top)
        beyond = max(CLEAR * self._scale, SURE * self._error(best, top), PART * self._spread)
        return Sureness("clear" if gap >= beyond else "likely", top)

    def sure(self) -> str:
        """The same in words: `clear`, `likely`, `close to 7♥`; nothing where there is no choice."""
        word, rival = self.sureness
        if word == "only":
            return ""
        return f"close to {self._called(rival)}" if word == "close" and rival is not None else word

    def why(self, action: Action) -> str:
        """Why an action is good or not, for `words.speak`: a clause without a full stop; nothing where nothing is known."""
        if len(self.view.legal) == 1:
            return "there is no choice"
        if action not in self.values or len(self.values) < 2:
            return ""
        other = self._against(action)
        if other is None:
            if self._scale <= LEVEL:
                return "it makes no difference"
            return "the others are about as good" if len(self.values) > 2 else "the other is about as good"
        game = self.view.game
        gain = self.values[action] - self.values[other]
        if action != self.best and (gain >= 0 or self.close(action, self.best)):
            # What was tried less may seem better than the best: nothing is said for it that would speak against the advice.
            return spoken("about as good as @", self._called(self.best))
        case = Case(
            self.view.known, action, other, self._prospect(action), self._prospect(other), gain, game.text.face, game.points,
            self._certain,
        )  # fmt: skip
        return spoken(game.heuristics.reasons.why(case), self._called(other))

    def _against(self, action: Action) -> Action | None:
        """What an action is compared with: the best, or for the best the next that is not about as good."""
        if action != self.best:
            return self.best if self._scale > LEVEL else None
        worse = [other for other in self._order[1:] if self.values[other] < self.values[action]]
        return next((other for other in worse if not self.close(action, other)), None)

    def _prospect(self, action: Action) -> Prospect:
        found = self._seen.get(action)
        if found is None:
            found = self._seen[action] = prospect([self._end(state) for state in self._ends.get(action, ())])
        return found

    def _end(self, state: State) -> Ends:
        """What a deal that was imagined to its end has in it for the seat, the game it may have won among it."""
        game, known = self.view.game, self.view.known
        found: Ends = game.heuristics.reasons.ends(state, known, game.points(state))
        winners = game.winners(known.options, game.score(Standing(known.number - 1, known.totals), state))
        return found | {GAME: 1 / len(winners) if self.view.seat in winners else 0.0}

    def _called(self, action: Action) -> str:
        return called(self.view.seat, action, self.view.game.text.face)
