"""Drawing of the honk: the goose beside the seat, its word, and feathers, in places that are free."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi, sin
from typing import Final

import pygame

from goosetable.app.art import pictures
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import RATIO, Point
from goosetable.app.table.company.free_places import free_place
from goosetable.app.table.company.honk import WALKS, Honk
from goosetable.app.table.stage import Stage
from goosetable.app.ui.tween import FRAME, between, in_out_quad, out_quad

WORD: Final = "honk"
GOOSE: Final = 112
"""Height of the goose if there is room, in units."""
SIZES: Final = (1.0, 0.8, 0.65)
"""Parts of that height that are tried."""
BEFORE: Final = 0.72
"""Width of word and lines before the beak, in heights of the goose."""


class HonkPicture:
    """Draws one honk, in a place found once."""

    def __init__(self, honk: Honk, stage: Stage) -> None:
        self.honk, self.stage = honk, stage
        u = max(stage.layout.u, 0.62)
        high = GOOSE * u
        sizes = [] if stage.layout.compact or honk.still else [(high * part * (1.05 + BEFORE), high * part) for part in SIZES]
        self._px = max(15.0, 30 * u)
        self._goose = free_place(stage, honk.seat, sizes, 4 * u)
        words = [(px * 2.9, px * 1.5) for px in (self._px, 0.75 * self._px)]
        self._word = free_place(stage, honk.seat, words, 4 * u) if self._goose is None else None

    def draw(self, canvas: Canvas) -> None:
        """Draws the goose facing its victim, with its word between the two."""
        honk = self.honk
        if self._goose is not None:
            area, h = self._goose.area, self._goose.area.h
            come = out_quad(min(1.0, honk.part / WALKS))
            hop = 0.06 * h * abs(sin(2 * pi * come)) if come < 1 else 0.0
            right, wide = self._goose.side == "left", h * pictures.HONK_WIDE / pictures.HONK_TALL

            def lay(body: str, x: float, y: float, w: float, h: float) -> None:
                """Draws one SVG; x: from the edge before the beak."""
                _lay(canvas, body, area.right - x - w if right else area.x + x, area.y + y, w, h)

            body = pictures.honking(right) if honk.loud else pictures.walking(right)
            lay(body, BEFORE * h + 0.3 * h * (1 - come), -hop, wide, h)
            if honk.loud:
                w = 0.31 * h
                lay(pictures.voice(canvas.theme.brass_hi, right), BEFORE * h - w - 0.02 * h, -0.04 * h, w, 0.5 * h)
                honk_word(canvas, area.right - 0.34 * h if right else area.x + 0.34 * h, area.y + 0.62 * h, 0.27 * h)
        elif self._word is not None and honk.loud:
            area = self._word.area
            honk_word(canvas, area.centre.x, area.centre.y, area.h / 1.5)

    def rehearse(self, canvas: Canvas) -> Iterator[None]:
        """Draws each frame of it on a hidden surface, one a step, so that its pictures are cached."""
        nowhere = pygame.Surface((1, 1))
        while not self.honk.over:
            with canvas.onto(nowhere):
                self.draw(canvas)
                self.draw_feathers(canvas)
            yield
            self.honk.update(FRAME)

    def draw_feathers(self, canvas: Canvas) -> None:
        """Draws two feathers flying from the trick to the plate, one a little after the other."""
        honk, stage = self.honk, self.stage
        if honk.still:
            return
        layout, end = stage.layout, stage.plate(honk.seat)
        start = layout.trick_middle
        for late, aside, size, turn in ((0.12, -1, 40.0, 20.0), (0.26, 1, 30.0, 110.0)):
            part = min(1.0, max(0.0, (honk.part - late) / (1 - late)))
            if not 0 < part < 1:
                continue
            at = _drift(start, end, in_out_quad(part), aside * layout.trick_h * RATIO * 0.6)
            side = size * max(layout.u, 0.6)
            angle = round((turn + 40 * sin(2 * pi * part)) / 10) * 10
            _lay(canvas, pictures.feather(angle), at.x - side / 2, at.y - side / 2, side, side)


def _drift(a: Point, b: Point, part: float, aside: float) -> Point:
    """Returns a point on the way from a to b, swaying to both sides."""
    sway = aside * sin(pi * part) + 0.3 * aside * sin(3 * pi * part)
    return Point(between(a.x, b.x, part) + sway, between(a.y, b.y, part))


def _lay(canvas: Canvas, body: str, x: float, y: float, w: float, h: float) -> None:
    canvas.svg(body, round(x), round(y), round(w), round(h))


def honk_word(canvas: Canvas, cx: float, cy: float, px: float) -> None:
    """Draws the word with a dark edge, a little askew."""
    image = canvas.made(("honk", px), lambda: _word(canvas, px))
    canvas.dst.blit(image, image.get_rect(center=(round(cx), round(cy))), special_flags=pygame.BLEND_PREMULTIPLIED)


def _word(canvas: Canvas, px: float) -> pygame.Surface:
    t = canvas.theme
    dark, light = canvas.text(WORD, px, t.night, "black"), canvas.text(WORD, px, t.brass_hi, "black")
    edge = max(1, round(px / 15))
    image = pygame.Surface((light.get_width() + 4 * edge, light.get_height() + 4 * edge), pygame.SRCALPHA)
    for dx in (-edge, 0, edge):
        for dy in (-edge, 0, edge, 2 * edge):
            image.blit(dark, (2 * edge + dx, 2 * edge + dy), special_flags=pygame.BLEND_PREMULTIPLIED)
    image.blit(light, (2 * edge, 2 * edge), special_flags=pygame.BLEND_PREMULTIPLIED)
    return pygame.transform.rotozoom(image, 7, 1)
