"""How programs that train and measure are called: one sentence says what is wrong with a call, before anything is made."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final, NoReturn

CORE: Final = "--core"
"""Names the folder of the compiled core, before anything of it is imported."""


MOST: Final = 100_000
"""Games, deals, codes or plays that a call may ask for."""


class Parser(argparse.ArgumentParser):
    """A parser that ends the program with one sentence and exit code 2, and takes no abbreviations.

    text: the docstring of the program, printed as it is.
    """

    def __init__(self, text: str | None, prog: str | None = None, add_help: bool = True) -> None:
        layout = argparse.RawDescriptionHelpFormatter
        super().__init__(prog=prog, description=text, formatter_class=layout, add_help=add_help, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message} (see --help)", file=sys.stderr)
        sys.exit(2)


def called(prog: str, work: Callable[[], int]) -> int:
    """Runs a program whose mistakes are sentences, as those of a command of goosetable are; returns its exit code."""
    from goosetable.commands.console import WRONG_CALL, WRONG_CONTENT, CallError, ContentError, flush_output, print_error

    try:
        code = work()
        flush_output()
    except CallError as wrong:
        print_error(f"{prog}: {wrong}")
        return WRONG_CALL
    except ContentError as wrong:
        print_error(str(wrong))
        return WRONG_CONTENT
    except KeyboardInterrupt:
        return 130
    except SystemExit as done:  # --help
        flush_output()
        return done.code if isinstance(done.code, int) else 0
    return code


def core(argv: Sequence[str], prog: str | None = None) -> Path | None:
    """The folder that a call names by `--core`, if it does; ends the program where none of goosetable is in it."""
    first = Parser(None, prog, add_help=False)
    first.add_argument(CORE, type=core_folder)
    found: Path | None = first.parse_known_args(argv)[0].core
    return found


def core_folder(text: str) -> Path:
    """Reads a folder from which goosetable can be imported."""
    if not (Path(text) / "goosetable" / "__init__.py").is_file():
        raise argparse.ArgumentTypeError(f"there is no goosetable in {text!r}")
    return Path(text).resolve()


def number(least: float, most: float) -> Callable[[str], float]:
    """Reads a number between two bounds, both allowed."""

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"it must be from {least:g} to {most:g}, not {text}")
        return found

    return read


def level(*others: str) -> Callable[[str], str]:
    """Reads the name of a computer player of ours, with an effort or without, or one of some others."""

    def read(text: str) -> str:
        from goosetable.players.levels import make_with_effort

        if text not in others:
            try:
                make_with_effort(text, Random(0))
            except ValueError as wrong:
                raise argparse.ArgumentTypeError(str(wrong)) from None
        return text

    return read


def file_to_write(text: str) -> Path:
    """Reads the name of a file that is there and can be written, or can be made."""
    path = Path(text)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is a folder, not a file")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text!r} cannot be written")
    return path
