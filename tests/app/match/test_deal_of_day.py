"""The deal of the day follows from the date alone."""

from __future__ import annotations

from datetime import date, timedelta

from goosetable import games
from goosetable.app.match import matches
from goosetable.app.storage import cast
from goosetable.engine.record import seed

DAYS = [date(2026, 1, 1) + timedelta(days=number) for number in range(365)]


def test_a_day_is_the_same_everywhere_and_for_good() -> None:
    found = matches.day_deal(date(2026, 11, 22), games.SHELF)
    assert (found.game.id, found.company, found.code) == ("goosed", ("Lord Mumble", "Jet", "Vesper"), "TZ2SF6TVNYH0")
    assert matches.day_deal(date(2026, 11, 22), games.SHELF[::-1])[1:] == found[1:], "the order of the shelf is nothing to it"


def test_every_day_can_be_played_and_has_a_code_of_its_own() -> None:
    found = [matches.day_deal(day, games.SHELF) for day in DAYS]
    assert len({deal.code for deal in found}) == len(DAYS)
    assert {deal.game for deal in found} == set(games.SHELF), "no game is left out in a year"
    names = {character.name for character in cast.CAST}
    for deal in found:
        assert seed.parse_code(deal.code) == deal.code
        assert len(set(deal.company)) + 1 == deal.game.seats(deal.game.short_game_options(deal.game.Options()))
        assert set(deal.company) <= names
    assert {name for deal in found for name in deal.company} == names
