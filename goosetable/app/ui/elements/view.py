"""Elements in an area of the window that is not a page, such as the sidebar of the table."""

from __future__ import annotations

from collections.abc import Hashable

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.display_list import Layer
from goosetable.app.ui.elements.base import Box, Element, LayoutPass, Painter
from goosetable.app.ui.elements.boxes import Scroll


class View:
    """A tree of elements laid out in an area. key: all that the elements depend on. layer: their picture, for its painter.

    Placing a view places its controls, so that of several views with the same controls the one placed last has them.
    """

    def __init__(self, root: Element, canvas: Canvas, t: float, area: Box, key: Hashable = None) -> None:
        """t: pixels of a unit. area: in pixels."""
        self.root, self.area, self.key = root, area, key
        self.run, self.layer = LayoutPass(canvas, t), Layer()

    @property
    def t(self) -> float:
        return self.run.t

    def place(self) -> None:
        """Lays the elements out; they are measured the first time only."""
        x, y, w, h = (side / self.t for side in self.area)
        self.root.measure(self.run, w, h)
        self.root.layout(self.run, x, y, w, h)

    @property
    def scroll(self) -> Scroll | None:
        """The area that scrolls, if there is one."""
        return next((one for one in self.root.walk() if isinstance(one, Scroll)), None)

    def paint(self, canvas: Canvas) -> None:
        """Draws the elements without their controls."""
        self.root.paint(Painter(canvas, self.t))
