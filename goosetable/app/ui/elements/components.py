"""Elements that several pages use: a titled sheet with buttons, sections of rows, a row with a control and its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.ui.elements.base import Control, Element, Heading, Spacer, Text, make_horizontal_line
from goosetable.app.ui.elements.boxes import Background, ButtonRow, Column, Either, Grid, PaperSheet, Row, Scroll
from goosetable.app.ui.focus import Button, Scroller, Slider, Switch, Tile, Widget
from goosetable.app.ui.widget import draw_ground

BESIDE_WIDTH: Final = 280
"""Least width of a row, in units, with words beside their control; in a narrower row they are above it."""


def make_background(kind: str, radius: float = 10) -> Background:
    """Returns the background of a box on paper. kind: a key of `widget.BACKGROUNDS`. radius: radius of the corners
    in pixels.
    """
    return lambda canvas, at: draw_ground(canvas, kind, at, radius)


def draw_cloth(canvas: Canvas, area: pygame.Rect) -> None:
    """Draws a panel of cloth in a frame of wood, on paper."""
    theme = canvas.theme
    canvas.draw_panel(area, 14, edge=theme.walnut_lo, line_width=2, gradient=(theme.cloth_hi, theme.cloth_lo))


def draw_strip(canvas: Canvas, area: pygame.Rect) -> None:
    """Draws a strip of paper along the top of the window."""
    canvas.draw_box(area.x, area.y, area.w, area.h, 0, gradient=(canvas.theme.paper, canvas.theme.paper_lo))
    canvas.draw_line(0, area.bottom, area.w, canvas.theme.paper_edge, line_width=2)


def titled_sheet(
    title: str, body: Element, scroller: Scroller, foot: Sequence[Button | Control], margin: float, *,
    max_width: float = 1160, right_count: int = 0,
) -> PaperSheet:  # fmt: skip
    """Makes a sheet with a title, a body that scrolls, and buttons at the foot. right_count: number of buttons at the right
    edge.
    """
    head = Row([Heading(title, grow=1)], 12, (0, 0, 0, 6))
    return PaperSheet(Column([head, Scroll(body, scroller), foot_row(foot, right_count)], 0), margin, max_width)


def document_sheet(
    title: str, text: Widget, foot: Element, margin: float, window_width: float, *, elements_right: Sequence[Element] = (),
    elements_below: Sequence[Element] = (),
) -> PaperSheet:  # fmt: skip
    """Returns a sheet with a text that has its own scroll bar.

    window_width: width of the window, in units. elements_right: elements at the right of the title. elements_below: elements
    under the text.
    """
    pad = 16.0 if window_width - 2 * margin < 620 else 30.0
    head = Row([Heading(title, 28), *elements_right], 20)
    parts = [head, Control(text, grow=1), make_horizontal_line(), *elements_below, foot]
    return PaperSheet(Column(parts, 6), margin, 900, height=680, padding=(pad, 9, pad, 12))


def foot_row(buttons: Sequence[Button | Control], right_count: int = 0, middle: Element | None = None) -> ButtonRow:
    """Returns the row of buttons at the foot of a sheet. buttons: in Tab order, from the left.

    right_count: number of buttons at the right edge; they always show words, not only icons. middle: a growing element
    between the left and the right buttons.
    """
    controls = [one if isinstance(one, Control) else Control(one) for one in buttons]
    right = controls[len(controls) - right_count :]
    for control in right:
        control.worded = True
    middle = middle or Spacer(grow=1)
    return ButtonRow([*controls[: len(controls) - right_count], middle, *right], padding=(0, 12, 0, 0))


def make_subheading(words: str) -> Text:
    """Returns the heading of a section, in small letters."""
    return Text(words, 16, "ink2", "semi", max_lines=1, shrink=0.7, role="heading")


def make_section(title: str, rows: Sequence[Element], *, name: str = "", columns: int = 2, key: str = "") -> Column:
    """Makes a heading with rows under it, in columns if there is room. In the accessible tree the rows are a list.

    name: the name of the list; by default the title.
    """
    return Column(
        [make_horizontal_line(), make_subheading(title), list_of_rows(name or title, rows, columns=columns)], 6, key=key
    )


def list_of_rows(name: str, rows: Sequence[Element], *, columns: int = 2) -> Grid:
    """Places rows in columns. In the accessible tree they are a list with this name, and each row has its position
    in the list.
    """
    return Grid(rows, 8, min_width=304, max_columns=columns, role="list", name=name)


def make_note(words: str, spoken: bool = True) -> Column:
    """Returns a note under a control or text; an empty note has no height. spoken: True if screen readers read it."""
    said = None if spoken else ""
    return Column([Text(words, 15.5, "ink2", line_height=1.35, spoken=said)], padding=(0, 2, 0, 8))


def control_row(widget: Widget, words: str = "", note: str = "") -> Element:
    """Returns a control with words beside it, or above it if the row is too narrow.

    words: text in place of the control's label. note: a sentence under the row, which is read with the control.
    """
    said = Text(words or widget.label, spoken="", grow=1)
    row: Element
    if isinstance(widget, Switch):
        row = Row([said, Control(widget, more=note)], padding=(0, 8, 0, 8))
    else:
        width = 230 if isinstance(widget, Slider) else 200
        row = Either(
            Row([said, Control(widget, grow=1.08, width=width, more=note)], padding=(0, 4, 0, 4)),
            Column([said, Control(widget, align=0, more=note)], 4, (0, 4, 0, 8)),
            min_width=BESIDE_WIDTH,
        )
    return Column([row, make_note(note, spoken=False)]) if note else row


def make_tiles(
    name: str, tiles: Sequence[Tile], height: float, max_width: float, label_height: float, min_width: float
) -> Element:
    """Returns a grid of tiles from which a person chooses one.

    height: height of a tile. label_height: space for a name under each tile. min_width, max_width: bounds of a tile's width.
    All lengths are in units.
    """
    each = [
        Column([Control(tile, height=height, place=(at, len(tiles))), Spacer(height=label_height)])
        for at, tile in enumerate(tiles, 1)
    ]
    return Grid(each, 10, (0, 2, 0, 6), min_width=min_width, max_width=max_width, role="group", name=name)
