"""A program whose person plays by themselves, without pictures: settings, tables and records of one folder, from a seed."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.storage import paths, settings
from goosetable.app.storage.history.records import History
from goosetable.app.storage.saves import Saves
from goosetable.app.ui.window import AppWindow
from goosetable.engine.record.format import Chair, RecordError
from goosetable.engine.record.seed import code_in_series

SIZE = (640, 400)
GAME = games.SHELF[0]
NAMES = ("Gooseberry", "Vesper", "Dorothea", "Minim", "Pip", "Saffron")


class Room:
    """One program. Everything that it does follows from its seed and from what lies in its folder."""

    def __init__(self, folder: Path, seed: str) -> None:
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
        self.chance = Random(seed)
        self.folders = paths.find_paths(folder)
        self.said: list[str] = []
        """Everything that the program has said."""
        loaded = settings.load(self.folders.settings)
        self.screen = AppWindow(settings.WindowPlace(), size=SIZE)
        self.context = Context(self.folders, self.screen, loaded)
        self.context.notices = _Heard(self.said, self.context.notices)
        saves = Saves(self.folders.running, self.folders.games, self.context.show_notice, self.context.report_unsaved_tables)
        self._laid = 0
        self._seed = seed
        self.matches = Matches(saves, self.context.show_notice, code=self._code, seed=lambda: seed, now=self._now)
        self.match: Match | None = None
        self.changes = 0
        self.slowest = 0.0
        """Seconds of work that anything has taken at most."""

    def _code(self) -> str:
        self._laid += 1
        return code_in_series(self._seed, self._laid)

    def _now(self) -> float:
        return 1_800_000_000.0 + self._laid

    @property
    def kept(self) -> bool:
        """What the program says of the game that is being played."""
        return self.match is not None and self.match.is_saved

    def do(self, what: str) -> None:
        """One thing, by its name in `_do`; what makes no sense now is done as far as it does."""
        began = time.process_time()
        self._do(what)
        self.slowest = max(self.slowest, time.process_time() - began)

    def _do(self, what: str) -> None:
        match what:
            case "lay":
                self.lay()
            case "open":
                self.open_any()
            case "go on":
                self.go_on()
            case "leave":
                self.leave()
            case "settings":
                self.change()
            case "statistics":
                self.read_statistics()
            case _:
                self.play(self.chance.randint(1, 8))

    def lay(self) -> None:
        """A new table, with a game of the shelf; and its first deal."""
        self.leave()
        self.matches.running_game()  # as the title asks
        seats = GAME.seats(GAME.Options())
        chairs = [Chair(name, "human" if name == "Gooseberry" else "random") for name in NAMES[:seats]]
        self.match = self.matches.begin_table(GAME, GAME.Options(), chairs)
        self.play(1)

    def go_on(self) -> bool:
        """Takes up the running table; whether there is one."""
        self.leave()
        if self.matches.running_game() is not None:
            self.match = self.matches.continue_table()
        return self.match is not None

    def open(self, path: Path) -> bool:
        """Opens a record; whether that was possible."""
        self.leave()
        try:
            self.match = self.matches.open_copy_of_record(path)
        except (RecordError, OSError) as wrong:
            self.said.append(f"{path.name}: {wrong}")
            return False
        return True

    def open_any(self) -> bool:
        """Opens a record of the archive; whether that was possible."""
        try:
            found = sorted(path for path in self.folders.games.iterdir() if path.suffix == ".goose")
        except OSError:
            found = []
        return bool(found) and self.open(self.chance.choice(found))

    def leave(self) -> None:
        """Gets up from the table."""
        if self.match is not None:
            self.match.close()
            self.match = None

    def close(self) -> None:
        """Leaves the program."""
        self.leave()
        self.matches.saves.close()
        self.screen.close()

    def play(self, acts: int) -> None:
        """So many acts at the table, where there is one; a game that ends is followed by another."""
        for _ in range(acts if self.match is not None else 0):
            self.act()

    def act(self) -> None:
        """One act, whoever is to do it; now and then something is taken back."""
        match = self.match
        assert match is not None
        match match.session.due_step:
            case "deal":
                match.deal()
            case "score":
                match.score_deal()
            case "act":
                if not (self.chance.random() < 0.04 and match.undo()):
                    match.act(self.chance.choice(list(match.session.legal())))
            case _:
                self.matches.begin_next_game(match, shift_seats=True)

    def change(self) -> str:
        """Changes a setting; gives the name that the settings have now."""
        self.changes += 1
        name = f"Anna {self.changes}"
        self.context.change_settings(name=name, text_size=1.0 + self.changes % 8 / 10)
        self.context.save_if_changed()
        return name

    def read_statistics(self) -> None:
        """Reads every record, as the page of statistics does."""
        history = History(self.folders)
        while history.run_slice():
            pass
        history.close()


class _Heard(list[str]):
    """The notices of a context; nothing that is said is ever forgotten, and each may be said again."""

    def __init__(self, said: list[str], before: list[str]) -> None:
        super().__init__()
        self.said = said
        said += before

    def append(self, sentence: str) -> None:
        self.said.append(sentence)
