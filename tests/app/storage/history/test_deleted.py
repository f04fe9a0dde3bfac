"""Deleted records are kept for thirty days, whatever the clock says when they are deleted, and later."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goosetable.app.storage.history import deleted
from goosetable.app.storage.paths import Paths
from tests.app.archives import played, put

NOW = 1_790_000_000.0
"""A time of 2026."""
DAY = 86_400.0
RECORD = played((("Gooseberry", "human"), ("Vesper", "easy"), ("Dorothea", "easy")), 1, "2026-05-07T10:00:00Z", deals=1)[1]


@pytest.fixture
def folders(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data")


def removed(folders: Paths, day: float) -> Path:
    """A record that was deleted on a day, counted from now by the clock; where it lies."""
    return deleted.delete_record(put(folders.data, "1", RECORD), folders, NOW + day * DAY)


def on(folders: Paths, day: float) -> None:
    """The program is used on that day."""
    deleted.remove_expired(folders, NOW + day * DAY)


def last_kept(folders: Paths, path: Path, first: int) -> int:
    """The last day on which a record is still there, where the program is used every day."""
    for day in range(first, first + 200):
        on(folders, day)
        if not path.exists():
            return day - 1
    raise AssertionError("it is kept for ever")


def test_it_is_kept_for_thirty_days(folders: Paths) -> None:
    assert last_kept(folders, removed(folders, 0), 0) == 31


@pytest.mark.parametrize("wrong", [-20_000, -9000, -31, 31, 400, 30_000])
def test_a_clock_that_was_wrong_then_takes_it_no_sooner(folders: Paths, wrong: int) -> None:
    assert 30 <= last_kept(folders, removed(folders, wrong), 0) < 70


def test_a_clock_that_jumps_ahead_and_back_takes_nothing(folders: Paths) -> None:
    path = removed(folders, 0)
    for _ in range(40):
        for day in (1, 29, 1, 31, 2, 4000, 3, 31, 4, 4000, -8000):
            on(folders, day)
    assert path.exists()


def test_what_was_there_before_days_were_counted_is_kept_as_long(folders: Paths) -> None:
    path = removed(folders, -500)
    (path.parent / "days.json").unlink()
    assert last_kept(folders, path, 0) == 31


@pytest.mark.parametrize(
    "spoilt",
    [
        b"", b"{}", b"[]", b"\xff", b"[" * 9999, b'{"days": 1e999}', b'{"days": 99, "last": [], "since": {"x": -5}}',
        b'{"days": 99, "last": ["x"], "since": {}}', b'{"days": ' + b"9" * 5000 + b"}",
        b'{"days": -1, "last": [], "since": {}}',
        b'{"days": 99, "last": [], "since": {"x": ' + b"9" * 400 + b"}}",
    ],
)  # fmt: skip
def test_days_that_cannot_be_right_are_set_aside_and_counted_anew(folders: Paths, spoilt: bytes) -> None:
    path = removed(folders, 0)
    (path.parent / "days.json").write_bytes(spoilt)
    assert last_kept(folders, path, 40) == 71
    assert (path.parent / "days.old-1.json").read_bytes() == spoilt


def test_numbers_of_days_to_come_take_nothing_sooner(folders: Paths) -> None:
    path = removed(folders, 0)
    told = json.loads((path.parent / "days.json").read_text())
    (path.parent / "days.json").write_text(json.dumps(told | {"since": {path.name: 0}, "last": [0] * 60}))
    assert last_kept(folders, path, 31) >= 60


def test_what_a_link_leads_to_is_never_removed(folders: Paths, tmp_path: Path) -> None:
    other = put(tmp_path / "elsewhere", "1", RECORD)
    folders.data.mkdir()
    folders.deleted.symlink_to(other.parent, target_is_directory=True)
    for day in range(60):
        on(folders, day)
    assert [path.name for path in other.parent.iterdir()] == ["1.goose"]


def test_a_link_in_the_place_of_the_days_is_not_followed(folders: Paths, tmp_path: Path) -> None:
    path = removed(folders, 0)
    other = tmp_path / "other.json"
    other.write_text("what another program needs")
    (path.parent / "days.json").unlink()
    (path.parent / "days.json").symlink_to(other)
    assert last_kept(folders, path, 0) == 31
    assert other.read_text() == "what another program needs"


def test_where_nothing_was_deleted_nothing_is_written(folders: Paths) -> None:
    on(folders, 0)
    assert not folders.data.exists()
