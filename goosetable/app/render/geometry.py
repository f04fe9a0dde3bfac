"""Points, boxes, cards and seats on the table, in pixels."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final, NamedTuple

RATIO: Final = 250 / 350  # width to height of a card


def ring_width(height: float) -> float:
    """Returns the width in pixels of the ring that marks a card. height: height of the card in pixels."""
    return max(3.0, height / 52)


class Point(NamedTuple):
    x: float
    y: float


class Area(NamedTuple):
    """A box in pixels: x and y of its upper left corner, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> Point:
        return Point(self.x + self.w / 2, self.y + self.h / 2)

    def contains_point(self, pos: tuple[float, float]) -> bool:
        return self.x <= pos[0] < self.right and self.y <= pos[1] < self.bottom

    def overlaps(self, other: Area) -> bool:
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


def bounding_box(areas: Sequence[Area]) -> Area:
    """Returns the smallest box that holds all areas."""
    x, y = min(area.x for area in areas), min(area.y for area in areas)
    return Area(x, y, max(area.right for area in areas) - x, max(area.bottom for area in areas) - y)


class Place(NamedTuple):
    """The place of a card: its centre, its height in pixels, and its angle in degrees counter-clockwise."""

    x: float
    y: float
    height: float
    angle: float = 0.0

    def area(self) -> Area:
        """Returns the upright box round the turned card."""
        a = math.radians(abs(self.angle))
        w = self.height * RATIO * math.cos(a) + self.height * math.sin(a)
        h = self.height * math.cos(a) + self.height * RATIO * math.sin(a)
        return Area(self.x - w / 2, self.y - h / 2, w, h)


class SeatPlace(NamedTuple):
    """The place of a seat. x, y, d: centre and diameter of its medallion.

    plate: the box with its name and points. chip: True if that box is small (a chip), with one line of figures, and the
    medallion over its left end. backs: True if there is space for the backs of its cards under the plate.
    """

    x: float
    y: float
    d: float
    plate: Area
    chip: bool
    backs: bool

    def area(self) -> Area:
        """Returns the box of medallion and plate together."""
        left, top = min(self.plate.x, self.x - self.d / 2), min(self.plate.y, self.y - self.d / 2)
        right, bottom = max(self.plate.right, self.x + self.d / 2), max(self.plate.bottom, self.y + self.d / 2)
        return Area(left, top, right - left, bottom - top)


def grid_step(span: float) -> int:
    """Returns the distance between the grid lines of a chart. Four such distances cover the span.

    The distance is 1, 2 or 5 times a power of ten.

    >>> grid_step(17), grid_step(0.5), grid_step(203)
    (5, 1, 100)
    """
    steps = (factor * int(10**power) for power in itertools.count() for factor in (1, 2, 5))
    return next(step for step in steps if 4 * step >= span)
