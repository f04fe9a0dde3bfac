"""Playing games in several processes: the results come in the order of the tasks, for any number of processes.

Processes are spawned, not forked, so that it is the same on every system and in a frozen program.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from goosetable.commands.arguments import ContentError
from goosetable.commands.tournament.series import GameResult, Task, play
from goosetable.sandbox.external import kill_all, uninterrupted

GRACE = 3.0
"""Seconds that a process has to end."""
SAFE_PATH = "PYTHONSAFEPATH"
"""Names the variable by which a new process of Python leaves the current folder out."""
AHEAD = 16
"""How many games a process, on average, may be ahead of the one that is waited for."""
_GONE = "goosetable simulate: a process ended in the middle of a game"


def in_order(tasks: Iterable[Task], jobs: int) -> Generator[GameResult, None, None]:
    """Plays the tasks in `jobs` processes; raises ContentError where a process ends before its game."""
    left = enumerate(tasks)
    done: dict[int, GameResult] = {}
    wanted = 0
    workers = _Workers(jobs)
    try:
        while True:
            for number, task in _next(left, workers.idle, wanted + AHEAD * jobs - workers.sent):
                workers.send(number, task)
            if not workers.busy:
                return
            done.update(workers.receive())
            while wanted in done:
                yield done.pop(wanted)
                wanted += 1
    finally:
        workers.stop()


def _next(left: Iterator[tuple[int, Task]], idle: int, room: int) -> Iterator[tuple[int, Task]]:
    for _ in range(min(idle, room)):
        try:
            yield next(left)
        except StopIteration:
            return


class _Workers:
    """The processes, each with one game at most."""

    def __init__(self, jobs: int) -> None:
        self._idle: list[Connection] = []
        self._at: dict[Connection, int] = {}
        self._processes: list[SpawnProcess] = []
        self.sent = 0
        with uninterrupted(), _not_from_here():
            for _ in range(jobs):
                self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        near, far = context.Pipe()
        # Not a daemon, because those may not have players in processes of their own.
        process = context.Process(target=serve, args=(far,), daemon=False)
        process.start()
        far.close()
        self._idle.append(near)
        self._processes.append(process)

    @property
    def idle(self) -> int:
        return len(self._idle)

    @property
    def busy(self) -> int:
        return len(self._at)

    def send(self, number: int, task: Task) -> None:
        near = self._idle.pop()
        self._at[near] = number
        try:
            near.send(task)
        except OSError:
            raise ContentError(_GONE) from None
        self.sent += 1

    def receive(self) -> dict[int, GameResult]:
        """Waits until at least one game has been played."""
        found: dict[int, GameResult] = {}
        for near in connection.wait(list(self._at)):
            assert isinstance(near, Connection)
            number = self._at.pop(near)
            try:
                result = near.recv()
            except (EOFError, OSError):
                raise ContentError(_GONE) from None
            if isinstance(result, str):
                raise ContentError(f"goosetable simulate: {result}")
            found[number] = result
            self._idle.append(near)
        return found

    def stop(self) -> None:
        for near in (*self._idle, *self._at):
            near.close()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(GRACE)
            if process.is_alive():
                # It is in a player from outside that was let into it and does not come back.
                process.kill()
                process.join()


@contextmanager
def _not_from_here() -> Iterator[None]:
    """What is started here never imports from the current folder, as Python does before it is told from where."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before


def serve(far: Connection) -> None:
    """What each process does: plays the tasks it is sent until the pipe to it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    while True:
        try:
            task = far.recv()
        except (EOFError, OSError):
            return
        result: GameResult | str
        try:
            result = play(task)
        except Exception as wrong:
            result = f"a mistake of the program itself, please report it ({type(wrong).__name__}: {wrong})"
        try:
            far.send(result)
        except OSError:
            return


def _end(*_: object) -> None:
    """Ends this process at once, and first those of players from outside, which might never end by themselves."""
    kill_all()
    os._exit(1)
