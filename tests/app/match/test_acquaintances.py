"""Computer players learn how a person plays, report it once, and forget it on demand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from goosetable.app.match.match import Match
from goosetable.app.match.practice import Acquaintances
from goosetable.app.storage import profiles, settings
from goosetable.app.storage.settings import Settings
from goosetable.engine.record.format import Chair
from goosetable.engine.record.seed import code_in_series, format_code
from goosetable.engine.rules.action import Verb, verb_of
from tests.app.stage_play import lay

LOW = {"players": 3, "max_hand": 3}


class Table:
    """A game with the person's settings; `said` collects the sentences that the table displays."""

    def __init__(self, level: str = "medium", name: str = "") -> None:
        self.match: Match = lay("goose", LOW)
        session = self.match.session
        session.chairs = tuple(chair if chair.player == "human" else Chair(chair.name, level) for chair in session.chairs)
        self.settings = Settings(name=name or session.names[0])
        self.said: list[str] = []
        self.acquaintances = Acquaintances(self.match, lambda: self.settings, self.change, self.said.append)

    def change(self, **changes: Any) -> None:
        self.settings = settings.with_changes(self.settings, **changes)

    def play(self, deals: int, seed: int = 1) -> None:
        """Plays deals in which the person makes the highest bid, and all other actions are random."""
        rng = Random(seed)
        for _ in range(deals):
            if self.match.session.due == "none":
                self.match.next_game(format_code(code_in_series("next", seed)))
            session = self.match.session
            self.match.deal()
            while session.due == "act":
                legal = list(session.legal())
                bids = session.turn == 0 and verb_of(legal[0]) is Verb.BID
                self.match.act(max(legal) if bids else rng.choice(legal))
            self.match.score_deal()
            self.acquaintances.remember_deal()

    @property
    def known(self) -> dict[str, float]:
        return dict(self.match.leanings.get(self.match.session.names[0], {}))


def test_a_person_who_bids_high_is_known_after_eight_deals_and_told_once() -> None:
    table = Table()
    table.play(7)
    assert not table.known and not table.said
    table.play(6, 2)
    assert "bids_high" in table.known
    told = [sentence for sentence in table.said if "high" in sentence]
    assert told == [f"{table.match.session.names[1]} has noticed that you bid high."]


def test_a_computer_player_expects_the_habit_from_the_next_decision_on(monkeypatch: pytest.MonkeyPatch) -> None:
    expected: list[object] = []
    monkeypatch.setattr(
        "goosetable.app.match.match.set_expected_habits",
        lambda player, names, habits_by_name: expected.append(dict(habits_by_name)),
    )
    table = Table()
    table.play(13)
    match = table.match
    if match.session.due == "none":
        match.next_game(format_code(code_in_series("next", 1)))
    match.deal()
    while match.session.turn == 0:
        match.act(match.session.legal()[0])
    match.run_slice()
    assert table.known and expected == [{match.session.names[0]: table.known}]


def test_it_is_remembered_at_the_next_table_and_forgotten_on_demand() -> None:
    table = Table()
    table.play(12)
    again = Table()
    again.settings = settings.parse(settings.file_text(table.settings))
    fresh = Acquaintances(again.match, lambda: again.settings, again.change, again.said.append)
    assert again.known == table.known != {}
    again.change(**profiles.changes_to_forget_habits(again.settings))
    again.acquaintances = fresh
    again.play(1)
    assert not again.known


def test_damaged_values_are_no_memory_and_keep_the_person() -> None:
    table = Table()
    table.play(12)
    values: list[object] = [[], {"a": 1}, "9 9/9", 7]
    for damaged in values:
        person = dict(table.settings.people[0]) | {"seen": damaged}
        assert profiles.parse_profile(person) == profiles.Profile(str(person["name"]))
    person = dict(table.settings.people[0])
    assert profiles.parse_profile(person) != profiles.Profile(str(person["name"]))


def test_guests_are_not_remembered() -> None:
    table = Table(name="Someone else")
    table.play(12)
    assert not table.known and not table.said
    assert not any("seen" in person for person in table.settings.people)


@pytest.mark.parametrize("level", ["expert", "master", "random"])
def test_players_that_expect_no_habits_say_nothing_of_them(level: str) -> None:
    table = Table(level)
    table.play(12)
    assert not table.said


def test_a_deal_for_practice_is_not_counted() -> None:
    table = Table()
    table.match.practice = True
    table.play(12)
    assert table.settings == Settings(name=table.settings.name)
