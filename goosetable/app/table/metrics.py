"""Measurements that depend on the size of the window: scale, panels, seats with plates or rows, hand, place of the message."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from goosetable.app.render.felt import SEAM
from goosetable.app.render.geometry import RATIO, Area, Place, Point, SeatPlace
from goosetable.engine.rules.event import BID_KIND, GONE_KIND, KEPT_KIND, NEXT_KIND, STOCK_KIND, TURNED_KIND, PileKind

HEIGHT: Final = {1: 0.128, 2: 0.111}
"""Height of an opponent's row by number of opponents, as a part of the cloth's height."""
ALL: Final = 0.28
"""Height of all rows together, as a part of the cloth's height, if there are more opponents than `HEIGHT` lists."""
WIDEST: Final = 1.35
"""Largest distance between the centres of neighbouring cards in a row, in card widths."""
TIGHTEST: Final = 0.8
"""Least distance between the centres of neighbouring cards, in card widths, for legible ranks in a hand of `USUAL` cards."""
USUAL: Final = 13
UNDER: Final = 0.56
"""Largest height of a plate under the medallion, as a part of the row's height. A higher plate is beside the medallion."""


class SeatRows(NamedTuple):
    """The rows of open cards of the opponents. The first is at the top.

    height: height of a card. left, right: bounds of the cards. All lengths are in pixels.
    """

    opponent_count: int
    top: float
    height: float
    pitch: float
    left: float
    right: float
    edge: float
    """Left edge of medallions and plates, in pixels."""
    plate_w: float
    plate_h: float
    u: float
    bare: bool
    """True if the seats have no plates."""

    @property
    def bottom(self) -> float:
        """Lower edge of the last row, in pixels."""
        return self.card_centre_y(self.opponent_count - 1) + self.height / 2

    def card_centre_y(self, opponent: int) -> float:
        """Returns the vertical centre of an opponent's cards, in pixels."""
        return self.top + opponent * self.pitch + self.height / 2

    def seat(self, opponent: int) -> SeatPlace:
        y, w, h, u = self.card_centre_y(opponent), self.plate_w, self.plate_h, self.u
        if self.bare:
            x = self.edge + w / 2
            return SeatPlace(x, y, w, Area(x, y, 0, 0), False, False)
        if self._has_plate_below:
            d, x = self._seat_height - h + 9 * u, self.edge + w / 2
            top = y - self._seat_height / 2
            return SeatPlace(x, top + d / 2, d, Area(x - w / 2, top + d - 9 * u, w, h), False, False)
        d = min(self.height, 0.4 * w)
        left = self.edge + 0.86 * d
        return SeatPlace(self.edge + d / 2, y, d, Area(left, y - h / 2, self.edge + w - left, h), False, False)

    @property
    def _seat_height(self) -> float:
        return _seat_height(self.height, self.opponent_count, self.u)

    @property
    def _has_plate_below(self) -> bool:
        return self.opponent_count == 1 and self.plate_h <= UNDER * self._seat_height

    def area(self, opponent: int) -> Area:
        return Area(self.left, self.card_centre_y(opponent) - self.height / 2, self.right - self.left, self.height)

    def places(self, opponent: int, count: int) -> list[Place]:
        """Returns the places of an opponent's cards, from left to right. count: their number."""
        w = self.height * RATIO
        step = self.card_distance(count)
        return [Place(self.left + w / 2 + at * step, self.card_centre_y(opponent), self.height) for at in range(count)]

    def card_distance(self, count: int) -> float:
        """Returns the distance between the centres of neighbouring cards in a row. count: their number."""
        w = self.height * RATIO
        return min(WIDEST * w, (self.right - self.left - w) / max(1, count - 1))

    def visible_card_area(self, opponent: int, index: int, count: int) -> Area:
        """Returns the part of a card that the next card does not cover. index: the index of the card. count: the number of
        cards in the row.
        """
        place, w, inset = self.places(opponent, count)[index], self.height * RATIO, 3 * self.u
        wide = min(w, self.card_distance(count)) - 2 * inset
        return Area(place.x - w / 2 + inset, place.y - self.height / 2 + inset, wide, self.height - 2 * inset)


def _seat_height(height: float, count: int, u: float) -> float:
    return height + (12 * u if count == 1 else 0.0)


def seat_rows(count: int, top: float, bounds: Area, u: float, t: float, compact: bool) -> SeatRows:
    """Returns the rows of `count` opponents on a cloth with these bounds. top: upper edge of the first row. u: the general
    scale. t: the scale of text.
    """
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
"""Number of seats at which bids of an auction are beside the plates. With other numbers, they are in the middle."""
_MEDALLION: Final = {1: 84, 2: 84, 3: 80, 4: 74, 5: 70, 6: 64, 7: 60}  # pixels at u = 1, by number of opponents; 54 for more


class SpaceNeeds(NamedTuple):
    """Properties of a game that need space on the cloth."""

    market: bool = False
    """True if cards are on offer in the middle, and bids lie beside the seats."""
    windows: bool = False
    """True if seats have face-up cards before them."""
    later: bool = False
    """True if seats have face-down cards before them, which are played later in the deal."""
    spot: bool = False
    """True if a pile lies beside the trick."""
    rows: bool = False
    """True if each opponent has a row across the table, for an open hand or won cards. Bids and offers are in the middle."""


class PlateSize(NamedTuple):
    """Size of the opponents' plates (the boxes of name and points), in pixels. t: scale of the text on all plates."""

    w: float
    h: float
    t: float


PLAIN: Final = SpaceNeeds()


def space_needs(kinds: Sequence[PileKind], open_hands: bool = False, seats: int = ROUND) -> SpaceNeeds:
    """Returns the `SpaceNeeds` of a table with piles of these kinds. open_hands: True if all hands are public."""
    if BID_KIND in kinds and (open_hands or seats != ROUND):
        return SpaceNeeds(market=True, windows=not open_hands and KEPT_KIND in kinds, rows=True)
    spot = any(kind in kinds for kind in AROUND)
    # With more than two seats all cards of the pack are dealt to the hands, so no pile is left for later.
    return SpaceNeeds(BID_KIND in kinds, KEPT_KIND in kinds, NEXT_KIND in kinds and seats == 2, spot)


DIP: Final = 0.85
"""Part of the additional height of enlarged hand cards that is below the window's lower edge."""


@dataclass(frozen=True)
class Metrics:
    """Measurements of a table that depend on the window and the game. `Layout` adds the places of trick and piles.

    w, h: size of the window in pixels. seats: number of seats, 2..12. text_scale: the text-size setting, 0.8..2.0. needs:
    properties of the game that need space. card_scale: the scale of the cards in hand and trick; see `find_layout` for the
    largest scale that fits.

    `u` is the general scale, which is 1 at 1280 x 720; `t` is the scale of text. In `compact` mode the sidebar is a strip along
    the top, `strip` pixels high, and the person has no plate. Otherwise the sidebar, `sidebar` pixels wide, is at the right of
    the cloth.
    """

    w: int
    h: int
    seats: int
    text_scale: float = 1.0
    needs: SpaceNeeds = PLAIN
    card_scale: float = 1.0

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 12:
            raise ValueError(f"a table has 2 to 12 seats, not {self.seats}")

    @cached_property
    def u(self) -> float:
        return min(self.w / 1280, self.h / 720)

    @cached_property
    def t(self) -> float:
        return max(0.8, self.u) * self.text_scale

    @cached_property
    def compact(self) -> bool:
        return self.w < 900 or self.h < 500

    @cached_property
    def sidebar(self) -> int:
        return 0 if self.compact else round(306 * self.u * min(1.25, max(1.0, self.text_scale**0.5)))

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
        """Distance of piles from the outer edge of the cloth, in pixels. The cloth's stitches are nearer to the edge."""
        return self.stitch_margin + 4 * self.u

    @cached_property
    def top(self) -> int:
        return self.strip

    @cached_property
    def table_height(self) -> int:
        return self.h - self.top

    @cached_property
    def hand_height(self) -> int:
        return round(self.card_scale * min(self._hand_height_part * self.table_height, 0.252 * self.cloth_width))

    @property
    def visible_hand_height(self) -> float:
        """Height of the visible part of a hand card, in pixels. The lower part of an enlarged card is below the window."""
        return self.hand_height - self.sunk_height

    @cached_property
    def sunk_height(self) -> float:
        """Height of the part of an enlarged hand card that is below the lower edge of the window, in pixels."""
        return DIP * self.hand_height * (1 - 1 / self.card_scale) if self.card_scale > 1 else 0.0

    @property
    def _hand_height_part(self) -> float:
        """Height of a hand card, as a part of the free height. It is smaller if the trick or rows of open cards need space."""
        if self.compact:
            return 0.245
        if self.needs.rows:
            return 0.208
        return 0.225 if self.opponent_count in (3, 4) or (self.opponent_count > 4 and self.needs.windows) else 0.245

    @cached_property
    def middle_x(self) -> float:
        return self.cloth_width / 2

    @cached_property
    def opponent_count(self) -> int:
        return self.seats - 1

    @cached_property
    def medallion(self) -> float:
        return _MEDALLION.get(self.opponent_count, 54) * max(self.u, 0.62)

    @cached_property
    def side_seat_count(self) -> int:
        return 0 if self.opponent_count < 3 else round(self.opponent_count * 0.27 + 0.1)

    @property
    def cloth(self) -> Area:
        return Area(self.rim, self.top, self.cloth_width - 2 * self.rim, self.table_height - self.rim)

    @property
    def stitch_margin(self) -> float:
        """Distance of the cloth's stitched edge from the edge of the window or of the sidebar, in pixels."""
        return (1 + SEAM) * self.rim

    @property
    def ledger_area(self) -> Area:
        """Area of the sidebar's paper: at the right of the cloth; in compact mode, over the table while the sidebar is open."""
        u = self.u
        if self.compact:
            w = min(self.w - 24, max(306 * self.t, 0.5 * self.w))
            return Area(self.w - w - 12, self.strip + 6, w, self.h - self.strip - 12)
        return Area(self.cloth_width + 2 * u, 14 * u, self.sidebar - 16 * u, self.h - 28 * u)

    @property
    def strip_area(self) -> Area:
        """Area of the folded sidebar along the top. Its height is 0 if the sidebar is at the right."""
        return Area(0, 0, self.w, self.strip)

    @cached_property
    def rows(self) -> SeatRows:
        """Rows of the opponents' open cards. Only tables with open cards in rows use them."""
        return seat_rows(
            self.opponent_count, self.top + (0 if self.compact else self.rim), self.cloth, self.u, self.t, self.compact
        )

    @cached_property
    def has_chips(self) -> bool:
        """True if each seat has only a chip (a line of figures beside its medallion), because plates do not fit."""
        return self.compact and self.seats > 7

    @cached_property
    def _side_x(self) -> float:
        return 104 * self.u + self.rim * 0.3 if not self.compact else max(58.0, 0.09 * self.cloth_width)

    @cached_property
    def _top_seat_y(self) -> float:
        return self.top + self.rim + self.medallion * 0.5 + (13 if self.side_seat_count else 20) * self.u

    @cached_property
    def _highest_side_y(self) -> float:
        # Larger text over the person's own open cards takes some of the height that the seats at the sides can spare.
        nearer = 0.4 * min(1.0, max(0.0, self.t / self.u - 1)) if self.needs.windows and self.side_seat_count == 1 else 0.0
        return self._top_seat_y + self.medallion * ((1.9 if self.side_seat_count > 1 else 2.0) - nearer)

    @cached_property
    def _lowest_side_y(self) -> float:
        return max(self.top + self.table_height * 0.545, self._highest_side_y)

    @cached_property
    def plate(self) -> PlateSize:
        """Size of the opponents' plates. It depends on the text, and is limited by the distance between neighbouring seats."""
        u, t = self.u, self.t
        if self.needs.rows:
            high = self.rows.plate_h or 40 * t
            return PlateSize(min(138 * max(u, 0.9 * t), 0.2 * self.cloth_width), high, high / 40)
        beside = self._distance_of_top_seats()
        below = (
            (self._lowest_side_y - self._highest_side_y) / (self.side_seat_count - 1)
            if self.side_seat_count > 1
            else self.table_height
        )
        if self.has_chips:
            high = min(32.5 * t, (below - 3) / 1.23, 1.4 * self.medallion - 4)
            return PlateSize(min(115 * t, beside - 8, 2 * self._side_x - 8), high, high / 32.5)
        small = self.compact or self.seats > 8
        wish = 112 * t if self.compact else (112 if small else 138) * max(u, 0.9 * t)
        high = min(40 * t, 0.9 * self.medallion + 9 * u - 2, below - self.medallion + 9 * u - 4)
        return PlateSize(min(wish, beside - 8, 2 * (self._side_x - self.rim * 0.5)), high, high / 40)

    def _ends_and_count_of_top_seats(self) -> tuple[float, float, int]:
        n = self.opponent_count - 2 * self.side_seat_count
        inset = 0 if self.side_seat_count == 0 else (70 if self.compact else 90) * max(self.u, 0.6)
        return self._side_x + inset, self.cloth_width - self._side_x - inset, n

    def _distance_of_top_seats(self) -> float:
        a, b, n = self._ends_and_count_of_top_seats()
        if self.opponent_count == 2:
            return (b - a) * 0.68
        return b - a if n < 2 else (b - a) / n if n < 4 else (b - a) / (n - 1)

    def _medallion_centre(self, opponent: int) -> Point:
        k, side = self.opponent_count, self.side_seat_count
        if opponent < side or opponent >= k - side:
            j = opponent if opponent < side else k - 1 - opponent
            x = self._side_x if opponent < side else self.cloth_width - self._side_x
            low, high = self._lowest_side_y, self._highest_side_y
            return Point(x, high if side == 1 else low - (low - high) * j / (side - 1))
        a, b, n = self._ends_and_count_of_top_seats()
        j = opponent - side
        if k == 2:
            return Point(a + (b - a) * (0.16, 0.84)[j], self._top_seat_y)
        return Point(a + (b - a) * ((j + 0.5) / n if n < 4 else j / (n - 1)), self._top_seat_y)

    def seat(self, opponent: int) -> SeatPlace:
        """Returns the place of an opponent. opponent: its index, clockwise from 0 at the person's left."""
        if not 0 <= opponent < self.opponent_count:
            raise ValueError(f"there is no opponent {opponent} at a table of {self.seats}")
        if self.needs.rows:
            return self.rows.seat(opponent)
        x, y = self._medallion_centre(opponent)
        pw, ph, _ = self.plate
        if self.has_chips:
            d = ph * 1.23
            return SeatPlace(x - pw / 2 + d / 2, y, d, Area(x - pw / 2, y - ph / 2, pw, ph), True, False)
        plate = Area(x - pw / 2, y + self.medallion * 0.5 - 9 * self.u, pw, ph)
        backs = not self.compact and self.seats <= (4 if self.needs.windows else 8)  # open cards take the place of the backs
        return SeatPlace(x, y, self.medallion, plate, False, backs)

    def card_backs_length(self, opponent: int) -> float:
        """Returns the length of an opponent's face-down cards below the plate, in pixels. It is smaller above the trick."""
        place = self.seat(opponent)
        return (0.32 if self.is_over_trick(opponent) else 0.55) * place.d if place.backs else 0.0

    def is_over_trick(self, opponent: int) -> bool:
        """Returns True if an opponent sits along the top, with the trick under its plate."""
        return self.side_seat_count > 0 and self.side_seat_count <= opponent < self.opponent_count - self.side_seat_count

    @cached_property
    def own_seat(self) -> SeatPlace | None:
        """The person's seat, at the bottom left; None in compact mode, because the folded sidebar shows the person."""
        if self.compact:
            return None
        u = self.u
        d = self.medallion if self.seats < 6 else 66 * u
        wish = (112 if self.seats > 8 else 138) * max(u, 0.9 * self.t)
        w, h = min(wish, 0.2 * self.cloth_width), self.plate.h
        x = self.rim + max(84 * u, w / 2 + 15 * u)
        y = self.h - 31 * u - h + 9 * u - d * 0.5
        return SeatPlace(x, y, d, Area(x - w / 2, y + d * 0.5 - 9 * u, w, h), False, False)

    def won_trick_target(self, opponent: int | None) -> Point:
        """Returns the point to which a won trick flies: the winner's plate. opponent: its index; None for the person."""
        if opponent is not None:
            return self.seat(opponent).plate.centre
        own = self.own_seat
        return own.plate.centre if own is not None else Point(self.middle_x, self.h - 8)

    @property
    def badge_size(self) -> float:
        """Width of a badge and of the dealer's egg, in pixels."""
        d = self.rows.seat(0).d if self.needs.rows else self.plate.h * 1.23 if self.has_chips else self.medallion
        return max(15.0, 0.44 * d)

    def own_sign_place(self, number: int) -> Point:
        """Returns the centre of a sign (portrait, egg or badge) at the left of the hand, for a person without a plate.

        number: 0 for the portrait, then upwards for the dealer's egg and the badges.
        """
        size = self.badge_size
        return Point(self.rim + 4 + size / 2, self.h - self.rim - 4 - size * (0.5 + 1.05 * number))

    @cached_property
    def message_size(self) -> float:
        return min((15 / 0.8 if self.compact else 19) * self.t, 0.045 * self.h)

    @cached_property
    def message_height(self) -> float:
        return self.message_size * 1.95

    @cached_property
    def message_y(self) -> float:
        """Vertical centre of the message, as y in pixels. It is above the tag of any focused card of the hand."""
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
        """Text size of the tag over the focused card."""
        return 15 * min(self.t, 1.5 * self.u)

    @property
    def side_plate_edge(self) -> float:
        """Inner edge of the plates at the left and right sides, in pixels from the edge of the cloth."""
        return self._side_x + self.plate.w / 2 + 8 * self.u


INDEX: Final = 0.36
"""Part of an enlarged card's height that is always visible, so that its index (rank and suit) can be read."""


def hand_places(metrics: Metrics, count: int, sunk: float = 0.0) -> list[Place]:
    """Returns the places of the person's cards at rest, from left to right. count: their number.

    sunk: how far the hand is moved down, 0..1, because a panel asks for something else than a card of the hand.

    The cards are a fan. They are two rows, the back row first, if there are more than twenty, or if a single row would cover
    ranks and suits. Other modules raise a playable card by 0.10 of its height, the focused card by 0.20, and a chosen card by
    0.26.
    """
    left, right = _hand_span(metrics)
    w = metrics.hand_height * RATIO
    if count > 20 or (count > 8 and (right - left - 1.1 * w) / (count - 1) < w * (0.4 if metrics.hand_height < 110 else 0.26)):
        back = count // 2
        height = min(0.72 * metrics.hand_height, (right - left) / (1 + 0.4 * (count - back - 1)) / RATIO)
        rows = _hand_row(metrics, back, height, height * 0.5), _hand_row(metrics, count - back, height, 0)
        found = rows[0] + rows[1]
    else:
        found = _hand_fan(metrics, count)
    down = sunk * metrics.hand_height * (0.6 if metrics.compact else 1 / 3)
    if metrics.sunk_height and found:
        front = found[-1].height
        down = min(metrics.sunk_height * front / metrics.hand_height + down, (1 - INDEX) * front)
    return [p._replace(y=p.y + down) for p in found]


def focused_card_top(metrics: Metrics) -> float:
    """Returns the upper edge of a focused hand card, as y in pixels."""
    lifted = metrics.visible_hand_height + 0.2 * metrics.hand_height
    return metrics.h - (10 if metrics.compact else 26) * metrics.u - lifted - (2 if metrics.compact else 0)


def _hand_span(metrics: Metrics) -> tuple[float, float]:
    own = metrics.own_seat
    if own is None:
        return metrics.rim + 10.0 + metrics.badge_size, metrics.cloth_width - metrics.rim - 8.0
    return own.plate.right + 15 * metrics.u, metrics.cloth_width - 26 * metrics.u


def _hand_row(metrics: Metrics, count: int, height: float, rise: float) -> list[Place]:
    left, right = _hand_span(metrics)
    w = height * RATIO
    step = min(w * 0.7, (right - left - w) / max(1, count - 1))
    x, y = (left + right) / 2 - step * (count - 1) / 2, metrics.h - 10 * metrics.u - height / 2 - rise
    return [Place(x + i * step, y, height) for i in range(count)]


def _hand_fan(metrics: Metrics, count: int) -> list[Place]:
    if metrics.compact or metrics.needs.rows or count < 2:
        return _hand_row(metrics, count, metrics.hand_height, 0)
    left, right = _hand_span(metrics)
    w = metrics.hand_height * RATIO
    m = (count - 1) / 2
    turn = min(1.7, 18 / count)
    # The outermost card, which is turned, must stay within the bounds, and the arc must not raise the middle card too
    # far.
    wide = w * math.cos(math.radians(m * turn)) + metrics.hand_height * math.sin(math.radians(m * turn))
    step = min(w * 0.7, (right - left - wide) / (count - 1))
    drop = _fan_drop(m, step, w, turn)
    if drop > 16 * metrics.u:
        turn *= 16 * metrics.u / drop
        drop = _fan_drop(m, step, w, turn)
    cx, cy = (left + right) / 2, metrics.h - metrics.hand_height * 0.5 - drop - 10 * metrics.u
    bend = step * math.radians(turn) * 0.5
    return [
        Place(cx + (i - m) * step, cy + (i - m) ** 2 * bend, metrics.hand_height, round(-(i - m) * turn, 1))
        for i in range(count)
    ]


def _fan_drop(cards_to_end: float, step: float, card_width: float, angle_step: float) -> float:
    """Returns the vertical distance from the lower edge of the middle card to the lowest corner of a fan, in pixels.

    cards_to_end: number of cards from the middle to one end. step: distance of two cards in pixels. angle_step: degrees from
    one card to the next.
    """
    return cards_to_end * cards_to_end * step * math.radians(angle_step) * 0.5 + card_width * 0.5 * math.sin(
        math.radians(cards_to_end * angle_step)
    )


CAPTION: Final = 1.35
"""Height of a line of words under cards, as a multiple of the text size."""


def caption_size(metrics: Metrics) -> float:
    """Returns the text size of the words under open cards."""
    return min(13.5 * metrics.t, 20 * max(metrics.u, 0.6))


def open_cards_height(metrics: Metrics) -> float:
    """Returns the height of a seat's open cards, including the words under them, in pixels."""
    return (72 if metrics.opponent_count <= 3 else 50) * metrics.u + 8 * metrics.u + CAPTION * caption_size(metrics)


@lru_cache(256)
def shows_figures_only(metrics: Metrics, opponent: int | None) -> bool:
    """Returns True if numbers replace the open cards of a player. opponent: index of the opponent; None for the person.

    This happens at tables of five and more seats, if pictures of the cards would leave too little space for the trick.
    """
    if metrics.needs.rows:
        return False
    if metrics.opponent_count < 4 or metrics.compact:
        return metrics.opponent_count > 3
    if opponent is None:
        return False
    floor = metrics.message_y - metrics.message_height / 2 - 10 * metrics.u
    return (
        floor - metrics.seat(metrics.side_seat_count).plate.bottom - 8 * metrics.u - open_cards_height(metrics)
        < 0.8 * metrics.hand_height
    )


@lru_cache(256)
def height_under_plates(metrics: Metrics) -> float:
    """Returns the height of the open cards under plates, in pixels, at tables with five or more seats; 0 at smaller tables."""
    if not metrics.needs.windows or metrics.opponent_count < 4:
        return 0.0
    return 6 * metrics.u + (1.7 * caption_size(metrics) if shows_figures_only(metrics, 0) else open_cards_height(metrics))
