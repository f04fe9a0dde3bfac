"""The opponents of measurements: they follow what their names say, and can be named in a call."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from goosetable.engine.strength.policy import FILE, HABITS
from goosetable.games import SHELF
from goosetable.players import decide
from goosetable.players.levels import make_player
from tests.games.playing import Variant, defaults
from tests.opponents import PLAIN, RECIPE, Recipe, Unguided, UnguidedForDeal
from tests.players.positions import turns


def briefly(kind: type[Unguided], monkeypatch: pytest.MonkeyPatch) -> Unguided:
    """An opponent that thinks less than usual."""
    monkeypatch.setattr(kind, "skill", replace(kind.skill, iterations=12, weighted=4, exact=1))
    return kind(Random(1))


@pytest.mark.parametrize("variant", defaults(), ids=str)
@pytest.mark.parametrize("kind", [Unguided, UnguidedForDeal])
def test_unguided_players_ask_for_nothing_that_was_learned(
    variant: Variant, kind: type[Unguided], monkeypatch: pytest.MonkeyPatch
) -> None:
    heuristics = variant.game.heuristics

    def refused() -> Any:
        raise AssertionError("asked for what was learned")

    monkeypatch.setattr(heuristics, "policy", refused)
    monkeypatch.setattr(heuristics, "habits", refused)
    player = briefly(kind, monkeypatch)
    for turn in turns(variant, "opponents", 3, 0.4):
        assert decide(player, turn.view) in turn.view.legal


def test_the_recipe_asks_for_both_policies(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(game for game in SHELF if HABITS in game.heuristics.files and FILE in game.heuristics.files)
    variant = next(variant for variant in defaults() if variant.game is game)
    asked: list[str] = []
    policy, habits = game.heuristics.policy, game.heuristics.habits

    def noted(file: str) -> Any:
        asked.append(file)
        return policy() if file == FILE else habits()

    monkeypatch.setattr(game.heuristics, "policy", lambda: noted(FILE))
    monkeypatch.setattr(game.heuristics, "habits", lambda: noted(HABITS))
    player = briefly(Recipe, monkeypatch)
    for turn in turns(variant, "opponents", 3, 0.4):
        assert decide(player, turn.view) in turn.view.legal
    assert set(asked) == {FILE, HABITS}


def test_they_can_be_named_in_a_call() -> None:
    for kind in (Unguided, UnguidedForDeal, Recipe):
        assert make_player(f"tests.opponents:{kind.__name__}", Random(1))


def test_the_recipe_has_three_hundred_iterations() -> None:
    assert RECIPE.guidance is not None
    assert RECIPE.iterations * RECIPE.guidance.share == 300
    assert PLAIN.paired == 0
