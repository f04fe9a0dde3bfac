"""Positions with one right answer, found by exact solution (`build/lab/positions.py`): they are what they say and played right.

All of them at the usual budget take a minute: `pytest -m slow`. A few of each game are tried in every run.
"""

from __future__ import annotations

import importlib
from collections import Counter
from itertools import groupby
from math import factorial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from goosetable.engine.hidden.samplers import ExactSampler
from goosetable.engine.hidden.view import sample_determinization, sampler_for, view
from goosetable.engine.rules.state import SealedState
from goosetable.games import SHELF
from goosetable.players import LEVELS, decide, make_player
from goosetable.players.levels import FOR_DEAL

ROOT = Path(__file__).resolve().parents[2]
STRONG = tuple(level for level in LEVELS if level in ("expert", "master"))
FEW = 2
"""Positions of each game that are tried in every run."""


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build" / "lab")
    return importlib.import_module("positions")


def some(positions: list[Any], many: int = FEW) -> list[Any]:
    """As many of each game, from among all of them."""
    games = [list(those) for _, those in groupby(positions, lambda position: position.game)]
    return [position for those in games for position in those[:: len(those) // many][:many]]


def answer(position: Any, level: str, iterations: int | None = None) -> str:
    """What a level plays where it plays for the deal: for the game, something else may be right."""
    game, state = position.replayed()
    player = make_player(f"{level}{FOR_DEAL}", Random(position.code), iterations)
    return str(game.action_text(decide(player, view(game, state, position.seat))))


def test_there_are_thirty_of_each_game_and_none_twice(found: ModuleType) -> None:
    positions = found.load()
    counted = Counter(position.game for position in positions)
    assert len(counted) >= 7 and set(counted) <= {game.id for game in SHELF}
    assert min(counted.values()) >= 30 and len(positions) >= 200
    assert len({position.code for position in positions}) == len(positions)


def test_each_is_a_choice_of_its_seat(found: ModuleType) -> None:
    for position in found.load():
        game, state = position.replayed()
        legal = [game.action_text(action) for action in game.legal(state)]
        assert state.turn == position.seat and position.right in legal and len(legal) > 1
        assert position.kind in ("sure", "solved") and position.gain > 0


def test_what_is_right_is_found_again(found: ModuleType) -> None:
    for position in some(found.load()):
        game, state = position.replayed()
        again = found.right(game, state)
        assert again is not None
        assert (game.action_text(again.action), again.kind, again.deals) == (position.right, position.kind, position.deals)
        assert round(again.gain, 4) == position.gain


def test_the_deals_are_all_those_that_the_seat_cannot_tell_from_the_truth(found: ModuleType) -> None:
    """As many as the sampler counts, none twice, the true one among them, and the seat sees the same in each."""
    for position in some(found.load()):
        game, state = position.replayed()
        seen = view(game, state, position.seat)
        laid = found.worlds(seen)
        assert all(view(game, world, position.seat) == seen for world in laid)
        assert state in laid
        assert all(one != other for place, one in enumerate(laid) for other in laid[:place][-40:])
        sampler = sampler_for(seen)
        if type(sampler) is ExactSampler:
            orders = factorial(len(state.stock)) if isinstance(state, SealedState) else 1
            assert len(laid) == sampler.ways * orders


def test_however_it_is_played_on_nothing_else_turns_out_better(found: ModuleType) -> None:
    """By chance and without the solver: deals of the sampler are played out after the right answer and after all others."""
    rng = Random("whatever")
    for position in found.load():
        if position.kind == "sure":
            game, state = position.replayed()
            seen = view(game, state, position.seat)
            hidden = sampler_for(seen)
            for _ in range(4):
                world, order = sample_determinization(seen, rng, hidden), rng.random()
                right, *others = [
                    _outcome(game, world.copy(), action, order, rng)
                    for action in sorted(seen.legal, key=lambda action: game.action_text(action) != position.right)
                ]
                assert right >= max(others), position


def _outcome(game: Any, state: Any, action: int, order: float, rng: Random) -> float:
    """What comes of an action at last; `order` (0..1) is what others bid at the same time."""
    seat = state.turn
    game.apply(state, action)
    while not state.over:
        legal = game.legal(state)
        at_once = isinstance(state, SealedState) and state.committed and state.committed[0] == seat and order >= 0
        game.apply(state, legal[int(order * len(legal))] if at_once else rng.choice(legal))
        order = order if at_once else -1
    return float(game.heuristics.payoff(state)[seat])


def test_nothing_is_said_where_too_much_is_hidden(found: ModuleType) -> None:
    for position in some(found.load(), 1):
        game = position.replayed()[0]
        state = found.begun(game, position.code.replace("-", ""), position.dealer)
        assert found.right(game, state) is None


def missed(positions: list[Any], level: str, iterations: int | None = None) -> Counter[str]:
    """By game, how many a level plays otherwise."""
    return Counter(position.game for position in positions if answer(position, level, iterations) != position.right)


@pytest.mark.parametrize("level", STRONG)
def test_some_are_played_right_with_a_quarter_of_the_thought(found: ModuleType, level: str) -> None:
    assert not missed(some(found.load()), level, 1500)


@pytest.mark.slow
@pytest.mark.parametrize("level", STRONG)
def test_all_are_played_right(found: ModuleType, level: str) -> None:
    assert not missed(found.load(), level)
