"""The table through its window: deals are played by posted events alone, in every way there is."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from goosetable import games
from goosetable.app.scenes.history.dialogs import ImportScene
from goosetable.app.table.sprites import Pose
from goosetable.cards import suit
from goosetable.games.fools_gold.rules import FoolsGoldOptions
from tests.app.table_window import GAME, Sheet, Window


def test_a_click_on_an_illegal_card_explains_and_changes_nothing(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.to_my_turn()
    while len(window.legal) == len(window.shown.own):
        window.click(window.on(min(window.legal)))
        window.tick(0.5)
        window.to_my_turn()
    shown, before = window.shown, window.actions
    card = next(card for card in shown.own if card not in shown.legal)
    window.click(window.on(card))
    words, turn = window.scene.messages.message
    assert words.startswith(f"Not {GAME.text.card_name(card)}: ")
    assert not turn
    assert window.actions == before
    assert window.scene.hand.shake_offsets()
    window.tick(0.5)
    assert not window.scene.hand.shake_offsets()
    assert window.message == words, "it stands until something is done"
    window.key(pygame.K_RIGHT)
    assert window.message == shown.prompt


def test_input_finishes_what_moves_and_then_counts(open_table: Callable[..., Window]) -> None:
    window = open_table()
    window.tick(1 / 60)
    assert window.scene.timeline.busy, "cards are dealt"
    window.key(pygame.K_h)
    assert not window.scene.timeline.busy
    window.to_my_turn()
    legal = list(window.legal)
    window.click(window.on(legal[0]))
    assert window.actions[-1] == (0, legal[0]), "an action takes effect at once"
    window.tick(0.31)
    assert window.scene.timeline.busy
    window.key(pygame.K_l if window.match.deal_log().tricks else pygame.K_RIGHT)
    assert not window.scene.timeline.busy
    assert window.scene.last_trick is not None or window.scene.hand.focus is not None


def test_a_double_click_plays_one_card(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="at once")
    for _ in range(4):
        window.to_my_turn()
        before = sum(seat == 0 for seat, _ in window.actions)
        pos = window.on(next(iter(window.legal)))
        window.click(pos)
        for _ in range(6):
            window.click(pos)
            window.key(pygame.K_RETURN)
            window.tick(1 / 60)
        assert sum(seat == 0 for seat, _ in window.actions) == before + 1
        window.tick(0.4)


def test_a_quick_click_on_another_card_is_no_double_click(open_table: Callable[..., Window]) -> None:
    """Where nothing glides the next turn comes at once, and the next card may be chosen already."""
    window = open_table(game=games.find_game("fools-gold"), options=FoolsGoldOptions(bonuses="off"), pace="at once")
    clicks = 0
    while not window.scored and clicks < 5:
        window.until(lambda: window.mine or window.scored, fps=60)
        snapshot = window.shown
        if snapshot.forced is not None or window.scored:
            window.tick(0.5)
            continue
        before = sum(seat == 0 for seat, _ in window.actions)
        window.click(window.on(min(snapshot.legal) if clicks % 2 else max(snapshot.legal)))
        clicks += 1
        assert sum(seat == 0 for seat, _ in window.actions) == before + 1
    assert clicks == 5


def test_undo_takes_back_the_last_own_card_by_key_and_by_button(open_table: Callable[..., Window]) -> None:
    window = open_table()
    window.to_my_turn()
    before, shown = window.actions, window.shown
    for how in ("key", "button"):
        window.click(window.on(next(iter(shown.legal))))
        window.tick(0.1 if how == "key" else 4.0)
        assert len(window.actions) > len(before)
        if how == "key":
            window.key(pygame.K_z, pygame.KMOD_LCTRL)
        else:
            window.click(window.scene.controls.undo.rect.center)
        assert window.actions == before
        window.settle()
        assert window.scene.stage.picture_state() == window.fresh().picture_state()
        assert window.shown == shown


def test_the_last_card_can_be_taken_back_while_the_deal_is_not_scored(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    while True:
        window.to_my_turn()
        panel = window.panel
        if panel is not None:
            panel.tiles[0].press()
        else:
            window.click(window.on(next(iter(window.legal))))
        window.until(lambda: window.mine or window.match.session.due == "score")
        if window.match.session.due == "score":
            break
    assert window.scene.timeline.busy, "the last trick is still to be seen"
    count = len(window.actions)
    window.key(pygame.K_z, pygame.KMOD_LCTRL)
    assert window.match.session.due == "act"
    assert len(window.actions) < count


@pytest.mark.parametrize("how", ["click", "digit", "seat", "own seat", "keys"])
def test_who_gets_the_trick_is_said_in_every_way(open_table: Callable[..., Window], how: str) -> None:
    window = open_table(pace="brisk")
    window.to_panel()
    panel, layout = window.panel, window.scene.layout
    assert panel is not None
    assert [tile.choice.seat for tile in panel.tiles] == [1, 0, 2]
    assert all(tile.portrait for tile in panel.tiles)
    window.tick(0.4)
    window.draw()
    assert not any(pygame.Rect(*panel.area).colliderect(_box(s.rest)) for s in window.scene.stage.trick)
    wanted = {"click": 2, "digit": 1, "seat": 1, "own seat": 0, "keys": 0}[how]
    match how:
        case "click":
            window.click(panel.tiles[2].rect.center)
        case "digit":
            window.key(pygame.K_1)
        case "seat":
            place = layout.seat(0)
            window.click((place.x, place.y))
        case "own seat":
            assert layout.own_seat is not None
            window.click(layout.own_seat.plate.centre)
        case "keys":
            window.key(pygame.K_LEFT)
            window.key(pygame.K_RIGHT)
            window.key(pygame.K_SPACE)
    assert GAME.action_text(window.actions[-1][1]) == f"give {wanted}"
    window.tick(3)
    assert window.panel is None or window.mine


def _box(pose: object) -> pygame.Rect:

    assert isinstance(pose, Pose)
    w = pose.height * 0.6
    return pygame.Rect(round(pose.x - w / 2), round(pose.y - pose.height * 0.48), round(w), round(pose.height * 0.96))


def test_a_click_ends_the_rest_of_a_full_trick_and_a_held_button_keeps_it(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="leisurely", still=True)
    window.to_my_turn()
    window.click(window.on(next(iter(window.legal))))
    timeline, middle = window.scene.timeline, (window.scene.layout.middle_x, window.scene.layout.h * 0.6)
    window.until(lambda: timeline.busy and not timeline.has_running_tween and " takes it for " in window.message, fps=60)
    timeline.held = True
    window.tick(5)
    assert " takes it for " in window.message
    timeline.held = False
    window.click(middle)
    assert " takes it for " not in window.message


def test_computers_play_by_themselves(open_table: Callable[..., Window]) -> None:
    window = open_table(people=(("A", "random"), ("B", "greedy"), ("C", "random")), pace="at once")
    window.until(lambda: window.match.session.standing.deals == 2, 400)
    assert not window.scored


def test_nothing_happens_by_itself_under_another_scene(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.tick(3)
    window.key(pygame.K_ESCAPE)
    menu = window.scenes.top
    assert isinstance(menu, Sheet)
    menu.covers = False
    before = window.actions
    window.tick(3)
    assert window.actions == before
    window.key(pygame.K_ESCAPE)
    window.to_my_turn()


def test_a_file_dropped_on_the_table_is_taken_in_and_the_table_waits(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.to_my_turn()
    before = window.actions
    window.post(pygame.DROPFILE, file="some record.goose")
    page = window.scenes.top
    assert isinstance(page, ImportScene)
    window.until(lambda: not page.run_slice())
    assert page.summary == "1 refused." and "some record.goose" in page.report.accessible_value
    window.key(pygame.K_ESCAPE)
    assert window.scenes.top is window.scene and window.mine and window.actions == before


def test_tab_goes_from_the_hand_to_the_buttons_and_back(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.to_my_turn()
    controls, stops = window.scene.controls, []
    window.key(pygame.K_RIGHT)
    assert window.scene.hand.focus is not None
    for mod in (0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LSHIFT):
        window.key(pygame.K_TAB, mod)
        stops.append(controls.widgets.focus)
        if len(stops) == 2:
            assert window.scene.hand.focus is None
    assert stops == [controls.figures, controls.hint, controls.figures, controls.fan]
    assert window.scene.hand.focus in window.legal
    window.key(pygame.K_F6)
    window.key(pygame.K_F6)
    assert controls.widgets.focus == controls.hint


@pytest.mark.parametrize("sort", ["suits", "ranks"])
def test_ctrl_and_an_arrow_go_to_the_first_card_of_the_next_suit(open_table: Callable[..., Window], sort: str) -> None:
    window = open_table(pace="brisk", sort=sort)
    window.to_my_turn()
    hand = window.scene.hand
    firsts = [next(card for card in hand.cards if suit(card) == one) for one in dict.fromkeys(map(suit, hand.cards))]
    assert len(firsts) >= 3
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_HOME)
    met = [hand.focus]
    for _ in firsts:
        window.key(pygame.K_RIGHT, pygame.KMOD_LCTRL)
        met.append(hand.focus)
    assert met == [*firsts, firsts[0]]
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_LEFT, pygame.KMOD_RCTRL)
    assert hand.focus in firsts
    before = window.actions
    window.key(pygame.K_LEFT, pygame.KMOD_RMETA)
    assert hand.focus in firsts and window.actions == before
