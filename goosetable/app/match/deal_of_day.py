"""The deal of the day: a game, its company and a code that follow from the date alone, the same for everybody on that day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import Final, NamedTuple

from goosetable.app.storage import characters
from goosetable.engine.game import AnyGame
from goosetable.engine.record import seed

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


def of(day: date, shelf: Sequence[AnyGame]) -> DayDeal:
    """The deal of a day. shelf: the games there are; one more of them changes no day but those that are its own."""
    text = f"{SERIES} {day.isoformat()}"
    game = min(shelf, key=lambda game: _lot(text, game.id))
    wanted = game.seats(game.short(game.Options())) - 1
    company = sorted((character.name for character in characters.CAST), key=lambda name: _lot(text, name))
    return DayDeal(day, game, tuple(company[:wanted]), seed.nth(text, 1))


def _lot(text: str, name: str) -> bytes:
    """Draws a lot for a name on that day."""
    return sha256(f"{text} {name}".encode()).digest()
