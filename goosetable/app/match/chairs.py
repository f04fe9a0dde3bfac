"""Changes of chairs in the middle of a game: a computer player for a person who gets up, and that person back."""

from __future__ import annotations

from goosetable.app.storage import characters, clean_names
from goosetable.app.storage.characters import HUMAN
from goosetable.engine.record.format import Chair
from goosetable.engine.record.session import Session
from goosetable.players.levels import LEVELS

USUAL = "medium"
"""The level of the character who takes a chair at a table without computer players."""


def away(session: Session) -> tuple[int, ...]:
    """The seats where people began this game and computer players go on for them."""
    pairs = zip(session.header.chairs, session.chairs, strict=True)
    return tuple(seat for seat, (first, now) in enumerate(pairs) if first.player == HUMAN and now.player != HUMAN)


def following(session: Session, seat: int) -> Chair:
    """Returns the next chair: for a person a character not at the table, and for that character the person again."""
    if seat in away(session):
        return clean_names.seated(session.header.chairs)[seat]
    taken = [*session.names, *(chair.name for chair in session.header.chairs)]
    level = next((chair.player for chair in session.chairs if chair.player in LEVELS), USUAL)
    return Chair(characters.after("", taken).name, level)
