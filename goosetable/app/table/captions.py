"""Words that lie over the table: the message pill, the tag over a card, a notice."""

from __future__ import annotations

import pygame

from goosetable.app.render.canvas import Canvas


def message(
    canvas: Canvas, s: str, cx: float, cy: float, px: float, widest: float, turn: bool = False, middle: float | None = None
) -> pygame.Rect:
    """What is going on, in a dark pill; turn: it is the person's turn, so its edge is brass.

    It stands in the room `widest` about cx: as near to `middle` as it can, or in its middle.

    Rich text: suits, {bold}, ~brass~. To stay within `widest` it shrinks a little, then goes on in a second line.
    """
    t = canvas.theme
    h = px * 1.95
    lines, small = lines_of(canvas, s, px, widest - px * 1.3)
    w = min(widest, max(canvas.width(line, small) for line in lines) + px * (1.9 if len(lines) == 1 else 1.3))
    if middle is not None:
        cx = max(cx - (widest - w) / 2, min(middle, cx + (widest - w) / 2))
    canvas.shadow(cx - w / 2, cy - h / 2, w, h, h / 2, 8, 3, 110)
    canvas.box(cx - w / 2, cy - h / 2, w, h, h / 2, t.night, t.brass if turn else t.walnut_hi, 1.4, 0.88)
    box = pygame.Rect(round(cx - w / 2), round(cy - h / 2), round(w), round(h))
    high, lead = canvas.font("semi", small).get_height(), small * 1.12
    y = cy - high / 2 - 1 - lead * (len(lines) - 1) / 2
    canvas.lines(lines, cx, y, small, t.cream, "semi", 1.12, "mid", dark=True)
    return box


def lines_of(canvas: Canvas, s: str, px: float, room: float) -> tuple[list[str], float]:
    """A message in one line, or in two of smaller letters, and the size at which it fits `room`; never under 8 pixels."""
    small = canvas.snug(s, px, "semi", room - px * 0.6, max(10.5, px * 0.74))
    if canvas.width(s, small) <= room - px * 0.6:
        return [s], small
    small = min(max(10.0, px * 0.8), small)
    while small > 8 and len(canvas.wrap(s, room, small, "semi")) > 2:
        small -= 0.5
    even = max(room / 2, canvas.width(s, small) * 0.52)
    lines = canvas.wrap(s, even, small, "semi")
    while len(lines) > 2 and even < room:
        even = min(room, even * 1.06)
        lines = canvas.wrap(s, even, small, "semi")
    if len(lines) > 2:
        lines[1:] = [canvas.fit(" ".join(lines[1:]), small, "semi", room)]
    return lines, small


def lamp(canvas: Canvas, x: float, y: float, d: float) -> None:
    """The mark of a hint, its middle at x, y."""
    t = canvas.theme
    canvas.box(x - d / 2, y - d / 2, d, d, d / 2, fill=t.cream, edge=t.brass_lo, sw=1.5)
    canvas.icon("hint", x, y, d * 0.66, t.brass_lo)


def answer(canvas: Canvas, s: str, cx: float, top: float, high: float, px: float, room: float) -> None:
    """Rich text on paper, in one line or in two, in the middle of a strip `high` pixels high."""
    small = px
    lines = [s]
    if canvas.width(s, small, "semi") > room:
        small = max(8.0, min(px, high / 2.4))
        while small > 8 and canvas.width(s, small, "semi") > 1.9 * room:
            small -= 0.5
        lines = canvas.wrap(s, max(room / 2, canvas.width(s, small, "semi") * 0.54), small, "semi")
        if len(lines) > 2:
            lines = canvas.wrap(s, room, small, "semi")
        if len(lines) > 2:
            lines[1:] = [canvas.fit(" ".join(lines[1:]), small, "semi", room)]
    lead = min(small * 1.25, high / len(lines))
    y = top + (high - lead * len(lines)) / 2 + (lead - canvas.font("semi", small).get_height()) / 2
    for line in lines:
        canvas.rich(line, cx, y, small, canvas.theme.ink, "semi", "mid")
        y += lead


def tag(canvas: Canvas, s: str, cx: float, cy: float, px: float, left: float = 0, right: float = 1e9) -> pygame.Rect:
    """What a card would do, on a cream label over it, kept between left and right."""
    t = canvas.theme
    w, h = canvas.width(s, px) + px * 1.4, px * 1.75
    x = max(left, min(cx - w / 2, right - w))
    canvas.shadow(x, cy - h / 2, w, h, h * 0.3, 5, 3, 130)
    canvas.box(x, cy - h / 2, w, h, h * 0.3, fill=t.cream, edge=t.brass, sw=1.6)
    canvas.rich_level(s, x + px * 0.7, cy, px, t.ink, "semi")
    return pygame.Rect(round(x), round(cy - h / 2), round(w), round(h))


def notice(canvas: Canvas, s: str, w: int, px: float, top: float = 10) -> pygame.Rect:
    """A sentence from the program itself, on a sheet at the top of the window; it lies there until something is done."""
    t = canvas.theme
    room = min(w - 48, 46 * px)
    lines = canvas.wrap(s, room - 2 * px, px, "semi")
    wide = min(room, max(canvas.width(line, px) for line in lines) + 2 * px)
    high = len(lines) * px * 1.35 + px
    x = (w - wide) / 2
    canvas.paper(x, top, wide, high, 10)
    canvas.lines(lines, w / 2, top + px * 0.42, px, t.ink, "semi", 1.35, "mid")
    return pygame.Rect(round(x), round(top), round(wide), round(high))


def muted(canvas: Canvas, w: int, h: int) -> pygame.Rect:
    """The sign, in a lower corner of the window, that there is no sound, with the key that brings it back."""
    t, u = canvas.theme, min(w / 1280, h / 720)
    px, small = max(11.0, 12 * u), w < 900 or h < 500
    words = "" if small else "Muted (M)"
    high = round(1.8 * px)
    wide = high + (round(canvas.width(words, px, "semi") + 0.5 * px) if words else 0)
    box = pygame.Rect(w - wide - 4 if small else round(5 * u), h - high - round(4 * u), wide, high)
    canvas.box(box.x, box.y, wide, high, high / 2, t.night, t.walnut_hi, 1.2, 0.9)
    canvas.icon("quiet", box.x + high / 2, box.centery, 1.25 * px, t.cream)
    if words:
        canvas.rich_level(words, box.x + high - 0.1 * px, box.centery, px, t.cream, "semi", dark=True)
    return box
