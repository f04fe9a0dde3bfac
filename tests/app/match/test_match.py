"""A sitting: games at one table, with people and computer players, undo, hints and the tally of prizes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from goosetable import games
from goosetable.app.match.match import Sitting
from goosetable.app.match.matches import Tables
from goosetable.app.storage import saves
from goosetable.app.storage.saves import Saves
from goosetable.engine.record import replay
from goosetable.engine.record import seed as codes
from goosetable.engine.record.format import Chair
from goosetable.engine.rules.event import HIDDEN, Moved

GAME = games.find("gooseberry-fool")
CHAIRS = (Chair("You", "human"), Chair("Vesper", "random"), Chair("Dorothea", "random"))


class Room:
    """Tables of a temporary folder, with codes and seeds that are always the same."""

    def __init__(self, folder: Path) -> None:
        self.said: list[str] = []
        self.saves = Saves(folder / "running.goose", folder / "games", self.said.append, lambda at, trouble: None)
        numbers = iter(range(1, 1000))
        self.tables = Tables(
            self.saves, self.said.append, lambda: codes.nth("room", next(numbers)), lambda: "seed", lambda: 1_800_000_000.0
        )

    def lay(self, *players: str) -> Sitting:
        chairs = [Chair(chair.name, player) for chair, player in zip(CHAIRS, players, strict=True)] if players else CHAIRS
        return self.tables.lay(GAME, GAME.Options(), chairs)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.saves.close()


def think(sitting: Sitting) -> int:
    """Lets the computer player to act think to the end; returns its action."""
    while sitting.work():
        pass
    assert sitting.decision is not None
    return sitting.decision


def step(sitting: Sitting, rng: Random) -> None:
    match sitting.session.due:
        case "deal":
            sitting.deal()
        case "score":
            sitting.score()
        case _:
            sitting.act(rng.choice(list(sitting.session.legal())) if sitting.my_turn else think(sitting))


def play_game(sitting: Sitting, seed: int = 1) -> None:
    rng = Random(seed)
    while sitting.session.due != "none":
        step(sitting, rng)


def test_a_whole_game_is_played_and_its_record_is_right(room: Room) -> None:
    sitting = room.lay()
    play_game(sitting)
    (again,) = replay.sessions(room.saves.running.read_bytes(), games.find)
    assert again.ended
    assert again.standing == sitting.session.standing
    assert sum(sitting.prizes()) == 1
    assert sitting.prizes()[sitting.session.winners[0]] == 1


def test_events_never_show_the_person_what_others_hold(room: Room) -> None:
    sitting = room.lay()
    dealt = [event for event in sitting.deal() if isinstance(event, Moved)]
    assert len(dealt) == 3
    for event in dealt:
        assert (HIDDEN in event.cards) == (event.target.seat != 0)
        assert len(event.cards) == 11


def test_geese_are_tallied_over_the_games_of_a_sitting_and_after_going_on(room: Room) -> None:
    sitting = room.lay()
    play_game(sitting)
    room.tables.again(sitting)
    play_game(sitting, 2)
    assert sum(sitting.prizes()) == 2
    room.tables.again(sitting)
    sitting.deal()
    found = room.tables.go_on()
    assert found is not None
    assert found.prizes() == sitting.prizes()
    assert found.session.due == "act"
    assert found.session.code != sitting._before[0].code


def test_undo_goes_back_to_the_last_decision_of_a_person(room: Room) -> None:
    sitting = room.lay()
    sitting.deal()
    assert not sitting.undo()
    rng = Random(5)
    decisions = 0
    while decisions < 3 or not sitting.my_turn:
        decisions += sitting.my_turn
        step(sitting, rng)
    before = sitting.session.undoable
    assert sitting.undo()
    assert sitting.my_turn
    assert sitting.session.undoable < before
    (again,) = replay.sessions(room.saves.running.read_bytes(), games.find)
    assert again.state == sitting.session.state


def test_a_hint_is_a_legal_action_and_goes_with_the_turn(room: Room) -> None:
    sitting = room.lay("human", "human", "human")
    sitting.deal()
    sitting.ask_hint()
    assert not sitting.work(), "nobody is known to look"
    sitting.uncover(sitting.next_person)
    assert sitting.hint is None
    sitting.ask_hint()
    while sitting.work():
        pass
    assert sitting.hint in sitting.session.legal()
    sitting.act(sitting.session.legal()[0])
    assert sitting.hint is None


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    records = []
    for name in "ab":
        room = Room(tmp_path / name)
        sitting, rng = room.lay("greedy", "easy", "random"), Random(1)
        while sitting.session.standing.deals < 1:
            step(sitting, rng)
        records.append(room.saves.running.read_bytes())
        room.saves.close()
    assert records[0] == records[1]


def test_an_unknown_player_is_named_and_another_plays_instead(room: Room) -> None:
    sitting = room.lay("human", "champion", "random")
    assert any("champion" in sentence for sentence in room.said)
    sitting.deal()
    assert set(sitting._minds.players) == {1, 2}


def test_a_player_that_fails_is_named_and_the_game_goes_on(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = room.lay("random", "greedy", "random")
    sitting.deal()

    class Broken:
        def think(self, view: object) -> object:
            raise RuntimeError("no idea")

    sitting._minds.players[1] = Broken()  # type: ignore[assignment]
    rng = Random(1)
    while sitting.session.turn != 1 or len(sitting.session.legal()) < 2:
        step(sitting, rng)
    action = think(sitting)
    assert action in sitting.session.legal()
    assert any("Vesper" in sentence for sentence in room.said)


def test_the_chronicle_tells_the_story_and_forgets_what_was_undone(room: Room) -> None:
    sitting = room.lay("human", "human", "human")
    sitting.deal()
    for _ in range(4):
        sitting.uncover(sitting.next_person)
        sitting.act(sitting.session.legal()[0])
    told = sitting.chronicle()
    assert len(told.tricks) in (0, 1)
    assert all(sitting.say(text)[-1] in ".:" for text in told.log)
    sitting.undo()
    assert len(sitting.chronicle().log) < len(told.log)


def test_running_tells_what_title_may_offer(room: Room) -> None:
    assert room.tables.running() is None
    sitting = room.lay()
    sitting.deal()
    running = room.tables.running()
    assert running is not None and running.due == "act"
    play_game(sitting)
    assert room.tables.running() is None


def test_a_game_of_set_up_deals_goes_on_with_deals_by_chance(room: Room) -> None:
    record = Path(__file__).resolve().parents[2] / "records" / "fool-set-up.goose"
    sitting = room.tables.open(record)
    deals = sitting.session.standing.deals
    rng = Random(1)
    while sitting.session.standing.deals < deals + 2:
        step(sitting, rng)
    (again,) = replay.sessions(room.saves.running.read_bytes(), games.find)
    assert again.code is None
    assert again.standing.deals == deals + 2


@pytest.mark.parametrize("limit", ["GAMES_A_TABLE", "BYTES_A_TABLE"])
def test_a_table_of_many_games_goes_on_in_a_new_record(room: Room, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    """A record that grew and grew could not be opened any more in the end."""
    sitting = room.lay()
    play_game(sitting)
    room.tables.again(sitting)
    first = room.saves.record()
    assert first.count(b'"goosetable"') == 2
    monkeypatch.setattr(saves, limit, 2)
    play_game(sitting, 2)
    whole = room.saves.record()
    room.tables.again(sitting)
    sitting.deal()
    assert room.saves.record().count(b'"goosetable"') == 1 and sitting.kept
    assert sum(sitting.prizes()) == 2, "those who sit there go on as before"
    assert [path.read_bytes() for path in room.saves.archive.iterdir()] == [whole]
    found = room.tables.go_on()
    assert found is not None and found.session.state == sitting.session.state
