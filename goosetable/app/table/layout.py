"""Where everything on the card table lies, for any window, two to twelve seats and what a game has: a pure function."""

from __future__ import annotations

import math

from goosetable.app.render.geometry import RATIO, Area, Place, Point, SeatPlace
from goosetable.app.table import trick_layout, zones
from goosetable.app.table.zones import PLAIN, Board

__all__ = ["RATIO", "Area", "Layout", "Place", "Point", "SeatPlace"]

_MEDALLION = {1: 84, 2: 84, 3: 80, 4: 74, 5: 70, 6: 64, 7: 60}  # by opponents, at u = 1; 54 beyond


class Layout:
    """All measures of the table.

    w, h: the window in pixels; seats: 2..12; text: the text-size setting, 0.8..2.0. u is 1 at 1280 x 720; t is the
    scale of text. compact: the ledger is a strip of height `strip` at the top, and the person has no plate. Otherwise
    the ledger, `ledger` wide, stands at the right, and the cloth is `cw` wide. H: height of a card in the hand; T: in
    the trick; tcx, tcy: the middle of the trick; plate_t: the scale of text on plates. board: what else needs ground
    (see `grounds`).
    """

    def __init__(self, w: int, h: int, seats: int, text: float = 1.0, board: Board = PLAIN) -> None:
        if not 2 <= seats <= 12:
            raise ValueError(f"a table has 2 to 12 seats, not {seats}")
        self.w, self.h, self.seats, self.board = w, h, seats, board
        self.u = u = min(w / 1280, h / 720)
        self.t = max(0.8, u) * text
        self.compact = w < 900 or h < 500
        self.ledger = 0 if self.compact else round(306 * u * min(1.25, max(1.0, text**0.5)))
        self.strip = round(min(40 * self.t, 0.15 * h)) if self.compact else 0
        self.cw = w - self.ledger
        self.rim = max(8, round(18 * u))
        self.top = self.strip
        self.free = h - self.top
        self.H = round(min(0.245 * self.free, 0.252 * self.cw))
        self.cx = self.cw / 2
        self.k = seats - 1
        self.d = _MEDALLION.get(self.k, 54) * max(u, 0.62)
        self.side = 0 if self.k < 3 else round(self.k * 0.27 + 0.1)
        self._measure_plates()
        self.message_px = min((15 / 0.8 if self.compact else 19) * self.t, 0.045 * h)
        self.message_h = self.message_px * 1.95
        self.message_y = self._message_y()
        self._measure_trick()

    # ---------------------------------------------------------------- panels

    @property
    def cloth(self) -> Area:
        """The cloth within the rim."""
        return Area(self.rim, self.top, self.cw - 2 * self.rim, self.free - self.rim)

    @property
    def ledger_area(self) -> Area:
        """The sheet of paper at the right; in compact mode, where it lies when it is opened over the table."""
        u = self.u
        if self.compact:
            w = min(self.w - 24, max(306 * self.t, 0.5 * self.w))
            return Area(self.w - w - 12, self.strip + 6, w, self.h - self.strip - 12)
        return Area(self.cw + 2 * u, 14 * u, self.ledger - 16 * u, self.h - 28 * u)

    @property
    def strip_area(self) -> Area:
        """The folded ledger along the top; without height when the ledger is open."""
        return Area(0, 0, self.w, self.strip)

    # ---------------------------------------------------------------- seats

    def _measure_plates(self) -> None:
        """Plates as large as the text wants, as far as neighbours leave room."""
        u, t = self.u, self.t
        self.chips = self.compact and self.seats > 7
        self._x0 = 104 * u + self.rim * 0.3 if not self.compact else max(58.0, 0.09 * self.cw)
        self._ytop = self.top + self.rim + self.d * 0.5 + 20 * u
        self._yhigh = self._ytop + self.d * (1.9 if self.side > 1 else 2.0)
        self._ylow = max(self.top + self.free * 0.545, self._yhigh)
        beside = self._top_step()
        below = (self._ylow - self._yhigh) / (self.side - 1) if self.side > 1 else self.free
        if self.chips:
            self.plate_w = min(115 * t, beside - 8, 2 * self._x0 - 8)
            self.plate_h = min(32.5 * t, (below - 3) / 1.23, 1.4 * self.d - 4)
            self.plate_t = self.plate_h / 32.5
            return
        small = self.compact or self.seats > 8
        wish = 112 * t if self.compact else (112 if small else 138) * max(u, 0.9 * t)
        self.plate_w = min(wish, beside - 8, 2 * (self._x0 - self.rim * 0.5))
        self.plate_h = min(40 * t, 0.9 * self.d + 9 * u - 2, below - self.d + 9 * u - 4)
        self.plate_t = self.plate_h / 40

    def _top_span(self) -> tuple[float, float, int]:
        n = self.k - 2 * self.side
        inset = 0 if self.side == 0 else (70 if self.compact else 90) * max(self.u, 0.6)
        return self._x0 + inset, self.cw - self._x0 - inset, n

    def _top_step(self) -> float:
        """How far the middles of neighbours along the top are apart."""
        a, b, n = self._top_span()
        if self.k == 2:
            return (b - a) * 0.68
        return b - a if n < 2 else (b - a) / n if n < 4 else (b - a) / (n - 1)

    def _middle(self, i: int) -> Point:
        k, side = self.k, self.side
        if i < side or i >= k - side:
            j = i if i < side else k - 1 - i
            x = self._x0 if i < side else self.cw - self._x0
            return Point(x, self._yhigh if side == 1 else self._ylow - (self._ylow - self._yhigh) * j / (side - 1))
        a, b, n = self._top_span()
        j = i - side
        if k == 2:
            return Point(a + (b - a) * (0.16, 0.84)[j], self._ytop)
        return Point(a + (b - a) * ((j + 0.5) / n if n < 4 else j / (n - 1)), self._ytop)

    def seat(self, i: int) -> SeatPlace:
        """Opponent i, 0 at the person's left and so round the table clockwise."""
        if not 0 <= i < self.k:
            raise ValueError(f"there is no opponent {i} at a table of {self.seats}")
        x, y = self._middle(i)
        pw, ph = self.plate_w, self.plate_h
        if self.chips:
            d = ph * 1.23
            return SeatPlace(x - pw / 2 + d / 2, y, d, Area(x - pw / 2, y - ph / 2, pw, ph), True, False)
        plate = Area(x - pw / 2, y + self.d * 0.5 - 9 * self.u, pw, ph)
        backs = not self.compact and self.seats <= (4 if self.board.windows else 8)  # open cards lie where the backs would
        return SeatPlace(x, y, self.d, plate, False, backs)

    @property
    def own(self) -> SeatPlace | None:
        """The person's own seat, bottom left; None in compact mode, where the strip has it."""
        if self.compact:
            return None
        u = self.u
        d = self.d if self.seats < 6 else 66 * u
        wish = (112 if self.seats > 8 else 138) * max(u, 0.9 * self.t)
        w, h = min(wish, 0.2 * self.cw), self.plate_h
        x = self.rim + max(84 * u, w / 2 + 15 * u)
        y = self.h - 31 * u - h + 9 * u - d * 0.5
        return SeatPlace(x, y, d, Area(x - w / 2, y + d * 0.5 - 9 * u, w, h), False, False)

    def taker(self, i: int | None) -> Point:
        """Where the cards of a trick fly: the plate of opponent i, or the person's own (None)."""
        if i is not None:
            return self.seat(i).plate.centre
        own = self.own
        return own.plate.centre if own is not None else Point(self.cx, self.h - 8)

    @property
    def mark_size(self) -> float:
        """How wide a badge is, and the dealer's egg."""
        return max(15.0, (self.plate_h * 1.23 if self.chips else self.d) * 0.44)

    def own_mark(self, i: int) -> Point:
        """Where marks of a person without a plate lie, at the left of the hand: the egg (0) and badges over it."""
        size = self.mark_size
        return Point(self.rim + 4 + size / 2, self.h - self.rim - 4 - size * (0.5 + 1.05 * i))

    # ---------------------------------------------------------------- hand

    def hand(self, n: int, sunk: float = 0.0) -> list[Place]:
        """The person's n cards at rest, from left to right; sunk 0..1: how far down, while a decision waits.

        More than twenty lie in two rows: first the back row, then the front row over it; fewer too, where one row would hide
        ranks and suits. A card that may be played is raised .10 of its height, the focused one .20, a chosen one .26.
        """
        left, right = self._span()
        w = self.H * RATIO
        if n > 20 or (n > 8 and (right - left - 1.1 * w) / (n - 1) < w * (0.4 if self.H < 110 else 0.26)):
            back = n // 2
            height = min(0.72 * self.H, (right - left) / (1 + 0.4 * (n - back - 1)) / RATIO)
            rows = self._row(back, height, height * 0.5), self._row(n - back, height, 0)
            places = rows[0] + rows[1]
        else:
            places = self._fan(n)
        down = sunk * self.H * (0.6 if self.compact else 1 / 3)
        return [p._replace(y=p.y + down) for p in places]

    def _span(self) -> tuple[float, float]:
        """The left and right bounds of the hand."""
        own = self.own
        if own is None:
            return self.rim + 10.0 + self.mark_size, self.cw - self.rim - 8.0
        return own.plate.right + 15 * self.u, self.cw - 26 * self.u

    def _row(self, n: int, height: float, up: float) -> list[Place]:
        left, right = self._span()
        w = height * RATIO
        step = min(w * 0.7, (right - left - w) / max(1, n - 1))
        x, y = (left + right) / 2 - step * (n - 1) / 2, self.h - 10 * self.u - height / 2 - up
        return [Place(x + i * step, y, height) for i in range(n)]

    def _fan(self, n: int) -> list[Place]:
        if self.compact or n < 2:
            return self._row(n, self.H, 0)
        left, right = self._span()
        w = self.H * RATIO
        m = (n - 1) / 2
        turn = min(1.7, 18 / n)
        # The outermost card, turned, must keep within the bounds; the arc must not lift the middle too far.
        wide = w * math.cos(math.radians(m * turn)) + self.H * math.sin(math.radians(m * turn))
        step = min(w * 0.7, (right - left - wide) / (n - 1))
        drop = self._drop(m, step, w, turn)
        if drop > 16 * self.u:
            turn *= 16 * self.u / drop
            drop = self._drop(m, step, w, turn)
        cx, cy = (left + right) / 2, self.h - self.H * 0.5 - drop - 10 * self.u
        bend = step * math.radians(turn) * 0.5
        return [Place(cx + (i - m) * step, cy + (i - m) ** 2 * bend, self.H, round(-(i - m) * turn, 1)) for i in range(n)]

    @staticmethod
    def _drop(m: float, step: float, w: float, turn: float) -> float:
        """How far the lowest corner of a fan lies under the middle card's lower edge."""
        return m * m * step * math.radians(turn) * 0.5 + w * 0.5 * math.sin(math.radians(m * turn))

    # ---------------------------------------------------------------- message

    def _message_y(self) -> float:
        """The pill stands over the focused card and its tag, wherever they are in the hand."""
        if self.compact:
            return self.h - max(1.40 * self.H, 10 * self.u + 1.2 * self.H + 2 + self.message_h / 2)
        tag = 37 * min(self.t, 1.5 * self.u)
        return self.h - max(1.66 * self.H, 26 * self.u + 1.2 * self.H + tag + 4 * self.u + self.message_h / 2)

    @property
    def tag_px(self) -> float:
        """The size of the words over the focused card."""
        return 15 * min(self.t, 1.5 * self.u)

    @property
    def wall(self) -> float:
        """The inner edge of the plates at the sides."""
        return self._x0 + self.plate_w / 2 + 8 * self.u

    @property
    def message_w(self) -> float:
        """How wide the message may become without touching what is at its sides."""
        return zones.message(self)[1]

    @property
    def message_x(self) -> float:
        """The middle of the message: that of the cloth, unless more lies at one side of it than at the other."""
        return zones.message(self)[0]

    # ---------------------------------------------------------------- trick

    def _measure_trick(self) -> None:
        """Size and middle of the trick."""
        self._slots = trick_layout.lain(self, self.message_y - self.message_h / 2 - 6 * self.u)
        self.T = self._slots.height
        xs, ys = [at.x for at in self._slots.middles], [at.y for at in self._slots.middles]
        self.tcx, self.tcy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def trick(self, seat: int | None, order: int = 0, floor: float | None = None) -> Place:
        """The place of the card of opponent `seat`, or the person's own (None); order: which card of the trick it is.

        The tilt depends on both, so that it is lively and always the same. floor: what the trick has to lie over, if not
        the message.
        """
        found = self._slots if floor is None else trick_layout.lain(self, floor, zones.trick_box(self))
        s = -1 if seat is None else seat
        angle = float((53 * order + 31 * (s + 1)) % (2 * found.tilt + 1) - found.tilt)
        return Place(*found.middles[s + 1], found.height, angle)
