"""Short forms of the attacks on the disk and the data folder, and that they find what was put there."""

from __future__ import annotations

import doctest
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable.app.storage import saves, settings
from goosetable.app.storage.history import deleted, index
from tests import drawn_once
from tests.attacks import __main__, bin_and_back, clock, counting, crowd, indexes, links, together
from tests.attacks.counting import EXCEPTIONS, HANGS, LOST, SEED, Count, Outcome, of_the_day
from tests.attacks.disk import Disk, Operation, Rule
from tests.attacks.house import FAULTS, FOREIGN, UNREACHED, WRONGLY, Foreign, House, kept, lost, record
from tests.attacks.indexes import CHANGED, WRONG, Kind, Shelf
from tests.attacks.room import Room
from tests.attacks.trying import attempt, fresh_folder, look
from tests.attacks.window import quick_company

SHORT = {
    "kill": 4, "injected": 7, "together": 4, "readonly": 8, "full": 6, "vanishing": 7, "soak": 8, "bin_and_back": 1,
    "clock": 1, "links": 1,
}  # fmt: skip
"""How often each runs in the usual test command."""


@pytest.fixture(autouse=True)
def nothing_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves all pictures transparent: these attacks are on files."""
    monkeypatch.setattr(drawn_once, "BLANK", True)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", SHORT)
def test_nothing_is_found_by(name: str) -> None:
    seed = of_the_day()
    outcome = __main__.attack(name)(SHORT[name], seed)
    if outcome.skipped and not outcome.tried:
        pytest.skip(outcome.skipped)
    assert sum(outcome.tried.values()) >= SHORT[name]
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

    monkeypatch.setattr(saves.Saves, "begin_table", wrong)
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


def test_what_was_deleted_before_the_clock_was_put_right_is_kept() -> None:
    """A record that was deleted while the clock stood at 1970 was removed for good at the next start."""
    count = Count("found", FAULTS)
    with quick_company("found"), fresh_folder() as folder:
        (folder / "games").mkdir(parents=True)
        (folder / "games" / "1.goose").write_bytes(record(1, 2))
        house = House(folder, "found", count, clock.TIMES["the second day of 1970"])
        assert house.all_games() is not None
        house.choose(None)
        house.press(pygame.K_DELETE)
        assert not kept(folder)
        house.again(clock.TIMES["now"])
        house.all_games()
        house.close()
        lost(count, "found", folder, {record(1, 2)})
    assert not count.found, count.outcome()


@pytest.mark.slow
@pytest.mark.skipif(bool(links.WITHOUT), reason=links.WITHOUT)
@pytest.mark.parametrize(
    ("place", "way"), [("history.sqlite-shm", "a hard link to a text"), ("history.sqlite", "a hard link to a database")]
)
def test_an_index_is_never_written_into_a_file_of_somebody_else(place: str, way: str) -> None:
    """SQLite wrote over a text behind a link; and the tables of a database of somebody else were thrown out."""
    count = Count("found", FAULTS)
    links.linked(count, place, way, "found")
    assert not count.found, count.outcome()


@pytest.fixture
def house() -> Iterator[House]:
    """At the title, over a folder with one game."""
    with quick_company("planted"), fresh_folder() as folder:
        (folder / "games").mkdir(parents=True)
        (folder / "games" / "1.goose").write_bytes(record(1, 2))
        found = House(folder, "planted", Count("planted", FAULTS))
        yield found
        found.close()


def test_a_list_that_is_not_what_lies_there_is_found(house: House) -> None:
    house.compare("planted", kept(house.folder))
    assert not house.count.found
    house.compare("planted", {"2020-01-01T00:00:00Z"})
    assert house.count.found == {WRONGLY: 1} and "not listed: ['2020-01-01T00:00:00Z']" in house.count.notes[0]


def test_a_record_that_is_gone_or_cut_short_is_found(house: House) -> None:
    path = house.folder / "games" / "1.goose"
    lost(house.count, "planted", house.folder, {record(1, 1)})
    assert not house.count.found, "its beginning is in it"
    path.write_bytes(record(1, 2)[:-1])
    lost(house.count, "planted", house.folder, {record(1, 2)})
    path.unlink()
    lost(house.count, "planted", house.folder, {record(1, 2)})
    assert house.count.found == {LOST: 2}


def test_a_control_that_is_not_there_is_found(house: House) -> None:
    assert not house.use("Feed the geese")
    assert house.count.found == {UNREACHED: 1}


def test_a_foreign_file_that_changed_is_found(house: House) -> None:
    foreign = Foreign(house.folder / "games")
    foreign.look(house.count, "planted")
    assert not house.count.found
    (house.folder / "games" / "notes.txt").write_text("goosetable was here")
    (house.folder / "games" / ".hidden").unlink()
    foreign.look(house.count, "planted")
    assert house.count.found == {FOREIGN: 2}


def test_records_that_do_not_come_back_are_found(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is brought back is lost, and each attack on deleting says so."""

    def loses(path: Path, folders: object) -> Path:
        path.unlink()
        return path

    monkeypatch.setattr(deleted, "restore_record", loses)
    outcome = bin_and_back.run(1, "planted")
    assert outcome.found[LOST] and outcome.found[WRONGLY] and not outcome.found[EXCEPTIONS], str(outcome)


SEEDS: tuple[str, ...] = ("short 50", *(f"2026-11-27 {number}" for number in (29, 33, 392, 403, 507, 562, 672, 927, 976, 993)))
"""Seeds of random flips that found something once, as `seed number`, in an index of 12 games."""


@pytest.mark.parametrize("part", [pytest.param(part, marks=pytest.mark.slow if part else ()) for part in range(4)])
def test_every_named_damage_and_some_flips_end_with_the_right_list(part: int) -> None:
    outcome = indexes.run(3, f"short {part}", games=3, named=[*indexes.kinds()][part::4])
    assert outcome.clean, f"\n{outcome}"
    assert outcome.tried["named"] >= 25 and outcome.tried["flipped"] == 3


def test_flips_that_found_something_find_it_no_more(tmp_path: Path) -> None:
    shelf, count = Shelf(tmp_path / "data", 12), Count("indexes")
    for seed in SEEDS:
        indexes.attempt(count, shelf, indexes.flips(Random(seed)), seed)
    assert count.outcome().clean, f"\n{count.outcome()}"


@pytest.mark.slow
def test_a_thousand_flips_of_another_seed_every_day_end_with_the_right_list() -> None:
    seed = time.strftime("%Y-%m-%d")
    print(f"seed: {seed}")
    outcome = indexes.run(1000, seed, games=12)
    assert outcome.clean, f"\n{outcome}"


def test_a_wrong_list_and_a_changed_file_are_found(tmp_path: Path) -> None:
    shelf, count = Shelf(tmp_path / "data", 6), Count("indexes")

    def wrong(path: Path, _: Random) -> dict[Path, bytes]:
        (path.with_name("games") / "0001.goose").unlink()
        return {path.with_name("settings.json"): b"never there"}

    indexes.attempt(count, shelf, Kind("planted", wrong), "planted")
    assert count.found == {WRONG: 1, CHANGED: 1}


def test_rows_that_are_taken_on_trust_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_row_seal", lambda table, row: 0)
    shelf, count = Shelf(tmp_path / "data", 6), Count("indexes")
    for kind in indexes.kinds():
        if kind.name == "house rules":
            indexes.attempt(count, shelf, kind, "planted")
    assert count.found[WRONG] == 1
