"""Free places at a seat for something that lies there for a moment: off every card, seat, badge, message and card to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from goosetable.app.render.geometry import Area, Place, SeatPlace
from goosetable.app.table import seats
from goosetable.app.table.bidding import auction
from goosetable.app.table.hand.hand_layout import raised_top
from goosetable.app.table.stage import Stage
from goosetable.app.table.table_layout import Layout
from goosetable.app.table.zones import bid_place, market_places, message_room, own_area, pile_area, spot_area

Side = Literal["left", "right", "above", "below", "apart"]
SHIFTS: Final = tuple(sign * step / 10 for step in range(10) for sign in (-1, 1))
"""Shifts from the middle of a medallion that are tried, in parts of the room there is."""


ASIDE: Final = 0.22
"""Extra distance that is tried as well, past badges and the egg, in diameters of a medallion."""
PILL: Final = 10.0
"""Half the width left free for a message, in halves of its height."""


class FreePlace(NamedTuple):
    """A place, and its side of the medallion; or "apart" from it, in the middle of the table."""

    area: Area
    side: Side


def free_place(stage: Stage, seat: int, sizes: Sequence[tuple[float, float]], gap: float) -> FreePlace | None:
    """Returns a free place beside the medallion of a seat, `gap` pixels away, for the first of these sizes that fits there.

    None if nothing fits, or if the seat has no medallion.
    """
    at = stage.seat_place(seat)
    return None if at is None else _free(stage.layout, at, tuple(sizes), gap, lying_areas(stage))


@lru_cache(8)
def _free(
    layout: Layout, at: SeatPlace, sizes: tuple[tuple[float, float], ...], gap: float, lie: tuple[Area, ...]
) -> FreePlace | None:
    """Finds the place with `lie` on the table; cached, as it is looked for before it is used."""
    edge = layout.rim + 4 * layout.u
    inside = Area(edge, layout.top + edge, layout.cw - 2 * edge, layout.h - layout.top - 2 * edge)
    taken = [*_always(layout), *lie]
    for w, h in sizes:
        for found in _beside(layout, at, w, h, gap):
            area = found.area
            within = area.x >= inside.x and area.y >= inside.y and area.right <= inside.right and area.bottom <= inside.bottom
            if within and not any(area.meets(other) for other in taken):
                return found
    return None


def place_apart(stage: Stage, w: float, h: float) -> FreePlace | None:
    """Returns the highest free place in the middle of a table with rows, for use if there is none at a medallion."""
    layout = stage.layout
    if not layout.ground.rows:
        return None
    gap, half = 5 * layout.u, layout.message_h / 2
    pill = Area(layout.message_x - PILL * half, layout.message_y - half, 2 * PILL * half, 2 * half)
    found = [*auction.taken(layout)[1:], auction.mat(layout, max(1, stage.offered)), pill]
    taken = [area for area in found if area.h > 0]
    taken += [] if layout.own is None else [layout.own.area()]
    top, bottom = layout.rows.bottom + gap, layout.message_y + half
    lefts = [layout.rim + 2 * gap, *(area.right + gap for area in taken)]
    tops = [top, bottom - h, *(area.bottom + gap for area in taken)]
    for y in sorted(tops):
        for x in sorted(lefts):
            area, around = Area(x, y, w, h), Area(x - gap / 2, y - gap / 2, w + gap, h + gap)
            inside = area.right <= layout.cw - layout.rim - gap and top <= y and area.bottom <= bottom
            if inside and not any(around.meets(other) for other in taken):
                return FreePlace(area, "apart")
    return None


def _beside(layout: Layout, at: SeatPlace, w: float, h: float, gap: float) -> Iterator[FreePlace]:
    """Yields every place that is tried, the best first: beside the medallion, towards the middle of the table."""
    r, box = at.d / 2, at.area()
    inner: Side = "right" if at.x < layout.cx else "left"
    outer: Side = "left" if inner == "right" else "right"
    sides: tuple[Side, ...] = (inner, outer, "below", "above")
    for away in (gap, gap + ASIDE * at.d):
        for side in sides if away == gap else sides[:2]:
            for shift in SHIFTS:
                if side in ("left", "right"):
                    y = at.y - h / 2 + shift * (r + h / 2 - 4)
                    x = at.x - r - away - w if side == "left" else at.x + r + away
                else:
                    x = at.x - w / 2 + shift * (r + w / 2 - 4)
                    y = box.y - gap - h if side == "above" else box.bottom + gap
                yield FreePlace(Area(x, y, w, h), side)


@lru_cache(64)
def _always(layout: Layout) -> tuple[Area, ...]:
    """Returns the areas to keep free in any deal: seats, trick, hand, message, tag, grounds of cards."""
    places = [layout.seat(i) for i in range(layout.k)] + ([layout.own] if layout.own is not None else [])
    found = [area for place in places for area in (_round(place.x, place.y, place.d), place.plate)]
    found += [layout.trick(i).area() for i in (None, *range(layout.k))]
    found += [bid_place(layout, i).area() for i in (None, *range(layout.k))]
    found += [own_area(layout), spot_area(layout)]
    if layout.ground.windows or layout.ground.later or layout.ground.market:
        found += [pile_area(layout, i) for i in range(layout.k)]
    if layout.ground.market:
        found += [place.area() for place in market_places(layout, 3)]
    if layout.ground.rows:
        found += [layout.rows.area(i) for i in range(layout.k)] + auction.taken(layout)
    middle, wide = message_room(layout)
    top, half = layout.message_y - layout.message_h / 2, layout.message_h / 2
    found.append(Area(middle - wide / 2, top, wide, 2 * half))
    left = 0.0 if layout.own is None else layout.own.area().right
    found.append(Area(left, top, layout.cw - left, layout.h - top))
    found.append(Area(left, raised_top(layout), layout.cw - left, layout.h - raised_top(layout)))
    return tuple(area for area in found if area.w > 0 and area.h > 0)


def lying_areas(stage: Stage) -> tuple[Area, ...]:
    """Returns the areas of every card in its rest pose, the badges and the egg."""
    rests = (sprite.rest for sprite in stage.all())
    cards = [Place(rest.x, rest.y, rest.height, rest.angle).area() for rest in rests]
    marks = [_round(*mark.at, stage.layout.mark_size) for mark in stage.marks]
    egg = [_round(*stage.egg, seats.egg_height(stage.layout))] if stage.egg is not None else []
    return (*cards, *marks, *egg)


def _round(x: float, y: float, d: float) -> Area:
    return Area(x - d / 2, y - d / 2, d, d)
