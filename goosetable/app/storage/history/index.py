"""The index of the history: what the records say, in an SQLite file beside them that can be thrown away and made again.

Tables by the mark of a game (`Played.mark`): `games`, `seats`, `deals`; `accuracy` by the digest of a deal. `files` are the
records that are known, and `holds` the games in each of them: of several records of a game the one that goes furthest counts.
Nothing here waits for another program: what is being written elsewhere raises Busy, and is done another time.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import __version__
from goosetable.app.storage.history import told
from goosetable.app.storage.history.course import GameFound
from goosetable.app.storage.history.roll import Played, Who
from goosetable.engine.rules.event import Points

EDITION: Final = f"3 {__version__}"
"""What is kept was found by this program; another one looks for itself."""
ENTRIES: Final = 500
"""Records that are told in one piece of work."""
MEMORY: Final = ":memory:"
_KNOWN: Final = frozenset({"meta", "files", "holds", "games", "seats", "deals", "accuracy", "reviews"})
_TABLES: Final = """
CREATE TABLE meta (edition TEXT NOT NULL);
CREATE TABLE files (path BLOB PRIMARY KEY, size INTEGER NOT NULL, mtime INTEGER NOT NULL, digest TEXT NOT NULL,
  damaged INTEGER NOT NULL);
CREATE TABLE holds (path BLOB NOT NULL, number INTEGER NOT NULL, mark TEXT NOT NULL, ended INTEGER NOT NULL,
  deals INTEGER NOT NULL, steps INTEGER NOT NULL, PRIMARY KEY (path, number)) WITHOUT ROWID;
CREATE INDEX holds_mark ON holds (mark);
CREATE INDEX files_digest ON files (digest);
CREATE TABLE games (mark TEXT PRIMARY KEY, path BLOB NOT NULL, number INTEGER NOT NULL, started TEXT NOT NULL,
  game TEXT NOT NULL, options TEXT NOT NULL, ended INTEGER NOT NULL, deals INTEGER NOT NULL, real_cards INTEGER NOT NULL,
  code TEXT NOT NULL, told TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX games_ended ON games (ended, started, mark);
CREATE INDEX games_started ON games (started, mark);
CREATE TABLE seats (mark TEXT NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, player TEXT NOT NULL,
  place INTEGER, points NUMERIC NOT NULL, won INTEGER NOT NULL, PRIMARY KEY (mark, seat)) WITHOUT ROWID;
CREATE INDEX seats_key ON seats (key, mark);
CREATE TABLE deals (mark TEXT NOT NULL, deal INTEGER NOT NULL, seat INTEGER NOT NULL, key TEXT NOT NULL,
  points NUMERIC NOT NULL, bid INTEGER, tricks INTEGER, digest TEXT NOT NULL, PRIMARY KEY (mark, deal, seat)) WITHOUT ROWID;
CREATE INDEX deals_digest ON deals (digest, seat);
CREATE TABLE reviews (digest TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE accuracy (digest TEXT NOT NULL, seat INTEGER NOT NULL, good INTEGER NOT NULL, decisions INTEGER NOT NULL,
  PRIMARY KEY (digest, seat)) WITHOUT ROWID;
"""


class Busy(Exception):
    """Another program writes the index just now."""


class Known(NamedTuple):
    """A record as it was when it was read. size: bytes; mtime: in nanoseconds, as the system has it."""

    size: int
    mtime: int
    digest: str
    """Of its content."""
    damaged: bool = False


class Index:
    """One open index. Whatever is wrong with it raises sqlite3.DatabaseError: then it is to be discarded and made again."""

    def __init__(self, path: Path | None) -> None:
        """path: None for one in memory. A file of another edition, or of another kind of index, is emptied."""
        if path is not None and _foreign(path):
            raise sqlite3.OperationalError("no ordinary file lies there")
        self.in_memory = path is None
        self._db = sqlite3.connect(MEMORY if path is None else path, timeout=0, isolation_level=None)
        try:
            with _busy():
                self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        run = self._db.execute
        run("PRAGMA journal_mode=WAL")
        run("PRAGMA synchronous=NORMAL")
        if self._as_wanted():
            return
        with self._change():
            if self._as_wanted():
                return  # another program was quicker
            kinds = run("SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
            for kind, name in kinds.fetchall():
                quoted = name.replace('"', '""')
                run(f'DROP {kind} "{quoted}"')
            for statement in _TABLES.split(";"):
                run(statement)
            run("INSERT INTO meta VALUES (?)", (EDITION,))

    def _as_wanted(self) -> bool:
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return tables >= _KNOWN and self._db.execute("SELECT edition FROM meta").fetchall() == [(EDITION,)]

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._db.close()

    @contextlib.contextmanager
    def _change(self) -> Iterator[None]:
        """All that is done within, or nothing. Raises Busy."""
        with _busy():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def rows(self, question: str, values: Sequence[object] = ()) -> Iterator[tuple[object, ...]]:
        """The rows that answer a question; they are read as they are wanted."""
        with _busy():
            yield from self._db.execute(question, tuple(values))

    def files(self, after: bytes) -> dict[bytes, Known]:
        """Some of the records that are known, by `name_of`, in order: the next ones after a name; none where it is the last."""
        question = "SELECT path, size, mtime, digest, damaged FROM files WHERE path > ? ORDER BY path LIMIT ?"
        return {
            _bytes(path): Known(_number(size), _number(mtime), str(digest), bool(damaged))
            for path, size, mtime, digest, damaged in self.rows(question, (after, ENTRIES))
        }

    def damaged(self) -> int:
        """How many of the known records are damaged."""
        ((count,),) = self.rows("SELECT count(*) FROM files WHERE damaged")
        return _number(count)

    def marks(self) -> list[str]:
        """Each game once, in the order in which they began."""
        return [str(mark) for (mark,) in self.rows("SELECT mark FROM games ORDER BY started, mark")]

    def played(self, mark: str) -> Played | None:
        """A game; None where it has gone meanwhile. Raises sqlite3.DatabaseError for what is none."""
        for (text,) in self.rows("SELECT told FROM games WHERE mark = ?", (mark,)):
            try:
                return told.read(str(text))
            except ValueError as wrong:
                raise sqlite3.DatabaseError(str(wrong)) from None
        return None

    def knows(self, digest: str) -> bool:
        """Whether a record of that content is here, and can be read."""
        return any(True for _ in self.rows("SELECT 1 FROM files WHERE digest = ? AND NOT damaged", (digest,)))

    def holders(self, mark: str) -> list[bytes]:
        """The records in which a game stands."""
        return [_bytes(name) for (name,) in self.rows("SELECT DISTINCT path FROM holds WHERE mark = ? ORDER BY path", (mark,))]

    def several(self) -> list[tuple[bytes, int, bytes, int]]:
        """The games that stand in several records: where each but the furthest stands, and where the furthest does."""
        found = self.rows(
            "SELECT h.path, h.number, g.path, g.number FROM games AS g JOIN holds AS h USING (mark)"
            " WHERE h.path != g.path OR h.number != g.number ORDER BY h.path, h.number"
        )
        return [(_bytes(path), _number(number), _bytes(other), _number(at)) for path, number, other, at in found]

    def reviews(self) -> dict[str, tuple[int, int]]:
        """The reviews that are known, by the digest of their deal: their bytes and time."""
        found = self.rows("SELECT digest, size, mtime FROM reviews")
        return {str(digest): (_number(size), _number(mtime)) for digest, size, mtime in found}

    def touch(self, path: bytes, known: Known) -> None:
        """A record has another time, and the same content."""
        with self._change():
            self._db.execute("UPDATE files SET size = ?, mtime = ? WHERE path = ?", (known.size, known.mtime, path))

    def enter(self, path: bytes, known: Known, found: Sequence[GameFound]) -> None:
        """A record that is not known yet, with its games; none where it is damaged."""
        with self._change():
            self._db.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?)", (path, *known[:3], int(known.damaged)))
            for number, game in enumerate(found):
                played = game.played
                rank = (int(played.ended), played.deals, game.steps)
                self._db.execute("INSERT INTO holds VALUES (?, ?, ?, ?, ?, ?)", (path, number, played.mark, *rank))
                if self._furthest(played.mark) == (path, number):
                    self._put(path, number, game)

    def copy(self, path: bytes, known: Known) -> bool:
        """Enters a record whose content is that of a known one; whether there is such a one."""
        with self._change():
            of = "SELECT path, damaged FROM files WHERE digest = ? AND path != ?"
            same = self._db.execute(of, (known.digest, path)).fetchone()
            if same is None:
                return False
            self._db.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?)", (path, *known[:3], same[1]))
            self._db.execute(
                "INSERT INTO holds SELECT ?, number, mark, ended, deals, steps FROM holds WHERE path = ?", (path, same[0])
            )
            for number, mark in self._held(path):
                if self._furthest(mark) == (path, number):
                    self._db.execute("UPDATE games SET path = ?, number = ? WHERE mark = ?", (path, number, mark))
            return True

    def forget(self, path: bytes) -> list[bytes]:
        """Leaves a record out; gives those that are to be read again, because they hold a game of it."""
        again: set[bytes] = set()
        with self._change():
            digest = self._db.execute("SELECT digest FROM files WHERE path = ?", (path,)).fetchone()
            held = self._held(path)
            self._db.execute("DELETE FROM holds WHERE path = ?", (path,))
            self._db.execute("DELETE FROM files WHERE path = ?", (path,))
            for _, mark in held:
                stands = self._db.execute("SELECT 1 FROM games WHERE mark = ? AND path = ?", (mark, path)).fetchone()
                if stands is None:
                    continue
                next_one = self._furthest(mark)
                of = "SELECT 1 FROM files WHERE path = ? AND digest = ?"
                if next_one is not None and self._db.execute(of, (next_one[0], digest[0])).fetchone():
                    self._db.execute("UPDATE games SET path = ?, number = ? WHERE mark = ?", (*next_one, mark))
                    continue
                for table in ("games", "seats", "deals"):
                    self._db.execute(f"DELETE FROM {table} WHERE mark = ?", (mark,))
                again |= {_bytes(other) for (other,) in self._db.execute("SELECT path FROM holds WHERE mark = ?", (mark,))}
        return sorted(again)

    def _held(self, path: bytes) -> list[tuple[int, str]]:
        return self._db.execute("SELECT number, mark FROM holds WHERE path = ? ORDER BY number", (path,)).fetchall()

    def _furthest(self, mark: str) -> tuple[bytes, int] | None:
        """The record in which a game goes furthest; of several that are alike the running one, then the last by name."""
        best = "ORDER BY ended DESC, deals DESC, steps DESC, instr(path, '/'), path DESC, number LIMIT 1"
        found = self._db.execute(f"SELECT path, number FROM holds WHERE mark = ? {best}", (mark,)).fetchone()
        return None if found is None else (_bytes(found[0]), _number(found[1]))

    def _put(self, path: bytes, number: int, game: GameFound) -> None:
        """Enters what a record says of a game, in place of what another one said."""
        played, run = game.played, self._db.execute
        mark = played.mark
        for table in ("games", "seats", "deals"):
            run(f"DELETE FROM {table} WHERE mark = ?", (mark,))
        run(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                mark, path, number, played.started, played.game, game.words, int(played.ended), played.deals,
                int(game.real_cards),
                played.code, told.write(played),
            ),
        )  # fmt: skip
        places = game.places
        self._db.executemany(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (mark, seat, name, Who(name, player).key, player, places[seat], _points(played.points[seat]),
                 int(seat in played.winners))
                for seat, (name, player) in enumerate(played.chairs)
            ],
        )  # fmt: skip
        self._db.executemany(
            "INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (mark, deal.number, deal.seat, deal.key, _points(deal.points), deal.bid, deal.tricks, deal.digest)
                for deal in game.deals
            ],
        )  # fmt: skip

    def put_accuracy(self, digest: str, stamp: tuple[int, int], seats: Sequence[tuple[int, int, int]]) -> None:
        """What a review says of a deal: each seat with its good decisions and all of them. stamp: its bytes and time."""
        with self._change():
            self._db.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", (digest, *stamp))
            self._db.execute("DELETE FROM accuracy WHERE digest = ?", (digest,))
            self._db.executemany("INSERT INTO accuracy VALUES (?, ?, ?, ?)", [(digest, *row) for row in seats])


def discard(path: Path) -> None:
    """Throws an index away, as far as that can be done."""
    for ending in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + ending).unlink()


def name_of(path: Path, folder: Path) -> bytes:
    """A record as the index has it: its path in the data folder, in the bytes of the system."""
    return os.fsencode(path.relative_to(folder).as_posix())


def path_of(name: bytes, folder: Path) -> Path:
    return folder / os.fsdecode(name)


def _foreign(path: Path) -> bool:
    """Whether something lies there that is no file: a folder, a pipe, a link in a circle."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return os.path.lexists(path)
    except OSError:
        return True


@contextlib.contextmanager
def _busy() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as trouble:
        if trouble.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise Busy from None
        raise


def _points(points: Points) -> int | float:
    """Whole points as such."""
    exact = Fraction(points)
    return int(exact) if exact.denominator == 1 else float(exact)


def _bytes(value: object) -> bytes:
    if not isinstance(value, bytes):
        raise sqlite3.DatabaseError("a name is none")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise sqlite3.DatabaseError("a number is none")
    return value
