"""The levels choose what is legal, the same again, without looking into hands, a little at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goosetable.engine.game import AnyGame
from goosetable.engine.hidden.view import view
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Standing, Stream
from goosetable.engine.rules.event import Tell
from goosetable.engine.rules.state import TrickState
from goosetable.games.gooseberry_fool.rules import GooseberryFool
from goosetable.players import LEVELS, Player, decide, make_player
from goosetable.players.ismcts import TreeSearch
from tests.games.playing import Variant, defaults, find
from tests.players.positions import turns

FOOL = Variant(find("gooseberry-fool"), find("gooseberry-fool").Options())
EVERYBODY = (*LEVELS, "greedy")
FEW = {"greedy": 3, "easy": 8, "medium": 8, "hard": 8, "expert": 12, "master": 12}
"""Fewer iterations than usual, where it is not strength that is tested."""


def quick(level: str, seed: object) -> Player:
    return make_player(level, Random(f"{seed}"), FEW.get(level))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("variant", defaults(), ids=str)
@pytest.mark.parametrize("level", EVERYBODY)
def test_every_choice_is_legal(level: str, variant: Variant) -> None:
    player = quick(level, 1)
    for turn in turns(variant, "legal", 8, 0.4):
        assert decide(player, turn.view) in turn.view.legal


@pytest.mark.parametrize("level", EVERYBODY)
def test_the_same_seed_decides_the_same(level: str) -> None:
    seen = [turn.view for turn in turns(FOOL, "same", 8, 0.3)]
    one, two = quick(level, "a"), quick(level, "a")
    assert [decide(one, each) for each in seen] == [decide(two, each) for each in seen]


@pytest.mark.parametrize("level", LEVELS)
def test_randomness_comes_from_the_generator_that_is_given(level: str) -> None:
    seen = [turn.view for turn in turns(FOOL, "other", 12)]
    first = [decide(quick(level, 0), each) for each in seen]
    assert any(decide(quick(level, seed), each) != did for seed in range(1, 5) for each, did in zip(seen, first, strict=True))


DECIDING = """
from random import Random
from goosetable.players import LEVELS, decide, make_player
from tests.players.positions import turns
from tests.players.test_levels import FOOL, quick
print([[decide(quick(level, "hash"), turn.view) for turn in turns(FOOL, "hash", 6, 0.3)] for level in LEVELS])
"""


def test_no_choice_depends_on_the_hash_seed() -> None:
    root = Path(__file__).parents[2]
    where = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(root)}
    ran = subprocess.run([sys.executable, "-c", DECIDING], cwd=root, env=where, capture_output=True, text=True, check=True)
    here = [[decide(quick(level, "hash"), turn.view) for turn in turns(FOOL, "hash", 6, 0.3)] for level in LEVELS]
    assert ran.stdout == f"{here}\n", "this process has another seed, which nobody chose"


class Counted(GooseberryFool):
    """Gooseberry Fool, counting what is played."""

    def __init__(self) -> None:
        super().__init__()
        self.played = 0

    def apply(self, state: TrickState, action: Action, tell: Tell | None = None) -> None:
        self.played += 1
        super().apply(state, action, tell)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("level", EVERYBODY)
def test_a_piece_of_work_is_small(level: str) -> None:
    most = 0
    for turn in turns(FOOL, "slices", 3, 0.1):
        game = Counted()
        work = make_player(level, Random(1), 300).think(replace(turn.view, game=game))
        for _ in work:
            most, game.played = max(most, game.played), 0
        most = max(most, game.played)
    assert most <= 700


def test_the_budget_is_a_number_of_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {"done": 0}
    iterate = TreeSearch.run_iteration

    def counted(tree: TreeSearch) -> None:
        counts["done"] += 1
        iterate(tree)

    monkeypatch.setattr(TreeSearch, "run_iteration", counted)
    monkeypatch.setattr(TreeSearch, "is_settled", lambda tree: False)
    (turn,) = turns(FOOL, "budget", 1)
    decide(make_player("expert", Random(1), 77), turn.view)
    assert counts["done"] == 77
    counts["done"] = 0
    decide(make_player("expert", Random(1), 1), turn.view)
    assert counts["done"] == len(turn.view.legal), "every action is tried once at least"


@pytest.mark.parametrize("level", EVERYBODY)
def test_where_there_is_one_action_it_is_played_at_once(level: str) -> None:
    (turn,) = turns(FOOL, "forced", 1)
    only = turn.view.legal[1]
    work = make_player(level, Random(1)).think(replace(turn.view, legal=(only,)))
    with pytest.raises(StopIteration) as done:
        next(work)
    assert done.value.value == only


@pytest.mark.parametrize("level", ["greedy", "easy", "medium", "hard", "expert", "master"])
def test_who_compares_says_what_each_action_is_worth(level: str) -> None:
    (turn,) = turns(FOOL, "values", 1)
    player: Any = quick(level, 1)
    decide(player, turn.view)
    assert tuple(player.values) == turn.view.legal
    assert all(0 <= value <= 1 for value in player.values.values())
    decide(player, replace(turn.view, legal=turn.view.legal[:1]))
    assert player.values == {}


def middles(one: str, others: str, deals: int, iterations: tuple[int | None, int | None]) -> float:
    """The share of deals of Gooseberry Fool in which `one` among two `others` is in the middle; each deal from every seat."""
    game: AnyGame = FOOL.game
    won, fresh = 0.0, Standing(0, (0, 0, 0))
    for number in range(deals):
        deal = game.deal(FOOL.options, fresh, number % 3, Stream(f"{number:012d}", 1))
        for mine in range(3):
            state = game.begin_deal(FOOL.options, fresh, deal)
            seated = [
                make_player(one if seat == mine else others, Random(f"{number}:{mine}:{seat}"), iterations[seat != mine])
                for seat in range(3)
            ]
            while not state.over:
                game.apply(state, decide(seated[state.turn], view(game, state, state.turn)))
            won += game.heuristics.payoff(state)[mine]
    return won / (3 * deals)


def test_greedy_is_better_than_random() -> None:
    assert middles("greedy", "random", 60, (10, None)) > 0.38


@pytest.mark.slow
def test_expert_is_better_than_greedy() -> None:
    assert middles("expert", "greedy", 60, (1000, 40)) > 0.36
