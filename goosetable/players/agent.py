"""Computer players: the protocol, in work slices, `steps` and `decide` to ask one, and the trace of a search for reasons.

An external player in this process is named `module:Class` and made with Class(rng).
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Generator
from math import sqrt
from random import Random
from typing import Any, Final, Protocol

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import State

KEPT: Final = 300
"""Final states kept of each action: the last ones, when the search knew most."""


class Trace:
    """The trace of one decision; it changes nothing of the search."""

    def __init__(self) -> None:
        self.ends: dict[Action, deque[State]] = {}
        self.visits: dict[Action, int] = {}
        """Simulations by first action."""
        self.certain = False
        """Whether the values are exact, in the only determinization."""
        self.mixture: dict[Action, float] = {}
        """Odds of each action where the player mixes its choices; empty where it does not."""
        self._sum = self._squares = 0.0

    def forget(self) -> None:
        """Begins another decision."""
        self.ends, self.visits, self.certain, self.mixture = {}, {}, False, {}
        self._sum = self._squares = 0.0

    @property
    def spread(self) -> float:
        """Standard deviation of the utilities of single simulations; 0 without any."""
        count = sum(self.visits.values())
        return sqrt(max(self._squares / count - (self._sum / count) ** 2, 0.0)) if count else 0.0

    def saw(self, action: Action, state: State, utility: float) -> None:
        """Takes in a simulation: its first action, final state (never changed again) and utility of the seat to act."""
        self._sum += utility
        self._squares += utility * utility
        found = self.ends.get(action)
        if found is None:
            self.ends[action], self.visits[action] = deque([state], KEPT), 1
            return
        found.append(state)
        self.visits[action] += 1


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


MOST_PIECES: Final = 1_000_000
"""Work slices of one decision: an external player that yields more often is taken never to return."""


def steps(player: Player, view: View) -> Generator[None, None, Action]:
    """Lets a player think about a view, one work slice at a time; returns a legal action.

    An external player may also return the text of an action, such as "play 7H", and need not be a generator; it is not asked
    where there is only one action. Raises BadPlayer where it fails, and ValueError where it is not this seat's turn.
    """
    if not view.legal:
        raise ValueError(f"seat {view.seat} has nothing to decide")
    if len(view.legal) == 1 and not isinstance(player, Agent):
        return view.legal[0]
    try:
        answer: object = player.think(view)
        if isinstance(answer, Generator):
            answer = yield from (answer if isinstance(player, Agent) else _limited(player, answer))
    except BadPlayer:
        raise
    except (Exception, SystemExit) as failure:
        raise BadPlayer(f"{title(player)} failed with {told(failure)}") from failure
    return _legal(player, view, answer)


def decide(player: Player, view: View) -> Action:
    """The action of a player, at once; raises as `steps` does."""
    work = steps(player, view)
    while True:
        try:
            next(work)
        except StopIteration as done:
            action: Action = done.value
            return action


def title(player: Player) -> str:
    """The name of a player in messages: its level, or `module:Class`."""
    kind = type(player)
    return player.name if isinstance(player, Agent | External) else f"{kind.__module__}:{kind.__qualname__}"


def _limited(player: Player, work: Generator[None, None, object]) -> Generator[None, None, object]:
    """The same work with at most `MOST_PIECES` slices."""
    for _ in range(MOST_PIECES):
        try:
            next(work)
        except StopIteration as done:
            return done.value
        yield
    raise BadPlayer(f"{title(player)} did not come to an end in {MOST_PIECES} pieces of work")


def _legal(player: Player, view: View, answer: object) -> Action:
    if isinstance(answer, str):
        action = _read(player, view, answer)
    elif isinstance(answer, int) and not isinstance(answer, bool):
        action = int(answer)
    else:
        raise BadPlayer(f"{title(player)} returned {shown(answer)}, which is no action")
    if action not in view.legal:
        raise BadPlayer(f"{title(player)} chose {_written(view, action)}, which it may not do now")
    return action


def _read(player: Player, view: View, text: str) -> Action:
    try:
        return view.game.read(text, view.legal)
    except ValueError:
        raise BadPlayer(f"{title(player)} returned {shown(text)}, which is no action") from None


def _written(view: View, action: Action) -> str:
    try:
        return view.game.write(action)
    except (ValueError, IndexError):
        return f"{short(str(action))}, the number of no action" if action.bit_length() < 64 else "a huge number"


class Plugin(External):
    """An external player in this process."""

    def __init__(self, name: str, player: Player) -> None:
        super().__init__(name)
        self._player = player

    @property
    def values(self) -> object:
        """The values of the player, if it has any; of any type."""
        return getattr(self._player, "values", None)

    def think(self, view: View) -> Any:
        """The answer of the player; of any type."""
        return self._player.think(view)


def load(name: str, rng: Random) -> Player:
    """The player `module:Class`; raises ValueError in one sentence where it cannot be made."""
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
        raise ValueError(f"the module of the player {name!r} fails with {told(failure)}") from failure
    made = getattr(found, kind, None)
    if made is None:
        raise ValueError(f"there is no class {kind!r} in the module {module!r}")
    if not isinstance(made, type):
        raise ValueError(f"{kind!r} in the module {module!r} is not a class")
    if not callable(getattr(made, "think", None)):
        raise ValueError(f"the player {name!r} has no method think(view)")
    try:
        player: Player = made(rng)
    except (Exception, SystemExit) as failure:
        raise ValueError(f"the player {name!r} cannot be made with {kind}(rng): {told(failure)}") from failure
    return Plugin(name, player)
