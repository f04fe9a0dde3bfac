"""How long a computer player lets one wait before it acts: as its character does, and longer where the choice was close."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goosetable.app.storage import characters

if TYPE_CHECKING:
    from goosetable.app.match.match import Match

LINGERS: Final = 0.8
"""Factor by which the closest choice takes longer than an easy one."""


def pause(match: Match, pace: float) -> float:
    """Seconds from the beginning of its turn; nothing where everything is done at once.

    pace: the factor on all durations, as `Context.pace` has it.
    """
    seat = match.thinking
    if seat is None:
        return 0.0
    return characters.pace(match.session.names[seat]) * pace * (1 + LINGERS * match.doubt)
