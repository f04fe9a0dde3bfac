"""Who is new to a game is known by a few figures in the settings, and by the records of before."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from goosetable import games
from goosetable.app.match.match import Match
from goosetable.app.match.practice import Newcomers, NoJournal, has_record
from goosetable.app.storage.settings import FIRST_DEALS, MOST_MET, Settings, file_text, parse, with_changes
from goosetable.engine.record.format import Chair, Header, line_as_text

GAME = games.find_game("goosed")
CODE = "7Q4K-M2XD-9TBR"


@dataclass
class Kept:
    """Settings that are kept in memory."""

    settings: Settings = field(default_factory=Settings)

    def change(self, **changes: Any) -> None:
        self.settings = with_changes(self.settings, **changes)


def people(kept: Kept, folder: Path, *names: str) -> Newcomers:
    """A table of Goosed with these people and nobody else who is one."""
    chairs = [Chair(name, "human") for name in names] + [Chair(f"P{i}", "random") for i in range(4 - len(names))]
    match = Match.new(GAME, GAME.Options(), chairs, CODE, NoJournal(), "seed", lambda said: None)
    match.deal()
    if match.is_shared:
        match.uncover_hand(0)
    return Newcomers(match, lambda: kept.settings, kept.change, folder)


def test_the_offer_comes_once_for_each_person(tmp_path: Path) -> None:
    kept = Kept()
    assert people(kept, tmp_path, "Anna").lesson_to_offer_now() is not None
    assert people(kept, tmp_path, "anna ").lesson_to_offer_now() is None
    assert people(kept, tmp_path, "Ben").lesson_to_offer_now() is not None
    kept.settings = parse(file_text(kept.settings))
    assert people(kept, tmp_path, "Ben").lesson_to_offer_now() is None


def test_people_at_one_screen_are_offered_it_together(tmp_path: Path) -> None:
    kept = Kept()
    assert people(kept, tmp_path, "Anna", "Ben").lesson_to_offer_now() is not None
    assert people(kept, tmp_path, "Ben").lesson_to_offer_now() is None
    assert people(kept, tmp_path, "Ben").is_newcomer


@pytest.mark.parametrize(
    ("game", "name", "known"), [("goosed", "Anna", True), ("gops", "Anna", False), ("goosed", "Ben", False)]
)
def test_who_has_played_before_this_was_counted_is_not_new(tmp_path: Path, game: str, name: str, known: bool) -> None:
    header = Header(game, {}, CODE, (Chair(name, "human"), Chair("P", "easy")))
    (tmp_path / "edited.goose").write_text(line_as_text(header) + "\n", encoding="utf-8-sig")
    assert has_record(tmp_path, "goosed", {"anna"}) is known
    (tmp_path / "bad.goose").write_bytes(b"\xff\x00")
    (tmp_path / "folder.goose").mkdir()
    (tmp_path / "edited.goose").rename(tmp_path / "old.goose")
    (tmp_path / "old.goose").write_text(line_as_text(header) + "\n")
    assert has_record(tmp_path, "goosed", {"anna"}) is known
    found = people(Kept(), tmp_path, "Anna")
    assert (found.lesson_to_offer_now() is None) is known and found.is_newcomer is not known


def test_three_deals_or_one_game_make_a_person_known(tmp_path: Path) -> None:
    kept = Kept()
    found = people(kept, tmp_path, "Anna")
    for _ in range(FIRST_DEALS):
        assert found.is_newcomer
        found.count_deal()
    assert not found.is_newcomer


def test_of_too_many_the_first_are_forgotten(tmp_path: Path) -> None:
    kept = Kept(Settings(met={f"game {i}": 3 for i in range(MOST_MET)}))
    people(kept, tmp_path, "Anna").lesson_to_offer_now()
    assert len(kept.settings.met) == MOST_MET and "game 0" not in kept.settings.met
