"""Factory of matches: new, reopened and continued ones. Random codes, the clock and saved files come into matches only here.

The deal of the day is a game with computer players and a code. It depends only on the date, so it is the same for everybody.
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
from goosetable.app.storage.saves import Notice, OpenGames, Saves, read_record
from goosetable.engine.game import AnyGame
from goosetable.engine.record import seed
from goosetable.engine.record.format import Chair, Origin, RecordError, line_as_text
from goosetable.engine.record.seed import format_code, new_code
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options

if TYPE_CHECKING:
    from goosetable.app.match.match import Match
    from goosetable.app.match.practice import ContinuedDealMatch
    from goosetable.engine.record.session import ScoredDeal


SERIES: Final = "deal of the day"
"""Name of the series of daily codes. A change of this name would change every day's deal."""


DAY_LEVEL: Final = "medium"
"""Level of the computer players in the deal of the day."""


class DayDeal(NamedTuple):
    """The deal of a day, which is the same on every computer. The game has its printed rules."""

    day: date
    game: AnyGame
    opponent_names: tuple[str, ...]
    """Names of the computer players in seat order. The person has the seat before them."""
    code: str
    """The canonical code of the game."""

    @property
    def options(self) -> object:
        """The options of the game: the printed rules, but with only one deal."""
        return self.game.one_deal_options(self.game.Options())

    @property
    def opponents(self) -> tuple[Chair, ...]:
        """The chairs of the computer players in seat order. The person has the seat before them."""
        return tuple(Chair(name, DAY_LEVEL) for name in self.opponent_names)

    def is_this_deal(self, game: AnyGame, code: str | None, rules: object, chairs: Sequence[Chair]) -> bool:
        """Returns True if game, code, rules and players are those of this deal.

        code: in its canonical form. rules: options of the game. chairs: by seat.
        """
        person, *others = chairs
        same = game is self.game and code == self.code and rules == self.options
        return same and person.player == cast.HUMAN and tuple(others) == self.opponents

    def is_played_in(self, session: Session) -> bool:
        """Returns True if a session plays this deal with its rules and players, and if no player has been replaced."""
        chairs = session.chairs
        return self.is_this_deal(session.game, session.code, session.options, chairs) and session.header.chairs == chairs


def day_deal(day: date, games: Sequence[AnyGame]) -> DayDeal:
    """Returns the deal of a day. games: all games. An additional game changes only the days on which that game is chosen."""
    text = f"{SERIES} {day.isoformat()}"
    game = min(games, key=lambda game: daily_sort_key(text, game.id))
    wanted = game.seats(game.Options()) - 1
    company = sorted((character.name for character in cast.CAST), key=lambda name: daily_sort_key(text, name))
    return DayDeal(day, game, tuple(company[:wanted]), seed.code_in_series(text, 1))


def daily_sort_key(text: str, name: str) -> bytes:
    """Returns a sort key for a name; sorted by it, names have a new pseudorandom order each day. text: the name of a series of
    daily deals, with the date.
    """
    return sha256(f"{text} {name}".encode()).digest()


class Matches:
    """Factory of matches. Tests pass their own codes, seeds and time."""

    def __init__(
        self,
        saves: Saves,
        notice: Notice,
        code: Callable[[], str] = new_code,
        seed: Callable[[], str] = secrets.token_hex,
        now: Callable[[], float] = time.time,
        allow: Collection[str] = (),
        opened: OpenGames | None = None,
    ) -> None:
        """allow: the external players that may run at these tables (--allow)."""
        self.allow = allow
        self.saves = saves
        self._notice, self._code, self._seed, self._now = notice, code, seed, now
        self.opened = OpenGames() if opened is None else opened
        self._broken_off: str | None = None
        """Title of the unfinished running game that a new table would move to the archive; set by `running_game`."""

    @property
    def today(self) -> date:
        """Today's date in local time."""
        return date.fromtimestamp(self._now())

    @property
    def now(self) -> float:
        """The time in seconds since 1970."""
        return self._now()

    def running_game(self) -> Session | None:
        """Returns the unfinished game of the running table; None if there is none."""
        found = clean_names.with_clean_names(self.saves.read_running_table())
        last = found[-1] if found and found[-1].due_step != "none" else None
        self._broken_off = None if last is None else last.game.title
        return last

    def unfinished_game(self, path: Path, number: int) -> Session | None:
        """Returns an unfinished game of a record; None if it is over or cannot be read. number: the game's index, from 0."""
        try:
            found = clean_names.with_clean_names(read_record(path, number)[1])
        except (RecordError, OSError, ValueError):
            return None
        return found[number] if number < len(found) and found[number].due_step != "none" else None

    def continue_table(self) -> Match | None:
        """Continues the running table; returns None if there is none."""
        self._broken_off = None
        found = self.saves.read_running_table()
        return self._resume_match(found) if found else None

    def open_copy_of_record(self, path: Path, number: int | None = None) -> Match:
        """Makes a copy of a record the running table, and opens it.

        number: the index of the game to continue, from 0; None for the last game. Raises RecordError, OSError or ValueError;
        the running table is then unchanged.
        """
        found = self.saves.copy_as_running_table(path, number)
        self._broken_off = None
        return self._resume_match(found)

    def open_for_viewing(self, path: Path, number: int) -> Match:
        """Opens a finished game of a record for viewing. Nothing is written, and the running table is unchanged.

        number: the index of the game, from 0. Raises RecordError, OSError or ValueError.
        """
        from goosetable.app.match.practice import FinishedMatch  # as in `_resume_match`

        content, found = read_record(path, number)
        return FinishedMatch(clean_names.with_clean_names(found), content, self._notice, self.allow)

    def record_of_match(self, match: Match) -> bytes:
        """Returns the record of a match."""
        return match.archived or self.saves.running_record()

    def _resume_match(self, sessions: list[Session]) -> Match:
        from goosetable.app.match.match import Match  # imports the players, which the title screen does not need

        games = clean_names.with_clean_names(sessions)
        return Match(games, self.saves.continue_table(), self._seed(), self._notice, self.allow, self.opened)

    def begin_table(self, game: AnyGame, options: object, chairs: Sequence[Chair], code: str | None = None) -> Match:
        """Begins a new table, and moves the previous table to the archive. code: the canonical code; None for a random one."""
        from goosetable.app.match.match import Match  # as in `_resume_match`

        kept = self.saves.archive_table()
        if self._broken_off is not None and not kept:  # else the set-up page has said so
            self._notice(f"Your game of {self._broken_off} could not be kept.")
        self._broken_off = None
        return Match.new(
            game, options, chairs, format_code(code or self._code()), self.saves.begin_table(), self._seed(), self._notice,
            self.time_for_record(), __version__, self.allow, self.opened,
        )  # fmt: skip

    def begin_next_game(self, match: Match, shift_seats: bool = False) -> None:
        """Begins another game at the same table; begins a new record if the present one has its largest size.

        shift_seats: True if all players move one seat on.
        """
        journal = self.saves.begin_table() if self.saves.is_record_full else None
        match.begin_next_game(format_code(self._code()), self.time_for_record(), shift_seats, journal, __version__)

    def continue_from_action(self, match: Match, scored_deal: ScoredDeal, action_index: int) -> ContinuedDealMatch:
        """Returns a match that plays a scored deal of `match` again from one of its actions on; `match` itself is unchanged.

        action_index: index of the first action that is played again.
        """
        from goosetable.app.match.practice import ContinuedDealMatch, session_until_continuation  # as in `_resume_match`

        origin = Origin(scored_deal.deal.number, action_index)
        before = match.session
        rules, app, now = dict(options.options_as_json(before.options)), __version__, self.time_for_record()
        header = replace(before.header, options=rules, chairs=before.chairs, app=app, started=now, origin=origin)
        session, lines = session_until_continuation(before, header)
        session.previous = before.previous
        table = "".join([f"{line_as_text(line)}\n" for line in lines]).encode()
        played_on = ContinuedDealMatch(match, scored_deal, self._notice, session, self.saves.journal_of_second_table(table))
        self._notice(played_on.practice_note)
        return played_on

    def time_for_record(self) -> str:
        """Returns the current time in the format of records."""
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._now()))
