"""The deal of the day: a game, its company and a code that follow from the date alone, the same for everybody on that day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from hashlib import sha256
from typing import Final, NamedTuple

from goosetable.app.storage import characters
from goosetable.engine.game import AnyGame
from goosetable.engine.record import seed

LOOK: Final = 1.0
"""Seconds between two looks at the date."""
SERIES: Final = "deal of the day"
"""The series of codes in which each day has its own; to change it is to change every day's deal."""


class DayDeal(NamedTuple):
    """What everybody is dealt on one day."""

    day: date
    game: AnyGame
    company: tuple[str, ...]
    """The names of the computer players, in the order in which they sit after the person."""
    code: str
    """The canonical code of the game."""


def of(day: date, shelf: Sequence[AnyGame]) -> DayDeal:
    """The deal of a day. shelf: the games there are; one more of them changes no day but those that are its own."""
    text = f"{SERIES} {day.isoformat()}"
    game = min(shelf, key=lambda game: _lot(text, game.id))
    wanted = game.seats(game.short(game.Options())) - 1
    company = sorted((character.name for character in characters.CAST), key=lambda name: _lot(text, name))
    return DayDeal(day, game, tuple(company[:wanted]), seed.nth(text, 1))


class Midnight:
    """Watches the date while a screen stands that shows something of today."""

    def __init__(self, today: Callable[[], date]) -> None:
        self._today, self._seen, self._waited = today, today(), 0.0

    def passed(self, seconds: float) -> bool:
        """Let seconds pass; whether another day has begun since the last time this was so. It looks once in `LOOK`."""
        self._waited += seconds
        if self._waited < LOOK:
            return False
        self._waited = 0.0
        before, self._seen = self._seen, self._today()
        return self._seen != before


def _lot(text: str, name: str) -> bytes:
    """What is drawn for a name on that day."""
    return sha256(f"{text} {name}".encode()).digest()
