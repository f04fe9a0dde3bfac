"""Before a game with real cards: the game, its house rules, who plays and who deals first; or on with the sheet before."""

from __future__ import annotations

from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.scenes.keeper.real_table import FirstDealer, RealTable
from goosetable.app.scenes.new_game.game_chooser import GameChooser
from goosetable.app.storage import profiles
from goosetable.app.ui.focus import Button, Widget
from goosetable.app.ui.scene import Change
from goosetable.engine.game import AnyGame
from goosetable.games import SHELF


class KeeperSetupScene(GameChooser):
    """game: the game to begin with, or None for that of the sheet before."""

    laying: RealTable
    heading = "Keep the score"
    remark = "Deal the cards yourselves; the sheet asks for what happened, and keeps itself."

    def __init__(self, context: Context, matches: Matches, game: AnyGame | None = None) -> None:
        self.matches = matches
        super().__init__(context, SHELF, game or SHELF[0])
        self.go_on = self.aside = Button("Go on", self._go_on, "wood", "play")
        self.go_on.shown = False
        self.deal = Button("Begin", self.go, "prime", "pencil", on_paper=False)
        self.arrange()
        self.widgets.to(self.go_on if self.go_on.shown else self.deal)

    def begin(self, game: AnyGame) -> None:
        self.touched = ""
        self.laying = RealTable(game, [person.name for person in profiles.known(self.context.settings)])

    def choose_beside(self) -> dict[int, Widget]:
        if not self.laying.game.text.dealer_matters:
            return {}
        return {seat: FirstDealer(self.laying, seat, self._deal_first) for seat in range(len(self.laying.chairs))}

    def _deal_first(self, seat: int) -> None:
        self.laying.dealer = seat

    def place_foot(self, x: float, y: float, w: float) -> None:
        self.put(self.go_on, x, y - 24, min(400.0, w), 48, 17)

    def _go_on(self) -> Change:
        return None

    def go(self) -> Change:
        return None
