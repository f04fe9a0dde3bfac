"""The finished deals of a record as series of steps. A step is an action that was not undone, with the true state before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import View, view
from goosetable.engine.record import format
from goosetable.engine.record.format import ActionLine, Chair, DealLine, Header, ScoreLine, UndoLine
from goosetable.engine.record.jsonl import Source
from goosetable.engine.record.replay import FindGame, replay
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import State

PERSON: Final = "human"
HINT_TAKEN: Final = "hint taken"
"""Kind of help in a record: a hint had recommended the action."""


@dataclass(frozen=True)
class PlayedStep:
    """An action that was not undone, with the state before it."""

    line: int
    """Line number of the action in the record, from 1."""
    seat: int
    action: Action
    """The action, with copies of equal cards numbered as in the seat's views."""
    text: str
    """The action as written in the record."""
    state: State
    """The true state before the action, with all hands; never changed."""
    chair: Chair
    """Player of the seat at that time."""
    aids: tuple[str, ...] = ()

    def view(self, game: AnyGame) -> View:
        """Returns the acting seat's view before the action."""
        return view(game, self.state, self.seat)


@dataclass(frozen=True)
class PlayedDeal:
    """A finished deal."""

    game: AnyGame
    number: int
    """Number of the deal in its game, from 1."""
    steps: tuple[PlayedStep, ...]
    names: tuple[str, ...]
    """Names of the players at the end of the deal, by seat."""
    digest: str
    """Hash of the house rules, the standing, the cards and the actions. Deals that differ in any have different hashes."""


class DealDigest:
    """Computes the hash of each deal in a record, from the lines of the record in order."""

    def __init__(self) -> None:
        self._rules = ""
        self._told: list[str] = []
        self._done: list[str] = []

    def add_line(self, line: format.Line, session: Session) -> str:
        """Takes the next line. Returns the hash of the deal if the line is a deal's score line; else empty.

        session: the game after this line, as `replay` yields it.
        """
        if isinstance(line, Header):
            self._rules, self._done = f"{line.game} {sorted(line.options.items())}", []
        elif isinstance(line, DealLine):
            self._told, self._done = [self._rules, str(session.standing), format.line_as_text(line)], []
        elif isinstance(line, UndoLine):
            del self._done[-line.count :]
        elif isinstance(line, ActionLine):
            self._done.append(f"{line.seat} {line.do}")
        elif isinstance(line, ScoreLine):
            return sha256("\n".join([*self._told, *self._done]).encode()).hexdigest()[:32]
        return ""


def finished_deals(source: Source, find: FindGame) -> Iterator[PlayedDeal]:
    """Yields the finished deals of a record in order, each as soon as its last line is read. Raises RecordError."""
    steps: list[PlayedStep] = []
    digest = DealDigest()
    for number, line, session in replay(source, find):
        told = digest.add_line(line, session)
        if isinstance(line, Header | DealLine):
            steps = []
        elif isinstance(line, UndoLine):
            del steps[-line.count :]
        elif isinstance(line, ActionLine):
            state = session.state
            assert state is not None
            action = session.parse_action(line.seat, line.do)
            steps.append(PlayedStep(number, line.seat, action, line.do, state.copy(), session.chairs[line.seat], line.aids))
        elif isinstance(line, ScoreLine):
            yield PlayedDeal(session.game, session.standing.deals, tuple(steps), session.names, told)
            steps = []
