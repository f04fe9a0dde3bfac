"""The history of a data folder: what its records say, its index in every place and state, and what was deleted."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from goosetable import integrity
from goosetable.app.storage import paths
from goosetable.app.storage.history import deleted, index, index_place
from goosetable.app.storage.history.figures import Figures, GameTables, PlayerTotals, uncounted_games
from goosetable.app.storage.history.index import Index, KnownFile
from goosetable.app.storage.history.index_place import FileState
from goosetable.app.storage.history.records import GameListing, History
from goosetable.app.storage.history.sources import GameRecord, RecordedPlayer, SeatResult
from goosetable.app.storage.paths import Paths
from goosetable.app.storage.profiles import Profile
from goosetable.app.storage.settings import Settings
from goosetable.engine.record.format import Chair, Line, ScoreLine, read_lines
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import clean_text
from tests.app.archives import QUICK, found_games, gathered, played, put
from tests.app.kept_table import full
from tests.games.playing import Variant, find, header, record, steps

ANNA, BEN = ("Anna", "human"), ("Ben", "human")
FOX, HEN, OUTSIDER = ("Vesper", "hard"), ("Dorothea", "easy"), ("Otto", "module:Class")
GOOSE = Variant(find("goose"), find("goose").Options(players=3, max_hand=2))


def account(folder: Path, who: tuple[str, str]) -> PlayerTotals:
    return Figures(gathered(folder).tables).totals_of_player(RecordedPlayer(*who))


def scored(text: str) -> list[ScoreLine]:
    return [line for _, line in read_lines(text.encode()) if isinstance(line, ScoreLine)]


def dump(history: History) -> dict[str, list[object]]:
    """All that the index says of records and games."""
    known = history.index
    assert known is not None
    walks: dict[str, Iterable[Iterable[object]]] = {
        "files": known.known_files(), "games": known.games_for_list(), "others": known.games_outside_best_record(),
        "reviews": known.reviewed_deals()
    }  # fmt: skip
    return {name: [row for some in walk for row in some] for name, walk in walks.items()}


def changing(
    seed: int, changes: dict[int, tuple[int, tuple[str, str]]], started: str = "2026-11-20T10:00:00Z"
) -> tuple[Session, str]:
    """A game in which, after so many scored deals, somebody else sits down at a seat."""
    written: list[Line] = []
    chairs = tuple(Chair(*chair) for chair in (ANNA, OUTSIDER, HEN))
    session = Session(QUICK.game, replace(header(QUICK, "7Q4K-M2XD-9TBR"), chairs=chairs, started=started), written.append)
    left = dict(changes)
    for _ in steps(session, Random(seed), 60):
        if session.due_step == "act" and session.standing.deals in left:
            seat, chair = left.pop(session.standing.deals)
            session.change_player(seat, Chair(*chair))
    assert session.ended and not left
    return session, record(written)


def test_an_empty_folder_has_nothing_to_show(tmp_path: Path) -> None:
    history = gathered(tmp_path / "nowhere")
    assert (found_games(history), history.damaged, history.is_done) == ([], 0, True)
    assert not (tmp_path / "nowhere").exists(), "looking creates no folder"


def test_a_game_in_two_records_counts_once_as_far_as_it_goes(tmp_path: Path) -> None:
    _, whole = played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")
    _, part = played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z", deals=1)
    put(tmp_path, "a copy of the beginning", part)
    put(tmp_path, "another", whole)
    paths.find_paths(tmp_path).running.write_text(whole, encoding="utf-8")
    found = account(tmp_path, ANNA)
    assert (found.games, found.deals) == (1, len(scored(whole)))


def test_what_is_damaged_is_left_out_and_counted(tmp_path: Path) -> None:
    _, good = played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")
    put(tmp_path, "good", good)
    put(tmp_path, "not json", "hello\n")
    put(tmp_path, "untrue", good.replace('"total": [', '"total": [1', 1))
    put(tmp_path, "another game", good.replace("gooseberry-fool", "bridge", 1))
    put(tmp_path, "empty")
    put(tmp_path, "torn", good[:-20])
    (tmp_path / "games" / "notes.txt").write_text("nothing to do with it")
    history = gathered(tmp_path)
    assert history.damaged == 3
    assert Figures(history.tables).totals_of_player(RecordedPlayer(*ANNA)).games == 1


def test_what_is_taken_back_does_not_count(tmp_path: Path) -> None:
    """The state that is counted is that of the actions in force."""
    _, text = played((ANNA, FOX, HEN), 3, "2026-11-20T10:00:00Z")
    lines, out = text.splitlines(), []
    for line in lines:
        out.append(line)
        if '"do"' in line and len(out) == 10:
            out += ['{"undo": 1}', line]
    put(tmp_path, "plain", text)
    plain = found_games(gathered(tmp_path))
    put(tmp_path, "plain", "\n".join(out) + "\n")
    assert '{"undo": 1}' in out
    assert found_games(gathered(tmp_path)) == plain


def test_of_two_records_of_a_table_none_is_hidden_that_has_what_the_other_has_not(tmp_path: Path) -> None:
    """Two programs that went on with one game, each its own way."""
    _, text = played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z", deals=1)
    lines = text.splitlines(keepends=True)
    actions = [number for number, line in enumerate(lines) if '"do"' in line]
    start, more = "".join(lines[: actions[3]]), "".join(lines[: actions[5]])
    put(tmp_path, "further", more)
    put(tmp_path, "the beginning", start)
    running = paths.find_paths(tmp_path).running

    def listed() -> list[str]:
        history = gathered(tmp_path)
        assert history.index is not None
        (best,) = [kept.path for some in history.index.games_for_list() for kept in some]
        return [os.fsdecode(name) for name in (best, *(name for name, *_ in history.diverging_games))]

    running.write_text(start, encoding="utf-8")
    assert listed() == ["games/further.goose"]
    running.write_text(start + '{"undo": 1}\n', encoding="utf-8")
    assert listed() == ["games/further.goose", "running.goose"]
    running.write_text(more, encoding="utf-8")
    assert listed() == ["running.goose"]


def test_a_record_with_many_versions_of_a_game_is_read_as_often_as_one_with_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, text = played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z", deals=1)
    start, reads = text.splitlines(keepends=True)[0], list[Path]()
    read = integrity.read_file

    def reading(path: Path, *more: Any) -> bytes:
        reads.append(path)
        return read(path, *more)

    monkeypatch.setattr(integrity, "read_file", reading)

    def count(versions: int) -> int:
        folder = tmp_path / str(versions)
        put(folder, "one", start * versions)
        del reads[:]
        assert not gathered(folder).diverging_games
        return len(reads)

    assert count(30) == count(3)


class TestChairLines:
    def test_a_deal_is_of_those_who_sat_there_and_the_game_of_those_who_stay(self, tmp_path: Path) -> None:
        session, text = changing(3, {1: (1, FOX)})
        put(tmp_path, "one", text)
        points = [line.points for line in scored(text)]
        found = Figures(gathered(tmp_path).tables)
        outsider, fox, anna = (found.totals_of_player(RecordedPlayer(*who)) for who in (OUTSIDER, FOX, ANNA))
        assert (outsider.games, outsider.deals, outsider.points) == (0, 1, points[0][1])
        assert (fox.games, fox.deals, fox.points) == (1, len(points) - 1, sum(row[1] for row in points[1:]))
        assert (anna.games, anna.deals, anna.points) == (1, len(points), sum(row[0] for row in points))
        assert fox.won == (1 in session.winners)
        assert {who for who, _ in found.results_against(RecordedPlayer(*ANNA))} == {RecordedPlayer(*FOX), RecordedPlayer(*HEN)}

    def test_who_comes_back_has_the_deals_of_both_times(self, tmp_path: Path) -> None:
        _, text = changing(3, {0: (0, BEN), 1: (0, FOX), 2: (0, BEN)})
        put(tmp_path, "one", text)
        points = [line.points[0] for line in scored(text)]
        found = Figures(gathered(tmp_path).tables)
        ben, fox, anna = (found.totals_of_player(RecordedPlayer(*who)) for who in (BEN, FOX, ANNA))
        assert anna == PlayerTotals(), "a seat that is left before a deal is scored has none"
        assert (fox.deals, fox.points) == (1, points[1])
        assert (ben.deals, ben.points) == (len(points) - 1, sum(points) - points[1])
        assert (ben.games, fox.games) == (1, 0)

    def test_what_was_found_is_the_same_when_it_is_read_again(self, tmp_path: Path) -> None:
        put(tmp_path, "one", changing(3, {1: (1, FOX), 2: (2, ("Hen\u202e\n", "easy"))})[1])
        first, second = gathered(tmp_path), gathered(tmp_path)
        assert (first.replayed, second.replayed) == (1, 0)
        assert found_games(first) == found_games(second)
        (game,) = found_games(first)
        assert [(one.seat, one.name, one.deals) for one in game.left] == [(1, "Otto", 1), (2, "Dorothea", 2)]
        assert [(one.name, one.player) for one in game.seats] == [ANNA, FOX, ("Hen", "easy")]


class TestNames:
    def test_they_are_clean_in_what_is_shown_and_a_person_stays_the_same(self, tmp_path: Path) -> None:
        nasty = (("Anna\u202e\u200b ", "human"), ("W" * 1000, "hard"), ("x" + "\u0335" * 900, "ha\nrd"))
        put(tmp_path, "one", played(nasty, 1, "2026-11-20T10:00:00Z")[1])
        put(tmp_path, "two", played((ANNA, FOX, HEN), 2, "2026-11-21T10:00:00Z")[1])
        history = gathered(tmp_path)
        persons, others, _ = Figures(history.tables).listed_players(Settings())
        assert all(
            clean_text(who.name) == who.name and clean_text(who.display_name, 200) == who.display_name
            for who in persons + others
        )
        assert [who.name for who in persons] == ["Gooseberry", "Anna"]
        assert Figures(history.tables).totals_of_player(RecordedPlayer(*ANNA)).games == 2
        assert RecordedPlayer("x" + "\u0335" * 4, "“ha rd”") in others


class TestRenamed:
    """A renamed person is one person, also in records with the former name."""

    NAMES: Final = {"anna": "Hannah", "you": "Cleo", "gooseberry": "Cleo"}

    def test_counts_and_is_listed_under_the_present_name(self, tmp_path: Path) -> None:
        put(tmp_path, "one", played((ANNA, FOX, ("You", "human")), 1, "2026-11-20T10:00:00Z")[1])
        put(tmp_path, "two", played((("Hannah", "human"), FOX, ("Gooseberry", "human")), 2, "2026-11-21T10:00:00Z")[1])
        settings = Settings(counted_from={RecordedPlayer(*ANNA).key: "2026-11-20T12:00:00Z"})
        gathered(tmp_path).close()  # the index knows the names of then
        history, hannah, cleo = (
            gathered(tmp_path, self.NAMES),
            RecordedPlayer("Hannah", "human"),
            RecordedPlayer("Cleo", "human"),
        )
        figures = Figures(history.tables)
        assert [figures.totals_of_player(who).games for who in (hannah, cleo, RecordedPlayer(*ANNA))] == [2, 2, 0]
        assert set(figures.players(are_people=True).values()) == {hannah, cleo}
        listing = GameListing(history, tmp_path, cleo.key)
        while listing.run_slice():
            pass
        assert [[seat.name for seat in game.seats] for game in listing.games] == [["Hannah", "Vesper", "Cleo"]] * 2
        people = (Profile("Hannah", former=("Anna",)).as_setting(),)
        assert uncounted_games(replace(settings, people=people)) == {hannah.key: "2026-11-20T12:00:00Z"}

    def test_but_two_at_one_table_are_two(self, tmp_path: Path) -> None:
        put(tmp_path, "one", played((ANNA, ("Hannah", "human"), FOX), 1, "2026-11-20T10:00:00Z")[1])
        figures = Figures(gathered(tmp_path, self.NAMES).tables)
        assert {who.name for who in figures.players(are_people=True).values()} == {"Anna", "Hannah"}

    def test_who_left_a_seat_too(self, tmp_path: Path) -> None:
        put(tmp_path, "one", changing(3, {1: (0, FOX)})[1])
        history = gathered(tmp_path, self.NAMES)
        account = Figures(history.tables).totals_of_player(RecordedPlayer("Hannah", "human"))
        assert (account.games, account.deals) == (0, 1)
        for _ in history.tables.read_deals(RecordedPlayer("Hannah", "human").key):
            pass
        keys = {key for (key,) in history.tables.db.execute("SELECT DISTINCT key FROM deals")}
        assert "human hannah" in keys and "human anna" not in keys


class TestKept:
    def test_a_second_look_replays_only_what_is_new(self, tmp_path: Path) -> None:
        put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        first = gathered(tmp_path)
        put(tmp_path, "two", played((ANNA, FOX, HEN), 2, "2026-11-21T10:00:00Z", variant=GOOSE)[1])
        second, third = gathered(tmp_path), gathered(tmp_path)
        assert (first.replayed, second.replayed, third.replayed) == (1, 1, 0)
        assert found_games(second) == found_games(third)
        assert found_games(second)[0] == found_games(first)[0]

    def test_a_record_that_has_changed_is_replayed_and_one_that_is_gone_forgotten(self, tmp_path: Path) -> None:
        path = put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        gathered(tmp_path)
        path.write_text(played((BEN, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        assert [who.name for who in Figures(gathered(tmp_path).tables).listed_players(Settings()).persons] == [
            "Gooseberry",
            "Ben",
        ]
        path.unlink()
        history = gathered(tmp_path)
        assert found_games(history) == []
        assert not any(dump(history).values()), "nothing of it stays in any table"

    def test_a_record_that_was_moved_copied_or_touched_is_not_replayed(self, tmp_path: Path) -> None:
        path = put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        games = found_games(gathered(tmp_path))
        path.rename(path.with_name("two.goose"))
        put(tmp_path, "three", path.with_name("two.goose").read_text())
        os.utime(path.with_name("three.goose"), (0, 0))
        history = gathered(tmp_path)
        assert (history.replayed, found_games(history)) == (0, games)
        path.with_name("two.goose").unlink()
        history = gathered(tmp_path)
        assert (history.replayed, found_games(history)) == (0, games)

    def test_where_the_record_that_goes_further_vanishes_the_other_one_counts_again(self, tmp_path: Path) -> None:
        put(tmp_path, "part", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z", deals=1)[1])
        alone = dump(gathered(tmp_path))
        whole = put(tmp_path, "whole", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        assert found_games(gathered(tmp_path))[0].deals > 1
        whole.unlink()
        assert dump(gathered(tmp_path)) == alone

    def test_another_program_at_the_index_stops_nobody(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(index, "PATIENCE", 20)
        put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        gathered(tmp_path)
        put(tmp_path, "two", played((ANNA, FOX, HEN), 2, "2026-11-21T10:00:00Z")[1])
        with contextlib.closing(sqlite3.connect(paths.find_paths(tmp_path).history, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            assert len(found_games(gathered(tmp_path))) == 2
            other.execute("ROLLBACK")
        assert len(found_games(gathered(tmp_path))) == 2

    def test_the_reading_comes_in_pieces(self, tmp_path: Path) -> None:
        put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        history, pieces = History(paths.find_paths(tmp_path)), 0
        while history.run_slice():
            pieces += 1
            assert found_games(history) == []
        assert pieces > 10

    def test_the_reading_enters_few_games_in_one_piece(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        texts = [played((ANNA, FOX, HEN), n, f"2026-11-20T10:{n:02}:00Z", deals=1)[1] for n in range(30)]
        put(tmp_path, "all", *texts)
        gathered(tmp_path)
        entered = 0
        real = GameTables.add_game

        def counted(tables: GameTables, one: GameRecord) -> None:
            nonlocal entered
            entered += 1
            real(tables, one)

        monkeypatch.setattr(GameTables, "add_game", counted)
        history = History(paths.find_paths(tmp_path))
        most = 0
        while history.run_slice():
            most, entered = max(most, entered), 0
        assert 0 < most <= 10

    def test_a_game_is_read_from_the_index_as_it_was_entered(self) -> None:
        left = SeatResult("Otto", "module:Class otto", "module:Class", None, Fraction(1, 2), False, 1, 1, Fraction(1, 2))
        seats = tuple(
            SeatResult(name, "key", player, 1 + seat, Fraction(7, 3), not seat, seat, 2, 3, Fraction(1, 2), 5, " best ")
            for seat, (name, player) in enumerate((ANNA, FOX))
        )
        game = GameRecord("m", "goose", "2026", True, 2, "Play to: 50", 9, True, "CODE", seats, (left,), "[[], []]")
        with contextlib.closing(Index(None)) as known:
            known.enter_record(b"games/one.goose", KnownFile(1, 2, "digest"), [game, game._replace(mark="n", ended=False)])
            first, second = (stored for some in known.games_by_start() for stored in some)
        assert (first.game, second.game) == (game, game._replace(mark="n", ended=False))
        assert (first.path, first.number, second.number, second.games_in_record) == (b"games/one.goose", 0, 1, 2)


# ---------------------------------------------------------------------- where the index is

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


# ---------------------------------------------------------------------- deleted games

NOW = 1_790_000_000.0
"""A time of 2026."""
DAY = 86_400.0
RECORD = played((("Gooseberry", "human"), ("Vesper", "easy"), ("Dorothea", "easy")), 1, "2026-05-07T10:00:00Z", deals=1)[1]


@pytest.fixture
def empty_folders(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data")


def removed(empty_folders: Paths, day: float) -> Path:
    """A record that was deleted on a day, counted from now by the clock; where it lies."""
    return deleted.delete_record(put(empty_folders.data, "1", RECORD), empty_folders, NOW + day * DAY)


def on(empty_folders: Paths, day: float) -> None:
    """The program is used on that day."""
    deleted.remove_expired_records(empty_folders, NOW + day * DAY)


def last_kept(empty_folders: Paths, path: Path, first: int) -> int:
    """The last day on which a record is still there, where the program is used every day."""
    for day in range(first, first + 200):
        on(empty_folders, day)
        if not path.exists():
            return day - 1
    raise AssertionError("it is kept for ever")


def test_it_is_kept_for_thirty_days(empty_folders: Paths) -> None:
    assert last_kept(empty_folders, removed(empty_folders, 0), 0) == 31


@pytest.mark.parametrize("wrong", [-20_000, -9000, -31, 31, 400, 30_000])
def test_a_clock_that_was_wrong_then_takes_it_no_sooner(empty_folders: Paths, wrong: int) -> None:
    assert 30 <= last_kept(empty_folders, removed(empty_folders, wrong), 0) < 70


def test_a_clock_that_jumps_ahead_and_back_takes_nothing(empty_folders: Paths) -> None:
    path = removed(empty_folders, 0)
    for _ in range(40):
        for day in (1, 29, 1, 31, 2, 4000, 3, 31, 4, 4000, -8000):
            on(empty_folders, day)
    assert path.exists()


def test_what_was_there_before_days_were_counted_is_kept_as_long(empty_folders: Paths) -> None:
    path = removed(empty_folders, -500)
    (path.parent / "days.json").unlink()
    assert last_kept(empty_folders, path, 0) == 31


@pytest.mark.parametrize(
    "spoilt",
    [
        b"", b"{}", b"[]", b"\xff", b"[" * 9999, b'{"days": 1e999}', b'{"days": 99, "last": [], "since": {"x": -5}}',
        b'{"days": 99, "last": ["x"], "since": {}}', b'{"days": ' + b"9" * 5000 + b"}",
        b'{"days": -1, "last": [], "since": {}}',
        b'{"days": 99, "last": [], "since": {"x": ' + b"9" * 400 + b"}}",
    ],
)  # fmt: skip
def test_days_that_cannot_be_right_are_set_aside_and_counted_anew(empty_folders: Paths, spoilt: bytes) -> None:
    path = removed(empty_folders, 0)
    (path.parent / "days.json").write_bytes(spoilt)
    assert last_kept(empty_folders, path, 40) == 71
    assert (path.parent / "days.old-1.json").read_bytes() == spoilt


def test_numbers_of_days_to_come_take_nothing_sooner(empty_folders: Paths) -> None:
    path = removed(empty_folders, 0)
    told = json.loads((path.parent / "days.json").read_text())
    (path.parent / "days.json").write_text(json.dumps(told | {"since": {path.name: 0}, "last": [0] * 60}))
    assert last_kept(empty_folders, path, 31) >= 60


def test_what_a_link_leads_to_is_never_removed(empty_folders: Paths, tmp_path: Path) -> None:
    other = put(tmp_path / "elsewhere", "1", RECORD)
    empty_folders.data.mkdir()
    empty_folders.deleted.symlink_to(other.parent, target_is_directory=True)
    for day in range(60):
        on(empty_folders, day)
    assert [path.name for path in other.parent.iterdir()] == ["1.goose"]


def test_a_link_in_the_place_of_the_days_is_not_followed(empty_folders: Paths, tmp_path: Path) -> None:
    path = removed(empty_folders, 0)
    other = tmp_path / "other.json"
    other.write_text("what another program needs")
    (path.parent / "days.json").unlink()
    (path.parent / "days.json").symlink_to(other)
    assert last_kept(empty_folders, path, 0) == 31
    assert other.read_text() == "what another program needs"


def test_where_nothing_was_deleted_nothing_is_written(empty_folders: Paths) -> None:
    on(empty_folders, 0)
    assert not empty_folders.data.exists()
