"""The attacks on the data folder through the window, in short; and that each finds what it looks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from goosetable.app.storage.history import deleted
from tests.attacks import bin_and_back, clock, links
from tests.attacks.counting import EXCEPTIONS, LOST, Count, Outcome, of_the_day
from tests.attacks.house import FAULTS, FOREIGN, UNREACHED, WRONGLY, Foreign, House, kept, lost, record
from tests.attacks.trying import fresh_folder
from tests.attacks.window import quick_company

SHORT: dict[str, tuple[Callable[[int, str], Outcome], int]] = {
    "bin_and_back": (bin_and_back.run, 3),
    "clock": (clock.run, 3),
    "links": (links.run, 4),
}
"""How often each runs in the usual test command."""


@pytest.mark.parametrize("name", SHORT)
def test_nothing_is_found_by(name: str) -> None:
    run, times = SHORT[name]
    clean(run(times, of_the_day()))


def clean(outcome: Outcome) -> None:
    if outcome.skipped:
        pytest.skip(outcome.skipped)
    assert outcome.clean, f"seed {of_the_day()}\n{outcome}"


# ---------------------------------------------------------------------- what attacks have found


def test_two_records_of_a_game_are_deleted_together() -> None:
    """The second one was forgotten twice, which ended the program."""
    count = Count("found", FAULTS)
    for name in ("x/1", "x/2"):
        with quick_company(name), fresh_folder() as folder:
            bin_and_back._archive(count, folder, name)
    assert not count.found, count.outcome()


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


@pytest.mark.skipif(bool(links.WITHOUT), reason=links.WITHOUT)
@pytest.mark.parametrize(
    ("place", "way"), [("history.sqlite-shm", "a hard link to a text"), ("history.sqlite", "a hard link to a database")]
)
def test_an_index_is_never_written_into_a_file_of_somebody_else(place: str, way: str) -> None:
    """SQLite wrote over a text behind a link; and the tables of a database of somebody else were thrown out."""
    count = Count("found", FAULTS)
    links.linked(count, place, way, "found")
    assert not count.found, count.outcome()


# ---------------------------------------------------------------------- what is wrong is found


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

    monkeypatch.setattr(deleted, "bring_back", loses)
    outcome = bin_and_back.run(3, "planted")
    assert outcome.found[LOST] and outcome.found[WRONGLY] and not outcome.found[EXCEPTIONS], str(outcome)
