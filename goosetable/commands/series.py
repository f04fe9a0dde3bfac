"""A series of games between computer players: what is to be played, and the playing of one game of it.

A task is plain values, so that it can be sent to another process and comes out the same there.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from goosetable import players
from goosetable.engine import code as codes
from goosetable.engine import lines
from goosetable.engine.event import Points, Scored
from goosetable.engine.lines import Chair, Header
from goosetable.engine.session import Session
from goosetable.games import find


@dataclass(frozen=True)
class Task:
    """One game to play."""

    number: int
    """The number of its code in the series, from 1: games of the same number are the same deals."""
    turn: int
    """How many seats to the left everybody sits."""
    header: Header
    entries: tuple[int, ...]
    """By seat, the entry of the series that plays there."""
    source: str
    """What the randomness of the players is made from: never the code, because the code tells the hidden cards."""
    most_deals: int


@dataclass(frozen=True)
class Played:
    """What came of a game; everything is by entry of the series, not by seat."""

    number: int
    deals: int
    points: tuple[Points, ...]
    laurels: tuple[tuple[int, ...], ...]
    """A deal: the entries that did best in it."""
    winners: tuple[int, ...]
    """Nobody in a game that is unfinished."""
    record: str
    failed: int | None = None
    """The entry that failed, and so ended the game."""
    reason: str = ""


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
            code = self.code or (codes.fresh() if self.seed is None else codes.nth(self.seed, number))
            for turn in range(self.turns):
                yield self.task(number, turn, code, source)

    def task(self, number: int, turn: int, code: str, source: str) -> Task:
        """One game of the series."""
        names, seats = self.names, len(self.players)
        entries = tuple((seat - turn) % seats for seat in range(seats))
        chairs = tuple(Chair(names[entry], self.players[entry]) for entry in entries)
        header = Header(self.game, self.options, codes.show(code), chairs, self.app, self.started)
        return Task(number, turn, header, entries, source, self.most_deals)


def play(task: Task) -> Played:
    """Plays a game to its end, to its last deal, or to where a player fails."""
    written: list[str] = []
    session = Session(find(task.header.game), task.header, lambda line: written.append(lines.write(line) + "\n"))
    tally = _Tally(session.seats)
    failed, reason = None, ""
    try:
        seated = _seated(task)
        _play(session, seated, task, tally)
    except _Failure as failure:
        failed, reason = failure.entry, str(failure)
    return Played(
        task.number,
        tally.deals,
        _by_entry(task, tally.points),
        tuple(tuple(task.entries[seat] for seat in best) for best in tally.laurels),
        tuple(task.entries[seat] for seat in session.winners) if failed is None else (),
        "".join(written),
        failed,
        reason,
    )


class _Failure(Exception):
    def __init__(self, entry: int, reason: str) -> None:
        super().__init__(reason)
        self.entry = entry


class _Tally:
    """What is counted of a game, by seat."""

    def __init__(self, seats: int) -> None:
        self.deals = 0
        self.points: list[Points] = [0] * seats
        self.laurels: list[tuple[int, ...]] = []


def _by_entry(task: Task, by_seat: list[Points]) -> tuple[Points, ...]:
    return tuple(by_seat[task.entries.index(entry)] for entry in range(len(task.entries)))


def _seated(task: Task) -> list[Any]:
    """The players by seat, each with randomness of its own that depends on nothing but the series, the game and the seat."""
    found = []
    for seat, chair in enumerate(task.header.chairs):
        rng = Random(f"goosetable player v1:{task.source}:{task.number}:{task.turn}:{seat}")
        try:
            found.append(players.make(chair.player, rng))
        except (ValueError, players.BadPlayer) as wrong:
            raise _Failure(task.entries[seat], str(wrong)) from None
    return found


def _play(session: Session, seated: list[Any], task: Task, tally: _Tally) -> None:
    while True:
        match session.due:
            case "deal":
                if session.standing.deals >= task.most_deals:
                    return
                session.begin()
            case "act":
                _act(session, seated, task)
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


def _act(session: Session, seated: list[Any], task: Task) -> None:
    seat = session.turn
    assert seat is not None, "somebody is to act"
    try:
        action = players.decide(seated[seat], session.view(seat))
    except players.BadPlayer as wrong:
        raise _Failure(task.entries[seat], str(wrong)) from None
    session.act(seat, action, listening=False)
