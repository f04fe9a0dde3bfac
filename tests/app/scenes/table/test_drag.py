"""Cards by pointer and finger, and the focus: what is dragged, pointed at, and meant by keys when a turn begins."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goosetable import games
from goosetable.app.match.match import Match
from goosetable.app.scenes.new_game.scene import NewGameScene
from goosetable.app.scenes.table.scene import TableScene
from goosetable.app.scenes.title.scene import TitleScene
from goosetable.app.table import captions, piles
from goosetable.app.table.panels.bid_panel import BidPanel, BidTile
from goosetable.app.table.panels.choice_panel import KeepPanel
from goosetable.app.table.panels.naming_panel import NamingPanel
from goosetable.cards import PACK_SIZE
from goosetable.engine.rules.action import Action, Verb, make_action
from goosetable.games import SHELF
from tests.app.conftest import Opens
from tests.app.stage_play import TABLES
from tests.app.table_window import GAME, Window, opened
from tests.app.test_afresh import assert_afresh, laid

Tables = Callable[..., Window]
Acts = list[tuple[bool, Action]]
"""Whether it was legal, and what was done, for each act of the person."""


@pytest.fixture
def acts(monkeypatch: pytest.MonkeyPatch) -> Acts:
    return counted(monkeypatch)


def counted(monkeypatch: pytest.MonkeyPatch) -> Acts:
    told: Acts = []
    act = Match.act

    def counting(self: Match, action: Action) -> Any:
        if self.is_my_turn and self.session.turn == self.me:
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


@pytest.mark.one_in(3)
@pytest.mark.parametrize("place", range(len(games.SHELF)), ids=[game.id for game in games.SHELF])
@pytest.mark.parametrize("size", [(1280, 720), (640, 400)], ids=str)
def test_from_the_title_a_card_is_dragged_to_the_table_and_played_once(
    program: Opens, random_players: None, acts: Acts, place: int, size: tuple[int, int]
) -> None:
    one, _ = program.at(TitleScene, size)
    one.finish()
    one.click(one.top.tiles[place])
    assert isinstance(one.top, NewGameScene)
    one.click(one.find("Deal"))
    table = one.top
    assert isinstance(table, TableScene)
    for _ in range(4000):
        shown = table.stage.shown
        if shown is not None and shown.mine and not table.timeline.has_beats and table.match.is_my_turn:
            if table.panel is None and shown.legal:
                break
            one.key(pygame.K_1, pygame.K_RETURN)
        one.finish()
        one.step(0.1)
    one.wait(0.4)  # a press just after another belongs to it
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


def test_it_follows_the_pointer_and_swings(open_table: Tables) -> None:
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
    assert not one.scene.stage.is_moving
    one.draw()


def test_nothing_swings_where_nothing_moves(open_table: Tables) -> None:
    one = open_table(pace="at once")
    to_cards(one)
    one.lift(max(one.legal))
    assert one.scene.stage.held is not None
    one.tick(1 / 60)
    assert one.scene.stage.held.sprite.pose.angle == 0


@pytest.mark.parametrize("pace", ["leisurely", "at once"])
def test_an_illegal_card_comes_back_and_it_is_said_why(open_table: Tables, acts: Acts, pace: str) -> None:
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
def test_it_goes_back_and_the_release_does_nothing(open_table: Tables, acts: Acts, how: str, pace: str) -> None:
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


def test_what_is_done_by_itself_meanwhile_takes_the_card_off_the_pointer(open_table: Tables, acts: Acts) -> None:
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


def test_a_curtain_takes_the_card_off_the_pointer(open_table: Tables, acts: Acts) -> None:
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


def test_a_finger_drags_as_a_pointer_does(open_table: Tables, acts: Acts) -> None:
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
def test_equal_cards_in_two_rows(open_table: Tables, acts: Acts, size: tuple[int, int]) -> None:
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


def test_a_card_of_the_trick_is_drawn_to_oneself(open_table: Tables, acts: Acts) -> None:
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
        if one.match.session.due_step == "act":
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


# ---------------------------------------------------------------------- pointing

SIZES = pytest.mark.parametrize(
    ("size", "text"), [((1280, 720), 1.0), ((640, 400), 1.0), ((1280, 720), 2.0), ((900, 900), 1.6)], ids=str
)


def asked(open_table: Tables, game: str, chosen: dict[str, Any], **more: Any) -> Window:
    one = laid(open_table, game, chosen, **{"pace": "at once", **more})
    one.until(lambda: one.mine and one.panel is not None)
    return one


def written(one: Window) -> str:
    """Everything that is drawn of words."""
    canvas, told = one.context.canvas, []
    rich, put = canvas.draw_rich_line, canvas.draw_plain_text
    canvas.draw_rich_line = lambda s, *rest, **more: (told.append(s), rich(s, *rest, **more))[1]  # type: ignore[method-assign, func-returns-value]
    canvas.draw_plain_text = lambda s, *rest, **more: (told.append(s), put(s, *rest, **more))[1]  # type: ignore[method-assign, func-returns-value]
    one.draw()
    del canvas.draw_rich_line, canvas.draw_plain_text
    return "\n".join(told)


@pytest.mark.one_in(3)
@SIZES
@pytest.mark.parametrize(("players", "most"), [(3, 6), (4, 13), (6, 9)])
def test_the_bid_box_follows_the_pointer(
    open_table: Tables, size: tuple[int, int], text: float, players: int, most: int
) -> None:
    one = asked(open_table, "goose", {"players": players, "max_hand": most}, size=size, text_size=text)
    panel, layout = one.panel, one.scene.layout
    assert isinstance(panel, BidPanel)
    hand = min(sprite.rest.y - sprite.rest.height / 2 for sprite in one.scene.hand.sprites)
    for tile in panel.tiles:
        one.point(tile.rect.center)
        assert isinstance(tile, BidTile)
        assert [other for other in panel.tiles if isinstance(other, BidTile) and other.is_current] == [tile], "one is brass"
        assert one.focus is tile
        assert panel.do.shown != tile.barred
        slip = panel.slip
        assert layout.cloth.x <= slip.x < slip.right <= layout.cloth.right
        assert max(other.rect.bottom for other in panel.tiles) < slip.y
        assert slip.bottom <= hand + 0.08 * layout.hand_height
        assert slip.x <= tile.rect.centerx <= slip.right
        if not tile.barred:
            assert panel.do.label == f"Bid {tile.label}"
            assert "made: " in tile.choice.result and "missed: " in tile.choice.result
            said = written(one)
            assert f"{tile.label} {tile.choice.result}" in said
            assert tile.choice.verdict in said
    one.point((layout.middle_x, layout.h - 3.0))
    last = panel.tiles[-1]
    assert one.focus is last, "away from the numbers the last one stays"


@pytest.mark.parametrize("how", ["tile", "button", "enter", "digit"])
def test_what_is_meant_is_bid_in_every_way(open_table: Tables, how: str) -> None:
    one = asked(open_table, "goose", {"players": 4, "max_hand": 6})
    panel = one.panel
    assert isinstance(panel, BidPanel)
    one.point(panel.tiles[2].rect.center)
    match how:
        case "tile":
            one.click(panel.tiles[2].rect.center)
        case "button":
            one.click(panel.do.rect.center)
        case "enter":
            one.key(pygame.K_RETURN)
        case "digit":
            one.key(pygame.K_2)
    assert one.actions[-1] == (0, make_action(Verb.BID, 2))


def test_keys_take_the_brass_from_the_pointer(open_table: Tables) -> None:
    one = asked(open_table, "goose", {"players": 4, "max_hand": 6})
    panel = one.panel
    assert isinstance(panel, BidPanel)
    one.point(panel.tiles[1].rect.center)
    one.key(pygame.K_RIGHT)
    assert panel.do.label == "Bid 2"
    one.move((panel.tiles[1].rect.centerx + 1, panel.tiles[1].rect.centery), held=False)
    assert panel.do.label == "Bid 2", "a pointer that only trembles means nothing"


@SIZES
def test_the_order_of_the_ranks_follows_the_pointer(open_table: Tables, size: tuple[int, int], text: float) -> None:
    one = asked(open_table, "cross-purposes", {"players": 4}, size=size, text_size=text)
    panel = one.panel
    assert isinstance(panel, NamingPanel)
    assert len(panel.tiles) == 17
    for tile in panel.tiles:
        one.point(tile.rect.center)
        assert one.focus is tile
        title = f"With tops {tile.choice.ranking[0]}:" if tile.choice.ranking else "Usual order:"
        assert title in written(one)


# ---------------------------------------------------------------------- the focus


def to_card(one: Window) -> None:
    one.until(lambda: one.mine and one.panel is None)


def test_by_keys_the_nearest_card_has_the_focus_when_the_turn_comes(open_table: Tables) -> None:
    one = laid(open_table, "goosed", {}, pace="brisk")
    to_card(one)
    hand = one.scene.hand
    assert hand.focus is None, "nobody has touched a key"
    one.key(pygame.K_END)
    for _ in range(5):
        while hand.focus not in one.legal:
            one.key(pygame.K_LEFT)
        assert hand.focus is not None
        place = hand.cards.index(hand.focus)
        one.key(pygame.K_RETURN)
        one.tick(0.5)
        one.until(lambda: one.mine or one.scored)
        one.tick(0.1)
        shown = one.shown
        may = [at for at, card in enumerate(hand.cards) if card in shown.legal]
        assert hand.focus in shown.legal
        assert abs(hand.cards.index(hand.focus) - place + 0.5) == min(abs(at - place + 0.5) for at in may)


def test_an_enter_that_ends_what_moves_plays_nothing(open_table: Tables) -> None:
    one = laid(open_table, "goosed", {}, pace="leisurely")
    to_card(one)
    one.key(pygame.K_RIGHT)
    one.key(pygame.K_RETURN)
    before = sum(seat == 0 for seat, _ in one.actions)
    one.until(lambda: one.match.is_my_turn and one.scene.timeline.has_beats)
    one.key(pygame.K_RETURN)
    assert sum(seat == 0 for seat, _ in one.actions) == before


def test_the_pointer_raises_no_card_by_itself(open_table: Tables) -> None:
    one = laid(open_table, "goosed", {}, pace="at once")
    to_card(one)
    one.click(one.on(min(one.legal)))
    one.point((one.scene.layout.middle_x, one.scene.layout.h * 0.4))
    one.tick(0.4)
    to_card(one)
    one.tick(0.1)
    assert one.scene.hand.focus is None


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)], ids=str)
def test_a_click_on_the_cloth_gives_the_focus_back_to_the_hand(open_table: Tables, size: tuple[int, int]) -> None:
    one = laid(open_table, "goosed", {}, pace="at once", size=size)
    to_card(one)
    scene = one.scene
    scene.controls.widgets.focus_on(scene.controls.menu)
    one.click((scene.layout.middle_x + 0.3 * scene.layout.cloth_width, scene.layout.h * 0.55))
    assert scene.controls.widgets.focus is scene.controls.fan
    one.key(pygame.K_RIGHT)
    assert scene.hand.focus in scene.stage.snapshot.legal


def test_a_click_on_the_cloth_gives_the_focus_back_to_the_choices(open_table: Tables) -> None:
    one = asked(open_table, "goose", {"players": 3, "max_hand": 5})
    scene = one.scene
    scene.controls.widgets.focus_on(scene.controls.menu)
    one.click((scene.layout.middle_x, 30.0))
    assert scene.panel is not None
    assert scene.controls.widgets.focus in scene.panel.tiles


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("size", "text"), [((1280, 720), 2.0), ((1280, 720), 1.0), ((1000, 700), 1.6)], ids=str)
@pytest.mark.parametrize(("game", "chosen"), [("goosed", {}), ("fools-gold", {"players": 4})])
def test_what_a_card_would_do_never_covers_the_trumps(
    open_table: Tables, game: str, chosen: dict[str, Any], size: tuple[int, int], text: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = laid(open_table, game, chosen, pace="at once", size=size, text_size=text)
    tags: list[pygame.Rect] = []
    choose = Random(3)
    tag = captions.draw_tag
    monkeypatch.setattr(captions, "draw_tag", lambda *given: tags.append(tag(*given)))
    for _ in range(9):
        one.until(lambda: one.mine or one.scored)
        shown = one.shown
        if one.scored or not shown.legal:
            break
        lines = [pygame.Rect(*area) for _, area in piles.badge_lines(one.scene.layout, shown)]
        assert lines
        for card in shown.legal:
            one.scene.hand.focus_card(card)
            one.draw()
            assert not tags or tags[-1].collidelist(lines) < 0, (tags[-1], lines)
        one.scene.act(choose.choice(list(shown.legal.values())))
    assert tags


# ---------------------------------------------------------------------- the focus when a turn begins

PRESSED = (
    pygame.K_RETURN, pygame.K_RETURN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_TAB,
    pygame.K_F6, pygame.K_SPACE, pygame.K_h, pygame.K_1, pygame.K_2, pygame.K_5,
)  # fmt: skip
WALKS = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END)
PEOPLE = (("Gooseberry", "human"), ("Vesper", "random"), ("Dorothea", "random"), ("Minim", "random"))
Open = Callable[..., Window]


@pytest.fixture
def open_game(tmp_path: Path) -> Iterator[Open]:
    opening = opened(tmp_path)
    make = next(opening)

    def lay(game: Any, **more: Any) -> Window:
        return make(game=game, people=PEOPLE[: game.seats(game.Options())], **more)

    yield lay
    for _ in opening:
        pass


def wrong(window: Window) -> str:
    """What the focus is on that may not be done; empty if nothing is wrong."""
    scene, focus = window.scene, window.scene.hand.focus
    if scene.panel is not None:
        return next(
            (f"the choice {tile.label}" for tile in scene.panel.tiles if tile is scene.controls.widgets.focus and tile.barred),
            "",
        )
    if scene.hand.legal is not None and focus is not None and focus not in scene.hand.legal:
        return f"the card {focus}"
    return ""


@pytest.mark.one_in(3)
@pytest.mark.parametrize("pace", ["at once", pytest.param("brisk", marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_when_a_turn_begins_the_focus_is_on_what_may_be_done(open_game: Open, game: Any, pace: str) -> None:
    """Keys at random moments, before turns and in them; only who walks within the turn looks at other cards."""
    window, chance = open_game(game, pace=pace), random.Random(f"{game.id} {pace}")
    turns, asked, walks = 0, -1, False

    def watch() -> None:
        nonlocal turns, asked
        now = len(window.actions)
        if window.mine and now != asked:
            turns, asked = turns + 1, now
            assert walks or not wrong(window), f"turn {turns} after {now} actions: {wrong(window)}"

    window.watch = watch
    for _ in range(400):
        if window.scored or turns > 7:
            break
        key = chance.choice(PRESSED)
        walks = key in WALKS
        window.key(key)
        watch()
        walks = False
        if window.mine and chance.random() < 0.3:
            window.scene.perform(chance.choice(window.match.view_at_screen().legal), by_person=True)
        if window.scene.last_trick is None:
            window.tick(chance.choice((0.02, 0.1, 0.4, 0.9)), fps=30)
    assert turns > 2


@pytest.mark.parametrize("number", range(7))
def test_an_enter_too_early_leaves_no_card_that_may_not_be_played(open_game: Open, number: int) -> None:
    """Every card of a hand is pointed at before the turn; most of them may not be played in it."""
    window = open_game(games.find_game("goosed"), pace="brisk", code="7Q4KM2XD9TBR")
    window.until(lambda: bool(window.hand) and not window.mine)
    window.key(pygame.K_RETURN)
    for _ in range(number):
        window.key(pygame.K_RIGHT)
    assert window.scene.hand.focus is not None and not window.mine
    window.until(lambda: window.mine)
    legal = window.scene.hand.legal
    assert legal is not None and len(legal) < len(window.hand)
    assert window.scene.hand.focus in legal


@pytest.mark.parametrize("number", range(7))
def test_the_pointer_that_rests_on_such_a_card_means_nothing_when_the_turn_begins(open_game: Open, number: int) -> None:
    window = open_game(games.find_game("goosed"), pace="brisk", code="7Q4KM2XD9TBR")
    window.until(lambda: bool(window.hand) and not window.mine)
    card = window.hand[number]
    window.point(window.on(card))
    assert window.scene.hand.focus == card and not window.mine
    window.until(lambda: window.mine)
    legal = window.scene.hand.legal
    assert legal is not None and window.scene.hand.focus == (card if card in legal else None)
