"""A deal played again, or on from one of its cards: the same cards, company and score before it. It counts nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.app.match.match import Match
from goosetable.app.match.tutorial import Unkept
from goosetable.app.storage.saves import Journal, Notice
from goosetable.engine.record.format import Header, Line
from goosetable.engine.record.history import Counted
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Deal


class Practice(Match):
    """The table of a deal that has been counted in another match; it ends with that deal, and nothing of it is kept."""

    practice = True

    def __init__(
        self, match: Match, counted: Counted, notice: Notice, session: Session | None = None, journal: Journal | None = None
    ) -> None:
        """session, journal: of the table, where the deal is not to begin from its first card."""
        self.first = counted
        """The deal as it was played before."""
        seed = f"again {counted.deal.number}"
        if session is None:
            session = Session(match.game, match.session.header)
            session.chairs, session.standing = match.session.chairs, counted.standing
        else:
            seed = f"on from {session.undoable} of {counted.deal.number}"
        super().__init__([session], journal or Unkept(), seed, notice, match.guests)

    def _made_up(self) -> Deal:
        """The deal that was set up by hand."""
        return self.first.deal

    @property
    def title(self) -> str:
        """What the score sheet is called."""
        return f"Deal {self.first.deal.number}, played again"

    @property
    def sentence(self) -> str:
        """What leaving means."""
        return "This deal is played again for its own sake: neither the game nor the statistics change."


class PlayedOn(Practice):
    """The table of a deal that goes on from one of its cards; its record is kept, and says from where."""

    def __init__(self, match: Match, counted: Counted, notice: Notice, session: Session, journal: Journal) -> None:
        super().__init__(match, counted, notice, session, journal)
        assert session.state is not None
        self.start = match.game.text.place(session.state)
        """Where it leaves the deal, such as "trick 5 of 11"."""
        self._fence = session.undoable

    @property
    def title(self) -> str:
        return f"Deal {self.first.deal.number}, from {self.start}"

    @property
    def sentence(self) -> str:
        return (
            f"You play on from deal {self.first.deal.number}, {self.start}, for practice: "
            "neither the game nor the statistics change."
        )


class LookedAt(Match):
    """A match that is over and only looked at."""

    def __init__(self, sessions: Sequence[Session], record: bytes, notice: Notice) -> None:
        super().__init__(sessions, Unkept(), "looked at", notice)
        self.archived = record


def played_until(source: Session, header: Header) -> tuple[Session, list[Line]]:
    """A session that stands where the origin of its header says that it leaves another one, and its lines so far."""
    lines: list[Line] = []
    session, origin = Session(source.game, header, lines.append), header.origin
    assert origin is not None
    for counted in source.counted[: origin.deal]:
        session.begin(counted.deal)
        whole = counted.deal.number < origin.deal
        session.repeat(counted.actions if whole else counted.actions[: origin.step])
        if whole:
            session.score()
    return session, lines
