"""Played by Python for Windows: two programs with one data folder, where a file that is open can be neither moved nor deleted.

Arguments: a data folder, and `first` or `second`. The first starts the second while it plays; `ok` says that all is well.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from goosetable import games
from goosetable.app.storage.saves import OTHER, Lock, Saves
from goosetable.engine.record import replay
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options

GAME = games.find_game("gooseberry-fool")


def expect(so: bool, what: str) -> None:
    """Ends the program where something is not so."""
    if not so:
        print(f"wrong: {what}", flush=True)
        raise SystemExit(1)


class Program:
    """The tables of one program, and all sentences of its notices."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.said = folder, [""]
        self.saves = Saves(folder / "running.goose", folder / "games", self.said.append, self._unkept)

    def _unkept(self, folder: Path, trouble: OSError | None) -> None:
        self.said.append(f"{folder}: {trouble}")

    def begin(self) -> Session:
        chairs = tuple(Chair(name, "greedy") for name in "ABC")
        header = Header(
            GAME.id, dict(options.options_as_json(GAME.Options())), "7Q4K-M2XD-9TBR", chairs, None, "2026-11-21T10:00:00Z"
        )
        return Session(GAME, header, self.saves.begin_table())

    def play(self, session: Session, actions: int, seed: int) -> None:
        """Does something, and looks after every act whether it is on the disk."""
        rng = random.Random(seed)
        for _ in range(actions):
            if session.due_step == "deal":
                session.begin_deal()
            turn = session.turn
            assert turn is not None
            session.act(turn, rng.choice(list(session.legal())))
            expect(self.saves.running_record() in self.records(), "an act is not on the disk")
        last = replay.replayed_games(self.saves.running_record(), games.find_game)[-1]
        expect(last.state == session.state, "the record is another game")

    def records(self) -> list[bytes]:
        return [path.read_bytes() for path in self.folder.rglob("*.goose")]


def first(folder: Path) -> None:
    one = Program(folder)
    session = one.begin()
    one.play(session, 5, 1)
    reader = (folder / "running.goose").open("rb")  # as a program that looks at all games has it
    expect(not Lock(folder / "running.lock").acquire(), "the lock is given twice")
    # Its output goes to a file: under wine, pipes of children stay open.
    with (folder / "second.txt").open("wb") as said:
        ran = subprocess.run([sys.executable, __file__, str(folder), "second"], stdout=said, stderr=said, check=False)
    expect(ran.returncode == 0, (folder / "second.txt").read_text("utf-8", "replace"))
    one.play(session, 5, 2)
    before = one.saves.running_record()
    again = one.begin()  # the old game cannot be moved, because it is open for reading
    one.play(again, 5, 3)
    expect(before in one.records(), "the old game is lost")
    reader.close()
    print("said:", one.said[1:])
    one.begin()
    expect(before in one.records() and (folder / "running.goose").read_bytes() != before, "the old game was not put away")
    one.saves.close()


def second(folder: Path) -> None:
    two = Program(folder)
    (found,) = two.saves.read_running_table()
    found.journal = two.saves.continue_table()
    two.play(found, 4, 7)
    expect(two.said[1:] == [OTHER], f"{two.said}")
    laid = two.begin()
    two.play(laid, 6, 8)
    two.saves.close()


if __name__ == "__main__":
    {"first": first, "second": second}[sys.argv[2]](Path(sys.argv[1]))
    print("ok", flush=True)
