"""The built-in voice for people without a screen reader: the system's speech, used from a thread of its own.

Linux: speech-dispatcher by its protocol SSIP. macOS: `say`. Windows: SAPI by PowerShell. A voice is opened only when a
person wants it; where there is none, a message says so.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, TextIO

PATIENCE: Final = 2.0
"""Seconds to wait for an answer of the voice."""
LONGEST: Final = 30.0
"""Seconds after which a text is given up, so that the next one is spoken."""
SAPI: Final = (
    "$ErrorActionPreference = 'Stop';"
    "Add-Type -AssemblyName System.Speech;"
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    "$lines = New-Object System.IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8);"
    "while ($null -ne ($line = $lines.ReadLine())) {"
    " if ($line.StartsWith('!')) { $voice.SpeakAsyncCancelAll() };"
    " [void]$voice.SpeakAsync($line.Substring(1)) }"
)
"""Reads lines in UTF-8, whatever the encoding of terminals, and speaks each after the one before, or in place of it
if the line begins with an exclamation mark. Without a voice the script ends, and writing the next line fails."""

_log: Final = logging.getLogger(__name__)


class Mute(Exception):
    """The system has no voice; the message is words without a full stop."""


class Voice(Protocol):
    """A speech engine. Both methods may wait, and raise OSError."""

    def say(self, words: str, now: bool) -> None:
        """Speaks. now: in place of the present text, not after it; without words it only ends that text."""

    def close(self) -> None:
        """Silences the voice for good."""


class Dispatcher:
    """speech-dispatcher, by its socket."""

    def __init__(self, path: Path) -> None:
        """path: of the socket. Raises OSError if there is no answer."""
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.settimeout(PATIENCE)
            self._socket.connect(str(path))
            self._stream: TextIO = self._socket.makefile("rw", encoding="utf-8", newline="\r\n")
            self._ask("SET self CLIENT_NAME user:goosetable:main")
            self._ask("SET self PRIORITY message")  # messages are spoken one after another
        except OSError:
            self._socket.close()
            raise

    def _ask(self, *lines: str) -> None:
        """Sends lines as one request. Raises OSError for a refusal, which is an answer of 300 or more."""
        self._stream.write("".join(f"{line}\n" for line in lines))
        self._stream.flush()
        answer = self._stream.readline()
        while answer[3:4] == "-":
            answer = self._stream.readline()
        if not answer.startswith("2"):
            raise OSError(f"speech-dispatcher answered {answer.strip()!r}")

    def say(self, words: str, now: bool) -> None:
        if now:
            self._ask("CANCEL self")
        if not words:
            return
        self._ask("SPEAK")
        # A line with nothing but a full stop would end the text.
        self._ask(words.replace("\n", " ").removeprefix("."), ".")

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._ask("CANCEL self")
            self._ask("QUIT")
        self._socket.close()


class Say:
    """The command `say` of macOS, called once for each text."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None

    def say(self, words: str, now: bool) -> None:
        if self._child is not None and not now:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(LONGEST)
        self.close()
        if not words:
            return
        self._child = subprocess.Popen(["/usr/bin/say", "--", words], stdin=subprocess.DEVNULL)

    def close(self) -> None:
        if self._child is not None and self._child.poll() is None:
            self._child.terminate()


class Sapi:
    """SAPI, by a PowerShell process that reads lines."""

    def __init__(self) -> None:
        flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        self._child = subprocess.Popen(
            ["powershell", "-NoProfile", "-NonInteractive", "-Command", SAPI],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, creationflags=flags,
            encoding="utf-8", errors="replace",
        )  # fmt: skip

    def say(self, words: str, now: bool) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(("!" if now else " ") + words.replace("\n", " ") + "\n")
        self._child.stdin.flush()

    def close(self) -> None:
        self._child.terminate()
        with contextlib.suppress(OSError):
            if self._child.stdin is not None:
                self._child.stdin.close()


def found() -> Voice:
    """Opens the voice of this system. Raises Mute or OSError."""
    if sys.platform == "win32":
        return Sapi()
    if sys.platform == "darwin":
        return Say()
    path = _dispatcher()
    if not path.exists():
        raise Mute("speech-dispatcher is not running")
    return Dispatcher(path)


def _dispatcher() -> Path:
    """Returns the path of the socket of speech-dispatcher."""
    named = os.environ.get("SPEECHD_ADDRESS", "")
    if named.startswith("unix_socket:"):
        return Path(named.removeprefix("unix_socket:"))
    folder = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
    return Path(folder, "speech-dispatcher", "speechd.sock")


class Speech:
    """Speaks in a thread of its own. `fault`: why it cannot, in words."""

    def __init__(self, find: Callable[[], Voice] = found) -> None:
        self.fault = ""
        self._texts: queue.SimpleQueue[tuple[str, bool] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, args=(find,), name="voice", daemon=True)
        self._thread.start()

    def say(self, words: str, now: bool = False) -> None:
        """Speaks. now: in place of the present text and all that wait."""
        if words and not self.fault:
            self._texts.put((words, now))

    def hush(self) -> None:
        """Stops the present text and drops all that wait."""
        if not self.fault:
            self._texts.put(("", True))

    def close(self) -> None:
        """Closes the voice; waits no longer than a voice may take to answer."""
        self._texts.put(None)
        self._thread.join(PATIENCE)

    def _run(self, find: Callable[[], Voice]) -> None:
        try:
            voice = find()
        except Mute as mute:
            self.fault = str(mute)
            return
        except Exception as error:
            self.fault = f"the voice of the system does not answer ({error})"
            _log.warning("no voice: %s", error)
            return
        try:
            while (text := self._next()) is not None:
                voice.say(*text)
        except Exception as error:
            self.fault = f"the voice of the system has gone ({error})"
            _log.warning("the voice has gone: %s", error)
        finally:
            with contextlib.suppress(Exception):
                voice.close()

    def _next(self) -> tuple[str, bool] | None:
        """Returns the next text, once there is one; an urgent one drops those before it. None: the voice is closed."""
        waiting = [self._texts.get()]
        while not self._texts.empty():
            waiting.append(self._texts.get())
        if None in waiting:
            return None
        urgent = max((at for at, text in enumerate(waiting) if text is not None and text[1]), default=0)
        for text in waiting[urgent + 1 :]:
            self._texts.put(text)
        return waiting[urgent]
