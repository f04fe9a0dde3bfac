"""Marks of the deal before go to other seats when cards are dealt, and it is said why; the card turned up makes way."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from goosetable.app.table import piles
from goosetable.app.table.piles import turned_card_text
from goosetable.engine.rules.event import TURNED_KIND
from goosetable.games.goose.rules import Goose, GooseOptions
from tests.app.table_window import CODE, Window

PEOPLE = (("Gooseberry", "human"), ("Ann", "random"), ("Ben", "random"))


def lay(open_table: Callable[..., Window], **more: object) -> Window:
    return open_table(game=Goose(), options=GooseOptions(players=3, max_hand=2), people=PEOPLE, code=CODE, **more)


def test_who_becomes_goose_and_ass_is_said_while_the_badges_go_there(open_table: Callable[..., Window]) -> None:
    window = lay(open_table, pace="leisurely")
    assert not window.scene.stage.marks
    for _ in range(40):
        window.until(lambda: window.mine or window.scored)
        if window.scored:
            break
        window.scene.perform(window.match.present_view().legal[0], by_person=True)
    heard: list[tuple[str, int]] = []
    window.watch = lambda: heard.append((window.scene.stage.event_text, len(window.scene.stage.marks)))
    sounds: list[str] = []
    window.scene.stage.sound = sounds.append
    window.key(pygame.K_RETURN)
    window.until(lambda: window.mine)
    badges = [badge for badge in window.shown.facts.badges if badge.seat is not None]
    assert badges
    assert {(mark.kind, mark.seat) for mark in window.scene.stage.marks} == {(badge.kind, badge.seat) for badge in badges}
    told = next(words for words, _ in heard if "total" in words or "nobody" in words or "level" in words)
    assert all(badge.why in told for badge in badges)
    assert all(badge.why in window.shown.log for badge in badges)
    assert ("up" if "goose" in {badge.kind for badge in badges} else "down") in sounds, "two notes for the honour and the shame"


def test_the_card_turned_up_is_large_for_the_bids_and_small_for_the_play(open_table: Callable[..., Window]) -> None:
    window = lay(open_table, pace="leisurely")
    sizes = []
    for _ in range(40):
        window.until(lambda: window.mine or window.scored)
        if window.scored:
            break
        stage, shown = window.scene.stage, window.shown
        (pile,) = [pile for pile in stage.shown_piles if pile.kind is TURNED_KIND]
        sizes.append((bool(turned_card_text(shown)), stage.shown_piles[pile][0].rest.height))
        assert bool(piles.pile_labels(stage.layout, shown)) == bool(turned_card_text(shown))
        window.scene.perform(window.match.present_view().legal[0], by_person=True)
    large = {height for bidding, height in sizes if bidding}
    small = {height for bidding, height in sizes if not bidding}
    assert len(large) == len(small) == 1
    assert max(large) > 1.2 * max(small)


@pytest.mark.parametrize("size", [(640, 400), (700, 500), (640, 800)])
def test_in_a_narrow_window_the_egg_lies_at_the_portrait_of_its_owner(
    open_table: Callable[..., Window], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_table(size=size, people=PEOPLE, code=CODE)
    window.to_my_turn()
    scene, drawn = window.scene, list[tuple[str, float, float]]()
    assert scene.stage.snapshot.dealer == 0 == window.match.me
    canvas, egg = window.context.canvas, scene.stage.egg
    monkeypatch.setattr(canvas, "draw_portrait", lambda who, x, y, *more, **named: drawn.append((who, x, y)))
    window.draw()
    size_of = scene.layout.mark_size
    assert egg is not None
    assert any(
        who == scene.portraits[0] and abs(x - egg.x) < size_of / 2 and abs(y - egg.y) < 1.2 * size_of for who, x, y in drawn
    )
