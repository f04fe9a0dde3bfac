"""Medals of a player, found in the records each time; none are stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from goosetable.app.storage.accounts import Book
from goosetable.app.storage.history.roll import Played, Sat, Who
from goosetable.engine.game import AnyGame
from goosetable.engine.text.medals import RUNNING, WON, Medal


class MedalPlace(NamedTuple):
    """A place for a medal, and the game that it was given for; None where it is empty."""

    medal: Medal
    given: Played | None


def places(book: Book, who: Who, game: AnyGame) -> tuple[MedalPlace, ...]:
    """The medals of a game, as its text declares them, and which of them a player has."""
    sat = book.sat(who, game.id)
    return tuple(MedalPlace(medal, _given(medal, sat)) for medal in game.text.medals)


def _given(medal: Medal, sat: Sequence[Sat]) -> Played | None:
    """The first game by which a medal was earned; a seat taken over from another player earns none of its deals."""
    wins = running = 0
    for played, seat, _ in sat:
        won = seat in played.winners
        wins, running = wins + won, running + 1 if won else 0
        if medal.kind in (WON, RUNNING):
            if (wins if medal.kind == WON else running) >= medal.number:
                return played
        elif played.feats and medal.kind in played.feats[seat] and all(stint.seat != seat for stint in played.left):
            return played
    return None
