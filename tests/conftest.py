"""What holds for all tests: no window and no sound, set before anything imports pygame, and Ctrl-C is heard.

A test that leaves a database open fails. Python says so itself from 3.13 on, when it throws the connection away, perhaps in the
middle of another test; here it holds for every version, and for the test that opened it.
"""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import ctypes
import gc
import itertools
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from functools import partial
from mmap import PAGESIZE
from pathlib import Path
from types import FrameType
from typing import Any
from zlib import crc32

import pygame
import pytest
from hypothesis import settings

# The same examples in every run, so that a change is judged by itself; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

# No test pulls the plug: what a process has written is there after it has been killed, whether or not the disk has it.
os.fsync = lambda fd: None

# What a shell starts in the background does not hear Ctrl-C, and what the tests start would not hear it either.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _end_at_once(number: int, frame: FrameType | None) -> None:
    """Ends the process by the signal that it has got."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


# Otherwise SDL makes SIGTERM, by which a time limit ends the tests, a request to close the window of the test that runs, which
# then fails for no reason to be seen.
if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
    signal.signal(signal.SIGTERM, _end_at_once)

OF_THIS_RUN: Path | None = None
"""The folder of compiled modules whose sources are gone after the run."""
if sys.dont_write_bytecode and not os.environ.get("PYTHONPYCACHEPREFIX"):
    # No compiled modules are wanted beside their sources: they lie in pytest's folder, or every program and every run would
    # compile all, and pytest would rewrite the assertions of all tests.
    COMPILED = Path(__file__).resolve().parents[1] / ".pytest_cache" / "compiled"
    OF_THIS_RUN = COMPILED.joinpath(*Path(tempfile.gettempdir()).resolve().parts[1:])
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(COMPILED)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False

OPEN: dict[int, str] = {}
"""The open databases, by the number of the connection: the last calls before each was opened."""
NUMBERS = itertools.count()


def _last_calls(frame: FrameType | None, most: int) -> Iterator[str]:
    """Yields file and line of a call and of its callers, at most `most` of them. It reads no source, to be quick."""
    while frame is not None and most:
        yield f"{frame.f_code.co_filename}:{frame.f_lineno}"
        frame, most = frame.f_back, most - 1


class Database(sqlite3.Connection):
    """A connection that is listed in OPEN until it is closed, even if nothing refers to it any more."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.number = next(NUMBERS)
        super().__init__(*given, **named)
        OPEN[self.number] = " < ".join(_last_calls(sys._getframe(1), 8))

    def close(self) -> None:
        super().close()
        OPEN.pop(self.number, None)


sqlite3.connect = partial(sqlite3.connect, factory=Database)  # type: ignore[assignment]

YOUNG, MIDDLE, OLD = 20_000, 20, 20
"""Thresholds of the garbage collector for its three generations, as for `gc.set_threshold`."""
GROWN = 150 << 20
"""Bytes by which the process may grow before a full garbage collection. The few objects of a window are in reference cycles
and refer to many pictures, whose size the collector does not know."""
SIZE = Path("/proc/self/statm")
"""A file of Linux whose second number is the size of the process in memory, in pages."""


def pytest_configure(config: pytest.Config) -> None:
    """Gives one seed to all attacks of a run, and to all processes of it: another one every day for the slow tests alone."""
    usual = config.getoption("markexpr") == "not slow"
    os.environ.setdefault("GOOSETABLE_ATTACK_SEED", "20261127" if usual else time.strftime("%Y%m%d"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks cases of a test with the mark `one_in(n)` as slow, all but one of n in a row.

    Which of the n it is follows from the name of the test and the number of the row: no window or game is always left out.
    """
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("one_in") and not item.get_closest_marker("slow"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, found in cases.items():
        mark = found[0].get_closest_marker("one_in")
        n = min(mark.args[0] if mark else 1, len(found))
        for at, item in enumerate(found):
            if (at - crc32(f"{name} {at // n}".encode())) % n:
                item.add_marker(pytest.mark.slow)


def pytest_unconfigure() -> None:
    """Deletes compiled modules of temporary folders in the process that chose their place, after its child processes have
    ended."""
    if OF_THIS_RUN is not None:
        shutil.rmtree(OF_THIS_RUN, ignore_errors=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Writes the seed of the attacks, so that a failure can be repeated on another day."""
    terminalreporter.write_line(f"the seed of the attacks: GOOSETABLE_ATTACK_SEED={os.environ['GOOSETABLE_ATTACK_SEED']}")


def pytest_collection() -> None:
    """Switches the garbage collector off while modules are imported, since they leave no garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Excludes all objects of pytest and of the modules from garbage collection, since they stay to the end."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def _bytes_used() -> int:
    """Returns the size of the process in memory, in bytes; 0 on systems without `SIZE`."""
    return int(SIZE.read_text().split()[1]) * PAGESIZE if SIZE.exists() else 0


class Growth:
    """Collects garbage if the process has grown by more than `GROWN` since the last time. What is left stays, and the
    collector does not look at it again.

    Call `check` before a test, when nothing refers to the objects of the test before.
    """

    def __init__(self) -> None:
        self._before = _bytes_used()
        # glibc keeps what pictures leave free between the few that remain: half of all that the process takes.
        self._give_back = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None

    def check(self) -> None:
        if _bytes_used() <= self._before + GROWN:
            return
        gc.collect()
        gc.freeze()
        if self._give_back is not None:
            self._give_back(0)
        self._before = _bytes_used()


GROWTH = Growth()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Frees the pictures of closed windows before a test opens new ones."""
    GROWTH.check()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, None, None]:
    """Switches the garbage collector on again if the program's loop in the test has switched it off.

    Checks that all databases are closed, after the fixtures of the test have ended.
    """
    try:
        return (yield)
    finally:
        gc.enable()
        left = list(OPEN.values())
        OPEN.clear()
        if left:
            pytest.fail(f"{len(left)} databases were opened and not closed; the first by {left[0]}", pytrace=False)


@pytest.fixture
def display() -> Iterator[pygame.Surface]:
    """A window's surface of 1280 x 720 under SDL's dummy driver."""
    pygame.display.init()
    pygame.font.init()
    window = pygame.Window("test", (1280, 720))
    yield window.get_surface()
    window.destroy()
    pygame.event.clear()
