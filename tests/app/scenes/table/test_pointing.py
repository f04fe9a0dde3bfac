"""Who points, and who plays by keys: one thing is meant at a time, and it is what is spoken of and what Enter does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from goosetable.app.table import captions, piles
from goosetable.app.table.panels.bid_panel import BidPanel, BidTile
from goosetable.app.table.panels.name_panel import NamePanel
from goosetable.engine.rules.action import Verb, make_action
from tests.app.table_window import Window
from tests.app.test_afresh import laid

Opens = Callable[..., Window]
SIZES = pytest.mark.parametrize(
    ("size", "text"), [((1280, 720), 1.0), ((640, 400), 1.0), ((1280, 720), 2.0), ((900, 900), 1.6)], ids=str
)


def asked(open_table: Opens, game: str, chosen: dict[str, Any], **more: Any) -> Window:
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


@pytest.mark.one_in(2)
@SIZES
@pytest.mark.parametrize(("players", "most"), [(3, 6), (4, 13), (6, 9)])
def test_the_bid_box_follows_the_pointer(
    open_table: Opens, size: tuple[int, int], text: float, players: int, most: int
) -> None:
    one = asked(open_table, "goose", {"players": players, "max_hand": most}, size=size, text_size=text)
    panel, layout = one.panel, one.scene.layout
    assert isinstance(panel, BidPanel)
    hand = min(sprite.rest.y - sprite.rest.height / 2 for sprite in one.scene.hand.sprites)
    for tile in panel.tiles:
        one.point(tile.rect.center)
        assert isinstance(tile, BidTile)
        assert [other for other in panel.tiles if isinstance(other, BidTile) and other.meant] == [tile], "one is brass"
        assert one.focus is tile
        assert panel.do.shown != tile.barred
        tongue = panel.tongue
        assert layout.cloth.x <= tongue.x < tongue.right <= layout.cloth.right
        assert max(other.rect.bottom for other in panel.tiles) < tongue.y
        assert tongue.bottom <= hand + 0.08 * layout.hand_height
        assert tongue.x <= tile.rect.centerx <= tongue.right
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
def test_what_is_meant_is_bid_in_every_way(open_table: Opens, how: str) -> None:
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


def test_keys_take_the_brass_from_the_pointer(open_table: Opens) -> None:
    one = asked(open_table, "goose", {"players": 4, "max_hand": 6})
    panel = one.panel
    assert isinstance(panel, BidPanel)
    one.point(panel.tiles[1].rect.center)
    one.key(pygame.K_RIGHT)
    assert panel.do.label == "Bid 2"
    one.move((panel.tiles[1].rect.centerx + 1, panel.tiles[1].rect.centery), held=False)
    assert panel.do.label == "Bid 2", "a pointer that only trembles means nothing"


@SIZES
def test_the_order_of_the_ranks_follows_the_pointer(open_table: Opens, size: tuple[int, int], text: float) -> None:
    one = asked(open_table, "cross-purposes", {"players": 4}, size=size, text_size=text)
    panel = one.panel
    assert isinstance(panel, NamePanel)
    assert len(panel.tiles) == 17
    for tile in panel.tiles:
        one.point(tile.rect.center)
        assert one.focus is tile
        title = f"With tops {tile.choice.ranking[0]}:" if tile.choice.ranking else "Usual order:"
        assert title in written(one)


# ---------------------------------------------------------------------- the focus


def to_card(one: Window) -> None:
    one.until(lambda: one.mine and one.panel is None)


def test_by_keys_the_nearest_card_has_the_focus_when_the_turn_comes(open_table: Opens) -> None:
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


def test_an_enter_that_ends_what_moves_plays_nothing(open_table: Opens) -> None:
    one = laid(open_table, "goosed", {}, pace="leisurely")
    to_card(one)
    one.key(pygame.K_RIGHT)
    one.key(pygame.K_RETURN)
    before = sum(seat == 0 for seat, _ in one.actions)
    one.until(lambda: one.match.my_turn and one.scene.timeline.busy)
    one.key(pygame.K_RETURN)
    assert sum(seat == 0 for seat, _ in one.actions) == before


def test_the_pointer_raises_no_card_by_itself(open_table: Opens) -> None:
    one = laid(open_table, "goosed", {}, pace="at once")
    to_card(one)
    one.click(one.on(min(one.legal)))
    one.point((one.scene.layout.middle_x, one.scene.layout.h * 0.4))
    one.tick(0.4)
    to_card(one)
    one.tick(0.1)
    assert one.scene.hand.focus is None


@pytest.mark.parametrize("size", [(1280, 720), (640, 400)], ids=str)
def test_a_click_on_the_cloth_gives_the_focus_back_to_the_hand(open_table: Opens, size: tuple[int, int]) -> None:
    one = laid(open_table, "goosed", {}, pace="at once", size=size)
    to_card(one)
    scene = one.scene
    scene.controls.widgets.focus_on(scene.controls.menu)
    one.click((scene.layout.middle_x + 0.3 * scene.layout.cloth_width, scene.layout.h * 0.55))
    assert scene.controls.widgets.focus is scene.controls.fan
    one.key(pygame.K_RIGHT)
    assert scene.hand.focus in scene.stage.snapshot.legal


def test_a_click_on_the_cloth_gives_the_focus_back_to_the_choices(open_table: Opens) -> None:
    one = asked(open_table, "goose", {"players": 3, "max_hand": 5})
    scene = one.scene
    scene.controls.widgets.focus_on(scene.controls.menu)
    one.click((scene.layout.middle_x, 30.0))
    assert scene.panel is not None
    assert scene.controls.widgets.focus in scene.panel.tiles


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("size", "text"), [((1280, 720), 2.0), ((1280, 720), 1.0), ((1000, 700), 1.6)], ids=str)
@pytest.mark.parametrize(("game", "chosen"), [("goosed", {}), ("fools-gold", {"players": 4})])
def test_what_a_card_would_do_never_covers_the_trumps(
    open_table: Opens, game: str, chosen: dict[str, Any], size: tuple[int, int], text: float, monkeypatch: pytest.MonkeyPatch
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
        one.scene.turn.act(choose.choice(list(shown.legal.values())))
    assert tags
