"""Reactions of characters at the table: remarks in bubbles, and the honking goose. Each is drawn in a free place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import pi, sin
from typing import Final, Literal, NamedTuple

import pygame

from goosetable.app.art import svg
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import RATIO, Area, Place, Point, SeatPlace
from goosetable.app.table import auction, seats
from goosetable.app.table.metrics import focused_card_top
from goosetable.app.table.stage import WALKS, Honk, Stage
from goosetable.app.table.table_layout import (
    Layout,
    area_above_hand,
    bid_place,
    message_room,
    opponent_open_cards_area,
    own_open_cards_area,
    stock_and_offer_places,
)
from goosetable.app.ui.tween import FRAME, in_out_quad, interpolate, out_quad

Side = Literal["left", "right", "above", "below", "apart"]
SHIFTS: Final = tuple(sign * step / 10 for step in range(10) for sign in (-1, 1))
"""Shifts of a bubble along the medallion that are tried, as parts of the largest shift."""


ASIDE: Final = 0.22
"""Additional distance from the medallion that is tried too, to avoid badges and egg, in diameters of the medallion."""
PILL: Final = 10.0
"""Half the width that is kept free for a message, as a multiple of half the message's height."""


class FreePlace(NamedTuple):
    """A free place, and the side of the medallion on which it is; "apart" for a place in the middle of the table."""

    area: Area
    side: Side


def free_place(stage: Stage, seat: int, sizes: Sequence[tuple[float, float]], gap: float) -> FreePlace | None:
    """Returns a free place beside the medallion of a seat, for the first of these sizes that fits. gap: distance from the
    medallion in pixels.

    Returns None if no size fits, or if the seat has no medallion.
    """
    at = stage.seat_place(seat)
    return None if at is None else _find_free_place(stage.layout, at, tuple(sizes), gap, areas_of_cards(stage))


@lru_cache(8)
def _find_free_place(
    layout: Layout, place: SeatPlace, sizes: tuple[tuple[float, float], ...], gap: float, taken_areas: tuple[Area, ...]
) -> FreePlace | None:
    edge = layout.rim + 4 * layout.u
    inside = Area(edge, layout.top + edge, layout.cloth_width - 2 * edge, layout.h - layout.top - 2 * edge)
    taken = [*_areas_always_taken(layout), *taken_areas]
    for w, h in sizes:
        for found in _places_at_medallion(layout, place, w, h, gap):
            area = found.area
            within = area.x >= inside.x and area.y >= inside.y and area.right <= inside.right and area.bottom <= inside.bottom
            if within and not any(area.overlaps(other) for other in taken):
                return found
    return None


def free_place_in_middle(stage: Stage, w: float, h: float) -> FreePlace | None:
    """Returns the highest free place in the middle of a table with rows of open cards; None if there is none. It is used if no
    place at a medallion is free.
    """
    layout = stage.layout
    if not layout.needs.rows:
        return None
    gap, half = 5 * layout.u, layout.message_height / 2
    pill = Area(layout.message_x - PILL * half, layout.message_y - half, 2 * PILL * half, 2 * half)
    found = [*auction.occupied_areas(layout)[1:], auction.offer_mat_area(layout, max(1, stage.offered)), pill]
    taken = [area for area in found if area.h > 0]
    taken += [] if layout.own_seat is None else [layout.own_seat.area()]
    top, bottom = layout.rows.bottom + gap, layout.message_y + half
    lefts = [layout.rim + 2 * gap, *(area.right + gap for area in taken)]
    tops = [top, bottom - h, *(area.bottom + gap for area in taken)]
    for y in sorted(tops):
        for x in sorted(lefts):
            area, around = Area(x, y, w, h), Area(x - gap / 2, y - gap / 2, w + gap, h + gap)
            inside = area.right <= layout.cloth_width - layout.rim - gap and top <= y and area.bottom <= bottom
            if inside and not any(around.overlaps(other) for other in taken):
                return FreePlace(area, "apart")
    return None


def _places_at_medallion(layout: Layout, place: SeatPlace, w: float, h: float, gap: float) -> Iterator[FreePlace]:
    r, box = place.d / 2, place.area()
    inner: Side = "right" if place.x < layout.middle_x else "left"
    outer: Side = "left" if inner == "right" else "right"
    sides: tuple[Side, ...] = (inner, outer, "below", "above")
    for away in (gap, gap + ASIDE * place.d):
        for side in sides if away == gap else sides[:2]:
            for shift in SHIFTS:
                if side in ("left", "right"):
                    y = place.y - h / 2 + shift * (r + h / 2 - 4)
                    x = place.x - r - away - w if side == "left" else place.x + r + away
                else:
                    x = place.x - w / 2 + shift * (r + w / 2 - 4)
                    y = box.y - gap - h if side == "above" else box.bottom + gap
                yield FreePlace(Area(x, y, w, h), side)


@lru_cache(64)
def _areas_always_taken(layout: Layout) -> tuple[Area, ...]:
    places = [layout.seat(i) for i in range(layout.opponent_count)] + ([layout.own_seat] if layout.own_seat is not None else [])
    found = [area for place in places for area in (_square_around(place.x, place.y, place.d), place.plate)]
    found += [layout.trick_card_place(i).area() for i in (None, *range(layout.opponent_count))]
    found += [bid_place(layout, i).area() for i in (None, *range(layout.opponent_count))]
    found += [own_open_cards_area(layout), area_above_hand(layout)]
    if layout.needs.windows or layout.needs.later or layout.needs.market:
        found += [opponent_open_cards_area(layout, i) for i in range(layout.opponent_count)]
    if layout.needs.market:
        found += [place.area() for place in stock_and_offer_places(layout, 3)]
    if layout.needs.rows:
        found += [layout.rows.area(i) for i in range(layout.opponent_count)] + auction.occupied_areas(layout)
    middle, wide = message_room(layout)
    top, half = layout.message_y - layout.message_height / 2, layout.message_height / 2
    found.append(Area(middle - wide / 2, top, wide, 2 * half))
    left = 0.0 if layout.own_seat is None else layout.own_seat.area().right
    found.append(Area(left, top, layout.cloth_width - left, layout.h - top))
    found.append(Area(left, focused_card_top(layout), layout.cloth_width - left, layout.h - focused_card_top(layout)))
    return tuple(area for area in found if area.w > 0 and area.h > 0)


def areas_of_cards(stage: Stage) -> tuple[Area, ...]:
    """Returns the areas of all cards at rest, of the badges and of the egg."""
    rests = (sprite.rest for sprite in stage.sprites_in_order())
    cards = [Place(rest.x, rest.y, rest.height, rest.angle).area() for rest in rests]
    badges = [_square_around(*badge.at, stage.layout.badge_size) for badge in stage.badges]
    egg = [_square_around(*stage.egg, seats.egg_height(stage.layout))] if stage.egg is not None else []
    return (*cards, *badges, *egg)


def _square_around(x: float, y: float, diameter: float) -> Area:
    return Area(x - diameter / 2, y - diameter / 2, diameter, diameter)


WIDTHS: Final = (110, 150, 240, 84)
"""Line widths that are tried for a remark, in units of text."""
LEAD: Final = 1.25
EVEN: Final = (1.1, 1.25, 1.4)
"""Factors on the mean length of the lines of a remark. A remark is wrapped to the first of these widths that needs no further
line, so that no single word is left over.
"""


SMALLER: Final = (0.84, 0.7, 0.58, 0.48)
"""Factors on the text size that are tried for a bubble in the middle of the table."""
LEAST: Final = 10.0  # pixels of text
FACE: Final = 2.2
"""Width of the speaker's portrait, including its gap, in a bubble in the middle, as a multiple of the text size."""


class Bubble(NamedTuple):
    """A bubble: its place, its lines of text, and the text size."""

    place: FreePlace
    lines: list[str]
    px: float


def fit_bubble(canvas: Canvas, stage: Stage, seat: int, words: str) -> Bubble | None:
    """Returns the bubble for a remark of a seat in a free place; None if no place is free. In the middle of the table its text
    may be smaller.
    """
    px = bubble_text_size(stage)
    for w, h, lines in _wrapped_sizes(canvas, words, px):
        if found := free_place(stage, seat, [(w, h)], 0.7 * px):
            return Bubble(found, lines, px)
    for small in (px, *(part * px for part in SMALLER if part * px > LEAST)):
        for w, h, lines in _wrapped_sizes(canvas, words, small):
            if found := free_place_in_middle(stage, w + FACE * small, max(h, FACE * small)):
                return Bubble(found, lines, small)
    return None


def _wrapped_sizes(canvas: Canvas, words: str, px: float) -> Iterator[tuple[float, float, list[str]]]:
    for wide in WIDTHS:
        lines = canvas.wrap_rich_text(words, wide * px / 15, px, "sans")
        evened = (
            canvas.wrap_rich_text(words, part * canvas.width(words, px, "sans") / len(lines), px, "sans") for part in EVEN
        )
        lines = next((even for even in evened if len(even) == len(lines)), lines)
        w = max(canvas.width(line, px, "sans") for line in lines) + 1.5 * px
        yield w, len(lines) * LEAD * px + 0.9 * px, lines


def bubble_text_size(stage: Stage) -> float:
    """Returns the text size of remarks."""
    return max(11.0, min(15 * stage.layout.t, 0.034 * stage.layout.h))


def draw_bubble(canvas: Canvas, stage: Stage, seat: int, portrait: str, bubble: Bubble) -> None:
    """Draws a bubble with a tail towards the medallion of the seat. In the middle of the table, a bubble has the portrait of
    the seat instead of a tail.
    """
    found, lines, px = bubble
    t, area, at = canvas.theme, found.area, stage.seat_place(seat)
    assert at is not None
    r = min(area.h / 2, 0.8 * px)
    canvas.draw_shadow(area.x, area.y, area.w, area.h, r, 5, 3, 120)
    canvas.draw_box(area.x, area.y, area.w, area.h, r, t.cream)
    x, y = area.x + 0.75 * px, area.centre.y - len(lines) * LEAD * px / 2 - 0.05 * px
    if found.side == "apart":
        canvas.draw_portrait(portrait, area.x + 0.25 * px + FACE * px / 2, area.centre.y, (FACE - 0.2) * px)
        x += FACE * px
    else:
        canvas.draw_polygon(t.cream, _tail_points(area, found.side, Point(at.x, at.y), px, r))
    canvas.draw_lines(lines, x, y, px, t.ink, "sans", LEAD)


def _tail_points(area: Area, side: str, target: Point, px: float, r: float) -> list[tuple[float, float]]:
    out, half = 0.6 * px, 0.42 * px
    if side in ("left", "right"):
        y = min(max(target.y, area.y + r + half), area.bottom - r - half) if area.h > 2 * (r + half) else area.centre.y
        edge, tip = (area.right - 1, area.right + out) if side == "left" else (area.x + 1, area.x - out)
        return [(edge, y - half), (tip, y), (edge, y + half)]
    x = min(max(target.x, area.x + r + half), area.right - r - half)
    edge, tip = (area.bottom - 1, area.bottom + out) if side == "above" else (area.y + 1, area.y - out)
    return [(x - half, edge), (x, tip), (x + half, edge)]


WORD: Final = "honk"
GOOSE: Final = 112
"""Largest height of the goose, in units."""
SIZES: Final = (1.0, 0.8, 0.65)
"""Factors on `GOOSE` that are tried."""
BEFORE: Final = 0.72
"""Width of the word and the lines before the goose's beak, in heights of the goose."""


STAMPS: Final = (190, 156, 120, 92)
"""Widths of a stamp that are tried, in units."""
TALL: Final = 0.46
"""Height of the area of a stamp, in widths of the stamp. A stamp is slightly rotated."""
FALLS: Final = 0.2
"""Part of the honk in which the stamp falls."""


class HonkPicture:
    """Draws a honk of the goose. The picture keeps its place during the honk."""

    def __init__(self, honk: Honk, stage: Stage) -> None:
        self.honk, self.stage = honk, stage
        u = max(stage.layout.u, 0.62)
        high = GOOSE * u
        sizes = [] if stage.layout.compact or honk.still else [(high * part * (1.05 + BEFORE), high * part) for part in SIZES]
        self._px = max(15.0, 30 * u)
        self._goose = free_place(stage, honk.seat, sizes, 4 * u)
        words = [(px * 2.9, px * 1.5) for px in (self._px, 0.75 * self._px)]
        self._word = free_place(stage, honk.seat, words, 4 * u) if self._goose is None else None
        self._stamp = self._find_stamp_area(u) if honk.stamp else None

    def _find_stamp_area(self, unit: float) -> Area | None:
        """Returns a free place for the stamp: at the victim's seat, or else at another seat; None if there is none. The stamp
        never covers the goose. unit: pixels of a unit.
        """
        stage, seat, seats_here = self.stage, self.honk.seat, len(self.stage.snapshot.names)
        taken = [one.area for one in (self._goose, self._word) if one is not None]
        for wide in STAMPS:
            for other in ((seat + i) % seats_here for i in range(seats_here)):
                found = free_place(stage, other, [(wide * unit, TALL * wide * unit)], 6 * unit)
                if found is not None and not any(found.area.overlaps(area) for area in taken):
                    return found.area
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draws the goose, which faces the player at whom it honks, the word between both, and the stamp."""
        honk = self.honk
        if self._stamp is not None:
            fallen = 1.0 if honk.still else min(1.0, honk.progress / FALLS)
            size = round(self._stamp.w * (1.3 - 0.3 * round(4 * fallen) / 4))
            draw_stamp(canvas, honk.stamp, self._stamp.centre.x, self._stamp.centre.y, size)
        if self._goose is not None:
            area, h = self._goose.area, self._goose.area.h
            come = out_quad(min(1.0, honk.progress / WALKS))
            hop = 0.06 * h * abs(sin(2 * pi * come)) if come < 1 else 0.0
            right, wide = self._goose.side == "left", h * svg.HONK_WIDE / svg.HONK_TALL

            def draw_svg(body: str, x: float, y: float, w: float, h: float) -> None:
                """Draws an SVG image. x: its distance from the side of the picture that the goose faces."""
                canvas.draw_svg(body, area.right - x - w if right else area.x + x, area.y + y, w, h)

            body = svg.honking_goose_svg(right) if honk.is_beak_open else svg.walking_goose_svg(right)
            draw_svg(body, BEFORE * h + 0.3 * h * (1 - come), -hop, wide, h)
            if honk.is_beak_open:
                w = 0.31 * h
                draw_svg(svg.honk_arcs_svg(canvas.theme.brass_hi, right), BEFORE * h - w - 0.02 * h, -0.04 * h, w, 0.5 * h)
                draw_honk_word(canvas, area.right - 0.34 * h if right else area.x + 0.34 * h, area.y + 0.62 * h, 0.27 * h)
        elif self._word is not None and honk.is_beak_open:
            area = self._word.area
            draw_honk_word(canvas, area.centre.x, area.centre.y, area.h / 1.5)

    def predraw_frames(self, canvas: Canvas) -> Iterator[None]:
        """Generator: draws the frames of the honk on a hidden surface, one in each step, so that its images are cached."""
        nowhere = pygame.Surface((1, 1))
        while not self.honk.is_over:
            with canvas.drawing_on(nowhere):
                self.draw(canvas)
                self.draw_feathers(canvas)
            yield
            self.honk.update(FRAME)

    def draw_feathers(self, canvas: Canvas) -> None:
        """Draws two feathers that fly from the trick to the plate, the second a little later than the first."""
        honk, stage = self.honk, self.stage
        if honk.still:
            return
        layout, end = stage.layout, stage.plate_point(honk.seat)
        start = layout.trick_middle
        for late, aside, size, turn in ((0.12, -1, 40.0, 20.0), (0.26, 1, 30.0, 110.0)):
            part = min(1.0, max(0.0, (honk.progress - late) / (1 - late)))
            if not 0 < part < 1:
                continue
            at = _swaying_point(start, end, in_out_quad(part), aside * layout.trick_h * RATIO * 0.6)
            side = size * max(layout.u, 0.6)
            angle = round((turn + 40 * sin(2 * pi * part)) / 10) * 10
            canvas.draw_svg(svg.feather_svg(angle), at.x - side / 2, at.y - side / 2, side, side)


def _swaying_point(a: Point, b: Point, fraction: float, sway: float) -> Point:
    sway = sway * sin(pi * fraction) + 0.3 * sway * sin(3 * pi * fraction)
    return Point(interpolate(a.x, b.x, fraction) + sway, interpolate(a.y, b.y, fraction))


def draw_stamp(canvas: Canvas, word: str, cx: float, cy: float, width: int) -> None:
    """Draws a word in a double frame, rotated slightly, like a rubber stamp. width: its width in pixels."""
    image = canvas.cached_picture(("stamp", word, width), lambda: _stamp_image(canvas, word, width))
    canvas.dst.blit(image, image.get_rect(center=(round(cx), round(cy))), special_flags=pygame.BLEND_PREMULTIPLIED)


def _stamp_image(canvas: Canvas, word: str, width: int) -> pygame.Surface:
    ink, width = "#e2693f", max(24, round(width * 0.92))
    high, thick = round(width * 0.32), max(2, round(width * 0.027))
    image = pygame.Surface((width, high), pygame.SRCALPHA)
    with canvas.drawing_on(image):
        canvas.draw_box(0, 0, width, high, 0.05 * width, edge=ink, line_width=thick)
        inner = 2.2 * thick
        canvas.draw_box(
            inner, inner, width - 2 * inner, high - 2 * inner, 0.03 * width, edge=ink, line_width=max(1.0, thick / 3)
        )
        px = canvas.fitting_size(word.upper(), 0.5 * high, "black", width - 5 * thick, 6)
        canvas.draw_plain_text(word.upper(), width / 2, high / 2, px, ink, "black", "center")
    return pygame.transform.rotozoom(image, 8, 1)


def draw_honk_word(canvas: Canvas, cx: float, cy: float, px: float) -> None:
    image = canvas.cached_picture(("honk", px), lambda: _honk_word_image(canvas, px))
    canvas.dst.blit(image, image.get_rect(center=(round(cx), round(cy))), special_flags=pygame.BLEND_PREMULTIPLIED)


def _honk_word_image(canvas: Canvas, px: float) -> pygame.Surface:
    t = canvas.theme
    dark = canvas.plain_text_picture(WORD, px, t.night, "black")
    light = canvas.plain_text_picture(WORD, px, t.brass_hi, "black")
    edge = max(1, round(px / 15))
    image = pygame.Surface((light.get_width() + 4 * edge, light.get_height() + 4 * edge), pygame.SRCALPHA)
    for dx in (-edge, 0, edge):
        for dy in (-edge, 0, edge, 2 * edge):
            image.blit(dark, (2 * edge + dx, 2 * edge + dy), special_flags=pygame.BLEND_PREMULTIPLIED)
    image.blit(light, (2 * edge, 2 * edge), special_flags=pygame.BLEND_PREMULTIPLIED)
    return pygame.transform.rotozoom(image, 7, 1)
