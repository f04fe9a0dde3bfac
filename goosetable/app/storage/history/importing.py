"""Records from elsewhere, taken into the history: each is replayed first, and nothing that is there is overwritten."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from goosetable import integrity
from goosetable.app.storage import archive
from goosetable.app.storage.clean_names import SENTENCE
from goosetable.app.storage.history import sources
from goosetable.app.storage.paths import Paths
from goosetable.engine.record import jsonl
from goosetable.engine.record.format import RecordError
from goosetable.engine.words.clean import clean

ENTRIES: Final = 200
"""Entries of a folder that are looked at in one piece of work."""


class Fate(Enum):
    """Outcome of importing a file."""

    TAKEN = "taken"
    KNOWN = "known already"
    REFUSED = "refused"


class Imported(NamedTuple):
    """A file with its outcome, and the reason if it was not taken: a sentence without a full stop."""

    name: str
    fate: Fate
    why: str = ""


class Importing:
    """Takes files and folders in, a piece of work at a time; more may be added at any time."""

    def __init__(self, folders: Paths, knows: Callable[[str], bool]) -> None:
        """knows: whether a record of that digest is in the history."""
        self._folders, self._knows = folders, knows
        self._seen: set[str] = set()
        self._waiting: deque[Path] = deque()
        self.found: list[Imported] = []
        self._work: Iterator[None] | None = None

    def add(self, path: Path) -> None:
        self._waiting.append(path)

    @property
    def done(self) -> bool:
        return self._work is None and not self._waiting

    def count(self, fate: Fate) -> int:
        return sum(one.fate is fate for one in self.found)

    def work(self) -> bool:
        """Does one piece; returns whether there is more."""
        if self._work is None and self._waiting:
            self._work = self._take(self._waiting.popleft())
        if self._work is not None and next(self._work, self) is self:
            self._work = None
        return not self.done

    def _take(self, path: Path) -> Generator[None, None, None]:
        """A file, or every record in a folder and those below it."""
        if not os.path.isdir(path):  # noqa: PTH112 - that of a path raises for a name that is too long, or may not be looked at
            yield from self._file(path, path.name or str(path))
            return
        some, number = False, 0
        for folder, inner, names in os.walk(path):
            inner.sort()
            for name in sorted(names):
                number += 1
                if name.endswith(sources.SUFFIXES):
                    some = True
                    yield from self._file(Path(folder, name), os.path.relpath(Path(folder, name), path.parent))
                elif number % ENTRIES == 0:
                    yield
            yield
        if not some:
            self._tell(path.name, Fate.REFUSED, "there is no record in this folder")

    def _file(self, path: Path, name: str) -> Generator[None, None, None]:
        yield
        try:
            content = integrity.content(path, integrity.LARGEST)
        except (OSError, ValueError) as trouble:
            why = trouble.strerror if isinstance(trouble, OSError) else str(trouble)
            self._tell(name, Fate.REFUSED, why or "it cannot be read")
            return
        digest = sha256(content).hexdigest()
        if digest in self._seen or self._knows(digest):
            self._tell(name, Fate.KNOWN, "the same record is here already")
            return
        if not jsonl.whole(content):
            self._tell(name, Fate.REFUSED, "there is no game in this file")
            return
        try:
            yield from sources.follow(content, digest)
        except RecordError as wrong:
            self._tell(name, Fate.REFUSED, f"line {wrong.line}: {wrong.reason}")
            return
        try:
            folder, called, suffix = sources.home(content, self._folders)
            archive.store(folder, called, content, suffix)
        except OSError as trouble:
            self._tell(name, Fate.REFUSED, f"it cannot be kept: {trouble.strerror}")
            return
        self._seen.add(digest)
        self._tell(name, Fate.TAKEN)

    def _tell(self, name: str, fate: Fate, why: str = "") -> None:
        self.found.append(Imported(clean(name), fate, clean(why, SENTENCE)))
