"""Computer players: their protocol, the functions `think_in_slices` and `decide` that ask a player for an action, and the
trace of a search.

A player thinks in work slices. An external player in this process is named `module:Class` and created by Class(rng).
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import State

T = TypeVar("T")
FINAL_STATES: Final = 300
"""Greatest number of final states stored for each action. The last ones are stored, as later simulations know more."""

RESTARTS: Final = 11
"""Usual number of short searches that follow a search of sealed bids, for hints and reviews. Between three seats, a single
search often settles on one certain bid of each seat, although other bids are as good.
"""


class SealedStrategies(NamedTuple):
    """The mixed strategies of all seats in a round of sealed bids."""

    bids: Sequence[Mapping[Action, float]]
    """By seat, the probability of each of its bids."""
    values: Mapping[Action, float]
    """The value of each bid of the seat to act against the strategies of the others."""


class Trace:
    """A record of the search for one decision: counts, values and final states. Recording does not change the search."""

    def __init__(self, restarts: int = 0) -> None:
        """restarts: number of further short searches that follow a search of sealed bids, such as `RESTARTS`."""
        self.restarts = restarts
        """Number of short searches, each with a fresh start, that follow a search of sealed bids with public hands."""
        self.strategies: list[SealedStrategies] = []
        """The strategies that each such search found, the first one included, or those of an exact solution. Between three
        seats there are several equilibria, and each search finds one of them.
        """
        self.ends: dict[Action, deque[State]] = {}
        self.visits: dict[Action, int] = {}
        """Number of simulations by first action."""
        self.certain = False
        """Whether the values are exact, from the only determinization."""
        self.mixture: dict[Action, float] = {}
        """Probabilities of the actions of a mixed strategy; empty for any other search."""
        self.rows: dict[Action, tuple[float, ...]] = {}
        """Exact values of the actions of a mixed strategy against each action of the opponent; empty if it is not exact."""
        self._sum = self._squares = 0.0

    def clear(self) -> None:
        """Clears the trace for the next decision."""
        self.ends, self.visits, self.certain, self.mixture, self.rows, self.strategies = {}, {}, False, {}, {}, []
        self._sum = self._squares = 0.0

    @property
    def deviation(self) -> float:
        """Standard deviation of the utilities over all simulations; 0 before the first."""
        count = sum(self.visits.values())
        return sqrt(max(self._squares / count - (self._sum / count) ** 2, 0.0)) if count else 0.0

    def record_simulation(self, action: Action, state: State, utility: float) -> None:
        """Records a simulation: first action, final state, and utility for the seat. The state must stay unchanged."""
        self._sum += utility
        self._squares += utility * utility
        found = self.ends.get(action)
        if found is None:
            self.ends[action], self.visits[action] = deque([state], FINAL_STATES), 1
            return
        found.append(state)
        self.visits[action] += 1


class Player(Protocol):
    """An object with a method `think` that chooses actions."""

    def think(self, view: View) -> Generator[None, None, Action]:
        """Yields after each work slice of a few milliseconds; returns one action of `view.legal`."""


class ExternalPlayer:
    """Base class of external players, with the name of the player."""

    def __init__(self, name: str) -> None:
        """name: `module:Class`, shown in messages."""
        self.name = name


class BadPlayer(Exception):
    """A player has failed. The message is a sentence that names the player."""


class BuiltInPlayer(ABC):
    """A built-in player. With the same random source and the same views it chooses the same actions on any machine."""

    def __init__(self, name: str, rng: Random) -> None:
        self.name = name
        self.rng = rng
        self.values: dict[Action, float] = {}
        """Values of the legal actions in the last decision, 0..1; empty if none were compared.

        They are utilities of a search and no chances of winning: a part of each, large in some games, is the deal's payoff
        (`Heuristics.payoff_weight`). For a player of the deal alone they are `Heuristics.payoff`, for an exact search those of
        `Heuristics.double_dummy_solver`.
        """
        self.trace: Trace | None = None
        """Trace of the last decision; None unless a caller sets it, for an `Analysis`."""

    def think(self, view: View) -> Generator[None, None, Action]:
        """Chooses an action; immediately if only one is legal."""
        self.values = {}
        if self.trace is not None:
            self.trace.clear()
        if len(view.legal) == 1:
            return view.legal[0]
        return (yield from self.choose_action(view))

    @abstractmethod
    def choose_action(self, view: View) -> Generator[None, None, Action]:
        """Chooses one of two or more legal actions, in work slices."""


class RandomPlayer(BuiltInPlayer):
    """A player that chooses its actions at random."""

    def choose_action(self, view: View) -> Generator[None, None, Action]:
        yield from ()
        return self.rng.choice(view.legal)


def describe_failure(failure: BaseException) -> str:
    """Returns the type and the message of an exception on one line, shortened."""
    try:
        said = " ".join(str(failure).split())
    except Exception:
        said = ""
    kind = type(failure).__name__
    return f"{kind}: {shorten(said)}" if said else kind


def shorten(text: str, length: int = 200) -> str:
    """Cuts a text off after `length` characters."""
    return text if len(text) <= length else f"{text[:length]}..."


def describe_answer(answer: object) -> str:
    """Returns a player's answer of any type as a text on one line, shortened."""
    try:
        return shorten(" ".join(repr(answer).split()))
    except Exception:
        return f"a {type(answer).__name__}"


MAX_SLICES: Final = 1_000_000
"""Greatest number of work slices for a decision. An external player that needs more is treated as hanging."""


def think_in_slices(player: Player, view: View) -> Generator[None, None, Action]:
    """Asks a player for an action on a view, one work slice at a time. Returns a legal action.

    An external player may also return the text of an action, such as "play 7H", and its `think` need not be a generator. It is
    not asked if only one action is legal. Raises BadPlayer if it fails, and ValueError if another seat is to act.
    """
    if not view.legal:
        raise ValueError(f"seat {view.seat} has nothing to decide")
    if len(view.legal) == 1 and not isinstance(player, BuiltInPlayer):
        return view.legal[0]
    try:
        answer: object = player.think(view)
        if isinstance(answer, Generator):
            answer = yield from (answer if isinstance(player, BuiltInPlayer) else _limit_slices(player, answer))
    except BadPlayer:
        raise
    except (Exception, SystemExit) as failure:
        raise BadPlayer(f"{player_title(player)} failed with {describe_failure(failure)}") from failure
    return _parse_legal_action(player, view, answer)


def decide(player: Player, view: View) -> Action:
    """Asks a player for an action and waits for the result, without work slices. Raises the errors of `think_in_slices`."""
    return run_all_slices(think_in_slices(player, view))


def run_all_slices(work: Generator[object, None, T]) -> T:
    """Runs all work slices and returns the result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: T = done.value
            return found


def player_title(player: Player) -> str:
    """Returns a player's name for messages: its level, or `module:Class`."""
    return player.name if isinstance(player, BuiltInPlayer | ExternalPlayer) else class_title(type(player))


def class_title(kind: type) -> str:
    """Returns the name `module:Class` of a class."""
    return f"{kind.__module__}:{kind.__qualname__}"


def _limit_slices(player: Player, work: Generator[None, None, object]) -> Generator[None, None, object]:
    for _ in range(MAX_SLICES):
        try:
            next(work)
        except StopIteration as done:
            return done.value
        yield
    raise BadPlayer(f"{player_title(player)} did not come to an end in {MAX_SLICES} pieces of work")


def _parse_legal_action(player: Player, view: View, answer: object) -> Action:
    if isinstance(answer, str):
        action = _parse_action(player, view, answer)
    elif isinstance(answer, int) and not isinstance(answer, bool):
        action = int(answer)
    else:
        raise BadPlayer(f"{player_title(player)} returned {describe_answer(answer)}, which is no action")
    if action not in view.legal:
        raise BadPlayer(f"{player_title(player)} chose {_action_text(view, action)}, which it may not do now")
    return action


def _parse_action(player: Player, view: View, text: str) -> Action:
    try:
        return view.game.parse_action(text, view.legal)
    except ValueError:
        raise BadPlayer(f"{player_title(player)} returned {describe_answer(text)}, which is no action") from None


def _action_text(view: View, action: Action) -> str:
    try:
        return view.game.action_text(action)
    except (ValueError, IndexError):
        return f"{shorten(str(action))}, the number of no action" if action.bit_length() < 64 else "a huge number"


class InProcessPlayer(ExternalPlayer):
    """A player from outside the package that runs in the caller's process instead of the sandbox."""

    def __init__(self, name: str, player: Player) -> None:
        super().__init__(name)
        self._player = player

    @property
    def values(self) -> object:
        """The attribute `values` of the external player, whatever its type."""
        return getattr(self._player, "values", None)

    def think(self, view: View) -> Any:
        """Returns the answer of the external player, whatever its type."""
        return self._player.think(view)


def load_player(name: str, rng: Random) -> Player:
    """Imports the module of the external player `module:Class` and creates the player. Raises ValueError, which names the
    reason, if the module or the class cannot be loaded.
    """
    module, _, kind = name.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), kind)):
        raise ValueError(f"{name!r} is not module:Class")
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is not None and (module == missing.name or module.startswith(f"{missing.name}.")):
            raise ValueError(f"there is no module {module!r} for the player {name!r}") from None
        raise ValueError(f"the module of the player {name!r} needs {missing.name!r}, which is not there") from missing
    except (Exception, SystemExit) as failure:
        raise ValueError(f"the module of the player {name!r} fails with {describe_failure(failure)}") from failure
    made = getattr(found, kind, None)
    if made is None:
        raise ValueError(f"there is no class {kind!r} in the module {module!r}")
    if not isinstance(made, type):
        raise ValueError(f"{kind!r} in the module {module!r} is not a class")
    return make_player_of_class(name, made, rng)


def make_player_of_class(name: str, player_class: type, rng: Random) -> Player:
    """Creates a player from a class. Raises ValueError, which names the reason, if the class is no player or cannot be called
    with a random source.

    name: `module:Class`, for the message.
    """
    check_player(name, player_class)
    try:
        player: Player = player_class(rng)
    except (Exception, SystemExit) as failure:
        kind = name.rpartition(":")[2]
        raise ValueError(f"the player {name!r} cannot be made with {kind}(rng): {describe_failure(failure)}") from failure
    return InProcessPlayer(name, player)


def check_player(name: str, player: object) -> None:
    """Raises ValueError if an object or a class lacks the methods of a player."""
    if not callable(getattr(player, "think", None)):
        raise ValueError(f"the player {name!r} has no method think(view)")
