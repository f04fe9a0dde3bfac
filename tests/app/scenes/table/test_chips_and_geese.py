"""What cards are called is seen before any is meant, and chips lie in the middle until somebody has them."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from goosetable import cards, games
from goosetable.app.render.card_images import GOOSE
from goosetable.engine.rules.event import TURNED
from tests.app.table_window import Window

PEOPLE = (("Gooseberry", "human"), ("Ann", "random"), ("Ben", "random"), ("Cleo", "random"))


@pytest.mark.usefixtures("pixels")
def test_the_geese_in_the_hand_are_seen_before_any_is_meant(open_table: Callable[..., Window]) -> None:
    window = open_table(game=games.find_game("goosed"), people=PEOPLE, code="7Q4KM2XD9TBR")
    window.to_my_turn()
    scene = window.scene
    scene.hand.focus_card(None)
    window.draw()
    queue = scene.picture.image_queue
    shown = {card: queue.visible_side_code(sprite) for card, sprite in zip(scene.hand.cards, scene.hand.sprites, strict=True)}
    assert any(cards.RANKS[cards.rank(card)] == "4" for card in shown)
    for card, code in shown.items():
        assert code.endswith(GOOSE) == (cards.RANKS[cards.rank(card)] == "4")
    for height in (60, 160):
        plain, marked = (queue.faces.plain_card(code, height) for code in ("4S", "4S" + GOOSE))
        assert pygame.image.tobytes(plain, "RGBA") != pygame.image.tobytes(marked, "RGBA")


@pytest.mark.parametrize("size", [(640, 400), (1280, 720)])
def test_chips_lie_in_the_middle_until_somebody_has_them(open_table: Callable[..., Window], size: tuple[int, int]) -> None:
    window = open_table(game=games.find_game("goosed"), people=PEOPLE, code="7Q4KM2XD9TBR", size=size, pace="brisk")
    counts = []

    def look() -> None:
        marks, stage = window.scene.stage.marks, window.scene.stage
        if not window.scene.timeline.busy and window.match.session.deal is not None:
            counts.append((len([mark for mark in marks if mark.seat < 0]), len(stage.snapshot.facts.chips)))
            held = sum(mark.kind == "redfox" for mark in marks)
            assert held >= 1 or stage.snapshot.facts.chips == ()

    window.watch = look
    for _ in range(40):
        window.to_my_turn()
        if window.scored:
            break
        window.scene.perform(min(window.legal.values()), by_person=True)
        window.tick(0.3)
    assert all(lying == left for lying, left in counts)
    assert counts[0][1] == 2
    assert counts[-1][1] == 0


@pytest.mark.usefixtures("pixels")
def test_what_is_for_sale_has_a_frame_before_it_is_there_and_no_block(open_table: Callable[..., Window]) -> None:
    window = open_table(game=games.find_game("throps"), people=PEOPLE[:3], pace="leisurely")
    brass = pygame.Color(window.context.canvas.theme.brass)
    seen = 0
    for _ in range(400):
        window.tick(0.05)
        stage = window.scene.stage
        if not any(heap.pile == TURNED for heap in stage.snapshot.shown_piles):
            continue
        lying = stage.shown_piles.get(TURNED, [])
        if lying and not any(sprite.flying or sprite.hidden for sprite in lying):
            break
        window.draw()
        place = lying[0].rest if lying else None
        if place is not None:
            seen += 1
            assert window.context.canvas.dst.get_at((round(place.x), round(place.y))) != brass
    assert seen
