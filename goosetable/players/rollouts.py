"""Compares actions that move no card, such as bids: each is played out in the same determinizations and with the same luck."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import sqrt
from random import Random

from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import OVER, State
from goosetable.engine.strength.heuristics import AnyHeuristics
from goosetable.players.determinizer import Determinizer
from goosetable.players.trace import Trace
from goosetable.players.utility import Utility


def play_out(heuristics: AnyHeuristics, state: State, rng: Random) -> None:
    """Plays a deal to its end as people do who do not think long."""
    random, rules = rng.random, heuristics.rules
    while state.turn != OVER:
        rules.apply(state, heuristics.playout(state, rules.legal(state), random()))


class Rollouts:
    """What each of some actions of a seat is worth; the worse half is left out again and again."""

    def __init__(
        self, heuristics: AnyHeuristics, determinizer: Determinizer, rng: Random, seat: int, legal: Sequence[Action],
        leaf: Utility,
        trace: Trace | None = None,
    ) -> None:  # fmt: skip
        self.heuristics, self.determinizer, self.rng, self.seat, self.leaf = heuristics, determinizer, rng, seat, leaf
        self.trace = trace
        self.legal = tuple(legal)
        self.counts = [0] * len(legal)
        """How often each action was played out."""
        self.sums = [0.0] * len(legal)
        self._squares = 0.0

    def compare(self, budget: int) -> Generator[None, None, None]:
        """Plays out about `budget` deals, and each action at least once; a piece is one of them."""
        left = list(range(len(self.legal)))
        share = budget // max(1, (len(left) - 1).bit_length())
        while True:
            for _ in range(max(1, share // len(left))):
                world, luck = self.determinizer.sample(self.rng), self.rng.getrandbits(32)
                for place in left:
                    self._play(place, world.copy(), luck)
                    yield
            if len(left) <= 2:
                return
            left.sort(key=lambda place: (-self.sums[place] / self.counts[place], place))
            left = left[: (len(left) + 1) // 2]

    def _play(self, place: int, state: State, luck: int) -> None:
        self.heuristics.rules.apply(state, self.legal[place])
        play_out(self.heuristics, state, Random(luck))
        self.counts[place] += 1
        worth = self.leaf(state)[self.seat]
        self.sums[place] += worth
        self._squares += worth * worth
        if self.trace is not None:
            self.trace.saw(self.legal[place], state, worth)

    def values(self) -> dict[Action, float]:
        """What each action brought on average."""
        return {action: total / count for action, total, count in zip(self.legal, self.sums, self.counts, strict=True)}

    def spread(self) -> float:
        """How far all that was brought spreads: its standard deviation."""
        count = sum(self.counts)
        return sqrt(max(self._squares / count - (sum(self.sums) / count) ** 2, 0.0))
