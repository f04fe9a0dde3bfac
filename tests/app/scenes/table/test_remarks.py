"""Remarks and the goose at the table, and what happened in the deal, told when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pygame
import pytest

from goosetable import games
from goosetable.app.match.match import Match
from goosetable.app.render.geometry import Area
from goosetable.app.render.text import without_marks
from goosetable.app.scenes.table.messages import Remarks
from goosetable.app.table import auction
from goosetable.app.table.reactions import fit_bubble
from goosetable.app.table.remarks import LASTS, OFTEN, Remark
from goosetable.engine.rules.action import GIVE
from tests.app.stage_play import SOME
from tests.app.table_window import Window
from tests.narrowing import present

NAMES = ("You", "Vesper", "Dorothea", "Minim", "Pip", "Saffron")


def goose(window: Window) -> None:
    """The person gives a trick to the opponent at the left, by a key, and it is seen."""
    window.to_panel()
    panel = present(window.panel)
    tile = next(tile for tile in panel.tiles if tile.choice.action == GIVE + 1)
    window.click(tile.rect.center)
    window.tick(1 / 60)
    assert window.actions[-1] == (0, GIVE + 1)
    window.until(lambda: window.scene.stage.honk is not None, 0.2, 60)


def picture(window: Window) -> bytes:
    window.draw()
    return pygame.image.tobytes(window.context.canvas.dst, "RGB")


@pytest.mark.one_in(2)
@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("how", ["key", "click"])
def test_a_goosing_is_seen_until_any_input(open_table: Callable[..., Window], how: str) -> None:
    window = open_table(pace="leisurely", remarks=False)
    goose(window)
    stage = window.scene.stage
    before = picture(window)
    honk = stage.honk
    assert honk is not None and honk.seat == 1
    window.until(lambda: honk.is_beak_open, 1, 60)
    assert picture(window) != before
    window.key(pygame.K_F6) if how == "key" else window.click((window.scene.layout.middle_x, window.scene.layout.h * 0.45))
    assert stage.honk is None and not stage.timeline.has_beats
    window.settle()
    assert stage.picture_state() == window.fresh().picture_state()


def test_it_never_holds_up_the_turn(open_table: Callable[..., Window]) -> None:
    """The next to act does as soon as the cards have gone, whether or not the goose has."""
    window = open_table(pace="brisk")
    goose(window)
    stage = window.scene.stage
    length = 0.0
    while stage.timeline.has_beats:
        window.tick(1 / 60)
        length += 1 / 60
    other = open_table(pace="brisk")
    other.scene.animations.heard = lambda: setattr(other.scene.stage, "honk", None)
    other.to_panel()
    other.scene.act(GIVE + 1)
    plain = 0.0
    while other.scene.stage.timeline.has_beats:
        other.tick(1 / 60)
        plain += 1 / 60
    assert length <= plain + 0.05


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("settings", [{"still": True}, {"pace": "at once"}])
def test_where_nothing_moves_there_is_a_still_sign(open_table: Callable[..., Window], settings: dict[str, Any]) -> None:
    window = open_table(remarks=False, **settings)
    window.to_panel()
    scene = window.scene
    scene.act(GIVE + 1)
    scene.update(0.0)
    honk = scene.stage.honk
    assert honk is not None and honk.still
    seen = []
    for _ in range(5):
        scene.stage.update(0.05)
        window.draw()
        at = present(scene.stage.seat_place(1))
        part = pygame.Rect(round(at.x - at.d / 2), round(at.y - at.d / 2), round(at.d), round(at.d))
        seen.append(pygame.image.tobytes(window.context.canvas.dst.subsurface(part), "RGB"))
    assert len(set(seen)) == 1
    scene.stage.update(1.0)
    assert scene.stage.honk is None


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("name", "options", "size", "text"),
    [
        ("gooseberry-fool", {}, (1280, 720), 1.0),
        ("gooseberry-fool", {}, (640, 400), 1.0),
        ("gooseberry-fool", {}, (1280, 720), 2.0),
        ("goose", {"players": 6, "max_hand": 3}, (1280, 720), 1.0),
        ("goose", {"players": 6, "max_hand": 3}, (900, 900), 1.6),
        ("goosed", {}, (640, 400), 1.0),
        ("gops", {}, (1280, 720), 1.0),
        ("gops", {"players": 3}, (1280, 720), 1.0),
        ("gops", {"players": 3}, (640, 400), 1.0),
        ("gops", {"players": 3}, (1920, 1080), 2.0),
        ("throps", {}, (1280, 720), 1.0),
        ("fools-gold", {"players": 4}, (1280, 720), 1.0),
    ],
)
def test_a_remark_covers_nothing_as_long_as_it_is_seen(
    open_table: Callable[..., Window], name: str, options: dict[str, Any], size: tuple[int, int], text: float
) -> None:
    game = games.find_game(name)
    chosen = game.Options(**options)
    people = tuple((NAMES[i], "random" if i else "human") for i in range(game.seats(chosen)))
    window = open_table(people=people, game=game, options=chosen, size=size, text_size=text, pace="brisk")
    scene, layout = window.scene, window.scene.layout
    remarks, seen = scene.picture.remarks, 0
    for seat in range(1, layout.seats):
        window.to_my_turn()
        if window.scored:
            break
        remarks.remark, remarks._left, remarks._sought = Remark(seat, "I shall remember this over supper."), LASTS, None
        for step in range(4):
            window.tick(0.2)
            window.draw()
            area = remarks.area
            if area is None or window.scored:
                continue
            seen += 1
            assert not area.overlaps(Area(*scene.messages.place)), (seat, step)
            assert scene.panel is None or not area.overlaps(scene.panel.area)
            places = [layout.seat(i) for i in range(layout.opponent_count)] + (
                [layout.own_seat] if layout.own_seat is not None else []
            )
            assert not any(area.overlaps(place.plate) for place in places)
            lying = (sprite for sprite in scene.stage.sprites_in_order() if not sprite.hidden and not sprite.flying)
            inner = area._replace(x=area.x + 1, y=area.y + 1, w=area.w - 2, h=area.h - 2)
            for sprite in lying:
                assert not sprite.pose.contains_point(*inner.centre) and not inner.contains_point(
                    (sprite.pose.x, sprite.pose.y)
                ), sprite.key
            if step == 1 and scene.panel is None and scene.stage.snapshot.mine and scene.stage.snapshot.legal:
                scene.act(next(iter(scene.stage.snapshot.legal.values())))
    assert seen


def said(window: Window, deals: int = 3, reopens: bool = False) -> list[Remark]:
    """What is said in some deals that are played at once. reopens: the person leaves and comes back at each turn."""
    found: list[Remark] = []

    def look() -> None:
        remark = window.scene.picture.remarks.remark
        if remark is not None and (not found or found[-1] is not remark):
            found.append(remark)

    window.watch = look
    for _ in range(400):
        window.to_my_turn()
        if window.match.session.standing.deals >= deals:
            break
        if window.scored:
            window.key(pygame.K_RETURN)
            window.tick(0.1)
        elif window.panel is not None:
            window.scene.act(GIVE + 1)
        else:
            window.scene.act(min(window.legal.values()))
        window.tick(0.1)
        if reopens and not window.scored:
            window.reopen()
    return found


def test_remarks_are_the_same_for_the_same_game_and_none_when_they_are_off(open_table: Callable[..., Window]) -> None:
    first = said(open_table(pace="at once"), 2)
    assert first and all(remark.seat in (1, 2) for remark in first)
    assert said(open_table(pace="at once"), 2) == first
    assert said(open_table(pace="at once", remarks=False), 2) == []


def test_one_a_deal_also_where_the_table_is_left_and_opened_again(
    open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    for occasion in OFTEN:
        monkeypatch.setitem(OFTEN, occasion, 100)
    found = said(open_table(pace="at once"), reopens=True)
    assert 2 <= len(found) <= 3
    assert all(one.words != two.words for one, two in pairwise(found))


def test_a_remark_goes_after_a_moment_or_when_a_curtain_hangs(
    open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_table(pace="brisk")
    window.to_my_turn()
    remarks = window.scene.picture.remarks
    for hangs in (False, True):
        remarks.remark, remarks._left, remarks._sought = Remark(1, "Noted."), LASTS, None
        window.tick(LASTS - 0.2)
        window.draw()
        assert remarks.remark is not None and remarks.area is not None
        if hangs:
            monkeypatch.setattr(Match, "is_covered", property(lambda match: True))
            window.draw()
            assert remarks.area is None
            window.tick(1 / 60)
        else:
            window.tick(0.3)
        assert remarks.remark is None


def test_a_remark_waits_until_the_goose_has_gone(open_table: Callable[..., Window]) -> None:
    window = open_table(pace="leisurely")
    goose(window)
    stage, remarks = window.scene.stage, window.scene.picture.remarks
    remarks.remark, remarks._left, remarks._sought = Remark(1, "Noted."), LASTS, None
    window.tick(0.05)
    window.draw()
    assert stage.honk is not None and remarks.area is None
    window.until(lambda: stage.honk is None, 2, 60)
    window.tick(1 / 60)
    window.draw()
    assert remarks.remark is not None and remarks.area is not None and remarks._left > LASTS - 0.2


def test_nothing_is_said_in_a_lesson(open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    for occasion in OFTEN:
        monkeypatch.setitem(OFTEN, occasion, 100)
    window = open_table(pace="at once")
    window.to_panel()
    before = Remarks(window.scene, window.scene.messages), Remarks(window.scene, window.scene.messages)
    window.scene.act(GIVE + 1)
    for guided, remarks in zip((True, False), before, strict=True):
        monkeypatch.setattr(window.scene, "is_guided", guided)
        remarks.look_for_remark()
        assert (remarks.remark is None) == guided


@pytest.mark.one_in(3)
@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1000, 700), (1000, 1000), (640, 400), (640, 800)])
@pytest.mark.parametrize("players", [2, 3])
def test_every_row_of_open_hands_has_a_place_for_a_remark(
    open_table: Callable[..., Window], players: int, size: tuple[int, int], text: float
) -> None:
    """Also the upper of two, at whose medallion there is none: between what lies in the middle, with the portrait."""
    game = games.find_game("gops")
    people = tuple((NAMES[i], "random" if i else "human") for i in range(players))
    window = open_table(people=people, game=game, options=game.Options(players=players), size=size, text_size=text)
    window.to_my_turn()
    stage = window.scene.stage
    layout = stage.layout
    for seat in range(1, players):
        found = present(fit_bubble(window.context.canvas, stage, seat, "I never liked that one."))
        area = found.place.area
        taken = [
            auction.offer_mat_area(layout, 1),
            *auction.occupied_areas(layout)[1:],
            *(layout.rows.area(i) for i in range(layout.opponent_count)),
        ]
        assert not any(area.overlaps(other) for other in taken)
        assert not any(sprite.rest.area().overlaps(area) for sprite in stage.sprites_in_order() if not sprite.hidden)
        assert layout.rim < area.x and area.right < layout.cloth_width - layout.rim


# ---------------------------------------------------------------------- the story of the deal

TWELVE = ("You", "Ann", "Ben", "Cyd", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim", "Kim")


def laid(open_table: Callable[..., Window], name: str, chosen: dict[str, Any], **more: Any) -> Window:
    """A table in the middle of its first deal, at the person's turn."""
    game = games.find_game(name)
    options = game.Options(**chosen)
    people = tuple((TWELVE[i], "random" if i else "human") for i in range(game.seats(options)))
    window, chance = open_table(game=game, options=options, people=people, pace="at once", **more), Random(4)
    while len(window.match.log_lines()) < 4:
        window.to_my_turn()
        window.scene.perform(chance.choice(list(window.match.session.legal())), by_person=True)
    window.to_my_turn()
    return window


def written(window: Window, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every line that is written, as it is read."""
    found: list[str] = []
    canvas, rich, put = window.context.canvas, window.context.canvas.draw_rich_line, window.context.canvas.draw_plain_text

    def kept(s: str, *more: Any, **named: Any) -> float:
        found.append(without_marks(s))
        return rich(s, *more, **named)

    def plain(s: str, *more: Any, **named: Any) -> Any:
        found.append(s)
        return put(s, *more, **named)

    monkeypatch.setattr(canvas, "draw_rich_line", kept)
    monkeypatch.setattr(canvas, "draw_plain_text", plain)
    window.draw_anew()
    monkeypatch.undo()
    return " ".join(found)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "chosen"), SOME)
def test_a_key_and_a_button_tell_what_happened(
    open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch, name: str, chosen: dict[str, Any]
) -> None:
    window = laid(open_table, name, chosen)
    if window.scored:
        return
    last = [without_marks(line) for line in window.shown.log[-3:]]
    story = window.scene.controls.story
    assert story.shown and story in window.scene.controls.widgets.all
    before = written(window, monkeypatch)
    window.key(pygame.K_w)
    told = written(window, monkeypatch)
    assert all(line in told for line in last)
    assert "Game so far" not in told
    area = window.scene.layout.ledger_area
    assert window.scene.layout.cloth_width <= area.x, "it lies beside the cloth"
    window.click(story.rect.center)
    assert written(window, monkeypatch) == before


@pytest.mark.one_in(2)
@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize(("name", "chosen"), [("goose", {"players": 4}), ("goosed", {}), ("gops", {"players": 3})])
def test_in_a_small_window_it_is_told_over_the_table(
    open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch, name: str, chosen: dict[str, Any], text: float
) -> None:
    window = laid(open_table, name, chosen, size=(640, 400), text_size=text)
    last = [without_marks(line) for line in window.shown.log[-3:]]
    window.key(pygame.K_w)
    assert window.scene.sidebar_open
    assert all(line in written(window, monkeypatch) for line in last)
    window.key(pygame.K_ESCAPE)
    assert not window.scene.sidebar_open
    window.click(window.scene.controls.strip.rect.center)
    assert window.scene.sidebar_open and not window.scene.sidebar.shows_log, "the strip opens the figures"
    window.click(window.scene.controls.story.rect.center)
    assert all(line in written(window, monkeypatch) for line in last)


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
def test_every_button_in_the_head_of_the_sidebar_is_drawn(
    open_table: Callable[..., Window], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    window = open_table(pace="at once", size=size)
    while not window.scored:
        window.to_my_turn()
        if not window.scored:
            window.scene.perform(window.match.session.legal()[0], by_person=True)
    window.key(pygame.K_RETURN)
    window.to_my_turn()
    if window.scene.layout.compact:
        window.click(window.scene.controls.strip.rect.center)
    heads = [button for button in window.scene.controls.head_buttons if button.shown]
    assert window.scene.controls.sheet in heads and window.scene.controls.story in heads
    drawn: list[str] = []
    for button in heads:
        monkeypatch.setattr(button, "draw", lambda canvas, focused, label=button.label: drawn.append(label))
    window.draw_anew()
    assert drawn == [button.label for button in heads]
