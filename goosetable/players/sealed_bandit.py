"""Searches bids that all make at once and in secret: a seat tries its own bids, over deals made likely by what was bid.

Nobody's bid may depend on another's, so there is no tree: the seat prefers the bids that have promised most or have been
neglected most (UCB), the others bid in a manner drawn for each deal, and the rest is bid out as people do. Searching every
seat so (decoupled UCB) came out weaker.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Cards
from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import BID_KIND
from goosetable.engine.rules.state import State
from goosetable.engine.strength.sealed_bids import AnyBids, BidLikelihood
from goosetable.players.search import UCB, Ucb
from goosetable.players.trace import Trace
from goosetable.players.utility import Utility

FIRST: Final = 200
"""Exchanges tried before the first deal."""
SWAPS: Final = 4
"""Exchanges tried between two deals."""


class BidSampler:
    """Deals that a seat takes to be possible, the likelier the better they explain all bids: a chain of exchanges of two cards.

    It goes through all deals that fit what is known, and stays with each as long as it is likely (Metropolis).
    """

    def __init__(self, view: View, sealed: AnyBids, rng: Random, reads: bool) -> None:
        self._rng = rng
        sizes = list(view.sizes)
        self._pile = None
        for pile, size in view.hidden:
            if pile.kind == BID_KIND:
                sizes[pile.seat] += size
            else:
                self._pile = pile
        self._game = view.game
        self._base = view.known.copy()
        sealed.unbid(self._base)
        self._seat = view.seat
        self._others = [seat for seat in range(len(sizes)) if seat != view.seat]
        self._reads = reads and bool(view.known.actions)
        self._clues: list[BidLikelihood] = [sealed.likelihood(view.known, seat) for seat in self._others] if self._reads else []
        self._bits = [BIT[card] for card in cards.members(view.unseen)]
        rng.shuffle(self._bits)
        owners = [place for place, seat in enumerate(self._others) for _ in range(sizes[seat])]
        self._owners = owners + [len(self._others)] * (len(self._bits) - len(owners))
        self._held: list[Cards] = []
        self._lay()
        self._manners = sealed.manners
        self.manners = [sealed.manners - 1] * len(sizes)
        """How each seat is taken to bid."""
        self._fits = [clue(held, self._manners - 1) for clue, held in zip(self._clues, self._held, strict=False)]
        if self._reads:
            for count in range(FIRST):
                self._swap()
                if count % SWAPS == 0:
                    self._judge()

    def _lay(self) -> None:
        self._held = [0] * (len(self._others) + 1)
        for bit, owner in zip(self._bits, self._owners, strict=True):
            self._held[owner] |= bit

    def sample(self) -> State:
        """The next determinization, before the bids of this round."""
        rng = self._rng
        if self._reads:
            for _ in range(SWAPS):
                self._swap()
            self._judge()
        else:
            rng.shuffle(self._bits)
            self._lay()
            for seat in self._others:
                self.manners[seat] = int(rng.random() * self._manners)
        state = self._base.copy()
        for seat, held in zip(self._others, self._held, strict=False):
            state.hands[seat] = held
        if self._pile is not None:
            state.fill(self._pile, self._held[-1], rng)
        return state

    def _swap(self) -> None:
        """Tries to exchange two cards."""
        random, bits, owners, held = self._rng.random, self._bits, self._owners, self._held
        one, two = int(random() * len(bits)), int(random() * len(bits))
        here, there = owners[one], owners[two]
        if here == there:
            return
        both = bits[one] | bits[two]
        gain, found = 0.0, [0.0, 0.0]
        for number, owner in enumerate((here, there)):
            if owner < len(self._clues):
                found[number] = self._clues[owner](held[owner] ^ both, self.manners[self._others[owner]])
                gain += found[number] - self._fits[owner]
        if gain >= 0.0 or random() < exp(gain):
            for number, owner in enumerate((here, there)):
                held[owner] ^= both
                if owner < len(self._clues):
                    self._fits[owner] = found[number]
            bits[one], bits[two] = bits[two], bits[one]

    def _judge(self) -> None:
        """Tries another manner for each of the others."""
        random = self._rng.random
        for place, clue in enumerate(self._clues):
            manner = int(random() * self._manners)
            found = clue(self._held[place], manner)
            if found >= self._fits[place] or random() < exp(found - self._fits[place]):
                self.manners[self._others[place]], self._fits[place] = manner, found


class Bids:
    """What a seat knows of its own bids at the root."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.available: dict[Action, int] = {}
        self.visits: dict[Action, int] = {}
        self.total: dict[Action, float] = {}

    def select(self, legal: Sequence[Action], exploration: float, rng: Random) -> Action:
        """A bid not yet tried; when all are, the one that promises most or has been neglected most."""
        visits, total, available = self.visits, self.total, self.available
        untried = [action for action in legal if action not in visits]
        if untried:
            best = untried[int(rng.random() * len(untried))]
            visits[best], total[best], available[best] = 0, 0.0, 1
            return best
        highest = -1.0
        best = legal[0]
        for action in legal:
            often = available[action] = available[action] + 1
            count = visits[action]
            promise = total[action] / count + exploration * sqrt(log(often) / count)
            if promise > highest:
                best, highest = action, promise
        return best


class Bandit:
    """A search in progress. The budget is whatever number of times `iterate` is called."""

    def __init__(
        self,
        view: View,
        sealed: AnyBids,
        rng: Random,
        leaf: Utility,
        reads: bool,
        trace: Trace | None = None,
        ucb: Ucb = UCB,
    ) -> None:
        self.game, self.view, self.rng, self.leaf, self.trace = view.game, view, rng, leaf, trace
        self._sealed = sealed
        self._likely = BidSampler(view, sealed, rng, reads)
        self._bids = Bids()
        self._slips = [seat != view.seat for seat in range(len(view.sizes))]
        self._count, self._mean, self._square = 0, 0.0, 0.0
        self._exploration = ucb.exploration
        self.ucb = ucb

    def iterate(self) -> None:
        """Imagines a deal, lets all bid, bids the rest out, and remembers what came of it."""
        rng, sealed, mine = self.rng, self._sealed, self.view.seat
        state = self._likely.sample()
        manners = self._likely.manners
        chosen = self._bids.select(self.view.legal, self._exploration, rng)
        bids = [
            chosen if seat == mine else sealed.bid(state, seat, manners[seat], rng.random()) for seat in range(len(manners))
        ]
        for _ in bids:
            self.game.apply(state, bids[state.turn])
        if not state.over:
            sealed.bid_out(state, manners, self._slips, rng)
        worth = self.leaf(state)[mine]
        self._bids.visits[chosen] += 1
        self._bids.total[chosen] += worth
        if self.trace is not None:
            self.trace.saw(chosen, state, worth)
        self._measure(worth)

    def _measure(self, worth: float) -> None:
        """Where leaves lie close together, so does what is compared."""
        self._count += 1
        step = worth - self._mean
        self._mean += step / self._count
        self._square += step * (worth - self._mean)
        if self._count % self.ucb.period == 0:
            self._exploration = self.ucb.scaled(sqrt(self._square / self._count))

    def visits(self, legal: Sequence[Action]) -> list[int]:
        """How often each bid was tried."""
        return [self._bids.visits.get(action, 0) for action in legal]

    def values(self, legal: Sequence[Action]) -> dict[Action, float]:
        """What each bid brings on average, of those that were tried."""
        bids = self._bids
        return {action: bids.total[action] / bids.visits[action] for action in legal if bids.visits.get(action)}

    def spread(self, seat: int) -> float:
        """How far the leaves of the seat that bids spread: their standard deviation, as far as it is measured."""
        return self._exploration / (2 * self.ucb.exploration)
