"""Players that turn on the process they are in: its children, its memory, its signals and its modules."""

from __future__ import annotations

import atexit
import builtins
import ctypes
import gc
import json
import mmap
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from goosetable.engine.hidden.view import View

MEGABYTE: Final = 1 << 20
MOST_MEMORY: Final = 1536 * MEGABYTE
"""Where the system sets no limit a player stops here: the machine has others to serve."""
MOST_CHILDREN: Final = 60
PROGRAM: Final = "GOOSETABLE_ATTACK_PROGRAM"
"""Names the variable with the number of the process that is attacked, which no player can be kept from ending."""
FOR_EVER: Final = 100_000


class First:
    """Nothing is wrong with it but what its heirs add."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def think(self, view: View) -> Any:
        self.act()
        return view.legal[0]

    def act(self) -> None:
        """What it does before it answers."""


class Forks(First):
    def act(self) -> None:
        for _ in range(4):
            if os.fork() == 0:
                time.sleep(FOR_EVER)
                os._exit(0)


class LeavesHome(First):
    """Its grandchild is in a session of its own, and nobody's child."""

    def act(self) -> None:
        leave_home()


def leave_home() -> None:
    """Leaves a process behind that has nothing to do with this one any more."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 1024)
            time.sleep(FOR_EVER)
        os._exit(0)
    os.wait()


class StartsPrograms(First):
    def act(self) -> None:
        for _ in range(3):
            subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({FOR_EVER})"], start_new_session=True)


class ForkBomb(First):
    def act(self) -> None:
        with suppress(OSError):
            for _ in range(MOST_CHILDREN):
                if os.fork() == 0:
                    signal.signal(signal.SIGTERM, signal.SIG_IGN)
                    time.sleep(FOR_EVER)
                    os._exit(0)
        time.sleep(FOR_EVER)


class Threads(First):
    def act(self) -> None:
        for _ in range(20):
            threading.Thread(target=_spin).start()


def _spin() -> None:
    while True:
        time.sleep(0.01)


class Allocates(First):
    def act(self) -> None:
        kept = []
        for _ in range(MOST_MEMORY // (16 * MEGABYTE)):
            kept.append(bytearray(b"\x01") * (16 * MEGABYTE))
        time.sleep(FOR_EVER)


class MapsMuch(First):
    def act(self) -> None:
        held = mmap.mmap(-1, MOST_MEMORY)
        for at in range(0, MOST_MEMORY, 4096):
            held[at] = 1
        time.sleep(FOR_EVER)


class ReadsDevices(First):
    def act(self) -> None:
        with Path("/dev/zero").open("rb") as file:
            kept = [file.read(MEGABYTE) for _ in range(MOST_MEMORY // MEGABYTE)]
        time.sleep(FOR_EVER if kept else 0)


class StopsItself(First):
    def act(self) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)


class StopsItsGroup(First):
    """Only where the group is its own: else it would stop whoever asked it."""

    def act(self) -> None:
        if os.getpgid(os.getppid()) != os.getpgrp():
            os.killpg(0, signal.SIGSTOP)
        time.sleep(FOR_EVER)


def around() -> list[int]:
    """The processes of this one's session, which may be there to watch over it; none where that is the program's session."""
    program, mine = int(os.environ.get(PROGRAM, "1")), os.getsid(0)
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if os.getsid(int(entry.name)) == mine and int(entry.name) != os.getpid():
                found.append(int(entry.name))
    return found if mine != os.getsid(program) else []


class StopsWhoWatches(First):
    def act(self) -> None:
        for pid in around():
            os.kill(pid, signal.SIGSTOP)
        time.sleep(FOR_EVER)


class KillsWhoWatches(First):
    """And lives on alone, if it can. What it started in that very moment nobody could know of: that is left out."""

    def act(self) -> None:
        for pid in around():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(FOR_EVER)


class IgnoresSignals(First):
    def act(self) -> None:
        for number in range(1, signal.NSIG):
            with suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
        while True:
            time.sleep(1)


class KillsItself(First):
    def act(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Segfaults(First):
    def act(self) -> None:
        ctypes.string_at(1)


class Aborts(First):
    def act(self) -> None:
        os.abort()


class OverflowsTheStack(First):
    def act(self) -> None:
        sys.setrecursionlimit(10**9)
        _deeper(0)


def _deeper(_: object) -> int:
    return max([1, 2], key=_deeper)


class HangsAtExit(First):
    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        atexit.register(time.sleep, FOR_EVER)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


class HoldsTheLock(First):
    """Never comes back from a call that lets no other thread run."""

    def act(self) -> None:
        gc.disable()
        pow(7, 10**9)


class Moves(First):
    def act(self) -> None:
        os.chdir("/")
        os.environ.clear()
        os.umask(0o777)


class EmptiesModules(First):
    def act(self) -> None:
        for name in list(sys.modules):
            if not name.startswith("tests."):
                sys.modules.pop(name, None)
        sys.path.clear()


class BreaksJson(First):
    def act(self) -> None:
        json.dumps = json.dump = json.loads = lambda *args, **more: "nothing"  # type: ignore[assignment]
        json.JSONEncoder.encode = lambda *args, **more: "x\n" * 1000  # type: ignore[method-assign]


class BreaksBuiltins(First):
    def act(self) -> None:
        for name in ("len", "int", "isinstance", "print", "range", "type", "str", "open"):
            setattr(builtins, name, None)
