"""A voice of one's own: speech-dispatcher as it answers, refuses and goes; what is said in turn and what at once."""

from __future__ import annotations

import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from goosetable.app.reader.speech import NoVoice, Speech, SpeechDispatcher, WindowsVoice, open_voice

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no such sockets")


class Server:
    """Answers as speech-dispatcher does, and remembers what it was asked."""

    def __init__(self, path: Path, refuse: str = "") -> None:
        self.heard: queue.Queue[str] = queue.Queue()
        self._refuse = refuse
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        self._socket.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with self._socket:
            talk, _ = self._socket.accept()
        with talk, talk.makefile("rw", encoding="utf-8", newline="\r\n") as stream:
            text: list[str] | None = None
            for line in stream:
                line = line.rstrip("\r\n")
                if text is not None and line != ".":
                    text.append(line)
                    continue
                self.heard.put(" ".join(text) if text is not None else line)
                answer = "225-1\r\n225 OK" if text is not None else "230 OK" if line == "SPEAK" else "208 OK"
                text = [] if line == "SPEAK" else None
                stream.write(("300 NO" if self._refuse and line.startswith(self._refuse) else answer) + "\r\n")
                stream.flush()

    def next(self) -> str:
        return self.heard.get(timeout=600)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "speech-dispatcher").mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("SPEECHD_ADDRESS", raising=False)
    monkeypatch.chdir(tmp_path / "speech-dispatcher")  # the path of a socket has to be short
    yield Path("speechd.sock")


def test_what_is_said_reaches_speech_dispatcher(place: Path) -> None:
    server = Server(place)
    one = Speech()
    one.say("Vesper leads king of diamonds.")
    assert [server.next() for _ in range(4)] == [
        "SET self CLIENT_NAME user:goosetable:main", "SET self PRIORITY message", "SPEAK", "Vesper leads king of diamonds.",
    ]  # fmt: skip
    one.say(".\nA point begins it", interrupt=True)
    assert [server.next() for _ in range(3)] == ["CANCEL self", "SPEAK", " A point begins it"]
    one.hush()
    assert server.next() == "CANCEL self"
    one.say("After it.")
    assert [server.next() for _ in range(2)] == ["SPEAK", "After it."]
    one.close()
    assert [server.next() for _ in range(2)] == ["CANCEL self", "QUIT"]
    assert not one.fault


def test_where_nobody_answers_it_is_said(place: Path) -> None:
    with pytest.raises(NoVoice):
        open_voice()
    one = Speech()
    one.close()
    assert one.fault == "speech-dispatcher is not running"
    one.say("nothing comes of it")


def test_a_refusal_is_said_and_ends_nothing(place: Path) -> None:
    Server(place, refuse="SPEAK")
    one = Speech()
    one.say("Honk.")
    one._thread.join(20)
    assert one.fault == "the voice of the system has gone (speech-dispatcher answered '300 NO')"


def test_a_socket_that_nobody_serves_is_said(place: Path) -> None:
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(place))
    left.close()
    one = Speech()
    one._thread.join(20)
    assert one.fault.startswith("the voice of the system does not answer (")


def test_an_address_may_be_named(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{os.fspath(place)}.other")
    server = Server(Path("speechd.sock.other"))
    voice = open_voice()
    assert isinstance(voice, SpeechDispatcher)
    assert server.next().startswith("SET self CLIENT_NAME")
    voice.close()


class Slow:
    """A voice that waits until it may speak."""

    def __init__(self) -> None:
        self.said: list[tuple[str, bool]] = []
        self.begins, self.goes = threading.Event(), threading.Event()

    def say(self, words: str, interrupt: bool) -> None:
        self.begins.set()
        assert self.goes.wait(20)
        self.said.append((words, interrupt))

    def close(self) -> None:
        self.said.append(("", True))


def saying() -> tuple[Speech, Slow]:
    """A voice that is still at its first word."""
    slow = Slow()
    one = Speech(lambda: slow)
    one.say("first")
    assert slow.begins.wait(20)
    return one, slow


def spoken(*texts: tuple[str, bool]) -> list[str]:
    """What is said of texts that come while the first of them is being said."""
    one, slow = saying()
    for words, now in texts:
        one.say(words, now)
    slow.goes.set()
    while len(slow.said) <= len(texts) and not (slow.said and slow.said[-1][0] == texts[-1][0]):
        pass
    one.close()
    return [words for words, _ in slow.said]


def test_what_happens_is_said_in_turn_and_what_is_wanted_now_takes_its_place() -> None:
    assert spoken(("a", False), ("b", False)) == ["first", "a", "b", ""]
    assert spoken(("a", False), ("b", False), ("c", True), ("d", False)) == ["first", "c", "d", ""]


def test_what_waits_is_left_out_where_it_is_hushed() -> None:
    one, slow = saying()
    one.say("a")
    one.hush()
    one.say("b")
    slow.goes.set()
    while ("b", False) not in slow.said:
        pass
    one.close()
    assert slow.said == [("first", False), ("", True), ("b", False), ("", True)]


def test_the_voices_of_other_systems_are_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []

    class Child:
        stdin = StringIO()

        def __init__(self, command: list[str], **_: object) -> None:
            called.append(command)

        def poll(self) -> int:
            return 0

        def wait(self, seconds: float) -> int:
            return 0

        def terminate(self) -> None:
            called.append([])

    monkeypatch.setattr(subprocess, "Popen", Child)
    monkeypatch.setattr(sys, "platform", "darwin")
    open_voice().say("-v is no option here", interrupt=False)
    assert called.pop() == ["/usr/bin/say", "--", "-v is no option here"]
    monkeypatch.setattr(sys, "platform", "win32")
    voice = open_voice()
    voice.say("Honk.", interrupt=True)
    assert called[-1][0] == "powershell" and "SpeechSynthesizer" in called[-1][-1]
    voice.close()


HEARS = "import sys; [print(ascii(line.decode()), flush=True) for line in iter(sys.stdin.buffer.readline, b'')]"
"""Stands in for PowerShell, and says what it read."""


def instead_of_powershell(monkeypatch: pytest.MonkeyPatch, script: str) -> list[subprocess.Popen[str]]:
    """Lets a script in Python read what PowerShell would; gives the processes."""
    started: list[subprocess.Popen[str]] = []
    true = subprocess.Popen

    def start(command: list[str], **given: Any) -> subprocess.Popen[str]:
        assert command[0] == "powershell"
        started.append(true([sys.executable, "-c", script], **(given | {"stdout": subprocess.PIPE})))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    return started


def test_windows_is_told_every_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The letters of a terminal there have neither suits nor many a name in them; half a pair of them is not said at all."""
    started = instead_of_powershell(monkeypatch, HEARS)
    voice = WindowsVoice()
    voice.say("\u2665 J\u00f6rg \u4e2d\nand on", interrupt=False)
    voice.say("half \ud83c", interrupt=True)
    child = started[0]
    assert child.stdout is not None and child.stdin is not None
    child.stdin.close()
    with child.stdout as told:
        assert told.read().split("\n")[:2] == [r"' \u2665 J\xf6rg \u4e2d and on\n'", r"'!half ?\n'"]
    voice.close()
    child.wait(60)


def test_a_windows_without_a_voice_is_noticed_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """PowerShell ends where it finds none, and what is said then breaks its pipe."""
    started = instead_of_powershell(monkeypatch, "")
    one = Speech(WindowsVoice)
    while not one.fault:
        one.say("Queen of hearts")
        time.sleep(0.01)
    assert one.fault.startswith("the voice of the system has gone")
    one.close()
    assert started[0].wait(60) == 0
    if started[0].stdout is not None:
        started[0].stdout.close()
