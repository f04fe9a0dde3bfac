"""The deals of a record step by step, each with the true state before it; actions that were taken back are left out."""

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
from goosetable.engine.record.replay import Find, replay
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.state import State

PERSON: Final = "human"


@dataclass(frozen=True)
class PlayedStep:
    """One action that is still in force."""

    line: int
    """Its line in the record, from 1."""
    seat: int
    action: Action
    """Numbered as in the views of the seat."""
    text: str
    """As the record has it."""
    state: State
    """The true state before it, never changed; its hands are those of all."""
    chair: Chair
    """Who sat there then."""
    aids: tuple[str, ...] = ()

    def view(self, game: AnyGame) -> View:
        """What the seat could know then."""
        return view(game, self.state, self.seat)


@dataclass(frozen=True)
class PlayedDeal:
    """A deal that is over."""

    game: AnyGame
    number: int
    """From 1 in its game."""
    steps: tuple[PlayedStep, ...]
    names: tuple[str, ...]
    """Of those who sat there at its end, by seat."""
    digest: str
    """Of the house rules, the standing, the cards and what was done; whatever differs in these has another."""


class DealDigest:
    """The digest of a deal from the lines of its record; it is given each line of one game as `replay` has it."""

    def __init__(self) -> None:
        self._rules = ""
        self._told: list[str] = []
        self._done: list[str] = []

    def follow(self, line: format.Line, session: Session) -> str:
        """The digest of the deal that a score line ends; nothing for other lines."""
        if isinstance(line, Header):
            self._rules, self._done = f"{line.game} {sorted(line.options.items())}", []
        elif isinstance(line, DealLine):
            self._told, self._done = [self._rules, str(session.standing), format.write(line)], []
        elif isinstance(line, UndoLine):
            del self._done[-line.count :]
        elif isinstance(line, ActionLine):
            self._done.append(f"{line.seat} {line.do}")
        elif isinstance(line, ScoreLine):
            return sha256("\n".join([*self._told, *self._done]).encode()).hexdigest()[:32]
        return ""


def deals(source: Source, find: Find) -> Iterator[PlayedDeal]:
    """The deals of a record that are over, in order, each as soon as its last line is read. Raises RecordError."""
    steps: list[PlayedStep] = []
    digest = DealDigest()
    for number, line, session in replay(source, find):
        told = digest.follow(line, session)
        if isinstance(line, Header | DealLine):
            steps = []
        elif isinstance(line, UndoLine):
            del steps[-line.count :]
        elif isinstance(line, ActionLine):
            state = session.state
            assert state is not None
            action = session.read(line.seat, line.do)
            steps.append(PlayedStep(number, line.seat, action, line.do, state.copy(), session.chairs[line.seat], line.aids))
        elif isinstance(line, ScoreLine):
            yield PlayedDeal(session.game, session.standing.deals, tuple(steps), session.names, told)
            steps = []
