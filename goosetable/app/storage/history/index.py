"""The index of the history: an SQLite file with the results of all records. It can be rebuilt from the records.

The table `files` has the records, and `games` the games in each. If several records contain the same game, the one with the
longest part of the game is its best record (`best`). Seats and deals are JSON in the row of the game. `reviews` has the
accuracy of each seat in reviewed deals.

Each row has a checksum, its seal, which is checked at every reading. `totals` has, for each kind of row, the number of rows and
the XOR of their seals. So reading all rows detects changed, lost and foreign rows. Any fault raises `sqlite3.DatabaseError`,
and the index is then rebuilt.

Nothing here waits for another program. While another program writes, methods raise IndexBusy, and callers try again later.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from goosetable import __version__, games
from goosetable.app.storage.history.index_place import APPLICATION, USER
from goosetable.app.storage.history.sources import GameRecord, SeatResult, points_as_json
from goosetable.engine.rules.event import Points

EDITION: Final = f"4 {__version__}"
"""Edition of the index. If the file has another edition, the program rebuilds the index."""
ENTRIES: Final = 500
"""Number of records read in one piece of work."""
PIECE: Final = 32
"""Number of games read in one piece of work."""
PATIENCE: Final = 3000
"""Number of attempts, one in each piece of work, while another program blocks the index."""
MEMORY: Final = ":memory:"
LARGEST: Final = 1 << 24
"""Size of the largest row, in bytes."""
STEPS: Final = 1000
"""Limit of a query, in units of 10,000 steps of SQLite's virtual machine. An undamaged index needs less than a hundredth."""
_BEST, _REST, _FILES, _REVIEWS = "best", "rest", "files", "reviews"
_TABLES: Final = """
CREATE TABLE meta (edition TEXT NOT NULL);
CREATE TABLE totals (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, sum INTEGER NOT NULL, seal INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE files (path BLOB PRIMARY KEY, size INTEGER NOT NULL, mtime INTEGER NOT NULL, digest TEXT NOT NULL,
  damaged INTEGER NOT NULL, seal INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX files_digest ON files (digest);
CREATE TABLE games (path BLOB NOT NULL, number INTEGER NOT NULL, together INTEGER NOT NULL, best INTEGER NOT NULL,
  mark TEXT NOT NULL, started TEXT NOT NULL, unfinished INTEGER NOT NULL, deals INTEGER NOT NULL, steps INTEGER NOT NULL,
  options TEXT NOT NULL, real_cards INTEGER NOT NULL, game TEXT NOT NULL, code TEXT NOT NULL, seats TEXT NOT NULL,
  results TEXT NOT NULL, seal INTEGER NOT NULL);
CREATE UNIQUE INDEX games_path ON games (path, number);
CREATE INDEX games_mark ON games (mark);
CREATE INDEX games_started ON games (best, started, mark);
CREATE INDEX games_unfinished ON games (best, unfinished, started, mark);
CREATE TABLE reviews (digest TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime INTEGER NOT NULL, seats TEXT NOT NULL,
  seal INTEGER NOT NULL) WITHOUT ROWID
"""
_GAME: Final = (
    "SELECT path, number, together, best, mark, started, unfinished, deals, steps, options, real_cards, game, code,"
    " seats, results, seal FROM games"
)


Row = tuple[Any, ...]
"""A row as SQLite returns it."""


class IndexBusy(Exception):
    """Raised while another program is writing the index."""


class IndexDamaged(sqlite3.DatabaseError):
    """Raised if this program cannot have written the content of the index."""


class KnownFile(NamedTuple):
    """A record's file when it was last read. size: in bytes. mtime: time of its last change, in nanoseconds since 1970."""

    size: int
    mtime: int
    digest: str
    """Digest of the content."""
    damaged: bool = False


class StoredGame(NamedTuple):
    """A game in the index."""

    path: bytes
    """Name of the record, as returned by `record_name`."""
    number: int
    """Index of the game in its record, from 0."""
    games_in_record: int
    """Number of games in the record of this game."""
    game: GameRecord


class ReviewedDeal(NamedTuple):
    """The review of a deal in the index."""

    digest: str
    stamp: tuple[int, int]
    """Size of the review's file in bytes, and time of its last change in nanoseconds since 1970."""
    seats: tuple[tuple[int, int, int], ...]
    """Seat, good decisions and all decisions of each seat."""


class _RowsQuery(NamedTuple):
    """A query that reads all rows of one kind in a fixed order, a limited number at a time."""

    total: str
    question: str
    """SQL for the next rows after a key; its last parameter is the largest number of rows."""
    start: Row
    """A key before the key of the first row."""
    key: Callable[[Row], Row]
    """Returns the key of a row, after which the walk continues."""
    down: bool = False
    size: int = PIECE


_BEGUN: Final = _RowsQuery(
    _BEST, f"{_GAME} WHERE best = 1 AND (started, mark) > (?, ?) ORDER BY started, mark LIMIT ?",
    ("", ""), lambda row: (row[5], row[4]), size=10,
)  # fmt: skip
_LISTED: Final = _RowsQuery(
    _BEST,
    f"{_GAME} WHERE best = 1 AND (unfinished, started, mark) < (?, ?, ?)"
    " ORDER BY unfinished DESC, started DESC, mark DESC LIMIT ?",
    (2, "", ""), lambda row: (row[6], row[5], row[4]), down=True,
)  # fmt: skip
_OTHERS: Final = _RowsQuery(
    _REST, f"{_GAME} WHERE best = 0 AND (path, number) > (?, ?) ORDER BY path, number LIMIT ?", (b"", -1),
    lambda row: (row[0], row[1]),
)  # fmt: skip
_RECORDS: Final = _RowsQuery(
    _FILES, "SELECT path, size, mtime, digest, damaged, seal FROM files WHERE path > ? ORDER BY path LIMIT ?", (b"",),
    lambda row: (row[0],), size=ENTRIES,
)  # fmt: skip
_ALL_REVIEWS: Final = _RowsQuery(
    _REVIEWS, "SELECT digest, size, mtime, seats, seal FROM reviews WHERE digest > ? ORDER BY digest LIMIT ?", ("",),
    lambda row: (row[0],), size=ENTRIES,
)  # fmt: skip


class Index:
    """An open index. Any fault raises sqlite3.DatabaseError; the caller then discards the index and rebuilds it."""

    def __init__(self, path: Path | None) -> None:
        """path: an existing index or an unused path, as found by `index_place`; None for an index in memory.

        Raises IndexDamaged for a file with another version of the tables.
        """
        self.in_memory = path is None
        self._steps = 0
        self._changes: Counter[str] = Counter()
        """Number of rows that the present transaction adds, by total."""
        self._sums: dict[str, int] = {}
        """Change of the sum of seals in the present transaction, by total."""
        self._db = sqlite3.connect(MEMORY if path is None else path, timeout=0, isolation_level=None)
        try:
            with _errors_as_index_errors():
                self._set_up_tables()
        except BaseException:
            self.close()
            raise

    def _set_up_tables(self) -> None:
        run = self._db.execute
        self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST)
        self._db.set_progress_handler(self._must_stop_query, 10_000)
        # A power cut may damage what was not waited for, which is seen when it is read; to wait takes longer than to replay.
        for pragma in ("synchronous=OFF", "cell_size_check=ON", "trusted_schema=OFF", "temp_store=MEMORY"):
            run(f"PRAGMA {pragma}")
        if self._has_schema():
            return
        with self._transaction():
            if self._has_schema():
                return  # another program was quicker
            for statement in _TABLES.split(";"):
                run(statement)
            run("INSERT INTO meta VALUES (?)", (EDITION,))
            for name in (_BEST, _REST, _FILES, _REVIEWS):
                run("INSERT INTO totals VALUES (?, 0, 0, ?)", (name, _row_seal("totals", (name, 0, 0))))
            run(f"PRAGMA application_id={APPLICATION}")
            run(f"PRAGMA user_version={USER}")

    def _has_schema(self) -> bool:
        """Returns True if the tables have the schema of this version, and False for an empty file. Else raises IndexDamaged."""
        self._steps = 0
        there = self._db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").fetchall()
        if not there:
            return False
        if there != _current_schema() or self._db.execute("SELECT edition FROM meta").fetchall() != [(EDITION,)]:
            raise IndexDamaged("it is of another edition")
        return True

    def _must_stop_query(self) -> bool:
        """Returns True to stop a query that takes too long, which can happen in a damaged file."""
        self._steps += 1
        return self._steps > STEPS

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._db.close()

    def copy_in_memory(self) -> Index:
        """Returns a copy of the index in memory; an empty index if the file cannot be read."""
        found = Index(None)
        try:
            self._db.backup(found._db)
            found._has_schema()
        except (sqlite3.Error, UnicodeDecodeError):
            found.close()
            return Index(None)
        return found

    # ------------------------------------------------------------------ asking

    def _query(self, question: str, parameters: Sequence[object] = ()) -> list[Row]:
        self._steps = 0
        with _errors_as_index_errors():
            return self._db.execute(question, tuple(parameters)).fetchall()

    def _query_sealed_rows(self, table: str, question: str, parameters: Sequence[object] = ()) -> list[Row]:
        found = self._query(question, parameters)
        for row in found:
            if row[-1] != _row_seal(table, row[:-1]):
                raise IndexDamaged(f"a row of {table} is not as it was written")
        return found

    def _row_count_and_seal(self, name: str) -> tuple[int, int]:
        """Returns the number of rows of one kind, and the XOR of their seals (checksums). name: its `_RowsQuery.total`."""
        for row in self._query_sealed_rows("totals", "SELECT name, rows, sum, seal FROM totals WHERE name = ?", (name,)):
            return row[1], row[2]
        raise IndexDamaged("a total is lost")

    def _read_rows(self, walk: _RowsQuery) -> Iterator[list[Row]]:
        """Yields lists of rows until all rows are read; an empty list while another program is writing. Raises IndexDamaged,
        and IndexBusy after `PATIENCE` empty lists.

        If the index changes during the reading, lost rows are detected only when all rows are read again.
        """
        before: tuple[int, int] | None = None
        table = "games" if walk.total in (_BEST, _REST) else walk.total
        at, rows, total, waited = walk.start, 0, 0, 0
        while True:
            try:
                before = before or self._row_count_and_seal(walk.total)
                found = self._query_sealed_rows(table, walk.question, (*at, walk.size))
                now = self._row_count_and_seal(walk.total)
            except IndexBusy:
                waited += 1
                if waited > PATIENCE:
                    raise
                yield []
                continue
            for row in found:
                key = walk.key(row)
                if not (key < at if walk.down else key > at):
                    raise IndexDamaged("rows are not in their order")
                at, rows, total = key, rows + 1, total ^ row[-1]
            if len(found) < walk.size and now == before != (rows, total):
                raise IndexDamaged("rows are lost")
            yield found
            if len(found) < walk.size:
                return

    def known_files(self) -> Iterator[list[tuple[bytes, KnownFile]]]:
        """Yields lists of the records in the index, in order of their names. Raises the errors of `_read_rows`."""
        for rows in self._read_rows(_RECORDS):
            yield [(row[0], KnownFile(row[1], row[2], row[3], bool(row[4]))) for row in rows]

    def games_by_start(self) -> Iterator[list[StoredGame]]:
        """Yields lists of games, in order of their start times. Each game occurs once."""
        return self._read_games(_BEGUN)

    def games_for_list(self) -> Iterator[list[StoredGame]]:
        """Yields lists of games: unfinished games first, then finished ones, the latest first. Each game occurs once."""
        return self._read_games(_LISTED)

    def games_outside_best_record(self) -> Iterator[list[StoredGame]]:
        """Yields lists of games in records that are not the best record of the game, because another record has more of it."""
        return self._read_games(_OTHERS)

    def _read_games(self, walk: _RowsQuery) -> Iterator[list[StoredGame]]:
        for rows in self._read_rows(walk):
            yield [stored for stored in map(_stored_game, rows) if stored.game.game not in games.DAMAGED]

    def reviewed_deals(self) -> Iterator[list[ReviewedDeal]]:
        for rows in self._read_rows(_ALL_REVIEWS):
            yield [_reviewed_deal(row) for row in rows]

    def best_version_of_game(self, mark: str) -> StoredGame | None:
        """Returns a game from its best record (see `_mark_best_record`); None if it is gone. mark: the game's identifier."""
        with self._read_lock():
            for row in self._query_sealed_rows("games", f"{_GAME} WHERE mark = ? AND best = 1", (mark,)):
                return _stored_game(row)
            if self._query("SELECT 1 FROM games INDEXED BY games_started WHERE best = 1 AND mark = ?", (mark,)):
                raise IndexDamaged("a game is not found by its mark")
        return None

    def has_content(self, digest: str) -> bool:
        """Returns True if the index has an undamaged record with this content. digest: the hash of the content."""
        question = "SELECT path, size, mtime, digest, damaged, seal FROM files WHERE digest = ?"
        with self._read_lock():
            found = self._query_sealed_rows(_FILES, question, (digest,))
            if not found and self._query("SELECT 1 FROM files NOT INDEXED WHERE digest = ?", (digest,)):
                raise IndexDamaged("a record is not found by its digest")
        return any(not row[4] for row in found)

    def records_of_game(self, mark: str) -> list[bytes]:
        """Returns the names of the records that contain a game. mark: the identifier of the game."""
        with self._read_lock():
            found = [row[0] for row in self._query_sealed_rows("games", f"{_GAME} WHERE mark = ? ORDER BY path", (mark,))]
            ((count,),) = self._query("SELECT count(*) FROM games INDEXED BY games_started WHERE mark = ?", (mark,))
        if len(found) != count:
            raise IndexDamaged("a game is not found by its mark")
        return list(dict.fromkeys(found))

    def check_record_is_listed(self, path: bytes) -> None:
        """Raises IndexDamaged if the index has games of this record, but not the record itself."""
        known = "EXISTS (SELECT 1 FROM files WHERE files.path = games.path)"
        if self._query(f"SELECT 1 FROM games NOT INDEXED WHERE path = ? AND NOT {known}", (path,)):
            raise IndexDamaged("a game is of no record")

    @contextlib.contextmanager
    def _read_lock(self) -> Iterator[None]:
        """Context manager: no other program can write between the queries of its block. Raises IndexBusy."""
        self._query("BEGIN")
        try:
            yield
        finally:
            if self._db.in_transaction:
                self._query("ROLLBACK")

    # ------------------------------------------------------------------ writing

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Context manager: makes its block one transaction. Raises IndexBusy."""
        with _errors_as_index_errors():
            self._steps = 0
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._changes.clear()
                self._sums.clear()
                yield
                for name in self._sums:
                    rows, total = self._row_count_and_seal(name)
                    new = (name, rows + self._changes[name], total ^ self._sums[name])
                    self._db.execute("REPLACE INTO totals VALUES (?, ?, ?, ?)", (*new, _row_seal("totals", new)))
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _insert_row(self, table: str, row: Row) -> None:
        seal = _row_seal(table, row)
        self._db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * (len(row) + 1))})", (*row, seal))
        self._update_totals(table, row, 1, seal)

    def _delete_row(self, table: str, row: Row, where: str, parameters: Sequence[object]) -> None:
        self._db.execute(f"DELETE FROM {table} WHERE {where}", tuple(parameters))
        self._update_totals(table, row, -1, row[-1])

    def _update_totals(self, table: str, row: Row, more: int, seal: int) -> None:
        name = (_BEST if row[3] else _REST) if table == "games" else table
        self._changes[name] += more
        self._sums[name] = self._sums.get(name, 0) ^ seal

    def _file_row(self, path: bytes) -> Row | None:
        question = "SELECT path, size, mtime, digest, damaged, seal FROM files WHERE path = ?"
        return next(iter(self._query_sealed_rows(_FILES, question, (path,))), None)

    def _enter_file(self, path: bytes, known: KnownFile) -> None:
        before = self._file_row(path)
        if before is not None:
            self._delete_row(_FILES, before, "path = ?", (path,))
        self._insert_row(_FILES, (path, *known[:3], int(known.damaged)))

    def update_file_time(self, path: bytes, known: KnownFile) -> None:
        """Updates the stored time of a record's file whose content is unchanged."""
        with self._transaction():
            self._enter_file(path, known)

    def enter_record(self, path: bytes, known: KnownFile, games: Sequence[GameRecord]) -> None:
        """Enters a new record and its games. A damaged record has no games."""
        with self._transaction():
            self._enter_file(path, known)
            for number, game in enumerate(games):
                alone = not self._query("SELECT 1 FROM games WHERE mark = ? LIMIT 1", (game.mark,))
                self._insert_row("games", (
                    path, number, len(games), int(alone), game.mark, game.started, int(not game.ended), game.deals, game.steps,
                    game.options, int(game.real_cards), game.game, game.code,
                    json.dumps([game.seats, game.left], default=points_as_json), game.results,
                ))  # fmt: skip
                if not alone:
                    self._mark_best_record(game.mark)

    def enter_copy(self, path: bytes, known: KnownFile) -> KnownFile | None:
        """Enters a record that has the same content as another record, by copying the games of that record.

        Returns the stored data of the record; None if no record has the same content.
        """
        with self._transaction():
            question = "SELECT path, size, mtime, digest, damaged, seal FROM files WHERE digest = ? AND path != ? LIMIT 1"
            same = next(iter(self._query_sealed_rows(_FILES, question, (known.digest, path))), None)
            if same is None:
                return None
            self._enter_file(path, one := known._replace(damaged=bool(same[4])))
            for row in self._query_sealed_rows("games", f"{_GAME} WHERE path = ? ORDER BY number", (same[0],)):
                self._insert_row("games", (path, *row[1:3], 0, *row[4:-1]))
                self._mark_best_record(row[4])
            return one

    def remove_record(self, path: bytes) -> None:
        """Removes a record. If it was the best record of a game, marks the next best one, see `_mark_best_record`."""
        with self._transaction():
            before = self._file_row(path)
            if before is not None:
                self._delete_row(_FILES, before, "path = ?", (path,))
            held = self._query_sealed_rows("games", f"{_GAME} WHERE path = ?", (path,))
            for row in held:
                self._delete_row("games", row, "path = ? AND number = ?", row[:2])
            for mark in {row[4] for row in held if row[3]}:
                self._mark_best_record(mark)

    def _mark_best_record(self, mark: str) -> None:
        """Marks the best record of a game: the record with the longest part of the game.

        A record with the finished game comes first, then the record with most deals, then with most lines. Of equal records,
        the best is the running table, or else the record with the last name in alphabetical order.
        """
        found = self._query("SELECT unfinished, deals, steps, path, number, best FROM games WHERE mark = ?", (mark,))
        ranked = sorted(found, key=lambda row: (-row[0], row[1], row[2], b"/" not in row[3], row[3], -row[4]))
        for place, (*_, path, number, best) in enumerate(ranked, 1):
            if best != (place == len(ranked)):
                for row in self._query_sealed_rows("games", f"{_GAME} WHERE path = ? AND number = ?", (path, number)):
                    self._delete_row("games", row, "path = ? AND number = ?", (path, number))
                    self._insert_row("games", (*row[:3], 1 - best, *row[4:-1]))

    def enter_review(self, review: ReviewedDeal) -> None:
        """Enters the review of a deal, in place of an earlier review of the deal."""
        with self._transaction():
            question = "SELECT digest, size, mtime, seats, seal FROM reviews WHERE digest = ?"
            for before in self._query_sealed_rows(_REVIEWS, question, (review.digest,)):
                self._delete_row(_REVIEWS, before, "digest = ?", (review.digest,))
            self._insert_row(_REVIEWS, (review.digest, *review.stamp, json.dumps(review.seats)))


def record_name(path: Path, folder: Path) -> bytes:
    """Returns the name of a record in the index: its path relative to the data folder, as bytes."""
    return os.fsencode(path.relative_to(folder).as_posix())


def record_path(name: bytes, folder: Path) -> Path:
    return folder / os.fsdecode(name)


def size_and_time(path: Path) -> tuple[int, int]:
    """Returns a file's size in bytes and time of last change in nanoseconds, within SQLite's range. Raises OSError."""
    found = path.stat()
    return found.st_size, max(-(2**63), min(found.st_mtime_ns, 2**63 - 1))


def _row_seal(table: str, row: Sequence[object]) -> int:
    written = repr((table, *row)).encode("utf-8", "backslashreplace")
    return int.from_bytes(blake2b(written, digest_size=8).digest(), "big", signed=True)


def _stored_game(row: Row) -> StoredGame:
    """Converts a row to a game. The caller has checked the seal of the row."""
    path, number, together, _, mark, started, unfinished, deals, steps, options, real, kind, code, text, results, _ = row
    seats, left = (tuple(map(_parse_seat_result, some)) for some in json.loads(text))
    game = GameRecord(mark, kind, started, not unfinished, deals, options, steps, bool(real), code, seats, left, results)
    return StoredGame(path, number, together, game)


def _parse_seat_result(values: Row) -> SeatResult:
    found = SeatResult(*values)
    return found._replace(points=parse_points(found.points), own=parse_points(found.own), best=parse_points(found.best))


def parse_points(points: Points | str) -> Points:
    """Converts points from JSON. It is the inverse of `sources.points_as_json`."""
    return Fraction(points) if isinstance(points, str) else points


def _reviewed_deal(row: Row) -> ReviewedDeal:
    return ReviewedDeal(row[0], (row[1], row[2]), tuple((seat, good, of) for seat, good, of in json.loads(row[3])))


@cache
def _current_schema() -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(MEMORY)) as db:
        db.executescript(_TABLES)
        return db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").fetchall()


@contextlib.contextmanager
def _errors_as_index_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as trouble:
        if error_code(trouble) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise IndexBusy from None
        raise
    except UnicodeDecodeError:  # of a sentence of SQLite that quotes what is no text
        raise IndexDamaged("a text is none") from None


def error_code(error: Exception) -> int:
    """Returns the extended error code of SQLite; 0 if the exception has none."""
    found: int = getattr(error, "sqlite_errorcode", 0)
    return found
