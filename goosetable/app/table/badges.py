"""The badges on medallions: their places, and their moves to other seats."""

from __future__ import annotations

from typing import NamedTuple

from goosetable.app.render.geometry import Point
from goosetable.app.table.piles import opponent
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.table_layout import Layout


class Mark(NamedTuple):
    """A badge at a seat, or in the middle of the table: its kind, the seat or less than 0, and its middle."""

    kind: str
    seat: int
    at: Point


def badge_marks(layout: Layout, snapshot: Snapshot) -> list[Mark]:
    """Returns every badge: at the upper left of the seat's medallion, a second one under the first; free ones in the middle."""
    found: list[Mark] = []
    for badge in snapshot.facts.badges:
        if badge.seat is None:
            continue
        before = sum(mark.seat == badge.seat for mark in found)
        found.append(Mark(badge.kind, badge.seat, badge_place(layout, opponent(snapshot, badge.seat), before)))
    chips = zip(snapshot.facts.chips, layout.chip_places, strict=False)
    return found + [Mark(chip.kind, -1 - i, at) for i, (chip, at) in enumerate(chips)]


def badge_place(layout: Layout, who: int | None, before: int = 0) -> Point:
    """Returns the middle of a badge; before: number of badges already there. In compact mode the person's lie beside the
    hand."""
    seat = layout.own if who is None else layout.seat(who)
    d = layout.mark_size
    if seat is None:
        return layout.own_mark(2 + before)
    return Point(seat.x - seat.d * 0.40, seat.y - seat.d * 0.28 + before * d * 0.8)


def badge_moves(before: list[Mark], after: list[Mark]) -> list[tuple[Mark | None, Mark]]:
    """Returns each badge with a new place, paired with the old one of its kind, or None."""
    left = [mark for mark in before if mark not in after]
    found: list[tuple[Mark | None, Mark]] = []
    for mark in after:
        if mark in before:
            continue
        old = next((other for other in left if other.kind == mark.kind), None)
        if old is not None:
            left.remove(old)
        found.append((old, mark))
    return found
