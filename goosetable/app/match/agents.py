"""The computer players at a table: who thinks now, what has been decided, and the hint for the person who asks.

They get views from the session and nothing else. One that fails is named, and another plays on in its chair.
"""

from __future__ import annotations

from collections.abc import Generator
from random import Random

from goosetable import players
from goosetable.app.match.guests import Guests, Question, plain
from goosetable.app.storage import characters
from goosetable.app.storage.characters import HUMAN
from goosetable.app.storage.saves import Notice
from goosetable.engine.hidden.view import View, certain
from goosetable.engine.record.format import Chair
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.words import phrases
from goosetable.players.agent import Agent, Trace
from goosetable.players.analysis import Analysis
from goosetable.sandbox import external

STAND_IN = players.ADVICE
"""Gives hints, and plays on for a computer player that fails."""


class Thought:
    """A computer player making up its mind, one short piece of work at a time."""

    def __init__(self, player: players.Player, seen: View) -> None:
        self.player, self.seen = player, seen
        self.action: Action | None = seen.game.text.automatic(seen.known)
        self._work: Generator[None, None, Action] = players.steps(player, seen)

    def work(self) -> bool:
        """Does one piece; returns whether there is more. Raises BadPlayer."""
        try:
            next(self._work)
        except StopIteration as done:
            self.action = done.value
            return False
        return True


class Rest:
    """The question whether the rest of the deal is decided for the seat to act, worked on a piece at a time."""

    def __init__(self, seen: View) -> None:
        self._work: Generator[None, None, object] | None = certain(seen)
        self.certain = False

    def work(self) -> bool:
        """Does one piece; returns whether there is more."""
        if self._work is None:
            return False
        try:
            next(self._work)
        except StopIteration as done:
            self.certain, self._work = done.value is not None, None
        return self._work is not None


class Agents:
    """Those who sit at the seats that are not people's."""

    def __init__(
        self, session: Session, seed: str, notice: Notice, patience: float, alone: bool = False, guests: Guests | None = None,
        told: set[str] | None = None,
    ) -> None:  # fmt: skip
        """seed: where every choice of theirs comes from. alone: no computer player thinks, whatever the seats say.

        guests: the external players that may be run; any other has a computer player of ours in its chair. told: what has been
        said already of learned weights that cannot be used; what they say is added.
        """
        self._session, self._seed, self._notice, self._patience = session, seed, notice, patience
        self._thought: Thought | None = None
        self._hint: Thought | None = None
        self._opinion: Analysis | None = None
        self._rest: Rest | None = None
        self._guests = guests or Guests()
        self.failed: dict[int, Chair] = {}
        """By seat, the chair of a player that failed in this game."""
        self.turned_away: dict[int, str] = {}
        """By seat, why an external player does not sit there, as long as that has been neither said nor written down."""
        chairs = () if alone else enumerate(session.chairs)
        self.players = {seat: self._make(seat, chair.player) for seat, chair in chairs if chair.player != HUMAN}
        self._told = set() if told is None else told
        self.say_untrained(*self.players.values())

    def say_untrained(self, *thinking: players.Player) -> None:
        """Says, each once, which learned weights of the game cannot be used, where one of these players would follow them."""
        for sentence in players.untrained(self._session.game, thinking):
            if sentence not in self._told:
                self._told.add(sentence)
                self._notice(phrases.sentence(f"{sentence}."))

    def _make(self, seat: int, level: str) -> players.Player:
        source = f"{self._seed}:{seat}"
        self.turned_away.pop(seat, None)
        if ":" in level:
            return self._guest(seat, level, source)
        try:
            styled = players.styled(level, characters.style(self._session.names[seat]))
            made: players.Player = external.seated(styled, source, self._patience)
            return made
        except ValueError as wrong:
            self._notice(f"{plain(self._session.names[seat])}: {plain(str(wrong), 200)}; {STAND_IN} plays instead.")
            return players.make(STAND_IN, Random(source))

    def seat(self, seat: int) -> None:
        """Another player sits there now: the one before gets up, and a computer player begins to think about it anew."""
        self.forget()
        external.dismiss(self.players.pop(seat, None))
        self.failed.pop(seat, None)
        self.turned_away.pop(seat, None)
        player = self._session.chairs[seat].player
        if player != HUMAN:
            self.players[seat] = self._make(seat, player)
            self.say_untrained(self.players[seat])

    def _guest(self, seat: int, player: str, source: str) -> players.Player:
        """An external player, if it may be run; else one of ours."""
        name = plain(self._session.names[seat])
        try:
            found = self._guests.permitted(player)
            why = f"{name} was to be played by {plain(player)}, a program from outside; {STAND_IN} plays instead."
        except ValueError as wrong:
            found, why = None, f"{name}: {plain(str(wrong), 150)}; {STAND_IN} plays instead."
        if found is not None:
            return external.SandboxedPlayer(player, source, self._patience, found)
        self.turned_away[seat] = why
        return players.make(STAND_IN, Random(source))

    def questions(self) -> tuple[Question, ...]:
        """The external players about which the person is to be asked; none once the game has ended."""
        found = []
        for seat in self.turned_away if self._session.due != "none" else ():
            chair = self._session.chairs[seat]
            module = self._guests.unasked(chair.player)
            if module is not None:
                found.append(Question(seat, chair.name, module))
        return tuple(found)

    def settle(self) -> None:
        """Seats the external players agreed to since; for any other, says and notes in the record who sits there instead."""
        for seat in tuple(self.turned_away):
            self.players[seat] = self._make(seat, self._session.chairs[seat].player)
        for seat, why in self.turned_away.items():
            self._notice(why)
            self._stand_in(seat)
        self.turned_away = {}

    def _stand_in(self, seat: int) -> None:
        if self._session.due != "none":
            self._session.sit(seat, Chair(self._session.names[seat], STAND_IN))

    def forget(self) -> None:
        """The position is another one: what was thought about it counts no more."""
        self._thought = self._hint = self._rest = self._opinion = None

    def dismiss(self) -> None:
        """They get up; those from outside end with their processes, whatever they are doing."""
        self.forget()
        external.dismiss(*self.players.values())

    @property
    def thinking(self) -> int | None:
        """The seat of the one to act."""
        turn = self._session.turn
        return turn if turn in self.players else None

    @property
    def decision(self) -> Action | None:
        """What the one to act has decided, once they have."""
        return self._thought.action if self._thought else None

    @property
    def doubt(self) -> float:
        """How close the decision was, 0..1: 1 where the second best seemed as good, 0 where it seemed as bad as the worst."""
        if self._thought is None or self._thought.action is None:
            return 0.0
        worths = sorted(getattr(self._thought.player, "values", {}).values())
        if len(worths) < 3 or worths[0] == worths[-1]:
            return 0.0
        return float((worths[-2] - worths[0]) / (worths[-1] - worths[0]))

    @property
    def hint(self) -> Action | None:
        """The best action for the person to act, once it is found."""
        return self.opinion.best if self.opinion else None

    @property
    def opinion(self) -> Analysis | None:
        """The hint's analysis of every action that the person may choose, once it is found."""
        hint = self._hint
        if self._opinion is None and hint is not None and hint.action is not None:
            assert isinstance(hint.player, Agent)
            self._opinion = Analysis(hint.seen, hint.player, hint.action)
        return self._opinion

    @property
    def settled(self) -> bool:
        """Whether it is known that nothing can change the points of the deal any more."""
        return self._rest is not None and self._rest.certain

    def ask_hint(self) -> None:
        """Begins to look for the best action of the seat to act."""
        turn = self._session.turn
        if turn is not None and self._hint is None:
            rng = Random(f"{self._seed}:hint:{self._session.undoable}")
            adviser = players.make(STAND_IN, rng)
            assert isinstance(adviser, Agent)
            adviser.trace = Trace()
            self.say_untrained(adviser)
            self._hint = Thought(adviser, self._session.view(turn))

    def work(self, mine: bool) -> bool:
        """One short piece of thinking, if a computer player is to act; returns whether there is more to do.

        mine: a person is to act and looks, for whom the end of the deal is looked at.
        """
        seat = self.thinking
        if seat is not None:
            if self._thought is None:
                self._thought = Thought(self.players[seat], self._session.view(seat))
            return self._step(seat, self._thought)
        if self._hint is not None and self._hint.action is None:
            return self._hint.work()
        turn = self._session.turn
        if not mine or turn is None:
            return False
        if self._rest is None:
            seen = self._session.view(turn)
            if seen.sizes[turn] < 2:
                return False  # with one card left there is nothing to play out
            self._rest = Rest(seen)
        return self._rest.work()

    def _step(self, seat: int, thought: Thought) -> bool:
        if thought.action is not None:
            return False
        try:
            return thought.work()
        except players.BadPlayer as failed:
            self._notice(f"{plain(self._session.names[seat])} cannot go on: {plain(str(failed), 300)}. Another plays instead.")
            external.dismiss(self.players[seat])
            self.failed.setdefault(seat, self._session.chairs[seat])
            self._stand_in(seat)
            self.players[seat] = players.make(STAND_IN, Random(f"{self._seed}:stand-in:{seat}"))
            self.say_untrained(self.players[seat])
            self._thought = None
            return True
