"""Determinizer: samples states of the information set of a seat, or of as much of it as the player remembers.

Importance weights: sampling-importance resampling (Rubin, 1987).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Generator
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import accumulate
from math import exp
from random import Random
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.hidden.view import View, dealing, lay, sample
from goosetable.engine.rules.action import Verb, value_of, verb_of
from goosetable.engine.rules.event import GONE
from goosetable.engine.rules.state import State, TrickState
from goosetable.engine.strength.policy import AnyPolicy


@dataclass(frozen=True)
class Memory:
    """Parameters of a player's memory of the cards played."""

    forgets: float = 0.0
    """Probability that a card is forgotten once its trick is no longer the last, 0..1."""
    voids: bool = True
    """Whether voids are remembered: cards that a seat is known not to hold."""
    highest: int = 2
    """Highest rank that may be forgotten, 0 (ace) to 12; 2 is a queen. Jokers never are."""

    def forgotten(self, view: View, seed: int) -> Cards:
        """Forgotten cards among the tricks taken; they stay forgotten for the deal."""
        known = view.known
        if not self.forgets or not isinstance(known, TrickState):
            return 0
        played = [value_of(action) for _, action in known.actions if verb_of(action) is Verb.PLAY]
        fresh = played[-len(view.sizes) - len(known.trick) :]
        away = {card for pile in (*known.won, known.piles().get(GONE, 0)) for card in cards.members(pile)}
        return sum(
            BIT[card]
            for card in sorted(away.intersection(played).difference(fresh, cards.members(view.game.heuristics.memorable)))
            if self._forgets(card, f"{seed}:{known.number}:{view.seat}:{card}")
        )

    def _forgets(self, card: Card, source: str) -> bool:
        """Whether a card is forgotten; decided by a hash of its own, and so the same at every later turn."""
        if cards.suit(card) == cards.JOKER_SUIT or cards.rank(card) < self.highest:
            return False
        return int.from_bytes(blake2b(source.encode(), digest_size=4).digest()) < self.forgets * 2**32


PERFECT: Final = Memory()
"""Forgets nothing."""


class Determinizer:
    """Determinizations of a view, uniform or by importance weights.

    A forgotten card may lie in a hidden hand again; a card not played yet then lies in its place among the tricks taken.
    """

    def __init__(self, view: View, memory: Memory, seed: int) -> None:
        known = view.known
        shown = known.shown
        if not memory.voids:
            known = known.copy()
            known.voids = [lacking & shown for lacking in known.voids]
        self._view = replace(view, known=known)
        self._forgotten = memory.forgotten(view, seed)
        self._hidden = dealing(self._view, self._forgotten, view.game.heuristics.memorable | shown)
        self._weighted: list[list[Cards]] = []
        """Weighted determinizations, where there are any, as hidden hands; and running totals of their importance weights."""
        self._weights: list[float] = []

    @property
    def certain(self) -> bool:
        """Whether there is only one determinization: all unseen cards lie in one hand."""
        rooms = [room for room in self._view.rooms if room]
        return not self._forgotten and len(rooms) + len(self._view.hidden) == 1

    def weight(
        self, rng: Random, count: int, slice_size: int, habits: AnyPolicy | None = None, power: float = 1.0
    ) -> Generator[None, None, None]:
        """From now on samples from `count` determinizations, weighted by the likelihood of the observed actions.

        slice_size: determinizations sampled or weighted per work slice.
        habits: what the others are taken to play by, where the game has learned any; and the power of their likelihood.
        """
        heuristics, known, seat = self._view.game.heuristics, self._view.known, self._view.seat
        likelihood = heuristics.likelihood(known, seat) if habits is None else heuristics.likelihood_by(habits, known, seat)
        if likelihood is None or self._forgotten:
            return
        found = []
        for number in range(count):
            found.append(self._view.with_held(self._hidden.deal(rng)))
            if number % slice_size == slice_size - 1:
                yield
        likely = []
        for number, hands in enumerate(found):
            likely.append(likelihood(hands))
            if number % slice_size == slice_size - 1:
                yield
        most = max(likely)
        self._weights = list(accumulate([exp(power * (one - most)) for one in likely]))
        self._weighted = found

    def sample(self, rng: Random) -> State:
        """A determinization, as a state of its own."""
        if self._weighted:
            return lay(self._view, self._weighted[bisect(self._weights, rng.random() * self._weights[-1])][:], rng)
        if not self._forgotten:
            return sample(self._view, rng, self._hidden)
        *dealt, past = self._hidden.deal(rng)
        state = lay(self._view, dealt, rng)
        assert isinstance(state, TrickState), "only games of tricks have anything to forget"
        back, gone = cards.members(self._forgotten & ~past), cards.members(past & ~self._forgotten)
        for returned, missing in zip(back, gone, strict=True):
            for seat, pile in enumerate(state.won):
                if pile & BIT[returned]:
                    state.won[seat] = pile ^ BIT[returned] ^ BIT[missing]
                    break
            else:
                set_aside = state.piles()[GONE]
                state.fill(GONE, set_aside ^ BIT[returned] ^ BIT[missing], rng)
        return state
