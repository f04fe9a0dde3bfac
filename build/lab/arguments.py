"""Arguments of programs that train and measure: parsers with bounds, and one sentence for a wrong call."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final, NoReturn

CORE_OPTION: Final = "--core"
"""Option for the folder of the compiled core, read before any module of goosetable is imported."""


MAX_GAMES: Final = 100_000
"""Greatest number of games, deals, codes or plays in a call."""


class Parser(argparse.ArgumentParser):
    """A parser that ends the program with one sentence and exit code 2, and accepts no abbreviated options.

    text: the docstring of the program, printed unchanged.
    """

    def __init__(self, text: str | None, prog: str | None = None, add_help: bool = True) -> None:
        layout = argparse.RawDescriptionHelpFormatter
        super().__init__(prog=prog, description=text, formatter_class=layout, add_help=add_help, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message} (see --help)", file=sys.stderr)
        sys.exit(2)


def run_reporting_errors(prog: str, work: Callable[[], int]) -> int:
    """Runs a program, and prints CommandError and ContentError as sentences, as goosetable does; returns its exit code."""
    from goosetable.commands.console import WRONG_CALL, WRONG_CONTENT, CommandError, ContentError, flush_output, print_error

    try:
        code = work()
        flush_output()
    except CommandError as wrong:
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


def core_of_arguments(argv: Sequence[str], prog: str | None = None) -> Path | None:
    """Returns the folder that `--core` names, or None. Ends the program if the folder does not contain goosetable."""
    first = Parser(None, prog, add_help=False)
    first.add_argument(CORE_OPTION, type=core_folder)
    found: Path | None = first.parse_known_args(argv)[0].core
    return found


def core_folder(text: str) -> Path:
    """Returns the path of a folder, for argparse. Raises ArgumentTypeError if goosetable cannot be imported from it."""
    if not (Path(text) / "goosetable" / "__init__.py").is_file():
        raise argparse.ArgumentTypeError(f"there is no goosetable in {text!r}")
    return Path(text).resolve()


def number_parser(least: float, most: float) -> Callable[[str], float]:
    """Returns a function, for argparse, that parses numbers from `least` to `most`."""

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"it must be from {least:g} to {most:g}, not {text}")
        return found

    return read


def level_parser(*others: str) -> Callable[[str], str]:
    """Returns a function, for argparse, that accepts names of built-in players, with or without an effort, and the names
    `others`.
    """

    def read(text: str) -> str:
        from goosetable.players.levels import make_player_with_effort

        if text not in others:
            try:
                make_player_with_effort(text, Random(0))
            except ValueError as wrong:
                raise argparse.ArgumentTypeError(str(wrong)) from None
        return text

    return read


def writable_file(text: str) -> Path:
    """Returns the path of a file, for argparse. Raises ArgumentTypeError if it cannot be written or made."""
    path = Path(text)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is a folder, not a file")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text!r} cannot be written")
    return path
