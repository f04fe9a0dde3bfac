"""The score sheet of an earlier deal, as it was then."""

from __future__ import annotations

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.ui.scene import Change, Pop
from goosetable.engine.hidden.view import view
from goosetable.engine.record.history import Counted, played_out


class EarlierScore(ScoreScene):
    """Lies over the sheet of the whole game."""

    def __init__(self, context: Context, matches: Matches, match: Match, counted: Counted) -> None:
        state = played_out(match.game, match.session.options, counted)
        tally = match.game.text.tally(view(match.game, state, match.me).known, match.me)
        super().__init__(context, matches, match, tally, counted.points, counted.deal)
        self._earned = None  # the last sheet says it, once
        self._age = 60.0  # the figures have run long ago
        self.on.label = "Back"
        for button in (self.deals, self.menu, self.leave, self.round, self.fair):
            button.shown = False

    def _next(self) -> Change:
        return Pop()

    def back(self) -> Change:
        return Pop()
