"""A folder that refuses, is full, or vanishes: what is said about keeping is what was seen, and all is tried again, whole."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from goosetable import games
from goosetable.app import named_file, start
from goosetable.app.match.matches import Matches
from goosetable.app.storage import paths, saves
from goosetable.app.storage.history.records import History
from goosetable.app.storage.saves import Lock
from goosetable.engine.record import replay, seed
from goosetable.engine.record.format import Chair
from tests.app.kept_table import AGAIN, GAME, Table, close_all, full, kept, play, refuse_renames

ROOT = Path(__file__).resolve().parents[3]
RECORD = ROOT / "tests" / "records" / "fool-undo.goose"
PEOPLE = [Chair("Gooseberry", "human"), Chair("Vesper", "greedy"), Chair("Dorothea", "random")]
TITLE = games.find_game("gooseberry-fool").title


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "data")


def tables_of(table: Table) -> Matches:
    return Matches(
        table.saves, table.said.append, lambda: seed.code_in_series("room", 1), lambda: "seed", lambda: 1_800_000_000.0
    )


# ---------------------------------------------------------------------- full


def test_when_space_comes_back_all_acts_are_kept(table: Table) -> None:
    session = table.begin(20)
    size = len(table.saves.running_record())
    for room in (0, 5, 40):
        with full(size + room):
            play(session, 8)
            assert not kept(table, session)
            content = table.saves.running.read_bytes()
            assert table.saves.running_record().startswith(content) and content.endswith(b"\n")
        play(session, 1)
        assert kept(table, session)
        size = len(table.saves.running_record())
    assert table.said == ["data: File too large", AGAIN] * 3


def test_a_table_laid_on_a_full_disk_is_kept_whole_later(table: Table) -> None:
    old = table.begin(5)
    before = table.saves.running.read_bytes()
    with full():
        session = table.begin(7)
        assert not kept(table, session) and before in table.records
        assert replay.replayed_games(table.saves.running_record(), games.find_game)[0].state == session.state
    play(session, 1)
    assert kept(table, session) and before in table.records
    assert old.undoable_count == 5 and table.said == ["data: File too large", AGAIN]


def test_a_record_opened_on_a_full_disk_goes_on_in_memory_and_then_on_disk(table: Table) -> None:
    with full():
        match = tables_of(table).open_copy_of_record(RECORD)
        assert not match.is_saved
        assert table.said == ["data: File too large"]
    assert match.is_saved and table.saves.running.read_bytes() == RECORD.read_bytes()


def test_a_table_left_before_it_could_be_kept_is_offered_and_kept_later(table: Table) -> None:
    with full():
        session = table.leave(9)
        assert table.saves.read_running_table()[-1].state == session.state
        again = table.go_on()
        play(again, 1)
        table.saves.close()
        another = table.begin(4)
    play(another, 1)
    assert kept(table, another) and table.said == ["data: File too large", AGAIN]
    states = [replay.replayed_games(record, games.find_game)[-1].state for record in table.records if record]
    assert again.state in states, "the table before as well"


def test_the_last_attempt_is_made_when_the_table_is_left(table: Table) -> None:
    with full():
        session = table.begin(9)
    table.saves.close()
    assert kept(table, session) and table.saves.running.exists()


# ---------------------------------------------------------------------- vanishing


@pytest.mark.parametrize("what", ["file", "folder", "emptied", "cut", "archive"])
def test_what_vanishes_in_mid_game_is_made_anew(table: Table, what: str) -> None:
    table.begin(3, "2026-11-22T10:00:00Z")
    session = table.begin(9)
    running = table.saves.running
    match what:
        case "file":
            running.unlink()
        case "folder":
            shutil.rmtree(table.folder)
        case "emptied":
            os.truncate(running, 0)
        case "cut":
            os.truncate(running, 100)
        case _:
            shutil.rmtree(table.saves.archive)
    assert session.journal.is_saved is (what == "archive")  # type: ignore[union-attr]
    play(session, 1)
    assert kept(table, session) and running.read_bytes() == table.saves.running_record()
    assert table.said == []


def test_a_folder_that_is_gone_for_a_while(table: Table) -> None:
    session = table.begin(9)
    away = table.folder.with_name("away")
    table.folder.rename(away)
    table.folder.write_text("a file where the folder was")
    play(session, 5)
    assert len(table.said) == 1 and table.said[0].startswith("data: ")
    assert not session.journal.is_saved  # type: ignore[union-attr]
    table.folder.unlink()
    away.rename(table.folder)
    play(session, 5)
    assert kept(table, session) and table.said[1:] == [AGAIN]


def test_a_table_of_its_own_that_vanishes_is_made_anew(table: Table) -> None:
    Table(table.folder).begin(2)
    session = table.begin(5)
    assert session.journal.path.parent == table.saves.archive  # type: ignore[union-attr]
    shutil.rmtree(table.saves.archive)
    play(session, 1)
    assert kept(table, session) and table.said == [saves.OTHER]


# ---------------------------------------------------------------------- refusing


def refuse(monkeypatch: pytest.MonkeyPatch, refused: Callable[[Path, str], bool]) -> None:
    """Refuses opening; refused(path, mode): whether."""
    opened = Path.open

    def maybe(self: Path, mode: str = "r", *rest: object, **more: object) -> object:
        if refused(self, mode):
            raise PermissionError(errno.EACCES, "Permission denied")
        return opened(self, mode, *rest, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", maybe)


def test_a_game_that_cannot_be_moved_is_neither_emptied_nor_called_moved(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a folder that is read-only with a running.goose that is not."""
    table.leave(9)
    old = table.saves.running.read_bytes()
    matches = tables_of(table)
    assert matches.running_game() is not None
    refuse_renames(monkeypatch)
    refuse(monkeypatch, lambda path, mode: "x" in mode)
    match = matches.begin_table(GAME, GAME.Options(), PEOPLE)
    assert table.saves.running.read_bytes() == old
    assert not match.is_saved
    assert table.said == ["data: Permission denied"]
    monkeypatch.undo()
    assert match.is_saved and table.said[1:] == [AGAIN]
    assert table.saves.running_record() in table.records and old in table.records


def test_where_a_game_cannot_be_moved_the_new_table_has_a_file_of_its_own(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin(9)
    old = table.saves.running.read_bytes()
    refuse_renames(monkeypatch)
    session = table.begin(3)
    assert kept(table, session) and table.saves.running.read_bytes() == old
    assert table.said == [saves.STAYS.format(name="running.goose")]


def test_without_a_lock_file_play_goes_on_in_memory(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: Lock) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Lock, "acquire", refused)
        session = table.begin(6)
        assert table.records == [] and table.said == ["data: Permission denied"]
    play(session, 1)
    assert kept(table, session) and table.said[1:] == [AGAIN]


def test_a_game_left_in_memory_is_not_said_to_be_kept(table: Table) -> None:
    with full():
        matches = tables_of(table)
        matches.begin_table(GAME, GAME.Options(), PEOPLE).close()
        assert matches.running_game() is not None
        matches.begin_table(GAME, GAME.Options(), PEOPLE)
        assert table.said[1:] == [f"Your game of {TITLE} could not be kept."]


def test_a_read_only_folder_for_a_user_whom_permissions_bind() -> None:
    """In a process of its own, because they do not bind an administrator."""
    if sys.platform == "win32":
        pytest.skip("folders have no such permissions there")
    script = """
import json, os, sys
from pathlib import Path
from goosetable.app.storage.saves import Saves
from tests.app.kept_table import Table
from tests.app.storage.test_refusals import tables_of, GAME, PEOPLE
import goosetable.app.match.match
table = Table(Path(sys.argv[1]))
if os.geteuid() == 0:
    os.setgid(65534); os.setuid(65534)
tables = tables_of(table)
tables.running_game()
one = tables.begin_table(GAME, GAME.Options(), PEOPLE)
print(json.dumps([one.is_saved, table.said]))
"""
    with tempfile.TemporaryDirectory(dir="/tmp") as scrap:
        folder = Path(scrap) / "data"
        Table(folder).begin(9)
        close_all()
        Path(scrap).chmod(0o755)
        running = folder / "running.goose"
        old = running.read_bytes()
        running.chmod(0o666)
        (folder / "running.lock").chmod(0o666)
        folder.chmod(0o555)
        try:
            ran = subprocess.run(
                [sys.executable, "-c", script, str(folder)], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
            )
        finally:
            folder.chmod(0o755)
        assert ran.returncode == 0, ran.stderr
        is_kept, said = json.loads(ran.stdout)
        assert running.read_bytes() == old and not is_kept
        assert said == [
            "data: Permission denied",
        ]  # fmt: skip


# ---------------------------------------------------------------------- the window


def test_a_record_opened_by_the_program_on_a_full_disk_is_no_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv(start.FRAMES, "3")
    with full():
        assert start.run(RECORD, tmp_path, False) == 0
    assert not (tmp_path / "goosetable.log").exists()
    assert start.run(RECORD, tmp_path, False) == 0
    assert (tmp_path / "running.goose").read_bytes() == RECORD.read_bytes()


def test_a_log_that_could_not_be_written_is_not_said_to_be(tmp_path: Path) -> None:
    folders = paths.find_paths(tmp_path)
    fault = ZeroDivisionError("out of feathers")
    with full():
        left = start.log_crash(folders, fault, False)
    assert folders.log.read_bytes() == b""
    said = start.crash_sentence(folders, fault, left)
    assert "It could not be written in" in said and "The game could not be kept." in said
    written = start.crash_sentence(folders, fault, start.log_crash(folders, fault, True))
    assert "The game is kept. What happened is written in" in written
    without = start.crash_sentence(folders, fault, start.CrashOutcome(True)).split("goosetable.log")[0]
    assert "game" not in without.replace("goosetable", "")


def test_a_mistake_says_of_the_table_that_was_open_what_is_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv(start.FRAMES, "9")
    from goosetable.app.scenes.table.scene import TableScene

    monkeypatch.setattr(TableScene, "update", lambda *_: 1 / 0)
    said: list[str] = []

    def say(sentence: str, code: int) -> int:
        said.append(sentence)
        return code

    monkeypatch.setattr(start, "_print_error", say)
    assert start.run(RECORD, tmp_path, False) == 1
    with full():
        assert start.run(RECORD, tmp_path / "other", False) == 1
    assert "The game is kept. What happened is written" in said[0]
    assert "The game could not be kept. It could not be written" in said[1]


def test_a_record_that_changes_between_two_looks_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: Callable[..., object]
) -> None:
    from goosetable.app.context import Context
    from goosetable.app.ui.scene import Route, Scene

    window = program()
    found: list[Route | None] = []

    def first(context: Context, matches: Matches) -> Scene:
        from goosetable.app.scenes.title.scene import TitleScene

        for content in (b"not a record\n", None):
            file = tmp_path / "from a friend.goose"
            file.write_bytes(content) if content else file.unlink()
            found.append(named_file.route_to_file(context, matches, file))
        return TitleScene(context, matches)

    window.show(first)  # type: ignore[attr-defined]
    assert found == [None, None]
    notices = [window.loop._notice, *window.context.notices]  # type: ignore[attr-defined]
    assert "line 1" in notices[0] and "cannot be opened: No such file" in notices[1]


# ---------------------------------------------------------------------- statistics


def test_what_is_no_record_in_the_archive_is_passed_over(table: Table) -> None:
    session = table.begin(9)
    folders = paths.find_paths(table.folder)
    games_folder = table.saves.archive
    games_folder.mkdir(exist_ok=True)
    (games_folder / "folder.goose").mkdir()
    (games_folder / "a\nb \u202e.goose").write_bytes(b"nothing\n")
    with (games_folder / "large.goose").open("wb") as file:
        file.truncate((8 << 20) + 1)
    damaged = 3
    if hasattr(os, "mkfifo"):
        os.mkfifo(games_folder / "pipe.goose")
        os.mkfifo(folders.history)
        damaged += 1
    if sys.platform.startswith("linux"):
        (games_folder / os.fsdecode(b"\xff\xfe.goose")).write_bytes(b"nothing\n")
        damaged += 1
    found = History(folders)
    found.keep_open()
    while found.run_slice():
        pass
    assert found.damaged == damaged
    assert found.index is not None and session.undoable_count == 9
    assert [kept.path for some in found.index.games_for_list() for kept in some] == [b"running.goose"]


def test_a_game_whose_folder_has_vanished_is_not_said_to_be_kept(table: Table) -> None:
    table.leave(5)
    matches = tables_of(table)
    assert matches.running_game() is not None
    shutil.rmtree(table.folder)
    assert matches.begin_table(GAME, GAME.Options(), PEOPLE).is_saved
    assert table.said == [f"Your game of {TITLE} could not be kept."]
