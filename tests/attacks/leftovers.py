"""What an attack measures: time of its own, processes that live on, and the memory that this one has grown by."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

_SCHEDULE: Final = Path("/proc/thread-self/schedstat")
SLOW: Final = 10.0
"""Seconds that no frame and no step of the window may take on a quiet machine."""


class Moment(NamedTuple):
    """A reading of the clocks."""

    wall: float
    """Seconds gone by."""
    waited: float
    """Seconds for which this thread could have run and another program ran; 0 where the system does not tell."""


def now() -> Moment:
    """The clocks as they stand, for this thread."""
    try:
        waited = int(_SCHEDULE.read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        waited = 0.0
    return Moment(time.monotonic(), waited)


def since(then: Moment) -> float:
    """Seconds of this thread's own since a moment: at work, asleep or blocked, but never waiting for a processor."""
    later = now()
    return max(0.0, later.wall - then.wall - (later.waited - then.waited))


def slow(seconds: float) -> bool:
    """Whether work took too long. On a busy machine what it waits for has to wait as well."""
    busy = os.getloadavg()[0] / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else 1.0
    return seconds > SLOW * max(1.0, busy)


KNOWN: Final = sys.platform == "linux"
"""Whether this system tells of processes and of memory in the way that is read here."""
_ADOPTS: Final = 36
"""The number of PR_SET_CHILD_SUBREAPER."""
GRACE: Final = 30.0
"""Seconds that processes have to go away; an idle machine needs a few hundredths."""
_TRACKER: Final = b"resource_tracker"


@contextlib.contextmanager
def adopting() -> Iterator[None]:
    """A process whose parent has ended becomes a child of this one, so that none can be lost sight of."""
    _adopt(True)
    try:
        yield
    finally:
        _adopt(False)


def _adopt(on: bool) -> None:
    if KNOWN:
        ctypes.CDLL(None).prctl(_ADOPTS, int(on), 0, 0, 0)


def descendants() -> set[int]:
    """The processes that stem from this one and still live."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            state, parent = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
            if state not in "ZX":
                parents[int(entry.name)] = int(parent)
    found: set[int] = set()
    left = [os.getpid()]
    while left:
        of = left.pop()
        mine = [pid for pid, parent in parents.items() if parent == of and pid not in found]
        found.update(mine)
        left += mine
    return found


def living(before: set[int]) -> list[str]:
    """The processes that still live after a while, told and ended, without those that lived before."""
    until = time.monotonic() + GRACE
    while left := {pid for pid in descendants() - before if not _shared(pid)}:
        if time.monotonic() > until:
            break
        time.sleep(0.02)
    told = [_told(pid) for pid in sorted(left)]
    while left:
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)
        left = descendants() - before
        left = {pid for pid in left if not _shared(pid)}
    bury()
    return told


def bury() -> None:
    """Takes note of the end of processes that were adopted, so that none stays as a name."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _shared(pid: int) -> bool:
    """Whether it is the one process of the library for processes that serves all of them."""
    try:
        return _TRACKER in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _told(pid: int) -> str:
    try:
        called = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        called = "gone"
    return f"process {pid}: {called[:120]}"


class Memory:
    """The memory of this process, in MB: how much more there was at the worst moment since begin()."""

    def begin(self) -> None:
        """From now on."""
        if KNOWN:
            with contextlib.suppress(OSError):
                Path("/proc/self/clear_refs").write_text("5")
        self.before = _status("VmRSS")

    @property
    def growth(self) -> float:
        """MB at most above the beginning; 0 where the system does not tell."""
        return max(0.0, _status("VmHWM") - self.before)


def resident() -> float:
    """MB that this process has in memory; 0 where the system does not tell."""
    return _status("VmRSS")


def _status(name: str) -> float:
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(name)), 0.0)
