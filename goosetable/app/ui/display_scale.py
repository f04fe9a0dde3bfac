"""Scale of the display under X11, for the size of the window at the first start.

X11 counts in pixels of any size, and pygame cannot ask for the scale. Wayland and macOS count in points by themselves.
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
"""Variables by which people scale whole toolkits; read where the display itself names no scale."""


def of_x11(environ: Mapping[str, str] = os.environ) -> float:
    """The scale, 1.0 to 4.0: from the resources of the display (`Xft.dpi`), else from the variables."""
    said = in_resources(x11.resources())
    if said is None:
        said = max((_number(environ.get(name, "")) for name in FACTORS), default=1.0)
    return max(1.0, min(MOST, said))


def in_resources(text: str) -> float | None:
    """Returns the scale named by the resources of a display, or None where it is missing or impossible.

    >>> in_resources("Xft.antialias:\\t1\\nXft.dpi:\\t192\\n")
    2.0
    """
    found = re.search(r"^Xft\.dpi:[ \t]*(\S+)[ \t]*$", text, re.MULTILINE)
    return (_number(found[1]) / USUAL or None) if found else None


def _number(text: str) -> float:
    """Reads a number as these texts write it; 0 for any other text."""
    return float(text) if re.fullmatch(r"\d{1,4}(\.\d{0,9})?", text) else 0.0
