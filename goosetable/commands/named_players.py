"""Computer players chosen by name in a call: a level, `module:Class` for one of one's own, and how much a level thinks.

`expert@500` is the level with 500 imagined deals for each decision, `expert@10%` with a tenth of what it usually takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from goosetable import players
from goosetable.commands.arguments import CallError, whole
from goosetable.engine.text.phrases import listed
from goosetable.players.agent import Player
from goosetable.players.greedy import Greedy
from goosetable.players.search_agent import Searcher
from goosetable.sandbox import external, finding
from goosetable.sandbox.external import PATIENCE, Outsider

LISTED = f"{listed(players.LEVELS, 'or')}, or module:Class for one of your own"
MOST_ITERATIONS = 100_000_000
MOST_PERCENT = 100_000


def seated(name: str, source: str, patience: float = PATIENCE, inside: bool = False, iterations: int | None = None) -> Player:
    """The player of that name, with randomness made from `source`. Raises ValueError.

    One from outside sits in a process of its own, and is made there when it is first asked, unless `inside`.
    """
    if ":" in name:
        if not inside:
            return Outsider(name, source, patience)
        finding.admit(finding.find(name))
        return players.make(name, Random(external.sealed(source)))
    level, at, effort = name.partition("@")
    if not at:
        return players.make(name, Random(source), iterations)
    if effort.endswith("%"):
        return _scaled(players.make(level, Random(source)), _number(name, effort[:-1], MOST_PERCENT) / 100)
    return players.make(level, Random(source), _number(name, effort, MOST_ITERATIONS))


def _number(name: str, digits: str, most: int) -> int:
    try:
        return whole(1, most)(digits)
    except Exception:
        raise ValueError(f"{name!r} is not LEVEL@ITERATIONS or LEVEL@PERCENT%") from None


def _scaled(player: Player, share: float) -> Player:
    """The same player with a share of the work for each decision."""
    if isinstance(player, Searcher):
        skill = player.skill
        work = None if skill.work is None else max(1, round(skill.work * share))
        player.skill = replace(skill, iterations=max(1, round(skill.iterations * share)), work=work)
    elif isinstance(player, Greedy):
        player.worlds = max(1, round(player.worlds * share))
    return player


def make(name: str, source: str, iterations: int | None = None, patience: float = PATIENCE, inside: bool = False) -> Player:
    """The player of that name, made at once. Raises CallError."""
    if name == "human":
        raise CallError(f"'human' is no computer player; there are {LISTED}")
    try:
        player = seated(name, source, patience, inside, iterations)
        if isinstance(player, Outsider):
            player.make()
    except (ValueError, players.BadPlayer) as wrong:
        raise CallError(str(wrong)) from None
    return player


def check(names: Iterable[str], patience: float = PATIENCE, inside: bool = False) -> None:
    """Refuses a name that is no player's, before anything is played. Raises CallError."""
    for name in dict.fromkeys(names):
        leave(make(name, "check", None, patience, inside))


def leave(player: object) -> None:
    """A player gives up its seat."""
    if isinstance(player, Outsider):
        player.leave()


def send_away() -> None:
    """Ends every process in which a player from outside sat."""
    external.send_away()
