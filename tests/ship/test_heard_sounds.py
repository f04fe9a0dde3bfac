"""Every sound as it comes out of a sound server: when, how loud, and what happens when the server goes.

Skipped where pulseaudio is missing. Its null sink has no hardware; what a real device adds to the time is not measured.
"""

from __future__ import annotations

import contextlib
import importlib
import math
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goosetable.app.ui.sound import SOUNDS

ROOT = Path(__file__).resolve().parents[2]
RATE = 44100
NOBODY = 65534
CONF = f"""load-module module-null-sink sink_name=ear rate={RATE} channels=2
load-module module-native-protocol-unix auth-anonymous=1
"""
SILENT = 8
"""What of 32767 counts as silence."""
TIMES = 4
PROGRAM = Path(__file__).with_name("sound_player.py")
pytestmark = pytest.mark.slow


class Ear:
    """A sound server of its own, and what was heard of its sink so far: samples of one channel."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "conf").write_text(CONF)
        left = {name: value for name, value in os.environ.items() if not name.startswith(("PULSE_", "SDL_", "XDG_", "DBUS_"))}
        self.env = left | {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
        self.rights: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": ()} if os.getuid() == 0 else {}
        if self.rights:
            os.chown(folder, NOBODY, NOBODY)
        self.samples = array("h")
        self.players = list[Player]()
        self.began = math.inf
        """When the first sample was heard, by the least delayed piece of what came: never too early."""
        self.start()

    def start(self) -> None:
        call = ["pulseaudio", "-n", "-F", str(self.folder / "conf"), "--exit-idle-time=-1", "--daemonize=no"]
        call += ["--use-pid-file=no", "--disable-shm=yes"]
        self.server = subprocess.Popen(call, env=self.env, cwd="/", stderr=subprocess.DEVNULL, **self.rights)
        socket = self.folder / "pulse" / "native"
        listing = ["pactl", "--server", f"unix:{socket}", "info"]
        ends = time.monotonic() + 30
        while subprocess.run(listing, capture_output=True, check=False).returncode:
            assert time.monotonic() < ends, "pulseaudio does not start"
            time.sleep(0.1)

    def listen(self) -> None:
        call = ["parec", "--server", f"unix:{self.folder / 'pulse' / 'native'}", "--device=ear.monitor", "--format=s16le"]
        call += [f"--rate={RATE}", "--channels=1", "--latency-msec=5", "--raw"]
        self.recorder = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        assert self.recorder.stdout is not None
        odd = b""
        while data := self.recorder.stdout.read1(4096):  # type: ignore[attr-defined]
            now, data = time.monotonic(), odd + data
            whole = len(data) // 2 * 2
            odd = data[whole:]
            self.samples.frombytes(data[:whole])
            self.began = min(self.began, now - len(self.samples) / RATE)

    def until(self, moment: float) -> None:
        """Return when all has been heard that sounded before a moment."""
        ends = time.monotonic() + 60
        while not self.samples or self.began + len(self.samples) / RATE < moment:
            assert time.monotonic() < ends, "nothing is heard"
            time.sleep(0.02)

    def after(self, moment: float) -> array[int]:
        return self.samples[max(0, round((moment - self.began) * RATE)) :]

    def close(self) -> None:
        for one in (getattr(self, "recorder", None), self.server):
            if one is not None:
                one.kill()
                one.wait(20)
        if (recorder := getattr(self, "recorder", None)) is not None:
            recorder.stdout.close()


class Player:
    """The program's sounds in a process of their own, told by lines."""

    def __init__(self, ear: Ear) -> None:
        env = ear.env | {"PYTHONPATH": str(ROOT), "PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_VIDEODRIVER": "dummy"}
        env |= {"PULSE_SERVER": f"unix:{ear.folder / 'pulse' / 'native'}", "SDL_AUDIODRIVER": "pulseaudio"}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([sys.executable, str(PROGRAM)], env=env, stdin=pipe, stdout=pipe, text=True)
        ear.players.append(self)
        self.opened = self.said()

    def said(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def tell(self, line: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.said()

    def play(self, name: str) -> float:
        """When it was told to begin."""
        moment = float(self.tell(name))
        self.said()
        return moment

    def close(self) -> int:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(30)

    def end(self) -> None:
        """Ends the process, whatever it does and however far a test came."""
        self.process.kill()
        with contextlib.suppress(BrokenPipeError), self.process:
            pass


@pytest.fixture
def ear() -> Iterator[Ear]:
    for tool in ("pulseaudio", "parec"):
        if shutil.which(tool) is None:
            pytest.skip(f"there is no {tool} to hear sounds with")
    folder = Path(tempfile.mkdtemp(prefix="ear-", dir="/tmp"))
    heard = Ear(folder)
    try:
        yield heard
    finally:
        for player in heard.players:
            player.end()
        heard.close()
        shutil.rmtree(folder)


def test_every_sound_begins_soon_is_even_and_never_clips(ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "build")
    momentary = importlib.import_module("sounds").momentary
    ear.listen()
    player = Player(ear)
    assert player.opened == "open True"
    player.tell("volume 1.0")
    late, loud, peaks = dict[str, float](), dict[str, float](), dict[str, int]()
    for name in SOUNDS:
        for _ in range(TIMES):
            ear.until(time.monotonic() + 0.1)
            moment = player.play(name)
            ear.until(moment + 1.3)
            heard = ear.after(moment)
            first = next((i for i, value in enumerate(heard) if abs(value) > SILENT), None)
            assert first is not None, f"{name} is not heard"
            late[name] = min(late.get(name, 9.0), first / RATE)
        peaks[name], loud[name] = max(map(abs, heard)), momentary([v / 32768 for v in heard], RATE)
    for name in SOUNDS:
        print(f"{name:8} {late[name] * 1000:5.1f} ms {loud[name]:6.1f} LUFS {20 * math.log10(peaks[name] / 32768):6.1f} dBFS")
    moment = time.monotonic()
    player.tell("together")
    ear.until(moment + 1.5)
    peak = max(map(abs, ear.after(moment)))
    print(f"six at once {20 * math.log10(peak / 32768):.1f} dBFS")
    player.tell("volume 0.0")
    ear.until(time.monotonic() + 0.2)
    moment = time.monotonic()
    for name in SOUNDS:
        player.play(name)
    ear.until(moment + 1.0)
    assert max(map(abs, ear.after(moment))) == 0, "muted is silent"
    assert player.close() == 0
    assert max(late.values()) <= 0.060, late
    assert max(loud.values()) - min(loud.values()) <= 3, loud
    assert max(peaks.values()) < 32767 and peak < 32767


def test_a_server_that_goes_and_comes_back(ear: Ear) -> None:
    player = Player(ear)
    assert player.opened == "open True"
    player.play("turn")
    ear.server.kill()
    ear.server.wait(20)
    ends = time.monotonic() + 30
    while player.tell("volume 0.7") == "on":
        player.play("deal")
        assert time.monotonic() < ends, "the program does not notice"
        time.sleep(0.1)
    for name in SOUNDS:
        player.play(name)
    assert player.tell("again") == "off", "there is none yet"
    ear.start()
    assert player.tell("again") == "on"
    ear.listen()
    ear.until(time.monotonic() + 0.2)
    moment = player.play("turn")
    ear.until(moment + 1.0)
    assert max(map(abs, ear.after(moment))) > 1000, "it sounds again"
    assert player.close() == 0


def test_without_any_server_all_goes_on(ear: Ear) -> None:
    ear.server.kill()
    ear.server.wait(20)
    player = Player(ear)
    assert player.opened == "open False"
    for name in SOUNDS:
        player.play(name)
    assert player.close() == 0
