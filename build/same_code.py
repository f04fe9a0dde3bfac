"""Marshals compiled Python so that the same source always gives the same bytes, whatever the process has loaded before.

Marshal stores for each object whether it is interned and whether it has several references, which depends on the process. Here
all texts are interned, equal constants are one object, and each object has several references.
"""

from __future__ import annotations

import marshal
import sys
from types import CodeType
from typing import IO, Any, Final

DUMPS: Final = marshal.dumps
PLAIN: Final = 2
"""A version of the format that stores no references."""


class _Constants:
    """The constants of a piece of code. Equal constants become one object, to which this class keeps a second reference."""

    def __init__(self) -> None:
        self._known: dict[tuple[type, bytes], Any] = {}
        self._held: list[object] = []

    def unify(self, value: Any) -> Any:
        """Returns an object that equals the value, and in which nothing depends on the process."""
        if isinstance(value, CodeType):
            fields = ("co_consts", "co_names", "co_name", "co_qualname", "co_filename")
            found: Any = value.replace(**{name: self.unify(getattr(value, name)) for name in fields})
        elif isinstance(value, str):
            found = sys.intern(value)
        elif isinstance(value, (tuple, list, frozenset)):
            found = type(value)(map(self.unify, value))
        else:
            found = self._known.setdefault((type(value), DUMPS(value, PLAIN)), value)
        self._held.append(found)
        return found


def dumps(value: Any, version: int = marshal.version) -> bytes:
    """Returns `marshal.dumps` of the unified value."""
    constants = _Constants()
    return DUMPS(constants.unify(value), version)


def dump(value: Any, file: IO[bytes], version: int = marshal.version) -> None:
    """Writes the result of `dumps` to a file."""
    file.write(dumps(value, version))


def install() -> None:
    """Makes everything in this process that marshals use this module."""
    vars(marshal).update(dumps=dumps, dump=dump)
