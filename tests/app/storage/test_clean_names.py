"""Names of a record come into the window clean, two stay two, and what they play is never changed into something else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from goosetable import players
from goosetable.app.match.matches import Matches
from goosetable.app.storage import clean_names
from goosetable.app.storage.saves import Saves
from goosetable.engine.record.format import Chair, Header, read_lines
from goosetable.engine.words.clean import LONGEST, clean_text
from tests.app.archives import played, put

NASTY = (("Ann\n\u202eoJ", "human"), ("e" + "\u0301" * 900, "hard"), ("W" * 1000, "easy"))


def shown(*chairs: tuple[str, str]) -> list[str]:
    return [chair.name for chair in clean_names.clean_chairs([Chair(*chair) for chair in chairs])]


def matches(folder: Path, said: Callable[[str], None] = print) -> Matches:
    saves = Saves(folder / "running.goose", folder / "games", said, lambda path, trouble: None)
    return Matches(saves, said, code=lambda: "7Q4KM2XD9TBR", seed=lambda: "seed", now=lambda: 0.0)


def test_names_that_are_clean_stay_and_others_become_clean() -> None:
    assert shown(("Ann", "human"), ("Ben\u200b ", "easy"), ("", "hard"), ("\u3164", "hard")) == [
        "Ann",
        "Ben",
        "Seat 3",
        "Seat 4",
    ]


def test_two_that_become_alike_are_still_two_wherever_they_sit() -> None:
    first = ("Ann", "human"), ("Ann\u200b", "human"), ("Ann ", "easy")
    found = dict(zip(first, shown(*first), strict=True))
    assert sorted(found.values()) == ["Ann", "Ann 2", "Ann 3"]
    assert found["Ann", "human"] == "Ann", "who is written so is called so"
    for turned in ((first[2], first[0], first[1]), (first[1], first[2], first[0])):
        assert dict(zip(turned, shown(*turned), strict=True)) == found


def test_long_names_with_one_beginning_are_two_and_no_longer_than_others() -> None:
    found = shown(("x" * 999 + "a", "human"), ("x" * 999 + "b", "human"))
    assert len(set(found)) == 2
    assert all(len(name) <= LONGEST and clean_text(name) == name for name in found)


@pytest.mark.parametrize("level", ["human", *players.LEVELS, "package.module:Class"])
@pytest.mark.parametrize("hidden", ["\u200b", "\u202e", "\n", " "])
def test_what_only_looks_like_a_level_or_a_class_does_not_become_it(level: str, hidden: str) -> None:
    assert clean_names.clean_player(level) == level
    written = f"{level[:3]}{hidden}{level[3:]}{hidden}"
    assert clean_names.clean_player(written) not in (level, written)


def test_a_table_opened_from_a_file_has_clean_names_and_the_record_stays(tmp_path: Path) -> None:
    path = put(tmp_path, "nasty", played(NASTY, 1, "2026-11-20T10:00:00Z", deals=2)[1])
    before = path.read_bytes()
    table = matches(tmp_path)
    match = table.open_copy(path)
    clean_ones = ("Ann oJ", "\u00e9" + "\u0301" * 4, "W" * 59 + "…")
    assert match.session.names == clean_ones
    assert [chair.player for chair in match.session.chairs] == ["human", "hard", "easy"]
    match.close()
    assert path.read_bytes() == before
    running = table.running_game()
    assert running is not None
    assert running.names == match.session.names
    again = table.continue_table()
    assert again is not None
    assert again.session.names == match.session.names
    again.close()
    header = next(line for _, line in read_lines((tmp_path / "running.goose").read_bytes()))
    assert isinstance(header, Header)
    assert header.chairs == tuple(Chair(*chair) for chair in NASTY)


def test_the_next_game_has_those_who_sit_there_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path, "nasty", played(NASTY, 1, "2026-11-20T10:00:00Z", deals=2)[1])
    match = matches(tmp_path).open_copy(path)
    match.session.change_player(1, Chair("Vesper", "easy"))
    names_now = match.session.names
    match.next_game("7Q4K-M2XD-9TBR", shift_seats=True)
    assert match.session.names == (names_now[2], names_now[0], "Vesper")
    assert match.session.header.chairs == match.session.chairs
    match.close()


def test_prizes_follow_people_whose_names_become_alike(tmp_path: Path) -> None:
    chairs = (("Ann", "human"), ("Ann\u200b", "human"), ("Ann ", "easy"))
    first, text = played(chairs, 1, "2026-11-20T10:00:00Z")
    moved = (chairs[2], chairs[0], chairs[1])
    path = put(tmp_path, "two", text, played(moved, 2, "2026-11-21T10:00:00Z", deals=1)[1])
    match = matches(tmp_path).open_copy(path)
    prizes = first.prizes
    assert any(prizes)
    assert match.prizes() == (prizes[2], prizes[0], prizes[1])
    match.close()
