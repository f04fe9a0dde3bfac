"""What a computer player is: something that thinks about a view, a short piece of work at a time, and returns an action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from random import Random
from typing import Protocol

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.players.trace import Trace


class Player(Protocol):
    """Anything that can take a seat."""

    def think(self, view: View) -> Generator[None, None, Action]:
        """Yields between pieces of work of a few milliseconds, and returns one action of `view.legal`."""


class External:
    """A player from outside the program; wherever it is spoken of, it goes by the name by which it was asked for."""

    def __init__(self, name: str) -> None:
        """name: `module:Class`."""
        self.name = name


class BadPlayer(Exception):
    """A player that failed, in one sentence with its name in it."""


class Agent(ABC):
    """A player of the program's own. The same randomness and the same views give the same actions anywhere."""

    def __init__(self, name: str, rng: Random) -> None:
        self.name = name
        self.rng = rng
        self.values: dict[Action, float] = {}
        """What each legal action seemed worth when it last thought, 0..1: a chance of winning the game, or, for a player that
        looks no further than the deal, as in `Heuristics.payoff`; as in `Heuristics.solve` where that was asked; empty where
        it compared none."""
        self.trace: Trace | None = None
        """Set by a caller who wants reasons: an `Analysis` is made of what it has seen once the decision is made."""

    def think(self, view: View) -> Generator[None, None, Action]:
        """Chooses an action; at once where there is only one."""
        self.values = {}
        if self.trace is not None:
            self.trace.forget()
        if len(view.legal) == 1:
            return view.legal[0]
        return (yield from self.choose(view))

    @abstractmethod
    def choose(self, view: View) -> Generator[None, None, Action]:
        """Chooses among two legal actions or more, as `think` does."""


class Chance(Agent):
    """Plays any legal action."""

    def choose(self, view: View) -> Generator[None, None, Action]:
        """One of the legal actions, all equally likely."""
        yield from ()
        return self.rng.choice(view.legal)


def told(failure: BaseException) -> str:
    """A failure in part of a line, whatever it says of itself."""
    try:
        said = " ".join(str(failure).split())
    except Exception:
        said = ""
    kind = type(failure).__name__
    return f"{kind}: {short(said)}" if said else kind


def short(text: str, most: int = 200) -> str:
    """A text that stays part of a line, however long it is."""
    return text if len(text) <= most else f"{text[:most]}..."


def shown(answer: object) -> str:
    """Whatever a player returned, as part of a line."""
    try:
        return short(" ".join(repr(answer).split()))
    except Exception:
        return f"a {type(answer).__name__}"
