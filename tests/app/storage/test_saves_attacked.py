"""Links, locks that cannot be had, tables in memory at the end, and syncs that were missed: no record is lost by them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from goosetable.app.storage.saves import Lock
from tests.app.kept_table import Table, full, kept, play

LATER = "2026-11-22T10:00:00Z"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there, and names of open files stay")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "data")


# ---------------------------------------------------------------------- links


@POSIX
@pytest.mark.parametrize("link", ["file", "hard link", "folder"])
def test_a_link_to_the_running_table_is_no_second_copy_of_it(table: Table, link: str) -> None:
    table.begin(5)
    table.saves.close()
    content = table.saves.running.read_bytes()
    match link:
        case "file":
            table.saves.archive.mkdir()
            (table.saves.archive / "link.goose").symlink_to(table.saves.running)
        case "hard link":
            table.saves.archive.mkdir()
            (table.saves.archive / "link.goose").hardlink_to(table.saves.running)
        case _:
            table.saves.archive.symlink_to(".")
    session = table.begin(2, LATER)
    assert content in table.records and kept(table, session)


@POSIX
@pytest.mark.parametrize("hard", [False, True])
def test_a_damaged_table_is_not_cut_off_because_of_a_link_to_it(table: Table, hard: bool) -> None:
    table.begin(5)
    table.saves.close()
    bad = table.saves.running.read_bytes() + b"not a record\n"
    table.saves.running.write_bytes(bad)
    link = table.folder / "running-damaged.goose"
    if hard:
        link.hardlink_to(table.saves.running)
    else:
        link.symlink_to("running.goose")
    (found,) = table.saves.read_running()
    found.journal = table.saves.continue_table()
    play(found, 2)
    assert bad in table.records and kept(table, found)


@POSIX
@pytest.mark.parametrize("relative", [False, True])
def test_a_running_table_that_is_a_link_is_archived_as_a_file(table: Table, tmp_path: Path, relative: bool) -> None:
    elsewhere = tmp_path / "elsewhere.goose"
    table.begin(5)
    table.saves.close()
    content = table.saves.running.read_bytes()
    table.saves.running.rename(elsewhere)
    table.saves.running.symlink_to(Path("../elsewhere.goose") if relative else elsewhere)
    session = table.begin(2, LATER)
    (old,) = table.saves.archive.iterdir()
    assert not old.is_symlink() and old.read_bytes() == content == elsewhere.read_bytes()
    assert kept(table, session) and not table.saves.running.is_symlink()


# ---------------------------------------------------------------------- the disk


def test_a_table_is_gone_on_with_only_after_all_of_it_was_synced(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that was killed before its sync has left lines that a power cut can still take."""
    table.begin(5)
    table.saves.close()
    synced: list[int] = []
    real = os.fsync

    def noted(file: int) -> None:
        synced.append(os.fstat(file).st_ino)
        real(file)

    (found,) = table.saves.read_running()
    monkeypatch.setattr(os, "fsync", noted)
    found.journal = table.saves.continue_table()
    assert kept(table, found)
    assert {table.saves.running.stat().st_ino, table.folder.stat().st_ino} <= {*synced, 0} or sys.platform == "win32"


def test_a_beginning_that_cannot_be_read_is_not_cut_off_for_a_new_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.folder.mkdir()
    table.saves.running.write_bytes(b'{"goosetable": 1, "ga')

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refused)
    session = table.begin(3)
    assert kept(table, session) and table.saves.running.read_bytes() == b'{"goosetable": 1, "ga'


# ---------------------------------------------------------------------- in memory


def test_a_table_that_was_left_in_memory_is_written_when_the_program_ends(table: Table) -> None:
    session = table.begin(5)
    with full(len(table.saves.running.read_bytes())):
        play(session, 3)
        table.saves.close()
    assert table.saves.close_at_exit()
    (found,) = Table(table.folder).saves.read_running()
    assert found.state == session.state, "and it is the one to go on with"


def test_a_table_in_memory_whose_place_is_taken_is_written_beside_it(table: Table) -> None:
    session = table.begin(5)
    table.saves.running.rename(table.folder / "away.goose")
    table.saves.running.write_bytes(b"something else\n")
    table.saves.archive.write_bytes(b"a file where a folder should be")
    play(session, 3)
    table.saves.close()
    assert not table.saves.close_at_exit(), "it can still not be written, and that is not denied"
    table.saves.archive.unlink()
    assert table.saves.close_at_exit()
    assert session.journal.all_lines in table.records  # type: ignore[union-attr]
    assert table.saves.running.read_bytes() == b"something else\n"


def test_a_journal_that_is_closed_does_not_say_that_later_acts_are_kept(table: Table) -> None:
    session = table.begin(5)
    table.saves.close()
    play(session, 1)
    assert not session.journal.is_saved and not session.journal.write_missing()  # type: ignore[union-attr]


# ---------------------------------------------------------------------- the lock


@POSIX
@pytest.mark.parametrize("kind", ["not to be written", "folder"])
def test_a_lock_file_that_cannot_be_written_is_locked_all_the_same(
    table: Table, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that another user has made."""
    lock = table.folder / "running.lock"
    table.folder.mkdir()
    if kind == "folder":
        lock.mkdir()
    else:
        lock.touch()
        real = os.open

        def refused(path: object, flags: int, mode: int = 0o777) -> int:
            if Path(str(path)) == lock and flags & os.O_RDWR:
                raise PermissionError(13, "Permission denied")
            return real(path, flags, mode)  # type: ignore[arg-type]

        monkeypatch.setattr(os, "open", refused)
    other = Table(table.folder)
    first, second = table.begin(3), other.begin(3, LATER)
    assert kept(table, first) and kept(other, second)
    assert first.journal.path == table.saves.running != second.journal.path  # type: ignore[union-attr]


def test_a_copy_in_which_nothing_was_done_is_not_said_to_be_lost(table: Table, tmp_path: Path) -> None:
    other = Table(tmp_path / "other")
    other.begin(4)
    other.saves.close()
    with full():
        session = table.adopt(other.saves.running)
        table.saves.close()
        assert table.saves.close_at_exit()
        session = table.adopt(other.saves.running)
        play(session, 1)
        assert not table.saves.close_at_exit()
    assert table.saves.close_at_exit() and session.journal.all_lines in table.records  # type: ignore[union-attr]


@POSIX
def test_no_lock_is_made_where_a_link_leads_that_leads_to_nothing(tmp_path: Path) -> None:
    folder, other = tmp_path / "goosetable", tmp_path / "somebody"
    folder.mkdir()
    other.mkdir()
    (folder / "running.lock").symlink_to(other / "nothing")
    lock = Lock(folder / "running.lock")
    assert lock.acquire() and not list(other.iterdir())
    assert not Lock(folder / "running.lock").acquire(), "it is one lock for all programs"
    lock.release()
