"""Tests that a damaged copy of the frozen program ends with exit code 1 and one sentence that names the damaged file."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from goosetable import integrity

VICTIM: Final = "_internal/goosetable/_assets/CREDITS.md"
"""A file that no game needs, so that only the list of files reveals its loss."""


def _shorten(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def _change(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1] + b"\0")


HARM: Final[tuple[tuple[Callable[[Path], object], str], ...]] = (
    (Path.unlink, "is missing"), (_shorten, " instead of "), (_change, "has another content"),
)  # fmt: skip


def damage_faults(program: Path, env: dict[str, str]) -> list[str]:
    """Runs the program's self-test after each kind of damage, and repairs it; returns a sentence for each fault.

    program: path of a program whose folder is writable.
    """
    victim, wrong = program.parent / VICTIM, []
    content = victim.read_bytes()
    if not (program.parent / integrity.PROGRAM_LIST).is_file():
        return [f"it has no {integrity.PROGRAM_LIST}"]
    for harm, said in HARM:
        harm(victim)
        ran = subprocess.run(
            [str(program), "--selftest"], env={**os.environ, **env, "SDL_VIDEODRIVER": "dummy"}, capture_output=True, text=True,
            timeout=300, check=False,
        )  # fmt: skip
        victim.write_bytes(content)
        told = ran.stderr.splitlines()
        if ran.returncode != 1 or len(told) != 1 or f"{VICTIM} {said.strip()}"[:40] not in told[0] or said not in told[0]:
            wrong.append(
                f"where {VICTIM} {said.strip()}, the self-test ends with {ran.returncode} and says {ran.stderr[-200:]!r}"
            )
    print(f"   damaged in {len(HARM)} ways: {'named each time' if not wrong else 'NOT NAMED'}", flush=True)
    return wrong
