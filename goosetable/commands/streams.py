"""Files named in a call: `-` is standard input or output, and whatever goes wrong is said in a sentence."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from goosetable.commands.calling import CallError

STANDARD = "-"
INPUT = "standard input"
OUTPUT = "standard output"


def content(name: str) -> bytes:
    """The bytes of a file. Raises CallError."""
    if name == STANDARD and sys.stdin is None:
        raise CallError("there is no standard input")
    try:
        return sys.stdin.buffer.read() if name == STANDARD else Path(name).read_bytes()
    except (OSError, ValueError) as wrong:
        raise CallError(trouble(name, wrong)) from None


def target(name: str) -> BinaryIO:
    """A file opened for writing, and emptied. Raises CallError."""
    if name == STANDARD and sys.stdout is None:
        raise CallError("there is no standard output")
    try:
        return sys.stdout.buffer if name == STANDARD else Path(name).open("wb")
    except (OSError, ValueError) as wrong:
        raise CallError(trouble(name, wrong, OUTPUT)) from None


def trouble(name: str, wrong: Exception, standard: str = INPUT) -> str:
    """What is wrong with a file, in a sentence; `standard` is what `-` means, and so whether it is read or written."""
    said = standard if name == STANDARD else repr(name)
    if isinstance(wrong, FileNotFoundError):
        return f"there is no file {said}" if standard == INPUT else f"there is no folder for {said}"
    if isinstance(wrong, IsADirectoryError) or (isinstance(wrong, PermissionError) and Path(name).is_dir()):
        return f"{said} is a folder, not a file"
    if isinstance(wrong, PermissionError):
        return f"there is no permission to use {said}"
    reason = wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else str(wrong)
    return f"{said} cannot be used: {reason}"


def once(names: list[str]) -> None:
    """Refuses a call that reads standard input twice."""
    if names.count(STANDARD) > 1:
        raise CallError("standard input can be read only once")
