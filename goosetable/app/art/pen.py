"""The pen the portraits are drawn with: one dark outline, and the few parts every character has.

A medallion is 200 x 200 with its middle at (100, 100). What reaches its edge ends in an arc of radius 92.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from goosetable.app.art.svg import circle, ellipse, group, mirrored, path

LINE: Final = "#2a2026"
WHITE: Final = "#fffdf6"
SIZE, MIDDLE, EDGE = 200, 100, 92


def shape(d: str, fill: str, width: float = 3.0, line: str = LINE, opacity: float = 1.0) -> str:
    """A filled shape with an outline."""
    return path(d, fill, line, width, opacity)


def patch(d: str, fill: str) -> str:
    """A filled shape without an outline."""
    return path(d, fill)


def stroke(d: str, colour: str = LINE, width: float = 3.0) -> str:
    return path(d, line=colour, width=width)


def disc(x: float, y: float, r: float, fill: str, width: float = 3.0) -> str:
    """A round spot with an outline."""
    return circle(x, y, r, fill, LINE, width)


def both(half: str) -> str:
    """`half` and its mirror image on the other side of the face."""
    return mirrored(half, SIZE)


def tilted(body: str, angle: float, x: float, y: float) -> str:
    """`body` turned by `angle` about (x, y)."""
    return group(body, f"rotate({angle} {x} {y})")


def bust(top: str, fill: str, y: float = 150) -> str:
    """Shoulders: `top` runs from the left edge at height `y` to the right edge; the bottom follows the medallion."""
    dx = sqrt(EDGE**2 - (y - MIDDLE) ** 2)
    left, right = MIDDLE - dx, MIDDLE + dx
    return shape(f"M{left:.1f},{y} {top} {right:.1f},{y} A{EDGE},{EDGE} 0 0 1 {left:.1f},{y} Z", fill)


def pupil(x: float, y: float, r: float) -> str:
    """A dark pupil with a glint, upper left, where the lamp is."""
    return circle(x, y, r, LINE) + circle(x - r * 0.32, y - r * 0.38, r * 0.3, "#ffffff")


def eye(x: float, y: float, white: float, r: float, look: tuple[float, float] = (0, 0)) -> str:
    """An eye of radius `white` with a pupil of radius `r`, moved by `look`."""
    return ellipse(x, y, white, white * 1.06, WHITE, LINE, 2.4) + pupil(x + look[0], y + look[1], r)


def lid(x: float, y: float, white: float, closed: float, fill: str) -> str:
    """An upper eyelid over an eye of radius `white`, `closed` from 0 to 1."""
    r = white + 1
    edge = y - r + 2 * r * closed
    k = sqrt(max(0.0, r * r - (edge - y) ** 2))
    return shape(f"M{x - k:.1f},{edge:.1f} A{r},{r} 0 {1 if closed > 0.5 else 0} 1 {x + k:.1f},{edge:.1f} Z", fill, 2.2)


def snout(x: float, y: float) -> str:
    """The glint on a wet nose."""
    return ellipse(x, y, 3, 1.8, "#8a8488")
