"""Figures of players: accounts, meetings, medals and what opponents remember, each counted anew from the records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from goosetable import games
from goosetable.app.storage.history import figures
from goosetable.app.storage.history.figures import ALL, SHOWN, Figures, GameTables, Meeting, PlayerTotals, memory_sentence
from goosetable.app.storage.history.sources import GameRecord, RecordedPlayer, SeatResult
from goosetable.app.storage.settings import MOST_COUNTED, Settings, file_text, parse, with_changes
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import ScoreLine, read_lines
from goosetable.engine.record.replay import replayed_games
from goosetable.engine.record.session import Session
from goosetable.engine.rules.event import Points
from goosetable.engine.text.medals import BEHIND, BEST, FEATS, RUNNING, WON
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
        return parse(file_text(with_changes(settings, **of(found).changes_to_begin_again(settings, RecordedPlayer(*who)))))

    def test_what_was_before_counts_no_more_for_that_person_alone(self, tmp_path: Path) -> None:
        for day in (20, 21):
            put(tmp_path, f"{day}", played((ANNA, FOX, HEN), day, f"2026-11-{day}T10:00:00Z")[1])
        put(tmp_path, "without a time", played((ANNA, FOX, HEN), 1)[1])
        before = read_figures(tmp_path)
        settings = with_changes(Settings(), **before.changes_to_begin_again(Settings(), YOU))
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
        marked = with_changes(old, **of(found).converted_settings(old))
        assert of(found, marked).totals_of_player(YOU).games == 5
        assert of(found).converted_settings(marked) == {}

    def test_an_old_time_from_the_future_stops_counting_no_longer_than_until_it_is_looked_at(self) -> None:
        found = [game(1, ANNA, FOX, started="9999-12-31T23:59:59Z"), game(2, ANNA, HEN)]
        ben = RecordedPlayer(*BEN).key
        old = Settings(counted_from={YOU.key: "9999-12-31T23:59:59Z", ben: "2026-11-14T10:00:00Z"})
        marked = with_changes(old, **of(found).converted_settings(old))
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
            settings = with_changes(settings, **found.changes_to_begin_again(settings, who))
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
        met = figures.meeting_figures(you, found.results_against(you))
        assert len(met) == SHOWN
        assert {who.name for who, _ in met} >= {"P599", "C599"}, "of those met as often, the latest"

    def test_those_met_most_often_are_shown_first(self) -> None:
        found = of([game(n, ANNA, (f"P{n}", "human"), BEN, FOX if n % 2 else HEN) for n in range(500)])
        met = figures.meeting_figures(YOU, found.results_against(YOU))
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
        met = figures.meeting_figures(YOU, against)
        assert [figure.meaning.partition(":")[0] for _, figure in met] == ["Dorothea, easy", "Vesper, hard", "Ben"]
        for who, figure in met:
            meeting = dict(against)[who]
            assert figure.value == f"{meeting.won} : {meeting.lost}"
            assert figure.meaning.startswith(f"{who.display_name}: {meeting.games} game")
            assert figure.label == memory_sentence(YOU, who, meeting)
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
        assert memory_sentence(YOU, VESPER, Meeting(won + lost, won, lost)) == said
        assert "you" not in memory_sentence(VESPER, RecordedPlayer(*HEN), Meeting(won + lost, won, lost)).lower()

    def test_an_opponent_at_two_levels_remembers_at_each_and_all_together(self) -> None:
        assert memory_sentence(YOU, VESPER, Meeting(3, 2, 1), games_in_text=True) == "Vesper (hard) owes you one."
        met = [
            (VESPER, Meeting(3, 2, 1)),
            (RecordedPlayer(*BEN), Meeting(1, 1, 0)),
            (RecordedPlayer(*EASY_FOX), Meeting(2, 2, 0)),
        ]
        assert figures.memory_sentences(YOU, met) == {"vesper": "Vesper owes you three."}


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
        assert self.given(self.day(1, True, f" {BEHIND} "))["From behind"] == "2026-11-01"
        assert "From behind" not in self.given(self.day(1, True, f" {BEHIND} ", deals=2))

    @pytest.mark.parametrize("shelf", games.SHELF, ids=lambda game: str(game.id))
    def test_every_game_has_a_few_medals_of_known_kinds(self, shelf: AnyGame) -> None:
        kinds = [(medal.kind, medal.number) for medal in shelf.text.medals]
        assert 2 <= len(kinds) <= 4 and len(set(kinds)) == len(kinds)
        assert {kind for kind, _ in kinds} <= {WON, RUNNING, *FEATS}
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
                assert (BEHIND in feats, BEST in feats) == (behind, best)
                seen |= set(feats)
        assert BEHIND in seen
