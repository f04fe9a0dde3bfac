"""The Windows job object of an external player: it carries the limits, and ends with this program."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

from goosetable.sandbox.limits import MEMORY, TASKS

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
        """Holds a process and all that it starts. This program has its only handle: when that is closed, all of them end."""

        def __init__(self, process: subprocess.Popen[bytes]) -> None:
            self._kernel = ctypes.WinDLL("kernel32")
            self._kernel.CreateJobObjectW.restype = wintypes.HANDLE
            self._job = wintypes.HANDLE(self._kernel.CreateJobObjectW(None, None))
            limits = _Extended()
            limits.Basic.LimitFlags = _ACTIVE_PROCESSES | _PROCESS_MEMORY | _KILL_ON_CLOSE
            limits.Basic.ActiveProcessLimit = TASKS
            limits.ProcessMemoryLimit = MEMORY
            self._kernel.SetInformationJobObject(self._job, _LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
            self._kernel.AssignProcessToJobObject(self._job, wintypes.HANDLE(int(process._handle)))

        def end(self) -> bool:
            """Ends all of them; returns whether there was a job to do so."""
            ended = bool(self._job.value) and bool(self._kernel.TerminateJobObject(self._job, 1))
            self._kernel.CloseHandle(self._job)
            self._job = wintypes.HANDLE()
            return ended

else:

    class Job:
        """A stand-in on other systems: there a guard ends the processes."""

        def __init__(self, process: subprocess.Popen[bytes]) -> None:
            pass

        def end(self) -> bool:
            """Does nothing; returns False."""
            return False
