"""What some games show in the sidebar over the arithmetic: ladder, meter, sides, marks, chart, and the order of the ranks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from goosetable.app.art import deck
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import slot
from goosetable.app.render.geometry import RATIO, Area
from goosetable.app.skins.theme import Theme, mix
from goosetable.app.table.sidebar.sidebar_layout import Sheet
from goosetable.engine.text.table_facts import Badge, Call, Camp, Chart, FigureKind, Ladder, Meter

AFTER: Final = 18  # units under a gauge, with a hairline in the middle of them
CAMP: Final = 80  # units
CALL: Final = 38.0  # units
RANKS_HIGH: Final = 25.0  # units: the order of the ranks
RANK_LEAST: Final = 11.0
"""Pixels that a box needs to be read."""


def rule(canvas: Canvas, page: Sheet, y: float) -> float:
    """The hairline that ends a part; gives the y below it."""
    canvas.line(page.x, y + 8 * page.s, page.w)
    return y + AFTER * page.s


def heading(canvas: Canvas, page: Sheet, title: str, more: str, y: float, tone: str = "") -> float:
    """A title at the left and, as far as there is room, more at the right; gives the y below it."""
    t, px = canvas.theme, page.px(14)
    used = canvas.put(title, page.x, y, px, t.ink2, "semi").w
    room = page.w - used - 10 * page.s
    small = canvas.snug(more, px, "semi", room)
    said = canvas.fit(more, small, "semi", room)
    canvas.put(said, page.x + page.w, y + (px - small) * 0.9, small, tone or t.ink2, "semi" if tone else "sans", "topright")
    return y + heading_height(page)


def heading_height(page: Sheet) -> float:
    return max(24 * page.s, page.px(14) * 1.5)


def _bars(ladder: Ladder, page: Sheet, low: bool) -> float:
    level = len(set(ladder.sizes)) == 1
    return (12 if level else 26 if low else 44) * page.s


def _count(ladder: Ladder, page: Sheet) -> float:
    """The room for the figure under the present deal; deals of one size need none."""
    return 0.0 if len(set(ladder.sizes)) == 1 else page.px(14) * 1.3


def ladder_height(ladder: Ladder, page: Sheet, low: bool) -> float:
    return heading_height(page) + _bars(ladder, page, low) + _count(ladder, page) + AFTER * page.s


def draw_ladder(canvas: Canvas, page: Sheet, ladder: Ladder, y: float, low: bool) -> float:
    """A bar for each deal as high as its hands are large, the present one brass, those played dark; gives the y below."""
    t, s, now = canvas.theme, page.s, ladder.now
    page.mark(FigureKind.LADDER, y, ladder_height(ladder, page, low) - AFTER * s)
    y = heading(canvas, page, "Deals" if not _count(ladder, page) else "Deal sizes", ladder.caption, y)
    step, top, high = page.w / len(ladder.sizes), max(1, *ladder.sizes), _bars(ladder, page, low)
    played = mix(t.paper_lo, t.ink2, 0.75)
    for i, size in enumerate(ladder.sizes):
        h = max(4 * s, high * size / top)
        fill = played if i < now else t.brass if i == now else t.rule
        wide = max(2.0, step - min(3 * s, step * 0.3))
        canvas.box(page.x + i * step, y + high - h, wide, h, 2 * s, fill, t.brass_lo if i == now else "none", 1)
    if _count(ladder, page):
        figure = str(ladder.sizes[now])
        canvas.put(figure, page.x + (now + 0.5) * step - 1, y + high, page.px(14), t.ink, "bold", "midtop")
    return rule(canvas, page, y + high + _count(ladder, page))


def meter_height(meter: Meter, page: Sheet, lines: list[str], slim: bool) -> float:
    if slim:
        return heading_height(page)
    return heading_height(page) + 22 * page.s + len(lines) * page.px(14.5) * 1.35 + AFTER * page.s


def draw_meter(canvas: Canvas, page: Sheet, meter: Meter, lines: list[str], y: float, slim: bool) -> float:
    """A box for each that counts, brass up to the notch at the size, russet beyond it; words under them; gives the y below."""
    t, s, over = canvas.theme, page.s, meter.filled > meter.size
    page.mark(FigureKind.METER, y, heading_height(page) + (0 if slim else 22 * s))
    y = heading(canvas, page, meter.title, meter.caption, y, t.russet if over else t.ink)
    if slim:
        return y
    n = max(meter.size + 3, meter.filled + 2)
    step, gap = page.w / n, min(2 * s, page.w / n * 0.2)
    for i in range(n):
        taken = i < meter.filled
        fill = t.rule if not taken else t.brass if i < meter.size else t.over
        canvas.box(page.x + i * step + gap / 2, y, step - gap, 14 * s, 3 * s, fill, "none" if taken else t.paper_edge, 1)
    notch = page.x + meter.size * step
    canvas.box(notch - 1.5 * s, y - 5 * s, 3 * s, 24 * s, 1, fill=t.ink)
    y = canvas.lines(lines, page.x, y + 22 * s, page.px(14.5), t.russet if over else t.ink, "sans", 1.35)
    return rule(canvas, page, y)


def camps_height(camps: tuple[Camp, ...], page: Sheet) -> float:
    return len(camps) * (CAMP + 8) * page.s + 4 * page.s if camps else 0.0


def draw_camps(
    canvas: Canvas, page: Sheet, camps: tuple[Camp, ...], codes: tuple[tuple[str, ...], ...], portraits: tuple[str, ...],
    y: float,
) -> None:  # fmt: skip
    """A panel for each side: its badge and name, its points, who belongs to it, and the cards that lie open."""
    t, s = canvas.theme, page.s
    for i, (camp, cards) in enumerate(zip(camps, codes, strict=True)):
        edge = (t.rose, t.sky)[i % 2]
        ground = mix(t.paper, edge, 0.16)
        canvas.box(page.x - 8 * s, y, page.w + 16 * s, CAMP * s, 10 * s, ground, edge, 1.4)
        page.mark(FigureKind.CAMP, y, CAMP * s, i)
        _camp_head(canvas, page, camp, edge if i % 2 == 0 else t.ink, y)
        low = y + 54 * s
        step = _open_cards(canvas, page, camp, cards, low)
        room = page.w - camp.places * step - 6 * s
        each = min(40 * s, room / max(1, len(camp.seats)))
        d = min(34 * s, each / 0.86)
        for k, seat in enumerate(camp.seats):
            canvas.portrait(portraits[seat], page.x + d / 2 + k * each, low, d)
        y += (CAMP + 8) * s


def _camp_head(canvas: Canvas, page: Sheet, camp: Camp, tone: str, y: float) -> None:
    t, s, mid = canvas.theme, page.s, y + 16 * page.s
    indent = 28 * s if camp.badge else 0.0
    if camp.badge:
        canvas.badge(camp.badge, page.x + 10 * s, mid, 22 * s)
    px = min(page.px(15), 18 * s)
    used = canvas.width(camp.points, px, "semi")
    canvas.put(camp.points, page.x + page.w, mid, px, t.ink, "semi", "midright")
    room = page.w - used - 10 * s - indent
    canvas.label(camp.label, page.x + indent, mid, min(page.px(17), 20 * s), tone, "serifb", room, "midleft")


def _open_cards(canvas: Canvas, page: Sheet, camp: Camp, codes: tuple[str, ...], cy: float) -> float:
    """The open cards at the right, with empty places for those to come; gives the step from one to the next."""
    s = page.s
    h = round(42 * s)
    w = round(h * RATIO)
    step = min(w + 5 * s, page.w * 0.6 / max(1, camp.places))
    left = page.x + page.w - (camp.places - 1) * step - w
    for k in range(max(camp.places, len(codes))):
        body = deck.small(codes[k], canvas.four) if k < len(codes) else slot(w, h, canvas.theme.ink2)
        canvas.svg(body, left + k * step, cy - h / 2, w, h)
    return step


def calls_height(standing: Sequence[Call], page: Sheet) -> float:
    return heading_height(page) + len(standing) * CALL * page.s + AFTER * page.s if standing else 0.0


def draw_calls(
    canvas: Canvas, page: Sheet, standing: Sequence[Call], names: Sequence[str], portraits: Sequence[str],
    lit: Collection[int], y: float,
) -> float:  # fmt: skip
    """A line for each seat that calls: who, and what stands; whose turn it is stands out. Gives the y below."""
    t, s = canvas.theme, page.s
    y = heading(canvas, page, "Standing calls", "", y)
    for call in standing:
        page.mark(FigureKind.CALL, y, CALL * s, call.seat)
        if call.seat in lit:
            canvas.box(page.x - 8 * s, y, page.w + 16 * s, (CALL - 2) * s, 8 * s, t.good, t.good_edge)
        middle, x = y + (CALL / 2 - 1) * s, page.x + 34 * s
        canvas.portrait(portraits[call.seat], page.x + 13 * s, middle, 29 * s)
        px, tone = page.px(16.5), t.ink if call.action is not None else t.ink2
        wide = canvas.width(call.words, px, "semi")
        small = px * min(1.0, 0.6 * page.w / max(1.0, wide))
        canvas.rich_level(call.words, page.x + page.w, middle, small, tone, "semi", "right")
        room = page.x + page.w - wide * small / px - 10 * s - x
        px = canvas.snug(names[call.seat], px, "semi", room)
        canvas.put(canvas.fit(names[call.seat], px, "semi", room), x, middle, px, t.ink, "semi", "midleft")
        y += CALL * s
    return rule(canvas, page, y)


def draw_legend(canvas: Canvas, page: Sheet, legend: tuple[Badge, ...], y: float) -> None:
    """What each mark on the table says, in one line; those that find no room are left out."""
    t, s, px = canvas.theme, page.s, page.px(13)
    x, mid = page.x, y + 10 * s
    for badge in legend:
        wide = 26 * s + canvas.width(badge.label, px, "sans")
        if x + wide > page.x + page.w:
            continue
        canvas.badge(badge.kind, x + 10 * s, mid, 20 * s)
        page.mark(FigureKind.BADGE, y, 20 * s, -1 if badge.seat is None else badge.seat, badge.label, x, wide)
        canvas.put(badge.label, x + 24 * s, mid, px, t.ink2, "sans", "midleft")
        x += wide + 12 * s


def draw_chart(
    canvas: Canvas, page: Sheet, chart: Chart, y: float, wrap: Callable[[str, float, float], list[str]]
) -> float:  # fmt: skip
    """The chart with its headings, every other row tinted, and the remark under it; gives the y below."""
    t, s = canvas.theme, page.s
    y += 2 * s
    rights = _chart_columns(canvas, page, chart)
    px = page.px(14)
    title = canvas.fit(chart.title, px, "semi", rights[0] - 40 * s - page.x if rights else page.w)
    canvas.put(title, page.x, y, px, t.ink2, "semi")
    for right, head in zip(rights, chart.heads, strict=False):
        canvas.put(head, right, y, px, t.ink2, "sans", "topright")
    y += heading_height(page)
    high = max(22 * s, page.px(15) * 1.3)
    for i, (name, *figures) in enumerate(chart.rows):
        if i % 2 == 0:
            canvas.box(page.x - 4 * s, y, page.w + 8 * s, high, 5 * s, fill=_tint(t), alpha=0.6)
        canvas.put(name, page.x + 4 * s, y + high / 2, page.px(15), t.ink, "semi", "midleft")
        for right, figure in zip(rights, figures, strict=False):
            canvas.put(figure, right, y + high / 2, page.px(15), t.ink, "bold", "midright")
        y += high
    y += 6 * s
    remark = wrap(chart.remark, page.w, page.px(14.5)) if chart.remark else ()
    return canvas.lines(remark, page.x, y, page.px(14.5), t.ink, "sans", 1.35) + 6 * s


def chart_height(page: Sheet, chart: Chart, lines: int) -> float:
    return (
        14 * page.s
        + heading_height(page)
        + len(chart.rows) * max(22 * page.s, page.px(15) * 1.3)
        + lines * page.px(14.5) * 1.35
    )


def _chart_columns(canvas: Canvas, page: Sheet, chart: Chart) -> list[float]:
    right, found = page.x + page.w - 4 * page.s, []
    for i in reversed(range(len(chart.heads))):
        found.append(right)
        figures = [canvas.width(row[i + 1], page.px(15), "bold") for row in chart.rows if len(row) > i + 1]
        right -= max(canvas.width(chart.heads[i], page.px(14), "sans"), *figures, 0.0) + 16 * page.s
    return found[::-1]


def _tint(theme: Theme) -> str:
    return mix(theme.paper_lo, theme.rule, 0.6)


def draw_rank_boxes(
    canvas: Canvas, area: Area, ranking: Sequence[str], lit: Collection[str] = (), crowned: bool = True
) -> None:  # fmt: skip
    """The ranks from the highest; crowned: the highest is brass. lit: those that lie in the trick have a darker edge."""
    t, step = canvas.theme, area.w / max(1, len(ranking))
    gap = min(3.0, step * 0.1)
    for i, rank in enumerate(ranking):
        hot, there = crowned and i == 0, rank in lit
        fill = t.brass if hot else t.plain if i % 2 == 0 else t.plain_lo
        edge, sw = (t.ink, 2.0) if there else (t.brass_lo if hot else t.plain_edge, 1.0)
        canvas.box(area.x + i * step + gap / 2, area.y, step - gap, area.h, min(5.0, step * 0.22), fill, edge, sw)
        px = min(0.62 * area.h, 0.66 * step) * (0.84 if len(rank) > 1 else 1.0)
        canvas.put(rank, area.x + (i + 0.5) * step, area.y + area.h / 2, px, t.ink, "serifb", "center")


def ranking_height(page: Sheet) -> float:
    """What the order needs in the sidebar."""
    return heading_height(page) + RANKS_HIGH * page.s + AFTER * page.s


def draw_ranking(canvas: Canvas, page: Sheet, ranking: Sequence[str], lit: Collection[str], y: float) -> float:
    """The order in the sidebar; gives the y below it."""
    page.mark(FigureKind.RANKS, y, ranking_height(page) - AFTER * page.s)
    y = heading(canvas, page, "Ranks: highest", "lowest", y)
    draw_rank_boxes(canvas, Area(page.x, y, page.w, RANKS_HIGH * page.s), ranking, lit)
    return rule(canvas, page, y + RANKS_HIGH * page.s)
