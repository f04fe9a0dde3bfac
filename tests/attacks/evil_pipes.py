"""Players that turn on the open files of their process: those they are asked by, and those they answer by."""

from __future__ import annotations

import os
import pickle
import sys
import threading
import time
from contextlib import suppress
from typing import Any, Final

from tests.attacks.evil_system import FOR_EVER, MEGABYTE, First

RAN: Final = "GOOSETABLE_ATTACK_RAN"
"""Names the variable with the path of a file in which code that was run writes the number of its process."""


def descriptors() -> list[int]:
    """Every open file of this process but the three usual ones."""
    found = []
    for number in range(3, 256):
        with suppress(OSError):
            os.fstat(number)
            found.append(number)
    return found


def write_to_all(piece: bytes, times: int = 1, usual: bool = True) -> None:
    """Writes to every open file that takes it."""
    for number in [*([0, 1] if usual else []), *descriptors()]:
        with suppress(OSError):
            for _ in range(times):
                os.write(number, piece)


class PrintsMegabytes(First):
    def act(self) -> None:
        for _ in range(8):
            sys.stdout.write("x" * MEGABYTE)
        sys.stdout.flush()
        os.write(1, b"y" * 65536)


class PrintsToError(First):
    def act(self) -> None:
        for _ in range(100):
            sys.stderr.write("\x1b[2J\ud800\x00".encode("utf-8", "replace").decode() * 500)
        os.write(2, b"\xff" * 4096)


class HalfMessage(First):
    """Says that a long message comes, and then nothing."""

    def act(self) -> None:
        write_to_all(b"\x00\x10\x00\x00abc")
        time.sleep(FOR_EVER)


class HalfLine(First):
    def act(self) -> None:
        write_to_all(b'{"action": 1, "do": "play')
        time.sleep(FOR_EVER)


class Noise(First):
    def act(self) -> None:
        for _ in range(20):
            write_to_all(self.rng.randbytes(1000) + b"\n")
        time.sleep(FOR_EVER)


class Floods(First):
    """A line of 200 MB that does not end."""

    def act(self) -> None:
        write_to_all(b"9" * MEGABYTE, 200)
        time.sleep(FOR_EVER)


class FloodsWithLines(First):
    def act(self) -> None:
        write_to_all(b'{"values": {}}\n' * 50_000, 100)
        time.sleep(FOR_EVER)


class Forges(First):
    """Answers questions that nobody has asked yet."""

    def act(self) -> None:
        for line in (b'{"action": 0}\n', b'{"action": "play XH"}\n', b"null\n", b"[[[]]]\n", b"{}\n", b"1e999\n"):
            write_to_all(line)


class PicklesOnPipes(First):
    """A message that, where it is unpickled, runs code there."""

    def act(self) -> None:
        body = pickle.dumps(Runs())
        write_to_all(len(body).to_bytes(4, "big") + body)


class Runs:
    """Runs code wherever it is unpickled: writes down in which process that was."""

    def __reduce__(self) -> Any:
        code = f"import os; open(os.environ.get({RAN!r}, os.devnull), 'a').write(f'{{os.getpid()}} ')"
        return (exec, (code,))


class ClosesEverything(First):
    def act(self) -> None:
        os.closerange(0, 1024)
        time.sleep(FOR_EVER)


class ClosesStdin(First):
    def act(self) -> None:
        os.close(0)


class ClosesStdout(First):
    def act(self) -> None:
        sys.stdout.close()
        with suppress(OSError):
            os.close(1)


class NeverBlocks(First):
    """Makes every open file one that does not wait."""

    def act(self) -> None:
        for number in (0, 1, 2, *descriptors()):
            with suppress(OSError):
                os.set_blocking(number, False)


class ReadsOn(First):
    """Eats the questions that are meant for the program around it."""

    def act(self) -> None:
        for number in (0, *descriptors()):
            threading.Thread(target=_eat, args=(number,), daemon=True).start()
        time.sleep(0.05)


def _eat(number: int) -> None:
    with suppress(OSError):
        while os.read(number, 65536):
            pass
