"""Hostile records: every kind is given to the commands and opened in the window, in a process watched and measured.

`uv run python -m tests.attacks records --times 920 --seed anything`
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from functools import cache
from multiprocessing import active_children
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any, Final

from tests.attacks import record_headers, record_values, rooms
from tests.attacks.counting import EXCEPTIONS, HANGS, Count, Outcome
from tests.attacks.ground import REFUSED, TAKEN, Ground, Kind, text
from tests.attacks.judging import BARRED, Said, Watch, call, complaints
from tests.attacks.rooms import MEGABYTES, MEMORY, MOST_SECONDS, PATIENCE, ROOT, SECONDS, Scales, chosen, tour

FAULTS: Final = (EXCEPTIONS, HANGS, MEMORY)
SECONDS_A_LINE: Final = 50e-6
"""Processor time that each line of a record that is right and long may take besides."""
SMALL: Final = "a small good record"
NOTED: Final = 4
"""Things done besides that are told of one step."""
TRAPS: Final = ("goosetable_trap", "antigravity", "multiprocessing", "this", "pty")
MORE_TRAPS: Final = ("argparse", "json", "secrets", "pygame", "platformdirs", "fractions", "hashlib", "random")
"""What the program itself imports: beside a record, and in the current folder, it must not be found."""
DRAWN: Final = 0.2
"""The share of the refused records that are also looked at as a running game and in the statistics."""
DRAWN_ALWAYS: Final = ("file", "length", "large", "bytes", "end of a line")
REAL_EVERY: Final = 40
"""Of so many kinds one is given to a real process as well."""


@cache
def kinds() -> dict[str, Kind]:
    """Every kind, by its name."""
    found = [kind for module in (record_headers, record_values) for kind in module.kinds()]
    return {str(kind): kind for kind in found}


def warm() -> None:
    """Everything that a good record loads is loaded, and the kinds are known."""
    kinds()
    with tempfile.TemporaryDirectory() as scrap:
        for number in range(2):
            for _ in _tried(Kind("good", "", _good), f"warm {number}", Path(scrap, str(number)), None):
                pass
    os.chdir(ROOT)


def _good(path: Path, ground: Ground) -> None:
    path.write_text(text(*ground.lines), encoding="utf-8")


def steps(attempt: str, seed: str, box: Path) -> Iterator[tuple[str, list[str]]]:
    """Tries one kind in a folder of its own."""
    kind = Kind("good", "", _good, TAKEN) if attempt == SMALL else kinds()[attempt]
    yield from _tried(kind, f"{seed} {attempt}", box, Watch(box / "home", box / "later", box / "known"))


def _tried(kind: Kind, seed: str, box: Path, watch: Watch | None) -> Iterator[tuple[str, list[str]]]:
    from tests.attacks import opened_window

    path, good = _laid(kind, seed, box, watch)
    before = _listed(box)
    sys.path.insert(0, str(path.parent))
    yield "made", []

    def judged(found: list[str]) -> list[str]:
        nonlocal before
        found += [] if watch is None else watch.take()[:NOTED]
        found += [f"a process was started: {child.name}" for child in active_children()]
        now = _listed(box)
        new, before = sorted(now - before), now
        return found + [f"this is new: {name!a}" for name in new]

    for command in ("check", "trace", "suggest"):
        more = ["--level", "random", "--seed", "1"] if command == "suggest" else []
        yield command, judged([*_answered(command, kind, path, call([command, str(path), *more]))])
    for step, said, found in _windows(kind, path, good, box, opened_window):
        yield step, judged([*complaints(said), *found])


def _laid(kind: Kind, seed: str, box: Path, watch: Watch | None) -> tuple[Path, Path]:
    """The hostile record with traps beside it, and a good one."""
    friend, elsewhere = box / "from a friend", box / "elsewhere"
    deaf = watch.away() if watch is not None else nullcontext()
    with deaf:
        for folder in (friend, elsewhere, box / "known" / "games"):
            folder.mkdir(parents=True)
        for name in TRAPS:
            lay_trap(friend, name, elsewhere)
        os.chdir(friend)
        path, good = friend / "x.goose", elsewhere.parent / "good.goose"
        _good(good, Ground(f"{seed} good", elsewhere))
        kind.lay(path, Ground(seed, elsewhere))
        for place in ("known/games/x.goose", "later/running.goose"):
            target = box / place
            target.parent.mkdir(parents=True, exist_ok=True)
            own = path.is_symlink() and os.path.realpath(path).startswith(os.path.realpath(box))
            if not own:  # a link that leads into the folder of another is that person's own doing
                with suppress(OSError):
                    os.link(path, target, follow_symlinks=False)
    return path, good


def lay_trap(folder: Path, name: str, elsewhere: Path) -> None:
    """A module that leaves a file where it is imported."""
    trap = f"import os\nopen({str(elsewhere)!r} + f'/{{os.getpid()}} imported {name}', 'w').close()\nclass Player: pass\n"
    (folder / f"{name}.py").write_text(trap, encoding="utf-8")


def _listed(box: Path) -> set[str]:
    """What lies outside the folders of the program."""
    found = {str(path.relative_to(box)) for folder in ("from a friend", "elsewhere") for path in (box / folder).rglob("*")}
    return found | {path.name for path in box.iterdir() if path.name not in ("home", "later", "known")}


def _answered(command: str, kind: Kind, path: Path, said: Said) -> Iterator[str]:
    """What is wrong with what a command said of the record."""
    yield from complaints(said)
    if command == "suggest" and kind.code == TAKEN:
        return  # there may be nothing left to do
    if kind.code is not None and said.code is not None and said.code != kind.code:
        yield f"exit code {said.code}, not {kind.code}: {said.err[:300]!a}"
    named = re.match(rf"{re.escape(str(path))}:\d+: ", said.err)
    if command != "suggest" and said.code == REFUSED and not named:
        yield f"the line is not named: {said.err[:300]!a}"


def _windows(kind: Kind, path: Path, good: Path, box: Path, window: Any) -> Iterator[tuple[str, Said, list[str]]]:
    """The record is opened, put away, found as the running game, and counted in the statistics."""
    found: list[str] = []

    def look(loop: Any) -> None:
        window.settle(loop)
        found.extend(f"{wrong[0]!a} stands in the window" for wrong in BARRED.finditer(window.seen(loop)))

    def go_on(loop: Any) -> None:
        if window.name(loop) == "TitleScene" and loop.scenes.top.running is not None:
            window.press(loop, loop.scenes.top.prime.label)
        look(loop)

    def count(loop: Any) -> None:
        window.statistics(loop)
        look(loop)

    def told() -> list[str]:
        taken, found[:] = sorted(set(found)), []
        return taken

    home = box / "home"
    said = window.opened(look, home, path)
    taken = said.code == 0
    opens = kind.code == TAKEN if kind.opens is None else kind.opens
    if kind.code is not None and said.code in (0, 1, 2) and taken != opens:
        found.append(f"the window {'takes' if taken else 'refuses'} it: {said.err[:300]!a}")
    yield "opened", said, told()
    if taken:
        yield "put away", window.opened(lambda _: None, home, good), told()
        yield "a later start", window.opened(look, home), told()
    elif Random(str(kind)).random() > DRAWN and kind.group not in DRAWN_ALWAYS:
        return  # what is refused at one line looks like what is refused at another
    yield "running", window.opened(go_on, box / "later"), told()
    yield "running, a later start", window.opened(look, box / "later"), told()
    yield "statistics", window.opened(count, box / "known"), told()


def run(times: int, seed: str, leave_out: Sequence[str] = (), first: Sequence[str] = (), patience: float = PATIENCE) -> Outcome:
    """So many kinds. leave_out: groups that are not tried; first: names of kinds to begin with."""
    count = Count("records", FAULTS)
    if rooms.NONE:
        count.skipped = rooms.NONE
        return count.outcome()
    scales, left_out = Scales(count, SMALL), tuple(f"{group}: " for group in leave_out)
    names = [*first, *(name for name in chosen(kinds(), times, seed, left_out) if name not in first)][:times]
    for name in names:
        count.attempt(kinds()[name].group)
    for step in tour(__name__, [SMALL, *names], seed, patience):
        scales.weigh(step, SECONDS_A_LINE * record_values.LONGEST_GAME if "00,00" in step.attempt else 0)
    scales.tell()
    _processes(count, names[::REAL_EVERY], seed)
    return count.outcome()


def _processes(count: Count, names: Sequence[str], seed: str) -> None:
    """Some kinds for real processes, in a folder full of modules that the program must not find."""
    usual: tuple[float, float] | None = None
    for name in [SMALL, *names]:
        kind = Kind("good", "", _good, TAKEN) if name == SMALL else kinds()[name]
        with tempfile.TemporaryDirectory(prefix="goose-", ignore_cleanup_errors=True) as scrap:
            folder, elsewhere = Path(scrap, "here"), Path(scrap, "elsewhere")
            folder.mkdir()
            elsewhere.mkdir()
            kind.lay(folder / "x.goose", Ground(f"{seed} {name}", elsewhere))
            for trap in (*TRAPS, *MORE_TRAPS):
                lay_trap(folder, trap, elsewhere)
            count.attempt("real processes")
            said, seconds, peak = _process(["check", "x.goose"], folder)
            usual = usual or (seconds, peak)
            told = f"{name} / a real process"
            found = [*complaints(said), *(f"this is new: {path.name}" for path in elsewhere.iterdir())]
            if kind.code is not None and said.code not in (kind.code, None):
                found.append(f"exit code {said.code}, not {kind.code}")
            for complaint in found:
                count.fault(EXCEPTIONS, f"{told}: {complaint}")
            if said.code is None or seconds > usual[0] + SECONDS + (SECONDS_A_LINE * 1e5 if "00,00" in name else 0):
                count.fault(HANGS, f"{told}: {seconds:.1f} s of processor time")
            if peak > usual[1] + MEGABYTES:
                count.fault(MEMORY, f"{told}: {peak:.0f} MB, and {usual[1]:.0f} MB with a small record")


def _process(argv: Sequence[str], folder: Path) -> tuple[Said, float, float]:
    """A call in a process of its own: what it said, seconds of processor time, and MB at most."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {"PYTHONDONTWRITEBYTECODE": "1"}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        command = [sys.executable, "-m", "goosetable", *argv]
        child = subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        until = monotonic() + PATIENCE + MOST_SECONDS
        done, status, used = os.wait4(child.pid, os.WNOHANG)
        while not done and monotonic() < until:
            sleep(0.005)
            done, status, used = os.wait4(child.pid, os.WNOHANG)
        if not done:
            child.kill()
            _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
    peak = used.ru_maxrss / (1024 if sys.platform == "linux" else 1 << 20)
    return Said(child.returncode if done else None, texts[0], texts[1]), used.ru_utime + used.ru_stime, peak
