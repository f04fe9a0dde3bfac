"""The race in the sidebar: a line up to the target with everybody on it, the aim, and what was won over the match."""

from __future__ import annotations

from goosetable.app.render.canvas import Canvas
from goosetable.app.skins.theme import mix
from goosetable.app.table.seats import group, group_width
from goosetable.app.table.sidebar.sidebar_layout import SMALLEST, Sheet
from goosetable.app.table.snapshot import Snapshot
from goosetable.engine.text.table_facts import FigureKind, Race
from goosetable.engine.words import phrases

MOST_PRIZES = 6  # more seats than this show only those who have won something


def height(page: Sheet, snapshot: Snapshot, ranked: bool) -> float:
    """Of the race with what was won over the match; where totals stand in the rows, only of the latter."""
    prizes = 30 * page.s if any(snapshot.prizes) else 0.0
    return prizes if ranked else (26 + 20 + 46 + 6 + 10) * page.s + prizes


def draw(
    canvas: Canvas, page: Sheet, snapshot: Snapshot, portraits: tuple[str, ...], prizes: str, ranked: bool, y: float
) -> float:
    """All of it, from y; gives the y below it. prizes: the word for what is won over a match."""
    s = page.s
    if not ranked:
        top = y
        y = _title(canvas, page, snapshot.race.aim, y)
        y = rail(canvas, snapshot.race, portraits, page.x, y + 26 * s, page.w, s)
        page.mark(FigureKind.RACE, top, y - top - 6 * s)
    if any(snapshot.prizes):
        page.mark(FigureKind.PRIZES, y + 2 * s, 26 * s)
        y = _prizes(canvas, page, snapshot.prizes, portraits, prizes, y + 2 * s)
    return y + 6 * s


def _title(canvas: Canvas, page: Sheet, aim: str, y: float) -> float:
    """The heading and the aim, in one line or, where room is short, in two; gives the y of the last."""
    t, s, small = canvas.theme, page.s, page.px(14)
    used = canvas.put("Game so far", page.x, y, small, t.ink2, "semi").w
    px = canvas.snug(aim, page.px(13), "sans", page.w - used - 10 * s, SMALLEST)
    if canvas.width(aim, px, "sans") > page.w - used - 10 * s:
        y += small * 1.3
    said = canvas.fit(aim, px, "sans", page.w)
    canvas.put(said, page.x + page.w, y + (small - px) * 0.9, px, t.ink2, "sans", "topright")
    return y


def rail(canvas: Canvas, race: Race, portraits: tuple[str, ...], x: float, y: float, w: float, s: float) -> float:
    """A line up to the target with everybody's medallion on it, partners' together: who is where is seen, not read.

    Returns the y below.
    """
    t = canvas.theme
    y += 20 * s
    low, high = min(0, *race.totals), max(race.target, *race.totals)
    span = max(1, high - low)
    canvas.box(x, y - 3 * s, w, 6 * s, 3 * s, fill=t.rule)
    if max(race.totals) > low:
        done = mix(t.brass_lo, t.brass, 0.45)
        canvas.box(x, y - 3 * s, max(6 * s, w * (max(race.totals) - low) / span), 6 * s, 3 * s, fill=done)
    order = sorted(race.parties, key=lambda party: race.totals[party[0]])
    d = min(30 * s, w / len(order) * 0.94)
    wide = group_width(d, max(map(len, order)))
    at = spread(
        [x + w * (race.totals[party[0]] - low) / span for party in order], wide + d * 0.13, x + wide / 2, x + w - wide / 2
    )
    for mark in [number for number in (0, race.target) if low < number < high]:
        canvas.box(x + float(w * (mark - low) / span) - 1.5 * s, y - 8 * s, 3 * s, 16 * s, 1, fill=t.ink2)
    if at[-1] < x + w - d * 1.6:
        canvas.put(str(race.target), x + w, y + 8 * s, max(10.5, 13 * s), t.ink2, "sans", "topright")
    for party, cx in zip(order, at, strict=True):
        good = party[0] in race.good
        group(canvas, [portraits[seat] for seat in party], cx, y, d, t.brass if good else "")
        figure = phrases.amount(race.totals[party[0]])
        canvas.put(figure, cx, y + 17 * s, max(11.0, min(15 * s, d * 0.6)), t.ink, "bold" if good else "semi", "midtop")
    return y + 46 * s


def _prizes(canvas: Canvas, page: Sheet, prizes: tuple[int, ...], portraits: tuple[str, ...], word: str, y: float) -> float:
    """What everybody has won over the match, in one line; of a large table, those who have won something."""
    t, s = canvas.theme, page.s
    middle = y + 13 * s
    x = page.x + canvas.put(phrases.sentence(word), page.x, middle, page.px(14), t.ink2, "semi", "midleft").w + 14 * s
    seats = [seat for seat, won in enumerate(prizes) if won or len(prizes) <= MOST_PRIZES]
    step = (page.x + page.w - x) / len(seats)
    d = min(22 * s, step * 0.5)
    for i, seat in enumerate(seats):
        canvas.portrait(portraits[seat], x + i * step + d / 2, middle, d)
        canvas.put(str(prizes[seat]), x + i * step + d + 5 * s, middle, page.px(15), t.ink, "bold", "midleft")
    return y + 28 * s


def spread(at: list[float], apart: float, low: float, high: float) -> list[float]:
    """Places in ascending order, moved as little as need be to lie `apart` from each other and within the ends.

    >>> spread([10.0, 12.0], 6, 0, 100)
    [8.0, 14.0]
    """
    found = [min(max(place, low), high) for place in at]
    for _ in range(40):
        for i in range(len(found) - 1):
            lack = apart - (found[i + 1] - found[i])
            if lack > 0.01:
                found[i] -= lack / 2
                found[i + 1] += lack / 2
        if found[0] < low:
            found[0] = low
        if found[-1] > high:
            found[-1] = high
    return found
