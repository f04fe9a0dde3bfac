"""Programs that are processes of their own: a nursery of them, what each is to do, how it ends, and what it told before."""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.attacks.counting import EXCEPTIONS, HANGS, Count
from tests.attacks.trying import Run, attempt, fresh_folder, look, look_at_time

ROOT = Path(__file__).parent.parent.parent
WITHOUT = "" if hasattr(os, "fork") else "a process cannot divide on this system, so programs of their own were left out"
"""Why there can be no programs that are processes of their own here; nothing where there can."""
LIMIT = 600.0
"""Seconds after which a program that has not ended is a hang, however busy the machine."""


@dataclass(frozen=True)
class Job:
    """What a program is to do, and how it is to end."""

    do: str
    """One of programs.DOINGS."""
    folder: Path
    seed: str
    times: int = 30
    """How many things it does, where that is asked for."""
    file: Path | None = None
    """The record to open."""
    user: int | None = None
    """The user it runs as."""
    lines: int | None = None
    """It is killed once it has told so many things; None: it is not."""
    delay: float = 0.0
    """Seconds between that and the kill."""
    operation: int | None = None
    """It is killed at the file operation of this number; None: it is not."""
    limit: float = LIMIT
    """Seconds after which it is taken for a hang."""
    moment: str = "before"
    """Of that operation: "before", "after", or "torn", which is after half of the bytes."""


@dataclass
class Result:
    """What a program told, and how it ended."""

    kept: list[Run] = field(default_factory=list)
    """Every run as far as it was said to be kept."""
    told: dict[str, Any] = field(default_factory=dict)
    """Everything else, by its kind; the last of each."""
    said: list[str] = field(default_factory=list)
    """What the program said to the person."""
    mistakes: list[str] = field(default_factory=list)
    """Exceptions, and words on the error stream."""
    hang: bool = False
    killed: bool = False
    doing: str = ""
    """What it did last."""

    @property
    def unsaid(self) -> bool:
        """Whether a game was not kept and nothing was said."""
        return "unsaid" in self.told


class Nursery:
    """A process that has everything loaded, and divides for every program: a program then starts in no time."""

    def __init__(self) -> None:
        surroundings = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONDONTWRITEBYTECODE": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.attacks.crowd"],
            cwd=ROOT, env=surroundings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip

    def run(self, jobs: Sequence[Job], reports: Sequence[Path]) -> list[dict[str, Any]]:
        """Runs programs at the same time, each of which tells into a file; gives how each ended."""
        asked = [asdict(job) | {"reports": report} for job, report in zip(jobs, reports, strict=True)]
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps(asked, default=str), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        assert answer, "the nursery has ended"
        ended: list[dict[str, Any]] = json.loads(answer)
        return ended


@cache
def nursery() -> Nursery:
    """The one of this process; it ends when its input does."""
    return Nursery()


class _Place(NamedTuple):
    reports: Path
    errors: Path


def several(jobs: Sequence[Job]) -> list[Result]:
    """Runs programs at the same time, and reads what they told."""
    with fresh_folder() as folder:
        folder.mkdir(parents=True)
        places = [_Place(folder / f"{number}.told", folder / f"{number}.told.err") for number in range(len(jobs))]
        ended = nursery().run(jobs, [place.reports for place in places])
        return [_read(place, end) for place, end in zip(places, ended, strict=True)]


def one(job: Job) -> Result:
    """Runs one program."""
    return several([job])[0]


def _read(place: _Place, end: dict[str, Any]) -> Result:
    result = Result(hang=end["hang"], killed=end["killed"])
    runs: dict[tuple[int, str], Run] = {}
    for line in place.reports.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        match told:
            case {"sitting": match, "code": code, "from": start, "acts": acts}:
                before = runs.get((match, code), Run(code, ())).acts[:start]
                runs[match, code] = Run(code, (*before, *acts))
            case {"said": sentence}:
                result.said.append(sentence)
            case {"mistake": sentence}:
                result.mistakes.append(sentence)
            case {"doing": what}:
                result.doing = what
            case _:
                result.told |= told
    result.kept = list(runs.values())
    errors = place.errors.read_text(encoding="utf-8", errors="replace").strip()
    if errors:
        result.mistakes.append(errors.splitlines()[-1])
    if not result.killed and not result.hang and "left" not in result.told:
        result.mistakes.append(f"the program ended by itself with {end['status']} while it did {result.doing!r}")
    return result


def look_at(count: Count, label: str, result: Result) -> None:
    """Counts what went wrong with a program itself."""
    count.sums["acts of other processes, said to be kept"] += sum(len(run.acts) for run in result.kept)
    count.sums["programs"] += 1
    count.sums["programs killed"] += result.killed
    if result.hang:
        count.fault(HANGS, f"{label}: it did not end while it did {result.doing!r}")
    for mistake in result.mistakes:
        count.fault(EXCEPTIONS, f"{label}, while it did {result.doing!r}: {mistake}")
    look_at_time(count, label, float(result.told.get("slowest", 0)))


def processes(count: Count, name: str) -> None:
    """Two programs that are processes play on one folder at the same time; now and then one of them is killed."""
    kind = "two processes"
    chance = Random(name)
    with fresh_folder() as folder, attempt(count, kind, name):
        for turn in range(3):
            jobs = [
                Job("play", folder, f"{name}/{turn}/{number}", lines=chance.randint(20, 90) if chance.random() < 0.5 else None)
                for number in range(2)
            ]
            results = several(jobs)
            for result in results:
                look_at(count, f"{kind}, {name}", result)
            look(count, f"{kind}, {name}, turn {turn}", folder, [run for result in results for run in result.kept])


TICK = 0.0005


@dataclass
class Child:
    """A program that runs."""

    number: int
    """Of its process."""
    job: dict[str, Any]
    began: float
    due: float | None = None
    """When it is to be killed, once it has told enough."""
    killed: bool = False
    hang: bool = False
    status: int | None = None

    def look(self) -> None:
        """Kills it, if it is time; notes whether it has ended."""
        now = time.monotonic()
        if self.due is None and self.job["lines"] is not None and _lines(self.job["reports"]) >= self.job["lines"]:
            self.due = now + self.job["delay"]
        if self.due is not None and now >= self.due and not self.killed:
            os.kill(self.number, signal.SIGKILL)
            self.killed = True
        if now - self.began > self.job["limit"] and not self.killed:
            os.kill(self.number, signal.SIGKILL)
            self.killed = self.hang = True
        ended, status = os.waitpid(self.number, os.WNOHANG)
        if ended:
            self.status = os.waitstatus_to_exitcode(status)
            self.killed = self.status == -signal.SIGKILL and not self.hang


def _lines(path: str) -> int:
    try:
        return Path(path).read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def load() -> None:
    """Everything that a program may need is imported before the process divides, and kept as it is."""
    import goosetable

    for found in pkgutil.walk_packages(goosetable.__path__, "goosetable."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    gc.collect()
    gc.freeze()


def divide(job: dict[str, Any]) -> Child:
    """A new process, which does the job."""
    number = os.fork()
    if number:
        return Child(number, job, time.monotonic())
    try:
        code = 70
        from tests.attacks import programs

        code = programs.main(job)
    finally:
        os._exit(code)


def main() -> None:
    """Until the input ends."""
    from tests.attacks import programs as programs  # loaded here, once

    load()
    for line in sys.stdin:
        children = [divide(job) for job in json.loads(line)]
        while any(child.status is None for child in children):
            for child in children:
                if child.status is None:
                    child.look()
            time.sleep(TICK)
        print(json.dumps([{"status": c.status, "killed": c.killed, "hang": c.hang} for c in children]), flush=True)


if __name__ == "__main__":
    main()
