"""The history: reads all records of the data folder, in pieces, into the tables for figures and lists.

A record counts only after it has been replayed to its end. The index stores the results, so that a record is replayed again
only after a change. An index with any fault is rebuilt.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeVar

from goosetable import integrity
from goosetable.app.storage import profiles
from goosetable.app.storage.history import game_list, index, index_place, sources
from goosetable.app.storage.history.figures import GameTables
from goosetable.app.storage.history.game_list import ListedGame
from goosetable.app.storage.history.index import Index, IndexBusy, KnownFile, ReviewedDeal, StoredGame
from goosetable.app.storage.history.sources import GameRecord
from goosetable.app.storage.paths import Paths
from goosetable.app.storage.settings import Settings
from goosetable.engine.record import jsonl
from goosetable.engine.record.format import RecordError
from goosetable.games import DAMAGED

ENTRIES: Final = 200
"""Number of folder entries that are read in one piece of work."""
MOVED: Final = 3
"""Number of times that another program may delete or replace the open index before the index is kept in memory."""
_REVIEW: Final = re.compile(rb"([0-9a-f]{1,64})\.review")
_CANNOT: Final = (
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_NOLFS,
)  # fmt: skip
"""SQLite error codes of an index that cannot be written, although it may be undamaged."""
_WRITING: Final = (
    sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_LOCK,
    sqlite3.SQLITE_IOERR_DELETE,
)  # fmt: skip
"""Extended SQLite error codes for disk errors that also mean that the index cannot be written."""
T = TypeVar("T")


def open_history(folders: Paths, settings: Settings) -> History:
    """Returns the history of a data folder. In it, people have their present names from the settings."""
    return History(folders, profiles.present_names_by_former(settings))


class History:
    """Reads archive and running table, in pieces. Call `run_slice` until it returns False; then `tables` is complete."""

    def __init__(self, folders: Paths, names: Mapping[str, str] | None = None) -> None:
        """names: present names by former name, from `profiles.present_names_by_former`; `open_history` passes them."""
        self._folders = folders
        self.names = names or {}
        self.tables = GameTables()
        """The games and their players, as of the last complete reading."""
        self._unfinished: StoredGame | None = None
        self.diverging_games: tuple[StoredGame, ...] = ()
        """Games from records that are not the beginning of the game's best record."""
        self.damaged = 0
        """Records that could not be read and are left out."""
        self.unreadable: list[bytes] = []
        """Names, as returned by `index.record_name`, of records with an invalid line."""
        self.notice = ""
        """A sentence about a foreign file in the place of the index; empty where there is none."""
        self.is_done = False
        self.replayed = 0
        """Number of records that were not in the index and had to be replayed."""
        self.changes = 0
        """Number of changes of the index since it was opened."""
        self.progress = 0.0
        """Part of the records read so far, 0..1."""
        self.index: Index | None = None
        """The open index; None before it could be opened, and after all has been read unless `keep_open` was called."""
        self._stays_open = False
        self._path: Path | None = None
        """The file of the index that was opened last."""
        self._damaged_before = self._in_memory = False
        """`_damaged_before`: True if a damaged index has been discarded. `_in_memory`: True if the index is in memory from
        now on."""
        self._moves = 0
        self._work = self._read_history()

    @property
    def newest_unfinished_game(self) -> tuple[Path, int] | None:
        """The newest unfinished game that is not played with real cards, as the path of its record and its index there; None if
        there is none.

        The value changes only after all records have been read.
        """
        one = self._unfinished
        return None if one is None else (index.record_path(one.path, self._folders.data), one.number)

    def run_slice(self) -> bool:
        """Does one piece of work. Returns True if more remains."""
        if not self.is_done:
            self.is_done = next(self._work, self) is self
        return not self.is_done

    def read_again(self) -> None:
        """Checks all records again after a change, and replays new and changed ones."""
        self._work.close()
        self.is_done, self.progress = False, 0.0
        self._work = self._read_history()

    def has_content(self, digest: str) -> bool:
        """Returns True if the index has a record with this hash of its content; False also if it cannot be read now."""
        return self._ask_index(lambda open_index: open_index.has_content(digest), False)

    def records_of_game(self, mark: str) -> list[Path]:
        """Returns the paths of the records of a game; empty if the index cannot be read now. mark: the game's identifier."""
        names: list[bytes] | None = self._ask_index(lambda open_index: open_index.records_of_game(mark), None)
        return [index.record_path(name, self._folders.data) for name in names or []]

    def _ask_index(self, ask: Callable[[Index], T], default: T) -> T:
        open_index = self.index
        try:
            return default if open_index is None else ask(open_index)
        except IndexBusy:
            return default
        except sqlite3.Error as trouble:
            self.replace_index(trouble, open_index)
            return default

    def keep_open(self) -> None:
        """Keeps the index open from now on. If it is closed already, starts reading all records again."""
        self._stays_open = True
        if self.is_done and self.index is None:
            self.read_again()

    def close_after_reading(self) -> None:
        """Closes the index once all records are read, so that other programs can write it. An index in memory stays open."""
        self._stays_open = False
        if self.is_done:
            self._close_index()

    def close(self) -> None:
        self._work.close()
        self._stays_open = False
        self._close_index(even_in_memory=True)
        self.tables.close()

    def _close_index(self, even_in_memory: bool = False) -> None:
        """Closes the index. even_in_memory: True to close an index in memory too, which loses its content."""
        if self.index is not None and (even_in_memory or not self.index.in_memory):
            self.index.close()
            self.index = None

    def _read_history(self) -> Generator[None, None, None]:
        while True:
            try:
                if self.index is None:
                    self.index = yield from self._wait_for_turn(self._open)
                yield from self._read_all(self.index)
                if not self._stays_open:
                    self._close_index()
                return
            except (sqlite3.Error, IndexBusy) as trouble:
                self._discard_index(trouble)

    def replace_index(self, error: sqlite3.Error | IndexBusy, open_index: Index | None) -> None:
        """Discards an index that raised an error, and reads all records again. open_index: the index that raised it.

        If the index was in memory, raises the error again, because it is then a fault of the program.
        """
        if open_index is self.index:
            self._discard_index(error)
        self.read_again()

    def _discard_index(self, error: sqlite3.Error | IndexBusy) -> None:
        """Closes an unusable index; the next piece of work opens another one.

        A file that is damaged for the first time is deleted, so that it is rebuilt. After a second damage, or if the file is
        blocked or cannot be written, the next index is in memory.
        """
        if self.index is not None and self.index.in_memory:
            raise error
        code = index.error_code(error)
        before, self.index = self.index, None
        self.changes += 1
        if code == sqlite3.SQLITE_READONLY_DBMOVED and self._moves < MOVED:
            self._moves += 1
        elif isinstance(error, IndexBusy | sqlite3.ProgrammingError):
            self._in_memory = True
        elif code & 0xFF in _CANNOT or code in _WRITING:
            self._in_memory = True
            self.index = None if before is None else before.copy_in_memory()
        elif self._damaged_before or self._path is None:
            self._in_memory = True
        else:
            self._damaged_before = True
            if before is not None:
                before.close()  # on some systems, what is open cannot be deleted
            index_place.delete_index(self._path)
        if before is not None:
            before.close()

    def _open(self) -> Index:
        """Opens the index. Opens one in memory if there are no records, or no path for its file."""
        folders = self._folders
        kept = any(os.path.lexists(one) for one in (folders.history, folders.running, folders.games, folders.sheets))
        if self._in_memory or not kept:
            return Index(None)
        self._path, self.notice = index_place.find_index(folders.history)
        return Index(self._path)

    def _wait_for_turn(self, attempt: Callable[[], T]) -> Generator[None, None, T]:
        """Generator: calls `attempt` in each piece of work until it no longer raises IndexBusy. Returns its result.

        Raises IndexBusy after `index.PATIENCE` attempts.
        """
        for _ in range(index.PATIENCE):
            with contextlib.suppress(IndexBusy):
                return attempt()
            yield
        return attempt()

    def _read_all(self, open_index: Index) -> Generator[None, None, None]:
        yield
        self.damaged = self.replayed = 0
        there = yield from self._enter_changed_files(open_index)
        yield from self._enter_reviews(open_index)
        fresh, unfinished = GameTables(), None
        try:
            for some in open_index.games_by_start():
                for stored in some:
                    if stored.path not in there:  # another program may have entered it by now
                        yield from self._wait_for_turn(partial(open_index.check_record_is_listed, stored.path))
                    fresh.add_game(sources.with_present_names(stored.game, self.names))
                    if not stored.game.ended and not stored.game.real_cards:
                        unfinished = stored
                yield
            for reviews in open_index.reviewed_deals():
                fresh.add_reviews(reviews)
                yield
            self.diverging_games = yield from self._diverging_games(open_index)
            self.tables.take_over(fresh)
            self._unfinished = unfinished
        finally:
            fresh.close()

    def _enter_changed_files(self, open_index: Index) -> Generator[None, None, set[bytes]]:
        """Generator: brings the index up to date with the files of the folders, in pieces. Returns the names of all files."""
        before: dict[bytes, KnownFile] = {}
        for some in open_index.known_files():
            before.update(some)
            yield
        there: dict[bytes, tuple[int, int]] = {}
        names = [b"games/" + name for name in _file_names(self._folders.games, b".goose")]
        names += [b"sheets/" + name for name in _file_names(self._folders.sheets, b".goosesheet")]
        for number, name in enumerate([*names, index.record_name(self._folders.running, self._folders.data)]):
            if number % ENTRIES == 0:
                yield
            try:
                there[name] = index.size_and_time(index.record_path(name, self._folders.data))
            except FileNotFoundError:
                pass
            except OSError:
                there[name] = (-1, -1)  # it exists, but its size and time cannot be read
        fresh = [name for name, stamp in there.items() if name not in before or before[name][:2] != stamp]
        # New names first: a moved record is recognised by its content as long as its old name is in the index.
        waiting = deque(sorted(fresh, key=lambda name: name in before))
        gone = deque(name for name in before if name not in there)
        done, total = len(there) - len(fresh), max(1, len(there))
        while waiting or gone:
            self.progress = min(1.0, done / total)
            yield
            if waiting:
                yield from self._read_file(open_index, waiting.popleft(), before)
                done += 1
            else:
                yield from self._remove_from_index(open_index, gone.popleft(), before)
        self.unreadable = sorted(name for name, one in before.items() if one.damaged)
        self.damaged += len(self.unreadable)
        return set(before)

    def _read_file(self, open_index: Index, name: bytes, before: dict[bytes, KnownFile]) -> Generator[None, None, None]:
        path = index.record_path(name, self._folders.data)
        try:
            size, mtime = index.size_and_time(path)
            content = integrity.read_file(path)
        except OSError:
            self.damaged += path.exists()
            if name in before:
                yield from self._remove_from_index(open_index, name, before)
            return
        one = KnownFile(size, mtime, sha256(content).hexdigest())
        if name in before:
            if before[name].digest == one.digest:
                one = one._replace(damaged=before[name].damaged)
                yield from self._wait_for_turn(lambda: open_index.update_file_time(name, one))
                return
            yield from self._remove_from_index(open_index, name, before)
        if (same := (yield from self._wait_for_turn(lambda: open_index.enter_copy(name, one)))) is not None:
            before[name] = same
            self.changes += 1
            return
        found: list[GameRecord] = []
        if jsonl.size_of_complete_lines(content):
            self.replayed += 1
            try:
                found = yield from sources.replay_file(content, one.digest)
            except RecordError as wrong:
                if wrong.reason in DAMAGED.values():  # nothing is wrong with the record
                    self.damaged += 1
                    return
                found, one = [], one._replace(damaged=True)
        yield from self._wait_for_turn(lambda: open_index.enter_record(name, one, found))
        before[name] = one
        self.changes += 1

    def _diverging_games(self, open_index: Index) -> Generator[None, None, tuple[StoredGame, ...]]:
        found: list[StoredGame] = []
        games_of = lru_cache(2)(self._games_of_record)  # a record may have a thousand versions of a game
        for some in open_index.games_outside_best_record():
            yield
            for stored in some:
                best = yield from self._wait_for_turn(partial(open_index.best_version_of_game, stored.game.mark))
                with contextlib.suppress(OSError, IndexError):  # an IndexError if a file has changed
                    if best is not None:
                        own, whole = games_of(stored.path)[stored.number], games_of(best.path)[best.number]
                        if not whole.startswith(own):
                            found.append(stored)
                yield
        return tuple(found)

    def _games_of_record(self, name: bytes) -> list[bytes]:
        """Returns the lines of each game of a record. Raises OSError."""
        return jsonl.split_games(integrity.read_file(index.record_path(name, self._folders.data)))

    def _remove_from_index(self, open_index: Index, name: bytes, before: dict[bytes, KnownFile]) -> Generator[None, None, None]:
        del before[name]
        yield from self._wait_for_turn(lambda: open_index.remove_record(name))
        self.changes += 1

    def _enter_reviews(self, open_index: Index) -> Generator[None, None, None]:
        folder = self._folders.reviews
        before: dict[str, tuple[int, int]] = {}
        for some in open_index.reviewed_deals():
            before.update((one.digest, one.stamp) for one in some)
            yield
        for number, name in enumerate(_file_names(folder, b".review")):
            if number % ENTRIES == 0:
                yield
            ours = _REVIEW.fullmatch(name)
            if ours is None:
                continue  # another program's
            digest = ours[1].decode()
            with contextlib.suppress(OSError):
                stamp = index.size_and_time(folder / os.fsdecode(name))
                if before.get(digest) != stamp:
                    review = ReviewedDeal(digest, stamp, _read_accuracy(folder, digest))
                    yield from self._wait_for_turn(partial(open_index.enter_review, review))
                    self.changes += 1
                    yield


def _read_accuracy(folder: Path, digest: str) -> tuple[tuple[int, int, int], ...]:
    """Returns for each seat of a reviewed deal: the seat, its number of good decisions, and of decisions with a choice."""
    from goosetable.app.storage import opinion_cache  # imports the players, which the title does not need
    from goosetable.review.evaluate import Adviser  # likewise
    from goosetable.review.opinion import accuracy_by_seat  # likewise

    found = accuracy_by_seat(opinion_cache.read_opinions(folder, digest, Adviser()).values())
    return tuple((seat, good, decisions) for seat, (good, decisions) in found.items())


def _file_names(folder: Path, suffix: bytes) -> list[bytes]:
    try:
        found = os.listdir(os.fsencode(folder))  # noqa: PTH208 - ten thousand paths cost more than their names
        return sorted(name for name in found if name.endswith(suffix))
    except OSError:
        return []


class GameListing:
    """The list of games, filled in pieces: first with the games of the index, then with those of records that are not in the
    index yet.

    Each call of `run_slice` does one piece of work.
    """

    def __init__(self, history: History, folder: Path, person_key: str) -> None:
        """folder: the folder of the records. person_key: key of the person whose accuracy is listed."""
        self.history = history
        self._folder, self._you = folder, person_key
        self.games: list[ListedGame] = []
        """The games read so far, unfinished ones first."""
        self.accuracy: dict[str, tuple[int, int]] = {}
        self.state = 0
        """Counter that changes whenever the displayed list changes."""
        self._seen: tuple[int, bool] | None = None
        self._work: Iterator[None] | None = None
        self._known: Index | None = None
        """The index that is being read."""

    @property
    def is_done(self) -> bool:
        return self._work is None and self.history.is_done and self._seen == (self.history.changes, True)

    def start_reading(self) -> None:
        """Does the first pieces of work at once. If the index is up to date, these find enough games to fill the page."""
        self.history.keep_open()
        for _ in range(3):
            if self.history.index is None:
                self.history.run_slice()
        for _ in range(4):
            if not self.games:
                self.run_slice()

    def close(self) -> None:
        """Stops reading. The history may then close its index."""
        self.history.close_after_reading()

    def read_again(self) -> None:
        """Reads the records again and then the list, because files were added or removed."""
        self.history.read_again()
        self._seen = (-1, True)

    def remove_games(self, marks: frozenset[str]) -> None:
        """Removes games from the list at once, although they may still be in the index. marks: the identifiers of the games."""
        self.games = [game for game in self.games if game.mark not in marks]
        self.state += 1

    def run_slice(self) -> bool:
        """Does one piece of work. Returns True if more remains."""
        index_now, now = self.history.index, (self.history.changes, self.history.is_done)
        if self._work is not None:
            try:
                if next(self._work, self) is self:
                    self._work = None
            except (sqlite3.Error, IndexBusy) as trouble:
                self._work, self._seen = None, (-1, True)  # what is shown stays until all is read again
                self.history.replace_index(trouble, self._known)
        elif index_now is not None and (self._seen is None or (now[1] and self._seen != now)):
            fresh = self._seen is None or self._seen[0] != now[0] or bool(self.history.diverging_games)
            self._seen = now
            self._work = self._read(index_now) if fresh else None
            self._known = index_now
            return self.run_slice() if fresh else True
        elif not now[1]:
            self.history.run_slice()
        return not self.is_done

    def _read(self, open_index: Index) -> Generator[None, None, None]:
        found: list[ListedGame] = []
        accuracy: dict[str, tuple[int, int]] = {}
        reviewed: dict[tuple[str, int], tuple[int, int]] = {}
        first = not self.games
        for reviews in open_index.reviewed_deals():
            reviewed |= {(one.digest, seat): (good, of) for one in reviews for seat, good, of in one.seats}
            yield
        for some in open_index.games_for_list():
            found += [game_list.to_listed_game(stored, self._folder, self.history.names) for stored in some]
            for stored in some if reviewed else ():
                results = sources.with_present_names(stored.game, self.history.names).results
                good, of = game_list.decision_counts(results, self._you, reviewed)
                if of:
                    accuracy[stored.game.mark] = good, of
            if first and found:
                self.games, first = found, False
                self.state += 1
            yield
        self.accuracy = accuracy
        found += [game_list.to_listed_game(one, self._folder, self.history.names) for one in self.history.diverging_games]
        self.games = sorted(found, key=lambda game: game.started, reverse=True)
        self.state += 1
