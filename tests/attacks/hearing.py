"""What a process asks of the system, heard by audit events: sockets, programs, and writes outside of one folder."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES: Final = {
    "os.rename": 2, "os.link": 2, "os.symlink": 2, "os.mkdir": 1, "os.remove": 1, "os.rmdir": 1, "os.truncate": 1,
    "os.chmod": 1, "os.chown": 1, "os.utime": 1, "os.setxattr": 1, "os.removexattr": 1,
    "shutil.move": 2, "shutil.rmtree": 1, "shutil.make_archive": 1, "shutil.unpack_archive": 1,
    "sqlite3.connect": 1,
}  # fmt: skip
"""Audit events that change files, and how many of their arguments, from the first on, are paths."""
ABROAD: Final = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "poplib.", "imaplib.", "webbrowser.", "telnetlib.")
"""What the names of events begin with that have to do with a network."""
PROGRAMS: Final = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.fork",
    "pty.spawn",
)
NOWHERE: Final = os.devnull


class Ear:
    """Listens from listen() on for as long as the process lives; what is heard is kept by kind, with where it was done."""

    def __init__(self, owned: Path) -> None:
        """owned: the folder in which anything may be written."""
        self.owned = os.path.realpath(owned)
        self.sockets: list[str] = []
        self.writes: list[str] = []
        self.events = 0
        self._listening = False

    def listen(self) -> None:
        """Begins."""
        self._listening = True
        sys.addaudithook(self._hear)

    def stop(self) -> None:
        """What comes now is not the program's doing."""
        self._listening = False

    def _hear(self, event: str, arguments: Sequence[object]) -> None:
        if not self._listening:
            return
        self.events += 1
        kind, said = self.judge(event, arguments)
        if said:
            self._listening = False  # telling where must not be heard itself
            where = " < ".join(f"{Path(one.filename).name}:{one.lineno}" for one in traceback.extract_stack(limit=9)[-3::-1])
            (self.sockets if kind == "socket" else self.writes).append(f"{said} at {where}")
            self._listening = True

    def judge(self, event: str, arguments: Sequence[object]) -> tuple[str, str]:
        """What kind of fault an event is, and how it is told; two empty texts where it is none."""
        if event.startswith(ABROAD):
            return "socket", f"{event} {arguments!r:.200}"
        if event.startswith(PROGRAMS):
            return "write", f"{event} {arguments!r:.200}"
        if event == "open":
            path, mode, flags = arguments
            writes = bool(isinstance(flags, int) and flags & WRITING) or (isinstance(mode, str) and set(mode) & set("wax+"))
            paths: Sequence[object] = [path] if writes else []
        else:
            paths = arguments[: CHANGES.get(event, 0)]
        for path in paths:
            if isinstance(path, int) or self._mine(path):
                continue
            return "write", f"{event} {path!r:.200}"
        return "", ""

    def _mine(self, path: object) -> bool:
        """Whether a path lies in the folder that is owned, or is where nothing is kept."""
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        if path == ":memory:":  # of SQLite
            return True
        real = os.path.realpath(os.fsdecode(path))
        return real == NOWHERE or os.path.commonpath((real, self.owned)) == self.owned
