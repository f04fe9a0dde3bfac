"""A record of any size takes the memory of one of its games, and one without an end is left at its first wrong line."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "wait4"), reason="this system does not say how much memory a process took")

MORE = 150 << 20
"""Bytes that a large record may take beyond what a small one takes."""
PIECE = 1 << 20
UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in which the system counts memory."""


class Done(NamedTuple):
    """How a command ended."""

    code: int
    said: str
    """Its standard error."""
    lines: int
    """How many it wrote to its standard output."""
    memory: int
    """The most bytes that it had in memory."""
    given: int
    """Bytes that it took from its standard input, as far as the pipe tells."""


def run(command: str, content: Iterator[bytes], *more: str) -> Done:
    """A command in a process of its own, fed through its standard input until it wants no more."""
    words = [sys.executable, "-m", "goosetable", command, "-", *more]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin is not None and running.stdout is not None and running.stderr is not None
        given, said, lines = [0], [b""], [0]
        feeding = Thread(target=_feed, args=(running, content, given))
        hearing = Thread(target=lambda: said.__setitem__(0, running.stderr.read()))  # type: ignore[union-attr]
        feeding.start()
        hearing.start()
        for _ in running.stdout:
            lines[0] += 1
        hearing.join()
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        feeding.join()
    return Done(running.returncode, said[0].decode(), lines[0], used.ru_maxrss * UNIT, given[0])


def _feed(running: subprocess.Popen[bytes], content: Iterator[bytes], given: list[int]) -> None:
    assert running.stdin is not None
    try:
        for piece in content:
            running.stdin.write(piece)
            given[0] += len(piece)
        running.stdin.close()
    except BrokenPipeError:
        with contextlib.suppress(BrokenPipeError):
            running.stdin.close()  # what is left in its buffer has nowhere to go


@pytest.fixture(scope="module")
def small(good: list[str]) -> int:
    """The memory that a command takes for a small record."""
    done = run("check", iter([_text(good)]))
    assert (done.code, done.lines) == (0, 1)
    return done.memory


def _text(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def _megabytes(piece: bytes, count: int = 100) -> Iterator[bytes]:
    return repeat(piece * (PIECE // len(piece)), count)


@pytest.mark.parametrize("command", ["check"])
def test_a_hundred_megabytes_of_blank_lines_are_left_at_the_first(command: str, small: int) -> None:
    done = run(command, _megabytes(b"\n"), *(["--level", "random"] if command == "suggest" else []))
    assert (done.code, done.said, done.lines) == (1, "-:1: the line is blank\n", 0)
    assert done.memory < small + MORE


@pytest.mark.parametrize("command", ["trace", "suggest"])
def test_a_line_without_an_end_is_not_read_whole(command: str, small: int) -> None:
    done = run(command, _megabytes(b"\0"), *(["--level", "random"] if command == "suggest" else []))
    assert (done.code, done.said, done.lines) == (1, "-:1: the line is absurdly long: it has more than 64 KiB\n", 0)
    assert done.memory < small + MORE


def test_a_torn_line_of_a_hundred_megabytes_is_no_torn_line(good: list[str], small: int) -> None:
    done = run("check", chain([_text(good), b'{"seat": "'], _megabytes(b"x")))
    assert (done.code, done.said) == (1, f"-:{len(good) + 1}: the line is absurdly long: it has more than 64 KiB\n")
    assert done.memory < small + MORE


@pytest.mark.parametrize("command", ["check", "trace", "suggest"])
def test_eight_million_lines_that_take_back_are_too_many(command: str, good: list[str], small: int) -> None:
    undo = b'{"undo": 1}\n'
    whole = 8_000_000 * len(undo) // PIECE
    done = run(command, chain([_text(good[:2])], _megabytes(undo, whole)), *_random(command))
    assert done.code == 1
    assert done.said.startswith("-:3: ")
    assert done.memory < small + MORE


def test_a_game_that_does_and_takes_back_for_ever_is_too_long(good: list[str], small: int) -> None:
    first = next(line for line in good if '"do"' in line)
    turns = _text([first, '{"undo": 1}'])
    done = run("check", chain([_text(good[:2])], repeat(turns * 1000, 4000)))
    assert (done.code, done.said) == (1, "-:100001: the game has more than 100,000 lines\n")
    assert done.memory < small + MORE


@pytest.mark.parametrize("command", ["check", "suggest"])
def test_ten_thousand_games_take_the_memory_of_one(command: str, good: list[str], small: int) -> None:
    """Most have only begun, because the time it takes depends on lines; what was kept of each would be seen in the memory."""
    content = chain(repeat(_text(good[:1]) * 100, 100), repeat(_text(good), 20), [_text(good[:4])])
    done = run(command, content, *_random(command))
    assert (done.code, done.said) == (0, "")
    assert done.lines == (10_021 if command == "check" else 1)
    assert done.memory < small + MORE // 16


def _random(command: str) -> list[str]:
    return ["--level", "random"] if command == "suggest" else []


def test_an_input_without_an_end_is_left_at_its_first_wrong_line(good: list[str]) -> None:
    done = run("check", chain([_text(good)], repeat(b"\n" * PIECE)))
    assert (done.code, done.said) == (1, f"-:{len(good) + 1}: the line is blank\n")
    assert done.given < 8 * PIECE


def test_a_game_is_right_as_soon_as_the_next_begins(good: list[str]) -> None:
    """Whoever watches a series through a pipe need not wait for its end."""
    words = [sys.executable, "-m", "goosetable", "check", "-"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None and running.stdout is not None
        running.stdin.write(_text([*good, good[0]]))
        running.stdin.flush()
        assert running.stdout.readline().startswith(b"ok -, game 1: ")
        running.stdin.close()
        assert running.stdout.readline().startswith(b"ok -, game 2: ")
    assert running.returncode == 0


def test_a_large_file_is_read_like_a_large_input(good: list[str], small: int, tmp_path: Path) -> None:
    path = tmp_path / "sparse.goose"
    path.write_bytes(_text(good))
    with path.open("r+b") as file:
        file.truncate(1 << 40)  # takes no room on the disk
    words = [sys.executable, "-m", "goosetable", "check", str(path)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
        assert running.stderr is not None
        said = running.stderr.read()
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    assert said.endswith(b": the line is absurdly long: it has more than 64 KiB\n")
    assert used.ru_maxrss * UNIT < small + MORE


def test_the_window_takes_no_more_from_standard_input_than_it_opens() -> None:
    words = [sys.executable, "-m", "goosetable", "-"]
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(words, stdin=endless, capture_output=True, timeout=600, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"goosetable: standard input is larger than 8 MB\n"
