"""A chart of what each choice brings where no card is moved, such as bids: a bar a choice, with how far it may be off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area, round_step
from goosetable.engine.words import phrases

MOST: Final = 9
"""Bars that are drawn; where there are more choices, those round the best."""
TORN: Final = 2.0
"""How far a bar may reach below zero at most, compared with the highest; a longer one is torn off."""
LEAST: Final = 20.0
"""Points that the highest bar is taken for at least there."""
LONGEST: Final = 3
"""Characters of a label that fits under a bar."""


class Bar(NamedTuple):
    """A choice. points: on average; error: what that may be off, 95 %. kind: "best", "played" or nothing."""

    label: str
    points: float
    error: float
    kind: str = ""


def scale(bars: tuple[Bar, ...]) -> tuple[float, float]:
    """The lowest and the highest points of the chart, with zero between them."""
    highest = max(0.0, *[bar.points + bar.error for bar in bars])
    lowest = min(0.0, *[bar.points - bar.error for bar in bars])
    lowest = max(lowest, -TORN * max(highest, LEAST))
    return lowest, highest if highest - lowest > 1 else lowest + 1


def around(bars: tuple[Bar, ...]) -> tuple[Bar, ...]:
    """At most `MOST` bars: those round the best, and the one played."""
    if len(bars) <= MOST:
        return bars
    middle = next((i for i, bar in enumerate(bars) if bar.kind == "best"), 0)
    first = max(0, min(middle - MOST // 2, len(bars) - MOST))
    kept = list(range(first, first + MOST))
    played = next((i for i, bar in enumerate(bars) if bar.kind == "played"), middle)
    if played not in kept:
        nearest = -1 if played > kept[-1] else 0
        del kept[nearest if kept[nearest] != middle else -1 - nearest]
        kept = sorted([*kept, played])
    return tuple([bars[i] for i in kept])


def high(px: float) -> float:
    """The height of a chart whose text has the size `px`."""
    return 10.5 * px


def draw(canvas: Canvas, bars: tuple[Bar, ...], area: Area, px: float) -> None:
    """Draws the chart: figures at the left, zero as a line, the choices under the bars; that of the one played is hollow."""
    t = canvas.theme
    lowest, highest = scale(bars)
    ticks = _ticks(lowest, highest)
    side = max(canvas.width(_figure(tick), 0.85 * px, "sans") for tick in ticks) + 0.6 * px
    top, bottom = area.y + 1.2 * px, area.bottom - 1.9 * px
    each = (area.w - side) / len(bars)

    def level(points: float) -> float:
        return bottom - (min(max(points, lowest), highest) - lowest) / (highest - lowest) * (bottom - top)

    for tick in ticks:
        y = level(tick)
        canvas.line(area.x + side, y, area.w - side, t.ink2 if tick == 0 else "", 1.0 if tick == 0 else 0.7)
        canvas.put(_figure(tick), area.x + side - 0.5 * px, y, 0.85 * px, t.ink2, "sans", "midright")
    for i, bar in enumerate(bars):
        x = area.x + side + (i + 0.5) * each
        _draw_bar(canvas, bar, x, min(0.62 * each, 1.7 * px), level, bar.points < lowest, px)
        tone, face = (t.ink, "bold") if bar.kind else (t.ink2, "semi")
        canvas.rich_level(bar.label, x, area.bottom - 0.8 * px, 1.1 * px, tone, face, "mid")


def _draw_bar(canvas: Canvas, bar: Bar, x: float, wide: float, level: Callable[[float], float], torn: bool, px: float) -> None:
    """Draws a bar around x, with how far it may be off, or torn off below; the best and the one played with their figure.

    level: the height at which a number of points stands.
    """
    t = canvas.theme
    y, zero = level(bar.points), level(0)
    fills = {"best": t.leaf, "": t.plain_edge}
    hollow = bar.kind == "played"  # told from the best one without its colour
    fill, edge, thick = (t.paper, t.over, max(2.5, 0.16 * wide)) if hollow else (fills[bar.kind], "none", 1.2)
    canvas.box(x - wide / 2, min(y, zero), wide, max(2.0, abs(y - zero)), 2, fill=fill, edge=edge, sw=thick)
    if torn:
        teeth = 3
        for j in range(teeth):
            d = wide / teeth
            canvas.box(x - wide / 2 + j * d + 0.15 * d, y - d / 2, 0.7 * d, d, d / 3, fill=t.paper)
    else:
        _whisker(canvas, x, level(bar.points + bar.error), level(bar.points - bar.error), 0.3 * wide, t.ink)
    if bar.kind:
        above = min(y, zero, level(bar.points + bar.error)) - 0.62 * px
        canvas.put(_figure(bar.points), x, above, 0.85 * px, t.ink, "semi", "center")


def _whisker(canvas: Canvas, x: float, top: float, bottom: float, half: float, tone: str) -> None:
    if bottom - top >= 3:
        canvas.box(x - 0.7, top, 1.4, bottom - top, 0, fill=tone)
    for y in (top, bottom):
        canvas.line(x - half, y, 2 * half, tone)


def _ticks(lowest: float, highest: float) -> list[float]:
    """Two to five round figures from the lowest to the highest, zero among them."""
    size = round_step(highest - lowest)
    return [float(size * i) for i in range(-5, 6) if lowest - 1e-9 <= size * i <= highest + 1e-9]


def _figure(points: float) -> str:
    return f"{phrases.MINUS if round(points) < 0 else ''}{abs(points):.0f}"
