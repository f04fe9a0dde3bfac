"""Small builders of SVG text, shared by all the drawings.

Only what nanosvg (the reader inside SDL_image) understands is ever written: path, rect, circle, ellipse, g with a
transform, and gradients in user space. There is no clipping, so a drawing must end where its frame does.
Colours are hex strings, lengths are in the units of the drawing, angles are degrees, clockwise.
"""

from __future__ import annotations

from typing import Final

NONE: Final = "none"


def number(value: float) -> str:
    """`value` as short as SVG allows: two decimals at most, no trailing noughts."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def document(w: float, h: float, body: str, defs: str = "", x: float = 0, y: float = 0) -> str:
    """A whole drawing, of w x h units from the corner x, y on."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {w:g} {h:g}" width="{w:g}" height="{h:g}">'
        f"<defs>{defs}</defs>{body}</svg>"
    )


def path(d: str, fill: str = NONE, line: str = NONE, width: float = 1.0) -> str:
    """A path; `line` is the colour of its outline, with round ends and joins."""
    outline = ""
    if line != NONE:
        outline = f' stroke="{line}" stroke-width="{number(width)}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" fill="{fill}"{outline}/>'


def circle(x: float, y: float, r: float, fill: str, line: str = NONE, width: float = 1.0) -> str:
    """A circle of radius `r` round (x, y)."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}"{_outline(line, width)}/>'


def rect(x: float, y: float, w: float, h: float, fill: str, r: float = 0, line: str = NONE, width: float = 1.0) -> str:
    """A box with corners of radius `r`."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" rx="{number(r)}"'
    return f'<rect {place} fill="{fill}"{_outline(line, width)}/>'


def group(body: str, transform: str) -> str:
    """`body` under an SVG transform."""
    return f'<g transform="{transform}">{body}</g>'


def place(body: str, x: float, y: float, scale: float = 1.0, angle: float = 0.0) -> str:
    """`body` with its origin moved to (x, y), turned by `angle` and enlarged by `scale`."""
    turn = f" rotate({number(angle)})" if angle else ""
    size = f" scale({scale:.4g})" if scale != 1 else ""
    return group(body, f"translate({number(x)},{number(y)}){turn}{size}")


def linear(name: str, y0: float, y1: float, *stops: tuple[float, str]) -> str:
    """The definition of a gradient running down from y0 to y1; use it as the fill `url(#name)`."""
    axis = f'x1="0" y1="{number(y0)}" x2="0" y2="{number(y1)}"'
    return f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" {axis}>{_stops(stops)}</linearGradient>'


def radial(name: str, x: float, y: float, r: float, inner: str, outer: str) -> str:
    """The definition of a round gradient, lightest where the lamp is; use it as the fill `url(#name)`."""
    axis = f'cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'
    stops = _stops(((0, inner), (1, outer)))
    return f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" {axis}>{stops}</radialGradient>'


def _stops(stops: tuple[tuple[float, str], ...]) -> str:
    return "".join(f'<stop offset="{number(at)}" stop-color="{colour}"/>' for at, colour in stops)


def _outline(line: str, width: float) -> str:
    return f' stroke="{line}" stroke-width="{number(width)}"' if line != NONE else ""
