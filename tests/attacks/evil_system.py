"""Players that turn on the process they are in: its children, memory, signals, modules and open files."""

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


def leave_home() -> None:
    """Leaves a process behind that has nothing to do with this one any more."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 1024)
            time.sleep(FOR_EVER)
        os._exit(0)
    os.wait()


def _spin() -> None:
    while True:
        time.sleep(0.01)


def around() -> list[int]:
    """The processes of this one's session, which may be there to watch over it; none where that is the program's session."""
    program, mine = int(os.environ.get(PROGRAM, "1")), os.getsid(0)
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if os.getsid(int(entry.name)) == mine and int(entry.name) != os.getpid():
                found.append(int(entry.name))
    return found if mine != os.getsid(program) else []


def _deeper(_: object) -> int:
    return max([1, 2], key=_deeper)


class HangsAtExit(First):
    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        atexit.register(time.sleep, FOR_EVER)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


RAN: Final = "GOOSETABLE_ATTACK_RAN"
"""Names the variable with the path of a file in which code that was run writes the number of its process."""


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


class Runs:
    """Runs code wherever it is unpickled: writes down in which process that was."""

    def __reduce__(self) -> Any:
        code = f"import os; open(os.environ.get({RAN!r}, os.devnull), 'a').write(f'{{os.getpid()}} ')"
        return (exec, (code,))


def _eat(number: int) -> None:
    with suppress(OSError):
        while os.read(number, 65536):
            pass


def each(acts: type[First], place: str) -> dict[str, type[First]]:
    """A class of players for each method of a class, by its name, which stands in the place of `act` or of `think`."""
    return {
        name: type(name, (First,), {place: does, "__module__": acts.__module__})
        for name, does in vars(acts).items()
        if not name.startswith("_")
    }


class _Acts(First):
    """What a player does before it answers; each is a class of players of its name."""

    def forks(self) -> None:
        for _ in range(4):
            if os.fork() == 0:
                time.sleep(FOR_EVER)
                os._exit(0)

    def leaves_home(self) -> None:
        """Its grandchild is in a session of its own, and nobody's child."""
        leave_home()

    def starts_programs(self) -> None:
        for _ in range(3):
            subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({FOR_EVER})"], start_new_session=True)

    def fork_bomb(self) -> None:
        with suppress(OSError):
            for _ in range(MOST_CHILDREN):
                if os.fork() == 0:
                    signal.signal(signal.SIGTERM, signal.SIG_IGN)
                    time.sleep(FOR_EVER)
                    os._exit(0)
        time.sleep(FOR_EVER)

    def threads(self) -> None:
        for _ in range(20):
            threading.Thread(target=_spin).start()

    def allocates(self) -> None:
        kept = []
        for _ in range(MOST_MEMORY // (16 * MEGABYTE)):
            kept.append(bytearray(b"\x01") * (16 * MEGABYTE))
        time.sleep(FOR_EVER)

    def maps_much(self) -> None:
        held = mmap.mmap(-1, MOST_MEMORY)
        for at in range(0, MOST_MEMORY, 4096):
            held[at] = 1
        time.sleep(FOR_EVER)

    def reads_devices(self) -> None:
        with Path("/dev/zero").open("rb") as file:
            kept = [file.read(MEGABYTE) for _ in range(MOST_MEMORY // MEGABYTE)]
        time.sleep(FOR_EVER if kept else 0)

    def stops_itself(self) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)

    def stops_its_group(self) -> None:
        """Only where the group is its own: else it would stop whoever asked it."""
        if os.getpgid(os.getppid()) != os.getpgrp():
            os.killpg(0, signal.SIGSTOP)
        time.sleep(FOR_EVER)

    def stops_who_watches(self) -> None:
        for pid in around():
            os.kill(pid, signal.SIGSTOP)
        time.sleep(FOR_EVER)

    def kills_who_watches(self) -> None:
        """And lives on alone, if it can. What it started in that very moment nobody could know of: that is left out."""
        for pid in around():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(FOR_EVER)

    def ignores_signals(self) -> None:
        for number in range(1, signal.NSIG):
            with suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
        while True:
            time.sleep(1)

    def kills_itself(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def segfaults(self) -> None:
        ctypes.string_at(1)

    def aborts(self) -> None:
        os.abort()

    def overflows_the_stack(self) -> None:
        sys.setrecursionlimit(10**9)
        _deeper(0)

    def holds_the_lock(self) -> None:
        """Never comes back from a call that lets no other thread run."""
        gc.disable()
        pow(7, 10**9)

    def moves(self) -> None:
        os.chdir("/")
        os.environ.clear()
        os.umask(0o777)

    def empties_modules(self) -> None:
        for name in list(sys.modules):
            if not name.startswith("tests."):
                sys.modules.pop(name, None)
        sys.path.clear()

    def breaks_json(self) -> None:
        json.dumps = json.dump = json.loads = lambda *args, **more: "nothing"  # type: ignore[assignment]
        json.JSONEncoder.encode = lambda *args, **more: "x\n" * 1000  # type: ignore[method-assign]

    def breaks_builtins(self) -> None:
        for name in ("len", "int", "isinstance", "print", "range", "type", "str", "open"):
            setattr(builtins, name, None)

    def prints_megabytes(self) -> None:
        for _ in range(8):
            sys.stdout.write("x" * MEGABYTE)
        sys.stdout.flush()
        os.write(1, b"y" * 65536)

    def prints_to_error(self) -> None:
        for _ in range(100):
            sys.stderr.write("\x1b[2J\ud800\x00".encode("utf-8", "replace").decode() * 500)
        os.write(2, b"\xff" * 4096)

    def half_message(self) -> None:
        """Says that a long message comes, and then nothing."""
        write_to_all(b"\x00\x10\x00\x00abc")
        time.sleep(FOR_EVER)

    def half_line(self) -> None:
        write_to_all(b'{"action": 1, "do": "play')
        time.sleep(FOR_EVER)

    def noise(self) -> None:
        for _ in range(20):
            write_to_all(self.rng.randbytes(1000) + b"\n")
        time.sleep(FOR_EVER)

    def floods(self) -> None:
        """A line of 200 MB that does not end."""
        write_to_all(b"9" * MEGABYTE, 200)
        time.sleep(FOR_EVER)

    def floods_with_lines(self) -> None:
        write_to_all(b'{"values": {}}\n' * 50_000, 100)
        time.sleep(FOR_EVER)

    def forges(self) -> None:
        """Answers questions that nobody has asked yet."""
        for line in (b'{"action": 0}\n', b'{"action": "play XH"}\n', b"null\n", b"[[[]]]\n", b"{}\n", b"1e999\n"):
            write_to_all(line)

    def pickles_on_pipes(self) -> None:
        """A message that, where it is unpickled, runs code there."""
        body = pickle.dumps(Runs())
        write_to_all(len(body).to_bytes(4, "big") + body)

    def closes_everything(self) -> None:
        os.closerange(0, 1024)
        time.sleep(FOR_EVER)

    def closes_stdin(self) -> None:
        os.close(0)

    def closes_stdout(self) -> None:
        sys.stdout.close()
        with suppress(OSError):
            os.close(1)

    def never_blocks(self) -> None:
        """Makes every open file one that does not wait."""
        for number in (0, 1, 2, *descriptors()):
            with suppress(OSError):
                os.set_blocking(number, False)

    def reads_on(self) -> None:
        """Eats the questions that are meant for the program around it."""
        for number in (0, *descriptors()):
            threading.Thread(target=_eat, args=(number,), daemon=True).start()
        time.sleep(0.05)


globals().update(each(_Acts, "act"))
