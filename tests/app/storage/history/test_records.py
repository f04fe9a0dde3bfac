"""The history of a data folder: records that come, go and are damaged, and seats that change hands."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Final

import pytest

from goosetable.app.storage import paths
from goosetable.app.storage.history import index
from goosetable.app.storage.history.figures import Figures, GameTables, PlayerTotals, uncounted_games
from goosetable.app.storage.history.index import Index, KnownFile
from goosetable.app.storage.history.records import History, Listing
from goosetable.app.storage.history.sources import GameRecord, RecordedPlayer, SeatResult
from goosetable.app.storage.profiles import Profile
from goosetable.app.storage.settings import Settings
from goosetable.engine.record.format import Chair, Line, ScoreLine, read_lines
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import clean_text
from tests.app.archives import QUICK, found_games, gathered, played, put
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
        "files": known.known_files(), "games": known.games_for_list(), "others": known.surpassed_games(),
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
        if session.due == "act" and session.standing.deals in left:
            seat, chair = left.pop(session.standing.deals)
            session.change_player(seat, Chair(*chair))
    assert session.ended and not left
    return session, record(written)


def test_an_empty_folder_has_nothing_to_show(tmp_path: Path) -> None:
    history = gathered(tmp_path / "nowhere")
    assert (found_games(history), history.damaged, history.done) == ([], 0, True)
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
        assert set(figures.players(persons=True).values()) == {hannah, cleo}
        listing = Listing(history, tmp_path, cleo.key)
        while listing.run_slice():
            pass
        assert [[seat.name for seat in game.seats] for game in listing.games] == [["Hannah", "Vesper", "Cleo"]] * 2
        people = (Profile("Hannah", former=("Anna",)).as_setting(),)
        assert uncounted_games(replace(settings, people=people)) == {hannah.key: "2026-11-20T12:00:00Z"}

    def test_but_two_at_one_table_are_two(self, tmp_path: Path) -> None:
        put(tmp_path, "one", played((ANNA, ("Hannah", "human"), FOX), 1, "2026-11-20T10:00:00Z")[1])
        figures = Figures(gathered(tmp_path, self.NAMES).tables)
        assert {who.name for who in figures.players(persons=True).values()} == {"Anna", "Hannah"}

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

    @pytest.mark.parametrize("spoil", ["", "{}", "torn", "a gap", "edition", "table", "a game", "another kind", "folder"])
    def test_an_index_that_is_not_as_it_was_written_is_made_anew(self, tmp_path: Path, spoil: str) -> None:
        put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        first, path = gathered(tmp_path), paths.find_paths(tmp_path).history
        entered, there = dump(first), found_games(first)
        first.close()
        content = path.read_bytes()
        statements = {
            "edition": "UPDATE meta SET edition = '0'", "table": "DROP TABLE games", "a game": "UPDATE games SET seats = '[]'",
            "another kind": "DROP TABLE meta; CREATE TABLE notes (x)",
        }  # fmt: skip
        if spoil == "folder":
            path.unlink()
            path.mkdir()
        elif spoil in statements:
            with contextlib.closing(sqlite3.connect(path)) as db:
                db.executescript(statements[spoil])
        else:
            gap = content[:200] + b"x" * 3000 + content[3200:]
            path.write_bytes({"torn": content[: len(content) // 2], "a gap": gap}.get(spoil, spoil.encode()))
        again = gathered(tmp_path)
        assert again.replayed == 1
        assert found_games(again) == there
        assert dump(again) == entered
        third = gathered(tmp_path)
        assert third.replayed == 0, "where another's lies in its place, it is kept beside that"
        assert found_games(third) == there

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
