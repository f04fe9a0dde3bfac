"""Thousands of deals in one program: what it holds must not grow, and no file may stay open."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.attacks import crowd
from tests.attacks.counting import FAULTS, Count, Outcome
from tests.attacks.crowd import Job
from tests.attacks.trying import fresh_folder

GROWN = "times grown"
LONG = 1000
"""Deals from which on memory is compared: before, pictures are still being drawn for the first time."""
WARM = 200
"""Deals after which every picture has been drawn once."""
MORE = 1.10
"""Factor by which resident memory may have grown since then."""
FONTS = 200
"""Fonts that may be open at any time."""
LIMIT = 7200.0
"""Seconds after which the program is taken for hanging."""


def run(times: int, seed: str) -> Outcome:
    """So many deals."""
    count = Count("soak", (*FAULTS, GROWN))
    if sys.platform != "linux":
        count.skipped = "what a program holds is read from /proc, which this system does not have"
        return count.outcome()
    with fresh_folder() as folder:
        result = crowd.one(Job("soak", folder, seed, times=times, limit=LIMIT))
        crowd.look_at(count, seed, result)
        count.attempt("deals", int(result.told.get("done", {}).get("deals", 0)))
        for what, often in sorted(result.told.get("done", {}).items()):
            if what != "deals":
                count.figure(f"{what}: {often:,}")
        compare(count, seed, {int(key[5:]): told for key, told in result.told.items() if key.startswith("deal ")}, folder)
    return count.outcome()


def compare(count: Count, seed: str, sizes: dict[int, list[int]], folder: Path) -> None:
    """What the program held after each tenth of the deals."""
    for deal, (memory, files, fonts) in sizes.items():
        count.figure(f"after deal {deal:,}: {memory / 1e6:.1f} MB resident, {files} open files and {fonts} open fonts")
    count.figure(f"{len(list(folder.rglob('*.goose')))} records")
    if not sizes:
        return
    base = min((deal for deal in sizes if deal >= WARM), default=min(sizes))
    (first, files, _), (last, files_last, _) = sizes[base], sizes[max(sizes)]
    count.figure(f"memory grew by {last / first - 1:+.1%} since deal {base:,}")
    if max(sizes) >= LONG and last > first * MORE:
        count.fault(GROWN, f"{seed}: resident memory grew by {last / first - 1:.1%}")
    if files_last > files:
        count.fault(GROWN, f"{seed}: {files_last} files are open besides fonts, and {files} were")
    if max(fonts for _, _, fonts in sizes.values()) > FONTS:
        count.fault(GROWN, f"{seed}: more than {FONTS} fonts are open")
