"""A sum written out in the ledger: signs, and counts that stand in boxes, what is being counted now in a brighter one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.app.render.canvas import Paint
from goosetable.app.render.geometry import Area
from goosetable.engine.text.table_facts import Part

SIGNS, FIGURES, RESULT, BOX = 17.0, 18.0, 19.0, 36.0  # units: sizes of text, and the width of a box
GAP: Final = 5.0  # units between two pieces


def draw(paint: Paint, area: Area, sum_: Sequence[Part], s: float) -> None:
    """The sum within an area, its last piece at the right; s: the scale at which it is drawn if there is room."""
    whole = sum(_wide(paint, part, s, i == len(sum_) - 1) + GAP * s for i, part in enumerate(sum_)) - GAP * s
    s *= min(1.0, area.w / max(1.0, whole), area.h / (BOX * 0.84 * s))
    x, middle, t = area.x, area.y + area.h / 2, paint.theme
    for i, part in enumerate(sum_):
        last = i == len(sum_) - 1
        wide = _wide(paint, part, s, last)
        if last:
            paint.put(part.text, area.right, middle, RESULT * s, t.ink, "serifb", "midright")
        elif part.boxed:
            high = BOX * 0.84 * s
            fill, edge = (t.plain, t.brass_lo) if part.now else (t.paper_lo, t.paper_edge)
            paint.box(x, middle - high / 2, wide, high, 6 * s, fill, edge, 1.8 if part.now else 1.2)
            paint.put(part.text, x + wide / 2, middle, FIGURES * s, t.ink, "serifb", "center")
        else:
            paint.put(part.text, x, middle, SIGNS * s, t.ink2, "semi", "midleft")
        x += wide + GAP * s


def _wide(paint: Paint, part: Part, s: float, last: bool) -> float:
    if part.boxed and not last:
        return BOX * s
    return paint.width(part.text, (RESULT if last else SIGNS) * s, "serifb" if last else "semi")
