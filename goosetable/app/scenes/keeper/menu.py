"""The menu over a sheet: the rules, the names, and how to leave; a sheet that was left is gone on with from its set-up."""

from __future__ import annotations

from goosetable.app.context import Context
from goosetable.app.match.sheet_session import SheetSession
from goosetable.app.scenes.menu_page import MenuPage
from goosetable.app.scenes.routes import ToKeeperNames, ToRules, ToTitle
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Push, Restart


class KeeperMenuScene(MenuPage):
    """Lies over the sheet that is being kept."""

    def __init__(self, context: Context, session: SheetSession) -> None:
        leave = Button("Leave the sheet", lambda: Restart(ToTitle()), "plain", "door")
        rules = ToRules(session.game, session.course.options, lesson=False)
        super().__init__(context, "Back to the sheet", leave, rules)
        self.session, self.caption = session, session.game.title
        self.names = Button("Names", lambda: Push(ToKeeperNames(session)), "plain", "people")
        self.buttons = [self.way_back, self.rules, self.names, self.settings, self.mute, self.full, self.leave, self.quit]

    @property
    def sentence(self) -> str:
        if not self.session.saved:
            return "This sheet cannot be kept: it lasts only until the program is closed."
        return "Leaving keeps the sheet: the score keeper offers to go on with it."
