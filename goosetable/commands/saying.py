"""Standard output and standard error: either may be closed, full, or read by a program that has stopped reading.

Standard error gets single lines, with quoted text escaped; if it fails too, only the exit code remains.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from goosetable.engine.words.clean import escaped


class Unwritable(Exception):
    """Standard output fails; the message is the reason."""


def say(text: str) -> None:
    """Prints lines on standard output, if there is one. Raises Unwritable, and BrokenPipeError once its reader is gone."""
    if sys.stdout is not None:
        with _writing():
            sys.stdout.write(f"{text}\n")


def settle() -> None:
    """Flushes standard output. Raises as `say`."""
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
    """Prints one line on standard error; ignores a missing or failing one."""
    report([sentence])


def report(lines: list[str]) -> None:
    """Prints lines on standard error, as `complain`."""
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
    """Makes the streams escape characters that the terminal cannot show, instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def silence(stream: TextIO | None) -> None:
    """Discards the buffer of a stream; otherwise Python would report an error on exit."""
    if stream is None:
        return
    try:
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)
    except (OSError, ValueError):
        return
