"""What the records of this computer say of the games played here, gathered a piece at a time; there is no other book kept.

Every record is replayed to the end before anything in it counts. What was found is kept in a file beside them, by the digest of
each record's content, so that the same content is not replayed again; whatever is wrong with that file, it is made anew.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Generator, Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from goosetable import __version__, games
from goosetable.app.folders import Folders
from goosetable.engine import jsonl, lines, replay
from goosetable.engine.lines import ActionLine, EndLine, Header, RecordError, ScoreLine
from goosetable.engine.session import Session
from goosetable.engine.state import State

EDITION: Final = f"1 {__version__}"
"""What is kept was found by this program; another one looks for itself."""
STEP: Final = 8
"""Lines of a record that make one piece of work: a few milliseconds."""


class Played(NamedTuple):
    """What a record says of one game."""

    mark: str
    """The same for two records of one game, of which one goes further, and for no two games."""
    game: str
    started: str
    """As the record has it; empty where it has none."""
    chairs: tuple[tuple[str, str], ...]
    """Name and player of each seat."""
    ended: bool
    deals: int
    """How many were played to their end."""
    points: tuple[Fraction, ...]
    """Of all deals together, by seat."""
    laurels: tuple[Fraction, ...]
    """In how many deals each seat did best, shared where several did."""
    winners: tuple[int, ...]
    prizes: tuple[int, ...]


class Record(NamedTuple):
    """A file of one table."""

    path: Path
    games: tuple[Played, ...]
    """One after another, the last of them perhaps not ended; at least one."""
    running: bool = False
    """Whether this is the table that the program goes on with by itself."""

    @property
    def last(self) -> Played:
        """The game that the table is at."""
        return self.games[-1]


class Annals:
    """Reads the archive and the running table. `work` does one piece; the rest is complete when there is nothing left to do."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self.games: tuple[Played, ...] = ()
        self.records: tuple[Record, ...] = ()
        """Of every table the one record that goes furthest: the running one, then the latest first."""
        self.damaged = 0
        """How many records could not be read and are left out."""
        self.done = False
        self.replayed = 0
        """How many records had to be replayed, because what they say was not known yet."""
        self.part = 0.0
        """How much has been read, 0..1."""
        self._work = self._gather()

    def work(self) -> bool:
        """Does one piece; returns whether there is more."""
        if not self.done:
            self.done = next(self._work, self) is self
        return not self.done

    def _gather(self) -> Iterator[None]:
        known = _kept(self._folders.statistics)
        records: list[Record] = []
        seen: dict[str, list[Played]] = {}
        paths = _records(self._folders)
        for number, path in enumerate(paths):
            yield
            self.part = number / len(paths)
            try:
                content = path.read_bytes()
            except OSError:
                self.damaged += path.exists()
                continue
            if not jsonl.whole(content):
                continue
            digest = sha256(content).hexdigest()
            if digest not in known:
                self.replayed += 1
                try:
                    known[digest] = yield from _follow(content, digest)
                except RecordError:
                    self.damaged += 1
                    continue
            seen[digest] = known[digest]
            records.append(Record(path, tuple(known[digest]), path == self._folders.running))
        self.games = _once([game for record in records for game in record.games])
        self.records = _furthest(records)
        if self.replayed or len(seen) < len(known):
            _keep(self._folders.statistics, seen)


def _records(folders: Folders) -> list[Path]:
    try:
        archived = sorted(path for path in folders.games.iterdir() if path.suffix == ".goose")
    except OSError:
        archived = []
    return [*archived, folders.running]


def _follow(content: bytes, digest: str) -> Generator[None, None, list[Played]]:
    """Replays a record; returns its games. Raises RecordError."""
    found: list[_Course] = []
    for number, line, session in replay.replay(content, games.find):
        if isinstance(line, Header):
            found.append(_Course(session, f"{digest} {len(found)}"))
        else:
            found[-1].follow(line)
        if number % STEP == 0:
            yield
    return [course.told() for course in found]


class _Course:
    """One game of a record while it is replayed."""

    def __init__(self, session: Session, place: str) -> None:
        self.session, self.place = session, place
        self.deals = 0
        self.points = [Fraction(0)] * session.seats
        self.laurels = [Fraction(0)] * session.seats
        self._state: State | None = None

    def follow(self, line: object) -> None:
        if isinstance(line, ActionLine):
            self._state = self.session.state  # the action is about to be done to this very state
        elif isinstance(line, ScoreLine) and self._state is not None:
            self.deals += 1
            best = self.session.game.laurels(self._state)
            for seat, own in enumerate(line.points):
                self.points[seat] += own
                self.laurels[seat] += Fraction(seat in best, len(best) or 1)
        elif isinstance(line, EndLine):
            self._state = None

    def told(self) -> Played:
        session, header = self.session, self.session.header
        prizes = session.game.prizes(session.options, session.winners) if session.ended else (0,) * session.seats
        return Played(
            _mark(header, self.place),
            header.game,
            header.started or "",
            tuple((chair.name, chair.player) for chair in header.chairs),
            session.ended,
            self.deals,
            tuple(self.points),
            tuple(self.laurels),
            session.winners if session.ended else (),
            prizes,
        )


def _mark(header: Header, place: str) -> str:
    """Code, time and people tell a game from all others; one without code and time is told by where it stands."""
    told = lines.write(header) if header.code or header.started else place
    return sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:24]


def _once(found: list[Played]) -> tuple[Played, ...]:
    """Each game once, as far as any record of it goes: a record that is opened again is a copy of what it was."""
    best: dict[str, Played] = {}
    for played in found:
        other = best.get(played.mark)
        if other is None or (played.ended, played.deals) > (other.ended, other.deals):
            best[played.mark] = played
    return tuple(best.values())


def _furthest(records: list[Record]) -> tuple[Record, ...]:
    """Without those that another one goes on from, in order; of two that are alike the one read later."""
    best: dict[str, tuple[bool, int, int]] = {}
    for place, record in enumerate(records):
        for number, game in enumerate(record.games):
            reach = (number < len(record.games) - 1 or game.ended, game.deals, place)
            best[game.mark] = max(best.get(game.mark, reach), reach)
    left = [record for place, record in enumerate(records) if best[record.last.mark][-1] == place]
    return tuple(sorted(left, key=lambda record: (record.running, record.last.started), reverse=True))


# ---------------------------------------------------------------------- what was found, kept


def _kept(path: Path) -> dict[str, list[Played]]:
    """What was found before, by the digest of the record; nothing where that is not exactly as it was written."""
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
        if whole["edition"] != EDITION or whole["seal"] != _seal(whole["records"]):
            return {}
        return {digest: [_read(game) for game in found] for digest, found in whole["records"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, ZeroDivisionError):
        return {}


def _keep(path: Path, found: Mapping[str, list[Played]]) -> None:
    """Keeps it; where that cannot be done, all is read again another time."""
    records = {digest: [_written(game) for game in played] for digest, played in found.items()}
    whole = {"edition": EDITION, "seal": _seal(records), "records": records}
    fresh = path.with_suffix(".tmp")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(whole), encoding="utf-8")
        fresh.replace(path)


def _seal(records: object) -> str:
    return sha256(json.dumps(records, sort_keys=True).encode()).hexdigest()


def _written(played: Played) -> list[Any]:
    """As JSON; a fraction as text."""
    plain = played._replace(points=(), laurels=())
    return [*plain, [str(own) for own in played.points], [str(own) for own in played.laurels]]


def _read(game: list[Any]) -> Played:
    *plain, points, laurels = game
    mark, name, started, chairs, ended, deals, _, _, winners, prizes = plain
    return Played(
        mark, name, started, tuple((who, player) for who, player in chairs), ended, deals,
        tuple(Fraction(own) for own in points), tuple(Fraction(own) for own in laurels), tuple(winners), tuple(prizes),
    )  # fmt: skip
