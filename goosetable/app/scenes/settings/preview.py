"""Pictures of the settings page: swatches, sample cards and a little table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages, Cards
from goosetable.app.render.geometry import RATIO
from goosetable.app.skins import theme
from goosetable.app.skins.theme import Theme
from goosetable.app.storage.settings import PACE, Settings
from goosetable.app.ui import tween
from goosetable.games import SHELF

SAMPLE: Final = ("TH", "QD", "7C")
HAND: Final = ("JH", "8H", "AS", "TS", "7C", "QD")

_theme: Callable[[str], Theme] = cache(theme.look)
_faces: Callable[[Theme, str], CardImages] = cache(lambda tones, kind: CardImages(tones, kind, 8 << 20))


def swatch(name: str, canvas: Canvas, area: pygame.Rect) -> None:
    """Draws the cloth of a theme in its rim."""
    t, (x, y, w, h) = _theme(name), area
    canvas.box(x, y, w, h, 10, edge=t.walnut if t.grain else t.walnut_hi, sw=3, grad=(t.cloth_hi, t.cloth_lo))


def cards(context: Context, kind: Cards, canvas: Canvas, area: pygame.Rect) -> None:
    """Draws three cards of a kind on the present cloth."""
    t, (x, y, w, h) = context.theme, area
    canvas.box(x, y, w, h, 10, edge=t.walnut, sw=1.4, grad=(t.cloth_hi, t.cloth_lo))
    high = h * 1.04
    wide = high * RATIO
    step = (w * 0.86 - wide) / (len(SAMPLE) - 1)
    with canvas.within(area.inflate(-4, -4)):
        for i, code in enumerate(SAMPLE):
            _faces(t, kind).put(canvas.dst, code, x + w * 0.07 + wide / 2 + i * step, y + h * 0.66, high, tall=True)


def little_table(context: Context, canvas: Canvas, area: pygame.Rect) -> None:
    """Draws a small table with the chosen theme, cards and text size."""
    t, s = canvas.theme, context.settings
    x, y, w, h = area
    canvas.shadow(x, y, w, h, 8, 10, 4, 130)
    canvas.box(x, y, w, h, 8, edge=t.walnut_lo, sw=2, fill=t.walnut)
    felt = pygame.Rect(x + round(w * 0.02), y + round(h * 0.035), round(w * 0.7), round(h * 0.93))
    canvas.box(felt.x, felt.y, felt.w, felt.h, h * 0.07, grad=(t.cloth_hi, t.cloth_lo))
    u = h / 216
    px = max(9.0, 9.5 * u * min(1.5, s.text_size))
    for who, name, part in (("fox", "Vesper", 0.2), ("hen", "Dorothea", 0.8)):
        cx = felt.x + felt.w * part
        canvas.portrait(who, cx, felt.y + 24 * u, 32 * u)
        wide = canvas.width(name, px, "serif") + 12 * u
        canvas.box(cx - wide / 2, felt.y + 36 * u, wide, px * 1.5, 3, fill=t.walnut_lo, edge=t.walnut_hi, sw=1)
        canvas.put(name, cx, felt.y + 36 * u + px * 0.75, px, t.cream, "serif", "center")
    cx = felt.centerx
    context.faces.put(canvas.dst, "9H", cx - 22 * u, felt.y + 77 * u, 54 * u, angle=4, tall=True)
    context.faces.put(canvas.dst, "KH", cx + 22 * u, felt.y + 79 * u, 54 * u, angle=-3, glow=t.brass, tall=True)
    for i in range(3):
        context.faces.put(
            canvas.dst, f"back {s.back}", felt.x + (22 + 5 * i) * u, felt.y + 88 * u, 40 * u, angle=6 - 6 * i, tall=True
        )
    step = felt.w * 0.11
    with canvas.within(felt):
        for i, code in enumerate(HAND):
            may = i < 2
            rise = 8 * u if may and s.lift_legal else 0
            at = cx + (i - 2.2) * step, felt.bottom - 32 * u - rise
            context.faces.put(
                canvas.dst, code, *at, 66 * u * min(1.25, s.card_size), lift=1 if may else 0, dim=not may, tall=True
            )
    if s.say_what_card_does:
        words = "takes the trick"
        wide = canvas.width(words, px, "semi") + 10 * u
        canvas.box(cx - 2.2 * step - wide / 2, felt.bottom - 92 * u, wide, px * 1.7, 4, fill=t.cream, edge=t.brass, sw=1)
        canvas.put(words, cx - 2.2 * step, felt.bottom - 92 * u + px * 0.85, px, t.ink, "semi", "center")
    _little_ledger(canvas, pygame.Rect(felt.right + round(6 * u), felt.y, area.right - felt.right - round(14 * u), felt.h), px)


def rests(chosen: Settings) -> float:
    """Seconds for which a full trick rests."""
    return PACE[chosen.pace] * tween.TRICK_RESTS


def trick_words(context: Context) -> str:
    """The picture of `one_trick` in words."""
    seconds = _trick_seconds(context)
    return f"One trick at this pace: {sum(seconds):.1f} seconds" if any(seconds) else "One trick is gathered at once"


def _trick_seconds(context: Context) -> tuple[float, float, float]:
    """Seconds in which a trick of three is played, rests and is gathered."""
    return 3 * tween.PLAY * context.motion, rests(context.settings), tween.GATHER * context.motion


def one_trick(context: Context, canvas: Canvas, area: pygame.Rect, px: Callable[[float], float]) -> None:
    """Draws the duration of a trick of three at the chosen pace, as three parts of a bar; nothing without room."""
    t, (cards_take, it_rests, gather) = canvas.theme, _trick_seconds(context)
    parts = ("three cards", cards_take, t.brass), ("it rests", it_rests, t.paper_lo), ("gather", gather, t.off_edge)
    whole = sum(seconds for _, seconds, _ in parts)
    small, gap = px(14), px(16)
    if area.h < 8 * gap:
        return
    y = area.y + gap
    canvas.put(
        "One trick at this pace", area.x, y, canvas.snug("One trick at this pace", gap, "semi", area.w * 0.75), t.ink2, "semi"
    )
    canvas.put(f"{whole:.1f} s", area.right, y, gap, t.ink, "semi", "topright")
    x, y, high = float(area.x), y + 1.7 * gap, 2.2 * small
    for words, seconds, tone in parts:
        w = area.w * seconds / whole if whole else 0.0
        if w > 2:
            canvas.box(x, y, w - 2, high, 4, fill=tone, edge=t.brass_lo, sw=1)
            if canvas.width(words, small, "sans") < w - 6:
                canvas.put(words, x + (w - 2) / 2, y + high / 2, small, t.ink, "sans", "center")
        x += w
    if not whole:
        canvas.put("It is gathered at once.", area.x, y, small, t.ink2, "sans")


def _little_ledger(canvas: Canvas, area: pygame.Rect, px: float) -> None:
    t = canvas.theme
    x, y, w, h = area
    canvas.box(x, y, w, h, 5, edge=t.paper_edge, sw=1, grad=(t.paper, t.paper_lo))
    with canvas.within(area):
        canvas.put(canvas.fit(SHELF[0].title, px, "serifb", w - 12), x + 7, y + 5, px, t.ink, "serifb")
        top = y + 5 + px * 1.8
        for i, (name, total) in enumerate((("You", "41"), ("Vesper", "52"), ("Dorothea", "36"))):
            if i == 0:
                canvas.box(x + 3, top - 2, w - 6, px * 1.6, 4, fill=t.good, edge=t.good_edge, sw=1)
            canvas.put(canvas.fit(name, px, "sans", w - 20 - canvas.width(total, px)), x + 8, top, px, t.ink, "sans")
            canvas.put(total, x + w - 8, top, px, t.ink, "semi", "topright")
            top += px * 1.8
