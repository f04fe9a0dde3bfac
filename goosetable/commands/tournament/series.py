"""A series of games between computer players: what is to be played, and the playing of one game of it.

A task is plain values, so that it can be sent to another process and comes out the same there.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from goosetable import players
from goosetable.commands import named_players
from goosetable.engine.record import format, seed
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.session import Session
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.event import Points, Scored
from goosetable.games import find
from goosetable.players.agent import Player
from goosetable.sandbox.external import PATIENCE, Silent

STAND_IN = "easy"
"""Plays on for a player that fails: the game is played to its end, but its result does not count."""


@dataclass(frozen=True)
class Task:
    number: int
    """The number of its code in the series, from 1: games of the same number are the same deals."""
    turn: int
    """By how many seats the entries are turned to the left."""
    header: Header
    entries: tuple[int, ...]
    """By seat, the entry of the series that plays there."""
    source: str
    """What the randomness of the players is made from: never the code, because the code tells the hidden cards."""
    most_deals: int
    patience: float = PATIENCE
    """Seconds that a player from outside may take for a decision."""
    inside: bool = False
    """Whether players from outside are asked in this very process: quicker, and at one's own risk."""


class Failure(NamedTuple):
    """A player could not go on."""

    entry: int
    reason: str
    silent: bool = False
    """Whether it simply did not answer."""


@dataclass(frozen=True)
class GameResult:
    """What came of a game; everything is by entry of the series, not by seat."""

    number: int
    deals: int
    points: tuple[Points, ...]
    laurels: tuple[tuple[int, ...], ...]
    """A deal: the entries that did best in it."""
    winners: tuple[int, ...]
    """Empty in a game that is unfinished."""
    record: str
    failures: tuple[Failure, ...] = ()
    """The entries that failed, each once; stand-ins played on for them, so that the game counts for no entry."""
    lowest: bool = False
    """Whether the fewest points are the best."""

    def lead(self, entry: int) -> Fraction:
        """How far an entry's points are better than the mean of the others'."""
        own = Fraction(self.points[entry])
        over = own - (Fraction(sum(self.points)) - own) / max(len(self.points) - 1, 1)
        return -over if self.lowest else over


@dataclass(frozen=True)
class Series:
    """A series of games, in the order in which they are reported."""

    game: str
    options: dict[str, object]
    players: tuple[str, ...]
    """An entry of the series each: a level, or `module:Class`."""
    games: int
    """How many different codes are played, unless `code` is the only one."""
    code: str | None
    seed: str | None
    rotate: bool
    most_deals: int
    app: str
    started: str | None
    patience: float = PATIENCE
    inside: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each entry: its level, numbered."""
        words = [player.rpartition(":")[2] for player in self.players]
        return tuple(f"{word} {words[: place + 1].count(word)}" for place, word in enumerate(words))

    @property
    def turns(self) -> int:
        """How often each code is played."""
        return len(self.players) if self.rotate else 1

    def tasks(self) -> Iterator[Task]:
        """Every game of the series, made only as they are asked for."""
        source = f"seed {self.seed}" if self.seed is not None else secrets.token_hex(16)
        for number in range(1, self.games + 1):
            code = self.code or (seed.fresh() if self.seed is None else seed.nth(self.seed, number))
            for turn in range(self.turns):
                yield self.task(number, turn, code, source)

    def task(self, number: int, turn: int, code: str, source: str) -> Task:
        names, seats = self.names, len(self.players)
        entries = tuple((seat - turn) % seats for seat in range(seats))
        chairs = tuple(Chair(names[entry], self.players[entry]) for entry in entries)
        header = Header(self.game, self.options, seed.show(code), chairs, self.app, self.started)
        return Task(number, turn, header, entries, source, self.most_deals, self.patience, self.inside)


def play(task: Task) -> GameResult:
    """Plays a game to its end or to its last deal; a stand-in plays on for a player that fails."""
    written: list[str] = []
    session = Session(find(task.header.game), task.header, lambda line: written.append(format.write(line) + "\n"))
    tally, seated = _Tally(session.seats), _SeatedPlayers(task)
    try:
        _play(session, seated, task, tally)
    finally:
        seated.leave()
    return GameResult(
        task.number,
        tally.deals,
        _by_entry(task, tally.points),
        tuple(tuple(task.entries[seat] for seat in best) for best in tally.laurels),
        tuple(task.entries[seat] for seat in session.winners),
        "".join(written),
        tuple(seated.failures),
        session.game.lowest_wins,
    )


class _SeatedPlayers:
    """The players by seat, each with randomness of its own that depends on nothing but the series, the game and the seat."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self.failures: list[Failure] = []
        self._seated = [self._made(seat) for seat in range(len(task.entries))]

    def _source(self, kind: str, seat: int) -> str:
        task = self._task
        return f"goosetable {kind} v1:{task.source}:{task.number}:{task.turn}:{seat}"

    def _made(self, seat: int) -> Player:
        task = self._task
        try:
            return named_players.seated(
                task.header.chairs[seat].player, self._source("player", seat), task.patience, task.inside
            )
        except (ValueError, players.BadPlayer) as wrong:
            return self._replaced(seat, Failure(task.entries[seat], str(wrong)))

    def _replaced(self, seat: int, failure: Failure) -> Player:
        self.failures.append(failure)
        return named_players.seated(STAND_IN, self._source("stand-in", seat))

    def decide(self, session: Session, seat: int) -> Action:
        """What the player of a seat does, or its stand-in."""
        try:
            return players.decide(self._seated[seat], session.view(seat))
        except players.BadPlayer as wrong:
            named_players.leave(self._seated[seat])
            failure = Failure(self._task.entries[seat], str(wrong), isinstance(wrong, Silent))
            self._seated[seat] = self._replaced(seat, failure)
            return players.decide(self._seated[seat], session.view(seat))

    def leave(self) -> None:
        for player in self._seated:
            named_players.leave(player)


class _Tally:
    """What is counted of a game, by seat."""

    def __init__(self, seats: int) -> None:
        self.deals = 0
        self.points: list[Points] = [0] * seats
        self.laurels: list[tuple[int, ...]] = []


def _by_entry(task: Task, by_seat: list[Points]) -> tuple[Points, ...]:
    return tuple(by_seat[task.entries.index(entry)] for entry in range(len(task.entries)))


def _play(session: Session, seated: _SeatedPlayers, task: Task, tally: _Tally) -> None:
    while True:
        match session.due:
            case "deal":
                if session.standing.deals >= task.most_deals:
                    return
                session.begin()
            case "act":
                seat = session.turn
                assert seat is not None, "a seat is to act"
                session.act(seat, seated.decide(session, seat), listening=False)
            case "score":
                tally.laurels.append(session.game.laurels(session.state))
                (scored,) = session.score()
                assert isinstance(scored, Scored)
                tally.deals += 1
                tally.points = [sum(pair) for pair in zip(tally.points, scored.points, strict=True)]
            case "end":
                session.end()
            case _:
                return
