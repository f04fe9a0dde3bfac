"""Computer players: they think about a view, one work slice at a time, and return an action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from random import Random
from typing import Protocol

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.players.trace import Trace


class Player(Protocol):
    """What can take a seat."""

    def think(self, view: View) -> Generator[None, None, Action]:
        """Yields after each work slice of a few milliseconds; returns one action of `view.legal`."""


class External:
    """An external player."""

    def __init__(self, name: str) -> None:
        """name: `module:Class`, as it was asked for and is shown."""
        self.name = name


class BadPlayer(Exception):
    """The failure of a player, in one sentence that names it."""


class Agent(ABC):
    """A player of the program's own; the same randomness and the same views give the same actions anywhere."""

    def __init__(self, name: str, rng: Random) -> None:
        self.name = name
        self.rng = rng
        self.values: dict[Action, float] = {}
        """Values of the legal actions in the last decision, 0..1: win probabilities, or on the scale of `Heuristics.payoff` for
        a player of the deal alone, or of `Heuristics.solve` for an exact search; empty where none were compared."""
        self.trace: Trace | None = None
        """Set by a caller that wants an `Analysis` of the decision."""

    def think(self, view: View) -> Generator[None, None, Action]:
        """Chooses an action, at once where there is only one."""
        self.values = {}
        if self.trace is not None:
            self.trace.forget()
        if len(view.legal) == 1:
            return view.legal[0]
        return (yield from self.choose(view))

    @abstractmethod
    def choose(self, view: View) -> Generator[None, None, Action]:
        """As `think`, among two legal actions or more."""


class Chance(Agent):
    """The random player."""

    def choose(self, view: View) -> Generator[None, None, Action]:
        """A legal action, uniformly."""
        yield from ()
        return self.rng.choice(view.legal)


def told(failure: BaseException) -> str:
    """A failure as part of a line, whatever its text."""
    try:
        said = " ".join(str(failure).split())
    except Exception:
        said = ""
    kind = type(failure).__name__
    return f"{kind}: {short(said)}" if said else kind


def short(text: str, most: int = 200) -> str:
    """A text cut off after `most` characters."""
    return text if len(text) <= most else f"{text[:most]}..."


def shown(answer: object) -> str:
    """The answer of a player as part of a line, whatever it is."""
    try:
        return short(" ".join(repr(answer).split()))
    except Exception:
        return f"a {type(answer).__name__}"
