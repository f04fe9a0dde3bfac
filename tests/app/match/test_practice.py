"""At the table: cards that go by themselves, the memory aid, rests, and a table for practice at any card of a review."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import cards, games
from goosetable.app.match.practice import ContinuedDealMatch
from goosetable.app.scenes.card_pages import AID, CardsPlayedScene
from goosetable.app.scenes.handover import HandoverScene
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.practice import PracticeMenuScene, PracticeScoreScene
from goosetable.app.scenes.review.scene import ReviewScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.storage.history.records import History
from goosetable.engine.game import AnyGame
from goosetable.engine.record import format, replay
from goosetable.engine.record.format import ActionLine, Origin
from tests.app.archives import found_games
from tests.app.conftest import Opens
from tests.app.scenes.review.test_review_scene import SHARED, looking
from tests.app.table_window import US, Window, still
from tests.narrowing import of_kind, present


def play_on(one: Any, scene: ReviewScene, at: int) -> tuple[TableScene | HandoverScene, ContinuedDealMatch]:
    """Pressed at that action; gives what is on top then."""
    scene.go_to_action(at)
    one.click(scene.on)
    assert isinstance(one.top, TableScene | HandoverScene) and isinstance(one.top.match, ContinuedDealMatch)
    return one.top, one.top.match


def records(one: Any) -> list[Path]:
    return sorted(one.context.folders.games.glob("*.goose"))


def play_out(match: ContinuedDealMatch) -> None:
    while match.session.due_step == "act":
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
    one, scene = program.into(looking, 2)
    before = one.matches.saves.running_record()
    _, match = play_on(one, scene, 9)
    assert not records(one), "nothing was done in it yet"
    play_out(match)
    one.key(pygame.K_ESCAPE)
    assert isinstance(one.top, PracticeMenuScene) and one.top.sentence_among_buttons == match.practice_note
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
    one, scene = program.into(looking)
    mine = [at for at, (seat, _) in enumerate(scene.scored_deal.actions) if seat == scene.match.me]
    _, match = play_on(one, scene, mine[3])
    assert match.is_my_turn and not match.undo()
    match.act(match.session.legal()[0])
    assert match.undo()
    assert match.session.undoable_count == mine[3] and not match.undo()


def test_its_score_sheet_compares_and_leads_back_to_the_review(program: Opens) -> None:
    one, scene = program.into(looking)
    _, match = play_on(one, scene, scene.end)
    for _ in range(400):
        if match.session.due_step == "act" and match.is_my_turn:
            one.key(pygame.K_RETURN)
        one.step(0.1)
        one.top.run_slice()
        if isinstance(one.top, PracticeScoreScene):
            break
    assert isinstance(one.top, PracticeScoreScene)
    assert one.top.title == match.title == f"Deal 1, from {match.start}"
    one.wait(2.0)
    one.click(one.find("Back"))
    one.wait(2.0)
    assert one.loop.scenes.top is scene


def test_several_people_have_the_curtain_before_any_card(program: Opens) -> None:
    one, scene = program.into(looking, 1, SHARED)
    top, match = play_on(one, scene, 5)
    assert isinstance(top, HandoverScene)
    assert match.is_covered and match.needs_handover


# ---------------------------------------------------------------------- what goes by itself, the memory aid, and rests


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """Opens tables in windows that are closed afterwards."""
    yield from still(tmp_path, US)


def key(window: Window, code: int) -> None:
    window.scenes.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))


def ready(window: Window) -> bool:
    return window.scenes.top is window.scene and window.match.is_my_turn and not window.scene.timeline.has_beats


def on_to(window: Window, so: Callable[[], bool], seed: int = 1, most: int = 60) -> bool:
    """Anything legal is played until something is so, over several deals; whether it came to be."""
    chance = Random(seed)
    for _ in range(most):
        window.until(lambda: ready(window) or isinstance(window.scenes.top, ScoreScene))
        if isinstance(window.scenes.top, ScoreScene):
            window.scenes.top.widgets.focus_on(window.scenes.top.on)
            key(window, pygame.K_RETURN)
            continue
        window.tick(0.2)
        if so():
            return True
        window.scene.perform(chance.choice(list(window.match.session.legal())), by_person=True)
    return False


def written(window: Window) -> list[Any]:
    return [line for _, line in format.read_lines(window.matches.saves.running_record())]


class TestForced:
    def test_the_only_card_goes_by_itself_when_that_is_wanted(self, lay: Callable[..., Window]) -> None:
        window = lay(play_forced=True)
        assert on_to(window, lambda: len(window.match.session.legal()) == 1)
        before = window.match.session.undoable_count
        window.until(lambda: window.match.session.undoable_count > before or window.match.session.due_step != "act")

    def test_and_waits_when_it_is_not(self, lay: Callable[..., Window]) -> None:
        window = lay()
        assert on_to(window, lambda: len(window.match.session.legal()) == 1 and window.panel is None)
        before = window.match.session.undoable_count
        window.tick(5.0)
        assert window.match.session.undoable_count == before

    def test_a_choice_is_never_made_for_anybody(self, lay: Callable[..., Window]) -> None:
        window = lay(play_forced=True)
        assert on_to(window, lambda: len(window.match.session.legal()) > 1)
        before = window.match.session.undoable_count
        window.tick(5.0)
        assert window.match.session.undoable_count == before


class TestCertain:
    def test_a_certain_rest_is_said_and_played_out(self, lay: Callable[..., Window]) -> None:
        window = lay()
        assert on_to(window, lambda: window.match.are_points_decided, most=400)
        assert window.scene.controls.hint.label == "Play it out"
        assert "this deal ends with the same points" in window.message
        state = present(window.match.session.state)
        outcome = state.copy()
        chance = Random(4)
        while not outcome.over:
            window.match.game.apply(outcome, chance.choice(list(window.match.game.legal(outcome))))
        key(window, pygame.K_h)
        window.until(lambda: isinstance(window.scenes.top, ScoreScene))
        assert isinstance(window.scenes.top, ScoreScene)
        assert window.scenes.top.points == window.match.game.points(outcome)

    def test_an_open_rest_is_not(self, lay: Callable[..., Window]) -> None:
        window = lay()
        window.until(lambda: ready(window))
        window.tick(0.5)
        assert not window.match.are_points_decided
        key(window, pygame.K_h)
        assert not window.match.playing_out
        assert window.scene.controls.hint.label == "Hint"


class TestPlayed:
    def test_only_where_it_is_wanted(self, lay: Callable[..., Window]) -> None:
        for wanted in (False, True):
            window = lay(memory_aid=wanted)
            window.until(partial(ready, window))
            assert PauseMenuScene(window.context, window.match).played.shown == wanted

    def test_it_is_reached_from_the_table_by_its_label(self, lay: Callable[..., Window]) -> None:
        window = lay(memory_aid=True)
        window.until(partial(ready, window))
        key(window, pygame.K_ESCAPE)
        menu = of_kind(PauseMenuScene, window.scenes.top)
        button = next(widget for widget in menu.widgets.all if widget.label == "Cards played" and widget.shown)
        pos = button.rect.center
        window.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
        window.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)
        assert isinstance(window.scenes.top, CardsPlayedScene)

    @pytest.mark.one_in(2)
    @pytest.mark.parametrize("game", games.SHELF, ids=lambda game: game.id)
    def test_tells_what_this_person_could_remember_and_no_more(self, game: Any, lay: Callable[..., Window]) -> None:
        people = tuple((f"P{seat}", "random" if seat else "human") for seat in range(game.seats(game.Options())))
        window = lay(people, game=game, memory_aid=True)
        assert on_to(window, lambda: window.match.session.undoable_count > 12, seed=3)
        scene = CardsPlayedScene(window.context, window.match)
        state = present(window.match.session.state)
        shown = {card: scene.kind_of_place(card) for row in scene.rows for card in row}
        assert set(shown) == set(game.pack(window.match.session.options))
        own = {card for card, where in shown.items() if where == "own"}
        assert own == set(cards.members(state.hands[0]))
        seen = window.match.view_at_screen()
        lie = (seen.unseen | sum(seen.known_hand_cards)) & ~seen.known.exposed_cards
        for card, where in shown.items():
            assert (where == "out") == bool(lie >> card & 1)

    def test_the_record_notes_it_and_the_hint_once(self, lay: Callable[..., Window]) -> None:
        window = lay(memory_aid=True)
        window.until(lambda: ready(window))
        CardsPlayedScene(window.context, window.match)
        CardsPlayedScene(window.context, window.match)
        key(window, pygame.K_h)
        window.scene.perform(window.match.session.legal()[0], by_person=True)
        acted = [line for line in written(window) if isinstance(line, ActionLine) and line.seat == 0]
        assert acted[-1].aids == (AID, "hint")
        assert on_to(window, lambda: True)
        window.scene.perform(window.match.session.legal()[0], by_person=True)
        assert [line.aids for line in written(window) if isinstance(line, ActionLine) and line.seat == 0][-1] == ()

    @pytest.mark.parametrize("size", [(640, 400), (700, 1000), (1280, 720)])
    def test_fits(self, lay: Callable[..., Window], size: tuple[int, int]) -> None:
        window = lay(size=size)
        window.until(lambda: ready(window))
        scene = CardsPlayedScene(window.context, window.match)
        scene.on_resize(*size)
        assert pygame.Rect(0, 0, *size).contains(scene.sheet_rect)
        assert scene.sheet_rect.contains(scene.close.rect)
        scene.draw(window.context.canvas)


@pytest.mark.parametrize(("pace", "least", "most"), [("leisurely", 1.1, 2.7), ("brisk", 0.5, 1.1), ("at once", 0.0, 0.2)])
@pytest.mark.parametrize("still", [False, True])
def test_a_full_trick_rests_by_the_pace_also_where_nothing_moves(
    lay: Callable[..., Window], pace: str, least: float, most: float, still: bool
) -> None:
    window = lay(pace=pace, still=still)
    trick = 0.0

    def watch() -> None:
        nonlocal trick
        stage = window.scene.stage
        full = len(stage.trick) == 3 and not any(sprite.flying or sprite.is_gliding for sprite in stage.trick)
        trick += 1 / 60 if full else 0

    window.until(lambda: ready(window), fps=60)
    window.watch = watch
    window.scene.perform(window.match.session.legal()[0], by_person=True)
    window.until(lambda: ready(window) or isinstance(window.scenes.top, ScoreScene), fps=60)
    assert least <= trick <= most


@pytest.mark.parametrize("code", [pygame.K_p, pygame.K_F3])
def test_a_key_lets_everything_wait(lay: Callable[..., Window], code: int) -> None:
    window = lay()
    window.until(lambda: ready(window))
    window.scene.perform(window.match.session.legal()[0], by_person=True)
    key(window, code)
    assert isinstance(window.scenes.top, PauseMenuScene)
    before = window.match.session.undoable_count
    window.tick(3.0)
    assert window.match.session.undoable_count == before
