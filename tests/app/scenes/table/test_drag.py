"""Dragging cards: by posted events alone, in every game, to every place and at every moment; the acts are counted."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goosetable import games, players
from goosetable.app.match.match import Match
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.table.panels.choice_panel import KeepPanel
from goosetable.cards import PACK_SIZE
from goosetable.engine.rules.action import Action
from goosetable.sandbox import external
from tests.app.stage_play import TABLES
from tests.app.table_window import GAME, Window, opened
from tests.app.test_afresh import assert_afresh, laid

Opens = Callable[..., Window]
Acts = list[tuple[bool, Action]]
"""Whether it was legal, and what was done, for each act of the person."""


@pytest.fixture
def acts(monkeypatch: pytest.MonkeyPatch) -> Acts:
    return counted(monkeypatch)


def counted(monkeypatch: pytest.MonkeyPatch) -> Acts:
    told: Acts = []
    act = Match.act

    def counting(self: Match, action: Action) -> Any:
        if self.my_turn and self.session.turn == self.me:
            told.append((action in self.session.legal(), action))
        return act(self, action)

    monkeypatch.setattr(Match, "act", counting)
    return told


def to_cards(one: Window) -> None:
    """Play until it is the person's turn to play a card."""
    for _ in range(60):
        one.until(lambda: one.mine)
        panel, shown = one.panel, one.shown
        if panel is None and shown.legal:
            return
        if panel is not None:
            one.click(next(tile for tile in panel.tiles if not tile.barred).rect.center)
        else:
            one.click((one.scene.layout.middle_x, one.scene.layout.h * 0.6))
        one.tick(0.4)
    raise AssertionError("no card was ever asked for")


def illegal(one: Window) -> int:
    """Play cards until there is one in the hand that may not be played; gives it."""
    while True:
        to_cards(one)
        shown = one.shown
        barred = [card for card in shown.own if card not in shown.legal]
        if barred:
            return barred[0]
        one.click(one.on(min(shown.legal)))
        one.tick(0.4)


def at_rest(one: Window) -> None:
    """Nothing hangs on the pointer, and after all has moved each card lies where it belongs."""
    assert one.scene.stage.held is None
    one.tick(1.0)
    for sprite in one.scene.hand.sprites:
        assert not sprite.flying
        assert sprite.pose == sprite.rest


# ---------------------------------------------------------------------- from the title


@pytest.mark.one_in(2)
@pytest.mark.parametrize("place", range(len(games.SHELF)), ids=[game.id for game in games.SHELF])
@pytest.mark.parametrize("size", [(1280, 720), (640, 400)], ids=str)
def test_from_the_title_a_card_is_dragged_to_the_table_and_played_once(
    program: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, acts: Acts, place: int, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(
        external, "make_player_in_process", lambda name, source, patience: players.make_player("random", source)
    )
    one = program(size)
    one.show(TitleScene)
    one.finish()
    one.click(one.top.tiles[place])
    assert isinstance(one.top, NewGameScene)
    one.click(one.find("Deal"))
    table = one.top
    assert isinstance(table, TableScene)
    for _ in range(4000):
        shown = table.stage.shown
        if shown is not None and shown.mine and not table.timeline.busy and table.match.my_turn:
            if table.panel is None and shown.legal:
                break
            one.key(pygame.K_1, pygame.K_RETURN)
        one.finish()
        one.step(0.1)
    for _ in range(4):
        one.step(0.1)  # a press just after another belongs to it
    card = max(table.stage.snapshot.legal)
    sprite = next(sprite for sprite in table.hand.sprites if sprite.key == f"card {card}")
    x, y = round(sprite.rest.x - 0.25 * sprite.rest.height), round(sprite.rest.y - 0.2 * sprite.rest.height)
    del acts[:]
    way = [(x, y), (x + 9, y - 30), (x, y - 90), (round(table.layout.middle_x), round(table.layout.h * 0.45))]
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=way[0], button=1))
    for pos in way:
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(1, 0, 0)))
        one.step()
    assert table.stage.held.sprite is sprite
    assert not acts
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=way[-1], button=1))
    one.step()
    assert acts == [(True, table.stage.snapshot.legal.get(card, acts[0][1]))]
    assert table.stage.held is None
    one.finish()
    assert card not in table.hand.cards


# ---------------------------------------------------------------------- what a drag comes to


def test_it_follows_the_pointer_and_swings(open_table: Opens) -> None:
    one = open_table(pace="leisurely")
    to_cards(one)
    card = max(one.legal)
    sprite = next(sprite for sprite in one.scene.hand.sprites if sprite.key == f"card {card}")
    one.scene.finish()
    before, start = sprite.pose, one.on(card)
    one.press(start)
    one.move((start[0] + 5, start[1]))
    assert one.scene.stage.held is None, "a hand is never quite still"
    one.move((start[0] + 60, start[1] - 100))
    assert (sprite.pose.x, sprite.pose.y) == pytest.approx((before.x + 60, before.y - 100), abs=1.5)
    one.tick(1 / 60)
    assert -11 <= sprite.pose.angle < before.angle, "it trails behind"
    one.tick(1.0)
    assert sprite.pose.angle == 0
    assert not one.scene.stage.busy
    one.draw()


def test_nothing_swings_where_nothing_moves(open_table: Opens) -> None:
    one = open_table(pace="at once")
    to_cards(one)
    one.lift(max(one.legal))
    assert one.scene.stage.held is not None
    one.tick(1 / 60)
    assert one.scene.stage.held.sprite.pose.angle == 0


@pytest.mark.parametrize("pace", ["leisurely", "at once"])
def test_an_illegal_card_comes_back_and_it_is_said_why(open_table: Opens, acts: Acts, pace: str) -> None:
    one = open_table(pace=pace)
    card = illegal(one)
    del acts[:]
    one.release(one.lift(card))
    assert one.message.startswith(f"Not {GAME.text.card_name(card)}: ")
    sprite = next(sprite for sprite in one.scene.hand.sprites if sprite.key == f"card {card}")
    if pace == "leisurely":
        assert one.scene.hand.shake_offsets()
        assert sprite.is_gliding, "it does not jump"
    at_rest(one)
    assert not acts


END: Final[dict[str, Callable[[Window, tuple[float, float], int], None]]] = {
    "on the hand": lambda one, pos, card: one.release(one.on(card)),
    "escape": lambda one, pos, card: one.key(pygame.K_ESCAPE),
    "right click": lambda one, pos, card: one.press(pos, 3),
    "outside": lambda one, pos, card: one.release((-40, pos[1])),
    "below the window": lambda one, pos, card: one.release((pos[0], 900)),
    "on the sidebar": lambda one, pos, card: one.release((one.scene.layout.w - 20, 300)),
    "unseen": lambda one, pos, card: one.move(pos, held=False),
    "focus lost": lambda one, pos, card: one.post(pygame.WINDOWFOCUSLOST),
    "left": lambda one, pos, card: one.post(pygame.WINDOWLEAVE),
    "minimized": lambda one, pos, card: one.post(pygame.WINDOWMINIMIZED),
    "resized": lambda one, pos, card: one.scenes.resize(900, 500),
    "a menu": lambda one, pos, card: one.key(pygame.K_p),
    "undo": lambda one, pos, card: one.key(pygame.K_z, pygame.KMOD_LCTRL),
    "a hint": lambda one, pos, card: one.key(pygame.K_h),
}  # fmt: skip


@pytest.mark.one_in(3)
@pytest.mark.parametrize("how", END)
@pytest.mark.parametrize("pace", ["leisurely", "at once"])
def test_it_goes_back_and_the_release_does_nothing(open_table: Opens, acts: Acts, how: str, pace: str) -> None:
    one = open_table(pace=pace)
    to_cards(one)
    before = one.actions
    card = max(one.legal)
    pos = one.lift(card)
    assert one.scene.stage.held is not None
    END[how](one, pos, card)
    assert one.scene.stage.held is None
    if one.scenes.top is not one.scene:
        one.key(pygame.K_a)
    one.release(pos)
    at_rest(one)
    assert not acts
    assert one.actions == before
    one.scene.messages.clear()
    one.scene.hand.set_hint(None)
    assert_afresh(one)


def test_what_is_done_by_itself_meanwhile_takes_the_card_off_the_pointer(open_table: Opens, acts: Acts) -> None:
    """The only card that may be played goes by itself, while another one is held."""
    one = open_table(pace="leisurely", play_forced=True)
    while one.scene.stage.shown is None or one.shown.forced is None or not one.mine:
        one.until(lambda: one.mine)
        shown = one.shown
        if one.panel is not None:
            one.click(one.panel.tiles[0].rect.center)
        elif shown.forced is None:
            one.click(one.on(max(shown.legal)))
            one.tick(0.4)
    stage = one.scene.stage
    forced = stage.snapshot.forced
    del acts[:]
    stage.attach_to_pointer(stage.hand.sprites[0], (round(stage.hand.sprites[0].pose.x), round(stage.hand.sprites[0].pose.y)))
    one.until(lambda: bool(acts), 3)
    assert acts == [(True, forced)]
    assert stage.held is None


def test_a_curtain_takes_the_card_off_the_pointer(open_table: Opens, acts: Acts) -> None:
    people = (("Gooseberry", "human"), ("Vesper", "human"), ("Dorothea", "random"))
    one = open_table(people=people, pace="leisurely")
    one.until(lambda: one.scenes.top is not one.scene)
    while one.scenes.top is not one.scene:
        one.key(pygame.K_RETURN)
        one.tick(0.6)
    to_cards(one)
    pos = one.lift(max(one.legal))
    assert one.scene.stage.held is not None
    one.key(pygame.K_F8)
    assert one.scenes.top is not one.scene
    assert one.scene.stage.held is None
    one.release(pos)
    one.tick(1.0)
    assert not acts


def test_a_finger_drags_as_a_pointer_does(open_table: Opens, acts: Acts) -> None:
    """What a touch screen sends: motions of the finger, and the same as of a mouse."""
    one = open_table(pace="leisurely")
    to_cards(one)
    card = max(one.legal)
    start, end = one.on(card), (one.scene.layout.middle_x, 300.0)
    finger = {"touch_id": 1, "finger_id": 0, "pressure": 1.0, "dx": 0.0, "dy": 0.0}
    for kind, other, pos in (
        (pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN, start), (pygame.FINGERMOTION, pygame.MOUSEMOTION, end),
        (pygame.FINGERUP, pygame.MOUSEBUTTONUP, end),
    ):  # fmt: skip
        one.post(kind, x=pos[0] / 1280, y=pos[1] / 720, **finger)
        at = round(pos[0]), round(pos[1])
        one.post(other, pos=at, button=1, buttons=(1, 0, 0), rel=(0, 0), touch=True)
    assert [legal for legal, _ in acts] == [True]


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)], ids=str)
def test_equal_cards_in_two_rows(open_table: Opens, acts: Acts, size: tuple[int, int]) -> None:
    """Of two equal cards the one goes that was dragged, as far as one can see."""
    one = laid(open_table, "goose", {"players": 3, "decks": 2}, size=size, pace="leisurely")
    to_cards(one)
    hand, shown = one.scene.hand, one.shown
    assert len({round(sprite.rest.y) for sprite in hand.sprites}) > 1
    card = next(card for card in shown.legal if card >= PACK_SIZE and card - PACK_SIZE in shown.own)
    del acts[:]
    pos = one.lift(card)
    one.release(pos)
    assert len(acts) == 1
    one.tick(1 / 60)
    thrown = one.scene.stage.trick[-1]
    assert abs(thrown.pose.y - pos[1]) < thrown.pose.height, "it flies from where it was dropped"
    at_rest(one)


def test_a_card_of_the_trick_is_drawn_to_oneself(open_table: Opens, acts: Acts) -> None:
    one = laid(open_table, "fools-gold", {}, pace="at once")
    for _ in range(200):
        one.until(lambda: one.mine or one.scored)
        if isinstance(one.panel, KeepPanel):
            break
        if one.scored:
            one.key(pygame.K_RETURN)
        elif one.shown.forced is not None:
            one.click((one.scene.layout.middle_x, one.scene.layout.h * 0.6))
        else:
            one.click(one.on(max(one.legal)))
        one.tick(0.4)
    panel, stage = one.panel, one.scene.stage
    assert panel is not None
    del acts[:]
    action = panel.tiles[-1].choice.action
    sprite = next(sprite for sprite in stage.trick if sprite.key == f"card {action % 128}")
    start = sprite.rest.x, sprite.rest.y - 0.3 * sprite.rest.height
    for end, done in (((start[0] + 30, start[1] + 10), 0), ((one.scene.layout.middle_x, one.scene.layout.h - 30.0), 1)):
        one.press(start)
        one.move(end)
        assert stage.held is not None
        one.release(end)
        assert stage.held is None
        assert len(acts) == done
        one.tick(0.4 if not done else 0.0)
    assert acts == [(True, action)]


# ---------------------------------------------------------------------- the law

PLACES: Final = ("card", "card", "card", "cloth", "cloth", "trick", "tile", "hint", "bar", "outside", "hand")
MOVES: Final = ("press", "move", "move", "release", "lose", "right", "key", "away", "tick", "resize")
KEYS: Final = (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_RIGHT, pygame.K_z, pygame.K_l, pygame.K_m, pygame.K_TAB)
gestures = st.lists(st.tuples(st.sampled_from(MOVES), st.sampled_from(PLACES), st.integers(0, 12)), min_size=4, max_size=30)


def _at(one: Window, place: str, n: int) -> tuple[float, float]:
    scene = one.scene
    layout, cards = scene.layout, scene.hand.cards
    match place:
        case "card" if cards:
            return one.on(cards[n % len(cards)])
        case "trick" if scene.stage.trick:
            rest = scene.stage.trick[n % len(scene.stage.trick)].rest
            return rest.x, rest.y
        case "tile" if scene.panel is not None:
            return scene.panel.tiles[n % len(scene.panel.tiles)].rect.center
        case "hint":
            return scene.controls.hint.rect.center
        case "bar":
            return layout.w - 20, layout.h * n / 13
        case "outside":
            return -9, layout.h * n / 10
        case "hand":
            return layout.middle_x, layout.h - 4
    return layout.cloth_width * (0.2 + n / 20), layout.h * (0.2 + n / 30)


def _gesture(one: Window, what: str, place: str, n: int) -> None:
    pos = _at(one, place, n)
    match what:
        case "press":
            one.press(pos)
        case "move":
            one.move(pos)
        case "release":
            one.release(pos)
        case "lose":
            one.move(pos, held=False)
        case "right":
            one.press(pos, 3)
        case "key":
            key = KEYS[n % len(KEYS)]
            one.key(key, pygame.KMOD_LCTRL if key == pygame.K_z else 0)
        case "away":
            one.post((pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST)[n % 2])
        case "tick":
            one.tick(n / 10, 20)
        case "resize":
            one.scenes.resize(*((1280, 720), (640, 400), (900, 700))[n % 3])


def _law(table: int, done: list[tuple[str, str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        told = counted(patch)
        opening = opened(Path(folder))
        name, chosen = TABLES[table % len(TABLES)]
        one = laid(next(opening), name, chosen, pace="brisk" if len(done) % 2 else "at once")
        one.tick(0.5, 20)
        for what, place, n in done:
            before = len(told)
            _gesture(one, what, place, n)
            assert all(legal for legal, _ in told)
            assert len(told) <= before + 1 or what == "tick", "one event does no two things"
            assert not (what in ("away", "lose", "right") and len(told) > before)
            while one.scenes.top is not one.scene and one.scenes.top is not None:
                one.key(pygame.K_ESCAPE)
                one.tick(0.3, 20)
        one.scene.input.mouse.cancel()
        one.scene.messages.clear()  # a hint may have been asked for by its button
        one.scene.hand.set_hint(None)
        if one.match.session.due == "act":
            assert_afresh(one)
        for _ in opening:
            pass


@settings(max_examples=8, deadline=None)
@given(st.integers(0, len(TABLES) - 1), gestures)
def test_dragging_anything_anywhere_loses_nothing_and_does_nothing_amiss(table: int, done: list[tuple[str, str, int]]) -> None:
    _law(table, done)


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(st.integers(0, len(TABLES) - 1), gestures)
def test_dragging_anything_anywhere_for_long(table: int, done: list[tuple[str, str, int]]) -> None:
    _law(table, done)
