"""A screen that nobody looks at: windows are opened on it, and what it shows is read from its memory."""

from __future__ import annotations

import mmap
import os
import select
import shutil
import struct
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

TOLERATED: Final = 0.001
"""The part of the pixels that may differ by more than FAR."""
FAR: Final = 8
STILL: Final = 2.0
"""Seconds for which a picture must not change to count as finished."""
LONGEST: Final = 60.0
MEMORY: Final = "Xvfb_screen0"
FEW: Final = 50
"""A picture with fewer colours than this is no table yet: the first frame has only its cloth."""


class NoPicture(Exception):
    """Nothing to be looked at came; the message is a sentence."""


class Screen:
    """An X screen of w x h pixels for as long as the block runs. Needs Xvfb."""

    def __init__(self, w: int, h: int) -> None:
        self.w, self.h = w, h

    def __enter__(self) -> Self:
        self._folder = tempfile.mkdtemp(prefix="goosetable-screen-")
        come, go = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(go), "-screen", "0", f"{self.w}x{self.h}x24", "-fbdir", self._folder, "-ac", "-noreset"],
            pass_fds=[go], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(go)
        number = ""
        while not number.endswith("\n") and select.select([come], [], [], LONGEST)[0]:
            said = os.read(come, 20).decode()
            number += said
            if not said:
                break
        os.close(come)
        number = number.strip()
        if not number:
            self.__exit__(None, None, None)
            raise NoPicture("Xvfb did not start")
        self.name = f":{number}"
        until = time.monotonic() + LONGEST
        while not (Path(self._folder) / MEMORY).is_file():
            if time.monotonic() > until:
                self.__exit__(None, None, None)
                raise NoPicture("Xvfb does not show its memory")
            time.sleep(0.1)
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self._server.terminate()
        self._server.wait(20)
        shutil.rmtree(self._folder, ignore_errors=True)

    def picture(self) -> bytes:
        """What the screen shows: four bytes a pixel, row by row, the fourth without meaning."""
        with (
            (Path(self._folder) / MEMORY).open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as dump,
        ):
            head = struct.unpack(">25I", dump[:100])
            row, start = head[12], head[0] + head[19] * 12
            return b"".join(dump[start + y * row : start + y * row + 4 * self.w] for y in range(self.h))

    def shown(self, command: Sequence[str], env: Mapping[str, str], folder: Path) -> bytes:
        """Starts a program, waits until its window stands still, and ends it. Raises NoPicture."""
        surroundings = {**env, "DISPLAY": self.name}
        program = subprocess.Popen(command, env=surroundings, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            return self.settled(program)
        finally:
            program.terminate()
            try:
                program.wait(20)
            except subprocess.TimeoutExpired:
                program.kill()
            if program.stdout is not None:
                program.stdout.close()

    def settled(self, program: subprocess.Popen[bytes]) -> bytes:
        """What the screen shows once it stands still while a program runs. Raises NoPicture."""
        began = since = time.monotonic()
        last = b""
        while time.monotonic() - began < LONGEST:
            if program.poll() is not None:
                said = program.stdout.read().decode(errors="replace") if program.stdout else ""
                raise NoPicture(f"the program ended with {program.returncode} before its window stood still: {said[-300:]}")
            now = self.picture()
            if now != last:
                last, since = now, time.monotonic()
            elif time.monotonic() - since > STILL and colours(now) >= FEW:
                return now
            time.sleep(0.2)
        raise NoPicture(f"the window did not stand still within {LONGEST:.0f} seconds, or stayed empty")


def colours(picture: bytes) -> int:
    """How many different colours there are, looked at every few pixels."""
    return len({picture[i : i + 3] for i in range(0, len(picture), 4 * 7)})


def difference(one: bytes, two: bytes) -> float:
    """The part of the pixels, 0..1, that differ by more than FAR in one of their three colours; 1 for different sizes."""
    if len(one) != len(two):
        return 1.0
    if one == two:
        return 0.0
    far = sum(
        any(abs(one[i + c] - two[i + c]) > FAR for c in range(3))
        for i in range(0, len(one), 4)
        if one[i : i + 3] != two[i : i + 3]
    )
    return far / (len(one) // 4)
