"""The command line. It opens the table, or runs a command without a window. Each failure prints one sentence.

Modules are imported late, so that the window opens quickly.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = {
    "check": "replay every game of some records and say whether it can be right",
    "trace": "print what was allowed at each action of a record",
    "suggest": "say what a computer player would do at the end of a record",
    "review": "say what each decision of the finished deals of a record cost",
    "statistics": "say what the games kept on this computer, or those of some records, come to",
    "simulate": "let computer players play a series of games",
}
BROKEN = 1
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the program with these arguments, or those of the process; returns its exit code."""
    if argv is not None:
        return _run_interruptible(list(argv))
    _interrupt_once()
    try:
        code = _run_interruptible(sys.argv[1:])
        _flush_at_exit()
    except KeyboardInterrupt:
        code = INTERRUPTED
        _flush_at_exit()
    return code


def _run_interruptible(argv: list[str]) -> int:
    try:
        return _run_guarded(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


def _run_guarded(argv: list[str]) -> int:
    name = f"goosetable {argv[0]}" if argv and argv[0] in COMMANDS else "goosetable"
    try:
        if not argv:
            return _open_table(None, None, False, ())
        return _run_arguments(argv)
    except Exception as wrong:
        return _report_failure(name, wrong)


def _run_arguments(argv: list[str]) -> int:
    from goosetable.commands import console

    console.escape_unprintable_characters()
    try:
        code = _run_command(argv[0], argv[1:]) if argv[0] in COMMANDS else _run_window(argv)
    except SystemExit as done:  # --help and --version, whose text may still have to be written
        code = done.code if isinstance(done.code, int) else 0
    console.flush_output()
    return code


def _run_window(argv: list[str]) -> int:
    from goosetable.commands import open_window

    wanted = open_window.parse_call(argv, COMMANDS, versions)
    with wanted.scrap:
        return _open_table(wanted.file, wanted.portable, wanted.selftest, wanted.allow)


def versions() -> str:
    """Returns one line with the versions of Python, pygame, SDL and AccessKit; says if pygame or AccessKit is missing."""
    import platform
    from importlib.util import find_spec

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # else pygame prints its own version first
    try:
        import pygame

        window = f"pygame-ce {pygame.version.ver}, SDL {'.'.join(map(str, pygame.version.SDL))}"
    except ImportError:
        window = "no pygame-ce"
    reader = "AccessKit" if find_spec("accesskit") else "no AccessKit, so screen readers are told nothing"
    return f"Python {platform.python_version()}, {window}, {reader}"


def _open_table(file: Path | None, portable: Path | None, selftest: bool, allow: Sequence[str]) -> int:
    """Opens the window and returns its exit code; no other function imports the window."""
    from goosetable.app.start import run

    return run(file, portable, selftest, allow)


def _run_command(name: str, argv: list[str]) -> int:
    module, function = ("records", name) if name in ("check", "trace") else (name, "run")
    run: Callable[[list[str]], int] = getattr(import_module(f"goosetable.commands.{module}"), function)
    return run(argv)


# ---------------------------------------------------------------------- failures


def _report_failure(name: str, error: Exception) -> int:
    from goosetable.commands import console
    from goosetable.commands.console import MAX_CALL_SENTENCE, WRONG_CALL, WRONG_CONTENT, CommandError, ContentError
    from goosetable.engine.words.clean import escape, shorten

    _flush_ignoring_errors()
    match error:
        case CommandError():
            said, code = f"{name}: {shorten(escape(str(error)), MAX_CALL_SENTENCE)}", WRONG_CALL
        case ContentError():
            said, code = str(error), WRONG_CONTENT
        case BrokenPipeError():
            # The reader has closed the pipe: `goosetable trace FILE | head` is no error.
            return 0
        case console.OutputError():
            said, code = f"{name}: the output cannot be written: {error}", WRONG_CALL
        case OSError() | SystemError() if (
            _current_folder_is_gone()
        ):  # with the latter Python 3.13.0 refuses to import anything there
            said, code = f"{name}: the current folder is gone", WRONG_CALL
        case OSError():
            said, code = f"{name}: {_system_error_text(error)}", WRONG_CALL
        case ImportError():
            said, code = f"goosetable: a part of the program is missing: {shorten(str(error))}", BROKEN
        case _:
            said, code = f"{name}: {_bug_text(error)}", BROKEN
    console.print_error(said)
    return code


def _flush_ignoring_errors() -> None:
    from goosetable.commands import console

    with contextlib.suppress(console.OutputError, BrokenPipeError):
        console.flush_output()


def _current_folder_is_gone() -> bool:
    from pathlib import Path

    try:
        Path.cwd()
    except OSError:
        return True
    return False


def _system_error_text(error: OSError) -> str:
    from goosetable.engine.words.clean import quoted_file_name

    about = f" for {quoted_file_name(str(error.filename))}" if error.filename is not None else ""
    return f"the system refuses something that is needed{about}: {error.strerror or error}"


def _bug_text(error: Exception) -> str:
    trace = error.__traceback__
    assert trace is not None, "what was caught was raised somewhere"
    while trace.tb_next:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_globals.get('__name__')}, line {trace.tb_lineno}"
    said = str(error).splitlines() or [""]
    return f"this is a mistake of the program itself, please report it ({type(error).__name__}: {said[0][:200]}; {place})"


def _interrupt_once() -> None:
    import signal

    def end(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    with contextlib.suppress(ValueError):  # only the main thread may
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, end)


def _flush_at_exit() -> None:
    import signal

    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if "goosetable.commands.console" in sys.modules:  # nothing else writes to standard output
        _flush_ignoring_errors()
