"""Turning SVG text and plain shapes into surfaces that can be laid on quickly: premultiplied, in the screen's order."""

from __future__ import annotations

import io

import pygame

from goosetable.app.art.svg import document, linear

PREMUL = pygame.BLEND_PREMULTIPLIED

_LIKE = pygame.Surface((1, 1), pygame.SRCALPHA)  # the pixel order every picture is brought into


def rasterize(body: str, w: int, h: int) -> pygame.Surface:
    """An SVG document drawn w x h pixels large, with straight alpha."""
    drawn = pygame.image.load_sized_svg(io.BytesIO(body.encode()), (w, h))
    # For some sizes SDL_image gives one row or column too many, and it keeps the document's proportions.
    drawn = drawn.subsurface((0, 0, min(w, drawn.get_width()), min(h, drawn.get_height())))
    return drawn.convert(_LIKE)


def clear(w: int, h: int) -> pygame.Surface:
    """A transparent surface of at least one pixel."""
    return pygame.Surface((max(1, w), max(1, h)), pygame.SRCALPHA)


def blurred_box(w: int, h: int, radius: float, blur: float, colour: tuple[int, int, int, int]) -> pygame.Surface:
    """A soft rounded box, premultiplied, with a margin of 2 * blur on every side.

    It is drawn and blurred at a fraction of its size: a blur costs area times radius, and hides the difference.
    """
    pad = 2 * round(blur)
    size = (w + 2 * pad, h + 2 * pad)
    part = max(1.0, blur / 2.5)
    small = clear(max(2, round(size[0] / part)), max(2, round(size[1] / part)))
    fx, fy = small.get_width() / size[0], small.get_height() / size[1]
    box = pygame.Rect(round(pad * fx), round(pad * fy), max(1, round(w * fx)), max(1, round(h * fy)))
    small.fill((*colour[:3], 0))  # blurring must not mix in black from the transparent part
    pygame.draw.rect(small, colour, box, border_radius=round(radius * fx))
    small = pygame.transform.gaussian_blur(small.premul_alpha(), max(1, round(blur * fx)))
    return pygame.transform.smoothscale(small, size) if part > 1 else small


def ramp(target: pygame.Surface, area: pygame.Rect, top: str, bottom: str, height: int) -> None:
    """Fills `area` of an opaque part with rows of a vertical gradient that runs over 0..height."""
    a, b = pygame.Color(top), pygame.Color(bottom)
    for y in range(area.top, area.bottom):
        target.fill(a.lerp(b, min(1.0, max(0.0, (y + 0.5) / height))), (area.x, y, area.w, 1))


def rounded(
    w: int, h: int, r: float, fill: str, edge: str, sw: float, alpha: float, grad: tuple[str, str] | None
) -> pygame.Surface:
    """A rounded box with anti-aliased corners, premultiplied. Large ones are drawn along the edge only."""
    defs = linear("g", 0, h, (0, grad[0]), (1, grad[1])) if grad else ""
    canvas = "url(#g)" if grad else fill
    inset = sw / 2 if edge != "none" else 0
    stroke = f' stroke="{edge}" stroke-width="{sw}"' if edge != "none" else ""
    shape = (
        f'<rect x="{inset}" y="{inset}" width="{w - 2 * inset}" height="{h - 2 * inset}" rx="{max(0, r)}" '
        f'fill="{canvas}" fill-opacity="{alpha}"{stroke}/>'
    )
    band = round(max(r, sw) + 2)
    if w * h < 40000 or 2 * band + 8 > min(w, h):
        return rasterize(document(w, h, shape, defs), w, h).premul_alpha()
    whole = clear(w, h)
    for x, y, pw, ph in (
        (0, 0, w, band), (0, h - band, w, band), (0, band, band, h - 2 * band), (w - band, band, band, h - 2 * band)
    ):  # fmt: skip
        part = rasterize(document(pw, ph, shape, defs, x, y), pw, ph).premul_alpha()
        whole.blit(part, (x, y))
        if part.get_size() != (pw, ph):
            return rasterize(document(w, h, shape, defs), w, h).premul_alpha()
    inner = pygame.Rect(band, band, w - 2 * band, h - 2 * band)
    if grad and alpha == 1:
        ramp(whole, inner, grad[0], grad[1], h)
    elif fill != "none":
        colour = pygame.Color(fill)
        colour.a = round(alpha * 255)
        whole.fill(colour.premul_alpha(), inner)
    return whole
