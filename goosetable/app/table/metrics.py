"""Measures that follow from the window's size alone: scale, panels, seats with plates or rows, the hand, the message's
height."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from goosetable.app.render.felt import SEAM
from goosetable.app.render.geometry import RATIO, Area, Place, Point, SeatPlace
from goosetable.engine.rules.event import BID_KIND, GONE_KIND, KEPT_KIND, NEXT_KIND, STOCK_KIND, TURNED_KIND, Kind

HEIGHT: Final = {1: 0.128, 2: 0.111}
"""Height of a row by number of opponents, as a part of the height of the cloth."""
ALL: Final = 0.28
"""Height of all rows together for more opponents, as a part of the height of the cloth."""
WIDEST: Final = 1.35
"""Largest distance between the middles of neighbours in a row, in card widths."""
TIGHTEST: Final = 0.8
"""The smallest distance, for a hand of `USUAL` cards, at which ranks can still be read."""
USUAL: Final = 13
UNDER: Final = 0.56
"""Part of a row that its plate may take under the medallion; a higher one is put beside it."""


class SeatRows(NamedTuple):
    """The rows of `opponents`, the first at the top. height: of a card; left, right: the bounds of the cards."""

    opponents: int
    top: float
    height: float
    pitch: float
    left: float
    right: float
    edge: float
    """Left edge of medallions and plates."""
    plate_w: float
    plate_h: float
    u: float
    bare: bool
    """Whether there are no plates."""

    @property
    def bottom(self) -> float:
        """Lower edge of the last row."""
        return self.card_centre_y(self.opponents - 1) + self.height / 2

    def card_centre_y(self, i: int) -> float:
        """Returns the height on the screen of the cards of opponent i."""
        return self.top + i * self.pitch + self.height / 2

    def seat(self, i: int) -> SeatPlace:
        y, w, h, u = self.card_centre_y(i), self.plate_w, self.plate_h, self.u
        if self.bare:
            x = self.edge + w / 2
            return SeatPlace(x, y, w, Area(x, y, 0, 0), False, False)
        if self._plate_under:
            d, x = self._seat_height - h + 9 * u, self.edge + w / 2
            top = y - self._seat_height / 2
            return SeatPlace(x, top + d / 2, d, Area(x - w / 2, top + d - 9 * u, w, h), False, False)
        d = min(self.height, 0.4 * w)
        left = self.edge + 0.86 * d
        return SeatPlace(self.edge + d / 2, y, d, Area(left, y - h / 2, self.edge + w - left, h), False, False)

    @property
    def _seat_height(self) -> float:
        """Height of medallion and plate together, one over the other."""
        return _seat_height(self.height, self.opponents, self.u)

    @property
    def _plate_under(self) -> bool:
        """Whether the plate lies under the medallion; several rows are too low for that, it would hide half of the face."""
        return self.opponents == 1 and self.plate_h <= UNDER * self._seat_height

    def area(self, i: int) -> Area:
        return Area(self.left, self.card_centre_y(i) - self.height / 2, self.right - self.left, self.height)

    def places(self, i: int, cards: int) -> list[Place]:
        """Returns the places of `cards` cards of opponent i, from left to right."""
        w = self.height * RATIO
        step = self.step(cards)
        return [Place(self.left + w / 2 + at * step, self.card_centre_y(i), self.height) for at in range(cards)]

    def step(self, cards: int) -> float:
        """Returns the distance between the middles of neighbours in a row of `cards` cards."""
        w = self.height * RATIO
        return min(WIDEST * w, (self.right - self.left - w) / max(1, cards - 1))

    def outline(self, i: int, at: int, cards: int) -> Area:
        """Returns the empty place of card number `at`, as far as the next card leaves it free."""
        place, w, inset = self.places(i, cards)[at], self.height * RATIO, 3 * self.u
        wide = min(w, self.step(cards)) - 2 * inset
        return Area(place.x - w / 2 + inset, place.y - self.height / 2 + inset, wide, self.height - 2 * inset)


def _seat_height(height: float, count: int, u: float) -> float:
    return height + (12 * u if count == 1 else 0.0)


def seat_rows(count: int, top: float, bounds: Area, u: float, t: float, compact: bool) -> SeatRows:
    """Returns the rows of `count` opponents on a cloth with these bounds. u, t: the scales of everything and of text."""
    height = HEIGHT.get(count, ALL / count) * bounds.h
    if compact:
        height *= 1.14 if count == 1 else 1.0
        edge, w, h = bounds.x + 13 * u, min(0.8 * height, 0.09 * bounds.w), 0.0
        left, right, top, gap = edge + w + 10 * u, bounds.right - 13 * u, top + 8, 5.0
    else:
        edge, w = bounds.x + 15 * u, min(138 * max(u, 0.9 * t), 0.2 * bounds.w)
        left, right, gap = edge + w + 28 * u, bounds.right - 31 * u, (14 if count < 3 else 8) * u
        top += (28 if count == 1 else 22) * u
        h = 40 * t if 40 * t <= UNDER * _seat_height(height, count, u) else min(40 * t, height)
    height = min(height, (right - left) / (1 + TIGHTEST * (USUAL - 1)) / RATIO)
    h = min(h, height)
    return SeatRows(count, top, height, height + gap, left, right, edge, w, h, u, compact)


AROUND: Final = (STOCK_KIND, TURNED_KIND, GONE_KIND)
"""Kinds of pile that belong to no seat."""
ROUND: Final = 3
"""Number of seats at a table at which all bid at once with closed hands, each with a bid beside the plate."""
_MEDALLION: Final = {1: 84, 2: 84, 3: 80, 4: 74, 5: 70, 6: 64, 7: 60}  # by opponents, at u = 1; 54 beyond


class Ground(NamedTuple):
    """Features of a table that need room on the cloth."""

    market: bool = False
    """Cards are on offer in the middle, and bids lie beside the seats."""
    windows: bool = False
    """Seats have cards that lie open before them."""
    later: bool = False
    """Seats have cards that lie face down for later."""
    spot: bool = False
    """Something lies beside the trick."""
    rows: bool = False
    """Each opponent has a row across the table, for an open hand or for the cards it has won; cards on offer lie in the middle
    with the bids beside them."""


class Plate(NamedTuple):
    """Width and height of the plates of the opponents, and the scale of the text on all plates."""

    w: float
    h: float
    t: float


PLAIN: Final = Ground()


def ground_for(kinds: Sequence[Kind], open_hands: bool = False, seats: int = ROUND) -> Ground:
    """Returns the features of a table with these kinds of pile. open_hands: every hand is known to all."""
    if BID_KIND in kinds and (open_hands or seats != ROUND):
        return Ground(market=True, windows=not open_hands and KEPT_KIND in kinds, rows=True)
    spot = any(kind in kinds for kind in AROUND)
    # With more than two seats all cards of a pack are in the hands: none lies there for later.
    return Ground(BID_KIND in kinds, KEPT_KIND in kinds, NEXT_KIND in kinds and seats == 2, spot)


DIP: Final = 0.85
"""Part of the extra height of larger cards of the hand that lies out of the window."""


@dataclass(frozen=True)
class Metrics:
    """The first pass of the layout.

    w, h: the window in pixels; seats: 2..12; text: the text-size setting, 0.8..2.0; ground: features that need room; cards:
    scale of the cards of hand and trick, for which there must be room, see `laid`. u is 1 at 1280 x 720; t is the scale of
    text. compact: the sidebar is a strip of height `strip` at the top, and the person has no plate. Otherwise the sidebar,
    `sidebar` wide, is at the right, and the cloth is `cw` wide. hand_h: height of a card in the hand; k: opponents, with `side`
    of them at each side; d: diameter of a medallion.
    """

    w: int
    h: int
    seats: int
    text: float = 1.0
    ground: Ground = PLAIN
    cards: float = 1.0

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 12:
            raise ValueError(f"a table has 2 to 12 seats, not {self.seats}")

    @cached_property
    def u(self) -> float:
        return min(self.w / 1280, self.h / 720)

    @cached_property
    def t(self) -> float:
        return max(0.8, self.u) * self.text

    @cached_property
    def compact(self) -> bool:
        return self.w < 900 or self.h < 500

    @cached_property
    def sidebar(self) -> int:
        return 0 if self.compact else round(306 * self.u * min(1.25, max(1.0, self.text**0.5)))

    @cached_property
    def strip(self) -> int:
        return round(min(40 * self.t, 0.15 * self.h)) if self.compact else 0

    @cached_property
    def cloth_width(self) -> int:
        return self.w - self.sidebar

    @cached_property
    def rim(self) -> int:
        return max(8, round(18 * self.u))

    @cached_property
    def pile_margin(self) -> float:
        """Distance of piles from the cloth's outer edge, inside the stitches."""
        return self.stitch_margin + 4 * self.u

    @cached_property
    def top(self) -> int:
        return self.strip

    @cached_property
    def free_height(self) -> int:
        return self.h - self.top

    @cached_property
    def hand_height(self) -> int:
        return round(self.cards * min(self._hand_part * self.free_height, 0.252 * self.cloth_width))

    @property
    def visible_hand_height(self) -> float:
        """Height of the part of a hand's card inside the window: of a larger card only the part with its index."""
        return self.hand_height - self.sunk_height

    @cached_property
    def sunk_height(self) -> float:
        """Height of the part of larger cards of the hand that lies out of the window."""
        return DIP * self.hand_height * (1 - 1 / self.cards) if self.cards > 1 else 0.0

    @property
    def _hand_part(self) -> float:
        """Part of the free height that a card of the hand takes: less if the trick needs the room."""
        if self.compact:
            return 0.245
        if self.ground.rows:
            return 0.208
        return 0.225 if self.opponents in (3, 4) or (self.opponents > 4 and self.ground.windows) else 0.245

    @cached_property
    def middle_x(self) -> float:
        return self.cloth_width / 2

    @cached_property
    def opponents(self) -> int:
        return self.seats - 1

    @cached_property
    def medallion(self) -> float:
        return _MEDALLION.get(self.opponents, 54) * max(self.u, 0.62)

    @cached_property
    def side_seats(self) -> int:
        return 0 if self.opponents < 3 else round(self.opponents * 0.27 + 0.1)

    @property
    def cloth(self) -> Area:
        return Area(self.rim, self.top, self.cloth_width - 2 * self.rim, self.free_height - self.rim)

    @property
    def stitch_margin(self) -> float:
        """Distance of the cloth's stitched edge from the window's or the sidebar's."""
        return (1 + SEAM) * self.rim

    @property
    def ledger_area(self) -> Area:
        """The sheet of paper at the right; in compact mode, its place when it is opened over the table."""
        u = self.u
        if self.compact:
            w = min(self.w - 24, max(306 * self.t, 0.5 * self.w))
            return Area(self.w - w - 12, self.strip + 6, w, self.h - self.strip - 12)
        return Area(self.cloth_width + 2 * u, 14 * u, self.sidebar - 16 * u, self.h - 28 * u)

    @property
    def strip_area(self) -> Area:
        """The folded sidebar along the top; of no height when the sidebar is open."""
        return Area(0, 0, self.w, self.strip)

    @cached_property
    def rows(self) -> SeatRows:
        """Rows of the opponents, at a table that has them."""
        return seat_rows(self.opponents, self.top + (0 if self.compact else self.rim), self.cloth, self.u, self.t, self.compact)

    @cached_property
    def chips(self) -> bool:
        """Whether medallion and figures share a line (a chip), because there is no room for plates."""
        return self.compact and self.seats > 7

    @cached_property
    def _side_x(self) -> float:
        return 104 * self.u + self.rim * 0.3 if not self.compact else max(58.0, 0.09 * self.cloth_width)

    @cached_property
    def _top_seat_y(self) -> float:
        return self.top + self.rim + self.medallion * 0.5 + (13 if self.side_seats else 20) * self.u

    @cached_property
    def _highest_side_y(self) -> float:
        # Over the person's own open cards large words need the room that the seats at the sides can spare.
        nearer = 0.4 * min(1.0, max(0.0, self.t / self.u - 1)) if self.ground.windows and self.side_seats == 1 else 0.0
        return self._top_seat_y + self.medallion * ((1.9 if self.side_seats > 1 else 2.0) - nearer)

    @cached_property
    def _lowest_side_y(self) -> float:
        return max(self.top + self.free_height * 0.545, self._highest_side_y)

    @cached_property
    def plate(self) -> Plate:
        """Size of the plates: as large as the text wants, as far as neighbours leave room."""
        u, t = self.u, self.t
        if self.ground.rows:
            high = self.rows.plate_h or 40 * t
            return Plate(min(138 * max(u, 0.9 * t), 0.2 * self.cloth_width), high, high / 40)
        beside = self._top_step()
        below = (
            (self._lowest_side_y - self._highest_side_y) / (self.side_seats - 1) if self.side_seats > 1 else self.free_height
        )
        if self.chips:
            high = min(32.5 * t, (below - 3) / 1.23, 1.4 * self.medallion - 4)
            return Plate(min(115 * t, beside - 8, 2 * self._side_x - 8), high, high / 32.5)
        small = self.compact or self.seats > 8
        wish = 112 * t if self.compact else (112 if small else 138) * max(u, 0.9 * t)
        high = min(40 * t, 0.9 * self.medallion + 9 * u - 2, below - self.medallion + 9 * u - 4)
        return Plate(min(wish, beside - 8, 2 * (self._side_x - self.rim * 0.5)), high, high / 40)

    def _top_span(self) -> tuple[float, float, int]:
        n = self.opponents - 2 * self.side_seats
        inset = 0 if self.side_seats == 0 else (70 if self.compact else 90) * max(self.u, 0.6)
        return self._side_x + inset, self.cloth_width - self._side_x - inset, n

    def _top_step(self) -> float:
        """Returns the distance between the middles of neighbours along the top."""
        a, b, n = self._top_span()
        if self.opponents == 2:
            return (b - a) * 0.68
        return b - a if n < 2 else (b - a) / n if n < 4 else (b - a) / (n - 1)

    def _medallion_centre(self, i: int) -> Point:
        k, side = self.opponents, self.side_seats
        if i < side or i >= k - side:
            j = i if i < side else k - 1 - i
            x = self._side_x if i < side else self.cloth_width - self._side_x
            return Point(
                x,
                self._highest_side_y
                if side == 1
                else self._lowest_side_y - (self._lowest_side_y - self._highest_side_y) * j / (side - 1),
            )
        a, b, n = self._top_span()
        j = i - side
        if k == 2:
            return Point(a + (b - a) * (0.16, 0.84)[j], self._top_seat_y)
        return Point(a + (b - a) * ((j + 0.5) / n if n < 4 else j / (n - 1)), self._top_seat_y)

    def seat(self, i: int) -> SeatPlace:
        """Returns the place of opponent i, 0 at the person's left and so round the table clockwise."""
        if not 0 <= i < self.opponents:
            raise ValueError(f"there is no opponent {i} at a table of {self.seats}")
        if self.ground.rows:
            return self.rows.seat(i)
        x, y = self._medallion_centre(i)
        pw, ph, _ = self.plate
        if self.chips:
            d = ph * 1.23
            return SeatPlace(x - pw / 2 + d / 2, y, d, Area(x - pw / 2, y - ph / 2, pw, ph), True, False)
        plate = Area(x - pw / 2, y + self.medallion * 0.5 - 9 * self.u, pw, ph)
        backs = not self.compact and self.seats <= (4 if self.ground.windows else 8)  # open cards lie where the backs would
        return SeatPlace(x, y, self.medallion, plate, False, backs)

    def backs_length(self, i: int) -> float:
        """Returns the length by which opponent i's backs hang out from under the plate, in pixels: little over a trick."""
        place = self.seat(i)
        return (0.32 if self.is_over_trick(i) else 0.55) * place.d if place.backs else 0.0

    def is_over_trick(self, i: int) -> bool:
        """Whether opponent i sits along the top, with the trick under the plate."""
        return self.side_seats > 0 and self.side_seats <= i < self.opponents - self.side_seats

    @cached_property
    def own(self) -> SeatPlace | None:
        """The person's own seat, bottom left; None in compact mode, in which the strip shows it."""
        if self.compact:
            return None
        u = self.u
        d = self.medallion if self.seats < 6 else 66 * u
        wish = (112 if self.seats > 8 else 138) * max(u, 0.9 * self.t)
        w, h = min(wish, 0.2 * self.cloth_width), self.plate.h
        x = self.rim + max(84 * u, w / 2 + 15 * u)
        y = self.h - 31 * u - h + 9 * u - d * 0.5
        return SeatPlace(x, y, d, Area(x - w / 2, y + d * 0.5 - 9 * u, w, h), False, False)

    def trick_target(self, i: int | None) -> Point:
        """Returns the point to which a trick's cards fly: the plate of opponent i, or the person's own (None)."""
        if i is not None:
            return self.seat(i).plate.centre
        own = self.own
        return own.plate.centre if own is not None else Point(self.middle_x, self.h - 8)

    @property
    def mark_size(self) -> float:
        """Width of a badge and of the dealer's egg."""
        d = self.rows.seat(0).d if self.ground.rows else self.plate.h * 1.23 if self.chips else self.medallion
        return max(15.0, 0.44 * d)

    def own_mark_place(self, i: int) -> Point:
        """Returns the middle of mark i left of the hand, for a person without a plate: the portrait (0), over it egg and
        badges."""
        size = self.mark_size
        return Point(self.rim + 4 + size / 2, self.h - self.rim - 4 - size * (0.5 + 1.05 * i))

    @cached_property
    def message_size(self) -> float:
        return min((15 / 0.8 if self.compact else 19) * self.t, 0.045 * self.h)

    @cached_property
    def message_height(self) -> float:
        return self.message_size * 1.95

    @cached_property
    def message_y(self) -> float:
        """Middle of the pill, in pixels from the top: over the focused card and its tag, wherever they are in the hand."""
        if self.compact:
            return self.h - max(
                1.40 * self.visible_hand_height,
                10 * self.u + self.visible_hand_height + 0.2 * self.hand_height + 2 + self.message_height / 2,
            )
        tag = 37 * min(self.t, 1.5 * self.u)
        lifted = self.visible_hand_height + 0.2 * self.hand_height
        return self.h - max(1.66 * self.visible_hand_height, 26 * self.u + lifted + tag + 4 * self.u + self.message_height / 2)

    @property
    def tag_size(self) -> float:
        """Size of the words over the focused card."""
        return 15 * min(self.t, 1.5 * self.u)

    @property
    def side_wall(self) -> float:
        """Inner edge of the plates at the sides."""
        return self._side_x + self.plate.w / 2 + 8 * self.u


INDEX: Final = 0.36
"""Part of a larger card's height that stays visible however far it is sunk: its rank and suit."""


def hand_places(metrics: Metrics, n: int, sunk: float = 0.0) -> list[Place]:
    """Returns the places of the person's n cards at rest, from left to right; sunk 0..1: how far down, while a decision waits.

    More than twenty lie in two rows: first the back row, then the front row over it; fewer too if one row would hide ranks and
    suits. A card that may be played is raised .10 of its height, the focused one .20, a chosen one .26.
    """
    left, right = _hand_span(metrics)
    w = metrics.hand_height * RATIO
    if n > 20 or (n > 8 and (right - left - 1.1 * w) / (n - 1) < w * (0.4 if metrics.hand_height < 110 else 0.26)):
        back = n // 2
        height = min(0.72 * metrics.hand_height, (right - left) / (1 + 0.4 * (n - back - 1)) / RATIO)
        rows = _hand_row(metrics, back, height, height * 0.5), _hand_row(metrics, n - back, height, 0)
        found = rows[0] + rows[1]
    else:
        found = _hand_fan(metrics, n)
    down = sunk * metrics.hand_height * (0.6 if metrics.compact else 1 / 3)
    if metrics.sunk_height and found:
        front = found[-1].height
        down = min(metrics.sunk_height * front / metrics.hand_height + down, (1 - INDEX) * front)
    return [p._replace(y=p.y + down) for p in found]


def focused_card_top(metrics: Metrics) -> float:
    """Returns the top of a focused card of the hand."""
    lifted = metrics.visible_hand_height + 0.2 * metrics.hand_height
    return metrics.h - (10 if metrics.compact else 26) * metrics.u - lifted - (2 if metrics.compact else 0)


def _hand_span(metrics: Metrics) -> tuple[float, float]:
    own = metrics.own
    if own is None:
        return metrics.rim + 10.0 + metrics.mark_size, metrics.cloth_width - metrics.rim - 8.0
    return own.plate.right + 15 * metrics.u, metrics.cloth_width - 26 * metrics.u


def _hand_row(metrics: Metrics, n: int, height: float, up: float) -> list[Place]:
    left, right = _hand_span(metrics)
    w = height * RATIO
    step = min(w * 0.7, (right - left - w) / max(1, n - 1))
    x, y = (left + right) / 2 - step * (n - 1) / 2, metrics.h - 10 * metrics.u - height / 2 - up
    return [Place(x + i * step, y, height) for i in range(n)]


def _hand_fan(metrics: Metrics, n: int) -> list[Place]:
    if metrics.compact or metrics.ground.rows or n < 2:
        return _hand_row(metrics, n, metrics.hand_height, 0)
    left, right = _hand_span(metrics)
    w = metrics.hand_height * RATIO
    m = (n - 1) / 2
    turn = min(1.7, 18 / n)
    # The outermost card, turned, must keep within the bounds; the arc must not lift the middle too far.
    wide = w * math.cos(math.radians(m * turn)) + metrics.hand_height * math.sin(math.radians(m * turn))
    step = min(w * 0.7, (right - left - wide) / (n - 1))
    drop = _fan_drop(m, step, w, turn)
    if drop > 16 * metrics.u:
        turn *= 16 * metrics.u / drop
        drop = _fan_drop(m, step, w, turn)
    cx, cy = (left + right) / 2, metrics.h - metrics.hand_height * 0.5 - drop - 10 * metrics.u
    bend = step * math.radians(turn) * 0.5
    return [
        Place(cx + (i - m) * step, cy + (i - m) ** 2 * bend, metrics.hand_height, round(-(i - m) * turn, 1)) for i in range(n)
    ]


def _fan_drop(m: float, step: float, w: float, turn: float) -> float:
    """Returns the distance from the middle card's lower edge down to the lowest corner of a fan."""
    return m * m * step * math.radians(turn) * 0.5 + w * 0.5 * math.sin(math.radians(m * turn))


CAPTION: Final = 1.35
"""Height of a line of words under cards, in sizes of the text."""


def caption_size(metrics: Metrics) -> float:
    """Returns the size of the words under open cards."""
    return min(13.5 * metrics.t, 20 * max(metrics.u, 0.6))


def open_cards_height(metrics: Metrics) -> float:
    """Returns the height of open cards with their words at the seats."""
    return (72 if metrics.opponents <= 3 else 50) * metrics.u + 8 * metrics.u + CAPTION * caption_size(metrics)


@lru_cache(256)
def has_room_for_figures_only(metrics: Metrics, i: int | None) -> bool:
    """Whether there is room only for figures: at tables of five and more, if cards would leave a trick too little."""
    if metrics.ground.rows:
        return False
    if metrics.opponents < 4 or metrics.compact:
        return metrics.opponents > 3
    if i is None:
        return False
    floor = metrics.message_y - metrics.message_height / 2 - 10 * metrics.u
    return (
        floor - metrics.seat(metrics.side_seats).plate.bottom - 8 * metrics.u - open_cards_height(metrics)
        < 0.8 * metrics.hand_height
    )


@lru_cache(256)
def height_under_plates(metrics: Metrics) -> float:
    """Returns the height of open cards under the plates of five and more seats; 0 at smaller tables."""
    if not metrics.ground.windows or metrics.opponents < 4:
        return 0.0
    return 6 * metrics.u + (
        1.7 * caption_size(metrics) if has_room_for_figures_only(metrics, 0) else open_cards_height(metrics)
    )
