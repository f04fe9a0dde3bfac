"""The set-up page of a new table, and the pages over it: the choice of a player, and the names of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import pygame

from goosetable.app.art.svg import TOKENS
from goosetable.app.context import Context
from goosetable.app.match.matches import DayDeal, Matches, day_deal
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.new_game.chooser import GameChooser
from goosetable.app.scenes.new_game.model import TableSetup, remembered_game, with_last_table
from goosetable.app.scenes.new_game.names import NAMED, NamesPage, unnamed_seats
from goosetable.app.scenes.records_page import figures_of
from goosetable.app.scenes.routes import ToPlayerStatistics, ToProfile, ToStatistics, ToTable
from goosetable.app.storage import cast, profiles
from goosetable.app.storage.cast import HUMAN
from goosetable.app.storage.history.figures import past_games_sentences
from goosetable.app.storage.history.records import open_history
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.app.storage.profiles import Profile
from goosetable.app.table.seats import portraits_of_chairs
from goosetable.app.ui.elements import Column, Control, Either, Element, Grid, Row, Text, make_horizontal_line, make_portrait
from goosetable.app.ui.elements.components import make_subheading, make_tiles, titled_sheet
from goosetable.app.ui.focus import Button, TextField, Tile, Widget
from goosetable.app.ui.scene import Change, Pop, Push, Replace, WatchedValue
from goosetable.engine.game import AnyGame
from goosetable.engine.words.clean import isolate_name
from goosetable.games import SHELF
from goosetable.players.levels import SEARCHING_LEVELS

PASSED: Final = "A curtain hides the cards while you pass the screen on."
RUNNING: Final = "Your unfinished game will stay: Statistics, All games, Not finished."
MIDNIGHT: Final = "Midnight has passed: this is the deal of the new day."
OWN_CODE: Final = "With a code that you make up, the program cannot have chosen among codes: see Fair play."
"""A sentence on codes that a person makes up. The page shows it while the field for the code has the focus."""
NEW: Final = "A new player"
KEPT: Final = "Kept on this computer, and in the records of your games."


class NewGameScene(GameChooser):
    """The page that sets up a new game. game: the game chosen at first; None for the game of the last table.

    day: the deal of the day to set up at first; None for none. has_unfinished: True if the page below offers to go on with a
    game.
    """

    foot_label = "Game code"

    def __init__(
        self, context: Context, matches: Matches, game: AnyGame | None = None, day: DayDeal | None = None,
        has_unfinished: bool = False,
    ) -> None:  # fmt: skip
        self.matches, self.day = matches, day
        self.midnight = WatchedValue(lambda: matches.today)
        self._choosing = False
        """Whether the page that chooses a player is open over this one."""
        self._kept = RUNNING if has_unfinished else ""
        super().__init__(context, SHELF, day.game if day else game or remembered_game(context.settings.last_table))
        self.code = self.aside = TextField(
            "Game code", self.setup.code, self._store_code, lambda _: self.begin_game(), "by chance", limit=20, on_paper=False
        )
        self.deal = Button("Deal", self.begin_game, "prime", "cards", on_paper=False)
        self.make_controls()

    def begin_setup(self, game: AnyGame) -> None:
        s = self.context.settings
        self.touched = ""
        people, present_names = [person.name for person in profiles.all_people(s)], profiles.present_names_by_former(s)
        if self.day is not None and self.day.game is game:
            # every person gets the same level, too
            self.setup = TableSetup(game, s.name, people=people, present_names=present_names)
            self.setup.set_up_deal_of_day(self.day)
            return
        self.setup = TableSetup(game, s.name, SEARCHING_LEVELS[s.level - 1], people, present_names)
        if s.last_table is not None:
            self.setup.restore_choices(s.last_table)

    def on_game_change(self) -> None:
        self.code.set_text(self.setup.code)

    def seat_controls(self) -> dict[int, Widget]:
        return {
            seat: parts.LevelControl(
                f"How well {chair.name} plays",
                SEARCHING_LEVELS,
                partial(self._set_level, seat),
                SEARCHING_LEVELS.index(chair.player),
            )
            for seat, chair in enumerate(self.setup.chairs)
            if chair.player in SEARCHING_LEVELS
        }

    @property
    def foot_remarks(self) -> str:
        if self._is_code_focused:
            return OWN_CODE
        passed = PASSED if len(self.setup.seats_of_people) > 1 else ""
        return " ".join(s for s in (self.length, passed, self._kept) if s)

    @property
    def urgent_remarks(self) -> str:  # type: ignore[override]  # a plain attribute elsewhere
        return OWN_CODE if self._is_code_focused else self._kept

    @property
    def _is_code_focused(self) -> bool:
        return self.widgets.focus is self.code

    def _set_level(self, seat: int, index: int) -> None:
        self.setup.set_level(seat, SEARCHING_LEVELS[index])

    def _store_code(self, text: str) -> None:
        self.setup.code, self.entry_notice = text, ""
        self.rebuild()

    @property
    def heading(self) -> str:
        """The title of the page. It is "Deal of the day" as long as the choices are those of the day's deal."""
        return "Deal of the day" if self._is_deal_of_day else super().heading

    @property
    def _is_deal_of_day(self) -> bool:
        setup, day = self.setup, self.day
        if day is None or setup.unread or setup.code_objection():
            return False
        return day.is_this_deal(setup.game, setup.canonical_code(), setup.options, setup.chairs)

    def update(self, dt: float) -> Change:
        if self.day is not None and not self._choosing and self.midnight.pass_time(dt):
            self._replace_day()
        return super().update(dt)

    def handle(self, event: pygame.event.Event) -> Change:
        before = self._is_code_focused
        change = super().handle(event)
        if self._is_code_focused != before:
            self.rebuild()  # the words beside the code are others
        return change

    def choose_player(self, seat: int) -> Change:
        self._choosing = True
        return super().choose_player(seat)

    def on_resume(self, result: object) -> None:
        self._choosing = False
        super().on_resume(result)

    def _replace_day(self) -> None:
        """Replaces the deal of the day after midnight. If the old deal is set up on the page, sets up the new one."""
        stood = self._is_deal_of_day
        self.day = day_deal(self.matches.today, SHELF)
        if stood:
            self.context.show_notice(MIDNIGHT)
            self.begin_setup(self.day.game)
            self.on_game_change()
            self.remake_controls()
        self.dirty = True

    def begin_game(self) -> Change:
        self.entry_notice = self.setup.code_objection()
        if not self.check_choices():
            return None
        if (asks := self.ask_names()) is not None:
            return asks
        setup = self.setup
        if self.day is None or setup.canonical_code() != self.day.code:  # no person has chosen the opponents of the day
            kept = with_last_table(self.context.settings.last_table, setup)
            self.context.change_settings(last_table=kept, level=SEARCHING_LEVELS.index(setup.level) + 1)
        match = self.matches.begin_table(setup.game, setup.options, setup.chairs, setup.canonical_code())
        return Replace(ToTable(match))


class SeatCandidate(parts.PlayerRow):
    """The row of a person or character who can get the seat. A press gives the seat to this player, and closes the page."""

    leads = False

    def __init__(self, scene: SeatPickerScene, name: str, portrait: str, about: str, player: str) -> None:
        """about: a line about the character. player: "human" or a level; "" for a computer player at the level of the replaced
        one.
        """
        super().__init__(name, lambda: scene.give_seat_to_candidate(self))
        self.scene, self.portrait, self.about, self.player = scene, portrait, about, player
        self.memory = ""
        """A sentence on past games between this character and this computer's person; "" if they never met."""

    @property
    def seat(self) -> int | None:
        """The present seat of this player; None if the player has no seat."""
        names = [profiles.normal_form(name) for name in self.scene.setup.names]
        return names.index(profiles.normal_form(self.label)) if profiles.normal_form(self.label) in names else None

    @property
    def chosen(self) -> bool:  # type: ignore[override]  # a plain attribute of other rows
        return self.seat == self.scene.seat

    @property
    def description(self) -> str:
        return self.about if self.seat in (None, self.scene.seat) else "Sits here already: changes places."

    @property
    def accessible_value(self) -> str:
        return f"{'sits here now. ' if self.chosen else ''}{self.description} {self.memory}".strip()


class SeatPickerScene(ElementPage):
    """The page that chooses the player of a seat, over the set-up page. Its result is the seat."""

    covers = False

    def __init__(self, context: Context, setup: TableSetup, seat: int) -> None:
        super().__init__(context, f"Who sits in seat {seat + 1}?")
        self.setup, self.seat = setup, seat
        self.history = open_history(context.folders, context.settings)
        self._done = False
        """Whether a new person has got the seat, so that the page closes."""
        self.figures = Button("Statistics", lambda: Push(ToStatistics(has_games_button=False)), "plain", "stats")
        self.new = Button(NEW, lambda: self._edit_person(profiles.new_person(context.settings)), "plain", "plus")
        self.close = Button("Back", self.go_back, "plain", "left")
        self._make_candidates()
        self.first = next((who for who in self.persons + self.others if who.seat == seat), self.new)

    def _make_candidates(self) -> None:
        known, setup = profiles.all_people(self.context.settings), self.setup
        names = [setup.seat_name(person.name) for person in known]
        self.persons = [
            SeatCandidate(self, name, person.portrait, setup.own_seat if setup.is_own_name(name) else setup.seated, HUMAN)
            for person, name in zip(known, names, strict=True)
        ]
        characters = () if self.setup.people_only else cast.CAST
        self.others = [SeatCandidate(self, one.name, one.portrait, one.line, "") for one in characters]
        self._update_memory_sentences()
        self.pens = [
            Button(f"Change {who.label}", partial(self._edit_person, person), "plain", "gear", bare=True)
            for who, person in zip(self.persons, known, strict=True)
        ]

    def run_slice(self) -> bool:
        """Reads the results of opponents from the records. Returns True if more records remain."""
        if self.history.is_done:
            return False
        if not self.history.run_slice():
            self._update_memory_sentences()
            self.rebuild()
        return True

    def on_close(self) -> None:
        self.history.close()

    def _update_memory_sentences(self) -> None:
        you, found = RecordedPlayer(self.setup.person, HUMAN), dict[str, str]()
        if self.history.is_done:
            found = past_games_sentences(you, figures_of(self.context, self.history).results_against(you))
        for one in self.others:
            one.memory = found.get(profiles.normal_form(one.label), "")

    def give_seat_to_candidate(self, candidate: SeatCandidate) -> Change:
        self.setup.give_seat_to_player(self.seat, candidate.label, candidate.player)
        return Pop(self.seat)

    def go_back(self) -> Change:
        return Pop(self.seat)

    def update(self, dt: float) -> Change:
        return Pop(self.seat) if self._done else None

    def _edit_person(self, person: Profile) -> Change:
        return Push(ToProfile(person, self.setup.seat_name(person.name) if person.name else ""))

    @property
    def opening_announcement(self) -> str:
        return f"{self.title_words} To name a player: Change, after the player, or {NEW}."

    def on_resume(self, result: object) -> None:
        """Handles the result of `ProfileScene`: gives the seat to a new person, or renames or removes a known person."""
        self.dirty = True
        if not isinstance(result, tuple):
            return
        before, after = result
        if after and not before:
            self.setup.give_seat_to_player(self.seat, after, HUMAN)
            self._done = True
        else:
            self.setup.rename_person(self.setup.seat_name(before), after)
        self.history.close()
        self.history = open_history(self.context.folders, self.context.settings)
        self._make_candidates()
        self.rebuild()
        here = next((who for who in self.persons if profiles.normal_form(who.label) == profiles.normal_form(after)), None)
        self.widgets.focus_on(here or self.new)

    def make_page(self) -> Element:
        people = "People at this table" if self.setup.people_only else "People at this screen"
        gear = [Control(pen, bare=True, width=40, height=40) for pen in self.pens]
        named = [Row([row, pen], 8) for row, pen in zip(_make_rows(self.persons), gear, strict=True)]
        sections = [*_make_section(people, [*named, Row([Control(self.new, width=240)])])]
        if self.others:
            sections += [make_horizontal_line(), *_make_section("Computer players", _make_rows(self.others))]
        body = Column(sections, 8, (0, 4, 0, 4))
        return titled_sheet(
            self.title_words, body, self.scroll, [self.close, self.figures], self.sheet_margin, max_width=940, right_count=1
        )


def _make_rows(candidates: Sequence[SeatCandidate]) -> list[Element]:
    count = len(candidates)
    return [one.make_element(one.portrait, side_text=one.memory, place=(at, count)) for at, one in enumerate(candidates, 1)]


def _make_section(title: str, rows: Sequence[Element]) -> tuple[Element, Element]:
    return make_subheading(title), Grid(rows, 8, min_width=304, max_columns=2, role="group", name=title)


class NamesScene(NamesPage):
    """The page that asks people with default names for their names. Each person is asked only once. Its result is `NAMED`."""

    heading = "Who plays?"
    above = "Names tell the people at a table apart. You are asked once."
    below = "A field that is left empty keeps the name shown in it. It can be changed later at the seat."
    button = "Go on"

    def __init__(self, context: Context, setup: TableSetup) -> None:
        self.setup = setup
        asked = unnamed_seats(context, setup)
        limit = profiles.LONGEST
        fields = {seat: TextField(f"Seat {seat + 1}", placeholder=setup.chairs[seat].name, limit=limit) for seat in asked}
        faces = portraits_of_chairs(setup.chairs, context.settings)
        super().__init__(context, fields, [faces[seat] for seat in asked])

    def handle_enter(self) -> Change:
        """Handles Enter: moves the focus to the next field; in the last field, saves the names."""
        rest = [field for field in self.fields[:-1] if field is self.widgets.focus]
        if not rest:
            return self._save_all_names()
        self.widgets.focus_on(self.fields[self.fields.index(rest[0]) + 1])
        self.dirty = True
        return None

    def name_objection(self, seat: int, names: Mapping[int, str]) -> str:
        name, there = names[seat], self.setup.names
        if not name:
            return ""
        others = [names.get(other) or there[other] for other in range(len(there)) if other != seat]
        before = profiles.find_person(self.context.settings, there[seat])
        stored = "" if before is None else before.name
        return profiles.name_objection(name, others) or profiles.stored_name_objection(self.context.settings, name, stored)

    def save(self, names: Mapping[int, str]) -> Change:
        for seat, name in names.items():
            before, s = self.setup.chairs[seat].name, self.context.settings
            if not name:
                self.context.change_settings(asked=(*s.asked, profiles.normal_form(before)))
                continue
            shown = self.portraits[self.seats.index(seat)].partition("#")[0]
            person = profiles.find_person(s, before) or profiles.new_person(s, shown)
            self.context.change_settings(**profiles.changes_to_store_person(s, person._replace(name=name), person.name))
            self.setup.rename_person(before, name)
        return Pop(NAMED)


class ProfileScene(ElementPage):
    """The page with the name, the token and the colour of a person.

    Its result is the earlier and the present name: ("", "Anna") for a new person, ("Anna", "") for a deleted one.
    """

    covers = False

    def __init__(self, context: Context, person: Profile, shown_name: str = "") -> None:
        """shown_name: the person's name at the table, if it differs from the name in the profile; otherwise ""."""
        super().__init__(context, shown_name or person.name or NEW)
        self.person, self.before = person, person.name
        self.name = TextField(
            f"{self.title_words}'s name" if person.name else "Name",
            person.name,
            self._set_name,
            lambda _: self._save_person(),
            placeholder="Name",
            limit=profiles.LONGEST,
        )
        self.tokens = [
            Tile(token, partial(self._choose, "token", token), partial(_draw_token, token), token == person.token)
            for token in TOKENS
        ]
        self.tones = [
            Tile(tone, partial(self._choose, "tone", tone), partial(_draw_ring, tone), tone == person.tone)
            for tone in profiles.TONES
        ]
        self.keep = Button("Keep" if self.before else "Sit down", self._save_person, "prime", "check", on_paper=True)
        self.forget = Button("Forget", self._delete_person, "plain", "cross")
        self.forget.shown = bool(self.before) and profiles.normal_form(self.before) != profiles.normal_form(
            context.settings.name
        )
        self.cancel = Button("Back", self.go_back, "plain", "left")
        self.figures = Button(
            "Statistics", lambda: Push(ToPlayerStatistics(RecordedPlayer(self.before, HUMAN))), "plain", "stats"
        )
        self.figures.shown = bool(self.before)
        self.first = self.name
        self.widgets.focus_on(self.name)
        self.name.select_for_replacement()

    @property
    def opening_announcement(self) -> str:
        return f"{self.title_words}. {'What you type replaces the name.' if self.before else ''}".strip()

    def go_back(self) -> Change:
        """Closes the page without its changes. Says so if a name was typed."""
        if self.person.name not in ("", self.before):
            self.context.show_answer(f"The name {isolate_name(self.person.name)} was dropped.")
        return super().go_back()

    def _set_name(self, text: str) -> None:
        self.typing_objection = profiles.TOO_LONG if self.name.cut else ""
        self.person = self.person._replace(name=" ".join(text.split()))
        self.rebuild()

    def _choose(self, field: str, name: str) -> None:
        self.person = self.person._replace(token=name) if field == "token" else self.person._replace(tone=name)
        for tile in self.tokens if field == "token" else self.tones:
            tile.chosen = tile.label == name
        self.rebuild()

    def _save_person(self) -> Change:
        self.typing_objection = profiles.stored_name_objection(self.context.settings, self.person.name, self.before)
        if self.typing_objection:
            self.context.sound.play("refuse")
            self.widgets.focus_on(self.name)
            self.rebuild()
            return None
        self.context.change_settings(**profiles.changes_to_store_person(self.context.settings, self.person, self.before))
        return Pop((self.before, self.person.name))

    def _delete_person(self) -> Change:
        self.context.change_settings(**profiles.changes_to_delete_person(self.context.settings, self.before))
        return Pop((self.before, ""))

    def make_page(self) -> Element:
        who, objection = self.person.portrait, self.typing_objection
        named = Column(
            [
                Text("Name", 15, "ink2", "semi", spoken=""),
                Control(self.name, 20, height=46, more=objection or f"Enter: take it. {KEPT}"),
                Text(
                    objection or KEPT, 14.5, *(("russet", "semi") if objection else ("ink2", "sans")), shrink=0.75, spoken="",
                ),
            ],
            6, grow=1,
        )  # fmt: skip
        faces = [Row([Column([make_portrait(who, side)], align=0), named], 22) for side in (110, 76)]
        head = Either(*faces, min_width=440)
        body = Column(
            [
                head,
                Text("Badge", 15, "ink2", "semi", role="heading"), make_tiles("Badge", self.tokens, 62, 62, 0, 62),
                Text("Its colour", 15, "ink2", "semi", role="heading"), make_tiles("Its colour", self.tones, 44, 62, 0, 62),
                Control(self.figures, align=0),
            ],
            9, (0, 8, 0, 8),
        )  # fmt: skip
        foot = [Control(self.cancel), Control(self.forget), Control(self.keep, 19, height=50, width=170)]
        return titled_sheet(self.title_words, body, self.scroll, foot, self.sheet_margin, max_width=660, right_count=1)


def _draw_token(token: str, canvas: Canvas, area: pygame.Rect) -> None:
    canvas.draw_portrait(token, area.centerx, area.centery, area.h * 0.84)


def _draw_ring(tone: str, canvas: Canvas, area: pygame.Rect) -> None:
    d = area.h * 0.56
    canvas.draw_box(area.centerx - d / 2, area.centery - d / 2, d, d, d / 2, profiles.TONES[tone], canvas.theme.walnut_lo)
