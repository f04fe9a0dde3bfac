"""The figures behind the charts, counted anew from the games themselves."""

from __future__ import annotations

import contextlib
import json
from datetime import date, datetime
from pathlib import Path

import pytest

from goosetable.app.storage.history import figures, game_list
from goosetable.app.storage.history.figures import Charts, Figures, GameTables, OpponentResults, Period, Share
from goosetable.app.storage.history.game_list import OTHERWISE, STANDARD, Filters
from goosetable.app.storage.history.index import Reviewed, StoredGame
from goosetable.app.storage.history.sources import GameRecord, RecordedPlayer, SeatResult
from goosetable.engine.record.deal_log import final_state
from goosetable.engine.record.session import Session
from tests.app.archives import QUICK, gathered, played, put
from tests.games.playing import Variant, find

YOU = RecordedPlayer("Gooseberry", "human")
VESPER = RecordedPlayer("Vesper", "hard")
GOOSE = Variant(find("goose"), find("goose").Options())
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
    session, text = played(people[: GOOSE.game.seats(GOOSE.options)], 5, "2026-11-20T10:00:00Z", 2, GOOSE)
    put(tmp_path, "goose", text)
    return [*found, session]


def shown(folder: Path, asked: Filters, who: RecordedPlayer = YOU) -> Charts:
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
    assert shown(tmp_path, Filters(who=VESPER.key)).games.total == 2
    assert shown(tmp_path, Filters(when="2025")).games.total == 3
    assert shown(tmp_path, Filters(when="2026")).games.total == 0
    assert shown(tmp_path, Filters(rules=STANDARD)).games.total == 0, "they were played to fifty"
    assert shown(tmp_path, Filters(rules=OTHERWISE)).games.total == 3


def test_points_a_deal_against_each(tmp_path: Path, sessions: list[Session]) -> None:
    found = shown(tmp_path, Filters(game="gooseberry-fool"))
    assert found.points
    rows = {row.key: row for row in found.against}
    assert rows[VESPER.key].games == 2
    totals = [session.standing.totals for session in sessions[:2]]
    deals = sum(session.standing.deals for session in sessions[:2])
    assert rows[VESPER.key].lead == pytest.approx(float(sum(own - other for own, other, _ in totals)) / deals)
    assert not shown(tmp_path, Filters()).points, "two kinds of game have no points in common"
    assert [row.key for row in shown(tmp_path, Filters(who=VESPER.key)).against] == [VESPER.key]


def test_bids_against_tricks(tmp_path: Path, sessions: list[Session]) -> None:
    goose = sessions[3]
    seat = goose.names.index("Vesper")
    found = shown(tmp_path, Filters(), VESPER)
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
        history.index.put_review(Reviewed(digest, (1, 1), ((0, 3, 4), (1, 9, 9))))
        history.index.put_review(Reviewed(other, (1, 1), ((1, 9, 9),)))
    history.close()
    found = shown(tmp_path, Filters())
    assert found.accuracy == Share(9, 12) and found.monthly
    assert found.periods == tuple(Period(date(2025, month, 1), Share(3, 4)) for month in (1, 2, 3))


def test_over_more_than_a_year_accuracy_is_shown_by_quarter() -> None:
    near = [(datetime(2025, month, 20), Share(3, 4)) for month in (1, 2, 3)]
    monthly, periods = figures.group_by_period([*near, (datetime(2028, 2, 1), Share(1, 4))])
    assert not monthly
    assert periods == (Period(date(2025, 1, 1), Share(9, 12)), Period(date(2028, 1, 1), Share(1, 4)))


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
    results = json.dumps([[YOU.key, VESPER.key, left.key], deals])
    game = GameRecord("m", "goose", "", True, 2, "", 9, False, "", tuple(seats), (left,), results)
    with contextlib.closing(GameTables()) as tables:
        tables.add_game(game)
        found = Figures(tables).chart_figures(
            YOU, [game_list.to_listed_game(StoredGame(b"games/a.goose", 0, 1, game), tmp_path, {})]
        )
    assert found.against == (OpponentResults(VESPER.key, "Vesper", "hard", 1, 1.0),), "over three deals: 3/2, 1/2 and 1"
    assert found.bids is not None and found.bids.cells == {(1, 1): 1, (0, 1): 1}
    assert (found.games, found.places) == (Share(1, 1), (1, 0, 0, 0))
