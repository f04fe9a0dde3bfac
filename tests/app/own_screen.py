"""Programs that run on a screen of their own, in a process group that ends as a whole."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from goosetable.app import start

LONGEST = 600.0
"""Seconds after which a run is ended. Programs give up earlier by themselves, and say why."""


class Ran(NamedTuple):
    """A program that has ended: its exit code, and all that its process group has written."""

    code: int
    out: str
    err: str


def run_in_group(command: Sequence[str], cwd: Path, folder: Path, env: Mapping[str, str]) -> Ran:
    """Runs a command without the display of the tests, and ends all processes that it leaves.

    Its output goes to files: a pipe would stay open as long as any process of the group lives. folder: for these files.
    env: variables to set.
    """
    around = {name: value for name, value in os.environ.items() if name not in ("SDL_VIDEODRIVER", "DISPLAY", start.FRAMES)}
    around |= {"SDL_AUDIODRIVER": "dummy", **env}
    out, err = folder / "out.txt", folder / "err.txt"
    with out.open("wb") as said, err.open("wb") as complained:
        process = subprocess.Popen(
            command, cwd=cwd, env=around, stdin=subprocess.DEVNULL, stdout=said, stderr=complained, start_new_session=True
        )
        try:
            process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            complained.write(b"\nit was ended after %d seconds" % LONGEST)
        finally:
            with suppress(ProcessLookupError):  # none is left
                os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
    return Ran(code, out.read_text("utf-8", "replace"), err.read_text("utf-8", "replace"))
