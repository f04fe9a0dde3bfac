"""What every attempt on the disk has in common: a folder of its own, the tale of the acts, and the look at what is left."""

from __future__ import annotations

import json
import shutil
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from goosetable import games
from goosetable.app.match.match import Match
from goosetable.engine.record import replay
from goosetable.engine.record.format import RecordError
from tests.attacks.counting import EXCEPTIONS, HANGS, LOST, Count

BEGIN = "begin"
"""The first act of every game: its header."""


class Run(NamedTuple):
    """Acts of one game at one table, one after the other and without a gap."""

    code: str
    acts: tuple[str, ...]


Tell = Callable[[Run], None]
"""Is told, after every act, of all the acts since a match began; whether they are kept is `Match.is_saved`."""


def tales(content: bytes) -> Iterator[Run]:
    """The games of a record, as far as its lines can be read."""
    code, acts = "", list[str]()
    for piece in content.split(b"\n"):
        try:
            line = json.loads(piece)
        except ValueError:
            continue
        match line:
            case {"goosetable": _, "code": found}:
                if code:
                    yield Run(code, tuple(acts))
                code, acts = str(found), [BEGIN]
            case {"deal": number}:
                acts.append(f"deal {number}")
            case {"seat": seat, "do": what}:
                acts.append(f"{seat} {what}")
            case {"undo": count}:
                acts.append(f"undo {count}")
            case {"score": _}:
                acts.append("score")
            case {"end": _}:
                acts.append("end")
    if code:
        yield Run(code, tuple(acts))


class Library:
    """The records of a folder, in whatever file they lie, each as far as it can be replayed."""

    def __init__(self, folder: Path) -> None:
        self.damaged: list[str] = []
        """A sentence for every record that cannot be replayed, but for those that the program set aside as damaged."""
        self._tales: dict[str, list[str]] = {}
        for path in sorted(path for path in folder.rglob("*.goose") if path.is_file()):
            content = path.read_bytes()
            if b"\n" not in content:
                continue  # empty, or the torn beginning of a header
            try:
                replay.replayed_games(content, games.find_game)
            except RecordError as wrong:
                if "damaged" not in path.name:
                    self.damaged.append(f"{path.relative_to(folder)} cannot be replayed: line {wrong}")
                content = b"\n".join(content.split(b"\n")[: wrong.line - 1])
            for run in tales(content):
                self._tales.setdefault(run.code, []).append(_joined(run.acts))

    def holds(self, run: Run) -> bool:
        """Whether some record has all these acts, one after the other."""
        wanted = _joined(run.acts)
        return any(wanted in found for found in self._tales.get(run.code, ()))

    def missing(self, run: Run) -> int:
        """How many of the last acts no record has."""
        if self.holds(run):
            return 0
        low, high = 0, len(run.acts)
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (middle, high) if self.holds(run._replace(acts=run.acts[:middle])) else (low, middle)
        return len(run.acts) - low

    def faults(self, runs: Sequence[Run]) -> list[tuple[int, str]]:
        """For every run that is not kept, how many of its acts are lost, and a sentence."""
        found = []
        for run in runs:
            lost = self.missing(run) if run.acts else 0
            if lost:
                found.append((lost, f"{lost} of the {len(run.acts)} acts of game {run.code} are in no record"))
        return found


def _joined(acts: Sequence[str]) -> str:
    return "\n".join(("", *acts, ""))


@contextmanager
def listening(tell: Callable[[Match, Run], None]) -> Iterator[None]:
    """While this lasts, every act at every table of this process is told, once it has been done."""
    runs: dict[tuple[int, int], list[str]] = {}
    alive: list[object] = []  # so that no two sittings are ever taken for one

    def note(match: Match, acts: Callable[[], list[str]]) -> None:
        session = match.session
        key = (id(match), id(session))
        if key not in runs:
            alive.extend((match, session))
            runs[key] = [] if session.deal or session.standing.deals or session.ended else [BEGIN]
        runs[key] += acts()
        tell(match, Run(str(session.header.code), tuple(runs[key])))

    def wrapped(name: str, what: Callable[[Match, Sequence[Any]], Callable[[Any], list[str]]]) -> Any:
        original = getattr(Match, name)

        def call(match: Match, *given: Any, **named: Any) -> Any:
            if name != "begin_next_game":
                note(match, list)  # begins the run before anything is done
            told = what(match, given)
            result = original(match, *given, **named)
            note(match, lambda: told(result))
            return result

        return call

    acts = {
        "deal": lambda match, _: lambda _: [f"deal {match.session.standing.deals + 1}"], "act": _doing,
        "score_deal": lambda match, _: lambda _: ["score", "end"] if match.session.ended else ["score"], "undo": _taking_back,
        "begin_next_game": lambda match, _: lambda _: [],
    }  # fmt: skip
    with patch.multiple(Match, **{name: wrapped(name, what) for name, what in acts.items()}):
        yield


def _doing(match: Match, given: Sequence[Any]) -> Callable[[Any], list[str]]:
    act = f"{match.session.turn} {match.game.action_text(given[0])}"
    return lambda _: [act]


def _taking_back(match: Match, _: Sequence[Any]) -> Callable[[Any], list[str]]:
    count = match.undo_action_count
    return lambda done: [f"undo {count}"] if done else []


DAMAGED = "damaged records"
SAID_WRONGLY = "acts said to be kept and not on disk"
UNSAID = "losses not said"
LITTER = "files left behind"
QUICK = 10.0
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
        if not match.is_saved:
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
