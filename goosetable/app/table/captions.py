"""Texts over the table: the message, the tag over a card, notes, notices, and the speech of a lesson with its arrow."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from operator import mul
from typing import Final, NamedTuple

import pygame

from goosetable.app.art.svg import document
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area, Point

COLUMNS: Final = 18
"""Number of positions that are tried across the table, and down."""
ROWS: Final = 14
"""Number of positions that are tried in each direction."""
SMALLER: Final = (1.0, 0.88, 0.76, 0.66, 0.57, 0.49)
"""Factors on the text size, tried if the space is too small."""
CROWDED: Final = 0.5
"""Smaller text is tried too if the best position at this text size costs more than this."""
SMALLNESS: Final = 2.0
"""Cost of halving the text size. It is high, because a person who sets large text needs it."""
ENDS: Final = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""End points of an arrow on a wide target, as parts of the target's width. The preferred ones come first."""
SPEECH: Final = 0.13
"""Part of the cloth's area, 0..1; covering an obstacle of this area costs 1."""


class Obstacle(NamedTuple):
    """An area that should not be covered. weight: factor on the cost of covering it."""

    area: Area
    weight: float


class SpeechPlace(NamedTuple):
    """The place for a speech of a lesson: its area, and the size of its text (`px`)."""

    area: Area
    px: float


def find_speech_place(
    cloth: Area, obstacles: Sequence[Obstacle], preferred_centre: Point, px: float, minimum: float,
    text_sizes: Callable[[float], Iterator[tuple[float, float]]],
) -> SpeechPlace:  # fmt: skip
    """Returns the best place for a speech on the cloth.

    obstacles: the areas to leave free. preferred_centre: the preferred centre of the speech. px: the preferred text size.
    minimum: the smallest text size. text_sizes: yields possible widths and heights of the text, for a text size.
    """
    best: tuple[float, SpeechPlace] | None = None
    for scale in SMALLER:
        size = max(minimum, px * scale)
        for w, h in text_sizes(size):
            if w > cloth.w or h > cloth.h:
                continue
            dear = SMALLNESS * (px / size - 1)
            for cost, area in _candidate_places(cloth, obstacles, preferred_centre, w, h):
                cost += dear
                if best is None or cost < best[0]:
                    best = cost, SpeechPlace(area, size)
        if best is not None and (best[0] < CROWDED or size == minimum):
            break
    if best is not None:
        return best[1]
    w, h = min(text_sizes(minimum), key=lambda box: box[1])
    return SpeechPlace(Area(cloth.x, cloth.y, min(w, cloth.w), min(h, cloth.h)), minimum)


def _candidate_places(
    cloth: Area, obstacles: Sequence[Obstacle], preferred_centre: Point, w: float, h: float
) -> Iterator[tuple[float, Area]]:
    """Yields positions of a w x h area, each with its cost. The cost is the weighted area that it covers, plus a little for its
    distance from `preferred_centre`.
    """
    far, much = math.hypot(cloth.w, cloth.h), SPEECH * cloth.w * cloth.h
    columns = [cloth.x + (cloth.w - w) * i / (COLUMNS - 1) for i in range(COLUMNS)]
    rows = [cloth.y + (cloth.h - h) * i / (ROWS - 1) for i in range(ROWS)]
    # The overlap of two boxes is a width times a height. All boxes in a column have the same width, all in a row the
    # same height.
    wide = [[_overlap_length(x, w, thing.area.x, thing.area.w) * thing.weight for thing in obstacles] for x in columns]
    high = [[_overlap_length(y, h, thing.area.y, thing.area.h) for thing in obstacles] for y in rows]
    for x, across in zip(columns, wide, strict=True):
        for y, down in zip(rows, high, strict=True):
            away = math.hypot(x + w / 2 - preferred_centre.x, y + h / 2 - preferred_centre.y) / far
            yield sum(map(mul, across, down)) / much + 0.1 * away, Area(x, y, w, h)


def _overlap_length(start: float, length: float, other_start: float, other_length: float) -> float:
    return max(0.0, min(start + length, other_start + other_length) - max(start, other_start))


class Curve(NamedTuple):
    """A Bézier curve from `a` to `d` with the control points `b` and `c`."""

    a: Point
    b: Point
    c: Point
    d: Point

    def first_part(self, fraction: float) -> Curve:
        """Returns the first part of the curve. fraction: its length as a part of the whole, 0..1."""
        ab = _point_between(self.a, self.b, fraction)
        bc = _point_between(self.b, self.c, fraction)
        cd = _point_between(self.c, self.d, fraction)
        abc, bcd = _point_between(ab, bc, fraction), _point_between(bc, cd, fraction)
        return Curve(self.a, ab, abc, _point_between(abc, bcd, fraction))


def _point_between(a: Point, b: Point, fraction: float) -> Point:
    return Point(a.x + (b.x - a.x) * fraction, a.y + (b.y - a.y) * fraction)


def find_arrow(speech: Area, target: Area, gap: float, barred_areas: Sequence[Area] = ()) -> Curve | None:
    """Returns the arrow from a speech to its target; None if the two nearly touch, or if every arrow crosses `barred_areas`."""
    for part in ENDS if target.w > 16 * gap else ENDS[:1]:
        curve = _curve_to(Point(target.x + part * target.w, target.centre.y), speech, target, gap)
        if curve is None or not any(
            area.contains_point(curve.first_part(i / 24).d) for i in range(25) for area in barred_areas
        ):
            return curve
    return None


def _curve_to(arrow_end: Point, speech: Area, target: Area, gap: float) -> Curve | None:
    x = min(max(arrow_end.x, speech.x + 24), speech.right - 24)
    y = min(max(arrow_end.y, speech.y + 12), speech.bottom - 12)
    beside = target.x > speech.right or target.right < speech.x
    if beside:  # start at the side and bend down or up, or go straight
        right = target.x > speech.right
        start = Point(speech.right + gap if right else speech.x - gap, y)
        level = target.y - gap < y < target.bottom + gap
        if level:
            end = Point(target.x - gap if right else target.right + gap, min(max(y, target.y + 8), target.bottom - 8))
        else:
            end = Point(arrow_end.x, target.y - gap if y < arrow_end.y else target.bottom + gap)
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


def arrow_svg(curve: Curve, tone: str, unit: float) -> tuple[str, Area]:
    """Returns an SVG document with a curve and its arrowhead, and its area on the screen. unit: pixels of a unit."""
    pad = 18 * unit
    x, y = min(p.x for p in curve) - pad, min(p.y for p in curve) - pad
    w, h = max(p.x for p in curve) + pad - x, max(p.y for p in curve) + pad - y
    a, b, c, d = (Point(round(p.x - x, 1), round(p.y - y, 1)) for p in curve)
    way = math.atan2(curve.d.y - curve.c.y, curve.d.x - curve.c.x)
    wings = [Point(d.x - 15 * unit * math.cos(way + turn), d.y - 15 * unit * math.sin(way + turn)) for turn in (0.6, -0.6)]
    path = (
        f"M{a.x},{a.y} C{b.x},{b.y} {c.x},{c.y} {d.x},{d.y} "
        f"M{wings[0].x:.1f},{wings[0].y:.1f} L{d.x},{d.y} L{wings[1].x:.1f},{wings[1].y:.1f}"
    )
    wide, high = math.ceil(w), math.ceil(h)
    lines = "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width * unit:.1f}" stroke-linecap="round" '
        f'stroke-linejoin="round"/>'
        for colour, width in (("#17100f", 8.5), (tone, 5))
    )
    return document(wide, high, lines), Area(x, y, wide, high)


NOTE: Final = 360
"""Width of the widest note, in units."""
READ: Final = 10.5
"""Text size in pixels that a message with line breaks gets instead of a smaller one, if it then has at most three lines."""
OWN_LINES: Final = 2.35
"""Height of the pill (the box of a message) around a message with line breaks, as a multiple of the usual text size."""
SMALL: Final = 0.62
"""Text size down to which a message with line breaks shrinks before it gets a third line, as a part of the usual text size."""
LEAD: Final = 1.12
MEASURE: Final = 36
"""Largest length of a line of a message, as a multiple of its text size; longer lines are wrapped."""


def draw_message(
    canvas: Canvas, text: str, cx: float, cy: float, px: float, widest: float, brass: bool = False,
    middle: float | None = None,
) -> pygame.Rect:  # fmt: skip
    """Draws the message in a dark pill (a box with round ends) around (cx, cy). Returns the area of the pill. widest: its
    largest width.

    middle: the preferred x of its centre; None for cx. brass: True for a brass edge, which means that it is the person's turn.

    The message is rich text: suits, {bold}, ~brass~. If it is too wide, the text becomes smaller, and then is wrapped. A
    message with line breaks makes the pill higher.
    """
    t = canvas.theme
    lines, small = fit_message(canvas, text, px, widest - px * 1.3)
    h = px * (OWN_LINES if "\n" in text else 1.95)
    grown = max(0.0, len(lines) * LEAD * small + 0.3 * px - h)  # the pill grows upwards if three legible lines need more height
    h, cy = h + grown, cy - grown / 2
    w = min(widest, max(canvas.width(line, small) for line in lines) + px * (1.9 if len(lines) == 1 else 1.3))
    if middle is not None:
        cx = max(cx - (widest - w) / 2, min(middle, cx + (widest - w) / 2))
    canvas.draw_shadow(cx - w / 2, cy - h / 2, w, h, h / 2, 8, 3, 110)
    canvas.draw_box(cx - w / 2, cy - h / 2, w, h, h / 2, t.night, t.brass if brass else t.walnut_hi, 1.4, 0.88)
    box = pygame.Rect(round(cx - w / 2), round(cy - h / 2), round(w), round(h))
    high, lead = canvas.font("semi", small).get_height(), small * LEAD
    y = cy - high / 2 - 1 - lead * (len(lines) - 1) / 2
    canvas.draw_lines(lines, cx, y, small, t.cream, "semi", LEAD, "mid", dark=True)
    return box


def fit_message(canvas: Canvas, text: str, px: float, max_width: float) -> tuple[list[str], float]:
    """Returns the lines of a message and their text size in pixels, at least 8, so that they fit in `max_width`. A message
    without line breaks has one or two lines.
    """
    if "\n" in text:
        return _fit_given_lines(canvas, text.split("\n"), px, max_width)
    max_width = min(max_width, MEASURE * px)
    small = canvas.fitting_size(text, px, "semi", max_width - px * 0.6, max(10.5, px * 0.74))
    if canvas.width(text, small) <= max_width - px * 0.6:
        return [text], small
    small = min(max(10.0, px * 0.8), small)
    while small > 8 and len(canvas.wrap_rich_text(text, max_width, small, "semi")) > 2:
        small -= 0.5
    even = max(max_width / 2, canvas.width(text, small) * 0.52)
    lines = canvas.wrap_rich_text(text, even, small, "semi")
    while len(lines) > 2 and even < max_width:
        even = min(max_width, even * 1.06)
        lines = canvas.wrap_rich_text(text, even, small, "semi")
    if len(lines) > 2:
        lines[1:] = [canvas.cut_to_fit(" ".join(lines[1:]), small, "semi", max_width)]
    return lines, small


def _fit_given_lines(canvas: Canvas, lines: list[str], px: float, room: float) -> tuple[list[str], float]:
    small = 0.84 * px

    def wrapped_lines() -> list[str]:
        return [part for line in lines for part in canvas.wrap_rich_text(line, room, small, "semi")]

    while small > 8 and (
        len(wrapped_lines()) * LEAD * small > (OWN_LINES - 0.2) * px or (len(wrapped_lines()) > 2 and small > SMALL * px)
    ):
        small -= 0.5
    if small < 0.9 * READ <= 0.84 * px:
        small, smaller = READ, small
        small = READ if len(wrapped_lines()) <= 3 else smaller
    return wrapped_lines(), small


def draw_hint_lamp(canvas: Canvas, x: float, y: float, diameter: float) -> None:
    """Draws the lamp that marks a hint, centred on (x, y)."""
    t = canvas.theme
    canvas.draw_box(
        x - diameter / 2, y - diameter / 2, diameter, diameter, diameter / 2, fill=t.cream, edge=t.brass_lo, line_width=1.5
    )
    canvas.draw_icon("hint", x, y, diameter * 0.66, t.brass_lo)


def draw_tag(
    canvas: Canvas, text: str, cx: float, cy: float, px: float, left: float = 0, right: float = 1e9, edge: str = ""
) -> pygame.Rect:
    """Draws the effect of a card on a cream label above the card. Returns the area of the label. left, right: bounds of the
    label.

    Text that is too long becomes smaller or is wrapped. edge: colour of the edge; "" for brass.
    """
    t, room, lines = canvas.theme, right - left - px * 1.4, [text]
    if canvas.width(text, px) > room:
        least = max(11.0, 0.8 * px)
        small = canvas.fitting_size(text, px, "semi", room, least)
        if canvas.width(text, small) > room:
            small = max(11.0, 0.62 * px)  # two lines of this size are as high as one usual line
            lines = canvas.wrap_rich_text(text, min(room, 0.62 * canvas.width(text, small)), small, "semi")
        px = small
    w, h = max(canvas.width(line, px) for line in lines) + px * 1.4, px * (0.5 + 1.25 * len(lines))
    x, y = max(left, min(cx - w / 2, right - w)), cy + px * 0.875 - h  # additional lines extend upwards
    canvas.draw_shadow(x, y, w, h, px * 0.525, 5, 3, 130)
    canvas.draw_box(x, y, w, h, px * 0.525, fill=t.cream, edge=edge or t.brass, line_width=1.6)
    for i, line in enumerate(lines):
        canvas.draw_rich_line_centred(line, x + px * 0.7, y + px * (0.875 + 1.25 * i), px, t.ink, "semi")
    return pygame.Rect(round(x), round(y), round(w), round(h))


def draw_note(canvas: Canvas, text: str, figure_area: Area, w: int, h: int, t: float) -> pygame.Rect:
    """Draws the note on a figure: a cream label with a tail that touches the figure. The label does not cover the figure.
    Returns the area of the label.

    figure_area: the area of the figure, in pixels of a window of w x h. t: the scale of text.
    """
    theme = canvas.theme
    px, pad = max(10.5, 14.5 * t), 11 * t
    widest = min(NOTE * t, w - 16)
    lines = canvas.wrap_rich_text(text, widest - 2 * pad, px, "sans")
    lead = 1.32
    wide = min(widest, max(canvas.width(line, px, "sans") for line in lines) + 2 * pad)
    high, tail = len(lines) * px * lead + 2 * pad * 0.7, 9 * t
    below = figure_area.bottom + tail + high <= h - 4
    if below or figure_area.y - tail - high >= 4:
        x = min(max(8.0, figure_area.centre.x - wide / 2), w - 8 - wide)
        y = figure_area.bottom + tail if below else figure_area.y - tail - high
        tip_x = min(max(figure_area.centre.x, x + 2 * tail), x + wide - 2 * tail)
        tip = ((tip_x, y - tail), (tip_x - tail, y + 2), (tip_x + tail, y + 2))
        if not below:
            tip = ((tip_x, y + high + tail), (tip_x - tail, y + high - 2), (tip_x + tail, y + high - 2))
    else:  # neither above nor below a high figure: beside it
        left = figure_area.x - tail - wide >= 4
        x = figure_area.x - tail - wide if left else min(figure_area.right + tail, w - 8 - wide)
        y = min(max(4.0, figure_area.centre.y - high / 2), max(4.0, h - high - 4))
        tip_y, edge, out = y + high / 2, (x + wide - 2 if left else x + 2), (x + wide + tail if left else x - tail)
        tip = ((out, tip_y), (edge, tip_y - tail), (edge, tip_y + tail))
    canvas.draw_shadow(x, y, wide, high, 8 * t, 8, 4, 130)
    canvas.draw_box(x, y, wide, high, 8 * t, fill=theme.cream, edge=theme.brass_lo, line_width=1.4)
    canvas.draw_polygon(theme.cream, tip)
    canvas.draw_smooth_lines(theme.brass_lo, (tip[1], tip[0], tip[2]))
    canvas.draw_lines(lines, x + pad, y + pad * 0.6, px, theme.ink, "sans", lead)
    return pygame.Rect(round(x), round(y), round(wide), round(high))


def notice_size(canvas: Canvas, text: str, px: float, max_width: float) -> tuple[int, int]:
    """Returns width and height of a notice in pixels. max_width: its largest width."""
    max_width = min(max_width, 46 * px)
    lines = canvas.wrap_rich_text(text, max_width - 2 * px, px, "semi")
    wide = min(max_width, max(canvas.width(line, px) for line in lines) + 2 * px)
    return math.ceil(wide), math.ceil(len(lines) * px * 1.35 + px)


def draw_notice(canvas: Canvas, text: str, area: pygame.Rect, px: float) -> pygame.Rect:
    """Draws a notice of the program, which stays until the person closes it. Returns its area."""
    canvas.draw_paper(pygame.FRect(area), 10)
    lines = canvas.wrap_rich_text(text, area.w - 2 * px + 1, px, "semi")
    canvas.draw_lines(lines, area.centerx, area.y + px * 0.42, px, canvas.theme.ink, "semi", 1.35, "mid")
    return area


def draw_muted_sign(canvas: Canvas, w: int, h: int) -> pygame.Rect:
    """Draws the sign for muted sound, with the key that switches it on, in a lower corner of the window. Returns its area."""
    t, u = canvas.theme, min(w / 1280, h / 720)
    px, small = max(11.0, 12 * u), w < 900 or h < 500
    words = "" if small else "Muted (M)"
    high = round(1.8 * px)
    wide = high + (round(canvas.width(words, px, "semi") + 0.5 * px) if words else 0)
    box = pygame.Rect(w - wide - 4 if small else round(5 * u), h - high - round(4 * u), wide, high)
    canvas.draw_box(box.x, box.y, wide, high, high / 2, t.night, t.walnut_hi, 1.2, 0.9)
    canvas.draw_icon("quiet", box.x + high / 2, box.centery, 1.25 * px, t.cream)
    if words:
        canvas.draw_rich_line_centred(words, box.x + high - 0.1 * px, box.centery, px, t.cream, "semi", dark=True)
    return box
