"""What the records of this computer say of the games played here, gathered a piece at a time; there is no other book kept.

Every record is replayed to the end before anything in it counts. What was found is kept in a file beside them, by the digest of
each record's content, so that the same content is not replayed again; whatever is wrong with that file, it is made anew.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import files, games
from goosetable.app.storage import clean_names
from goosetable.app.storage.history import cache
from goosetable.app.storage.history.roll import HistoryIndex, Stint
from goosetable.app.storage.history.roll import Played as Played
from goosetable.app.storage.paths import Paths
from goosetable.engine.record import format, jsonl, replay
from goosetable.engine.record.format import ActionLine, ChairLine, EndLine, Header, RecordError, ScoreLine
from goosetable.engine.record.session import Session
from goosetable.engine.rules import scores
from goosetable.engine.rules.state import State
from goosetable.engine.text.medals import FEATS

STEP: Final = 8
"""Lines of a record that make one piece of work: a few milliseconds."""
GAMES: Final = 10
"""Games that are entered in the roll in one piece of work."""


class Record(NamedTuple):
    """A file of one table."""

    path: Path
    games: tuple[Played, ...]
    """One after another, the last of them perhaps not ended; at least one."""
    running: bool = False
    """Whether this is the table that the program goes on with by itself."""
    size: int = 0
    """Bytes of its whole lines."""
    digest: bytes = b""
    """Of these bytes."""

    @property
    def last(self) -> Played:
        """The game that the table is at."""
        return self.games[-1]


class History:
    """Reads the archive and the running table. `work` does one piece; the rest is complete when there is nothing left to do."""

    def __init__(self, folders: Paths) -> None:
        self._folders = folders
        self.games: tuple[Played, ...] = ()
        self.records: tuple[Record, ...] = ()
        """All but those that another one goes on from: the running one, then the latest first."""
        self.roll = HistoryIndex()
        """Who has played, and where; complete when all is done."""
        self.damaged = 0
        """Records that could not be read and are left out."""
        self.done = False
        self.replayed = 0
        """Records that had to be replayed, because what they say was not known yet."""
        self.part = 0.0
        """Part of the records that has been read, 0..1."""
        self._work = self._gather()

    def work(self) -> bool:
        """Does one piece; returns whether there is more."""
        if not self.done:
            self.done = next(self._work, self) is self
        return not self.done

    def _gather(self) -> Iterator[None]:
        known = cache.kept(self._folders.statistics)
        records: list[Record] = []
        seen: dict[str, list[Played]] = {}
        paths = _records(self._folders)
        playable = {game.id for game in games.SHELF}
        for number, path in enumerate(paths):
            yield
            self.part = number / len(paths)
            try:
                content = files.content(path, files.LARGEST)
            except OSError:
                self.damaged += path.exists()
                continue
            if not jsonl.whole(content):
                continue
            digest = sha256(content).hexdigest()
            found = seen.get(digest) or cache.read(known.get(digest, b"[]"))
            if found is None:
                self.replayed += 1
                try:
                    found = yield from _follow(content, digest)
                except RecordError:
                    self.damaged += 1
                    continue
            seen[digest] = found
            if not playable.issuperset(game.game for game in found):
                self.damaged += 1
                continue
            lines_of = jsonl.ended(content)
            own = sha256(lines_of).digest()
            records.append(Record(path, tuple(found), path == self._folders.running, len(lines_of), own))
        found_games = _once([game for record in records for game in record.games])
        roll = HistoryIndex()
        for number, game in enumerate(sorted(found_games, key=lambda game: game.started)):
            roll.add(game)
            if number % GAMES == 0:
                yield
        furthest = yield from _furthest(records)
        if self.replayed or len(seen) < len(known):
            yield from cache.keep(self._folders.statistics, seen)
        self.games, self.records, self.roll = found_games, furthest, roll


def _records(folders: Paths) -> list[Path]:
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
    """One game of a record while it is replayed.

    A deal counts for those who sit there when it is scored, the game for those who sit there last. What a team has done best
    is not shared among its partners.
    """

    def __init__(self, session: Session, place: str) -> None:
        self.session, self.place = session, place
        self.deals = 0
        self.points = [Fraction(0)] * session.seats
        self._totals = [Fraction(0)] * session.seats
        """The points before the last deal."""
        self._best, self._exact = [0] * session.seats, [0] * session.seats
        """In how many deals each seat did best, and took exactly what it had bid."""
        self.laurels = [Fraction(0)] * session.seats
        self._chairs = clean_names.seated(session.chairs)
        self._left: list[Stint] = []
        self._before = [(0, Fraction(0), Fraction(0))] * session.seats
        """Of each seat, what was counted before those who sit there now."""
        self._state: State | None = None

    def follow(self, line: object) -> None:
        if isinstance(line, ActionLine):
            self._state = self.session.state  # the action is about to be done to this very state
        elif isinstance(line, ChairLine):
            self._change(line.seat)
        elif isinstance(line, ScoreLine) and self._state is not None:
            self.deals += 1
            game, best = self.session.game, self.session.game.laurels(self._state)
            teams = game.teams(self.session.options)
            among = sum(any(seat in best for seat in team) for team in teams) if teams else len(best)
            self._totals = list(self.points)
            for seat, own in enumerate(line.points):
                self._best[seat] += seat in best
                quota = game.text.quota(self._state, seat)
                self._exact[seat] += quota is not None and quota.won == quota.bid
                self.points[seat] += own
                self.laurels[seat] += Fraction(seat in best, among or 1)
        elif isinstance(line, EndLine):
            self._state = None

    def _change(self, seat: int) -> None:
        """Another player sits there from now on."""
        deals, points, laurels = self._before[seat]
        if self.deals > deals:
            name, player = _plain(self._chairs[seat])
            own, best = self.points[seat] - points, self.laurels[seat] - laurels
            self._left.append(Stint(seat, name, player, self.deals - deals, own, best))
        self._before[seat] = (self.deals, self.points[seat], self.laurels[seat])
        self._chairs = clean_names.seated(self.session.chairs)

    def _feats(self, seat: int) -> tuple[str, ...]:
        """What a seat did in a game that is over, of FEATS."""
        won, several = seat in self.session.winners, self.deals > 1
        worst = scores.leaders(self._totals, not self.session.game.lowest_wins)
        last = seat in worst and len(worst) < len(self._totals)
        every, exact = self._best[seat] == self.deals, self._exact[seat] == self.deals
        done = (every, won and last, exact)
        return tuple(feat for feat, is_so in zip(FEATS, done, strict=True) if several and is_so)

    def told(self) -> Played:
        session, header = self.session, self.session.header
        prizes = session.prizes if session.ended else (0,) * session.seats
        return Played(
            _mark(header, self.place),
            header.game,
            header.started or "",
            tuple(_plain(chair) for chair in self._chairs),
            session.ended,
            self.deals,
            tuple(self.points),
            tuple(self.laurels),
            session.winners if session.ended else (),
            prizes,
            tuple(self._feats(seat) for seat in range(session.seats)) if session.ended else (),
            session.code or "" if session.ended else "",
            tuple(self._left),
        )


def _plain(chair: format.Chair) -> tuple[str, str]:
    return chair.name, chair.player


def _mark(header: Header, place: str) -> str:
    """Code, time and people tell a game from all others; one without code and time is told by where it stands."""
    told = format.write(header) if header.code or header.started else place
    return sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:24]


def _once(found: list[Played]) -> tuple[Played, ...]:
    """Each game once, as far as any record of it goes: a record that is opened again is a copy of what it was."""
    best: dict[str, Played] = {}
    for played in found:
        other = best.get(played.mark)
        if other is None or (played.ended, played.deals) > (other.ended, other.deals):
            best[played.mark] = played
    return tuple(best.values())


def _furthest(records: list[Record]) -> Generator[None, None, tuple[Record, ...]]:
    """Without those that are the beginning of another one, in order; of two that are the same the one read later."""
    stops: dict[str, set[int]] = {}
    for record in records:
        stops.setdefault(record.last.mark, set()).add(record.size)
    beginnings: set[bytes] = set()
    for record in records:
        sizes = {size for game in record.games for size in stops.get(game.mark, ()) if size < record.size}
        if sizes:
            yield
            beginnings |= _beginnings(record, sizes)
    latest = {record.digest: record.path for record in records}
    left = [record for record in records if record.digest not in beginnings and latest[record.digest] == record.path]
    return tuple(sorted(left, key=lambda record: (record.running, record.last.started), reverse=True))


def _beginnings(record: Record, sizes: set[int]) -> set[bytes]:
    """The digests of the first bytes of a record, for each number of them; nothing where it has gone or changed meanwhile."""
    try:
        content = jsonl.ended(files.content(record.path, files.LARGEST))
    except OSError:
        return set()
    digest, done, found = sha256(), 0, set()
    for size in sorted(sizes):
        digest.update(content[done:size])
        done = size
        found.add(digest.digest())
    digest.update(content[done:])
    return found if digest.digest() == record.digest else set()
