"""What a table has lived through, as the program says that it is kept and as the records of a folder have it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from goosetable import games
from goosetable.app.match.match import Match
from goosetable.engine.record import replay
from goosetable.engine.record.format import RecordError

BEGIN = "begin"
"""The first act of every game: its header."""


class Run(NamedTuple):
    """Acts of one game at one table, one after the other and without a gap."""

    code: str
    acts: tuple[str, ...]


Tell = Callable[[Run], None]
"""Is told, after every act, of all the acts since a match began; whether they are kept is `Match.saved`."""


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
                replay.sessions(content, games.find)
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
            if name != "next_game":
                note(match, list)  # begins the run before anything is done
            told = what(match, given)
            result = original(match, *given, **named)
            note(match, lambda: told(result))
            return result

        return call

    acts = {
        "deal": lambda match, _: lambda _: [f"deal {match.session.standing.deals + 1}"],
        "act": _doing,
        "score": lambda match, _: lambda _: ["score", "end"] if match.session.ended else ["score"],
        "undo": _taking_back,
        "next_game": lambda match, _: lambda _: [],
    }
    with patch.multiple(Match, **{name: wrapped(name, what) for name, what in acts.items()}):
        yield


def _doing(match: Match, given: Sequence[Any]) -> Callable[[Any], list[str]]:
    act = f"{match.session.turn} {match.game.write(given[0])}"
    return lambda _: [act]


def _taking_back(match: Match, _: Sequence[Any]) -> Callable[[Any], list[str]]:
    count = match.takes_back
    return lambda done: [f"undo {count}"] if done else []
