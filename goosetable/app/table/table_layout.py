"""The layout of the table: the places of the trick, the areas for piles and badges, and the message.

It works for any window, any game, and two to twelve seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import ceil, floor
from typing import Final, NamedTuple, TypeVar

import pygame

from goosetable.app.render.geometry import RATIO, Area, Place, Point, bounding_box, ring_width
from goosetable.app.table import auction
from goosetable.app.table.metrics import (
    CAPTION,
    PLAIN,
    Metrics,
    SpaceNeeds,
    caption_size,
    focused_card_top,
    hand_places,
    height_under_plates,
    open_cards_height,
)

LEAST: Final = 16.0
"""Least height of a card in pixels."""
WIDE, HIGH = 0.75, 1.03
"""Distance between neighbouring cards, in card heights, that suffices at any tilt: side by side, one above the other."""
TILTS: Final = (2, 4)
"""Largest tilt of cards in degrees, in a crowded and in a roomy trick."""
ROOMY: Final = 0.84
"""Distance between neighbours in a row, in card heights, from which a trick counts as roomy."""
SPREAD: Final = 0.94
"""Largest distance between neighbours in a row, in card heights."""
DEEP: Final = 0.3
"""Largest distance by which the middle card of a row is moved outwards, in card heights, so that the ring is round."""
ROUND: Final = 1.15
"""A ring with straight rows is chosen instead of a round ring if its cards are larger by at least this factor."""
WISH: Final = {1: 0.86, 2: 0.86, 3: 0.76, 4: 0.76, 5: 0.74, 6: 0.68}
"""Preferred height of the trick's cards, in heights of a hand card, by number of opponents; for more opponents it is `MANY`."""
MANY: Final = 0.63
NOTICE_STEP: Final = 4
"""Vertical step in pixels between two positions that are tried for a notice."""
NOTICE_MARGIN: Final = 8
"""Least distance in pixels between a notice and anything beside it."""
CRAMPED: Final = 0.75
"""Factor on the card size of a single row when rings are compared, so that a single row is the last choice."""


class TrickPlaces(NamedTuple):
    """The places of a trick. height: height of a card in pixels. middles: centres of the cards, clockwise from the person's
    card.

    tilt: the largest angle of a card in degrees.
    """

    height: float
    middles: tuple[Point, ...]
    tilt: int


class CardRing(NamedTuple):
    """A ring of cards on a grid: a lowest row, rows with two cards, and a highest row.

    low, high: number of cards in the lowest and in the highest row. If `low` is 0, all cards are in one row. between: number of
    rows with two cards. outside: True if there is one such row, half-way up, with its two cards left and right of all others.
    """

    low: int
    high: int
    between: int
    outside: bool = False

    @property
    def columns(self) -> int:
        return max(self.low, self.high) + 2 * self.outside

    @property
    def rows(self) -> int:
        return (2 if self.low else 1) + (0 if self.outside else self.between)


def possible_rings(seats: int) -> Iterator[CardRing]:
    """Yields all card rings for a number of seats. The person's card is always in the middle of the lowest row."""
    yield CardRing(0, seats, 0)
    for low in range(1, seats, 2):
        for high in range(1, seats):
            rest = seats - low - high
            if rest < 0 or rest % 2 or abs(low - high) > 2:
                continue
            if rest == 2:
                yield CardRing(low, high, 1, True)
            if max(low, high) > 1 or not rest:
                yield CardRing(low, high, rest // 2)


def ring_positions(ring: CardRing) -> list[Point]:
    """Returns the centres of the cards of a ring, clockwise from the person's card.

    They are measured in columns and rows, from the centre of the ring.
    """
    if not ring.low:
        row = [Point(i - (ring.high - 1) / 2, 0.0) for i in range(ring.high)]
        return [row.pop(ring.high // 2), *row]
    side = (ring.low - 1) // 2
    low, end = (ring.rows - 1) / 2, (ring.columns - 1) / 2
    between = [0.0] if ring.outside else [low - 1 - i for i in range(ring.between)]
    left = [Point(-1.0 - i, low) for i in range(side)] + [Point(-end, y) for y in between]
    top = [Point(i - (ring.high - 1) / 2, -low) for i in range(ring.high)]
    right = [Point(-at.x, at.y) for at in reversed(left)]
    return [Point(0.0, low), *left, *top, *right]


def ring_places(seats: int, room: Area, preferred_height: float) -> TrickPlaces:
    """Returns the places of a trick of four or more cards in the middle of an area. preferred_height: of a card, in pixels."""
    height, ring = _best_ring(seats, room, preferred_height)
    across = min(SPREAD * height, (room.w - WIDE * height) / max(1, ring.columns - 1))
    down = HIGH * height + ring_width(height)
    deep = max(0.0, min(DEEP * height, (room.h - HIGH * height - (ring.rows - 1) * down) / 2))
    low, end = (ring.rows - 1) / 2 or 1.0, (ring.columns - 1) / 2 or 1.0
    centre, found = room.centre, []
    for at in ring_positions(ring):
        out = deep * (1 - (at.x / end) ** 2) * (at.y / low)
        found.append(Point(centre.x + at.x * across, centre.y + at.y * down + out))
    roomy = ring.outside and across >= ROOMY * height and deep >= 0.04 * height
    return TrickPlaces(height, tuple(found), TILTS[roomy])


def _fitting_height(row_length: float, count: int, fraction: float) -> float:
    """Returns the largest height in pixels at which `count` cards fit into a row of `row_length` pixels.

    fraction: length of a card along the row, as a multiple of its height. Between the cards there is space for highlight rings.
    """
    gaps = count - 1
    return min(
        (row_length - gaps * ring_width(0)) / (count * fraction),
        row_length / (count * fraction + gaps * ring_width(1000) / 1000),
    )


def _best_ring(seats: int, room: Area, preferred_height: float) -> tuple[float, CardRing]:
    """Returns the height in pixels of the largest cards that fit, at most `preferred_height`, and their ring. A round ring is
    preferred to slightly larger cards.
    """

    def height(ring: CardRing) -> float:
        return min(preferred_height, _fitting_height(room.w, ring.columns, WIDE), _fitting_height(room.h, ring.rows, HIGH))

    def worth(ring: CardRing) -> tuple[float, int, int]:
        factor = CRAMPED if ring.rows == 1 else ROUND if ring.outside else 1.0
        return round(height(ring) * factor), -ring.rows, -abs(ring.low - ring.high)

    best = max(possible_rings(seats), key=worth)
    return max(LEAST, height(best)), best


def trick_places_for_two(room: Area, preferred_height: float) -> TrickPlaces:
    """Returns the places of a trick of two cards: side by side, the opponent's card a little higher."""
    height = max(LEAST, min(preferred_height, room.h / 1.34, room.w / 1.66))
    centre = room.centre
    x, y = 0.41 * height, 0.13 * height
    return TrickPlaces(height, (Point(centre.x + x, centre.y + y), Point(centre.x - x, centre.y - y)), TILTS[1])


@lru_cache(256)
def trick_places(metrics: Metrics, floor: float, usual: Area | None = None) -> TrickPlaces:
    """Returns the places of a trick between the plates and the y `floor`. The cards have the preferred size, if they fit.

    usual: an area within which the trick must stay, because open cards of seats at the sides are beside it; None for no such
    limit.
    """
    wish = metrics.hand_height * WISH.get(metrics.opponent_count, MANY)
    if metrics.opponent_count == 2:
        return _trick_places_for_three(metrics, floor, wish)
    u, bare = metrics.u, metrics.seat(metrics.side_seat_count).plate.bottom + 4 * metrics.u + height_under_plates(metrics)
    wall = metrics.side_plate_edge if metrics.side_seat_count else metrics.rim + 8 * u
    if metrics.side_seat_count and metrics.needs.windows:
        wall += (150 if metrics.opponent_count < 4 else 30) * u
    wall = min(wall, 0.36 * metrics.cloth_width)
    if metrics.side_seat_count and metrics.needs.windows and usual is not None:
        wall = max(wall, usual.x)

    def places_under(ceiling: float) -> TrickPlaces:
        room = Area(wall, ceiling, metrics.cloth_width - 2 * wall, max(24.0, floor - ceiling))
        return trick_places_for_two(room, wish) if metrics.opponent_count == 1 else ring_places(metrics.seats, room, wish)

    # The backs under the plates at the top stay uncovered as long as the cards of the trick can be large.
    backs = metrics.card_backs_length(metrics.side_seat_count)
    found = places_under(bare + backs)
    return found if found.height >= 0.75 * wish or not backs else places_under(bare)


def _trick_places_for_three(metrics: Metrics, floor: float, preferred_height: float) -> TrickPlaces:
    u, ceiling, cx = metrics.u, metrics.top + metrics.rim + 6 * metrics.u, metrics.middle_x
    beside = cx - metrics.seat(0).plate.right - 4 * u
    height = max(LEAST, min(preferred_height, max(24.0, floor - ceiling) / 1.52, beside / (0.45 + RATIO / 2)))
    y, low, high = metrics.top + metrics.table_height * 0.375, ceiling + 0.65 * height, floor - 0.87 * height
    y = min(max(y, low), high) if low <= high else (low + high) / 2
    places = ((0.0, 0.34), (-0.45, -0.12), (0.45, -0.12))
    return TrickPlaces(height, tuple(Point(cx + dx * height, y + dy * height) for dx, dy in places), 5)


class TrickLayout(Metrics):
    """The measurements of the window with the places of the trick. trick_h: height of the trick's cards in pixels."""

    @cached_property
    def trick_places(self) -> TrickPlaces:
        return trick_places(self, self.message_y - self.message_height / 2 - 6 * self.u)

    @property
    def trick_h(self) -> float:
        return self.trick_places.height

    @cached_property
    def trick_middle(self) -> Point:
        xs, ys = zip(*self.trick_places.middles, strict=True)
        return Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)

    @cached_property
    def unassigned_badge_places(self) -> tuple[Point, ...]:
        """Places for badges of no seat: beside the person's card of the trick, or elsewhere if another card is there."""
        at, half, d = self.trick_places.middles[0], self.trick_h * RATIO / 2, self.badge_size
        away = half + d / 2 + 8 * self.u
        lying = [self.trick_card_place(seat).area() for seat in (None, *range(self.opponent_count))]
        found = [Point(at.x + side * away, at.y + self.trick_h / 2 - d / 2) for side in (-1, 1)]
        return tuple(p for p in found if not any(area.overlaps(Area(p.x - d / 2, p.y - d / 2, d, d)) for area in lying))

    def trick_card_place(self, seat: int | None, order: int = 0, floor: float | None = None) -> Place:
        """Returns the place of a card in the trick. seat: index of the opponent who plays the card; None for the person.

        order: the number of the card in the trick. Seat and order determine its tilt, so a card always has the same tilt.
        floor: y of the lower limit of the trick; None for the top of the message over the hand.
        """
        found = self.trick_places if floor is None else trick_places(self, floor, self.trick_box)
        s = -1 if seat is None else seat
        angle = float((53 * order + 31 * (s + 1)) % (2 * found.tilt + 1) - found.tilt)
        return Place(*found.middles[s + 1], found.height, angle)

    @cached_property
    def trick_box(self) -> Area:
        """The box that contains all cards of a trick, at any tilt."""
        return bounding_box(
            [self.trick_card_place(seat)._replace(angle=5).area() for seat in (None, *range(self.opponent_count))]
        )


NOWHERE: Final = Area(0, 0, 0, 0)
LOW_LINE: Final = 16.0  # pixels; if lines beside the trick would be lower, their words are placed side by side
FLAT: Final = 60.0
"""Least height of a card, in units, at which it can be recognised above the lines of trumps and tops."""
SMALLEST: Final = 24.0
"""Least width of an area, in pixels, in which anything is legible. The least height is half of it."""
OVER: Final = 0.45
"""Distance between overlapping cards on offer, in card widths, at which every index is visible."""
TITLE: Final = 15.0
"""Text size of the words over the person's own cards, at t = 1."""
READ: Final = 13.0
"""Text size in pixels up to which the heading over the person's open cards may take 0.36 of the height of their area."""
LARGE_HEADING: Final = 18.0
"""Text size in pixels up to which the heading over the person's open cards may take 0.3 of the height of their area."""


def bottom_of_card_backs(layout: TrickLayout, opponent: int) -> float:
    """Returns the y below an opponent's plate and card backs."""
    place = layout.seat(opponent)
    return place.plate.bottom + (layout.card_backs_length(opponent) + 3 * layout.u if place.backs else 0.0)


def _area_if_usable(area: Area) -> Area:
    return area if area.w >= SMALLEST and area.h >= SMALLEST / 2 else NOWHERE


@lru_cache(256)
def opponent_open_cards_area(layout: TrickLayout, opponent: int) -> Area:
    """Returns the area for the open cards of an opponent: under the plate; beside it, if there are three opponents."""
    if layout.needs.rows:
        return _area_if_usable(layout.rows.area(opponent)) if layout.needs.windows else NOWHERE
    place, u, k = layout.seat(opponent), layout.u, layout.opponent_count
    h, box = open_cards_height(layout) if layout.needs.windows else 72 * u, layout.trick_box
    if k == 2:
        return _area_under_plate_of_two(layout, opponent, h)
    if layout.needs.windows and k > 3:
        return _area_under_plate_at_large_table(layout, opponent)
    if opponent < layout.side_seat_count or opponent >= k - layout.side_seat_count:
        return _area_beside_medallion(layout, opponent, h) if layout.needs.windows else _area_beside_plate(layout, opponent, h)
    x = place.plate.right + 8 * u
    y = max(place.y - h / 2, layout.top + (layout.rim + 10 * u if layout.compact else layout.pile_margin))
    last = opponent == k - layout.side_seat_count - 1
    end = layout.cloth_width - layout.pile_margin if last else layout.seat(opponent + 1).area().x - 12 * u
    below = layout.seat(k - 1).area().y - 8 * u if last and layout.side_seat_count else layout.h
    bottom = min(y + h, below, box.y - 4 * u if x < box.right and box.x < end else layout.h)
    return _area_if_usable(Area(x, y, min(210 * u, end - x), bottom - y))


def _area_beside_plate(layout: TrickLayout, opponent: int, h: float) -> Area:
    place, u, box = layout.seat(opponent), layout.u, layout.trick_box
    x, right = place.plate.right + 8 * u, place.plate.x - 8 * u
    if opponent < layout.side_seat_count:
        return _area_if_usable(Area(x, place.y - h / 2, min(190 * u, box.x - 8 * u - x), h))
    w = min(190 * u, right - box.right - 8 * u)
    return _area_if_usable(Area(right - w, place.y - h / 2, w, h))


def _area_beside_medallion(layout: TrickLayout, opponent: int, h: float) -> Area:
    place, u, box = layout.seat(opponent), layout.u, layout.trick_box
    bottom, away = place.plate.y - 4 * u, 0.47 * place.d + layout.badge_size / 2 + 4 * u
    # The areas at both sides are equally high: both begin under the area of the last seat at the top.
    top = max(
        bottom - h,
        layout.top + layout.pile_margin,
        opponent_open_cards_area(layout, layout.opponent_count - layout.side_seat_count - 1).bottom + 6 * u,
    )
    if opponent < layout.side_seat_count:
        x, right = place.x + away, box.x - 8 * u
        return _area_if_usable(Area(x, top, min(264 * u, right - x), bottom - top))
    x, right = box.right + 8 * u, place.x - away
    w = min(264 * u, right - x)
    return _area_if_usable(Area(right - w, top, w, bottom - top))


def _area_under_plate_of_two(layout: TrickLayout, opponent: int, h: float) -> Area:
    place, u, box = layout.seat(opponent), layout.u, layout.trick_box
    x = max(place.plate.centre.x - 155 * u, layout.pile_margin)
    right = min(place.plate.centre.x + 155 * u, layout.cloth_width - layout.pile_margin)
    if layout.needs.market:
        middle = 0.13 * layout.cloth_width
        x, right = (x, min(right, layout.middle_x - middle)) if opponent == 0 else (max(x, layout.middle_x + middle), right)
    elif opponent == 0:
        right = min(right, box.x - 8 * u)
    else:
        x = max(x, box.right + 8 * u)
    return _area_if_usable(Area(x, bottom_of_card_backs(layout, opponent) + 8 * u, right - x, h))


def _area_under_plate_at_large_table(layout: TrickLayout, opponent: int) -> Area:
    place, u = layout.seat(opponent), layout.u
    y, h = place.plate.bottom + (4 if layout.compact else 6) * u, height_under_plates(layout) - 6 * u
    wish = max(place.plate.w, 190 * u)
    if opponent < layout.side_seat_count or opponent >= layout.opponent_count - layout.side_seat_count:
        box = layout.trick_box
        left, right = max(place.plate.x, layout.pile_margin), min(place.plate.right, layout.cloth_width - layout.pile_margin)
        room = box.x - 8 * u - left if opponent < layout.side_seat_count else right - 8 * u - box.right
        w = min(wish, max(right - left, room))
        return _area_if_usable(Area(left if opponent < layout.side_seat_count else right - w, y, w, h))
    top_seats = range(layout.side_seat_count, layout.opponent_count - layout.side_seat_count)
    beside = min((abs(layout.seat(j).x - place.x) for j in (opponent - 1, opponent + 1) if j in top_seats), default=wish)
    w = min(wish, beside - 12 * u)
    return _area_if_usable(Area(place.plate.centre.x - w / 2, y, w, h))


def left_edge_near_seat(layout: TrickLayout, opponent: int, area: Area, width: float) -> float:
    """Returns the left edge of an object in an opponent's area, so that the object is as near to the seat as possible.

    width: the width of the object in pixels.
    """
    if layout.needs.rows:
        return area.x
    if layout.opponent_count == 2 or (
        layout.opponent_count > 3 and layout.side_seat_count <= opponent < layout.opponent_count - layout.side_seat_count
    ):
        middle = layout.seat(opponent).plate.centre.x
        return min(max(middle - width / 2, area.x), area.right - width)
    return area.right - width if opponent >= layout.opponent_count - layout.side_seat_count else area.x


@lru_cache(256)
def open_cards_area(layout: TrickLayout, opponent: int | None) -> Area:
    """Returns the area for the open cards of a seat. opponent: its index; None for the person, whose area has a heading."""
    if opponent is not None:
        return opponent_open_cards_area(layout, opponent)
    area = own_open_cards_area(layout)
    if not area.h or not layout.needs.windows:
        return area
    head, pad = heading_height(layout), 8 * layout.u
    return Area(area.x + pad, area.y + head, area.w - 2 * pad, area.h - head - (pad / 2 if head else 0.0))


def heading_text_size(layout: TrickLayout) -> float:
    """Returns the text size of the heading over the person's open cards, in pixels; 0 if there is only space for the cards."""
    high = own_open_cards_area(layout).h
    return min(TITLE * layout.t, max(0.2 * high, min(LARGE_HEADING, 0.3 * high), min(READ, 0.36 * high))) if high > 30 else 0.0


def heading_height(layout: TrickLayout) -> float:
    """Returns the height of the heading over the person's open cards, in pixels. Beside large text it is lower if there is
    little space.
    """
    px = heading_text_size(layout)
    return min(1.6 * px, max(0.4 * own_open_cards_area(layout).h, 1.3 * px))


@lru_cache(256)
def own_open_cards_area(layout: TrickLayout) -> Area:
    """Returns the area for the person's open cards, or for cards that the person keeps for later.

    It is above the person's seat; in compact mode above the left end of the hand.
    """
    if layout.needs.rows:
        return _area_if_usable(auction.own_cards_area(layout))
    u, own = layout.u, layout.own_seat
    if not (layout.needs.windows or layout.needs.later):
        return NOWHERE
    w = min(264 * u, 0.3 * layout.cloth_width) if own else min(0.25 * layout.cloth_width, 170 * layout.t)
    x, bottom = (layout.rim + 22 * u, focused_card_top(layout)) if own else (layout.rim + 6.0, focused_card_top(layout) - 2)
    if own is not None:
        bottom = min(bottom, own.area().y - 8 * u)
    box = layout.trick_box
    top = min(layout.h - 352 * u, bottom - 130 * u) if own else bottom - (140 if layout.opponent_count < 4 else 80) * u
    if layout.side_seat_count or layout.opponent_count == 2:
        top = max(top, bottom_of_card_backs(layout, 0) + 8 * u, opponent_open_cards_area(layout, 0).bottom + 8 * u)
    if x + w > box.x - 6 * u and not layout.needs.market:
        if box.x - 6 * u - x > 90 * u:
            w = box.x - 6 * u - x
        else:
            top = max(top, box.bottom + 4 * u)
    return _area_if_usable(Area(x, top, w, bottom - top))


@lru_cache(256)
def area_above_hand(layout: TrickLayout) -> Area:
    """Returns the area above the right end of the hand, for cards turned up or set aside, and for the signs of
    trumps and tops.
    """
    if not layout.needs.spot:
        return NOWHERE
    u, k = layout.u, layout.opponent_count
    w = max(layout.hand_height * RATIO + 12 * u, min(130 * layout.t, 0.22 * layout.cloth_width))
    right, bottom = layout.cloth_width - layout.pile_margin, focused_card_top(layout) - 4
    top = bottom - 176 * u
    if k > 1:
        cards = opponent_open_cards_area(layout, k - 1).bottom + 8 * u if layout.needs.windows else 0.0
        top = max(top, bottom_of_card_backs(layout, k - 1) + 8 * u, cards)
    box = layout.trick_box
    if right - w < box.right + 6 * u and not layout.needs.market:
        if right - box.right - 6 * u > 80 * u:
            w = right - box.right - 6 * u
        else:
            top = max(top, box.bottom + 4 * u)
    found = Area(right - w, top, w, bottom - top)
    if (
        found.h < FLAT * u
        and layout.own_seat is not None
        and layout.side_seat_count
        and not (layout.needs.windows or layout.needs.later)
    ):
        other = _area_over_own_seat(layout, w)
        found = other if other.h > found.h else found
    return found if found.h >= 16 else NOWHERE


def _area_over_own_seat(layout: TrickLayout, w: float) -> Area:
    u, own, box = layout.u, layout.own_seat, layout.trick_box
    assert own is not None
    x, low, bottom = layout.rim + 22 * u, layout.seat(0), own.area().y - 8 * u
    top = max(bottom - 140 * u, low.area().bottom + 8 * u, bottom_of_card_backs(layout, 0) + 8 * u)
    if x + w > box.x - 6 * u:
        top = max(top, box.bottom + 4 * u)
    return Area(x, top, min(w, hand_places(layout, 1)[0].x), bottom - top)


@lru_cache(256)
def parts_of_area_above_hand(layout: TrickLayout, card_count: int, line_count: int) -> tuple[list[Place], list[Area]]:
    """Divides the result of `area_above_hand` into places for cards, from right to left, and lines for words.

    line_count: number of lines of words, which are under or beside the cards.
    """
    area, u = area_above_hand(layout), layout.u
    if not area.h or not card_count + line_count:
        return [], []
    line = min(27 * layout.t, 0.3 * layout.hand_height, area.h / max(1, line_count))
    if line_count > 1 and not card_count and line < LOW_LINE:  # too low for lines one above the other: words side by side
        each, high = area.w / line_count, min(27 * layout.t, area.h)
        return [], [Area(area.x + i * each, area.bottom - high, each - 3 * u, high - 2) for i in range(line_count)]
    left = area.h - line_count * line
    if card_count and left < 0.26 * layout.hand_height and line_count:  # too low for lines under cards: words left of the cards
        h = min(area.h, 0.5 * layout.hand_height)
        large = h > 0.24 * layout.hand_height and area.w - card_count * h > 56 * u
        cards = _card_row(Area(area.x, area.bottom - h, area.w, h), h, card_count, u) if large else []
        room = area.w - (card_count * (h * RATIO + 4 * u) + 4 * u if cards else 0)
    else:
        h = min(left - 4 * u, 0.5 * layout.hand_height, (area.w / max(1, card_count) - 4 * u) / RATIO)
        cards = (
            _card_row(Area(area.x, area.bottom - line_count * line - 4 * u - h, area.w, h), h, card_count, u)
            if card_count
            else []
        )
        room = area.w
    lines = [Area(area.x, area.bottom - (line_count - i) * line, room, line - 3 * u) for i in range(line_count)]
    return cards, lines


def _card_row(area: Area, h: float, columns: int, u: float) -> list[Place]:
    w = h * RATIO
    return [Place(area.right - w / 2 - i * (w + 8 * u), area.y + h / 2, h) for i in range(columns)]


@lru_cache(256)
def message_room(layout: TrickLayout) -> tuple[float, float]:
    """Returns the horizontal centre of the message, and its largest width between the things beside it, in pixels."""
    left, right = free_span(layout, layout.message_y - layout.message_height / 2, layout.message_y + layout.message_height / 2)
    even = 2 * min(layout.middle_x - left, right - layout.middle_x)
    return (layout.middle_x, even) if even > 0.86 * (right - left) else ((left + right) / 2, right - left)


@lru_cache(512)
def free_span(
    layout: TrickLayout, top: float, bottom: float, avoid_own_area: bool = True, avoid_area_above_hand: bool = True
) -> tuple[float, float]:
    """Returns the left and right ends of the free part of the cloth between two heights, as x in pixels.

    Seats and open cards are not free. avoid_own_area: False to count the area of the person's cards as free.
    avoid_area_above_hand: False to count `area_above_hand` as free.
    """
    u = layout.u
    left, right = layout.rim + 10 * u, layout.cloth_width - layout.rim - 10 * u
    places = [layout.seat(i) for i in range(layout.opponent_count)] + ([layout.own_seat] if layout.own_seat is not None else [])
    lying = [own_open_cards_area(layout)] * avoid_own_area + [area_above_hand(layout)] * avoid_area_above_hand
    if layout.needs.windows or layout.needs.later:
        lying += [opponent_open_cards_area(layout, i) for i in range(layout.opponent_count)]
    for area in (*(place.area() for place in places), *lying):
        if not area.h or area.y >= bottom or area.bottom <= top:
            continue
        if area.right < layout.middle_x:
            left = max(left, area.right + 8 * u)
        elif area.x > layout.middle_x:
            right = min(right, area.x - 8 * u)
    return left, right


def message_room_at(layout: TrickLayout, y: float, middle: float) -> tuple[float, float]:
    """Returns the centre and the largest width of a message at height y, in pixels. middle: the preferred x of the centre."""
    left, right = free_span(layout, y - layout.message_height / 2, y + layout.message_height / 2)
    even = 2 * min(middle - left, right - middle)
    return (middle, even) if even > 0.7 * (right - left) else ((left + right) / 2, right - left)


def left_and_width_between(layout: TrickLayout, top: float, bottom: float, width: float) -> tuple[float, float]:
    """Returns the left edge and the width of an object in the free part of the cloth between two heights, centred if possible.

    width: its largest width in pixels.
    """
    left, right = free_span(layout, top, bottom)
    w = min(width, right - left)
    return max(left, min(layout.middle_x - w / 2, right - w)), w


def left_and_width_of_panel(
    layout: TrickLayout, top: float, bottom: float, width: float, avoid_area_above_hand: bool = True,
    avoid_own_area: bool = True, least_part: float = 0.7,
) -> tuple[float, float]:  # fmt: skip
    """Returns the left edge and the width of a panel between two heights, in pixels. The panel avoids the card backs.

    The panel is centred on the cloth, if it can then use more than `least_part` (0..1) of the free width; else it is centred in
    the free width. width: its largest width. avoid_area_above_hand, avoid_own_area: False if the panel may cover that area.
    """
    hang = max(layout.card_backs_length(i) for i in range(layout.opponent_count))
    left, right = free_span(layout, top - hang - 4 * layout.u, bottom, avoid_own_area, avoid_area_above_hand)
    even = 2 * min(layout.middle_x - left, right - layout.middle_x)
    middle, room = (layout.middle_x, even) if even > least_part * (right - left) else ((left + right) / 2, right - left)
    w = min(width, room - 24 * layout.u)
    return middle - w / 2, w


@lru_cache(256)
def stock_and_offer_places(layout: TrickLayout, count: int = 1) -> list[Place]:
    """Returns the place of the stock in the middle of the cloth, and the places of `count` cards on offer at the right of the
    stock.

    The newest card on offer is on top.
    """
    u = layout.u
    floor = layout.message_y - layout.message_height / 2 - 8 * u - 20 * layout.t
    top, half = layout.top + layout.rim + 6 * u, 2 * layout.trick_h
    if layout.opponent_count == 2:
        bids = bid_place(layout, 0).area()
        under = bids.bottom + CAPTION * caption_size(layout) + 8 * u
        beside, below = (
            layout.middle_x - max(opponent_open_cards_area(layout, 0).right, x) - 10 * u for x in (bids.right, 0.0)
        )
        # The stock lies between the bids, or under them if the space between them is too small.
        half = beside
        if min(floor - under, below / RATIO) > min(floor - top, beside / RATIO):
            top, half = under, below
    widths = 2 + OVER * (count - 1)
    h = max(SMALLEST, min(0.86 * layout.hand_height, floor - top, 2 * (half - 7 * u) / widths / RATIO))
    y = min(max(layout.top + layout.table_height * 0.36, top + h / 2), floor - h / 2)
    w = h * RATIO
    x = layout.middle_x - (widths - 1) * w / 2 - 7 * u
    return [Place(x, y, h), *(Place(x + w + 14 * u + i * OVER * w, y, h) for i in range(count))]


@lru_cache(256)
def bid_place(layout: TrickLayout, opponent: int | None) -> Place:
    """Returns the place of a bid card: beside the plate; or in the middle, like a trick. opponent: None for the person."""
    u = layout.u
    if layout.needs.rows:
        return auction.bid_place(layout, opponent)
    if layout.needs.market and opponent is None and layout.needs.spot:
        cards, _ = parts_of_area_above_hand(layout, 2, 1)
        return cards[1] if len(cards) > 1 else layout.trick_card_place(None)
    if not layout.needs.market or opponent is None or layout.opponent_count != 2:
        return layout.trick_card_place(opponent)
    place = layout.seat(opponent)
    side = 1 if opponent == 0 else -1
    edge = place.plate.right if opponent == 0 else place.plate.x
    h = min(place.d * 1.05, (abs(layout.middle_x - edge) - 20 * u) / 1.2 / RATIO)
    y = max(place.y + 4 * u, layout.top + layout.rim + h / 2)
    return Place(edge + side * (10 * u + h * RATIO / 2), y, h, -3.0 * side)


class Layout(TrickLayout):
    """The complete layout. Its parts are computed in this order: measurements, trick, areas of piles, message."""

    def hand_places(self, count: int, sunk: float = 0.0) -> list[Place]:
        """Returns the places of the person's cards at rest, from left to right. count: their number. sunk: how far the hand is
        moved down, 0..1.
        """
        return hand_places(self, count, sunk)

    @cached_property
    def _message_centre_and_width(self) -> tuple[float, float]:
        return message_room(self)

    @property
    def message_x(self) -> float:
        """Horizontal centre of the message: the centre of the cloth, unless there is less space on one side."""
        return self._message_centre_and_width[0]

    @property
    def message_w(self) -> float:
        """Largest width of the message between the things beside it, in pixels."""
        return self._message_centre_and_width[1]


L = TypeVar("L", bound=Layout)
STEP: Final = 0.05
"""Step between two card sizes that are tried."""
TRICK, REST = 0.88, 0.75
"""Least part of their usual size that must remain beside enlarged hand cards: for the trick, and for other areas."""


def find_layout(w: int, h: int, seats: int, text_scale: float, needs: SpaceNeeds = PLAIN, card_scale: float = 1.0) -> Layout:
    """Returns the layout with the largest cards that fit. card_scale: the largest scale of the cards, 0.8..2.0."""
    return largest_layout(lambda size: Layout(w, h, seats, text_scale, needs, size), card_scale)


def largest_layout(make: Callable[[float], L], largest_scale: float) -> L:
    """Returns the layout with the largest cards that fit. make: returns the layout for a scale of the cards."""
    usual = make(min(1.0, largest_scale))
    for step in range(round((largest_scale - 1.0) / STEP), 0, -1):
        found = make(1.0 + step * STEP)
        if _has_room(found, usual):
            return found
    return usual


def _has_room(layout: Layout, usual: Layout) -> bool:
    areas = [
        (own_open_cards_area(one), area_above_hand(one), *(opponent_open_cards_area(one, i) for i in range(one.opponent_count)))
        for one in (layout, usual)
    ]
    kept = all(now.h >= REST * was.h and now.w >= REST * was.w for now, was in zip(*areas, strict=True))
    rooms = [one.message_y - bottom_of_card_backs(one, one.side_seat_count) for one in (layout, usual)]
    message = layout.message_w >= REST * usual.message_w and rooms[0] >= REST * rooms[1]
    return kept and message and layout.trick_h >= TRICK * usual.trick_h


def notice_place(
    layout: Layout, size: Callable[[float], tuple[int, int]], body: pygame.Rect, taken: Sequence[Area]
) -> pygame.Rect:  # fmt: skip
    """Returns the place of a notice: on the sidebar if the layout is not compact and the notice fits there, else on the cloth.

    On the sidebar the notice covers the oldest lines of the log. On the cloth it avoids the seats and the areas in `taken`, and
    covers as little as possible of trick and hand.

    size: returns width and height of the notice in pixels, given its maximum width. body: the part of the sidebar between head
    and buttons. taken: areas to keep free, such as the panel of a decision.
    """
    if not layout.compact:
        paper = layout.ledger_area
        w, h = size(paper.w - 2 * NOTICE_MARGIN)
        y = body.bottom - h - NOTICE_MARGIN
        if y >= body.y:
            return pygame.Rect(round(paper.centre.x) - w // 2, y, w, h)
    seats = [_to_rect(layout.seat(i).area()) for i in range(layout.opponent_count)]
    if layout.own_seat is not None:
        seats.append(_to_rect(layout.own_seat.area()))
    hand = pygame.Rect(0, layout.h - round(layout.visible_hand_height), layout.cloth_width, round(layout.visible_hand_height))
    trick = _to_rect(layout.trick_box)

    def cost(area: pygame.Rect) -> tuple[int, int, int]:
        clashes = sum(_overlap_pixels(area, other) for other in (*seats, *map(_to_rect, taken)))
        return clashes, _overlap_pixels(area, trick) + 2 * _overlap_pixels(area, hand), area.y

    tried = []
    for part in (1.0, 0.8, 0.6, 0.45):
        w, h = size((layout.cloth_width - 2 * layout.rim - 2 * NOTICE_MARGIN) * part)
        left = round(min(max(layout.middle_x - w / 2, layout.rim), layout.cloth_width - layout.rim - w))
        first = round(layout.top) + NOTICE_MARGIN
        tried += [pygame.Rect(left, y, w, h) for y in range(first, layout.h - h - NOTICE_MARGIN, NOTICE_STEP)]
        if not tried:
            tried = [pygame.Rect(left, first, w, h)]
    return min(tried, key=cost)


def _overlap_pixels(one: pygame.Rect, other: pygame.Rect) -> int:
    both = one.clip(other)
    return both.w * both.h


def _to_rect(area: Area) -> pygame.Rect:
    return pygame.Rect(floor(area.x), floor(area.y), ceil(area.w) + 1, ceil(area.h) + 1)
