"""A list with many rows. Only visible rows are made, laid out, drawn and put into the accessible tree."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Unpack

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.ui import accessible_controls
from goosetable.app.ui.accessible import TreePart
from goosetable.app.ui.elements.base import (
    Element,
    ElementOptions,
    LayoutPass,
    Painter,
    Semantics,
    Size,
    Text,
    make_horizontal_line,
    to_pixels,
)
from goosetable.app.ui.elements.boxes import Row
from goosetable.app.ui.focus import Widget
from goosetable.app.ui.widget import Scroller

HEADING_HEIGHT: Final = 32.0
"""Units of a heading over rows."""


class ListArea(Scroller):
    """The control of a `LazyList`. It scrolls and draws the rows; the rows themselves never take the focus.

    cursor: the row with the focus.
    """

    role = "listbox"
    rows: LazyList
    cursor = 0

    def is_selected(self, index: int) -> bool:
        """Returns True if a row is chosen. index: index of the row."""
        return index == self.cursor

    def select_row(self, index: int) -> None:
        """Moves the cursor to a row. index: index of the row."""
        raise NotImplementedError


class LazyList(Element):
    """A list of equally high rows in a control that scrolls.

    count: number of all rows. make: returns a row; the row's `name` is the sentence for screen readers, its `key` its identity.
    groups: headings, each with the index of the row under it. margin: units at the right of the rows, for the scroll bar.
    """

    __slots__ = ("_made", "_run", "area", "count", "groups", "make", "margin", "places", "row_height", "t")

    def __init__(
        self, area: ListArea, count: int, make: Callable[[int], Element], row_height: float, *,
        groups: Sequence[tuple[int, str]] = (), margin: float = 16, **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(**options)
        self.area, self.count, self.make, self.row_height, self.margin = area, count, make, row_height, margin
        self.groups = dict(groups)
        self.places = sorted(self.groups)
        """The places of rows under a heading."""
        self.t = 1.0
        self._run: LayoutPass | None = None
        self._made: dict[int, list[Element]] = {}

    # ------------------------------------------------------------------ geometry, in pixels of the whole list

    def row_top(self, index: int) -> float:
        """Returns the upper edge of a row, below its heading if it has one, in pixels from the top of the list."""
        return (index * self.row_height + bisect_right(self.places, index) * HEADING_HEIGHT) * self.t

    def heading_top(self, index: int) -> float:
        """Returns the upper edge of a row together with its heading, if it has one, in pixels from the top of the list."""
        return self.row_top(index) - (HEADING_HEIGHT * self.t if index in self.groups else 0)

    def row_at(self, pos: tuple[int, int]) -> int:
        """Returns the index of the row at a point of the window; -1 if there is none."""
        y = pos[1] - self.area.rect.y + self.area.offset
        place = bisect_right(range(self.count), y, key=self.row_top) - 1
        there = place >= 0 and y < self.row_top(place) + self.row_height * self.t
        return place if there and self.area.rect.collidepoint(pos) else -1

    def row_rect(self, index: int) -> pygame.Rect:
        """Returns the box of a row after scrolling, in pixels of the window. index: index of the row."""
        x, y, w, _ = self.area.rect
        top = round(y + self.row_top(index) - self.area.offset)
        return pygame.Rect(x, top, w - round(self.margin * self.t), round(self.row_height * self.t))

    def visible_rows(self) -> range:
        """Returns the indices of the rows that can be seen."""
        first = max(0, bisect_right(range(self.count), self.area.offset, key=self.row_top) - 1)
        end = bisect_left(range(self.count), self.area.offset + self.area.rect.h, key=self.heading_top)
        return range(first, max(first, end))

    def laid_out_row(self, index: int) -> Element:
        """Returns a row, which is made if necessary, and laid out. index: index of the row."""
        return self._row_elements(index)[-1]

    def box_of(self, element: Element) -> pygame.Rect:
        """Returns the box of an element inside a row after scrolling, in pixels of the window."""
        return to_pixels(element.box, self.t, -self.area.offset)

    def _row_elements(self, index: int) -> list[Element]:
        if index not in self._made:
            assert self._run is not None
            x, y, w, _ = self.box
            w -= self.margin
            found: list[tuple[Element, float, float]] = [(self.make(index), self.row_top(index), self.row_height)]
            if index in self.groups:
                line = make_horizontal_line()
                line.grow = 1
                words = Text(self.groups[index], 15, "brass_lo", "semi", max_lines=1, role="heading")
                found.insert(0, (Row([words, line], 12, (16, 0, 16, 0)), self.heading_top(index), HEADING_HEIGHT))
            for one, top, high in found:
                one.measure(self._run, w, high)
                one.lay_out(self._run, x, y + top / self.t, w, high)
            self._made[index] = [one for one, _, _ in found]
        return self._made[index]

    # ------------------------------------------------------------------ as an element

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        return w, min(h, self.count * self.row_height + len(self.places) * HEADING_HEIGHT)

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        area, rect = self.area, to_pixels((x, y, w, h), layout_pass.t)
        if rect != area.rect or layout_pass.t != self.t or self._run is None:
            self._made.clear()
        self._run, self.t = layout_pass, layout_pass.t
        area.rows, area.rect, area.scroller, area.px = self, rect, None, layout_pass.text_px(16)
        area.region = layout_pass.region or area.region
        area.inner = self.row_top(self.count) + 4 * layout_pass.t if self.count else 0.0
        area.scroll_to(area.offset)

    def visible_children(self) -> Sequence[Element]:
        return [one for place in self.visible_rows() for one in self._row_elements(place)]

    def paint(self, painter: Painter) -> None:
        """Does nothing, because the control of the list draws the list."""

    def paint_rows(self, canvas: Canvas) -> None:
        """Draws the visible rows. The control of the list calls this method."""
        painter = Painter(canvas, self.t, -round(self.area.offset), self.area.rect)
        for one in self.visible_children():
            one.paint(painter)

    def controls(self) -> Iterator[Widget]:
        yield self.area

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        area = self.area
        if not area.shown:
            return
        part = accessible_controls.control_part(tree.controls[area], area)
        before, tree.path, tree.scroller = (tree.path, tree.scroller), f"{part.key}/", area
        places = sorted({*self.visible_rows(), *([area.cursor] if self.count else [])})
        yield part._replace(parts=tuple(one for place in places for one in self._row_parts(place, tree)))
        tree.path, tree.scroller = before

    def _row_parts(self, index: int, tree: Semantics) -> Iterator[TreePart]:
        for heading in self._row_elements(index)[:-1]:
            yield from heading.accessible_parts(tree)
        row = self.laid_out_row(index)
        part = tree.make_part(row, "option", row.name)._replace(
            place=(index + 1, self.count), chosen=self.area.is_selected(index)
        )
        if index == self.area.cursor:
            tree.focus[self.area] = part.key
        tree.inner[part.key] = (self.area, lambda: self.area.select_row(index))
        yield part._replace(actions=("use", "focus"))
