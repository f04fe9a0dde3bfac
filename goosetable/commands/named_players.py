"""Computer players chosen by name in a call: a level with its effort, or `module:Class` for one of one's own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

from goosetable import players
from goosetable.commands.arguments import CallError
from goosetable.commands.saying import complain
from goosetable.engine.words.phrases import listed
from goosetable.players import effort
from goosetable.players.agent import Player
from goosetable.sandbox import external, finding
from goosetable.sandbox.external import PATIENCE, SandboxedPlayer

LISTED = f"{listed(players.LEVELS, 'or')}, or module:Class for one of your own"


def seated(name: str, source: str, patience: float = PATIENCE, inside: bool = False, iterations: int | None = None) -> Player:
    """The player of that name, with randomness made from `source`. Raises ValueError.

    One from outside sits in a process of its own, and is made there when it is first asked, unless `inside`.
    """
    if ":" in name:
        if not inside:
            return SandboxedPlayer(name, source, patience)
        finding.admit(finding.find(name))
        return players.make(name, Random(external.sealed(source)))
    return effort.make(name, Random(source), iterations)


def make(name: str, source: str, iterations: int | None = None, patience: float = PATIENCE, inside: bool = False) -> Player:
    """The player of that name, made at once. Raises CallError."""
    _say_untrained()
    if name == "human":
        raise CallError(f"'human' is no computer player; there are {LISTED}")
    try:
        player = seated(name, source, patience, inside, iterations)
        if isinstance(player, SandboxedPlayer):
            player.make()
    except (ValueError, players.BadPlayer) as wrong:
        raise CallError(str(wrong)) from None
    return player


@cache
def _say_untrained() -> None:
    """Says once which games have learned weights that cannot be used."""
    for sentence in players.untrained():
        complain(f"goosetable: {sentence}")


def check(names: Iterable[str], patience: float = PATIENCE, inside: bool = False) -> None:
    """Refuses a name that is no player's, before anything is played. Raises CallError."""
    for name in dict.fromkeys(names):
        leave(make(name, "check", None, patience, inside))


def leave(player: object) -> None:
    """A player gives up its seat."""
    if isinstance(player, SandboxedPlayer):
        player.leave()
