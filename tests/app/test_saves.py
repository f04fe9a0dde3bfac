"""The running game on disk: nothing is lost, whatever happens to the file."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from goosetable import games
from goosetable.app.saves import Journal, Saves, Unkept, free_name
from goosetable.app.scenes.settings import SettingsScene
from goosetable.engine import lines, option, replay
from goosetable.engine.lines import Chair, Header, UndoLine
from goosetable.engine.session import Session
from goosetable.engine.state import TrickState

GAME = games.find("gooseberry-fool")
CODE = "7Q4K-M2XD-9TBR"


def header(started: str | None = "2026-11-21T10:00:00Z") -> Header:
    chairs = (Chair("You", "human"), Chair("Vesper", "greedy"), Chair("Dorothea", "random"))
    return Header(GAME.id, dict(option.write(GAME.Options())), CODE, chairs, "0.1.0", started)


def play(session: Session, actions: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    while actions:
        match session.due:
            case "deal":
                session.begin()
            case "act":
                turn = session.turn
                assert turn is not None
                session.act(turn, rng.choice(list(session.legal())))
                actions -= 1
            case "score":
                session.score()
            case "end":
                session.end()
            case _:
                return


def told(said: list[str]) -> Unkept:
    """Notes every time that something cannot be kept."""
    return lambda folder, trouble: said.append(f"{folder.name}: {trouble.strerror}")


class Table:
    """Saves in a folder, and what they said."""

    def __init__(self, folder: Path) -> None:
        self.said: list[str] = []
        self.saves = Saves(folder / "running.goose", folder / "games", self.said.append, told(self.said))

    def begin(self, actions: int) -> Session:
        session = Session(GAME, header(), self.saves.begin())
        play(session, actions)
        return session


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "a folder é")
    yield made
    made.saves.close()


def test_every_action_is_on_disk_at_once(table: Table) -> None:
    session = Session(GAME, header(), table.saves.begin())
    for count in range(1, 60):
        play(session, 1, count)
        again = replay.sessions(table.saves.running.read_bytes(), games.find)[-1]
        assert again.state == session.state
        assert again.standing == session.standing


def test_goes_on_in_mid_trick_and_the_record_stays_valid(table: Table) -> None:
    first = table.begin(17)
    assert isinstance(first.state, TrickState) and first.state.trick
    (found,) = table.saves.look()
    assert found.state == first.state
    found.journal = table.saves.resume()
    play(found, 400)
    (whole,) = replay.sessions(table.saves.running.read_bytes(), games.find)
    assert whole.due == "none"
    assert table.said == []


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_torn_last_line_costs_only_that_line(table: Table, cut: int) -> None:
    table.begin(9)
    content = table.saves.running.read_bytes()
    table.saves.running.write_bytes(content[:-cut])
    (found,) = table.saves.look()
    # Without the line end alone the last line is still whole.
    assert found.undoable == (9 if cut == 1 else 8)
    found.journal = table.saves.resume()
    play(found, 3)
    (again,) = replay.sessions(table.saves.running.read_bytes(), games.find)
    assert again.state == found.state


def test_two_programs_do_not_write_into_one_game(table: Table, tmp_path: Path) -> None:
    first = table.begin(9)
    other = Saves(table.saves.running, table.saves.archive, table.said.append, told(table.said))
    (found,) = other.look()
    found.journal = other.resume()
    play(found, 2, 5)
    assert len(table.said) == 1 and "another goosetable" in table.said[0]
    play(first, 3, 6)
    (again,) = replay.sessions(table.saves.running.read_bytes(), games.find)
    assert again.state == first.state
    other.close()


def test_an_empty_or_missing_file_is_no_game(table: Table) -> None:
    assert table.saves.look() == []
    table.saves.running.parent.mkdir(parents=True)
    table.saves.running.write_bytes(b"")
    assert table.saves.look() == []
    assert table.said == []


@pytest.mark.parametrize("damage", [b"not a record\n", b'{"seat": 0, "do": "play AS"}\n', b"\xff\xfe\x00\n", b'{"a": 1}\n' * 3])
def test_a_damaged_save_is_set_aside_and_said_so(table: Table, damage: bytes) -> None:
    table.begin(5)
    table.saves.running.write_bytes(damage)
    assert table.saves.look() == []
    assert not table.saves.running.exists()
    (kept,) = table.saves.running.parent.glob("running-damaged*.goose")
    assert kept.read_bytes() == damage
    assert table.said and kept.name in table.said[0]
    table.begin(3)
    table.saves.running.write_bytes(damage)
    table.saves.look()
    assert len(list(table.saves.running.parent.glob("running-damaged*.goose"))) == 2


@pytest.mark.parametrize("damage", [b"not a record\n", b'{"seat": 9, "do": "play AS"}\n', b"\xff\xfe\x00\n", b"\n"])
def test_a_damaged_save_goes_on_from_its_last_good_line(table: Table, damage: bytes) -> None:
    session = table.begin(9)
    good = table.saves.running.read_bytes()
    table.saves.close()
    bad = good + damage + b'{"seat": 1, "do": "play 2S"}\n'
    table.saves.running.write_bytes(bad)
    (found,) = table.saves.look()
    assert found.state == session.state and found.undoable == 9
    (kept,) = table.saves.running.parent.glob("running-damaged*.goose")
    assert kept.read_bytes() == bad and table.saves.running.read_bytes() == good
    assert len(table.said) == 1 and "You can go on" in table.said[0] and f"line {good.count(bytes([10])) + 1}," in table.said[0]
    (again,) = table.saves.look()
    assert again.state == session.state and len(table.said) == 1, "the second look finds nothing wrong"
    found.journal = table.saves.resume()
    play(found, 3)
    assert replay.sessions(table.saves.running.read_bytes(), games.find)[0].state == found.state


def test_a_new_table_puts_the_old_one_into_the_archive(table: Table) -> None:
    table.begin(5)
    old = table.saves.running.read_bytes()
    table.begin(2)
    table.begin(2)
    kept = sorted(table.saves.archive.glob("*.goose"))
    assert len(kept) == 2
    assert old in [path.read_bytes() for path in kept]
    assert all("gooseberry-fool" in path.name and ":" not in path.name for path in kept)


def test_a_file_that_cannot_be_written_is_said_once_and_play_goes_on(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("a file where a folder should be")
    said: list[str] = []
    saves = Saves(in_the_way / "running.goose", tmp_path / "games", said.append, told(said))
    session = Session(GAME, header(), saves.begin())
    play(session, 12)
    assert session.undoable == 12
    assert len(said) == 1 and said[0].startswith("file: ")


def test_a_journal_whose_disk_is_full_is_said_once(tmp_path: Path) -> None:
    said: list[str] = []
    journal = Journal(tmp_path / "running.goose", said.append, told(said))
    journal.close()
    journal._file = _Full(tmp_path / "full")  # type: ignore[assignment]
    journal(UndoLine(1))
    journal(UndoLine(1))
    assert len(said) == 1 and "No space left" in said[0]


class _Full:
    """A file on a full disk."""

    def __init__(self, name: Path) -> None:
        self.name = str(name)

    def write(self, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    def close(self) -> None:
        return


def test_adopting_a_record_leaves_the_original_alone(table: Table, tmp_path: Path) -> None:
    table.begin(7)
    friend = tmp_path / "friend.goose"
    session = Session(GAME, header(None), None)
    written: list[str] = []
    session.journal = lambda line: written.append(lines.write(line))
    session._write(session.header)
    play(session, 4)
    friend.write_text("\n".join(written) + "\n", encoding="utf-8")
    before = friend.read_bytes()
    found = table.saves.adopt(friend)
    assert found[-1].undoable == 4
    assert friend.read_bytes() == before
    assert len(list(table.saves.archive.glob("*.goose"))) == 1


def test_a_damaged_record_is_refused_and_nothing_changes(table: Table, tmp_path: Path) -> None:
    table.begin(7)
    running = table.saves.running.read_bytes()
    friend = tmp_path / "friend.goose"
    friend.write_text("{}\n")
    with pytest.raises(lines.RecordError):
        table.saves.adopt(friend)
    assert table.saves.running.read_bytes() == running


def test_free_names_never_overwrite(tmp_path: Path) -> None:
    name = tmp_path / "game.goose"
    names = []
    for _ in range(4):
        found = free_name(name)
        found.touch()
        names.append(found.name)
    assert names == ["game.goose", "game 2.goose", "game 3.goose", "game 4.goose"]


def test_settings_and_games_that_cannot_be_kept_are_said_once_in_all(program: Callable[..., Any], tmp_path: Path) -> None:
    window = program()
    window.show(lambda desk, _: SettingsScene(desk))
    shutil.rmtree(tmp_path)
    tmp_path.write_text("a file where a folder should be")
    window.desk.change(motion="brisk")
    play(Session(GAME, header(), window.tables.saves.begin()), 3)
    window.desk.change(motion="full")
    tmp_path.unlink()
    tmp_path.mkdir()
    (said,) = window.desk.notices
    assert said.startswith(f"Nothing can be kept in {tmp_path} (") and said.endswith("); play goes on in memory.")
