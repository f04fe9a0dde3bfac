"""Players from outside sit in a process of their own: they play as in this one, and cost nobody anything when they fail."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from goosetable.players import BadPlayer, decide, make, steps
from goosetable.sandbox import external
from goosetable.sandbox.external import SandboxedPlayer, Silent
from tests.games.playing import Variant, defaults, find
from tests.players.positions import turns
from tests.sandbox.bad_players import FAILING, SILENT

FOOL = Variant(find("gooseberry-fool"), find("gooseberry-fool").Options())
VIEW = turns(FOOL, "outsiders", 1)[0].view
BAD = "tests.sandbox.bad_players"
LONG = 120.0
"""Seconds, for those that answer: a busy machine is no failure."""


@pytest.fixture(autouse=True)
def nobody_is_left() -> Iterator[None]:
    yield
    external.send_away()


def seated(kind: str, patience: float = LONG) -> Any:
    return SandboxedPlayer(f"{BAD}:{kind}", "seed", patience)


@pytest.mark.parametrize("variant", defaults(), ids=str)
def test_it_plays_as_it_would_in_this_process(variant: Variant) -> None:
    """Every view goes through the pipe and means the same on the other side."""
    name = "tests.baselines.greedy:Hasty"
    away: Any = SandboxedPlayer(name, "seed", LONG)
    here = make(name, Random(external.sealed("seed")))
    for turn in turns(variant, "away", 12, 0.3):
        assert decide(away, turn.view) == decide(here, turn.view)
        assert away.values == here.values  # type: ignore[attr-defined]
    away.end()


@pytest.mark.parametrize("kind", FAILING)
def test_one_that_fails_is_named(kind: str) -> None:
    player = seated(kind)
    with pytest.raises(BadPlayer) as failed:
        decide(player, VIEW)
    said = str(failed.value)
    assert FAILING[kind] in said
    assert kind in said
    assert "\n" not in said
    assert not isinstance(failed.value, Silent)
    player.end()


@pytest.mark.parametrize("kind", SILENT)
def test_one_that_never_returns_is_named_and_ended(kind: str) -> None:
    player = seated(kind)
    player.make()
    player.patience = 0.3
    process = player._process
    with pytest.raises(Silent, match=f"{BAD}:{kind} did not answer within 0.3 seconds"):
        decide(player, VIEW)
    assert not process.alive


def test_whoever_waits_is_not_kept_waiting() -> None:
    """A window goes on between two pieces, of which there are many."""
    player = seated("Sleeps")
    player.make()
    work = steps(player, VIEW)
    for _ in range(5):
        next(work)
    process = player._process
    work.close()
    assert not process.alive, "given up in the middle, it thinks no longer"


def test_after_a_failure_it_can_be_asked_again() -> None:
    player = seated("Ends")
    for _ in range(2):
        with pytest.raises(BadPlayer, match="ended the process"):
            decide(player, VIEW)
    good = seated("First")
    assert decide(good, VIEW) == VIEW.legal[0]
    good.end()


def test_a_process_is_used_again_by_a_player_of_that_name_alone() -> None:
    one = seated("Illegal")
    one.make()
    process = one._process
    one.leave()
    other, again = seated("First"), seated("Illegal")
    other.make()
    assert other._process is not process
    with pytest.raises(BadPlayer, match="Illegal chose play XL"):
        decide(again, VIEW)
    assert again._process is process
    other.end()
    again.end()
    assert not process.alive


@pytest.mark.parametrize(("name", "said"), [("no_such_goose:X", "there is no module"), ("json:x:y", "is not module:Class")])
def test_one_that_is_not_there_is_a_sentence(name: str, said: str) -> None:
    player = SandboxedPlayer(name, "seed", LONG)
    with pytest.raises(BadPlayer, match=said):
        player.make()
    player.end()


def test_a_level_stays_in_this_process() -> None:
    assert type(external.seated("easy", "seed")) is type(make("easy", Random(1)))
    with pytest.raises(ValueError, match="no level 'genius'"):
        external.seated("genius", "seed")


def test_to_be_made_it_has_the_usual_time_whatever_is_asked_of_its_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process has to start first, which on a busy machine may take longer than one decision."""
    given: list[float] = []
    answered = external.SandboxedPlayer._answered

    def noted(player: Any, process: Any, legal: Any, patience: float) -> Any:
        given.append(patience)
        return answered(player, process, legal, LONG)

    monkeypatch.setattr(external.SandboxedPlayer, "_answered", noted)
    for patience in (0.5, 60.0):
        player = seated("First", patience)
        decide(player, VIEW)
        player.end()
    assert given == [external.PATIENCE, 0.5, 60.0, 60.0]
