"""The process of an external player with its pipes. Requests and answers never block the process that asks."""

from __future__ import annotations

import os
import pickle
import secrets
import signal
import subprocess
import sys
from codecs import getincrementaldecoder
from contextlib import suppress
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Final

from goosetable.engine.record.jsonl import MAX_LINE_BYTES
from goosetable.sandbox import guard, module_search
from goosetable.sandbox.child import Setup
from goosetable.sandbox.guard import MAX_ADDRESS_SPACE, MAX_NEW_TASKS
from goosetable.sandbox.module_search import FoundPlayer

PROCESS_ARGUMENT: Final = "--sandbox"
"""First argument of the frozen program if it is to run as an external player's process."""
MARK_VARIABLE: Final = "GOOSETABLE_SANDBOX"
"""Environment variable that marks all processes that a player has started."""
MAX_PRINTED_BYTES: Final = 256 << 10
"""Greatest number of bytes of a player's prints that are passed to standard error. Further prints are dropped."""
SECONDS_FOR_GUARD: Final = 1.0
"""Seconds that a guard gets to end its player and all processes that the player started. Then the guard itself is ended."""
_LIMITS: Final = 9
_ACTIVE_PROCESSES, _PROCESS_MEMORY, _KILL_ON_CLOSE = 0x8, 0x100, 0x2000

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _Basic(ctypes.Structure):
        _fields_ = (
            ("PerProcessUserTimeLimit", ctypes.c_int64),
            ("PerJobUserTimeLimit", ctypes.c_int64),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        )

    class _Extended(ctypes.Structure):
        _fields_ = (
            ("Basic", _Basic),
            ("IoInfo", ctypes.c_uint64 * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        )

    class Job:
        """A job object of Windows, with limits for a process and all processes that it starts.

        This program has the only handle. When the handle is closed, all these processes end.
        """

        def __init__(self, process: subprocess.Popen[bytes]) -> None:
            self._kernel = ctypes.WinDLL("kernel32")
            self._kernel.CreateJobObjectW.restype = wintypes.HANDLE
            self._job = wintypes.HANDLE(self._kernel.CreateJobObjectW(None, None))
            limits = _Extended()
            limits.Basic.LimitFlags = _ACTIVE_PROCESSES | _PROCESS_MEMORY | _KILL_ON_CLOSE
            limits.Basic.ActiveProcessLimit = MAX_NEW_TASKS
            limits.ProcessMemoryLimit = MAX_ADDRESS_SPACE
            self._kernel.SetInformationJobObject(self._job, _LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
            self._kernel.AssignProcessToJobObject(self._job, wintypes.HANDLE(int(process._handle)))

        def end(self) -> bool:
            """Ends all processes of the job. Returns False if there is no job."""
            ended = bool(self._job.value) and bool(self._kernel.TerminateJobObject(self._job, 1))
            self._kernel.CloseHandle(self._job)
            self._job = wintypes.HANDLE()
            return ended

else:

    class Job:
        """Replaces the Windows class of this name on other systems, where a guard process ends the processes."""

        def __init__(self, process: subprocess.Popen[bytes]) -> None:
            pass

        def end(self) -> bool:
            """Does nothing; returns False."""
            return False


class PlayerProcess:
    """A player's process, with its pipes and the threads that read and write them. All of these end together."""

    def __init__(self, found_player: FoundPlayer) -> None:
        self.found_player = found_player
        """The player's module."""
        self.number = 0
        """Number of requests so far."""
        self._asked: SimpleQueue[bytes | None] = SimpleQueue()
        self._answered: SimpleQueue[bytes | None] = SimpleQueue()
        self._answer: bytes | None = None
        self._until = inf
        """Time by which the guard must have ended the player; infinite until the end is requested."""
        pipe, here = subprocess.PIPE, Path(__file__).with_name("__main__.py")
        command = [sys.executable, PROCESS_ARGUMENT]
        if not getattr(sys, "frozen", False):
            compiled = (
                ["-X", f"pycache_prefix={sys.pycache_prefix}"] if sys.pycache_prefix else []
            )  # -I ignores the environment variable
            command = [sys.executable, "-I", "-B", *compiled, str(here)]
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        # Ctrl-C is for this process alone, which ends the other.
        self._mark = secrets.token_hex(16)
        self._process = subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True, creationflags=flags,
            env={**os.environ, MARK_VARIABLE: self._mark},
        )  # fmt: skip
        self._job = Job(self._process)
        Thread(target=self._exchange_requests_and_answers, daemon=True).start()
        Thread(target=self._relay_prints, args=(_standard_error(),), daemon=True).start()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def request_player(self, seed: str) -> None:
        """Sends the request to create a player. seed: determines the player's random numbers."""
        self.queue_request(Setup(self.found_player, seed, tuple(module_search.import_folders())))

    def queue_request(self, request: object) -> None:
        """Queues a request, without waiting."""
        self.number += 1
        content = pickle.dumps(request, pickle.HIGHEST_PROTOCOL)
        self._asked.put(b"%d\n%b" % (len(content), content))

    def wait_for_answer(self, seconds: float) -> bool:
        """Waits at most `seconds` for an answer. Returns True if there is one, or if the process has ended."""
        try:
            self._answer = self._answered.get(timeout=seconds)
        except Empty:
            if self.is_alive:
                return False
            self._answer = None  # processes that the player has started may still hold the pipe open
        return True

    def next_answer(self) -> bytes:
        """Returns the next answer: one line without its line end, or bytes that are too long for a line. Raises EOFError if the
        process has ended.
        """
        if self._answer is None:
            raise EOFError
        return self._answer

    def kill(self) -> None:
        """Requests the end of the process and of all processes that it started, and does not wait."""
        if self._until < inf:
            return
        self._asked.put(None)
        if not self._job.end() and self.is_alive:
            self._process.terminate()  # the guard ends the others first
            if sys.platform != "win32":
                self._process.send_signal(signal.SIGCONT)  # the player may have stopped it
        self._until = monotonic() + SECONDS_FOR_GUARD

    def end(self) -> None:
        """Ends the process and waits for it."""
        self.kill()
        try:
            self._process.wait(max(0.0, self._until - monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.returncode and sys.platform != "win32":
            guard.kill_marked_processes(self._mark)  # the player has got at its guard

    def _exchange_requests_and_answers(self) -> None:
        process = self._process
        assert process.stdin is not None and process.stdout is not None, "they were asked for"
        with process.stdin, process.stdout, suppress(OSError):
            into, out = process.stdin.fileno(), process.stdout.fileno()
            while asked := self._asked.get():
                while asked:
                    asked = asked[os.write(into, asked) :]
                answer = _read_line(out)
                if not answer:
                    break
                self._answered.put(answer)
        self._answered.put(None)

    def _relay_prints(self, target: int | None) -> None:
        """Passes on the player's prints at once, without a buffer, whose lock could keep the program from ending."""
        left, decoder = MAX_PRINTED_BYTES, getincrementaldecoder("utf-8")("replace")
        assert self._process.stderr is not None, "it was asked for"
        with self._process.stderr as stream:
            while said := os.read(stream.fileno(), 1 << 16):
                if target is not None and left:
                    said, left = said[:left], max(0, left - len(said))
                    with suppress(OSError):
                        os.write(target, _printable_text(decoder.decode(said)).encode())


def _read_line(out: int) -> bytes:
    """Reads a line and returns it without its line end. Returns b"" if the process has ended. If a line has more than
    `MAX_LINE_BYTES` bytes, stops reading and returns the bytes received so far.
    """
    found = b""
    while len(found) <= MAX_LINE_BYTES:
        piece = os.read(out, MAX_LINE_BYTES)
        found += piece
        if not piece or piece.endswith(b"\n"):
            break
    return found.removesuffix(b"\n") if found.endswith(b"\n") or len(found) > MAX_LINE_BYTES else b""


def _printable_text(printed: str) -> str:
    return "".join(sign if sign.isprintable() or sign in "\t\n" else "?" for sign in printed if sign != "\r")


def _standard_error() -> int | None:
    try:
        return sys.stderr.fileno()
    except (AttributeError, OSError, ValueError):
        return None  # a window without a terminal
