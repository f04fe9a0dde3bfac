"""Statistics are what the records say, no more and no less: figures for everybody, from an archive that may be damaged."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest

from goosetable import games
from goosetable.app.storage import paths, statistics
from goosetable.app.storage.accounts import ALL, Account, Book
from goosetable.app.storage.history import index
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.roll import Who
from goosetable.app.storage.settings import Settings, changed, parse, text_of
from goosetable.engine.record.format import ScoreLine, read
from goosetable.engine.record.session import Session
from goosetable.engine.rules.event import Points
from tests.app.archives import QUICK, played, put
from tests.games.playing import Variant, find
from tests.games.whist import Whist

ANNA, BEN = ("Anna", "human"), ("Ben", "human")
FOX, HEN, EASY_FOX = ("Vesper", "hard"), ("Dorothea", "easy"), ("Vesper", "easy")
GOOSE = Variant(find("goose"), find("goose").Options(players=3, max_hand=2))


def gathered(folder: Path) -> History:
    history = History(paths.find(folder))
    history.keep()
    while history.work():
        pass
    return history


def book(folder: Path, settings: Settings | None = None) -> Book:
    return Book(gathered(folder).roll, (settings or Settings()).counted_from)


def dump(history: History) -> dict[str, list[object]]:
    """All that the index says of records and games."""
    known = history.index
    assert known is not None
    walks: dict[str, Iterable[Iterable[object]]] = {
        "files": known.files(), "games": known.listed(), "others": known.others(), "reviews": known.reviews()
    }  # fmt: skip
    return {name: [row for some in walk for row in some] for name, walk in walks.items()}


def points(text: str, seat: int) -> list[Points]:
    return [line.points[seat] for _, line in read(text.encode()) if isinstance(line, ScoreLine)]


def test_an_empty_folder_has_nothing_to_tell(tmp_path: Path) -> None:
    history = gathered(tmp_path / "nowhere")
    assert (history.games, history.damaged, history.done) == ((), 0, True)
    assert statistics.brief(Book(history.roll).account(Who(*ANNA))) == "No games yet"
    assert not (tmp_path / "nowhere").exists(), "looking creates no folder"


def test_the_figures_are_those_of_the_records(tmp_path: Path) -> None:
    sessions: list[Session] = []
    texts: list[str] = []
    for seed in range(6):
        session, text = played((ANNA, FOX, HEN) if seed % 2 else (FOX, HEN, ANNA), seed, f"2026-11-2{seed}T10:00:00Z")
        sessions.append(session)
        texts.append(text)
    put(tmp_path, "one", *texts[:4])
    put(tmp_path, "two", *texts[4:])
    found, anna = book(tmp_path), Who(*ANNA)
    account = found.account(anna, QUICK.game.id)
    seats = [0 if seed % 2 else 2 for seed in range(6)]
    own = [point for text, seat in zip(texts, seats, strict=True) for point in points(text, seat)]
    assert account.games == 6
    assert account.deals == len(own)
    assert account.points == sum(own)
    assert account.won == sum(seat in session.winners for session, seat in zip(sessions, seats, strict=True))
    assert account.prizes == sum(session.prizes[seat] for session, seat in zip(sessions, seats, strict=True))
    together = [found.account(Who(*one), QUICK.game.id) for one in (ANNA, FOX, HEN)]
    assert sum(one.won for one in together) == 6, "somebody wins each game, and nobody shares in this one"
    assert 0 < sum(one.best for one in together) <= account.deals
    fox = found.against(anna, QUICK.game.id)[Who(*FOX).key]
    assert (fox.games, fox.won, fox.lost) == (6, account.won, together[1].won)
    assert found.account(anna, ALL).games == 6
    assert found.account(anna, "goose") == Account()


def test_best_of_a_deal_is_shared_where_several_are(tmp_path: Path) -> None:
    texts = [played((ANNA, FOX, HEN), seed, f"2026-11-2{seed}T10:00:00Z", variant=GOOSE)[1] for seed in range(4)]
    put(tmp_path, "geese", *texts)
    found = book(tmp_path)
    best = expected = Fraction(0)
    for text in texts:
        for line in [line for _, line in read(text.encode()) if isinstance(line, ScoreLine)]:
            leaders = [seat for seat in range(3) if line.points[seat] == max(line.points)]
            expected += Fraction(0 in leaders, len(leaders))
    best = found.account(Who(*ANNA), "goose").best
    assert best == expected
    assert best.denominator > 1, "some deal was shared"


def test_a_team_does_not_share_what_is_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "SHELF", (*games.SHELF, Whist()))
    variant = Variant(Whist(), Whist.Options())
    put(tmp_path, "four", played((ANNA, FOX, HEN, ("Quill", "easy")), 1, "2026-11-20T10:00:00Z", variant=variant)[1])
    accounts = [book(tmp_path).account(Who(*one), "whist") for one in (ANNA, FOX, HEN)]
    assert accounts[0].best == accounts[2].best and accounts[0].won == accounts[2].won
    assert accounts[0].deals == accounts[0].best + accounts[1].best > 0, "thirteen tricks are never shared evenly"


def test_a_character_has_an_account_for_every_level(tmp_path: Path) -> None:
    put(tmp_path, "hard", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
    put(tmp_path, "easy", played((ANNA, EASY_FOX, HEN), 2, "2026-11-21T10:00:00Z")[1])
    found = book(tmp_path)
    assert [found.account(Who(*one)).games for one in (FOX, EASY_FOX, HEN, ANNA)] == [1, 1, 2, 2]
    persons, others, more = statistics.everybody(found.roll, Settings())
    assert more == (0, 0)
    assert [who.name for who in persons] == ["You", "Anna"]
    assert [who.title for who in others][:3] == ["Vesper, easy", "Vesper, hard", "Dorothea, easy"]
    assert Who("Minim", "") in others, "who was never met is there too"


def test_however_a_name_is_written_it_is_one_person(tmp_path: Path) -> None:
    put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
    put(tmp_path, "two", played((("anna ", "human"), FOX, HEN), 2, "2026-11-21T10:00:00Z")[1])
    assert book(tmp_path).account(Who(*ANNA)).games == 2


def test_a_game_broken_off_counts_with_its_deals_only(tmp_path: Path) -> None:
    session, text = played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z", deals=2)
    assert not session.ended
    paths.find(tmp_path).running.write_text(text, encoding="utf-8")
    account = book(tmp_path).account(Who(*ANNA), QUICK.game.id)
    assert (account.games, account.won, account.deals) == (0, 0, 2)
    assert book(tmp_path).against(Who(*ANNA)) == {}
    assert statistics.brief(account) == "No game to its end, 2 deals"


def test_a_game_in_two_records_counts_once_as_far_as_it_goes(tmp_path: Path) -> None:
    _, whole = played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")
    _, part = played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z", deals=1)
    put(tmp_path, "a copy of the beginning", part)
    put(tmp_path, "another", whole)
    paths.find(tmp_path).running.write_text(whole, encoding="utf-8")
    account = book(tmp_path).account(Who(*ANNA))
    assert account.games == 1
    assert account.deals == len(points(whole, 0))


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
    assert Book(history.roll).account(Who(*ANNA)).games == 1


def test_what_is_taken_back_does_not_count(tmp_path: Path) -> None:
    """The state that is counted is that of the actions in force."""
    _, text = played((ANNA, FOX, HEN), 3, "2026-11-20T10:00:00Z")
    lines, out = text.splitlines(), []
    for line in lines:
        out.append(line)
        if '"do"' in line and len(out) == 10:
            out += ['{"undo": 1}', line]
    put(tmp_path, "plain", text)
    plain = gathered(tmp_path).games
    put(tmp_path, "plain", "\n".join(out) + "\n")
    assert '{"undo": 1}' in out
    assert gathered(tmp_path).games == plain


class TestKept:
    def test_a_second_look_replays_only_what_is_new(self, tmp_path: Path) -> None:
        put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        first = gathered(tmp_path)
        put(tmp_path, "two", played((ANNA, FOX, HEN), 2, "2026-11-21T10:00:00Z", variant=GOOSE)[1])
        second, third = gathered(tmp_path), gathered(tmp_path)
        assert (first.replayed, second.replayed, third.replayed) == (1, 1, 0)
        assert second.games == third.games
        assert second.games[0] == first.games[0]

    @pytest.mark.parametrize("spoil", ["", "{}", "torn", "a gap", "edition", "table", "a game", "another kind", "folder"])
    def test_an_index_that_is_not_as_it_was_written_is_made_anew(self, tmp_path: Path, spoil: str) -> None:
        put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        first, path = gathered(tmp_path), paths.find(tmp_path).history
        told = dump(first)
        first.close()
        content = path.read_bytes()
        statements = {
            "edition": "UPDATE meta SET edition = '0'", "table": "DROP TABLE games", "a game": "UPDATE games SET told = '[]'",
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
        assert again.games == first.games
        assert dump(again) == told
        third = gathered(tmp_path)
        assert third.replayed == 0, "where another's lies in its place, it is kept beside that"
        assert third.games == first.games

    def test_a_record_that_has_changed_is_replayed_and_one_that_is_gone_forgotten(self, tmp_path: Path) -> None:
        path = put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        gathered(tmp_path)
        path.write_text(played((BEN, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        assert [who.name for who in statistics.everybody(book(tmp_path).roll, Settings())[0]] == ["You", "Ben"]
        path.unlink()
        history = gathered(tmp_path)
        assert history.games == ()
        assert not any(dump(history).values()), "nothing of it stays in any table"

    def test_a_record_that_was_moved_copied_or_touched_is_not_replayed(self, tmp_path: Path) -> None:
        path = put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        games = gathered(tmp_path).games
        path.rename(path.with_name("two.goose"))
        put(tmp_path, "three", path.with_name("two.goose").read_text())
        os.utime(path.with_name("three.goose"), (0, 0))
        history = gathered(tmp_path)
        assert (history.replayed, history.games) == (0, games)
        path.with_name("two.goose").unlink()
        history = gathered(tmp_path)
        assert (history.replayed, history.games) == (0, games)

    def test_where_the_record_that_goes_further_vanishes_the_other_one_counts_again(self, tmp_path: Path) -> None:
        put(tmp_path, "part", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z", deals=1)[1])
        alone = dump(gathered(tmp_path))
        whole = put(tmp_path, "whole", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        assert gathered(tmp_path).games[0].deals > 1
        whole.unlink()
        assert dump(gathered(tmp_path)) == alone

    def test_another_program_at_the_index_stops_nobody(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(index, "PATIENCE", 20)
        put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        gathered(tmp_path)
        put(tmp_path, "two", played((ANNA, FOX, HEN), 2, "2026-11-21T10:00:00Z")[1])
        with contextlib.closing(sqlite3.connect(paths.find(tmp_path).history, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            assert len(gathered(tmp_path).games) == 2
            other.execute("ROLLBACK")
        assert len(gathered(tmp_path).games) == 2

    def test_the_reading_comes_in_pieces(self, tmp_path: Path) -> None:
        put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        history, pieces = History(paths.find(tmp_path)), 0
        while history.work():
            pieces += 1
            assert history.games == ()
        assert pieces > 10


class TestBeginningAgain:
    def test_what_was_before_counts_no_more_for_that_person_alone(self, tmp_path: Path) -> None:
        put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        put(tmp_path, "two", played((ANNA, FOX, HEN), 2, "2026-11-21T10:00:00Z")[1])
        before = book(tmp_path)
        settings = changed(Settings(), **statistics.begun_again(Settings(), before, Who(*ANNA)))
        after = book(tmp_path, parse(text_of(settings)))
        assert after.account(Who(*ANNA)) == Account()
        assert after.account(Who(*FOX)) == before.account(Who(*FOX))
        put(tmp_path, "three", played((ANNA, FOX, HEN), 3, "2026-11-22T10:00:00Z")[1])
        assert book(tmp_path, settings).account(Who(*ANNA)).games == 1

    def test_a_record_without_a_time_is_of_before(self, tmp_path: Path) -> None:
        put(tmp_path, "one", played((ANNA, FOX, HEN), 1)[1])
        settings = changed(Settings(), **statistics.begun_again(Settings(), book(tmp_path), Who(*ANNA)))
        assert book(tmp_path, settings).account(Who(*ANNA)) == Account()

    def test_a_setting_that_is_none_is_passed_over(self) -> None:
        assert parse('{"counted_from": {"human anna": 7}}').counted_from == {}
        assert parse('{"counted_from": 7}').counted_from == {}


def test_figures_are_written_as_people_write_them(tmp_path: Path) -> None:
    account = Account(games=4, won=1, deals=3, points=Fraction(-20), best=Fraction(5, 2), prizes=3)
    told = {figure.label: figure.value for figure in statistics.figures(account, QUICK.game)}
    assert told == {
        "Games played": "4", "Games won": "1 of 4", "Deals": "3", "Golden Geese": "3",
        "Points a deal": "\N{MINUS SIGN}6.7", "Middle of the deal": "2.5 of 3",
    }  # fmt: skip
    assert all(figure.meaning.endswith(".") for figure in statistics.figures(account, QUICK.game))
    assert [figure.value for figure in statistics.figures(Account(), GOOSE.game)] == [
        "0",
        "none yet",
        "0",
        "none yet",
        "none yet",
    ]
    meant = {figure.label: figure.meaning for figure in statistics.figures(account, QUICK.game)}
    assert "25 %" in meant["Games won"]
    assert "83 %" in meant["Middle of the deal"]
    assert len(statistics.figures(account, None)) == 3, "points of different games have nothing in common"


def test_meetings_say_who_won_and_who_lost(tmp_path: Path) -> None:
    for seed in range(3):
        put(tmp_path, f"{seed}", played((ANNA, FOX, HEN), seed, f"2026-11-2{seed}T10:00:00Z")[1])
    put(tmp_path, "with Ben", played((ANNA, BEN, HEN), 5, "2026-11-25T10:00:00Z")[1])
    found = book(tmp_path)
    met = statistics.meetings(found, Who(*ANNA), ALL)
    assert [figure.meaning.partition(":")[0] for _, figure in met] == ["Dorothea, easy", "Vesper, hard", "Ben"]
    for who, figure in met:
        meeting = found.against(Who(*ANNA))[who.key]
        assert figure.value == f"{meeting.won} : {meeting.lost}"
        assert figure.meaning.startswith(f"{who.title}: {meeting.games} game")
        assert figure.label == statistics.memory(Who(*ANNA), who, meeting)
    assert met[0][1].meaning.startswith("Dorothea, easy: 4 games together, ")


def test_of_two_records_of_a_table_none_is_hidden_that_has_what_the_other_has_not(tmp_path: Path) -> None:
    """Two programs that went on with one game, each its own way."""
    _, text = played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z", deals=1)
    lines = text.splitlines(keepends=True)
    actions = [number for number, line in enumerate(lines) if '"do"' in line]
    start, more = "".join(lines[: actions[3]]), "".join(lines[: actions[5]])
    put(tmp_path, "further", more)
    put(tmp_path, "the beginning", start)
    running = paths.find(tmp_path).running

    def listed() -> list[str]:
        history = gathered(tmp_path)
        assert history.index is not None
        (best,) = [kept.path for some in history.index.listed() for kept in some]
        return [os.fsdecode(name) for name in (best, *(name for name, _, _ in history.besides))]

    running.write_text(start, encoding="utf-8")
    assert listed() == ["games/further.goose"]
    running.write_text(start + '{"undo": 1}\n', encoding="utf-8")
    assert listed() == ["games/further.goose", "running.goose"]
    running.write_text(more, encoding="utf-8")
    assert listed() == ["running.goose"]


def test_where_a_game_is_one_deal_deals_are_not_told_besides_games() -> None:
    gops = find("gops")
    labels = [figure.label for figure in statistics.figures(Account(games=4, won=3, deals=4, points=Fraction(186)), gops)]
    assert labels == ["Games played", "Games won", "Points a deal"]
    more = [figure.label for figure in statistics.figures(Account(games=4, won=3, deals=7, points=Fraction(186)), gops)]
    assert more == ["Games played", "Games won", "Deals", "Points a deal", "Best score"]
