"""The games of the history as a list that a person can search, filter and group."""

from __future__ import annotations

import calendar
import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from goosetable.app.storage.cast import HUMAN
from goosetable.app.storage.history import index
from goosetable.app.storage.history.index import Index, StoredGame
from goosetable.app.storage.history.sources import SeatResult, with_present_names
from goosetable.engine.words import phrases
from goosetable.games import find_game

EARLIEST: Final = 2000
"""The first year in which a game can have been played. A clock that was never set shows 1970."""


class ListedGame(NamedTuple):
    """A game in the list of all games."""

    mark: str
    path: Path
    """Path of the record in which the game is furthest advanced."""
    number: int
    """Index of the game in the record `path`, from 0."""
    games_in_record: int
    """Number of games in the record `path`."""
    started: str
    game: str
    options: str
    """House rules that differ from the standard."""
    ended: bool
    deals: int
    real_cards: bool
    """True if it was played with real cards, and its figures entered by hand."""
    code: str
    seats: tuple[SeatResult, ...]
    when: datetime | None
    """Local time of the game's beginning; None if unknown."""
    text: str = ""
    """Text for searches, in lower case."""
    left: tuple[SeatResult, ...] = ()
    """Results of the players who left a seat before the end."""

    @property
    def names(self) -> list[str]:
        """Names by seat. People who left a seat are named before its last player: "Anna then Dave"."""
        before = [one for one in self.left if one.player == HUMAN]
        return [
            " then ".join([*[one.name for one in before if one.seat == seat and one.key != last.key], last.name])
            for seat, last in enumerate(self.seats)
        ]

    @property
    def is_last_of_record(self) -> bool:
        """True if this game is the last one of its record."""
        return self.number == self.games_in_record - 1


def local_time(started: str) -> datetime | None:
    """Converts a record's time to local time. Returns None for an invalid time, or if the clock was obviously not set."""
    try:
        when = datetime(*time.localtime(calendar.timegm(time.strptime(started, "%Y-%m-%dT%H:%M:%SZ")))[:6])
        return when if when.year >= EARLIEST else None
    except (ValueError, OverflowError, OSError):
        return None


def result_text(game: ListedGame) -> str:
    all_points = ", ".join(phrases.decimal_text(seated.points) for seated in game.seats)
    if not game.ended:
        return f"{all_points} so far"
    won = [seated.name for seated in game.seats if seated.won]
    return f"{phrases.listed(won) if won else 'Nobody'} won: {all_points}"


def to_listed_game(stored: StoredGame, folder: Path, names: Mapping[str, str]) -> ListedGame:
    """Converts a stored game to an entry of the list. folder: the folder of the records. names: present names of people by
    former name.
    """
    path, number, together, game = stored._replace(game=with_present_names(stored.game, names))
    found = ListedGame(
        game.mark, index.record_path(path, folder), number, together, game.started, game.game, game.options, game.ended,
        game.deals, game.real_cards, game.code, game.seats, local_time(game.started), left=game.left,
    )  # fmt: skip
    return found._replace(text=_search_text(found))


def read_games(index: Index, folder: Path, names: Mapping[str, str]) -> Iterator[list[ListedGame]]:
    """Yields lists of games: first the unfinished games, then the finished ones, the latest first.

    folder: the folder of the records. names: present names of people by former name. Raises sqlite3.DatabaseError and
    IndexBusy.
    """
    for some in index.games_for_list():
        yield [to_listed_game(stored, folder, names) for stored in some]


def decision_counts(results: str, key: str, reviewed: Mapping[tuple[str, int], tuple[int, int]]) -> tuple[int, int]:
    """Returns the number of a player's good decisions in a game, and of all decisions with an opinion. results: the text
    `GameRecord.results`. key: key of the player. reviewed: both numbers by digest of a deal and seat.
    """
    keys, deals = json.loads(results)
    own = keys.index(key) if key in keys else -1
    found = [reviewed.get((digest, seat), (0, 0)) for digest, seats in deals for seat, place, *_ in seats if place == own]
    return sum(good for good, _ in found), sum(of for _, of in found)


def _search_text(game: ListedGame) -> str:
    day = "" if game.when is None else format_day(game.when.date())
    names = " ".join(game.names)
    state = "" if game.ended else "not finished"
    cards = "real cards" if game.real_cards else ""
    parts = (find_game(game.game).title, game.options, names, day, result_text(game), state, cards)
    return " ".join([*parts, game.code, game.code.replace("-", "")]).casefold()


def format_day(day: date) -> str:
    """Formats a day, such as "7 May 2026"."""
    return f"{format_day_and_month(day)} {day.year}"


def format_day_and_month(day: date) -> str:
    """Formats a day without its year, such as "22 November"."""
    return f"{day.day} {phrases.MONTHS[day.month - 1]}"


ANY: Final = ""
"""Value of a filter that all games pass."""
FINISHED: Final = "finished"
UNFINISHED: Final = "unfinished"
DELETED: Final = "deleted"
WEEK: Final = "week"
MONTH: Final = "month"
LAST: Final = "last"
STANDARD: Final = "standard"
OTHERWISE: Final = "otherwise"
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class Filters(NamedTuple):
    """Filters of the list of games. The list has the games that pass every filter; ANY lets all games pass."""

    words: str = ANY
    """Words, or parts of words, that must all be in a game's search text."""
    game: str = ANY
    who: str = ANY
    """Key of another player of the game."""
    when: str = ANY
    """Time of the game's beginning: WEEK, MONTH, or a year."""
    place: str = ANY
    """Final place of the person at the screen: a number, or LAST."""
    end: str = ANY
    """FINISHED, UNFINISHED or DELETED. DELETED selects the list of deleted games, and each of them passes this filter."""
    rules: str = ANY
    """STANDARD if every house rule has its default, or OTHERWISE."""

    def matching_games(self, games: Iterable[ListedGame], person_key: str, today: date) -> list[ListedGame]:
        """Returns the games that pass all filters. person_key: the key of the person at the screen."""
        found = list(games)
        for word in self.words.casefold().split():
            found = [listed for listed in found if word in listed.text]
        if self.game:
            found = [listed for listed in found if listed.game == self.game]
        if self.who:
            found = [listed for listed in found if result_of_player(listed, self.who) is not None]
        if self.rules:
            found = [listed for listed in found if bool(listed.options) == (self.rules == OTHERWISE)]
        if self.end in (FINISHED, UNFINISHED):
            found = [listed for listed in found if listed.ended == (self.end == FINISHED)]
        if self.when:
            found = [listed for listed in found if is_in_period(self.when, listed, today)]
        return [listed for listed in found if self._has_final_place(listed, person_key)] if self.place else found

    def _has_final_place(self, game: ListedGame, person_key: str) -> bool:
        own = result_of_player(game, person_key)
        if own is None or own.place is None:
            return False
        return own.place == (max(seated.place or 0 for seated in game.seats) if self.place == LAST else int(self.place))


def result_of_player(game: ListedGame, key: str) -> SeatResult | None:
    """Returns the result of a player's first seat in a game; None if the player had no seat."""
    return next((seated for seated in game.seats if seated.key == key), None)


def is_in_period(period: str, game: ListedGame, today: date) -> bool:
    """Returns True if a game began in a period: the last seven days (WEEK), the present month (MONTH), or a year as "2026"."""
    if game.when is None:
        return False
    day = game.when.date()
    if period == WEEK:
        return today - timedelta(days=7) < day <= today
    return (day.year, day.month) == (today.year, today.month) if period == MONTH else str(day.year) == period


def group_heading(game: ListedGame, today: date) -> str:
    """Returns the heading under which a game is listed, such as "This week" or "Not finished"."""
    if not game.ended:
        return "Not finished"
    if game.when is None:
        return "At an unknown time"
    day = game.when.date()
    if is_in_period(WEEK, game, today):
        return "This week"
    month = phrases.MONTHS[day.month - 1]
    if (day.year, day.month) == (today.year, today.month):
        return f"Earlier in {month}"
    return month if day.year == today.year and day < today else f"{month} {day.year}"


def start_text(game: ListedGame, today: date) -> str:
    """Returns the start of a game in short form for the list, as a time or a day; "" if it is unknown."""
    if game.when is None:
        return ""
    day, clock = game.when.date(), f"{game.when:%H:%M}"
    if day == today:
        return f"today, {clock}"
    if is_in_period(WEEK, game, today):
        return f"{WEEKDAYS[day.weekday()]}, {clock}"
    return format_day_and_month(day) if day.year == today.year else format_day(day)


def players_met(games: Iterable[ListedGame], person_key: str) -> Sequence[SeatResult]:
    """Returns the other players in a person's games, those met most often first. person_key: the person's key."""
    met: dict[str, SeatResult] = {}
    often: dict[str, int] = {}
    for listed in games:
        for seated in listed.seats:
            if seated.key != person_key:
                met.setdefault(seated.key, seated)
                often[seated.key] = often.get(seated.key, 0) + 1
    return sorted(met.values(), key=lambda seated: -often[seated.key])


def first_month(games: Iterable[ListedGame]) -> str:
    """Returns the month of the first game, such as March 2021; "" if no time is known."""
    first = min((listed.when for listed in games if listed.when is not None), default=None)
    return "" if first is None else f"{phrases.MONTHS[first.month - 1]} {first.year}"
