"""How much larger than usual things are wanted on the screen, for the window of the first start on X11.

X11 counts in pixels whatever they measure, and pygame cannot ask for more. Wayland and macOS count in points by themselves.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Final

from goosetable.app.ui import x11

USUAL: Final = 96.0
"""Dots per inch at which nothing is scaled."""
MOST: Final = 4.0
FACTORS: Final = ("GDK_SCALE", "QT_SCALE_FACTOR")
"""Variables by which people tell whole toolkits; read where the display itself says nothing."""


def of_x11(environ: Mapping[str, str] = os.environ) -> float:
    """1.0 to 4.0: what the desktop wrote into the resources of the display (`Xft.dpi`), else what the variables say."""
    said = in_resources(x11.resources())
    if said is None:
        said = max((_number(environ.get(name, "")) for name in FACTORS), default=1.0)
    return max(1.0, min(MOST, said))


def in_resources(text: str) -> float | None:
    """The scale that the resources of a display come to; None where they name none that could be.

    >>> in_resources("Xft.antialias:\\t1\\nXft.dpi:\\t192\\n")
    2.0
    """
    found = re.search(r"^Xft\.dpi:[ \t]*(\S+)[ \t]*$", text, re.MULTILINE)
    return (_number(found[1]) / USUAL or None) if found else None


def _number(text: str) -> float:
    """A number as such texts have it; 0 for any other text."""
    return float(text) if re.fullmatch(r"\d{1,4}(\.\d{0,9})?", text) else 0.0
