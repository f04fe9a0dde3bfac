"""The console: faults of a command line, files named in it, standard output and standard error.

Each failure is reported in a sentence. Both output streams may be closed or full, or their reader may have ended. Standard
error gets single lines, with quoted text escaped; if it fails too, only the exit code remains. The file name `-` is standard
input or output. Records are read as streams, so that only one game is in memory.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase, BufferedReader, RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NoReturn, TextIO

from goosetable.engine.record.jsonl import RecordError
from goosetable.engine.words.clean import escape, escaped_file_name, quoted_file_name, shorten
from goosetable.integrity import open_file

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class OutputError(Exception):
    """Error: standard output cannot be written; the message is the reason."""


def print_line(text: str) -> None:
    """Prints a line on standard output, if there is one. Raises OutputError, or BrokenPipeError if its reader has ended."""
    if sys.stdout is not None:
        with _errors_as_output_error():
            sys.stdout.write(f"{text}\n")


def print_json(value: object) -> None:
    """Prints a value as a line of JSON. Suits are symbols if the output is UTF-8. Raises the errors of `print_line`."""
    plain = sys.stdout is None or (sys.stdout.encoding or "").lower() != "utf-8"
    print_line(json.dumps(value, ensure_ascii=plain))


def flush_output() -> None:
    """Flushes standard output. Raises the errors of `print_line`."""
    if sys.stdout is not None:
        with _errors_as_output_error():
            sys.stdout.flush()


@contextmanager
def _errors_as_output_error() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        discard_output(sys.stdout)
        raise
    except OSError as wrong:
        discard_output(sys.stdout)
        raise OutputError(wrong.strerror or str(wrong)) from None


def print_error(sentence: str) -> None:
    """Prints one line on standard error; does nothing if standard error is missing or fails."""
    print_errors([sentence])


def print_errors(lines: list[str]) -> None:
    """Prints lines on standard error; does nothing if standard error is missing or fails."""
    stream = sys.stderr
    if stream is None:
        return
    try:
        for line in lines:
            stream.write(f"{escape(line)}\n")
        stream.flush()
    except OSError:
        discard_output(stream)


def escape_unprintable_characters() -> None:
    """Makes both output streams write an escape sequence for a character that the terminal cannot show."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def discard_output(stream: TextIO | None) -> None:
    """Discards the buffer of a stream. If the buffer stayed, Python would report an error on exit."""
    if stream is None:
        return
    try:
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)
    except (OSError, ValueError):
        return


WRONG_CONTENT = 1
"""Exit code for a ContentError."""
WRONG_CALL = 2
"""Exit code for a CommandError."""
MAX_CALL_SENTENCE: Final = 400
"""Greatest number of characters in a sentence on a fault of the command line."""


class CommandError(Exception):
    """Error of a command line, such as an unknown option or an unreadable file; the message is a sentence."""


class ContentError(Exception):
    """Error in the content of a file or in a player's answer; the message is a sentence."""


def record_fault(name: str, error: RecordError) -> str:
    """Returns the sentence on a faulty record: the name of the file, the line and the fault."""
    return f"{escaped_file_name(name)}:{error.line}: {shorten(escape(error.reason))}"


class Parser(argparse.ArgumentParser):
    """A parser that raises CommandError instead of printing its usage, and accepts no abbreviated options."""

    def __init__(self, name: str, about: str, more: str | None = None, program: str = "goosetable") -> None:
        self.list: list[str] = []
        """Lines printed unwrapped below the help."""
        super().__init__(prog=f"{program} {name}".strip(), description=about, epilog=more, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message} (see {self.prog} --help)")

    def format_help(self) -> str:
        return "\n".join([super().format_help().rstrip("\n"), *(["", *self.list] if self.list else []), ""])

    def _print_message(self, message: str, file: object = None) -> None:
        """Prints the help or the version. Unlike argparse, raises an error if the output is full."""
        print_line(message.rstrip("\n"))


def whole_number_parser(minimum: int, maximum: int) -> Callable[[str], int]:
    """Returns a function that parses a whole number from `minimum` to `maximum`, for argparse."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        number = int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else None
        if number is None and not digits.isdecimal():
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
        if number is None or not minimum <= number <= maximum:
            raise argparse.ArgumentTypeError(f"it must be from {minimum} to {maximum}, not {shorten(text)}")
        return number

    return read


def parse_ascii_text(text: str) -> str:
    """Returns the text if it is ASCII, for argparse. The seed of a series must be ASCII, because game codes are computed from
    its bytes.
    """
    if not text.isascii():
        raise argparse.ArgumentTypeError(f"{text!r} is not ASCII text")
    return text


STANDARD_STREAM = "-"
INPUT = "standard input"
OUTPUT = "standard output"


@contextmanager
def open_for_reading(name: str) -> Iterator[BinaryIO]:
    """Context manager: opens a file for reading. Raises CommandError if it is no ordinary file, or if reading fails in the
    `with` block.
    """
    if name == STANDARD_STREAM:
        if sys.stdin is None:
            raise CommandError("there is no standard input")
        yield BufferedReader(_ReadErrorStream(sys.stdin.buffer, name))
        return
    try:
        file = open_file(name)
    except (OSError, ValueError) as wrong:
        raise CommandError(file_fault(name, wrong)) from None
    with file:
        yield BufferedReader(_ReadErrorStream(file, name))


@contextmanager
def open_record(name: str) -> Iterator[BinaryIO]:
    """Context manager: opens a record for reading. Turns a RecordError in the `with` block into a ContentError."""
    try:
        with open_for_reading(name) as stream:
            yield stream
    except RecordError as wrong:
        raise ContentError(record_fault(name, wrong)) from None


class _ReadErrorStream(RawIOBase):
    """A stream of a file, for reading. If reading fails, raises CommandError, because an OSError would be reported as a
    failure of the output. Each read waits until the file has some bytes, and returns these.
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
            raise CommandError(file_fault(self._name, wrong)) from None


def open_for_writing(name: str) -> BinaryIO:
    """Opens a file for writing, and empties it. Raises CommandError."""
    if name == STANDARD_STREAM and sys.stdout is None:
        raise CommandError("there is no standard output")
    try:
        return sys.stdout.buffer if name == STANDARD_STREAM else Path(name).open("wb")
    except (OSError, ValueError) as wrong:
        raise CommandError(file_fault(name, wrong, OUTPUT)) from None


def file_fault(name: str, error: Exception, standard: str = INPUT) -> str:
    """Returns a sentence about a file that cannot be opened. `standard`: `INPUT` for reading, `OUTPUT` for writing."""
    said = standard if name == STANDARD_STREAM else quoted_file_name(name)
    if "\0" in name:
        return f"no file can be called {said}"
    if isinstance(error, FileNotFoundError):
        return f"there is no file {said}" if standard == INPUT else f"there is no folder for {said}"
    folder = os.path.isdir(name)  # noqa: PTH112 - unlike a Path's, it never raises
    if isinstance(error, IsADirectoryError) or (isinstance(error, PermissionError) and folder):
        return f"{said} is a folder, not a file"
    if isinstance(error, PermissionError):
        return f"there is no permission to use {said}"
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if reason.startswith("it "):
        return f"{said} {reason.removeprefix('it ')}"
    return f"{said} cannot be used: {reason}"


def refuse_repeated_input(names: list[str]) -> None:
    """Raises CommandError if `-`, which is standard input, is named more than once."""
    if names.count(STANDARD_STREAM) > 1:
        raise CommandError("standard input can be read only once")
