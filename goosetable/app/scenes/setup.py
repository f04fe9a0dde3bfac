"""Laying a table: which game, who plays, by which house rules, and from which code; Deal is one press away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pygame

from goosetable.app import cast
from goosetable.app.paint import Paint
from goosetable.app.scene import Change, Push, Replace
from goosetable.app.scenes import parts
from goosetable.app.scenes.board import Board
from goosetable.app.scenes.laying import LEVELS, Laying, remembered_game
from goosetable.app.widgets import Button, Field, Scroller, Stepper, Switch, Widget
from goosetable.engine.option import Option
from goosetable.games import SHELF

if TYPE_CHECKING:
    from goosetable.app.desk import Desk
    from goosetable.app.tables import Tables
    from goosetable.engine.game import Game

HEAD: Final = 76  # units of a panel above its first row
SEAT: Final = 74  # units of one who plays
RULE: Final = 68  # units of one house rule


class SetupScene(Board):
    """game: the game to begin with, or None for the one that was laid last."""

    def __init__(self, desk: Desk, tables: Tables, game: Game[Any] | None = None) -> None:
        super().__init__(desk)
        self.tables = tables
        self.scroll = Scroller("Table", on_paper=False)
        self.replaces = tables.running() is not None
        self.said = ""  # what is wrong with the code, after somebody tried it
        self._begin(game or remembered_game(desk.settings.last_table))
        self.back_button = Button("Back", self.back, "wood", "left")
        self.rules_button = Button("Rules", self._rules, "wood", "book")
        self.rules_button.shortcut = (pygame.K_F1, 0)
        self.tiles = [parts.GameTile(desk, other, self._turns_to(other), "row") for other in SHELF if len(SHELF) > 1]
        self.code = Field("Game code", on=self._typed, done=self._entered, empty="by chance", limit=20, on_paper=False)
        self.deal = Button("Deal", self._deal, "prime", "cards", on_paper=False)
        self._arrange()
        self.widgets.to(self.deal)

    def _begin(self, game: Game[Any]) -> None:
        s = self.desk.settings
        self.laying = Laying(game, s.name, LEVELS[s.level - 1])
        if s.last_table is not None:
            self.laying.recall(s.last_table)

    # ---------------------------------------------------------------- controls

    def _arrange(self) -> None:
        """The controls for the game and the number of chairs there are now."""
        self.people = [SeatRow(self, place) for place in range(len(self.laying.others))]
        self.geese = [
            parts.Geese(f"How well {chair.name} plays", LEVELS, self._levels(place), LEVELS.index(chair.player))
            for place, chair in enumerate(self.laying.others)
        ]
        self.rules = [self._rule(rule) for rule in self.laying.rules]
        self.printed = Button("As printed", self._as_printed, "plain")
        self.printed.enabled = not self.laying.printed
        for tile in self.tiles:
            tile.chosen = tile.game is self.laying.game
        seats: list[Widget] = [w for pair in zip(self.people, self.geese, strict=True) for w in pair]
        for region, group in (
            ("games", self.tiles), ("people", seats), ("rules", [*self.rules, self.printed]),
            ("deal", [self.code, self.deal, self.back_button, self.rules_button]),
        ):  # fmt: skip
            for widget in group:
                widget.region = region
        assert self.scroll is not None
        order = [self.scroll, self.deal, *self.tiles, *seats, *self.rules, self.printed, self.code]
        self.widgets.set([*order, self.rules_button, self.back_button], first=self.deal)

    def _rule(self, rule: Option) -> Stepper | Switch:
        values = [choice.value for choice in rule.choices]
        labels = [choice.label for choice in rule.choices]
        at = values.index(self.laying.chosen[rule.key])  # only listed values can be chosen here
        if {label.lower() for label in labels} in ({"on", "off"}, {"yes", "no"}):
            yes = 0 if labels[0].lower() in ("on", "yes") else 1
            return Switch(rule.label, lambda on: self._choose(rule, values[yes if on else 1 - yes]), at == yes)
        return Stepper(rule.label, labels, lambda index: self._choose(rule, values[index]), at)

    def _choose(self, rule: Option, value: Any) -> None:
        before = len(self.laying.others)
        self.laying.choose(rule.key, value)
        self.printed.enabled = not self.laying.printed
        if len(self.laying.others) != before:
            self._again(rule.label)

    def _again(self, label: str = "") -> None:
        """The controls anew, with the focus where it was, by its label."""
        self._arrange()
        self.resized(self.w, self.h)
        self.widgets.to(next((w for w in self.widgets.all if label and w.label == label), self.deal))

    def _as_printed(self) -> None:
        self.laying.as_printed()
        self._again()

    def _turns_to(self, game: Game[Any]) -> Any:
        def turn() -> None:
            if game is not self.laying.game:
                self._begin(game)
                self._again(game.title)

        return turn

    def _levels(self, place: int) -> Any:
        return lambda index: self.laying.set_level(place, LEVELS[index])

    def exchange(self, place: int) -> None:
        """The next character sits down in the chair of an opponent."""
        self.laying.exchange(place)
        self.geese[place].label = f"How well {self.laying.others[place].name} plays"

    def _typed(self, text: str) -> None:
        self.laying.code, self.said = text, ""

    def _entered(self, text: str) -> Change:
        return self._deal()

    # ---------------------------------------------------------------- the way on

    def _deal(self) -> Change:
        self.said = self.laying.wrong_code()
        if self.said:
            self.widgets.to(self.code)
            self.desk.sound.play("refuse")
            return None
        from goosetable.app.scenes.table import TableScene

        laying = self.laying
        self.desk.change(last_table=laying.remembered(), level=LEVELS.index(laying.level) + 1)
        sitting = self.tables.lay(laying.game, laying.options, laying.chairs, laying.canonical())
        return Replace(TableScene(self.desk, self.tables, sitting))

    def _rules(self) -> Change:
        from goosetable.app.scenes.rules import RulesScene

        return Push(RulesScene(self.desk, self.laying.game, self.laying.options))

    def resumed(self, result: object) -> None:
        self.dirty = True

    # ---------------------------------------------------------------- layout

    def lay(self) -> None:
        assert self.scroll is not None
        edge, tiny = self.rim + 8, self.high < 330
        small = self.high < 480
        foot = 48.0 if small else 60.0
        bottom = self.high - edge - (4 if small else 16)
        deal = min(220.0, self.wide * 0.4)
        self.put(self.deal, self.wide - edge - 16 - deal, bottom - foot, deal, foot, 22 if small else 24)
        beside = self.wide - 2 * edge - deal - 48
        self.foot = self.box(edge + 16, bottom - foot, beside, foot)
        self.put(self.code, edge + 16 + 92, bottom - foot / 2 - 20, min(200.0, beside - 92), 40, 16)
        self.scroll.release()
        bar = self._head(edge, small, tiny)
        y = edge if tiny else edge + bar
        self.scroll.rect = self.box(edge, y, self.wide - 2 * edge, bottom - foot - 12 - y)
        self._columns(self.wide - 2 * edge, bar if tiny else 0.0)

    def _head(self, edge: float, small: bool, tiny: bool) -> float:
        """Back, the title and Rules: over the scrolling area, or in a tiny window in it. Its height in units."""
        place = self.hold if tiny else self.put
        left, top = (0.0, 4.0) if tiny else (edge, edge + (4 if small else 12))
        width = self.wide - 2 * edge
        bare = self.wide < 520
        w = 48.0 if bare else 104.0
        inset = 8.0 if bare else 14.0
        for button, x in ((self.back_button, left + inset), (self.rules_button, left + width - inset - w)):
            button.bare = bare
            place(button, x, top, w, 44)
        self.title_at = (left + width / 2, top + 22)
        return 56.0 if small else 70.0

    def _columns(self, width: float, head: float) -> None:
        """Side by side what there is room for, one under the other what there is not."""
        assert self.scroll is not None
        view = self.scroll.rect.h / self.t - 10
        side = 270.0 if self.tiles and width >= 1080 else 0.0
        y, x, room = 10.0 + head, 8.0, width - 16 - 8
        if self.tiles:
            columns = 1 if side else max(1, int((room + 10) // 250))
            w = side or (room + 10) / columns - 10
            for i, tile in enumerate(self.tiles):
                self.hold(tile, x + i % columns * (w + 10), y + i // columns * 78, w, 70)
            if side:
                x, room = x + side + 22, room - side - 22
            else:
                y += ((len(self.tiles) - 1) // columns + 1) * 78 + 8
        people = HEAD + SEAT * (len(self.people) + 1) + 10
        if room >= 780:
            w = min(560.0, room * 0.54)
            total = w + 22 + min(500.0, room - w - 22)
            x += (room - total) / 2
            high = max(people, self._measure_rules(total - w - 22))
            high += min(50.0, max(0.0, (view - y - high) * 0.5))
            self._place_people(x, y, w, high)
            self._place_rules(x + w + 22, y, total - w - 22, high)
            y += high
        else:
            self._place_people(x, y, room, people)
            rules = self._measure_rules(room)
            self._place_rules(x, y + people + 14, room, rules)
            y += people + 14 + rules
        tall = max(y, 2 + 78 * len(self.tiles) if side else 0)
        self.spare = view - tall
        if self.spare > 0:  # what fits stands lower, and need not scroll
            down = round(min(150.0, self.spare * (0.4 if self.tiles else 0.5)) * self.t)
            self.scroll.rect.y += down
            self.scroll.rect.h -= down
        self.scroll.inner = (tall + 24) * self.t if self.spare < 0 else 0
        self.scroll.scroll_to(self.scroll.offset)

    def _rule_high(self, control: Stepper | Switch, rule: Option, w: float) -> float:
        """The units that a house rule takes in a panel w units wide."""
        paint, room = self.desk.paint, self._label_wide(control, w) * self.t
        name = paint.wrap(rule.label, room, self.px(18), "semi")
        note = paint.wrap(rule.note, room, self.px(18) * 0.8, "sans") if rule.note else []
        return max(RULE, len(name) * 22.5 + len(note) * 18.7 + 18)

    def _label_wide(self, control: Stepper | Switch, w: float) -> float:
        return w - 54 - (54.0 if isinstance(control, Switch) else min(220.0, w * 0.46))

    def _measure_rules(self, w: float) -> float:
        """The units that the panel of house rules needs when it is w units wide."""
        pairs = zip(self.rules, self.laying.rules, strict=True)
        return HEAD + 44 + sum(self._rule_high(control, rule, w) for control, rule in pairs)

    def _place_people(self, x: float, y: float, w: float, h: float) -> None:
        self.people_panel = self.box(x, y, w, h)
        each = min(SEAT + 14.0, (h - HEAD - 10) / (len(self.people) + 1))
        self.you_row = self.box(x + 20, y + HEAD - 10, w - 40, each)
        geese = 104 if w >= 400 else 84
        for i, row in enumerate(self.people):
            top = y + HEAD - 10 + (i + 1) * each
            self.hold(row, x + 12, top + 4, w - geese - 36, each - 8, 19)
            self.hold(self.geese[i], x + w - geese - 16, top + each / 2 - 27, geese, 54, 17)

    def _place_rules(self, x: float, y: float, w: float, h: float) -> None:
        self.rules_panel = self.box(x, y, w, h)
        self.hold(self.printed, x + w - 20 - 128, y + 14, 128, 38, 16)
        air = min(14.0, max(0.0, h - self._measure_rules(w)) / max(1, len(self.rules)))
        self.labels: list[pygame.Rect] = []
        top = y + HEAD - 8
        for control, rule in zip(self.rules, self.laying.rules, strict=True):
            each = self._rule_high(control, rule, w) + air
            label = self._label_wide(control, w)
            high = 30 if isinstance(control, Switch) else 38
            self.hold(control, x + 34 + label, top + (each - high) / 2, w - label - 54, high, 17)
            self.labels.append(self.box(x + 20, top, label, each))
            top += each

    # ---------------------------------------------------------------- drawing

    def under(self, paint: Paint) -> None:
        from goosetable.app.scenes.setup_picture import draw_setup

        draw_setup(self, paint)


class SeatRow(Widget):
    """An opponent's row; a press lets the next character sit down there."""

    role = "button"

    def __init__(self, scene: SetupScene, place: int) -> None:
        super().__init__("", on_paper=True)
        self.scene, self.place = scene, place

    @property
    def name(self) -> str:
        """Who sits here now."""
        return self.scene.laying.others[self.place].name

    @property
    def value(self) -> str:
        known = cast.find(self.name)
        return f"{self.name}. {known.line if known else ''} Press for somebody else."

    def press(self) -> None:
        self.scene.exchange(self.place)

    def draw(self, paint: Paint, focused: bool) -> None:
        t = paint.theme
        x, y, w, h = self.rect
        if focused:
            self.draw_ring(paint, 9)
        if self.hover:
            paint.box(x, y, w, h, 9, fill=t.plain, alpha=0.75)
        known = cast.find(self.name)
        parts.person(paint, self.rect, cast.portrait(self.name), self.name, known.line if known else "", self.px)
        paint.icon("right", x + w - self.px * 0.7, y + h / 2, self.px * 0.85, t.brass_lo if self.hover else t.ink2)
