"""Elements that contain others: rows, columns, grids, scrolling areas, sheets of paper, and choices of a version that fits."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from math import ceil, inf
from typing import Final, TypeAlias, Unpack

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.display_list import Layer
from goosetable.app.ui import accessible_controls
from goosetable.app.ui.accessible import TreePart
from goosetable.app.ui.elements.base import (
    BASELINE,
    ICON_BUTTON_WIDTH,
    STRETCH,
    Box,
    Control,
    Element,
    ElementOptions,
    LayoutPass,
    Painter,
    Semantics,
    Sides,
    Size,
    to_pixels,
)
from goosetable.app.ui.focus import Scroller, Widget

Version: TypeAlias = "Element | Callable[[], Element]"
"""An element, or a function that makes it on first use."""


class VersionChoice(Element):
    """Base of elements that show one of several versions of the same content. The versions are cached."""

    __slots__ = ("_made", "_shown", "versions")

    def __init__(self, versions: Sequence[Version], **options: Unpack[ElementOptions]) -> None:
        super().__init__(**options)
        self.versions = versions
        self._made: dict[int, Element] = {}
        self._shown: Element = self

    def show(self, index: int) -> Element:
        """Shows a version; makes it on first use."""
        if index not in self._made:
            version = self.versions[index]
            self._made[index] = version if isinstance(version, Element) else version()
        self._shown = self._made[index]
        return self._shown

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        if self._shown is not self:
            self._shown.lay_out(layout_pass, x, y, w, h)

    def baseline(self, layout_pass: LayoutPass) -> float:
        return 0.0 if self._shown is self else self._shown.baseline(layout_pass)

    def visible_children(self) -> Sequence[Element]:
        return () if self._shown is self else (self._shown,)


class Either(VersionChoice):
    """Shows the first version if the available space is at least `min_width` x `min_height` units; else the second version."""

    __slots__ = ("min_height", "min_width")

    def __init__(
        self, roomy: Version, narrow: Version, *, min_width: float = 0, min_height: float = 0,
        **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__((roomy, narrow), **options)
        self.min_width, self.min_height = min_width, min_height

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        return self.show(0 if w >= self.min_width and h >= self.min_height else 1).measure(layout_pass, w, h)


class FirstFit(VersionChoice):
    """Shows the first version whose height fits; else the last version. across: True to fit the width instead.

    begin: the index of the version to measure first, such as that of the last layout, to save time. Other values than 0 are
    correct only if each version but the last is smaller than the one before.
    """

    __slots__ = ("across", "at", "begin")

    def __init__(
        self, versions: Sequence[Version], *, across: bool = False, begin: int = 0, **options: Unpack[ElementOptions]
    ) -> None:
        super().__init__(versions, **options)
        self.across, self.begin = across, begin
        self.at = begin
        """Index of the version that is shown."""

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        last = len(self.versions) - 1
        at = max(0, min(self.begin, last - 1))
        if at and self._fits(at, layout_pass, w, h):
            while at and self._fits(at - 1, layout_pass, w, h):
                at -= 1
        else:
            while at < last and not self._fits(at, layout_pass, w, h):
                at += 1
        self.at = at
        return self.show(at).measure(layout_pass, w, h)

    def _fits(self, index: int, layout_pass: LayoutPass, w: float, h: float) -> bool:
        shown = self.show(index)
        return (shown.measure(layout_pass, inf)[0] <= w) if self.across else (shown.measure(layout_pass, w)[1] <= h)


class FirstOfEqualSize(VersionChoice):
    """Shows the first version. The element is as large as its largest version, so that nothing moves when the first version
    changes.
    """

    __slots__ = ()

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        sizes = [self.show(at).measure(layout_pass, w, h) for at in range(len(self.versions))]
        self.show(0)
        return max(size[0] for size in sizes), max(size[1] for size in sizes)


Background: TypeAlias = Callable[[Canvas, pygame.Rect], object]
TOLERANCE: Final = 0.01
"""Difference of two lengths, in units, up to which they count as equal."""
WORDED_BUTTONS_WIDTH: Final = 130.0
"""Width of a `ButtonRow`, in units, that is reserved for the buttons with words."""
LIST_ROLES: Final = ("list", "listbox", "radiogroup", "tablist")


class Container(Element):
    """An element with children.

    gap: units between two children; None for `usual_gap`. padding: units around the children. background: a function that draws
    the background. region: name of the container as a region for F6. name: its name as a group of the accessible tree, if it
    has no role. If its role is a list, screen readers count its parts, as in "4 of 10". A container without visible content has
    no size.
    """

    __slots__ = ("_content", "_sizes", "background", "children", "gap", "padding", "region")
    usual_gap = 0.0

    def __init__(
        self, children: Sequence[Element], gap: float | None = None, padding: Sides = (0, 0, 0, 0), *,
        background: Background | None = None, region: str = "", **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(**options)
        self.gap = self.usual_gap if gap is None else gap
        self.children, self.padding, self.background, self.region = children, padding, background, region
        self._sizes: list[Size] = []
        self._content: tuple[float, Size] = (0.0, (0.0, 0.0))  # the width it was asked for last, and the answer

    def visible_children(self) -> Sequence[Element]:
        return self.children

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        left, top, right, bottom = self.padding
        inner = max(0.0, w - left - right)
        wide, high = self.measure_children(layout_pass, inner, max(0.0, h - top - bottom))
        self._content = (inner, (wide, high))
        return (wide + left + right, high + top + bottom) if wide or high else (0.0, 0.0)

    def measure_children(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        """Measures the children together, within the room inside the padding."""
        raise NotImplementedError

    def lay_out(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        left, top, right, bottom = self.padding
        before, layout_pass.region = layout_pass.region, self.region or layout_pass.region
        self.box = (x, y, w, h)
        inner_w, inner_h = max(0.0, w - left - right), max(0.0, h - top - bottom)
        asked, (wide, _) = self._content
        if abs(inner_w - asked) > TOLERANCE and abs(inner_w - wide) > TOLERANCE:  # it was measured for another width
            self._content = (inner_w, self.measure_children(layout_pass, inner_w, inner_h))
        self.place_children(layout_pass, x + left, y + top, inner_w, inner_h)
        layout_pass.region = before

    def paint(self, painter: Painter) -> None:
        if not painter.is_visible(self):
            return
        if self.background is not None:
            self.background(painter.canvas, painter.rect(self))
        super().paint(painter)

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        if self.name and self.role is None:
            yield tree.make_part(self, "group", self.name, lambda: self._inner_parts(tree))
        else:
            yield from super().accessible_parts(tree)

    def _inner_parts(self, tree: Semantics) -> Iterator[TreePart]:
        if self.role not in LIST_ROLES:
            yield from super()._inner_parts(tree)
            return
        parts = list(super()._inner_parts(tree))
        for at, part in enumerate(parts, 1):
            yield part._replace(place=(at, len(parts)))

    def _total_gap(self, sizes: Sequence[Size], axis: int) -> float:
        """Returns the sum of all gaps in units. There is no gap at an element without a size. axis: 0 for width, 1
        for height.
        """
        if not self.gap:
            return 0.0
        count = 0
        for child, size in zip(self.children, sizes, strict=True):
            count += child.grow > 0 or size[axis] > 0
        return self.gap * (count - 1) if count else 0.0

    def _share_room(self, layout_pass: LayoutPass, sizes: list[Size], room: float, axis: int) -> None:
        left, growing = room - self._total_gap(sizes, axis), list[int]()
        for i, child in enumerate(self.children):
            if child.grow:
                growing.append(i)
            else:
                left -= sizes[i][axis]
        if len(growing) == 1 and not self.children[growing[0]].loose:  # nearly always
            self._assign_size(sizes, growing[0], max(0.0, left), axis)
            return
        caps = {i: self.children[i].height if axis else self.children[i].width for i in growing}
        caps |= {i: self.children[i].measure(layout_pass, inf)[0] for i in caps if self.children[i].loose}
        while caps:
            whole = sum(self.children[i].grow for i in caps)
            parts = {i: max(0.0, left) * self.children[i].grow / whole for i in caps}
            full = [i for i, cap in caps.items() if cap is not None and cap < parts[i]]
            for i in full or list(parts):
                cap = caps.pop(i)
                self._assign_size(sizes, i, parts[i] if cap is None else min(parts[i], cap), axis)
                left -= sizes[i][axis]

    def _assign_size(self, sizes: list[Size], index: int, fraction: float, axis: int) -> None:
        child = self.children[index]
        cap = child.height if axis else child.width
        fraction = fraction if cap is None else min(fraction, cap)
        sizes[index] = (sizes[index][0], fraction) if axis else (fraction, sizes[index][1])


class Row(Container):
    """A row of elements, centred vertically unless their `align` differs."""

    __slots__ = ()
    usual_gap = 12.0

    def measure_children(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        left, sizes = w, list[Size]()
        for child in self.children:
            size = (
                (TOLERANCE, 0.0)
                if child.grow
                else child.measure(layout_pass, max(0.0, left), h if child.align == STRETCH else inf)
            )
            sizes.append(size)
            left -= size[0] + (self.gap if size[0] else 0)
        if w == inf:  # asked for its natural width
            sizes = [
                child.measure(layout_pass, inf) if child.grow else size
                for child, size in zip(self.children, sizes, strict=True)
            ]
        else:
            self._share_room(layout_pass, sizes, w, 0)
            for i, child in enumerate(self.children):
                if child.grow:
                    sizes[i] = (sizes[i][0], child.measure(layout_pass, sizes[i][0], h if child.align == STRETCH else inf)[1])
        self._sizes = sizes
        return min(w, sum(size[0] for size in sizes) + self._total_gap(sizes, 0)), max((size[1] for size in sizes), default=0)

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        sizes = list(zip(self.children, self._sizes, strict=True))
        line = 0.0
        if any(child.align == BASELINE for child in self.children):
            line = max((child.baseline(layout_pass) for child, size in sizes if child.align == BASELINE and size[0]), default=0)
        for child, (wide, high) in sizes:
            align = 0.5 if child.align is None else child.align
            high = h if align == STRETCH else min(high, h)
            top = line - child.baseline(layout_pass) if align == BASELINE else (h - high) * max(0.0, align)
            child.lay_out(layout_pass, x, y + top, wide, high)
            x += wide + self.gap if wide else 0

    def baseline(self, layout_pass: LayoutPass) -> float:
        return self.padding[1] + max((child.baseline(layout_pass) for child in self.children), default=0)


class Column(Container):
    """A column of elements, which are as wide as the column unless they have an `align`."""

    __slots__ = ()

    def measure_children(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        sizes = [child.measure(layout_pass, w) if not child.grow else (0.0, TOLERANCE) for child in self.children]
        fixed = sum(size[1] for size in sizes) + self._total_gap(sizes, 1)
        for i, child in enumerate(self.children):
            if child.grow:
                sizes[i] = child.measure(layout_pass, w, max(0.0, h - fixed))
                fixed += sizes[i][1]
        self._sizes = sizes
        return max((size[0] for size in sizes), default=0), min(h, fixed)

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        sizes = self._sizes
        if any(child.grow for child in self.children):
            self._share_room(layout_pass, sizes, h, 1)
        for child, (wide, high) in zip(self.children, sizes, strict=True):
            wide, align = (w, 0.0) if child.align is None else (wide, max(0.0, child.align))
            child.lay_out(layout_pass, x + (w - wide) * align, y, wide, high)
            y += high + self.gap if high else 0

    def baseline(self, layout_pass: LayoutPass) -> float:
        return self.padding[1] + (self.children[0].baseline(layout_pass) if self.children else 0)


class Grid(Container):
    """A grid with as many columns of at least `min_width` units as fit. Each row is as high as its highest element.

    max_columns: largest number of columns. max_width: largest width of a column. even: True to fill all rows about equally.
    """

    __slots__ = ("even", "max_columns", "max_width", "min_width")
    usual_gap = 12.0

    def __init__(
        self, children: Sequence[Element], gap: float | None = None, padding: Sides = (0, 0, 0, 0), *, min_width: float = 300,
        max_columns: int = 99, max_width: float = inf, even: bool = False, region: str = "", **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(children, gap, padding, region=region, **options)
        self.min_width, self.max_columns, self.max_width, self.even = min_width, max_columns, max_width, even

    def _columns(self, w: float) -> int:
        count = len(self.children)
        fits = count if w == inf else int((w + self.gap + TOLERANCE) // (self.min_width + self.gap))
        columns = max(1, min(self.max_columns, count, fits))
        return ceil(count / ceil(count / columns)) if self.even and count else columns

    def measure_children(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        columns = self._columns(w)
        each = self.min_width if w == inf else min(self.max_width, (w + self.gap) / columns - self.gap)
        highs = [child.measure(layout_pass, each)[1] for child in self.children]
        rows = [max(highs[i : i + columns]) for i in range(0, len(highs), columns)]
        self._sizes = [(each, high) for high in rows]
        wide = w if w < inf else columns * (each + self.gap) - self.gap
        return wide, sum(rows) + self.gap * max(0, len(rows) - 1)

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        columns = self._columns(w)
        for i, (each, high) in enumerate(self._sizes):
            for j, child in enumerate(self.children[i * columns : (i + 1) * columns]):
                child.lay_out(layout_pass, x + j * (each + self.gap), y, each, high)
            y += high + self.gap


class Wrap(Container):
    """A row of elements that wraps into lines, like a CSS flexbox with `wrap`."""

    __slots__ = ()

    def _wrapped_lines(self, layout_pass: LayoutPass, w: float) -> Iterator[tuple[Element, float, float, Size]]:
        x = y = high = 0.0
        for child in self.children:
            size = child.measure(layout_pass, w)
            if x and x + size[0] > w + TOLERANCE:
                x, y, high = 0.0, y + high + self.gap * self._line_gap, 0.0
            yield child, x, y, size
            x, high = x + (size[0] + self.gap if size[0] else 0), max(high, size[1])

    @property
    def _line_gap(self) -> float:
        """Distance between two lines, as a multiple of `gap`: 0 for texts, 0.5 for controls."""
        return 0.5 if any(isinstance(child, Control) for child in self.children) else 0.0

    def measure_children(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        ends = [(x + size[0], y + size[1]) for _, x, y, size in self._wrapped_lines(layout_pass, w)]
        return max((x for x, _ in ends), default=0), max((y for _, y in ends), default=0)

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        for child, left, top, size in self._wrapped_lines(layout_pass, w):
            child.lay_out(layout_pass, x + left, y + top, *size)


class ButtonRow(Row):
    """A row of buttons at the foot of a page. If there is too little space, the last buttons become smaller and show only their
    icons.
    """

    __slots__ = ()

    def __init__(self, children: Sequence[Element], gap: float | None = None, padding: Sides = (0, 0, 0, 0)) -> None:
        super().__init__(children, gap, padding, region="foot")

    def measure_children(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        buttons = [one for one in self.children if isinstance(one, Control) and one.widget.shown and not one.worded]
        for button in buttons:
            button.bare, button.width = False, None
            button.clear_cached_size()
        for last in [None, *reversed(buttons)]:
            if last is not None:
                last.bare = True
                last.clear_cached_size()
            wide = [0.0 if child.grow else child.measure(layout_pass, inf)[0] for child in self.children]
            if sum(wide) + self.gap * (sum(1 for one in wide if one) - 1) <= w:
                return super().measure_children(layout_pass, w, h)
        each = max(16.0, min(ICON_BUTTON_WIDTH, (w - WORDED_BUTTONS_WIDTH - self.gap) / max(1, len(buttons)) - self.gap))
        for button in buttons:
            button.width = each
            button.clear_cached_size()
        return super().measure_children(layout_pass, w, h)


class Scroll(Element):
    """An area that scrolls its child if the child is higher than the area.

    beyond: units by which the area extends beyond the child at the left and at the right. step: height of a line in units, if
    only whole lines may be visible; 0 for any height. drop: vertical position of a child that is smaller than the area,
    from 0 for the top to 1 for the bottom.
    """

    __slots__ = ("beyond", "child", "drop", "scroller", "step")

    def __init__(
        self, child: Element, scroller: Scroller, beyond: tuple[float, float] = (24, 18), *, step: float = 0, drop: float = 0,
        **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(**options)
        self.grow = self.grow or 1
        self.child, self.scroller, self.beyond, self.step, self.drop = child, scroller, beyond, step, drop

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        return w, min(h, self.child.measure(layout_pass, w)[1])

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        scroller, (left, right), high = self.scroller, self.beyond, self.child.measure(layout_pass, w)[1]
        if self.step and high > h + 2:
            h -= h % self.step
        scroller.rect = to_pixels((x - left, y, w + left + right, h), layout_pass.t)
        scroller.inner = high * layout_pass.t if high > h + 2 else 0
        scroller.px = layout_pass.text_px(17)
        scroller.remove_controls()
        before, layout_pass.scroller = layout_pass.scroller, scroller
        self.child.lay_out(layout_pass, x, y + max(0.0, h - high) * self.drop, w, high)
        layout_pass.scroller = before
        scroller.scroll_to(scroller.offset)

    def visible_children(self) -> Sequence[Element]:
        return (self.child,)

    def scrolled_rect(self, element: Element, t: float) -> pygame.Rect:
        """Returns the box of an element after scrolling, in pixels of the window."""
        return to_pixels(element.box, t, -self.scroller.offset)

    def paint(self, painter: Painter) -> None:
        with self.scroller.clipped_content(painter.canvas) as top:
            self.child.paint(Painter(painter.canvas, painter.t, painter.dy + top - self.scroller.rect.y, self.scroller.rect))
        if self.scroller.max_offset and self.scroller.on_paper:
            x, _, w, _ = self.scroller.rect
            painter.canvas.draw_line(x + 10, self.scroller.rect.bottom, w - 20)

    def controls(self) -> Iterator[Widget]:
        yield self.scroller
        yield from self.child.controls()

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        scroller = self.scroller
        before, tree.scroller = tree.scroller, scroller
        if scroller.is_focusable:  # it has the focus at times, so that it is a part of the tree
            part, path = accessible_controls.control_part(tree.controls[scroller], scroller), tree.path
            tree.path = f"{part.key}/"
            yield part._replace(parts=tuple(self.child.accessible_parts(tree)))
            tree.path = path
        else:
            yield from self.child.accessible_parts(tree)
        tree.scroller = before


class PaperSheet(Element):
    """A sheet of paper in the middle of the window, as high as its child.

    margin: least distance to the window's edge. max_width: its largest width. height: a fixed height, used if there is room for
    it. min_height: its least height. padding: space inside the sheet, around the child. corners: radius of the corners, and
    blur and offset of the shadow. place: its box, for a sheet that is not in the middle of the window. All lengths are in
    units.
    """

    __slots__ = ("child", "corners", "margin", "max_width", "min_height", "padding", "place", "sheet_height")

    def __init__(
        self, child: Element, margin: float, max_width: float = 1160, *, height: float | None = None, min_height: float = 0,
        padding: Sides = (24, 16, 24, 12), corners: tuple[float, float, float] = (16, 24, 10), place: Box | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.place = place
        self.child, self.margin, self.max_width, self.min_height = child, margin, max_width, min_height
        self.sheet_height, self.padding, self.corners = height, padding, corners

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        if h < inf:
            return w, h
        left, top, right, bottom = self.padding
        inner = max(0.0, min(self.max_width, w - 2 * self.margin) - left - right)
        return w, self.child.measure(layout_pass, inner)[1] + top + bottom + 2 * self.margin

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        left, top, right, bottom = self.padding
        if self.place is not None:
            x, y, w, h = self.box = self.place
            self.child.measure(layout_pass, w - left - right, h - top - bottom)
            self.child.lay_out(layout_pass, x + left, y + top, w - left - right, h - top - bottom)
            return
        wide, most = max(0.0, min(self.max_width, w - 2 * self.margin)), max(0.0, h - 2 * self.margin)
        inner = max(0.0, wide - left - right)
        if self.sheet_height is None:
            room = max(0.0, most - top - bottom)
            high = min(most, max(self.min_height, self.child.measure(layout_pass, inner, room)[1] + top + bottom))
        else:
            high = min(most, self.sheet_height)
        room = max(0.0, high - top - bottom)
        self.child.measure(layout_pass, inner, room)
        x, y = x + (w - wide) / 2, y + (h - high) / 2
        self.box = (x, y, wide, high)
        self.child.lay_out(layout_pass, x + left, y + top, inner, room)

    def visible_children(self) -> Sequence[Element]:
        return (self.child,)

    def paint(self, painter: Painter) -> None:
        painter.canvas.draw_paper(painter.rect(self), *self.corners)
        self.child.paint(painter)


class PlacedTree:
    """A tree of elements in a part of the window, such as the sidebar of the table.

    key: all values on which the elements depend. layer: records the drawing steps of the elements.

    If several trees contain the same control, the control has the place of the latest layout.
    """

    def __init__(self, root: Element, canvas: Canvas, t: float, area: Box, key: Hashable = None) -> None:
        """t: pixels of a unit. area: the box of the tree in pixels."""
        self.root, self.area, self.key = root, area, key
        self.run, self.layer = LayoutPass(canvas, t), Layer()

    @property
    def t(self) -> float:
        return self.run.t

    def lay_out(self) -> None:
        """Lays the elements out; measures them the first time only."""
        x, y, w, h = (side / self.t for side in self.area)
        self.root.measure(self.run, w, h)
        self.root.lay_out(self.run, x, y, w, h)

    @property
    def scroll(self) -> Scroll | None:
        """The area that scrolls; None if there is none."""
        return next((one for one in self.root.walk() if isinstance(one, Scroll)), None)

    def paint(self, canvas: Canvas) -> None:
        """Draws the elements without their controls."""
        self.root.paint(Painter(canvas, self.t))
