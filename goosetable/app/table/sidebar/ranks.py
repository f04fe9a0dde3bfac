"""The order of the ranks where somebody has named one: a row of little boxes, in panels, in the ledger and in its strip."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from goosetable.app.render.canvas import Paint
from goosetable.app.render.geometry import Area
from goosetable.app.table.sidebar.meters import AFTER, heading, heading_height, rule
from goosetable.app.table.sidebar.sidebar_layout import Sheet

HIGH: Final = 25.0  # units of the ledger
LEAST: Final = 11.0
"""Pixels that a box needs to be read."""


def ladder(
    paint: Paint, area: Area, ranking: Sequence[str], lit: Collection[str] = (), crowned: bool = True
) -> None:  # fmt: skip
    """The ranks from the highest; crowned: the highest is brass. lit: those that lie in the trick have a darker edge."""
    t, step = paint.theme, area.w / max(1, len(ranking))
    gap = min(3.0, step * 0.1)
    for i, rank in enumerate(ranking):
        hot, there = crowned and i == 0, rank in lit
        fill = t.brass if hot else t.plain if i % 2 == 0 else t.plain_lo
        edge, sw = (t.ink, 2.0) if there else (t.brass_lo if hot else t.plain_edge, 1.0)
        paint.box(area.x + i * step + gap / 2, area.y, step - gap, area.h, min(5.0, step * 0.22), fill, edge, sw)
        px = min(0.62 * area.h, 0.66 * step) * (0.84 if len(rank) > 1 else 1.0)
        paint.put(rank, area.x + (i + 0.5) * step, area.y + area.h / 2, px, t.ink, "serifb", "center")


def height(page: Sheet) -> float:
    """What the order needs in the ledger."""
    return heading_height(page) + HIGH * page.s + AFTER * page.s


def draw(paint: Paint, page: Sheet, ranking: Sequence[str], lit: Collection[str], y: float) -> None:
    """The order in the ledger."""
    y = heading(paint, page, "Ranks: highest", "lowest", y)
    ladder(paint, Area(page.x, y, page.w, HIGH * page.s), ranking, lit)
    rule(paint, page, y + HIGH * page.s)
