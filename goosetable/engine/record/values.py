"""Checks of values in files that the program writes for itself: each has a type and bounds.

Such a file can be made anew at any time. A value that cannot be right raises `CannotBe`, nothing else, and its reader ignores
the file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

MOST: Final = 2**31 - 1
"""The largest whole number, also for a database and a C library."""
SEATS: Final = 32
"""More than any table has."""
POINTS: Final = 1e6
"""Points of a game or a deal, on either side of 0; their squares can be added up by the million."""
PARTS: Final = 2.0
"""Chances, parts of a whole and differences of two of them, on either side of 0."""
TEXT: Final = 4000
"""Characters of a text."""


class CannotBe(ValueError):
    """A value of a wrong type, or beyond its bounds."""


def whole(value: object, most: int = MOST, least: int = 0) -> int:
    """Returns a whole number from `least` to `most`."""
    if type(value) is not int or not least <= value <= most:
        raise CannotBe("a whole number is none, or out of bounds")
    return value


def real(value: object, most: float, least: float | None = None) -> float:
    """Returns a number from `least`, or else -`most`, to `most`; a whole one is a real one too."""
    if type(value) not in (int, float) or not (-most if least is None else least) <= value <= most:  # type: ignore[operator]
        raise CannotBe("a number is none, or out of bounds")
    found = float(value)  # type: ignore[arg-type]
    if not math.isfinite(found):
        raise CannotBe("a number is not finite")
    return found


def text(value: object, most: int = TEXT) -> str:
    """Returns a text of at most `most` characters."""
    if not isinstance(value, str) or len(value) > most:
        raise CannotBe("a text is none, or absurdly long")
    return value


def true(value: object) -> bool:
    """Returns true or false."""
    if not isinstance(value, bool):
        raise CannotBe("what is true or false is neither")
    return value


def array(value: object, length: int | None = None, most: int = MOST) -> list[object]:
    """Returns a list, of that length if one is given."""
    if not isinstance(value, list) or len(value) > most or length not in (None, len(value)):
        raise CannotBe("a list is none, or has another length")
    return value


def mapping(value: object, most: int = MOST) -> Mapping[str, object]:
    """Returns an object of JSON."""
    if not isinstance(value, dict) or len(value) > most:
        raise CannotBe("an object is none, or absurdly large")
    return value
