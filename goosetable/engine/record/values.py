"""Checks of values in files that the program writes for itself, by type and bounds.

Such a file can be made again at any time. For a wrong value, every function raises `InvalidValue` and nothing else; the reader
then ignores the file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

MAX_INTEGER: Final = 2**31 - 1
"""Largest whole number; a database and a C library can store it too."""
MAX_SEATS: Final = 32
"""Greatest number of seats, more than any game has."""
MAX_POINTS: Final = 1e6
"""Greatest absolute value of points; the squares of millions of them can be added up."""
MAX_FRACTION: Final = 2.0
"""Greatest absolute value of chances, of parts of a whole and of their differences."""
MAX_TEXT_LENGTH: Final = 4000
"""Greatest number of characters of a text."""


class InvalidValue(ValueError):
    """Error: a value has a wrong type, or is out of bounds."""


def parse_whole_number(value: object, maximum: int = MAX_INTEGER, minimum: int = 0) -> int:
    """Returns the value if it is a whole number from `minimum` to `maximum`; otherwise raises InvalidValue."""
    if type(value) is not int or not minimum <= value <= maximum:
        raise InvalidValue("a whole number is none, or out of bounds")
    return value


def parse_real_number(value: object, maximum: float, minimum: float | None = None) -> float:
    """Returns a number from `minimum` (None: -`maximum`) to `maximum` as a float; otherwise raises InvalidValue."""
    if type(value) not in (int, float) or not (-maximum if minimum is None else minimum) <= value <= maximum:  # type: ignore[operator]
        raise InvalidValue("a number is none, or out of bounds")
    found = float(value)  # type: ignore[arg-type]
    if not math.isfinite(found):
        raise InvalidValue("a number is not finite")
    return found


def parse_text(value: object, maximum: int = MAX_TEXT_LENGTH) -> str:
    """Returns the value if it is a text of at most `maximum` characters; otherwise raises InvalidValue."""
    if not isinstance(value, str) or len(value) > maximum:
        raise InvalidValue("a text is none, or absurdly long")
    return value


def parse_list(value: object, length: int | None = None, maximum: int = MAX_INTEGER) -> list[object]:
    """Returns the value if it is a list of the right length; otherwise raises InvalidValue. length: the required length; None
    for any length up to `maximum`.
    """
    if not isinstance(value, list) or len(value) > maximum or length not in (None, len(value)):
        raise InvalidValue("a list is none, or has another length")
    return value


def parse_object(value: object, maximum: int = MAX_INTEGER) -> Mapping[str, object]:
    """Returns the value if it is a JSON object with at most `maximum` entries; otherwise raises InvalidValue."""
    if not isinstance(value, dict) or len(value) > maximum:
        raise InvalidValue("an object is none, or absurdly large")
    return value
