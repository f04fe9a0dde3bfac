"""Replay of one game of a record: its figures, deal by deal."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from hashlib import sha256
from typing import Final, NamedTuple

from goosetable import games
from goosetable.app.storage import clean_names
from goosetable.app.storage.history.honours import Honours, SeatDeal, feats, honours
from goosetable.app.storage.history.roll import Played, Stint, Who
from goosetable.engine.record import format, replay
from goosetable.engine.record.format import ActionLine, ChairLine, EndLine, Header, ScoreLine
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options
from goosetable.engine.rules.state import State
from goosetable.review.steps import DealDigest

STEP: Final = 8
"""Lines of a record that make one piece of work: a few milliseconds."""


class GameFound(NamedTuple):
    """One game as its record has it."""

    played: Played
    words: str
    """The house rules that differ from the standard."""
    steps: int
    """Lines of the game: of two records of it, the one with more goes further."""
    deals: tuple[SeatDeal, ...]
    real_cards: bool = False
    """Whether it was played with real cards, and kept by hand."""

    @property
    def places(self) -> tuple[int | None, ...]:
        """The place of each seat, from 1, shared in a tie; None in a game that is not over."""
        game = games.find(self.played.game)
        sign = 1 if game.lowest_wins else -1
        order = [(seat not in self.played.winners, sign * points) for seat, points in enumerate(self.played.points)]
        return tuple(1 + sum(other < own for other in order) if self.played.ended else None for own in order)


def follow(content: bytes, digest: str) -> Generator[None, None, list[GameFound]]:
    """Replays a record and returns its games. digest: unique to the record, part of its marks. Raises RecordError."""
    found: list[_Course] = []
    for number, line, session in replay.replay(content, games.find):
        if isinstance(line, Header):
            found.append(_Course(session, f"{digest} {len(found)}"))
        found[-1].follow(line)
        if number % STEP == 0:
            yield
    return [course.found() for course in found if course.session.header.origin is None]  # practice counts nowhere


def words(chosen: object) -> str:
    """The house rules of a game that differ from the standard, each with its name; how many play is seen at the seats."""
    different = [(rule, getattr(chosen, rule.key)) for rule in options.options_of(type(chosen)) if rule.key != options.PLAYERS]
    return "; ".join(f"{rule.label}: {rule.called(value)}" for rule, value in different if value != rule.default)


class _Course:
    """A deal counts for those who sit there when it is scored, the game for those who sit there last. What a team has done best
    is not shared among its partners.
    """

    def __init__(self, session: Session, place: str) -> None:
        self.session, self.place = session, place
        self.steps = 0
        self.points = [Fraction(0)] * session.seats
        self._totals = [Fraction(0)] * session.seats
        """Points of each seat before the last deal."""
        self._honours: list[Honours] = []
        """Honours of the deals that were scored."""
        self.laurels = [Fraction(0)] * session.seats
        self._chairs = clean_names.seated(session.chairs)
        self._left: list[Stint] = []
        self._before = [(0, Fraction(0), Fraction(0))] * session.seats
        """Deals, points and laurels of each seat before its present player."""
        self._state: State | None = None
        self._digest = DealDigest()
        self._seat_deals: list[SeatDeal] = []

    @property
    def deals(self) -> int:
        return len(self._honours)

    def follow(self, line: format.Line) -> None:
        self.steps += 1
        digest = self._digest.follow(line, self.session)
        if isinstance(line, ActionLine):
            self._state = self.session.state  # the action is about to be done to this very state
        elif isinstance(line, ChairLine):
            self._change(line.seat)
        elif isinstance(line, ScoreLine) and self._state is not None:
            self._score(self._state, line, digest)
        elif isinstance(line, EndLine):
            self._state = None

    def _score(self, state: State, line: ScoreLine, digest: str) -> None:
        found = honours(self.session.game, self.session.options, state)
        self._honours.append(found)
        self._totals = list(self.points)
        for seat, own in enumerate(line.points):
            self.points[seat] += own
            self.laurels[seat] += found.shares[seat]
        keys = [Who(*_plain(chair)).key for chair in self._chairs]
        self._seat_deals += found.seat_deals(self.deals, keys, line.points, digest)

    def _change(self, seat: int) -> None:
        """Gives the seat to another player from now on."""
        deals, points, laurels = self._before[seat]
        if self.deals > deals:
            name, player = _plain(self._chairs[seat])
            own, best = self.points[seat] - points, self.laurels[seat] - laurels
            self._left.append(Stint(seat, name, player, self.deals - deals, own, best))
        self._before[seat] = (self.deals, self.points[seat], self.laurels[seat])
        self._chairs = clean_names.seated(self.session.chairs)

    def found(self) -> GameFound:
        session, header = self.session, self.session.header
        prizes = session.prizes if session.ended else (0,) * session.seats
        played = Played(
            mark(header, self.place),
            header.game,
            header.started or "",
            tuple(_plain(chair) for chair in self._chairs),
            session.ended,
            self.deals,
            tuple(self.points),
            tuple(self.laurels),
            session.winners if session.ended else (),
            prizes,
            feats(session.game, self._honours, self._totals, session.winners) if session.ended else (),
            session.code or "" if session.ended else "",
            tuple(self._left),
        )
        return GameFound(played, words(session.options), self.steps, tuple(self._seat_deals))


def _plain(chair: format.Chair) -> tuple[str, str]:
    return chair.name, chair.player


def mark(header: Header, place: str) -> str:
    """Code, time and people tell a game from all others; one without code and time is told by where it stands."""
    told = format.write(header) if header.code or header.started else place
    return sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:24]
