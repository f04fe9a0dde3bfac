"""Start of an external player's process: its guard process, the limits that the system offers, then `child.answer_requests`.

The guard is a small process that runs none of the player's code. It forks, and the player runs in the child process. The guard
waits until the player ends, the program sends SIGTERM, or the program's end of the pipe closes. That pipe closes in any case
when the program ends. The guard then ends the player and all processes that the player started.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

MAX_ADDRESS_SPACE: Final = 2 << 30
"""Greatest size of the address space of a process, in bytes."""
MAX_FILE_SIZE: Final = 1 << 30
"""Greatest size of a file that the player writes, in bytes."""
MAX_NEW_TASKS: Final = 64
"""Number of processes and threads that a player may have besides those that this user already has."""
_NO_NEW_PRIVILEGES: Final = 38
_DIES_WITH_PARENT: Final = 1
"""Linux property: the process gets a signal when its parent ends."""
_ADOPT_ORPHANS: Final = 36
"""Linux property: the process adopts the orphans of all processes under it."""


def limit_process() -> None:
    """Limits the resources of this process and of all processes that it starts."""
    if sys.platform == "win32":
        return  # the job in which it runs has the limits
    import resource  # not on every system

    wanted = [(resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, MAX_FILE_SIZE)]
    if sys.platform != "darwin":  # there it limits nothing
        wanted.append((resource.RLIMIT_AS, MAX_ADDRESS_SPACE))
    tasks = _count_tasks()
    if tasks is not None:
        wanted.append((resource.RLIMIT_NPROC, tasks + MAX_NEW_TASKS))
    for what, most in wanted:
        with suppress(ValueError, OSError):
            _, hard = resource.getrlimit(what)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (most, most))
    _set_linux_property(_NO_NEW_PRIVILEGES, 1)


def _set_linux_property(property_number: int, value: int) -> None:
    """Sets a property of this process (`prctl`). Has no effect if the system does not know the property."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            from ctypes import CDLL

            CDLL(None).prctl(property_number, value, 0, 0, 0)


def _count_tasks() -> int | None:
    found, mine = 0, os.getuid() if sys.platform != "win32" else 0
    for number in _process_numbers():
        with suppress(OSError):  # it has ended meanwhile
            tasks = os.stat(f"/proc/{number}/task")  # noqa: PTH116
            found += tasks.st_nlink - 2 if tasks.st_uid == mine else 0
    return found or None


def _process_numbers() -> Iterator[int]:
    with suppress(OSError):
        for entry in os.scandir("/proc"):
            if entry.name.isdecimal():
                yield int(entry.name)


MAX_SEARCH_ROUNDS: Final = 200
"""Number of searches for processes that are left. A player may start processes as fast as they are ended."""

if sys.platform != "win32":

    def fork_guard(requests: int) -> None:
        """Forks; returns only in the player's process. The guard's process stays in this function until it ends.

        requests: the pipe from the program. The guard watches it but reads nothing.
        """
        _set_linux_property(_ADOPT_ORPHANS, 1)
        woken, wakes = os.pipe()
        os.set_blocking(wakes, False)
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, _ignore_signal)
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
        player = os.fork()
        if player == 0:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGTERM, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            os.close(woken)
            os.close(wakes)
            os.setpgid(0, 0)
            _set_linux_property(_DIES_WITH_PARENT, signal.SIGKILL)
            return
        for descriptor in (1, 2):  # the program must see the end of the player while the guard still runs
            os.dup2(wakes, descriptor)
        runs = True
        try:
            runs = _wait_for_end(player, requests, woken)
        finally:
            _end_player(player, runs)
            os._exit(0)

    def _ignore_signal(*_: object) -> None:
        """Handles a signal by doing nothing. Its arrival alone interrupts the wait."""

    def _wait_for_end(process_id: int, requests: int, woken: int) -> bool:
        """Waits until the player or the program ends. Returns True if the player is still running."""
        poll = select.poll()
        poll.register(requests, 0)  # reports only that the other end is closed
        poll.register(woken, select.POLLIN)
        while True:
            for descriptor, _ in poll.poll():
                if descriptor == requests or signal.SIGTERM in os.read(woken, 64):
                    return True
            with suppress(ChildProcessError):
                while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                    if ended == process_id:
                        return False

    def _end_player(process_id: int, runs: bool) -> None:
        with suppress(OSError):
            os.killpg(process_id, signal.SIGKILL)
        if runs:  # it may have left its group
            with suppress(OSError):
                os.kill(process_id, signal.SIGKILL)
        for _ in range(MAX_SEARCH_ROUNDS):
            for number in _descendants(os.getpid()):
                with suppress(OSError):
                    os.kill(number, signal.SIGKILL)
            try:
                os.waitpid(-1, 0)  # orphans of an ended process are adopted here, and found next
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                return


def kill_marked_processes(mark: str) -> None:
    """Ends a player's processes if its guard was ended first. mark: text in the environment of these processes.

    A process that ends during a round may have started another that was not listed yet. So the search ends only after a round
    that finds no process with the mark and that can read all processes of the round before.
    """
    before: set[int] | None = None
    for _ in range(MAX_SEARCH_ROUNDS):
        found, silent = _marked_processes(mark.encode())
        for number in found:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)
        if not found and before is not None and silent <= before:
            return
        before = silent


def _marked_processes(mark: bytes) -> tuple[list[int], set[int]]:
    """Returns the processes whose environment contains `mark`, and the processes that cannot be read, such as processes that
    have ended or belong to another user.
    """
    found, silent = [], set()
    for number in _process_numbers():
        told = b""
        with suppress(OSError), open(f"/proc/{number}/environ", "rb") as file:  # noqa: PTH123
            told = file.read()
        if mark in told:
            found.append(number)
        elif not told:
            silent.add(number)
    return found, silent


def _descendants(parent: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for number in _process_numbers():
        with suppress(OSError, ValueError, IndexError), open(f"/proc/{number}/stat", "rb") as file:  # noqa: PTH123
            of = int(file.read().rpartition(b")")[2].split()[1])
            children.setdefault(of, []).append(number)
    found, row = [], [parent]
    while row:
        row = [child for number in row for child in children.get(number, ())]
        found += row
    return found


def serve_requests() -> None:
    """Serves requests until the program closes the pipe.

    Standard output is the pipe for answers. The player's prints go to standard error instead.
    """
    if sys.platform == "win32":
        import msvcrt  # only there

        for descriptor in (0, 1):
            msvcrt.setmode(descriptor, os.O_BINARY)
    else:
        fork_guard(0)
    requests, answers = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    os.close(nowhere)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    limit_process()
    # Only now, so that the guard stays small and the limits hold for all of it.
    from goosetable.sandbox.child import answer_requests

    answer_requests(requests, answers)
