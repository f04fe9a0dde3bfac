"""Pages over a table of practice: its menu, and its score sheet, which compares the scores in practice with those
in the game.
"""

from __future__ import annotations

from typing import Any

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.practice import PracticeMatch
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.routes import LEAVE
from goosetable.app.scenes.score.scene import ScoreSceneOverPage
from goosetable.app.ui.scene import Pop
from goosetable.engine.words import phrases


class PracticeMenuScene(PauseMenuScene):
    """The menu over a table of practice. Leaving returns to the game. Practice is neither saved nor checked."""

    def __init__(self, context: Context, match: Match, has_last_trick: bool = False) -> None:
        assert isinstance(match, PracticeMatch)
        self.practice = match
        super().__init__(context, match, has_last_trick)
        self.way_back.label = "Back to the cards"
        self.leave.label, self.leave.on_press = "Leave this deal", lambda: Pop(LEAVE)
        self.fair.shown = False

    @property
    def sentence_among_buttons(self) -> str:
        return self.practice.practice_note

    @property
    def hides_code(self) -> bool:
        return False


class PracticeScoreScene(ScoreSceneOverPage):
    """The score sheet of a deal that was played for practice. Its button returns to the game."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        assert isinstance(self.match, PracticeMatch)
        self.practice, self.before = self.match, self.match.first.points
        self.again.shown = False

    @property
    def title(self) -> str:
        return self.practice.title

    @property
    def subtitle(self) -> str:
        """A sentence with the scores of each seat, in practice and in the game."""
        pairs = enumerate(zip(self.points, self.before, strict=True))
        return "; ".join(
            f"{self.match.with_names(f'[{seat}]')} {phrases.format_points(now)} ({phrases.format_points(then)} the first time)"
            for seat, (now, then) in pairs
        )

    @property
    def origin_note(self) -> str:
        return "The game counts this deal as it was played first."
