"""The base class of elements. An element is a piece of a page that is measured, laid out, painted and put into the accessible
tree.

Lengths are units of `ElementPage.t` pixels. A parent first calls `measure` with the available space, which returns a size, and
then `lay_out` with the box. `ElementPage.make_page` makes new elements each time, so an element stores only its size and box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple, TypeAlias, TypedDict

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.ui.accessible import Kind, TreePart
from goosetable.app.ui.focus import Scroller, Widget

Size: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
Sides: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""
STRETCH: Final = -1.0
"""Value of `align` for an element that is as high as its row."""
BASELINE: Final = -2.0
"""Value of `align` for a text that shares its baseline with the texts beside it."""
DRAWING_MARGIN: Final = 20
"""Pixels by which drawing may reach beyond a box."""
SMALLEST_TEXT: Final = 10.5
"""Size of the smallest text in pixels."""


def to_pixels(box: Box, t: float, dy: float = 0) -> pygame.Rect:
    """Converts a box from units to whole pixels, moved down by dy pixels. Rounds all edges, so that neighbours leave no gap."""
    x, y, w, h = box
    left, top = round(x * t), round(y * t)
    return pygame.Rect(left, top + round(dy), round((x + w) * t) - left, round((y + h) * t) - top)


class LayoutPass:
    """The canvas and the unit for layouts of a page. A new pass invalidates all cached sizes of elements.

    t: pixels of a unit.
    """

    def __init__(self, canvas: Canvas, t: float) -> None:
        self.canvas, self.t = canvas, t
        self.scroller: Scroller | None = None
        """The scrolling area around the elements that are placed now."""
        self.region = ""

    def text_px(self, units: float) -> float:
        """Converts a text size from units to pixels."""
        return max(SMALLEST_TEXT, units * self.t)


class Painter(NamedTuple):
    """Draws elements dy pixels lower than their layout. visible_area: the visible area of a scrolling page, in pixels; None if
    all is visible.
    """

    canvas: Canvas
    t: float
    dy: float = 0
    visible_area: pygame.Rect | None = None

    def rect(self, element: Element) -> pygame.Rect:
        """Returns the box of an element in pixels of the window."""
        return to_pixels(element.box, self.t, self.dy)

    def is_visible(self, element: Element) -> bool:
        """Returns True if a part of an element, or of its shadow, is in the visible area."""
        if self.visible_area is None:
            return True
        _, y, _, h = element.box
        top = y * self.t + self.dy
        return top < self.visible_area.bottom + DRAWING_MARGIN and top + h * self.t > self.visible_area.top - DRAWING_MARGIN


class Semantics:
    """Makes the accessible tree of elements.

    The key of a part is a path: the keys of all parts above it, and its own. Its own key is the element's `key`, or else its
    role and name. If several parts have the same path, numbers make them different. So a part has the same key as long as it is
    on the page.
    """

    def __init__(self, t: float, controls: Mapping[Widget, str], shortcut: Callable[[str], str]) -> None:
        """t: pixels of a unit. controls: keys of the controls. shortcut: returns the name of a command's key."""
        self.t, self.controls, self.shortcut = t, controls, shortcut
        self.scroller: Scroller | None = None
        """The scrolling area around the elements that are visited now."""
        self.path = ""
        self.focus: dict[Widget, str] = {}
        """Key of the focused part, by control with several parts."""
        self.inner: dict[str, tuple[Widget, Callable[[], object]]] = {}
        """For each key of a part inside such a control: the control, and a function that moves the control's focus to that
        part.
        """
        self._counts: dict[str, int] = {}

    def box(self, box: Box) -> tuple[int, int, int, int] | None:
        """Returns the visible part of a box, in pixels; None if no part is visible."""
        rect, scroller = to_pixels(box, self.t), self.scroller
        if scroller is not None:
            rect = rect.move(0, -round(scroller.offset)).clip(scroller.rect)
        return (rect.x, rect.y, rect.w, rect.h) if rect.w > 0 and rect.h > 0 else None

    def part(
        self, element: Element, role: Kind, name: str, children: Callable[[], Iterable[TreePart]] | None = None,
        box: Box | None = None, key: str = "",
    ) -> TreePart:  # fmt: skip
        """Returns the accessible part of an element, with the parts of its children. box, key: replacements for the element's
        own.
        """
        before = self.path
        path = f"{before}{key or element.key or f'{role}:{name}'}"
        count = self._counts[path] = self._counts.get(path, 0) + 1
        path = path if count == 1 else f"{path}#{count}"
        self.path = f"{path}/"
        inner = () if children is None else tuple(children())
        self.path = before
        return TreePart(path, role, name, box=self.box(element.box if box is None else box), parts=inner)


class ElementOptions(TypedDict, total=False):
    """Keyword arguments of every element; `Element` explains them."""

    width: float | None
    height: float | None
    grow: float
    loose: bool
    align: float | None
    role: Kind | None
    name: str
    key: str


class Element:
    """A piece of a page.

    width, height: fixed size in units; None for the size of its content. grow: its share of the free space in a row or column,
    up to width or height if given. loose: True if it never grows wider than its content. align: its position across a row or
    column, 0..1, `STRETCH` or `BASELINE`; None for the position that the row or column gives. role, name: its part in the
    accessible tree; without a role only its children have parts. key: its identity among its siblings in that tree, needed if
    role or name may change.
    """

    __slots__ = ("_asked", "_size", "align", "box", "grow", "height", "key", "loose", "name", "role", "width")

    def __init__(
        self, *, width: float | None = None, height: float | None = None, grow: float = 0, loose: bool = False,
        align: float | None = None, role: Kind | None = None, name: str = "", key: str = "",
    ) -> None:  # fmt: skip
        self.width, self.height, self.grow, self.loose, self.align = width, height, grow, loose, align
        self.role, self.name, self.key = role, name, key
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self._asked: tuple[LayoutPass | None, float, float] = (None, 0.0, 0.0)
        self._size: Size = (0.0, 0.0)

    def measure(self, layout_pass: LayoutPass, w: float, h: float = inf) -> Size:
        """Returns the size of the element in a space of w x h units; the size is cached during a pass."""
        asked = self._asked
        if asked[0] is not layout_pass or asked[1] != w or asked[2] != h:
            inner_w = w if self.width is None else min(w, self.width)
            inner_h = h if self.height is None else min(h, self.height)
            wide, high = self.content_size(layout_pass, inner_w, inner_h)
            self._asked = (layout_pass, w, h)
            self._size = (wide if self.width is None else inner_w, high if self.height is None else inner_h)
        return self._size

    def clear_size(self) -> None:
        self._asked = (None, 0.0, 0.0)

    def lay_out(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        """Sets the element's box in units, and places the children in it."""
        self.box = (x, y, w, h)
        self.place_children(layout_pass, x, y, w, h)

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        """Returns the size of the element's content in a space of w x h units."""
        raise NotImplementedError

    def baseline(self, layout_pass: LayoutPass) -> float:
        """Returns the distance of the text's baseline from the top of the element, in units."""
        return 0.0

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        """Places the children in the element's box."""

    def paint(self, painter: Painter) -> None:
        """Draws the element and its children."""
        for child in self.visible_children():
            child.paint(painter)

    def visible_children(self) -> Sequence[Element]:
        """Returns the children that are shown now, in reading order."""
        return ()

    def controls(self) -> Iterator[Widget]:
        """Yields the controls in this element, in Tab order."""
        for child in self.visible_children():
            yield from child.controls()

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        """Yields the element's parts of the accessible tree, in reading order."""
        if self.role is not None:
            yield tree.part(self, self.role, self.name, lambda: self._inner_parts(tree))
        elif self.key:
            before, tree.path = tree.path, f"{tree.path}{self.key}/"
            yield from self._inner_parts(tree)
            tree.path = before
        else:
            yield from self._inner_parts(tree)

    def _inner_parts(self, tree: Semantics) -> Iterator[TreePart]:
        for child in self.visible_children():
            yield from child.accessible_parts(tree)

    def walk(self) -> Iterator[Element]:
        """Yields this element and all elements in it, in reading order."""
        yield self
        for child in self.visible_children():
            yield from child.walk()
