"""The middle of the cloth before the first card is played: stock and card turned up lie there large, with their meaning."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from goosetable.app.render.geometry import RATIO, Area, Place
from goosetable.app.table.panels import bid_panel
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.table_layout import Layout
from goosetable.app.table.zones import spot_parts

LARGEST: Final = 0.72  # of a card in the hand
LEAST: Final = 44.0  # pixels: a lower card is better seen in its usual place
SHIFT: Final = 0.94  # card widths from the stock to the card turned up
LETTER: Final = 0.5  # average width of a letter, in sizes of the words
WORDS: Final = 16.0  # size of the words for the meaning, at t = 1


class Centre(NamedTuple):
    """Places of the two, and of the words for them: under them, or beside them for want of room."""

    stock: Place
    turned: Place
    words: Area
    px: float


@lru_cache(256)
def turned_centre(layout: Layout, bids: int, letters: int) -> Centre | None:
    """Returns the places over a strip of `bids` numbers and its message, or None if the card is larger in its usual place.

    If it is too low under the seats at the top, there may be room between two of them. letters: length of the words.
    """
    strips = (bid_panel.grid(layout, bids, barred) for barred in (True, False))
    uppers = (s.area.y if s.message_y is None else s.message_y - layout.message_h / 2 for s in strips)
    floor = min(uppers) - 8 * layout.u
    usual = max((place.height for place in spot_parts(layout, 1, 1)[0]), default=0.0)
    for top in (bid_panel.ceiling(layout), layout.top + layout.rim + 4 * layout.u):
        found = _between(layout, top, floor, letters)
        if found is None or found.turned.height <= usual:
            continue
        if not any(_box(found).meets(layout.seat(i).area()) for i in range(layout.k)):
            return found
    return None


def _box(found: Centre) -> Area:
    left, right = min(found.stock.area().x, found.words.x), max(found.turned.area().right, found.words.right)
    top = found.stock.area().y
    return Area(left, top, right - left, max(found.words.bottom, found.stock.area().bottom) - top)


def _between(layout: Layout, top: float, low: float, letters: int) -> Centre | None:
    u = layout.u
    px = max(11.0, min(WORDS * layout.t, 0.2 * (low - top)))
    room, wide = low - top - 4 * u, LETTER * px * letters
    h, under = min(LARGEST * layout.hand_h, room - px * 1.4), True
    if h < LEAST:
        h, under = min(LARGEST * layout.hand_h, room), False
    if h < LEAST * 0.8:
        return None
    w = h * RATIO
    half, y = SHIFT * w / 2, top + (room - (px * 1.4 if under else 0.0)) / 2
    x = layout.cx if under else layout.cx - wide / 2 - 5 * u
    words = Area(layout.cx - wide / 2, y + h / 2 + 0.3 * px, wide, px * 1.4)
    if not under:
        words = Area(x + half + w / 2 + 10 * u, y - 0.7 * px, wide, px * 1.4)
    return Centre(Place(x - half, y, h), Place(x + half, y, h), words, px)


def turned_shown(layout: Layout, snapshot: Snapshot) -> Centre | None:
    """Returns the places while the game has words for them; None if cards are on offer, which have places of their own."""
    words, held = turned_words(snapshot), len(snapshot.own) or snapshot.face_down
    return turned_centre(layout, held + 1, len(words)) if words and not layout.ground.market else None


def turned_words(snapshot: Snapshot) -> str:
    """Returns the words for the card in the middle, or ""."""
    return snapshot.tally.offer if snapshot.tally is not None else ""
