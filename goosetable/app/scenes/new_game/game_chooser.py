"""What is chosen before any game: which game, by which house rules, and who plays; what begins then is for others to say."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.new_game import layout, own
from goosetable.app.scenes.new_game.drawing import draw_foot, draw_setup
from goosetable.app.scenes.new_game.page import SetupPage
from goosetable.app.scenes.new_game.rows import SeatRow, control, field, numbers, offered
from goosetable.app.scenes.routes import ToRules, ToSeat
from goosetable.app.storage import profiles
from goosetable.app.table.seats import faces
from goosetable.app.ui import keymap
from goosetable.app.ui.focus import Button, Scroller, Stepper, Widget
from goosetable.app.ui.number_field import NumberField
from goosetable.app.ui.scene import Change, Push
from goosetable.engine.game import AnyGame
from goosetable.engine.rules.options import Option, Value


class GameChooser(SetupPage):
    """Keeps `laying` and its controls together. Subclasses make the laying in `begin`, `deal`, and what stands at the foot."""

    screen = keymap.SETUP

    def __init__(self, context: Context, games: Sequence[AnyGame], game: AnyGame) -> None:
        """games: those that can be chosen. game: the one to begin with."""
        super().__init__(context, Scroller("Table", on_paper=False))
        self.said = ""  # what is wrong with what stands at the foot
        self._fresh = True  # until it is laid out for the first time
        self.begin(game)
        self.back_button = Button("Back", self.back, "wood", "left")
        self.rules_button = Button("Rules", self._rules, "wood", "book")
        self.rules_button.command = "rules"
        self.tiles = [parts.GameTile(context, other, partial(self._turn_to, other), "row") for other in games if len(games) > 1]
        self.fewer = Button("One player fewer", partial(self._add_seats, -1), "plain", "minus", bare=True)
        self.more = Button("One player more", partial(self._add_seats, 1), "plain", "plus", bare=True)
        self.labels = []

    def begin(self, game: AnyGame) -> None:
        """Lay a table for this game."""
        raise NotImplementedError

    def go(self) -> Change:
        """What was chosen begins, if it goes together."""
        raise NotImplementedError

    def choose_beside(self) -> dict[int, Widget]:
        """The control beside the row of a seat, by seat."""
        return {}

    def turned(self) -> None:
        """Another game was chosen."""

    def arrange(self) -> None:
        """The controls for the game and the number of chairs there are now."""
        laying = self.laying
        portraits = faces(laying.chairs, self.context.settings)
        self.people = [SeatRow(laying, seat, who, partial(self.ask, seat)) for seat, who in enumerate(portraits)]
        self.beside = self.choose_beside()
        self.house_rules = tuple(rule for rule in laying.rules if rule != laying.count)
        self.rules = [control(rule, laying, self._choose, self._wrong) for rule in self.house_rules]
        made = {rule.key: field(rule, laying, partial(self._write, rule), self.go) for rule in self.house_rules}
        self.fields = {key: found for key, found in made.items() if found is not None}
        rules: list[Widget] = []
        for rule, choice in zip(self.house_rules, self.rules, strict=True):
            rules += [choice, self.fields[rule.key]] if rule.key in self.fields else [choice]
        self.presets = Stepper("House rules", (), self._choose_preset)
        for tile in self.tiles:
            tile.chosen = tile.game is laying.game
        self.chosen = next((tile for tile in self.tiles if tile.chosen), None)
        for button in (self.fewer, self.more):
            button.shown = laying.count is not None
        seats: list[Widget] = []
        for seat, row in enumerate(self.people):
            seats += [row, self.beside[seat]] if seat in self.beside else [row]
        for region, group in (
            ("games", self.tiles), ("people", [self.fewer, self.more, *seats]), ("rules", [self.presets, *rules]),
            ("deal", [self.aside, self.deal, self.back_button, self.rules_button]),
        ):  # fmt: skip
            for widget in group:
                widget.region = region
        order = [self.scroll, self.deal, *self.tiles, self.fewer, self.more, *seats, self.presets, *rules, self.aside]
        self.widgets.set([*order, self.rules_button, self.back_button], first=self.deal)
        self._judge()

    def _judge(self) -> None:
        """What can be pressed now, what the house rules leave to choose, and why they do not go together if so."""
        laying = self.laying
        self.objection = laying.objection()
        if (wrong := laying.wrong) is not None:
            self.touched, self.objection = wrong.key, own.remark(wrong, laying.chosen[wrong.key])
        self.deal.enabled = not self.objection or wrong is not None  # pressed all the same, it leads to the field
        names = list(laying.presets)
        self.presets.options = names if laying.preset else [own.OWN, *names]
        self.presets.index = names.index(laying.preset) if laying.preset else 0
        players, counts = len(laying.chairs), laying.counts
        self.fewer.enabled, self.more.enabled = players > counts[0], players < counts[-1]
        for rule, widget in zip(self.house_rules, self.rules, strict=True):
            widget.enabled = not rule.idle(laying.chosen)
            if rule.key in self.fields:
                self.fields[rule.key].shown = widget.enabled
            if isinstance(widget, NumberField):
                widget.offer(offered(rule, laying), laying.chosen[rule.key])
        self.length = laying.length()
        if self.chosen is not None and not self.objection:
            self.chosen.minutes = laying.minutes()

    def _choose(self, rule: Option, value: Value | None) -> None:
        """value: None for one's own, which a field asks for."""
        self.touched, self.said = rule.key, ""
        before = len(self.laying.chairs)
        if value is None:
            self.laying.begin_own(rule)
        else:
            self.laying.choose(rule.key, value)
        if len(self.laying.chairs) != before or (value is None) != (rule.key in self.fields):
            self.again(rule.label)
        self._judge()
        if self.objection:
            self.context.sound.play("refuse")

    def _write(self, rule: Option, text: str) -> None:
        """A value of one's own is being typed."""
        self.touched, self.said = rule.key, ""
        self.laying.write(rule, text)
        self._judge()

    def _wrong(self, rule: Option, number: int) -> None:
        """A number was typed that a house rule cannot be."""
        self.said = self.laying.objection({rule.key: number}) if number in numbers(rule) else ""
        self.said = self.said or f"{rule.label}: it may be {numbers(rule)[0]} to {numbers(rule)[-1]}, not {number}."
        self.context.sound.play("refuse")

    def _add_seats(self, by: int) -> None:
        """One more sits down, or one fewer."""
        counts, rule = self.laying.counts, self.laying.count
        at = counts.index(len(self.laying.chairs)) + by
        if rule is not None and 0 <= at < len(counts):
            button = self.more if by > 0 else self.fewer
            self._choose(rule, counts[at])
            self.widgets.to(button if button.enabled else self.fewer if by > 0 else self.more)

    def again(self, label: str = "") -> None:
        """The controls anew, with the focus where it was, by its label."""
        self.arrange()
        self.resized(self.w, self.h)
        self.widgets.to(next((w for w in self.widgets.all if label and w.label == label), self.deal))

    def _choose_preset(self, index: int) -> None:
        name = self.presets.options[index]
        if name == own.OWN:
            return
        self.touched = self.said = ""
        self.laying.choose_preset(name)
        self.again(self.presets.label)

    def _turn_to(self, game: AnyGame) -> None:
        if game is not self.laying.game:
            self.begin(game)
            self.turned()
            self.again(game.title)

    def update(self, dt: float) -> None:
        for widget in self.rules:
            if isinstance(widget, NumberField) and widget.held(dt):
                self.dirty = True

    def ask(self, seat: int) -> Change:
        return Push(ToSeat(self.laying, seat))

    @property
    def ready(self) -> bool:
        """Whether what is chosen goes together; if not, the focus goes to where it does not."""
        if not self.said and not self.objection:
            return True
        wrong = None if self.said else self.laying.wrong
        self.widgets.to(self.aside if wrong is None else self.fields[wrong.key])
        self.context.sound.play("refuse")
        return False

    def _rules(self) -> Change:
        return Push(ToRules(self.laying.game, self.laying.options))

    def resumed(self, result: object) -> None:
        """Back from the rules, or from choosing who sits in a chair: then everybody's control is another."""
        self.dirty = True
        if isinstance(result, int):
            self.laying.people = tuple(person.name for person in profiles.known(self.context.settings))
            self.again(self.people[result].label)

    def closed(self) -> None:
        self.widgets.to(None)  # held keys repeat for fields and figures only

    def lay(self) -> None:
        layout.lay(self)
        chosen = self.chosen
        if self._fresh and chosen is not None:
            first = self.tiles[0].rect.y
            if self.people_panel.y > chosen.rect.y - first:  # the games stand over the company: begin at the one chosen
                self.scroll.scroll_to(chosen.rect.y - first)
            elif chosen.rect.bottom > self.scroll.rect.bottom:
                self.scroll.scroll_to(chosen.rect.bottom - self.scroll.rect.bottom + 12)
        self._fresh = False

    def under(self, canvas: Canvas) -> None:
        draw_setup(self, canvas)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        draw_foot(self, canvas)  # over the controls, because in a small window it needs their room
