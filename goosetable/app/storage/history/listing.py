"""The games of the history as a list: read from the index a piece at a time, searched, held back by filters, and grouped."""

from __future__ import annotations

import calendar
import sqlite3
import time
from collections.abc import Generator
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

from goosetable.app.storage.history import index
from goosetable.app.storage.history.course import GameFound
from goosetable.app.storage.history.index import Index
from goosetable.app.storage.history.roll import Who
from goosetable.engine.words import phrases
from goosetable.games import find

PIECE = 100
"""Games that are read in one piece of work."""
_QUESTION = """
SELECT g.mark, g.path, g.number, (SELECT count(*) FROM holds WHERE holds.path = g.path), g.started, g.game, g.options, g.ended,
  g.deals, g.real_cards, g.code, s.name, s.key, s.player, s.place, s.points, s.won
FROM games AS g JOIN seats AS s USING (mark) ORDER BY g.started DESC, g.mark DESC, s.seat
"""
_ACCURACY = """
SELECT d.mark, sum(a.good), sum(a.decisions) FROM deals AS d JOIN accuracy AS a USING (digest, seat)
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
    text: str
    """What a search finds it by, in small letters."""


def local(started: str) -> datetime | None:
    """A time as records have it, by the clock on the wall here; None where it is none."""
    try:
        return datetime(*time.localtime(calendar.timegm(time.strptime(started, "%Y-%m-%dT%H:%M:%SZ")))[:6])
    except (ValueError, OverflowError, OSError):
        return None


def figure(points: int | float) -> str:
    """Points as in print, with one place behind the point where there is anything.

    >>> figure(-20), figure(6.5), figure(3)
    ('−20', '6.5', '3')
    """
    text = f"{abs(points):.1f}".removesuffix(".0")
    return f"\N{MINUS SIGN}{text}" if points < 0 and text != "0" else text


def result(row: ListedGame) -> str:
    """What came of a game, in a few words."""
    all_points = ", ".join(figure(seated.points) for seated in row.seats)
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
        played.deals, False, played.code, seats, local(played.started), "",
    )  # fmt: skip
    return row._replace(text=_text(row))


def reading(known: Index, folder: Path) -> Generator[None, None, list[ListedGame]]:
    """All games, the one that began last first. folder: of the records. Raises sqlite3.DatabaseError."""
    found: list[ListedGame] = []
    mark: object = None
    seats: list[tuple[object, ...]] = []
    try:
        for row in known.rows(_QUESTION):
            if row[0] != mark and seats:
                found.append(_row(seats, folder))
                seats = []
                if len(found) % PIECE == 0:
                    yield
            mark = row[0]
            seats.append(row)
        if seats:
            found.append(_row(seats, folder))
    except (ValueError, TypeError) as wrong:
        raise sqlite3.DatabaseError(str(wrong)) from None
    return found


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
