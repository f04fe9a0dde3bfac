"""The program's name as it stands over the title, and in the first frame before anything else is loaded."""

from __future__ import annotations

from functools import partial

import pygame

from goosetable.app.render.canvas import Canvas


def wordmark(canvas: Canvas, cx: float, y: float, px: float) -> None:
    """The name with its middle at cx and its top at y."""
    t = canvas.theme
    halves = (("goose", t.cream), ("table", t.brass))
    fall = max(2, round(px / 23))
    for dy, shade in ((fall, t.night), (0, "")):
        x = cx - sum(canvas.width(word, px, "black") for word, _ in halves) / 2
        for word, tone in halves:
            picture = canvas.text(word, px, shade or tone, "black")
            if shade:
                picture = canvas.made(("faint", word, px, shade), partial(_faint, picture))
            canvas.dst.blit(picture, (round(x), round(y + dy)), special_flags=pygame.BLEND_PREMULTIPLIED)
            x += canvas.width(word, px, "black")


def _faint(picture: pygame.Surface) -> pygame.Surface:
    found = picture.copy()
    found.fill((120, 120, 120, 120), special_flags=pygame.BLEND_RGBA_MULT)
    return found
