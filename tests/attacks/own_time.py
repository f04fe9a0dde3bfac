"""Time that work has taken of its own: seconds gone by, without those in which the machine was busy with something else."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final, NamedTuple

_SCHEDULE: Final = Path("/proc/thread-self/schedstat")
SLOW: Final = 2.0
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
