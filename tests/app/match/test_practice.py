"""A deal played on from a card of its review: the same cards and company, a record of its own that counts nowhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.match.practice import ContinuedDeal
from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.practice import PracticeMenu, PracticeScore
from goosetable.app.scenes.review.scene import ReviewScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.storage.history.records import History
from goosetable.engine.game import AnyGame
from goosetable.engine.record import replay
from goosetable.engine.record.format import Origin
from tests.app.archives import found_games
from tests.app.scenes.review.test_review_scene import SHARED, looking

Opens = Callable[..., Any]


def play_on(one: Any, scene: ReviewScene, at: int) -> tuple[TableScene | HandoverScene, ContinuedDeal]:
    """Pressed at that action; gives what is on top then."""
    scene.go_to(at)
    one.click(scene.on)
    assert isinstance(one.top, TableScene | HandoverScene) and isinstance(one.top.match, ContinuedDeal)
    return one.top, one.top.match


def records(one: Any) -> list[Path]:
    return sorted(one.context.folders.games.glob("*.goose"))


def play_out(match: ContinuedDeal) -> None:
    while match.session.due == "act":
        match.act(match.session.legal()[0])
    match.score_deal()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", games.SHELF, ids=lambda game: game.id)
def test_the_new_table_stands_where_the_review_stood(program: Opens, game: AnyGame) -> None:
    one = program()
    scene = looking(one, 1 if game.id == "gops" else 2, [("Gooseberry", "human"), *((f"P{i}", "easy") for i in range(8))], game)
    at = scene.end * 2 // 3
    _, match = play_on(one, scene, at)
    assert match.session.undoable_count == at
    assert match.session.standing == scene.scored_deal.standing
    assert match.session.chairs == scene.match.session.chairs
    for seat in range(match.session.seats):
        assert match.session.view(seat) == scene.replayed.session.view(seat)
    assert match.session.header.origin == Origin(scene.scored_deal.deal.number, at)
    assert f"deal {scene.scored_deal.deal.number}, {match.start}" in match.practice_note


def test_its_record_is_whole_says_from_where_and_counts_in_no_statistics(program: Opens) -> None:
    one = program()
    scene = looking(one, 2)
    before = one.matches.saves.running_record()
    _, match = play_on(one, scene, 9)
    assert not records(one), "nothing was done in it yet"
    play_out(match)
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, PracticeMenu) and one.top.effect_sentence == match.practice_note
    one.click(one.find("Leave this deal"))
    assert one.loop.scenes.top is scene
    (path,) = records(one)
    (found,) = replay.replayed_games(path.read_bytes(), games.find_game, 10)
    assert found.header.origin == Origin(2, 9)
    assert found.scored_deals[0] == scene.match.session.scored_deals[0]
    assert found.scored_deals[1].actions[:9] == scene.scored_deal.actions[:9]
    assert b'"from": {"deal": 2, "step": 9}' in path.read_bytes()
    assert one.matches.saves.running_record() == before, "the game itself stays as it is"
    history = History(one.context.folders)
    while history.run_slice():
        pass
    assert [played.deals for played in found_games(history)] == [2]


def test_nothing_before_that_card_can_be_taken_back(program: Opens) -> None:
    one = program()
    scene = looking(one)
    mine = [at for at, (seat, _) in enumerate(scene.scored_deal.actions) if seat == scene.match.me]
    _, match = play_on(one, scene, mine[3])
    assert match.my_turn and not match.undo()
    match.act(match.session.legal()[0])
    assert match.undo()
    assert match.session.undoable_count == mine[3] and not match.undo()


def test_its_score_sheet_compares_and_leads_back_to_the_review(program: Opens) -> None:
    one = program()
    scene = looking(one)
    _, match = play_on(one, scene, scene.end)
    for _ in range(400):
        if match.session.due == "act" and match.my_turn:
            one.key(pygame.K_RETURN)
        one.step(0.1)
        one.top.run_slice()
        if isinstance(one.top, PracticeScore):
            break
    assert isinstance(one.top, PracticeScore)
    assert one.top.title == match.title == f"Deal 1, from {match.start}"
    for _ in range(20):
        one.step(0.1)
    one.click(one.find("Back"))
    for _ in range(20):
        one.step(0.1)
    assert one.loop.scenes.top is scene


def test_several_people_have_the_curtain_before_any_card(program: Opens) -> None:
    one = program()
    scene = looking(one, 1, SHARED)
    top, match = play_on(one, scene, 5)
    assert isinstance(top, HandoverScene)
    assert match.is_covered and match.needs_handover
