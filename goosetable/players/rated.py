"""The actions of a decision with the values of a search: the best one, and the others that are equal, close or worse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import inf, sqrt
from typing import Final, NamedTuple

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, Verb, card_of, verb_of
from goosetable.engine.rules.deal import Standing
from goosetable.engine.rules.state import State
from goosetable.engine.strength.sums import sum_in_order
from goosetable.engine.text.advice import Decision, Ranking
from goosetable.engine.text.explain import CHANCE, GAME, WORTH, ActionStatistics, DealFigures, statistics_of
from goosetable.players.agent import BuiltInPlayer, Trace
from goosetable.players.search import EQUAL_VALUE_LIMIT, WinUtility, are_equivalent

MAX_EARNINGS_STATES: Final = 100
"""Greatest number of final states used to find which of two equal actions earns more points."""
STATES_PER_SLICE: Final = 10
"""Number of final states examined in a work slice."""
CLOSE_ERRORS: Final = 2.0
"""Two values are close if they differ by less than this number of standard errors."""
CLOSE_PART_OF_RANGE: Final = 0.12
"""Two values are close if they differ by less than this part, 0..1, of the range of all values."""
EQUAL_PART: Final = 0.1
"""Two values are equal if they surely differ by less than this part of the deviation of simulations.

They must also surely differ by less than `MAX_EQUAL_DIFFERENCE`.
"""
NEGLIGIBLE_DIFFERENCE: Final = 0.0005
"""Difference of two values that never matters: half a game in a thousand."""
MAX_EQUAL_DIFFERENCE: Final = 0.01
"""Largest difference of two equal values: one game in a hundred."""
EQUIVALENCE_ERRORS: Final = 1.645
"""Number of standard errors in a one-sided test of equivalence at 5 % (Schuirmann, 1987)."""
CLEAR_PART_OF_RANGE: Final = 0.5
"""Least lead of a clear best action, as a part, 0..1, of the range of all values."""
CLEAR_ERRORS: Final = 3.0
"""Least lead of a clear best action, in standard errors of the difference."""
CLEAR_PART_OF_DEVIATION: Final = 0.25
"""Least lead of a clear best action, as a part, 0..1, of the standard deviation of single simulations."""
MAX_NAMED: Final = 3
"""Largest number of equal actions that a sentence names."""
MIN_TRIED_PART: Final = 0.1
"""Least number of simulations of an action that a hint recommends as equal, as a part, 0..1, of those of the best action."""
MAX_ROUGH_LOSS: Final = 0.02
"""Largest loss of value at which a rough search leaves the choice to the learned policy: two games in a hundred."""
ENOUGH_SIMULATIONS: Final = 300
"""Least number of simulations after which a small difference counts as none."""
MIN_PLAYOUTS: Final = 20
"""Least number of playouts of an action for its chance and points to be shown."""


class StatisticsByAction(Mapping[Action, ActionStatistics]):
    """A mapping from each legal action to its statistics, which are computed when first read."""

    def __init__(self, rated: RatedActions) -> None:
        self._rated = rated

    def __getitem__(self, action: Action) -> ActionStatistics:
        return self._rated.statistics(action)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._rated.view.legal)

    def __len__(self) -> int:
        return len(self._rated.view.legal)


class Confidence(NamedTuple):
    """The degree of confidence that the best action is really the best."""

    word: str
    """`only` legal action, `clear`, `likely`, `close` to its rival if more search might separate them, or `equal` to it."""
    rival: Action | None = None
    """The action with the value nearest to the best; None for `only`."""


class RatedActions:
    """The actions of a decision, rated by the search for that decision."""

    def __init__(self, view: View, agent: BuiltInPlayer, chosen: Action, advised: Action | None = None) -> None:
        """agent: the player. chosen: the action that it chose; one drawn from a mixed strategy counts as the best action.
        advised: the best action of an earlier search, or None; it stays the best unless this search finds a better one.
        """
        self.view = view
        self.values = dict(agent.values)
        """Values of the actions, as `BuiltInPlayer.values`."""
        trace = agent.trace or Trace()
        self.visits = dict(trace.visits)
        """Simulations by action; empty for an exact search."""
        self.mixture = dict(trace.mixture)
        """Probabilities of the actions of a mixed strategy; empty for any other search."""
        self.rows = dict(trace.rows)
        """Exact values of the actions of a mixed strategy against each action of the opponent; empty for any other search."""
        self.strategies = trace.strategies
        """Strategies of all seats in a round of sealed bids, each of another search; empty if none were recorded."""
        if self.strategies and not self.rows:
            chosen = self._pool_strategies()
        robust = max(self.visits, key=lambda action: (self.visits[action], action == chosen), default=chosen)
        self.best = best = chosen if self.mixture.get(chosen) else robust
        self._certain, self._spread = trace.certain, trace.deviation
        self._ends: dict[Action, Sequence[State]] = dict(trace.ends)
        self._seen: dict[Action, ActionStatistics] = {}
        self._utility = WinUtility(view.game.heuristics, view.known)
        self._order = sorted(self.values, key=lambda action: (action != best, -self.values[action], view.legal.index(action)))
        if self.visits and not self.mixture and len(self._order) > 1:
            self._choose_best_by_advice()
        if self.mixture.get(best):
            self._choose_bid_by_advice()
        if advised is not None and advised in self.values and self._is_level_with_best(advised):
            self._set_best(advised)
        values = self.values.values()
        self._scale = max(values) - min(values) if values else 0.0
        """Range of the values, from the worst to the best."""

    def _pool_strategies(self) -> Action:
        """Replaces the mixture and the values by the means over several searches. Returns the most frequent bid."""
        many, seat = len(self.strategies), self.view.seat
        self.mixture = {bid: sum_in_order([one.bids[seat][bid] for one in self.strategies]) / many for bid in self.view.legal}
        self.values = {bid: sum_in_order([one.values[bid] for one in self.strategies]) / many for bid in self.view.legal}
        return max(self.mixture, key=self.mixture.__getitem__)

    def _set_best(self, action: Action) -> None:
        """Makes an action the best one, and the first of the order."""
        self.best = action
        self._order.sort(key=lambda one: one != action)

    def _choose_best_by_advice(self) -> None:
        best, values = self.best, self.values
        least = MIN_TRIED_PART * self.visits.get(best, 0) if card_of(best) is not None else 0.0
        near = self._tolerances(best)
        better = [one for one in self._order if self.visits.get(one, 0) >= 2 * least and values[one] - values[best] > near[one]]
        if better:  # halving may leave most simulations to a bid that turns out worse
            best = max(better, key=values.__getitem__)
            near = self._tolerances(best)
            self._order.sort(key=lambda one: (one != best, -values[one]))
        group = [
            one for one in self._order if self.visits.get(one, 0) >= least and abs(values[best] - values[one]) <= near[one]
        ]
        shares = self._policy_probabilities() if self.is_rough else {}
        if shares:
            group = [one for one in group if values[best] - values[one] <= MAX_ROUGH_LOSS]
            first = max(group, key=shares.__getitem__)
        else:
            first = self._action_earning_most_points(
                [one for one in group if abs(values[best] - values[one]) <= MAX_EQUAL_DIFFERENCE / 2][:MAX_NAMED]
            )
        group.sort(key=lambda action: action != first)
        # Halving drops sealed bids after few simulations, in which many of them are alike.
        group += [
            one for one in self._order if verb_of(one) is Verb.OFFER and one not in group and values[one] >= values[first]
        ]
        self._set_best(self.view.game.advice.preferred_action(self.decision, group))

    def _tolerances(self, best: Action) -> dict[Action, float]:
        """Returns a tolerance for each action. The value of an action is near that of `best` if they differ by at most this
        tolerance.
        """
        return {one: max(CLOSE_ERRORS * self._error_of_difference(best, one), MAX_EQUAL_DIFFERENCE / 2) for one in self._order}

    def _is_level_with_best(self, action: Action) -> bool:
        """Whether the search has not shown the best action to be better than another one."""
        if self.mixture:
            return self.belongs_to_mixture(action)
        near = self._tolerances(self.best)[action] if self.visits else EQUAL_VALUE_LIMIT
        return self.values[self.best] - self.values[action] <= near or self.are_equal(self.best, action)

    @property
    def is_rough(self) -> bool:
        """Whether the search had so few simulations that, if repeated, it might prefer another of the close actions."""
        return self._error_of_difference(self.best, self.best) > MAX_EQUAL_DIFFERENCE

    def _policy_probabilities(self) -> dict[Action, float]:
        """Returns the probability of each card by the learned policy that guides the search. Empty if no policy guides the
        search, or if the decision is a call.
        """
        heuristics = self.view.game.heuristics
        policy = heuristics.policy() if heuristics.guidance.guides_search else None
        if policy is None or verb_of(self.best) is not Verb.PLAY:
            return {}
        return dict(zip(self.view.legal, policy.probabilities(self.view.known, self.view.legal), strict=True))

    def _choose_bid_by_advice(self) -> None:
        """If the game's advice prefers another bid of the mixed strategy, or of the same value, makes it the best bid."""
        best, values, near = self.best, self.values, MAX_EQUAL_DIFFERENCE / 2
        worst = {one: min(self.rows.get(one, (0.0,))) for one in self._order}
        least = min([worst[one] for one in self._order if self.belongs_to_mixture(one)]) - near
        level = [one for one in self._order if one == best or self.belongs_to_mixture(one)
                 or (abs(values[one] - values[best]) <= near and worst[one] >= least)]  # fmt: skip
        if self.rows and max(values.values()) <= NEGLIGIBLE_DIFFERENCE:  # a lost game: mistakes of the opponent decide
            hopes = {one: sum_in_order(self.rows[one]) for one in level}
            level = [one for one in level if hopes[one] >= max(hopes.values()) - MAX_EQUAL_DIFFERENCE]
        self._set_best(self.view.game.advice.preferred_action(self.decision, level))

    def _action_earning_most_points(self, group: Sequence[Action]) -> Action:
        """Returns one of several actions of equal worth: the one that clearly earns most points in this deal, or else the
        first.
        """
        game, seat, best, most, error = self.view.game, self.view.seat, group[0], -inf, 0.0
        for action in group:
            ends = [*islice(reversed(self._ends.get(action, ())), MAX_EARNINGS_STATES)]
            earned = [(-1 if game.lowest_wins else 1) * float(game.points(state)[seat]) for state in ends]
            mean = sum_in_order(earned) / max(len(ends), 1)
            square = sum_in_order([(one - mean) ** 2 for one in earned]) / max(len(ends), 1) ** 2
            if len(ends) >= MIN_PLAYOUTS and mean - most > sqrt(square + error):
                best, most, error = action, mean, square
        return best

    def _error_of_difference(self, first: Action, second: Action) -> float:
        """Returns the standard error of the difference of two values."""
        return self._spread * sqrt(1 / max(self.visits.get(first, 1), 1) + 1 / max(self.visits.get(second, 1), 1))

    def are_close(self, first: Action, second: Action) -> bool:
        """Whether two actions have about equal values: the difference is small, within its error, or surely negligible."""
        if first == second:
            return True
        apart = abs(self.values[first] - self.values[second])
        return apart <= max(
            EQUAL_VALUE_LIMIT, CLOSE_PART_OF_RANGE * self._scale, CLOSE_ERRORS * self._error_of_difference(first, second)
        ) or self.are_equal(first, second)

    def are_equal(self, first: Action, second: Action) -> bool:
        """Whether the values of two actions surely differ by a negligible amount (`EQUAL_PART`).

        All actions of a mixed strategy have the same value. So two of them count as equal only if their payoffs are equal
        against every answer.
        """
        if are_equivalent(self.view, first, second):
            return True
        if self.mixture:
            mine, theirs = self.rows.get(first), self.rows.get(second)
            if mine is None or theirs is None:
                return False
            return all(abs(one - other) <= EQUAL_VALUE_LIMIT for one, other in zip(mine, theirs, strict=True))
        apart = abs(self.values[first] - self.values[second])
        if not self.visits:
            return apart <= EQUAL_VALUE_LIMIT
        margin = max(min(EQUAL_PART * self._spread, MAX_EQUAL_DIFFERENCE), NEGLIGIBLE_DIFFERENCE)
        return apart + EQUIVALENCE_ERRORS * self._error_of_difference(first, second) <= margin

    @property
    def confidence(self) -> Confidence:
        """The confidence that the search's best action is really the best."""
        if len(self._order) < 2:
            return Confidence("only")
        best, *others = self._order
        if self.mixture:
            mixed = [one for one in others if self.belongs_to_mixture(one)]
            return Confidence("close" if mixed else "likely", max(mixed or others, key=lambda one: self.mixture.get(one, 0.0)))
        top = max(others, key=self.values.__getitem__)
        gap = self.values[best] - self.values[top]
        if gap < 0 or self.are_close(best, top):
            return Confidence("equal" if self._equals_best(top) else "close", top)
        beyond = max(
            CLEAR_PART_OF_RANGE * self._scale,
            CLEAR_ERRORS * self._error_of_difference(best, top),
            CLEAR_PART_OF_DEVIATION * self._spread,
        )
        return Confidence("clear" if gap >= beyond else "likely", top)

    def belongs_to_mixture(self, action: Action) -> bool:
        """Whether an action is a considerable part of the mixed strategy, or equal to the strategy's best action."""
        return self.mixture.get(action, 0.0) >= CLEAR_PART_OF_DEVIATION * max(self.mixture.values()) or self.are_equal(
            self.best, action
        )

    @property
    def decision(self) -> Decision[State]:
        """The decision and its statistics, as input for the game's advice."""
        view = self.view
        return Decision(
            view.known,
            view.unseen,
            view.sizes,
            view.known_hand_cards,
            view.legal,
            view.game.text.card_name,
            StatisticsByAction(self),
            self.mixture,
            [one.bids for one in self.strategies],
            max(self.values.values(), default=0.5),
        )

    def _equals_best(self, other: Action) -> bool:
        """Whether an action equals the best one, according to the search or to the rules."""
        advice = self.view.game.advice
        level = card_of(other) is not None and verb_of(other) is verb_of(self.best)
        return self.are_equal(self.best, other) or (level and advice.are_equal_in_worth(self.decision, self.best, other))

    def _worse_action_to_compare(self) -> Action | None:
        """Returns the action with which an explanation compares the best one: the next best action that is clearly worse.

        For a mixed strategy, returns the best action outside it. If no action is clearly worse, returns the worst if its
        difference can be measured; else None.
        """
        others = self._order[1:]
        if self.mixture:
            return next((other for other in others if not self.mixture.get(other)), None)
        if worse := self._clearly_worse_actions():
            return worse[0]
        if not others:
            return None
        gap = self.values[self.best] - self.values[others[-1]]
        return others[-1] if gap > max(self._error_of_difference(self.best, others[-1]), EQUAL_VALUE_LIMIT) else None

    @property
    def _are_all_close_to_best(self) -> bool:
        """Whether all actions are equal, or differ so little after `ENOUGH_SIMULATIONS` that more search would not help."""
        return all(self.are_equal(self.best, other) or self._is_close_to_best(other) for other in self._order[1:])

    @property
    def _values_agree(self) -> bool:
        """Whether the values of three or more actions differ by at most a thousandth of a game, after `ENOUGH_SIMULATIONS`
        each.
        """
        apart = [self.values[self.best] - self.values[other] for other in self._order]
        tried = not self.mixture and all(self.visits.get(one, 0) >= ENOUGH_SIMULATIONS for one in self._order)
        return tried and len(apart) > 2 and max(map(abs, apart)) <= 2 * NEGLIGIBLE_DIFFERENCE

    @property
    def _are_values_sampled(self) -> bool:
        """Whether values are means of exact values over deals that the seat cannot tell apart."""
        return not self.visits and not self.mixture and not self._certain

    def _is_close_to_best(self, action: Action) -> bool:
        apart = abs(self.values[self.best] - self.values[action])
        if self._are_values_sampled:
            return apart <= MAX_EQUAL_DIFFERENCE / 2
        return (
            self.visits.get(action, 0) >= ENOUGH_SIMULATIONS
            and apart <= min(EQUAL_PART * self._spread, MAX_EQUAL_DIFFERENCE) / 2
        )

    @property
    def is_indifferent(self) -> bool:
        """Whether all actions have the same value."""
        return self._scale <= EQUAL_VALUE_LIMIT

    def set_final_states(self, ends: Mapping[Action, Sequence[State]]) -> None:
        """Replaces the final states of those actions that `ends` has."""
        for action, states in ends.items():
            self._ends[action] = states
            self._seen.pop(action, None)

    def compute_statistics_of(self, *actions: Action) -> Iterator[None]:
        """Computes the statistics of actions, in work slices. For a single action, also those of the action to
        compare it with.
        """
        if len(actions) == 1 and (other := self._action_to_compare_with(actions[0])) is not None:
            equal = self._equal_rival if actions[0] == self.best else None
            actions = (*actions, other) if equal is None else (*actions, other, equal)
        for action in actions:
            if action not in self._seen:
                ends = []
                for number, state in enumerate(self._ends.get(action, ()), 1):
                    ends.append(self._deal_figures(state))
                    if number % STATES_PER_SLICE == 0:
                        yield
                yield
                self._seen[action] = statistics_of(ends)
                yield

    def _action_to_compare_with(self, action: Action) -> Action | None:
        """Returns the action to compare another with: the best one. For the best itself, returns the next clearly worse action;
        None if there is none.
        """
        if action != self.best:
            return None if self.is_indifferent else self.best
        return next(iter(self._clearly_worse_actions()), None)

    def _actions_near_best(self) -> list[Action]:
        """Returns the actions that are close to the best one in value, or equivalent to such an action."""
        close = [action for action in self._order if self.are_close(self.best, action)]
        far = [action for action in self._order if action not in close]
        return close + [action for action in far if any(are_equivalent(self.view, action, other) for other in close)]

    def _clearly_worse_actions(self) -> list[Action]:
        """Returns the actions that are worse than the best one and not close to it, in order from the best."""
        if not self.values:  # the only legal action was not searched
            return []
        near, value = self._actions_near_best(), self.values[self.best]
        return [other for other in self._order[1:] if other not in near and self.values[other] < value]

    @property
    def ranking(self) -> Ranking:
        """The best action and the others, sorted by how they compare with it, as input for `Advice.whole_hint`."""
        near, are_alike = self._actions_near_best(), self.view.game.advice.are_alike
        alike = [one for one in near if one != self.best and are_alike(self.decision, self.best, one)]
        level = [one for one in self._order[1:] if one in alike or self._equals_best(one)]
        close = [one for one in near if one != self.best and one not in level]
        worse = [one for one in self._clearly_worse_actions() if one not in level]
        loss = {one: self.values[self.best] - self.values[one] for one in self._order}
        least = MIN_TRIED_PART * self.visits.get(self.best, 0)
        tried = [one for one in self._order if self.visits.get(one, 0) >= least]
        return Ranking(self.best, level, close, worse, loss, self._certain, tried, value=self.values[self.best])

    @property
    def _equal_rival(self) -> Action | None:
        word, rival = self.confidence
        return rival if word == "equal" else None

    def statistics(self, action: Action) -> ActionStatistics:
        """Returns the statistics of an action, from the final states of the search."""
        for _ in self.compute_statistics_of(action, action):
            pass
        return self._seen[action]

    def _deal_figures(self, state: State) -> DealFigures:
        """Returns the figures of a final state, with the seat's share of a win, its chance of winning and its utility."""
        game, known = self.view.game, self.view.known
        found: DealFigures = game.heuristics.reasons.deal_figures(state, known, game.points(state))
        winners = game.winners(known.options, game.standing_after(Standing(known.number - 1, known.totals), state))
        share = 1 / len(winners) if self.view.seat in winners else 0.0
        seat, utility = self.view.seat, self._utility
        return found | {GAME: share, CHANCE: utility.win_chances(state)[seat], WORTH: utility.utility(state)[seat]}
