"""The table as it looks: at every size, at any moment, and never showing what may not be seen."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.render.geometry import Area
from goosetable.app.table import captions, piles
from goosetable.app.ui.tween import FRAME
from tests.app.table_window import GAME, SIZES, Window

ahead = pytest.mark.usefixtures("drawn_ahead")


def test_a_resize_in_the_middle_of_anything_shows_the_table_as_it_is(open_table: Callable[..., Window]) -> None:
    window, chance = open_table(), random.Random(2)
    for step in range(60):
        window.tick(0.13)
        if window.scored:
            break
        if window.mine and step % 3 == 0:
            shown = window.shown
            offered = [choice.action for choice in shown.decision.choices] if shown.decision else shown.legal.values()
            window.scene.perform(chance.choice(list(offered)), by_person=True)
            window.tick(0.02 * (step % 13))
        size = SIZES[step % len(SIZES)]
        window.scenes.resize(*size)
        window.scene.hand.focus_card(None)
        window.scene.stage.skip_animation()
        assert window.scene.stage.picture_state() == window.fresh().picture_state()


@pytest.mark.parametrize("sort", ["suits", "ranks"])
def test_the_hand_is_sorted_as_the_person_wants(open_table: Callable[..., Window], sort: str) -> None:
    window = open_table(sort=sort)
    window.to_my_turn()
    names = [GAME.card_name(card) for card in window.shown.own]
    if sort == "suits":
        assert [name[-1] for name in names] == sorted((name[-1] for name in names), key="SHCDX".index)
    else:
        assert [name[0] for name in names] == sorted((name[0] for name in names), key="AKQJT987X".index)


def test_the_strip_opens_the_ledger_over_a_small_table(open_table: Callable[..., Window]) -> None:
    window = open_table(size=(640, 400), pace="brisk")
    window.to_my_turn()
    window.draw()
    scene = window.scene
    assert scene.layout.compact
    assert not scene.controls.rules.shown
    window.click(scene.controls.strip.rect.center)
    assert scene.sidebar_open
    window.draw()
    before = window.actions
    window.click((40, 300))
    assert not scene.sidebar_open, "a click beside it closes it"
    assert window.actions == before
    window.click(scene.controls.strip.rect.center)
    window.key(pygame.K_ESCAPE)
    assert not scene.sidebar_open
    assert len(window.scenes) == 1, "Esc closes what is open before it opens the menu"
    window.key(pygame.K_ESCAPE)
    assert len(window.scenes) == 2


def test_the_last_trick_is_shown_on_demand(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.to_my_turn()
    assert not window.scene.controls.last.enabled
    while not window.match.deal_log().tricks:
        window.click(window.on(next(iter(window.legal))))
        window.tick(0.4)
        window.to_my_turn()
    window.click(window.scene.controls.last.rect.center)
    assert window.scene.last_trick is not None
    window.draw()
    before = window.actions
    window.click(window.on(window.shown.own[0]))
    assert window.scene.last_trick is None
    assert window.actions == before, "the click only puts it away"
    window.post(pygame.KEYDOWN, key=pygame.K_l, mod=0)
    window.tick(0.6)
    assert window.scene.last_trick is not None
    window.post(pygame.KEYUP, key=pygame.K_l, mod=0)
    assert window.scene.last_trick is None, "a held key lets it go"


@ahead
def test_a_card_in_flight_is_turned_before_the_frame_that_shows_it(open_table: Callable[..., Window]) -> None:
    window = open_table()
    flown, late, tricks = window.context.faces._flown, 0, window.match.deal_log
    for _ in range(2000):
        if tricks().tricks:
            break
        if window.mine and not window.scene.timeline.busy:
            window.click(window.on(next(iter(window.legal))))
        else:
            window.scenes.update(FRAME)
            before = len(flown)
            window.draw()
            late += len(flown) - before
        for _ in range(60):
            if not window.scenes.run_slice():
                break
    assert tricks().tricks
    assert len(flown) > 10
    assert late <= 5, "of about sixty; while many cards are dealt, a few are forgotten again before they are seen"


@pytest.mark.usefixtures("pixels")
@ahead
def test_what_a_computer_player_does_between_frames_looks_as_if_done_in_the_next(open_table: Callable[..., Window]) -> None:
    people = tuple((f"Greedy {seat}", "greedy") for seat in range(3))
    ahead, within = (open_table(people=people, size=(640, 400)) for _ in range(2))
    within.scene.turn.act_ahead = lambda: False  # type: ignore[method-assign]
    early = 0
    while len(within.actions) < 6:
        for window in (ahead, within):
            window.scenes.update(FRAME)
            window.draw()
        assert ahead.actions == within.actions
        assert ahead.screen.surface.get_buffer().raw == within.screen.surface.get_buffer().raw
        for window in (ahead, within):
            while window.scenes.run_slice():
                pass
        early += len(ahead.actions) - len(within.actions)
    assert early == 6


@ahead
def test_the_goose_is_drawn_before_it_honks(open_table: Callable[..., Window]) -> None:
    window = open_table(people=tuple((f"Greedy {seat}", "greedy") for seat in range(3)), remarks=False)
    stage, kept, loud = window.scene.stage, window.context.canvas._kept, 0
    made = list[object]()
    put = kept.add_picture
    while loud < 20 and not window.scored:
        window.scenes.update(FRAME)
        if stage.goosed is not None or stage.honk is not None:
            kept.add_picture = lambda key, picture: made.append(key) or put(key, picture)  # type: ignore[method-assign, func-returns-value]
            window.draw()
            kept.add_picture = put  # type: ignore[method-assign]
        if stage.honk is None:
            made.clear()
        else:
            loud += stage.honk.is_beak_open
        while window.scenes.run_slice():
            pass
    assert loud == 20 and not made


def test_no_card_changes_under_the_pointer_when_the_turn_comes(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="brisk")
    window.to_my_turn()
    for _ in range(3):
        window.click(window.on(next(iter(window.legal))))
        window.tick(0.35)
        window.scene.finish()
        if window.mine:
            continue
        hand = window.scene.hand
        spots = [window.on(card) for card in hand.cards]
        under = [hand.card_at(*spot) for spot in spots]
        window.to_my_turn()
        assert [hand.card_at(*spot) for spot in spots] == under


def test_whoever_thinks_long_is_said_to(open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    window = open_table()
    monkeypatch.setattr(window.match, "run_slice", lambda: False)
    window.until(lambda: window.match.session.deal is not None and not window.scene.timeline.busy, fps=60)
    window.tick(0.5)
    assert window.scene.turn.thinking is None
    window.tick(0.2)
    assert window.scene.turn.thinking == window.match.session.turn
    window.draw()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", [0.8, 2.0])
def test_every_control_is_in_the_window(
    open_table: Callable[..., Window], size: tuple[int, int], text_size: float
) -> None:  # fmt: skip
    window = open_table(size=size, text_size=text_size, pace="at once")
    window.to_panel()
    frame = pygame.Rect(0, 0, *size)
    for widget in window.scene.controls.widgets.all:
        if widget.shown:
            assert frame.contains(widget.rect), widget.label
    window.draw()


@pytest.mark.parametrize("text", [1.0, 2.0])
def test_the_tag_of_a_card_never_covers_what_lies_beside_the_trick(
    open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch, text: float
) -> None:
    game = games.find_game("cross-purposes")
    people = (("Gooseberry", "human"), *((name, "random") for name in ("Vesper", "Dorothea", "Humphrey")))
    window = open_table(people=people, game=game, options=game.Options(players=4), text_size=text, pace="at once")
    tags: list[pygame.Rect] = []
    draw = captions.draw_tag

    def tag(*given: Any) -> pygame.Rect:
        tags.append(draw(*given))
        return tags[-1]

    monkeypatch.setattr(captions, "draw_tag", tag)
    window.to_my_turn()
    while not (window.scene.stage.trick and window.mine):
        shown = window.shown
        window.scene.perform(shown.decision.choices[0].action if shown.decision else min(shown.legal.values()), by_person=True)
        window.tick(0.1)
        window.to_my_turn()
    stage, layout = window.scene.stage, window.scene.layout
    lying = [area for _, area in piles.badge_lines(layout, stage.snapshot)]
    assert lying
    for card in stage.snapshot.own:
        window.point(window.on(card))
        window.tick(0.1)
        window.draw()
    assert tags
    for rect in tags:
        assert not any(Area(*rect).overlaps(area) for area in lying), (rect, lying)
