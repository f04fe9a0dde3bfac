"""The guard beside an external player: a small process that runs nothing of it, and ends it with all that it has started.

The player is a child of the guard. The guard waits for one of three things: the player ends, the program asks for the end by
SIGTERM, or the program is gone, however that came about; then its end of the pipe is closed.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress
from typing import Final

from goosetable.sandbox import limits

ROUNDS: Final = 200
"""How often what is left is looked for: something may start processes as fast as they are ended."""

if sys.platform != "win32":

    def guard(requests: int) -> None:
        """Splits this process: the player's returns, and the guard stays here until everything is over.

        requests: the descriptor on which the program asks, of which the guard reads nothing.
        """
        limits.adopt()
        woken, wakes = os.pipe()
        os.set_blocking(wakes, False)
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, _nothing)
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
        player = os.fork()
        if player == 0:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGTERM, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            os.close(woken)
            os.close(wakes)
            os.setpgid(0, 0)
            limits.die_with_parent(signal.SIGKILL)
            return
        for descriptor in (1, 2):  # the program shall see that the player has ended, although the guard is still there
            os.dup2(wakes, descriptor)
        runs = True
        try:
            runs = _wait(player, requests, woken)
        finally:
            _end(player, runs)
            os._exit(0)

    def _nothing(*_: object) -> None:
        """A signal with a handler ends the waiting."""

    def _wait(player: int, requests: int, woken: int) -> bool:
        """Returns whether the player still runs when everything is to end."""
        poll = select.poll()
        poll.register(requests, 0)  # which tells that the other end is closed, and nothing else
        poll.register(woken, select.POLLIN)
        while True:
            for descriptor, _ in poll.poll():
                if descriptor == requests or signal.SIGTERM in os.read(woken, 64):
                    return True
            with suppress(ChildProcessError):
                while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                    if ended == player:
                        return False

    def _end(player: int, runs: bool) -> None:
        """Ends the player and all processes that it started."""
        with suppress(OSError):
            os.killpg(player, signal.SIGKILL)
        if runs:  # it may have left its group
            with suppress(OSError):
                os.kill(player, signal.SIGKILL)
        for _ in range(ROUNDS):
            for number in _descendants(os.getpid()):
                with suppress(OSError):
                    os.kill(number, signal.SIGKILL)
            try:
                os.waitpid(-1, 0)  # what an ended process had started is this process's own child then, and found next
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                return


def sweep(mark: str) -> None:
    """Ends what is left of a player whose guard was ended before it could do so: all that has this mark in its environment.

    A process that ends while they are looked through may have started one that was not listed yet. Therefore nothing is left
    only when nothing is found, and no process tells nothing of itself that did so the time before.
    """
    before: set[int] | None = None
    for _ in range(ROUNDS):
        found, silent = _marked(mark.encode())
        for number in found:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)
        if not found and before is not None and silent <= before:
            return
        before = silent


def _marked(mark: bytes) -> tuple[list[int], set[int]]:
    """The processes with a mark, and those that tell nothing: they have ended, or belong to the system or to others."""
    found, silent = [], set()
    with suppress(OSError):
        for entry in os.scandir("/proc"):
            if entry.name.isdecimal():
                told = b""
                with suppress(OSError), open(f"/proc/{entry.name}/environ", "rb") as file:  # noqa: PTH123
                    told = file.read()
                if mark in told:
                    found.append(int(entry.name))
                elif not told:
                    silent.add(int(entry.name))
    return found, silent


def _descendants(parent: int) -> list[int]:
    """Processes that come from this one, where the system shows them; those that have ended and are not yet buried too."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):
        for entry in os.scandir("/proc"):
            if entry.name.isdecimal():
                with suppress(OSError, ValueError, IndexError), open(f"/proc/{entry.name}/stat", "rb") as file:  # noqa: PTH123
                    of = int(file.read().rpartition(b")")[2].split()[1])
                    children.setdefault(of, []).append(int(entry.name))
    found, row = [], [parent]
    while row:
        row = [child for number in row for child in children.get(number, ())]
        found += row
    return found
