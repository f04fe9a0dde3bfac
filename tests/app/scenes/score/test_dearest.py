"""The dearest decisions of a deal stand on its score sheet once they are known, and lead to the review at that card."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.match.practice import PracticeMatch
from goosetable.app.scenes.practice import PracticeScoreScene
from goosetable.app.scenes.review.scene import ReviewScene
from goosetable.app.scenes.score import scene
from goosetable.app.scenes.score.end import GameEndScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.engine.record.format import Chair
from tests.app.conftest import Opens, play_deal

GAME = games.find_game("goose")
ALONE = ("human", "easy", "easy", "easy")


@pytest.fixture(autouse=True)
def begins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene, "OPINIONS_WAIT", 0.0)


def counted(match: Any) -> Any:
    return match, *play_deal(match, Random(2))


def sheet(players: tuple[str, ...] = ALONE) -> Callable[[Context, Matches], ScoreScene]:
    def make(context: Context, matches: Matches) -> ScoreScene:
        chairs = [Chair(name, player) for name, player in zip(("You", "Anna", "Ben", "Cyd"), players, strict=True)]
        return ScoreScene(context, matches, *counted(matches.begin_table(GAME, GAME.Options(), chairs)))

    return make


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
def test_they_come_with_time_and_lead_to_the_review_at_that_card(program: Opens, size: tuple[int, int]) -> None:
    one, found = program.at(sheet(), size)
    assert found.dearest is None or not found.dearest.title
    before = tuple(found.review.rect), tuple(found.on.rect)
    one.finish()
    assert before == (tuple(found.review.rect), tuple(found.on.rect)), "what comes later moves no button"
    opinions = found.dearest.opinions
    costly = sorted(opinions.costly_steps, key=lambda at: -opinions.opinions[at].cost.worth.mean)[:3]
    assert costly and found.dearest.title.startswith("Your costliest mistake")
    tiles = found.dearest.tiles
    assert [tile.route.first_action for tile in tiles] == costly
    assert all(tile in found.widgets.all and tile.accessible_value.startswith("It cost ") for tile in tiles)
    found.widgets.focus_on(tiles[0])
    one.key(pygame.K_RETURN)
    assert isinstance(one.top, ReviewScene) and one.top.replayed.action_index == costly[0]
    one.key(pygame.K_ESCAPE)
    assert one.top is found
    one.key(pygame.K_ESCAPE)


def test_where_several_play_each_is_named(program: Opens) -> None:
    one, found = program.at(sheet(("human", "human", "easy", "easy")))
    one.finish()
    assert found.dearest.title == "The costliest mistakes"
    del found.dearest.tiles[1:]
    assert found.dearest.title == "The costliest mistake"
    for tile in found.dearest.tiles:
        assert tile.label.partition(",")[0] in found.match.session.names or tile.label.startswith("Gooseberry,")


def test_nothing_is_worked_out_where_no_person_plays_or_nothing_is_kept(program: Opens) -> None:
    one, found = program.at(sheet(("easy",) * 4))
    one.finish()
    assert found.dearest is None

    def again(context: Context, matches: Matches) -> PracticeScoreScene:
        match = counted(matches.begin_table(GAME, GAME.Options(), [Chair("Gooseberry", "human"), *[Chair("B", "easy")] * 3]))[0]
        practice = PracticeMatch(match, match.session.scored_deals[-1], context.show_notice)
        return PracticeScoreScene(context, matches, *counted(practice))

    found = one.show(again)
    one.finish()
    assert found.dearest is None and not found.reviewed


def test_what_came_before_the_next_deal_is_kept(program: Opens) -> None:
    one, found = program.at(sheet())
    while found.dearest is None or len(found.dearest.opinions.opinions) < 3:
        found.run_slice()
    found.on_close()
    (path,) = one.context.folders.reviews.iterdir()
    assert len(path.read_bytes().splitlines()) == 1 + len(found.dearest.opinions.opinions)


def test_at_the_end_of_a_game_of_four_they_are_seen_without_scrolling(program: Opens) -> None:
    def ended(context: Context, matches: Matches) -> GameEndScene:
        chairs = [Chair(name, player) for name, player in zip(("You", "Anna", "Ben", "Lord Mumble"), ALONE, strict=True)]
        match = matches.begin_table(GAME, GAME.Options(max_hand=4, sequence="down"), chairs)
        while not match.session.ended:
            last = counted(match)
        return GameEndScene(context, matches, *last)

    one, found = program.at(ended)
    one.finish()
    assert found.dearest.title and found.ended
    assert not found.scroll.max_offset
