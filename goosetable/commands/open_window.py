"""Command line of `goosetable` and `goosetable FILE`. It is read before the window is opened."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

from goosetable import __version__, machine_code
from goosetable.commands.console import INPUT, STANDARD_STREAM, CommandError, Parser, file_fault, open_for_reading, print_line
from goosetable.engine.words.clean import quoted_file_name
from goosetable.engine.words.phrases import listed
from goosetable.integrity import MAX_FILE_SIZE, open_file
from goosetable.sandbox import module_search


class WindowCall(NamedTuple):
    """A command line that opens the window. portable: the folder for settings and games; None for the usual one."""

    file: Path | None
    portable: Path | None
    selftest: bool
    allow: tuple[str, ...]
    """External players that may run if a record names them."""
    scrap: AbstractContextManager[object]
    """Context manager of the temporary files; leaving it deletes them."""


class _Version(argparse.Action):
    """Prints the versions of the program and its components, and exits. The components are loaded only for this."""

    def __init__(self, *args: object, versions: Callable[[], str], **words: object) -> None:
        super().__init__(*args, **words)  # type: ignore[arg-type]  # handed on as they came
        self._versions = versions

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        kind = machine_code.execution_mode_text(machine_code.is_machine_code_in_use())
        print_line(f"goosetable {__version__} (rules and players {kind})\n{self._versions()}")
        parser.exit()


def parse_call(argv: list[str], commands: Mapping[str, str], versions: Callable[[], str]) -> WindowCall:
    """Parses the command line of a call that opens the window. Raises CommandError.

    commands: descriptions of the commands by name. versions: returns the text that `--version` prints.
    """
    lines = [f"  {name:<12}{about}" for name, about in commands.items()]
    parser = Parser("", "Opens the card table, with a game to go on with if a file is named.")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n".join(["commands, each with a --help of its own:", *lines])
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a record of up to 8 MB or a sheet to open, or - for standard input"
    )
    parser.add_argument("--portable", metavar="DIR", help="keep settings and games in this folder")
    about = "let this player of your own play where a record names it (may be repeated)"
    parser.add_argument("--allow", action="append", default=[], metavar="MODULE:CLASS", help=about)
    parser.add_argument("--selftest", action="store_true", help="open the table, try everything once, and close it")
    about = "say the version, and what the program is made of"
    parser.add_argument("--version", action=_Version, versions=versions, dest=argparse.SUPPRESS, nargs=0, help=about)
    arguments, rest = parser.parse_known_args(argv)
    if arguments.file is not None and not any(word.startswith("-") for word in rest):
        _check_file(arguments.file, list(commands))
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    portable = None if arguments.portable is None else _absolute_folder(arguments.portable)
    allow = tuple(_check_player_name(name) for name in arguments.allow)
    if arguments.file == STANDARD_STREAM:
        return _call_with_copied_input(portable, arguments.selftest, allow)
    return WindowCall(
        None if arguments.file is None else Path(arguments.file), portable, arguments.selftest, allow, nullcontext()
    )


def _check_player_name(name: str) -> str:
    try:
        module_search.split_module_name(name)
    except ValueError as wrong:
        raise CommandError(f"argument --allow: {wrong}") from None
    return name


def _check_file(name: str, commands: list[str]) -> None:
    if name == STANDARD_STREAM:
        return
    try:
        open_file(name).close()
    except FileNotFoundError as missing:
        if name in commands:
            raise CommandError(f"the command {name!r} must come first") from None
        if Path(name).suffix:
            raise CommandError(file_fault(name, missing)) from None
        raise CommandError(
            f"{quoted_file_name(name)} is neither a file nor a command; the commands are {listed(commands)}"
        ) from None
    except (OSError, ValueError) as wrong:
        raise CommandError(file_fault(name, wrong)) from None


def _absolute_folder(name: str) -> Path:
    """Returns a folder as an absolute path. The folder need not exist; it is made later.

    Raises CommandError if it is not a folder, or if it is relative to a home or current folder that does not exist.
    """
    if "\0" in name:
        raise CommandError(f"no folder can be called {quoted_file_name(name)}")
    try:
        path = Path(name).expanduser()
    except RuntimeError:
        raise CommandError(f"there is no home folder for {quoted_file_name(name)}") from None
    try:
        path = path.absolute()
    except OSError:
        raise CommandError(f"the current folder is gone, and {quoted_file_name(name)} lies in it") from None
    try:
        if path.is_dir() or not path.exists():
            return path
    except (OSError, ValueError) as wrong:
        raise CommandError(file_fault(name, wrong)) from None
    raise CommandError(f"{quoted_file_name(name)} is not a folder")


def _call_with_copied_input(portable: Path | None, selftest: bool, allow: tuple[str, ...]) -> WindowCall:
    with open_for_reading(STANDARD_STREAM) as stream:
        content = stream.read(MAX_FILE_SIZE + 1)
    if len(content) > MAX_FILE_SIZE:
        raise CommandError(f"{INPUT} is larger than {MAX_FILE_SIZE >> 20} MB")
    try:
        scrap = tempfile.TemporaryDirectory(prefix="goosetable-")
        file = Path(scrap.name) / "standard input.goose"
        file.write_bytes(content)
    except OSError as wrong:
        raise CommandError(f"there is no room to keep {INPUT} for the window: {wrong.strerror or wrong}") from None
    return WindowCall(file, portable, selftest, allow, scrap)
