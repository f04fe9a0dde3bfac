"""Matches laid, opened and left: the one place where chance, the clock and the save files come to a match from outside.

The deal of the day is a game, its company and a code that follow from the date alone, the same for everybody on that day.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from goosetable import __version__
from goosetable.app.storage import cast, clean_names
from goosetable.app.storage.saves import Notice, OpenGames, Saves, read
from goosetable.engine.game import AnyGame
from goosetable.engine.record import seed
from goosetable.engine.record.format import Chair, Origin, write
from goosetable.engine.record.seed import fresh, show
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options

if TYPE_CHECKING:
    from goosetable.app.match.match import Match
    from goosetable.app.match.practice import PlayedOn
    from goosetable.engine.record.deal_log import Counted


SERIES: Final = "deal of the day"
"""The series of codes in which each day has its own; to change it is to change every day's deal."""


class DayDeal(NamedTuple):
    """The deal that all people get on one day."""

    day: date
    game: AnyGame
    company: tuple[str, ...]
    """The names of the computer players, in the order in which they sit after the person."""
    code: str
    """The canonical code of the game."""


def day_deal(day: date, shelf: Sequence[AnyGame]) -> DayDeal:
    """The deal of a day. shelf: the games there are; one more of them changes no day but those that are its own."""
    text = f"{SERIES} {day.isoformat()}"
    game = min(shelf, key=lambda game: _lot(text, game.id))
    wanted = game.seats(game.short(game.Options())) - 1
    company = sorted((character.name for character in cast.CAST), key=lambda name: _lot(text, name))
    return DayDeal(day, game, tuple(company[:wanted]), seed.nth(text, 1))


def _lot(text: str, name: str) -> bytes:
    """Draws a lot for a name on that day."""
    return sha256(f"{text} {name}".encode()).digest()


class Matches:
    """Makes matches. Tests pass their own codes, seeds and time."""

    def __init__(
        self,
        saves: Saves,
        notice: Notice,
        code: Callable[[], str] = fresh,
        seed: Callable[[], str] = secrets.token_hex,
        now: Callable[[], float] = time.time,
        allow: Collection[str] = (),
        opened: OpenGames | None = None,
    ) -> None:
        """allow: the external players that may be run at these tables, as the call of the program names them."""
        self.allow = allow
        self.saves = saves
        self._notice, self._code, self._seed, self._now = notice, code, seed, now
        self.opened = OpenGames() if opened is None else opened
        self._broken_off: str | None = None
        """The title of the game that a new table puts away unfinished, once it has been asked for."""

    @property
    def today(self) -> date:
        """The day it is here."""
        return date.fromtimestamp(self._now())

    @property
    def now(self) -> float:
        """The time in seconds, as the system counts them."""
        return self._now()

    def running(self) -> Session | None:
        """The game that the running table is in the middle of, or between two deals of; None where there is none."""
        found = clean_names.cleaned(self.saves.look())
        last = found[-1] if found and found[-1].due != "none" else None
        self._broken_off = None if last is None else last.game.title
        return last

    def go_on(self) -> Match | None:
        """Goes on at the running table, or None where there is none."""
        self._broken_off = None
        found = self.saves.look()
        return self._resumed(found) if found else None

    def open(self, path: Path, number: int | None = None) -> Match:
        """Opens a copy of a record as the running table. number: of its last game that is opened, from 0; None for all.

        Raises RecordError, OSError or ValueError; then nothing changed.
        """
        found = self.saves.adopt(path, number)
        self._broken_off = None
        return self._resumed(found)

    def look_at(self, path: Path, number: int) -> Match:
        """A game of a record that is over, to be looked at: nothing is written, and the running table stays what it is.

        number: of the game, from 0. Raises RecordError, OSError or ValueError.
        """
        from goosetable.app.match.practice import LookedAt  # as in `_resumed`

        content, found = read(path, number)
        return LookedAt(clean_names.cleaned(found), content, self._notice, self.allow)

    def record(self, match: Match) -> bytes:
        """The record in which a match stands."""
        return match.archived or self.saves.record()

    def _resumed(self, found: list[Session]) -> Match:
        from goosetable.app.match.match import Match  # with it come the players, which the title does not need

        return Match(clean_names.cleaned(found), self.saves.resume(), self._seed(), self._notice, self.allow, self.opened)

    def lay(self, game: AnyGame, options: object, chairs: Sequence[Chair], code: str | None = None) -> Match:
        """A new table; the one before it goes to the archive. code: canonical, or None for a new one."""
        from goosetable.app.match.match import Match  # as in `_resumed`

        kept = self.saves.put_away()
        if self._broken_off is not None:
            kept_there = "is kept; find it again in Statistics, All games" if kept else "could not be kept"
            self._notice(f"Your game of {self._broken_off} {kept_there}.")
            self._broken_off = None
        return Match.new(
            game, options, chairs, show(code or self._code()), self.saves.begin(), self._seed(), self._notice,
            self.utc(), __version__, self.allow, self.opened,
        )  # fmt: skip

    def again(self, match: Match, moved: bool = False) -> None:
        """Another game at the same table, in a new record where theirs is too large. moved: all sit one chair further on."""
        journal = self.saves.begin() if self.saves.crowded else None
        match.next_game(show(self._code()), self.utc(), moved, journal, __version__)

    def play_on(self, match: Match, counted: Counted, at: int) -> PlayedOn:
        """A table at which a deal of a match goes on from its action `at`, from 0; the match itself stays as it is."""
        from goosetable.app.match.practice import PlayedOn, played_until  # as in `_resumed`

        origin = Origin(counted.deal.number, at)
        before = match.session
        rules, app, now = dict(options.write(before.options)), __version__, self.utc()
        header = replace(before.header, options=rules, chairs=before.chairs, app=app, started=now, origin=origin)
        session, lines = played_until(before, header)
        session.previous = before.previous
        table = "".join([f"{write(line)}\n" for line in lines]).encode()
        played_on = PlayedOn(match, counted, self._notice, session, self.saves.beside(table))
        self._notice(played_on.sentence)
        return played_on

    def utc(self) -> str:
        """Returns the current time as a record has it."""
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._now()))
