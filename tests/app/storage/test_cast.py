"""The company: each has a portrait, a style that shows in the line about them and in how they play, and a pace."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goosetable import players
from goosetable.app.art.pictures import WHO
from goosetable.app.storage import cast
from goosetable.app.storage.cast import CAST
from goosetable.engine.record import format
from goosetable.players.search_agent import PLAIN, STYLES, Searcher
from tests.app.table_window import Window

TELLS = {
    "bold": "bold", "cautious": "cautious", "hoarder": "hoard", "spoiler": "spoil", "reckless": "reckless",
    "thrifty": "thrift", "rival": "quarrel", "hasty": "hasty", "wary": "wary", "showy": "showy", "steady": "steady",
}  # fmt: skip
PLAYS_WELL = re.compile(r"\b(easy|medium|hard|expert|best|good|strong|weak|beginner|first game|master)\b", re.IGNORECASE)


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """Opens tables in windows that are closed afterwards."""
    opened: list[Window] = []

    def make(people: Any, **settings: Any) -> Window:
        found = Window(tmp_path / str(len(opened)), people, **settings)
        opened.append(found)
        return found

    yield make
    for window in opened:
        window.close()


def test_there_are_eight_or_more_with_a_portrait_each() -> None:
    assert len(CAST) >= 8
    assert len({one.portrait for one in CAST}) == len({one.name for one in CAST}) == len(CAST)
    assert all(one.portrait in WHO for one in CAST)


@pytest.mark.parametrize("one", CAST, ids=[one.name for one in CAST])
def test_the_line_tells_the_style_and_not_the_level(one: cast.Character) -> None:
    assert not PLAYS_WELL.search(one.line)
    told = [style for style, word in TELLS.items() if word in one.line.lower()]
    assert told == ([one.style] if one.style else [])
    assert 0.1 <= one.pace <= 1.5


def test_every_style_has_somebody() -> None:
    assert {one.style for one in CAST} == {"", *STYLES}


def test_whoever_sits_down_brings_their_style_whatever_the_level(lay: Callable[..., Window]) -> None:
    for level in ("easy", "expert", "hard-deal"):
        window = lay((("Gooseberry", "human"), ("Vesper", level), ("Minim", level)))
        players = window.match._minds.players
        bold, exact = players[1], players[2]
        assert isinstance(bold, Searcher)
        assert isinstance(exact, Searcher)
        assert bold.style == STYLES["bold"]
        assert exact.style == PLAIN
        assert bold.skill == exact.skill
        header = next(format.read_lines(window.matches.saves.running_record()))[1]
        assert isinstance(header, format.Header)
        assert [chair.player for chair in header.chairs] == ["human", level, level], "the record names the level alone"


def test_a_style_that_a_record_names_stays_as_it_is(lay: Callable[..., Window]) -> None:
    window = lay((("Gooseberry", "human"), ("Vesper", "easy+cautious"), ("Dorothea", "random")))
    player = window.match._minds.players[1]
    assert isinstance(player, Searcher)
    assert player.style == STYLES["cautious"]
    assert not window.context.notices


def test_hints_have_no_taste(lay: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    window = lay((("Vesper", "human"), ("Jet", "random"), ("Pip", "random")), pace="at once")
    window.to_my_turn()
    asked: list[players.Player] = []
    make = players.make_player

    def made(name: str, rng: Random) -> players.Player:
        asked.append(make(name, rng))
        return asked[-1]

    monkeypatch.setattr(players, "make_player", made)
    window.match.ask_hint()
    (adviser,) = asked
    assert isinstance(adviser, Searcher)
    assert (adviser.style, adviser.name) == (PLAIN, "expert")


# ---------------------------------------------------------------------- pace


def waits(window: Window) -> list[float]:
    """How long each of the first actions of a deal let one wait once nothing moved, to a twentieth of a second."""
    found: list[float] = []
    session = window.match.session
    for _ in range(2000):
        before, waited = session.undoable_count, window.scene.turn.waited
        window.tick(0.05, 20)
        if session.undoable_count > before:
            found.append(waited + 0.05)
            if len(found) == 4:
                return found
    raise AssertionError("nobody acts")


def test_the_hasty_act_sooner_than_the_slow(lay: Callable[..., Window]) -> None:
    hasty = waits(lay((("Quill", "random"), ("Quill", "random"), ("Quill", "random"))))
    slow = waits(lay((("Barnaby", "random"), ("Barnaby", "random"), ("Barnaby", "random"))))
    brisk = waits(lay((("Barnaby", "random"), ("Barnaby", "random"), ("Barnaby", "random")), pace="brisk"))
    assert all(0.15 <= seconds <= 0.3 for seconds in hasty)
    assert all(0.6 <= seconds <= 0.75 for seconds in brisk)
    assert all(1.25 <= seconds <= 1.4 for seconds in slow)


def test_nobody_waits_where_nothing_moves(lay: Callable[..., Window]) -> None:
    window = lay((("Barnaby", "random"), ("Tunnel", "random"), ("Minim", "random")), pace="at once")
    assert max(waits(window)) <= 0.11


def test_a_close_choice_takes_longer(lay: Callable[..., Window]) -> None:
    window = lay((("Pip", "easy"), ("Pip", "easy"), ("Pip", "easy")))
    window.until(lambda: window.match.decision is not None)
    thought = window.match._minds._thought
    assert thought is not None
    found = []
    for values in ({1: 0.5, 2: 0.5, 3: 0.1}, {1: 0.5, 2: 0.2, 3: 0.1}, {1: 0.5, 2: 0.1, 3: 0.1}, {}, {1: 0.5, 2: 0.1}):
        thought.player.values = values  # type: ignore[attr-defined]
        found.append(window.match.pause_seconds)
    pace = cast.easy_choice_seconds("Pip")
    assert found == pytest.approx([pace * 1.8, pace * 1.2, pace, pace, pace])
