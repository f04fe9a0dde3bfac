"""A fuzzer on the reader of records that knows coverage: a mutation is kept where it reached lines that none had.

`uv run python -m tests.attacks coverage --times 20000 --seed anything`
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, Final

from goosetable.engine.record import format, replay
from goosetable.engine.record.format import Line, RecordError
from goosetable.games import SHELF, find_game
from tests.attacks.counting import EXCEPTIONS, Count, Outcome
from tests.attacks.ground import Ground, Json, text
from tests.attacks.judging import call, complaints, where

NOT_KEPT: Final = "not kept"
"""What was accepted, and is another after it was written and read again."""
WATCHED: Final = ("format.py", "jsonl.py", "replay.py", "session.py")
FIRST: Final = 12
"""Lines of a record that a mutation begins from."""
LONGEST: Final = 70_000
NUMBERS: Final[tuple[Json, ...]] = (0, 1, -1, 2, 3, 99, 2**63, 10**30, 1.0, 1e300, float("inf"), True, False, None)
TEXTS: Final[tuple[Json, ...]] = (
    "", "x", "3", "7/2", "6/4", "1/0", "/", "AS", "play AS", "bid 2", "give 1", "undo", "\u202e", "\0", "é🦢", "human", "a:B",
    "on", "2026-11-21T10:00:00Z", "9999-12-31T23:59:59Z",
    "2024-02-29T00:00:00Z", "2023-02-29T00:00:00Z", "7Q4K-M2XD-9TBR", "x" * 1_001, "\ud800",
)  # fmt: skip
KEYS: Final = (
    "goosetable", "game", "options", "code", "seats", "name", "player", "app", "started", "deal", "dealer", "hands", "hands2",
    "turned", "stock", "trump", "seat", "do", "aids", "undo", "chair", "score", "total", "end", "winners", "geese", "x", "",
)  # fmt: skip
PIECES: Final = (
    b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\\u", b"\\ud800", b"\\ud83e\\udda2", b"\n", b"\r\n", b"\r", b"\0",
    b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"NaN", b"1e999", b"-", b"9" * 1_001, b"[" * 40, b"]" * 40, b"{}", b" ",
    b"\t", b"null", b"true", b'"x":1,"x":1', b'{"undo": 1}\n', b'{"chair": 0, "name": "", "player": ""}\n', b"y" * 65_536,
)  # fmt: skip
Step = tuple[str, int, int]
"""A step from one line of the program to another: the file, and both numbers."""


COMMANDS: Final = (["check"], ["trace"], ["trace", "--view", "2"], ["suggest", "--level", "random"])
TOLD: Final = 2
"""Of so many mutations one is given to the commands as well."""
NAMED: Final = re.compile(r"-:\d+: |goosetable trace: there is no seat")


class Trail:
    """The steps from line to line of the watched files that were made while it was followed."""

    def __init__(self) -> None:
        self.steps: set[Step] = set()
        self._names: dict[CodeType, str] = {}
        self._before: dict[FrameType, int] = {}

    @contextmanager
    def followed(self) -> Iterator[set[Step]]:
        """Notes every step that is made within."""
        self.steps = set()
        self._before.clear()
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            yield self.steps
        finally:
            sys.settrace(before)

    def _called(self, frame: FrameType, event: str, _: object) -> Any:
        name = self._names.get(frame.f_code)
        if name is None:
            path = Path(frame.f_code.co_filename)
            name = path.name if path.name in WATCHED and path.parent.name == "record" else ""
            self._names[frame.f_code] = name
        return self._passed if name else None

    def _passed(self, frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            now = frame.f_lineno
            self.steps.add((self._names[frame.f_code], self._before.get(frame, 0), now))
            self._before[frame] = now
        elif event in ("return", "exception"):
            self._before.pop(frame, None)
        return self._passed


def mutated(chance: Random, content: bytes, other: bytes) -> bytes:
    """The record with one to three changes of bytes, of JSON values, or of lines."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        content = chance.choice((_of_bytes, _of_values, _of_values, _of_lines))(chance, content, other)
    return content[:LONGEST]


def _of_bytes(chance: Random, content: bytes, other: bytes) -> bytes:
    first = chance.randint(0, len(content))
    last = min(len(content), first + chance.choice((0, 0, 1, 1, 4, 40)))
    piece = chance.choice((chance.choice(PIECES), chance.randbytes(chance.randint(0, 4)), content[first:last] * 2))
    return content[:first] + piece + content[last:]


def _of_lines(chance: Random, content: bytes, other: bytes) -> bytes:
    found = content.split(b"\n")
    more = other.split(b"\n")
    at = chance.randrange(len(found))
    match chance.randrange(5):
        case 0:
            del found[at]
        case 1:
            found.insert(at, chance.choice(found))
        case 2:
            found.insert(at, chance.choice(more))
        case 3:
            to = chance.randrange(len(found))
            found[at], found[to] = found[to], found[at]
        case _:
            found = found[: at + 1]
    return b"\n".join(found)


def _of_values(chance: Random, content: bytes, other: bytes) -> bytes:
    """One line's JSON with another value, key or place; where the line is no JSON, some bytes."""
    found = content.split(b"\n")
    kinds = sorted({line[:6] for line in found})
    kind = chance.choice(kinds)
    at = chance.choice([number for number, line in enumerate(found) if line[:6] == kind])  # each kind of line as often
    try:
        value = json.loads(found[at])
        found[at] = json.dumps(_changed(chance, value)).replace("Infinity", "1e999").encode()
    except (ValueError, RecursionError):
        return _of_bytes(chance, content, other)
    return b"\n".join(found)


def _changed(chance: Random, value: Any) -> Any:
    """The value, something in it replaced."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        match chance.randrange(6):
            case 0:
                return {name: inner for name, inner in value.items() if name != key}
            case 1:
                return value | {chance.choice(KEYS): _fresh(chance)}
            case 2:
                return {chance.choice(KEYS) if name == key else name: inner for name, inner in value.items()}
            case _:
                return value | {key: _changed(chance, value[key])}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        match chance.randrange(4):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value, value[at]]
            case _:
                return [*value[:at], _changed(chance, value[at]), *value[at + 1 :]]
    if type(value) is int and chance.random() < 0.5:
        return value + chance.choice((-1, 1))
    if isinstance(value, str) and " " in value and chance.random() < 0.7:
        words = value.split(" ")
        at = chance.randrange(len(words))
        words[at] = chance.choice((*words, "XH", "2S", "", "1", "9"))
        return " ".join(words)
    return _fresh(chance)


def _fresh(chance: Random) -> Json:
    return chance.choice((chance.choice(NUMBERS), chance.choice(TEXTS), [], {}, [chance.choice(TEXTS)], {"x": [1]}))


def wrong(content: bytes) -> tuple[str, str]:
    """Which kind of fault the reader has with a record, and what happened; two empty texts where it has none."""
    found: list[Line] = []
    try:
        for _, line in format.read_lines(content):
            found.append(line)
        for _ in replay.replay(content, find_game):
            pass
    except RecordError as refused:
        if not 1 <= refused.line <= content.count(b"\n") + 1:
            return EXCEPTIONS, f"line {refused.line} was named, which there is not"
        if not refused.reason:
            return EXCEPTIONS, "there is no reason"
    except Exception as fault:
        return EXCEPTIONS, where(fault)
    return _kept(found)


def _kept(found: list[Line]) -> tuple[str, str]:
    """Whether lines that were accepted are the same after they were written and read again."""
    written = "".join(format.line_as_text(line) + "\n" for line in found)
    try:
        again = [line for _, line in format.read_lines(written.encode())]
        streamed = [line for _, line in format.read_lines(io.BytesIO(written.encode()))]
    except (RecordError, UnicodeError) as fault:
        return NOT_KEPT, where(fault)
    if again != found or streamed != found:
        return NOT_KEPT, next(ascii((line, other))[:300] for line, other in zip(found, again, strict=False) if line != other)
    return "", ""


def told_wrongly(content: bytes) -> Iterator[str]:
    """What is wrong with what the commands say of a record: one sentence, which names its line, and an exit code."""
    for command in COMMANDS:
        said = call([*command, "-"], content)
        yield from complaints(said)
        if said.code and command[0] != "suggest" and not NAMED.match(said.err):
            yield f"{command} names no line: {said.err[:300]!a}"


def run(times: int, seed: str) -> Outcome:
    """So many mutations."""
    count = Count("coverage", (EXCEPTIONS, NOT_KEPT))
    chance, trail = Random(f"coverage {seed}"), Trail()
    corpus = list(_seeds(seed))
    reached: set[Step] = set()
    for content in corpus:
        with trail.followed() as steps:
            wrong(content)
        reached |= steps
    began = len(reached)
    for number in range(times):
        parent = corpus[-1 - int(chance.random() ** 2 * len(corpus))]  # rather one that was found lately
        content = mutated(chance, parent, chance.choice(corpus))
        with trail.followed() as steps:
            kind, said = wrong(content)
        count.attempt("mutations")
        if kind:
            count.fault(kind, f"mutation {number} of seed {seed}: {said}: {content[-300:]!a}")
        for complaint in told_wrongly(content) if number % TOLD == 0 else ():
            count.fault(EXCEPTIONS, f"mutation {number} of seed {seed}: {complaint}: {content[-300:]!a}")
        if not steps <= reached:
            reached |= steps
            corpus.append(content)
    count.figure(f"{len(corpus)} records reach {len(reached)} steps from line to line; the first reached {began}")
    return count.outcome()


def _seeds(seed: str) -> Iterator[bytes]:
    """Short good records to begin with: of every game, whole ones too, set-up deals, and a chair line."""
    for game in SHELF:
        ground = Ground(f"{seed} {game.id}", Path("/elsewhere"))
        yield text(*ground.lines[:FIRST]).encode()
    ground = Ground(seed, Path("/elsewhere"))
    yield text(*ground.whole).encode()
    yield text(*ground.given[:FIRST]).encode()
    yield text(*ground.lines[:3], '{"undo": 1}', '{"chair": 0, "name": "Vesper", "player": "hard"}').encode()
