"""Places of the cards of a trick: each before its seat, none on another's corner, as large as there is room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from goosetable.app.render.geometry import RATIO, Area, Place, Point, ring_width
from goosetable.app.table.metrics import Metrics
from goosetable.app.table.open_rows import under_plates_high

LEAST: Final = 16.0
"""Least height of a card, in pixels."""
WIDE, HIGH = 0.75, 1.03
"""Room that a card needs, in card heights, beside and over others, at any tilt; between two there is a ring."""
TILTS: Final = (2, 4)
"""Largest tilt in degrees: for cards as close as they may lie, and for others."""
ROOMY: Final = 0.84
"""Distance between neighbours in a row, in card heights, that allows the larger tilt."""
SPREAD: Final = 0.94
"""Distance between neighbours in a row if there is room."""
DEEP: Final = 0.3
"""Extra distance of a card from the middle, against the ends of its row, if there is room: the ring is round."""
ROUND: Final = 1.15
"""Factor by which cards must be larger in straight rows for these to be chosen."""
WISH: Final = {1: 0.86, 2: 0.86, 3: 0.76, 4: 0.76, 5: 0.74, 6: 0.68}
"""Height of cards by number of opponents, in heights of the hand, if there is room; `MANY` beyond: faces are still legible."""
MANY: Final = 0.63
CRAMPED: Final = 0.75
"""Factor for the worth of a single row: it is chosen only if cards are unreadable otherwise."""


class Slots(NamedTuple):
    """Places of a trick: height of its cards, their middles from the person's on clockwise, and the most tilt."""

    height: float
    middles: tuple[Point, ...]
    tilt: int


class Ring(NamedTuple):
    """A ring of cards: the number in the lowest and the highest row, and of rows of two between them.

    outside: the two lie at the ends of the other rows, half way up, and take no row of their own. If the lowest row is empty
    all lie in the highest.
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


def rings(seats: int) -> Iterator[Ring]:
    """Yields the rings of that many cards; the person's lies in the middle of the lowest row."""
    yield Ring(0, seats, 0)
    for low in range(1, seats, 2):
        for high in range(1, seats):
            rest = seats - low - high
            if rest < 0 or rest % 2 or abs(low - high) > 2:
                continue
            if rest == 2:
                yield Ring(low, high, 1, True)
            if max(low, high) > 1 or not rest:
                yield Ring(low, high, rest // 2)


def middles(ring: Ring) -> list[Point]:
    """Returns the middles of the cards in columns and rows from the middle of the ring, clockwise from the person's."""
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


def around(seats: int, room: Area, wish: float) -> Slots:
    """Returns a ring for four seats and more, in the middle of the room; wish: the height of a card if there is room."""
    height, ring = _largest(seats, room, wish)
    across = min(SPREAD * height, (room.w - WIDE * height) / max(1, ring.columns - 1))
    down = HIGH * height + ring_width(height)
    deep = max(0.0, min(DEEP * height, (room.h - HIGH * height - (ring.rows - 1) * down) / 2))
    low, end = (ring.rows - 1) / 2 or 1.0, (ring.columns - 1) / 2 or 1.0
    centre, found = room.centre, []
    for at in middles(ring):
        out = deep * (1 - (at.x / end) ** 2) * (at.y / low)
        found.append(Point(centre.x + at.x * across, centre.y + at.y * down + out))
    roomy = ring.outside and across >= ROOMY * height and deep >= 0.04 * height
    return Slots(height, tuple(found), TILTS[roomy])


def _fitting(room: float, count: int, part: float) -> float:
    """Returns the height of `count` cards in a row of length `room`, if each needs `part` of its height, with rings between."""
    gaps = count - 1
    return min((room - gaps * ring_width(0)) / (count * part), room / (count * part + gaps * ring_width(1000) / 1000))


def _largest(seats: int, room: Area, wish: float) -> tuple[float, Ring]:
    """Returns the ring in which cards are largest; a round one, if they are not much smaller there."""

    def height(ring: Ring) -> float:
        return min(wish, _fitting(room.w, ring.columns, WIDE), _fitting(room.h, ring.rows, HIGH))

    def worth(ring: Ring) -> tuple[float, int, int]:
        factor = CRAMPED if ring.rows == 1 else ROUND if ring.outside else 1.0
        return round(height(ring) * factor), -ring.rows, -abs(ring.low - ring.high)

    best = max(rings(seats), key=worth)
    return max(LEAST, height(best)), best


def facing(room: Area, wish: float) -> Slots:
    """Returns the places for two seats: the cards side by side, the other's a little higher."""
    height = max(LEAST, min(wish, room.h / 1.34, room.w / 1.66))
    centre = room.centre
    x, y = 0.41 * height, 0.13 * height
    return Slots(height, (Point(centre.x + x, centre.y + y), Point(centre.x - x, centre.y - y)), TILTS[1])


@lru_cache(256)
def lain(metrics: Metrics, floor: float, usual: Area | None = None) -> Slots:
    """Returns the places of a trick over a floor, in the wished size if the plates allow it.

    usual: the box of the trick as a rule, beside which the open cards of seats at the sides lie.
    """
    wish = metrics.hand_h * WISH.get(metrics.k, MANY)
    if metrics.k == 2:
        return _three(metrics, floor, wish)
    u, bare = metrics.u, metrics.seat(metrics.side).plate.bottom + 4 * metrics.u + under_plates_high(metrics)
    wall = metrics.wall if metrics.side else metrics.rim + 8 * u
    if metrics.side and metrics.ground.windows:
        wall += (150 if metrics.k < 4 else 30) * u
    wall = min(wall, 0.36 * metrics.cw)
    if metrics.side and metrics.ground.windows and usual is not None:
        wall = max(wall, usual.x)

    def under(ceiling: float) -> Slots:
        room = Area(wall, ceiling, metrics.cw - 2 * wall, max(24.0, floor - ceiling))
        return facing(room, wish) if metrics.k == 1 else around(metrics.seats, room, wish)

    # The backs under the plates at the top are left free as long as the cards stay large.
    backs = metrics.hang(metrics.side)
    found = under(bare + backs)
    return found if found.height >= 0.75 * wish or not backs else under(bare)


def _three(metrics: Metrics, floor: float, wish: float) -> Slots:
    """Returns the places for two opponents, between their plates; the person's card lies over theirs."""
    u, ceiling, cx = metrics.u, metrics.top + metrics.rim + 6 * metrics.u, metrics.cx
    beside = cx - metrics.seat(0).plate.right - 4 * u
    height = max(LEAST, min(wish, max(24.0, floor - ceiling) / 1.52, beside / (0.45 + RATIO / 2)))
    y, low, high = metrics.top + metrics.free * 0.375, ceiling + 0.65 * height, floor - 0.87 * height
    y = min(max(y, low), high) if low <= high else (low + high) / 2
    places = ((0.0, 0.34), (-0.45, -0.12), (0.45, -0.12))
    return Slots(height, tuple(Point(cx + dx * height, y + dy * height) for dx, dy in places), 5)


class TrickLayout(Metrics):
    """The measures of the window and the places of the trick. trick_h: the height of its cards."""

    @cached_property
    def slots(self) -> Slots:
        return lain(self, self.message_y - self.message_h / 2 - 6 * self.u)

    @property
    def trick_h(self) -> float:
        return self.slots.height

    @cached_property
    def trick_middle(self) -> Point:
        xs, ys = zip(*self.slots.middles, strict=True)
        return Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)

    @cached_property
    def chip_places(self) -> tuple[Point, ...]:
        """Places of badges that no seat has yet: beside the person's card, unless a card of the trick lies there."""
        at, half, d = self.slots.middles[0], self.trick_h * RATIO / 2, self.mark_size
        away = half + d / 2 + 8 * self.u
        lying = [self.trick(seat).area() for seat in (None, *range(self.k))]
        found = [Point(at.x + side * away, at.y + self.trick_h / 2 - d / 2) for side in (-1, 1)]
        return tuple(p for p in found if not any(area.meets(Area(p.x - d / 2, p.y - d / 2, d, d)) for area in lying))

    def trick(self, seat: int | None, order: int = 0, floor: float | None = None) -> Place:
        """Returns the place of the card of opponent `seat`, or the person's own (None); order: the card's number in the trick.

        The tilt depends on both, so that it is lively and always the same. floor: lower bound of the trick, if it is not the
        message.
        """
        found = self.slots if floor is None else lain(self, floor, self.trick_box)
        s = -1 if seat is None else seat
        angle = float((53 * order + 31 * (s + 1)) % (2 * found.tilt + 1) - found.tilt)
        return Place(*found.middles[s + 1], found.height, angle)

    @cached_property
    def trick_box(self) -> Area:
        """The box that holds every card of a trick at any tilt."""
        areas = [self.trick(seat)._replace(angle=5).area() for seat in (None, *range(self.k))]
        left, top = min(area.x for area in areas), min(area.y for area in areas)
        return Area(left, top, max(a.right for a in areas) - left, max(a.bottom for a in areas) - top)
