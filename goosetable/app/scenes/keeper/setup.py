"""Before a game with real cards: the game, its house rules, who plays and who deals first; or on with the sheet before."""

from __future__ import annotations

from goosetable import __version__, games
from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.match.sheet_session import Sheets, SheetSession, StoredSheet
from goosetable.app.scenes.keeper.real_table import FirstDealer, RealTable
from goosetable.app.scenes.new_game.game_chooser import GameChooser
from goosetable.app.scenes.routes import ToKeeper, ToTitle
from goosetable.app.storage import profiles
from goosetable.app.storage.clean_names import people
from goosetable.app.ui.focus import Button, Widget
from goosetable.app.ui.scene import Change, Replace, Restart
from goosetable.engine.game import AnyGame
from goosetable.engine.sheet.course import Course, shown
from goosetable.engine.sheet.file import SheetFile
from goosetable.games import SHELF


class KeeperSetupScene(GameChooser):
    """game: the game to begin with, or None for that of the sheet before."""

    laying: RealTable
    heading = "Keep the score"
    remark = "Deal the cards yourselves; the sheet asks for what happened, and keeps itself."

    def __init__(self, context: Context, matches: Matches, game: AnyGame | None = None) -> None:
        self.matches = matches
        self.sheets = Sheets(context.folders.sheets, context.notice, context.report_unsaved)
        self.known: list[StoredSheet] = list(self.sheets.latest())
        self.unfinished = next((kept for kept in self.known if not kept.sheet.course.over), None)
        offered = [each for each in SHELF if games.form_of(each) is not None]
        before = self.known[0].sheet.game if self.known else SHELF[0]
        super().__init__(context, offered, game if game in offered else before)
        self.go_on = self.aside = Button(self._unfinished_words, self._go_on, "wood", "play")
        self.go_on.shown = self.unfinished is not None
        self.deal = Button("Begin", self.go, "prime", "pencil", on_paper=False)
        self.arrange()
        self.widgets.to(self.go_on if self.go_on.shown else self.deal)

    @property
    def _unfinished_words(self) -> str:
        """The sheet that can be gone on with: "Go on: Goose, deal 8 of 9"."""
        if self.unfinished is None:
            return "Go on"
        course = self.unfinished.sheet.course
        where = shown(course).title.partition(":")[0]
        return f"Go on: {course.game.title}, {where[:1].lower()}{where[1:]}"

    def begin(self, game: AnyGame) -> None:
        """The table of the last sheet of this game, or of the last sheet at all, as far as it fits."""
        self.touched = ""
        self.laying = RealTable(game, [person.name for person in profiles.known(self.context.settings)])
        courses = [kept.sheet.course for kept in self.known]
        same = next((course for course in courses if course.game is game), None)
        if same is not None:
            self.laying.take(_names(same), same.options, same.first)
        elif courses:
            self.laying.take(_names(courses[0]))

    def back(self) -> Change:
        """To the title, also where the sheet before was opened from elsewhere."""
        return Restart(ToTitle())

    def choose_beside(self) -> dict[int, Widget]:
        if not self.laying.game.text.dealer_matters:
            return {}
        return {seat: FirstDealer(self.laying, seat, self._deal_first) for seat in range(len(self.laying.chairs))}

    def _deal_first(self, seat: int) -> None:
        self.laying.dealer = seat

    def place_foot(self, x: float, y: float, w: float) -> None:
        self.put(self.go_on, x, y - 24, min(330.0, w), 48, 17)

    def _go_on(self) -> Change:
        assert self.unfinished is not None, "the button is not shown without it"
        return Replace(ToKeeper(SheetSession(self.unfinished.sheet.course, self.sheets.resume(self.unfinished))))

    def go(self) -> Change:
        if not self.ready:
            return None
        table, form = self.laying, games.form_of(self.laying.game)
        assert form is not None, "no other game is offered"
        course = Course(table.game, form, table.options, table.names, table.dealer)
        return Replace(ToKeeper(SheetSession(course, self.sheets.begin(SheetFile(course, self.matches.utc(), __version__)))))


def _names(course: Course) -> list[str]:
    """The names of a sheet as they can be shown."""
    return [chair.name for chair in people(course.names)]
