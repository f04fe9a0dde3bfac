"""The built-in voice for people without a screen reader. It uses the system's speech, in a separate thread.

On Linux it uses speech-dispatcher by its protocol SSIP, on macOS the command `say`, on Windows SAPI through PowerShell. A voice
is opened only if a person switches it on. If the system has none, a notice says so.
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

from goosetable.app.storage.paths import runtime_folder

PATIENCE: Final = 2.0
"""Seconds to wait for an answer from the voice."""
LONGEST: Final = 30.0
"""Seconds after which the voice stops waiting for the end of a text, so that the next text is spoken."""
SAPI: Final = (
    "$ErrorActionPreference = 'Stop';"
    "Add-Type -AssemblyName System.Speech;"
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    "$lines = New-Object System.IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8);"
    "while ($null -ne ($line = $lines.ReadLine())) {"
    " if ($line.StartsWith('!')) { $voice.SpeakAsyncCancelAll() };"
    " [void]$voice.SpeakAsync($line.Substring(1)) }"
)
"""PowerShell script that reads lines in UTF-8, whatever the terminal's encoding, and speaks them one after another. A line that
begins with an exclamation mark interrupts the text before it. If the system has no voice, the script ends, so that writing the
next line fails.
"""

_log: Final = logging.getLogger(__name__)


class NoVoice(Exception):
    """Raised if the system has no voice. The message is the reason, without a full stop."""


class Voice(Protocol):
    """A speech engine. Both methods may block, and raise OSError."""

    def say(self, words: str, interrupt: bool) -> None:
        """Speaks a text. interrupt: True to interrupt the current text. An empty text only stops the current one."""

    def close(self) -> None:
        """Stops the voice and releases its resources."""


class SpeechDispatcher:
    """The voice of speech-dispatcher, reached through its socket."""

    def __init__(self, path: Path) -> None:
        """path: the socket. Raises OSError if no program listens there."""
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.settimeout(PATIENCE)
            self._socket.connect(str(path))
            self._stream: TextIO = self._socket.makefile("rw", encoding="utf-8", newline="\r\n")
            self._send_request("SET self CLIENT_NAME user:goosetable:main")
            self._send_request("SET self PRIORITY message")  # messages are spoken one after another
        except OSError:
            self._socket.close()
            raise

    def _send_request(self, *lines: str) -> None:
        """Sends lines as one request. Raises OSError if the request is refused, with an answer code of 300 or more."""
        self._stream.write("".join(f"{line}\n" for line in lines))
        self._stream.flush()
        answer = self._stream.readline()
        while answer[3:4] == "-":
            answer = self._stream.readline()
        if not answer.startswith("2"):
            raise OSError(f"speech-dispatcher answered {answer.strip()!r}")

    def say(self, words: str, interrupt: bool) -> None:
        if interrupt:
            self._send_request("CANCEL self")
        if not words:
            return
        self._send_request("SPEAK")
        # a line with only a full stop would end the text
        self._send_request(words.replace("\n", " ").removeprefix("."), ".")

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._send_request("CANCEL self")
            self._send_request("QUIT")
        self._socket.close()


class MacVoice:
    """The macOS command `say`, called once for each text."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None

    def say(self, words: str, interrupt: bool) -> None:
        if self._child is not None and not interrupt:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(LONGEST)
        self.close()
        if not words:
            return
        self._child = subprocess.Popen(["/usr/bin/say", "--", words], stdin=subprocess.DEVNULL)

    def close(self) -> None:
        if self._child is not None and self._child.poll() is None:
            self._child.terminate()


class WindowsVoice:
    """The Windows voice SAPI, reached through a PowerShell process that reads lines."""

    def __init__(self) -> None:
        flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        self._child = subprocess.Popen(
            ["powershell", "-NoProfile", "-NonInteractive", "-Command", SAPI],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, creationflags=flags,
            encoding="utf-8", errors="replace",
        )  # fmt: skip

    def say(self, words: str, interrupt: bool) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(("!" if interrupt else " ") + words.replace("\n", " ") + "\n")
        self._child.stdin.flush()

    def close(self) -> None:
        self._child.terminate()
        with contextlib.suppress(OSError):
            if self._child.stdin is not None:
                self._child.stdin.close()


def open_voice() -> Voice:
    """Opens the voice of this system. Raises NoVoice or OSError."""
    if sys.platform == "win32":
        return WindowsVoice()
    if sys.platform == "darwin":
        return MacVoice()
    path = _dispatcher_socket()
    if not path.exists():
        raise NoVoice("speech-dispatcher is not running")
    return SpeechDispatcher(path)


def _dispatcher_socket() -> Path:
    named = os.environ.get("SPEECHD_ADDRESS", "")
    if named.startswith("unix_socket:"):
        return Path(named.removeprefix("unix_socket:"))
    return runtime_folder() / "speech-dispatcher" / "speechd.sock"


class Speech:
    """Speaks texts in a separate thread. fault: the reason why it cannot speak, as a clause; "" if it can."""

    def __init__(self, voice_opener: Callable[[], Voice] = open_voice) -> None:
        self.fault = ""
        self._texts: queue.SimpleQueue[tuple[str, bool] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, args=(voice_opener,), name="voice", daemon=True)
        self._thread.start()

    def say(self, words: str, interrupt: bool = False) -> None:
        """Speaks a text. interrupt: True to interrupt the current text, and to drop all waiting texts."""
        if words and not self.fault:
            self._texts.put((words, interrupt))

    def hush(self) -> None:
        """Stops the current text and drops all waiting texts."""
        if not self.fault:
            self._texts.put(("", True))

    def close(self) -> None:
        """Closes the voice. Waits at most `PATIENCE` seconds for its thread to end."""
        self._texts.put(None)
        self._thread.join(PATIENCE)

    def _run(self, find: Callable[[], Voice]) -> None:
        try:
            voice = find()
        except NoVoice as mute:
            self.fault = str(mute)
            return
        except Exception as error:
            self.fault = f"the voice of the system does not answer ({error})"
            _log.warning("no voice: %s", error)
            return
        try:
            while (text := self._next_text()) is not None:
                voice.say(*text)
        except Exception as error:
            self.fault = f"the voice of the system has gone ({error})"
            _log.warning("the voice has gone: %s", error)
        finally:
            with contextlib.suppress(Exception):
                voice.close()

    def _next_text(self) -> tuple[str, bool] | None:
        """Waits for the next text and returns it. An urgent text removes all texts before it. Returns None once the voice is
        closed.
        """
        waiting = [self._texts.get()]
        while not self._texts.empty():
            waiting.append(self._texts.get())
        if None in waiting:
            return None
        urgent = max((at for at, text in enumerate(waiting) if text is not None and text[1]), default=0)
        for text in waiting[urgent + 1 :]:
            self._texts.put(text)
        return waiting[urgent]
