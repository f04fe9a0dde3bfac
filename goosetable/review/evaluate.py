"""Evaluation of a decision in work slices: a search chooses the best action, then new playouts measure the cost.

The best action is the choice of the adviser. If the adviser uses a mixed strategy, as for sealed bids, any action of the
strategy counts as best. If playouts compare all actions, as for a bid, a clearly better action replaces the adviser's choice.
The opinion depends only on the view, the action and the seed.

In a round of sealed bids with public hands, the playouts let the other seats bid by the strategies of several searches, because
each search may find another equilibrium. These playouts end after the round, with the worth that the heuristics give.

Playouts use the same determinizations and random numbers for each action, and the learned policy of the search if it has one.
The determinizations are drawn anew after the search, so that its luck does not count twice (the winner's curse). They are
resampled by the likelihood of the observed actions (sampling-importance resampling: Rubin, 1987). Standard errors count
repeated determinizations as one. Only `Opinion.hidden` and `Opinion.follows` use the true deal.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, MutableSequence, Sequence
from dataclasses import replace
from itertools import accumulate
from math import exp, sqrt
from random import Random
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, determinization_from, sample_determinization, sampler_for
from goosetable.engine.rules.action import Action, Verb, card_of, value_of, verb_of
from goosetable.engine.rules.state import SealedState, State, TrickState
from goosetable.engine.strength.heuristics import AnyBids
from goosetable.engine.strength.policy import AnyPolicy
from goosetable.engine.strength.sums import sum_in_order
from goosetable.engine.words import phrases
from goosetable.players import ADVICE, think_in_slices
from goosetable.players.agent import RESTARTS, SealedStrategies, Trace
from goosetable.players.analysis import Analysis
from goosetable.players.levels import make_player_with_effort
from goosetable.players.sealed_bids import BanditParameters, BidSampler, draw_bid
from goosetable.players.search import EQUAL_VALUE_LIMIT, WinUtility, play_out
from goosetable.players.search_agent import Searcher
from goosetable.review.opinion import NO_COST, NO_DIFFERENCE, Cost, Estimate, Opinion, Outlook
from goosetable.review.steps import PlayedDeal

CANDIDATES_PER_SAMPLE: Final = 4
"""Number of determinizations drawn for each one used, if they differ in likelihood."""
STORED_FINAL_STATES: Final = 1000
"""Number of final states stored for each action. All are stored, so that the figures of a reason agree with the cost."""
SAMPLES_PER_SLICE: Final = 25
"""Number of determinizations that are drawn, or made into states, in a work slice."""


class Sample(NamedTuple):
    """A determinization of the seat's view, with its number."""

    number: int
    """Number of the determinization. If the same determinization is drawn again, it has the same number."""
    state: State
    policies: Sequence[int] = ()
    """In sealed rounds, the number of each seat's bidding policy (`SealedBids`)."""


class PlayoutResult(NamedTuple):
    """The seat's result of one playout: utility, points, and chance of winning."""

    worth: float
    points: float
    chance: float


def playout_policy(view: View) -> AnyPolicy | None:
    """Returns the learned policy that the search follows in its playouts; None if it follows the heuristics."""
    heuristics = view.game.heuristics
    guidance = heuristics.guidance
    return heuristics.policy() if guidance.playouts and view.hand.bit_count() > guidance.unguided_cards else None


Ending = Callable[[Sample, Action, int], Generator[None, None, tuple[PlayoutResult, State]]]


class Playouts:
    """All playouts for one decision."""

    def __init__(self, view: View, actions: Sequence[Action], rng: Random, strategies: Sequence[SealedStrategies] = ()) -> None:
        """actions: the actions to compare, each once. strategies: in a sealed round, strategies that the seats may follow."""
        self._view, self._rng, self._strategies = view, rng, strategies
        self._heuristics = view.game.heuristics
        self._utility = WinUtility(self._heuristics, view.known)
        self._policy: AnyPolicy | None = None
        """The learned policy of the playouts, if the search uses it too; None for the heuristics."""
        self._found: dict[Action, list[PlayoutResult]] = {action: [] for action in actions}
        self._numbers: list[int] = []
        self.ends: dict[Action, list[State]] = {action: [] for action in actions}
        """Final states of the first determinizations, for reasons."""

    def run(self, count: int) -> Generator[None, None, None]:
        """Plays out each action in `count` determinizations, 2 or more. A work slice is one playout."""
        yield from self.aim_at_winning()
        sealed = self._heuristics.sealed_bids
        if sealed is not None:
            sampler = BidSampler(self._view, sealed, self._rng, True, BanditParameters())
            drawn = (Sample(number, sampler.sample(), tuple(sampler.policies)) for number in range(count))
            yield from self._play_samples(
                drawn, lambda imagined, action, seed: self._play_out_bid(sealed, imagined, action, seed)
            )
        else:
            kept = yield from self._draw_samples(count)
            kept.reverse()
            drawn = (kept.pop() for _ in range(count))
            yield from self._play_samples(drawn, self.play_out)

    def aim_at_winning(self) -> Generator[None, None, None]:
        """Prepares the utility and the policy that maximises it, in work slices."""
        yield from self._utility.compute_tables()
        learned = playout_policy(self._view)
        if learned is not None:
            self._policy = learned.with_utility(self._view.known, self._utility.utility)
            yield

    def run_perfect_play(self) -> Generator[None, None, None]:
        """Plays out each action in the only possible deal, with best play by all. Replaces `run` where nothing is hidden."""
        yield from self._utility.compute_tables()
        yield from self._play_samples(iter([Sample(0, sample_determinization(self._view, self._rng))]), self._play_perfectly)

    def outlook(self, action: Action) -> Outlook:
        """Returns the mean points and the mean chance of winning after an action."""
        found = self._found[action]
        return Outlook(self._mean_estimate([one.points for one in found]), self._mean_estimate([one.chance for one in found]))

    def cost(self, best: Action, played_action: Action) -> Cost:
        """Returns the mean gains of the action `best` over the action played, in the same determinizations."""
        sign = -1 if self._view.game.lowest_wins else 1
        pairs = list(zip(self._found[best], self._found[played_action], strict=True))
        return Cost(
            self._mean_estimate([one.worth - other.worth for one, other in pairs]),
            self._mean_estimate([sign * (one.points - other.points) for one, other in pairs]),
            self._mean_estimate([one.chance - other.chance for one, other in pairs]),
        )

    # ------------------------------------------------------------------ deals

    def _draw_samples(self, count: int) -> Generator[None, None, list[Sample]]:
        view, rng = self._view, self._rng
        hidden = sampler_for(view)
        likelihood = self._heuristics.likelihood(view.known, view.seat)
        many = count if likelihood is None else CANDIDATES_PER_SAMPLE * count
        drawn = []
        logs: list[float] = []
        for number in range(many):
            hands = view.with_known_cards(hidden.deal(rng))
            drawn.append(hands)
            if likelihood is not None:
                logs.append(likelihood(hands))
            if number % SAMPLES_PER_SLICE == SAMPLES_PER_SLICE - 1:
                yield
        chosen = list(range(count))
        if likelihood is not None:
            most = max(logs)
            whole = list(accumulate([exp(log - most) for log in logs]))
            start, step = rng.random(), whole[-1] / count
            # Systematic resampling: Kitagawa, 1996.
            chosen = [min(bisect(whole, (place + start) * step), many - 1) for place in range(count)]
        found = []
        for number in chosen:
            found.append(Sample(number, determinization_from(view, drawn[number][:], rng)))
            if len(found) % SAMPLES_PER_SLICE == 0:
                yield
        return found

    # ------------------------------------------------------------------ playouts

    def _play_samples(self, drawn: Iterator[Sample], ending: Ending) -> Generator[None, None, None]:
        for imagined in drawn:
            seed = self._rng.getrandbits(32)
            self._numbers.append(imagined.number)
            for action, found in self._found.items():
                result, over = yield from ending(imagined, action, seed)
                found.append(result)
                if len(found) <= STORED_FINAL_STATES:
                    self.ends[action].append(over)
                yield

    def _foreseen_result(self, state: State) -> PlayoutResult:
        seat, chances = self._view.seat, self._heuristics.static_win_chances(state)
        return PlayoutResult(chances[seat], self._heuristics.static_points(state)[seat], chances[seat])

    def _result_of(self, state: State) -> PlayoutResult:
        seat, part = self._view.seat, self._heuristics.payoff_weight
        worth = self._utility.utility(state)[seat]
        chance = (worth - part * self._heuristics.payoff(state)[seat]) / (1 - part)
        return PlayoutResult(worth, float(self._view.game.points(state)[seat]), min(max(chance, 0.0), 1.0))

    def play_out(self, sample: Sample, action: Action, seed: int) -> Generator[None, None, tuple[PlayoutResult, State]]:
        """Returns the result and the final state of a playout after an action.

        In a sealed round with strategies the heuristics estimate the result after the bids, as in the search; the rest of the
        deal is played out only to find reasons.
        """
        yield from ()
        state, rng = sample.state.copy(), Random(seed)
        if isinstance(state, SealedState):
            self._bid_round(state, action, rng)
        else:
            self._view.game.apply(state, action)
        foreseen = self._foreseen_result(state) if self._strategies and not state.over else None
        play_out(self._heuristics, state, rng.random, policy=self._policy)
        return foreseen or self._result_of(state), state

    def _bid_round(self, state: SealedState, action: Action, rng: Random) -> None:
        """Makes all bids of a round. The other seats bid by one of the strategies or, without any, by the playout policy;
        bids that they have already made do not count.
        """
        game, mine = self._view.game, self._view.seat
        state.take_back_bids()
        bids, followed = [], rng.choice(self._strategies).bids if self._strategies else ()
        for seat in range(len(state.hands)):
            if seat == mine:
                bids.append(action)
            elif followed:
                bids.append(rng.choices([*followed[seat]], [*followed[seat].values()])[0])
            else:
                asked = state.copy()
                asked.turn = seat
                bids.append(self._heuristics.choose_playout_action(asked, game.legal(asked), rng.random()))
        for _ in bids:
            game.apply(state, bids[state.turn])

    def _play_out_bid(
        self, sealed: AnyBids, sample: Sample, action: Action, seed: int
    ) -> Generator[None, None, tuple[PlayoutResult, State]]:
        yield from ()
        state, rng, mine = sample.state.copy(), Random(seed), self._view.seat
        bids = [
            action if seat == mine else draw_bid(sealed, state, seat, policy, rng)
            for seat, policy in enumerate(sample.policies)
        ]
        for _ in bids:
            self._view.game.apply(state, bids[state.turn])
        if not state.over:
            sealed.play_out_bids(state, sample.policies, [seat != mine for seat in range(len(bids))], rng)
        return self._result_of(state), state

    def _play_perfectly(self, sample: Sample, action: Action, _: int) -> Generator[None, None, tuple[PlayoutResult, State]]:
        state, game = sample.state.copy(), self._view.game
        game.apply(state, action)
        while not state.over:
            legal = game.legal(state)
            solving = self._heuristics.double_dummy_solver(state, {}) if len(legal) > 1 else None
            values = {} if solving is None else (yield from solving)
            game.apply(state, legal[0] if not values else max(values, key=values.__getitem__))
        return self._result_of(state), state

    def _mean_estimate(self, values: Sequence[float]) -> Estimate:
        """Returns the mean of values by playout, with its standard error. One determinization counts as one observation."""
        mean = sum_in_order(values) / len(values)
        apart: dict[int, float] = {}
        for number, one in zip(self._numbers, values, strict=True):
            apart[number] = apart.get(number, 0.0) + one - mean
        groups = len(apart)
        wider = groups / (groups - 1) if groups > 1 else 0.0
        return Estimate(mean, sqrt(wider * sum_in_order([total * total for total in apart.values()])) / len(values))


MAX_SAMPLES: Final = 1000
"""Greatest number of determinizations for measuring a cost."""
PLAYOUT_ACTIONS: Final = 300_000
"""Number of actions in the playouts that measure a cost; they take a second or less."""
LEARNED_POLICY_FACTOR: Final = 2
"""Factor on `PLAYOUT_ACTIONS` for playouts by a learned policy. They take longer, but are nearer to real play."""
MIN_SAMPLES: Final = 40
"""Least number of determinizations for measuring a cost, if playouts are slow."""
STATIC_VALUES_DIVISOR: Final = 2
"""Divisor of iterations and playouts in games whose search needs no playouts. There they only give reasons, and are slow."""
MIN_PART_OF_LIKELIEST: Final = 0.1
"""Another action of a mixed strategy also counts as best if its probability is at least this part of the highest one. Lower
probabilities mean little, because a search gives some to every action that it tries.
"""
LOST_CHANCE: Final = 0.0005
"""A game counts as lost if the chance of winning it is below this number."""


ERRORS_TO_OVERRULE: Final = 3.0
"""Number of standard errors by which an action must beat the search's best action in the playouts to replace it. Two would be
too few, because one of many actions may be so much better by chance.
"""
STATES_DELETED_PER_SLICE: Final = 300
"""Number of final states deleted in a work slice."""


class Adviser(NamedTuple):
    """The settings of the player that forms opinions. Equal settings give equal opinions."""

    level: str = ADVICE
    """A level that searches; it may have a style or an effort."""
    seed: str = ""
    iterations: int | None = None
    """Number of iterations of the search; playouts use half as many determinizations. None for the usual numbers."""

    def make_player(self, seed: str) -> Searcher:
        """Creates the level's player. seed: determines its random numbers. Raises ValueError."""
        player = make_player_with_effort(self.level, Random(seed), self.iterations)
        if not isinstance(player, Searcher):
            raise ValueError(f"{self.level!r} compares no actions by a search, so it has no opinions")
        return player


def has_choice(game: AnyGame, legal: Iterable[Action]) -> bool:
    """Returns True if there are two or more legal actions that are not copies of the same card."""
    return len({game.action_text(action) for action in legal}) > 1


def form_opinion(view: View, played_action: Action, line: int, adviser: Adviser) -> Generator[None, None, Opinion]:
    """Returns an opinion on one decision; `hidden` and `follows` are empty. Raises ValueError for a level without a search."""
    game, done = view.game, view.game.action_text(played_action)
    if not has_choice(game, view.legal):
        return Opinion(line, view.seat, done, done, "only", why="there is no choice")
    seed = f"goosetable review v1:{adviser.seed}:{view.known.number}:{line}"
    trace, analysis = yield from _search(view, adviser, seed)
    best = _best_or_played_action(view, trace, analysis, played_action)
    yield
    verdict = Verdict(analysis, played_action, best)
    compared = verdict.actions_to_compare()
    playouts = Playouts(view, compared, Random(f"{seed}:playouts"), trace.strategies)
    count = 0
    if trace.certain:
        yield from playouts.run_perfect_play()
    else:
        count = _determinization_count(view, len(compared), adviser)
        yield from playouts.run(count)
    yield
    if count and len(compared) > 2:
        verdict.overrule((yield from _recheck_best_action(playouts, compared, verdict.best)))
    cost = NO_COST if verdict.best == played_action else playouts.cost(verdict.best, played_action)
    exact = analysis.values if trace.rows else {}  # with best play of both, which the playouts of a mixed strategy are far from
    if exact and verdict.best != played_action:
        gain = Estimate(exact[verdict.best] - exact[played_action])
        cost = Cost(worth=gain, chance=gain)
    outlooks = []
    for action in compared:
        outlook = Outlook(NO_DIFFERENCE, Estimate(exact[action])) if exact else playouts.outlook(action)
        outlooks.append((game.action_text(action), outlook))
        yield
    deals = 0 if exact else count
    found = Opinion(line, view.seat, done, game.action_text(verdict.best), "", deals=deals, cost=cost, outlooks=tuple(outlooks))
    counts = bool(found.cost_grade)
    why, principle = yield from _reason_and_principle(verdict, playouts, cost, count, counts)
    verdict.apply_cost(cost, counts and bool(why))
    yield
    yield from _release_states([*trace.ends.values(), *playouts.ends.values()])
    rival = "" if verdict.rival is None else game.action_text(verdict.rival)
    return replace(found, confidence=verdict.word, rival=rival, why=why, game=game.id, principle=principle)


def likely_next_cards(deal: PlayedDeal, step_index: int, best: Action) -> Generator[None, None, tuple[tuple[int, str], ...]]:
    """Returns the cards that would probably have completed the trick after the best action at step `step_index`.

    They come from playouts of the true deal; each card is the most frequent one after the cards before it. Returns none after
    an action outside a trick, after the last card of a trick, if more than `MAX_NEXT_CARDS` cards follow, or if playouts store
    no actions. A work slice is one playout.
    """
    step, game = deal.steps[step_index], deal.game
    if verb_of(best) is not Verb.PLAY or not isinstance(step.state, TrickState) or best not in game.legal(step.state):
        return ()
    count = len(step.state.hands) - len(step.state.trick) - 1
    if not 0 < count <= MAX_NEXT_CARDS:
        return ()
    rng, left = Random(f"{deal.digest}:{step_index}:following"), []
    playouts, known = Playouts(step.view(game), (best,), rng), len(step.state.actions) + 1
    yield from playouts.aim_at_winning()
    for number in range(MIN_SAMPLES):
        _, over = yield from playouts.play_out(Sample(number, step.state), best, rng.getrandbits(32))
        acts = over.actions[known : known + count]
        left += [acts] if len(acts) == count else []
        yield
    found: list[tuple[int, Action]] = []
    while left and len(found) < count:
        at = len(found)
        (commonest, _), *_ = Counter([acts[at] for acts in left]).most_common(1)
        found.append(commonest)
        left = [acts for acts in left if acts[at] == commonest]
    return tuple([(seat, game.action_text(action)) for seat, action in found])


def _search(view: View, adviser: Adviser, seed: str) -> Generator[None, None, tuple[Trace, Analysis]]:
    player = adviser.make_player(seed)
    if view.game.heuristics.static_values_suffice and adviser.iterations is None:
        player.skill = replace(player.skill, iterations=max(1, player.skill.iterations // STATIC_VALUES_DIVISOR))
    trace = player.trace = Trace(RESTARTS)
    chosen = yield from think_in_slices(player, view)
    return trace, Analysis(view, player, chosen)


def _best_or_played_action(view: View, trace: Trace, analysis: Analysis, played_action: Action) -> Action:
    """Returns the action played if it is as good as the search's best, or in the player's mixed strategy; else the best."""
    same = trace.certain and analysis.values[analysis.best] - analysis.values[played_action] <= EQUAL_VALUE_LIMIT
    plans = [one.bids[view.seat] for one in trace.strategies] or [trace.mixture]
    mixed = any(plan.get(played_action, 0.0) > MIN_PART_OF_LIKELIEST * max(plan.values(), default=0.0) for plan in plans)
    written_alike = view.game.action_text(analysis.best) == view.game.action_text(played_action)
    return played_action if same or mixed or written_alike else analysis.best


class Verdict:
    """The best action of a decision and the confidence in it, first from the search, then corrected by playouts."""

    def __init__(self, analysis: Analysis, played_action: Action, best: Action) -> None:
        """best: the best action by the search, or the action played if it is as good."""
        self.analysis, self.played_action, self.best = analysis, played_action, best
        self.word, self.rival = analysis.confidence
        """The values of `Opinion.confidence` and `Opinion.rival`."""
        values = analysis.values
        self.level = best == played_action != analysis.best and values[played_action] < values[analysis.best]
        """Whether the action played counts as the best although the search valued another a little higher."""
        # It is one of several actions that are mixed or do not differ, so no reason against it is given.
        if self.level or self.rival == best:
            self._mark_as_close()

    def _mark_as_close(self) -> None:
        self.word, self.rival = "close", self.analysis.best

    def actions_to_compare(self) -> list[Action]:
        """Returns the actions to compare by playouts: all legal calls; or, for cards, the best card and the card played.

        First, if the best action is not in the player's mixed strategy, makes the most likely action of the strategy the best
        one.
        """
        if card_of(self.best) is None:
            return list(self.analysis.view.legal)
        mixture = self.analysis.mixture
        if mixture and not mixture.get(self.best):
            self.best = max(mixture, key=mixture.__getitem__)
        return [self.best] if self.best == self.played_action else [self.best, self.played_action]

    def overrule(self, better: Action) -> None:
        """Replaces the best action. better: the action that the playouts found clearly better; the present best if they found
        none.
        """
        if better == self.played_action != self.best:
            self.level = True
            self._mark_as_close()
        elif better != self.best:
            self.word, self.rival = "likely", None
        self.best = better

    def apply_cost(self, cost: Cost, is_mistake: bool) -> None:
        """Sets the confidence, and the rival with which the best action is compared, to what the measured cost shows. Does
        nothing if the best action was played.

        is_mistake: whether the decision counts as a mistake.
        """
        if self.best == self.played_action:
            return
        if not is_mistake:
            self.word, self.rival = "equal" if cost.is_zero else "close", self.played_action
        elif self.word in ("close", "equal") and self.rival == self.played_action:
            self.word = "likely"


def _reason_and_principle(
    verdict: Verdict, playouts: Playouts, cost: Cost, count: int, is_mistake: bool
) -> Generator[None, None, tuple[str, str]]:
    """Returns, in work slices, the reason for a verdict and the principle that was missed.

    The reason is empty if no sentence explains the cost. count: number of determinizations in the playouts; 0 if the deal is
    certain. is_mistake: whether the decision counts as a mistake.
    """
    analysis, played, best, level = verdict.analysis, verdict.played_action, verdict.best, verdict.level
    if is_mistake:
        if count:
            # The same deals tell why: a figure of points then agrees with the cost.
            analysis.set_final_states(playouts.ends)
            yield from analysis.compute_statistics_of(played, best)
        tip = analysis.missed_principle(best, played)
        return tip.missed, tip.name if tip.missed else ""
    if analysis.rows:
        return _decided_game_clause(analysis.values[played]) or analysis.reason_for(played), ""
    chance = playouts.outlook(played).chance.mean
    if level or best != played:
        return _decided_game_clause(chance) or analysis.as_good_clause(
            analysis.best if level else best, best != played and cost.is_zero
        ), ""
    if len(analysis.values) > 1 and played in analysis.values:
        yield from analysis.compute_statistics_of(played)
    why = analysis.reason_for(played)
    return _decided_game_clause(chance) or why if analysis.is_indifferent else why, ""


def _recheck_best_action(playouts: Playouts, actions: Sequence[Action], best: Action) -> Generator[None, None, Action]:
    """Returns, in work slices, the action that is clearly better than `best` in the playouts; if there is none, `best`."""
    found, most = best, 0.0
    for action in actions:
        worth = playouts.cost(action, best).worth
        if worth.mean > max(ERRORS_TO_OVERRULE * worth.error, most):
            found, most = action, worth.mean
        yield
    return found


def _release_states(ends: Iterable[MutableSequence[State]]) -> Generator[None, None, None]:
    """Deletes thousands of final states in work slices. Deleting all of them at once would take ten milliseconds."""
    for states in ends:
        while states:
            for _ in range(min(STATES_DELETED_PER_SLICE, len(states))):
                states.pop()
            yield


def _decided_game_clause(chance: float) -> str:
    if chance < LOST_CHANCE:
        return "the game is as good as lost"
    if chance > 1 - LOST_CHANCE:
        return "the game is as good as won"
    return ""


def _determinization_count(view: View, actions: int, adviser: Adviser) -> int:
    if adviser.iterations is not None:
        return min(max(adviser.iterations // 2, 2), MAX_SAMPLES)
    policy = playout_policy(view)
    each = (
        actions
        * max(sum(view.sizes), 1)
        * view.game.heuristics.cost
        * (1.0 if policy is None else policy.cost / LEARNED_POLICY_FACTOR)
    )
    return min(
        max(int(PLAYOUT_ACTIONS / each), MIN_SAMPLES),
        MAX_SAMPLES // STATIC_VALUES_DIVISOR if view.game.heuristics.static_values_suffice else MAX_SAMPLES,
    )


MAX_NEXT_CARDS: Final = 5
"""Greatest number of cards that are shown as the likely ones after the best card."""
MAX_CARDS_NAMED: Final = 4
"""Greatest number of cards of a seat that a sentence names."""
LOWEST_HIGH_RANK: Final = 1
"""Rank of the lowest card named, a king, if the decision is not about a suit."""


def describe_hidden_cards(deal: PlayedDeal, step_index: int, best: Action) -> str:
    """Describes, in whole sentences, the hands of the other seats at step `step_index`; empty if there is nothing remarkable.

    The sentences name the cards in the suits of the decision, or high cards. In a round of sealed bids they name the bids.
    """
    step, game = deal.steps[step_index], deal.game
    if isinstance(step.state, SealedState):
        return _bids_sentence(deal, step_index)
    state = step.state
    named = [
        _hand_sentence(game, state, seat, _relevant_suits(state, step.action, best))
        for seat in range(len(state.hands))
        if seat != step.seat
    ]
    return " ".join([text for text in named if text])


def _relevant_suits(state: State, played_action: Action, best: Action) -> frozenset[int]:
    about = [card for card in (card_of(played_action), card_of(best)) if card is not None]
    if about and isinstance(state, TrickState) and state.trick:
        about.append(state.trick[0])
    return frozenset([cards.suit(card) for card in about])


def _hand_sentence(game: AnyGame, state: State, seat: int, suits: frozenset[int]) -> str:
    held = [card for card in cards.members(state.hands[seat]) if _is_relevant(card, suits)]
    named = sorted(held, key=cards.rank)[:MAX_CARDS_NAMED]
    more = [f"{phrases.number_word(len(held) - MAX_CARDS_NAMED)} more"] if len(held) > MAX_CARDS_NAMED else []
    return (
        f"[{seat}] had {phrases.listed([game.text.card_name(card) for card in held if card in named] + more)}." if held else ""
    )


def _is_relevant(card: Card, suits: frozenset[int]) -> bool:
    suit = cards.suit(card)
    return suit == cards.JOKER_SUIT or (suit in suits if suits else cards.rank(card) <= LOWEST_HIGH_RANK)


def _bids_sentence(deal: PlayedDeal, step_index: int) -> str:
    state = deal.steps[step_index].state
    assert isinstance(state, SealedState)
    seats, mine = len(state.hands), deal.steps[step_index].seat
    first = step_index - len(state.committed)
    laid: dict[int, Card] = {step.seat: value_of(step.action) for step in deal.steps[first : first + seats]}
    others = [f"[{seat}] bid {deal.game.text.card_name(card)}" for seat, card in sorted(laid.items()) if seat != mine]
    return f"{phrases.listed(others)}."
