"""Piles other than hands and trick: their areas, the places of their cards, and their labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from goosetable import cards
from goosetable.app.render.geometry import RATIO, Area, Place, Point, bounding_box
from goosetable.app.table import auction
from goosetable.app.table.metrics import AROUND, CAPTION, caption_size, focused_card_top, shows_figures_only
from goosetable.app.table.panels import bid_panel
from goosetable.app.table.snapshot import ShownPile, Snapshot
from goosetable.app.table.sprites import Pose, Sprite
from goosetable.app.table.table_layout import (
    NOWHERE,
    Layout,
    area_above_hand,
    bid_place,
    left_edge_near_seat,
    open_cards_area,
    parts_of_area_above_hand,
    stock_and_offer_places,
)
from goosetable.cards import Card
from goosetable.engine.rules.event import BID_KIND, GONE_KIND, KEPT_KIND, NEXT_KIND, STOCK_KIND, TURNED_KIND, Pile, PileKind
from goosetable.engine.text.table_facts import Badge, KeptCardsCaption
from goosetable.engine.words import phrases

NARROWEST: Final = 15.0
"""Width of a suit in pixels, below which a figure replaces the cards."""
BESIDE: Final = 1.7
"""Width of a figure beside its cards, as a multiple of its text size."""
OVERLAP, CLOSEST = 0.46, 0.42
"""Usual and least distance between the cards of a suit, in card widths."""


class SuitPlace(NamedTuple):
    """The place of a suit: its area, the outline of its first card, the places of its cards, and the top centre of its number
    (`figure`).
    """

    box: Area
    outline: Place
    cards: tuple[Place, ...]
    figure: Point


class SuitRow(NamedTuple):
    """The places of the four suits, in the order of suits. If only a line of figures fits, the suits have no cards."""

    area: Area
    suits: tuple[SuitPlace, ...]
    px: float
    """Text size of the figures."""


def group_by_suit(held_cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(card for card in held_cards if cards.suit(card) == suit) for suit in range(4))


@lru_cache(512)
def suit_row(layout: Layout, opponent: int | None, counts: tuple[int, ...]) -> SuitRow:
    """Returns the places of a player's cards by suit.

    opponent: index of the opponent; None for the person. counts: number of cards of each suit.
    """
    area, u = open_cards_area(layout, opponent), layout.u
    px = caption_size(layout)
    if not area.h:
        return SuitRow(area, (), px)
    pad, gap = (4 * u, 5 * u) if layout.opponent_count == 2 or opponent is None else (3 * u, 3 * u)
    over = sum(max(0, count - 1) for count in counts)
    # A row across the table is wide but low, so a figure is placed beside its cards.
    aside, under = (BESIDE * px, 0.0) if layout.needs.rows and opponent is not None else (0.0, CAPTION * px)
    wide = area.w - 8 * pad - 3 * gap - 4 * aside
    h = area.h - 2 * pad - under
    w = min(h * RATIO, wide / (4 + CLOSEST * over))
    if shows_figures_only(layout, opponent) or w < NARROWEST:
        return SuitRow(area, (), min(px * 1.1, area.h * 0.62))
    h = w / RATIO
    step = min(OVERLAP * w, (wide - 4 * w) / over) if over else 0.0
    across = 4 * (w + aside) + step * over + 8 * pad + 3 * gap
    x = area.x if opponent is None else left_edge_near_seat(layout, opponent, area, across)
    found = []
    for count in counts:
        broad = w + step * max(0, count - 1)
        box = Area(x, area.y, broad + aside + 2 * pad, h + 2 * pad + under)
        y, first = area.y + pad + h / 2, x + pad + w / 2
        lying = tuple(Place(first + i * step, y, h) for i in range(count))
        figure = (
            Point(box.right - pad / 2 - aside / 2, y - 0.63 * px) if aside else Point(box.x + box.w / 2, box.bottom - under)
        )
        found.append(SuitPlace(box, Place(first, y, h), lying, figure))
        x = box.right + gap
    return SuitRow(area, tuple(found), px)


def suit_places(layout: Layout, opponent: int | None, cards: Sequence[Card]) -> list[Place]:
    """Returns the place of each card; an empty list if only figures fit."""
    groups = group_by_suit(cards)
    found = suit_row(layout, opponent, tuple(len(group) for group in groups))
    if not found.suits:
        return []
    where: dict[Card, Place] = {}
    for group, suit in zip(groups, found.suits, strict=True):
        where |= zip(group, suit.cards, strict=True)
    return [where[card] for card in cards]


def suit_texts(figures: Sequence[str], groups: Sequence[Sequence[Card]]) -> list[str]:
    """Returns a text for each suit with cards or a figure. The text has the ranks of the cards if all figures only count cards;
    else it has the figure.

    >>> suit_texts(("2", "", "1", ""), ((0, 5), (), (27,), ()))
    ['♠A9', '♦K']
    >>> suit_texts(("21", "+10", "", ""), ((0, 1), (), (), ()))
    ['♠21', '♥+10']
    """
    counted = all(figure in ("", str(len(group))) for figure, group in zip(figures, groups, strict=True))
    found = []
    for symbol, figure, group in zip(phrases.SYMBOLS, figures, groups, strict=True):
        if group or figure:
            ranks = "".join("10" if cards.RANKS[cards.rank(card)] == "T" else cards.RANKS[cards.rank(card)] for card in group)
            found.append(symbol + (ranks if counted else figure))
    return found


LARGEST: Final = 0.72  # parts of the height of a card in the hand
LEAST: Final = 44.0  # pixels; if the card would be lower, it stays in its usual place
SHIFT: Final = 0.94  # card widths by which the turned-up card is shifted from the stock
LETTER: Final = 0.5  # average width of a letter, in multiples of the text size
WORDS: Final = 16.0  # size of the words that say what the turned-up card means, at t = 1


class CentrePlaces(NamedTuple):
    """The places of stock and turned-up card in the middle of the table, and of their words, which are under or beside them."""

    stock: Place
    turned: Place
    words: Area
    px: float


@lru_cache(256)
def centre_places(layout: Layout, bid_count: int, letter_count: int) -> CentrePlaces | None:
    """Returns the places of stock and turned-up card in the middle of the table, above the message and a strip of `bid_count`
    numbers; None if the card has more room in its usual place.

    If there is too little height under the seats at the top, the places lie between two of these seats. letter_count: number of
    letters of the longest words beside the card.
    """
    strips = (bid_panel.bid_strip_layout(layout, bid_count, barred) for barred in (True, False))
    uppers = (s.area.y if s.message_y is None else s.message_y - layout.message_height / 2 for s in strips)
    floor = min(uppers) - 8 * layout.u
    usual = max((place.height for place in parts_of_area_above_hand(layout, 1, 1)[0]), default=0.0)
    for top in (bid_panel.panel_ceiling(layout), layout.top + layout.rim + 4 * layout.u):
        found = _centre_between(layout, top, floor, letter_count)
        if found is None or found.turned.height <= usual:
            continue
        box = bounding_box([found.stock.area(), found.turned.area(), found.words])
        if not any(box.overlaps(layout.seat(i).area()) for i in range(layout.opponent_count)):
            return found
    return None


def _centre_between(layout: Layout, top: float, bottom: float, letter_count: int) -> CentrePlaces | None:
    u = layout.u
    px = max(11.0, min(WORDS * layout.t, 0.2 * (bottom - top)))
    room, wide = bottom - top - 4 * u, LETTER * px * letter_count
    h, under = min(LARGEST * layout.hand_height, room - px * 1.4), True
    if h < LEAST:
        h, under = min(LARGEST * layout.hand_height, room), False
    if h < LEAST * 0.8:
        return None
    w = h * RATIO
    half, y = SHIFT * w / 2, top + (room - (px * 1.4 if under else 0.0)) / 2
    x = layout.middle_x if under else layout.middle_x - wide / 2 - 5 * u
    words = Area(layout.middle_x - wide / 2, y + h / 2 + 0.3 * px, wide, px * 1.4)
    if not under:
        words = Area(x + half + w / 2 + 10 * u, y - 0.7 * px, wide, px * 1.4)
    return CentrePlaces(Place(x - half, y, h), Place(x + half, y, h), words, px)


def current_centre_places(layout: Layout, snapshot: Snapshot) -> CentrePlaces | None:
    """Returns the places of stock and turned-up card, if they are in the middle of the table now; else None.

    They are not in the middle in a game without a turned-up card. If cards are on offer, the stock is beside those cards.
    """
    words, held = turned_card_text(snapshot), len(snapshot.own) or snapshot.face_down_count
    return centre_places(layout, held + 1, len(words)) if words and not layout.needs.market else None


def turned_card_text(snapshot: Snapshot) -> str:
    """Returns the text for the turned-up card in the middle of the table; "" in a game without a turned-up card."""
    return snapshot.tally.offer if snapshot.tally is not None else ""


STACKED: Final = 3
"""Number of cards that are drawn for a face-down pile."""
SEEN: Final = 0.78
"""Height of an exposed card of an opponent's hand, in diameters of the medallion."""
DEPTH: Final = (GONE_KIND, STOCK_KIND, TURNED_KIND, NEXT_KIND, BID_KIND, KEPT_KIND)
"""The kinds of pile in drawing order: later kinds cover earlier ones."""

PileSprites = dict[Pile, list[Sprite]]


class Label(NamedTuple):
    """A text on the cloth. x: its centre. y: its top. px: its size. strong: True for bold letters."""

    words: str
    x: float
    y: float
    px: float
    strong: bool = False
    room: float = 0.0
    """Largest width in pixels; 0 for no limit."""

    @property
    def area(self) -> Area:
        """Estimated area of the text."""
        wide = 0.5 * self.px * len(self.words)
        wide = min(wide, self.room) if self.room else wide
        return Area(self.x - wide / 2, self.y, wide, CAPTION * self.px)


LONGEST: Final = 3.0
"""Width of the longest word under a pile including margins, as a multiple of the text size."""


def label_beside(area: Area, u: float, words: str, px: float, left: bool) -> Label:
    """Returns a label beside an area, at the height of its centre. left: True for the left side."""
    half = 0.25 * px * len(words) + 6 * u
    return Label(words, area.x - half if left else area.right + half, area.centre.y - 0.67 * px, px)


def drawing_order_key(pile: Pile) -> tuple[int, int]:
    """Returns a sort key that puts piles into drawing order, the lowest pile first."""
    return DEPTH.index(pile.kind) if pile.kind in DEPTH else len(DEPTH), pile.seat


def opponent_index(snapshot: Snapshot, seat: int) -> int | None:
    """Returns the index of a seat among the opponents, counted from the left; None for the seat at the bottom."""
    return None if seat == snapshot.me else (seat - snapshot.me - 1) % len(snapshot.names)


def lay_piles(layout: Layout, snapshot: Snapshot, code: Callable[[Card], str]) -> PileSprites:
    """Returns the sprites of all piles, at rest. code: returns the image code of a card."""
    return {heap.pile: _pile_sprites(layout, snapshot, heap, code) for heap in snapshot.shown_piles}


def _pile_sprites(layout: Layout, snapshot: Snapshot, shown_pile: ShownPile, code: Callable[[Card], str]) -> list[Sprite]:
    pile = shown_pile.pile
    if pile.kind.face_up and pile.kind is not NEXT_KIND and shown_pile.cards:
        places = pile_places(layout, snapshot, pile, shown_pile.cards)
        return [
            Sprite(f"card {card}", code(card), Pose.of_place(at)) for card, at in zip(shown_pile.cards, places, strict=False)
        ]
    if pile.kind is BID_KIND:
        at = Pose.of_place(bid_place(layout, opponent_index(snapshot, pile.seat)), 0.0)
        return [Sprite(f"bid {pile.seat}", "", at)]
    first = pile_places(layout, snapshot, pile, (0,))
    step = 1.6 * layout.u
    return [
        Sprite(f"{pile.kind.name} {pile.seat} {i}", "", Pose(at.x - i * step, at.y - i * step, at.height, 0.0, 0.0))
        for at in first[:1] for i in range(min(STACKED, shown_pile.size))
    ]  # fmt: skip


def pile_places(layout: Layout, snapshot: Snapshot, pile: Pile, cards: Sequence[Card]) -> list[Place]:
    """Returns the places of a pile's cards. If there is too little space, returns fewer places than cards, or none."""
    kind = pile.kind
    if kind in AROUND:
        return _shared_pile_places(layout, snapshot, pile)[: len(cards)]
    if kind is BID_KIND:
        return [bid_place(layout, opponent_index(snapshot, pile.seat))]
    if layout.needs.rows and not layout.needs.windows:
        return []
    at = opponent_index(snapshot, pile.seat)
    area = open_cards_area(layout, at)
    if kind is not KEPT_KIND:
        return places_by_suit(area, cards[:1], layout.u)
    said = open_cards_caption(snapshot, pile.seat)
    if said is not None and said.suits:
        return suit_places(layout, at, cards)
    if at is None:
        return places_by_suit(area, cards, layout.u)
    area = area_for_open_cards(layout, snapshot, pile.seat)
    words = 0.0 if layout.needs.rows else CAPTION * caption_size(layout)  # rows have no words under their cards
    return move_towards_seat(layout, at, places_by_suit(area._replace(h=max(0.0, area.h - words)), cards, layout.u), area)


def area_for_open_cards(layout: Layout, snapshot: Snapshot, seat: int) -> Area:
    """Returns the area for the open cards of an opponent.

    In compact mode it leaves space for an exposed card of the hand, beside the medallion of a seat at the side.
    """
    at = opponent_index(snapshot, seat)
    area = open_cards_area(layout, at)
    seen = snapshot.open[seat : seat + 1]
    if at is None or not (area.h and layout.compact and any(seen) and layout.side_seat_count) or layout.is_over_trick(at):
        return area
    place = layout.seat(at)
    away = (0.62 + SEEN * RATIO) * place.d + 4 * layout.u
    if at < layout.side_seat_count:
        left = max(area.x, place.x + away)
        return area._replace(x=left, w=max(0.0, area.right - left))
    return area._replace(w=max(0.0, min(area.right, place.x - away) - area.x))


def open_cards_caption(snapshot: Snapshot, seat: int) -> KeptCardsCaption | None:
    """Returns the caption of a seat's open cards; None if there is none."""
    rows = snapshot.tally.rows if snapshot.tally is not None else ()
    return next((row.shelf for row in rows if row.seat == seat), None)


def move_towards_seat(layout: Layout, index: int, places: list[Place], ground: Area) -> list[Place]:
    """Moves cards as close to their seat as the area `ground` allows. Returns the new places. index: the opponent."""
    if not places:
        return places
    left = places[0].area().x
    x = left_edge_near_seat(layout, index, ground, places[-1].area().right - left)
    return [place._replace(x=place.x + x - left) for place in places]


def _shared_pile_places(layout: Layout, snapshot: Snapshot, pile: Pile) -> list[Place]:
    size = next((heap.size for heap in snapshot.shown_piles if heap.pile.kind is TURNED_KIND), 1)
    if layout.needs.rows:
        if pile.kind is TURNED_KIND:
            return auction.offer_places(layout, size)
        return [auction.auction_layout(layout).stock] if pile.kind is STOCK_KIND else []
    middle = current_centre_places(layout, snapshot)
    if middle is not None and pile.kind is not GONE_KIND:
        alone = not any(heap.pile.kind is STOCK_KIND for heap in snapshot.shown_piles)
        place = middle.stock if pile.kind is STOCK_KIND else middle.turned
        return [place._replace(x=layout.middle_x) if alone else place]
    if layout.needs.market and pile.kind is not GONE_KIND:
        stock, *turned = stock_and_offer_places(layout, size)
        return [stock] if pile.kind is STOCK_KIND else turned
    if layout.needs.market:
        return parts_of_area_above_hand(layout, 2, 1)[0][:1]
    order = _kinds_beside_trick(layout, snapshot)
    stacked = _is_turned_card_on_stock(order)
    if pile.kind not in order:
        return []
    found, _ = parts_of_area_above_hand(layout, len(order) - stacked, len(shared_badges(snapshot)))
    at = order.index(pile.kind) - (stacked and order.index(pile.kind) > 0)
    if at >= len(found):
        return []
    place = found[at]
    # The turned-up card lies on the stock, a little to the right.
    return [place._replace(x=place.x - 9 * layout.u)] if stacked and pile.kind is STOCK_KIND else [place]


def _kinds_beside_trick(layout: Layout, snapshot: Snapshot) -> list[PileKind]:
    """Returns the kinds of pile that lie beside the trick, from the right.

    If there is too little space, cards that are out of play are left out.
    """
    there = [heap.pile.kind for heap in snapshot.shown_piles]
    kinds = (TURNED_KIND, STOCK_KIND) if layout.compact and not layout.needs.market else (TURNED_KIND, STOCK_KIND, GONE_KIND)
    return [kind for kind in kinds if kind in there]


def _is_turned_card_on_stock(kinds: Sequence[PileKind]) -> bool:
    return STOCK_KIND in kinds and TURNED_KIND in kinds


def places_by_suit(area: Area, held: Sequence[Card], u: float) -> list[Place]:
    """Returns places for cards that are sorted by suit: the suits side by side, the cards of each suit overlapping. The cards
    are as large as the area allows.
    """
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


def shared_badges(snapshot: Snapshot) -> tuple[Badge, ...]:
    """Returns the badges that belong to no single seat, such as trumps."""
    return tuple(badge for badge in snapshot.facts.badges if badge.seat is None)


def badge_lines(layout: Layout, snapshot: Snapshot) -> list[tuple[Badge, Area]]:
    """Returns the badges that belong to no single seat, each with the area of its line beside the trick.

    The list is empty if words in the middle of the table give the same information.
    """
    if current_centre_places(layout, snapshot) is not None:
        return []
    kinds = _kinds_beside_trick(layout, snapshot)
    stacked = _is_turned_card_on_stock(kinds)
    marks = shared_badges(snapshot)
    return list(zip(marks, parts_of_area_above_hand(layout, len(kinds) - stacked, len(marks))[1], strict=False))


def pile_labels(layout: Layout, snapshot: Snapshot) -> list[Label]:
    """Returns the labels of piles: of cards on offer, face-down cards, bids, cards set aside and captured cards."""
    if layout.needs.rows:
        return []
    if not layout.needs.market:
        said = _turned_up_labels(layout, snapshot) + _caption_labels(layout, snapshot) + _set_aside_labels(layout, snapshot)
        return said + _chip_labels(layout, snapshot) + _labels_of_later_cards(layout, snapshot)
    found, low = [], 5 * layout.u
    for heap in snapshot.shown_piles:
        kind = heap.pile.kind
        if kind not in (STOCK_KIND, TURNED_KIND):
            continue
        lying = _shared_pile_places(layout, snapshot, heap.pile)
        words = f"{heap.size} left" if kind is STOCK_KIND else turned_card_text(snapshot) or "on offer"
        one = lying[0].height * RATIO + 10 * layout.u
        px = min(14.5 * layout.t, one / 6)  # one size for all words, small enough for the longest
        x, room = (lying[0].x + lying[-1].x) / 2, one + lying[-1].x - lying[0].x
        found.append(Label(words, x, lying[0].y + lying[0].height / 2 + low, px, kind is TURNED_KIND, room))
    for seat in range(len(snapshot.names)):
        at = opponent_index(snapshot, seat)
        found.append(_label_under_card(layout, "yours" if at is None else "bid", bid_place(layout, at)))
    if any(heap.pile.kind is GONE_KIND for heap in snapshot.shown_piles):
        found += [_label_under_card(layout, "spent", place) for place in parts_of_area_above_hand(layout, 2, 1)[0][:1]]
    return found


def _label_under_card(layout: Layout, words: str, place: Place) -> Label:
    wide = place.height * RATIO
    px = min(caption_size(layout), wide / LONGEST)
    return Label(words, place.x, place.area().bottom + 2, px, room=wide + 8 * layout.u)


def _set_aside_labels(layout: Layout, snapshot: Snapshot) -> list[Label]:
    px, words = caption_size(layout), snapshot.set_aside
    wide = 0.55 * px * len(words)
    for heap in snapshot.shown_piles:
        for place in _shared_pile_places(layout, snapshot, heap.pile) if heap.pile.kind is GONE_KIND else ():
            x = place.area().x - 6 * layout.u - wide
            box = Area(x, place.y - px, wide, 2 * px)
            if x > area_above_hand(layout).x and not any(area.overlaps(box) for _, area in badge_lines(layout, snapshot)):
                return [Label(words, x + wide / 2, place.y - 0.67 * px, px)]
    return []


def _turned_up_labels(layout: Layout, snapshot: Snapshot) -> list[Label]:
    middle = current_centre_places(layout, snapshot)
    if middle is None:
        return []
    text = turned_card_text(snapshot)
    if any(heap.pile.kind is TURNED_KIND for heap in snapshot.shown_piles):
        x, y, w, _ = middle.words
        return [Label(text, x + w / 2, y, middle.px, room=1.2 * w)]
    return [Label(text, layout.middle_x, middle.turned.y - middle.px / 2, middle.px, room=0.6 * layout.cloth_width)]


def _caption_labels(layout: Layout, snapshot: Snapshot) -> list[Label]:
    found = []
    for heap in snapshot.shown_piles:
        said, at = open_cards_caption(snapshot, heap.pile.seat), opponent_index(snapshot, heap.pile.seat)
        if heap.pile.kind is not KEPT_KIND or at is None or said is None or said.suits:
            continue
        lying = pile_places(layout, snapshot, heap.pile, heap.cards)
        if lying:
            first, last = lying[0].area(), lying[-1].area()
            area, px = area_for_open_cards(layout, snapshot, heap.pile.seat), caption_size(layout)
            half = min(area.w / 2, 0.24 * px * len(said.title))
            x = min(max((first.x + last.right) / 2, area.x + half), area.right - half)
            found.append(Label(said.title, x, first.bottom + 2, px, room=area.w))
    return found


def _chip_labels(layout: Layout, snapshot: Snapshot) -> list[Label]:
    px, d = caption_size(layout), layout.badge_size
    places = zip(snapshot.facts.unassigned_badges, layout.unassigned_badge_places, strict=False)
    return [
        label_beside(Area(at.x - d / 2, at.y - d / 2, d, d), layout.u, chip.label, px, at.x < layout.middle_x)
        for chip, at in places
    ]


def _labels_of_later_cards(layout: Layout, snapshot: Snapshot) -> list[Label]:
    found, px = [], caption_size(layout)
    floor = focused_card_top(layout) if layout.own_seat is None else layout.own_seat.area().y
    for heap in snapshot.shown_piles:
        lying = pile_places(layout, snapshot, heap.pile, (0,)) if heap.pile.kind is NEXT_KIND else []
        for at in (place.area() for place in lying):
            words = (f"{heap.size} cards", f"for the {snapshot.later}")
            x, y, half, high = at.centre.x, at.bottom + 3 * layout.u, 0.25 * px * max(map(len, words)), CAPTION * px
            if heap.pile.seat != snapshot.me or x - half < layout.rim or y + 2 * high > floor:
                x, y = at.right + 8 * layout.u + half, at.centre.y - high
            found += [Label(said, x, y + i * high, px) for i, said in enumerate(words)]
    return found


def places_of_framed_cards(layout: Layout, snapshot: Snapshot) -> list[Place]:
    """Returns the places of cards with a frame: of cards on offer, or of the turned-up card in the middle."""
    if layout.needs.rows or (not layout.needs.market and current_centre_places(layout, snapshot) is None):
        return []
    turned = [heap.pile for heap in snapshot.shown_piles if heap.pile.kind is TURNED_KIND]
    return [place for pile in turned for place in _shared_pile_places(layout, snapshot, pile)]


def places_of_missing_bids(layout: Layout, snapshot: Snapshot) -> list[Place]:
    """Returns the places of bids that have not been made yet."""
    if layout.needs.rows or not layout.needs.market:
        return []
    lying = {heap.pile.seat for heap in snapshot.shown_piles if heap.pile.kind is BID_KIND}
    others = [seat for seat in range(len(snapshot.names)) if seat not in lying]
    return [bid_place(layout, opponent_index(snapshot, seat)) for seat in others]
