"""What a player takes to be possible: whole deals that fit what it has seen, or what it still remembers of that."""

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

HIGHEST_FORGOTTEN: Final = 2
"""The rank of a Queen: Aces, Kings and jokers stick in every memory."""

WEIGHED: Final = 25
"""Determinizations sampled or weighed per work slice, about one millisecond."""


@dataclass(frozen=True)
class Memory:
    """How well a player attends to what has been played."""

    forgets: float = 0.0
    """How many of the lower cards it forgets as soon as their trick is no longer the last, 0..1."""
    voids: bool = True
    """Whether it notices what others have shown not to hold."""

    def forgotten(self, view: View, seed: int) -> Cards:
        """The cards in the tricks taken that this player has forgotten; once forgotten, forgotten for the deal."""
        known = view.known
        if not self.forgets or not isinstance(known, TrickState):
            return 0
        played = [value_of(action) for _, action in known.actions if verb_of(action) is Verb.PLAY]
        fresh = played[-len(view.sizes) - len(known.trick) :]
        away = {card for pile in (*known.won, known.piles().get(GONE, 0)) for card in cards.members(pile)}
        return sum(
            BIT[card]
            for card in sorted(away.intersection(played).difference(fresh, cards.members(view.game.heuristics.memorable)))
            if self._slips(card, f"{seed}:{known.number}:{view.seat}:{card}")
        )

    def _slips(self, card: Card, source: str) -> bool:
        """Whether a card is one that gets forgotten; decided by its own hash, and so the same at every later turn."""
        if cards.suit(card) == cards.JOKER_SUIT or cards.rank(card) < HIGHEST_FORGOTTEN:
            return False
        return int.from_bytes(blake2b(source.encode(), digest_size=4).digest()) < self.forgets * 2**32


PERFECT: Final = Memory()
"""Forgets nothing and notices everything."""


class Determinizer:
    """The deals that a seat takes to be possible, all equally likely unless they are weighed.

    A forgotten card may be in a hidden hand again, and a card that nobody has played yet then lies in its place among the
    tricks taken: exactly the mistake of a person who has lost count.
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
        self._few: list[list[Cards]] = []
        """The only deals that are thought of, if they have been weighed; and running totals of their weights."""
        self._weights: list[float] = []

    @property
    def certain(self) -> bool:
        """Whether only one deal is possible: all that the seat cannot see lies in one hand."""
        sizes = [size for seat, size in enumerate(self._view.sizes) if seat != self._view.seat and size]
        return not self._forgotten and len(sizes) + len(self._view.hidden) == 1

    def weigh(self, rng: Random, count: int) -> Generator[None, None, None]:
        """Keep this many determinizations, drawn by their importance weights: how well they explain what the others did."""
        likelihood = self._view.game.heuristics.likelihood(self._view.known, self._view.seat)
        if likelihood is None or self._forgotten:
            return
        found = []
        for number in range(count):
            found.append(self._hidden.deal(rng))
            if number % WEIGHED == WEIGHED - 1:
                yield
        likely = []
        for number, hands in enumerate(found):
            likely.append(likelihood(hands))
            if number % WEIGHED == WEIGHED - 1:
                yield
        most = max(likely)
        self._weights = list(accumulate([exp(one - most) for one in likely]))
        self._few = found

    def sample(self, rng: Random) -> State:
        """One of those deals, as a state of its own."""
        if self._few:
            return lay(self._view, self._few[bisect(self._weights, rng.random() * self._weights[-1])][:], rng)
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
