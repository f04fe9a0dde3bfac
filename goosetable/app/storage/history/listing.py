"""The games of the history as a list: read from the index a piece at a time, searched, held back by filters, and grouped."""

from __future__ import annotations

import calendar
import sqlite3
import time
from collections.abc import Generator, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Final, NamedTuple

from goosetable.app.storage.history import index
from goosetable.app.storage.history.course import GameFound
from goosetable.app.storage.history.index import Busy, Index
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.roll import Who
from goosetable.engine.words import phrases
from goosetable.games import find

EARLIEST: Final = 2000
"""The first year in which a game can have been played; a clock that was never set says 1970."""
PIECE = 100
"""Games that are read in one piece of work."""
_QUESTION = """
SELECT g.mark, g.path, g.number, (SELECT count(*) FROM holds WHERE holds.path = g.path), g.started, g.game, g.options, g.ended,
  g.deals, g.real_cards, g.code, s.name, s.key, s.player, s.place, s.points, s.won
FROM games AS g JOIN seats AS s USING (mark) WHERE g.ended = ? ORDER BY g.started DESC, g.mark DESC, s.seat
"""
_ACCURACY = """
SELECT d.mark, sum(a.good), sum(a.decisions) FROM accuracy AS a CROSS JOIN deals AS d USING (digest, seat)
WHERE d.key = ? GROUP BY d.mark
"""


class Seated(NamedTuple):
    """One who sat in a game to its last line."""

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
    """When it began, by the clock on the wall here; None where that is not known."""
    text: str = ""
    """What a search finds it by, in small letters."""

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
    """What came of a game, in a few words."""
    all_points = ", ".join(phrases.decimal(seated.points) for seated in row.seats)
    if not row.ended:
        return f"{all_points} so far"
    won = [seated.name for seated in row.seats if seated.won]
    return f"{phrases.listed(won) if won else 'Nobody'} won: {all_points}"


def besides(found: tuple[bytes, int, GameFound], folder: Path) -> ListedGame:
    """The row of a game of which another record goes further, and another way."""
    name, number, game = found
    played = game.played
    seats = tuple(
        Seated(who, Who(who, player).key, player, place, float(points), seat in played.winners)
        for seat, ((who, player), place, points) in enumerate(zip(played.chairs, game.places, played.points, strict=True))
    )
    row = ListedGame(
        played.mark, index.path_of(name, folder), number, number + 1, played.started, played.game, game.words, played.ended,
        played.deals, game.real_cards, played.code, seats, local(played.started), "",
    )  # fmt: skip
    return row._replace(text=_text(row))


def reading(known: Index, folder: Path, found: list[ListedGame]) -> Generator[None, None, None]:
    """Adds all games, those not over first, and of each the one that began last. folder: of the records.

    Raises sqlite3.DatabaseError, and Busy.
    """
    for ended in (False, True):
        seats: list[tuple[object, ...]] = []
        try:
            for row in known.rows(_QUESTION, (int(ended),)):
                if seats and row[0] != seats[0][0]:
                    found.append(_row(seats, folder))
                    seats = []
                    if len(found) % PIECE == 0:
                        yield
                seats.append(row)
            if seats:
                found.append(_row(seats, folder))
        except (ValueError, TypeError) as wrong:
            raise sqlite3.DatabaseError(str(wrong)) from None


def accuracies(known: Index, key: str) -> dict[str, tuple[int, int]]:
    """Good decisions and all of them of a player, by the mark of each game that has been reviewed."""
    return {str(mark): (int(str(good)), int(str(all_of))) for mark, good, all_of in known.rows(_ACCURACY, (key,))}


def _row(found: list[tuple[object, ...]], folder: Path) -> ListedGame:
    """Raises ValueError or TypeError where the index is not as it was written."""
    mark, path, number, together, started, game, options, ended, deals, real, code = found[0][:11]
    seats = tuple(_seated(seat[11:]) for seat in found)
    if not isinstance(path, bytes):
        raise TypeError("a name is none")
    counts = [int(str(count)) for count in (number, together, deals)]
    when = local(str(started))
    row = ListedGame(
        str(mark), index.path_of(path, folder), counts[0], counts[1], str(started), str(game), str(options), bool(ended),
        counts[2], bool(real), str(code), seats, when, "",
    )  # fmt: skip
    return row._replace(text=_text(row))


def _seated(found: tuple[object, ...]) -> Seated:
    name, key, player, place, points, won = found
    return Seated(str(name), str(key), str(player), _place(place), _points(points), bool(won))


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


def _place(value: object) -> int | None:
    return None if value is None else int(str(value))


def _points(value: object) -> int | float:
    if not isinstance(value, int | float):
        raise TypeError("points are none")
    return value


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
        """Another number whenever there is something else to be shown."""
        self._seen: tuple[int, bool] | None = None
        self._work: Iterator[None] | None = None

    @property
    def done(self) -> bool:
        return self._work is None and self.history.done and self._seen == (self.history.changes, True)

    def begin(self) -> None:
        """The first piece: as many games as are seen at once, where the index is known."""
        self.history.keep()
        for _ in range(3):
            if self.history.index is None:
                self.history.work()
        self.work()

    def end(self) -> None:
        """The list is shown no longer; those who read the history go on."""
        self.history.release()

    def renew(self) -> None:
        """Records have come or gone: they are looked at again, and then the list is read anew."""
        self.history.again()
        self._seen = (-1, True)

    def leave_out(self, marks: frozenset[str]) -> None:
        """These games have gone, whatever the index says by now."""
        self.games = [game for game in self.games if game.mark not in marks]
        self.state += 1

    def work(self) -> bool:
        """Does one piece; returns whether there is more."""
        index_now, now = self.history.index, (self.history.changes, self.history.done)
        if self._work is not None:
            try:
                if next(self._work, self) is self:
                    self._work = None
            except (sqlite3.Error, Busy):  # it is made anew, or free, another time
                self._work, self._seen = None, None
                self.history.again()
        elif index_now is not None and (self._seen is None or (now[1] and self._seen != now)):
            fresh = self._seen is None or self._seen[0] != now[0] or bool(self.history.besides)
            self._seen = now
            self._work = self._read(index_now) if fresh else None
            return self.work() if fresh else True
        elif not now[1]:
            self.history.work()
        return not self.done

    def _read(self, known: Index) -> Generator[None, None, None]:
        found: list[ListedGame] = []
        first = not self.games
        for _ in reading(known, self._folder, found):
            if first:
                self.games, first = found, False
                self.state += 1
            yield
        self.accuracy = accuracies(known, self._you)
        found += [besides(one, self._folder) for one in self.history.besides]
        self.games = sorted(found, key=lambda game: game.started, reverse=True)
        self.state += 1
