"""What of the score keeper is no control: two papers or one, headings, totals, what is asked, and what is said of the game."""

from __future__ import annotations

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.scenes.keeper.layout import STRIP
from goosetable.app.scenes.keeper.page import KeeperPage
from goosetable.app.scenes.keeper.rows import LOW


def draw_papers(page: KeeperPage, canvas: Canvas) -> None:
    """Everything under the controls."""
    shown = [box for box in page.papers[:2] if box.w]
    u = page.t
    canvas.papers([page.box(*box) for box in shown], 16 * u, 22 * u, 8 * u)
    if not page.papers.beside:
        _strip(page, canvas)
    if page.papers.deal.w:
        _deal(page, canvas, page.papers.deal)
    if page.papers.sheet.w:
        _sheet(page, canvas, page.papers.sheet)


def _strip(page: KeeperPage, canvas: Canvas) -> None:
    """The title along the top, beside the buttons."""
    t, u = canvas.theme, page.t
    area = page.box(0, 0, page.wide, STRIP)
    canvas.box(area.x, area.y, area.w, area.h, 0, grad=(t.paper, t.paper_lo))
    canvas.line(0, area.bottom, area.w, t.paper_edge, sw=2)
    room = page.to_sheet.rect.x - 30 * u
    canvas.label(page.shown.title, 16 * u, area.centery, page.px(24), t.ink, "serifb", room, "midleft")


def _deal(page: KeeperPage, canvas: Canvas, paper: Area) -> None:
    t, u, shown, beside = canvas.theme, page.t, page.shown, page.papers.beside
    x, y, w = paper.x * u, paper.y * u, paper.w * u
    if beside:
        canvas.label(shown.title, x + 28 * u, y + 12 * u, page.px(34), t.ink, "serifb", w - 56 * u)
        canvas.label(shown.line, x + 29 * u, y + 56 * u, page.px(17), t.ink2, "sans", w - 58 * u)
    _headings(page, canvas, paper, y + (86 if beside else 4) * u)
    with page.scroll.window(canvas) as top:
        for seat, row in enumerate(page.rows):
            asked = shown.asked.seat if shown.asked else None
            if seat and asked not in (seat, seat - 1):
                canvas.line(x + 24 * u, top + seat * page.row_high * u, w - 48 * u)
            if shown.over and seat in shown.ahead:
                canvas.box(row.rect.x, row.rect.y, row.rect.w, row.rect.h, 12 * u, fill=t.good, edge=t.good_edge, sw=1.6)
    if beside:
        canvas.line(x + 28 * u, page.asked_at * u - 8 * u, w - 56 * u)
    (_asked_low if page.low else _asked)(page, canvas, x + (28 if beside else 8) * u, w - (56 if beside else 16) * u)


def _asked(page: KeeperPage, canvas: Canvas, x: float, room: float) -> None:
    """What is asked, and at the right what is said of it."""
    t, u, beside, remark = canvas.theme, page.t, page.papers.beside, page.remark
    ink, ink2 = (t.ink, t.ink2) if beside else (t.cream, t.cream2)
    large = page.px(26 if beside else 21)
    big = canvas.snug(page.words, large, "serif", room * (0.62 if remark else 1.0), page.px(15))
    said = canvas.fit(page.words, big, "serif", room)
    seen = canvas.put(said, x, page.asked_at * u, big, ink, "serif")
    left = room - seen.w - 16 * u
    tone = (t.russet if beside else t.brass_hi) if page.refused else ink2
    small = page.px(18 if beside else 16)
    canvas.label(remark, x + room, seen.centery + 1, small, tone, "sans", left, "midright", page.px(12))


def _asked_low(page: KeeperPage, canvas: Canvas, x: float, room: float) -> None:
    """The same where there is little room: why a key cannot be pressed in the place of the question, and no remark cut."""
    t, u = canvas.theme, page.t
    words = page.remark if page.refused else page.words
    remark = "" if page.refused else page.remark
    large, small = page.px(17), page.px(9, 12)
    wide = canvas.width(remark, small, "sans") + 16 * u if remark else 0.0
    if canvas.width(words, 0.8 * large, "serif") > room - wide:
        remark, wide = "", 0.0
    seen = canvas.label(words, x, page.asked_at * u, large, t.brass_hi if page.refused else t.cream, "serif", room - wide)
    if remark:
        left = room - seen.w - 16 * u
        canvas.label(remark, x + room, seen.centery + 1, page.px(14), t.cream2, "sans", left, "midright", small)


def _headings(page: KeeperPage, canvas: Canvas, paper: Area, y: float) -> None:
    """What the columns of the rows are; those of the rows begin 14 units inside the paper."""
    t, u, beside = canvas.theme, page.t, page.papers.beside
    columns, right, total = page.columns_at
    left, px = (paper.x + 14) * u, page.px(17 if beside else 15)
    each = (columns[1] - columns[0] if len(columns) > 1 else 110) * u - 6
    for head, at in zip(page.shown.columns, columns, strict=True):
        canvas.put(head, left + at * u, y, canvas.snug(head, px, "sans", each, 9), t.ink2, "sans", "midtop")
    canvas.put("points", left + right * u, y, px, t.ink2, "sans", "topright")
    if total:
        canvas.put("total", left + total * u, y, px, t.ink2, "sans", "topright")


def _sheet(page: KeeperPage, canvas: Canvas, paper: Area) -> None:
    t, u, shown, beside = canvas.theme, page.t, page.shown, page.papers.beside
    x, y, w = paper.x * u, paper.y * u, paper.w * u
    line = y + (144 if beside else 86) * u
    for seat in range(len(page.names)):
        _head(page, canvas, seat, y)
    if beside:
        canvas.put("Totals", x + 16 * u, y + 106 * u, page.px(15), t.ink2, "sans")
    canvas.line(x + 16 * u, line, w - 32 * u, t.paper_edge, sw=2)
    px = page.px(14)
    canvas.put(shown.label, x + 16 * u, line + 5 * u, px, t.ink2, "sans")
    for seat in range(len(page.names)):
        left, each = page.seat_column(seat)
        if each >= LOW * 1.5:
            head = shown.columns[0] if shown.columns else ""
            room = each * u * 0.45
            canvas.label(head, (left + each * 0.22) * u, line + 5 * u, px, t.ink2, "sans", room, "midtop", 9)
            canvas.put("score", (left + each - 12) * u, line + 5 * u, px, t.ink2, "sans", "topright")
        if seat:
            area = page.sheet_area.rect
            canvas.stroke(t.rule, (left * u, area.y), (left * u, min(area.bottom, _end(page))))
    foot = page.note or shown.foot
    room = w - (page.menu.rect.w + 52 * u if beside else 36 * u)
    px = page.px(17 if beside else 15)
    lines = canvas.wrap(foot, room, px, "semi")
    if len(lines) > 2 or (len(lines) > 1 and not beside):
        px = canvas.snug(foot, px, "semi", room * (1.9 if beside else 1), page.px(12))
        lines = canvas.wrap(foot, room, px, "semi")[:2]
    middle = (paper.bottom - (35 if beside else 17)) * u
    canvas.lines(lines, x + 18 * u, middle - len(lines) * px * 0.62, px, t.ink, "semi", 1.25)


def _end(page: KeeperPage) -> int:
    """The y under the last line of the sheet, in pixels."""
    return round(page.sheet_area.rect.y + len(page.shown.deals) * page.line_high * page.t)


def _head(page: KeeperPage, canvas: Canvas, seat: int, y: float) -> None:
    """Portrait, name and total over a column of the sheet; the seats that would win stand on green."""
    t, u, shown, beside = canvas.theme, page.t, page.shown, page.papers.beside
    left, each = page.seat_column(seat)
    cx, room = (left + each / 2) * u, each * u - 6
    d = min((46 if beside else 32) * u, room)
    high = (134 if beside else 78) * u
    if seat in shown.ahead:
        canvas.box(left * u + 2, y + 6 * u, each * u - 4, high, 12 * u, fill=t.good, edge=t.good_edge, sw=1.4)
    canvas.portrait(page.portraits[seat], cx, y + (38 if beside else 24) * u, d)
    for place, badge in enumerate(badge for badge in shown.badges if badge.seat == seat):
        canvas.badge(badge.kind, cx + (d * 0.56 if place == 0 else -d * 0.56), y + 24 * u, d * 0.56)
    name = page.names[seat]
    px = page.px(21 if beside else 16)
    canvas.label(name, cx, y + (62 if beside else 40) * u, px, t.ink, "serif", room, "midtop", 9)
    total = shown.totals[seat]
    big = canvas.snug(total, page.px(40 if beside else 24), "serifb", room, 9)
    middle = y + (113 if beside else 70) * u
    canvas.put(total, cx, middle, big, t.ink, "serifb", "center")
