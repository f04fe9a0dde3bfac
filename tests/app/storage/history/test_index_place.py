"""The file of the index: ours is used and made anew, and another's is never touched."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from goosetable.app.storage.history import index_place
from goosetable.app.storage.history.index_place import FileState
from goosetable.app.storage.history.records import History
from goosetable.app.storage.paths import Paths
from tests.app.archives import found_games, played, put
from tests.app.kept_table import full

PEOPLE = (("Anna", "human"), ("Vesper", "hard"), ("Dorothea", "easy"))
OF_BEFORE = """
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
INSERT INTO meta VALUES ('2 0.1.0');
"""
"""The index of 0.1.0, as that program makes it."""


@pytest.fixture
def folders(tmp_path: Path) -> Paths:
    """Two games, and no index yet."""
    found = Paths(tmp_path / "data")
    for seed in (1, 2):
        put(found.data, str(seed), played(PEOPLE, seed, f"2026-11-2{seed}T10:00:00Z")[1])
    return found


@contextlib.contextmanager
def reading(folders: Paths) -> Iterator[History]:
    """The history, read to its end; its index stays open."""
    history = History(folders)
    history.keep_open()
    work(history)
    try:
        yield history
    finally:
        history.close()


def work(history: History) -> None:
    while history.run_slice():
        pass


def replayed(folders: Paths, games: int = 2) -> int:
    with reading(folders) as history:
        assert len(found_games(history)) == games
        assert not history.notice
        return history.replayed


def side_by_side(folders: Paths) -> tuple[History, History]:
    """The histories of two programs, which read in turns until both are done."""
    one, other = History(folders), History(folders)
    one.keep_open()
    other.keep_open()
    while one.run_slice() | other.run_slice():
        pass
    return one, other


def names(folders: Paths) -> list[str]:
    return sorted(path.name for path in folders.data.glob("history*"))


@pytest.mark.parametrize("clean", [True, False])
def test_the_index_of_a_version_before_is_replaced(folders: Paths, tmp_path: Path, clean: bool) -> None:
    """clean: whether that program came to its end; else its tables stand in the log alone."""
    made = tmp_path / "made.sqlite"
    with contextlib.closing(sqlite3.connect(made)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.executescript(OF_BEFORE)
        if not clean:
            for ending in ("", "-wal", "-shm"):
                source = made.with_name(made.name + ending)
                folders.history.with_name(folders.history.name + ending).write_bytes(source.read_bytes())
    if clean:
        folders.history.write_bytes(made.read_bytes())
    assert index_place.file_state(folders.history)[0] is FileState.SPOILT
    assert replayed(folders) == 2
    assert replayed(folders) == 0
    assert names(folders) == ["history.sqlite"]


@pytest.mark.parametrize("more", ["CREATE TABLE notes (x)", "DROP TABLE holds"])
def test_one_with_other_tables_is_anothers(folders: Paths, more: str) -> None:
    with contextlib.closing(sqlite3.connect(folders.history)) as db:
        db.executescript(OF_BEFORE + more)
    content = folders.history.read_bytes()
    with reading(folders) as history:
        assert history.notice.startswith("history.sqlite is no index of goosetable and stays as it is.")
    assert folders.history.read_bytes() == content


def test_an_index_that_was_ended_while_it_was_made_is_made_again(folders: Paths, tmp_path: Path) -> None:
    """The journal of a file that has no page yet brings nothing back."""
    made = tmp_path / "made.sqlite"
    with contextlib.closing(sqlite3.connect(made, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size=1")
        db.execute("BEGIN")
        db.execute("CREATE TABLE x (y)")
        db.executemany("INSERT INTO x VALUES (?)", [("z" * 4000,)] * 50)
        journal = made.with_name("made.sqlite-journal").read_bytes()
    folders.history.with_name("history.sqlite-journal").write_bytes(journal)
    folders.history.touch()
    assert journal
    assert (replayed(folders), replayed(folders)) == (2, 0)
    assert names(folders) == ["history.sqlite"]


def test_where_every_name_is_taken_it_is_in_memory(folders: Paths) -> None:
    for number in range(1, index_place.NAMES + 1):
        folders.history.with_name("history.sqlite" if number == 1 else f"history-{number}.sqlite").write_text("another's")
    for _ in range(2):
        with reading(folders) as history:
            assert (len(found_games(history)), history.replayed) == (2, 2)
            assert history.notice == "history.sqlite is no index of goosetable and stays as it is."


def test_a_disk_that_is_full_costs_no_index(folders: Paths) -> None:
    assert replayed(folders) == 2
    content = folders.history.read_bytes()
    put(folders.data, "3", played(PEOPLE, 3, "2026-11-23T10:00:00Z")[1])
    with full():
        assert replayed(folders, 3) == 1, "what was known goes on in memory"
    assert folders.history.read_bytes() == content
    assert (replayed(folders, 3), replayed(folders, 3)) == (1, 0)


def test_an_index_that_is_deleted_while_it_is_open_is_made_again(folders: Paths) -> None:
    with reading(folders) as history:
        folders.history.unlink()
        put(folders.data, "3", played(PEOPLE, 3, "2026-11-23T10:00:00Z")[1])
        history.read_again()
        work(history)
        assert len(found_games(history)) == 3
    assert replayed(folders, 3) in (0, 3)
    assert replayed(folders, 3) == 0


def test_two_programs_make_one_index(folders: Paths) -> None:
    for seed in range(3, 9):
        put(folders.data, str(seed), played(PEOPLE, seed, f"2026-11-2{seed}T10:00:00Z", deals=1)[1])
    both = side_by_side(folders)
    assert [len(found_games(history)) for history in both] == [8, 8]
    for history in both:
        history.close()
    assert replayed(folders, 8) == 0


def test_two_programs_over_a_damaged_index_both_have_the_right_list(folders: Paths) -> None:
    assert replayed(folders) == 2
    with contextlib.closing(sqlite3.connect(folders.history, isolation_level=None)) as db:
        db.execute("UPDATE games SET seats = 'bridge'")
    both = side_by_side(folders)
    assert [len(found_games(history)) for history in both] == [2, 2]
    for history in both:
        history.close()
    assert replayed(folders) in (0, 2)
    assert replayed(folders) == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the super-user may write everywhere")
def test_a_folder_that_cannot_be_written_is_read(folders: Paths) -> None:
    assert replayed(folders) == 2
    put(folders.data, "3", played(PEOPLE, 3, "2026-11-23T10:00:00Z")[1])
    folders.data.chmod(0o500)
    try:
        assert replayed(folders, 3) == 1
    finally:
        folders.data.chmod(0o700)
