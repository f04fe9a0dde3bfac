"""Versions of the program as records and house rules name them, in order."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_VERSION: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6}){0,3})([.-]?[A-Za-z].*|\+.*)?", re.DOTALL)
_AFTER: Final = ("+", ".post", "-post")


class Version(NamedTuple):
    """A version; later ones are greater."""

    numbers: tuple[int, ...]
    """Without zeros at the end: 0.2 is 0.2.0."""
    released: bool
    """False for versions before a release, such as 0.2.0.dev3 or 0.2.0rc1."""


FIRST: Final = Version((0, 1), True)
"""The first version whose records and sheets are read."""


def read(text: str) -> Version | None:
    """Parses a version; None where the text names none. The part after a + is ignored.

    >>> read("0.10.1") > read("0.9") > read("0.9.0.dev3+x") > read("0.8.99")
    True
    >>> read("0.9+x") == read("0.9.0"), read("soon"), read("1.2.3.4.5"), read("9999999")
    (True, None, None, None)
    """
    found = _VERSION.fullmatch(text)
    if found is None:
        return None
    numbers = [int(part) for part in found[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return Version(tuple(numbers), not found[2] or found[2].startswith(_AFTER))


def written_by(app: str | None) -> Version:
    """Returns the version that wrote a file whose header names `app`: the first one if `app` is absent or no version."""
    return (read(app) if app else None) or FIRST
