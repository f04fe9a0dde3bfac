"""Good records to read and to damage, and a way to call the program as the shell does."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from goosetable.cli import main
from goosetable.engine.record import format
from goosetable.engine.record.format import ActionLine, Chair, Header, Line, RecordError
from goosetable.engine.record.replay import replay
from goosetable.engine.record.session import Session
from goosetable.engine.rules import options
from goosetable.games import find_game

CODE = "7Q4K-M2XD-9TBR"
NAMES = ("Ann", "Ben", "Cy")


def shell(*argv: object, given: bytes = b"", encoding: str = "utf-8", errors: str = "strict") -> tuple[int, str, str]:
    """The exit code, standard output and standard error of a call; `given` is standard input."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors=errors, write_through=True)
    err = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="backslashreplace", write_through=True)
    with patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given))), redirect_stdout(out), redirect_stderr(err):
        code = main([str(word) for word in argv])
    said = [stream.buffer.getvalue().decode(encoding) for stream in (out, err)]
    return code, said[0], said[1]


@pytest.fixture(scope="session")
def call() -> Callable[..., tuple[int, str, str]]:
    """The program, called as by a shell: arguments in; exit code, standard output and standard error out."""
    return shell


def record(seed: int, code: str | None = CODE, target: int = 50, undo: float = 0.0, names: Sequence[str] = NAMES) -> str:
    """A finished game of Gooseberry Fool between three who choose at random, and take back some of what they do."""
    game, rng, found = find_game("gooseberry-fool"), Random(seed), list[Line]()
    header = Header(
        game.id, dict(options.options_as_json(game.Options(target=target))), code, tuple(Chair(name, "human") for name in names)
    )
    session = Session(game, header, found.append)
    drawn = Session(game, Header(game.id, header.options, CODE, header.chairs))
    while session.due_step != "none":
        match session.due_step:
            case "deal":
                drawn.standing = session.standing
                session.begin_deal(None if code else drawn.next_deal())
            case "act":
                seat = session.turn
                assert seat is not None
                session.act(seat, rng.choice(list(session.legal())))
            case "score":
                session.score_deal()
            case _:
                session.end_game()
        if isinstance(found[-1], ActionLine) and rng.random() < undo:
            session.undo(rng.randint(1, min(4, session.undoable_count)))
    return "".join(format.line_as_text(line) + "\n" for line in found)


@pytest.fixture(scope="session")
def good() -> list[str]:
    """The lines, without their ends, of a short finished game with some actions taken back."""
    found = next(text for text in (record(seed, undo=0.15) for seed in range(1000)) if text.count('"deal"') == 3)
    return found.splitlines()


@pytest.fixture(scope="session")
def set_up() -> list[str]:
    """The lines of a short finished game with set-up deals."""
    found = next(text for text in (record(seed, code=None) for seed in range(1000)) if text.count('"deal"') == 3)
    return found.splitlines()


@pytest.fixture
def goose(tmp_path: Path, good: list[str]) -> Path:
    """A file with a short finished game."""
    path = tmp_path / "good.goose"
    path.write_bytes(("\n".join(good) + "\n").encode())
    return path


@pytest.fixture(scope="session")
def make_record() -> Callable[..., str]:
    """Makes more records; see `record`."""
    return record


def refused_at(content: bytes) -> int:
    """The line at which a record is refused, or 0."""
    try:
        for _ in replay(content, find_game):
            pass
    except RecordError as wrong:
        return wrong.line
    return 0


@pytest.fixture(scope="session")
def refused() -> Callable[[bytes], int]:
    """Says at which line a record is refused, or 0; quicker than a whole call of `check`."""
    return refused_at


@pytest.fixture(scope="session")
def legal(good: list[str]) -> dict[int, set[str]]:
    """What is allowed at each action line of the good record."""
    return {
        number: {session.game.action_text(action) for action in session.legal()}
        for number, line, session in replay("\n".join([*good, ""]).encode(), find_game)
        if isinstance(line, ActionLine)
    }


@pytest.fixture(scope="session")
def sample(good: list[str], legal: dict[int, set[str]]) -> list[int]:
    """Numbers of lines of every kind, and of a few actions: all of them would say the same for a minute."""
    found = {1, *sorted(legal)[:1], *sorted(legal)[4::90], len(good)}
    for kind in ("deal", "undo", "score"):
        found.add(next(number for number, line in enumerate(good, 1) if line.startswith(f'{{"{kind}"')))
    return sorted(found)


@pytest.fixture
def one_deal(tmp_path: Path, good: list[str]) -> Path:
    """A record that stops after its first deal was scored."""
    score = next(number for number, line in enumerate(good) if "score" in line)
    path = tmp_path / "one.goose"
    path.write_text("\n".join([*good[: score + 1], ""]))
    return path
