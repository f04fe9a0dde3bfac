"""What each seat's player has won over several games at one table, such as Golden Geese, wherever they sat."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.engine.record.session import Session


def prizes(sessions: Sequence[Session]) -> tuple[int, ...]:
    """By seat of the last game; people are known by their names, as long as no two have the same."""
    last = sessions[-1]
    won = [0] * last.seats
    where = {name: seat for seat, name in enumerate(last.names)}
    for session in sessions:
        if session.ended:
            for seat, (name, prize) in enumerate(zip(session.names, session.prizes, strict=True)):
                won[where.get(name, seat) if len(where) == len(won) else seat] += prize
    return tuple(won)
