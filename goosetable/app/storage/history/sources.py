"""The files of the history: records of tables, and sheets of games with real cards; the first line tells them apart."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import games
from goosetable.app.storage import archive, clean_names
from goosetable.app.storage.history import course
from goosetable.app.storage.history.course import GameFound, words
from goosetable.app.storage.history.honours import feats, honours
from goosetable.app.storage.history.roll import Played, Who
from goosetable.app.storage.paths import Paths
from goosetable.engine.record import jsonl
from goosetable.engine.sheet import file
from goosetable.engine.sheet.file import SheetFile

SUFFIXES: Final = (archive.SUFFIX, file.SUFFIX)


class Home(NamedTuple):
    """A file's folder, and its name in it."""

    folder: Path
    name: str
    suffix: str


def home(content: bytes, folders: Paths) -> Home:
    """Returns the home of a file by its content, which has been read and checked."""
    if not file.is_sheet(content):
        return Home(folders.games, archive.name_of(content) or "undated table", archive.SUFFIX)
    return Home(folders.sheets, file.name_of(file.read(content, games.find, games.form_of)), file.SUFFIX)


def follow(content: bytes, digest: str) -> Generator[None, None, list[GameFound]]:
    """Returns the games of a file. digest: unique to the file, part of its marks. Raises RecordError."""
    if not file.is_sheet(content):
        return (yield from course.follow(content, digest))
    yield
    lines = jsonl.ended(content)
    return [_found(file.read(lines, games.find, games.form_of), lines.count(b"\n"), digest)]


def _found(sheet: SheetFile, steps: int, digest: str) -> GameFound:
    """The game of a sheet, all of whose players are people."""
    kept, game, seats = sheet.course, sheet.game, range(sheet.course.seats)
    people = tuple((chair.name, chair.player) for chair in clean_names.people(kept.names))
    keys = [Who(*person).key for person in people]
    worth: int = getattr(kept.options, game.prize) if game.prize else 1
    found = [honours(game, kept.options, deal.state) for deal in kept.deals]
    played = Played(
        _mark(sheet, digest), game.id, sheet.started or "", people, kept.over, len(kept.deals),
        tuple(Fraction(total) for total in kept.standing.totals),
        tuple(sum((deal.shares[seat] for deal in found), Fraction(0)) for seat in seats),
        kept.winners, tuple(worth * (seat in kept.winners) for seat in seats),
        feats(game, found, kept.deals[-1].before.totals, kept.winners) if kept.over else (),
    )  # fmt: skip
    deals = [
        seat_deal
        for number, (deal, own) in enumerate(zip(kept.deals, found, strict=True), 1)
        for seat_deal in own.seat_deals(number, keys, deal.points, "")
    ]
    return GameFound(played, words(kept.options), steps, tuple(deals), real_cards=True)


def _mark(sheet: SheetFile, digest: str) -> str:
    """By its header, as a record; one without a time is told by its content."""
    told = sheet.header if sheet.started else digest
    return sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:24]
