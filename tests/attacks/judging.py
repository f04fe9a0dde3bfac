"""What an attack on the content holds against the program: what it says, what it writes and imports, and how it ends."""

from __future__ import annotations

import io
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from goosetable import cli

EXIT_CODES: Final = (0, 1, 2)
LONGEST_SENTENCE: Final = 700
"""Characters of a sentence on standard error; a file name of 255 letters may be in it twice."""
BARRED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What a terminal must not be given: controls, marks of direction, line separators, half surrogate pairs."""
NOT_PLAIN: Final = (
    "Traceback (most recent call last)", "mistake of the program", "made a mistake", "Exception ignored", "Fatal Python error",
)  # fmt: skip
NOTES: Final = ("no game has an action yet\n",)
"""Sentences that may stand on standard error where all is well."""
WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
MOVES: Final = (
    "os.rename", "os.link", "os.symlink", "os.mkdir", "os.rmdir", "os.remove", "os.truncate", "os.chmod", "os.utime",
)  # fmt: skip
STARTS: Final = ("subprocess.Popen", "os.posix_spawn", "os.exec", "os.system", "os.startfile", "webbrowser.open", "pty.spawn")
OURS: Final = ("goosetable.", "tests.attacks.", "encodings")
"""Modules that may be imported at any moment."""
ANYTHING: Final = ("/dev/null", "/dev/tty", "/dev/full")


class Said(NamedTuple):
    """What came of a call."""

    code: int | None
    """The exit code; None where an exception came out instead."""
    out: str
    err: str


def call(argv: Sequence[str], given: bytes = b"", main: Callable[[Sequence[str]], int] = cli.main) -> Said:
    """Calls the program as a shell does, in this process."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)
    code: int | None = None
    with patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given))), redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(argv)
        except BaseException as wrong:
            err.write(f"Traceback (most recent call last) {where(wrong)}\n")
    said = [stream.buffer.getvalue().decode("utf-8", "surrogatepass") for stream in (out, err)]
    return Said(code, said[0], said[1])


def where(wrong: BaseException) -> str:
    """An exception and the last lines that it passed, in one line."""
    passed = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(wrong.__traceback__)[-3:]]
    return f"{type(wrong).__name__}: {ascii(str(wrong))[:200]} at {' > '.join(passed)}"


def complaints(said: Said, sentences: int = 1) -> Iterator[str]:
    """What is wrong with what was said. sentences: how many may stand on standard error where the call went wrong."""
    if said.code not in EXIT_CODES:
        yield f"it ended with {said.code}: {_short(said.err)}"
    for sign in NOT_PLAIN:
        if sign in said.err or sign in said.out:
            yield f"{sign!r} was said: {_short(said.err)}"
    for stream, text in (("standard output", said.out), ("standard error", said.err)):
        if found := BARRED.search(text):
            yield f"{found[0]!a} stands on {stream}: {_short(text[max(0, found.start() - 60) :])}"
    count = said.err.count("\n")
    if said.code == 0 and said.err and not (count == 1 and said.err.endswith(NOTES)):
        yield f"something was said although all was well: {_short(said.err)}"
    if said.code in (1, 2) and not 1 <= count <= sentences:
        yield f"{count} sentences stand on standard error: {_short(said.err)}"
    if any(len(line) > LONGEST_SENTENCE for line in said.err.splitlines()):
        yield f"a sentence has {max(map(len, said.err.splitlines()))} letters: {_short(said.err)}"


def _short(text: str) -> str:
    return ascii(text if len(text) < 400 else f"{text[:300]} ... {text[-60:]}")


class Watch:
    """Notes what is written outside a folder, what is imported, and what is started, in this process from now on for good."""

    def __init__(self, *homes: Path) -> None:
        """homes: where something may be written."""
        self._homes = tuple(os.path.realpath(home) for home in homes)
        self._known = set(sys.modules)
        self._deaf = False
        self.noted: list[str] = []
        sys.addaudithook(self._hear)

    @contextmanager
    def away(self) -> Iterator[None]:
        """What happens within is the attack's own doing."""
        self._deaf = True
        try:
            yield
        finally:
            self._deaf = False

    def take(self) -> list[str]:
        """What was noted since the last time."""
        found, self.noted = self.noted, []
        fresh = sorted(name for name in set(sys.modules) - self._known if not name.startswith(OURS))
        self._known |= set(sys.modules)
        return list(dict.fromkeys([*found, *(f"{name} was imported" for name in fresh)]))

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if self._deaf:
            return
        if event == "import":
            name = str(arguments[0])
            if name not in self._known and not name.startswith(OURS):
                self.noted.append(f"{name} was imported")
        elif event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & WRITES:
                self._moved("opened for writing", path, follow=True)
        elif event in MOVES:
            for path in arguments[: 2 if event in ("os.rename", "os.link") else 1]:
                self._moved(event, path)
        elif event in STARTS:
            self.noted.append(f"{event} {ascii(arguments)[:200]}")

    def _moved(self, what: str, path: object, follow: bool = False) -> None:
        if not isinstance(path, str | bytes | os.PathLike):
            return
        text = os.fsdecode(path)
        self._deaf = True
        try:
            place = Path(text)
            real = os.path.realpath(place) if follow else str(Path(os.path.realpath(place.parent), place.name))
        except FileNotFoundError:
            if not os.path.isabs(text):  # noqa: PTH117
                return  # without a current folder a relative path leads nowhere
            real = text
        except (OSError, ValueError):
            real = text
        finally:
            self._deaf = False
        if text not in ANYTHING and not any(real == home or real.startswith(home + os.sep) for home in self._homes):
            self.noted.append(f"{what}: {ascii(text)[:200]}")
