"""JSON of a file of ours as far as it can be kept: texts without half surrogate pairs, and a bounded number of everything.

A file in the user's folder may have been damaged, or written by any program.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final

from goosetable.engine.record.jsonl import LONE_SURROGATE

MOST: Final = 2000
"""Values inside a value."""
DEEPEST: Final = 12
"""Levels of lists and objects inside each other."""
LONGEST: Final = 1000
"""Characters of a text."""
_LARGEST: Final = 2**63


def decoded(content: bytes) -> str:
    """The text of a file of JSON, in UTF-8, UTF-16 or UTF-32, with a byte order mark or without. Raises ValueError.

    We write UTF-8 without a mark; the editors of some systems save what they opened in another form.
    """
    return content.decode(json.detect_encoding(content)).removeprefix("\ufeff")


def read(text: str) -> object:
    """The JSON value of a text. Raises ValueError or RecursionError; a number that is absurdly long is read as null."""
    return json.loads(text, parse_int=lambda digits: int(digits) if len(digits) < 100 else None)


def sound(value: object, longest: int = LONGEST) -> bool:
    """Whether a value can be kept and written again; longest: characters of a text of it."""
    found = [(value, 0)]
    for count, (one, depth) in enumerate(found):  # which grows on the way
        if count > MOST or depth > DEEPEST or not _simple(one, longest):
            return False
        if isinstance(one, list | tuple | Mapping):
            if len(one) > MOST:
                return False
            found += [(inner, depth + 1) for inner in one]
            found += [(inner, depth + 1) for inner in one.values()] if isinstance(one, Mapping) else []
    return True


def _simple(value: object, longest: int) -> bool:
    match value:
        case str():
            return len(value) <= longest and not LONE_SURROGATE.search(value)
        case float():
            return math.isfinite(value)
        case int():
            return abs(value) < _LARGEST
        case _:
            return True


def small(value: object, most: int) -> bool:
    """Whether a value is sound and takes at most `most` characters in a file of ours."""
    return sound(value) and len(json.dumps(value, indent=2, ensure_ascii=False)) <= most


def entries(values: object, most: int, fits: Callable[[Any], bool]) -> tuple[Any, ...]:
    """The first `most` of the values of a list that fit; nothing where it is no list."""
    return tuple(islice(filter(fits, values if isinstance(values, list | tuple) else ()), most))


def items(values: object, most: int, room: int, fits: Callable[[str, Any], bool]) -> dict[str, Any]:
    """The first `most` items of an object that fit and together take at most `room` characters in a file of ours."""
    found: dict[str, Any] = {}
    for key, value in values.items() if isinstance(values, Mapping) else ():
        if len(found) == most:
            break
        if isinstance(key, str) and len(key) <= LONGEST and sound(key) and fits(key, value):
            taken = len(key) + len(json.dumps(value, indent=2, ensure_ascii=False)) + 10
            if taken <= room:
                found[key] = value
                room -= taken
    return found
