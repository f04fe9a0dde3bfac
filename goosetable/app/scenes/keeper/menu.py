"""The menu over a sheet: the rules, the names, and how to leave; a sheet that was left is gone on with from its set-up."""

from __future__ import annotations

from goosetable.app.context import Context
from goosetable.app.scenes.page import MenuPage
from goosetable.app.scenes.routes import ToRules, ToTitle
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Restart
from goosetable.engine.game import AnyGame


class KeeperMenuScene(MenuPage):
    """kept: whether all of the sheet is on the disk."""

    def __init__(self, context: Context, game: AnyGame, options: object, kept: bool) -> None:
        leave = Button("Leave the sheet", lambda: Restart(ToTitle()), "plain", "door")
        super().__init__(context, "Back to the sheet", leave, ToRules(game, options, lesson=False))
        self.caption, self.kept = game.title, kept
        self.buttons = [self.first, self.rules, self.settings, self.mute, self.full, self.leave, self.quit]
        self.widgets.set([self.scroll, *self.buttons], first=self.first)

    @property
    def sentence(self) -> str:
        if not self.kept:
            return "This sheet cannot be kept: it lasts only until the program is closed."
        return "Leaving keeps the sheet: the score keeper offers to go on with it."
