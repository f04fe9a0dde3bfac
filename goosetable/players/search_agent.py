"""The player that searches: how long, with what memory, and how finely it tells apart what it found."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from random import Random
from typing import Final

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action, card_of
from goosetable.engine.rules.event import NEXT_KIND
from goosetable.engine.rules.sealed_state import SealedState
from goosetable.engine.rules.state import TrickState
from goosetable.players.agent import Agent
from goosetable.players.decoupled import Decoupled
from goosetable.players.determinizer import PERFECT, Determinizer, Memory
from goosetable.players.exact import work_out
from goosetable.players.ismcts import Tree
from goosetable.players.rollouts import Rollouts
from goosetable.players.sealed_bandit import Bandit
from goosetable.players.search import Search
from goosetable.players.selection import LEVEL, about_best, best, mixed, tried_most
from goosetable.players.tastes import PLAIN, Style, tasted
from goosetable.players.utility import Utility, WinUtility

PIECE: Final = 600
"""How many actions, tried or played out, make one piece of work: about a millisecond."""
DEALING: Final = 3
"""Actions that take as long as one determinization."""
GROWTH: Final = 4
"""The next piece is at most this part of all deals before it, and one: at first many a table is still to be filled."""
HABITUAL: Final = 3
"""By so much fewer deals make a piece where they are played out by habit from the first card on, which may take long."""


@dataclass(frozen=True)
class Skill:
    """What makes a level."""

    iterations: int
    """How many determinizations a decision may take."""
    memory: Memory = PERFECT
    work: int | None = None
    """How many actions, tried or played out, a decision may take at most, for games longer than most; None: any number."""
    exact: int = 0
    """How many pieces of work it takes to work a decision out, where the game allows that; 0: it never does."""
    weighed: int = 0
    """How many determinizations it weighs by what others have done, before it thinks of the likelier ones; 0: all are alike.

    Of bids in secret it reads what others have bid so far; 0: it reads nothing.
    """
    temperature: float = 0.0
    """What differs by so small a part of how far what may come spreads looks much the same to it; 0: nothing does."""
    secret: float = 4.0
    """What all do at once and in secret it does with a chance as (times tried) ** secret: who never varied could be read."""


class Searcher(Agent):
    """Searches every decision anew, for the best chance of winning the game or, if it plays `for_deal`, the deal."""

    def __init__(self, name: str, rng: Random, skill: Skill, for_deal: bool = False, style: Style = PLAIN) -> None:
        super().__init__(name, rng)
        self.skill = skill
        self.for_deal = for_deal
        self.style = style
        self._seed = rng.getrandbits(64)

    def choose(self, view: View) -> Generator[None, None, Action]:
        """Searches in pieces; stops early where what is left could change nothing."""
        determinizer = Determinizer(view, self.skill.memory, self._seed)
        length = _length(view)
        budget = max(self._budget(view, length), len(view.legal))
        piece = max(1, int(PIECE / view.game.heuristics.cost) // (length + DEALING))
        yield
        if self.skill.exact:
            values = yield from work_out(view, determinizer, self.rng, self.skill.exact)
            if values is not None:
                self.values = values
                if self.trace is not None:
                    self.trace.certain = determinizer.certain
                return best(view, values)
        if self.skill.weighed:
            yield from determinizer.weigh(self.rng, min(self.skill.weighed, budget))
        leaf: Utility = view.game.heuristics.payoff
        if not self.for_deal:
            equity = WinUtility(view.game.heuristics, view.known)
            yield from equity.study()
            leaf = equity.leaf
        leaf = yield from tasted(view, leaf, self.style, determinizer, self.rng)
        if self.skill.exact:
            mixing = view.game.heuristics.mixture(view.known, leaf)
            if mixing is not None:
                often, self.values = yield from mixing
                return self.rng.choices(list(often), list(often.values()))[0]
        if _calls(view):
            return (yield from self._compare(view, determinizer, budget, piece, leaf))
        return (yield from self._search(view, determinizer, budget, piece, leaf))

    def _budget(self, view: View, length: int) -> int:
        skill = self.skill
        return (
            skill.iterations
            if skill.work is None
            else min(skill.iterations, int(skill.work / view.game.heuristics.cost) // length)
        )

    def _search(
        self, view: View, determinizer: Determinizer, budget: int, piece: int, leaf: Utility
    ) -> Generator[None, None, Action]:
        legal = view.legal
        measured = view.game.heuristics.margins or not self.for_deal
        tree: Search
        sealed_bids = view.game.heuristics.sealed_bids
        if sealed_bids is not None:
            tree = Bandit(view, sealed_bids, self.rng, leaf, self.skill.weighed > 0, self.trace)
        elif isinstance(view.known, SealedState):
            tree = Decoupled(view, determinizer, self.rng, leaf, self.skill.weighed > 0, self.trace)
        else:
            tree = Tree(view.game.heuristics, determinizer, self.rng, len(view.sizes), leaf, measured, self.trace)
        sharp = isinstance(tree, Tree) and not self.skill.temperature
        done = 0
        while done < budget and not (sharp and _settled(tree.visits(legal), budget - done)):
            now = min(piece, _growing(done), budget - done)
            for _ in range(now):
                tree.iterate()
            done += now
            yield
        self.values = tree.values(legal)
        visits = tree.visits(legal)
        if isinstance(tree, Bandit):
            return mixed(legal, visits, self.skill.secret, self.rng)
        if isinstance(tree, Decoupled):
            return self.rng.choices(legal, visits)[0]
        return self._pick(view, visits, tree.spread(view.seat))

    def _compare(
        self, view: View, determinizer: Determinizer, budget: int, piece: int, leaf: Utility
    ) -> Generator[None, None, Action]:
        rollouts = Rollouts(view.game.heuristics, determinizer, self.rng, view.seat, view.legal, leaf, self.trace)
        piece = max(1, piece // HABITUAL)
        due = 1
        for done, _ in enumerate(rollouts.compare(budget), 1):
            if done == due:
                due += min(piece, _growing(done))
                yield
        self.values = rollouts.values()
        return self._pick(view, rollouts.counts, rollouts.spread())

    def _pick(self, view: View, visits: list[int], spread: float) -> Action:
        if not self.skill.temperature:
            return tried_most(view, visits, self.values)
        return about_best(view, visits, self.values, max(self.skill.temperature * spread, LEVEL), self.rng)


def _growing(done: int) -> int:
    """Determinizations of the next work slice at most, after `done` of them."""
    return 1 + done // GROWTH


def _settled(visits: list[int], left: int) -> bool:
    *_, second, first = sorted(visits)
    return first - second > left


def _length(view: View) -> int:
    """How many cards are played until the deal is over: those of all hands, and those of a second half."""
    return max(1, sum(view.sizes) + sum(size for pile, size in view.hidden if pile.kind == NEXT_KIND))


def _calls(view: View) -> bool:
    """Whether the decision is one that moves no card and belongs to no trick, such as a bid."""
    known = view.known
    return card_of(view.legal[0]) is None and not (isinstance(known, TrickState) and known.trick)
