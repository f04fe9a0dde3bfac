"""Further pages of the score keeper for a game with real cards: the set-up of the table, the menu, and players' names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, count

import pygame

from goosetable import __version__, games
from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.match.sheet_session import SheetFolder, SheetSession, StoredSheet
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.menu_page import MenuPage
from goosetable.app.scenes.new_game.chooser import GameChooser
from goosetable.app.scenes.new_game.model import PRINTED, TableSetup
from goosetable.app.scenes.new_game.names import NamesPage
from goosetable.app.scenes.routes import MEND, ToKeeper, ToKeeperNames, ToRules, ToTitle
from goosetable.app.storage import profiles
from goosetable.app.storage.cast import FIRST, HUMAN, NAMELESS
from goosetable.app.storage.clean_names import chairs_of_people
from goosetable.app.storage.profiles import normal_form, present_name_of
from goosetable.app.table.seats import portraits_of_chairs
from goosetable.app.ui.elements import Control, Element, Row
from goosetable.app.ui.focus import Button, TextField, Widget
from goosetable.app.ui.scene import Change, Pop, Push, Replace, Restart
from goosetable.app.ui.widget import Tile, draw_ground
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import Chair
from goosetable.engine.sheet.course import SheetGame, sheet_view
from goosetable.engine.sheet.file import SheetFile
from goosetable.games import SHELF


class RealCardsSetup(TableSetup):
    """The choices for a table of people only. dealer: the seat that deals first.

    The house rules are those printed for a game of full length, until the person chooses others.
    """

    people_only = True
    seated = "At the table"
    dealer = 0

    def __init__(self, game: AnyGame, people: Sequence[str], present_names: Mapping[str, str] | None = None) -> None:
        """people: names of known people; the first is this computer's person. present_names: of people, by former name."""
        first, *others = [self.seat_name(name) for name in people]
        now = {old: self.seat_name(name) for old, name in (present_names or {}).items()}
        super().__init__(game, first, people=others, present_names=now)
        if PRINTED in self.presets:
            self.choose_preset(PRINTED)

    @staticmethod
    def seat_name(name: str) -> str:
        """Returns the name of a stored person on the sheet. For this computer's person without a name it is `FIRST`."""
        return FIRST if normal_form(name) == normal_form(NAMELESS) else name

    def new_chair(self) -> Chair:
        """Returns a chair for the first known person without a seat; if all have seats, for a new person such as "Player 4"."""
        taken = [normal_form(name) for name in self.names]
        offered = chain(self.people, (f"Player {number}" for number in count(len(taken) + 1)))
        return Chair(next(name for name in offered if normal_form(name) not in taken), HUMAN)

    def restore_table(self, names: Sequence[str], options: object | None = None, dealer: int = 0) -> None:
        """Restores an earlier table. names: by seat. options: its house rules; None to keep the present ones."""
        if options is not None:
            self.chosen, self._shortens = self.values_of(options), False
        self.chairs = [Chair(present_name_of(name, self.present_names), HUMAN) for name in names]
        self.dealer = dealer
        self._fit_seats()

    def _fit_seats(self) -> None:
        super()._fit_seats()
        self.dealer = min(self.dealer, len(self.chairs) - 1)


class FirstDealerControl(parts.SeatControl):
    """The control of a seat that makes its player the first dealer. As at every table, an egg marks the dealer."""

    role = "radio"

    def __init__(self, table: RealCardsSetup, seat: int) -> None:
        super().__init__(f"{table.chairs[seat].name} deals first")
        self.table, self.seat = table, seat

    @property
    def accessible_value(self) -> str:
        return "chosen" if self.table.dealer == self.seat else ""

    @property
    def caption(self) -> str:
        return "deals first" if self.accessible_value else ""

    def press(self) -> None:
        self.table.dealer = self.seat

    def draw_picture(self, canvas: Canvas, area: pygame.Rect) -> None:
        high = area.h * 0.82
        if self.accessible_value:
            canvas.draw_egg(area.centerx, area.centery, high)
        else:
            empty = pygame.Rect(0, 0, round(high * 0.68), round(high * 0.84))
            empty.center = area.center
            draw_ground(canvas, "empty", empty, high * 0.36)


class KeeperSetupScene(GameChooser):
    """The set-up page of the score keeper. game: the game chosen at first; None for the game of the last sheet."""

    setup: RealCardsSetup
    heading = "Keep the score"
    foot_remarks = "Deal the cards yourselves; the sheet asks for what happened, and keeps itself."

    def __init__(self, context: Context, matches: Matches, game: AnyGame | None = None) -> None:
        self.matches = matches
        self.sheets = SheetFolder(context.folders.sheets, context.show_notice, context.report_unsaved_tables)
        self.known: list[StoredSheet] = list(self.sheets.stored_sheets())
        self.unfinished = next((kept for kept in self.known if not kept.sheet.course.over), None)
        offered = [each for each in SHELF if games.form_of(each) is not None]
        before = self.known[0].sheet.game if self.known else SHELF[0]
        super().__init__(context, offered, game if game in offered else before)
        for tile in self.tiles:
            tile.minutes = self._make_table(tile.game).estimated_minutes()
        self.go_on = self.aside = Button(self._unfinished_words, self._continue_sheet, "wood", "play")
        self.go_on.shown = self.unfinished is not None
        self.deal = Button("Begin", self.begin_game, "prime", "pencil", on_paper=False)
        self.make_controls()
        self.first = self.go_on if self.go_on.shown else self.deal

    @property
    def _unfinished_words(self) -> str:
        if self.unfinished is None:
            return "Go on"
        course = self.unfinished.sheet.course
        where = sheet_view(course).title.partition(":")[0]
        return f"Go on: {course.game.title}, {where[:1].lower()}{where[1:]}"

    def begin_setup(self, game: AnyGame) -> None:
        self.touched = ""
        self.setup = self._make_table(game)

    def _make_table(self, game: AnyGame) -> RealCardsSetup:
        """Returns a table like that of the game's last sheet; if there is no such sheet, a new table with the players of the
        latest sheet.
        """
        s = self.context.settings
        table = RealCardsSetup(game, [person.name for person in profiles.all_people(s)], profiles.present_names_by_former(s))
        courses = [kept.sheet.course for kept in self.known]
        same = next((course for course in courses if course.game is game), None)
        if same is not None:
            table.restore_table(_names_on_sheet(same), same.options, same.first)
        elif courses:
            table.restore_table(_names_on_sheet(courses[0]))
        return table

    def go_back(self) -> Change:
        """Returns to the title, even if this page was opened from another page."""
        return Restart(ToTitle())

    def seat_controls(self) -> dict[int, Widget]:
        if not self.setup.game.text.dealer_matters:
            return {}
        return {seat: FirstDealerControl(self.setup, seat) for seat in range(len(self.setup.chairs))}

    def _continue_sheet(self) -> Change:
        assert self.unfinished is not None, "the button is not shown without it"
        return Replace(ToKeeper(SheetSession(self.unfinished.sheet.course, self.sheets.continue_sheet(self.unfinished))))

    def begin_game(self) -> Change:
        if not self.check_choices():
            return None
        if (asks := self.ask_names()) is not None:
            return asks
        table, form = self.setup, games.form_of(self.setup.game)
        assert form is not None, "no other game is offered"
        course = SheetGame(table.game, form, table.options, table.names, table.dealer)
        begun = SheetFile(course, self.matches.time_for_record(), __version__)
        return Replace(ToKeeper(SheetSession(course, self.sheets.create_sheet(begun))))


def _names_on_sheet(course: SheetGame) -> list[str]:
    return [chair.name for chair in chairs_of_people(course.names)]


class KeeperMenuScene(MenuPage):
    """The menu over a sheet in progress."""

    def __init__(self, context: Context, session: SheetSession) -> None:
        leave = Button("Leave the sheet", lambda: Restart(ToTitle()), "plain", "door")
        rules = ToRules(session.game, session.sheet_with_changes.options, offers_lesson=False)
        super().__init__(context, "Back to the sheet", leave, rules)
        self.session, self.caption = session, session.game.title
        self.names = Button("Players", lambda: Push(ToKeeperNames(session)), "plain", "people")
        self.mend = Button("Mend a figure", lambda: Pop(MEND), "plain", "pencil")
        self.mend.shown = bool(session.written.deals)
        self.buttons = [self.way_back, self.rules, self.mend, self.names, self.settings, self.mute, self.full]
        self.buttons += [self.leave, self.quit]

    @property
    def sentence_among_buttons(self) -> str:
        if not self.session.is_saved:
            return "This sheet cannot be kept: it lasts only until the program is closed."
        return "Your sheet is saved; continue it from the score keeper."


class KeeperNamesScene(NamesPage):
    """The page that changes the names of players on a sheet, over the menu of the sheet."""

    def __init__(self, context: Context, session: SheetSession) -> None:
        self.session = session
        limit = max(profiles.LONGEST, *(len(name) for name in session.names))
        fields = {seat: TextField(f"Seat {seat + 1}", name, limit=limit) for seat, name in enumerate(session.names)}
        self.below = session.game.text.lineup_rule(session.sheet_with_changes.options)
        self.chooses = bool(session.written.deals) and not session.written.over
        """Whether a new name may be another person's, who takes the seat over between two deals."""
        self.others = [True for _ in fields]
        """Whether the new name of a seat is another person's."""
        self.kinds: dict[int, list[Tile]] = {}
        """The two choices for the new name of a seat, by seat; made when the name is changed."""
        super().__init__(context, fields, portraits_of_chairs(session.chairs, context.settings))

    def _make_person_tile(self, seat: int, is_other: bool) -> Tile:
        words = f"Another person, from deal {len(self.session.written.deals) + 1} on" if is_other else "Corrects the name"
        return Tile(words, partial(self._choose_person, seat, is_other), chosen=is_other)

    def _choose_person(self, seat: int, is_other: bool) -> None:
        self.others[seat] = is_other
        for tile, value in zip(self.kinds[seat], (True, False), strict=True):
            tile.chosen = value == is_other
        self.rebuild()

    def _is_new_person(self, seat: int) -> bool:
        return " ".join(self.fields[seat].text.split()) not in ("", self.session.names[seat])

    def _on_typed(self, text: str) -> None:
        self.rebuild()  # the choices come with the first letter
        super()._on_typed(text)

    def name_objection(self, seat: int, names: Mapping[int, str]) -> str:
        others = [name for other, name in names.items() if other != seat]
        return "" if names[seat] == self.session.names[seat] else profiles.name_objection(names[seat], others)

    def save(self, names: Mapping[int, str]) -> Change:
        for seat, name in names.items():
            self.session.rename_player(seat, name, self.chooses and self.others[seat])
        return Pop()

    def make_further_elements(self, seat: int) -> list[Element]:
        if not self.chooses or not self._is_new_person(seat):
            return []
        if seat not in self.kinds:
            self.kinds[seat] = [self._make_person_tile(seat, is_other) for is_other in (True, False)]
        tiles = [Control(tile, 16, height=36, grow=grow) for tile, grow in zip(self.kinds[seat], (1.6, 1), strict=True)]
        name = f"Seat {seat + 1}, the new name is"
        return [Row(tiles, 8, (64, 6, 4, 2), role="group", name=name, key=f"kind:{seat}")]
