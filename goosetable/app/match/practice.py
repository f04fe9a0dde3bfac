"""A deal played again: the same cards, the same company and the same score before it; nothing of it is kept."""

from __future__ import annotations

from goosetable.app.match.match import Match
from goosetable.app.match.tutorial import Unkept
from goosetable.app.storage.saves import Notice
from goosetable.engine.record.history import Counted
from goosetable.engine.record.session import Session
from goosetable.engine.rules.deal import Deal


class Practice(Match):
    """The table of a deal that has been counted in another match; it ends with that deal."""

    practice = True

    def __init__(self, match: Match, counted: Counted, notice: Notice) -> None:
        self.first = counted
        """The deal as it was played before."""
        session = Session(match.game, match.session.header)
        session.chairs, session.standing = match.session.chairs, counted.standing
        super().__init__([session], Unkept(), f"again {counted.deal.number}", notice, match.guests)

    def _made_up(self) -> Deal:
        """The deal that was set up by hand."""
        return self.first.deal
