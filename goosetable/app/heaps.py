"""Piles besides hands and trick, as sprites: each kind of pile has its ground, and each card its place there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.app import grounds
from goosetable.app.glance import Glance, Heap
from goosetable.app.grounds import NOWHERE
from goosetable.app.layout import Layout
from goosetable.app.places import RATIO, Area, Place
from goosetable.app.sprites import Pose, Sprite
from goosetable.cards import Card
from goosetable.engine.event import BID_KIND, GONE_KIND, KEPT_KIND, NEXT_KIND, STOCK_KIND, TURNED_KIND, Pile
from goosetable.engine.telling import Badge

STACKED: Final = 3
"""As many cards of a pile that lies face down are drawn."""
TITLE: Final = 15.0
"""The size of the words over the person's own cards, at t = 1."""
AROUND: Final = (STOCK_KIND, TURNED_KIND, GONE_KIND)
"""Kinds of pile that belong to nobody."""
DEPTH: Final = (GONE_KIND, STOCK_KIND, TURNED_KIND, NEXT_KIND, BID_KIND, KEPT_KIND)
"""The kinds of pile from the lowest."""

Heaps = dict[Pile, list[Sprite]]


class Label(NamedTuple):
    """A few words on the cloth, their middle at x, their top at y."""

    words: str
    x: float
    y: float
    px: float


def depth(pile: Pile) -> tuple[int, int]:
    """Which pile lies under which."""
    return DEPTH.index(pile.kind) if pile.kind in DEPTH else len(DEPTH), pile.seat


def opponent(glance: Glance, seat: int) -> int | None:
    """The place of a seat in the layout: opponents from the left, None for the seat at the bottom."""
    return None if seat == glance.me else (seat - glance.me - 1) % len(glance.names)


def lay(layout: Layout, glance: Glance, code: Callable[[Card], str]) -> Heaps:
    """Every heap with its cards, at rest."""
    return {heap.pile: _sprites(layout, glance, heap, code) for heap in glance.heaps}


def _sprites(layout: Layout, glance: Glance, heap: Heap, code: Callable[[Card], str]) -> list[Sprite]:
    pile = heap.pile
    if pile.kind.face_up and pile.kind is not NEXT_KIND and heap.cards:
        places = places_of(layout, glance, pile, heap.cards)
        return [Sprite(f"card {card}", code(card), Pose.at(at)) for card, at in zip(heap.cards, places, strict=False)]
    if pile.kind is BID_KIND:
        at = Pose.at(grounds.bid(layout, opponent(glance, pile.seat)), 0.0)
        return [Sprite(f"bid {pile.seat}", "", at)]
    first = places_of(layout, glance, pile, (0,))
    step = 1.6 * layout.u
    return [
        Sprite(f"{pile.kind.name} {pile.seat} {i}", "", Pose(at.x - i * step, at.y - i * step, at.height, 0.0, 0.0))
        for at in first[:1] for i in range(min(STACKED, heap.size))
    ]  # fmt: skip


def places_of(layout: Layout, glance: Glance, pile: Pile, held: Sequence[Card]) -> list[Place]:
    """Where the cards of a pile lie; fewer places, or none, where there is no room."""
    kind = pile.kind
    if kind in AROUND:
        return _around(layout, glance, pile)[: len(held)]
    if kind is BID_KIND:
        return [grounds.bid(layout, opponent(glance, pile.seat))]
    area = ground(layout, glance, pile.seat)
    if kind is KEPT_KIND:
        return by_suits(area, held, layout.u)
    return by_suits(area, held[:1], layout.u)


def ground(layout: Layout, glance: Glance, seat: int) -> Area:
    """Where a seat's open or later cards lie."""
    place = opponent(glance, seat)
    if place is not None:
        return grounds.pile(layout, place)
    area = grounds.won(layout)
    if not area.h or not layout.board.windows:
        return area
    head = title_px(layout, area) * 1.7
    pad = 8 * layout.u
    return Area(area.x + pad, area.y + head, area.w - 2 * pad, area.h - head - pad)


def title_px(layout: Layout, area: Area) -> float:
    """The size of the words over the person's own cards."""
    return min(TITLE * layout.t, area.h * 0.2)


def _around(layout: Layout, glance: Glance, pile: Pile) -> list[Place]:
    """What belongs to nobody: on offer in the middle, or in the spot."""
    if layout.board.market and pile.kind is not GONE_KIND:
        stock, turned = grounds.market(layout)
        return [stock if pile.kind is STOCK_KIND else turned]
    there, marks = [heap.pile.kind for heap in glance.heaps if heap.pile.kind in AROUND], legend(glance)
    order = [kind for kind in (TURNED_KIND, STOCK_KIND, GONE_KIND) if kind in there]
    if layout.board.market:
        found, _ = grounds.planned(layout, 2, 0)
        return found[:1]
    if pile.kind not in order:
        return []
    stacked = STOCK_KIND in order and TURNED_KIND in order
    columns = len(order) - stacked
    found, _ = grounds.planned(layout, columns, len(marks))
    at = order.index(pile.kind) - (stacked and order.index(pile.kind) > 0)
    if at >= len(found):
        return []
    place = found[at]
    # The card turned up lies on the stock, a little to the right.
    return [place._replace(x=place.x - 9 * layout.u)] if stacked and pile.kind is STOCK_KIND else [place]


def by_suits(area: Area, held: Sequence[Card], u: float) -> list[Place]:
    """Cards in an area, each suit's over one another and the suits beside each other, as large as they fit."""
    if area == NOWHERE or not held:
        return []
    starts = [i > 0 and cards.suit(card) != cards.suit(held[i - 1]) for i, card in enumerate(held)]
    groups, h = 1 + sum(starts), area.h
    overlaps = len(held) - groups
    gap = 7 * u
    w = min(h * RATIO, (area.w - gap * (groups - 1)) / (groups + 0.3 * overlaps))
    h = w / RATIO
    step = min(0.42 * w, (area.w - gap * (groups - 1) - groups * w) / overlaps) if overlaps else 0.0
    found, x = [], area.x + w / 2
    for i, new in enumerate(starts):
        x += (w + gap if new else step) if i else 0.0
        found.append(Place(x, area.y + area.h / 2, h))
    return found


def legend(glance: Glance) -> tuple[Badge, ...]:
    """The badges that concern everybody."""
    return tuple(badge for badge in glance.account.badges if badge.seat is None)


def lines(layout: Layout, glance: Glance) -> list[tuple[Badge, Area]]:
    """The badges that concern everybody, each with its line in the spot."""
    kinds = {heap.pile.kind for heap in glance.heaps if heap.pile.kind in AROUND}
    stacked = STOCK_KIND in kinds and TURNED_KIND in kinds
    columns = 2 if layout.board.market else len(kinds) - stacked
    marks = legend(glance)
    _, found = grounds.planned(layout, columns, len(marks))
    return list(zip(marks, found, strict=False))


def labels(layout: Layout, glance: Glance) -> list[Label]:
    """The words under the piles in the middle."""
    found = []
    for heap in glance.heaps:
        kind = heap.pile.kind
        if not layout.board.market or kind not in (STOCK_KIND, TURNED_KIND):
            continue
        for place in _around(layout, glance, heap.pile):
            words = f"{heap.size} left" if kind is STOCK_KIND else "on offer"
            found.append(Label(words, place.x, place.y + place.height / 2 + 5 * layout.u, 14.5 * layout.t))
    return found


def outlines(layout: Layout, glance: Glance) -> list[Place]:
    """The empty places of bids that are still awaited, but for the person's own."""
    if not layout.board.market:
        return []
    lying = {heap.pile.seat for heap in glance.heaps if heap.pile.kind is BID_KIND}
    others = [seat for seat in range(len(glance.names)) if seat not in lying]
    return [grounds.bid(layout, opponent(glance, seat)) for seat in others]
