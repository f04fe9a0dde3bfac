"""The table through its window: everything is done by posted events, and looked at as a person would."""

from __future__ import annotations

import random
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app import folders as places
from goosetable.app import settings as choices
from goosetable.app.desk import Desk
from goosetable.app.glance import glance
from goosetable.app.saves import Saves
from goosetable.app.scene import Change, Pop, Scene, Scenes
from goosetable.app.scenes.table import TableScene
from goosetable.app.screen import Screen
from goosetable.app.stage import Stage
from goosetable.app.tables import Tables
from goosetable.app.timeline import Timeline
from goosetable.cards import JOKER, Card
from goosetable.engine.lines import Chair

GAME = games.find("gooseberry-fool")
CODE = "TTVNGA3S83YK"  # gives seat 0 the Joker in the first deal, and the deal to seat 0
US = (("You", "human"), ("Vesper", "random"), ("Dorothea", "random"))
SIZES = ((1280, 720), (640, 400), (900, 500), (1000, 900), (1920, 1080))


class Sheet(Scene):
    """Stands for a scene of somebody else: remembers what it was given, and leaves at any key."""

    def __init__(self, *given: object) -> None:
        self.given = given

    def handle(self, event: pygame.event.Event) -> Change:
        return Pop() if event.type == pygame.KEYDOWN else None


class Window:
    """A table in a window under the dummy driver, with hands."""

    def __init__(self, folder: Path, people: tuple[tuple[str, str], ...] = US, size: tuple[int, int] = SIZES[0],
                 **settings: object) -> None:  # fmt: skip
        folders = places.find(folder)
        loaded = choices.load(folders.settings)
        self.screen = Screen(loaded.settings.window, size=size)
        self.desk = Desk(folders, self.screen, loaded._replace(settings=replace(loaded.settings, **settings)))  # type: ignore[arg-type]
        saves = Saves(folders.running, folders.games, self.desk.notice)
        tables = Tables(saves, self.desk.notice, code=lambda: CODE, seed=lambda: "seed", now=lambda: 0.0)
        self.sitting = tables.lay(GAME, GAME.Options(), [Chair(*chair) for chair in people], CODE)
        self.scene = TableScene(self.desk, tables, self.sitting)
        self.scenes = Scenes(self.scene, *size, pace=lambda: self.desk.pace)
        self.watch: Callable[[], None] = lambda: None

    def close(self) -> None:
        self.scenes.quit()
        self.screen.close()

    def tick(self, seconds: float, fps: int = 60) -> None:
        for _ in range(max(1, round(seconds * fps))):
            self.scenes.update(1 / fps)
            for _ in range(400):
                if not self.scenes.work():
                    break
            self.watch()

    def until(self, so: Callable[[], bool], seconds: float = 30.0, fps: int = 30) -> None:
        for _ in range(round(seconds * fps)):
            if so():
                return
            self.tick(1 / fps, fps)
        raise AssertionError("it never happened")

    def draw(self) -> None:
        self.scenes.draw(self.desk.paint)

    # ------------------------------------------------------------------ hands

    def post(self, kind: int, **fields: Any) -> None:
        self.scenes.handle(pygame.event.Event(kind, **fields))

    def point(self, pos: tuple[float, float]) -> None:
        self.post(pygame.MOUSEMOTION, pos=_whole(pos), rel=(0, 0), buttons=(0, 0, 0))

    def click(self, pos: tuple[float, float]) -> None:
        self.point(pos)
        self.post(pygame.MOUSEBUTTONDOWN, pos=_whole(pos), button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=_whole(pos), button=1)

    def key(self, key: int, mod: int = 0) -> None:
        self.post(pygame.KEYDOWN, key=key, mod=mod)
        self.post(pygame.KEYUP, key=key, mod=mod)

    def on(self, card: Card) -> tuple[float, float]:
        """A place on a card that no other card covers."""
        pose = next(s.rest for s in self.scene.hand.sprites if s.key == f"card {card}")
        return pose.x - pose.height * 0.25, pose.y - pose.height * 0.2

    # ------------------------------------------------------------------ what is so

    @property
    def story(self) -> list[tuple[int, int]]:
        state = self.sitting.session.state
        return [] if state is None else list(state.story)

    @property
    def mine(self) -> bool:
        return not self.scene.timeline.busy and self.scene.stage.glance.mine

    @property
    def scored(self) -> bool:
        return isinstance(self.scenes.top, Sheet)

    def to_my_turn(self) -> None:
        self.until(lambda: self.mine or self.scored)

    def to_panel(self) -> None:
        """Play until the person has to say who gets a trick."""
        while self.scene.panel is None:
            self.to_my_turn()
            legal = self.scene.stage.glance.legal
            self.click(self.on(JOKER if JOKER in legal else min(legal)))
            self.tick(0.4)
            self.until(lambda: self.mine)

    def fresh(self) -> Stage:
        """The table shown from nothing."""
        scene = self.scene
        stage = Stage(GAME, scene._new_hand(), Timeline(), scene.layout, lambda name: None)
        stage.show(glance(self.sitting, self.desk.settings.sort))
        return stage

    def settle(self) -> None:
        """Look at the table with no card meant and nothing moving."""
        self.scene.finish()
        self.scene.hand.mean(None)
        self.scene.stage.skip()


def _whole(pos: tuple[float, float]) -> tuple[int, int]:
    return round(pos[0]), round(pos[1])


@pytest.fixture
def open_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Window]]:
    for name, scene in (("score", "ScoreScene"), ("menu", "MenuScene"), ("rules", "RulesScene")):
        module = types.ModuleType(f"goosetable.app.scenes.{name}")
        setattr(module, scene, type(scene, (Sheet,), {}))
        monkeypatch.setitem(sys.modules, module.__name__, module)
    made: list[Window] = []

    def make(**options: object) -> Window:
        made.append(Window(tmp_path / str(len(made)), **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for window in made:
        window.close()


def test_a_whole_deal_is_played_with_clicks(open_table: Callable[..., Window]) -> None:
    window, chance = open_table(motion="brisk"), random.Random(1)
    while not window.scored:
        window.to_my_turn()
        if window.scored:
            break
        before = len(window.story)
        if window.scene.panel is not None:
            window.click(chance.choice(window.scene.panel.tiles).rect.center)
        else:
            window.click(window.on(chance.choice(list(window.scene.stage.glance.legal))))
        assert len(window.story) == before + 1 or window.sitting.session.state is None
        window.tick(0.35)
        window.draw()
    session = window.sitting.session
    assert session.standing.deals == 1
    _, _, sitting, tally, points, dealt = window.scenes.top.given  # type: ignore[union-attr]
    assert sitting is window.sitting
    assert tuple(points) == session.standing.totals
    assert sorted(int(row.points) for row in tally.rows) == sorted(int(p) for p in points)
    assert dealt.number == 1
    window.key(pygame.K_RETURN)
    window.to_my_turn()
    assert session.deal is not None
    assert session.deal.number == 2


def test_a_whole_deal_is_played_with_keys_alone(open_table: Callable[..., Window]) -> None:
    window = open_table(motion="brisk")
    while not window.scored:
        window.to_my_turn()
        if window.scored:
            break
        before = len(window.story)
        if window.scene.panel is None:
            window.key(pygame.K_RIGHT)
        window.key(pygame.K_RETURN)
        assert len(window.story) == before + 1 or window.sitting.session.state is None
        window.tick(0.35)
    assert window.sitting.session.standing.deals == 1


def test_a_click_on_an_illegal_card_explains_and_changes_nothing(open_table: Callable[..., Window]) -> None:
    window = open_table(motion="brisk")
    window.to_my_turn()
    while len(window.scene.stage.glance.legal) == len(window.scene.stage.glance.own):
        window.click(window.on(min(window.scene.stage.glance.legal)))
        window.tick(0.5)
        window.to_my_turn()
    shown, before = window.scene.stage.glance, window.story
    card = next(card for card in shown.own if card not in shown.legal)
    window.click(window.on(card))
    words, turn = window.scene.words.message
    assert words.startswith(f"Not {GAME.face(card)}: ")
    assert not turn
    assert window.story == before
    assert window.scene.hand.shaken()
    window.tick(0.5)
    assert not window.scene.hand.shaken()
    assert window.scene.words.message[0] == words, "it stands until something is done"
    window.key(pygame.K_RIGHT)
    assert window.scene.words.message[0] == shown.prompt


def test_input_finishes_what_moves_and_then_counts(open_table: Callable[..., Window]) -> None:
    window = open_table()
    window.tick(1 / 60)
    assert window.scene.timeline.busy, "cards are dealt"
    window.key(pygame.K_h)
    assert not window.scene.timeline.busy
    window.to_my_turn()
    legal = list(window.scene.stage.glance.legal)
    window.click(window.on(legal[0]))
    assert window.story[-1] == (0, legal[0]), "an action takes effect at once"
    window.tick(0.31)
    assert window.scene.timeline.busy
    window.key(pygame.K_l if window.sitting.chronicle().tricks else pygame.K_RIGHT)
    assert not window.scene.timeline.busy
    assert window.scene.last_trick is not None or window.scene.hand.focus is not None


def test_a_double_click_plays_one_card(open_table: Callable[..., Window]) -> None:
    window = open_table(motion="still")
    for _ in range(4):
        window.to_my_turn()
        before = sum(seat == 0 for seat, _ in window.story)
        pos = window.on(next(iter(window.scene.stage.glance.legal)))
        window.click(pos)
        for _ in range(6):
            window.click(pos)
            window.key(pygame.K_RETURN)
            window.tick(1 / 60)
        assert sum(seat == 0 for seat, _ in window.story) == before + 1
        window.tick(0.4)


def test_undo_takes_back_the_last_own_card_by_key_and_by_button(open_table: Callable[..., Window]) -> None:
    window = open_table()
    window.to_my_turn()
    before, shown = window.story, window.scene.stage.glance
    for how in ("key", "button"):
        window.click(window.on(next(iter(shown.legal))))
        window.tick(0.1 if how == "key" else 4.0)
        assert len(window.story) > len(before)
        if how == "key":
            window.key(pygame.K_z, pygame.KMOD_LCTRL)
        else:
            window.click(window.scene.controls.undo.rect.center)
        assert window.story == before
        window.settle()
        assert window.scene.stage.picture() == window.fresh().picture()
        assert window.scene.stage.glance == shown


def test_the_last_card_can_be_taken_back_while_the_deal_is_not_scored(open_table: Callable[..., Window]) -> None:
    window = open_table(motion="brisk")
    while True:
        window.to_my_turn()
        panel = window.scene.panel
        if panel is not None:
            panel.tiles[0].press()
        else:
            window.click(window.on(next(iter(window.scene.stage.glance.legal))))
        window.until(lambda: window.mine or window.sitting.session.due == "score")
        if window.sitting.session.due == "score":
            break
    assert window.scene.timeline.busy, "the last trick is still to be seen"
    count = len(window.story)
    window.key(pygame.K_z, pygame.KMOD_LCTRL)
    assert window.sitting.session.due == "act"
    assert len(window.story) < count


@pytest.mark.parametrize("how", ["click", "digit", "seat", "own seat", "keys"])
def test_who_gets_the_trick_is_said_in_every_way(open_table: Callable[..., Window], how: str) -> None:
    window = open_table(motion="brisk")
    window.to_panel()
    panel, layout = window.scene.panel, window.scene.layout
    assert panel is not None
    assert [tile.choice.seat for tile in panel.tiles] == [1, 0, 2]
    assert all(tile.who for tile in panel.tiles)
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
            assert layout.own is not None
            window.click(layout.own.plate.centre)
        case "keys":
            window.key(pygame.K_LEFT)
            window.key(pygame.K_RIGHT)
            window.key(pygame.K_SPACE)
    assert GAME.write(window.story[-1][1]) == f"give {wanted}"
    window.tick(3)
    assert window.scene.panel is None or window.mine


def _box(pose: object) -> pygame.Rect:
    from goosetable.app.sprites import Pose

    assert isinstance(pose, Pose)
    w = pose.height * 0.6
    return pygame.Rect(round(pose.x - w / 2), round(pose.y - pose.height * 0.48), round(w), round(pose.height * 0.96))


def test_a_resize_in_the_middle_of_anything_shows_the_table_as_it_is(open_table: Callable[..., Window]) -> None:
    window, chance = open_table(), random.Random(2)
    for step in range(120):
        window.tick(0.13)
        if window.scored:
            break
        if window.mine and step % 3 == 0:
            shown = window.scene.stage.glance
            offered = [choice.action for choice in shown.decision.choices] if shown.decision else shown.legal.values()
            window.scene.do(chance.choice(list(offered)), mine=True)
            window.tick(0.02 * (step % 13))
        size = SIZES[step % len(SIZES)]
        window.scenes.resized(*size)
        window.scene.hand.mean(None)
        window.scene.stage.skip()
        assert window.scene.stage.picture() == window.fresh().picture()


@pytest.mark.parametrize("sort", ["suits", "ranks"])
def test_the_hand_is_sorted_as_the_person_wants(open_table: Callable[..., Window], sort: str) -> None:
    window = open_table(sort=sort)
    window.to_my_turn()
    names = [GAME.card_name(card) for card in window.scene.stage.glance.own]
    if sort == "suits":
        assert [name[-1] for name in names] == sorted((name[-1] for name in names), key="SHCDX".index)
    else:
        assert [name[0] for name in names] == sorted((name[0] for name in names), key="AKQJT987X".index)


def test_the_strip_opens_the_ledger_over_a_small_table(open_table: Callable[..., Window]) -> None:
    window = open_table(size=(640, 400), motion="brisk")
    window.to_my_turn()
    window.draw()
    scene = window.scene
    assert scene.layout.compact
    assert not scene.controls.rules.shown
    window.click(scene.controls.strip.rect.center)
    assert scene.ledger_open
    window.draw()
    before = window.story
    window.click((40, 300))
    assert not scene.ledger_open, "a click beside it closes it"
    assert window.story == before
    window.click(scene.controls.strip.rect.center)
    window.key(pygame.K_ESCAPE)
    assert not scene.ledger_open
    assert len(window.scenes) == 1, "Esc closes what is open before it opens the menu"
    window.key(pygame.K_ESCAPE)
    assert len(window.scenes) == 2


def test_the_last_trick_is_shown_on_demand(open_table: Callable[..., Window]) -> None:
    window = open_table(motion="brisk")
    window.to_my_turn()
    assert not window.scene.controls.last.enabled
    while not window.sitting.chronicle().tricks:
        window.click(window.on(next(iter(window.scene.stage.glance.legal))))
        window.tick(0.4)
        window.to_my_turn()
    window.click(window.scene.controls.last.rect.center)
    assert window.scene.last_trick is not None
    window.draw()
    before = window.story
    window.click(window.on(window.scene.stage.glance.own[0]))
    assert window.scene.last_trick is None
    assert window.story == before, "the click only puts it away"
    window.post(pygame.KEYDOWN, key=pygame.K_l, mod=0)
    window.tick(0.6)
    assert window.scene.last_trick is not None
    window.post(pygame.KEYUP, key=pygame.K_l, mod=0)
    assert window.scene.last_trick is None, "a held key lets it go"


def test_a_hint_is_ringed_and_said(open_table: Callable[..., Window]) -> None:
    window = open_table(motion="brisk")
    window.to_my_turn()
    window.click(window.scene.controls.hint.rect.center)
    window.until(lambda: window.scene.hand.hint is not None)
    assert window.scene.words.message[0] == f"Perhaps ~{GAME.face(window.scene.hand.hint or 0)}~"
    window.click(window.on(next(iter(window.scene.stage.glance.legal))))
    assert window.scene.hand.hint is None


def test_a_full_trick_waits_for_a_click_if_that_is_wanted(open_table: Callable[..., Window]) -> None:
    window = open_table(trick_wait="click")
    window.to_my_turn()
    window.click(window.on(next(iter(window.scene.stage.glance.legal))))
    window.until(lambda: window.scene.timeline.waiting)
    said = window.scene.words.message[0]
    assert " it: " in said
    window.tick(5)
    assert window.scene.words.message[0] == said
    window.click((window.scene.layout.cx, window.scene.layout.h * 0.6))
    assert not window.scene.timeline.waiting


def test_no_card_changes_under_the_pointer_when_the_turn_comes(open_table: Callable[..., Window]) -> None:
    window = open_table(motion="brisk")
    window.to_my_turn()
    for _ in range(3):
        window.click(window.on(next(iter(window.scene.stage.glance.legal))))
        window.tick(0.35)
        window.scene.finish()
        if window.mine:
            continue
        hand = window.scene.hand
        spots = [window.on(card) for card in hand.cards]
        under = [hand.at(*spot) for spot in spots]
        window.to_my_turn()
        assert [hand.at(*spot) for spot in spots] == under


def test_computers_play_by_themselves(open_table: Callable[..., Window]) -> None:
    window = open_table(people=(("A", "random"), ("B", "greedy"), ("C", "random")), motion="still")
    window.until(lambda: window.sitting.session.standing.deals == 2, 400)
    assert not window.scored


def test_nothing_happens_by_itself_under_another_scene(open_table: Callable[..., Window]) -> None:
    window = open_table(motion="brisk")
    window.tick(3)
    window.key(pygame.K_ESCAPE)
    menu = window.scenes.top
    assert isinstance(menu, Sheet)
    menu.covers = False
    before = window.story
    window.tick(3)
    assert window.story == before
    window.key(pygame.K_ESCAPE)
    window.to_my_turn()


def test_tab_goes_from_the_hand_to_the_buttons_and_back(open_table: Callable[..., Window]) -> None:
    window = open_table(motion="brisk")
    window.to_my_turn()
    controls = window.scene.controls
    window.key(pygame.K_RIGHT)
    assert window.scene.hand.focus is not None
    window.key(pygame.K_TAB)
    assert controls.widgets.focus is controls.hint
    assert window.scene.hand.focus is None
    window.key(pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert controls.widgets.focus is controls.fan
    assert window.scene.hand.focus in window.scene.stage.glance.legal
    window.key(pygame.K_F6)
    assert controls.widgets.focus is controls.hint


def test_whoever_thinks_long_is_said_to(open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    window = open_table()
    monkeypatch.setattr(window.sitting, "work", lambda: False)
    window.until(lambda: window.sitting.session.deal is not None and not window.scene.timeline.busy, fps=60)
    window.tick(0.5)
    assert window.scene.thinking is None
    window.tick(0.2)
    assert window.scene.thinking == window.sitting.session.turn
    window.draw()


@pytest.mark.parametrize("size", SIZES)
def test_no_face_is_drawn_that_the_person_may_not_see(open_table: Callable[..., Window], size: tuple[int, int]) -> None:
    window = open_table(size=size)
    scene, seen = window.scene, set[str]()

    def look() -> None:
        stage, state = scene.stage, window.sitting.session.state
        if state is None:
            return
        played = {GAME.card_name(action) for _, action in state.story if action < 128}
        mine = {GAME.card_name(card) for card in window.sitting.session.deal.hands[0]}  # type: ignore[union-attr]
        for sprite in stage.all():
            shown = scene.picture.prints.code(sprite)
            seen.add(shown)
            assert shown.startswith("back") or shown in played | mine
        for held in (*stage.backs.values(), stage.loose):
            assert all(sprite.code == "" for sprite in held)

    window.watch = look
    for _ in range(4):
        window.to_my_turn()
        window.draw()
        window.click(window.on(next(iter(scene.stage.glance.legal))))
        window.tick(0.4)
    assert len(seen) > 11


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", [0.8, 2.0])
def test_every_control_is_in_the_window(
    open_table: Callable[..., Window], size: tuple[int, int], text_size: float
) -> None:  # fmt: skip
    window = open_table(size=size, text_size=text_size, motion="still")
    window.to_panel()
    frame = pygame.Rect(0, 0, *size)
    for widget in window.scene.controls.widgets.all:
        if widget.shown:
            assert frame.contains(widget.rect), widget.label
    window.draw()
