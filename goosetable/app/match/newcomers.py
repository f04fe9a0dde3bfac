"""Newcomers: persons who have finished few deals of a game; the settings count those deals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from goosetable import files
from goosetable.app.match import practice
from goosetable.app.match.match import Match
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage import profiles
from goosetable.app.storage.characters import HUMAN
from goosetable.app.storage.settings import FIRST_DEALS, MOST_MET, Settings
from goosetable.engine.lesson.lesson import Lesson
from goosetable.engine.record import format, jsonl
from goosetable.engine.record.format import Header, RecordError

FIRST_LINE: Final = 1 << 14
"""Bytes of a record in which its first line is looked for."""


def _key(game: str, name: str) -> str:
    return f"{game} {profiles.key(name)}"


class Newcomers:
    """Of the people at a table, who is new to its game. offers: whether its lesson is offered to them."""

    def __init__(
        self, match: Match, settings: Callable[[], Settings], change: Callable[..., None], records: Path, offers: bool = True
    ) -> None:
        """settings: as they are now; change: keeps others. records: the folder of those of former tables."""
        self.match, self._settings, self._change, self._records, self._offers = match, settings, change, records, offers
        self.offering = False
        """Whether the lesson has just been offered, and nothing has come of it yet."""

    def _seen(self, seat: int) -> int | None:
        """The deals that a person has seen to the end, `FIRST_DEALS` at most; None: they have never sat down to this game."""
        found = self._settings().met.get(_key(self.match.game.id, self.match.session.names[seat]))
        return found if self._offers or found is not None else FIRST_DEALS

    @property
    def new(self) -> bool:
        """Whether the person who looks has seen but few deals of this game, and no whole game."""
        return self.match.looked_at and (self._seen(self.match.me) or 0) < FIRST_DEALS

    def offer(self) -> Lesson | None:
        """Returns the lesson to be offered now: once, and only to a person who has neither played nor learned the game."""
        found = self._unmet()
        self.offering = found is not None
        return found

    def _unmet(self) -> Lesson | None:
        match, known = self.match, self._seen(self.match.me)
        if not match.looked_at or known is not None:
            return None
        game, begun = match.game, bool(match.session.standing.deals or match.session.undoable)
        played = begun or has_record(self._records, game.id, match.session.names[match.me])
        for seat in match.persons:
            if self._seen(seat) is None:  # all who share a screen have seen the offer
                self._keep(seat, FIRST_DEALS if played else 0)
        if played or game.id in self._settings().learned:
            return None
        try:
            return practice.load(game)
        except AssetError:
            return None

    def scored(self) -> None:
        """A deal has been counted, and perhaps the game is over."""
        for seat in self.match.persons:
            self._keep(seat, FIRST_DEALS if self.match.session.ended else (self._seen(seat) or 0) + 1)

    def _keep(self, seat: int, number: int) -> None:
        key, number = _key(self.match.game.id, self.match.session.names[seat]), min(number, FIRST_DEALS)
        before = self._settings().met
        if before.get(key) != number:
            kept = {other: seen for other, seen in before.items() if other != key} | {key: number}
            self._change(met=dict(list(kept.items())[-MOST_MET:]))  # of too many people the first are forgotten


def has_record(folder: Path, game: str, name: str) -> bool:
    """Whether a game of this kind with this person lies in a folder of records; one that cannot be read does not count."""
    try:
        records = [path for path in folder.iterdir() if path.suffix == ".goose"]
    except OSError:
        return False
    return any(_is_of(path, game, name) for path in records)


def _is_of(path: Path, game: str, name: str) -> bool:
    try:
        with files.opened(path) as file:
            header = format.read_line(jsonl.unmarked(file.readline(FIRST_LINE)))
    except (OSError, ValueError, RecordError):
        return False
    if not isinstance(header, Header) or header.game != game:
        return False
    return any(chair.player == HUMAN and profiles.key(chair.name) == profiles.key(name) for chair in header.chairs)
