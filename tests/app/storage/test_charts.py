"""The figures behind the charts, counted anew from the games themselves."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from goosetable.app.storage import charts, paths
from goosetable.app.storage.accounts import Uncounted
from goosetable.app.storage.charts import Charts, OwnGame, Share
from goosetable.app.storage.history import listing
from goosetable.app.storage.history.listing import OTHERWISE, STANDARD, Filters, ListedGame
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.roll import Who
from goosetable.engine.record.history import played_out
from goosetable.engine.record.session import Session
from tests.app.archives import QUICK, played, put
from tests.games.playing import Variant, find

YOU = Who("You", "human")
VESPER = Who("Vesper", "hard")
GOOSE = Variant(find("goose"), find("goose").Options())
TODAY = date(2026, 11, 22)


@pytest.fixture
def sessions(tmp_path: Path) -> list[Session]:
    """Two games of Gooseberry Fool against Vesper, one against Saffron, and two deals of Goose that were broken off."""
    found = []
    for seed, other in enumerate(("Vesper", "Vesper", "Saffron")):
        company = (("You", "human"), (other, "hard"), ("Dorothea", "easy"))
        session, text = played(company, seed, f"2025-0{seed + 1}-20T10:00:00Z", variant=QUICK)
        put(tmp_path, str(seed), text)
        found.append(session)
    people = [("Ann", "human"), ("Vesper", "hard"), ("You", "human"), ("Dot", "easy")]
    session, text = played(people[: GOOSE.game.seats(GOOSE.options)], 5, "2026-11-20T10:00:00Z", 2, GOOSE)
    put(tmp_path, "goose", text)
    return [*found, session]


def games_of(folder: Path, who: Who, out: object = None) -> list[OwnGame]:
    history = History(paths.Paths(folder))
    history.keep()
    while history.work():
        pass
    assert history.index is not None
    listed: list[ListedGame] = []
    found: list[OwnGame] = []
    for _ in (
        *listing.reading(history.index, folder, listed),
        *charts.reading(history.index, listed, who.key, Uncounted(out), found),
    ):
        pass
    return found


def shown(folder: Path, asked: Filters, who: Who = YOU) -> Charts:
    return charts.charts(games_of(folder, who), who.key, asked, TODAY)


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
    assert shown(tmp_path, Filters(game="goose")).games.of == 0
    assert shown(tmp_path, Filters(who=VESPER.key)).games.of == 2
    assert shown(tmp_path, Filters(when="2025")).games.of == 3
    assert shown(tmp_path, Filters(when="2026")).games.of == 0
    assert shown(tmp_path, Filters(rules=STANDARD)).games.of == 0, "they were played to fifty"
    assert shown(tmp_path, Filters(rules=OTHERWISE)).games.of == 3


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
    for deal in goose.counted:
        quota = goose.game.text.quota(played_out(goose.game, goose.options, deal), seat)
        assert quota is not None
        counted[quota.bid, quota.won] = counted.get((quota.bid, quota.won), 0) + 1
    assert found.bids.cells == counted
    assert found.bids.exact == Share(sum(n for (bid, won), n in counted.items() if bid == won), 2)
    assert shown(tmp_path, Filters(game="gooseberry-fool")).bids is None


def test_games_that_do_not_count(tmp_path: Path, sessions: list[Session]) -> None:
    mark = games_of(tmp_path, YOU)[-1].listed.mark
    assert len(games_of(tmp_path, YOU, f"#{mark[:10]}")) == len(games_of(tmp_path, YOU)) - 1


def test_the_band_of_a_share() -> None:
    assert Share(0, 0).band == (0.0, 1.0)
    low, high = Share(8, 10).band
    assert (round(low, 2), round(high, 2)) == (0.49, 0.94)


def test_accuracy_by_month_and_by_quarter(tmp_path: Path, sessions: list[Session]) -> None:
    games = [game._replace(accuracy=(3, 4)) for game in games_of(tmp_path, YOU) if game.listed.ended]
    found = charts.charts(games, YOU.key, Filters(), TODAY)
    assert found.accuracy == Share(9, 12)
    assert found.monthly
    assert [period.start for period in found.periods] == [date(2025, month, 1) for month in (1, 2, 3)]
    assert games[0].listed.when is not None
    later = games[0]._replace(listed=games[0].listed._replace(mark="later", when=games[0].listed.when.replace(year=2028)))
    found = charts.charts([*games, later], YOU.key, Filters(), TODAY)
    assert not found.monthly
    assert [period.share for period in found.periods] == [Share(9, 12), Share(3, 4)]
