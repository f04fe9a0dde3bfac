"""The list of games: what it is searched by, what holds games back, and the groups in which they stand."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goosetable.app.storage.history import game_list
from goosetable.app.storage.history.game_list import Filters, ListedGame, local_time
from goosetable.app.storage.history.sources import SeatResult
from goosetable.engine.words import phrases

TODAY = date(2026, 11, 22)
YOU = "human gooseberry"


def listed(day: date | None, ended: bool = True, place: int | None = 1, game: str = "goose", text: str = "") -> ListedGame:
    when = None if day is None else datetime(day.year, day.month, day.day, 21, 40)
    seats = (
        SeatResult("Gooseberry", YOU, "human", place, 10, place == 1),
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
        [game], YOU, TODAY
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
    assert bool(Filters(**held).matching_games([game], YOU, TODAY)) == fits


def test_who_did_not_play_or_has_no_place_is_held_back_by_a_place() -> None:
    assert not Filters(place="1").matching_games([listed(TODAY, place=None)], YOU, TODAY)
    assert not Filters(place="1").matching_games([listed(TODAY)], "human ben", TODAY)


@pytest.mark.parametrize("started", ["", "yesterday", "2026-13-01T10:00:00Z", "2026-05-07", "0000-01-01T00:00:00Z"])
def test_a_time_that_is_none_is_none(started: str) -> None:
    assert local_time(started) is None


def test_people_are_told_by_how_often_they_were_met() -> None:
    games = [listed(TODAY)] * 2 + [listed(TODAY)._replace(seats=(SeatResult("Ben", "human ben", "human", 1, 1, True),))]
    assert [seated.name for seated in game_list.players_met(games, YOU)] == ["Anna", "Ben"]
    assert game_list.first_month(games) == f"{phrases.MONTHS[10]} 2026"


def test_points_are_told_as_in_print() -> None:
    assert [phrases.decimal_text(points) for points in (-20, 6.5, 4.3333, 0.0, -0.01)] == ["−20", "6.5", "4.3", "0", "0"]
