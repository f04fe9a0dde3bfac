"""Rooms: a process for every attempt, forked from one in which all is loaded, with a bound on what it may use.

`tour` starts the process that forks; it runs this module, which is told of attempts on its standard input, a JSON line each,
and answers with a line for every step of every attempt.
"""

from __future__ import annotations

import gc
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from tests.attacks.counting import EXCEPTIONS, HANGS, Count

NONE: Final = (
    ""
    if hasattr(os, "fork") and sys.platform != "darwin"
    else "Attempts are forked with a window open, which this system does not do."
)
"""Why there are no rooms here, or nothing."""
ROOT: Final = Path(__file__).resolve().parents[2]
PATIENCE: Final = 300.0
"""Seconds after which a step that has not come back hangs, on a busy machine as well."""
MOST_SECONDS: Final = 40
"""Seconds of processor time that an attempt may use before it is ended."""
MOST_MEMORY: Final = 2 << 30
"""Bytes of addresses that an attempt may use, so that the machine stays alive."""
MEMORY: Final = "memory"
SECONDS: Final = 2.0
"""Processor time that a step with something hostile may take above the same step without."""
MEGABYTES: Final = 150.0
"""Memory that it may take above that."""


class Step(NamedTuple):
    """A step of an attempt, as it was measured."""

    attempt: str
    step: str
    complaints: tuple[str, ...]
    seconds: float
    """Of processor time."""
    peak: float
    """The most memory that the process had by then, in MB."""


class Attempts(Protocol):
    """What a module that runs in a room has."""

    def warm(self) -> None:
        """Loads all there is to load."""

    def steps(self, attempt: str, seed: str, box: Path) -> Iterator[tuple[str, list[str]]]:
        """Tries one thing in an empty folder of its own: before each step its name, and after it what was wrong with it."""


def tour(module: str, attempts: Iterable[str], seed: str, patience: float = PATIENCE) -> Iterator[Step]:
    """Makes attempts in rooms, one after the other."""
    env = {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }
    told = [json.dumps([attempt, seed, patience]) for attempt in attempts]
    with tempfile.TemporaryFile("w+") as asked:
        asked.write("".join(f"{line}\n" for line in told))
        asked.seek(0)
        command = [sys.executable, "-m", __name__, module]
        with subprocess.Popen(command, cwd=ROOT, env=env, stdin=asked, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            for line in server.stdout:
                attempt, step, complaints, seconds, peak = json.loads(line)
                yield Step(attempt, step, tuple(complaints), seconds, peak)
        if server.returncode:
            yield Step("all", "the process that forks", (f"it ended with {server.returncode}",), 0.0, 0.0)


class Kind(Protocol):
    """What is said of a kind of what is hostile, whose name begins with its group."""

    @property
    def group(self) -> str:
        """Kinds of one group are alike."""


def chosen(kinds: Mapping[str, Kind], times: int, seed: str, leave_out: tuple[str, ...] = ()) -> list[str]:
    """So many kinds, of every group alike; all of them, and then again, where there are not so many.

    leave_out: beginnings of the names of those that are not tried.
    """
    groups: dict[str, list[str]] = {}
    for name, kind in kinds.items():
        if not name.startswith(leave_out):
            groups.setdefault(kind.group, []).append(name)
    for names in groups.values():
        Random(f"{seed} {names[0]}").shuffle(names)
    order = [name for row in zip_longest(*groups.values()) for name in row if name is not None]
    return [order[number % len(order)] for number in range(times)]


class Scales:
    """Holds every step against the same step of an attempt with nothing hostile, which comes first."""

    def __init__(self, count: Count, small: str) -> None:
        """small: the name of that attempt."""
        self._count, self._small, self._usual = count, small, dict[str, Step]()
        self.slowest = self.largest = (0.0, "")
        """Seconds of a step, and the MB of one above the usual, and which it was."""

    def weigh(self, step: Step, more: float = 0.0) -> None:
        """Counts what is wrong. more: seconds that it may take besides."""
        if step.attempt == self._small:
            self._usual[step.step] = step
        told, fault = f"{step.attempt} / {step.step}", self._count.fault
        for complaint in step.complaints:
            named = next((name for name in self._count.faults if complaint.startswith(name)), EXCEPTIONS)
            fault(HANGS if "hangs" in complaint or "was ended by" in complaint else named, f"{told}: {complaint}")
        usual = self._usual.get(step.step)
        if usual is None or step.step == "made":
            return
        self.slowest = max(self.slowest, (step.seconds, told))
        self.largest = max(self.largest, (step.peak - usual.peak, told))
        if step.seconds > usual.seconds + SECONDS + more:
            fault(HANGS, f"{told}: {step.seconds:.1f} s of processor time, and {usual.seconds:.2f} s with {self._small}")
        if step.peak > usual.peak + MEGABYTES:
            fault(MEMORY, f"{told}: {step.peak:.0f} MB, and {usual.peak:.0f} MB with {self._small}")

    def tell(self) -> None:
        """Keeps the greatest as figures."""
        self._count.figure(f"most processor time of a step: {self.slowest[0]:.2f} s ({self.slowest[1]})")
        self._count.figure(f"most memory above {self._small}: {self.largest[0]:.0f} MB ({self.largest[1]})")


def serve(module: str) -> None:
    """Reads attempts, and makes each in a fork of this process."""
    import resource

    answers = os.dup(1)
    os.dup2(2, 1)  # what anything prints is no answer
    trial: Any = import_module(module)
    trial.warm()
    gc.collect()
    gc.freeze()
    told = sys.stdin.readlines()
    for line in told:
        attempt, seed, patience = json.loads(line)
        box = Path(tempfile.mkdtemp(prefix="goose-"))
        near, far = os.pipe()
        child = os.fork()
        if not child:
            os.close(near)
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            os.setpgid(0, 0)
            _within(trial, attempt, seed, box, far)
        os.close(far)
        try:
            _follow(attempt, child, near, answers, patience)
        finally:
            os.close(near)
            _remove(box)


def _within(trial: Attempts, attempt: str, seed: str, box: Path, far: int) -> None:
    """The attempt itself, in its own process; never returns."""
    import resource

    code = 0
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1):
            os.dup2(quiet, stream)
        course = trial.steps(attempt, seed, box)
        while True:
            began = time.process_time()
            step, found = next(course, ("", []))
            if not step:
                break
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "linux" else 1 << 20)
            _tell(far, [attempt, step, found, time.process_time() - began, peak])
    except BaseException as wrong:
        from tests.attacks.judging import where

        _tell(far, [attempt, "the attack", [where(wrong)], 0.0, 0.0])
        code = 1
    finally:
        os._exit(code)


def _tell(far: int, step: list[object]) -> None:
    line = (json.dumps(step) + "\n").encode()
    while line:
        line = line[os.write(far, line) :]


def _follow(attempt: str, child: int, near: int, answers: int, patience: float) -> None:
    """Passes on what the attempt says of itself; ends one that hangs."""
    rest = b""
    hangs = False
    while True:
        if not select.select([near], [], [], patience)[0]:
            hangs = True
            _kill(child)
        piece = os.read(near, 1 << 16)
        if not piece:
            break
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            os.write(answers, line + b"\n")
    _, status = os.waitpid(child, 0)
    _kill(child)  # whatever it has started
    if hangs:
        _say(answers, attempt, f"it hangs: nothing came back for {patience:g} seconds")
    elif os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        spent = f" after {MOST_SECONDS} seconds of processor time" if number in (signal.SIGXCPU, signal.SIGKILL) else ""
        _say(answers, attempt, f"it was ended by {signal.Signals(number).name}{spent}")


def _kill(child: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)


def _say(answers: int, attempt: str, complaint: str) -> None:
    _tell(answers, [attempt, "the last step", [complaint], 0.0, 0.0])


def _remove(box: Path) -> None:
    """Takes the folder of an attempt away, whatever permissions are left in it."""
    for folder, _, _ in os.walk(box):
        Path(folder).chmod(0o700)
    shutil.rmtree(box, ignore_errors=True)


if __name__ == "__main__":
    serve(sys.argv[1])
