"""The sidebar folded into a strip along the top of a small window."""

from __future__ import annotations

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.table.seats import group, group_width
from goosetable.app.table.sidebar import meters
from goosetable.app.table.sidebar.score_rows import bare_rows
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.table_layout import Layout, spot_area
from goosetable.engine.text.table_facts import Row
from goosetable.engine.words import phrases

LEAST = 9  # pixels of text
EASY = 15  # pixels for a rank, under which the points of others give way to the order of the ranks


def strip(canvas: Canvas, layout: Layout, snapshot: Snapshot, portraits: tuple[str, ...], right: float) -> None:
    """The deal, and what it is worth to everybody now; where that has no room up to `right`, the own seat and a word."""
    t, h = canvas.theme, layout.strip
    canvas.box(0, 0, layout.w, h, 0, grad=(t.paper, t.paper_lo))
    canvas.line(0, h, layout.w, t.paper_edge, sw=2)
    px = 15 * layout.t * min(1.0, h / (40 * layout.t))
    head = snapshot.place.split(",")[0]
    x = 10.0 + canvas.put(head, 10, h / 2, px, t.ink, "serifb", "midleft").w + 14
    right -= _marks(canvas, layout, snapshot, right)
    rows = (snapshot.tally.rows if snapshot.tally is not None else ()) or bare_rows(snapshot)
    room = (right - x) / max(1, len(rows))
    d = min(h - 8, room * 0.5)
    if snapshot.facts.ranking:
        d = min(h - 8, 34 * layout.t)
        right, close = _order(canvas, layout, snapshot, x, right, (d + 34 * layout.t))
        room = 0.0 if close else (right - x) / max(1, len(rows))
    widest = max((canvas.width(figure(snapshot, row), LEAST, "bold") for row in rows), default=0.0)
    if (len(rows) > 3 or not room) and room < max(18.0 + widest, 0.5 * h) + 14:
        _own(canvas, layout, snapshot, portraits, x, right, px)
        return
    own = _apart(snapshot)
    if own:
        room = min(room, (right - x - canvas.width(own, LEAST + 2, "sans") - 16) / max(1, len(rows)))
        if room < d + 8 + widest + 10:
            _own(canvas, layout, snapshot, portraits, x, right, px)
            return
    for row in rows:
        said = figure(snapshot, row)
        small = canvas.snug(said, px, "bold", room - d - 8, LEAST)
        broad = group_width(d, len(row.seats))
        ring = t.brass if snapshot.turn in row.seats else ""
        group(canvas, [portraits[seat] for seat in row.seats], x + broad / 2, h / 2, d, ring)
        wide = canvas.rich_level(said, x + broad + 6, h / 2, small, t.ink, "bold" if row.good else "semi")
        x += min(room, broad + wide + 22)
    if own:
        small = canvas.snug(own, px, "sans", right - x - 8, LEAST + 2)
        canvas.rich_level(own, right - 4, h / 2, small, t.ink2, "sans", "right")


def _marks(canvas: Canvas, layout: Layout, snapshot: Snapshot, right: float) -> float:
    """What concerns everybody, such as trumps, at the right end where it has no place on the cloth; gives what it takes."""
    if spot_area(layout).h:
        return 0.0
    t, h, x = canvas.theme, layout.strip, right
    for badge in snapshot.facts.badges:
        if badge.seat is None:
            d = min(0.62 * h, 24 * layout.t)
            px = min(13.0 * layout.t, 0.4 * h)
            x -= d + 6 + canvas.width(badge.label, px, "semi") + 8
            canvas.badge(badge.kind, x + d / 2, h / 2, d)
            canvas.put(badge.label, x + d + 5, h / 2, px, t.ink2, "semi", "midleft")
    return right - x


def _order(
    canvas: Canvas, layout: Layout, snapshot: Snapshot, x: float, right: float, seat: float
) -> tuple[float, bool]:  # fmt: skip
    """The order of the ranks at the right end: where the rest ends, and whether only the own seat has room, `seat` wide."""
    h, n = layout.strip, len(snapshot.facts.ranking)
    left = right - x - len(snapshot.names) * seat
    close = left < EASY * n
    each = max(meters.RANK_LEAST, min((right - x - seat if close else left) / n, 0.62 * h))
    high = min(h - 8, each * 1.35)
    meters.draw_rank_boxes(
        canvas, Area(right - n * each, (h - high) / 2, n * each, high), snapshot.facts.ranking, snapshot.lying
    )
    return right - n * each - 10, close


def _apart(snapshot: Snapshot) -> str:
    """What the person's plate says, where the figures of the strip do not say it."""
    told = snapshot.facts
    return "" if any(told.quotas) or told.ranking or told.strips else snapshot.plates[snapshot.me]


def figure(snapshot: Snapshot, row: Row) -> str:
    """What a row comes to, in as few signs as can be: bid and tricks, the sum with its addition, or the points."""
    quotas = snapshot.facts.quotas
    quota = quotas[row.seat] if quotas else None
    if quota is not None:
        return f"{quota.won} of {quota.bid}"
    if len(row.figures) > 2 and row.points:
        return row.points
    if row.base:
        return row.base.removeprefix("= ") + (f" ~{row.extra}~" if row.extra else "")
    if row.points:
        return row.points
    return row.figures[0] if row.figures and row.figures[0] else phrases.amount(snapshot.race.totals[row.seat])


def _own(
    canvas: Canvas, layout: Layout, snapshot: Snapshot, portraits: tuple[str, ...], x: float, right: float, px: float
) -> None:  # fmt: skip
    """The own medallion with its figure, and what concerns everybody; the rest stands in the opened sidebar."""
    t, h = canvas.theme, layout.strip
    row = next((row for row in snapshot.tally.rows if row.seat == snapshot.me), None) if snapshot.tally is not None else None
    if row is not None:
        d = min(h - 8, 30 * layout.t)
        canvas.portrait(portraits[row.seat], x + d / 2, h / 2, d, ring=t.brass if snapshot.turn == row.seat else "")
        x += d + 6 + canvas.rich_level(figure(snapshot, row), x + d + 6, h / 2, px, t.ink, "bold") + 18
    own = _apart(snapshot)
    if own and row is not None:
        small = canvas.snug(own, px, "sans", (right - x) * 0.6, LEAST + 2)
        x += canvas.rich_level(own, x - 8, h / 2, small, t.ink2, "sans") + 10
    meter = snapshot.facts.meter
    if snapshot.facts.ranking:
        return
    said = meter.caption if meter is not None else snapshot.race.aim
    if right - x < 4 * px:
        return
    over = meter is not None and meter.filled > meter.size
    canvas.label(said, (x + right) / 2, h / 2, px, t.russet if over else t.ink2, "semi", right - x, "center", least=11)
