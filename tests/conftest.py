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

import pygame
import pytest
from hypothesis import settings

# The same examples in every run, so that a change is judged by itself; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

# One seed for all attacks of a run, and for all processes of it, also around midnight.
os.environ.setdefault("GOOSETABLE_ATTACK_SEED", time.strftime("%Y%m%d"))

# What a shell starts in the background does not hear Ctrl-C, and what the tests start would not hear it either.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

if sys.dont_write_bytecode and not os.environ.get("PYTHONPYCACHEPREFIX"):
    # No compiled modules are wanted beside their sources: they lie in a folder of this run, or every program would compile all.
    os.environ["PYTHONPYCACHEPREFIX"] = COMPILED = tempfile.mkdtemp(prefix="compiled-")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
else:
    COMPILED = ""

OPEN: dict[int, str] = {}
"""The databases that are open, by the number of the connection: who opened each, the last calls."""
NUMBERS = itertools.count()


def _last_calls(frame: FrameType | None, most: int) -> Iterator[str]:
    """Yields file and line of a call and of those around it; no source is read, since nearly every database is closed."""
    while frame is not None and most:
        yield f"{frame.f_code.co_filename}:{frame.f_lineno}"
        frame, most = frame.f_back, most - 1


class Database(sqlite3.Connection):
    """A connection that is in OPEN until it is closed, whether anything still refers to it or not."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.number = next(NUMBERS)
        super().__init__(*given, **named)
        OPEN[self.number] = " < ".join(_last_calls(sys._getframe(1), 8))

    def close(self) -> None:
        super().close()
        OPEN.pop(self.number, None)


sqlite3.connect = partial(sqlite3.connect, factory=Database)  # type: ignore[assignment]

YOUNG, MIDDLE, OLD = 20_000, 20, 20
"""When the collector looks: objects made since, looks at the youngest, looks at the middle ones."""
GROWN = 150 << 20
"""Bytes by which the process may grow between two looks at everything. A window's few objects hold many pictures, of which
the collector knows nothing, and lie in circles."""
SIZE = Path("/proc/self/statm")
"""The second number is the size of the process in pages; only Linux has it."""


def pytest_unconfigure() -> None:
    """The process that has made the folder of compiled modules takes it away, after those that it has started."""
    if COMPILED:
        shutil.rmtree(COMPILED, ignore_errors=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The seed is said, so that a day's finding can be repeated on another one."""
    terminalreporter.write_line(f"the seed of the attacks: GOOSETABLE_ATTACK_SEED={os.environ['GOOSETABLE_ATTACK_SEED']}")


def pytest_collection() -> None:
    """While modules are read there is nothing to be thrown away."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What pytest and the modules hold stays for good: no look for garbage goes through it again and again."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def _bytes_used() -> int:
    """Size of the process in memory; 0 where the system does not write it down."""
    return int(SIZE.read_text().split()[1]) * PAGESIZE if SIZE.exists() else 0


class Growth:
    """Looks for garbage once the process has grown; before a test, when nothing refers to the things of the one before."""

    def __init__(self) -> None:
        self._before = _bytes_used()
        # glibc keeps what pictures leave free between the few that remain: half of all that the process takes.
        self._give_back = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None

    def check(self) -> None:
        if _bytes_used() <= self._before + GROWN:
            return
        gc.collect()
        if self._give_back is not None:
            self._give_back(0)
        self._before = _bytes_used()


GROWTH = Growth()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Pictures of closed windows are freed before new ones are opened."""
    GROWTH.check()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, None, None]:
    """The program's loop switches the collector off and looks when the table rests; that is for its own test alone.

    Databases are looked at when all that the test set up has been taken down.
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
