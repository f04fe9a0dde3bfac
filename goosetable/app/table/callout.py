"""Placement of a lesson's words on the table: beside their subject, and over as little else as possible."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from operator import mul
from typing import Final, NamedTuple

from goosetable.app.render.geometry import Area, Point

COLUMNS: Final = 18
ROWS: Final = 14
"""Number of places tried across and down."""
SMALLER: Final = (1.0, 0.88, 0.76, 0.66, 0.57, 0.49)
"""Text sizes that are tried for want of room."""
CROWDED: Final = 0.5
"""Cost of a place above which smaller text is tried as well."""
SMALLNESS: Final = 2.0
"""Cost of halving the text: large text is a person's wish."""
ENDS: Final = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""Points across a wide target at which an arrow may end, as parts of its width, the best first."""
SPEECH: Final = 0.13
"""Part of the cloth to which covered ground is compared."""


class Weight(NamedTuple):
    """Something that should not be covered, and the cost of covering it."""

    area: Area
    weight: float


class Fit(NamedTuple):
    """The outer box of a speech whose text has the size `px`."""

    area: Area
    px: float


def speech_place(
    cloth: Area, around: Sequence[Weight], near: Point, px: float, least: float,
    sizes: Callable[[float], Iterator[tuple[float, float]]],
) -> Fit:  # fmt: skip
    """Returns the best place within the cloth. near: the preferred place; sizes: boxes that hold a text."""
    best: tuple[float, Fit] | None = None
    for scale in SMALLER:
        size = max(least, px * scale)
        for w, h in sizes(size):
            if w > cloth.w or h > cloth.h:
                continue
            dear = SMALLNESS * (px / size - 1)
            for cost, area in _tries(cloth, around, near, w, h):
                cost += dear
                if best is None or cost < best[0]:
                    best = cost, Fit(area, size)
        if best is not None and (best[0] < CROWDED or size == least):
            break
    if best is not None:
        return best[1]
    w, h = min(sizes(least), key=lambda box: box[1])
    return Fit(Area(cloth.x, cloth.y, min(w, cloth.w), min(h, cloth.h)), least)


def _tries(cloth: Area, around: Sequence[Weight], near: Point, w: float, h: float) -> Iterator[tuple[float, Area]]:
    """Yields places for a box, each with its cost: the ground covered, by weight, and a little for the distance."""
    far, much = math.hypot(cloth.w, cloth.h), SPEECH * cloth.w * cloth.h
    columns = [cloth.x + (cloth.w - w) * i / (COLUMNS - 1) for i in range(COLUMNS)]
    rows = [cloth.y + (cloth.h - h) * i / (ROWS - 1) for i in range(ROWS)]
    # The overlap of two boxes is a width times a height; the widths are the same down a column, the heights along a row.
    wide = [[_shared(x, w, thing.area.x, thing.area.w) * thing.weight for thing in around] for x in columns]
    high = [[_shared(y, h, thing.area.y, thing.area.h) for thing in around] for y in rows]
    for x, across in zip(columns, wide, strict=True):
        for y, down in zip(rows, high, strict=True):
            away = math.hypot(x + w / 2 - near.x, y + h / 2 - near.y) / far
            yield sum(map(mul, across, down)) / much + 0.1 * away, Area(x, y, w, h)


def _shared(a: float, long: float, b: float, other: float) -> float:
    """Returns the length that two stretches share, from a and b on."""
    return max(0.0, min(a + long, b + other) - max(a, b))


class Curve(NamedTuple):
    """A curve from `a` to `d`, bent by `b` and `c`."""

    a: Point
    b: Point
    c: Point
    d: Point

    def until(self, part: float) -> Curve:
        """Returns its beginning, up to a part 0..1 of it."""
        ab, bc, cd = _between(self.a, self.b, part), _between(self.b, self.c, part), _between(self.c, self.d, part)
        abc, bcd = _between(ab, bc, part), _between(bc, cd, part)
        return Curve(self.a, ab, abc, _between(abc, bcd, part))


def _between(a: Point, b: Point, part: float) -> Point:
    return Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)


def arrow(speech: Area, target: Area, gap: float, clear: Sequence[Area] = ()) -> Curve | None:
    """Returns the arrow from the edge of a speech to its target; None if the two touch, or nearly.

    clear: areas that no arrow may cross; None as well if each of them would.
    """
    for part in ENDS if target.w > 16 * gap else ENDS[:1]:
        curve = _to(Point(target.x + part * target.w, target.centre.y), speech, target, gap)
        if curve is None or not any(area.holds(curve.until(i / 24).d) for i in range(25) for area in clear):
            return curve
    return None


def _to(to: Point, speech: Area, target: Area, gap: float) -> Curve | None:
    """Returns the arrow to a point of the target."""
    x = min(max(to.x, speech.x + 24), speech.right - 24)
    y = min(max(to.y, speech.y + 12), speech.bottom - 12)
    beside = target.x > speech.right or target.right < speech.x
    if beside:  # out at the side, and down or up on it, or straight in
        right = target.x > speech.right
        start = Point(speech.right + gap if right else speech.x - gap, y)
        level = target.y - gap < y < target.bottom + gap
        if level:
            end = Point(target.x - gap if right else target.right + gap, min(max(y, target.y + 8), target.bottom - 8))
        else:
            end = Point(to.x, target.y - gap if y < to.y else target.bottom + gap)
    else:
        below = target.y >= speech.bottom
        start = Point(x, speech.bottom + gap if below else speech.y - gap)
        end = Point(min(max(x, target.x + 6), target.right - 6), target.y - gap if below else target.bottom + gap)
        if not below and target.bottom > speech.y:
            return None
    dx, dy = end.x - start.x, end.y - start.y
    if math.hypot(dx, dy) < 2.2 * gap or (not beside and dy * (1 if target.y >= speech.bottom else -1) < gap):
        return None
    if beside and abs(dy) > 20:
        return Curve(start, Point(start.x + dx * 0.55, start.y - 0.1 * abs(dx)), Point(end.x, start.y), end)
    bend = 0.12
    return Curve(
        start, Point(start.x + dx * 0.33 - dy * bend, start.y + dy * 0.33 - dx * bend),
        Point(start.x + dx * 0.67 - dy * bend, start.y + dy * 0.67 - dx * bend), end,
    )  # fmt: skip


def arrow_svg(curve: Curve, tone: str, u: float) -> tuple[str, Area]:
    """Returns an SVG document of a curve with a head at its end, and its box on the screen."""
    pad = 18 * u
    x, y = min(p.x for p in curve) - pad, min(p.y for p in curve) - pad
    w, h = max(p.x for p in curve) + pad - x, max(p.y for p in curve) + pad - y
    a, b, c, d = (Point(round(p.x - x, 1), round(p.y - y, 1)) for p in curve)
    way = math.atan2(curve.d.y - curve.c.y, curve.d.x - curve.c.x)
    wings = [Point(d.x - 15 * u * math.cos(way + turn), d.y - 15 * u * math.sin(way + turn)) for turn in (0.6, -0.6)]
    path = (
        f"M{a.x},{a.y} C{b.x},{b.y} {c.x},{c.y} {d.x},{d.y} "
        f"M{wings[0].x:.1f},{wings[0].y:.1f} L{d.x},{d.y} L{wings[1].x:.1f},{wings[1].y:.1f}"
    )
    wide, high = math.ceil(w), math.ceil(h)
    lines = "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width * u:.1f}" stroke-linecap="round" '
        f'stroke-linejoin="round"/>'
        for colour, width in (("#17100f", 8.5), (tone, 5))
    )
    body = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">{lines}</svg>'
    return body, Area(x, y, wide, high)
