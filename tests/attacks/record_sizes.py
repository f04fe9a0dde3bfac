"""Hostile sizes and hostile files: records that are too long, and what is no ordinary file at all."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from goosetable.app.storage.saves import MOST_GAMES
from tests.attacks.ground import NO_CALL, REFUSED, TAKEN, Ground, Kind, kind, text

LONGEST_LINE: Final = 65_536
LONGEST_GAME: Final = 100_000
PIECE: Final = 1 << 20
LARGE: Final = "large"
"""The group of what is above 10 MB; a few seconds are needed to write one."""


def kinds() -> Iterator[Kind]:
    """Every kind of hostile size and of hostile file."""
    yield kind("length", "a line of 64 KiB", lambda ground: _padded(ground, LONGEST_LINE), TAKEN)
    yield kind("length", "a line of 64 KiB and 1", lambda ground: _padded(ground, LONGEST_LINE + 1), REFUSED)
    yield kind("length", "a line of 64 KiB and CR LF", lambda ground: _padded(ground, LONGEST_LINE).replace("\n", "\r\n"), None)
    yield kind("length", "a line of 1 MB", lambda ground: _padded(ground, 1_000_000), REFUSED)
    yield kind("length", "a last line of 64 KiB without end", lambda ground: text(*ground.lines) + "x" * LONGEST_LINE, None)
    yield kind("length", "a last line of 1 MB without end", lambda ground: text(*ground.lines) + "x" * 1_000_000, None)
    yield kind("length", "64 KiB of letters in two-byte characters", lambda ground: ground.headed({"app": "é" * 30_000}), None)
    yield kind("length", "100,000 lines", lambda ground: _undone(ground, LONGEST_GAME), TAKEN)
    yield kind("length", "100,001 lines", lambda ground: _undone(ground, LONGEST_GAME + 1), REFUSED)
    yield kind(
        "length", "100,001 lines, then another game", lambda ground: _undone(ground, LONGEST_GAME + 1, *ground.lines), REFUSED
    )
    yield kind("length", "300 games", lambda ground: text(*ground.lines) * 300, TAKEN)
    yield kind("length", f"{MOST_GAMES:,} headers", lambda ground: text(ground.lines[0]) * MOST_GAMES, TAKEN)
    for many in (MOST_GAMES + 1, 5_000):  # more games than the window opens
        headers = kind("length", f"{many:,} headers", lambda ground, many=many: text(ground.lines[0]) * many, TAKEN)
        yield headers._replace(opens=False)
    yield kind("length", "60,000 wrong lines", lambda ground: text(ground.lines[0]) + "{}\n" * 60_000, REFUSED)
    yield kind(LARGE, "100 MB of blank lines", lambda ground: _filled(b"\n", 100), REFUSED)
    yield kind(LARGE, "100 MB of blank lines after a game", lambda ground: _filled(b"\n", 100, text(*ground.lines)), REFUSED)
    yield kind(LARGE, "100 MB in one line without end", lambda ground: _filled(b"x", 100), REFUSED)
    yield kind(LARGE, "100 MB of a list without end", lambda ground: _filled(b"[", 100), REFUSED)
    yield kind(LARGE, "100 MB in a last line without end", lambda ground: _filled(b"x", 100, text(*ground.lines)), REFUSED)
    yield kind(LARGE, "100 MB of NULs", lambda ground: _filled(b"\0", 100), REFUSED)
    yield kind(LARGE, "8 million undo lines", lambda ground: _filled(b'{"undo": 1}\n', 96, text(*ground.lines)), REFUSED)
    yield kind(LARGE, "3 million undone acts", lambda ground: _endless(ground, 3_000_000), REFUSED)
    yield kind(LARGE, "60 MB of unknown keys", _wide, REFUSED)
    yield from _files()


def _padded(ground: Ground, size: int) -> str:
    """The good record, its header made this many bytes long."""
    bare = ground.headed({"x": ""}).split("\n", 1)[0]
    return ground.headed({"x": "y" * (size - len(bare))})


def _undone(ground: Ground, lines: int, *more: str) -> str:
    """A game of that many lines: an act, taken back again and again."""
    act = next(line for line in ground.lines if '"do"' in line)
    head = text(*ground.lines[: ground.lines.index(act)])
    left = lines - head.count("\n")
    pairs, odd = divmod(left, 2)
    return head + text(act, '{"undo": 1}') * pairs + (text(act) if odd else "") + text(*more)


def _filled(piece: bytes, megabytes: int, before: str = "") -> Iterator[bytes]:
    yield before.encode()
    block = piece * (PIECE // len(piece))
    for _ in range(megabytes):
        yield block


def _endless(ground: Ground, lines: int) -> Iterator[str]:
    act = next(line for line in ground.lines if '"do"' in line)
    yield text(*ground.lines[: ground.lines.index(act)])
    for _ in range(lines // 20_000):
        yield text(act, '{"undo": 1}') * 10_000


def _wide(ground: Ground) -> Iterator[str]:
    """A good game whose lines are all as long as a line may be, until it is too long by its lines."""
    act = json.loads(next(line for line in ground.lines if '"do"' in line))
    yield text(*ground.lines[: next(n for n, line in enumerate(ground.lines) if '"do"' in line)])
    pair = text(json.dumps(act | {"x": "y" * 60_000}), json.dumps({"undo": 1, "x": "y" * 60_000}))
    for _ in range(500):
        yield pair
    yield text("{}")


# ---------------------------------------------------------------------- what is no ordinary file


def _files() -> Iterator[Kind]:
    yield Kind("file", "a folder", lambda path, _: path.mkdir(), NO_CALL)
    yield Kind("file", "missing", lambda path, _: None, NO_CALL)
    yield Kind(
        "file", "in a folder that is missing", lambda path, _: path.symlink_to(path.parent / "gone" / path.name), NO_CALL
    )
    yield Kind("file", "a link in a circle", lambda path, _: path.symlink_to(path), NO_CALL)
    yield Kind("file", "a link to a good one", _linked, TAKEN)
    yield Kind("file", "a link to a folder", lambda path, _: path.symlink_to(path.parent), NO_CALL)
    yield Kind("file", "empty", lambda path, _: path.touch(), REFUSED)
    yield Kind("file", "no permission", _locked, None)
    yield Kind("file", "a file for a folder", lambda path, _: path.symlink_to(Path(__file__) / "x.goose"), NO_CALL)
    if hasattr(os, "mkfifo"):
        yield Kind("file", "a pipe that nobody writes to", lambda path, _: os.mkfifo(path), NO_CALL)
        yield Kind("file", "a socket", _socket, NO_CALL)
    for device in ("zero", "random", "full", "tty", "null"):
        if Path("/dev", device).exists():
            yield Kind(
                "file", f"the device {device}", lambda path, _, device=device: path.symlink_to(f"/dev/{device}"), NO_CALL
            )
    if Path("/proc/self/mem").exists():
        yield Kind("file", "the memory of the process", lambda path, _: path.symlink_to("/proc/self/mem"), None)
        yield Kind("file", "a file without a size", lambda path, _: path.symlink_to("/proc/self/maps"), REFUSED)


def _linked(path: Path, ground: Ground) -> None:
    path.with_name("good.txt").write_text(text(*ground.lines), encoding="utf-8")
    path.symlink_to(path.with_name("good.txt"))


def _locked(path: Path, ground: Ground) -> None:
    path.write_text(text(*ground.lines), encoding="utf-8")
    path.chmod(0)


def _socket(path: Path, ground: Ground) -> None:
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.close()
