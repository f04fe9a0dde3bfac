"""Small archives of records for the tests of statistics: games played at random, with whoever is wanted at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from goosetable.app.storage import paths
from goosetable.app.storage.history.records import History
from goosetable.engine.record.format import Chair, Line
from goosetable.engine.record.session import Session
from tests.games.playing import CODE, Variant, find, header, record, steps

QUICK = Variant(find("gooseberry-fool"), find("gooseberry-fool").Options(target=50))
"""A game of few deals."""
Company = Sequence[tuple[str, str]]


def played(
    chairs: Company, seed: int, started: str = "", deals: int = 60, variant: Variant = QUICK, code: str | None = CODE
) -> tuple[Session, str]:
    """A game played at random and its record; broken off after so many deals."""
    written: list[Line] = []
    head = replace(header(variant, code), chairs=tuple(Chair(*chair) for chair in chairs), started=started or None)
    session = Session(variant.game, head, written.append)
    for _ in steps(session, Random(seed), deals):
        pass
    return session, record(written)


def put(folder: Path, name: str, *texts: str) -> Path:
    """Writes a file of one table into the archive of a data folder."""
    (folder / "games").mkdir(parents=True, exist_ok=True)
    path = folder / "games" / f"{name}.goose"
    path.write_text("".join(texts), encoding="utf-8")
    return path


def gathered(folder: Path, names: Mapping[str, str] | None = None) -> History:
    """Returns the history of a data folder after all records are read; its index stays open.

    names: the present names of renamed people, by former name.
    """
    history = History(paths.find_paths(folder), names)
    history.keep_open()
    while history.run_slice():
        pass
    return history


class FoundSeat(NamedTuple):
    """One player at one seat of a game that a history has found; the figures are those of the deals played there."""

    seat: int
    name: str
    player: str
    stayed: bool
    won: bool
    deals: int
    points: Fraction
    best: Fraction
    prize: int
    feats: str


class FoundGame(NamedTuple):
    """A game that a history has found."""

    mark: str
    game: str
    started: str
    ended: bool
    deals: int
    code: str
    seats: tuple[FoundSeat, ...]
    """By seat, those who sat there to the last line."""
    left: tuple[FoundSeat, ...]


def found_games(history: History) -> list[FoundGame]:
    """The games that a history has found, in the order in which they began."""
    run = history.tables.db.execute
    found = []
    for number, *game in run("SELECT game, mark, kind, started, ended, deals, code FROM games ORDER BY game").fetchall():
        rows = run("SELECT * FROM seats WHERE game = ? ORDER BY seat, entry", (number,))
        names = [column[0] for column in rows.description]
        seats = [_found_seat(dict(zip(names, row, strict=True))) for row in rows]
        stayed, left = ([seat for seat in seats if seat.stayed is kept] for kept in (True, False))
        found.append(FoundGame(game[0], game[1], game[2], bool(game[3]), game[4], game[5], tuple(stayed), tuple(left)))
    return found


def _found_seat(row: dict[str, Any]) -> FoundSeat:
    points, best = Fraction(row["points"], row["points_of"]), Fraction(row["best"], row["best_of"])
    return FoundSeat(
        row["seat"], row["name"], row["player"], bool(row["stayed"]), bool(row["won"]), row["deals"], points, best,
        row["prize"], row["feats"],
    )  # fmt: skip
