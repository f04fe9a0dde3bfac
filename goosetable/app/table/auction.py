"""The layout of the middle of a table at which all seats bid at the same time: stock, mat with the cards on offer, and bids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from goosetable.app.render.geometry import RATIO, Area, Place, Point
from goosetable.app.table.metrics import Metrics, focused_card_top

LINE: Final = 1.3
"""Height of a line of words, as a multiple of the text size."""
OFFERED, BID, STOCK = 0.88, 0.8, 0.74
"""Preferred heights of a card on offer, of a bid and of the stock, as parts of the height of a hand card."""
BIDS: Final = 0.5
"""Largest width of the row of bids, as a part of the cloth's width."""
BESIDE_OWN: Final = 0.6
"""Largest part that the row of bids may take of the width at the right of the person's own open cards."""
BIDS_AT: Final = 0.77
"""Centre of the row of bids, as a part of the cloth's width."""
WORDS: Final = 9.4
"""Least width of the mat, as a multiple of the size of its words."""
TRAY_WORDS: Final = 38.0
"""Height, in units of text, of the words over and under the person's own open cards."""
LEAST: Final = 24.0
"""Least height of a card in pixels."""


class AuctionLayout(NamedTuple):
    """Sizes and places in the middle of the table, in pixels. gap: distance between neighbouring cards on offer."""

    y: float
    offered: float
    bid: float
    stock: Place
    px: float
    """Text size of the words under the stock and the bids."""
    mat_px: float
    pad: float
    gap: float
    room: Area
    """Area within which the mat is placed."""
    bids_x: float
    step: float
    lines: int
    """Number of lines of words under a bid."""


@lru_cache(256)
def own_cards_area(metrics: Metrics) -> Area:
    """Returns the area for the person's open cards: above the person's seat, and at the left of the message.

    The height of the area is 0 at a table whose seats have no open cards.
    """
    if not metrics.needs.windows:
        return Area(0, 0, 0, 0)
    u, t, own = metrics.u, metrics.t, metrics.own_seat
    w, x = 0.28 * metrics.cloth_width, metrics.rim + 22 * u
    if own is None:
        w, x = min(0.25 * metrics.cloth_width, max(170 * t, 0.2 * metrics.table_height)), metrics.rim + 6.0
    bottom = focused_card_top(metrics) - 2
    if own is not None:
        bottom = min(bottom, own.area().y - 8 * u)
    high = 0.255 * w + TRAY_WORDS * t
    top = max(bottom - high, metrics.rows.bottom + 8 * u + max(2 * LEAST, 0.4 * (bottom - metrics.rows.bottom)))
    return Area(x, top, w, bottom - top)


@lru_cache(256)
def auction_layout(metrics: Metrics) -> AuctionLayout:
    """Returns the layout of the auction. It lies between the rows of the opponents and the message."""
    u, t, n = metrics.u, metrics.t, metrics.seats
    top, bottom = metrics.rows.bottom + 8 * u, metrics.message_y - metrics.message_height / 2 - 8 * u
    high = max(2 * LEAST, bottom - top)
    left = metrics.stitch_margin + 5 * u if metrics.compact else metrics.rim + 34 * u
    right = metrics.cloth_width - metrics.rim - 24 * u
    px = min(14.5 * t, 22 * max(u, 0.6), 0.1 * high)
    mat_px, pad = min(18 * t, 27 * max(u, 0.6), 0.12 * high), 13 * u
    lines = 1 if metrics.compact or high < 120 * u else 2
    wide, own = right - left, own_cards_area(metrics)
    offered = min(OFFERED * metrics.hand_height, high - 2 * pad - LINE * mat_px - 4 * u, 0.2 * wide / RATIO)
    step_most = BIDS * wide / n if not own.h else BESIDE_OWN * (right - own.right) / n
    bid = min(BID * metrics.hand_height, high - lines * LINE * px - 8 * u, (step_most - 8 * u) / RATIO)
    offered, bid = max(LEAST, offered), max(LEAST, bid)
    step = min(max(bid * RATIO + 36 * u, 5.2 * px), step_most)
    first = min(BIDS_AT * metrics.cloth_width - step * (n - 1) / 2, right - step * (n - 0.5))
    stock = max(LEAST, min(STOCK * metrics.hand_height, bid, 0.13 * wide / RATIO))
    aside = max(stock * RATIO, min(7.0 * px, 0.17 * wide)) / 2
    y = (top + bottom) / 2
    low, up = left + 2 * aside + 16 * u, first - step / 2 - 12 * u
    stock_y = y
    if own.h:
        low = max(low, own.right + 10 * u)
        floor = min(bottom, own.y - 8 * u)
        stock, stock_y = max(LEAST, min(stock, floor - top - LINE * px - 8 * u)), (top + floor) / 2
    offered = max(LEAST, min(offered, (up - low - 2 * pad) / 2.15 / RATIO))  # a narrow mat shows at least two cards
    words = LINE * px / 2
    return AuctionLayout(
        y, offered, bid, Place(left + aside, stock_y - words, stock), px, mat_px, pad, 12 * u, Area(low, top, up - low, high),
        first, step, lines,
    )  # fmt: skip


def offer_mat_area(metrics: Metrics, count: int) -> Area:
    """Returns the area of the mat, which has room for `count` cards on offer and a line of text."""
    found = auction_layout(metrics)
    w = found.offered * RATIO
    wide = min(max(count * w + (count - 1) * found.gap + 2 * found.pad, WORDS * found.mat_px), found.room.w)
    high = found.offered + 2 * found.pad + LINE * found.mat_px
    return Area(found.room.centre.x - wide / 2, found.y - high / 2, wide, high)


def offer_places(metrics: Metrics, count: int) -> list[Place]:
    """Returns the places of `count` cards on offer, side by side on the mat, the newest at the right."""
    found, under = auction_layout(metrics), offer_mat_area(metrics, count)
    w = found.offered * RATIO
    step = min(w + found.gap, (under.w - 2 * found.pad - w) / max(1, count - 1))
    x = under.centre.x - step * (count - 1) / 2
    return [Place(x + i * step, under.y + found.pad + found.offered / 2, found.offered) for i in range(count)]


def bid_place(metrics: Metrics, opponent: int | None) -> Place:
    """Returns the place of a bid. opponent: index of the opponent; None for the person, whose bid is the rightmost."""
    found, at = auction_layout(metrics), metrics.opponent_count if opponent is None else opponent
    y = found.y - found.lines * LINE * found.px / 2
    return Place(found.bids_x + at * found.step, y, found.bid, (3.0, -2.0, 2.0, -3.0)[at % 4])


def occupied_areas(metrics: Metrics) -> list[Area]:
    """Returns the areas that nothing may cover: mat, stock, bids with their words, and the person's open cards."""
    found = auction_layout(metrics)
    places = [(found.stock, 1), *((bid_place(metrics, i), found.lines) for i in (None, *range(metrics.opponent_count)))]
    wide = [(place.area(), lines * LINE * found.px) for place, lines in places]
    words = [Area(area.x, area.y, area.w, area.h + below) for area, below in wide]
    return [found.room, own_cards_area(metrics), *words]


def tie_sign_points(metrics: Metrics, places: Sequence[int]) -> list[Point]:
    """Returns the points between neighbouring bids that tie. places: positions of the tied bids, from 0 at the left."""
    found, y = auction_layout(metrics), bid_place(metrics, 0).y
    return [Point(found.bids_x + (at + 0.5) * found.step, y) for at in places if at + 1 in places]


def discard_point(metrics: Metrics) -> Point:
    """Returns the point beyond the edge of the cloth to which discarded cards fly."""
    return Point(metrics.cloth_width - metrics.rim / 2, bid_place(metrics, None).y)
