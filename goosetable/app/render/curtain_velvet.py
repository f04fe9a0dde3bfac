"""The curtain's cloth: folds of velvet under a scalloped pelmet, opaque in every pixel, drawn once for a size."""

from __future__ import annotations

import math

import pygame

from goosetable.app.render.svg import document, gradient, rasterize
from goosetable.app.skins.theme import Theme, rgb

FOLDS = 16
SCALLOPS = 8
PELMET = 104
"""The height of the pelmet in units of the drawing, which is 1280 wide."""


def velvet(theme: Theme, w: int, h: int) -> pygame.Surface:
    """The closed curtain, w x h pixels."""
    cloth = pygame.Surface((w, h))
    low, high = pygame.Color(theme.velvet_lo), pygame.Color(theme.velvet)
    row = pygame.Surface((w, 1))
    for x in range(w):
        across = x * FOLDS / w % 1
        row.set_at((x, 0), low.lerp(high, _sheen(across)))
    cloth.blit(pygame.transform.scale(row, (w, h)), (0, 0))
    _dusk(cloth)
    _hang(cloth, theme)
    return cloth


def _sheen(across: float) -> float:
    """How much light a fold catches at a part of its width, 0..1: most left of its middle."""
    return float(math.sin(math.pi * across**0.85) ** 1.6)


def _dusk(cloth: pygame.Surface) -> None:
    """Darker above, where the pelmet shades it, and below."""
    w, h = cloth.get_size()
    for y in range(h):
        part = y / h
        light = 0.5 + 0.45 * part / 0.25 if part < 0.25 else 0.95 - 0.45 * (part - 0.25) / 0.75
        level = round(255 * light)
        cloth.fill((level, level, level), (0, y, w, 1), special_flags=pygame.BLEND_MULT)


def _hang(cloth: pygame.Surface, theme: Theme) -> None:
    """The pelmet along the upper edge, with its braid and bobbles."""
    w = cloth.get_width()
    step = 1280 / SCALLOPS
    defs = gradient("p", theme.velvet, theme.velvet_lo, 0, -30, 0, 150)
    waves = []
    for x in (i * step for i in range(SCALLOPS)):
        low, left, right = f"{x:g},58", f"{x + step * 0.19:g},{PELMET}", f"{x + step * 0.81:g},{PELMET}"
        path = f"M{x:g},0 H{x + step:g} V58 C{right} {left} {low} Z"
        waves.append(f'<path d="{path}" fill="url(#p)" stroke="{theme.brass}" stroke-width="3"/>')
    bobbles = [f'<circle cx="{i * step:g}" cy="64" r="8" fill="{theme.brass}"/>' for i in range(SCALLOPS + 1)]
    high = round(PELMET * w / 1280)
    drawn = rasterize(document(1280, PELMET, "".join(waves + bobbles), defs), w, high)
    shade = pygame.Surface((w, high), pygame.SRCALPHA)
    for y in range(high):
        shade.fill((*rgb(theme.night), round(110 * (1 - y / high))), (0, y, w, 1))
    cloth.blit(shade, (0, round(high * 0.55)))
    cloth.blit(drawn, (0, 0))
