"""External players, `module:Class`, each in a process of its own: one that fails, hangs or ends disturbs no other player.

Code that does not return cannot be stopped for certain from within its process; a process can be ended on every system. An
external player is sent views and nothing else; its answers are read as lines of JSON and checked. `sandbox` has the process.
"""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from goosetable import players
from goosetable.engine.hidden.view import View
from goosetable.engine.record import jsonl
from goosetable.engine.record.format import RecordError
from goosetable.engine.rules.action import Action
from goosetable.players.agent import External, Player, short
from goosetable.sandbox import finding
from goosetable.sandbox.finding import Found

if TYPE_CHECKING:
    from goosetable.sandbox.process import PlayerProcess

PATIENCE: Final = 10.0
"""Seconds that an external player may take for one decision, unless others are said; and at least to be made, because its
process has to start first.
"""
MOST_PATIENCE: Final = 900
MOST_WORTH: Final = 1e300
"""What an action may be worth at most."""
MOST_SAID: Final = 300
"""Letters of what is said of a player that failed."""
PAUSE: Final = 0.002
"""Seconds of one piece of waiting at most, so that the window goes on between two."""
LATE: Final = 250
"""Pieces of waiting in which the last answer of a process that has ended still comes through."""


class Silent(players.BadPlayer):
    """A player that did not answer in time."""


class _Answer(NamedTuple):
    """What a player did, and what each action seemed worth to it."""

    action: Action = -1
    values: dict[Action, float] = {}  # noqa: RUF012 - never changed


_all: list[PlayerProcess] = []
_free: list[PlayerProcess] = []
"""Processes that wait for another player: starting one takes as long as many decisions."""


def _a_free_one(found: Found) -> PlayerProcess:
    """A process for a player: one in which that module is known already and no other, or a new one."""
    for process in _free:
        if process.found == found:
            _free.remove(process)
            return process
    # Imported only here, because the window imports this module and people wait for it.
    from goosetable.sandbox.process import PlayerProcess

    process = PlayerProcess(found)
    _all.append(process)
    return process


class SandboxedPlayer(External):
    """A player in a process of its own; it is asked like any other player."""

    def __init__(self, name: str, source: str, patience: float = PATIENCE, found: Found | None = None) -> None:
        """source: what its randomness is made from; it gets the `sealed` form.

        found: its module; unless given, the one that lies where one looks first.

        Starts nothing before it is asked for something.
        """
        super().__init__(name)
        self.source, self.patience, self.found = sealed(source), patience, found
        self.values: dict[Action, float] = {}
        """What each action seemed worth when it last thought, if it said so."""
        self._process: PlayerProcess | None = None

    def think(self, view: View) -> Generator[None, None, Any]:
        """Waits for its answer, a short while at a time. Raises BadPlayer, and Silent where there is none in time."""
        yield from self.made()
        assert self._process is not None, "it was made"
        self._process.ask(view)
        found = yield from self._answered(self._process, view.legal, self.patience)
        self.values = found.values
        return found.action

    def made(self) -> Generator[None, None, None]:
        """Waits until it has been made. Raises BadPlayer where it cannot be."""
        if self._process is None:
            try:
                self._process = _a_free_one(self.found or finding.find(self.name))
            except ValueError as wrong:
                raise players.BadPlayer(short(str(wrong), MOST_SAID)) from None
            except OSError as wrong:
                raise players.BadPlayer(f"no process could be started for {self.name}: {wrong.strerror or wrong}") from None
            self._process.make(self.source)
            yield from self._answered(self._process, (), max(self.patience, PATIENCE))

    def make(self) -> None:
        """The same at once."""
        for _ in self.made():
            pass

    def leave(self) -> None:
        """Gives up its seat; its process is kept for the next player."""
        if self._process is not None:
            _free.append(self._process)
            self._process = None

    def kill(self) -> None:
        """Has its process ended, and does not wait for that."""
        if self._process is not None:
            self._process.kill()

    def end(self) -> None:
        """Ends its process, also one that does not listen, and waits for that."""
        if self._process is not None:
            _all.remove(self._process)
            self._process.end()
            self._process = None

    def _answered(self, process: PlayerProcess, legal: tuple[Action, ...], patience: float) -> Generator[None, None, _Answer]:
        """Its answer, once it is there. Raises BadPlayer, and Silent after so many seconds."""
        understood, gone = False, 0
        try:
            for _ in range(max(1, int(patience / PAUSE))):
                if process.poll(PAUSE):
                    break
                gone += not process.alive
                if gone > LATE:  # what it has started may hold its end of the pipe open
                    raise EOFError
                yield
            else:
                raise Silent(f"{self.name} did not answer within {patience:g} seconds")
            told = _read(process.answer(), process.number)
            understood = True
        except EOFError:
            raise players.BadPlayer(f"{self.name} ended the process it was in") from None
        except (RecordError, ValueError) as wrong:
            reason = wrong.reason if isinstance(wrong, RecordError) else str(wrong)
            raise players.BadPlayer(f"{self.name} answered with what is no answer: {short(reason)}") from None
        finally:
            if not understood:
                # It still thinks, has ended or sends what is no answer: its process is not used again.
                self.end()
        if isinstance(told, str):
            raise players.BadPlayer(_with_name(self.name, told))
        return told._replace(values={action: told.values[action] for action in legal if action in told.values})


def _read(line: bytes, number: int) -> _Answer | str:
    """The answer to that request, or why there is none, in words. Raises RecordError or ValueError for any other line."""
    found = jsonl.read_object(line)
    if not found.keys() <= {"to", "do", "values", "wrong"}:
        raise ValueError("it has more in it than an answer")
    if found.get("to") != number or isinstance(found["to"], bool):
        raise ValueError("it is not to what was asked")
    wrong, do, values = found.get("wrong"), found.get("do", -1), found.get("values", {})
    if isinstance(wrong, str):
        return wrong
    if wrong is not None or not isinstance(do, int) or isinstance(do, bool) or not isinstance(values, dict):
        raise ValueError("its parts are of the wrong kind")
    return _Answer(do, {_whole(action): _number(value) for action, value in values.items()})


def _whole(text: str) -> int:
    if not (text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 20):
        raise ValueError("it values what is no action")
    return int(text)


def _number(value: object) -> float:
    """A number that is one; whole numbers beyond all measure are none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > MOST_WORTH:
        raise ValueError("it values an action with what is no number")
    return float(value)


def _with_name(name: str, sentence: str) -> str:
    """What a player says of itself, as part of a line, with its name in it; nothing that moves a cursor or turns a line."""
    clean = short(" ".join("".join(sign if sign.isprintable() else " " for sign in sentence).split()), MOST_SAID)
    return clean if name in clean else f"{name} failed: {clean}"


def sealed(source: str) -> str:
    """What stands in for a source of randomness before an external player, which can look into all that its process holds.

    The source itself may begin with the seed of the game, from which the deals and the choices of all others follow.
    """
    return sha256(source.encode()).hexdigest()


def seated(name: str, source: str, patience: float = PATIENCE) -> Player:
    """The player of that name: a level in this process, or an external one in its own. Raises ValueError for a wrong name."""
    return SandboxedPlayer(name, source, patience) if ":" in name else players.make(name, Random(source))


def dismiss(*seated: object) -> None:
    """Players get up for good; those in processes of their own are told so first, so that these end side by side."""
    external = [player for player in seated if isinstance(player, SandboxedPlayer)]
    for player in external:
        player.kill()
    for player in external:
        player.end()


def send_away() -> None:
    """Ends the processes that wait for another player."""
    while _free:
        process = _free.pop()
        _all.remove(process)
        process.end()


def kill_all() -> None:
    """Ends every process of a player, for a process that is itself about to end."""
    for process in _all:
        process.kill()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """What is started here inherits that Ctrl-C is not meant for it; this process alone answers, and ends the others."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
