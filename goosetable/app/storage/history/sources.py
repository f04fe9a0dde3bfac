"""The files of the history: records of tables, and sheets of games with real cards; the first line tells them apart."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import games
from goosetable.app.storage import archive, clean_names
from goosetable.app.storage.characters import HUMAN
from goosetable.app.storage.history import course
from goosetable.app.storage.history.course import GameFound, SeatDeal, words
from goosetable.app.storage.history.roll import Played, Who
from goosetable.app.storage.paths import Paths
from goosetable.engine.record import jsonl
from goosetable.engine.sheet import file
from goosetable.engine.sheet.course import Written
from goosetable.engine.sheet.file import SheetFile

SUFFIXES: Final = (archive.SUFFIX, file.SUFFIX)
_HEAD: Final = b'{"' + file.KEY.encode() + b'":'


class Home(NamedTuple):
    """Where a file belongs, and what it is called there."""

    folder: Path
    name: str
    suffix: str


def is_sheet(content: bytes) -> bool:
    """Whether a file is the sheet of a game with real cards."""
    return content.startswith(_HEAD)


def home(content: bytes, folders: Paths) -> Home:
    """Where a file of that content belongs, which has been read and checked."""
    if not is_sheet(content):
        return Home(folders.games, archive.name_of(content) or "undated table", archive.SUFFIX)
    return Home(folders.sheets, file.name_of(file.read(content, games.find, games.form_of)), file.SUFFIX)


def follow(content: bytes, digest: str) -> Generator[None, None, list[GameFound]]:
    """The games of a file, of which `digest` tells it from all others. Raises RecordError."""
    if not is_sheet(content):
        return (yield from course.follow(content, digest))
    yield
    sheet = file.read(jsonl.ended(content), games.find, games.form_of)
    return [_found(sheet, len(content.splitlines()), digest)]


def _found(sheet: SheetFile, steps: int, digest: str) -> GameFound:
    """The game of a sheet, all of whose players are people."""
    kept, game, seats = sheet.course, sheet.game, range(sheet.course.seats)
    chairs = clean_names.people(kept.names)
    people = tuple((chair.name, HUMAN) for chair in chairs)
    worth: int = getattr(kept.options, game.prize) if game.prize else 1
    best = [_laurels(sheet, deal) for deal in kept.deals]
    laurels = tuple(sum((deal[seat] for deal in best), Fraction(0)) for seat in seats)
    feats: tuple[tuple[str, ...], ...] = tuple(() for _ in seats) if kept.over else ()
    played = Played(
        _mark(sheet, digest), game.id, sheet.started or "", people, kept.over, len(kept.deals),
        tuple(Fraction(total) for total in kept.standing.totals), laurels, kept.winners,
        tuple(worth * (seat in kept.winners) for seat in seats), feats,
    )  # fmt: skip
    deals = [
        _seat_deal(sheet, number, deal, seat, Who(*people[seat]).key)
        for number, deal in enumerate(kept.deals, 1)
        for seat in seats
    ]
    return GameFound(played, words(kept.options), steps, tuple(deals), real_cards=True)


def _laurels(sheet: SheetFile, deal: Written) -> list[Fraction]:
    """The shares of having done best in a deal, by seat; a team has one of them."""
    best, teams = sheet.game.laurels(deal.state), sheet.game.teams(sheet.course.options)
    among = sum(any(seat in best for seat in team) for team in teams) if teams else len(best)
    return [Fraction(seat in best, among or 1) for seat in range(sheet.course.seats)]


def _seat_deal(sheet: SheetFile, number: int, deal: Written, seat: int, key: str) -> SeatDeal:
    quota = sheet.game.text.quota(deal.state, seat)
    bid, tricks = (None, None) if quota is None else (quota.bid, quota.won)
    return SeatDeal(number, seat, key, deal.points[seat], bid, tricks, "")


def _mark(sheet: SheetFile, digest: str) -> str:
    """By its header, as a record; one without a time is told by its content."""
    told = file.head(sheet) if sheet.started else digest
    return sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:24]
