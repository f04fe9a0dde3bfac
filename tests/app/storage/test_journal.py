"""Lines that are written aside: the disk has every one before the next, and what it refuses is tried again and said."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from goosetable.engine.record.session import Session
from tests.app import kept_table
from tests.app.kept_table import Table, play
from tests.narrowing import present


@pytest.fixture
def table(tmp_path: Path) -> Table:
    found = Table(tmp_path / "data")
    found.saves._in_background = True
    return found


def begun(table: Table) -> Session:
    session = table.begin(3)
    assert kept(table, session)
    return session


def kept(table: Table, session: Session) -> bool:
    """Whether all is on the disk, once it has been waited for."""
    journal = present(table.saves._journal)
    return journal.write_missing_lines() and kept_table.kept(table, session)


def test_the_disk_has_every_line_before_the_next_is_taken(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(table)
    synced: list[int] = []
    real = os.fsync

    def noted(file: int) -> None:
        real(file)
        synced.append(os.fstat(file).st_size)

    monkeypatch.setattr(os, "fsync", noted)
    for number in range(5):
        before = len(table.saves.running_record())
        play(session, 1)
        assert len(synced) >= number, "what came before has been waited for"
        assert not number or synced[number - 1] == before
    assert kept(table, session)
    assert len(synced) == 5


def test_a_line_is_written_while_the_program_goes_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(table)
    journal = present(table.saves._journal)
    gate, real = threading.Event(), os.fsync

    def slow(file: int) -> None:
        gate.wait()
        real(file)

    assert not journal.finish_background_writing()
    monkeypatch.setattr(os, "fsync", slow)
    play(session, 1)
    assert not journal.finish_background_writing(), "the disk is not done, and nobody has waited for it"
    gate.set()
    assert kept(table, session)


@pytest.mark.parametrize("again", [True, False])
def test_what_the_disk_refuses_is_tried_again_and_then_said(table: Table, monkeypatch: pytest.MonkeyPatch, again: bool) -> None:
    session = begun(table)
    journal = present(table.saves._journal)
    refused, real = [0], os.fsync

    def full(file: int) -> None:
        if refused[0] == 0 or not again:
            refused[0] += 1
            raise OSError(errno.ENOSPC, "No space left on device")
        real(file)

    monkeypatch.setattr(os, "fsync", full)
    play(session, 1)
    while not journal.finish_background_writing():
        pass
    assert refused[0] == (1 if again else 2)
    assert bool(table.said) != again
    monkeypatch.setattr(os, "fsync", real)
    play(session, 1)
    assert kept(table, session)


def test_a_file_that_is_gone_is_written_anew(table: Table) -> None:
    session = begun(table)
    table.saves.running.unlink()
    play(session, 1)
    assert kept(table, session)
