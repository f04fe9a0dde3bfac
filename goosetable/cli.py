"""The command line: opens the table, or runs a command without one; whatever goes wrong is said in a sentence.

Nothing is imported before it is wanted, because the bare program opens a window and people wait for it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = {
    "check": "replay every game of some records and say whether it can be right",
    "trace": "print what was allowed at each action of a record",
    "suggest": "say what a computer player would do at the end of a record",
    "simulate": "let computer players play a series of games",
    "bench": "measure how fast this machine plays",
}
BROKEN = 1
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the program with these arguments, or those of the process; returns its exit code."""
    given = sys.argv[1:] if argv is None else list(argv)
    try:
        if given:
            return _with_arguments(given)
        return _open_table(None, None, False, ())
    except KeyboardInterrupt:
        return INTERRUPTED
    except ImportError as missing:
        return _say(f"goosetable: a part of the program is missing: {missing}", BROKEN)


def _open_table(file: Path | None, portable: Path | None, selftest: bool, allow: Sequence[str]) -> int:
    """The only way into the window."""
    from goosetable.app.start import run

    return run(file, portable, selftest, allow)


def _with_arguments(argv: list[str]) -> int:
    _forgive(sys.stdout, sys.stderr)
    if argv[0] in COMMANDS:
        return _guarded(argv)
    from goosetable.commands import table
    from goosetable.commands.calling import WRONG_CALL, CallError, shortened

    try:
        wanted = table.wanted(argv)
    except CallError as wrong:
        return _say(f"goosetable: {shortened(str(wrong))}", WRONG_CALL)
    except SystemExit as done:
        return _code(done)
    with wanted.scrap:
        return _open_table(wanted.file, wanted.portable, wanted.selftest, wanted.allow)


def _guarded(argv: list[str]) -> int:
    """Runs a command; whatever goes wrong ends in a sentence and an exit code."""
    from goosetable.commands.calling import WRONG_CALL, WRONG_CONTENT, CallError, ContentError, shortened

    try:
        code = _command(argv[0], argv[1:])
        _flush()
        return code
    except SystemExit as done:
        return _code(done)
    except CallError as wrong:
        return _say(f"goosetable {argv[0]}: {shortened(str(wrong))}", WRONG_CALL)
    except ContentError as wrong:
        return _say(str(wrong), WRONG_CONTENT)
    except BrokenPipeError:
        # Whoever reads wants no more: `goosetable trace FILE | head` is no error.
        _silence()
        return 0
    except OSError as wrong:
        _silence()
        return _say(f"goosetable {argv[0]}: the output cannot be written: {wrong.strerror or wrong}", WRONG_CALL)
    except ImportError:
        raise
    except Exception as wrong:
        return _say(f"goosetable {argv[0]}: {_fault(wrong)}", BROKEN)


def _command(name: str, argv: list[str]) -> int:
    match name:
        case "check":
            from goosetable.commands import check

            return check.run(argv)
        case "trace":
            from goosetable.commands import trace

            return trace.run(argv)
        case "suggest":
            from goosetable.commands import suggest

            return suggest.run(argv)
        case "simulate":
            from goosetable.commands import simulate

            return simulate.run(argv)
        case _:
            from goosetable import bench

            return bench.main(argv)


def _code(done: SystemExit) -> int:
    """The exit code of --help and --version, whose text may still have to be written."""
    try:
        _flush()
    except OSError:
        _silence()
    return done.code if isinstance(done.code, int) else 0


def _fault(wrong: Exception) -> str:
    """What to tell the makers of a mistake of theirs."""
    trace = wrong.__traceback__
    assert trace is not None, "what was caught was raised somewhere"
    while trace.tb_next:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_globals.get('__name__')}, line {trace.tb_lineno}"
    said = str(wrong).splitlines() or [""]
    return f"this is a mistake of the program itself, please report it ({type(wrong).__name__}: {said[0][:200]}; {place})"


# ---------------------------------------------------------------------- standard output and error


def _forgive(*streams: TextIO | None) -> None:
    """A name that a terminal cannot show is shown escaped, instead of ending the program."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def _say(sentence: str, code: int) -> int:
    try:
        _flush()
    except OSError:
        _silence()
    print(sentence, file=sys.stderr)
    return code


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _silence() -> None:
    """What is left in the buffer goes nowhere; otherwise Python complains about it when it ends."""
    import os

    try:
        number = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):
        return
