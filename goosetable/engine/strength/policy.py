"""Policies that a game learned: softmax over a sum of weighted features, and the files of their weights.

`policy.json` of the game's package is what won when the game played itself, and `habits.json` how those who search play: by
situation, one number for each named feature. What is damaged, missing or made for other features is never used; the search
plays on without it.
"""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from goosetable.cards import Card, Cards
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import State

S = TypeVar("S", bound=State)
FILE: Final = "policy.json"
HABITS: Final = "habits.json"
DIGITS: Final = 3
"""Decimals of a weight in the file."""
GREATEST: Final = 100.0
"""No weight is beyond it on either side: a score of it would be no number."""
SAID: Final = "the computer players search without them"
MOST_BYTES: Final = 1_000_000


class Shape(NamedTuple):
    """What the weights of a game are for; a file of another shape is of another version."""

    game: str
    """The game's id."""
    version: int
    """Higher where a feature of the same name is counted in another way."""
    features: tuple[str, ...]
    situations: tuple[str, ...]


class Lessons(NamedTuple):
    """How a game is learned by having it play itself."""

    entropy: float = 0.01
    """Bonus for choices that stay open, 0 or more; on the scale of payoffs, so less where those of deals differ by little."""
    fade: float = 0.8
    """How much less a change of the outlook counts for a choice with each trick between: 0 only the next, 1 all alike."""
    step: float = 0.02
    """How far a weight moves in a batch of hands, at first."""
    hands: int = 800_000
    """Deals played."""


class Untrained(Exception):
    """The weights cannot be used, in one sentence."""


class Attempt:
    """One choice of a policy that learns, to be judged when the deal is over."""

    __slots__ = ("action",)

    def __init__(self, action: Action) -> None:
        self.action = action


class PlayoutPolicy(ABC, Generic[S]):
    """Chooses quickly for the seat to act, from what it can see, while a deal is played out."""

    @abstractmethod
    def play(self, state: S, group: Cards, chance: float) -> Card:
        """A card for the trick, one of `group`, two or more. chance: random, 0..1."""

    @abstractmethod
    def call(self, state: S, legal: Sequence[Action], chance: float) -> Action:
        """What is no card for a trick, such as a bid, of two actions or more. chance: random, 0..1."""


class Policy(PlayoutPolicy[S]):
    """Chooses by the own hand and by what lies open; in playouts with softened chances and some random cards."""

    cost: float = 4.0
    """Time of a simulated action by the policy, in actions of a playout without it, in plain Python."""

    @abstractmethod
    def chances(self, state: S, legal: Sequence[Action]) -> list[float]:
        """How likely the policy takes each of two legal actions or more; together 1."""

    @abstractmethod
    def attempt(self, state: S, legal: Sequence[Action], chance: float, entropy: float) -> Attempt:
        """A choice by `chances` to learn from. chance: random, 0..1. entropy: how much to learn to keep choices open."""

    @abstractmethod
    def learn(self, attempt: Attempt, gain: float) -> None:
        """Notes how much better than expected a deal ended after a choice."""

    @abstractmethod
    def follow(self, state: S, legal: Sequence[Action], action: Action) -> None:
        """Notes that another player chose this action, one of two or more."""

    @abstractmethod
    def slopes(self) -> list[list[float]]:
        """By situation and feature, the slope of all that has been learned since this was last asked."""

    @abstractmethod
    def aimed(self, known: S, utility: Callable[[S], tuple[float, ...]]) -> Policy[S]:
        """The same policy, but with the aims of all seats in the deal of a view. utility: of a finished deal by seat, 0..1."""

    @abstractmethod
    def teach(self, rows: Sequence[Sequence[float]]) -> None:
        """Takes these weights, by situation and feature, instead of its own."""


AnyPlayoutPolicy = PlayoutPolicy[State]
"""The playout policy of a game of whatever states."""
AnyPolicy = Policy[State]
"""The policy of a game of whatever states."""


def write(shape: Shape, rows: Sequence[Sequence[float]]) -> str:
    """Weights as the text of a file: a line for each situation."""
    head = {"game": shape.game, "version": shape.version, "features": list(shape.features)}
    lines = [f' "{key}": {json.dumps(value)},' for key, value in head.items()]
    told = [
        f'  "{name}": [{", ".join(f"{weight:.{DIGITS}f}" for weight in row)}]'
        for name, row in zip(shape.situations, rows, strict=True)
    ]
    return "\n".join(["{", *lines, ' "weights": {', ",\n".join(told), " }", "}", ""])


def read(data: bytes, shape: Shape, file: str = FILE) -> list[list[float]]:
    """Weights by situation and feature from the bytes of a file; raises Untrained."""
    try:
        found = json.loads(data.decode("utf-8")) if len(data) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("weights"), dict):
        raise _untrained(shape, file, "are damaged")
    made_for = Shape(
        str(found.get("game")), _number(found.get("version")), _names(found.get("features")), _names(list(found["weights"]))
    )
    if made_for != shape:
        raise _untrained(shape, file, "are of another version")
    rows = [found["weights"][name] for name in shape.situations]
    for row in rows:
        if not isinstance(row, list) or len(row) != len(shape.features) or not all(_weight(one) for one in row):
            raise _untrained(shape, file, "are damaged")
    return [[float(one) for one in row] for row in rows]


def load(package: str, shape: Shape, file: str) -> list[list[float]]:
    """Weights from a file in a package that is imported; raises Untrained."""
    module = sys.modules[package]
    try:
        data: bytes = getattr(module, "__loader__").get_data(f"{module.__path__[0]}/{file}")  # noqa: B009 - loaders differ
    except (OSError, AttributeError):
        raise _untrained(shape, file, "are missing") from None
    return read(data, shape, file)


def _untrained(shape: Shape, file: str, what: str) -> Untrained:
    folder = shape.game.replace("-", "_")
    return Untrained(f"the weights of {shape.game!r} in goosetable/games/{folder}/{file} {what}; {SAID}")


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _names(value: object) -> tuple[str, ...]:
    return tuple([str(name) for name in value]) if isinstance(value, list) else ()


def _weight(value: object) -> bool:
    """Whether this is a number that can be a weight."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -GREATEST <= value <= GREATEST
