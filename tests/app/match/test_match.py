"""A sitting: games at one table, with people and computer players, undo, hints and the tally of prizes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from goosetable import __version__, games, players
from goosetable.app.match.match import Match
from goosetable.app.match.matches import Matches
from goosetable.app.storage import saves
from goosetable.app.storage.saves import Saves
from goosetable.engine.record import replay
from goosetable.engine.record.format import Chair
from goosetable.engine.record.seed import code_in_series
from goosetable.engine.rules.event import HIDDEN, Moved

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
    assert match.decision is not None
    return match.decision


def step(match: Match, rng: Random) -> None:
    match match.session.due:
        case "deal":
            match.deal()
        case "score":
            match.score_deal()
        case _:
            match.act(rng.choice(list(match.session.legal())) if match.my_turn else think(match))


def play_game(match: Match, seed: int = 1) -> None:
    rng = Random(seed)
    while match.session.due != "none":
        step(match, rng)


def test_a_whole_game_is_played_and_its_record_is_right(room: Room) -> None:
    match = room.lay()
    play_game(match)
    (again,) = replay.replayed_games(room.saves.running.read_bytes(), games.find_game)
    assert again.ended
    assert again.standing == match.session.standing
    assert sum(match.prizes()) == 1
    assert match.prizes()[match.session.winners[0]] == 1


def test_events_never_show_the_person_what_others_hold(room: Room) -> None:
    match = room.lay()
    dealt = [event for event in match.deal() if isinstance(event, Moved)]
    assert len(dealt) == 3
    for event in dealt:
        assert (HIDDEN in event.cards) == (event.target.seat != 0)
        assert len(event.cards) == 11


def test_geese_are_tallied_over_the_games_of_a_sitting_and_after_going_on(room: Room) -> None:
    match = room.lay()
    play_game(match)
    room.matches.next_game(match)
    play_game(match, 2)
    assert sum(match.prizes()) == 2
    room.matches.next_game(match)
    match.deal()
    found = room.matches.continue_table()
    assert found is not None
    assert found.prizes() == match.prizes()
    assert found.session.due == "act"
    assert found.session.code != match._before[0].code
    assert found.session.header.app == __version__ and found.session.header.started is not None


def test_undo_goes_back_to_the_last_decision_of_a_person(room: Room) -> None:
    match = room.lay()
    match.deal()
    assert not match.undo()
    rng = Random(5)
    decisions = 0
    while decisions < 3 or not match.my_turn:
        decisions += match.my_turn
        step(match, rng)
    before = match.session.undoable_count
    assert match.undo()
    assert match.my_turn
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
    assert running is not None and running.due == "act"
    play_game(match)
    assert room.matches.running_game() is None


def test_a_game_of_set_up_deals_goes_on_with_deals_by_chance(room: Room) -> None:
    record = Path(__file__).resolve().parents[2] / "records" / "fool-set-up.goose"
    match = room.matches.open_copy(record)
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
    room.matches.next_game(match)
    first = room.saves.running_record()
    assert first.count(b'"goosetable"') == 2
    monkeypatch.setattr(saves, limit, 2)
    play_game(match, 2)
    whole = room.saves.running_record()
    room.matches.next_game(match)
    match.deal()
    assert room.saves.running_record().count(b'"goosetable"') == 1 and match.is_saved
    assert sum(match.prizes()) == 2, "those who sit there go on as before"
    assert [path.read_bytes() for path in room.saves.archive.iterdir()] == [whole]
    found = room.matches.continue_table()
    assert found is not None and found.session.state == match.session.state
