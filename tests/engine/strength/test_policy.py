"""Weights of learned policies: what is written is read again, and what is damaged or of another version is never used."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest

from goosetable.engine.strength.heuristics import UNGUIDED, Heuristics
from goosetable.engine.strength.policy import FILE, HABITS, Shape, Untrained, load, read, write
from goosetable.games import SHELF
from tests.games.low_card import LowCard

SHAPE = Shape("hen-house", 2, ("near", "far"), ("lead", "follow"))
ROWS = [[0.5, -1.25], [0.0, 12.0]]
LEARNED = [game for game in SHELF if game.heuristics.shape is not None]


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    """A file in which something is different."""
    found = json.loads(write(SHAPE, ROWS))
    change(found)
    return json.dumps(found).encode()


def test_what_is_written_is_read_again_to_three_decimals() -> None:
    assert read(write(SHAPE, ROWS).encode(), SHAPE) == ROWS
    assert read(write(SHAPE, [[1 / 3, 0.0], [0.0, -2 / 3]]).encode(), SHAPE) == [[0.333, 0.0], [0.0, -0.667]]


def test_a_situation_is_a_line_of_the_file() -> None:
    assert '\n  "follow": [0.000, 12.000]\n' in write(SHAPE, ROWS)


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found.update(version=1),
        lambda found: found.update(version=True),
        lambda found: found.pop("version"),
        lambda found: found.update(game="goose-house"),
        lambda found: found.update(features=["far", "near"]),
        lambda found: found["weights"].update(gift=[0.0, 0.0]),
        lambda found: found["weights"].pop("lead"),
    ],
)
def test_weights_of_another_version_are_not_used(change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(Untrained) as wrong:
        read(changed(change), SHAPE)
    assert "'hen-house'" in str(wrong.value) and "are of another version; " in str(wrong.value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"[" * 100_000,
        b" " * 2_000_000,
        write(SHAPE, ROWS).encode()[:-20],
        changed(lambda found: found.update(weights=[])),
        changed(lambda found: found["weights"].update(lead=[0.5])),
        changed(lambda found: found["weights"].update(lead=[0.5, "1"])),
        changed(lambda found: found["weights"].update(lead=[0.5, True])),
        changed(lambda found: found["weights"].update(lead=[0.5, 1e9])),
        changed(lambda found: found["weights"].update(lead=[0.5, float("nan")])),
        changed(lambda found: found["weights"].update(lead=[0.5, float("inf")])),
    ],
    ids=lambda data: f"{len(data)} bytes",
)
def test_damaged_weights_are_named_in_one_sentence(data: bytes) -> None:
    with pytest.raises(Untrained) as wrong:
        read(data, SHAPE)
    said = str(wrong.value)
    assert said.startswith("the weights of 'hen-house' in goosetable/games/hen_house/policy.json are damaged; ")
    assert said.endswith("; the computer players search without them")


def test_missing_weights_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    importlib.import_module("goosetable.players")
    with pytest.raises(Untrained, match="are missing"):
        load("goosetable.games", SHAPE, HABITS)

    class Frozen:
        """Reads what a frozen program has packed."""

        def get_data(self, path: str) -> bytes:
            assert path.endswith(f"/{HABITS}")
            return write(SHAPE, ROWS).encode()

    monkeypatch.setattr(sys.modules["goosetable.games"], "__loader__", Frozen())
    assert load("goosetable.games", SHAPE, HABITS) == ROWS


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.id)
def test_every_game_that_learned_has_its_weights(game: Any) -> None:
    found = game.heuristics.policy(), game.heuristics.habits()
    assert [one is not None for one in found] == [file in game.heuristics.files for file in (FILE, HABITS)]
    assert found[0] is not None and game.heuristics.faults == {}
    assert game.heuristics.shape.game == game.id
    guidance = game.heuristics.guidance
    assert 0 < guidance.share <= 1 and (HABITS in game.heuristics.files or not guidance.likelihood)


def test_a_game_that_learned_nothing_has_no_policy() -> None:
    other = LowCard()
    assert other.heuristics.guidance == UNGUIDED and not UNGUIDED.searches
    assert other.heuristics.policy() is None and other.heuristics.habits() is None and other.heuristics.faults == {}
    with pytest.raises(NotImplementedError):
        Heuristics(other).trained([])
