"""The trick is the picture: its cards are as large as the style guide has them, and none lies on another or on a ring."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Final

import pytest

from goosetable import games
from goosetable.app.render.card_images import SMALL_UNDER
from goosetable.app.render.geometry import RATIO, Area, Place, Point, ring_width
from goosetable.app.scenes.new_game.model import Laying
from goosetable.app.table import seats
from goosetable.app.table.metrics import Ground, ground_for
from goosetable.app.table.table_layout import Layout, open_area, own_area, spot_area

USUAL: Final = (1280, 720)
WINDOWS: Final = tuple(
    (w, h, text)
    for w, h in ((640, 400), (640, 1000), (700, 520), (800, 500), (900, 500), (1000, 900), (1024, 768), USUAL, (1366, 768),
                 (1920, 1080), (2560, 1080), (2560, 1440))
    for text in (1.0, 1.5, 2.0)
)  # fmt: skip
TABLES: Final = [
    *dict.fromkeys(
        (count, ground_for(game.kinds, game.open_hands)) for game in games.SHELF for count in Laying(game, "Anna").counts
    )
]
"""How many sit there and on what ground, each once, however many games are played so."""


def corners(place: Place, grown: float = 0.0) -> list[Point]:
    """The corners of a turned card, with a ring so wide round it."""
    a = math.radians(-place.angle)
    w, h = place.height * RATIO / 2 + grown, place.height / 2 + grown
    turned = [(x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a))
              for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))]  # fmt: skip
    return [Point(place.x + x, place.y + y) for x, y in turned]


def apart(one: list[Point], two: list[Point]) -> float:
    """How far two boxes are apart along the side that parts them best, in pixels; below 0 where they meet."""
    best = -math.inf
    for box in (one, two):
        for a, b in ((0, 1), (1, 2)):
            dx, dy = box[b].x - box[a].x, box[b].y - box[a].y
            far = math.hypot(dx, dy)
            across = [[(p.x * dx + p.y * dy) / far for p in other] for other in (one, two)]
            best = max(best, min(across[1]) - max(across[0]), min(across[0]) - max(across[1]))
    return best


def tricks(layout: Layout) -> Iterator[list[Place]]:
    """A full trick, whoever leads."""
    for leader in range(layout.seats):
        yield [layout.trick(None if at == 0 else at - 1, (at - leader) % layout.seats) for at in range(layout.seats)]


def index(place: Place) -> list[Point]:
    """Rank and suit in the upper left corner."""
    part = 0.42 if place.height < SMALL_UNDER else 0.24
    found = corners(place)
    wide, high = part, 0.4 if place.height < SMALL_UNDER else 0.27

    def at(x: float, y: float) -> Point:
        a, b, d = found[0], found[1], found[3]
        return Point(a.x + x * (b.x - a.x) + y * (d.x - a.x), a.y + x * (b.y - a.y) + y * (d.y - a.y))

    return [at(0, 0), at(wide, 0), at(wide, high), at(0, high)]


@pytest.mark.parametrize(("count", "ground"), [table for table in TABLES if not table[1].market])
def test_no_card_of_a_trick_lies_on_another_or_on_its_ring(count: int, ground: Ground) -> None:
    for w, h, text in WINDOWS:
        layout = Layout(w, h, count, text, ground)
        for cards in tricks(layout):
            ordered = sorted(cards, key=lambda place: (round(place.y), place.x))  # as they are drawn
            for low, high in combinations(ordered, 2):
                if count == 3:
                    assert apart(index(low), corners(high)) > -1, (w, h, text)
                    continue
                ring = ring_width(low.height)
                assert apart(corners(low, ring), corners(high)) > -1, (w, h, text, low, high)
                assert apart(corners(low), corners(high, ring)) > -1, (w, h, text, low, high)


@pytest.mark.parametrize("count", range(4, 13))
def test_the_faces_of_a_trick_are_full_at_the_usual_size(count: int) -> None:
    for ground in (Ground(), Ground(spot=True)):
        layout = Layout(*USUAL, count, 1.0, ground)
        assert layout.trick_h >= SMALL_UNDER
        if count == 4:
            assert layout.trick_h >= 0.16 * layout.h
    if count == 4:
        assert Layout(*USUAL, count, 1.0, Ground(windows=True, spot=True)).trick_h >= 0.13 * layout.h


@pytest.mark.parametrize(("count", "ground"), TABLES)
def test_backs_and_piles_stay_inside_the_stitches(count: int, ground: Ground) -> None:
    for w, h, text in WINDOWS:
        layout = Layout(w, h, count, text, ground)
        edge = 1.62 * layout.rim
        cloth = Area(edge, layout.top + (0 if layout.compact else edge), layout.cw - 2 * edge, h)
        for i in range(layout.k):
            for pose in seats.backs(layout, i, 13):
                area = Place(pose.x, pose.y, pose.height, pose.angle).area()
                assert cloth.x - 2 <= area.x and area.right <= cloth.right + 2, (w, h, text, area)
        for lying in (*(open_area(layout, i) for i in range(layout.k)), spot_area(layout), own_area(layout)):
            if lying.h and not (layout.compact and lying == own_area(layout)):
                assert cloth.x - 1 <= lying.x and lying.right <= cloth.right + 1, (w, h, text, lying)
                assert lying.y >= cloth.y, (w, h, text, lying)


def test_those_in_a_ring_sit_as_at_the_table() -> None:
    """The person's card is the lowest; the others go round clockwise, and the ring is as wide at both sides."""
    for count in range(4, 13):
        layout = Layout(*USUAL, count)
        found = layout.slots.middles
        middle = layout.trick_middle
        assert found[0].x == pytest.approx(middle.x)
        assert found[0].y == pytest.approx(max(at.y for at in found))
        angles = [math.atan2(at.y - middle.y, at.x - middle.x) for at in found]
        turns = [(b - a) % (2 * math.pi) for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
        assert sum(turns) == pytest.approx(2 * math.pi)
        for left, right in zip(found[1:], reversed(found[1:]), strict=True):
            assert left.x - middle.x == pytest.approx(middle.x - right.x)


@pytest.mark.parametrize("count", (3, 4))
def test_chips_in_the_middle_lie_on_no_card(count: int) -> None:
    ground = next(ground for seats, ground in TABLES if seats == count and ground.windows and not ground.market)
    for w, h, text in WINDOWS:
        layout = Layout(w, h, count, text, ground)
        r = layout.mark_size / 2
        for at in layout.chip_places:
            box = [Point(at.x + x * r, at.y + y * r) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            assert all(apart(box, corners(card)) > 0 for cards in tricks(layout) for card in cards)
            assert at.y + r <= layout.message_y - layout.message_h / 2
    assert len(Layout(*USUAL, count, 1.0, ground).chip_places) == 2


@pytest.mark.parametrize("name", ["goosed", "fools-gold", "goose", "cross-purposes"])
def test_the_trick_of_four_stays_large_with_large_text(name: str) -> None:
    game = games.find(name)
    layout = Layout(1280, 720, 4, 2.0, ground_for(game.kinds, game.open_hands, 4))
    assert layout.trick_h >= 0.11 * layout.h
