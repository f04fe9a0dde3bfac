"""The player that searches. It prepares a decision, runs the suitable search in work slices, and plays the result.

`ExactSearch` solves determinizations with open hands and averages the values (perfect-information Monte Carlo, Ginsberg, 2001).
The other searches have a module each.

A style adds a small preference, such as boldness, to the aim of winning. It changes the utility of its own seat alone: not the
utilities of the other seats, and not the seat's view, memory and budget.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log, sqrt
from random import Random
from typing import Final

from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, Verb, card_of, value_of, verb_of
from goosetable.engine.rules.event import NEXT_KIND, Points
from goosetable.engine.rules.state import SealedState, State, TrickState
from goosetable.engine.strength.card_sense import CertainChoice
from goosetable.engine.strength.heuristics import (
    ALL_ACTIONS,
    UNGUIDED,
    AnyHeuristics,
    Guidance,
    MixedStrategyRun,
    PayoffRows,
    SolverRun,
    scaled_leads,
)
from goosetable.engine.strength.policy import AnyPolicy
from goosetable.engine.strength.sums import sum_in_order
from goosetable.players.agent import BuiltInPlayer, SealedStrategies
from goosetable.players.ismcts import GuidedTreeSearch, TreeSearch
from goosetable.players.mind import (
    MANNER_REASON,
    NO_MANNER,
    DealRandom,
    HorizonSearch,
    Manner,
    Mind,
    Reason,
    certain_actions_or_all,
    choose_by_manner,
    choose_by_value,
    choose_temptation,
)
from goosetable.players.people import HabitPlayoutPolicy
from goosetable.players.sealed_bids import Bandit, BanditParameters, PairedBids, RegretMatching, RegretParameters
from goosetable.players.search import (
    CHANCE_WITHOUT_SLIP,
    EQUAL_VALUE_LIMIT,
    PERFECT,
    Determinizer,
    Memory,
    RolloutSearch,
    Search,
    SearchProblem,
    Ucb,
    Utility,
    WinUtility,
    best_valued_action,
    lowest_equivalent,
    play_out,
)

MAX_TABLE_SIZE: Final = 16_000
"""Greatest size of the solver's transposition table. A larger dictionary grows in one step, which would delay a frame."""


LARGEST_LEAD: Final = 200
"""Lead in points that is scaled to 1 where a solved round is played for points; no deal brings more."""
MAX_CERTAIN_LOSS: Final = 0.001
"""Greatest loss of utility against the best answer with which a certain choice replaces the solution of a round."""


class ExactSearch(Search):
    """A search that solves determinizations exactly. An iteration is one slice of the solver."""

    def __init__(self, problem: SearchProblem) -> None:
        super().__init__(problem)
        self._table: dict[int, int] = {}
        self._solving = self._start_solver()

    @property
    def is_solvable(self) -> bool:
        """Whether the game has a solver for this decision."""
        return self._solving is not None

    def _start_solver(self) -> SolverRun | None:
        return self.heuristics.double_dummy_solver(self.determinizer.sample(self.rng), self._table)

    def run(self) -> Iterator[None]:
        """Solves one determinization after another. Completes the last one, even beyond the budget."""
        spent = 0
        while self._solving is not None:
            spent += 1
            try:
                while True:
                    next(self._solving)
                    spent += 1
                    yield
            except StopIteration as done:
                values: dict[Action, float] = done.value
            for action, value in values.items():
                self.visits[action] += 1
                self.totals[action] += value
            if self.determinizer.is_certain or spent >= self.budget:
                return
            if len(self._table) > MAX_TABLE_SIZE:
                self._table = {}
            yield
            self._solving = self._start_solver()

    def best_action(self) -> Action:
        if self.trace is not None:
            self.trace.certain = self.determinizer.is_certain
        return best_valued_action(self.view, self.values())


class SolvedRoundSearch(Search):
    """A search that solves a round of sealed bids between two seats exactly.

    An iteration is one slice of the solver; the budget is ignored.
    """

    def __init__(
        self, problem: SearchProblem, mixing: MixedStrategyRun, mixing_for_points: MixedStrategyRun | None = None
    ) -> None:
        """mixing_for_points: a second solver, for points. Its mixture is played if all bids have one value by the first."""
        super().__init__(problem)
        self._mixing, self._mixing_for_points = mixing, mixing_for_points
        self._mixture: dict[Action, float] = {}
        self._rows: PayoffRows = {}

    def run(self) -> Iterator[None]:
        solved = yield from self._mixing
        self._mixture, self._rows = solved.mixture, solved.rows
        if self.trace is not None:
            self.trace.rows = self._rows
            both = (solved.mixture, solved.answer) if self.view.seat == 0 else (solved.answer, solved.mixture)
            self.trace.strategies = [SealedStrategies(both, solved.values)]
        for action, value in solved.values.items():
            self.visits[action], self.totals[action] = 1, value
        worths = [worth for row in self._rows.values() for worth in row]
        if self._mixing_for_points is not None and max(worths) - min(worths) <= EQUAL_VALUE_LIMIT:
            self._mixture = (yield from self._mixing_for_points).mixture

    def is_as_good_as_solution(self, action: Action) -> bool:
        """Whether an action, against every possible bid of the other seat, has about the value of the solution."""
        return min(self._rows[action]) >= max(self.totals.values()) - MAX_CERTAIN_LOSS

    def best_action(self) -> Action:
        return self.draw_action(self._mixture)


@dataclass(frozen=True)
class Style:
    """A character's preferences besides winning, such as a liking of risk.

    "Deviation" means a standard deviation: of the utilities or of the points.
    """

    boldness: float = 0.0
    """Convexity of the utility, -0.6..0.6: positive for a liking of risk, negative for an aversion."""
    daring: float = 0.0
    """Utility, in deviations, of each unit that its bid is higher, -0.2..0.2."""
    hoarding: float = 0.0
    """Utility, in deviations, of one deviation of its own points in the deal, 0..1. Fewer points count if they win."""
    spite: float = 0.0
    """Weight, 0..1, with which the highest utility of another seat is subtracted."""
    rollouts: int = 24
    """Number of rollouts that estimate means and deviations before a search, 1 or more."""
    slice_size: int = 4
    """Number of these rollouts per work slice, 1 or more."""
    max_bold_deviation: float = 1.6
    """Deviations from the mean beyond which boldness adds no more; at most 1 / boldness: a better result stays better."""
    min_deviation: float = 0.002
    """Lower limit of the utilities' deviation, above 0. It gives preferences an effect where no action changes the utility."""
    manner: Manner = NO_MANNER
    """Habits of the character. They show its style at levels whose search is too short for the preferences to matter."""

    @property
    def is_neutral(self) -> bool:
        """Whether the style has no preferences, so that the utility stays unchanged."""
        return self.boldness == self.daring == self.hoarding == self.spite == 0.0


NO_STYLE: Final = Style()
"""Style without preferences: only winning counts."""
STYLE_SEPARATOR: Final = "+"
"""Separator between a level and a style: `expert+bold`."""

STYLES: Final = {
    "bold": Style(boldness=0.5, daring=0.12, manner=Manner(bid_shift=0.9, leads_high=0.6)),
    "cautious": Style(boldness=-0.5, daring=-0.12, manner=Manner(bid_shift=-1.0, ducks=0.95)),
    "hoarder": Style(hoarding=0.5, manner=Manner(bid_shift=0.3, holds=0.95)),
    "spoiler": Style(spite=0.5, manner=Manner(leads_short=0.95, spoils=0.95)),
    "reckless": Style(boldness=0.5, daring=0.12, hoarding=0.3, manner=Manner(bid_shift=1.3, leads_trumps=0.95, spends=0.9)),
    "thrifty": Style(boldness=-0.4, daring=-0.08, hoarding=0.4, manner=Manner(bid_shift=-0.5, leads_low=0.95, holds=0.95)),
    "rival": Style(boldness=0.3, daring=0.06, spite=0.4, manner=Manner(bid_shift=0.5, leads_back=0.95, quarrels=0.95)),
    "hasty": Style(boldness=0.5, daring=0.12, manner=Manner(bid_shift=0.7, leads_high=0.9, spends=0.85)),
    "wary": Style(boldness=-0.5, daring=-0.12, manner=Manner(bid_shift=-0.7, leads_low=0.95, ducks=0.5)),
    "showy": Style(hoarding=0.5, manner=Manner(bid_shift=0.2, courts=0.9)),
    "steady": Style(manner=Manner(leads_again=0.95)),
}
"""Styles by name."""


class StyledUtility:
    """A utility that includes the preferences of one seat's style. Results are cached by that seat's bid and by the points."""

    def __init__(self, heuristics: AnyHeuristics, utility: Utility, seat: int, style: Style) -> None:
        self.heuristics, self.seat, self.style = heuristics, seat, style
        self._plain = utility
        self._means = (0.0, 0.0)
        """Means of this seat's utility and of its `Rules.search_points`."""
        self._deviations = (style.min_deviation, 1.0)
        self._bids = style.daring != 0 and Verb.BID in heuristics.rules.verbs
        self._found: dict[tuple[int, tuple[Points, ...]], tuple[float, ...]] = {}

    def estimate_scale(self, determinizer: Determinizer, rng: Random) -> Generator[None, None, None]:
        """Estimates the means and standard deviations of utility and points by rollouts, in work slices."""
        style = self.style
        utilities: list[float] = []
        points: list[float] = []
        for done in range(1, style.rollouts + 1):
            state = determinizer.sample(rng)
            play_out(self.heuristics, state, rng.random)
            utilities.append(self._plain(state)[self.seat])
            points.append(float(self.heuristics.rules.search_points(state)[self.seat]))
            if done % style.slice_size == 0:
                yield
        (mean, deviation), (score, apart) = _mean_and_deviation(utilities), _mean_and_deviation(points)
        self._means, self._deviations = (mean, score), (max(deviation, style.min_deviation), apart or 1.0)

    def utility(self, state: State) -> tuple[float, ...]:
        """Returns each seat's utility of a finished deal. The utility of the seat with a style may be slightly outside 0..1."""
        points, number = self.heuristics.rules.search_points(state), self._own_bid(state)
        found = self._found.get((number, points))
        if found is None:
            plain = self._plain(state)
            own = self._styled_value(plain, float(points[self.seat]), number)
            found = (*plain[: self.seat], own, *plain[self.seat + 1 :])
            self._found[number, points] = found
        return found

    def _own_bid(self, state: State) -> int:
        if self._bids:
            for seat, action in state.actions:
                if seat == self.seat and verb_of(action) is Verb.BID:
                    return value_of(action)
        return 0

    def _styled_value(self, plain: tuple[float, ...], points: float, number: int) -> float:
        style, (mean, score), (deviation, apart) = self.style, self._means, self._deviations
        own = plain[self.seat]
        off = (own - mean) / deviation
        bent = min(max(off, -style.max_bold_deviation), style.max_bold_deviation)
        best = max([other for seat, other in enumerate(plain) if seat != self.seat])
        taste = style.boldness * (bent * bent - 1.0) / 2 + style.daring * number + style.hoarding * (points - score) / apart
        return own + deviation * taste - style.spite * best


def styled_utility(
    view: View, utility: Utility, style: Style, determinizer: Determinizer, rng: Random
) -> Generator[None, None, Utility]:
    """Returns, in work slices, a utility that includes a style's preferences. If the style has none, returns `utility`."""
    if style.is_neutral:
        return utility
    found = StyledUtility(view.game.heuristics, utility, view.seat, style)
    yield from found.estimate_scale(determinizer, rng)
    return found.utility


def _mean_and_deviation(values: list[float]) -> tuple[float, float]:
    mean = sum_in_order(values) / len(values)
    return mean, sqrt(sum_in_order([(value - mean) ** 2 for value in values]) / len(values))


@dataclass(frozen=True)
class SliceSizes:
    """Sizes of work slices of about one millisecond each, so that no frame of the table is delayed."""

    actions: int = 600
    """Number of actions in a slice, selected or simulated, 1 or more; fewer if an action takes longer (`Heuristics.cost`)."""
    sampling: int = 3
    """Time to sample a determinization, as a number of simulated actions, 0 or more."""
    growth: int = 4
    """A slice has at most 1 + (iterations so far) / growth iterations, because the first ones fill caches. 1 or more."""
    rollouts: int = 3
    """Divisor, 1 or more, of the iterations in a slice of rollouts, because playout policies may be slow for bids."""
    weights: int = 25
    """Number of determinizations sampled or weighted in a slice, 1 or more."""


@dataclass(frozen=True)
class Skill:
    """Parameters of a level that searches."""

    iterations: int
    """Greatest number of iterations for a decision."""
    memory: Memory = PERFECT
    max_actions: int | None = None
    """Greatest number of actions, selected or simulated, for a decision. It limits the time in long deals.

    With None there is no limit, and guidance does not reduce the iterations.
    """
    solver_slices: int = 0
    """Number of solver slices for a decision, if the game has a solver; 0 to use no solver."""
    solved_rounds: int = 0
    """Sealed bids are solved exactly with this number of rounds or fewer left, if the game has a solver; 0 or more."""
    weighted_determinizations: int = 0
    """Number of determinizations weighted by likelihood; 0 to ignore the observed actions, so that all are equally likely."""
    guidance: Guidance | None = UNGUIDED
    """Use of learned policies; None for the guidance of the game's heuristics."""
    max_paired_bids: int = 0
    """Greatest number of legal bids at which `PairedBids` is used; 0 for never."""
    breaks_ties: bool = False
    """Whether it settles equal choices as people do: follows to a trick with the lowest of equivalent cards, and bids for
    points once no bid of a solved round changes its chance to win. For a player without a mind.
    """
    leeway: float = 0.0
    """Greatest loss by a manner, in standard deviations of the values, 0 or more; 0 switches manners off."""
    mind: Mind | None = None
    """Failings and certain choices; None for a player that plays the result of its search."""
    ucb: Ucb = field(default_factory=Ucb)
    bandit: BanditParameters = field(default_factory=BanditParameters)
    regret: RegretParameters = field(default_factory=RegretParameters)
    slices: SliceSizes = field(default_factory=SliceSizes)

    def guidance_for(self, game: AnyGame) -> Guidance:
        """Returns the parameters for using this game's learned policies."""
        return game.heuristics.guidance if self.guidance is None else self.guidance

    def budget(self, heuristics: AnyHeuristics, length: int, share: float) -> int:
        """Returns the greatest number of iterations for a decision, 0 or more.

        length: number of actions in an iteration. share: factor on the number of iterations, above 0.
        """
        if self.max_actions is None:
            return self.iterations
        return int(min(self.iterations, int(self.max_actions / heuristics.cost) // length) * share)


SEALED_BID_LEEWAY: Final = 3.0
"""Factor on the leeway for sealed bids. Their deviation is smaller, because it is measured between the means of bids."""
TRICK_BID_LEEWAY: Final = 1.5
"""Factor on the leeway for bids of tricks. A deal has only one such bid, so a manner may lose more with it."""
MIN_DETERMINIZATIONS: Final = 4
"""Least number of determinizations of a player below expert."""
TRACE_DIVISOR: Final = 10
"""Divisor of a work slice with a trace. A search without playouts then runs some, and may take so much longer."""


class WinningAims:
    """The utility and the policies that maximise the chance of winning the game. All decisions of a deal share them."""

    def __init__(self, view: View, forecast: bool) -> None:
        """forecast: True if the utility of an unfinished deal is a forecast that looks at the hands of all seats."""
        self.deal = _standing_key(view, forecast)
        self.win = WinUtility(view.game.heuristics, view.known, forecast)
        self._known = view.known
        self._aimed: dict[AnyPolicy, AnyPolicy] = {}

    def policy_to_win(self, policy: AnyPolicy) -> AnyPolicy:
        """Returns a policy that has the same weights, but maximises the chance of winning the game. Cached."""
        found = self._aimed.get(policy)
        if found is None:
            found = self._aimed[policy] = policy.with_utility(self._known, self.win.utility)
        return found


class Searcher(BuiltInPlayer):
    """A player that runs a new search for each decision. It maximises the chance to win or, if `for_deal`, the payoff."""

    def __init__(self, name: str, rng: Random, skill: Skill, for_deal: bool = False, style: Style = NO_STYLE) -> None:
        super().__init__(name, rng)
        self.skill = skill
        self.for_deal = for_deal
        self.style = style
        self._seed = rng.getrandbits(64)
        self._aims: WinningAims | None = None
        self.reason: Reason | None = None
        """Reason of the last decision with a choice; None for a player without a mind."""
        self.iterations = 0
        """Number of iterations of the last decision."""
        self.habits_by_seat: Mapping[int, Mapping[str, float]] = {}
        """By seat of a person, the habits that a player with a mind expects (the result of `PersonMemory.known_habits`)."""

    def choose_action(self, view: View) -> Generator[None, None, Action]:
        """Chooses an action by a search in work slices. The search ends early if its choice is unlikely to change."""
        mind, memory = self.skill.mind, self.skill.memory
        if mind is not None:
            return (yield from self._choose_by_mind(view, mind))
        determinizer = Determinizer(view, memory, self._seed)
        search = yield from self.prepare_search(view, determinizer)
        yield from self.run_search(search)
        chosen = search.best_action()
        if self.skill.breaks_ties:
            chosen = lowest_equivalent(view, chosen)
        return self._choose_by_manner(view, determinizer, search, self.values, chosen)

    def run_search(self, search: Search) -> Generator[None, None, None]:
        """Runs a search in work slices, and stores its values in `values`."""
        growth, due = self.skill.slices.growth, 1
        part = search.slice_size if self.trace is None else max(1, search.slice_size // TRACE_DIVISOR)
        for done, _ in enumerate(search.run(), 1):
            self.iterations = done
            if done == due:
                yield
                if search.is_choice_settled():
                    break
                due += min(search.slice_size, 1 + done // growth)
            elif done % part == 0:
                yield
        self.values = search.values()

    def _choose_by_mind(self, view: View, mind: Mind) -> Generator[None, None, Action]:
        """Returns the action of a player below expert.

        This is the solution of a round that is solved exactly, or an action of a certain choice. Otherwise it is chosen after a
        search, by failings, values and habits. In the same position the same player gets the same random numbers.
        """
        known, heuristics = view.known, view.game.heuristics
        deal_random = DealRandom(self._seed, known.number, view.seat)
        situation = f"{len(known.actions)}:{view.hand}:{[*known.piles().values()]}"
        self.rng = Random(f"{deal_random}:{situation}")
        counting = isinstance(known, TrickState) and max(view.sizes) <= mind.card_counting_tricks
        determinizer = Determinizer(view, PERFECT if counting else self.skill.memory, self._seed)
        noted, believed = determinizer.remembered_state, determinizer.cards_elsewhere
        prepared = None
        if isinstance(known, SealedState) and view.hand.bit_count() <= self.skill.solved_rounds:
            prepared = yield from self.prepare_search(view, determinizer)
        takes_certain_choice = deal_random.random_number("sure", situation) < mind.certain_choice_chance
        sure = heuristics.certain_choice(noted, believed) if takes_certain_choice else None
        if isinstance(prepared, SolvedRoundSearch):
            yield from self.run_search(prepared)
            return self._choose_by_solution(view, determinizer, prepared, sure)
        legal = certain_actions_or_all(sure, view.legal)
        self.reason = None if sure is None else Reason("sure", sure.why)
        if len(legal) == 1 and self.trace is None:
            return legal[0]
        search = prepared or (yield from self.prepare_search(view, determinizer))
        yield from self.run_search(search)
        sound = search.undominated_actions() if counting and isinstance(search, HorizonSearch) else legal
        values = {action: self.values[action] for action in legal if action in self.values and action in sound}
        if not values:
            return legal[0]
        calculates = isinstance(known, SealedState) and view.hand.bit_count() <= mind.card_counting_tricks
        pulls = [] if calculates else heuristics.temptations(noted, believed, max(values, key=values.__getitem__))
        drawn = choose_temptation(mind, deal_random, list(pulls), values)
        if drawn is None:
            drawn = self._choose_by_value(view, mind, deal_random, search, values)
        taken = self._choose_by_manner(view, determinizer, search, values, drawn[0])
        self.reason = self.reason or (drawn[1] if taken == drawn[0] else Reason(MANNER_REASON))
        return taken

    def _choose_by_solution(
        self, view: View, determinizer: Determinizer, search: SolvedRoundSearch, certain_choice: CertainChoice | None
    ) -> Action:
        """Returns the action of a certain choice if it is as good as the solution of the round; else a bid drawn from the
        solution.
        """
        if certain_choice is not None and search.is_as_good_as_solution(certain_choice.actions[0]):
            self.reason = Reason("sure", certain_choice.why)
            return certain_choice.actions[0]
        drawn = search.best_action()
        taken = self._choose_by_manner(view, determinizer, search, self.values, drawn)
        self.reason = Reason("value" if taken == drawn else MANNER_REASON)
        return taken

    def _choose_by_manner(
        self, view: View, determinizer: Determinizer, search: Search, values: dict[Action, float], chosen: Action
    ) -> Action:
        """Returns the action that the style's manner prefers, if its loss is at most `leeway`; else the action `chosen`.

        values: value of each action that may be chosen.
        """
        leeway, manner, heuristics = self.skill.leeway, self.style.manner, view.game.heuristics
        if not leeway or manner == NO_MANNER or len(values) < 2:
            return chosen
        deal_random = DealRandom(self._seed, view.known.number, view.seat)
        if isinstance(view.known, SealedState):
            leeway *= SEALED_BID_LEEWAY
        elif verb_of(chosen) is Verb.BID:
            leeway *= TRICK_BID_LEEWAY
        least = max(values.values()) - leeway * search.deviation() - EQUAL_VALUE_LIMIT
        noted, believed = determinizer.remembered_state, determinizer.cards_elsewhere
        return choose_by_manner(
            manner,
            heuristics,
            noted,
            believed,
            chosen,
            lambda habit: deal_random.random_number(MANNER_REASON, habit),
            values,
            least,
        )

    def _choose_by_value(
        self, view: View, mind: Mind, deal_random: DealRandom, search: Search, values: dict[Action, float]
    ) -> tuple[Action, Reason]:
        """Returns the action chosen by value, habit and random error, and the reason.

        A sealed bid is drawn from the search's mixed strategy, because opponents could foresee the bid with the highest value.
        """
        if isinstance(view.known, SealedState):
            action = search.best_action()
            return (action if action in values else max(values, key=values.__getitem__)), Reason("value")
        usual = view.game.heuristics.choose_playout_action(search.sample_state(), list(values), CHANCE_WITHOUT_SLIP)
        return choose_by_value(mind, deal_random, values, search.deviation(), usual)

    def prepare_search(self, view: View, determinizer: Determinizer) -> Generator[None, None, Search]:
        """Prepares determinizations and utilities for a decision, in short work slices; returns the search."""
        skill, rng, heuristics, length = self.skill, self.rng, view.game.heuristics, _count_cards_to_play(view)
        guidance = skill.guidance_for(view.game)
        if view.hand.bit_count() <= guidance.unguided_cards and not _asks_for_call(view):
            guidance = UNGUIDED
        policy = heuristics.policy() if guidance.guides_search else None
        share = guidance.iteration_factor if policy is not None or not guidance.guides_search else 1.0
        budget = max(skill.budget(heuristics, length, share), len(view.legal))
        yield
        problem = SearchProblem(view, determinizer, heuristics.payoff, rng, budget, 1, self.trace)
        habits = heuristics.habits() if guidance.likelihood else None
        if skill.solver_slices:
            exact = ExactSearch(replace(problem, budget=skill.solver_slices))
            if exact.is_solvable:
                return exact
        utility: Utility = heuristics.forecast_payoff if guidance.forecast else heuristics.payoff
        short = policy is not None and heuristics.try_cut_to_current_part(view.known.copy())
        if not self.for_deal and not short:
            utility, policy, habits = yield from self._aim_at_winning(view, guidance.forecast, policy, habits)
        if skill.weighted_determinizations:
            reading = (None, 1.0) if habits is None else (habits, guidance.likelihood)
            yield from determinizer.draw_weighted_determinizations(
                rng, min(skill.weighted_determinizations, budget), skill.slices.weights, *reading
            )
        utility = yield from styled_utility(view, utility, self.style, determinizer, rng)
        if view.hand.bit_count() <= skill.solved_rounds:
            mixing = heuristics.solve_mixed_strategy(view.known, utility)
            if mixing is not None:
                points = heuristics.solve_mixed_strategy(view.known, _points_utility(heuristics)) if skill.breaks_ties else None
                return SolvedRoundSearch(replace(problem, utility=utility), mixing, points)
        cost = heuristics.cost * (policy.cost if policy is not None and guidance.playouts else 1.0)
        size = max(1, int(skill.slices.actions / cost) // (length + skill.slices.sampling))
        plain = self.style.is_neutral
        keeps_actions = self.trace is not None or not plain
        horizon = heuristics.horizon if plain else ALL_ACTIONS  # the utility of a taste needs the points at the end of the deal
        problem = replace(
            problem, utility=utility, slice_size=size, keeps_actions=keeps_actions, is_current_part_only=short, horizon=horizon
        )
        return self._make_sampling_search(problem, policy, guidance)

    def _aim_at_winning(
        self, view: View, forecast: bool, policy: AnyPolicy | None, habits: AnyPolicy | None
    ) -> Generator[None, None, tuple[Utility, AnyPolicy | None, AnyPolicy | None]]:
        aims = self._aims
        if aims is None or aims.deal != _standing_key(view, forecast):
            aims = self._aims = WinningAims(view, forecast)
        yield from aims.win.compute_tables()
        if policy is not None:
            policy = aims.policy_to_win(policy)
            yield
        if habits is not None:
            habits = aims.policy_to_win(habits)
            yield
        return aims.win.utility, policy, habits

    def _make_sampling_search(self, problem: SearchProblem, policy: AnyPolicy | None, guidance: Guidance) -> Search:
        skill, heuristics = self.skill, problem.view.game.heuristics
        mind, sealed = skill.mind, heuristics.sealed_bids
        if mind is not None and (sealed is not None or _asks_for_call(problem.view)):
            problem = replace(problem, budget=self._rollout_budget(problem))
        if _asks_for_call(problem.view):
            rolled = replace(problem, slice_size=max(1, problem.slice_size // skill.slices.rollouts))
            likings: list[float] = []
            if policy is not None and guidance.call_penalty:
                shares = policy.probabilities(problem.view.known, problem.view.legal)
                likings = [guidance.call_penalty * log(share / max(shares)) for share in shares]
            return RolloutSearch(rolled, policy if guidance.playouts else self._policy_expecting_habits(heuristics), likings)
        if mind is not None and isinstance(problem.view.known, TrickState):
            return self._make_horizon_search(problem, mind)
        if sealed is not None:
            kind = PairedBids if len(problem.view.legal) <= skill.max_paired_bids else Bandit
            return kind(problem, sealed, skill.weighted_determinizations > 0, skill.bandit, skill.ucb)
        if isinstance(problem.view.known, SealedState):
            return RegretMatching(problem, skill.regret, self.for_deal)
        measured = heuristics.pays_by_lead or not self.for_deal
        if policy is not None:
            return GuidedTreeSearch(problem, skill.ucb, measured, policy, guidance)
        return TreeSearch(problem, skill.ucb, measured)

    def _rollout_budget(self, problem: SearchProblem) -> int:
        view, skill = problem.view, self.skill
        most = skill.iterations * len(view.legal)
        if skill.max_actions is not None:
            most = min(most, int(skill.max_actions / view.game.heuristics.cost) // _count_cards_to_play(view))
        return max(most, problem.budget)

    def _policy_expecting_habits(self, heuristics: AnyHeuristics) -> HabitPlayoutPolicy | None:
        """Returns a playout policy that expects the known habits of people; None if there are none, or if the player is an
        expert.
        """
        return (
            HabitPlayoutPolicy(heuristics, self.habits_by_seat) if self.habits_by_seat and self.skill.mind is not None else None
        )

    def _make_horizon_search(self, problem: SearchProblem, mind: Mind) -> HorizonSearch:
        """Returns the search of a player below expert, up to its horizon. Long rollouts get fewer determinizations."""
        view, skill = problem.view, self.skill
        length = _count_cards_to_play(view)
        steps = mind.playout_length(view.known, length)
        trial = min(steps, length) + skill.slices.sampling
        budget = skill.budget(view.game.heuristics, trial * len(view.legal), 1.0)
        size = max(1, int(skill.slices.actions / view.game.heuristics.cost) // trial)
        problem = replace(problem, budget=max(budget, MIN_DETERMINIZATIONS), slice_size=size)
        return HorizonSearch(problem, steps, self._policy_expecting_habits(view.game.heuristics))


def _points_utility(heuristics: AnyHeuristics) -> Utility:
    """Returns a utility that grows with the seat's lead in points."""
    return lambda state: scaled_leads(heuristics.rules.search_points(state), LARGEST_LEAD)


def _standing_key(view: View, forecast: bool) -> tuple[object, ...]:
    """Returns the cache key for `WinningAims`. Deals of a game with the same standing have the same key."""
    known = view.known
    return view.game, known.options, known.number, known.totals, forecast


def _count_cards_to_play(view: View) -> int:
    return max(1, sum(view.sizes) + sum(size for pile, size in view.hidden if pile.kind == NEXT_KIND))


def _asks_for_call(view: View) -> bool:
    """Whether the seat is to choose a call (an action that plays no card, such as a bid).

    False if cards lie in the trick: giving the trick to a seat is no call.
    """
    known = view.known
    return card_of(view.legal[0]) is None and not (isinstance(known, TrickState) and known.trick)


def set_expected_habits(player: object, names: Sequence[str], habits_by_name: Mapping[str, Mapping[str, float]]) -> None:
    """Gives a player the known habits of people, which its searches then expect. Has no effect on a player without a search.

    names: people's names by seat. habits_by_name: by a person's name, the known habits, each with its probability.
    """
    if isinstance(player, Searcher):
        player.habits_by_seat = {seat: habits_by_name[name] for seat, name in enumerate(names) if habits_by_name.get(name)}
