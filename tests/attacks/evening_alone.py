"""The attack of a whole evening that is listened to: no socket is opened, and nothing outside of the data folder is written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.attacks.counting import EXCEPTIONS, HANGS, Count, Outcome

SOCKETS: Final = "sockets"
WRITES: Final = "writes elsewhere"
ROOT: Final = Path(__file__).parents[2]
DEALS: Final = 40
PATIENCE: Final = 1800
"""Seconds after which an evening is taken never to end."""


def run(times: int, seed: str, deals: int = DEALS) -> Outcome:
    """times: evenings, of so many deals each, with a walk through every scene after them."""
    count = Count("evening", (EXCEPTIONS, HANGS, SOCKETS, WRITES))
    for evening in range(times):
        with tempfile.TemporaryDirectory() as folder:
            _spend(count, Path(folder), f"{seed} {evening}", deals)
    return count.outcome()


def _spend(count: Count, folder: Path, seed: str, deals: int) -> None:
    """One evening in a process of its own, with an empty home and an empty current folder, which stay empty."""
    home, here, owned = folder / "home", folder / "here", folder / "data"
    for each in (home, here, owned):
        each.mkdir()
    told = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    told |= {
        "HOME": str(home), "TMPDIR": str(folder / "none"), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1",
        "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }  # fmt: skip
    called = [sys.executable, "-m", "tests.attacks.evening_heard", str(owned), seed, str(deals)]
    count.attempt("evenings")
    try:
        ran = subprocess.run(called, cwd=here, env=told, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        count.fault(HANGS, f"seed {seed}: the evening has no end")
        return
    try:
        found = json.loads(ran.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        count.fault(EXCEPTIONS, f"seed {seed}: {ran.stderr[-1500:]}")
        return
    for kind, faults in ((SOCKETS, found["sockets"]), (WRITES, found["writes"]), (EXCEPTIONS, found["exceptions"])):
        for fault in faults:
            count.fault(kind, f"seed {seed}: {fault}")
    for empty in (home, here):
        for path in sorted(empty.rglob("*")):
            count.fault(WRITES, f"seed {seed}: {path.relative_to(folder)} was made")
    for what, often in found["tried"].items():
        count.attempt(what, often)
