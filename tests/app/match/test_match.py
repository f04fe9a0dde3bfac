"""A match at a table: games, undo, hints and what is told; bad players, newcomers, habits, and the deal of the day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goosetable import __version__, games, players
from goosetable.app.match import matches
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.match.practice import HabitMemory, NewcomerTracker, NoJournal, has_record_of_people
from goosetable.app.storage import cast, profiles, saves, settings
from goosetable.app.storage.saves import Saves
from goosetable.app.storage.settings import FIRST_DEALS, MOST_MET, Settings, file_text, parse, with_changes
from goosetable.engine.record import replay, seed
from goosetable.engine.record.format import Chair, Header, line_as_text
from goosetable.engine.record.seed import code_in_series, format_code
from goosetable.engine.rules.action import Verb, verb_of
from goosetable.sandbox.external import SandboxedPlayer
from tests.app.stage_play import lay
from tests.sandbox.bad_players import FAILING, SILENT

GAME = games.find_game("gooseberry-fool")
CHAIRS = (Chair("Gooseberry", "human"), Chair("Vesper", "random"), Chair("Dorothea", "random"))


class Room:
    """Tables of a temporary folder, with codes and seeds that are always the same."""

    def __init__(self, folder: Path) -> None:
        self.said: list[str] = []
        self.saves = Saves(folder / "running.goose", folder / "games", self.said.append, lambda at, trouble: None)
        numbers = iter(range(1, 1000))
        self.matches = Matches(
            self.saves, self.said.append, lambda: code_in_series("room", next(numbers)), lambda: "seed", lambda: 1_800_000_000.0
        )

    def lay(self, *players: str) -> Match:
        chairs = [Chair(chair.name, player) for chair, player in zip(CHAIRS, players, strict=True)] if players else CHAIRS
        return self.matches.begin_table(GAME, GAME.Options(), chairs)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.saves.close()


def think(match: Match) -> int:
    """Lets the computer player to act think to the end; returns its action."""
    while match.run_slice():
        pass
    assert match.chosen_action is not None
    return match.chosen_action


def step(match: Match, rng: Random) -> None:
    match match.session.due_step:
        case "deal":
            match.deal()
        case "score":
            match.score_deal()
        case _:
            match.act(rng.choice(list(match.session.legal())) if match.is_my_turn else think(match))


def play_game(match: Match, seed: int = 1) -> None:
    rng = Random(seed)
    while match.session.due_step != "none":
        step(match, rng)


def test_a_whole_game_is_played_and_its_record_is_right(room: Room) -> None:
    match = room.lay()
    play_game(match)
    (again,) = replay.replayed_games(room.saves.running.read_bytes(), games.find_game)
    assert again.ended
    assert again.standing == match.session.standing
    assert sum(match.prizes()) == 1
    assert match.prizes()[match.session.winners[0]] == 1


def test_geese_are_tallied_over_the_games_of_a_sitting_and_after_going_on(room: Room) -> None:
    match = room.lay()
    play_game(match)
    room.matches.begin_next_game(match)
    play_game(match, 2)
    assert sum(match.prizes()) == 2
    room.matches.begin_next_game(match)
    match.deal()
    found = room.matches.continue_table()
    assert found is not None
    assert found.prizes() == match.prizes()
    assert found.session.due_step == "act"
    assert found.session.code != match._before[0].code
    assert found.session.header.app == __version__ and found.session.header.started is not None


def test_undo_goes_back_to_the_last_decision_of_a_person(room: Room) -> None:
    match = room.lay()
    match.deal()
    assert not match.undo()
    rng = Random(5)
    decisions = 0
    while decisions < 3 or not match.is_my_turn:
        decisions += match.is_my_turn
        step(match, rng)
    before = match.session.undoable_count
    assert match.undo()
    assert match.is_my_turn
    assert match.session.undoable_count < before
    (again,) = replay.replayed_games(room.saves.running.read_bytes(), games.find_game)
    assert again.state == match.session.state


def test_a_hint_is_a_legal_action_and_goes_with_the_turn(room: Room) -> None:
    match = room.lay("human", "human", "human")
    match.deal()
    match.ask_hint()
    assert not match.run_slice(), "nobody is known to look"
    match.uncover_hand(match.next_person)
    assert match.hint is None
    match.ask_hint()
    while match.run_slice():
        pass
    assert match.hint in match.session.legal()
    match.act(match.session.legal()[0])
    assert match.hint is None


def test_a_hint_is_from_the_level_that_suggest_and_review_ask(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    match = room.lay("human", "human", "human")
    match.deal()
    match.uncover_hand(match.next_person)
    asked: list[str] = []

    def made(name: str, rng: Random) -> players.Player:
        asked.append(name)
        return make(name, rng)

    make = players.make_player
    monkeypatch.setattr(players, "make_player", made)
    match.ask_hint()
    assert asked == [players.ADVICE]


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    records = []
    for name in "ab":
        room = Room(tmp_path / name)
        match, rng = room.lay("greedy", "easy", "random"), Random(1)
        while match.session.standing.deals < 1:
            step(match, rng)
        records.append(room.saves.running.read_bytes())
        room.saves.close()
    assert records[0] == records[1]


def test_an_unknown_player_is_named_and_another_plays_instead(room: Room) -> None:
    match = room.lay("human", "champion", "random")
    assert any("champion" in sentence for sentence in room.said)
    match.deal()
    assert set(match._minds.players) == {1, 2}


def test_a_player_that_fails_is_named_and_the_game_goes_on(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    match = room.lay("random", "greedy", "random")
    match.deal()

    class Broken:
        def think(self, view: object) -> object:
            raise RuntimeError("no idea")

    match._minds.players[1] = Broken()  # type: ignore[assignment]
    rng = Random(1)
    while match.session.turn != 1 or len(match.session.legal()) < 2:
        step(match, rng)
    action = think(match)
    assert action in match.session.legal()
    assert any("Vesper" in sentence for sentence in room.said)


def test_the_deal_log_tells_the_story_and_forgets_what_was_undone(room: Room) -> None:
    match = room.lay("human", "human", "human")
    match.deal()
    for _ in range(4):
        match.uncover_hand(match.next_person)
        match.act(match.session.legal()[0])
    told = match.deal_log()
    assert len(told.tricks) in (0, 1)
    assert all(match.with_names(text)[-1] in ".:" for text in told.log)
    match.undo()
    assert len(match.deal_log().log) < len(told.log)


def test_running_tells_what_title_may_offer(room: Room) -> None:
    assert room.matches.running_game() is None
    match = room.lay()
    match.deal()
    running = room.matches.running_game()
    assert running is not None and running.due_step == "act"
    play_game(match)
    assert room.matches.running_game() is None


def test_a_game_of_set_up_deals_goes_on_with_deals_by_chance(room: Room) -> None:
    record = Path(__file__).resolve().parents[2] / "records" / "fool-set-up.goose"
    match = room.matches.open_copy_of_record(record)
    deals = match.session.standing.deals
    rng = Random(1)
    while match.session.standing.deals < deals + 2:
        step(match, rng)
    (again,) = replay.replayed_games(room.saves.running.read_bytes(), games.find_game)
    assert again.code is None
    assert again.standing.deals == deals + 2


@pytest.mark.parametrize("limit", ["GAMES_A_TABLE", "BYTES_A_TABLE"])
def test_a_table_of_many_games_goes_on_in_a_new_record(room: Room, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    """A record that grew and grew could not be opened any more in the end."""
    match = room.lay()
    play_game(match)
    room.matches.begin_next_game(match)
    first = room.saves.running_record()
    assert first.count(b'"goosetable"') == 2
    monkeypatch.setattr(saves, limit, 2)
    play_game(match, 2)
    whole = room.saves.running_record()
    room.matches.begin_next_game(match)
    match.deal()
    assert room.saves.running_record().count(b'"goosetable"') == 1 and match.is_saved
    assert sum(match.prizes()) == 2, "those who sit there go on as before"
    assert [path.read_bytes() for path in room.saves.archive.iterdir()] == [whole]
    found = room.matches.continue_table()
    assert found is not None and found.session.state == match.session.state


# ---------------------------------------------------------------------- players that fail

BAD = "tests.sandbox.bad_players"


@pytest.fixture
def lenient_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    # A busy machine is no failure.
    monkeypatch.setattr(Match, "patience", 120.0)
    monkeypatch.setattr("goosetable.app.match.agents.STAND_IN", "random")
    made = Room(tmp_path)
    made.matches.allow = tuple(f"{BAD}:{kind}" for kind in (*FAILING, *SILENT, "First"))
    yield made
    made.saves.close()


USUAL = ("Raises", "Exits", "Illegal", "Sleeps")
"""One of each kind: it raises an error, ends its process, answers wrongly, or not at all. The others are `-m slow`, since
`tests/sandbox/test_external.py` has them all."""


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in USUAL else pytest.mark.slow) for kind in (*FAILING, *SILENT)]
)
def test_it_is_named_and_another_plays_on(lenient_room: Room, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind in SILENT:
        monkeypatch.setattr(Match, "patience", 0.5)
    match = lenient_room.lay("random", f"{BAD}:{kind}", "random")
    match.deal()
    player, rng = match._minds.players[1], Random(1)
    assert isinstance(player, SandboxedPlayer)
    while match.session.turn != 1 or len(match.session.legal()) < 2:
        step(match, rng)
    pieces = 1
    while match.run_slice():
        pieces += 1
    assert match.chosen_action in match.session.legal()
    assert pieces > 1, "the table could do something else meanwhile"
    said = [sentence for sentence in lenient_room.said if sentence.startswith("Vesper cannot go on: ")]
    assert len(said) == 1
    assert FAILING.get(kind, "did not answer within 0.5 seconds") in said[0]
    assert player._process is None, "its process has ended"
    while match.session.due_step != "none":
        step(match, rng)
    assert [sentence for sentence in lenient_room.said if "cannot go on" in sentence] == said, "the stand-in stays"
    (again,) = replay.replayed_games(lenient_room.saves.running.read_bytes(), games.find_game)
    assert again.ended
    assert again.header.chairs[1].player == f"{BAD}:{kind}"
    assert again.chairs[1] == Chair("Vesper", "random"), "the record says who played on"


def test_one_from_outside_sits_at_the_table_and_leaves_with_it(lenient_room: Room) -> None:
    match = lenient_room.lay("human", f"{BAD}:First", "random")
    match.deal()
    rng = Random(1)
    while match.session.turn != 1 or len(match.session.legal()) < 2:
        step(match, rng)
    assert think(match) == match.session.legal()[0]
    player = match._minds.players[1]
    assert isinstance(player, SandboxedPlayer) and player._process is not None
    process = player._process
    assert process.is_alive
    match.close()
    assert not process.is_alive
    assert not lenient_room.said


def test_the_next_game_seats_it_again(lenient_room: Room) -> None:
    """Whoever failed has another chance in the next game, and is named again."""
    match = lenient_room.lay("random", f"{BAD}:Raises", "random")
    rng = Random(1)
    for game in (1, 2):
        while match.session.due_step != "none":
            step(match, rng)
        assert len([sentence for sentence in lenient_room.said if "no idea" in sentence]) == game
        lenient_room.matches.begin_next_game(match)
    match.close()


def test_learned_weights_that_cannot_be_used_are_named_once(lenient_room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    lenient_room.lay("expert", "easy", "random")
    assert lenient_room.said == []
    heuristics = games.find_game("gooseberry-fool").heuristics
    monkeypatch.setattr(heuristics, "_learned", {"habits.json": heuristics.habits()})
    monkeypatch.setattr(heuristics, "faults", {"policy.json": "the weights of 'gooseberry-fool' are damaged"})
    lenient_room.lay("human", "easy", "random")
    assert lenient_room.said == [], "nobody follows them"
    lenient_room.lay("expert", "expert", "random")
    assert lenient_room.said == ["The weights of 'gooseberry-fool' are damaged."]


def test_learned_weights_that_only_hints_follow_are_named_with_the_first(
    lenient_room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    heuristics = games.find_game("gooseberry-fool").heuristics
    monkeypatch.setattr("goosetable.app.match.agents.STAND_IN", "expert")
    monkeypatch.setattr(heuristics, "_learned", {"habits.json": heuristics.habits()})
    monkeypatch.setattr(heuristics, "faults", {"policy.json": "the weights of 'gooseberry-fool' are damaged"})
    match = lenient_room.lay("human", "human", "human")
    match.deal()
    assert lenient_room.said == []
    for _ in range(2):
        match.uncover_hand(match.next_person)
        match.ask_hint()
        assert lenient_room.said == ["The weights of 'gooseberry-fool' are damaged."]
        match.act(match.session.legal()[0])


def test_learned_weights_are_named_where_an_expert_takes_a_seat(lenient_room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    heuristics = games.find_game("gooseberry-fool").heuristics
    monkeypatch.setattr(heuristics, "_learned", {"habits.json": heuristics.habits()})
    monkeypatch.setattr(heuristics, "faults", {"policy.json": "the weights of 'gooseberry-fool' are damaged"})
    match = lenient_room.lay("human", "easy", "random")
    match.deal()
    for seat in (1, 2):
        match.session.change_player(seat, Chair(match.session.names[seat], "expert"))
        match._minds.replace_player(seat)
    assert lenient_room.said == ["The weights of 'gooseberry-fool' are damaged."]


# ---------------------------------------------------------------------- habits of people

LOW = {"players": 3, "max_hand": 3}


class Table:
    """A game with the person's settings; `said` collects the sentences that the table displays."""

    def __init__(self, level: str = "medium", name: str = "") -> None:
        self.match: Match = lay("goose", LOW)
        session = self.match.session
        session.chairs = tuple(chair if chair.player == "human" else Chair(chair.name, level) for chair in session.chairs)
        self.settings = Settings(name=name or session.names[0])
        self.said: list[str] = []
        self.habit_memory = HabitMemory(self.match, lambda: self.settings, self.change, self.said.append)

    def change(self, **changes: Any) -> None:
        self.settings = settings.with_changes(self.settings, **changes)

    def play(self, deals: int, seed: int = 1) -> None:
        """Plays deals in which the person makes the highest bid, and all other actions are random."""
        rng = Random(seed)
        for _ in range(deals):
            if self.match.session.due_step == "none":
                self.match.begin_next_game(format_code(code_in_series("next", seed)))
            session = self.match.session
            self.match.deal()
            while session.due_step == "act":
                legal = list(session.legal())
                bids = session.turn == 0 and verb_of(legal[0]) is Verb.BID
                self.match.act(max(legal) if bids else rng.choice(legal))
            self.match.score_deal()
            self.habit_memory.remember_deal()

    @property
    def known(self) -> dict[str, float]:
        return dict(self.match.habits_by_name.get(self.match.session.names[0], {}))


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
        "goosetable.app.match.agents.set_expected_habits",
        lambda player, names, habits_by_name: expected.append(dict(habits_by_name)),
    )
    table = Table()
    table.play(13)
    match = table.match
    if match.session.due_step == "none":
        match.begin_next_game(format_code(code_in_series("next", 1)))
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
    fresh = HabitMemory(again.match, lambda: again.settings, again.change, again.said.append)
    assert again.known == table.known != {}
    again.change(**profiles.changes_to_forget_habits(again.settings))
    again.habit_memory = fresh
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


def test_a_deal_for_practice_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    monkeypatch.setattr(Match, "kind", "practice")
    table.play(12)
    assert table.settings == Settings(name=table.settings.name)


# ---------------------------------------------------------------------- lessons offered to newcomers

GOOSED = games.find_game("goosed")
CODE = "7Q4K-M2XD-9TBR"


@dataclass
class Kept:
    """Settings that are kept in memory."""

    settings: Settings = field(default_factory=Settings)

    def change(self, **changes: Any) -> None:
        self.settings = with_changes(self.settings, **changes)


def people(kept: Kept, folder: Path, *names: str) -> NewcomerTracker:
    """A table of Goosed with these people and nobody else who is one."""
    chairs = [Chair(name, "human") for name in names] + [Chair(f"P{i}", "random") for i in range(4 - len(names))]
    match = Match.new(GOOSED, GOOSED.Options(), chairs, CODE, NoJournal(), "seed", lambda said: None)
    match.deal()
    if match.is_shared:
        match.uncover_hand(0)
    return NewcomerTracker(match, lambda: kept.settings, kept.change, folder)


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
    assert has_record_of_people(tmp_path, "goosed", {"anna"}) is known
    (tmp_path / "bad.goose").write_bytes(b"\xff\x00")
    (tmp_path / "folder.goose").mkdir()
    (tmp_path / "edited.goose").rename(tmp_path / "old.goose")
    (tmp_path / "old.goose").write_text(line_as_text(header) + "\n")
    assert has_record_of_people(tmp_path, "goosed", {"anna"}) is known
    found = people(Kept(), tmp_path, "Anna")
    assert (found.lesson_to_offer_now() is None) is known and found.is_newcomer is not known


def test_the_offer_is_not_sought_again_while_nothing_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sought: list[str] = []
    usual = profiles.names_in_normal_form

    def seek(known: Settings, name: str) -> set[str]:
        sought.append(name)
        return usual(known, name)

    monkeypatch.setattr(profiles, "names_in_normal_form", seek)
    kept = Kept()
    found = people(kept, tmp_path, "Anna")
    assert found.lesson_to_offer_now() is not None and found.lesson_to_offer_now() is None
    before = len(sought)
    assert [found.lesson_to_offer_now() for _ in range(100)] == [None] * 100 and len(sought) == before
    kept.change(met={})
    found.lesson_to_offer_now()
    assert len(sought) > before, "other settings are another situation"


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


# ---------------------------------------------------------------------- the deal of the day

DAYS = [date(2026, 1, 1) + timedelta(days=number) for number in range(365)]


def test_a_day_is_the_same_everywhere_and_for_good() -> None:
    found = matches.day_deal(date(2026, 11, 22), games.SHELF)
    assert (found.game.id, found.opponent_names, found.code) == ("goosed", ("Lord Mumble", "Jet", "Vesper"), "TZ2SF6TVNYH0")
    assert matches.day_deal(date(2026, 11, 22), games.SHELF[::-1])[1:] == found[1:], "the order of the shelf is nothing to it"


def test_every_day_can_be_played_and_has_a_code_of_its_own() -> None:
    found = [matches.day_deal(day, games.SHELF) for day in DAYS]
    assert len({deal.code for deal in found}) == len(DAYS)
    assert {deal.game for deal in found} == set(games.SHELF), "no game is left out in a year"
    names = {character.name for character in cast.CAST}
    for deal in found:
        assert seed.parse_code(deal.code) == deal.code
        assert len(set(deal.opponent_names)) + 1 == deal.game.seats(deal.game.short_game_options(deal.game.Options()))
        assert set(deal.opponent_names) <= names
    assert {name for deal in found for name in deal.opponent_names} == names
