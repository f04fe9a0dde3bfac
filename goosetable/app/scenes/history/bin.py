"""Games that are deleted on the page, and those that were: one press brings them back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from goosetable.app.match.matches import Matches
from goosetable.app.storage.history import deleted
from goosetable.app.storage.history.index import path_of
from goosetable.app.storage.history.listing import ListedGame
from goosetable.app.storage.history.records import History
from goosetable.app.storage.paths import Paths
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import clean


class Bin:
    """`work` does a piece of what was asked for: records are moved, and deleted games read."""

    def __init__(self, folders: Paths, history: History, matches: Matches, done: Callable[[str], None]) -> None:
        """What was deleted long ago is removed. done: told what has become of records, in sentences."""
        self._folders, self._history, self._matches, self._done = folders, history, matches, done
        deleted.sweep(folders, matches.now)
        self.games: list[ListedGame] = []
        """The deleted ones, since `look`."""
        self.last: tuple[Path, ...] = ()
        """Where the records lie that were deleted last, as long as one press brings them back."""
        self.state = 0
        """Another number whenever there are other games."""
        self._jobs: deque[Iterator[None]] = deque()

    def look(self) -> None:
        """The deleted games are read anew."""
        self._jobs.append(self._read())

    def delete(self, games: Sequence[ListedGame]) -> None:
        """Deletes the records of these games."""
        self._jobs.append(self._delete(games))

    def bring_back(self, games: Sequence[ListedGame]) -> None:
        """Brings these back, or else those that were deleted last."""
        self._jobs.append(self._bring_back(tuple(dict.fromkeys(game.path for game in games)) or self.last))

    def work(self) -> bool:
        """Does one piece; returns whether there is more."""
        if self._jobs and next(self._jobs[0], self) is self:
            self._jobs.popleft()
        return bool(self._jobs)

    def finish(self) -> None:
        """Does all that is left to be done."""
        while self.work():
            pass

    def _read(self) -> Iterator[None]:
        self.games = yield from deleted.reading(self._folders)
        self.state += 1

    def _delete(self, games: Sequence[ListedGame]) -> Iterator[None]:
        moved: dict[Path, Path] = {}  # from where to where
        failed = ""
        for path in dict.fromkeys(path for game in games for path in self._records(game)):
            yield
            try:
                here = self._put_away() if path == self._folders.running else path
                if here not in moved:
                    moved[here] = deleted.delete(here, self._folders, self._matches.now)
            except OSError as trouble:
                failed = f" {clean(path.name)} cannot be deleted: {trouble.strerror}."
        self.last = tuple(moved.values())
        gone = sum(not game.path.exists() for game in games)
        together = sum(game.together for game in games) - len(games)
        more = f", with {phrases.count(together, 'other game')} of the same table" if together and len(games) == 1 else ""
        self._done((f"{phrases.count(gone, 'game')} deleted{more}." if gone else "") + failed)

    def _records(self, game: ListedGame) -> list[Path]:
        """The record of a game, and those that are its beginning; not those in which it went another way."""
        other_ways = {path_of(one.path, self._folders.data) for one in self._history.besides}
        return [game.path, *(path for path in self._history.holders(game.mark) if path not in {game.path, *other_ways})]

    def _put_away(self) -> Path:
        """Takes the running table off, so that it can be deleted; returns where it lies then. Raises OSError."""
        here = self._matches.saves.put_away()
        if here is None or here == self._folders.running or not here.is_file():
            raise OSError(0, "it is the table that is open")
        return here

    def _bring_back(self, paths: Sequence[Path]) -> Iterator[None]:
        back, failed = 0, ""
        for path in paths:
            yield
            try:
                deleted.bring_back(path, self._folders)
                back += 1
            except OSError as trouble:
                failed = f" {clean(path.name)} cannot be brought back: {trouble.strerror}."
        self.last = ()
        yield from self._read()
        self._done((f"{phrases.count(back, 'record')} brought back." if back else "") + failed)
