"""Computer players named in a call: a level with its effort, or `module:Class` for an external player."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

from goosetable import players
from goosetable.commands.arguments import CallError
from goosetable.commands.saying import complain
from goosetable.engine.game import AnyGame
from goosetable.engine.words.phrases import listed
from goosetable.players.agent import Player
from goosetable.players.levels import with_effort
from goosetable.sandbox import external, module_search
from goosetable.sandbox.external import PATIENCE, SandboxedPlayer

LISTED = f"{listed(players.LEVELS, 'or')}, or module:Class for one of your own"


def seated(name: str, source: str, patience: float = PATIENCE, inside: bool = False, iterations: int | None = None) -> Player:
    """Makes the player of that name, with randomness from `source`. Raises ValueError.

    An external player gets its own process, and is made there on its first request, unless `inside`.
    """
    if ":" in name:
        if not inside:
            return SandboxedPlayer(name, source, patience)
        module_search.admit(module_search.find(name))
        return players.make(name, Random(external.sealed(source)))
    return with_effort(name, Random(source), iterations)


def make(name: str, source: str, iterations: int | None = None, patience: float = PATIENCE, inside: bool = False) -> Player:
    """Makes the player of that name at once. Raises CallError."""
    if name == "human":
        raise CallError(f"'human' is no computer player; there are {LISTED}")
    try:
        player = seated(name, source, patience, inside, iterations)
        if isinstance(player, SandboxedPlayer):
            player.make()
    except (ValueError, players.BadPlayer) as wrong:
        raise CallError(str(wrong)) from None
    return player


def say_untrained(game: AnyGame, seated: Iterable[object]) -> None:
    """Reports each file of learned weights that is unusable, once, if one of these players would follow it."""
    for sentence in players.untrained(game, seated):
        _complain_once(f"goosetable: {sentence}")


@cache
def _complain_once(sentence: str) -> None:
    complain(sentence)


def check(game: AnyGame, names: Iterable[str], patience: float = PATIENCE, inside: bool = False) -> None:
    """Refuses a name without a player before the game starts. Raises CallError."""
    for name in dict.fromkeys(names):
        player = make(name, "check", None, patience, inside)
        say_untrained(game, [player])
        leave(player)


def leave(player: object) -> None:
    """Takes a player from its seat."""
    if isinstance(player, SandboxedPlayer):
        player.leave()
