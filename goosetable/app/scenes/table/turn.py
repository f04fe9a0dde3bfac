"""The turn of the seat to act: when a computer player does, what goes by itself, and how long a press counts."""

from __future__ import annotations

import math
from typing import Final

from goosetable.app.match.match import pause
from goosetable.app.scenes.table.acts import Acts
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.messages import Words
from goosetable.app.scenes.table.ports import TableCommands, TableState
from goosetable.app.ui import double_click

THINKS: Final = 0.6  # seconds after which it is said that a computer player thinks
LONG_WAIT: Final = 4.0  # seconds after which a note says that it is the person's turn
TWICE: Final = 0.3  # seconds within which Enter belongs to the act before
FORCED: Final = 1.1  # seconds, at the leisurely pace, after which is done what allows no choice
BRIEFLY: Final = 0.3  # seconds that even the quickest table leaves before it


class Turn:
    """waited: seconds since the turn began."""

    def __init__(self, table: TableState, commands: TableCommands, words: Words, acts: Acts, controls: Controls) -> None:
        self.table, self.commands, self.words, self.acts, self.controls = table, commands, words, acts, controls
        self.waited = 0.0
        self._since_own = 0.0
        self._since_press = math.inf
        self._step = 0.0
        """How long the last frame was, if a seat was waited for in it."""
        self._ahead = False
        """Whether something was done since then that belongs to the frame that comes."""

    def pass_time(self, dt: float) -> None:
        """dt seconds have passed, whether or not anything moved."""
        self._step = 0.0
        self._since_own += dt
        self._since_press += dt

    def begin(self, mine: bool) -> None:
        """An action was done; mine: by the person at the screen."""
        self.waited = 0.0
        if mine:
            self._since_own = self._since_press = 0.0
            self.controls.threshold.standing = False

    def undone(self) -> None:
        self.waited, self._since_press = 0.0, math.inf

    @property
    def thinks(self) -> bool:
        """Whether a computer player has been thinking for so long that it should be said."""
        return self.waited >= THINKS

    @property
    def double(self) -> bool:
        return self._since_press < double_click.seconds()

    @property
    def just_acted(self) -> bool:
        return self._since_press < TWICE

    def act_ahead(self) -> bool:
        """Do between frames what a computer player would do in the next one, if that is as long as the last; whether it did."""
        match = self.table.match
        if not self._step or match.thinking is None or match.hands_over or match.playing_out:
            return False
        decision = match.decision
        if decision is None or self.waited + self._step < pause(match, self.table.context.pace):
            return False
        self._step, self._ahead = 0.0, True
        self.commands.do(decision, mine=False)
        return True

    def begins(self) -> bool:
        """Whether what was done ahead is to be seen now, with nothing moved on."""
        ahead, self._ahead = self._ahead, False
        return ahead

    def wait(self, dt: float) -> None:
        """A seat is to act: a computer player does as soon as it has decided, and a short moment has passed."""
        before, self.waited, self._step = self.waited, self.waited + dt, dt
        table, match = self.table, self.table.match
        if match.playing_out:
            self.commands.do(match.session.legal()[0], mine=False)
        elif match.hands_over:
            if self.waited >= max(BRIEFLY, FORCED * table.context.pace):
                self.commands.do(match.session.legal()[0], mine=False)
        elif match.thinking is not None:
            decision = match.decision
            if decision is not None and self.waited >= pause(match, table.context.pace):
                self.commands.do(decision, mine=False)
            elif before < THINKS <= self.waited:
                self.commands.redraw()
        elif table.stage.snapshot.mine:
            if self.controls.stale:
                self.commands.changed()
            if before == 0 or table.context.heard:
                self.controls.begin_turn()
            if before == 0 and self._since_own > LONG_WAIT:
                table.context.sound.play("turn")
            if match.hint is not None and self.words.hinted is None:
                self.words.show_hint(match.hint)
                self.controls.to_hint()
                self.commands.redraw()
            if self.waited >= max(BRIEFLY, FORCED * table.context.pace):
                self.acts.go_on()
