"""Which press belongs to the one before it, by the system's own time, at the table and from one scene to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.scenes.new_game.scene import ProfileScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.storage.profiles import Profile
from goosetable.app.ui import double_click
from goosetable.app.ui.double_click import DoubleClickDetector
from goosetable.engine.rules.action import card_of
from tests.app.conftest import Opens
from tests.app.table_window import Window


@pytest.fixture
def own_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    double_click.system_double_click_seconds.cache_clear()
    yield
    double_click.system_double_click_seconds.cache_clear()


@pytest.mark.parametrize(("said", "wanted"), [("", 0.5), ("350", 0.35), ("1", 0.1), ("99999", 1.0), ("soon", 0.5), ("0", 0.5)])
def test_the_time_that_a_person_tells_sdl_counts(
    own_time: None, monkeypatch: pytest.MonkeyPatch, said: str, wanted: float
) -> None:
    monkeypatch.setenv(double_click.TIME_VARIABLE, said)
    assert double_click.system_double_click_seconds() == wanted


@pytest.mark.parametrize(
    ("text", "found"),
    [("*multiClickTime: 250\n", "250"), ("x: 1\n*.multiClickTime:\t300", "300"), ("XTerm*multiClickTime: 9\n", "")],
)
def test_the_resources_of_x11(text: str, found: str) -> None:
    assert double_click.milliseconds_in_resources(text) == found


def test_near_and_soon_is_again() -> None:
    presses = DoubleClickDetector()
    assert not presses.is_second_press((10, 10))
    presses.pass_time(0.45)
    assert presses.is_second_press((12, 12))
    presses.pass_time(0.55)
    assert not presses.is_second_press((12, 12)), "too late"
    assert not presses.is_second_press((60, 12)), "too far"


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("pace", "gap"), [("at once", 0.1), ("at once", 0.35), ("brisk", 0.25), ("brisk", 0.45)])
@pytest.mark.parametrize("name", ["gops", "throps", "fools-gold", "gooseberry-fool"])
def test_a_double_click_plays_one_card_where_the_next_turn_is_open_at_once(
    open_table: Any, name: str, gap: float, pace: str
) -> None:  # fmt: skip
    game = games.find_game(name)
    people = (("Gooseberry", "human"), ("Vesper", "random"), ("Dorothea", "random"), ("Minim", "random"))
    window = open_table(game=game, people=people[: game.seats(game.Options())], pace=pace)
    window.to_my_turn()
    while window.panel is not None:
        window.scene.perform(window.match.view_at_screen().legal[0], by_person=True)
        window.tick(1)
        window.to_my_turn()
    window.tick(1)
    shown, me = window.shown, window.match.me
    cards = [card for card in window.hand if card in shown.legal]
    pos, before = window.on(cards[len(cards) // 2]), len(window.actions)
    window.point(pos)
    for wait in (gap - 0.05, 0.3):
        window.press(pos)
        window.tick(0.05)
        window.release(pos)
        window.tick(wait)
    assert len([does for seat, does in window.actions[before:] if seat == me and card_of(does) is not None]) == 1


def test_the_second_press_makes_no_choice_that_came_under_the_pointer(open_table: Callable[..., Window]) -> None:
    """Where a card brings up a question over the hand, the same place is a choice."""
    game = games.find_game("gooseberry-fool")
    window = open_table(game=game, pace="at once")
    window.to_panel()
    tile = window.panel.tiles[0]  # type: ignore[union-attr]
    before = len(window.actions)
    window.scene.input.presses.is_second_press(tile.rect.center)
    window.scene.turn.begin_turn(by_person=True)
    window.click(tile.rect.center)
    assert len(window.actions) == before
    window.tick(0.6)
    window.click(tile.rect.center)
    assert len(window.actions) > before


def press(one: Any, pos: tuple[int, int], wait: float = 0.05) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))
        one.step(wait)


def watched(scene: Any) -> list[int]:
    """The kinds of events that a scene gets from now on."""
    seen: list[int] = []
    handle = scene.handle

    def watch(event: pygame.event.Event) -> Any:
        seen.append(event.type)
        return handle(event)

    scene.handle = watch
    return seen


def test_the_second_press_is_not_for_the_scene_that_the_first_led_to(program: Opens) -> None:
    one, title = program.at(TitleScene)
    seen = watched(title)
    for _ in range(3):
        press(one, (3, 3))
    assert seen.count(pygame.MOUSEBUTTONDOWN) == 3, "on one scene each press counts"
    one.wait(0.6)
    pos = title.widgets.focus.rect.center
    press(one, pos)
    scene = one.top
    assert scene is not title
    seen = watched(scene)
    one.step(0.1)
    press(one, pos)
    assert pygame.MOUSEBUTTONDOWN not in seen and pygame.MOUSEBUTTONUP not in seen
    one.wait(0.6)
    press(one, pos)
    assert pygame.MOUSEBUTTONDOWN in seen and pygame.MOUSEBUTTONUP in seen


def test_enter_that_is_held_counts_once(program: Opens) -> None:
    """Keys repeat where a text field has had the focus."""
    one, scene = program.at(lambda context, matches: ProfileScene(context, Profile("Anna", "acorn", "sky")))
    seen: list[int] = []
    scene.handle = lambda event: seen.append(event.type)
    for kind in (*[pygame.KEYDOWN] * 4, pygame.KEYUP, pygame.KEYDOWN, pygame.WINDOWFOCUSLOST, pygame.KEYDOWN):
        key = pygame.event.Event(kind, key=pygame.K_RETURN, scancode=pygame.KSCAN_RETURN, mod=0, unicode="\r")
        pygame.event.post(key)
    one.step()
    pressed = [kind for kind in seen if kind in (pygame.KEYDOWN, pygame.KEYUP)]
    assert pressed == [pygame.KEYDOWN, pygame.KEYUP, pygame.KEYDOWN, pygame.KEYDOWN]
