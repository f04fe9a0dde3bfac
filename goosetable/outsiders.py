"""Players from outside, `module:Class`, each in a process of its own: one that fails, hangs or ends costs nobody else a card.

Code that does not come back cannot be stopped from within the process in which it runs, on no system for certain; a process
can be ended on all of them. What comes through the pipe is a view, and so a player from outside has nothing else to look at.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from math import isfinite
from random import Random
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from goosetable import players
from goosetable.engine.action import Action
from goosetable.engine.view import View

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PATIENCE: Final = 10.0
"""Seconds that a player from outside may take for one decision, or to be made."""
MOST_PATIENCE: Final = 900
PAUSE: Final = 0.002
"""Seconds that one piece of waiting takes at most, so that a window stays alive."""


class Silent(players.BadPlayer):
    """A player that did not answer in time."""


class _Answer(NamedTuple):
    """What comes back through the pipe: an action with what each seemed worth, or why there is none."""

    action: Action = -1
    values: dict[Action, float] = {}  # noqa: RUF012 - never changed
    wrong: str = ""


class _Line:
    """A process and the pipe to it."""

    def __init__(self) -> None:
        # Imported only here, because the window imports this module and people wait for it.
        from multiprocessing import get_context

        context = get_context("spawn")
        self.name = ""
        """Who sat there last."""
        self.near, far = context.Pipe()
        # Ctrl-C is for this process alone, which ends the other.
        with uninterrupted():
            self._process = context.Process(target=serve, args=(far,), daemon=True)
            self._process.start()
        far.close()
        _all.append(self)

    def end(self) -> None:
        self.near.close()
        self.kill()
        self._process.join()
        _all.remove(self)

    def kill(self) -> None:
        self._process.kill()


_all: list[_Line] = []
_free: list[_Line] = []
"""Processes that wait for another player: starting one takes as long as many decisions."""


def _a_free_one(name: str) -> _Line:
    """A process for a player: one in which that module is known already and no other, or a new one."""
    for line in _free:
        if line.name == name:
            _free.remove(line)
            return line
    line = _Line()
    line.name = name
    return line


class Outsider:
    """A player in a process of its own; to whoever asks it, one like any other."""

    def __init__(self, name: str, source: str, patience: float = PATIENCE) -> None:
        """source: what its randomness is made from. Starts nothing before it is asked for something."""
        self.name, self.source, self.patience = name, source, patience
        self.values: dict[Action, float] = {}
        """What each action seemed worth when it last thought, if it said so."""
        self._line: _Line | None = None

    def think(self, view: View) -> Generator[None, None, Action]:
        """Waits for its answer, a short while at a time. Raises BadPlayer, and Silent where there is none in time."""
        yield from self.made()
        assert self._line is not None, "it was made"
        found = yield from self._ask(self._line, view)
        self.values = found.values
        return found.action

    def made(self) -> Generator[None, None, None]:
        """Waits until it has been made. Raises BadPlayer where it cannot be."""
        if self._line is None:
            self._line = _a_free_one(self.name)
            yield from self._ask(self._line, (self.name, self.source))

    def make(self) -> None:
        """The same at once."""
        for _ in self.made():
            pass

    def leave(self) -> None:
        """Gives up its seat; its process is kept for the next player."""
        if self._line is not None:
            _free.append(self._line)
            self._line = None

    def end(self) -> None:
        """Ends its process, whatever it does."""
        if self._line is not None:
            self._line.end()
            self._line = None

    def _ask(self, line: _Line, asked: object) -> Generator[None, None, _Answer]:
        answered = False
        try:
            line.near.send(asked)
            for _ in range(max(1, int(self.patience / PAUSE))):
                if line.near.poll(PAUSE):
                    found = line.near.recv()
                    answered = True
                    break
                yield
            else:
                raise Silent(f"{self.name} did not answer within {self.patience:g} seconds")
        except (EOFError, OSError):
            raise players.BadPlayer(f"{self.name} ended the process it was in") from None
        finally:
            if not answered:
                # It still thinks, or is gone: nobody may sit on that chair again.
                self.end()
        assert isinstance(found, _Answer)
        if found.wrong:
            raise players.BadPlayer(found.wrong)
        return found


def seated(name: str, source: str, patience: float = PATIENCE) -> Any:
    """The player of that name: a level in this process, or one from outside in its own. Raises ValueError for a wrong name."""
    return Outsider(name, source, patience) if ":" in name else players.make(name, Random(source))


def dismiss(player: object) -> None:
    """A player gets up for good."""
    if isinstance(player, Outsider):
        player.end()


def send_away() -> None:
    """Ends the processes that wait for another player."""
    while _free:
        _free.pop().end()


def kill_all() -> None:
    """Ends every process of a player, for a process that is itself about to end."""
    for line in _all:
        line.kill()


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


# ---------------------------------------------------------------------- the other process


def serve(far: Connection) -> None:
    """What the process does: makes the player it is told to, and asks it, until there is nobody who wants to know."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    player: Any = None
    name = ""
    while True:
        try:
            asked = far.recv()
        except (EOFError, OSError):
            return
        try:
            if isinstance(asked, View):
                found = _Answer(players.decide(player, asked), _values(player))
            else:
                name, source = asked
                player, found = players.make(name, Random(source)), _Answer()
        except (players.BadPlayer, ValueError) as wrong:
            found = _Answer(wrong=str(wrong) or "it failed")
        except BaseException as wrong:
            found = _Answer(wrong=f"{name} failed with {type(wrong).__name__}")
        try:
            far.send(found)
        except OSError:
            return


def _end_with_parent() -> None:
    """A player that hangs would otherwise live on when the program has ended."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _values(player: object) -> dict[Action, float]:
    """What each action seemed worth; a player from outside need not say so, and may say anything."""
    found = getattr(player, "values", None)
    if not isinstance(found, dict):
        return {}
    return {
        int(action): float(value)
        for action, value in found.items()
        if isinstance(action, int) and isinstance(value, int | float) and isfinite(value)
    }
