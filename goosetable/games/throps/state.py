"""A deal of Throps: its house rules, and its numbers of seats and rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from goosetable.engine.rules.options import target, tie
from goosetable.engine.rules.sealed_state import BID as BID
from goosetable.engine.rules.sealed_state import SealedState

SEATS: Final = 3
ROUNDS: Final = 13


@dataclass(frozen=True)
class ThropsOptions:
    """The house rules of Throps."""

    target: int = target((100, 50, 150, 200, 300, 500), 50, 500)
    tie: str = tie()


class ThropsState(SealedState):
    """A deal of Throps."""

    __slots__ = ()
