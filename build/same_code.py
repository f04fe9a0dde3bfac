"""Compiled Python that is marshalled alike for the same source, whatever else the process that writes it has loaded.

Marshal stores for each object whether it is interned and whether it has several references, which depends on the process. Here
all texts are interned, equal constants are one object, and each has several references.
"""

from __future__ import annotations

import marshal
import sys
from types import CodeType
from typing import IO, Any, Final

DUMPS: Final = marshal.dumps
PLAIN: Final = 2
"""A version of the format that stores nothing about references."""


class _Constants:
    """The constants of one piece of code: equal ones are one object, which this one refers to as well."""

    def __init__(self) -> None:
        self._known: dict[tuple[type, bytes], Any] = {}
        self._held: list[object] = []

    def unified(self, value: Any) -> Any:
        """Returns an object equal to the value, of which no part depends on the process."""
        if isinstance(value, CodeType):
            fields = ("co_consts", "co_names", "co_name", "co_qualname", "co_filename")
            found: Any = value.replace(**{name: self.unified(getattr(value, name)) for name in fields})
        elif isinstance(value, str):
            found = sys.intern(value)
        elif isinstance(value, (tuple, list, frozenset)):
            found = type(value)(map(self.unified, value))
        else:
            found = self._known.setdefault((type(value), DUMPS(value, PLAIN)), value)
        self._held.append(found)
        return found


def dumps(value: Any, version: int = marshal.version) -> bytes:
    """Returns what `marshal.dumps` does, of the unified value."""
    constants = _Constants()
    return DUMPS(constants.unified(value), version)


def dump(value: Any, file: IO[bytes], version: int = marshal.version) -> None:
    """Writes what `dumps` returns."""
    file.write(dumps(value, version))


def install() -> None:
    """Makes everything in this process that marshals do so by this module."""
    vars(marshal).update(dumps=dumps, dump=dump)
