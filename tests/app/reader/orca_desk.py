"""A desk of its own with Orca on it: a screen, a bus, AT-SPI, Orca, and the program as a person starts it.

Keys are pressed with xdotool. What Orca speaks comes through a socket from a stand-in of speech-dispatcher's client (`orca/`),
so a test waits for words, never for a time; `PATIENCE` bounds each wait.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shutil import which
from typing import IO, Any

from goosetable.app import start

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
SYSTEM = "/usr/bin/python3"
"""The Python that has the system's bindings of AT-SPI."""
TOOLS = "orca", "openbox", "Xvfb", "xdotool", "dbus-daemon", "gdbus"
PATIENCE = 30.0
"""Seconds after which a wait is given up."""
LATEST = 40
"""Sentences that the report of a failed wait shows."""


class Unspoken(AssertionError):
    """Orca did not say what it should."""


def missing(*tools: str) -> str:
    """The reason why AT-SPI, or what needs these tools, cannot be driven here; empty where it can."""
    absent = [tool for tool in (*tools, SYSTEM) if which(tool) is None]
    if absent:
        return f"there is no {absent[0]} here"
    bound = subprocess.run([SYSTEM, "-c", "import pyatspi"], capture_output=True, check=False)
    return "there is no pyatspi here" if bound.returncode else ""


class Desk:
    """What runs, and what Orca has said since it began. `said`: every sentence, oldest first.

    The file `said.txt` in the folder has every key and every sentence, in order.
    """

    def __init__(self, folder: Path, settings: Mapping[str, object], root: Path = ROOT, python: str = sys.executable) -> None:
        """folder: of the program's files and of the session. root: of the source that is started, by that python."""
        self.said: list[str] = []
        self._folder = folder
        self._stack = contextlib.ExitStack()
        self._words = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._root, self._python = root, python
        (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        self._env = {name: value for name, value in os.environ.items() if name not in ("SDL_VIDEODRIVER", start.FRAMES)}
        self._env |= {
            "SDL_AUDIODRIVER": "dummy", "XDG_RUNTIME_DIR": str(folder), "HOME": str(folder), "LC_ALL": "C.UTF-8",
            "NO_AT_BRIDGE": "0", "ORCA_SAYS": str(folder / "said"),
        }  # fmt: skip

    def __enter__(self) -> Desk:
        with contextlib.ExitStack() as stack:
            self._stack = stack
            stack.enter_context(self._words)
            self._words.bind(str(self._folder / "said"))
            self._env["DISPLAY"] = (
                f":{self._asked(['Xvfb', '-displayfd', '1', '-screen', '0', '1280x720x24', '-nolisten', 'tcp'])}"
            )
            self._env["DBUS_SESSION_BUS_ADDRESS"] = self._asked(["dbus-daemon", "--session", "--print-address", "--nofork"])
            for one in ("IsEnabled", "ScreenReaderEnabled"):
                self._called("gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus",
                             "--method", "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", one, "<true>")  # fmt: skip
            path = f"{FOLDER / 'orca' / 'bin'}{os.pathsep}{os.environ['PATH']}"
            self._started([SYSTEM, str(which("orca"))], {"PYTHONPATH": str(FOLDER / "orca"), "PATH": path})
            self.hears("[Ss]creen reader on")
            self._started(["openbox"], {})  # a window has no focus without a window manager
            self._started([self._python, "-m", "goosetable", "--portable", str(self._folder)], {"PYTHONPATH": str(self._root)})
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *failed: object) -> None:
        self._stack.close()

    def _started(self, command: Sequence[str], more: Mapping[str, str], out: int | None = None) -> subprocess.Popen[str]:
        """Starts a program that ends with the desk."""
        log: IO[Any] = self._stack.enter_context((self._folder / f"{Path(command[-1]).name}.log").open("w"))
        child = subprocess.Popen(
            command,
            env=self._env | dict(more),
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=out or log,
            stderr=log,
            text=True,
        )
        self._stack.callback(child.wait)
        self._stack.callback(child.kill)
        return child

    def _asked(self, command: Sequence[str]) -> str:
        """Starts a program that says its address in its first line."""
        child = self._started(command, {}, subprocess.PIPE)
        assert child.stdout is not None
        self._stack.enter_context(child.stdout)
        return child.stdout.readline().strip()

    def _called(self, *command: str) -> str:
        done = subprocess.run(command, env=self._env, capture_output=True, text=True, timeout=PATIENCE, check=False)
        return done.stdout

    # ------------------------------------------------------------------ by a person

    def _note(self, line: str) -> None:
        with (self._folder / "said.txt").open("a", encoding="utf-8") as written:
            written.write(f"{line}\n")

    def press(self, *keys: str) -> None:
        """Presses keys, by the names of X."""
        self._note(f"> {' '.join(keys)}")
        self._called("xdotool", "key", *keys)

    def write(self, text: str) -> None:
        """Types a text."""
        self._note(f"> {text}")
        self._called("xdotool", "type", "--delay", "40", text)

    def listen(self, patience: float) -> str | None:
        """The next sentence; None if there is none within so many seconds. What is broken off is an empty one, left out."""
        self._words.settimeout(patience)
        with contextlib.suppress(TimeoutError):
            while True:
                words: str = json.loads(self._words.recv(1 << 16))["says"]
                if words:
                    self.said.append(words)
                    self._note(f"    {words}")
                    return words
        return None

    def sentences(self, patience: float) -> Iterator[str]:
        """Every sentence until none comes for so many seconds."""
        while (words := self.listen(patience)) is not None:
            yield words

    def hears(self, pattern: str) -> str:
        """Waits for a sentence in which the pattern is found, and returns it."""
        for words in self.sentences(PATIENCE):
            if re.search(pattern, words):
                return words
        raise self.unspoken(f"{pattern!r} was not said")

    def unspoken(self, complaint: str) -> Unspoken:
        """The report of a failed wait: a complaint, and the latest sentences."""
        return Unspoken(f"{complaint}; the last that was said:\n" + "\n".join(self.said[-LATEST:]))
