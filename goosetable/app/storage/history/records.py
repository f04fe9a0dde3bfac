"""What the records of this computer say of the games played here, gathered a piece at a time; there is no other book kept.

Every record is replayed to the end before anything in it counts. What was found is kept in the index beside them, so that a
record is not replayed again until it changes; whatever is wrong with the index, it is made anew.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections import deque
from collections.abc import Callable, Generator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeVar

from goosetable import files, games
from goosetable.app.storage.history import index, sources
from goosetable.app.storage.history.course import GameFound
from goosetable.app.storage.history.index import Busy, Index, Known
from goosetable.app.storage.history.roll import HistoryIndex, Played
from goosetable.app.storage.paths import Paths
from goosetable.engine.record import jsonl
from goosetable.engine.record.format import RecordError

GAMES: Final = 10
"""Games that are entered in the roll in one piece of work."""
ENTRIES: Final = 200
"""Entries of a folder that are looked at in one piece of work."""
PATIENCE: Final = 3000
"""Pieces of work for which another program may keep the index to itself; then this one makes its own in memory."""
T = TypeVar("T")


class History:
    """Reads the archive and the running table. `work` does one piece; the rest is complete when there is nothing left to do."""

    def __init__(self, folders: Paths) -> None:
        self._folders = folders
        self.games: tuple[Played, ...] = ()
        self.besides: tuple[tuple[bytes, int, GameFound], ...] = ()
        """Games of which another record goes further, and another way: the name of the record, and the number in it."""
        self.roll = HistoryIndex()
        """Who has played, and where; complete when all is done."""
        self.damaged = 0
        """Records that could not be read and are left out."""
        self.done = False
        self.replayed = 0
        """Records that had to be replayed, because what they say was not known yet."""
        self.changes = 0
        """How often the index has changed since it was opened."""
        self.part = 0.0
        """Part of the records that has been read, 0..1."""
        self.index: Index | None = None
        """The open index; None before it could be opened, and after all has been read unless `keep` was called."""
        self._keeps = False
        self._ways: list[Callable[[], Index]] = [self._open, self._anew, lambda: Index(None)]
        """How it is opened, the next way where one fails."""
        self._work = self._gather()

    def work(self) -> bool:
        """Does one piece; returns whether there is more."""
        if not self.done:
            self.done = next(self._work, self) is self
        return not self.done

    def again(self) -> None:
        """Something has changed: looks at all records again, and replays those that are new."""
        self._work.close()
        self.done, self.part = False, 0.0
        self._work = self._gather()

    def knows(self, digest: str) -> bool:
        """Whether a record of that content is here, as far as that can be told."""
        try:
            return self.index is not None and self.index.knows(digest)
        except (sqlite3.Error, Busy):
            return False

    def holders(self, mark: str) -> list[Path]:
        """The records in which a game stands, as far as that can be told."""
        try:
            names = [] if self.index is None else self.index.holders(mark)
        except (sqlite3.Error, Busy):
            names = []
        return [index.path_of(name, self._folders.data) for name in names]

    def keep(self) -> None:
        """The index stays open from now on; where it was let go, all records are looked at again."""
        self._keeps = True
        if self.done and self.index is None:
            self.again()

    def release(self) -> None:
        """Lets the index go for others to write, once all is read; one that is in memory alone stays."""
        self._keeps = False
        if self.done:
            self._let_go()

    def close(self) -> None:
        """Nothing more is read, and the index is let go."""
        self._work.close()
        self._keeps = False
        self._let_go(whole=True)

    def _let_go(self, whole: bool = False) -> None:
        """Closes the index where it is in a file that can be opened again; `whole`: in any case."""
        if self.index is not None and (whole or not self.index.in_memory):
            self.index.close()
            self.index = None

    def _gather(self) -> Generator[None, None, None]:
        while True:
            try:
                if self.index is None:
                    self.index = yield from self._patient(self._ways[0])
                yield from self._all(self.index)
                if not self._keeps:
                    self._let_go()
                return
            except (sqlite3.Error, Busy) as trouble:
                if len(self._ways) == 1:
                    raise  # what is wrong in memory is wrong with the program
                del self._ways[: -1 if isinstance(trouble, Busy) else 1]  # an index that is being written is not discarded
            self.changes += 1
            self._let_go(whole=True)

    def _open(self) -> Index:
        """The index as it is; one in memory where there is nothing to be kept."""
        path = self._folders.history
        folders = self._folders
        kept = any(os.path.lexists(one) for one in (path, folders.running, folders.games, folders.sheets))
        return Index(path if kept else None)

    def _anew(self) -> Index:
        index.discard(self._folders.history)
        return Index(self._folders.history)

    def _patient(self, act: Callable[[], T]) -> Generator[None, None, T]:
        """Does what another program may hinder, again and again in pieces of its own. Raises Busy in the end."""
        for _ in range(PATIENCE):
            with contextlib.suppress(Busy):
                return act()
            yield
        return act()

    def _all(self, known: Index) -> Generator[None, None, None]:
        yield
        self.damaged = self.replayed = 0
        yield from self._refresh(known)
        yield from self._weigh(known)
        found: list[Played] = []
        roll, playable = HistoryIndex(), {game.id for game in games.SHELF}
        for number, mark in enumerate((yield from self._patient(known.marks))):
            if number % GAMES == 0:
                yield
            played = yield from self._patient(partial(known.played, mark))
            if played is not None and played.game in playable:
                found.append(played)
                roll.add(played)
        self.besides = yield from self._compare(known)
        self.games, self.roll = tuple(found), roll

    def _refresh(self, known: Index) -> Generator[None, None, None]:
        """Makes the index say what the records say that lie there now."""
        before: dict[bytes, Known] = {}
        while some := (yield from self._patient(partial(known.files, max(before, default=b"")))):
            before |= some
            yield
        there: dict[bytes, tuple[int, int]] = {}
        names = [b"games/" + name for name in _names(self._folders.games, b".goose")]
        names += [b"sheets/" + name for name in _names(self._folders.sheets, b".goosesheet")]
        for number, name in enumerate([*names, index.name_of(self._folders.running, self._folders.data)]):
            if number % ENTRIES == 0:
                yield
            try:
                there[name] = _stamp(index.path_of(name, self._folders.data))
            except FileNotFoundError:
                pass
            except OSError:
                there[name] = (-1, -1)  # it lies there and cannot be looked at
        fresh = [name for name, stamp in there.items() if name not in before or before[name][:2] != stamp]
        # New ones first: one that was moved is known by its content as long as its old place is.
        waiting = deque(sorted(fresh, key=lambda name: name in before))
        gone = deque(name for name in before if name not in there)
        done, total = len(there) - len(fresh), max(1, len(there))
        while waiting or gone:
            self.part = min(1.0, done / total)
            yield
            if waiting:
                yield from self._read(known, waiting.popleft(), waiting, before)
                done += 1
            else:
                waiting += yield from self._forget(known, gone.popleft(), before)
        self.damaged += yield from self._patient(known.damaged)

    def _read(
        self, known: Index, name: bytes, waiting: deque[bytes], before: dict[bytes, Known]
    ) -> Generator[None, None, None]:
        """Reads a record that is new or has changed, and enters it."""
        path = index.path_of(name, self._folders.data)
        try:
            size, mtime = _stamp(path)
            content = files.content(path, files.LARGEST)
        except OSError:
            self.damaged += path.exists()
            if name in before:
                waiting += yield from self._forget(known, name, before)
            return
        one = Known(size, mtime, sha256(content).hexdigest())
        if name in before:
            if before[name].digest == one.digest:
                yield from self._patient(lambda: known.touch(name, one))
                return
            waiting += yield from self._forget(known, name, before)
        if (yield from self._patient(lambda: known.copy(name, one))):
            self.changes += 1
            return
        found: list[GameFound] = []
        if jsonl.whole(content):
            self.replayed += 1
            try:
                found = yield from sources.follow(content, one.digest)
            except RecordError as wrong:
                if wrong.reason in games.DAMAGED.values():  # nothing is wrong with the record
                    self.damaged += 1
                    return
                one = one._replace(damaged=True)
        yield from self._patient(lambda: known.enter(name, one, found))
        self.changes += 1

    def _compare(self, known: Index) -> Generator[None, None, tuple[tuple[bytes, int, GameFound], ...]]:
        """The games that went on in two ways, in records of which neither is the beginning of the other."""
        found: list[tuple[bytes, int, GameFound]] = []
        for name, number, other, at in (yield from self._patient(known.several)):
            yield
            with contextlib.suppress(OSError, RecordError, IndexError):
                own, whole = (files.content(index.path_of(one, self._folders.data), files.LARGEST) for one in (name, other))
                if not jsonl.apart(whole)[at].startswith(jsonl.apart(own)[number]):
                    followed = yield from sources.follow(own, sha256(own).hexdigest())
                    found.append((name, number, followed[number]))
        return tuple(found)

    def _forget(self, known: Index, name: bytes, before: dict[bytes, Known]) -> Generator[None, None, list[bytes]]:
        """Leaves a record out; gives those that are to be read again for its games, as if they were new."""
        del before[name]
        again = yield from self._patient(lambda: known.forget(name))
        for other in again:
            before.pop(other, None)
            yield from self._patient(lambda: known.forget(name))
        self.changes += 1
        return again

    def _weigh(self, known: Index) -> Generator[None, None, None]:
        """Enters the accuracy of each deal that has been reviewed since."""
        folder = self._folders.reviews
        before = yield from self._patient(known.reviews)
        for number, name in enumerate(_names(folder, b".review")):
            if number % ENTRIES == 0:
                yield
            digest = os.fsdecode(name).removesuffix(".review")
            with contextlib.suppress(OSError):
                stamp = _stamp(folder / os.fsdecode(name))
                if before.get(digest) != stamp:
                    seats = _accuracy(folder, digest)
                    yield from self._patient(partial(known.put_accuracy, digest, stamp, seats))
                    self.changes += 1
                    yield


def _accuracy(folder: Path, digest: str) -> list[tuple[int, int, int]]:
    """Of a reviewed deal each seat with the decisions whose cost does not count, and all at which there was a choice."""
    from goosetable.app.storage import reviews  # with it come the players, which the title does not need
    from goosetable.review.accuracy import by_seat  # likewise
    from goosetable.review.opine import Adviser  # likewise

    found = by_seat(reviews.read(folder, digest, Adviser()).values())
    return [(seat, good, decisions) for seat, (good, decisions) in found.items()]


def _names(folder: Path, suffix: bytes) -> list[bytes]:
    try:
        found = os.listdir(os.fsencode(folder))  # noqa: PTH208 - ten thousand paths cost more than their names
        return sorted(name for name in found if name.endswith(suffix))
    except OSError:
        return []


def _stamp(path: Path) -> tuple[int, int]:
    """The bytes of a file, and when it was changed, in nanoseconds. Raises OSError."""
    found = path.stat()
    return found.st_size, found.st_mtime_ns
