"""Laying a table: which game, who plays, by which house rules, and from which code; Deal is one press away."""

from __future__ import annotations

from functools import partial
from typing import Final

from goosetable.app.context import Context
from goosetable.app.match.matches import DayDeal, Matches, day_deal
from goosetable.app.scenes import parts
from goosetable.app.scenes.new_game.game_chooser import GameChooser
from goosetable.app.scenes.new_game.model import Laying, remembered_game, with_table
from goosetable.app.scenes.routes import ToTable
from goosetable.app.storage import profiles
from goosetable.app.ui.focus import Button, TextField, Widget
from goosetable.app.ui.scene import Change, Replace, Watch
from goosetable.engine.game import AnyGame
from goosetable.engine.record import seed
from goosetable.games import SHELF
from goosetable.players.levels import SEARCHING

PASSED: Final = "The screen is handed round behind a curtain."
RUNNING: Final = "Your unfinished game will be kept."
MIDNIGHT: Final = "Midnight has passed: this is the deal of the new day."
OWN_CODE: Final = "With a code that you make up, the program cannot have chosen among codes: see Fair play."
"""The use of a code of one's own; said while the field for it has the focus."""


class NewGameScene(GameChooser):
    """game: the game to begin with, or None for the one that was laid last. day: the deal of the day to begin with."""

    foot_label = "Game code"

    def __init__(self, context: Context, matches: Matches, game: AnyGame | None = None, day: DayDeal | None = None) -> None:
        self.matches, self.day = matches, day
        self.midnight = Watch(lambda: matches.today)
        self._choosing = False  # whether it is being chosen who sits in a chair, over this table
        self._kept = RUNNING if matches.running() is not None else ""
        super().__init__(context, SHELF, day.game if day else game or remembered_game(context.settings.last_table))
        self.code = self.aside = TextField(
            "Game code", self.laying.code, self._typed, lambda _: self.go(), "by chance", limit=20, on_paper=False
        )
        self.deal = Button("Deal", self.go, "prime", "cards", on_paper=False)
        self.arrange()
        self.widgets.to(self.deal)

    def begin(self, game: AnyGame) -> None:
        s = self.context.settings
        self.touched = ""  # the house rule that was chosen last
        people = [person.name for person in profiles.known(s)]
        if self.day is not None and self.day.game is game:
            self.laying = Laying(game, s.name, people=people)  # the level is the same for everybody, too
            self.laying.take_day(self.day)
            return
        self.laying = Laying(game, s.name, SEARCHING[s.level - 1], people)
        if s.last_table is not None:
            self.laying.recall(s.last_table)

    def turned(self) -> None:
        self.code.set(self.laying.code)

    def choose_beside(self) -> dict[int, Widget]:
        return {
            seat: parts.Geese(
                f"How well {chair.name} plays", SEARCHING, partial(self._set_level, seat), SEARCHING.index(chair.player)
            )
            for seat, chair in enumerate(self.laying.chairs)
            if chair.player in SEARCHING
        }

    def place_foot(self, x: float, y: float, w: float) -> None:
        self.put(self.code, x + 92, y - 20, min(200.0, w - 92), 40, 16)

    @property
    def remark(self) -> str:
        if self._at_code:
            return OWN_CODE
        passed = PASSED if len(self.laying.persons) > 1 else ""
        return " ".join(s for s in (self.length, passed, self._kept) if s)

    @property
    def urgent(self) -> str:
        return OWN_CODE if self._at_code else self._kept

    @property
    def _at_code(self) -> bool:
        return self.widgets.focus is self.code

    def _set_level(self, seat: int, index: int) -> None:
        self.laying.set_level(seat, SEARCHING[index])

    def _typed(self, text: str) -> None:
        self.laying.code, self.said = text, ""

    @property
    def heading(self) -> str:
        """The deal of the day is called so as long as it is that of the day."""
        return "Deal of the day" if self._of_day else super().heading

    @property
    def _of_day(self) -> bool:
        laying, day = self.laying, self.day
        return day is not None and laying.game is day.game and laying.code == seed.show(day.code)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.day is not None and not self._choosing and self.midnight.passed(dt):
            self._turn_day()

    def ask(self, seat: int) -> Change:
        self._choosing = True
        return super().ask(seat)

    def resumed(self, result: object) -> None:
        self._choosing = False
        super().resumed(result)

    def _turn_day(self) -> None:
        """Another day has begun: its deal is set up where that of the day before was, and waits behind its game elsewhere."""
        stood = self._of_day
        self.day = day_deal(self.matches.today, SHELF)
        if stood:
            self.context.notice(MIDNIGHT)
            self.begin(self.day.game)
            self.turned()
            self.again()
        self.dirty = True

    def go(self) -> Change:
        self.said = self.laying.wrong_code()
        if not self.ready:
            return None
        laying = self.laying
        if self.day is None or laying.canonical() != self.day.code:  # the day's company is nobody's choice
            kept = with_table(self.context.settings.last_table, laying)
            self.context.change(last_table=kept, level=SEARCHING.index(laying.level) + 1)
        match = self.matches.lay(laying.game, laying.options, laying.chairs, laying.canonical())
        return Replace(ToTable(match))
