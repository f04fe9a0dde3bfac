"""Limits of an external player's process, if the system offers them: memory, processes, file sizes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final

MEMORY: Final = 2 << 30
"""Bytes of address space of one process."""
FILE: Final = 1 << 30
"""Maximum size of a file that it writes, in bytes."""
TASKS: Final = 64
"""Processes and threads that it may add to those of this user."""
_NO_NEW_PRIVILEGES: Final = 38
_DIES_WITH_PARENT: Final = 1
_ADOPTS: Final = 36


def limit() -> None:
    """Limits this process and all that it starts."""
    if sys.platform == "win32":
        return  # the job in which it runs has the limits
    import resource  # not on every system

    wanted = [(resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, FILE)]
    if sys.platform != "darwin":  # there it limits nothing
        wanted.append((resource.RLIMIT_AS, MEMORY))
    tasks = _tasks()
    if tasks is not None:
        wanted.append((resource.RLIMIT_NPROC, tasks + TASKS))
    for what, most in wanted:
        with suppress(ValueError, OSError):
            _, hard = resource.getrlimit(what)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (most, most))
    _ask_linux(_NO_NEW_PRIVILEGES, 1)


def die_with_parent(signal: int) -> None:
    """Asks the system to send this process the signal when its parent ends; no effect if the system cannot."""
    _ask_linux(_DIES_WITH_PARENT, signal)


def adopt() -> None:
    """Adopts the orphans of all processes under this one; no effect if the system cannot."""
    _ask_linux(_ADOPTS, 1)


def _ask_linux(what: int, value: int) -> None:
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            from ctypes import CDLL

            CDLL(None).prctl(what, value, 0, 0, 0)


def _tasks() -> int | None:
    """Counts processes and threads of this user; None if they cannot be counted."""
    found, mine = 0, os.getuid() if sys.platform != "win32" else 0
    try:
        for entry in os.scandir("/proc"):
            if entry.name.isdecimal():
                with suppress(OSError):  # it has ended meanwhile
                    tasks = os.stat(f"/proc/{entry.name}/task")  # noqa: PTH116
                    found += tasks.st_nlink - 2 if tasks.st_uid == mine else 0
    except OSError:
        return None
    return found or None
