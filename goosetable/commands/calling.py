"""How a command is called: a parser that speaks in single sentences, and the two ways in which a call ends badly."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NoReturn

WRONG_CONTENT = 1
WRONG_CALL = 2


class CallError(Exception):
    """The call is wrong, in a sentence."""


class ContentError(Exception):
    """The content is wrong, in a sentence."""


class Parser(argparse.ArgumentParser):
    """A parser that raises CallError instead of printing its usage, and takes no abbreviations."""

    def __init__(self, name: str, about: str, more: str | None = None) -> None:
        super().__init__(prog=f"goosetable {name}".strip(), description=about, epilog=more, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Refuses the call."""
        raise CallError(f"{message} (see {self.prog} --help)")


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number between two bounds, both allowed."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        number = int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else None
        if number is None and not digits.isdecimal():
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"it must be from {least} to {most}, not {shortened(text)}")
        return number

    return read


def seed(text: str) -> str:
    """Reads a seed: any ASCII text, because the codes of a series are made from its bytes."""
    if not text.isascii():
        raise argparse.ArgumentTypeError(f"{text!r} is not ASCII text")
    return text


def shortened(text: str, most: int = 300) -> str:
    """A text that stays a sentence even where it quotes something absurdly long."""
    return text if len(text) <= most else f"{text[: most - 30]} ... {text[-20:]}"


def shown(text: str) -> str:
    """A text from outside that cannot break the line, or the terminal, in which it is shown."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
