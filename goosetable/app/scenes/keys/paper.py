"""A sheet with lines of keys: drawn as on a keyboard or controller, with their actions beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from goosetable.app.art.svg import document
from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.ui.controller import PAUSING, of_keys, spoken
from goosetable.app.ui.elements import Column, Control, Either, Element, Heading, Row, Scroll, Sheet, Text, rule
from goosetable.app.ui.elements.components import foot_row, subheading
from goosetable.app.ui.focus import Button
from goosetable.app.ui.pad_buttons import button_of, command_of
from goosetable.app.ui.widget import Widget

LINE: Final = 36.0
"""Units of a line, and between two of them below."""
APART: Final = 6.0
CHIP: Final = 0.86
"""Size of a chip's text, in sizes of the line's text."""
WIDE: Final = 1080.0
"""Units of the sheet, where there is room."""
TWO: Final = 812.0
"""Units of width from which lines are in two columns."""
ARROWS: Final = {"Left": "left", "Right": "right", "Up": "up", "Down": "down"}
GAP: Final = 0.3
"""Between two chips, in the height of one."""
SIDES: Final = {"A": (0, 1), "B": (1, 0), "X": (-1, 0), "Y": (0, -1)}
"""Positions of the four buttons: to the right, and down."""
SHAPES: Final = {
    "A": '<path d="M8,8 L16,16 M16,8 L8,16" {line}/>', "B": '<circle cx="12" cy="12" r="4.6" {line}/>',
    "X": '<rect x="8" y="8" width="8" height="8" {line}/>', "Y": '<path d="M12,7.4 L16.6,15.4 L7.4,15.4 Z" {line}/>',
}  # fmt: skip
"""Signs of a controller whose buttons have shapes."""
BARS: Final = {"LB": "L1", "RB": "R1", "LT": "L2", "RT": "R2"}
"""Names of its shoulder buttons there."""
PRESSED: Final = ("L3", "R3")
"""Sticks that are pressed."""
MIDDLES: Final = {"Start": "M7,8.5 L17,8.5 M7,12 L17,12 M7,15.5 L17,15.5", "Back": "M7,9 L14,9 L14,15 L7,15 Z M17,9 L17,15"}


class KeyGroup(NamedTuple):
    """Lines under a title."""

    title: str
    lines: list[KeyLine]


class KeyLine(Widget):
    """The action of a key. chips: the keys as they are drawn; make: the signs of a controller whose buttons they are."""

    role = "note"
    focusable = False

    def __init__(self, label: str, keys: tuple[str, ...], make: str) -> None:
        super().__init__(label, on_paper=True)
        self.chips, self.make = keys, make
        self.widest = 0.0
        """The width of the longest row of chips on the page, in pixels."""

    @property
    def value(self) -> str:
        return spoken(self.chips, self.make) if self.make else ", ".join(self.chips)

    @property
    def column(self) -> float:
        """The room of the chips, in pixels."""
        return min(0.46 * self.rect.w, self.widest + 1)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        x, y, w, h = self.rect
        self.draw_ring(canvas, focused, 8)
        self.ground(canvas)
        px = self.px * CHIP
        while px > 7 and chips_width(canvas, self.chips, px, self.make) > self.column:
            px -= 0.5
        draw_chips(canvas, self.chips, x + 6, y + h / 2, px, self.make)
        left = x + self.column + 14
        self.words(canvas, left, x + w - left - 8)

    def ground(self, canvas: Canvas) -> None:
        """Draws the ground of the line."""

    def words(self, canvas: Canvas, x: float, room: float) -> None:
        """Draws the action in one line or in two."""
        px, lines = self.px, canvas.wrap(self.label, room, self.px, "sans")
        if len(lines) > 1:
            px = max(10.5, self.px * 0.84)
            lines = canvas.wrap(self.label, room, px, "sans")[:2]
        y = self.rect.centery - len(lines) * px * 0.62
        canvas.lines(lines, x, y, px, canvas.theme.ink, "sans", 1.24)


class KeyPaper(ElementPage):
    """Groups of lines, in one column or in two."""

    groups: tuple[KeyGroup, ...] = ()

    def __init__(self, context: Context, title: str) -> None:
        super().__init__(context, title)
        self.title = title
        self.close = Button("Back", self.back, "plain", "left")

    def paper(self, foot: Sequence[Button | Control], said: str = "") -> Element:
        """The sheet. foot: its buttons, the last of them at the right. said: a sentence beside the title."""
        canvas, every = self.context.canvas, [line for group in self.groups for line in group.lines]
        widest = max((chips_width(canvas, line.chips, self.px(16) * CHIP, line.make) for line in every), default=0.0)
        for line in every:
            line.widest = widest
        title = Row(
            [Heading(self.title), Text(said, 15, "ink2", max_lines=2, shrink=0.85, grow=1, role="status", key="said")], 16
        )
        groups = Column([_group(group) for group in self.groups], 10, (0, 0, 0, 6))
        return Sheet(Column([title, Scroll(groups, self.scroll), foot_row(foot, last=1)], 6), self.clearance, WIDE)


def _group(group: KeyGroup) -> Element:
    """Lines under a title."""

    def lines(columns: int) -> Element:
        rows = -(-len(group.lines) // columns)
        halves = [group.lines[at : at + rows] for at in range(0, len(group.lines), rows)]
        return Row([Column([Control(line, 16, height=LINE) for line in half], APART, grow=1, align=0) for half in halves], 16)

    listed = Either(lambda: lines(2), lambda: lines(1), min_width=TWO, role="list", name=group.title)
    return Column([rule(), subheading(group.title), listed], 4)


def pad_chips(given: Mapping[str, str], keys: tuple[str, ...], command: str, screen: str) -> tuple[str, ...]:
    """The buttons of a controller in place of keys, or of a command, on a screen; nothing where there is none.

    given: those that commands have in place of the defaults.
    """
    if command:
        found = button_of(given, command)
        hidden = command == "settings" and screen in PAUSING and command not in given
        return () if not found or hidden else (found,)
    if keys == ("R",):
        return keys
    return tuple(chip for chip in of_keys(keys, screen) if not command_of(given, chip, screen))


def chip_width(canvas: Canvas, chip: str, px: float, make: str) -> float:
    """Measures a chip whose text has px pixels. make: the signs of the controller, or empty for a key."""
    high = chip_height(px)
    if not make and chip in ARROWS:
        return high
    if make and chip not in BARS:
        return high * (1.5 if chip in PRESSED else 1)
    words = BARS[chip] if make == "shapes" else chip
    return max(high, canvas.width(words, px, "semi") + px * 0.9)


def chip_height(px: float) -> float:
    return px * 1.75


def draw_chips(canvas: Canvas, chips: tuple[str, ...], x: float, cy: float, px: float, make: str) -> float:
    """Draws chips from x on, their middle at cy; returns the x behind them."""
    for chip in chips:
        w = chip_width(canvas, chip, px, make)
        if make:
            _button(canvas, chip, x, cy, w, px, make)
        else:
            _key(canvas, chip, x, cy, w, px)
        x += w + GAP * px
    return x


def chips_width(canvas: Canvas, chips: tuple[str, ...], px: float, make: str) -> float:
    """Measures a row of chips."""
    return sum(chip_width(canvas, chip, px, make) + GAP * px for chip in chips)


def _key(canvas: Canvas, chip: str, x: float, cy: float, w: float, px: float) -> None:
    t, h = canvas.theme, chip_height(px)
    canvas.shadow(x, cy - h / 2, w, h, 5, 2, 1, 60)
    canvas.box(x, cy - h / 2, w, h, 5, edge=t.plain_edge, grad=(t.plain, t.plain_lo))
    if chip in ARROWS:
        turn = {"left": 180, "right": 0, "up": 270, "down": 90}[ARROWS[chip]]
        arrow = f'<path d="M6,12 L17,12 M12.5,7.5 L17,12 L12.5,16.5" transform="rotate({turn} 12 12)" {_line(t.ink)}/>'
        canvas.svg(document(24, 24, arrow), x + (w - h * 0.8) / 2, cy - h * 0.4, h * 0.8, h * 0.8)
        return
    canvas.put(chip, x + w / 2, cy, px, t.ink, "semi", "center")


def _line(colour: str, wide: float = 1.8) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linecap="round" stroke-linejoin="round"'


def _button(canvas: Canvas, chip: str, x: float, cy: float, w: float, px: float, make: str) -> None:
    """Draws a button of a controller, in dark wood."""
    t, h = canvas.theme, chip_height(px)
    if chip in BARS:
        canvas.box(x, cy - h * 0.42, w, h * 0.84, h * 0.3, fill=t.walnut_lo, edge=t.wood_edge)
        canvas.put(BARS[chip] if make == "shapes" else chip, x + w / 2, cy, px * 0.92, t.cream, "semi", "center")
        return
    if chip == "Pad":
        inner = f'<path d="M9,3 H15 V9 H21 V15 H15 V21 H9 V15 H3 V9 H9 Z" fill="{t.walnut_lo}" stroke="{t.wood_edge}"/>'
        canvas.svg(document(24, 24, inner), x, cy - h / 2, h, h)
        return
    if chip in SIDES and make == "places":
        dots = "".join(
            f'<circle cx="{12 + 6.4 * dx}" cy="{12 + 6.4 * dy}" r="4" '
            f'fill="{t.walnut_lo if side == chip else "none"}" stroke="{t.walnut_lo}" stroke-width="1.4"/>'
            for side, (dx, dy) in SIDES.items()
        )
        canvas.svg(document(24, 24, dots), x, cy - h / 2, h, h)
        return
    canvas.box(x, cy - h / 2, h, h, h / 2, fill=t.walnut_lo, edge=t.wood_edge)
    if chip in PRESSED:
        arrow = f'<path d="M12,5 L12,18 M6.5,12.5 L12,18 L17.5,12.5" {_line(t.ink, 2.4)}/>'
        canvas.svg(document(24, 24, arrow), x + h, cy - h * 0.25, h * 0.5, h * 0.5)
    sign = MIDDLES.get(chip)
    if sign is not None:
        canvas.svg(document(24, 24, f'<path d="{sign}" {_line(t.cream)}/>'), x, cy - h / 2, h, h)
    elif chip in SHAPES and make == "shapes":
        canvas.svg(document(24, 24, SHAPES[chip].format(line=_line(t.cream))), x, cy - h / 2, h, h)
    else:  # a letter, or the name of a stick
        canvas.put(chip[:1], x + h / 2, cy, px, t.cream, "semi", "center")
