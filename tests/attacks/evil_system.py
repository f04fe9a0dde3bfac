"""Players that turn on the process they are in, its open files, its memory, its children and its time."""

from __future__ import annotations

import atexit
import builtins
import ctypes
import gc
import json
import mmap
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from goosetable.engine.view import View

MEGABYTE: Final = 1 << 20
MOST_MEMORY: Final = 1536 * MEGABYTE
"""Where the system sets no limit a player stops here: the machine has others to serve."""
MOST_CHILDREN: Final = 60
RAN: Final = "GOOSETABLE_ATTACK_RAN"
"""Names the variable with the path of a file in which code that was run writes the number of its process."""
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


def descriptors() -> list[int]:
    """Every open file of this process but the three usual ones."""
    found = []
    for number in range(3, 256):
        with suppress(OSError):
            os.fstat(number)
            found.append(number)
    return found


def write_to_all(piece: bytes, times: int = 1, usual: bool = True) -> None:
    """Writes to every open file that takes it."""
    for number in [*([0, 1] if usual else []), *descriptors()]:
        with suppress(OSError):
            for _ in range(times):
                os.write(number, piece)


class PrintsMegabytes(First):
    def act(self) -> None:
        for _ in range(8):
            sys.stdout.write("x" * MEGABYTE)
        sys.stdout.flush()
        os.write(1, b"y" * 65536)


class PrintsToError(First):
    def act(self) -> None:
        for _ in range(100):
            sys.stderr.write("\x1b[2J\ud800\x00".encode("utf-8", "replace").decode() * 500)
        os.write(2, b"\xff" * 4096)


class HalfMessage(First):
    """Says that a long message comes, and then nothing."""

    def act(self) -> None:
        write_to_all(b"\x00\x10\x00\x00abc")
        time.sleep(FOR_EVER)


class HalfLine(First):
    def act(self) -> None:
        write_to_all(b'{"action": 1, "do": "play')
        time.sleep(FOR_EVER)


class Noise(First):
    def act(self) -> None:
        for _ in range(20):
            write_to_all(self.rng.randbytes(1000) + b"\n")
        time.sleep(FOR_EVER)


class Floods(First):
    """A line of 200 MB that does not end."""

    def act(self) -> None:
        write_to_all(b"9" * MEGABYTE, 200)
        time.sleep(FOR_EVER)


class FloodsWithLines(First):
    def act(self) -> None:
        write_to_all(b'{"values": {}}\n' * 50_000, 100)
        time.sleep(FOR_EVER)


class Forges(First):
    """Answers questions that nobody has asked yet."""

    def act(self) -> None:
        for line in (b'{"action": 0}\n', b'{"action": "play XH"}\n', b"null\n", b"[[[]]]\n", b"{}\n", b"1e999\n"):
            write_to_all(line)


class PicklesOnPipes(First):
    """A message that, where it is unpickled, runs code there."""

    def act(self) -> None:
        body = pickle.dumps(Runs())
        write_to_all(len(body).to_bytes(4, "big") + body)


class Runs:
    """Runs code wherever it is unpickled: writes down in which process that was."""

    def __reduce__(self) -> Any:
        code = f"import os; open(os.environ.get({RAN!r}, os.devnull), 'a').write(f'{{os.getpid()}} ')"
        return (exec, (code,))


class ClosesEverything(First):
    def act(self) -> None:
        os.closerange(0, 1024)
        time.sleep(FOR_EVER)


class ClosesStdin(First):
    def act(self) -> None:
        os.close(0)


class ClosesStdout(First):
    def act(self) -> None:
        sys.stdout.close()
        with suppress(OSError):
            os.close(1)


class NeverBlocks(First):
    """Makes every open file one that does not wait."""

    def act(self) -> None:
        for number in (0, 1, 2, *descriptors()):
            with suppress(OSError):
                os.set_blocking(number, False)


class ReadsOn(First):
    """Eats the questions that are meant for the program around it."""

    def act(self) -> None:
        for number in (0, *descriptors()):
            threading.Thread(target=_eat, args=(number,), daemon=True).start()
        time.sleep(0.05)


def _eat(number: int) -> None:
    with suppress(OSError):
        while os.read(number, 65536):
            pass


class Forks(First):
    def act(self) -> None:
        for _ in range(4):
            if os.fork() == 0:
                time.sleep(FOR_EVER)
                os._exit(0)


class LeavesHome(First):
    """Its grandchild is in a session of its own, and nobody's child."""

    def act(self) -> None:
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
