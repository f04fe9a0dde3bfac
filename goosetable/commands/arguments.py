"""Parsing of a command's call: a parser that reports errors in single sentences, and the two errors of a call."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final, NoReturn

from goosetable.commands.saying import say
from goosetable.engine.words.clean import shortened

WRONG_CONTENT = 1
WRONG_CALL = 2
LONGEST_CALL: Final = 400
"""Maximum length of a sentence about a call: a name, and its fault."""


class CallError(Exception):
    """The call is wrong; the sentence says why."""


class ContentError(Exception):
    """The content is wrong; the sentence says why."""


class Parser(argparse.ArgumentParser):
    """A parser that raises CallError instead of printing its usage, and takes no abbreviations."""

    def __init__(self, name: str, about: str, more: str | None = None) -> None:
        self.list: list[str] = []
        """Lines printed unwrapped below the help."""
        super().__init__(prog=f"goosetable {name}".strip(), description=about, epilog=more, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise CallError(f"{message} (see {self.prog} --help)")

    def format_help(self) -> str:
        return "\n".join([super().format_help().rstrip("\n"), *(["", *self.list] if self.list else []), ""])

    def _print_message(self, message: str, file: object = None) -> None:
        """Prints the help or the version; argparse would ignore an output that is full."""
        say(message.rstrip("\n"))


def whole(least: int, most: int) -> Callable[[str], int]:
    """Returns a reader of whole numbers between two bounds, both allowed."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        number = int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else None
        if number is None and not digits.isdecimal():
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"it must be from {least} to {most}, not {shortened(text)}")
        return number

    return read


def ascii_text(text: str) -> str:
    """Reads the seed of a series: any ASCII text, because its bytes make the codes of the series."""
    if not text.isascii():
        raise argparse.ArgumentTypeError(f"{text!r} is not ASCII text")
    return text
