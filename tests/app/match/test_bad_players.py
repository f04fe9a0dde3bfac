"""Bad players at the table: named, stood in for to the end of the game, and the table stays alive meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from goosetable import games
from goosetable.app.match.match import Match
from goosetable.engine.record import replay
from goosetable.engine.record.format import Chair
from goosetable.sandbox.external import SandboxedPlayer
from tests.app.match.test_match import Room, step, think
from tests.sandbox.bad_players import FAILING, SILENT

BAD = "tests.sandbox.bad_players"


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    # A busy machine is no failure.
    monkeypatch.setattr(Match, "patience", 120.0)
    monkeypatch.setattr("goosetable.app.match.match.STAND_IN", "random")
    made = Room(tmp_path)
    made.matches.allow = tuple(f"{BAD}:{kind}" for kind in (*FAILING, *SILENT, "First"))
    yield made
    made.saves.close()


USUAL = ("Raises", "Exits", "Illegal", "Sleeps")
"""One of each kind: it raises an error, ends its process, answers wrongly, or not at all. The others are `-m slow`, since
`tests/sandbox/test_external.py` has them all."""


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in USUAL else pytest.mark.slow) for kind in (*FAILING, *SILENT)]
)
def test_it_is_named_and_another_plays_on(room: Room, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind in SILENT:
        monkeypatch.setattr(Match, "patience", 0.5)
    match = room.lay("random", f"{BAD}:{kind}", "random")
    match.deal()
    player, rng = match._minds.players[1], Random(1)
    assert isinstance(player, SandboxedPlayer)
    while match.session.turn != 1 or len(match.session.legal()) < 2:
        step(match, rng)
    pieces = 1
    while match.run_slice():
        pieces += 1
    assert match.decision in match.session.legal()
    assert pieces > 1, "the table could do something else meanwhile"
    said = [sentence for sentence in room.said if sentence.startswith("Vesper cannot go on: ")]
    assert len(said) == 1
    assert FAILING.get(kind, "did not answer within 0.5 seconds") in said[0]
    assert player._process is None, "its process has ended"
    while match.session.due != "none":
        step(match, rng)
    assert [sentence for sentence in room.said if "cannot go on" in sentence] == said, "the stand-in stays"
    (again,) = replay.replayed_games(room.saves.running.read_bytes(), games.find_game)
    assert again.ended
    assert again.header.chairs[1].player == f"{BAD}:{kind}"
    assert again.chairs[1] == Chair("Vesper", "random"), "the record says who played on"


def test_one_from_outside_sits_at_the_table_and_leaves_with_it(room: Room) -> None:
    match = room.lay("human", f"{BAD}:First", "random")
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
    assert not room.said


def test_the_next_game_seats_it_again(room: Room) -> None:
    """Whoever failed has another chance in the next game, and is named again."""
    match = room.lay("random", f"{BAD}:Raises", "random")
    rng = Random(1)
    for game in (1, 2):
        while match.session.due != "none":
            step(match, rng)
        assert len([sentence for sentence in room.said if "no idea" in sentence]) == game
        room.matches.next_game(match)
    match.close()


def test_learned_weights_that_cannot_be_used_are_named_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.lay("expert", "easy", "random")
    assert room.said == []
    heuristics = games.find_game("gooseberry-fool").heuristics
    monkeypatch.setattr(heuristics, "_learned", {"habits.json": heuristics.habits()})
    monkeypatch.setattr(heuristics, "faults", {"policy.json": "the weights of 'gooseberry-fool' are damaged"})
    room.lay("human", "easy", "random")
    assert room.said == [], "nobody follows them"
    room.lay("expert", "expert", "random")
    assert room.said == ["The weights of 'gooseberry-fool' are damaged."]


def test_learned_weights_that_only_hints_follow_are_named_with_the_first(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    heuristics = games.find_game("gooseberry-fool").heuristics
    monkeypatch.setattr("goosetable.app.match.match.STAND_IN", "expert")
    monkeypatch.setattr(heuristics, "_learned", {"habits.json": heuristics.habits()})
    monkeypatch.setattr(heuristics, "faults", {"policy.json": "the weights of 'gooseberry-fool' are damaged"})
    match = room.lay("human", "human", "human")
    match.deal()
    assert room.said == []
    for _ in range(2):
        match.uncover_hand(match.next_person)
        match.ask_hint()
        assert room.said == ["The weights of 'gooseberry-fool' are damaged."]
        match.act(match.session.legal()[0])


def test_learned_weights_are_named_where_an_expert_takes_a_seat(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    heuristics = games.find_game("gooseberry-fool").heuristics
    monkeypatch.setattr(heuristics, "_learned", {"habits.json": heuristics.habits()})
    monkeypatch.setattr(heuristics, "faults", {"policy.json": "the weights of 'gooseberry-fool' are damaged"})
    match = room.lay("human", "easy", "random")
    match.deal()
    for seat in (1, 2):
        match.session.change_player(seat, Chair(match.session.names[seat], "expert"))
        match._minds.replace_player(seat)
    assert room.said == ["The weights of 'gooseberry-fool' are damaged."]
