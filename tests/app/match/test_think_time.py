"""The pace of a table: how long a trick lies, cards that go by themselves, a rest that is certain, what has been played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import cards, games
from goosetable.app.scenes.card_pages import AID, CardsPlayedScene
from goosetable.app.scenes.pause_menu import PauseMenuScene
from goosetable.app.scenes.score.scene import ScoreScene
from goosetable.engine.record import format
from goosetable.engine.record.format import ActionLine
from tests.app.table_window import US, Window, still


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """Opens tables in windows that are closed afterwards."""
    yield from still(tmp_path, US)


def key(window: Window, code: int) -> None:
    window.scenes.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))


def ready(window: Window) -> bool:
    return window.scenes.top is window.scene and window.match.my_turn and not window.scene.timeline.busy


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
        window.until(lambda: window.match.session.undoable_count > before or window.match.session.due != "act")

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
        state = window.match.session.state
        assert state is not None
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
        menu = window.scenes.top
        assert isinstance(menu, PauseMenuScene)
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
        state = window.match.session.state
        assert state is not None
        shown = {card: scene.kind_of_place(card) for row in scene.rows for card in row}
        assert set(shown) == set(game.pack(window.match.session.options))
        own = {card for card, where in shown.items() if where == "own"}
        assert own == set(cards.members(state.hands[0]))
        seen = window.match.present_view()
        lie = (seen.unseen | sum(seen.held)) & ~seen.known.exposed_cards
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
