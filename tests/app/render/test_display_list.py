"""Only what looks different is painted, and the picture is the one that painting everything would give."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pygame
import pytest

from goosetable.app.render.canvas import Canvas, with_fade_opacity
from goosetable.app.render.display_list import DisplayList, Layer, Repainter, join_boxes
from goosetable.app.skins.theme import Theme

pytestmark = pytest.mark.usefixtures("painted")
SIZE = (320, 240)


def ground() -> pygame.Surface:
    found = pygame.Surface(SIZE)
    for y in range(SIZE[1]):
        found.fill((y, 90, 255 - y), (0, y, SIZE[0], 1))
    return found


def sheet(chance: Random) -> pygame.Surface:
    w, h = chance.randrange(2, 90), chance.randrange(2, 90)
    found = pygame.Surface((w, h), pygame.SRCALPHA)
    found.fill([chance.randrange(256) for _ in range(4)])
    pygame.draw.circle(found, [chance.randrange(256) for _ in range(4)], (w // 2, h // 2), min(w, h) // 2)
    return found.premul_alpha()


def whole(picture: DisplayList) -> bytes:
    """What comes of painting every step."""
    dst = pygame.Surface(picture.get_size())
    for step in picture.steps:
        dst.set_clip(step.cut)
        step.paint(dst)
    return dst.get_buffer().raw


@pytest.mark.parametrize("seed", range(12))
def test_any_picture_after_any_other_looks_as_if_painted_whole(display: pygame.Surface, seed: int) -> None:
    chance, dst, repainter = Random(seed), pygame.Surface(SIZE), Repainter()
    canvas, floor, sheets = Canvas(dst, Theme()), ground(), [sheet(chance) for _ in range(12)]
    lying = [(chance.choice(sheets), (chance.randrange(-40, 320), chance.randrange(-40, 240))) for _ in range(20)]
    painted = 0
    for step in range(60):
        match chance.randrange(5):
            case 0:
                lying.append(lying.pop(chance.randrange(len(lying))))
            case 1:
                chance.shuffle(lying)
            case 2:
                lying.pop()
            case _:
                lying.append((chance.choice(sheets), (chance.randrange(-40, 320), chance.randrange(-40, 240))))
        picture = repainter.begin_picture(dst)
        canvas.dst = picture
        picture.blit(floor, (0, 0))
        for i, (one, pos) in enumerate(lying):
            if i % 7 == 3:
                with canvas.clipped_to(pygame.Rect(step % 9, 20, 200, 150)):
                    picture.blit(one, pos, (3, 5, 40, 30), pygame.BLEND_PREMULTIPLIED)
            elif i % 7 == 5:
                canvas.draw_smooth_lines("#ffcc00", (pos, (160, 120 + step % 4)))
                canvas.draw_polygon("#00ccff", (pos, (160, 120), (160, 140 + step % 3)))
            else:
                picture.fblits([(one, pos)], pygame.BLEND_PREMULTIPLIED)
        if step % 6 == 1:
            canvas.draw_veil("#203040", 0.3 + 0.1 * (step % 2))
            canvas.dim_table(0.35)
        parts = repainter.paint(picture)
        assert dst.get_buffer().raw == whole(picture)
        assert dst.get_clip() == dst.get_rect()
        painted += sum(part.w * part.h for part in parts)
    assert painted < 60 * SIZE[0] * SIZE[1]


@pytest.mark.parametrize("seed", range(4))
def test_a_fade_that_is_painted_ahead_looks_as_if_painted_whole(display: pygame.Surface, seed: int) -> None:
    chance, dst, repainter = Random(seed), pygame.Surface(SIZE), Repainter()
    canvas, floor, sheets = Canvas(dst, Theme()), ground(), [sheet(chance) for _ in range(12)]
    dst.fill("#803020")
    ahead: Iterator[None] = iter(())
    before, laid = canvas.copy_of_screen(), 0
    for step, alpha in enumerate((255, 255, 163, 163, 92, 92, 41, 41, 10, 10, 0, 0)):
        picture = repainter.begin_picture(dst)
        canvas.dst = picture
        picture.blit(floor, (0, 0))
        for i, one in enumerate(sheets):
            picture.fblits([(one, (20 * i, 15 * i + (step if i == 5 else 0)))], pygame.BLEND_PREMULTIPLIED)
        if step > 6:
            canvas.draw_smooth_lines("#ffcc00", ((10, 10), (160, 120 + step % 4)))
        if alpha:
            canvas.draw_faded_picture(before, alpha)
        parts = repainter.paint(picture)
        assert dst.get_buffer().raw == whole(picture)
        laid += parts != [dst.get_rect()] and repainter.painted == SIZE[0] * SIZE[1]
        if step % 2 == 0 and alpha:
            following = {255: 163, 163: 92, 92: 41, 41: 10, 10: 0}[alpha]
            ahead = repainter.paint_ahead(with_fade_opacity(picture, following))
        for _ in range(chance.randrange(3)):
            next(ahead, None)
    assert laid


def test_the_same_picture_again_paints_nothing(display: pygame.Surface) -> None:
    dst, repainter, floor, card = pygame.Surface(SIZE), Repainter(), ground(), sheet(Random(1))
    for left in (10, 10, 14, 14):
        picture = repainter.begin_picture(dst)
        picture.blit(floor, (0, 0))
        picture.blit(card, (left, 30), None, pygame.BLEND_PREMULTIPLIED)
        parts = repainter.paint(picture)
        if left == 10 and repainter.painted == 0:
            assert parts == []
    assert parts == [] and repainter.painted == 0


def test_only_what_moved_is_painted(display: pygame.Surface) -> None:
    dst, repainter, floor = pygame.Surface(SIZE), Repainter(), ground()
    cards = [pygame.Surface((20, 30)) for _ in range(3)]
    for x in (10, 200):
        picture = repainter.begin_picture(dst)
        picture.blit(floor, (0, 0))
        picture.blit(cards[0], (x, 10))
        picture.blit(cards[1], (100, 200))
        parts = repainter.paint(picture)
    assert sorted(map(tuple, parts)) == [(10, 10, 20, 30), (200, 10, 20, 30)] or repainter.painted < 12_000
    assert not any(part.colliderect((100, 200, 20, 30)) for part in parts)


def test_a_row_that_closes_under_a_card_that_flies_is_one_part_and_the_card_another(display: pygame.Surface) -> None:
    row = [pygame.Rect(10 + 25 * i + shift, 160, 60, 75) for i in range(9) for shift in (0, 4)]
    flight = [pygame.Rect(110, 40, 60, 75), pygame.Rect(114, 90, 60, 75)]
    boxes = [box for pair in zip(row, flight * 9, strict=True) for box in pair]
    parts = join_boxes(
        [pygame.Rect(8 * box.x, 8 * box.y, 8 * box.w, 8 * box.h) for box in boxes], DisplayList(pygame.Surface(SIZE))
    )
    assert sorted(map(tuple, parts)) == [(80, 1280, 2112, 600), (880, 320, 512, 1000)]


def test_without_a_ground_and_after_a_loss_everything_is_painted(display: pygame.Surface) -> None:
    dst, repainter, floor = pygame.Surface(SIZE), Repainter(), ground()
    for _ in range(2):
        picture = repainter.begin_picture(dst)
        picture.blit(sheet(Random(2)), (5, 5), None, pygame.BLEND_PREMULTIPLIED)
        assert repainter.paint(picture) == [dst.get_rect()], "what shows through is unknown"
    for lost in (True, False, True):
        picture = repainter.begin_picture(dst)
        picture.blit(floor, (0, 0))
        repainter.paint(picture)
        if lost:
            dst.fill("red")
            repainter.forget_picture()
        picture = repainter.begin_picture(dst)
        picture.blit(floor, (0, 0))
        assert repainter.paint(picture) == ([dst.get_rect()] if lost else [])
        assert dst.get_buffer().raw == floor.get_buffer().raw
    other = pygame.Surface(SIZE)
    picture = repainter.begin_picture(other)
    picture.blit(floor, (0, 0))
    assert repainter.paint(picture) == [other.get_rect()], "another surface has not been painted yet"


def test_a_layer_is_recorded_once_for_each_key(display: pygame.Surface) -> None:
    dst, layer, floor, drawn = pygame.Surface(SIZE), Layer(), ground(), []
    canvas = Canvas(dst, Theme())

    def draw() -> None:
        drawn.append(0)
        canvas.dst.blit(floor, (0, 0))

    for key in ("a", "a", "b", "b"):
        picture = DisplayList(dst)
        canvas.dst = picture
        canvas.draw_layer(layer, key, draw)
        assert len(picture.steps) == len(picture.boxes) == 1
    assert len(drawn) == 2
    layer.forget_steps()
    canvas.draw_layer(layer, "b", draw)
    assert len(drawn) == 3
    canvas.dst = dst
    canvas.draw_layer(layer, "b", draw)
    assert len(drawn) == 4, "on a surface everything is drawn"


def test_a_list_stands_for_its_surface(display: pygame.Surface) -> None:
    dst = pygame.Surface(SIZE)
    dst.fill("#123456")
    picture = DisplayList(dst)
    assert picture.get_size() == (picture.get_width(), picture.get_height()) == SIZE
    assert picture.get_rect() == dst.get_rect() and picture.get_rect(center=(0, 0)) == dst.get_rect(center=(0, 0))
    canvas = Canvas(picture, Theme())
    assert canvas.copy_of_screen().get_at((7, 7)) == dst.get_at((7, 7))
    picture.set_clip(pygame.Rect(-5, -5, 20, 20))
    assert picture.get_clip() == pygame.Rect(0, 0, 15, 15)
    picture.blit(ground(), (50, 50))
    assert not picture.steps, "what cannot be seen is no step"
    picture.set_clip(None)
    picture.fill("#654321")
    Repainter().paint(picture)
    assert dst.get_at((300, 200))[:3] == (0x65, 0x43, 0x21)
