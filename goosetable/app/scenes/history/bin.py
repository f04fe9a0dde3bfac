"""Games that are deleted on the page, and those that were: one press brings them back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from goosetable.app.match.matches import Matches
from goosetable.app.storage.history import deleted
from goosetable.app.storage.history.listing import ListedGame
from goosetable.app.storage.history.records import History
from goosetable.app.storage.paths import Paths
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import clean


class Bin:
    """`work` reads the deleted games a piece at a time, after `look`."""

    def __init__(self, folders: Paths, history: History, matches: Matches) -> None:
        """What was deleted long ago is removed."""
        self._folders, self._history, self._matches = folders, history, matches
        deleted.sweep(folders, matches.now)
        self.games: list[ListedGame] = []
        self.last: tuple[Path, ...] = ()
        """Where the records lie that were deleted last, as long as one press brings them back."""
        self.gone: frozenset[str] = frozenset()
        """The marks of the games that were deleted last."""
        self.state = 0
        self._work: Iterator[None] | None = None

    def look(self) -> None:
        """The deleted games are read anew."""
        self._work = self._read()

    def work(self) -> bool:
        if self._work is not None and next(self._work, self) is self:
            self._work = None
        return self._work is not None

    def _read(self) -> Iterator[None]:
        self.games = yield from deleted.reading(self._folders)
        self.state += 1

    def delete(self, games: Sequence[ListedGame]) -> str:
        """Deletes the records of these games; says what became of them, in sentences."""
        moved: list[Path] = []
        failed = ""
        gone = set()
        paths = dict.fromkeys(path for game in games for path in self._records(game))
        for path in paths:
            try:
                if path == self._folders.running:
                    path = self._put_away(path)
                moved.append(deleted.delete(path, self._folders, self._matches.now))
            except OSError as trouble:
                failed = f" {clean(path.name)} cannot be deleted: {trouble.strerror}."
        gone = {game.mark for game in games if not any(path.exists() for path in self._records(game))}
        self.last, self.gone = tuple(moved), frozenset(gone)
        together = sum(game.together for game in games) - len(games)
        more = f", with {phrases.count(together, 'other game')} of the same table" if together and len(games) == 1 else ""
        return (f"{phrases.count(len(gone), 'game')} deleted{more}." if gone else "") + failed

    def _records(self, game: ListedGame) -> list[Path]:
        """The record of a game, and those that are its beginning; not those in which it went another way."""
        other_ways = {self._folders.data / name.decode(errors="surrogateescape") for name, _, _ in self._history.besides}
        return [game.path, *(path for path in self._history.holders(game.mark) if path not in {game.path, *other_ways})]

    def _put_away(self, running: Path) -> Path:
        """Takes the running table off, so that it can be deleted; returns where it lies then. Raises OSError."""
        before = {path.name for path in self._folders.games.glob("*.goose")} if self._folders.games.exists() else set()
        self._matches.saves.put_away()
        fresh = [path for path in self._folders.games.glob("*.goose") if path.name not in before]
        if running.exists() or len(fresh) != 1:
            raise OSError(0, "it is the table that is open")
        return fresh[0]

    def bring_back(self, games: Sequence[ListedGame]) -> str:
        """Brings these back, or else those that were deleted last; says so in a sentence."""
        paths = dict.fromkeys(game.path for game in games) or dict.fromkeys(self.last)
        back, failed = 0, ""
        for path in paths:
            try:
                deleted.bring_back(path, self._folders)
                back += 1
            except OSError as trouble:
                failed = f" {clean(path.name)} cannot be brought back: {trouble.strerror}."
        self.last, self.gone = (), frozenset()
        self.look()
        return (f"{phrases.count(back, 'record')} brought back." if back else "") + failed
