"""Two programs with one data folder: each keeps all of its table, also where nothing can be renamed."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from goosetable.app.match.matches import Matches
from goosetable.app.storage import saves
from goosetable.app.storage.saves import OTHER
from goosetable.engine.record.format import Chair
from goosetable.engine.record.seed import code_in_series
from tests.app.kept_table import GAME, Table, close_all, kept, play, refuse_renames

ROOT = Path(__file__).resolve().parents[3]
LATER = "2026-11-22T10:00:00Z"
PEOPLE = [Chair("Gooseberry", "human"), Chair("Vesper", "greedy"), Chair("Dorothea", "random")]


@pytest.fixture(autouse=True, params=["renames", "no renames"])
def folder(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder with one game in its archive."""
    first = Table(tmp_path)
    first.begin(8)
    first.begin(3, LATER)
    first.saves.archive_table()
    assert len(list(first.saves.archive.iterdir())) == 2
    if request.param == "no renames":
        refuse_renames(monkeypatch)
    yield tmp_path
    close_all()


def test_an_archived_record_in_one_and_a_new_table_in_the_other(folder: Path) -> None:
    one, two = Table(folder), Table(folder)
    opened = one.adopt(min(one.saves.archive.iterdir()))
    play(opened, 2)
    laid = two.begin(3, LATER)
    for seed in range(15):
        play(opened, 1, seed)
        play(laid, 1, seed)
        assert kept(one, opened) and kept(two, laid)
    assert one.said == [] and two.said == [OTHER]


def test_a_new_table_in_each(folder: Path) -> None:
    one, two, three = Table(folder), Table(folder), Table(folder)
    sessions = [(table, table.begin(3)) for table in (one, two, three)]
    for table, session in sessions * 5:
        play(session, 1)
        assert kept(table, session)
    assert (one.said, two.said, three.said) == ([], [OTHER], [OTHER])
    assert len({session.journal.path for _, session in sessions}) == 3  # type: ignore[union-attr]


def test_both_go_on_with_the_same_game(folder: Path) -> None:
    one, two = Table(folder), Table(folder)
    first = one.begin(9)
    second = two.go_on()
    assert second.state == first.state and two.said == [OTHER]
    play(second, 2, 5)
    play(first, 3, 6)
    assert kept(one, first) and kept(two, second)


def test_a_table_of_its_own_stays_its_own_when_the_other_program_is_gone(folder: Path) -> None:
    one, two = Table(folder), Table(folder)
    first, second = one.begin(5), two.begin(4)
    one.saves.close()
    play(second, 4)
    assert kept(two, second) and kept(one, first) and two.said == [OTHER]


def test_the_running_table_is_free_once_the_other_has_left(folder: Path) -> None:
    one, two = Table(folder), Table(folder)
    first = one.leave(5)
    second = two.go_on()
    play(second, 4)
    assert second.state != first.state and two.said == []
    assert kept(two, second) and two.saves.running.read_bytes() == two.saves.running_record()


def test_nothing_of_the_others_is_moved_when_a_table_is_put_away(folder: Path) -> None:
    one, two = Table(folder), Table(folder)
    first = one.begin(5)
    before = sorted(one.records)
    assert two.saves.archive_table()
    assert two.saves.read_running_table()[-1].state == first.state
    assert sorted(one.records) == before
    play(first, 1)
    assert kept(one, first)


def test_a_damaged_table_of_another_program_is_not_touched(folder: Path) -> None:
    one, two = Table(folder), Table(folder)
    one.begin(5)
    with one.saves.running.open("ab") as file:
        file.write(b"not a record\n")
    before = sorted(one.records)
    (found,) = two.saves.read_running_table()
    assert found.undoable_count == 5 and sorted(one.records) == before
    found.journal = two.saves.continue_table()
    play(found, 2)
    assert kept(two, found)


@pytest.mark.parametrize("gone", ["running.lock", "running.goose", "both"])
def test_files_deleted_while_both_play(folder: Path, gone: str) -> None:
    one, two = Table(folder), Table(folder)
    first = one.begin(5)
    for name in ("running.lock", "running.goose") if gone == "both" else (gone,):
        (folder / name).unlink()
    second = two.begin(5)
    for seed in range(4):
        play(first, 1, seed)
        play(second, 1, seed)
        assert kept(one, first) and kept(two, second)


@pytest.mark.one_in(2)
def test_the_lock_goes_with_the_program_that_is_killed(folder: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from tests.app.kept_table import Table; "
        "t = Table(Path(sys.argv[1])); t.begin(4); print('ready', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", script, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        before = (folder / "running.goose").read_bytes()
        other = Table(folder)
        kept_there = other.begin(2)
        assert kept(other, kept_there) and other.said == [OTHER]
        child.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
        child.wait()
    assert (folder / "running.goose").read_bytes() == before
    two = Table(folder)
    session = two.go_on()
    play(session, 2)
    assert kept(two, session) and two.said == [] and session.undoable_count == 6


def test_the_words_about_the_game_before_are_true(folder: Path) -> None:
    """A new table in the other program says where it is kept itself, and the old game is kept too."""
    one, two = Table(folder), Table(folder)
    first = one.begin(6)
    matches = Matches(two.saves, two.said.append, lambda: code_in_series("two", 1), lambda: "seed", lambda: 1_800_000_000.0)
    assert matches.running_game() is not None
    match = matches.begin_table(GAME, GAME.Options(), PEOPLE)
    assert two.said == [OTHER]
    assert match.is_saved and kept(one, first)
    play(first, 2)
    assert kept(one, first)


def test_a_file_that_an_older_version_has_put_there_is_left_alone(folder: Path) -> None:
    """It knows of no lock: it moves the running table and begins its own."""
    one = Table(folder)
    first = one.begin(6)
    one.saves.running.unlink()
    one.saves.running.write_bytes(b"whatever the other program writes\n")
    play(first, 2)
    assert kept(one, first)
    assert one.saves.running.read_bytes() == b"whatever the other program writes\n"
    with one.saves.running.open("ab") as file:
        file.write(b"and goes on with\n")
    play(first, 2)
    assert kept(one, first) and len(one.said) == 1 and "kept as a game of its own" in one.said[0]


def test_an_older_version_that_writes_into_the_same_file_keeps_what_it_writes(folder: Path) -> None:
    one = Table(folder)
    first = one.begin(6)
    with one.saves.running.open("wb") as other:
        other.write(b"a table of its own\n")
        other.flush()
        play(first, 2)
        other.write(b"and goes on\n")
        other.flush()
        play(first, 2)
    assert kept(one, first)
    assert one.saves.running.read_bytes() == b"a table of its own\nand goes on\n"


def test_it_is_known_whether_another_program_has_the_running_table(folder: Path) -> None:
    one, two = Table(folder), Table(folder)
    assert not one.saves.is_open_elsewhere and not two.saves.is_open_elsewhere
    one.begin(3)
    assert two.saves.is_open_elsewhere and not one.saves.is_open_elsewhere
    one.saves.close()
    assert not two.saves.is_open_elsewhere


def test_looking_creates_nothing(tmp_path: Path) -> None:
    assert not Table(tmp_path / "none").saves.is_open_elsewhere
    assert not (tmp_path / "none").exists()


def test_a_program_that_only_looks_takes_the_running_table_from_nobody(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Table(folder)
    looks = [False] * 3  # another program looks just now, and once more
    locked = saves._lock_file
    monkeypatch.setattr(saves, "_lock_file", lambda file: looks.pop() if looks else locked(file))
    session = one.begin(3)
    assert kept(one, session) and one.said == [] and session.journal.path == one.saves.running  # type: ignore[union-attr]
