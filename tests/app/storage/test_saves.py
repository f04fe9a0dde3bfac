"""The record of the table as it is played: on disk at once, gone on with, put away, damaged, attacked; and its journal."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import games
from goosetable.app.scenes.settings.scene import SettingsScene
from goosetable.app.storage import archive
from goosetable.app.storage.saves import Lock
from goosetable.engine.record import format, replay
from goosetable.engine.record.session import Session
from goosetable.engine.rules.state import TrickState
from tests.app.conftest import Opens
from tests.app.kept_table import GAME, Table, full, header, kept, play, refuse_renames

MARK = b"\xef\xbb\xbf"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "a folder é")


def test_every_action_is_on_disk_at_once(table: Table) -> None:
    session = Session(GAME, header(), table.saves.begin_table())
    for count in range(1, 60):
        play(session, 1, count)
        again = table.replayed[-1]
        assert again.state == session.state
        assert again.standing == session.standing


def test_goes_on_in_mid_trick_and_the_record_stays_valid(table: Table) -> None:
    first = table.begin(17)
    assert isinstance(first.state, TrickState) and first.state.trick
    (found,) = table.saves.read_running_table()
    assert found.state == first.state
    found.journal = table.saves.continue_table()
    play(found, 400)
    (whole,) = table.replayed
    assert whole.due_step == "none"
    assert table.said == []


def headed(table: Table, **changes: object) -> bytes:
    """The running table with another header, as a program may have written it that knows more or less."""
    table.leave(9)
    first, _, rest = table.saves.running.read_bytes().partition(b"\n")
    return json.dumps(json.loads(first) | changes).encode() + b"\n" + rest


@pytest.mark.parametrize(
    "changes",
    [
        {"goosetable": 2},
        {"app": "9.1", "options": {"wild": 3}},
        {"app": "9.0", "game": "war"},
        {"app": "9.1.0.dev3+x", "options": {"wild": 3}},
    ],
)
def test_a_table_of_a_later_program_stays_as_it_is(table: Table, changes: dict[str, object]) -> None:
    content = headed(table, **changes)
    table.saves.running.write_bytes(content)
    assert table.saves.read_running_table() == []
    assert table.said == ["The saved game is of a later goosetable, and stays as it is."]
    assert table.saves.running.read_bytes() == content
    # Another table takes its place, and it is kept among the games.
    play(Session(GAME, header(), table.saves.begin_table()), 5)
    assert [path.read_bytes() for path in table.saves.archive.iterdir()] == [content]
    assert table.replayed[-1].undoable_count == 5


@pytest.mark.parametrize("app", ["0.0.9", "0.1.0.dev3+x", "later", "v9.1", "1.2.3.4.5", "9" * 9, 9])
def test_a_damaged_table_of_this_program_is_not_taken_for_a_later_one(table: Table, app: object) -> None:
    table.saves.running.write_bytes(headed(table, app=app, options={"wild": 3}))
    assert table.saves.read_running_table() == [] and "damaged at line 1" in table.said[0]


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_torn_last_line_costs_only_that_line(table: Table, cut: int) -> None:
    table.leave(9)
    content = table.saves.running.read_bytes()
    table.saves.running.write_bytes(content[:-cut])
    (found,) = table.saves.read_running_table()
    # Without the line end alone the last line is still whole.
    assert found.undoable_count == (9 if cut == 1 else 8)
    found.journal = table.saves.continue_table()
    play(found, 3)
    (again,) = table.replayed
    assert again.state == found.state


@pytest.mark.parametrize("mark", [b"", MARK])
@pytest.mark.parametrize("blank", [b"\n", b"\r\n\r\n", b"\n \t\n   ", b'\n\n{"seat": 1, "d', b""])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_the_next_line_follows_the_last_one_where_an_editor_added_to_the_file(
    table: Table, mark: bytes, blank: bytes, line_end: bytes
) -> None:
    session = table.leave(9)
    lines = mark + table.saves.running.read_bytes().replace(b"\n", line_end)
    table.saves.running.write_bytes(lines + blank)
    (found,) = table.saves.read_running_table()
    assert found.state == session.state and table.said == []
    found.journal = table.saves.continue_table()
    play(found, 3)
    written = table.saves.running.read_bytes()
    assert written.startswith(lines) and written[len(lines) :].startswith(b'{"seat": ')
    (again,) = replay.replayed_games(written, games.find_game)
    assert again.state == found.state and again.undoable_count == 12
    assert table.saves.running_record() == written
    table.saves.archive_table()
    (put,) = table.saves.archive.iterdir()
    assert put.name == "2026-11-21T10-00-00Z gooseberry-fool.goose" and put.read_bytes() == written and table.said == []


@pytest.mark.parametrize("number", [None, 0])
def test_a_record_that_an_editor_added_to_is_adopted(table: Table, tmp_path: Path, number: int | None) -> None:
    table.leave(7)
    friend = tmp_path / "friend.goose"
    friend.write_bytes(MARK + table.saves.running.read_bytes() + b"\r\n\n")
    found = table.saves.copy_as_running_table(friend, number)[-1]
    found.journal = table.saves.continue_table()
    play(found, 4)
    assert table.replayed[-1].undoable_count == 11


def test_a_table_of_a_later_program_is_known_by_its_header_behind_a_byte_order_mark(table: Table) -> None:
    table.saves.running.write_bytes(MARK + headed(table, goosetable=2))
    assert table.saves.read_running_table() == []
    assert table.said == ["The saved game is of a later goosetable, and stays as it is."]


def test_an_empty_or_missing_file_is_no_game(table: Table) -> None:
    assert table.saves.read_running_table() == []
    table.saves.running.parent.mkdir(parents=True)
    table.saves.running.write_bytes(b"")
    assert table.saves.read_running_table() == []
    assert table.said == []


@pytest.mark.parametrize("damage", [b"not a record\n", b'{"seat": 0, "do": "play AS"}\n', b"\xff\xfe\x00\n", b'{"a": 1}\n' * 3])
def test_a_damaged_save_is_set_aside_and_said_so(table: Table, damage: bytes) -> None:
    table.leave(5)
    table.saves.running.write_bytes(damage)
    assert table.saves.read_running_table() == []
    assert not table.saves.running.exists()
    (kept,) = table.saves.running.parent.glob("running-damaged*.goose")
    assert kept.read_bytes() == damage
    assert table.said and kept.name in table.said[0]
    table.leave(3)
    table.saves.running.write_bytes(damage)
    table.saves.read_running_table()
    assert len(list(table.saves.running.parent.glob("running-damaged*.goose"))) == 2


@pytest.mark.parametrize("damage", [b"not a record\n", b'{"seat": 9, "do": "play AS"}\n', b"\xff\xfe\x00\n", b"\n"])
def test_a_damaged_save_goes_on_from_its_last_good_line(table: Table, damage: bytes) -> None:
    session = table.begin(9)
    good = table.saves.running.read_bytes()
    table.saves.close()
    bad = good + damage + b'{"seat": 1, "do": "play 2S"}\n'
    table.saves.running.write_bytes(bad)
    (found,) = table.saves.read_running_table()
    assert found.state == session.state and found.undoable_count == 9
    (kept,) = table.saves.running.parent.glob("running-damaged*.goose")
    assert kept.read_bytes() == bad and table.saves.running.read_bytes() == good
    assert len(table.said) == 1 and "You can go on" in table.said[0] and f"line {good.count(bytes([10])) + 1}," in table.said[0]
    (again,) = table.saves.read_running_table()
    assert again.state == session.state and len(table.said) == 1, "the second look finds nothing wrong"
    found.journal = table.saves.continue_table()
    play(found, 3)
    assert table.replayed[0].state == found.state


def test_a_new_table_puts_the_old_one_into_the_archive(table: Table) -> None:
    table.begin(5)
    old = table.saves.running.read_bytes()
    table.begin(2)
    table.begin(2)
    kept = sorted(table.saves.archive.glob("*.goose"))
    assert len(kept) == 2
    assert old in [path.read_bytes() for path in kept]
    assert all("gooseberry-fool" in path.name and ":" not in path.name for path in kept)


def test_a_folder_that_cannot_be_made_is_said_once_and_play_goes_on(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("a file where a folder should be")
    table = Table(in_the_way)
    session = table.begin(12)
    assert session.undoable_count == 12
    assert len(table.said) == 1 and table.said[0].startswith("file: ")
    assert not kept(table, session)


def test_adopting_a_record_leaves_the_original_alone(table: Table, tmp_path: Path) -> None:
    table.begin(7)
    friend = tmp_path / "friend.goose"
    session = Session(GAME, header(None), None)
    written: list[str] = []
    session.journal = lambda line: written.append(format.line_as_text(line))
    session._write_line(session.header)
    play(session, 4)
    friend.write_text("\n".join(written) + "\n", encoding="utf-8")
    before = friend.read_bytes()
    found = table.saves.copy_as_running_table(friend)
    assert found[-1].undoable_count == 4
    assert friend.read_bytes() == before
    assert len(list(table.saves.archive.glob("*.goose"))) == 1


def test_a_damaged_record_is_refused_and_nothing_changes(table: Table, tmp_path: Path) -> None:
    table.begin(7)
    running = table.saves.running.read_bytes()
    friend = tmp_path / "friend.goose"
    friend.write_text("{}\n")
    with pytest.raises(format.RecordError):
        table.saves.copy_as_running_table(friend)
    assert table.saves.running.read_bytes() == running


def test_names_that_are_taken_get_a_number(tmp_path: Path) -> None:
    found = [archive.write_new_file(tmp_path / "games", "a game", b"%d" % number) for number in range(4)]
    assert [path.name for path in found] == ["a game.goose", "a game 2.goose", "a game 3.goose", "a game 4.goose"]
    assert [path.read_bytes() for path in found] == [b"0", b"1", b"2", b"3"]


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "/x", "a/b", "a\\b", "a\0b", "a\n", "a.b", "\u202ea", "\ud800", " a", "a:b"]
)
def test_no_other_name_becomes_a_file(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "games"
    with pytest.raises(OSError, match="no name for a file"):
        archive.write_new_file(folder, name, b"content")
    assert [path for path in tmp_path.rglob("*") if path != folder] == []


@given(st.text(max_size=40), st.text(max_size=40))
def test_names_are_made_of_our_own_characters(started: str, game: str) -> None:
    head = format.line_as_text(format.Header(game, {}, None, (), None, started)).encode() + b"\n"
    assert archive.file_name(head) in (None, "undated table", f"{started.replace(':', '-')} table")
    plain = format.line_as_text(format.Header(game, {}, None, ())).encode()
    assert archive.file_name(plain) in ("undated table", f"undated {game}")


@pytest.mark.parametrize(
    "started", ["/elsewhere/x", "../../x", "a\u0000b", "\\ud800", "a\nb", "CON", "2026-11-21T10:00:00Z/../../x"]
)
def test_a_record_from_elsewhere_moves_nothing_out_of_the_folder(tmp_path: Path, started: str) -> None:
    table = Table(tmp_path / "deep" / "data")
    table.leave(3)
    content = table.saves.running.read_bytes().replace(b'"2026-11-21T10:00:00Z"', json.dumps(started).encode())
    table.saves.running.write_bytes(content)
    table.saves.read_running_table()
    session = table.begin(4)
    assert kept(table, session) and content in table.records
    outside = [path for path in tmp_path.rglob("*") if not path.is_relative_to(table.folder) and path != table.folder.parent]
    assert outside == [] and not Path("/elsewhere").exists()


def test_an_unknown_game_is_put_away_as_a_table(table: Table) -> None:
    table.leave(3)
    content = table.saves.running.read_bytes().replace(b'"gooseberry-fool"', b'"../canasta"')
    table.saves.running.write_bytes(content)
    table.saves.archive_table()
    assert [path.name for path in table.saves.archive.iterdir()] == ["2026-11-21T10-00-00Z table.goose"]


@pytest.mark.parametrize("kind", ["folder", "pipe", "large"])
def test_what_is_no_record_at_all_is_said_and_stays_and_the_table_has_a_file_of_its_own(table: Table, kind: str) -> None:
    running = table.saves.running
    running.parent.mkdir()
    match kind:
        case "folder":
            running.mkdir()
        case "pipe":
            if not hasattr(os, "mkfifo"):
                pytest.skip("there are no such pipes")
            os.mkfifo(running)
        case _:
            with running.open("wb") as file:
                file.truncate((8 << 20) + 1)
    before = running.stat()
    assert table.saves.read_running_table() == []
    assert len(table.said) == 1 and table.said[0].startswith("The saved game cannot be read, and stays as it is: ")
    assert table.saves.running_record() == b""
    session = table.begin(5)
    assert kept(table, session)
    assert table.said[1:] == [
        "What running.goose holds stays there, so this table is kept as a game of its own: find it in Statistics, All games."
    ]
    assert os.path.samestat(before, running.stat()) and running.stat().st_size == before.st_size


def test_what_was_only_looked_at_is_deleted_only_where_the_very_same_is_kept(table: Table) -> None:
    table.begin(5)
    table.begin(2, "2026-11-22T10:00:00Z")
    (old,) = table.saves.archive.iterdir()
    table.adopt(old)
    table.saves.archive_table()
    assert len(list(table.saves.archive.iterdir())) == 2, "nothing was done with it, so there is no second copy"
    session = table.adopt(old)
    play(session, 1)
    table.saves.archive_table()
    assert len(list(table.saves.archive.iterdir())) == 3
    assert not table.saves.running.exists()


def test_the_record_is_right_even_where_the_disk_is_not(table: Table) -> None:
    session = table.begin(5)
    before = table.saves.running.read_bytes()
    with full(len(before)):
        play(session, 3)
    assert table.saves.running.read_bytes() == before
    assert replay.replayed_games(table.saves.running_record(), games.find_game)[0].state == session.state


@pytest.mark.parametrize("refused", [False, True])
def test_a_damaged_save_is_lost_at_no_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: bool) -> None:
    """The program is killed at every moment at which something has just reached the disk."""
    for moment in range(6):
        table = Table(tmp_path / str(moment))
        session = table.leave(9)
        good = table.saves.running.read_bytes()
        bad = good + b"not a record\n"
        table.saves.running.write_bytes(bad)
        with monkeypatch.context() as patch:
            if refused:
                refuse_renames(patch)
            left = iter(range(moment))

            def killed(file: int, left: Iterator[int] = left) -> None:
                if next(left, None) is None:
                    raise SystemExit("killed")

            patch.setattr(os, "fsync", killed)
            with contextlib.suppress(SystemExit):
                table.saves.read_running_table()
        assert bad in table.records, "the damaged file is whole somewhere"
        (found,) = Table(tmp_path / str(moment)).saves.read_running_table()
        assert found.state == session.state


def test_a_damaged_save_without_room_for_a_copy_stays_as_it_is_and_goes_on_in_memory(table: Table) -> None:
    session = table.leave(9)
    bad = table.saves.running.read_bytes() + b"not a record\n"
    table.saves.running.write_bytes(bad)
    with full(100):
        (found,) = table.saves.read_running_table()
        assert found.state == session.state and table.records[-1] == bad
        assert "It stays as it is" in table.said[0]
        found.journal = table.saves.continue_table()
        play(found, 2)
        assert not kept(table, found)
    play(found, 1)
    assert kept(table, found) and bad in table.records


def test_settings_and_games_that_cannot_be_kept_are_said_once_in_all(program: Opens, tmp_path: Path) -> None:
    window, _ = program.at(lambda context, _: SettingsScene(context))
    shutil.rmtree(tmp_path)
    tmp_path.write_text("a file where a folder should be")
    window.context.change_settings(pace="brisk")
    window.context.save_if_changed()
    session = Session(GAME, header(), window.matches.saves.begin_table())
    play(session, 3)
    window.context.change_settings(pace="leisurely")
    window.context.save_if_changed()
    tmp_path.unlink()
    tmp_path.mkdir()
    (said,) = window.context.notices
    assert said.startswith(f"Nothing can be kept in {str(tmp_path)[:20]}") and said.endswith("); play goes on in memory.")
    assert f"{tmp_path.name[-30:]} (" in said
    play(session, 1)
    assert window.context.notices == [said, "Everything is kept again."]
    assert window.folders.settings.exists() and not window.context.unwritable, "the settings as well"


def test_a_long_folder_is_told_by_its_beginning_and_end(program: Opens) -> None:
    window, _ = program.at(lambda context, _: SettingsScene(context))
    window.context.report_unsaved_tables(Path("/home/" + "x" * 90 + "\n/the end"), PermissionError(13, "Permission denied"))
    (said,) = window.context.notices
    assert said.startswith("Nothing can be kept in /home/xxx") and "x…x" in said and "\n" not in said
    assert "/the end (Permission denied); play" in said and len(said.split(" (")[0]) <= 60 + len("Nothing can be kept in ")


# ---------------------------------------------------------------------- what stands in the way

LATER = "2026-11-22T10:00:00Z"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there, and names of open files stay")


# ---------------------------------------------------------------------- links


@POSIX
@pytest.mark.parametrize("link", ["file", "hard link", "folder"])
def test_a_link_to_the_running_table_is_no_second_copy_of_it(table: Table, link: str) -> None:
    table.leave(5)
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
    table.leave(5)
    bad = table.saves.running.read_bytes() + b"not a record\n"
    table.saves.running.write_bytes(bad)
    link = table.folder / "running-damaged.goose"
    if hard:
        link.hardlink_to(table.saves.running)
    else:
        link.symlink_to("running.goose")
    (found,) = table.saves.read_running_table()
    found.journal = table.saves.continue_table()
    play(found, 2)
    assert bad in table.records and kept(table, found)


@POSIX
@pytest.mark.parametrize("relative", [False, True])
def test_a_running_table_that_is_a_link_is_archived_as_a_file(table: Table, tmp_path: Path, relative: bool) -> None:
    elsewhere = tmp_path / "elsewhere.goose"
    table.leave(5)
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
    table.leave(5)
    synced: list[int] = []
    real = os.fsync

    def noted(file: int) -> None:
        synced.append(os.fstat(file).st_ino)
        real(file)

    (found,) = table.saves.read_running_table()
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
    (found,) = Table(table.folder).saves.read_running_table()
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
    session = table.leave(5)
    play(session, 1)
    assert not session.journal.is_saved and not session.journal.write_missing_lines()  # type: ignore[union-attr]


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
    other.leave(4)
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
