"""Who sat where: seats that change hands, games that do not count, and figures of any number of people, from any file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from goosetable.app.storage import paths, statistics
from goosetable.app.storage.accounts import ALL, Account, Book
from goosetable.app.storage.history import told
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.roll import HistoryIndex, Played, Stint, Who
from goosetable.app.storage.settings import MOST_COUNTED, Settings, changed, parse, text_of
from goosetable.app.storage.statistics import SHOWN, everybody
from goosetable.engine.record.format import Chair, Line, ScoreLine
from goosetable.engine.record.session import Session
from goosetable.engine.words.clean import clean
from tests.app.archives import QUICK, played, put
from tests.games.playing import header, record, steps

ANNA, BEN = ("Anna", "human"), ("Ben", "human")
FOX, HEN, OUTSIDER = ("Vesper", "hard"), ("Dorothea", "easy"), ("Otto", "module:Class")


def gathered(folder: Path) -> History:
    history = History(paths.find(folder))
    while history.work():
        pass
    return history


def game(number: int, *chairs: tuple[str, str], started: str = "", winner: int = 0) -> Played:
    """A game of one deal that was played to its end."""
    seats = range(len(chairs))
    mark = sha256(str(number).encode()).hexdigest()[:24]
    points = tuple(Fraction(seat == winner) for seat in seats)
    return Played(mark, QUICK.game.id, started, chairs, True, 1, points, points, (winner,), tuple(map(int, points)))


def index(games: Sequence[Played]) -> HistoryIndex:
    found = HistoryIndex()
    for one in sorted(games, key=lambda one: one.started):
        found.add(one)
    return found


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
            session.sit(seat, Chair(*chair))
    assert session.ended and not left
    return session, record(written)


class TestChairLines:
    def test_a_deal_is_of_those_who_sat_there_and_the_game_of_those_who_stay(self, tmp_path: Path) -> None:
        session, text = changing(3, {1: (1, FOX)})
        put(tmp_path, "one", text)
        points = [line.points for line in _scores(text)]
        book = Book(gathered(tmp_path).roll)
        outsider, fox, anna = (book.account(Who(*who)) for who in (OUTSIDER, FOX, ANNA))
        assert (outsider.games, outsider.deals, outsider.points) == (0, 1, points[0][1])
        assert (fox.games, fox.deals, fox.points) == (1, len(points) - 1, sum(row[1] for row in points[1:]))
        assert (anna.games, anna.deals, anna.points) == (1, len(points), sum(row[0] for row in points))
        assert fox.won == (1 in session.winners)
        assert set(book.against(Who(*ANNA))) == {Who(*FOX).key, Who(*HEN).key}

    def test_who_comes_back_has_the_deals_of_both_times(self, tmp_path: Path) -> None:
        _, text = changing(3, {0: (0, BEN), 1: (0, FOX), 2: (0, BEN)})
        put(tmp_path, "one", text)
        points = [line.points[0] for line in _scores(text)]
        book = Book(gathered(tmp_path).roll)
        ben, fox, anna = (book.account(Who(*who)) for who in (BEN, FOX, ANNA))
        assert anna == Account(), "a seat that is left before a deal is scored has none"
        assert (fox.deals, fox.points) == (1, points[1])
        assert (ben.deals, ben.points) == (len(points) - 1, sum(points) - points[1])
        assert (ben.games, fox.games) == (1, 0)

    def test_what_was_found_is_the_same_when_it_is_read_again(self, tmp_path: Path) -> None:
        put(tmp_path, "one", changing(3, {1: (1, FOX), 2: (2, ("Hen\u202e\n", "easy"))})[1])
        first, second = gathered(tmp_path), gathered(tmp_path)
        assert (first.replayed, second.replayed) == (1, 0)
        assert first.games == second.games
        assert [(stint.seat, stint.name, stint.deals) for stint in first.games[0].left] == [(1, "Otto", 1), (2, "Dorothea", 2)]
        assert first.games[0].chairs == (ANNA, FOX, ("Hen", "easy"))


def _scores(text: str) -> list[ScoreLine]:
    from goosetable.engine.record.format import read

    return [line for _, line in read(text.encode()) if isinstance(line, ScoreLine)]


class TestNames:
    def test_they_are_clean_in_what_is_shown_and_a_person_stays_the_same(self, tmp_path: Path) -> None:
        nasty = (("Anna\u202e\u200b ", "human"), ("W" * 1000, "hard"), ("x" + "\u0335" * 900, "ha\nrd"))
        put(tmp_path, "one", played(nasty, 1, "2026-11-20T10:00:00Z")[1])
        put(tmp_path, "two", played((ANNA, FOX, HEN), 2, "2026-11-21T10:00:00Z")[1])
        history = gathered(tmp_path)
        persons, others, _ = everybody(history.roll, Settings())
        assert all(clean(who.name) == who.name and clean(who.title, 200) == who.title for who in persons + others)
        assert [who.name for who in persons] == ["You", "Anna"]
        assert Book(history.roll).account(Who(*ANNA)).games == 2
        assert Who("x" + "\u0335" * 4, "“ha rd”") in others

    def test_a_long_player_has_a_short_key_of_its_own(self) -> None:
        one, other = Who("Otto", "m" * 999 + ":A"), Who("Otto", "m" * 999 + ":B")
        assert one.key != other.key
        assert len(one.key) < 300
        assert len(one.title) < 130

    def test_a_blank_in_a_player_makes_nobody_another(self) -> None:
        assert Who("b", "human a").key != Who("a b", "human").key


class TestCountingAfresh:
    def again(self, games: Sequence[Played], settings: Settings, who: tuple[str, str] = ANNA) -> Settings:
        settings = changed(settings, **statistics.begun_again(settings, Book(index(games)), Who(*who)))
        return parse(text_of(settings))

    @pytest.mark.parametrize("later", ["2026-11-22T10:00:00Z", "1970-01-01T00:00:00Z", ""])
    def test_a_game_from_the_future_or_a_clock_set_back_stops_nothing(self, later: str) -> None:
        before = [game(1, ANNA, FOX, started="9999-12-31T23:59:59Z"), game(2, ANNA, HEN, started="2026-11-21T10:00:00Z")]
        settings = self.again(before, Settings())
        assert Book(index(before), settings.counted_from).account(Who(*ANNA)) == Account()
        assert Book(index(before), settings.counted_from).account(Who(*FOX)).games == 1
        after = [*before, game(3, ANNA, FOX, started=later)]
        assert Book(index(after), settings.counted_from).account(Who(*ANNA)).games == 1

    def test_what_a_program_of_before_wrote_is_understood(self) -> None:
        games = [game(day, ANNA, FOX, started=f"2026-11-{day}T10:00:00Z") for day in range(10, 20)]
        old = parse(json.dumps({"counted_from": {Who(*ANNA).key: "2026-11-14T10:00:00Z"}}))
        assert Book(index(games), old.counted_from).account(Who(*ANNA)).games == 5
        marked = changed(old, **statistics.remade(old, Book(index(games))))
        assert Book(index(games), marked.counted_from).account(Who(*ANNA)).games == 5
        assert statistics.remade(marked, Book(index(games))) == {}

    def test_an_old_time_from_the_future_stops_counting_no_longer_than_until_it_is_looked_at(self) -> None:
        games = [game(1, ANNA, FOX, started="9999-12-31T23:59:59Z"), game(2, ANNA, HEN)]
        old = Settings(counted_from={Who(*ANNA).key: "9999-12-31T23:59:59Z", Who(*BEN).key: "2026-11-14T10:00:00Z"})
        marked = changed(old, **statistics.remade(old, Book(index(games))))
        assert Book(index(games), marked.counted_from).account(Who(*ANNA)) == Account()
        later = [*games, game(3, ANNA, FOX, started="2026-11-22T10:00:00Z")]
        assert Book(index(later), marked.counted_from).account(Who(*ANNA)).games == 1
        assert marked.counted_from[Who(*BEN).key] == "2026-11-14T10:00:00Z", "of whom nothing is known, nothing changes"

    def test_what_is_remembered_is_bounded_and_still_counts_none_of_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(statistics, "LONGEST_COUNTED", 20_000)
        games = [game(n, ANNA, BEN, started=f"{2000 + n // 300}-01-{1 + n % 28:02}T10:00:00Z") for n in range(3000)]
        settings = self.again(games, Settings())
        assert 19_000 < len(str(settings.counted_from)) < 20_000
        settings = self.again(games, settings, BEN)
        assert len(text_of(settings)) < 25_000
        for who in (ANNA, BEN):
            assert Book(index(games), settings.counted_from).account(Who(*who)) == Account()
        later = [*games, game(3000, ANNA, BEN, started="2026-01-01T10:00:00Z")]
        assert Book(index(later), settings.counted_from).account(Who(*ANNA)).games == 1

    def test_no_more_people_than_that_are_remembered(self) -> None:
        settings = Settings()
        games = [game(n, (f"P{n}", "human"), FOX) for n in range(MOST_COUNTED + 3)]
        for one in games:
            settings = changed(settings, **statistics.begun_again(settings, Book(index(games)), Who(*one.chairs[0])))
        assert len(settings.counted_from) == MOST_COUNTED
        assert parse(text_of(settings)) == settings
        assert Book(index(games), settings.counted_from).account(Who(*games[-1].chairs[0])) == Account()


class TestManyPeople:
    def test_a_page_shows_the_latest_and_says_how_many_more(self) -> None:
        games = [
            game(n, ("You", "human"), (f"P{n}", "human"), (f"C{n}", "hard"), started=f"2026-11-20T{n // 60:02}:{n % 60:02}:00Z")
            for n in range(600)
        ]
        persons, others, more = everybody(index(games), Settings())
        assert [who.name for who in persons] == ["You", *(f"P{n}" for n in range(599, 600 - SHOWN, -1))]
        assert len(others) == SHOWN
        assert [who.name for who in others[12:]] == [f"C{n}" for n in range(599, 599 - SHOWN + 12, -1)]
        assert more == (601 - SHOWN, 612 - SHOWN)
        met = statistics.meetings(Book(index(games)), Who("You", "human"), ALL)
        assert len(met) == SHOWN

    def test_those_met_most_often_are_shown_first(self) -> None:
        games = [game(n, ANNA, (f"P{n}", "human"), ("Ben", "human"), ("Vesper", "hard") if n % 2 else HEN) for n in range(500)]
        met = statistics.meetings(Book(index(games)), Who(*ANNA), ALL)
        assert [who.name for who, _ in met[:3]] == ["Ben", "Dorothea", "Vesper"]
        assert [figure.value for _, figure in met[:3]] == ["500 : 0", "250 : 0", "250 : 0"]

    def test_a_character_with_a_thousand_levels_does_not_push_the_others_off(self) -> None:
        games = [game(n, ANNA, ("Vesper", f"level {n}")) for n in range(1000)] + [game(1000, ANNA, FOX)]
        _, others, more = everybody(index(games), Settings())
        assert others[0] == Who(*FOX)
        assert Who("Minim", "") in others
        assert len(others) < 30
        assert more[1] == 1001 - statistics.LEVELS_SHOWN

    def test_everybody_is_found_without_asking_each_of_each(self, monkeypatch: pytest.MonkeyPatch) -> None:
        games = [game(n, *((f"P{n} {seat}", "human") for seat in range(20))) for n in range(500)]
        asked = 0
        real = Who.key.fget  # type: ignore[attr-defined]

        def counted(who: Who) -> str:
            nonlocal asked
            asked += 1
            found: str = real(who)
            return found

        monkeypatch.setattr(Who, "key", property(counted))
        book = Book(index(games))
        assert asked == 10_000, "once for each seat of each game"
        everybody(book.roll, Settings())
        book.account(Who(*games[0].chairs[0]))
        book.against(Who(*games[0].chairs[0]))
        assert asked < 10_100

    def test_the_reading_enters_few_games_in_one_piece(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        texts = [played((ANNA, FOX, HEN), n, f"2026-11-20T10:{n:02}:00Z", deals=1)[1] for n in range(30)]
        put(tmp_path, "all", *texts)
        gathered(tmp_path)
        entered = 0
        real = HistoryIndex.add

        def counted(roll: HistoryIndex, one: Played) -> None:
            nonlocal entered
            entered += 1
            real(roll, one)

        monkeypatch.setattr(HistoryIndex, "add", counted)
        history = History(paths.find(tmp_path))
        most = 0
        while history.work():
            most, entered = max(most, entered), 0
        assert 0 < most <= 10


class TestFindings:
    GOOD = game(1, ANNA, FOX, started="2026-11-20T10:00:00Z")._replace(
        left=(Stint(1, "Otto", "module:Class", 1, Fraction(1, 2), Fraction(0)),)
    )

    def test_what_was_written_is_read_again(self) -> None:
        assert told.read(told.write(self.GOOD)) == self.GOOD

    @pytest.mark.parametrize(
        "changes",
        [
            {"chairs": (("Anna\u202e", "human"), FOX)}, {"chairs": (("A" * 1000, "human"), FOX)},
            {"chairs": (ANNA, ("Vesper", "a\n"))},
            {"chairs": (ANNA,)}, {"chairs": ()}, {"game": "no such game"}, {"winners": (7,)}, {"winners": ("0",)},
            {"deals": 2**40},
            {"deals": "1"}, {"ended": 1}, {"prizes": (1,)}, {"points": ("1e999999999", "0")}, {"points": (1, 2, 3)},
            {"mark": 3},
            {"started": None}, {"left": (Stint(5, "Otto", "easy", 1, Fraction(0), Fraction(0)),)},
            {"left": (Stint(1, "Otto\n", "easy", 1, Fraction(0), Fraction(0)),)},
        ],
    )  # fmt: skip
    def test_what_none_of_us_has_written_is_none(self, changes: dict[str, object]) -> None:
        text = told.write(self.GOOD._replace(**changes))  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="no game"):
            told.read(text)

    @pytest.mark.parametrize("line", [b"", b"{}", b"[1]", b"[[1]]", b"[" * 100_000, b"\xff", b"null", b"[]"])
    def test_a_line_that_is_none_is_none(self, line: bytes) -> None:
        with pytest.raises(ValueError, match="no game"):
            told.read(line)
