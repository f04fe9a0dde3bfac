"""Standard output and standard error: either may be closed, full, or read by a program that wants no more.

Standard error gets single lines, with all that they quote escaped; where it takes nothing, the exit code alone tells.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from goosetable.engine.words.clean import escaped


class Unwritable(Exception):
    """Standard output takes nothing more, and why."""


def say(text: str) -> None:
    """Says some lines on standard output, if there is one. Raises Unwritable, and BrokenPipeError once its reader is gone."""
    if sys.stdout is not None:
        with _writing():
            sys.stdout.write(f"{text}\n")


def settle() -> None:
    """Writes what is still to be written to standard output. Raises as `say` does."""
    if sys.stdout is not None:
        with _writing():
            sys.stdout.flush()


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        silence(sys.stdout)
        raise
    except OSError as wrong:
        silence(sys.stdout)
        raise Unwritable(wrong.strerror or str(wrong)) from None


def complain(sentence: str) -> None:
    """Says one line on standard error. Nothing happens where there is no standard error, or where it takes nothing."""
    report([sentence])


def report(lines: list[str]) -> None:
    """Says some lines on standard error, as `complain` does."""
    stream = sys.stderr
    if stream is None:
        return
    try:
        for line in lines:
            stream.write(f"{escaped(line)}\n")
        stream.flush()
    except OSError:
        silence(stream)


def forgive() -> None:
    """From here on, a name that a terminal cannot show is shown escaped, instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def silence(stream: TextIO | None) -> None:
    """What is left in the buffer of a stream goes nowhere; otherwise Python complains about it when it ends."""
    if stream is None:
        return
    try:
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)
    except (OSError, ValueError):
        return
