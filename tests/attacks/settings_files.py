"""Hostile settings: whatever lies in the data folder, the program opens, deals a table, and keeps what is changed from then on.

`uv run python -m tests.attacks settings --times 300 --seed anything`
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from goosetable.app.storage import settings
from tests.attacks import rooms
from tests.attacks.counting import EXCEPTIONS, HANGS, Count, Outcome
from tests.attacks.ground import Json
from tests.attacks.judging import BARRED, Said, Watch, complaints
from tests.attacks.rooms import MEMORY, PATIENCE, Scales, chosen, tour

LOST: Final = "lost settings"
FAULTS: Final = (EXCEPTIONS, HANGS, LOST, MEMORY)
SMALL: Final = "fresh settings"
Lay = Callable[..., object]
"""Of a path."""


class Kind(NamedTuple):
    """One way in which the folder is hostile."""

    group: str
    name: str
    lay: Lay
    """Makes the folder so."""

    def __str__(self) -> str:
        return f"{self.group}: {self.name}"


WRONG: Final[dict[str, Json]] = {
    "null": None, "true": True, "a number": -7, "huge": 10**400, "a float": 1.5, "text": "x", "empty": "",
    "half a pair": "\ud800", "a list": [1, "x", None],
    "lists": [[[["x"]]]], "an object": {"x": 1}, "60,000 letters": "x" * 60_000, "bidi": "\u202eannA",
    "a control character": "\x1b[2J\0",
    "half a pair in a list": ["\udfff"], "half a pair in an object": {"\ud800": "\udfff"}, "objects": [{"name": "\ud800",
    "token": "cup", "tone": "brass"}],
}  # fmt: skip
FIELDS: Final = (
    "version", "theme", "cards", "back", "text_size", "pace", "still", "motion", "trick_wait", "trick_seconds", "play_forced",
    "volume_cards", "sort", "name", "people", "level", "window", "learned", "counted_from", "last_table",
)  # fmt: skip
PERSON: Final[dict[str, Json]] = {"name": "Ben", "token": "cup", "tone": "sky"}
TABLE: Final[dict[str, Json]] = {
    "game": "goose", "options": {"players": 4}, "seats": [{"name": "You", "player": "human"}, {"name": "Vesper",
    "player": "hard"}],
}  # fmt: skip
RAW: Final[dict[str, str | bytes]] = {
    "empty": "", "blank": " \n", "half": '{"theme": "lamp', "a list": "[]", "text": '"x"', "null": "null",
    "NaN": '{"text_size": NaN, "trick_seconds": NaN, "level": NaN}',
    "Infinity": '{"volume_cards": Infinity, "text_size": -Infinity}', "1e999": '{"text_size": 1e999, "window": {"w": 1e999}}',
    "a key twice": '{"name": "A", "name": 3}', "60,000 digits": '{"level": ' + "9" * 60_000 + "}", "deep": "[" * 100_000,
    "deep within": '{"last_table": ' + "[" * 900 + "]" * 900 + "}",
    "deeper within": '{"x": ' + '{"a":' * 5_000 + "1" + "}" * 5_000 + "}", "comments": "{} // so", "BOM": b"\xef\xbb\xbf{}",
    "UTF-16": '{"name": "Ann"}'.encode("utf-16"), "invalid UTF-8": b'{"name": "\xff"}',
    "an encoded half": b'{"name": "\xed\xa0\x80"}', "NULs": b"\0" * 4_096, "random": Random(1).randbytes(5_000),
    "CR": '{"name":\r"Ann"}', "a trailing comma": '{"name": "Ann",}', "a zip": b"PK\x03\x04" + b"\0" * 99,
}  # fmt: skip


def _of(**more: Json) -> bytes:
    """The text of settings that are good but for these keys."""
    plain: dict[str, Json] = json.loads(settings.file_text(settings.Settings()))
    return json.dumps(plain | more).encode()


def _wrote(content: str | bytes, name: str = "settings.json") -> Lay:
    def lay(home: Path) -> None:
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    return lay


@cache
def kinds() -> dict[str, Kind]:
    """Every kind, by its name."""
    return {str(kind): kind for kind in (*_fields(), *_shapes(), *_files())}


def _fields() -> Iterator[Kind]:
    for field in FIELDS:
        for name, value in WRONG.items():
            yield Kind(f"field {field}", name, _wrote(_of(**{field: value})))
    for key in ("\ud800", "", "extra", "__class__", "version ", "\x1b[2J", "k" * 60_000):
        within: Json = {"\udfff": ["\ud800", 1e300]}
        yield Kind("unknown key", ascii(key[:20]), _wrote(_of(**{key: within})))


def _shapes() -> Iterator[Kind]:
    shapes: dict[str, dict[str, Json]] = {
        "100,000 people": {"people": [{**PERSON, "name": f"Ben {i}"} for i in range(100_000)]},
        "100,000 of one name": {"people": [PERSON] * 100_000}, "people of nothing": {"people": [{}] * 500},
        "people of the company": {"people": [{**PERSON, "name": "Vesper"}], "name": "Vesper"},
        "people without faces": {"people": [{"name": "Ben", "token": "no", "tone": "no"}]},
        "people with lists for faces": {"people": [{"name": "Ben", "token": [], "tone": {}}]},
        "people with half a pair": {"people": [{**PERSON, "name": "B\ud800"}]},
        "people with more keys": {"people": [{**PERSON, "\ud800": "\udfff"}]},
        "people with long names": {"people": [{**PERSON, "name": "B" * 60_000}]},
        "people in bidi": {"people": [{**PERSON, "name": "\u202eneB"}, {**PERSON, "name": "\u2066B"}]},
        "people of marks": {"people": [{**PERSON, "name": "\u0301" * 24}, {**PERSON, "name": "﷽" * 24}]},
        "a name of marks": {"name": "\u0301" * 24}, "a wide name": {"name": "﷽" * 24},
        "year 9999": {"counted_from": {"human gooseberry": "9999-12-31T23:59:59Z"}},
        "counted from nothing": {"counted_from": {"human gooseberry": ""}},
        "counted from half a pair": {"counted_from": {"human \ud800": "\udfff"}},
        "counted from 100,000": {"counted_from": {f"human {i}": "2026-01-01T00:00:00Z" for i in range(100_000)}},
        "learned 100,000": {"learned": [str(i) for i in range(100_000)]}, "learned half a pair": {"learned": ["\ud800"]},
        "a window far away": {"window": {"x": 29_999, "y": -29_999, "w": 29_999, "h": 29_999}},
        "a window of nothing": {"window": {"x": 0, "y": 0, "w": 0, "h": -5}},
        "a window of text": {"window": {"x": "0", "y": None, "w": [], "h": {}, "fullscreen": "yes"}},
        "a window of floats": {"window": {"x": 1.5, "y": 1e300, "w": 800.5, "h": True}},
        "large text": {"text_size": 2.0, "cards": "large", "theme": "contrast"}, "a last table of goose": {"last_table": TABLE},
        "no seats": {"last_table": {**TABLE, "seats": []}},
        "600 seats": {"last_table": {**TABLE, "seats": [{"name": "A", "player": "human"}] * 600}},
        "seats of text": {"last_table": {**TABLE, "seats": ["Ann"]}},
        "seats of nothing": {"last_table": {**TABLE, "seats": None}},
        "seats with half a pair": {"last_table": {**TABLE, "seats": [{"name": "\ud800", "player": "human"}]}},
        "seats of outsiders": {"last_table": {**TABLE, "seats": [{"name": "A", "player": "antigravity:x"}] * 4}},
        "seats with long names": {"last_table": {**TABLE, "seats": [{"name": "A" * 60_000, "player": "easy"}] * 4}},
        "seats in bidi": {"last_table": {**TABLE, "seats": [{"name": "\u202eA\x1b", "player": "easy"}] * 4}},
        "players as lists": {"last_table": {**TABLE, "seats": [{"name": [], "player": {}}] * 4}},
        "an unknown game": {"last_table": {**TABLE, "game": "whist"}},
        "a game of lists": {"last_table": {**TABLE, "game": [[]]}},
        "wrong options": {"last_table": {**TABLE, "options": {"players": 99, "decks": [], "hook": None}}},
        "options of text": {"last_table": {**TABLE, "options": "x"}},
        "options that do not go together": {"last_table": {**TABLE, "options": {"players": 12, "decks": 1, "max_hand": 10}}},
        "true players": {"last_table": {**TABLE, "options": {"players": True}}},
        "a float of players": {"last_table": {**TABLE, "options": {"players": 4.0}}},
        "tables before of text": {"last_table": {**TABLE, "before": "x"}},
        "tables before of lists": {"last_table": {**TABLE, "before": {"goose": [], "throps": None, "\ud800": 1}}},
        "tables within tables": {"last_table": {**TABLE, "before": {"goose": {**TABLE, "before": {"goose": TABLE}}}}},
        "10,000 tables before": {"last_table": {**TABLE, "before": {str(i): TABLE for i in range(10_000)}}},
    }  # fmt: skip
    for name, more in shapes.items():
        yield Kind("shape", name, _wrote(_of(**more)))


def _files() -> Iterator[Kind]:
    for name, raw in RAW.items():
        yield Kind("raw", name, _wrote(raw))
        yield Kind("raw statistics", name, _wrote(raw, "history.sqlite"))
    for name in ("half", "an encoded half", "deep"):
        yield Kind("both", name, lambda home, raw=RAW[name]: (_wrote(raw)(home), _wrote(raw, "settings.json.bak")(home)))
    yield Kind("both", "the backup alone", _wrote(_of(theme="contrast"), "settings.json.bak"))
    yield Kind("raw", "50 MB", _wrote(b'{"x": "' + b"x" * 50_000_000 + b'"}'))
    yield Kind("raw", "50 MB of numbers", _wrote(b'{"x": [' + b"1," * 25_000_000 + b"1]}"))
    yield Kind("raw", "50 MB of brackets", _wrote(b"[" * 50_000_000))
    files = ("settings.json", "settings.json.bak", "history.sqlite", "running.goose", "goosetable.log", "mistake.txt")
    for place in (*files, "games"):
        ways: dict[str, Lay] = {
            "a folder": lambda path: (path / "x").mkdir(parents=True), "a link in a circle": lambda path: path.symlink_to(path),
            "a link to nothing": lambda path: path.symlink_to(path.parent / "gone" / "x"), "not to be read": _locked,
        }  # fmt: skip
        if hasattr(os, "mkfifo"):
            ways["a pipe"] = os.mkfifo
        for device in ("zero", "full"):
            if Path("/dev", device).exists():
                ways[f"the device {device}"] = _linked(f"/dev/{device}")
        for name, way in ways.items():
            yield Kind(f"place {place}", name, lambda home, way=way, place=place: way(home / place))
    yield Kind("place", "500 left over", _left_over)
    yield Kind("place", "a strange name in games", _wrote(b"x", "games/\udcff\x1b[2J\u202e.goose"))
    yield Kind("place", "a folder in games", lambda home: (home / "games" / "x.goose").mkdir(parents=True))
    if hasattr(os, "mkfifo"):
        yield Kind("place", "a pipe in games", _pipe_in_games)
    yield Kind("place", "the mistake of yesterday", _wrote(b"\xff\x1b[2J" * 9_000, "mistake.txt"))


def _left_over(home: Path) -> None:
    """Of programs of long ago: what is younger than an hour may belong to one that writes just now, and stays."""
    for number in range(500):
        path = home / f"settings.json.{number}.tmp"
        path.write_text("{")
        os.utime(path, (0, 0))


def _locked(path: Path) -> None:
    path.touch()
    path.chmod(0)


def _pipe_in_games(home: Path) -> None:
    (home / "games").mkdir()
    os.mkfifo(home / "games" / "x.goose")


def _linked(target: str) -> Lay:
    return lambda path: path.symlink_to(target)


def warm() -> None:
    """Everything that fresh settings load is loaded, and the kinds are known, of which some are large to write."""
    kinds()
    with tempfile.TemporaryDirectory() as scrap:
        for _ in _tried(None, Path(scrap), None):
            pass


def steps(attempt: str, seed: str, box: Path) -> Iterator[tuple[str, list[str]]]:
    """Tries one kind in a folder of its own."""
    yield from _tried(kinds().get(attempt), box, Watch(box / "home"))


def _tried(kind: Kind | None, box: Path, watch: Watch | None) -> Iterator[tuple[str, list[str]]]:
    home = box / "home"
    home.mkdir()
    if kind is not None:
        kind.lay(home)
    if watch is not None:
        watch.take()
    yield "made", []
    for step, said, found in _opened(home):
        yield step, [*complaints(said), *found, *(watch.take() if watch is not None else ())]
    yield "kept", _kept(home)


def _opened(home: Path) -> Iterator[tuple[str, Said, list[str]]]:
    """The program is opened again and again, and each time something else is done."""
    from tests.attacks import opened_window

    found: list[str] = []

    def look(loop: Any) -> None:
        opened_window.settle(loop)
        found.extend(f"{wrong[0]!a} stands in the window" for wrong in BARRED.finditer(opened_window.seen(loop)))
        found.extend(f"a notice has {wrong[0]!a}" for notice in loop.context.notices for wrong in BARRED.finditer(notice))

    def deal(loop: Any) -> None:
        look(loop)
        if not opened_window.press(loop, "Goose"):
            opened_window.press(loop, "Lay a table")
        look(loop)
        if not opened_window.press(loop, "Deal"):
            opened_window.press(loop, "House rules")
            opened_window.press(loop, "Deal")
        there = {type(scene).__name__ for scene in loop.scenes.stack}  # a note may lie over the table
        if not there & {"TableScene", "HandoverScene"}:
            found.append(f"no table was dealt: {opened_window.name(loop)}")
        look(loop)

    def count(loop: Any) -> None:
        opened_window.statistics(loop)
        look(loop)

    def change(loop: Any) -> None:
        opened_window.press(loop, "Settings")
        look(loop)
        opened_window.press(loop, "Play")
        if not opened_window.press(loop, "Lift the cards I may play"):
            found.append(f"the settings cannot be changed: {opened_window.name(loop)}")
        loop.context.change_settings(level=3, name="Zoë", learned=("goose",))
        look(loop)

    for step, drive in (
        ("opened", look),
        ("dealt", deal),
        ("statistics", count),
        ("settings", change),
        ("a later start", look),
    ):
        said = opened_window.opened(drive, home)
        yield step, said, sorted(set(found))
        found.clear()


def _kept(home: Path) -> list[str]:
    """What was changed is read again, where the file can be written at all."""
    path = home / "settings.json"
    if not os.access(home, os.W_OK) or path.is_dir() or path.is_symlink() or not path.is_file():
        return []
    loaded = settings.load(path)
    now = loaded.settings
    found = (
        []
        if (now.level, now.name, tuple(now.learned)) == (3, "Zoë", ("goose",))
        else [f"{LOST}: {now.level} {now.name} {now.learned}"]
    )
    found += [f"what was written cannot be read: {loaded.notice}"] if loaded.notice else []
    if settings.parse(settings.file_text(now)) != now:
        found.append("what is written is not what was there")
    return found + [f"left over: {left.name}" for left in sorted(home.glob("*.tmp"))[:3]]


def run(times: int, seed: str, leave_out: tuple[str, ...] = (), patience: float = PATIENCE) -> Outcome:
    """So many kinds. leave_out: beginnings of the names of those that are not tried."""
    count = Count("settings", FAULTS)
    if rooms.NONE:
        count.skipped = rooms.NONE
        return count.outcome()
    names, scales = chosen(kinds(), times, seed, leave_out), Scales(count, SMALL)
    for name in names:
        count.attempt(kinds()[name].group.split(" ")[0])
    for step in tour(__name__, [SMALL, *names], seed, patience):
        scales.weigh(step)
    scales.tell()
    return count.outcome()
