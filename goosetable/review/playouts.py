"""What actions bring on average: each is played out in the same imagined deals, with the same random numbers.

The deals are drawn anew after the best action was chosen by a search, so that its luck in that search does not count again
(the winner's curse). They are resampled by the likelihood of what was observed (sampling-importance resampling: Rubin, 1987);
the standard errors take deals that are drawn several times for one.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import accumulate
from math import exp, sqrt
from random import Random
from typing import Final, NamedTuple

from goosetable.cards import BIT
from goosetable.engine.hidden.view import View, dealing, lay, sample
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import HIDDEN
from goosetable.engine.rules.sealed_state import SealedState
from goosetable.engine.rules.state import State
from goosetable.engine.strength.sealed_bids import AnyBids
from goosetable.players.rollouts import play_out
from goosetable.players.sealed_bandit import BanditParameters, BidSampler
from goosetable.players.utility import WinUtility
from goosetable.review.opinion import Cost, Estimate, Outlook

CANDIDATES: Final = 4
"""Deals drawn for each that is kept, where some are likelier than others."""
REASONS: Final = 1000
"""Final states kept of each action: all of them, so that the figures of a reason agree with the cost."""
SLICE: Final = 25
"""Deals drawn, or laid out, per work slice."""


class Imagined(NamedTuple):
    """A deal of the seat's information set."""

    number: int
    """Those with the same number are one deal, drawn more than once."""
    state: State
    manners: Sequence[int] = ()
    """By seat, how it bids, where all bid at once."""


class Brought(NamedTuple):
    """What one imagined deal brought the seat."""

    worth: float
    points: float
    chance: float


Ending = Callable[[Imagined, Action, int], Generator[None, None, State]]


class Playouts:
    """The playouts of one decision."""

    def __init__(self, view: View, actions: Sequence[Action], rng: Random) -> None:
        """actions: those that are compared, each once."""
        self._view, self._rng = view, rng
        self._heuristics = view.game.heuristics
        self._utility = WinUtility(self._heuristics, view.known)
        self._found: dict[Action, list[Brought]] = {action: [] for action in actions}
        self._numbers: list[int] = []
        self.ends: dict[Action, list[State]] = {action: [] for action in actions}
        """Final states of the first deals, for reasons."""

    def run(self, count: int) -> Generator[None, None, None]:
        """Plays each action out in `count` imagined deals, 2 or more; a work slice is one playout."""
        yield from self._utility.study()
        sealed = self._heuristics.sealed_bids
        if sealed is not None:
            sampler = BidSampler(self._view, sealed, self._rng, True, BanditParameters())
            drawn = (Imagined(number, *_sampled(sampler)) for number in range(count))
            yield from self._play(drawn, lambda imagined, action, seed: self._bid_out(sealed, imagined, action, seed))
        else:
            kept = yield from self._draw(count)
            kept.reverse()
            yield from self._play((kept.pop() for _ in range(count)), self._play_out)

    def solve(self) -> Generator[None, None, None]:
        """The same where nothing is hidden from the seat: the only deal, played out as well as can be by all."""
        yield from self._utility.study()
        yield from self._play(iter([Imagined(0, sample(self._view, self._rng))]), self._best_play)

    def outlook(self, action: Action) -> Outlook:
        """What an action brings."""
        found = self._found[action]
        return Outlook(self._mean([one.points for one in found]), self._mean([one.chance for one in found]))

    def cost(self, best: Action, played: Action) -> Cost:
        """How much better one action does than another, deal by deal."""
        sign = -1 if self._view.game.lowest_wins else 1
        pairs = list(zip(self._found[best], self._found[played], strict=True))
        return Cost(
            self._mean([one.worth - other.worth for one, other in pairs]),
            self._mean([sign * (one.points - other.points) for one, other in pairs]),
            self._mean([one.chance - other.chance for one, other in pairs]),
        )

    # ------------------------------------------------------------------ deals

    def _draw(self, count: int) -> Generator[None, None, list[Imagined]]:
        view, rng = self._view, self._rng
        hidden = dealing(view)
        likelihood = self._heuristics.likelihood(view.known, view.seat)
        many = count if likelihood is None else CANDIDATES * count
        drawn = []
        logs: list[float] = []
        for number in range(many):
            hands = view.with_held(hidden.deal(rng))
            drawn.append(hands)
            if likelihood is not None:
                logs.append(likelihood(hands))
            if number % SLICE == SLICE - 1:
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
            found.append(Imagined(number, lay(view, drawn[number][:], rng)))
            if len(found) % SLICE == 0:
                yield
        return found

    # ------------------------------------------------------------------ playouts

    def _play(self, drawn: Iterator[Imagined], ending: Ending) -> Generator[None, None, None]:
        for imagined in drawn:
            seed = self._rng.getrandbits(32)
            self._numbers.append(imagined.number)
            for action, found in self._found.items():
                over = yield from ending(imagined, action, seed)
                found.append(self._brought(over))
                if len(found) <= REASONS:
                    self.ends[action].append(over)
                yield

    def _brought(self, over: State) -> Brought:
        seat, part = self._view.seat, self._heuristics.for_points
        worth = self._utility.utility(over)[seat]
        chance = (worth - part * self._heuristics.payoff(over)[seat]) / (1 - part)
        return Brought(worth, float(self._view.game.points(over)[seat]), min(max(chance, 0.0), 1.0))

    def _play_out(self, imagined: Imagined, action: Action, seed: int) -> Generator[None, None, State]:
        """By the playout policy."""
        yield from ()
        state, rng = imagined.state.copy(), Random(seed)
        if isinstance(state, SealedState):
            self._bid(state, action, rng)
        else:
            self._view.game.apply(state, action)
        play_out(self._heuristics, state, rng.random)
        return state

    def _bid(self, state: SealedState, action: Action, rng: Random) -> None:
        """All bid at once, the others by the playout policy, whatever they may have laid down."""
        game, mine = self._view.game, self._view.seat
        for seat, laid in enumerate(state.bids):
            if laid != HIDDEN:
                state.hands[seat] |= BIT[laid]
        state.unbid()
        bids = []
        for seat in range(len(state.hands)):
            asked = state.copy()
            asked.turn = seat
            bids.append(action if seat == mine else self._heuristics.playout(asked, game.legal(asked), rng.random()))
        for _ in bids:
            game.apply(state, bids[state.turn])

    def _bid_out(self, sealed: AnyBids, imagined: Imagined, action: Action, seed: int) -> Generator[None, None, State]:
        """Each seat bids in its manner."""
        yield from ()
        state, rng, mine = imagined.state.copy(), Random(seed), self._view.seat
        bids = [
            action if seat == mine else sealed.bid(state, seat, manner, rng.random())
            for seat, manner in enumerate(imagined.manners)
        ]
        for _ in bids:
            self._view.game.apply(state, bids[state.turn])
        if not state.over:
            sealed.bid_out(state, imagined.manners, [seat != mine for seat in range(len(bids))], rng)
        return state

    def _best_play(self, imagined: Imagined, action: Action, _: int) -> Generator[None, None, State]:
        """By the solver of the game, at every turn."""
        state, game = imagined.state.copy(), self._view.game
        game.apply(state, action)
        while not state.over:
            legal = game.legal(state)
            solving = self._heuristics.solve(state, {}) if len(legal) > 1 else None
            values = {} if solving is None else (yield from solving)
            game.apply(state, legal[0] if not values else max(values, key=values.__getitem__))
        return state

    def _mean(self, found: Sequence[float]) -> Estimate:
        """Mean and standard error, in which deals of one number count as one."""
        mean = sum(found) / len(found)
        apart: dict[int, float] = {}
        for number, one in zip(self._numbers, found, strict=True):
            apart[number] = apart.get(number, 0.0) + one - mean
        groups = len(apart)
        wider = groups / (groups - 1) if groups > 1 else 0.0
        return Estimate(mean, sqrt(wider * sum([total * total for total in apart.values()])) / len(found))


def _sampled(sampler: BidSampler) -> tuple[State, tuple[int, ...]]:
    return sampler.sample(), tuple(sampler.manners)
