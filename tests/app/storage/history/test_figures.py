"""Figures of players over all games, medals, charts, and filters of the list of games."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable import games
from goosetable.app.storage.history import figures, game_list
from goosetable.app.storage.history.figures import (
    ALL,
    SHOWN,
    Charts,
    Figures,
    GameTables,
    HeadToHead,
    OpponentResults,
    PeriodAccuracy,
    PlayerTotals,
    Share,
    past_games_sentence,
)
from goosetable.app.storage.history.game_list import OTHERWISE, STANDARD, Filters, ListedGame, local_time
from goosetable.app.storage.history.index import ReviewedDeal, StoredGame
from goosetable.app.storage.history.sources import GameRecord, RecordedPlayer, SeatResult
from goosetable.app.storage.settings import MOST_COUNTED, Settings, file_text, parse, with_changes
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import ScoreLine, read_lines
from goosetable.engine.record.replay import replayed_games
from goosetable.engine.record.session import Session, final_state
from goosetable.engine.rules.event import Points
from goosetable.engine.text.table_facts import BEST_IN_EVERY_DEAL, FEATS, GAMES_WON, WINS_IN_A_ROW, WON_FROM_LAST_PLACE
from goosetable.engine.words import phrases
from tests.app.archives import QUICK, found_games, gathered, played, put
from tests.games.low_card import LowCard
from tests.games.playing import Variant, find
from tests.games.whist import Whist

ANNA, BEN, NAMELESS = ("Anna", "human"), ("Ben", "human"), ("Gooseberry", "human")
FOX, HEN, EASY_FOX = ("Vesper", "hard"), ("Dorothea", "easy"), ("Vesper", "easy")
YOU, VESPER = RecordedPlayer(*ANNA), RecordedPlayer(*FOX)
GOOSE = Variant(find("goose"), find("goose").Options(players=3, max_hand=2))


def game(number: int, *chairs: tuple[str, str], started: str = "", winner: int = 0, **changes: Any) -> GameRecord:
    """A game of one deal that was played to its end."""
    mark = sha256(str(number).encode()).hexdigest()[:24]
    seats = tuple(
        SeatResult(name, RecordedPlayer(name, player).key, player, 1 + won, Fraction(won), won, seat, 1, won, won, won)
        for seat, (name, player) in enumerate(chairs)
        for won in [seat == winner]
    )
    found = GameRecord(mark, QUICK.game.id, started, True, 1, "", 9, False, "", seats, (), "[[], []]")
    return found._replace(**changes)


def tables(found: Sequence[GameRecord]) -> GameTables:
    made = GameTables()
    for one in sorted(found, key=lambda one: one.started):
        made.add_game(one)
    return made


def of(found: Sequence[GameRecord], settings: Settings | None = None) -> Figures:
    return Figures(tables(found), (settings or Settings()).counted_from)


def read_figures(folder: Path, settings: Settings | None = None) -> Figures:
    return Figures(gathered(folder).tables, (settings or Settings()).counted_from)


def points(text: str, seat: int) -> list[Points]:
    return [line.points[seat] for _, line in read_lines(text.encode()) if isinstance(line, ScoreLine)]


class TestAccounts:
    def test_they_are_what_the_records_say(self, tmp_path: Path) -> None:
        found_sessions: list[Session] = []
        texts: list[str] = []
        for seed in range(6):
            session, text = played((ANNA, FOX, HEN) if seed % 2 else (FOX, HEN, ANNA), seed, f"2026-11-2{seed}T10:00:00Z")
            found_sessions.append(session)
            texts.append(text)
        put(tmp_path, "one", *texts[:4])
        put(tmp_path, "two", *texts[4:])
        found = read_figures(tmp_path)
        account = found.totals_of_player(YOU, QUICK.game.id)
        seats = [0 if seed % 2 else 2 for seed in range(6)]
        own = [point for text, seat in zip(texts, seats, strict=True) for point in points(text, seat)]
        assert (account.games, account.deals, account.points) == (6, len(own), sum(own))
        assert account.won == sum(seat in session.winners for session, seat in zip(found_sessions, seats, strict=True))
        assert account.prizes == sum(session.prizes[seat] for session, seat in zip(found_sessions, seats, strict=True))
        together = [found.totals_of_player(RecordedPlayer(*one), QUICK.game.id) for one in (ANNA, FOX, HEN)]
        assert sum(one.won for one in together) == 6, "somebody wins each game, and nobody shares in this one"
        assert 0 < sum(one.best for one in together) <= account.deals
        fox = dict(found.results_against(YOU, QUICK.game.id))[VESPER]
        assert fox == (6, account.won, together[1].won)
        assert found.totals_of_player(YOU, ALL).games == 6
        assert found.totals_of_player(YOU, "goose") == PlayerTotals()

    def test_best_of_a_deal_is_shared_where_several_are(self, tmp_path: Path) -> None:
        texts = [played((ANNA, FOX, HEN), seed, f"2026-11-2{seed}T10:00:00Z", variant=GOOSE)[1] for seed in range(4)]
        put(tmp_path, "geese", *texts)
        expected = Fraction(0)
        for text in texts:
            for line in [line for _, line in read_lines(text.encode()) if isinstance(line, ScoreLine)]:
                leaders = [seat for seat in range(3) if line.points[seat] == max(line.points)]
                expected += Fraction(0 in leaders, len(leaders))
        best = read_figures(tmp_path).totals_of_player(YOU, "goose").best
        assert best == expected
        assert best.denominator > 1, "some deal was shared"

    def test_a_team_does_not_share_what_is_best(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(games, "SHELF", (*games.SHELF, Whist()))
        variant = Variant(Whist(), Whist.Options())
        put(tmp_path, "four", played((ANNA, FOX, HEN, ("Quill", "easy")), 1, "2026-11-20T10:00:00Z", variant=variant)[1])
        found = read_figures(tmp_path)
        accounts = [found.totals_of_player(RecordedPlayer(*one), "whist") for one in (ANNA, FOX, HEN)]
        assert accounts[0].best == accounts[2].best and accounts[0].won == accounts[2].won
        assert accounts[0].deals == accounts[0].best + accounts[1].best > 0, "thirteen tricks are never shared evenly"

    def test_a_character_has_one_for_every_level(self, tmp_path: Path) -> None:
        put(tmp_path, "hard", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        put(tmp_path, "easy", played((ANNA, EASY_FOX, HEN), 2, "2026-11-21T10:00:00Z")[1])
        found = read_figures(tmp_path)
        assert [found.totals_of_player(RecordedPlayer(*one)).games for one in (FOX, EASY_FOX, HEN, ANNA)] == [1, 1, 2, 2]
        persons, others, more = found.listed_players(Settings())
        assert more == (0, 0)
        assert [who.name for who in persons] == ["Gooseberry", "Anna"]
        assert [who.display_name for who in others][:3] == ["Vesper, easy", "Vesper, hard", "Dorothea, easy"]
        assert RecordedPlayer("Minim", "") in others, "who was never met is there too"

    def test_however_a_name_is_written_it_is_one_person(self, tmp_path: Path) -> None:
        put(tmp_path, "one", played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z")[1])
        put(tmp_path, "two", played((("anna ", "human"), FOX, HEN), 2, "2026-11-21T10:00:00Z")[1])
        assert read_figures(tmp_path).totals_of_player(YOU).games == 2

    def test_a_game_broken_off_counts_with_its_deals_only(self, tmp_path: Path) -> None:
        session, text = played((ANNA, FOX, HEN), 1, "2026-11-20T10:00:00Z", deals=2)
        assert not session.ended
        (tmp_path / "running.goose").write_text(text, encoding="utf-8")
        found = read_figures(tmp_path)
        account = found.totals_of_player(YOU, QUICK.game.id)
        assert (account.games, account.won, account.deals) == (0, 0, 2)
        assert found.results_against(YOU) == []
        assert figures.summarize_totals(account) == "No finished games; 2 deals"
        assert figures.summarize_totals(PlayerTotals()) == "No games yet"

    def test_they_are_written_as_people_write_them(self) -> None:
        account = PlayerTotals(games=4, won=1, deals=3, points=Fraction(-20), best=Fraction(5, 2), prizes=3)
        shown = figures.total_figures(account, QUICK.game)
        assert {figure.label: figure.value for figure in shown} == {
            "Games played": "4", "Games won": "1 of 4", "Deals": "3", "Golden Geese": "3",
            "Points a deal": "\N{MINUS SIGN}6.7", "Middle of the deal": "2.5 of 3",
        }  # fmt: skip
        assert all(figure.meaning.endswith(".") for figure in shown)
        none = ["0", "none yet", "0", "none yet", "none yet"]
        assert [figure.value for figure in figures.total_figures(PlayerTotals(), GOOSE.game)] == none
        meant = {figure.label: figure.meaning for figure in shown}
        assert "25 %" in meant["Games won"]
        assert "83 %" in meant["Middle of the deal"]
        assert len(figures.total_figures(account, None)) == 3, "points of different games have nothing in common"

    def test_where_a_game_is_one_deal_deals_are_not_shown_besides_games(self) -> None:
        gops, account = find("gops"), PlayerTotals(games=4, won=3, deals=4, points=Fraction(186))
        labels = [figure.label for figure in figures.total_figures(account, gops)]
        assert labels == ["Games played", "Games won", "Points a deal"]
        more = [figure.label for figure in figures.total_figures(account._replace(deals=7), gops)]
        assert more == ["Games played", "Games won", "Deals", "Points a deal", "Best score"]


class TestNames:
    def test_a_long_player_has_a_short_key_of_its_own(self) -> None:
        one, other = RecordedPlayer("Otto", "m" * 999 + ":A"), RecordedPlayer("Otto", "m" * 999 + ":B")
        assert one.key != other.key
        assert len(one.key) < 300
        assert len(one.display_name) < 130

    def test_a_blank_in_a_player_makes_nobody_another(self) -> None:
        assert RecordedPlayer("b", "human a").key != RecordedPlayer("a b", "human").key


class TestCountingAfresh:
    def again(self, found: Sequence[GameRecord], settings: Settings, who: tuple[str, str] = ANNA) -> Settings:
        return parse(file_text(with_changes(settings, **of(found).changes_to_restart_figures(settings, RecordedPlayer(*who)))))

    def test_what_was_before_counts_no_more_for_that_person_alone(self, tmp_path: Path) -> None:
        for day in (20, 21):
            put(tmp_path, f"{day}", played((ANNA, FOX, HEN), day, f"2026-11-{day}T10:00:00Z")[1])
        put(tmp_path, "without a time", played((ANNA, FOX, HEN), 1)[1])
        before = read_figures(tmp_path)
        settings = with_changes(Settings(), **before.changes_to_restart_figures(Settings(), YOU))
        after = read_figures(tmp_path, parse(file_text(settings)))
        assert after.totals_of_player(YOU) == PlayerTotals() and after.counted_games(YOU) == set()
        assert after.totals_of_player(VESPER) == before.totals_of_player(VESPER) and len(after.counted_games(VESPER)) == 3
        put(tmp_path, "three", played((ANNA, FOX, HEN), 3, "2026-11-22T10:00:00Z")[1])
        assert read_figures(tmp_path, settings).totals_of_player(YOU).games == 1

    def test_a_setting_that_is_none_is_passed_over(self) -> None:
        assert parse('{"counted_from": {"human anna": 7}}').counted_from == {}
        assert parse('{"counted_from": 7}').counted_from == {}

    @pytest.mark.parametrize("later", ["2026-11-22T10:00:00Z", "1970-01-01T00:00:00Z", ""])
    def test_a_game_from_the_future_or_a_clock_set_back_stops_nothing(self, later: str) -> None:
        before = [game(1, ANNA, FOX, started="9999-12-31T23:59:59Z"), game(2, ANNA, HEN, started="2026-11-21T10:00:00Z")]
        settings = self.again(before, Settings())
        assert of(before, settings).totals_of_player(YOU) == PlayerTotals()
        assert of(before, settings).totals_of_player(VESPER).games == 1
        assert of([*before, game(3, ANNA, FOX, started=later)], settings).totals_of_player(YOU).games == 1

    def test_what_a_program_of_before_wrote_is_understood(self) -> None:
        found = [game(day, ANNA, FOX, started=f"2026-11-{day}T10:00:00Z") for day in range(10, 20)]
        old = parse(json.dumps({"counted_from": {YOU.key: "2026-11-14T10:00:00Z"}}))
        assert of(found, old).totals_of_player(YOU).games == 5
        marked = with_changes(old, **of(found).changes_to_convert_settings(old))
        assert of(found, marked).totals_of_player(YOU).games == 5
        assert of(found).changes_to_convert_settings(marked) == {}

    def test_an_old_time_from_the_future_stops_counting_no_longer_than_until_it_is_looked_at(self) -> None:
        found = [game(1, ANNA, FOX, started="9999-12-31T23:59:59Z"), game(2, ANNA, HEN)]
        ben = RecordedPlayer(*BEN).key
        old = Settings(counted_from={YOU.key: "9999-12-31T23:59:59Z", ben: "2026-11-14T10:00:00Z"})
        marked = with_changes(old, **of(found).changes_to_convert_settings(old))
        assert of(found, marked).totals_of_player(YOU) == PlayerTotals()
        assert of([*found, game(3, ANNA, FOX, started="2026-11-22T10:00:00Z")], marked).totals_of_player(YOU).games == 1
        assert marked.counted_from[ben] == "2026-11-14T10:00:00Z", "of whom nothing is known, nothing changes"

    def test_what_is_remembered_is_bounded_and_still_counts_none_of_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(figures, "LONGEST_COUNTED", 20_000)
        found = [game(n, ANNA, BEN, started=f"{2000 + n // 300}-01-{1 + n % 28:02}T10:00:00Z") for n in range(3000)]
        settings = self.again(found, Settings())
        assert 19_000 < len(str(settings.counted_from)) < 20_000
        settings = self.again(found, settings, BEN)
        assert len(file_text(settings)) < 25_000
        assert [of(found, settings).totals_of_player(RecordedPlayer(*who)) for who in (ANNA, BEN)] == [
            PlayerTotals(),
            PlayerTotals(),
        ]
        assert of([*found, game(3000, ANNA, BEN, started="2026-01-01T10:00:00Z")], settings).totals_of_player(YOU).games == 1

    def test_no_more_people_than_that_are_remembered(self) -> None:
        settings, people = Settings(), [RecordedPlayer(f"P{n}", "human") for n in range(MOST_COUNTED + 3)]
        found = of([game(n, who, FOX) for n, who in enumerate(people)])
        for who in people:
            settings = with_changes(settings, **found.changes_to_restart_figures(settings, who))
        assert len(settings.counted_from) == MOST_COUNTED
        assert parse(file_text(settings)) == settings
        assert Figures(found.tables, settings.counted_from).totals_of_player(people[-1]) == PlayerTotals()


class TestManyPeople:
    def test_a_page_shows_the_latest_and_says_how_many_more(self) -> None:
        found = of([
            game(n, NAMELESS, (f"P{n}", "human"), (f"C{n}", "hard"), started=f"2026-11-20T{n // 60:02}:{n % 60:02}:00Z")
            for n in range(600)
        ])  # fmt: skip
        persons, others, more = found.listed_players(Settings())
        assert [who.name for who in persons] == ["Gooseberry", *(f"P{n}" for n in range(599, 600 - SHOWN, -1))]
        assert len(others) == SHOWN
        assert [who.name for who in others[12:]] == [f"C{n}" for n in range(599, 599 - SHOWN + 12, -1)]
        assert more == (601 - SHOWN, 612 - SHOWN)
        you = RecordedPlayer("Gooseberry", "human")
        met = figures.head_to_head_figures(you, found.results_against(you))
        assert len(met) == SHOWN
        assert {who.name for who, _ in met} >= {"P599", "C599"}, "of those met as often, the latest"

    def test_those_met_most_often_are_shown_first(self) -> None:
        found = of([game(n, ANNA, (f"P{n}", "human"), BEN, FOX if n % 2 else HEN) for n in range(500)])
        met = figures.head_to_head_figures(YOU, found.results_against(YOU))
        assert [who.name for who, _ in met[:3]] == ["Ben", "Dorothea", "Vesper"]
        assert [figure.value for _, figure in met[:3]] == ["500 : 0", "250 : 0", "250 : 0"]

    def test_a_character_with_a_thousand_levels_does_not_push_the_others_off(self) -> None:
        found = of([*(game(n, ANNA, ("Vesper", f"level {n}")) for n in range(1000)), game(1000, ANNA, FOX)])
        _, others, more = found.listed_players(Settings())
        assert others[0] == VESPER
        assert RecordedPlayer("Minim", "") in others
        assert len(others) < 30
        assert more[1] == 1001 - figures.LEVELS_SHOWN

    def test_everybody_is_found_without_working_out_a_key_for_each(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = of([game(n, *((f"P{n} {seat}", "human") for seat in range(20))) for n in range(500)])
        asked = 0
        real = RecordedPlayer.key.fget  # type: ignore[attr-defined]

        def counted(who: RecordedPlayer) -> str:
            nonlocal asked
            asked += 1
            key: str = real(who)
            return key

        monkeypatch.setattr(RecordedPlayer, "key", property(counted))
        found.listed_players(Settings())
        found.totals_of_player(RecordedPlayer("P0 0", "human"))
        assert len(found.results_against(RecordedPlayer("P0 0", "human"))) == 19
        assert asked < 100


class TestMeetings:
    def test_they_say_who_won_and_who_lost(self, tmp_path: Path) -> None:
        for seed in range(3):
            put(tmp_path, f"{seed}", played((ANNA, FOX, HEN), seed, f"2026-11-2{seed}T10:00:00Z")[1])
        put(tmp_path, "with Ben", played((ANNA, BEN, HEN), 5, "2026-11-25T10:00:00Z")[1])
        against = read_figures(tmp_path).results_against(YOU)
        met = figures.head_to_head_figures(YOU, against)
        assert [figure.meaning.partition(":")[0] for _, figure in met] == ["Dorothea, easy", "Vesper, hard", "Ben"]
        for who, figure in met:
            meeting = dict(against)[who]
            assert figure.value == f"{meeting.won} : {meeting.lost}"
            assert figure.meaning.startswith(f"{who.display_name}: {meeting.games} game")
            assert figure.label == past_games_sentence(YOU, who, meeting)
        assert met[0][1].meaning.startswith("Dorothea, easy: 4 games together, ")

    @pytest.mark.parametrize(
        ("won", "lost", "said"),
        [
            (3, 1, "Vesper owes you two."),
            (1, 2, "You owe Vesper one."),
            (2, 2, "You and Vesper are level."),
            (0, 0, "You and Vesper are level."),
            (4, 0, "Vesper has not beaten you yet."),
            (0, 3, "You have not beaten Vesper yet."),
            (2, 0, "Vesper owes you two."),
        ],
    )
    def test_an_opponent_remembers(self, won: int, lost: int, said: str) -> None:
        assert past_games_sentence(YOU, VESPER, HeadToHead(won + lost, won, lost)) == said
        assert "you" not in past_games_sentence(VESPER, RecordedPlayer(*HEN), HeadToHead(won + lost, won, lost)).lower()

    def test_an_opponent_at_two_levels_remembers_at_each_and_all_together(self) -> None:
        assert past_games_sentence(YOU, VESPER, HeadToHead(3, 2, 1), with_level=True) == "Vesper (hard) owes you one."
        met = [
            (VESPER, HeadToHead(3, 2, 1)),
            (RecordedPlayer(*BEN), HeadToHead(1, 1, 0)),
            (RecordedPlayer(*EASY_FOX), HeadToHead(2, 2, 0)),
        ]
        assert figures.past_games_sentences(YOU, met) == {"vesper": "Vesper owes you three."}


class TestMedals:
    def given(self, *found: GameRecord) -> dict[str, str]:
        """The day of the game by which each medal was earned, by its name."""
        places = of(found).medals(YOU, QUICK.game)
        return {place.medal.name: place.started for place in places if place.mark}

    def day(self, number: int, won: bool, feats: str = "", deals: int = 3, ended: bool = True) -> GameRecord:
        """A game of three deals. deals: those that Anna played."""
        one = game(number, ANNA, FOX, HEN, started=f"2026-11-{number:02}", winner=0 if won else 1, deals=3, ended=ended)
        seat = one.seats[0]._replace(deals=deals, feats=feats, won=won and ended)
        return one._replace(seats=(seat, *one.seats[1:]))

    def test_the_first_win_and_three_in_a_row_are_given_for_the_game_that_made_them(self) -> None:
        day, given = self.day, self.given
        assert given() == {}
        assert given(day(1, False)) == {}
        assert given(day(1, False), day(2, True), day(3, True)) == {"First win": "2026-11-02"}
        broken = [day(1, True), day(2, True), day(3, False), day(4, True), day(5, True)]
        assert "Three in a row" not in given(*broken)
        assert given(*broken, day(6, True))["Three in a row"] == "2026-11-06"
        assert given(day(1, True), day(2, True, ended=False), day(3, True), day(4, True))["Three in a row"] == "2026-11-04"

    def test_a_feat_counts_for_those_who_sat_there_all_game(self) -> None:
        assert self.given(self.day(1, True, f" {WON_FROM_LAST_PLACE} "))["From behind"] == "2026-11-01"
        assert "From behind" not in self.given(self.day(1, True, f" {WON_FROM_LAST_PLACE} ", deals=2))

    @pytest.mark.parametrize("shelf", games.SHELF, ids=lambda game: str(game.id))
    def test_every_game_has_a_few_medals_of_known_kinds(self, shelf: AnyGame) -> None:
        kinds = [(medal.kind, medal.number) for medal in shelf.text.medals]
        assert 2 <= len(kinds) <= 4 and len(set(kinds)) == len(kinds)
        assert {kind for kind, _ in kinds} <= {GAMES_WON, WINS_IN_A_ROW, *FEATS}
        length = shelf.text.deal_count(shelf.short_game_options(shelf.Options()))
        assert length != 1 or not {kind for kind, _ in kinds} & {*FEATS}, "a game of one deal has no deal to catch up in"

    @pytest.mark.parametrize(("name", "seats"), [("goose", 3), ("low-card", 2)])
    def test_feats_are_what_the_deals_of_the_record_say(
        self, name: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Held against the lines of points; in last place are those with the most points, where the fewest win."""
        monkeypatch.setattr(games, "find_game", find)
        monkeypatch.setattr(games, "SHELF", (*games.SHELF, LowCard()))
        game = find(name)
        short = {} if game.lowest_wins else {"max_hand": 2}
        variant = Variant(game, replace(game.Options(), players=seats, **short))
        least, most = (max, min) if game.lowest_wins else (min, max)
        texts = [
            played((ANNA, FOX, HEN)[:seats], seed, f"2026-10-{seed % 28 + 1:02}T{seed // 28:02}:00:00Z", variant=variant)[1]
            for seed in range(60)
        ]
        put(tmp_path, "all", *texts)
        found = found_games(gathered(tmp_path))
        seen: set[str] = set()
        for text in texts:
            (session,) = replayed_games(text.encode(), find)
            one = next(one for one in found if one.started == session.header.started)
            assert session.code == one.code
            rows = [line.points for _, line in read_lines(text.encode()) if isinstance(line, ScoreLine)]
            for seat in range(seats):
                before = [sum(deal[other] for deal in rows[:-1]) for other in range(seats)]
                behind = seat in session.winners and before[seat] == least(before) != most(before)
                best = all(deal[seat] == most(deal) for deal in rows)
                feats = one.seats[seat].feats.split()
                assert (WON_FROM_LAST_PLACE in feats, BEST_IN_EVERY_DEAL in feats) == (behind, best)
                seen |= set(feats)
        assert WON_FROM_LAST_PLACE in seen


# ---------------------------------------------------------------------- charts

GOOSEBERRY = RecordedPlayer("Gooseberry", "human")
HARD_VESPER = RecordedPlayer("Vesper", "hard")
GOOSE_AS_PRINTED = Variant(find("goose"), find("goose").Options())
TODAY = date(2026, 11, 22)


@pytest.fixture
def sessions(tmp_path: Path) -> list[Session]:
    """Two games of Gooseberry Fool against Vesper, one against Saffron, and two deals of Goose that were broken off."""
    found = []
    for seed, other in enumerate(("Vesper", "Vesper", "Saffron")):
        company = (("Gooseberry", "human"), (other, "hard"), ("Dorothea", "easy"))
        session, text = played(company, seed, f"2025-0{seed + 1}-20T10:00:00Z", variant=QUICK)
        put(tmp_path, str(seed), text)
        found.append(session)
    people = [("Ann", "human"), ("Vesper", "hard"), ("Gooseberry", "human"), ("Dot", "easy")]
    session, text = played(
        people[: GOOSE_AS_PRINTED.game.seats(GOOSE_AS_PRINTED.options)], 5, "2026-11-20T10:00:00Z", 2, GOOSE_AS_PRINTED
    )
    put(tmp_path, "goose", text)
    return [*found, session]


def shown(folder: Path, asked: Filters, who: RecordedPlayer = GOOSEBERRY) -> Charts:
    history = gathered(folder)
    assert history.index is not None
    listed = [game for some in game_list.read_games(history.index, folder, {}) for game in some]
    found = Figures(history.tables)
    own = [game for game in listed if game.mark in found.counted_games(who)]
    return found.chart_figures(who, asked.matching_games(own, who.key, TODAY), asked.who)


def test_games_and_places(tmp_path: Path, sessions: list[Session]) -> None:
    found = shown(tmp_path, Filters())
    won = [0 in session.winners for session in sessions[:3]]
    assert found.games == Share(sum(won), 3)
    assert found.places[0] == sum(won)
    assert sum(found.places) == 3, "a game that was broken off has no places"
    assert found.since == "January 2025"
    (row,) = found.by_game
    assert (row.game, row.share) == ("gooseberry-fool", found.games)
    assert row.equal == pytest.approx(sum(len(session.winners) for session in sessions[:3]) / 9)


def test_filters_hold_games_back(tmp_path: Path, sessions: list[Session]) -> None:
    assert shown(tmp_path, Filters(game="goose")).games.total == 0
    assert shown(tmp_path, Filters(who=HARD_VESPER.key)).games.total == 2
    assert shown(tmp_path, Filters(when="2025")).games.total == 3
    assert shown(tmp_path, Filters(when="2026")).games.total == 0
    assert shown(tmp_path, Filters(rules=STANDARD)).games.total == 0, "they were played to fifty"
    assert shown(tmp_path, Filters(rules=OTHERWISE)).games.total == 3


def test_points_a_deal_against_each(tmp_path: Path, sessions: list[Session]) -> None:
    found = shown(tmp_path, Filters(game="gooseberry-fool"))
    assert found.points
    rows = {row.key: row for row in found.against}
    assert rows[HARD_VESPER.key].games == 2
    totals = [session.standing.totals for session in sessions[:2]]
    deals = sum(session.standing.deals for session in sessions[:2])
    assert rows[HARD_VESPER.key].lead == pytest.approx(float(sum(own - other for own, other, _ in totals)) / deals)
    assert not shown(tmp_path, Filters()).points, "two kinds of game have no points in common"
    assert [row.key for row in shown(tmp_path, Filters(who=HARD_VESPER.key)).against] == [HARD_VESPER.key]


def test_bids_against_tricks(tmp_path: Path, sessions: list[Session]) -> None:
    goose = sessions[3]
    seat = goose.names.index("Vesper")
    found = shown(tmp_path, Filters(), HARD_VESPER)
    assert found.bids is not None
    assert found.bids.game == "goose"
    counted: dict[tuple[int, int], int] = {}
    for deal in goose.scored_deals:
        quota = goose.game.text.quota(final_state(goose.game, goose.options, deal), seat)
        assert quota is not None
        counted[quota.bid, quota.won] = counted.get((quota.bid, quota.won), 0) + 1
    assert found.bids.cells == counted
    assert found.bids.exact_share == Share(sum(n for (bid, won), n in counted.items() if bid == won), 2)
    assert shown(tmp_path, Filters(game="gooseberry-fool")).bids is None


def test_the_band_of_a_share() -> None:
    assert Share(0, 0).interval == (0.0, 1.0)
    low, high = Share(8, 10).interval
    assert (round(low, 2), round(high, 2)) == (0.49, 0.94)


def test_accuracy_is_of_the_own_decisions_in_the_deals_that_were_reviewed(tmp_path: Path, sessions: list[Session]) -> None:
    history = gathered(tmp_path)
    assert history.index is not None
    stored = [one for some in history.index.games_by_start() for one in some]
    for one in stored[:3]:
        digest, other = (deal[0] for deal in json.loads(one.game.results)[1][:2])
        history.index.enter_review(ReviewedDeal(digest, (1, 1), ((0, 3, 4), (1, 9, 9))))
        history.index.enter_review(ReviewedDeal(other, (1, 1), ((1, 9, 9),)))
    history.close()
    found = shown(tmp_path, Filters())
    assert found.accuracy == Share(9, 12) and found.monthly
    assert found.periods == tuple(PeriodAccuracy(date(2025, month, 1), Share(3, 4)) for month in (1, 2, 3))


def test_over_more_than_a_year_accuracy_is_shown_by_quarter() -> None:
    near = [(datetime(2025, month, 20), Share(3, 4)) for month in (1, 2, 3)]
    monthly, periods = figures.group_by_period([*near, (datetime(2028, 2, 1), Share(1, 4))])
    assert not monthly
    assert periods == (PeriodAccuracy(date(2025, 1, 1), Share(9, 12)), PeriodAccuracy(date(2028, 1, 1), Share(1, 4)))


def test_one_who_left_a_game_has_no_part_in_its_lead_and_one_at_two_seats_is_one(tmp_path: Path) -> None:
    """Of Goose, in which more points are better: two deals with half points, and Otto gone after the first."""
    people = (("Gooseberry", "human"), ("Vesper", "hard"), ("Vesper", "hard"))
    seats = [
        SeatResult(name, RecordedPlayer(name, player).key, player, 1 + (seat > 0), 4, seat == 0, seat, 2)
        for seat, (name, player) in enumerate(people)
    ]
    left = seats[1]._replace(name="Otto", key="hard otto", deals=1)
    deals = [
        ["", [[0, 0, "5/2", 1, 1], [1, 2, 9, 1, 0], [2, 1, 1, 0, 0]]],
        ["", [[0, 0, 1, 0, 1], [1, 1, "1/2", 0, 0], [2, 1, 0, 0, 0]]],
    ]
    results = json.dumps([[GOOSEBERRY.key, HARD_VESPER.key, left.key], deals])
    game = GameRecord("m", "goose", "", True, 2, "", 9, False, "", tuple(seats), (left,), results)
    with contextlib.closing(GameTables()) as tables:
        tables.add_game(game)
        found = Figures(tables).chart_figures(
            GOOSEBERRY, [game_list.to_listed_game(StoredGame(b"games/a.goose", 0, 1, game), tmp_path, {})]
        )
    assert found.against == (OpponentResults(HARD_VESPER.key, "Vesper", "hard", 1, 1.0),), "over three deals: 3/2, 1/2 and 1"
    assert found.bids is not None and found.bids.cells == {(1, 1): 1, (0, 1): 1}
    assert (found.games, found.places) == (Share(1, 1), (1, 0, 0, 0))


# ---------------------------------------------------------------------- filters

KEY = "human gooseberry"


def listed(day: date | None, ended: bool = True, place: int | None = 1, game: str = "goose", text: str = "") -> ListedGame:
    when = None if day is None else datetime(day.year, day.month, day.day, 21, 40)
    seats = (
        SeatResult("Gooseberry", KEY, "human", place, 10, place == 1),
        SeatResult("Anna", "human anna", "human", 2, Fraction(13, 2), False),
    )
    return ListedGame("m", Path("m.goose"), 0, 1, "", game, "", ended, 3, False, "", seats, when, text)


@pytest.mark.parametrize(
    ("day", "group", "moment"),
    [
        (TODAY, "This week", "today, 21:40"),
        (date(2026, 11, 21), "This week", "Saturday, 21:40"),
        (date(2026, 11, 16), "This week", "Monday, 21:40"),
        (date(2026, 11, 15), "Earlier in November", "15 November"),
        (date(2026, 10, 31), "October", "31 October"),
        (date(2025, 11, 22), "November 2025", "22 November 2025"),
        (date(2027, 1, 1), "January 2027", "1 January 2027"),
        (None, "At an unknown time", ""),
    ],
)
def test_a_game_stands_in_its_group(day: date | None, group: str, moment: str) -> None:
    assert (game_list.group_heading(listed(day), TODAY), game_list.start_text(listed(day), TODAY)) == (group, moment)
    assert game_list.group_heading(listed(day, ended=False), TODAY) == "Not finished"


@given(st.lists(st.integers(0, 4000), max_size=30))
def test_the_groups_of_games_in_order_come_one_after_the_other(days: list[int]) -> None:
    """No group is begun twice, so that each has one heading."""
    games = [listed(TODAY - timedelta(days=ago)) for ago in sorted(days)]
    groups = [game_list.group_heading(game, TODAY) for game in games]
    begun = [name for place, name in enumerate(groups) if not place or groups[place - 1] != name]
    assert len(begun) == len(set(begun))


@given(st.text(max_size=12), st.text(max_size=12))
def test_every_word_of_a_search_is_found_whatever_its_case_and_order(one: str, other: str) -> None:
    game = listed(TODAY, text=f"{one} and {other}".casefold())
    assert Filters(words=f"{other.upper() if other.upper().casefold() == other.casefold() else other} {one}").matching_games(
        [game], KEY, TODAY
    ) == [game]


@pytest.mark.parametrize(
    ("held", "fits"),
    [
        ({}, True), ({"game": "goose"}, True), ({"game": "gops"}, False), ({"who": "human anna"}, True),
        ({"who": "human ben"}, False), ({"when": game_list.WEEK}, False), ({"when": game_list.MONTH}, True),
        ({"when": "2026"}, True), ({"when": "2025"}, False), ({"place": "1"}, True), ({"place": "2"}, False),
        ({"place": game_list.LAST}, False),
        ({"end": game_list.FINISHED}, True), ({"end": game_list.UNFINISHED}, False), ({"end": game_list.DELETED}, True),
        ({"words": "gander"}, False), ({"game": "goose", "place": "2"}, False),
    ],
)  # fmt: skip
def test_a_filter_holds_back_what_does_not_fit(held: dict[str, str], fits: bool) -> None:
    game = listed(date(2026, 11, 10), text="goose you anna")
    assert bool(Filters(**held).matching_games([game], KEY, TODAY)) == fits


def test_who_did_not_play_or_has_no_place_is_held_back_by_a_place() -> None:
    assert not Filters(place="1").matching_games([listed(TODAY, place=None)], KEY, TODAY)
    assert not Filters(place="1").matching_games([listed(TODAY)], "human ben", TODAY)


@pytest.mark.parametrize("started", ["", "yesterday", "2026-13-01T10:00:00Z", "2026-05-07", "0000-01-01T00:00:00Z"])
def test_a_time_that_is_none_is_none(started: str) -> None:
    assert local_time(started) is None


def test_people_are_told_by_how_often_they_were_met() -> None:
    games = [listed(TODAY)] * 2 + [listed(TODAY)._replace(seats=(SeatResult("Ben", "human ben", "human", 1, 1, True),))]
    assert [seated.name for seated in game_list.players_met(games, KEY)] == ["Anna", "Ben"]
    assert game_list.first_month(games) == f"{phrases.MONTHS[10]} 2026"


def test_points_are_told_as_in_print() -> None:
    assert [phrases.decimal_text(points) for points in (-20, 6.5, 4.3333, 0.0, -0.01)] == ["−20", "6.5", "4.3", "0", "0"]
