"""The ninth law for every game: after any motion, or a skip of it, the table looks exactly as if it had been shown afresh."""

from __future__ import annotations

import random
from typing import Any

import pytest

from goosetable.app.table.animations import Animations
from goosetable.app.table.snapshot import snapshot
from goosetable.cards import PACK_SIZE
from tests.app.stage_play import TABLES, assert_fresh, lay, stage_of, steps


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_what_is_skipped_at_any_moment_equals_what_is_shown_afresh(
    name: str, chosen: dict[str, Any], size: tuple[int, int]
) -> None:
    match, chance = lay(name, chosen), random.Random(5)
    stage = stage_of(match, size)
    for after in steps(match, stage, Animations(stage, str), chance, 2 if size[0] > 640 else 1):
        for _ in range(chance.choice([0, 3, 30, 90])):
            stage.update(1 / 30)
        stage.skip()
        assert_fresh(match, stage, after)


@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_what_moved_to_its_end_equals_what_is_shown_afresh(name: str, chosen: dict[str, Any]) -> None:
    match = lay(name, chosen)
    stage = stage_of(match)
    for after in steps(match, stage, Animations(stage, str), random.Random(7)):
        frames = 0
        while stage.timeline.busy or stage.busy:
            stage.update(1 / 15)
            frames += 1
            assert frames < 450
        assert_fresh(match, stage, after)


def test_equal_cards_of_two_packs_act_alike() -> None:
    match = lay("goose", {"players": 3, "decks": 2, "max_hand": 24})
    match.deal()
    twins = 0
    chance = random.Random(3)
    while match.session.due == "act" and not twins:
        seen = snapshot(match)
        if seen.playable:
            for card in seen.own:
                twin = (card + PACK_SIZE) % (2 * PACK_SIZE)
                if twin in seen.own and card in seen.legal:
                    assert twin in seen.legal
                    twins += 1
        match.act(chance.choice(list(match.session.legal())))
    assert twins
