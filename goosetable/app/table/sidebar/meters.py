"""What some games show in the ledger over the arithmetic: ladder, meter, sides, marks, chart, and the order of the ranks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from goosetable.app.art import deck
from goosetable.app.render.canvas import Paint
from goosetable.app.render.card_images import slot
from goosetable.app.render.geometry import RATIO, Area
from goosetable.app.skins.theme import Theme, mix
from goosetable.app.table.sidebar.sidebar_layout import Sheet
from goosetable.engine.text.table_facts import Badge, Camp, Chart, Ladder, Meter

AFTER: Final = 18  # units under a gauge, with a hairline in the middle of them
CAMP: Final = 80  # units
RANKS_HIGH: Final = 25.0  # units: the order of the ranks
RANK_LEAST: Final = 11.0
"""Pixels that a box needs to be read."""


def rule(paint: Paint, page: Sheet, y: float) -> float:
    """The hairline that ends a part; gives the y below it."""
    paint.line(page.x, y + 8 * page.s, page.w)
    return y + AFTER * page.s


def heading(paint: Paint, page: Sheet, title: str, more: str, y: float, tone: str = "") -> float:
    """A title at the left and, as far as there is room, more at the right; gives the y below it."""
    t, px = paint.theme, page.px(14)
    used = paint.put(title, page.x, y, px, t.ink2, "semi").w
    room = page.w - used - 10 * page.s
    small = paint.snug(more, px, "semi", room)
    said = paint.fit(more, small, "semi", room)
    paint.put(said, page.x + page.w, y + (px - small) * 0.9, small, tone or t.ink2, "semi" if tone else "sans", "topright")
    return y + heading_height(page)


def heading_height(page: Sheet) -> float:
    return max(24 * page.s, page.px(14) * 1.5)


# ---------------------------------------------------------------------- the deals of a game


def _bars(ladder: Ladder, page: Sheet, low: bool) -> float:
    level = len(set(ladder.sizes)) == 1
    return (12 if level else 26 if low else 44) * page.s


def _count(ladder: Ladder, page: Sheet) -> float:
    """The room for the figure under the present deal; deals of one size need none."""
    return 0.0 if len(set(ladder.sizes)) == 1 else page.px(14) * 1.3


def ladder_height(ladder: Ladder, page: Sheet, low: bool) -> float:
    return heading_height(page) + _bars(ladder, page, low) + _count(ladder, page) + AFTER * page.s


def draw_ladder(paint: Paint, page: Sheet, ladder: Ladder, y: float, low: bool) -> None:
    """A bar for each deal as high as its hands are large, the present one brass, those played dark."""
    t, s, now = paint.theme, page.s, ladder.now
    y = heading(paint, page, "Deals" if not _count(ladder, page) else "Deal sizes", ladder.caption, y)
    step, top, high = page.w / len(ladder.sizes), max(1, *ladder.sizes), _bars(ladder, page, low)
    played = mix(t.paper_lo, t.ink2, 0.75)
    for i, size in enumerate(ladder.sizes):
        h = max(4 * s, high * size / top)
        fill = played if i < now else t.brass if i == now else t.rule
        wide = max(2.0, step - min(3 * s, step * 0.3))
        paint.box(page.x + i * step, y + high - h, wide, h, 2 * s, fill, t.brass_lo if i == now else "none", 1)
    if _count(ladder, page):
        figure = str(ladder.sizes[now])
        paint.put(figure, page.x + (now + 0.5) * step - 1, y + high, page.px(14), t.ink, "bold", "midtop")
    rule(paint, page, y + high + _count(ladder, page))


# ---------------------------------------------------------------------- what fills up


def meter_height(meter: Meter, page: Sheet, lines: list[str], slim: bool) -> float:
    if slim:
        return heading_height(page)
    return heading_height(page) + 22 * page.s + len(lines) * page.px(14.5) * 1.35 + AFTER * page.s


def draw_meter(paint: Paint, page: Sheet, meter: Meter, lines: list[str], y: float, slim: bool) -> None:
    """A box for each that counts, brass up to the notch at the size and russet beyond it, and words under them."""
    t, s, over = paint.theme, page.s, meter.filled > meter.size
    y = heading(paint, page, meter.title, meter.caption, y, t.russet if over else t.ink)
    if slim:
        return
    n = max(meter.size + 3, meter.filled + 2)
    step, gap = page.w / n, min(2 * s, page.w / n * 0.2)
    for i in range(n):
        taken = i < meter.filled
        fill = t.rule if not taken else t.brass if i < meter.size else t.over
        paint.box(page.x + i * step + gap / 2, y, step - gap, 14 * s, 3 * s, fill, "none" if taken else t.paper_edge, 1)
    notch = page.x + meter.size * step
    paint.box(notch - 1.5 * s, y - 5 * s, 3 * s, 24 * s, 1, fill=t.ink)
    y += 22 * s
    for words in lines:
        paint.rich(words, page.x, y, page.px(14.5), t.russet if over else t.ink, "sans")
        y += page.px(14.5) * 1.35
    rule(paint, page, y)


# ---------------------------------------------------------------------- the sides


def camps_height(camps: tuple[Camp, ...], page: Sheet) -> float:
    return len(camps) * (CAMP + 8) * page.s + 4 * page.s if camps else 0.0


def draw_camps(
    paint: Paint, page: Sheet, camps: tuple[Camp, ...], codes: tuple[tuple[str, ...], ...], portraits: tuple[str, ...],
    y: float,
) -> None:  # fmt: skip
    """A panel for each side: its badge and name, its points, who belongs to it, and the cards that lie open."""
    t, s = paint.theme, page.s
    for i, (camp, cards) in enumerate(zip(camps, codes, strict=True)):
        edge = (t.rose, t.sky)[i % 2]
        ground = mix(t.paper, edge, 0.16)
        paint.box(page.x - 8 * s, y, page.w + 16 * s, CAMP * s, 10 * s, ground, edge, 1.4)
        _camp_head(paint, page, camp, edge if i % 2 == 0 else t.ink, y)
        low = y + 54 * s
        step = _open_cards(paint, page, camp, cards, low)
        room = page.w - camp.places * step - 6 * s
        each = min(40 * s, room / max(1, len(camp.seats)))
        d = min(34 * s, each / 0.86)
        for k, seat in enumerate(camp.seats):
            paint.portrait(portraits[seat], page.x + d / 2 + k * each, low, d)
        y += (CAMP + 8) * s


def _camp_head(paint: Paint, page: Sheet, camp: Camp, tone: str, y: float) -> None:
    t, s, mid = paint.theme, page.s, y + 16 * page.s
    paint.badge(camp.badge, page.x + 10 * s, mid, 22 * s)
    px = min(page.px(15), 18 * s)
    used = paint.width(camp.points, px, "semi")
    paint.put(camp.points, page.x + page.w, mid, px, t.ink, "semi", "midright")
    room = page.w - used - 38 * s
    big = paint.snug(camp.label, min(page.px(17), 20 * s), "serifb", room)
    paint.put(paint.fit(camp.label, big, "serifb", room), page.x + 28 * s, mid, big, tone, "serifb", "midleft")


def _open_cards(paint: Paint, page: Sheet, camp: Camp, codes: tuple[str, ...], cy: float) -> float:
    """The open cards at the right, with empty places for those to come; gives the step from one to the next."""
    s = page.s
    h = round(42 * s)
    w = round(h * RATIO)
    step = min(w + 5 * s, page.w * 0.6 / max(1, camp.places))
    left = page.x + page.w - (camp.places - 1) * step - w
    for k in range(max(camp.places, len(codes))):
        body = deck.small(codes[k], paint.four) if k < len(codes) else slot(w, h, paint.theme.ink2)
        paint.svg(body, left + k * step, cy - h / 2, w, h)
    return step


# ---------------------------------------------------------------------- marks, and what may be looked up


def draw_legend(paint: Paint, page: Sheet, legend: tuple[Badge, ...], y: float) -> None:
    """What each mark on the table says, in one line; those that find no room are left out."""
    t, s, px = paint.theme, page.s, page.px(13)
    x, mid = page.x, y + 10 * s
    for badge in legend:
        wide = 26 * s + paint.width(badge.label, px, "sans")
        if x + wide > page.x + page.w:
            continue
        paint.badge(badge.kind, x + 10 * s, mid, 20 * s)
        paint.put(badge.label, x + 24 * s, mid, px, t.ink2, "sans", "midleft")
        x += wide + 12 * s


def draw_chart(
    paint: Paint, page: Sheet, chart: Chart, y: float, wrap: Callable[[str, float, float], list[str]]
) -> float:  # fmt: skip
    """The chart with its headings, every other row tinted, and the remark under it; gives the y below."""
    t, s = paint.theme, page.s
    y += 2 * s
    rights = _chart_columns(paint, page, chart)
    px = page.px(14)
    title = paint.fit(chart.title, px, "semi", rights[0] - 40 * s - page.x if rights else page.w)
    paint.put(title, page.x, y, px, t.ink2, "semi")
    for right, head in zip(rights, chart.heads, strict=False):
        paint.put(head, right, y, px, t.ink2, "sans", "topright")
    y += heading_height(page)
    high = max(22 * s, page.px(15) * 1.3)
    for i, (name, *figures) in enumerate(chart.rows):
        if i % 2 == 0:
            paint.box(page.x - 4 * s, y, page.w + 8 * s, high, 5 * s, fill=_tint(t), alpha=0.6)
        paint.put(name, page.x + 4 * s, y + high / 2, page.px(15), t.ink, "semi", "midleft")
        for right, figure in zip(rights, figures, strict=False):
            paint.put(figure, right, y + high / 2, page.px(15), t.ink, "bold", "midright")
        y += high
    y += 6 * s
    for words in wrap(chart.remark, page.w, page.px(14.5)) if chart.remark else ():
        paint.rich(words, page.x, y, page.px(14.5), t.ink, "sans")
        y += page.px(14.5) * 1.35
    return y + 6 * s


def chart_height(page: Sheet, chart: Chart, lines: int) -> float:
    return (
        14 * page.s
        + heading_height(page)
        + len(chart.rows) * max(22 * page.s, page.px(15) * 1.3)
        + lines * page.px(14.5) * 1.35
    )


def _chart_columns(paint: Paint, page: Sheet, chart: Chart) -> list[float]:
    right, found = page.x + page.w - 4 * page.s, []
    for i in reversed(range(len(chart.heads))):
        found.append(right)
        figures = [paint.width(row[i + 1], page.px(15), "bold") for row in chart.rows if len(row) > i + 1]
        right -= max(paint.width(chart.heads[i], page.px(14), "sans"), *figures, 0.0) + 16 * page.s
    return found[::-1]


def _tint(theme: Theme) -> str:
    return mix(theme.paper_lo, theme.rule, 0.6)


def draw_rank_boxes(
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


def ranking_height(page: Sheet) -> float:
    """What the order needs in the ledger."""
    return heading_height(page) + RANKS_HIGH * page.s + AFTER * page.s


def draw_ranking(paint: Paint, page: Sheet, ranking: Sequence[str], lit: Collection[str], y: float) -> None:
    """The order in the ledger."""
    y = heading(paint, page, "Ranks: highest", "lowest", y)
    draw_rank_boxes(paint, Area(page.x, y, page.w, RANKS_HIGH * page.s), ranking, lit)
    rule(paint, page, y + RANKS_HIGH * page.s)
