"""Measures the greatest gain that a better inference from the others' actions could bring (oracle inference).

A search weights each determinization by the likelihood of the others' actions in it. This program measures the limit of such
weights without learning. All players at the table are P. For every candidate determinization, P searches each earlier decision
of another seat from the view of that seat with the candidate's hand. Softened to probabilities, this search gives the true
likelihood of the action, apart from the randomness of P. P' is P with these weights. It plays against players P only, and the
same deals from every seat. `--weights` is one of:

- `oracle`: the weights above, for all actions of the others or the last `--last` of them
- `own`: P's usual weights, so that P' is P and any gain is an error of the measurement
- `candidates`: P's usual weights, but for the same number of candidates as `oracle`
- `uniform`: equal weights for all candidates
- `true`: only the true determinization, so that P' sees all hands, which is the limit of any inference

If `oracle` wins no more than `own`, a learned inference cannot win more either, because it only approximates this likelihood.

The parameters of the softening are fitted first, in deals of P alone. P decides, then searches the same decision again with
other random numbers. The fit chooses the parameters that give the decisions the greatest likelihood, computed from the visits
and values of the second search.

The program prints a line of JSON:

- `gain`: mean result of P' in a deal beyond the mean of the others (points, or the share of the honour beyond an equal share),
  with its 95 % interval over deals
- `judged`: an estimate of the same gain with less noise: in each decision in which P would have chosen another action, the
  playout policy or the solver plays both actions out in the true hands, and the differences in a deal are summed
- `changed`: fraction of decisions in which P would have chosen another action, some of them by chance
- `nats`: logarithmic score of the weights for the true hands among the candidates (0 for equal weights, at most the logarithm
  of the number of determinizations)

`uv run python build/lab/oracle.py gooseberry-fool --weights oracle --deals 100 [--core FOLDER]`; an hour, compiled.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import exp, inf, log
from pathlib import Path
from random import Random
from statistics import fmean
from time import monotonic, process_time
from typing import Final, NamedTuple

import arguments

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(arguments.core_of_arguments(sys.argv[1:]) or ROOT))

from goosetable.cards import BIT, Cards  # noqa: E402 - the source tree, or the core, comes first
from goosetable.commands.console import whole_number_parser  # noqa: E402
from goosetable.commands.series import Ratio  # noqa: E402
from goosetable.engine.game import AnyGame  # noqa: E402
from goosetable.engine.hidden.view import View, view  # noqa: E402
from goosetable.engine.record.seed import code_in_series  # noqa: E402
from goosetable.engine.rules.action import Action, card_of  # noqa: E402
from goosetable.engine.rules.deal import Standing, Stream  # noqa: E402
from goosetable.engine.rules.state import State, TrickState  # noqa: E402
from goosetable.games import SHELF, find_game  # noqa: E402
from goosetable.games.cross_purposes.rules import MAX_LEAD as GREATEST_LEAD  # noqa: E402 - the only solved game of tricks
from goosetable.players.agent import run_all_slices  # noqa: E402
from goosetable.players.search import (  # noqa: E402
    PERFECT,
    Determinizer,
    Search,
    play_out,
)
from goosetable.players.search_agent import Searcher, Skill  # noqa: E402

WEIGHTS: Final = ("oracle", "candidates", "own", "uniform", "true")
SOFTENING_GRID: Final = (
    (0.0, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0, 4.0),
    (0.0, 3.0, 6.0, 12.0, 25.0, 50.0, 100.0, 200.0, 400.0),
    (0.01, 0.02, 0.05, 0.1, 0.2, 0.4),
)
"""Values that the fit tries for each field of `Softening`."""
PLAYOUTS_PER_ACTION: Final = 100
"""Number of playouts in the true hands for each action of a changed decision."""
ILLEGAL_LOG_LIKELIHOOD: Final = -1_000.0
"""Log-likelihood of an action that is not legal in a determinization."""


class Softening(NamedTuple):
    """Parameters by which a search becomes probabilities of actions: a softmax of visits and values, mixed with equal
    probabilities.
    """

    visits: float = 1.0
    """Exponent of the visits."""
    values: float = 0.0
    """Factor of the values, which are 0..1."""
    floor: float = 0.05
    """Weight of the equal probabilities in the mixture, 0..1."""

    def chance(self, search: Search, action: Action) -> float:
        """Returns the probability, above 0, of a legal action."""
        values = search.values()
        best = max(values.values())
        powers = {
            other: self.visits * log(visits) + self.values * (values[other] - best)
            for other, visits in search.visits.items()
            if visits
        }
        most = max(powers.values())
        total = sum([exp(power - most) for power in powers.values()])
        own = exp(powers[action] - most) / total if action in powers else 0.0
        return (1.0 - self.floor) * own + self.floor / len(search.visits)


class Step(NamedTuple):
    """An action with the state before it."""

    before: State
    action: Action


class SearchPlayer:
    """The player P of the experiment: the expert's search for the payoff of a deal, with a fixed number of iterations."""

    def __init__(self, skill: Skill) -> None:
        self.skill = skill

    def search(self, seen: View, rng: Random, determinizer: Determinizer | None = None) -> Search:
        """Returns the finished search of a decision. determinizer: one with other weights; None for the usual one of P."""
        skill = self.skill if determinizer is None else replace(self.skill, weighted_determinizations=0)
        player = Searcher("P", rng, skill, for_deal=True)
        search = run_all_slices(player.prepare_search(seen, determinizer or Determinizer(seen, PERFECT, 0)))
        run_all_slices(player.run_search(search))
        return search


class Oracle:
    """The likelihood of the other seats' actions, by searches of P. Results are cached for one deal."""

    def __init__(self, game: AnyGame, player: SearchPlayer, softening: Softening, code: str, last: int) -> None:
        """code: the deal's code, a seed of P's random numbers. last: number of latest actions that count; -1 for all."""
        self._game, self._player, self._softening, self._code, self._last = game, player, softening, code, last
        self._found: dict[tuple[int, Cards], float] = {}
        self.asked = 0
        """Number of searches of P so far."""

    def log_likelihood(self, steps: Sequence[Step], seen: View, world: State) -> float:
        """Returns the log-likelihood of the actions of all other seats in a determinization of a view."""
        hands, total, counted = list(world.hands), 0.0, 0
        for number in range(len(steps) - 1, -1, -1):
            before, action = steps[number]
            seat, card = before.turn, card_of(action)
            if card is not None:
                hands[seat] |= BIT[card]
            if seat == seen.seat:
                continue
            found = self._found.get((number, hands[seat]))
            if found is None:
                found = self._found[number, hands[seat]] = self._ask(number, _earlier_state(before, hands, seen, world), action)
            total += found
            counted += found != 0.0
            if counted == self._last:
                break
        return total

    def _ask(self, number: int, state: State, action: Action) -> float:
        """Returns the log-likelihood of one action; 0 for the only legal one."""
        seen = view(self._game, state, state.turn)
        if action not in seen.legal:
            return ILLEGAL_LOG_LIKELIHOOD
        if len(seen.legal) == 1:
            return 0.0
        self.asked += 1
        search = self._player.search(seen, Random(f"{self._code}:{number}:{seen.hand}"))
        return log(self._softening.chance(search, action))


def _earlier_state(before: State, hands: Sequence[Cards], seen: View, world: State) -> State:
    """Returns an earlier state of the deal in a determinization `world`.

    before: the true state at that time; only its open information is used. hands: hands by seat at that time.
    """
    past = before.copy()
    past.hands = list(hands)
    if seen.hidden:
        piles = world.piles()
        for pile, _ in seen.hidden:
            past.fill_pile(pile, piles[pile], Random(0))
    return past


class WeighingPlayer:
    """The player P', which weights candidate determinizations and then searches as P does."""

    def __init__(self, game: AnyGame, player: SearchPlayer, softening: Softening, how: str, candidates: int, last: int) -> None:
        """how: one of `WEIGHTS`. candidates: number of candidates for each decision. last: as for `Oracle`."""
        self._game, self._player, self._softening, self.how = game, player, softening, how
        self._count, self._last = candidates, last
        self.nats: list[float] = []
        """Result of `_log_score` for each decision with weights."""
        self.asked = self.decisions = self.changed = 0
        """Number of searches for likelihoods, of decisions, and of decisions in which P would have chosen another action."""
        self.seconds = 0.0
        """Processor time of all decisions, in seconds."""
        self.judged = 0.0
        """Sum over the changed decisions of this deal: worth of the action beyond that of P's action (`worth_of_actions`)."""

    def begin(self, code: str) -> None:
        """Begins a deal with this code: forgets the likelihoods and sets `judged` to 0."""
        self.judged = 0.0
        self._oracle = Oracle(self._game, self._player, self._softening, code, self._last)

    def decide(self, seen: View, steps: Sequence[Step], state: State, rng: Random) -> Action:
        """Returns the action of P'. If P would choose another one, adds the worth of both to `judged`.

        state: the true state, which affects only the weights `true` and the figures `nats` and `judged`.
        """
        begun, asked = process_time(), self._oracle.asked
        action = self._player.search(seen, rng, self.determinizer(seen, steps, state, rng)).best_action()
        self.seconds += process_time() - begun
        self.asked += self._oracle.asked - asked
        self.decisions += 1
        usual = self._player.search(seen, Random(rng.random())).best_action()
        if usual != action:
            self.changed += 1
            one, other = worth_of_actions(self._game, state, (action, usual), rng)
            self.judged += one - other
        return action

    def determinizer(self, seen: View, steps: Sequence[Step], state: State, rng: Random) -> Determinizer | None:
        """Returns a determinizer with the weighted candidates, and adds their score to `nats`; None for the weights `own`.

        state: as for `decide`.
        """
        determinizer = Determinizer(seen, PERFECT, 0)
        if self.how == "own":
            return None
        if self.how == "true":
            determinizer.set_weighted_determinizations([_hidden_hands(seen, state)], [0.0])
            return determinizer
        if determinizer.is_certain:
            return determinizer
        worlds = [determinizer.sample(rng) for _ in range(self._count)]
        likely = self._likelihoods(seen, steps, [*worlds, state])
        self.nats.append(_log_score(likely))
        determinizer.set_weighted_determinizations([_hidden_hands(seen, world) for world in worlds], likely[:-1])
        return determinizer

    def _likelihoods(self, seen: View, steps: Sequence[Step], worlds: Sequence[State]) -> list[float]:
        if self.how == "oracle":
            return [self._oracle.log_likelihood(steps, seen, world) for world in worlds]
        heuristics, guidance = self._game.heuristics, self._player.skill.guidance_for(self._game)
        usual, power = heuristics.likelihood(seen.known, seen.seat), 1.0
        habits = heuristics.habits() if guidance.likelihood else None
        if habits is not None:
            usual, power = heuristics.likelihood_by(habits, seen.known, seen.seat), guidance.likelihood
        if self.how == "uniform" or usual is None:
            return [0.0] * len(worlds)
        return [power * usual(_hidden_hands(seen, world)) for world in worlds]


def _hidden_hands(seen: View, world: State) -> list[Cards]:
    """Returns the hands by seat (0 for the seat of the view) and the other hidden piles, in the form of
    `Determinizer.set_weighted_determinizations`.
    """
    piles = world.piles() if seen.hidden else {}
    hands = [0 if seat == seen.seat else hand for seat, hand in enumerate(world.hands)]
    return [*hands, *[piles[pile] for pile, _ in seen.hidden]]


def _log_score(likely: Sequence[float]) -> float:
    """Returns the logarithmic score of the weights for the true determinization; 0 for equal weights.

    likely: log-likelihoods of the candidates, then of the true determinization.
    """
    most = max(likely)
    return likely[-1] - most - log(sum([exp(one - most) for one in likely]) / len(likely))


# ---------------------------------------------------------------------- the table


def play_deal(
    game: AnyGame, code: str, number: int, turn: str, player: SearchPlayer, weigher: tuple[int, WeighingPlayer] | None = None
) -> tuple[State, list[Step]]:
    """Plays one deal; returns its last state and its steps.

    number: number of the deal in the series, which determines the dealer. turn: seed of the players' random numbers. weigher:
    a seat and the player P' there; P plays at all other seats.
    """
    options = game.Options()
    seats = game.seats(options)
    standing = Standing(0, (0,) * seats)
    state = game.begin_deal(options, standing, game.deal(options, standing, number % seats, Stream(code, 1)))
    steps: list[Step] = []
    while not state.over:
        seen = view(game, state, state.turn)
        rng = Random(f"{turn}:{len(steps)}")
        if len(seen.legal) == 1:
            action = seen.legal[0]
        elif weigher is not None and weigher[0] == state.turn:
            action = weigher[1].decide(seen, steps, state, rng)
        else:
            action = player.search(seen, rng).best_action()
        steps.append(Step(state.copy(), action))
        game.apply(state, action)
    return state, steps


def lead_of_seat(game: AnyGame, state: State, seat: int) -> Fraction:
    """Returns a seat's lead in a finished deal: its points minus the mean of the others or, in a game without margins, its
    share of the honour minus an equal share.
    """
    seats = len(state.hands)
    if game.heuristics.pays_by_lead:
        points = game.search_points(state)
        return Fraction(points[seat] * seats - sum(points)) / (seats - 1)
    best = game.best_seats(state)
    return Fraction(seat in best, len(best)) - Fraction(1, seats)


def worth_of_actions(game: AnyGame, state: State, actions: Sequence[Action], rng: Random) -> list[float]:
    """Returns the worth of actions in the true hands, in the unit of `lead_of_seat`.

    The game's solver determines it. In a game without a solver, playouts by the policy of P determine it, with the same random
    numbers for all actions.
    """
    heuristics, seat = game.heuristics, state.turn
    solving = heuristics.double_dummy_solver(state.copy(), {})
    if solving is not None:
        values = run_all_slices(solving)
        return [2 * GREATEST_LEAD * values[action] for action in actions]
    policy = heuristics.policy() if heuristics.guidance.playouts else None
    sums = [0.0] * len(actions)
    for seed in [rng.random() for _ in range(PLAYOUTS_PER_ACTION)]:
        for place, action in enumerate(actions):
            end = state.copy()
            game.apply(end, action)
            play_out(heuristics, end, Random(seed).random, policy=policy)
            sums[place] += float(lead_of_seat(game, end, seat))
    return [total / PLAYOUTS_PER_ACTION for total in sums]


def fit_softening(game: AnyGame, player: SearchPlayer, deals: int, seed: str) -> tuple[Softening, float, int]:
    """Fits the softening to decisions of P. Returns the softening, its mean logarithmic score above that of equal probabilities
    in nats, and the number of decisions.
    """
    found: list[tuple[Search, Action]] = []
    for number in range(deals):
        code = code_in_series(f"{seed}:fit", number + 1)
        _, steps = play_deal(game, code, number, f"{code}:fit", player)
        for at, (before, action) in enumerate(steps):
            seen = view(game, before, before.turn)
            if len(seen.legal) > 1:
                found.append((player.search(seen, Random(f"{code}:again:{at}")), action))

    def score(softening: Softening) -> float:
        return fmean([log(softening.chance(search, action)) for search, action in found])

    equal = fmean([-log(len(search.visits)) for search, _ in found])
    best, highest = Softening(), -inf
    for values in product(*SOFTENING_GRID):
        tried = Softening(*values)
        reached = score(tried)
        if reached > highest:
            best, highest = tried, reached
    return best, highest - equal, len(found)


def measure_gain(
    game: AnyGame, player: SearchPlayer, weigher: WeighingPlayer, deals: range, seed: str, minutes: float
) -> Iterator[dict[str, object]]:
    """Plays deals with P' at each seat in turn; yields the figures so far after each deal.

    deals: numbers of deals, from 0. minutes: time after which no other deal is begun.
    """
    gains, judged, ends = Ratio(), Ratio(), monotonic() + 60 * minutes
    seats = game.seats(game.Options())
    for number in deals:
        code = code_in_series(seed, number + 1)
        won, worth = Fraction(0), 0.0
        for seat in range(seats):
            weigher.begin(code)
            end, _ = play_deal(game, code, number, f"{code}:{seat}", player, (seat, weigher))
            won += lead_of_seat(game, end, seat)
            worth += weigher.judged
        gains.add_cluster(won, seats)
        judged.add_cluster(Fraction(worth), seats)
        yield {
            "deals": gains.clusters,
            "gain": _figures(gains),
            "judged": _figures(judged),
            "changed": round(weigher.changed / max(weigher.decisions, 1), 3),
            "seconds a decision": round(weigher.seconds / max(weigher.decisions, 1), 4),
            "searches a decision": round(weigher.asked / max(weigher.decisions, 1), 1),
            "nats": round(fmean(weigher.nats), 3) if weigher.nats else None,
        }
        if monotonic() > ends:
            return


def measure_information(
    game: AnyGame, player: SearchPlayer, weighers: Sequence[WeighingPlayer], deals: range, seed: str
) -> Iterator[dict[str, list[float]]]:
    """Plays deals of P alone. In each deal, all weighing players weight one random decision.

    Yields after each deal, by kind of weights, the mean of `nats` so far with its interval.
    """
    told = [Ratio() for _ in weighers]
    for number in deals:
        code = code_in_series(seed, number + 1)
        end, steps = play_deal(game, code, number, f"{code}:alone", player)
        choices = [at for at, step in enumerate(steps) if len(game.legal(step.before)) > 1]
        at = Random(code).choice(choices[len(end.hands) :])
        state = steps[at].before
        for weigher, ratio in zip(weighers, told, strict=True):
            weigher.begin(code)
            weigher.determinizer(view(game, state, state.turn), steps[:at], state, Random(f"{code}:{at}"))
            if weigher.nats:
                ratio.add_cluster(Fraction(weigher.nats.pop()), 1)
        yield {weigher.how: _figures(ratio) for weigher, ratio in zip(weighers, told, strict=True)}


def _figures(ratio: Ratio) -> list[float]:
    """Returns the mean and, from two deals on, the limits of its 95 % interval."""
    between = ratio.interval()
    return [round(float(figure), 4) for figure in (ratio.sum_per_unit or 0, *(() if between is None else between))]


def main() -> int:
    """Fits the softening, plays the deals, and prints the results of both."""
    number, parser = whole_number_parser(1, arguments.MAX_GAMES), arguments.Parser(__doc__)
    parser.add_argument("game", choices=[game.id for game in SHELF if issubclass(game.State, TrickState)])
    parser.add_argument("--weights", choices=WEIGHTS, default="oracle")
    parser.add_argument("--deals", type=whole_number_parser(0, arguments.MAX_GAMES), default=100, help="0: only the fit")
    parser.add_argument("--first", type=number, default=1, help="number of the first deal of the series")
    parser.add_argument("--minutes", type=number, default=600, help="after so many minutes no deal is begun")
    parser.add_argument("--iterations", type=number, default=300, help="of a decision of P")
    parser.add_argument(
        "--exact", type=whole_number_parser(0, arguments.MAX_GAMES), default=0, help="solver slices of P, where there is one"
    )
    parser.add_argument(
        "--weighted", type=whole_number_parser(0, arguments.MAX_GAMES), default=100, help="weighted determinizations of P"
    )
    parser.add_argument("--candidates", type=number, default=64, help="determinizations that P' weighs")
    parser.add_argument(
        "--last", type=whole_number_parser(0, arguments.MAX_GAMES), default=0, help="actions that count; 0 for all"
    )
    parser.add_argument("--fit", type=number, default=20, help="deals for the softening")
    parser.add_argument("--softening", type=float, nargs=3, help="visits, values and floor instead of a fit")
    parser.add_argument("--nats", action="store_true", help="measure only what the weights tell, in one decision of each deal")
    parser.add_argument("--seed", default="oracle")
    parser.add_argument(
        arguments.CORE_OPTION, type=arguments.core_folder, metavar="FOLDER", help="play with the compiled core there"
    )
    called = parser.parse_args()
    gc.set_threshold(100_000)
    game = find_game(called.game)
    player = SearchPlayer(
        Skill(
            iterations=called.iterations,
            solver_slices=called.exact,
            weighted_determinizations=called.weighted,
            guidance=None,
            max_paired_bids=2,
        )
    )
    told: dict[str, object] = {"game": game.id, "weights": called.weights}
    softening = Softening(*called.softening) if called.softening else Softening()
    if called.weights == "oracle" and not called.softening:
        begun = process_time()
        softening, better, decisions = fit_softening(game, player, called.fit, called.seed)
        fitted = {"nats over equal chances": round(better, 3), "decisions": decisions}
        print(json.dumps({**told, **softening._asdict(), **fitted, "seconds": round(process_time() - begun)}), flush=True)
    weighers = [WeighingPlayer(game, player, softening, how, called.candidates, called.last or -1) for how in WEIGHTS]
    deals = range(called.first - 1, called.first - 1 + called.deals)
    if called.nats:
        for found in measure_information(game, player, weighers[:2], deals, called.seed):
            print(json.dumps({**told, **found}), flush=True)
        return 0
    weigher = weighers[WEIGHTS.index(called.weights)]
    figures: dict[str, object] = {}
    for figures in measure_gain(game, player, weigher, deals, called.seed, called.minutes):
        print(json.dumps({**told, **figures}), file=sys.stderr, flush=True)
    if figures:
        print(json.dumps({**told, **figures}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
