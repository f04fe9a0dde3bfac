"""The process that divides: runs programs, kills those that are to be killed, and says how they ended."""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
