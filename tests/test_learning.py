"""What every training shares: steps go uphill, and deals are those of the game."""

from __future__ import annotations

import importlib
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from goosetable.games import find
from tests.games.low_card import LowCard

ROOT = Path(__file__).resolve().parent.parent
GAME = find("gooseberry-fool")


@pytest.fixture
def learning(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "build" / "lab")
    return importlib.import_module("learning")


def test_a_game_without_features_is_refused(learning: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(learning.Unlearnable, match="there is no game 'bridge'; there are"):
        learning.trainable("bridge")
    monkeypatch.setattr("goosetable.games.find", lambda name: LowCard())
    with pytest.raises(learning.Unlearnable, match="low-card has no policy"):
        learning.trainable("low-card")


def test_steps_go_uphill(learning: ModuleType) -> None:
    rows = [[0.0, 0.0]]
    adam = learning.Adam(rows)
    for _ in range(600):
        adam.climb([[3.0 - rows[0][0], 0.01 * (-2.0 - rows[0][1])]], 0.02)
    assert rows[0] == pytest.approx([3.0, -2.0], abs=0.1)


def test_a_deal_is_of_the_whole_pack(learning: ModuleType) -> None:
    rng = Random(1)
    dealers = set()
    for _ in range(20):
        state = learning.dealt(GAME, rng)
        assert sum(state.hands).bit_count() == len(GAME.pack(GAME.Options())) and not state.noted
        dealers.add(state.dealer)
    assert dealers == {0, 1, 2}


def test_what_a_deal_shows_besides_its_cards_is_dealt_too(learning: ModuleType) -> None:
    rng = Random(2)
    assert {learning.dealt(find("fools-gold"), rng).trump for _ in range(40)} == {0, 1, 2, 3}


def test_hands_of_all_sizes_are_dealt_where_they_differ(learning: ModuleType) -> None:
    """As the rules deal them: with a card turned up wherever one is left."""
    game, rng, sizes = find("goose"), Random(3), set()
    for _ in range(200):
        state = learning.dealt(game, rng)
        sizes.add(state.hands[0].bit_count())
        assert state.turned >= 0 and not state.noted and state.bidding
    assert sizes == set(range(1, 14))
