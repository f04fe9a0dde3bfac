"""A table: rows of cells under column headers. Screen readers find it as a table with row headers and column headers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Final, Unpack

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.ui import accessible_controls
from goosetable.app.ui.accessible import TreePart, as_spoken_sentences
from goosetable.app.ui.elements.base import (
    Box,
    Control,
    Element,
    ElementControl,
    ElementOptions,
    LayoutPass,
    Painter,
    Semantics,
    Size,
    Text,
    to_pixels,
)

LEAST_HEADER_SHARE: Final = 0.3
"""Smallest part of the table's width for row headers, 0..1. Longer headers are cut."""


class PressableCells(Element):
    """The cells of a row that can be pressed; its control draws them."""

    __slots__ = ("children",)

    def __init__(self, children: Sequence[Element]) -> None:
        super().__init__()
        self.children = children

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        return 0, 0

    def visible_children(self) -> Sequence[Element]:
        return self.children


class TableRow:
    """A row of cells. The first cell is the row's header.

    lead: an element at the left of the cells, vertically centred. note: a sentence under the cells. background: a function that
    draws under the row. key: its identity among the rows; "" for the words of its header. widget: the control that draws the
    cells, if the row can be pressed.
    """

    __slots__ = ("background", "box", "cells", "control", "key", "lead", "note")

    def __init__(
        self, cells: Sequence[Element], lead: Element | None = None, note: Element | None = None,
        background: Callable[[Canvas, pygame.Rect], object] | None = None, key: str = "", widget: ElementControl | None = None,
    ) -> None:  # fmt: skip
        self.cells, self.lead, self.note, self.background, self.key = cells, lead, note, background, key
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self.control = None if widget is None else Control(widget, content=PressableCells(self.elements()))

    def elements(self) -> list[Element]:
        """Returns the elements of the row in reading order: lead, cells and note."""
        return [one for one in (self.lead, *self.cells, self.note) if one is not None]


class CellTable(Element):
    """Rows of cells under headers. The first column takes the free width; the other columns are aligned at the right.

    Screen readers read the column's header with each cell. lead: width in units reserved at the left for the element `lead` of
    each row. max_gap: largest gap between two columns. row_gap: gap between two rows. row_height: least height of a row.
    padding: units above and below the cells of a row. widths: fixed widths of the columns, without gaps. headed: False if the
    headers are only read by screen readers, because the page draws them above a scrolling area.
    """

    __slots__ = (
        "_columns", "_gap", "_heights", "headed", "headers", "lead", "max_gap", "padding", "row_gap", "row_height", "rows",
        "widths",
    )  # fmt: skip

    def __init__(
        self, headers: Sequence[Text], rows: Sequence[TableRow], *, lead: float = 0, max_gap: float = 60, row_gap: float = 4,
        row_height: float = 0, padding: float = 6, widths: Sequence[float] = (), headed: bool = True,
        **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(**options)
        self.headers, self.rows, self.lead, self.max_gap = headers, rows, lead, max_gap
        self.row_gap, self.row_height, self.padding, self.widths, self.headed = row_gap, row_height, padding, widths, headed
        self._columns: list[float] = []
        self._gap = max_gap
        self._heights: list[tuple[float, float]] = []  # of the cells and of the whole row, the headers first

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        room = w - self.lead
        self._share_width(layout_pass, room)
        top = max(header.measure(layout_pass, inf)[1] for header in self.headers) if self.headed else 0.0
        self._heights = [(top, 0.0)]
        for row in self.rows:
            high = max(cell.measure(layout_pass, column)[1] for cell, column in zip(row.cells, self._columns, strict=True))
            note = row.note.measure(layout_pass, room)[1] if row.note is not None else 0.0
            lead = row.lead.measure(layout_pass, self.lead)[1] if row.lead is not None else 0.0
            self._heights.append((high, max(self.row_height, high + note + 2 * self.padding, lead + self.padding)))
        return w, top + sum(high + self.row_gap for _, high in self._heights[1:])

    def _share_width(self, layout_pass: LayoutPass, room: float) -> None:
        if self.widths:
            self._columns, self._gap = list(self.widths), 0.0
            return
        cells: list[Sequence[Element]] = [self.headers, *(row.cells for row in self.rows)]
        wide = [max(row[i].measure(layout_pass, inf)[0] for row in cells) for i in range(1, len(self.headers))]
        first = min(LEAST_HEADER_SHARE * room, max(row[0].measure(layout_pass, inf)[0] for row in cells))
        self._gap = max(10.0, min(self.max_gap, (room - sum(wide) - first) / max(1, len(wide))))
        self._columns = [max(0.0, room - sum(wide) - self._gap * len(wide)), *wide]

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        if self.headed:
            self._place_cells(layout_pass, self.headers, x, y, self._heights[0][0])
            y += self._heights[0][0] + self.row_gap
        for row, (cells, high) in zip(self.rows, self._heights[1:], strict=True):
            row.box = (x, y, w, high)
            note = row.note.measure(layout_pass, w - self.lead)[1] if row.note is not None else 0.0
            top = y + (high - cells - note) / 2
            self._place_cells(layout_pass, row.cells, x, top, cells)
            if row.lead is not None:
                wide, tall = row.lead.measure(layout_pass, self.lead)
                row.lead.lay_out(layout_pass, x, y + (high - tall) / 2, wide, tall)
            if row.note is not None:
                row.note.lay_out(layout_pass, x + self.lead, top + cells, w - self.lead, note)
            if row.control is not None:
                row.control.lay_out(layout_pass, *row.box)
            y += high + self.row_gap

    def _place_cells(self, layout_pass: LayoutPass, cells: Sequence[Element], x: float, y: float, h: float) -> None:
        x += self.lead
        for i, (cell, column) in enumerate(zip(cells, self._columns, strict=True)):
            wide, high = cell.measure(layout_pass, column)
            cell.lay_out(layout_pass, x + (column - wide if i or self.widths else 0), y + (h - high) / 2, wide, high)
            x += column + self._gap

    def visible_children(self) -> Sequence[Element]:
        found: list[Element] = list(self.headers) if self.headed else []
        for row in self.rows:
            found += row.elements() if row.control is None else [row.control]
        return found

    def paint(self, painter: Painter) -> None:
        for row in self.rows:
            if row.background is not None:
                row.background(painter.canvas, to_pixels(row.box, painter.t, painter.dy))
        super().paint(painter)

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        table = tree.make_part(self, "table", self.name, lambda: self._row_parts(tree))
        yield table._replace(grid=(len(self.rows) + 1, len(self.headers)))

    def _row_parts(self, tree: Semantics) -> Iterator[TreePart]:
        x, y, w, _ = self.box
        top = (x, y, w, self._heights[0][0])
        yield tree.make_part(self, "tablerow", "", lambda: self._header_cells(tree), top, "headers")._replace(grid=(0, 0))
        for at, row in enumerate(self.rows, 1):
            yield self._row_part(tree, row, at)._replace(grid=(at, 0))

    def _row_part(self, tree: Semantics, row: TableRow, index: int) -> TreePart:
        if row.control is not None:
            widget, path = row.control.widget, tree.path
            part = accessible_controls.control_part(tree.controls[widget], widget)
            tree.path = f"{part.key}/"
            cells = tuple(self._row_cells(tree, row, index))
            tree.path = path
            return part._replace(kind="tablerow", parts=cells)
        header = self._cell_words(row.cells[0], tree)
        return tree.make_part(
            self, "tablerow", header, lambda: self._row_cells(tree, row, index), row.box, row.key or f"row:{header}"
        )

    def _header_cells(self, tree: Semantics) -> Iterator[TreePart]:
        for at, header in enumerate(self.headers):
            if header.spoken_words:
                yield tree.make_part(header, "columnheader", header.spoken_words, key=f"column:{at}")._replace(grid=(0, at))

    def _row_cells(self, tree: Semantics, row: TableRow, index: int) -> Iterator[TreePart]:
        for column, (header, cell) in enumerate(zip(self.headers, row.cells, strict=True)):
            words = self._cell_words(cell, tree)
            if column == 0:
                yield tree.make_part(cell, "rowheader", words, key="header")._replace(grid=(index, 0))
            elif words:
                named = f"{header.spoken_words}: {words}" if header.spoken_words else words
                yield tree.make_part(cell, "tablecell", named, key=f"cell:{column}")._replace(grid=(index, column))
        if row.note is not None:
            yield from row.note.accessible_parts(tree)

    def _cell_words(self, cell: Element, tree: Semantics) -> str:
        names = [part.name for part in cell.accessible_parts(tree)]
        return names[0] if len(names) == 1 else as_spoken_sentences(names).rstrip(".")
