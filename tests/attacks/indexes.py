"""Damages of the index of the history: random flips of its bits, and named kinds from a value to what lies in its place.

After each of them the page of all games must show what the records say, in time; what is another's must be as it was.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from goosetable.app.storage import paths
from goosetable.app.storage.history import index_place
from goosetable.app.storage.history.figures import Figures
from goosetable.app.storage.history.records import GameListing, History
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.review import deal_review
from goosetable.review.evaluate import Adviser
from goosetable.review.opinion import Cost, Estimate, Opinion, Outlook
from tests.app.archives import found_games, played, put
from tests.attacks import leftovers
from tests.attacks.counting import EXCEPTIONS, HANGS, Count, Outcome
from tests.attacks.trying import fresh_folder

WRONG: Final = "wrong lists"
CHANGED: Final = "files of others that changed"
AGAIN: Final = "indexes made anew every time"
GAMES: Final = 200
SLOWEST: Final = 10.0
"""Seconds of its own that the program takes until the list of 200 games is right again."""
PIECES: Final = 400_000
YOU: Final = RecordedPlayer("Gooseberry", "human")
PEOPLE: Final = (("Gooseberry", "human"), ("Vesper", "easy"), ("Dorothea", "easy"))


class Shelf:
    """A data folder with an index that is whole, and what the page of all games shows of it."""

    def __init__(self, folder: Path, games: int) -> None:
        """games: 4 or more."""
        self.folders = paths.Paths(folder)
        courses = [played(PEOPLE, seed, "2026-05-01T10:00:00Z", deals=60 if seed == 0 else 1)[1] for seed in range(6)]
        for number in range(games - 2):
            began = f"20{10 + number % 15}-0{1 + number % 9}-{10 + number % 18}T10:{number % 60:02}:{number // 60:02}Z"
            put(folder, f"{number:04}", courses[number % len(courses)].replace("2026-05-01T10:00:00Z", began, 1))
        lines = played(PEOPLE, 9, "2026-06-01T10:00:00Z", deals=1)[1].splitlines(keepends=True)
        acts = [at for at, line in enumerate(lines) if '"do"' in line]
        put(folder, "further", "".join(lines[: acts[5]]))
        put(folder, "another way", "".join(lines[: acts[3]]) + '{"undo": 1}\n')
        put(folder, "a copy", courses[1])
        put(folder, "the same copy", courses[1])
        put(folder, "unreadable", "nothing of the kind\n")
        history = self._read()
        assert history.index is not None
        digest = next(
            digest for some in history.index.games_for_list() for one in some for digest, _ in json.loads(one.game.results)[1]
        )
        history.close()
        cost = Cost(Estimate(0.5, 0.01), Estimate(5.0, 0.1), Estimate(0.2, 0.01))
        best = ("play KH", Outlook(Estimate(5.0, 0.1), Estimate(0.6, 0.01)))
        opinion = Opinion(9, 0, "play 9H", "play KH", "clear", "", "it wins", 100, cost, (best,))
        self.folders.reviews.mkdir()
        lines = [deal_review.cache_header(Adviser()), *(deal_review.opinion_line(digest, place, opinion) for place in range(3))]
        (self.folders.reviews / f"{digest}.review").write_text("\n".join([*lines, ""]))
        self._read().close()
        self.whole = self.folders.history.read_bytes()
        self.right = self.look()
        assert len(self.right) > games and "(0, 3)" in self.right[-1]

    def _read(self) -> History:
        history = History(self.folders)
        history.keep_open()
        while history.run_slice():
            pass
        return history

    def look(self) -> list[str]:
        """All that is shown of games, accuracy and charts. Raises TimeoutError where that has no end."""
        history = History(self.folders)
        listing = GameListing(history, self.folders.data, YOU.key)
        listing.start_reading()
        try:
            self._finish(listing)
            told = [repr(game) for game in sorted(listing.games)]
            found, accuracy = self._charts(history, listing), sorted(listing.accuracy.values())
            return [*told, repr(found_games(history)), found, str(history.damaged), repr(accuracy[-1:])]
        finally:
            history.close()

    def _finish(self, listing: GameListing) -> None:
        for _ in range(PIECES):
            if not listing.run_slice():
                return
        raise TimeoutError("the list is never complete")

    def _charts(self, history: History, listing: GameListing) -> str:
        """The charts, and the deals behind them."""
        shown = Figures(history.tables).chart_figures(YOU, listing.games)
        return repr((shown, history.tables.db.execute("SELECT * FROM deals").fetchall()))

    def replayed(self) -> int:
        """The number of records that a further look replays."""
        history = self._read()
        history.close()
        return history.replayed

    def mend(self) -> None:
        """Everything lies there again as it was."""
        for path in self.folders.data.glob("history*"):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        self.folders.history.write_bytes(self.whole)


Lay = Callable[[Path, Random], "dict[Path, bytes] | None"]
"""Of the path of the index; returns what of others must stay as it is."""


class Kind(NamedTuple):
    """One way to damage an index."""

    name: str
    lay: Lay


def flips(chance: Random) -> Kind:
    """Some random bits."""

    def lay(path: Path, unused: Random) -> None:
        content = bytearray(path.read_bytes())
        for _ in range(count):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content)

    count = chance.choice((1, 1, 1, 1, 2, 8, 64))
    return Kind(f"{count} flipped", lay)


def _sql(*statements: str) -> Lay:
    def lay(path: Path, _: Random) -> None:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            for statement in ("PRAGMA writable_schema=ON", *statements):
                with contextlib.suppress(sqlite3.IntegrityError):
                    db.execute(statement)

    return lay


def _bytes(change: Callable[[bytes, Random], bytes]) -> Lay:
    def lay(path: Path, chance: Random) -> None:
        path.write_bytes(change(path.read_bytes(), chance))

    return lay


def _at(place: int, instead: bytes) -> Lay:
    return _bytes(lambda content, _: content[:place] + instead + content[place + len(instead) :])


COLUMNS: Final = {
    "games": (
        "path", "number", "together", "best", "mark", "started", "unfinished", "deals", "steps", "options", "real_cards",
        "game", "code", "seats", "results", "seal",
    ),
    "files": ("path", "size", "mtime", "digest", "damaged", "seal"),
    "reviews": ("digest", "size", "mtime", "seats", "seal"),
    "totals": ("name", "rows", "sum", "seal"),
    "meta": ("edition",),
}  # fmt: skip
VALUES: Final = {
    "bridge": "'bridge'", "no UTF-8": "CAST(x'ff41' AS TEXT)", "a large number": "9223372036854775807",
}  # fmt: skip
STATEMENTS: Final = {
    "a game is of another kind": "UPDATE games SET game = 'goose' WHERE game = 'gooseberry-fool'",
    "points": "UPDATE games SET seats = replace(seats, '0,', '1,')",
    "house rules": "UPDATE games SET options = options || '; and more'",
    "games change places": "UPDATE games SET seats = (SELECT seats FROM games AS o WHERE o.mark > games.mark LIMIT 1)",
    "copies are best": "UPDATE games SET best = 1 - best",
    "a game is lost": "DELETE FROM games WHERE number = 0 AND mark IN (SELECT mark FROM games LIMIT 1)",
    "a record is lost": "DELETE FROM files WHERE path IN (SELECT path FROM files LIMIT 1)",
    "games are lost": "DELETE FROM games", "records are lost": "DELETE FROM files", "totals are lost": "DELETE FROM totals",
    "reviews are lost": "DELETE FROM reviews", "the edition is lost": "DELETE FROM meta",
    "a game is there twice": "INSERT INTO games SELECT x'41', number, together, best, mark || 'x', started, unfinished, deals,"
    " steps, options, real_cards, game, code, seats, results, seal FROM games LIMIT 1",
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM files; END",
    "another table": "CREATE TABLE notes (x)",
    "another column": "ALTER TABLE games ADD COLUMN x",
    "an index without end": "UPDATE sqlite_master SET rootpage = 2 WHERE rootpage > 2",
    "tables of another": "UPDATE sqlite_master SET sql = 'CREATE TABLE games (x)' WHERE name = 'games'",
    "a schema of nonsense": "UPDATE sqlite_master SET sql = 'nonsense' WHERE name = 'files'",
    "a schema that is no UTF-8": "UPDATE sqlite_master SET sql = CAST(x'ff41f2ff' AS TEXT) WHERE name = 'files'",
    "a name that is no UTF-8": "UPDATE sqlite_master SET name = CAST(x'66f2ff' AS TEXT), sql = 'nonsense' WHERE name = 'files'",
    "a root beyond the end": "UPDATE sqlite_master SET rootpage = 99999 WHERE name = 'games'",
    "a root that is none": "UPDATE sqlite_master SET rootpage = 0 WHERE name = 'files'",
    "no application_id": "PRAGMA application_id=0", "no user_version": "PRAGMA user_version=0",
    "a log": "PRAGMA journal_mode=WAL",
    **{f"without {table}": f"DROP TABLE {table}" for table in COLUMNS},
    **{
        f"without the index {name}": f"DROP INDEX {name}"
        for name in ("files_digest", "games_path", "games_mark", "games_started", "games_unfinished")
    },
}  # fmt: skip
HEADER: Final = {
    "magic": (0, b"sqlite"), "page size": (16, b"\x02\0"), "page size 0": (16, b"\0\0"), "write version": (18, b"\2"),
    "read version": (19, b"\2"), "a version of the future": (19, b"\x09"), "reserved bytes": (20, b"\x20"),
    "payload fraction": (21, b"\0"), "change counter": (24, b"\xff" * 4), "pages": (28, b"\0\0\0\1"),
    "more pages": (28, b"\0\xff\0\0"), "free list": (32, b"\0\0\0\3\0\0\0\7"), "schema cookie": (40, b"\xff" * 4),
    "schema format": (44, b"\0\0\0\x09"), "vacuum": (52, b"\0\0\0\5"), "UTF-16": (56, b"\0\0\0\2"),
    "no encoding": (56, b"\0\0\0\x09"), "user_version": (60, b"\1\2\3\4"), "application_id": (68, b"\1\2\3\4"),
    "version": (92, b"\xff" * 8), "first page": (100, b"\xff" * 8), "all of the header but its numbers": (0, b"\xaa" * 60),
}  # fmt: skip
WHOLE: Final[dict[str, Callable[[bytes, Random], bytes]]] = {
    "empty": lambda content, _: b"", "one byte": lambda content, _: content[:1], "a magic": lambda content, _: content[:16],
    "a header": lambda content, _: content[:100], "a page": lambda content, _: content[:4096],
    "half": lambda content, _: content[: len(content) // 2], "a page less": lambda content, _: content[:-4096],
    "a byte less": lambda content, _: content[:-1], "a page more": lambda content, chance: content + chance.randbytes(4096),
    "a byte more": lambda content, _: content + b"x", "zeros": lambda content, _: bytes(len(content)),
    "chance": lambda content, chance: chance.randbytes(len(content)),
    "chance after the header": lambda content, chance: content[:100] + chance.randbytes(len(content) - 100),
    "pages turned round": lambda content, _: content[:4096]
    + b"".join(content[at : at + 4096] for at in range(len(content) - 4096, 0, -4096)),
    "every page the second": lambda content, _: content[:4096] + content[4096:8192] * (len(content) // 4096 - 1),
    "text": lambda content, _: b"{}\n", "a gap": lambda content, _: content[:200] + b"x" * 3000 + content[3200:],
}  # fmt: skip


def _foreign(content: bytes) -> Callable[[Path, Random], dict[Path, bytes]]:
    """Another program's file lies there."""

    def lay(path: Path, _: Random) -> dict[Path, bytes]:
        path.write_bytes(content)
        return {path: content}

    return lay


def _another_database(path: Path, _: Random) -> dict[Path, bytes]:
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript("CREATE TABLE games (x); INSERT INTO games VALUES (1); CREATE TABLE meta (edition TEXT NOT NULL)")
    return {path: path.read_bytes()}


def _aside(way: Callable[[Path, Path], object]) -> Callable[[Path, Random], dict[Path, bytes]]:
    """A whole index lies elsewhere, and the name of the index leads to it."""

    def lay(path: Path, _: Random) -> dict[Path, bytes]:
        target = path.with_name("elsewhere.sqlite")
        path.replace(target)
        way(path, target)
        return {target: target.read_bytes()}

    return lay


def _beside(ending: str, content: bytes) -> Callable[[Path, Random], dict[Path, bytes]]:
    def lay(path: Path, _: Random) -> dict[Path, bytes]:
        beside = path.with_name(path.name + ending)
        beside.write_bytes(content)
        return {beside: content}

    return lay


def _linked_beside(ending: str, way: Callable[[Path, Path], object]) -> Callable[[Path, Random], dict[Path, bytes]]:
    def lay(path: Path, _: Random) -> dict[Path, bytes]:
        target = path.with_name("elsewhere.txt")
        target.write_bytes(b"what another program needs")
        way(path.with_name(path.name + ending), target)
        return {target: target.read_bytes()}

    return lay


def _folder_beside(ending: str) -> Lay:
    def lay(path: Path, _: Random) -> None:
        path.with_name(path.name + ending).mkdir()

    return lay


def _in_place(make: Callable[[Path], object]) -> Lay:
    def lay(path: Path, _: Random) -> None:
        path.unlink()
        make(path)

    return lay


def _of_before(path: Path, _: Random) -> None:
    """The index as 0.1.0 wrote it, with nothing in it but its tables."""
    path.unlink()
    ends = {b",": b" x)", b"T": b")"}
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        for table in index_place._BEFORE:
            db.execute((table + ends.get(table[-1:], b"")).decode())


def kinds() -> Iterator[Kind]:
    """The named kinds."""
    for table, columns in COLUMNS.items():
        for column in columns:
            for name, value in list(VALUES.items())[: 1 if table == "meta" else 2 if table == "games" else 3]:
                yield Kind(f"{table}.{column}: {name}", _sql(f"UPDATE OR IGNORE {table} SET {column} = {value}"))
    for name, statement in STATEMENTS.items():
        yield Kind(name, _sql(statement))
    for name, (place, instead) in HEADER.items():
        yield Kind(f"header: {name}", _at(place, instead))
    for name, change in WHOLE.items():
        yield Kind(f"bytes: {name}", _bytes(change))
    for page in range(1, 12):
        yield Kind(f"page {page} of zeros", _at(4096 * page, bytes(4096)))
    yield Kind("another program's text", _foreign(b"what another program needs"))
    yield Kind("another program's database", _another_database)
    yield Kind("of 0.1.0", _of_before)
    yield Kind("a folder", _in_place(Path.mkdir))
    yield Kind("a link to nothing", _in_place(lambda path: path.symlink_to(path.with_name("nowhere") / "x")))
    yield Kind("a link in a circle", _in_place(lambda path: path.symlink_to(path)))
    yield Kind("a link", _aside(lambda path, target: path.symlink_to(target)))
    yield Kind("a hard link", _aside(lambda path, target: os.link(target, path)))
    if hasattr(os, "mkfifo"):
        yield Kind("a pipe", _in_place(os.mkfifo))
    for ending in index_place.SIDE:
        yield Kind(f"{ending} of another", _beside(ending, b"what another program needs"))
        yield Kind(f"{ending} is a link", _linked_beside(ending, lambda path, target: path.symlink_to(target)))
        yield Kind(f"{ending} is a hard link", _linked_beside(ending, lambda path, target: os.link(target, path)))
        yield Kind(f"{ending} is a folder", _folder_beside(ending))


def attempt(count: Count, shelf: Shelf, kind: Kind, seed: str) -> float:
    """Damages the index, looks, and puts it right again; the seconds of its own that the look took."""
    count.attempt("flipped" if kind.name.endswith(" flipped") else "named")
    said, took = f"{kind.name}, {seed}", 0.0
    try:
        stays = kind.lay(shelf.folders.history, Random(seed)) or {}
        began = leftovers.now()
        found = shelf.look()
        took = leftovers.since(began)
        if found != shelf.right:
            count.fault(WRONG, said)
        if changed := [path.name for path, content in stays.items() if not path.is_file() or path.read_bytes() != content]:
            count.fault(CHANGED, f"{said}: {', '.join(changed)}")
        if shelf.replayed():
            count.fault(AGAIN, said)
    except TimeoutError as wrong:
        count.fault(HANGS, f"{said}: {wrong}")
    except Exception as wrong:
        count.fault(EXCEPTIONS, f"{said}: {type(wrong).__name__}: {wrong}")
    finally:
        shelf.mend()
    if took > SLOWEST:
        count.fault(HANGS, f"{said}: {took:.1f} s")
    return took


def run(times: int, seed: str, games: int = GAMES, named: Sequence[Kind] | None = None) -> Outcome:
    """All named kinds, and random flips `times` times."""
    count = Count("indexes", (WRONG, CHANGED, AGAIN, EXCEPTIONS, HANGS))
    with fresh_folder() as folder:
        shelf = Shelf(folder, games)
        all_of = [*(kinds() if named is None else named), *(flips(Random(f"{seed} {number}")) for number in range(times))]
        slowest = max((attempt(count, shelf, kind, f"{seed} {n}"), kind.name) for n, kind in enumerate(all_of))
    tried = sum(count.tried.values())
    count.figure(f"{tried - sum(count.found.values()):,} right lists of {games} games; the slowest after {slowest[0]:.1f} s")
    count.figure(f"seed: {seed}; the slowest: {slowest[1]}")
    return count.outcome()
