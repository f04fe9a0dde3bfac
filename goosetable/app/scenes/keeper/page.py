"""The score keeper as layout and drawing know it: what is shown, its controls, and where the two papers lie."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.app.scenes.keeper.layout import LOW, Papers
from goosetable.app.scenes.page import Page
from goosetable.app.ui.focus import Button, Scroller, Widget
from goosetable.engine.sheet.form import Shown

TOTAL = 120.0
"""Units of a row that a total takes."""
NARROW = 440.0
"""Units of a row under which its total is left to the sheet."""
POINTS = 104.0
"""Units of a row that the points of a deal take."""


class KeeperPage(Page):
    """The scene makes the controls, `lay` of the scene sets the places; numbers are units."""

    shown: Shown
    names: tuple[str, ...]
    portraits: tuple[str, ...]
    papers: Papers
    sheet_area: Scroller
    """The area in which the deals of the sheet lie; that of the rows is `scroll`."""
    rows: Sequence[Widget]
    undo: Button
    menu: Button
    to_sheet: Button
    on: Button
    words: str
    """What is asked, or said where nothing is."""
    remark: str
    """What stands beside it."""
    refused: bool
    """Whether the remark says why a key cannot be pressed."""
    asked_at: float
    """The y of that line."""
    note: str
    """What the figure under pointer or focus is about; nothing where there is none."""
    row_high: float
    sums_wide: float
    """Units that the longest way takes in which points come about."""
    line_high: float

    @property
    def low(self) -> bool:
        """Whether the window is so low, or the text so large, that what is asked stands closer together."""
        return not self.papers.beside and self.high < LOW

    @property
    def row_wide(self) -> float:
        """How wide a player's row in the deal is: beside one paper alone there is room for a bar."""
        return self.papers.deal.w - (28 if self.papers.beside else 36)

    @property
    def columns_at(self) -> tuple[tuple[float, ...], float, float]:
        """In a row: the middles of its columns, the right edge of the points, and that of the total, 0 without it."""
        w = self.row_wide
        total = 0.0 if self.papers.beside or w < NARROW else w - 18
        right = total - min(TOTAL, w * 0.15) if total else w - 18
        count = max(1, len(self.shown.columns))
        points = min(POINTS + max(0.0, self.sums_wide - 12), w * (0.2 if w < NARROW else 0.34))
        each = min(114.0, max(46.0, (right - points - w * 0.38) / count))
        first = right - points - each * (count - 0.5)
        return tuple(first + each * column for column in range(count)), right, total

    def seat_column(self, seat: int) -> tuple[float, float]:
        """The left edge of a seat's column of the sheet, and its width."""
        each = (self.papers.sheet.w - 62 - 16) / len(self.names)
        return self.papers.sheet.x + 62 + seat * each, each
