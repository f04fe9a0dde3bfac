"""A table in a data folder, what was said there, and a disk that refuses: for the tests of what is kept."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, NoReturn

import pytest

from goosetable import games
from goosetable.app.storage.saves import Saves
from goosetable.engine.record import replay
from goosetable.engine.record.format import Chair, Header
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options

GAME = games.find_game("gooseberry-fool")
CODE = "7Q4K-M2XD-9TBR"
AGAIN = "everything again"


def header(started: str | None = "2026-11-21T10:00:00Z") -> Header:
    chairs = (Chair("Gooseberry", "human"), Chair("Vesper", "greedy"), Chair("Dorothea", "random"))
    return Header(GAME.id, dict(options.options_as_json(GAME.Options())), CODE, chairs, "0.1.0", started)


def play(session: Session, actions: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    while actions:
        match session.due_step:
            case "deal":
                session.begin_deal()
            case "act":
                turn = session.turn
                assert turn is not None
                session.act(turn, rng.choice(list(session.legal())))
                actions -= 1
            case "score":
                session.score_deal()
            case "end":
                session.end_game()
            case _:
                return


class Table:
    """Saves of one program in a folder, and what they said."""

    opened: ClassVar[list[Table]] = []
    """All that a test has opened; they are closed after it."""

    def __init__(self, folder: Path) -> None:
        self.opened.append(self)
        self.folder = folder
        self.said: list[str] = []
        self.saves = Saves(folder / "running.goose", folder / "games", self.said.append, self._unkept)

    def _unkept(self, folder: Path, trouble: OSError | None) -> None:
        self.said.append(AGAIN if trouble is None else f"{folder.name}: {trouble.strerror}")

    def begin(self, actions: int, started: str | None = "2026-11-21T10:00:00Z") -> Session:
        """A new table."""
        session = Session(GAME, header(started), self.saves.begin_table())
        play(session, actions)
        return session

    def leave(self, actions: int, started: str | None = "2026-11-21T10:00:00Z") -> Session:
        """A new table that is left after some actions: its record is closed."""
        session = self.begin(actions, started)
        self.saves.close()
        return session

    def go_on(self) -> Session:
        """The running table."""
        session = self.saves.read_running_table()[-1]
        session.journal = self.saves.continue_table()
        return session

    def adopt(self, path: Path) -> Session:
        """A copy of a record."""
        session = self.saves.copy_as_running_table(path)[-1]
        session.journal = self.saves.continue_table()
        return session

    @property
    def replayed(self) -> list[Session]:
        """The games of the running table's record."""
        return list(replay.replayed_games(self.saves.running.read_bytes(), games.find_game))

    @property
    def records(self) -> list[bytes]:
        """The contents of all records in the folder."""
        return [path.read_bytes() for path in sorted(self.folder.rglob("*.goose")) if path.is_file()]


def close_all() -> None:
    """Closes all tables of a test."""
    while Table.opened:
        Table.opened.pop().saves.close()


def kept(table: Table, session: Session) -> bool:
    """Whether a record on the disk has the session exactly as it is, and the journal says no more than that."""
    journal: Any = session.journal
    there = False
    for content in table.records:
        if content and content == journal.all_lines:
            last = replay.replayed_games(content, games.find_game)[-1]
            there = (last.state, last.standing, last.due_step) == (session.state, session.standing, session.due_step)
    assert there or not journal.is_saved, "it says that the game is kept, and it is not"
    return there


def refuse_renames(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a file that is open cannot be moved."""

    def refused(*_: object, **__: object) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    for name in ("rename", "replace"):
        monkeypatch.setattr(os, name, refused)
        monkeypatch.setattr(Path, name, refused)


@contextmanager
def full(most: int = 0) -> Iterator[None]:
    """No file of this process can grow beyond so many bytes: a disk that is full, as the system itself says it."""
    if sys.platform == "win32":
        pytest.skip("there is no such limit")
    else:
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
