"""The games of the history as a list: read from the index in slices, searched, filtered, and grouped."""

from __future__ import annotations

import calendar
import sqlite3
import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from goosetable.app.storage.history import index, told
from goosetable.app.storage.history.course import GameFound
from goosetable.app.storage.history.index import Busy, Index, Kept
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.roll import Who
from goosetable.engine.words import phrases
from goosetable.games import find

EARLIEST: Final = 2000
"""The first year in which a game can have been played; a clock that was never set says 1970."""


class Seated(NamedTuple):
    """A player who sat in a game to its last line."""

    name: str
    key: str
    """As `Who.key`."""
    player: str
    place: int | None
    """From 1, shared in a tie; None in a game that is not over."""
    points: int | float
    won: bool


class ListedGame(NamedTuple):
    """A game of the list."""

    mark: str
    path: Path
    """Of the record in which it goes furthest."""
    number: int
    """Of the game in that record, from 0."""
    together: int
    """Games in that record."""
    started: str
    game: str
    options: str
    """House rules that differ from the standard."""
    ended: bool
    deals: int
    real_cards: bool
    """Whether it was played with real cards, and kept by hand."""
    code: str
    seats: tuple[Seated, ...]
    when: datetime | None
    """Local time of the game's beginning; None where that is not known."""
    text: str = ""
    """Text that a search looks in, in small letters."""

    @property
    def last(self) -> bool:
        """Whether it is the last game of its record."""
        return self.number == self.together - 1


def local(started: str) -> datetime | None:
    """A time as records have it, by the clock on the wall here; None where it is none, or is of a clock that was never set."""
    try:
        when = datetime(*time.localtime(calendar.timegm(time.strptime(started, "%Y-%m-%dT%H:%M:%SZ")))[:6])
        return when if when.year >= EARLIEST else None
    except (ValueError, OverflowError, OSError):
        return None


def result(row: ListedGame) -> str:
    """Returns the result of a game in a few words."""
    all_points = ", ".join(phrases.decimal(seated.points) for seated in row.seats)
    if not row.ended:
        return f"{all_points} so far"
    won = [seated.name for seated in row.seats if seated.won]
    return f"{phrases.listed(won) if won else 'Nobody'} won: {all_points}"


def besides(found: tuple[bytes, int, GameFound], folder: Path) -> ListedGame:
    """Returns the row of a game whose other record goes further, and another way."""
    name, number, game = found
    return _row(name, number, number + 1, game, folder)


def reading(
    known: Index, folder: Path, found: list[ListedGame], key: str = "", accuracy: dict[str, tuple[int, int]] | None = None
) -> Generator[None, None, None]:
    """Adds all games, those not over first, and of each the one that began last. folder: of the records.

    key: of a player, whose good decisions and all of them are put into `accuracy`, by the mark of each reviewed game.
    Raises sqlite3.DatabaseError, and Busy.
    """
    reviewed = {}
    if accuracy is not None:
        reviewed = yield from decisions(known)
    for some in known.listed():
        found += [_row(kept.path, kept.number, kept.together, kept.game, folder) for kept in some]
        if accuracy is not None and reviewed:
            for kept in some:
                good, of = decided(kept, key, reviewed)
                if of:
                    accuracy[kept.game.played.mark] = good, of
        yield


def decisions(known: Index) -> Generator[None, None, dict[tuple[str, int], tuple[int, int]]]:
    """Good decisions and all of them, by the digest of a reviewed deal and its seat. Raises sqlite3.DatabaseError, and Busy."""
    found: dict[tuple[str, int], tuple[int, int]] = {}
    for some in known.reviews():
        found |= {(one.digest, seat): (good, of) for one in some for seat, good, of in one.seats}
        yield
    return found


def decided(kept: Kept, key: str, reviewed: Mapping[tuple[str, int], tuple[int, int]]) -> tuple[int, int]:
    """Good decisions and all of them of a player in a game. Raises sqlite3.DatabaseError."""
    found = [reviewed.get((deal.digest, deal.seat), (0, 0)) for deal in kept.deals if deal.key == key and deal.digest]
    return sum([good for good, _ in found]), sum([of for _, of in found])


def _row(path: bytes, number: int, together: int, game: GameFound, folder: Path) -> ListedGame:
    played = game.played
    seats = tuple(
        Seated(name, Who(name, player).key, player, place, told.points(own), seat in played.winners)
        for seat, ((name, player), place, own) in enumerate(zip(played.chairs, game.places, played.points, strict=True))
    )
    row = ListedGame(
        played.mark, index.path_of(path, folder), number, together, played.started, played.game, game.words, played.ended,
        played.deals, game.real_cards, played.code, seats, local(played.started), "",
    )  # fmt: skip
    return row._replace(text=_text(row))


def _text(row: ListedGame) -> str:
    day = "" if row.when is None else day_of(row.when.date())
    names = " ".join(seated.name for seated in row.seats)
    state = "" if row.ended else "not finished"
    cards = "real cards" if row.real_cards else ""
    parts = (find(row.game).title, row.options, names, day, result(row), state, cards, row.code, row.code.replace("-", ""))
    return " ".join(parts).casefold()


def day_of(day: date) -> str:
    """A day as people tell it, such as 7 May 2026."""
    return f"{day.day} {phrases.MONTHS[day.month - 1]} {day.year}"


class Listing:
    """The games as they are known by now: at first as the index has them, then as the records are. `work` does one piece."""

    def __init__(self, history: History, folder: Path, you: str) -> None:
        """folder: of the records. you: the key of the person whose accuracy is told."""
        self.history = history
        self._folder, self._you = folder, you
        self.games: list[ListedGame] = []
        """Those not over first; what is there can be shown at any time."""
        self.accuracy: dict[str, tuple[int, int]] = {}
        self.state = 0
        """Counter that changes with everything shown."""
        self._seen: tuple[int, bool] | None = None
        self._work: Iterator[None] | None = None
        self._known: Index | None = None
        """The index that is being read."""

    @property
    def done(self) -> bool:
        return self._work is None and self.history.done and self._seen == (self.history.changes, True)

    def begin(self) -> None:
        """The first piece: as many games as are seen at once, where the index is known."""
        self.history.keep()
        for _ in range(3):
            if self.history.index is None:
                self.history.work()
        for _ in range(4):
            if not self.games:
                self.work()

    def end(self) -> None:
        """Ends this reader of the history; others go on."""
        self.history.release()

    def renew(self) -> None:
        """Looks at the records again after some came or went, then reads the list anew."""
        self.history.again()
        self._seen = (-1, True)

    def leave_out(self, marks: frozenset[str]) -> None:
        """Removes games that have gone, even if the index still has them."""
        self.games = [game for game in self.games if game.mark not in marks]
        self.state += 1

    def work(self) -> bool:
        """Does one piece; returns whether there is more."""
        index_now, now = self.history.index, (self.history.changes, self.history.done)
        if self._work is not None:
            try:
                if next(self._work, self) is self:
                    self._work = None
            except (sqlite3.Error, Busy) as trouble:
                self._work, self._seen = None, (-1, True)  # what is shown stays until all is read again
                self.history.fails(trouble, self._known)
        elif index_now is not None and (self._seen is None or (now[1] and self._seen != now)):
            fresh = self._seen is None or self._seen[0] != now[0] or bool(self.history.besides)
            self._seen = now
            self._work = self._read(index_now) if fresh else None
            self._known = index_now
            return self.work() if fresh else True
        elif not now[1]:
            self.history.work()
        return not self.done

    def _read(self, known: Index) -> Generator[None, None, None]:
        found: list[ListedGame] = []
        accuracy: dict[str, tuple[int, int]] = {}
        first = not self.games
        for _ in reading(known, self._folder, found, self._you, accuracy):
            if first and found:
                self.games, first = found, False
                self.state += 1
            yield
        self.accuracy = accuracy
        found += [besides(one, self._folder) for one in self.history.besides]
        self.games = sorted(found, key=lambda game: game.started, reverse=True)
        self.state += 1


ANY: Final = ""
"""The choice of a filter that holds nothing back."""
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
    """Every field holds games back, but for ANY."""

    words: str = ANY
    """Words that must all be in a game's search text, also as parts of words."""
    game: str = ANY
    who: str = ANY
    """The key of one who sat in it, besides the person who looks."""
    when: str = ANY
    """WEEK, MONTH, or a year."""
    place: str = ANY
    """Of the person who looks: a number, or LAST."""
    end: str = ANY
    """FINISHED, UNFINISHED or DELETED; DELETED is another list, and holds nothing back here."""
    rules: str = ANY
    """STANDARD, where every house rule is as it is set at first, or OTHERWISE."""

    def fitting(self, games: Iterable[ListedGame], you: str, today: date) -> list[ListedGame]:
        """Returns the games of the list that fit. you: the key of the person who looks."""
        found = list(games)
        for word in self.words.casefold().split():
            found = [listed for listed in found if word in listed.text]
        if self.game:
            found = [listed for listed in found if listed.game == self.game]
        if self.who:
            found = [listed for listed in found if of(listed, self.who) is not None]
        if self.rules:
            found = [listed for listed in found if bool(listed.options) == (self.rules == OTHERWISE)]
        if self.end in (FINISHED, UNFINISHED):
            found = [listed for listed in found if listed.ended == (self.end == FINISHED)]
        if self.when:
            found = [listed for listed in found if in_time(self.when, listed, today)]
        return [listed for listed in found if self._placed(listed, you)] if self.place else found

    def _placed(self, listed: ListedGame, you: str) -> bool:
        own = of(listed, you)
        if own is None or own.place is None:
            return False
        return own.place == (max(seated.place or 0 for seated in listed.seats) if self.place == LAST else int(self.place))


def of(listed: ListedGame, key: str) -> Seated | None:
    """The first seat of one in a game."""
    return next((seated for seated in listed.seats if seated.key == key), None)


def in_time(when: str, listed: ListedGame, today: date) -> bool:
    """Whether a game began in a week that ends today, in the month of today, or in a year."""
    if listed.when is None:
        return False
    day = listed.when.date()
    if when == WEEK:
        return today - timedelta(days=7) < day <= today
    return (day.year, day.month) == (today.year, today.month) if when == MONTH else str(day.year) == when


def group(listed: ListedGame, today: date) -> str:
    """Returns the heading over a game and its neighbours."""
    if not listed.ended:
        return "Not finished"
    if listed.when is None:
        return "At an unknown time"
    day = listed.when.date()
    if in_time(WEEK, listed, today):
        return "This week"
    month = phrases.MONTHS[day.month - 1]
    if (day.year, day.month) == (today.year, today.month):
        return f"Earlier in {month}"
    return month if day.year == today.year and day < today else f"{month} {day.year}"


def moment(listed: ListedGame, today: date) -> str:
    """Returns the time when a game began, in the shortest words."""
    if listed.when is None:
        return ""
    day, clock = listed.when.date(), f"{listed.when:%H:%M}"
    if day == today:
        return f"today, {clock}"
    if in_time(WEEK, listed, today):
        return f"{WEEKDAYS[day.weekday()]}, {clock}"
    month = phrases.MONTHS[day.month - 1]
    return f"{day.day} {month}" if day.year == today.year else f"{day.day} {month} {day.year}"


def people(games: Iterable[ListedGame], you: str) -> Sequence[Seated]:
    """Returns the players met by the person who looks, those met most often first."""
    met: dict[str, Seated] = {}
    often: dict[str, int] = {}
    for listed in games:
        for seated in listed.seats:
            if seated.key != you:
                met.setdefault(seated.key, seated)
                often[seated.key] = often.get(seated.key, 0) + 1
    return sorted(met.values(), key=lambda seated: -often[seated.key])


def since(games: Iterable[ListedGame]) -> str:
    """The month of the first game, such as March 2021; nothing where no time is known."""
    first = min((listed.when for listed in games if listed.when is not None), default=None)
    return "" if first is None else f"{phrases.MONTHS[first.month - 1]} {first.year}"
