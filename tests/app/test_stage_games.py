"""The ninth law for every game, and the first of secrets: no card is seen that the person may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from goosetable.app import grounds
from goosetable.app.beats import Beats
from goosetable.app.glance import Glance, glance
from goosetable.app.hand import Hand
from goosetable.app.layout import Layout
from goosetable.app.saves import Journal
from goosetable.app.sitting import Sitting
from goosetable.app.stage import Stage
from goosetable.app.timeline import Timeline
from goosetable.cards import PACK_SIZE, members
from goosetable.engine.lines import Chair
from tests.games import playing

CODE = "7Q4K-M2XD-9TBR"
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("gooseberry-fool", {}),
    ("goose", {"players": 2, "max_hand": 5}),
    ("goose", {"players": 4, "max_hand": 4, "sequence": "down"}),
    ("goose", {"players": 6, "max_hand": 3}),
    ("goose", {"players": 12, "decks": 2, "max_hand": 3}),
    ("goose", {"players": 3, "decks": 2, "max_hand": 24}),
    ("throps", {}),
    ("cross-purposes", {}),
    ("cross-purposes", {"players": 4}),
    ("goosed", {}),
    ("goosed", {"players": 3}),
    ("fools-gold", {}),
    ("fools-gold", {"players": 5}),
    ("fools-gold", {"players": 6}),
)


class Silent(Journal):
    def __init__(self) -> None:
        pass

    def __call__(self, line: object) -> None:
        pass


def sitting_of(game: Any, options: Any) -> Sitting:
    chairs = [Chair(name, "random" if seat else "human") for seat, name in enumerate(playing.NAMES[: game.seats(options)])]
    return Sitting.new(game, options, chairs, CODE, Silent(), "seed", lambda said: None)


def stage_of(sitting: Sitting, size: tuple[int, int]) -> Stage:
    game = sitting.game
    layout = Layout(*size, sitting.session.seats, board=grounds.board(game.kinds))
    return Stage(game, Hand("#ffe08a", "#e8b64c"), Timeline(), layout, lambda name: None)


def steps(sitting: Sitting, stage: Stage, beats: Beats, chance: random.Random, deals: int) -> Iterator[Glance]:
    """Plays some deals at random; gives what must be seen at the end of each step, while it is on its way."""
    stage.show(glance(sitting))
    for _ in range(deals):
        events = sitting.deal()
        after = glance(sitting)
        beats.tell(events, after)
        yield after
        while sitting.session.due == "act":
            mine = sitting.session.turn == 0
            events = sitting.act(chance.choice(list(sitting.session.legal())))
            after = glance(sitting)
            beats.tell(events, after, mine)
            yield after
        sitting.score()
        if sitting.session.due != "deal":
            return


def same(sitting: Sitting, stage: Stage, after: Glance, size: tuple[int, int]) -> None:
    fresh = stage_of(sitting, size)
    fresh.show(after)
    for one, two in zip(stage.picture(), fresh.picture(), strict=True):
        assert one == two


def lay(name: str, chosen: dict[str, Any]) -> Sitting:
    game = playing.find(name)
    return sitting_of(game, game.Options(**chosen))


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_what_is_skipped_at_any_moment_equals_what_is_shown_afresh(
    name: str, chosen: dict[str, Any], size: tuple[int, int]
) -> None:
    sitting, chance = lay(name, chosen), random.Random(5)
    stage = stage_of(sitting, size)
    for after in steps(sitting, stage, Beats(stage, str), chance, 2):
        for _ in range(chance.choice([0, 3, 30, 90])):
            stage.update(1 / 30)
        stage.skip()
        same(sitting, stage, after, size)


@pytest.mark.parametrize(("name", "chosen"), TABLES)
def test_what_moved_to_its_end_equals_what_is_shown_afresh_and_no_secret_is_seen(name: str, chosen: dict[str, Any]) -> None:
    size = (1280, 720)
    sitting = lay(name, chosen)
    stage = stage_of(sitting, size)
    for after in steps(sitting, stage, Beats(stage, str), random.Random(7), 1):
        known = seen_codes(sitting, stage)
        frames = 0
        while stage.timeline.busy or stage.busy:
            stage.update(1 / 30)
            shown = {sprite.code for sprite in stage.all() if not sprite.hidden and sprite.code and sprite.pose.face > 0}
            assert shown <= known, (shown - known, after.log[-1])
            frames += 1
            assert frames < 900
        same(sitting, stage, after, size)


def seen_codes(sitting: Sitting, stage: Stage) -> set[str]:
    """Every card that the person may know now, as its picture is called."""
    seen = sitting.view()
    held = seen.hand | seen.game.shown(seen.known)
    for group in seen.game.piles(seen.known).values():
        held |= group
    return {stage.code(card) for card in members(held)}


def test_equal_cards_of_two_packs_act_alike() -> None:
    sitting = lay("goose", {"players": 3, "decks": 2, "max_hand": 24})
    sitting.deal()
    twins = 0
    chance = random.Random(3)
    while sitting.session.due == "act" and not twins:
        seen = glance(sitting)
        if seen.playable:
            for card in seen.own:
                twin = (card + PACK_SIZE) % (2 * PACK_SIZE)
                if twin in seen.own and card in seen.legal:
                    assert twin in seen.legal
                    twins += 1
        sitting.act(chance.choice(list(sitting.session.legal())))
    assert twins
