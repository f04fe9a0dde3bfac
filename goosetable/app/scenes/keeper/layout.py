"""Where everything of the score keeper stands: the deal beside the sheet, or one of them where there is no room for both.

Areas are in units here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from goosetable.app.render.geometry import Area

BESIDE: Final = (1000.0, 560.0)
"""Units of width and height from which the deal and the sheet stand side by side."""
GAP: Final = 20.0
STRIP: Final = 50.0
"""Units of the strip along the top where only one of them is to be seen."""
ROW: Final = (40.0, 68.0)
"""Units of a player's row in the deal: the least, and what there is room for with five players."""
FEW_ROW: Final = 88.0
"""The same with three players and fewer."""
LINE: Final = (30.0, 46.0)
"""Units of a deal in the sheet, at the least and at the most."""
KEYS: Final = ((80.0, 1), (68.0, 2), (58.0, 3), (52.0, 4), (44.0, 6), (38.0, 8))
"""Units of a key's side, and in how many rows keys of that size may stand."""
LOW_KEYS: Final = (*KEYS, (32.0, 8), (28.0, 8))
"""The same in a low window, where text is large."""
LOW: Final = 300.0
"""Units: what is asked stands closer together in a lower window."""
TABLE_KEYS: Final = (58.0, 52.0, 46.0, 42.0, 38.0, 34.0, 30.0)
"""Units of a key's height in a table of keys."""
KEY_GAP: Final = 0.11
"""The space between keys, in sides of a key."""


class Papers(NamedTuple):
    """Where the two papers lie; the one that is not to be seen has no width."""

    deal: Area
    sheet: Area
    beside: bool


def papers(wide: float, high: float, rim: float, seats: int, sheet: bool) -> Papers:
    """sheet: whether the sheet is to be seen where there is room for one only."""
    if wide >= BESIDE[0] and high >= BESIDE[1]:
        edge = rim + 32
        room = min(1240.0, wide - 2 * edge)
        left = (wide - room) / 2
        across = min(0.46 * room, max(0.4 * room, 76.0 + 90.0 * seats))
        whole = Area(left, rim + 28, room, min(760.0, high - 2 * rim - 56))
        whole = whole._replace(y=(high - whole.h) / 2)
        deal = Area(left, whole.y, room - across - GAP, whole.h)
        return Papers(deal, Area(deal.right + GAP, whole.y, across, whole.h), True)
    edge = rim + 8
    whole = Area(edge, STRIP + 8, wide - 2 * edge, high - STRIP - 8 - edge)
    none = Area(0, 0, 0, 0)
    return Papers(none, whole, False) if sheet else Papers(whole, none, False)


class KeyBlock(NamedTuple):
    """A block of keys: the size of one, how many stand in a row, and the height of all.

    last: columns that the last key takes, where it stands in a row by itself.
    """

    w: float
    h: float
    columns: int
    high: float
    last: int = 1

    @property
    def gap(self) -> float:
        return self.h * KEY_GAP

    def place(self, index: int, count: int, x: float, y: float) -> Area:
        """The key of that number of `count`, of a block with its upper left corner at x, y."""
        row, column = divmod(index, self.columns)
        cells = self.last if index == count - 1 else 1
        w = self.w * cells + self.gap * (cells - 1)
        return Area(x + column * (self.w + self.gap), y + row * (self.h + self.gap), w, self.h)


def keys(count: int, widest: float, w: float, h: float, across: int = 0, low: bool = False) -> KeyBlock:
    """The largest keys for which there is room. widest: units of the longest label at a size of one unit.

    across: how many stand side by side where they are a table, or 0. low: in a low window.
    """
    if across:
        return _table(count, w, h, across)
    for side, most in LOW_KEYS if low else KEYS:
        gap = side * KEY_GAP
        wide = min(w, max(side, widest * side * 0.5 + min(26.0, 0.55 * side)))
        columns = max(1, min(count, int((w + gap) // (wide + gap))))
        rows = -(-count // columns)
        columns = -(-count // rows)
        high = rows * (side + gap) - gap
        if rows <= most and high <= h:
            break
    return KeyBlock(wide, side, columns, high)


def _table(count: int, w: float, h: float, across: int) -> KeyBlock:
    rows = -(-count // across)
    for side in TABLE_KEYS:
        gap = side * KEY_GAP
        high = rows * (side + gap) - gap
        if high <= h:
            break
    return KeyBlock(min(side * 1.3, (w + gap) / across - gap), side, across, high, 3 if count % across == 1 else 1)
