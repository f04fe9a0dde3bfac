"""The ledger folded into a strip along the top of a small window."""

from __future__ import annotations

from goosetable.app.glance import Glance
from goosetable.app.layout import Layout
from goosetable.app.paint import Paint
from goosetable.engine import words
from goosetable.engine.telling import Row

LEAST = 9  # pixels of text


def strip(paint: Paint, layout: Layout, glance: Glance, portraits: tuple[str, ...], right: float) -> None:
    """The deal, and what it is worth to everybody now; where that has no room up to `right`, the own seat and a word."""
    t, h = paint.theme, layout.strip
    paint.box(0, 0, layout.w, h, 0, grad=(t.paper, t.paper_lo))
    paint.line(0, h, layout.w, t.paper_edge, sw=2)
    px = 15 * layout.t * min(1.0, h / (40 * layout.t))
    head = glance.place.split(",")[0]
    x = 10.0 + paint.put(head, 10, h / 2, px, t.ink, "serifb", "midleft").w + 14
    rows = glance.tally.rows if glance.tally is not None else ()
    room = (right - x) / max(1, len(rows))
    d = min(h - 8, room * 0.5)
    widest = max((paint.width(figure(glance, row), LEAST, "bold") for row in rows), default=0.0)
    if len(rows) > 3 and room < max(18.0 + widest, 0.5 * h) + 14:
        _own(paint, layout, glance, portraits, x, right, px)
        return
    for row in rows:
        said = figure(glance, row)
        small = paint.snug(said, px, "bold", room - d - 8, LEAST)
        high = paint.font("bold", small).get_height()
        paint.portrait(portraits[row.seat], x + d / 2, h / 2, d, ring=t.brass if glance.turn == row.seat else "")
        wide = paint.rich(said, x + d + 6, h / 2 - high / 2, small, t.ink, "bold" if row.good else "semi")
        x += min(room, d + wide + 22)


def figure(glance: Glance, row: Row) -> str:
    """What a row comes to, in as few signs as can be: bid and tricks, the sum with its addition, or the points."""
    quotas = glance.account.quotas
    quota = quotas[row.seat] if quotas else None
    if quota is not None:
        return f"{quota.won} of {quota.bid}"
    if len(row.figures) > 2 and row.points:
        return row.points
    if row.base:
        return row.base.removeprefix("= ") + (f" ~{row.extra}~" if row.extra else "")
    if row.points:
        return row.points
    return row.figures[0] if row.figures and row.figures[0] else words.amount(glance.race.totals[row.seat])


def _own(
    paint: Paint, layout: Layout, glance: Glance, portraits: tuple[str, ...], x: float, right: float, px: float
) -> None:  # fmt: skip
    """The own medallion with its figure, and what concerns everybody; the rest stands in the opened ledger."""
    t, h = paint.theme, layout.strip
    row = next((row for row in glance.tally.rows if row.seat == glance.me), None) if glance.tally is not None else None
    if row is not None:
        d = min(h - 8, 30 * layout.t)
        paint.portrait(portraits[row.seat], x + d / 2, h / 2, d, ring=t.brass if glance.turn == row.seat else "")
        high = paint.font("bold", px).get_height()
        x += d + 6 + paint.rich(figure(glance, row), x + d + 6, h / 2 - high / 2, px, t.ink, "bold") + 18
    meter = glance.account.meter
    said = meter.caption if meter is not None else glance.race.aim
    over = meter is not None and meter.filled > meter.size
    small = paint.snug(said, px, "semi", right - x, 11)
    paint.put(paint.fit(said, small, "semi", right - x), (x + right) / 2, h / 2, small, t.russet if over else t.ink2,
              "semi", "center")  # fmt: skip
