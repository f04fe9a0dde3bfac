"""External players that attack the process beside them, for the tests of the sandbox in which they run."""

from __future__ import annotations

import json
import os
import pickle
import signal
import stat
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from goosetable.engine.hidden.view import View

MARK = "GOOSETABLE_TEST_MARK"
"""Names the variable with the folder in which a player leaves what it has done."""


def leave(name: str, text: object = "") -> None:
    Path(os.environ[MARK], name).write_text(str(text))


def say(content: bytes) -> None:
    """Writes into every pipe that this process has but the standard ones: one of them is that of the answers."""
    for descriptor in range(3, 64):
        try:
            if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
                os.write(descriptor, content)
        except OSError:
            continue


class Plain:
    def __init__(self, rng: Random) -> None:
        self.values: Any = {}

    def think(self, view: View) -> Any:
        return view.legal[0]


class Prints(Plain):
    """Prints in every way there is, and reads what nobody says."""

    def think(self, view: View) -> Any:
        print("honk from print")
        os.write(1, b"honk from the descriptor\n")
        os.system("echo honk from a shell")
        assert sys.stdin.read() == ""
        return view.legal[0]


class PrintsColours(Plain):
    """Prints what a terminal obeys, in the second of the two ways there are."""

    def think(self, view: View) -> Any:
        print("\x9b31m\u202ehonk")
        return view.legal[0]


class Rummages(Plain):
    """Looks into the functions that make it, one of which knows what its randomness is made from."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        found, frame = list[str](), sys._getframe().f_back
        while frame is not None:
            found += [one.seed for one in frame.f_locals.values() if isinstance(getattr(one, "seed", None), str)]
            frame = frame.f_back
        leave("sources", "\n".join(found))


class PrintsMuch(Plain):
    def think(self, view: View) -> Any:
        for _ in range(2000):
            print("honk" * 1000)
        return view.legal[0]


class Says(Plain):
    """Says something in the place of an answer, and waits."""

    words = b""

    def think(self, view: View) -> Any:
        say(self.words.replace(b"LEGAL", b"%d" % view.legal[0]))
        time.sleep(1_000_000)


class SaysForEver(Plain):
    def think(self, view: View) -> Any:
        while True:
            say(b"7" * 4096)


class Bomb:
    def __reduce__(self) -> Any:
        return (os.system, (f"touch {os.environ[MARK]}/exploded",))


class SaysPickle(Plain):
    def think(self, view: View) -> Any:
        say(pickle.dumps(Bomb()) + b"\n")
        time.sleep(1_000_000)


SAID = {
    "SaysHalf": b'{"to": 2, "do"', "SaysTwice": b'{"to": 2, "do": LEGAL}\n' * 2, "SaysNumber": b'{"to": 2, "do": 1e5}\n',
    "SaysWords": b'{"to": 2, "do": "play 7H"}\n', "SaysInfinity": b'{"to": 2, "do": 0, "values": {"0": 1e999}}\n',
    "SaysOther": b'{"to": 3, "do": 0}\n', "SaysMore": b'{"to": 2, "do": 0, "and": 1}\n',
}  # fmt: skip
"""What each says; SaysOther answers what nobody has asked yet."""
globals().update({name: type(name, (Says,), {"words": words, "__module__": __name__}) for name, words in SAID.items()})


class Lies(Plain):
    """Says of itself what would turn lines and move the cursor."""

    def think(self, view: View) -> Any:
        raise ValueError("\x1b[2J\u202eall\r\nis \x07well" + "l" * 5000)


class Greedy(Plain):
    """Wants more memory than there is for it."""

    def think(self, view: View) -> Any:
        self.values = bytearray(3 << 30)
        return view.legal[0]


class Tells(Plain):
    """Tells what it may use."""

    def think(self, view: View) -> Any:
        import resource

        names = ("AS", "CORE", "FSIZE", "NPROC")
        leave("limits", json.dumps({name: resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[0] for name in names}))
        return view.legal[0]


class Family(Plain):
    """Leaves processes behind in the ways in which they get away from a group and a session."""

    def think(self, view: View) -> Any:
        daemon("child", 0)
        daemon("session", 1)
        daemon("orphan", 2)
        leave("self", os.getpid())
        return view.legal[0]


class HangingFamily(Family):
    def think(self, view: View) -> Any:
        super().think(view)
        leave("ready")
        time.sleep(1_000_000)


class KillsItsGuard(Family):
    def think(self, view: View) -> Any:
        os.kill(os.getppid(), signal.SIGKILL)
        daemon("late", 2)
        time.sleep(1_000_000)


class StopsItsGuard(Family):
    def think(self, view: View) -> Any:
        os.kill(os.getppid(), signal.SIGSTOP)
        super().think(view)
        time.sleep(1_000_000)


def daemon(name: str, sessions: int) -> None:
    """A process that lives on: in this group, in a session of its own, or as the orphan of one that is."""
    if os.fork() == 0:
        if sessions:
            os.setsid()
        if sessions > 1 and os.fork() != 0:
            os._exit(0)
        leave(name, os.getpid())
        time.sleep(1_000_000)
    until = time.monotonic() + 60
    while not Path(os.environ[MARK], name).exists() or not Path(os.environ[MARK], name).read_text():
        assert time.monotonic() < until
        time.sleep(0.01)


class Forged(Plain):
    """Is called something else by Python than it is called."""

    def think(self, view: View) -> Any:
        return "nonsense"


Forged.__module__, Forged.__qualname__ = "goosetable.players.search_agent", "Expert"
Alias = Forged


class Patient(Plain):
    """Starts threads and is no worse for it."""

    def think(self, view: View) -> Any:
        from threading import Thread

        found: list[int] = []
        threads = [Thread(target=found.append, args=(view.legal[0],)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.values = {view.legal[0]: 10**400, "x": 1}
        return found[-1]


UNBELIEVED = {
    "SaysForEver": "absurdly long", "SaysPickle": "not", "SaysTwice": "not JSON", "SaysNumber": "wrong kind",
    "SaysWords": "wrong kind", "SaysInfinity": "a number is absurdly large", "SaysOther": "not to what was asked",
    "SaysMore": "more in it",
}  # fmt: skip
"""What is said of those that answer what is no answer."""
