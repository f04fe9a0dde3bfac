"""The list of keys over a screen, and the page on which a person changes keys, for keyboard and game controller."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from goosetable.app.art.svg import document
from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import ToKeyChoice
from goosetable.app.ui import controller, keymap
from goosetable.app.ui.accessible import as_spoken_sentences
from goosetable.app.ui.controller import (
    DEFAULT_BUTTONS,
    SCREENS_WITH_MENU,
    button_of_command,
    buttons_for_keys,
    command_of_button,
    own_buttons,
)
from goosetable.app.ui.elements import (
    Column,
    Control,
    Either,
    Element,
    ElementControl,
    Heading,
    PaperSheet,
    Picture,
    Row,
    Scroll,
    Text,
    make_horizontal_line,
)
from goosetable.app.ui.elements.components import foot_row, make_subheading
from goosetable.app.ui.focus import Button
from goosetable.app.ui.keymap import COMMANDS, Command
from goosetable.app.ui.scene import Change, Pop, Push, Route
from goosetable.app.ui.widget import PRESS_KEYS
from goosetable.engine.words import phrases

LINE: Final = 36.0
"""Height of a line, in units."""
CHIP: Final = 0.86
"""Size of the text on a chip, as a part of the text size of the line. A chip is the picture of a key or button."""
WIDE: Final = 1080.0
"""Width of the sheet in units, if there is room."""
TWO_COLUMNS: Final = 812.0
"""Width in units from which the lines are in two columns."""
GAP: Final = 0.3
"""Distance between two chips, as a part of the size of their text."""
ARROWS: Final = {"Right": 0, "Down": 90, "Left": 180, "Up": 270}
"""Arrow keys, each with the angle of its arrow in degrees clockwise from the right."""
SIDES: Final = {"A": (0, 1), "B": (1, 0), "X": (-1, 0), "Y": (0, -1)}
"""Positions of the four main buttons of a controller: steps to the right and down from their centre."""
SHAPES: Final = {
    "A": '<path d="M8,8 L16,16 M16,8 L8,16" {line}/>', "B": '<circle cx="12" cy="12" r="4.6" {line}/>',
    "X": '<rect x="8" y="8" width="8" height="8" {line}/>', "Y": '<path d="M12,7.4 L16.6,15.4 L7.4,15.4 Z" {line}/>',
}  # fmt: skip
"""Drawings for the four main buttons of a controller that has shapes instead of letters."""
SHOULDERS: Final = {"LB": "L1", "RB": "R1", "LT": "L2", "RT": "R2"}
"""Names of the shoulder buttons of a controller that has shapes."""
STICKS: Final = ("L3", "R3")
"""Sticks that can be pressed down, like a button."""
MIDDLES: Final = {"Start": "M7,8.5 L17,8.5 M7,12 L17,12 M7,15.5 L17,15.5", "Back": "M7,9 L14,9 L14,15 L7,15 Z M17,9 L17,15"}
"""Drawings for the two buttons in the middle of a controller."""
TELLS: Final = "Choose a line and press Enter, then the new key. Backspace gives back the usual one."
WAITS: Final = "Press the new key; Esc leaves it as it is."
PAD_TELLS: Final = "Choose a line with {}, then press the new button. {} gives back the usual one."
PAD_WAITS: Final = "Press the new button; {} leaves it as it is."


class KeyGroup(NamedTuple):
    """A heading of the list of keys, with the lines under it."""

    title: str
    lines: Sequence[KeyLine]


class KeyLine(ElementControl):
    """A line of the list of keys: keys as chips (small frames with a name), and the effect of these keys.

    chips: names of keys or buttons. label_kind: kind of labels of the controller (one of `controller.LABEL_KINDS`); "" for
    keys.
    """

    focusable = False

    def __init__(self, action: str, chips: tuple[str, ...], label_kind: str) -> None:
        super().__init__(action, role="note")
        self.chips, self.label_kind = chips, label_kind

    @property
    def accessible_value(self) -> str:
        return controller.spoken_button_names(self.chips, self.label_kind) if self.label_kind else ", ".join(self.chips)

    def make_element(self, widest: float) -> Control:
        """Returns the line as an element. widest: length in units of the longest row of chips on the page."""
        chips = Picture(self._draw_chips, grow=0.46, width=widest, height=LINE)
        words = Text(self.label, 16, max_lines=2, shrink=0.84, line_height=1.24, grow=0.54)
        return Control(self, 16, content=Row([chips, words], 14, (6, 0, 8, 0), height=LINE))

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_content(canvas)

    def _draw_chips(self, canvas: Canvas, area: pygame.Rect) -> None:
        px = self.px * CHIP
        while px > 7 and chips_width(canvas, self.chips, px, self.label_kind) > area.w:
            px -= 0.5
        left, high = float(area.x), chip_height(px)
        for chip in self.chips:
            wide = chip_width(canvas, chip, px, self.label_kind)
            box = pygame.Rect(round(left), round(area.centery - high / 2), round(wide), round(high))
            if self.label_kind:
                _draw_button(canvas, chip, box, px, self.label_kind)
            else:
                _draw_key(canvas, chip, box, px)
            left += wide + GAP * px


class KeysPage(ElementPage):
    """Base of the pages about keys: a sheet of paper with groups of lines, in one or two columns."""

    groups: tuple[KeyGroup, ...] = ()

    def __init__(self, context: Context, title: str) -> None:
        super().__init__(context, title)
        self.label_kind = context.pad
        """Labels of the controller whose buttons are listed, or empty if keys are."""

    def make_paper(self, foot: Sequence[Button | Control], message: str = "") -> Element:
        """Makes the sheet. foot: the buttons at its foot; the last is at the right. message: a sentence beside the title."""
        canvas, every = self.context.canvas, [line for group in self.groups for line in group.lines]
        widest = max((chips_width(canvas, line.chips, self.text_px(16) * CHIP, line.label_kind) for line in every), default=0.0)
        status = Text(message, 15, "ink2", max_lines=2, shrink=0.85, grow=1, role="status", key="said")
        groups = Column([_make_group(group, (widest + 1) / self.t) for group in self.groups], 10, (0, 0, 0, 6))
        parts = [Row([Heading(self.title_words), status], 16), Scroll(groups, self.scroll), foot_row(foot, right_count=1)]
        return PaperSheet(Column(parts, 6), self.sheet_margin, WIDE)


class KeysScene(KeysPage):
    """The list of keys of the screen below. It is closed by Esc, by the key that opened it, and by a click beside it."""

    covers = False

    def __init__(
        self, context: Context, screen: str, fixed: tuple[tuple[str, str], ...], commands: tuple[str, ...], rules: Route | None
    ) -> None:
        super().__init__(context, f"Keys {screen}" if screen else "Keys of this screen")
        self.below, self.fixed, self.commands, self.to_rules = screen, fixed, commands, rules
        self.close = self.first = Button("Close", self.go_back, "prime", on_paper=True)
        self.change = Button("Change keys", lambda: Push(ToKeyChoice()), "plain", "keys")
        self.rules = Button("Rules", self._open_rules, "plain", "book")
        self.rules.command = "rules"
        self.rules.shown = rules is not None
        self._make_groups()

    def _open_rules(self) -> Change:
        return None if self.to_rules is None else Push(self.to_rules)

    def _make_groups(self) -> None:
        self.label_kind, self._changed_keys = self.context.pad, self.context.keymap.changed_keys
        everywhere = self._make_lines_of_commands(one.id for one in COMMANDS if not one.screens)
        if self.label_kind:
            everywhere.append(KeyLine("Scroll", ("R",), self.label_kind))
        here = [KeyLine(action, self._chips_of_keys(tuple(keys.split()), ""), self.label_kind) for keys, action in self.fixed]
        groups = ("Here", [*here, *self._make_lines_of_commands(self.commands)]), ("Everywhere", everywhere)
        found = [(title, [line for line in lines if line.chips]) for title, lines in groups]
        self.groups = tuple(KeyGroup(title, lines) for title, lines in found if lines)

    def _make_lines_of_commands(self, commands: Iterable[str]) -> list[KeyLine]:
        texts = self.context.keymap.texts
        return [KeyLine(keymap.BY_ID[one].effect, self._chips_of_keys(texts[one], one), self.label_kind) for one in commands]

    def _chips_of_keys(self, keys: tuple[str, ...], command: str) -> tuple[str, ...]:
        return pad_buttons_for(own_buttons(self.context.keymap), keys, command, self.below) if self.label_kind else keys

    def open_keys(self) -> Change:
        return Pop()

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not self.sheet_rect.collidepoint(event.pos):
            return Pop()
        change = super().handle(event)
        if self.context.pad != self.label_kind and event.type == pygame.KEYDOWN:  # no line may move under the pointer
            self._make_groups()
            self.rebuild()
        return change

    @property
    def opening_announcement(self) -> str:
        """The title and all keys of the list. It is not shortened, because a person opens the list in order to hear them."""
        lines = (f"{line.accessible_value}: {line.label}" for group in self.groups for line in group.lines)
        return as_spoken_sentences((self.title_words, *lines))

    def make_page(self) -> Element:
        if self.context.keymap.changed_keys != self._changed_keys:
            self._make_groups()
        self.rules.hint = self.context.keymap.name_of_key("rules")
        return self.make_paper([self.change, self.rules, Control(self.close, 19, width=190)])


class KeyChoiceScene(KeysPage):
    """The page on which a person chooses a command, and then presses its new key or button."""

    effect_of_esc = "Back, or leave the key as it is"

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Keys")
        self.waiting: ChangeableKeyLine | None = None
        """The line whose new key is awaited."""
        self.message = self._instruction
        self.close = Button("Back", self.go_back, "plain", "left")
        self.usual = Button("All as at first", self._reset_all, "plain", "undo")
        self.lines = [ChangeableKeyLine(self, command) for command in COMMANDS]
        self.groups = (
            KeyGroup("On their screens", [line for line in self.lines if line.of.screens]),
            KeyGroup("Everywhere", [line for line in self.lines if not line.of.screens]),
        )
        self.first = self.lines[0]
        self._show_message(self.message)

    @property
    def gets_all_keys(self) -> bool:  # type: ignore[override]  # a plain attribute elsewhere
        return self.waiting is not None

    @property
    def _instruction(self) -> str:
        pad = self.context.pad
        return (
            PAD_TELLS.format(controller.spoken_button_names(("A",), pad), controller.spoken_button_names(("Y",), pad))
            if pad
            else TELLS
        )

    def _buttons_of_other_commands(self, line: ChangeableKeyLine) -> dict[str, str]:
        return {name: chip for name, chip in own_buttons(self.context.keymap).items() if name != line.of.id}

    def _show_message(self, message: str, waiting: ChangeableKeyLine | None = None) -> Change:
        self.waiting, self.message = waiting, message
        keys, self.label_kind = self.context.keymap, self.context.pad
        self.usual.enabled = bool(keys.changed_keys)
        for line in self.lines:
            line.label_kind = "" if line is waiting else self.label_kind
            line.chips = ("…",) if line is waiting else keys.texts[line.of.id]
            if line.label_kind:
                line.chips = tuple(filter(None, [button_of_command(own_buttons(keys), line.of.id)]))
        self.rebuild()
        return None

    def await_key(self, line: ChangeableKeyLine) -> Change:
        """Waits for the new key of a line."""
        pad = self.context.pad
        return self._show_message(PAD_WAITS.format(controller.spoken_button_names(("B",), pad)) if pad else WAITS, line)

    def restore_defaults(self, line: ChangeableKeyLine) -> Change:
        """Restores the default keys of a line; if a controller is in use, its default button.

        If another line has one of these keys, or the button, reports this instead.
        """
        changed, usual, pad = line.of.id, DEFAULT_BUTTONS.get(line.of.id, ""), self.context.pad
        if pad:
            changed = f"{keymap.PAD_PREFIX}{line.of.id}"
            taken = controller.why_not_button(self._buttons_of_other_commands(line), line.of.id, usual, pad) if usual else None
            if taken is not None:
                return self._show_message(taken)
        mine = {name: key for name, key in self.context.keymap.changed_keys.items() if name != changed}
        fresh = keymap.Keymap(mine)
        if fresh.changed_keys != mine:
            return self._show_message(
                next(filter(None, (self.context.keymap.why_not_key(line.of.id, key) for key in line.of.keys)), "")
            )
        return self._save(fresh, self._instruction)

    def _reset_all(self) -> Change:
        return self._save(keymap.Keymap({}), "All keys are as they were at first.")

    def _save(self, keys: keymap.Keymap, message: str) -> Change:
        self.context.change_settings(keys=keys.changed_keys)
        return self._show_message(message)

    def handle(self, event: pygame.event.Event) -> Change:
        line = self.waiting
        if self.label_kind != self.context.pad and event.type == pygame.KEYDOWN:  # no line may move under the pointer
            self._show_message(self.message if line is not None else self._instruction, line)
        if line is None or event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            return super().handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN or event.key == pygame.K_ESCAPE:
            self._show_message(self._instruction)
        elif getattr(event, "pad", False):
            if chip := getattr(event, "chip", ""):  # a held button repeats without one, and a stick has none
                refused = controller.why_not_button(self._buttons_of_other_commands(line), line.of.id, chip, self.context.pad)
                name = phrases.with_capital(controller.spoken_button_names((chip,), self.context.pad))
                self._save_key_or_say_why_not(
                    line, {**self.context.keymap.changed_keys, f"{keymap.PAD_PREFIX}{line.of.id}": chip}, name, refused
                )
        elif event.key not in keymap.MODIFIER_KEYS:
            text = keymap.key_text(keymap.stroke_of(event))
            refused = self.context.keymap.why_not_key(line.of.id, text)
            self._save_key_or_say_why_not(line, {**self.context.settings.keys, line.of.id: text}, text, refused)
        return None

    def _save_key_or_say_why_not(
        self, line: ChangeableKeyLine, keys: Mapping[str, str], key_name: str, refusal: str | None
    ) -> None:
        if refusal is None:
            self._save(keymap.Keymap(keys), f"{key_name}: {line.of.effect[:1].lower()}{line.of.effect[1:]}.")
        else:
            self.message = refusal
            self.rebuild()
            self.context.sound.play("refuse")

    @property
    def status_line(self) -> str:
        return self.message

    def make_page(self) -> Element:
        return self.make_paper([self.close, self.usual], self.message)


class ChangeableKeyLine(KeyLine):
    """The line of a command whose keys a person can change."""

    focusable = True
    keys = (("Backspace", "Give back the usual key"),)

    def __init__(self, page: KeyChoiceScene, command: Command) -> None:
        super().__init__(command.effect, command.keys, "")
        self.role, self.page, self.of = "button", page, command

    def press(self) -> None:
        self.requested_change = self.page.await_key(self)

    def handle_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_BACKSPACE:
            self.requested_change = self.page.restore_defaults(self)
        elif event.key in PRESS_KEYS:
            self.press()
        else:
            return False
        return True

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_row(canvas, focused, "chosen" if self.page.waiting is self else "")
        self.draw_content(canvas)


def _make_group(group: KeyGroup, widest: float) -> Element:
    def lines(columns: int) -> Element:
        rows = -(-len(group.lines) // columns)
        halves = [group.lines[first : first + rows] for first in range(0, len(group.lines), rows)]
        return Row([Column([line.make_element(widest) for line in half], 6, grow=1, align=0) for half in halves], 16)

    listed = Either(lambda: lines(2), lambda: lines(1), min_width=TWO_COLUMNS, role="list", name=group.title)
    return Column([make_horizontal_line(), make_subheading(group.title), listed], 4)


def pad_buttons_for(changed_buttons: Mapping[str, str], keys: tuple[str, ...], command: str, screen: str) -> tuple[str, ...]:
    """Returns the controller buttons for a command, or for fixed keys, on a screen; an empty tuple for none.

    changed_buttons: buttons that the person has changed, by command. command: id of the command; "" for fixed keys.
    """
    if command:
        found = button_of_command(changed_buttons, command)
        hidden = command == "settings" and screen in SCREENS_WITH_MENU and command not in changed_buttons
        return () if not found or hidden else (found,)
    return tuple(chip for chip in buttons_for_keys(keys, screen) if not command_of_button(changed_buttons, chip, screen))


def chip_width(canvas: Canvas, chip: str, px: float, label_kind: str) -> float:
    """Returns the width of a chip (the picture of a key or button) in pixels. px: its text size. label_kind: kind of labels on
    the controller; "" for keys.
    """
    high = chip_height(px)
    if not label_kind and chip in ARROWS:
        return high
    if label_kind and chip not in SHOULDERS:
        return high * (1.5 if chip in STICKS else 1)
    words = SHOULDERS[chip] if label_kind == "shapes" else chip
    return max(high, canvas.width(words, px, "semi") + px * 0.9)


def chip_height(px: float) -> float:
    return px * 1.75


def chips_width(canvas: Canvas, chips: tuple[str, ...], px: float, label_kind: str) -> float:
    """Returns the width in pixels of a row of chips."""
    return sum(chip_width(canvas, chip, px, label_kind) + GAP * px for chip in chips)


def _draw_key(canvas: Canvas, chip: str, area: pygame.Rect, px: float) -> None:
    t = canvas.theme
    canvas.draw_panel(area, 5, edge=t.plain_edge, gradient=(t.plain, t.plain_lo), shadow=(2, 1, 60))
    if chip in ARROWS:
        turned, stroke = f'transform="rotate({ARROWS[chip]} 12 12)"', _stroke_attributes(t.ink)
        arrow = f'<path d="M6,12 L17,12 M12.5,7.5 L17,12 L12.5,16.5" {turned} {stroke}/>'
        canvas.draw_svg(document(24, 24, arrow), *area.scale_by(0.8))
    else:
        canvas.draw_rich_in_area(chip, area, px, t.ink)


def _stroke_attributes(colour: str, width: float = 1.8) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'


def _draw_button(canvas: Canvas, chip: str, area: pygame.Rect, px: float, label_kind: str) -> None:
    t = canvas.theme
    if chip in SHOULDERS:
        canvas.draw_panel(area.scale_by(1, 0.84), area.h * 0.3, fill=t.walnut_lo, edge=t.wood_edge)
        canvas.draw_rich_in_area(SHOULDERS[chip] if label_kind == "shapes" else chip, area, px * 0.92, t.cream)
        return
    disc = pygame.Rect(area.x, area.y, area.h, area.h)
    drawing = ""
    if chip == "Pad":
        drawing = f'<path d="M9,3 H15 V9 H21 V15 H15 V21 H9 V15 H3 V9 H9 Z" fill="{t.walnut_lo}" stroke="{t.wood_edge}"/>'
    elif chip in SIDES and label_kind == "places":
        drawing = "".join(
            f'<circle cx="{12 + 6.4 * dx}" cy="{12 + 6.4 * dy}" r="4" '
            f'fill="{t.walnut_lo if side == chip else "none"}" stroke="{t.walnut_lo}" stroke-width="1.4"/>'
            for side, (dx, dy) in SIDES.items()
        )
    else:
        canvas.draw_panel(disc, disc.h / 2, fill=t.walnut_lo, edge=t.wood_edge)
        if chip in MIDDLES:
            drawing = f'<path d="{MIDDLES[chip]}" {_stroke_attributes(t.cream)}/>'
        elif chip in SHAPES and label_kind == "shapes":
            drawing = SHAPES[chip].format(line=_stroke_attributes(t.cream))
    if chip in STICKS:
        arrow = f'<path d="M12,5 L12,18 M6.5,12.5 L12,18 L17.5,12.5" {_stroke_attributes(t.ink, 2.4)}/>'
        canvas.draw_svg(document(24, 24, arrow), disc.right, disc.centery - disc.h * 0.25, disc.h * 0.5, disc.h * 0.5)
    if drawing:
        canvas.draw_svg(document(24, 24, drawing), *disc)
    else:  # a letter, or the name of a stick
        canvas.draw_rich_in_area(chip[:1], disc, px, t.cream)
