"""Short forms of the attacks on the disk: each a few times, and nothing is found; and what they find is what was put there."""

from __future__ import annotations

import doctest
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from goosetable.app.storage import saves, settings
from tests.attacks import __main__, counting, crowd, full, injected, kill, readonly, soak, together, vanishing
from tests.attacks.counting import EXCEPTIONS, HANGS, LOST, SEED, Count, Outcome, of_the_day
from tests.attacks.disk import Disk, Operation, Rule
from tests.attacks.room import Room
from tests.attacks.trying import attempt, fresh_folder, look

SHORT: dict[str, tuple[Callable[[int, str], Outcome], int]] = {
    "kill": (kill.run, 8),
    "injected": (injected.run, 21),
    "together": (together.run, 20),
    "readonly": (readonly.run, 24),
    "full": (full.run, 12),
    "vanishing": (vanishing.run, 28),
    "soak": (soak.run, 20),
}
"""How often each runs in the usual test command."""


FOUND = (("soak", "20261127"),)
"""Seeds by which attacks of so many times have found something."""


@pytest.mark.parametrize(("name", "seed"), [*((name, of_the_day()) for name in SHORT), *FOUND])
def test_nothing_is_found_by(name: str, seed: str) -> None:
    run, times = SHORT[name]
    outcome = run(times, seed)
    if outcome.skipped and not outcome.tried:
        pytest.skip(outcome.skipped)
    assert sum(outcome.tried.values()) >= times
    assert outcome.clean, f"seed {seed}\n{outcome}"


def test_the_examples_of_counting_hold() -> None:
    assert doctest.testmod(counting).failed == 0


def test_an_outcome_says_what_was_tried_and_found() -> None:
    count = Count("kill")
    count.attempt("at random", 500)
    assert count.outcome().clean
    assert str(count.outcome()).splitlines()[-1] == "kill: 500 tried, 0 exceptions, 0 lost acts, 0 hangs"
    count.fault(HANGS, "seed/7: one\nlong line")
    assert not count.outcome().clean
    assert str(count.outcome()).splitlines()[-2:] == [
        "  found: hangs: seed/7: one long line",
        "kill: 500 tried, 0 exceptions, 0 lost acts, 1 hangs",
    ]


def test_the_command_ends_with_1_where_anything_was_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found: dict[str, int] = {LOST: 0}
    monkeypatch.setattr(__main__, "attack", lambda name: lambda times, seed: Outcome(name, {seed: times}, found))
    assert __main__.main(["kill", "--times", "3", "--seed", "x"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "kill: 3 tried, 0 lost acts"
    found[LOST] = 1
    assert __main__.main(["kill", "--times", "3", "--seed", "x"]) == 1
    first, *_, last, again = capsys.readouterr().out.splitlines()
    assert (first, last) == ("kill, 3 times, seed x", "kill: 3 tried, 1 lost acts")
    assert again == "again: uv run python -m tests.attacks kill --times 3 --seed x"


def test_the_seed_is_the_day_where_none_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    seeds: list[str] = []

    def hears(times: int, seed: str) -> Outcome:
        seeds.append(seed)
        return Outcome("kill", {}, {})

    monkeypatch.setattr(__main__, "attack", lambda name: hears)
    monkeypatch.setattr(time, "strftime", lambda form: f"a day as {form}")
    monkeypatch.delenv(SEED)
    __main__.main(["kill"])
    monkeypatch.setenv(SEED, "19991231")
    __main__.main(["kill"])
    assert seeds == ["a day as %Y%m%d", "19991231"]
    assert capsys.readouterr().out.splitlines()[0] == "kill, 500 times, seed a day as %Y%m%d"


# ---------------------------------------------------------------------- a planted fault is found


def test_acts_that_are_not_on_disk_are_counted() -> None:
    count = Count("planted")
    with fresh_folder() as folder, attempt(count, "a table", "planted") as diary:
        room = Room(folder, "planted")
        room.lay()
        room.play(20)
        room.close()
        look(count, "planted", folder, list(diary.kept.values()))
        assert count.outcome().clean
        running = folder / "running.goose"
        running.write_bytes(b"".join(running.read_bytes().splitlines(True)[:-3]))
        look(count, "planted", folder, list(diary.kept.values()))
        assert count.found[LOST] == 3
        running.unlink()
        look(count, "planted", folder, list(diary.kept.values()))
        assert count.found[LOST] > 20


def test_a_mistake_of_the_program_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*given: Any) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(saves.Saves, "begin", wrong)
    count = Count("planted")
    together.interleaved(count, "planted", windows=False)
    assert count.found[EXCEPTIONS] == 1


def test_programs_that_stop_or_fail_are_counted(tmp_path: Path) -> None:
    count = Count("planted")
    result = crowd.one(crowd.Job("play", tmp_path / "data", "planted", times=1_000_000, limit=0.5))
    crowd.look_at(count, "planted", result)
    assert count.found[HANGS] == 1
    crowd.look_at(count, "planted", crowd.one(crowd.Job("open on a full disk", tmp_path / "data", "planted")))
    assert count.found[EXCEPTIONS]


def test_a_disk_sees_every_operation_and_can_refuse_it(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    disk = Disk(inside)
    with disk.attached():
        settings.write(settings.Settings(), inside / "settings.json")
        settings.write(settings.Settings(), outside / "settings.json")
    kinds = {operation.kind for operation in disk.operations}
    assert {"create", "write", "fsync", "rename"} <= kinds and not disk.opened
    assert all(operation.path.is_relative_to(inside) for operation in disk.operations)


def test_as_on_windows_an_open_file_stays_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with Disk(tmp_path, windows=True).attached():
        with path.open("w") as file:
            file.write("x")
            for refused in (lambda: path.rename(tmp_path / "b"), path.unlink, lambda: (tmp_path / "b").replace(path)):
                (tmp_path / "b").touch()
                with pytest.raises(OSError):
                    refused()
        path.unlink()
    assert not path.exists()


def test_what_is_cut_off_while_it_is_written_is_cut_off(tmp_path: Path) -> None:
    class Half(Rule):
        def length(self, operation: Operation, wanted: int) -> int:
            return min(wanted, 3)

    path = tmp_path / "a"
    with Disk(tmp_path, Half()).attached(), path.open("wb", buffering=0) as file:
        assert file.write(b"abcdef") == 3
    assert path.read_bytes() == b"abc"
