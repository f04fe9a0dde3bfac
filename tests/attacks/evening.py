"""A whole evening that is listened to by audit events: no socket is opened, and nothing is written elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from tests.attacks.counting import EXCEPTIONS, HANGS, Count, Outcome

WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES: Final = {
    "os.rename": 2, "os.link": 2, "os.symlink": 2, "os.mkdir": 1, "os.remove": 1, "os.rmdir": 1, "os.truncate": 1,
    "os.chmod": 1, "os.chown": 1, "os.utime": 1, "os.setxattr": 1, "os.removexattr": 1, "shutil.move": 2, "shutil.rmtree": 1,
    "shutil.make_archive": 1, "shutil.unpack_archive": 1, "sqlite3.connect": 1,
}  # fmt: skip
"""Audit events that change files, and how many of their arguments, from the first on, are paths."""
ABROAD: Final = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "poplib.", "imaplib.", "webbrowser.", "telnetlib.")
"""What the names of events begin with that have to do with a network."""
PROGRAMS: Final = (
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "os.fork", "pty.spawn",
)  # fmt: skip
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


EVENTS_A_DEAL = 150
"""Events of the walk that comes after the games, for each deal of them."""


def main(owned: Path, seed: str, deals: int) -> dict[str, object]:
    """Plays the evening in a data folder inside of `owned`."""
    ear = Ear(owned)
    ear.listen()
    # Only now, so that what the program does while it is imported is heard as well.
    from tests.app.evening import Evening
    from tests.app.test_evening import plans
    from tests.app.watching import Watch
    from tests.attacks.counting import Count
    from tests.attacks.events import walk
    from tests.attacks.window import FAULTS, Window, quick_company

    count = Count("evening", FAULTS)
    with quick_company(seed):
        evening = Evening(owned / "folder", seed, Watch(), 0.15)
        try:
            evening.play(plans(Random(seed), deals, 2))
        finally:
            evening.program.close()
        window = Window(owned / "folder", seed, count, drawn=20, company=True)
        walk(window, deals * EVENTS_A_DEAL, Random(seed))
        window.close()
    ear.stop()
    held = [os.path.realpath(each) for each in Path("/proc/self/fd").glob("*")]
    tried = {"deals": evening.count["deals"], "events": window.done, "requests heard": ear.events}
    return {
        "sockets": ear.sockets + [f"{name} is still open" for name in held if "/socket:" in name and not _local(name)],
        "writes": ear.writes, "exceptions": count.notes, "tried": tried,
    }  # fmt: skip


def _local(name: str) -> bool:
    """Whether a socket leads nowhere but to a program of this machine, as those by which screen readers are found do."""
    inode = name.partition("[")[2].rstrip("]")
    lines = Path("/proc/net/unix").read_text(encoding="utf-8").splitlines()[1:]
    return inode in {line.split()[6] for line in lines}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))


SOCKETS: Final = "sockets"
WRITES: Final = "writes elsewhere"
ROOT: Final = Path(__file__).parents[2]
DEALS: Final = 40
PATIENCE: Final = 1800
"""Seconds after which an evening is taken never to end."""


def run(times: int, seed: str, deals: int = DEALS) -> Outcome:
    """times: evenings, of so many deals each, with a walk through every scene after them."""
    count = Count("evening", (EXCEPTIONS, HANGS, SOCKETS, WRITES))
    for evening in range(times):
        with tempfile.TemporaryDirectory() as folder:
            _spend(count, Path(folder), f"{seed} {evening}", deals)
    return count.outcome()


def _spend(count: Count, folder: Path, seed: str, deals: int) -> None:
    """One evening in a process of its own, with an empty home and an empty current folder, which stay empty."""
    home, here, owned = folder / "home", folder / "here", folder / "data"
    for each in (home, here, owned):
        each.mkdir()
    told = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    told |= {
        "HOME": str(home), "TMPDIR": str(folder / "none"), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1",
        "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }  # fmt: skip
    called = [sys.executable, "-m", "tests.attacks.evening", str(owned), seed, str(deals)]
    count.attempt("evenings")
    try:
        ran = subprocess.run(called, cwd=here, env=told, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        count.fault(HANGS, f"seed {seed}: the evening has no end")
        return
    try:
        found = json.loads(ran.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        count.fault(EXCEPTIONS, f"seed {seed}: {ran.stderr[-1500:]}")
        return
    for kind, faults in ((SOCKETS, found["sockets"]), (WRITES, found["writes"]), (EXCEPTIONS, found["exceptions"])):
        for fault in faults:
            count.fault(kind, f"seed {seed}: {fault}")
    for empty in (home, here):
        for path in sorted(empty.rglob("*")):
            count.fault(WRITES, f"seed {seed}: {path.relative_to(folder)} was made")
    for what, often in found["tried"].items():
        count.attempt(what, often)
