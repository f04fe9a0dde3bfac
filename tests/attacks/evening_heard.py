"""An evening at the screen with an ear on everything that is asked of the system; says in one line what was heard."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from random import Random

from tests.attacks.hearing import Ear

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
