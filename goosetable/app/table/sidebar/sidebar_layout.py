"""The paper of the sidebar: how it is divided, and how large its words are."""

from __future__ import annotations

from typing import Final, NamedTuple

from goosetable.app.render.geometry import Area
from goosetable.app.table.table_layout import Layout
from goosetable.engine.text.table_facts import FigureKind, TableFigure

SMALLEST: Final = 10.5  # pixels of text
GROWN: Final = 1.3  # how much larger the text may be than the paper, for those who want large text
HEAD: Final = 78  # units from the upper edge of the paper to what scrolls


class Spot(NamedTuple):
    """Where a figure stands that explains itself."""

    figure: TableFigure
    area: Area


class Sheet(NamedTuple):
    """How the paper is divided: its area, the scale of everything on it and of its text, inner left edge and width."""

    area: Area
    s: float
    t: float
    x: float
    w: float
    spots: list[Spot]
    """The figures that have been written so far."""

    def mark(
        self, kind: FigureKind, y: float, high: float, at: int = 0, word: str = "", x: float = 0.0, w: float = 0.0
    ) -> None:
        """A figure has been written from y on; unless x and w say otherwise, across the whole paper."""
        area = Area(x, y, w, high) if w else Area(self.x - 8 * self.s, y, self.w + 16 * self.s, high)
        self.spots.append(Spot(TableFigure(kind, at, word), area))

    @property
    def head_bottom(self) -> float:
        return self.area.y + 68 * self.s

    def foot(self, rows: int) -> float:
        """The upper edge of that many rows of buttons."""
        return self.area.bottom - rows * (42 + 8) * self.s - 12 * self.s

    def px(self, size: float) -> float:
        """The pixels of a size of text."""
        return max(SMALLEST, size * self.t)


def sheet(layout: Layout) -> Sheet:
    """The paper of a layout; in compact mode as it is opened over the table."""
    area = layout.ledger_area
    s = layout.sidebar / 306 if not layout.compact else min(layout.t, area.h / 400, area.w / 290)
    return Sheet(area, s, min(layout.t, GROWN * s), area.x + 18 * s, area.w - 36 * s, [])
