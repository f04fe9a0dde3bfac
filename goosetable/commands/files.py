"""Files named in a call: `-` is standard input or output, and each failure is reported in a sentence.

Records are read as streams, so that a file of any size takes no more memory than one of its games.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedIOBase, BufferedReader, RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from goosetable.commands.arguments import CallError
from goosetable.engine.words.clean import quoted
from goosetable.files import opened

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

STANDARD = "-"
INPUT = "standard input"
OUTPUT = "standard output"


@contextmanager
def reading(name: str) -> Iterator[BinaryIO]:
    """Opens a file for reading. Raises CallError: at once for anything but an ordinary file, and inside if reading fails."""
    if name == STANDARD:
        if sys.stdin is None:
            raise CallError("there is no standard input")
        yield BufferedReader(_Watched(sys.stdin.buffer, name))
        return
    try:
        file = opened(name)
    except (OSError, ValueError) as wrong:
        raise CallError(trouble(name, wrong)) from None
    with file:
        yield BufferedReader(_Watched(file, name))


class _Watched(RawIOBase):
    """A stream that raises CallError when reading fails, so that the failure is not taken for one of the output.

    It returns data as soon as there is any.
    """

    def __init__(self, within: BinaryIO, name: str) -> None:
        super().__init__()
        assert isinstance(within, BufferedIOBase), "what is opened for reading bytes is buffered"
        self._within: BufferedIOBase = within
        self._name = name

    def readable(self) -> bool:
        return True

    def readinto(self, room: WriteableBuffer, /) -> int:
        try:
            while True:
                found: int | None = self._within.readinto1(room)
                if found is not None:
                    return found
                select.select([self._within], [], [])  # the caller has set standard input not to wait
        except (OSError, ValueError) as wrong:
            raise CallError(trouble(self._name, wrong)) from None


def target(name: str) -> BinaryIO:
    """Opens a file for writing, and empties it. Raises CallError."""
    if name == STANDARD and sys.stdout is None:
        raise CallError("there is no standard output")
    try:
        return sys.stdout.buffer if name == STANDARD else Path(name).open("wb")
    except (OSError, ValueError) as wrong:
        raise CallError(trouble(name, wrong, OUTPUT)) from None


def trouble(name: str, wrong: Exception, standard: str = INPUT) -> str:
    """Describes the fault of a file in a sentence; `standard` is the meaning of `-`, and tells reading from writing."""
    said = standard if name == STANDARD else quoted(name)
    if "\0" in name:
        return f"no file can be called {said}"
    if isinstance(wrong, FileNotFoundError):
        return f"there is no file {said}" if standard == INPUT else f"there is no folder for {said}"
    folder = os.path.isdir(name)  # noqa: PTH112 - unlike a Path's, it never raises
    if isinstance(wrong, IsADirectoryError) or (isinstance(wrong, PermissionError) and folder):
        return f"{said} is a folder, not a file"
    if isinstance(wrong, PermissionError):
        return f"there is no permission to use {said}"
    reason = wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else str(wrong)
    if reason.startswith("it "):
        return f"{said} {reason.removeprefix('it ')}"
    return f"{said} cannot be used: {reason}"


def once(names: list[str]) -> None:
    """Refuses a call that reads standard input twice."""
    if names.count(STANDARD) > 1:
        raise CallError("standard input can be read only once")
