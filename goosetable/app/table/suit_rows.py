"""Open cards before a seat: a place for each suit, with its worth or number under it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.app.render.geometry import RATIO, Area, Place, Point
from goosetable.app.table.open_rows import CAPTION, caption_px, figures_only
from goosetable.app.table.table_layout import Layout
from goosetable.app.table.zones import open_area, towards_seat
from goosetable.cards import Card
from goosetable.engine.words import phrases

NARROWEST: Final = 15.0
"""Width in pixels under which cards of a suit give way to figures."""
BESIDE: Final = 1.7
"""Width of a figure beside its cards, in sizes of its text."""
OVERLAP, CLOSEST = 0.46, 0.42
"""Distance between cards of a suit, in card widths: with room, and at least."""


class Suit(NamedTuple):
    """The place of a suit: its box, the outline of its first card, its cards, and the upper middle of its figure."""

    box: Area
    outline: Place
    cards: tuple[Place, ...]
    figure: Point


class SuitRow(NamedTuple):
    """The four places, in the order of the suits; without cards if there is room for a line of figures only."""

    area: Area
    suits: tuple[Suit, ...]
    px: float
    """Size of the figures under the suits, or of the line of figures."""


def held_by_suit(held: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(card for card in held if cards.suit(card) == suit) for suit in range(4))


@lru_cache(512)
def suit_row(layout: Layout, place: int | None, counts: tuple[int, ...]) -> SuitRow:
    """Returns the places of each suit's cards, by their counts, before opponent `place`, or before the person (None)."""
    area, u = open_area(layout, place), layout.u
    px = caption_px(layout)
    if not area.h:
        return SuitRow(area, (), px)
    pad, gap = (4 * u, 5 * u) if layout.k == 2 or place is None else (3 * u, 3 * u)
    over = sum(max(0, count - 1) for count in counts)
    # In a row across the table a figure is beside its cards, as there is less height than width.
    aside, under = (BESIDE * px, 0.0) if layout.ground.rows and place is not None else (0.0, CAPTION * px)
    wide = area.w - 8 * pad - 3 * gap - 4 * aside
    h = area.h - 2 * pad - under
    w = min(h * RATIO, wide / (4 + CLOSEST * over))
    if figures_only(layout, place) or w < NARROWEST:
        return SuitRow(area, (), min(px * 1.1, area.h * 0.62))
    h = w / RATIO
    step = min(OVERLAP * w, (wide - 4 * w) / over) if over else 0.0
    x = _start(layout, place, area, 4 * (w + aside) + step * over + 8 * pad + 3 * gap)
    found = []
    for count in counts:
        broad = w + step * max(0, count - 1)
        box = Area(x, area.y, broad + aside + 2 * pad, h + 2 * pad + under)
        y, first = area.y + pad + h / 2, x + pad + w / 2
        lying = tuple(Place(first + i * step, y, h) for i in range(count))
        figure = (
            Point(box.right - pad / 2 - aside / 2, y - 0.63 * px) if aside else Point(box.x + box.w / 2, box.bottom - under)
        )
        found.append(Suit(box, Place(first, y, h), lying, figure))
        x = box.right + gap
    return SuitRow(area, tuple(found), px)


def _start(layout: Layout, place: int | None, area: Area, wide: float) -> float:
    """Returns the left end of the four places: towards the seat."""
    if place is None:
        return area.x
    return towards_seat(layout, place, area, wide)


def suit_places(layout: Layout, place: int | None, held: Sequence[Card]) -> list[Place]:
    """Returns the place of each card; none if there are only figures."""
    groups = held_by_suit(held)
    found = suit_row(layout, place, tuple(len(group) for group in groups))
    if not found.suits:
        return []
    where: dict[Card, Place] = {}
    for group, suit in zip(groups, found.suits, strict=True):
        where |= zip(group, suit.cards, strict=True)
    return [where[card] for card in held]


def suit_parts(figures: Sequence[str], groups: Sequence[Sequence[Card]]) -> list[str]:
    """Returns each suit with its ranks, or with its figure if that is not the number of its cards; empty suits are left out.

    >>> parts(("2", "", "1", ""), ((0, 5), (), (27,), ()))
    ['♠A9', '♦K']
    >>> parts(("21", "+10", "", ""), ((0, 1), (), (), ()))
    ['♠21', '♥+10']
    """
    counted = all(figure in ("", str(len(group))) for figure, group in zip(figures, groups, strict=True))
    found = []
    for symbol, figure, group in zip(phrases.SYMBOLS, figures, groups, strict=True):
        if group or figure:
            ranks = "".join("10" if cards.RANKS[cards.rank(card)] == "T" else cards.RANKS[cards.rank(card)] for card in group)
            found.append(symbol + (ranks if counted else figure))
    return found
