"""What every attempt on the disk has in common: a folder of its own, a diary of the acts, and the look at what is left."""

from __future__ import annotations

import shutil
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from goosetable.app.match.match import Match
from tests.attacks.counting import EXCEPTIONS, HANGS, LOST, Count
from tests.attacks.tales import Library, Run, listening

DAMAGED = "damaged records"
SAID_WRONGLY = "acts said to be kept and not on disk"
UNSAID = "losses not said"
LITTER = "files left behind"
QUICK = 2.0
"""Seconds of work that anything a person asks for may take."""
SHARED = Path("/dev/shm")


@contextmanager
def fresh_folder() -> Iterator[Path]:
    """A new folder, in memory where the system has such a place; a folder in it is the program's, so that it may vanish."""
    whole = Path(tempfile.mkdtemp(prefix="goosetable-attack-", dir=SHARED if SHARED.is_dir() else None))
    try:
        yield whole / "goosetable"
    finally:
        shutil.rmtree(whole, ignore_errors=True)


class Diary:
    """Every act of an attempt, and how far it was said to be kept."""

    def __init__(self) -> None:
        self.done: dict[tuple[int, str], Run] = {}
        self.kept: dict[tuple[int, str], Run] = {}
        self.watched: Path | None = None
        """A folder that must hold every act as soon as it is said to be kept."""
        self.wrong: list[str] = []

    def tell(self, match: Match, run: Run) -> None:
        """An act was done, the last of a run."""
        self.done[id(match), run.code] = run
        if not match.saved:
            return
        self.kept[id(match), run.code] = run
        if self.watched is not None and run.acts:
            lost = Library(self.watched).missing(run)
            if lost:
                self.wrong.append(f"after {run.acts[-1]!r}, {lost} of {len(run.acts)} acts")


@contextmanager
def attempt(count: Count, kind: str, name: str) -> Iterator[Diary]:
    """One attempt; an exception in it is a fault. name: the seed and what else is needed to run it again."""
    count.attempt(kind)
    diary = Diary()
    with listening(diary.tell):
        try:
            yield diary
        except Exception as wrong:
            at = traceback.extract_tb(wrong.__traceback__)[-1]
            count.fault(
                EXCEPTIONS, f"{kind}, {name}: {type(wrong).__name__}: {wrong} ({Path(at.filename).name}, line {at.lineno})"
            )
    count.sums["acts"] += sum(len(run.acts) for run in diary.done.values())
    count.sums["acts said to be kept"] += sum(len(run.acts) for run in diary.kept.values())
    if diary.wrong:
        count.fault(SAID_WRONGLY, f"{kind}, {name}: {diary.wrong[0]}, and {len(diary.wrong) - 1} times more")


def look(count: Count, name: str, folder: Path, runs: list[Run], damaged: bool = True) -> None:
    """Every run must be in some record of the folder, and every record must be whole."""
    library = Library(folder)
    for lost, sentence in library.faults(runs):
        count.fault(LOST, f"{name}: {sentence}", lost)
    for sentence in library.damaged if damaged else ():
        count.fault(DAMAGED, f"{name}: {sentence}")


def look_for_litter(count: Count, name: str, folder: Path) -> None:
    """Temporary files are faults, but for one of a file that may not have been written since."""
    left = sorted(path.name for path in folder.rglob("*.tmp")) if folder.is_dir() else []
    if len(left) > 1 or any(name.startswith("settings") for name in left):
        count.fault(LITTER, f"{name}: {', '.join(left)}")


def look_at_time(count: Count, name: str, slowest: float) -> None:
    """Anything that takes longer than QUICK is as good as a hang."""
    if slowest > QUICK:
        count.fault(HANGS, f"{name}: {slowest:.1f} seconds of work")
