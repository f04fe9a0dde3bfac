"""The base of the pages that set up a table: they choose a game, players and house rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.new_game.model import (
    FEW,
    OWN,
    TableSetup,
    accepted_numbers,
    arrow_values,
    typing_help,
)
from goosetable.app.scenes.new_game.names import NAMED, unnamed_seats
from goosetable.app.scenes.routes import ToNames, ToRules, ToSeatPicker
from goosetable.app.storage import cast, profiles
from goosetable.app.table.seats import portraits_of_chairs
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import as_spoken_sentences
from goosetable.app.ui.elements import (
    STRETCH,
    ButtonRow,
    Column,
    Control,
    Either,
    Element,
    FirstFit,
    FirstOfEqualSize,
    Grid,
    Heading,
    Row,
    Scroll,
    Spacer,
    Text,
    Wrap,
    make_horizontal_line,
    status_text,
)
from goosetable.app.ui.focus import Button, Stepper, Switch, TextField, Widget, form_arrow_group
from goosetable.app.ui.number_field import NumberField
from goosetable.app.ui.scene import Change, Push
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.options import PRINTED, Option, Value
from goosetable.engine.words import phrases

LIMIT: Final = 96
"""Largest length of a typed table of points, in characters."""
SIZES: Final = ((70.0, 88.0), (62.0, 74.0), (62.0, 62.0), (56.0, 50.0), (56.0, 42.0), (56.0, 33.0))
"""Heights of a game's tile and of a seat's row in units. The first pair with which the page fits is used; if none fits, the
second, and the page scrolls.
"""
ONE_LINE: Final = 50
"""Height of a seat's row in units, below which the player's name and the words about the player share a line."""
THREE: Final = 1080.0
"""Least width in units at which games, players and house rules are three columns."""
TWO: Final = 780.0
"""Least width in units at which players and house rules are two columns."""
IN_LIST: Final = (*parts.STEPS_AMONG_GAMES, ("Enter Space", "Among the games: choose this one"))
"""Keys of a game in the list, with their effect."""
TINY: Final = 330
"""Height of the window in units, below which the title scrolls too."""


class SeatRow(parts.PlayerRow):
    """The row of a seat with its player. A press opens the choice of another player."""

    def __init__(self, setup: TableSetup, seat: int, portrait: str, on_press: Callable[[], Change]) -> None:
        super().__init__(f"Seat {seat + 1}", on_press)
        self.setup, self.seat, self.portrait = setup, seat, portrait

    @property
    def name(self) -> str:
        return self.setup.chairs[self.seat].name

    @property
    def description(self) -> str:
        if self.setup.chairs[self.seat].player == cast.HUMAN:
            return self.setup.own_seat if self.setup.is_own_name(self.name) else self.setup.seated
        known = cast.find_character(self.name)
        return known.line if known else ""

    @property
    def accessible_value(self) -> str:
        return as_spoken_sentences((self.name, self.description, "Enter: choose or name who sits here"))


class GameChooser(ElementPage):
    """Base of pages that set up a table. Subclasses make `setup` in `begin_setup`, and the controls `deal` and `aside`.

    The button `deal` begins the game. `aside` is at the other end of the foot.
    """

    screen = keymap.SETUP
    setup: TableSetup
    aside: Widget
    """The control at the foot, left of the button that begins the game."""
    deal: Button
    foot_label = ""
    """The label before `aside`."""
    urgent_remarks = ""
    """A sentence at the foot, in small windows too."""

    def __init__(self, context: Context, games: Sequence[AnyGame], game: AnyGame) -> None:
        """games: the games to choose from. game: the game chosen at first."""
        super().__init__(context, "Table")
        self.scroll.on_paper = False
        self.entry_notice = self.objection = ""
        """The objection to a typed text or number; and the objection to the house rules. Both are sentences, or ""."""
        self.touched = self.length = self.counts = ""
        """The key of the house rule that was changed last; the length of the game, and the possible numbers of players, in
        words."""
        self._first_layout = True
        self._names_asked = False
        """Whether people have just answered the question for their names, so that the next `update` begins the game."""
        self._fits: FirstFit | None = None
        self.begin_setup(game)
        self.back_button = Button("Back", self.go_back, "wood", "left")
        self.rules_button = Button("Rules", self._open_rules, "wood", "book")
        self.rules_button.command = "rules"
        shelf = games if len(games) > 1 else ()
        self.tiles = [parts.GameTile(context, other, partial(self._choose_game, other)) for other in shelf]
        for tile in self.tiles:
            tile.role, tile.keys = "radio", IN_LIST
        form_arrow_group(self.tiles, closed=False)
        self.fewer = Button("One player fewer", partial(self._add_seats, -1), "plain", "minus", bare=True)
        self.more = Button("One player more", partial(self._add_seats, 1), "plain", "plus", bare=True)
        self.presets = Stepper("House rules", (), self._choose_preset)

    def begin_setup(self, game: AnyGame) -> None:
        """Sets `setup` to a new table for this game."""
        raise NotImplementedError

    def begin_game(self) -> Change:
        """Returns the change of scenes that begins the game; None if choices conflict."""
        raise NotImplementedError

    def seat_controls(self) -> dict[int, Widget]:
        """Returns the controls beside the rows of seats, by seat; none by default."""
        return {}

    def on_game_change(self) -> None:
        """Updates the page after the choice of another game."""

    @property
    def heading(self) -> str:
        """The title of the page."""
        return "Lay the table"

    @property
    def foot_remarks(self) -> str:
        """The sentences between the buttons at the foot of the page, if the window is large."""
        return self.length

    def make_controls(self) -> None:
        """Makes all controls, for the present game and number of players."""
        setup = self.setup
        portraits = portraits_of_chairs(setup.chairs, self.context.settings)
        self.people = [SeatRow(setup, seat, who, partial(self.choose_player, seat)) for seat, who in enumerate(portraits)]
        self.beside = self.seat_controls()
        self.house_rules = tuple(found for found in setup.rules if found != setup.player_count_rule)
        self.rules = [self._make_rule_control(found) for found in self.house_rules]
        self.fields = {
            found.key: TextField(
                f"{found.label}, your own",
                text,
                partial(self._set_typed_value, found),
                lambda _: self.begin_game(),
                limit=LIMIT,
            )
            for found in self.house_rules
            if (text := setup.typed_text(found)) is not None
            and found.other_values is not None
            and found.other_values.typed is not None
        }
        for tile in self.tiles:
            tile.chosen = tile.game is setup.game
        self.chosen = next((tile for tile in self.tiles if tile.chosen), None)
        self.fewer.shown = self.more.shown = setup.player_count_rule is not None
        self.first = self.deal
        self._update_controls()

    def _make_rule_control(self, rule: Option) -> Stepper | Switch:
        values, labels = [choice.value for choice in rule.choices], [choice.label for choice in rule.choices]
        setup, chosen = self.setup, self.setup.chosen[rule.key]
        if {label.lower() for label in labels} in ({"on", "off"}, {"yes", "no"}):
            yes = 0 if labels[0].lower() in ("on", "yes") else 1
            return Switch(
                rule.label, lambda on: self._set_rule(rule, values[yes if on else 1 - yes]), values.index(chosen) == yes
            )
        there = accepted_numbers(rule)
        if not there:
            may_type = rule.other_values is not None and rule.other_values.typed is not None
            every: list[Value | None] = [*values, None] if may_type else [*values]
            index = every.index(chosen if setup.typed_text(rule) is None else None)
            return Stepper(
                rule.label, [*labels, OWN] if may_type else labels, lambda at: self._set_rule(rule, every[at]), index
            )

        def is_allowed(number: int) -> bool:
            return number in there and (len(there) <= FEW or setup.allows_value(rule.key, number))

        return NumberField(
            rule.label, arrow_values(rule, setup), rule.label_of, chosen, lambda value: self._set_rule(rule, value), is_allowed,
            lambda number: self._refuse_number(rule, number),
        )  # fmt: skip

    def _update_controls(self) -> None:
        setup = self.setup
        self.objection = setup.rules_conflict()
        if (wrong := setup.rule_with_invalid_text) is not None:
            self.touched, self.objection = wrong.key, typing_help(wrong, setup.chosen[wrong.key])
        self.deal.enabled = not self.objection or wrong is not None  # pressed all the same, it leads to the field
        names = list(setup.presets)
        self.presets.options = names if setup.preset else [OWN, *names]
        self.presets.index = names.index(setup.preset) if setup.preset else 0
        players, counts = len(setup.chairs), setup.all_player_counts
        self.counts = _numbers_in_words(setup.fitting_player_counts or counts)
        self.fewer.enabled, self.more.enabled = players > counts[0], players < counts[-1]
        for found, widget in zip(self.house_rules, self.rules, strict=True):
            widget.enabled = not found.reason_without_effect(setup.chosen)
            if found.key in self.fields:
                self.fields[found.key].shown = widget.enabled
            if isinstance(widget, NumberField):
                widget.set_values(arrow_values(found, setup), setup.chosen[found.key])
        self.length = setup.duration_in_words()
        if self.chosen is not None and not self.objection:
            self.chosen.minutes = setup.estimated_minutes()
        self.rebuild()

    def _set_rule(self, rule: Option, value: Value | None) -> None:
        """Sets a house rule. value: the chosen value; None to open a field in which the person types a value."""
        self.touched, self.entry_notice = rule.key, ""
        before = len(self.setup.chairs)
        if value is None:
            self.setup.begin_typing(rule)
        else:
            self.setup.set_rule(rule.key, value)
        if len(self.setup.chairs) != before or (value is None) != (rule.key in self.fields):
            self.remake_controls(rule.label)
        self._update_controls()
        if self.objection:
            self.context.sound.play("refuse")

    def _set_typed_value(self, rule: Option, text: str) -> None:
        self.touched, self.entry_notice = rule.key, ""
        self.setup.store_typed_text(rule, text)
        self._update_controls()

    def _refuse_number(self, rule: Option, number: int) -> None:
        there = accepted_numbers(rule)
        self.entry_notice = self.setup.rules_conflict({rule.key: number}) if number in there else ""
        self.entry_notice = self.entry_notice or f"{rule.label}: it may be {there[0]} to {there[-1]}, not {number}."
        self.context.sound.play("refuse")
        self.rebuild()

    def _add_seats(self, by: int) -> None:
        counts, found = self.setup.all_player_counts, self.setup.player_count_rule
        at = counts.index(len(self.setup.chairs)) + by
        if found is not None and 0 <= at < len(counts):
            button = self.more if by > 0 else self.fewer
            self._set_rule(found, counts[at])
            self.widgets.focus_on(button if button.enabled else self.fewer if by > 0 else self.more)

    def remake_controls(self, label: str = "") -> None:
        """Makes all controls anew. label: label of the control that gets the focus; "" for the button `deal`."""
        self.make_controls()
        self.widgets.focus_on(next((w for w in self.widgets.all if label and w.label == label), self.deal))

    def _choose_preset(self, index: int) -> None:
        name = self.presets.options[index]
        if name == OWN:
            return
        self.touched = self.entry_notice = ""
        self.setup.choose_preset(name)
        self.remake_controls(self.presets.label)

    def _choose_game(self, game: AnyGame) -> None:
        if game is not self.setup.game:
            self.begin_setup(game)
            self.on_game_change()
            self.remake_controls(game.title)

    def ask_names(self) -> Change:
        """Returns the change of scenes that opens the page for names; None if no name is needed, because only one person plays
        or all have names.
        """
        if len(self.setup.seats_of_people) < 2 or not unnamed_seats(self.context, self.setup):
            return None
        return Push(ToNames(self.setup))

    def update(self, dt: float) -> Change:
        if self._names_asked:
            self._names_asked = False
            return self.begin_game()
        for widget in self.rules:
            if isinstance(widget, NumberField) and widget.pass_time(dt):
                self.dirty = True
        return None

    def choose_player(self, seat: int) -> Change:
        return Push(ToSeatPicker(self.setup, seat))

    def check_choices(self) -> bool:
        """Returns True if a game can begin with these choices; else moves the focus to the control of a conflicting choice."""
        if not self.entry_notice and not self.objection:
            return True
        wrong = None if self.entry_notice else self.setup.rule_with_invalid_text
        self.widgets.focus_on(self.aside if wrong is None else self.fields[wrong.key])
        self.context.sound.play("refuse")
        self.rebuild()
        return False

    def _open_rules(self) -> Change:
        return Push(ToRules(self.setup.game, self.setup.options))

    def on_resume(self, result: object) -> None:
        """Updates the page after a page over it was closed. After the page for names, begins the game.

        result: the seat whose player was chosen; `NAMED` after the page for names; None after the rules.
        """
        self.dirty = True
        if isinstance(result, int) or result == NAMED:
            there = profiles.all_people(self.context.settings)
            self.setup.people = tuple(self.setup.seat_name(person.name) for person in there)
            self.remake_controls(self.people[result].label if isinstance(result, int) else "")
        self._names_asked = result == NAMED

    # ------------------------------------------------------------------ screen readers

    @property
    def opening_announcement(self) -> str:
        rules = f"House rules: {(self.setup.preset or OWN).lower()}"
        return as_spoken_sentences((self.heading, self.status_line, rules, self.length, self.urgent_remarks))

    @property
    def status_line(self) -> str:
        """A sentence with the objection to the last choice; if there is none, with the game and its players."""
        setup = self.setup
        names = phrases.listed([f"you as {name}" if setup.is_own_name(name) else name for name in setup.names])
        players = phrases.count_text(len(setup.chairs), "player")
        return self.entry_notice or self.objection or f"{setup.game.title}, {players}: {names}."

    # ------------------------------------------------------------------ elements

    def lay_out(self) -> None:
        super().lay_out()
        if self._first_layout and self.chosen is not None:
            first, chosen = self.tiles[0].rect.y, self.chosen.rect
            if self.people[0].rect.y > chosen.bottom:  # the games stand over the players: begin at the chosen one
                self.scroll.scroll_to(chosen.y - first)
            else:
                self.scroll.bring_into_view(chosen)
        self._first_layout = False

    def make_page(self) -> Element:
        edge, small, tiny = self.rim_width + 8, self.high < 480, self.high < TINY
        bare = self.wide < 520
        back = Control(self.back_button, bare=bare, width=48 if bare else 104, height=44)
        rules = Control(self.rules_button, bare=bare, width=48 if bare else 104, height=44)
        title = Heading(self.heading, 36, "cream", "serif", line_height=1.2, text_align=0.5, grow=1)
        head: Element = Row([back, title, rules], 10, (8, 4, 8, 0) if small else (14, 10, 14, 8))

        def make_scrolled(sizes: tuple[float, float]) -> Element:
            body = self._make_body(*sizes)
            return Scroll(Column([head, body], 8) if tiny else body, self.scroll, (0, 0), drop=0.4)

        begin = 0 if self._fits is None else self._fits.at
        self._fits = FirstFit([partial(make_scrolled, sizes) for sizes in (*SIZES, SIZES[1])], begin=begin, grow=1)
        foot = Either(lambda: self._make_foot(True), lambda: self._make_foot(False), min_width=900)
        bottom = 4 if small else 16
        return Column([*[head] * (not tiny), self._fits, foot], 6, (edge, edge - 4, edge, edge + bottom))

    def _make_foot(self, roomy: bool) -> Element:
        beside = bool(self.setup.rule_with_invalid_text)  # a typed text has its sentence beside it
        wrong = self.entry_notice or ("" if beside else self.objection)
        words = wrong or (self.foot_remarks if roomy else self.urgent_remarks)
        said = status_text(words, 15.5, "brass_hi" if wrong else "cream2", "semi" if wrong else "sans")
        small = self.high < 480
        label = Text(self.foot_label if self.aside.shown else "", 15, "cream2", max_lines=1, spoken="")
        button = isinstance(self.aside, Button)
        aside = Control(self.aside, 17 if button else 16, worded=True, grow=1, width=330 if button else 200, loose=button)
        room = self.wide * (0.32 if small else 0.4)  # so that large words fit in the field beside it
        deal = Control(self.deal, 22 if small else 24, worded=True, width=min(220.0, room), height=48 if small else 60)
        said.grow = 3
        row = ButtonRow([label, aside, said if roomy else Spacer(grow=0.01), deal], 16, (16, 0, 16, 0))
        return row if roomy else Column([Column([said], padding=(16, 2, 16, 4)), row])

    def _make_body(self, tile_height: float, seat_height: float) -> Element:
        games = [Control(found, height=tile_height, place=(at, len(self.tiles))) for at, found in enumerate(self.tiles, 1)]

        def make_wide() -> Element:
            listed = Column(games, 8, width=270, align=0, role="list", name="Games", region="games")
            return Row([*[listed] * bool(games), self._make_two_columns(seat_height)], 22, (8, 10, 16, 14))

        def make_narrow() -> Element:
            listed = Grid(games, 10, min_width=240, role="list", name="Games", region="games")
            stacked = Column([self._make_player_list(seat_height, 0, None), self._make_rule_list(0, None)], 14)
            return Column(
                [listed, Either(lambda: self._make_two_columns(seat_height), stacked, min_width=TWO)], 14, (8, 10, 16, 14)
            )

        return Either(make_wide, make_narrow, min_width=THREE if games else TWO)

    def _make_two_columns(self, seat_height: float) -> Element:
        return Row([self._make_player_list(seat_height, 1, 560), self._make_rule_list(1.1, 530)], 22, grow=1, align=0)

    def _make_player_list(self, seat_height: float, grow: float, width: float | None) -> Element:
        rows: list[Element] = []
        for at, row in enumerate(self.people):
            inputs = (row, row.name, row.description, self.beside.get(at))
            rows += [make_horizontal_line()] if at else []
            rows.append(self.reuse(("seat", at, seat_height), inputs, partial(self._make_seat, at, seat_height)))
        return _make_paper_column([self._make_player_heading(), Column(rows)], 4, (12, 12, 12, 8), grow, width, "Players")

    def _make_seat(self, index: int, row_height: float) -> Element:
        row, more, low, high = self.people[index], self.beside.get(index), row_height < ONE_LINE, min(54.0, row_height - 6)
        size = (row_height - 8) * 0.62 if low else 19
        control = row.make_element(row.portrait, size, row_height - 8, place=(index + 1, len(self.people)))
        beside = [] if more is None else [Control(more, high * 0.6 if low else 17, width=104, height=high)]
        return Row([control, *beside], 8, (0, 2, 0, 2))

    def _make_player_heading(self) -> Element:
        setup = self.setup
        players, count = len(setup.chairs), setup.player_count_rule
        words, note, wrong = phrases.count_text(players, "player"), "", ""
        if count is not None:
            words = f"{players} of {self.counts}"
            wrong = self.objection if self.touched == count.key else ""
            note = wrong or _explanation_text(count, setup.chosen[count.key])
        heading = Row(
            [
                Heading("Who plays?", 24, grow=1), Text(words, 15, "ink2", max_lines=1),
                Control(self.fewer, bare=True, width=40, height=40), Control(self.more, bare=True, width=40, height=40),
            ],
            8, (8, 0, 4, 0),
        )  # fmt: skip
        said = Text(note, 14, "russet" if wrong else "ink2", "semi" if wrong else "sans", shrink=0.85)
        return Column([heading, Column([said], padding=(8, 0, 8, 2))])

    def _make_rule_list(self, grow: float, width: float | None) -> Element:
        presets = Control(self.presets, 16, grow=1, width=190, more=self.length)
        heading = Row([Heading("House rules", 24, grow=1), presets], 8, (0, 0, 0, 6))
        rows = [self._reuse_rule(found, widget) for found, widget in zip(self.house_rules, self.rules, strict=True)]
        ruled = [one for row in rows for one in (make_horizontal_line(), row)][1:]
        return _make_paper_column([heading, *ruled], 0, (20, 14, 20, 8), grow, width, "House rules")

    def _reuse_rule(self, rule: Option, widget: Stepper | Switch) -> Element:
        chosen = self.setup.chosen
        value, idle = chosen[rule.key], rule.reason_without_effect(chosen)
        wrong = self.objection if self.touched == rule.key else ""
        inputs = (widget, self.fields.get(rule.key), value, type(value), idle, wrong)
        return self.reuse(("rule", rule.key), inputs, lambda: self._make_rule(rule, widget, value, idle, wrong))

    def _make_rule(self, rule: Option, widget: Stepper | Switch, value: Value, idle: str, wrong: str) -> Element:
        mark = rule.origin_of_value(value)
        said = wrong or idle or rule.explanation_of(value)
        notes = {rule.explanation_of(choice.value) for choice in rule.choices}
        notes |= {rule.condition.words} if rule.condition else set()
        every = [said, *(notes - {said})]  # room for any of them, so that nothing moves when a value is chosen
        tone, face = ("russet", "semi") if wrong else ("ink2", "sans")
        origin = Column([Text(mark, 13.7, "ink2", "it", spoken="")], padding=(0, 4, 0, 0))
        name = Wrap([Text(rule.label, 18, face="semi", line_height=1.25, spoken=""), origin], 10)
        words = Column([name, FirstOfEqualSize([Text(note, 13.7, tone, face, spoken="") for note in every])], grow=1.25)
        more = as_spoken_sentences((mark, said))
        switch = isinstance(widget, Switch)
        control = Control(widget, more=more, width=54 if switch else 220, grow=0 if switch else 1)
        row = Row([words, control], 14, (0, 7, 0, 7))
        if rule.key not in self.fields:
            return row
        return Column([row, Control(self.fields[rule.key], height=38), Spacer(height=8)])


def _make_paper_column(
    children: Sequence[Element], gap: float, padding: tuple[float, float, float, float], grow: float, width: float | None,
    region: str,
) -> Column:  # fmt: skip
    return Column(
        children, gap, padding, grow=grow, width=width, align=STRETCH if grow else None, background=_draw_paper, region=region,
        name=region,
    )  # fmt: skip


def _draw_paper(canvas: Canvas, area: pygame.Rect) -> None:
    canvas.draw_paper(area, 14, 12, 6)


def _explanation_text(rule: Option, value: Value) -> str:
    origin = rule.origin_of_value(value)
    return as_spoken_sentences(("" if origin == PRINTED else origin, rule.explanation_of(value)))


def _numbers_in_words(numbers: Sequence[int]) -> str:
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return phrases.listed([str(number) for number in numbers], "or")
