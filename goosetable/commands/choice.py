"""Computer players chosen by name in a call: a level, or `module:Class` for one of one's own."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from goosetable import players
from goosetable.commands.calling import CallError
from goosetable.engine.words import listed

LISTED = f"{listed(players.LEVELS, 'or')}, or module:Class for one of your own"


def make(name: str, rng: Random, iterations: int | None = None) -> Any:
    """The player of that name. Raises CallError."""
    if name == "human":
        raise CallError(f"'human' is no computer player; there are {LISTED}")
    if ":" in name and str(Path.cwd()) not in sys.path:
        # A player of one's own is looked for where one is, as `python -m` does.
        sys.path.insert(0, str(Path.cwd()))
    try:
        return players.make(name, rng, iterations)
    except (ValueError, players.BadPlayer) as wrong:
        raise CallError(str(wrong)) from None


def check(names: Iterable[str]) -> None:
    """Refuses a name that is no player's, before anything is played. Raises CallError."""
    for name in dict.fromkeys(names):
        make(name, Random(0))
