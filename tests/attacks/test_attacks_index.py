"""The attack on the index of the history: a sample at every run, all by `-m slow`; and it finds what was put there."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from goosetable.app.storage.history import index
from tests.attacks import indexes
from tests.attacks.counting import Count
from tests.attacks.indexes import CHANGED, WRONG, Kind, Shelf

FOUND: tuple[str, ...] = ("short 50", *(f"2026-11-27 {number}" for number in (29, 33, 392, 403, 507, 562, 672, 927, 976, 993)))
"""Seeds of random flips that found something once, as `seed number`, in an index of 12 games."""


def test_every_named_damage_and_some_flips_end_with_the_right_list() -> None:
    outcome = indexes.run(60, "short", games=6)
    assert outcome.clean, f"\n{outcome}"
    assert outcome.tried["named"] >= 100 and outcome.tried["flipped"] == 60


def test_flips_that_found_something_find_it_no_more(tmp_path: Path) -> None:
    shelf, count = Shelf(tmp_path / "data", 12), Count("indexes")
    for seed in FOUND:
        indexes.attempt(count, shelf, indexes.flips(Random(seed)), seed)
    assert count.outcome().clean, f"\n{count.outcome()}"


@pytest.mark.slow
def test_a_thousand_flips_of_another_seed_every_day_end_with_the_right_list() -> None:
    seed = time.strftime("%Y-%m-%d")
    print(f"seed: {seed}")
    outcome = indexes.run(1000, seed, games=12)
    assert outcome.clean, f"\n{outcome}"


# ---------------------------------------------------------------------- what is wrong is found


def test_a_wrong_list_and_a_changed_file_are_found(tmp_path: Path) -> None:
    shelf, count = Shelf(tmp_path / "data", 6), Count("indexes")

    def wrong(path: Path, _: Random) -> dict[Path, bytes]:
        (path.with_name("games") / "0001.goose").unlink()
        return {path.with_name("settings.json"): b"never there"}

    indexes.attempt(count, shelf, Kind("planted", wrong), "planted")
    assert count.found == {WRONG: 1, CHANGED: 1}


def test_rows_that_are_taken_on_trust_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_seal", lambda table, row: 0)
    shelf, count = Shelf(tmp_path / "data", 6), Count("indexes")
    for kind in indexes.kinds():
        if kind.name == "house rules":
            indexes.attempt(count, shelf, kind, "planted")
    assert count.found[WRONG] == 1
