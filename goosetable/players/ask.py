"""Asking a player for its action: only a legal one is taken."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from goosetable.engine.hidden.view import View
from goosetable.engine.rules.action import Action
from goosetable.players.agent import Agent, BadPlayer, External, Player, short, shown, told

MOST_PIECES: Final = 1_000_000
"""Work slices of one decision: an external player that yields more often is taken never to return."""


def steps(player: Player, view: View) -> Generator[None, None, Action]:
    """Lets a player think about a view, one work slice at a time; returns a legal action.

    An external player may also return the text of an action, such as "play 7H", and need not be a generator; it is not asked
    where there is only one action. Raises BadPlayer where it fails, and ValueError where it is not this seat's turn.
    """
    if not view.legal:
        raise ValueError(f"seat {view.seat} has nothing to decide")
    if len(view.legal) == 1 and not isinstance(player, Agent):
        return view.legal[0]
    try:
        answer: object = player.think(view)
        if isinstance(answer, Generator):
            answer = yield from (answer if isinstance(player, Agent) else _limited(player, answer))
    except BadPlayer:
        raise
    except (Exception, SystemExit) as failure:
        raise BadPlayer(f"{title(player)} failed with {told(failure)}") from failure
    return _legal(player, view, answer)


def decide(player: Player, view: View) -> Action:
    """The action of a player, at once; raises as `steps` does."""
    work = steps(player, view)
    while True:
        try:
            next(work)
        except StopIteration as done:
            action: Action = done.value
            return action


def title(player: Player) -> str:
    """The name of a player in messages: its level, or `module:Class`."""
    kind = type(player)
    return player.name if isinstance(player, Agent | External) else f"{kind.__module__}:{kind.__qualname__}"


def _limited(player: Player, work: Generator[None, None, object]) -> Generator[None, None, object]:
    """The same work with at most `MOST_PIECES` slices."""
    for _ in range(MOST_PIECES):
        try:
            next(work)
        except StopIteration as done:
            return done.value
        yield
    raise BadPlayer(f"{title(player)} did not come to an end in {MOST_PIECES} pieces of work")


def _legal(player: Player, view: View, answer: object) -> Action:
    if isinstance(answer, str):
        action = _read(player, view, answer)
    elif isinstance(answer, int) and not isinstance(answer, bool):
        action = int(answer)
    else:
        raise BadPlayer(f"{title(player)} returned {shown(answer)}, which is no action")
    if action not in view.legal:
        raise BadPlayer(f"{title(player)} chose {_written(view, action)}, which it may not do now")
    return action


def _read(player: Player, view: View, text: str) -> Action:
    try:
        return view.game.read(text, view.legal)
    except ValueError:
        raise BadPlayer(f"{title(player)} returned {shown(text)}, which is no action") from None


def _written(view: View, action: Action) -> str:
    try:
        return view.game.write(action)
    except (ValueError, IndexError):
        return f"{short(str(action))}, the number of no action" if action.bit_length() < 64 else "a huge number"
