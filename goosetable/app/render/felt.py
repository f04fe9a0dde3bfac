"""Pictures of the table (walnut, and felt under a lamp), which are drawn in slices; and of the velvet curtain."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import NamedTuple

import pygame

from goosetable.app.art.svg import document, linear_gradient, round_gradient
from goosetable.app.render.card_images import PREMUL, blurred_box, rasterize, transparent_surface
from goosetable.app.skins.theme import Theme, mix, rgb

FOLDS = 16
SCALLOPS = 8
PELMET = 104
"""The height of the pelmet in units of the drawing, which is 1280 wide."""


def make_curtain(theme: Theme, w: int, h: int) -> pygame.Surface:
    """Returns the closed curtain, w x h pixels."""
    cloth = pygame.Surface((w, h))
    low, high = pygame.Color(theme.velvet_lo), pygame.Color(theme.velvet)
    row = pygame.Surface((w, 1))
    for x in range(w):
        across = x * FOLDS / w % 1
        row.set_at((x, 0), low.lerp(high, _fold_brightness(across)))
    cloth.blit(pygame.transform.scale(row, (w, h)), (0, 0))
    _darken_velvet(cloth)
    _draw_pelmet(cloth, theme)
    return cloth


def _fold_brightness(across: float) -> float:
    """Returns the brightness, 0..1, of a fold of the curtain. across: position in the fold, 0 at its left side to 1 at its
    right side. The brightest line is left of the middle.
    """
    return float(math.sin(math.pi * across**0.85) ** 1.6)


def _darken_velvet(cloth: pygame.Surface) -> None:
    w, h = cloth.get_size()
    for y in range(h):
        part = y / h
        light = 0.5 + 0.45 * part / 0.25 if part < 0.25 else 0.95 - 0.45 * (part - 0.25) / 0.75
        level = round(255 * light)
        cloth.fill((level, level, level), (0, y, w, 1), special_flags=pygame.BLEND_MULT)


def _draw_pelmet(cloth: pygame.Surface, theme: Theme) -> None:
    w = cloth.get_width()
    step = 1280 / SCALLOPS
    defs = linear_gradient("p", -30, 150, (0, theme.velvet), (1, theme.velvet_lo))
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


TILE = 128  # side of the nap's tile
BAND = 96  # rows of cloth laid at a time
FOOT = 0.1  # darkness of the wood at the lower edge, 0..1; if it were darker, the lip round the felt could not be seen
PIECE = 360  # longest side in pixels of a piece of the rim, drawn in one slice
SEAM = 0.62  # distance of the stitches from the edge of the cloth, in widths of the rim


class FeltMeasures(NamedTuple):
    """Measurements for the picture of the table, in pixels: the window, the cloth, its rim, and the position of the lamp."""

    w: int
    h: int
    cloth_w: int
    rim: int
    lamp_x: int
    lamp_y: int

    @property
    def felt(self) -> pygame.Rect:
        return pygame.Rect(self.rim, self.rim, self.cloth_w - 2 * self.rim, self.h - 2 * self.rim)

    @property
    def corner(self) -> float:
        return min(self.rim * 2.6, self.felt.w / 3, self.felt.h / 3)


class Felt:
    """The pictures of the table, cached for the last few sizes. `draw_slice` draws for a few milliseconds at most."""

    def __init__(self, theme: Theme, keep: int = 3) -> None:
        self.theme = theme
        self.keep = keep
        self._whole: dict[FeltMeasures, pygame.Surface] = {}
        self._flat: dict[FeltMeasures, pygame.Surface] = {}
        self._work: tuple[FeltMeasures, Iterator[pygame.Surface | None]] | None = None
        self._wanted: FeltMeasures | None = None
        self._nap: pygame.Surface | None = None

    def best_picture(self, measures: FeltMeasures) -> pygame.Surface:
        """Returns the best picture of the table that has been drawn so far. It is opaque and as large as the window."""
        self._wanted = measures
        found = self._whole.pop(measures, None)
        if found is not None:
            self._whole[measures] = found
            return found
        if measures not in self._flat:
            self._flat = {measures: self._quick_picture(measures)}
        return self._flat[measures]

    @property
    def is_unfinished(self) -> bool:
        """True if the last requested picture is not finished yet."""
        return self._wanted is not None and self._wanted not in self._whole

    def draw_slice(self) -> bool:
        """Draws a slice of the last requested picture. Returns True if the picture is finished."""
        if self._wanted is None or self._wanted in self._whole:
            return False
        if self._work is None or self._work[0] != self._wanted:
            self._work = (self._wanted, self._draw_in_slices(self._wanted))
        picture = next(self._work[1], None)
        if picture is None:
            return False
        self._whole[self._wanted] = picture
        while len(self._whole) > self.keep:
            self._whole.pop(next(iter(self._whole)))
        self._work = None
        self._flat.clear()
        return True

    def finish(self) -> None:
        """Draws all remaining slices at once. Used for tests and exported pictures."""
        while self.is_unfinished:
            self.draw_slice()

    def _quick_picture(self, measures: FeltMeasures) -> pygame.Surface:
        """Returns a rough picture in flat colours, to be shown until the full picture is ready. The very first one has no
        lamplight, because it must be ready at once.
        """
        picture = pygame.Surface((measures.w, measures.h))
        picture.fill(self.theme.walnut)
        if not self._whole:
            pygame.draw.rect(picture, self.theme.cloth, measures.felt, border_radius=round(measures.corner))
            return picture
        small = self._draw_lamplight(measures, _shrink_factor(measures))
        self._draw_shade(measures, _shrink_factor(measures), small)
        pygame.transform.smoothscale(small, measures.felt.size, picture.subsurface(measures.felt))
        self._draw_rounded_corners(measures, picture)
        return picture

    def _draw_rounded_corners(self, measures: FeltMeasures, picture: pygame.Surface) -> None:
        r = round(measures.corner)
        wood = transparent_surface(2 * r, 2 * r)
        wood.fill(self.theme.walnut)
        pygame.draw.circle(wood, (0, 0, 0, 0), (r, r), r)
        for right in (0, 1):
            for low in (0, 1):
                at = (
                    measures.felt.right - r if right else measures.felt.left,
                    measures.felt.bottom - r if low else measures.felt.top,
                )
                picture.blit(wood, at, (r * right, r * low, r, r))

    def _draw_in_slices(self, measures: FeltMeasures) -> Iterator[pygame.Surface | None]:
        whole = pygame.Surface((measures.w, measures.h))
        yield from self._lay_felt(measures, whole)
        pieces = _rim_boxes(measures)
        grain = self._grain_strokes(measures)
        yield None
        for piece in pieces:
            self._lay_rim(measures, whole, piece, grain)
            yield None
        stitches = _stitch_paths(measures)
        for piece in pieces:
            self._draw_stitches(measures, whole, piece, stitches)
            yield None
        yield whole

    def _lay_felt(self, measures: FeltMeasures, whole: pygame.Surface) -> Iterator[None]:
        part = _shrink_factor(measures)
        small = self._draw_lamplight(measures, part)
        yield None
        self._draw_shade(measures, part, small)
        yield None
        nap = self._make_nap() if self.theme.grain else None
        yield None
        rows = max(1, BAND // part)
        width = small.get_width()
        for top in range(0, small.get_height() - 1, rows):
            # Enlarging maps the first row onto the first and the last but before the next band's first: bands that
            # share one row join without a seam.
            count = min(rows, small.get_height() - 1 - top)
            band = small.subsurface((0, top, width, count + 1))
            y = measures.felt.y + top * part
            piece = pygame.transform.smoothscale(band, ((width - 1) * part, count * part))
            whole.blit(piece, (measures.felt.x, y), pygame.Rect(0, 0, measures.felt.w, measures.felt.bottom - y))
            if nap is not None:
                self._lay_nap(measures, whole, nap, pygame.Rect(measures.felt.x, y, measures.felt.w, count * part))
            yield None

    def _draw_lamplight(self, measures: FeltMeasures, shrink_factor: int) -> pygame.Surface:
        t, felt = self.theme, measures.felt
        w, h = math.ceil(felt.w / shrink_factor) + 1, math.ceil(felt.h / shrink_factor) + 1
        reach = max(measures.cloth_w, measures.h) * 0.66 / shrink_factor
        x, y = (measures.lamp_x - felt.x) / shrink_factor, (measures.lamp_y - felt.y) / shrink_factor
        defs = round_gradient("f", x, y, reach, (0, t.cloth_hi), (0.5, t.cloth), (1, t.cloth_lo))
        drawn = rasterize(document(w, h, f'<rect width="{w}" height="{h}" fill="url(#f)"/>', defs), w, h)
        opaque = pygame.Surface((w, h))
        opaque.blit(drawn, (0, 0))
        return opaque

    def _draw_shade(self, measures: FeltMeasures, shrink_factor: int, small: pygame.Surface) -> None:
        w, h = size = small.get_size()
        blur = max(1, round(measures.rim * 0.6 / shrink_factor))
        inset = measures.rim * 0.2 / shrink_factor
        shade = pygame.Surface(size, pygame.SRCALPHA)
        shade.fill((0, 0, 0, 150))
        box = (max(4, round(w - 2 * inset)), max(4, round(h - 2 * inset)))
        light = blurred_box(*box, measures.corner / shrink_factor, blur, (150, 150, 150, 150))
        x, y = (w - light.get_width()) // 2, (h - light.get_height()) // 2
        shade.blit(light, (x, y), special_flags=pygame.BLEND_RGBA_SUB)
        small.blit(shade, (0, 0), special_flags=PREMUL)

    def _make_nap(self) -> pygame.Surface:
        """Returns the felt's nap: a small tile of faint noise."""
        if self._nap is None:
            chance = random.Random(7)
            specks = chance.choices((bytes(4), b"\7\7\7\7", b"\0\0\0\x0b"), (68, 16, 16), k=TILE * TILE)
            self._nap = pygame.image.frombytes(b"".join(specks), (TILE, TILE), "RGBA")
        return self._nap

    def _lay_nap(self, measures: FeltMeasures, whole: pygame.Surface, nap: pygame.Surface, band: pygame.Rect) -> None:
        whole.set_clip(band.clip(measures.felt))
        for y in range(band.y // TILE * TILE, band.bottom, TILE):
            for x in range(0, measures.felt.right, TILE):
                whole.blit(nap, (x, y), special_flags=PREMUL)
        whole.set_clip(None)

    def _grain_strokes(self, measures: FeltMeasures) -> list[tuple[float, str]]:
        """Returns the grain of the wood: for each stroke its y in the picture, and its SVG path."""
        chance = random.Random(7)
        t, w = self.theme, measures.w
        strokes = []
        for i in range(int(measures.h / 7) if t.grain else 0):
            y = i * 7 + chance.uniform(-3, 3)
            colour = t.walnut_hi if chance.random() < 0.5 else t.walnut_lo
            a, b, c = y + chance.uniform(-9, 9), y + chance.uniform(-9, 9), y + chance.uniform(-4, 4)
            strokes.append((y, (
                f'<path d="M0,{y:.1f} C{w * 0.3:.0f},{a:.1f} {w * 0.6:.0f},{b:.1f} {w},{c:.1f}" fill="none" '
                f'stroke="{colour}" stroke-opacity="{chance.uniform(0.12, 0.34):.2f}" '
                f'stroke-width="{chance.uniform(0.6, 2.2):.1f}"/>'
            )))  # fmt: skip
        return strokes

    def _lay_rim(
        self, measures: FeltMeasures, whole: pygame.Surface, piece: pygame.Rect, grain: list[tuple[float, str]]
    ) -> None:
        t, felt, x, y = self.theme, measures.felt, piece.x, piece.y
        ground = f'<rect width="{measures.w}" height="{measures.h}" fill="{t.walnut}"/>'
        if t.grain:
            ground += f'<rect width="{measures.w}" height="{measures.h}" fill="url(#w)" fill-opacity=".55"/>'
        ground += "".join(stroke for at, stroke in grain if piece.top - 14 < at < piece.bottom + 14)
        defs = linear_gradient("w", 0, measures.h, (0, t.walnut_hi), (1, mix(t.walnut, t.walnut_lo, FOOT)))
        wood = rasterize(document(*piece.size, ground, defs, x, y), *piece.size)
        if piece.inflate(2 * measures.rim, 2 * measures.rim).colliderect(felt):
            hole = _round_path(felt, measures.corner)
            mask = f'<path fill-rule="evenodd" fill="#fff" d="M0,0 H{measures.w} V{measures.h} H0 Z {hole}"/>'
            cut = rasterize(document(*piece.size, mask, "", x, y), *piece.size)
            wood.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            lip = max(2.0, measures.rim * 0.16)
            outer = _round_path(felt.inflate(2 * round(lip), 2 * round(lip)), measures.corner + lip)
            band = f'<path fill-rule="evenodd" fill="{t.night}" fill-opacity=".75" d="{outer} {hole}"/>'
            edge = rasterize(document(*piece.size, band, "", x, y), *piece.size)
            whole.blit(wood.premul_alpha(), piece, special_flags=PREMUL)
            whole.blit(edge.premul_alpha(), piece, special_flags=PREMUL)
        else:
            whole.blit(wood, piece)

    def _draw_stitches(
        self, measures: FeltMeasures, whole: pygame.Surface, piece: pygame.Rect, stitches: list[tuple[float, float, str]]
    ) -> None:
        near = piece.inflate(2 * measures.rim, 2 * measures.rim)
        run = " ".join(stitch for x, y, stitch in stitches if near.collidepoint(x, y))
        if run:
            thread = (
                f'<path d="{run}" fill="none" stroke="{self.theme.stitch}" stroke-opacity=".5" '
                f'stroke-width="{max(1.0, measures.rim * 0.075):.1f}" stroke-linecap="round"/>'
            )
            drawn = rasterize(document(*piece.size, thread, "", piece.x, piece.y), *piece.size)
            whole.blit(drawn.premul_alpha(), piece, special_flags=PREMUL)


def _shrink_factor(measures: FeltMeasures) -> int:
    """Returns the factor, 2 or more, by which lamplight and shadow are drawn smaller, and then enlarged."""
    return max(2, round(max(measures.w, measures.h) / 240))


def _rim_boxes(measures: FeltMeasures) -> list[pygame.Rect]:
    """Returns boxes that cover the window except the middle of the felt. Each is small enough to be drawn in one slice."""
    felt, m = measures.felt, math.ceil(measures.corner) + 2
    strips = [
        pygame.Rect(0, 0, felt.right, felt.top + m),
        pygame.Rect(0, felt.bottom - m, felt.right, measures.h - felt.bottom + m),
        pygame.Rect(0, felt.top + m, felt.left + m, felt.h - 2 * m),
        pygame.Rect(felt.right - m, felt.top + m, m, felt.h - 2 * m),
        pygame.Rect(felt.right, 0, measures.w - felt.right, measures.h),
    ]
    pieces = []
    for strip in strips:
        for y in range(strip.top, strip.bottom, PIECE):
            for x in range(strip.left, strip.right, PIECE):
                piece = pygame.Rect(x, y, PIECE, PIECE).clip(strip)
                if piece.w and piece.h:
                    pieces.append(piece)
    return pieces


def _round_path(box: pygame.Rect, r: float) -> str:
    x0, y0, x1, y1, k = box.left, box.top, box.right, box.bottom, r * 0.4477
    return (
        f"M{x0 + r:g},{y0} H{x1 - r:g} C{x1 - k:g},{y0} {x1},{y0 + k:g} {x1},{y0 + r:g} V{y1 - r:g} "
        f"C{x1},{y1 - k:g} {x1 - k:g},{y1} {x1 - r:g},{y1} H{x0 + r:g} C{x0 + k:g},{y1} {x0},{y1 - k:g} {x0},{y1 - r:g} "
        f"V{y0 + r:g} C{x0},{y0 + k:g} {x0 + k:g},{y0} {x0 + r:g},{y0} Z"
    )


def _stitch_paths(measures: FeltMeasures) -> list[tuple[float, float, str]]:
    m, r, step = measures.rim * SEAM, measures.corner - measures.rim * SEAM, measures.rim * 0.8
    x0, y0, x1, y1 = measures.felt.left + m, measures.felt.top + m, measures.felt.right - m, measures.felt.bottom - m
    found = []

    def add_stitch(ax: float, ay: float, bx: float, by: float) -> None:
        found.append(((ax + bx) / 2, (ay + by) / 2, f"M{ax:.1f},{ay:.1f} L{bx:.1f},{by:.1f}"))

    for ax, ay, bx, by in (
        (x0 + r, y0, x1 - r, y0), (x1, y0 + r, x1, y1 - r), (x1 - r, y1, x0 + r, y1), (x0, y1 - r, x0, y0 + r)
    ):  # fmt: skip
        n = max(1, round(math.hypot(bx - ax, by - ay) / step))
        for i in range(n):
            a, b = (i + 0.2) / n, (i + 0.8) / n
            add_stitch(ax + (bx - ax) * a, ay + (by - ay) * a, ax + (bx - ax) * b, ay + (by - ay) * b)
    for cx, cy, start in ((x1 - r, y0 + r, -90), (x1 - r, y1 - r, 0), (x0 + r, y1 - r, 90), (x0 + r, y0 + r, 180)):
        n = max(3, round(r * 1.57 / step))
        for i in range(n):
            a, b = (math.radians(start + 90 * (i + k) / n) for k in (0.2, 0.8))
            add_stitch(cx + r * math.cos(a), cy + r * math.sin(a), cx + r * math.cos(b), cy + r * math.sin(b))
    return found


def felt_measures(w: int, h: int, cloth_w: int | None = None) -> FeltMeasures:
    """Returns the measurements for a window of w x h pixels. cloth_w: right end of the cloth, if a panel is at its right."""
    rim = max(8, round(18 * min(w / 1280, h / 720)))
    cw = w if cloth_w is None else cloth_w
    return FeltMeasures(w, h, cw, rim, round(cw / 2), round(h * 0.42))
