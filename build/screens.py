"""Virtual screens for tests: opens windows on Xvfb, and reads the screen's pixels from its memory."""

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
"""Greatest fraction of the pixels, 0..1, that may differ by more than `FAR` in two pictures that count as equal."""
FAR: Final = 8
STILL: Final = 2.0
"""Time in seconds without a change after which a picture counts as finished."""
LONGEST: Final = 60.0
MEMORY: Final = "Xvfb_screen0"
FEW: Final = 2000
"""Least number of colours of a finished picture. The first frame, which a busy machine shows for a long time, has about 330."""


class NoPicture(Exception):
    """Error: no finished picture appeared; the message is a sentence."""


class Screen:
    """A context manager that runs an X screen of w x h pixels. Needs Xvfb; raises NoPicture if that does not start."""

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
        """Returns the pixels of the screen, row by row, four bytes each; the fourth byte has no meaning."""
        with (
            (Path(self._folder) / MEMORY).open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as dump,
        ):
            head = struct.unpack(">25I", dump[:100])
            row, start = head[12], head[0] + head[19] * 12
            return b"".join(dump[start + y * row : start + y * row + 4 * self.w] for y in range(self.h))

    def show_program(self, command: Sequence[str], env: Mapping[str, str], folder: Path) -> bytes:
        """Starts a program, waits until its window no longer changes, and ends it; returns the pixels. Raises NoPicture."""
        surroundings = {**env, "DISPLAY": self.name}
        program = subprocess.Popen(command, env=surroundings, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            return self.wait_until_settled(program)
        finally:
            program.terminate()
            try:
                program.wait(20)
            except subprocess.TimeoutExpired:
                program.kill()
            if program.stdout is not None:
                program.stdout.close()

    def wait_until_settled(self, program: subprocess.Popen[bytes]) -> bytes:
        """Waits until the screen no longer changes while a program runs. Returns the pixels of the screen.

        Raises NoPicture if the program ends, or if there is no finished picture after `LONGEST` seconds.
        """
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
    """Returns the number of different colours of a picture, among every seventh pixel."""
    return len({picture[i : i + 3] for i in range(0, len(picture), 4 * 7)})


def difference(one: bytes, two: bytes) -> float:
    """Returns the fraction of pixels, 0..1, that differ by more than `FAR` in a colour channel; 1 for different sizes."""
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
