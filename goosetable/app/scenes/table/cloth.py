"""Drawing on the cloth around the cards: plates, labels, empty places and auctions. Also the sheet of paper with the last
trick.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from goosetable import cards
from goosetable.app.art import svg
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages, empty_place_svg
from goosetable.app.render.geometry import RATIO, Area, Place
from goosetable.app.skins.theme import mix
from goosetable.app.table import auction, piles
from goosetable.app.table.piles import SuitRow, group_by_suit, opponent_index, suit_row, suit_texts
from goosetable.app.table.snapshot import Snapshot, capitalize_first
from goosetable.app.table.stage import Stage, cloth_labels
from goosetable.app.table.table_layout import Layout, left_edge_near_seat, own_area, title_px
from goosetable.cards import Card
from goosetable.engine.record.session import Trick
from goosetable.engine.rules.event import BID_KIND, KEPT_KIND, NOBODY, STOCK
from goosetable.engine.text.table_facts import Badge, KeptCardsCaption
from goosetable.engine.words import phrases


def draw_grounds(canvas: Canvas, stage: Stage) -> None:
    """Draws everything that lies under the cards: plates, places, lines and labels."""
    layout, snapshot = stage.layout, stage.snapshot
    if layout.needs.windows:
        _draw_own_plate(canvas, layout, snapshot)
    for place in piles.places_of_missing_bids(layout, snapshot):
        draw_outline(canvas, place)
    for place in piles.places_of_framed_cards(layout, snapshot):
        edge = 4 * max(0.7, layout.u)
        wide, h = place.height * RATIO + 2 * edge, place.height + 2 * edge
        # A frame only, because the frame is drawn before the card arrives.
        canvas.draw_box(
            place.x - wide / 2, place.y - h / 2, wide, h, place.height / 20 + edge / 2, edge=canvas.theme.brass, line_width=edge
        )
    for seat in range(len(snapshot.names)) if layout.needs.windows else ():
        _draw_suit_row(canvas, layout, snapshot, seat)
    for label in cloth_labels(stage):
        face, tone = ("bold", canvas.theme.cream) if label.strong else ("semi", canvas.theme.cream2)
        px = canvas.fitting_size(label.words, label.px, face, label.room, 8) if label.room else label.px
        if not label.room or canvas.width(label.words, px, face) <= label.room + 1:
            canvas.draw_plain_text(label.words, label.x, label.y, px, tone, face, "midtop")
    for badge, area in piles.badge_lines(layout, snapshot):
        _draw_badge_line(canvas, badge, area)


def draw_outline(canvas: Canvas, place: Place) -> None:
    """Draws the outline of an empty card place."""
    w, h = round(place.height * RATIO), round(place.height)
    canvas.draw_svg(empty_place_svg(w, h, canvas.theme.cream2), place.x - w / 2, place.y - h / 2, w, h)


def _draw_own_plate(canvas: Canvas, layout: Layout, snapshot: Snapshot) -> None:
    t, area, u = canvas.theme, own_area(layout), layout.u
    said = piles.open_cards_caption(snapshot, snapshot.me)
    there = any(heap.pile.seat == snapshot.me and heap.pile.kind == KEPT_KIND for heap in snapshot.shown_piles)
    if not area.h or not (there or (said is not None and said.suits)):
        return
    canvas.draw_box(area.x, area.y, area.w, area.h, 10 * u, t.walnut_lo, t.walnut_hi, 1.2, 0.8)
    px = title_px(layout)
    if not px and (there or (said is not None and any(said.suits))):
        return
    px = px or 0.7 * area.h  # if only one line fits, the caption is shown until there are cards
    words = "Your cards" if said is None else f"You stand at {said.points}" if said.points else capitalize_first(said.title)
    small = canvas.fitting_size(words, px, "semi", area.w - 20 * u, 9)
    canvas.draw_rich_line(
        canvas.cut_to_fit(words, small, "semi", area.w - 20 * u), area.x + 10 * u, area.y + px * 0.25, small, t.cream, "semi"
    )


def _draw_suit_row(canvas: Canvas, layout: Layout, snapshot: Snapshot, seat: int) -> None:
    said, at = piles.open_cards_caption(snapshot, seat), piles.opponent_index(snapshot, seat)
    if said is None or not said.suits:
        return
    kept = next((h.cards for h in snapshot.shown_piles if h.pile.seat == seat and h.pile.kind == KEPT_KIND), ())
    groups = group_by_suit(kept)
    found = suit_row(layout, at, tuple(len(group) for group in groups))
    if not found.suits:
        _draw_suit_line(canvas, layout, at, found, said, groups)
        return
    t = canvas.theme
    if at is not None and (layout.opponents > 2 or layout.needs.rows):
        x, y, edge = found.suits[0].box.x, found.suits[0].box.y, 3 * layout.u
        w, h = found.suits[-1].box.right - x, found.suits[0].box.h
        canvas.draw_box(x - edge, y - edge, w + 2 * edge, h + 2 * edge, 7 * layout.u, t.walnut_lo, "none", 0, 0.42)
    for i, place in enumerate(found.suits):
        box, figure, best = place.box, said.suits[i], said.best == i
        if best:
            canvas.draw_box(box.x, box.y, box.w, box.h, 5 * layout.u, t.brass, "none", 0, 0.22)
            canvas.draw_box(box.x, box.y, box.w, box.h, 5 * layout.u, "none", t.brass, 1.6)
        if not groups[i]:
            _draw_empty_suit(canvas, place.outline, i)
        tone = t.berry if figure.startswith("+") else t.cream
        canvas.draw_plain_text(figure, *place.figure, found.px, tone, "bold", "midtop")


def _draw_empty_suit(canvas: Canvas, place: Place, suit: int) -> None:
    draw_outline(canvas, place)
    side = round(round(place.height) * 0.38 * 0.74)
    sign = svg.suit_picture("SHDC"[suit], canvas.theme.cream2)
    canvas.draw_svg(sign, place.x - side / 2, place.y - side / 2, side, side)


def _draw_suit_line(
    canvas: Canvas, layout: Layout, index: int | None, suit_row: SuitRow, shelf: KeptCardsCaption,
    groups: tuple[tuple[Card, ...], ...],
) -> None:  # fmt: skip
    t, area = canvas.theme, suit_row.area
    if not area.h or not (any(groups) or any(shelf.suits)):
        return
    parts = suit_texts(shelf.suits, groups)
    px = suit_row.px
    while px > 8 and sum(canvas.width(part, px, "bold") + px * 0.7 for part in parts) > area.w:
        px -= 0.5
    widths = [canvas.width(part, px, "bold") + px * 0.7 for part in parts]
    h = min(area.h, px * 1.6)
    x = area.x if index is None else left_edge_near_seat(layout, index, area, sum(widths))
    canvas.draw_box(x, area.y, sum(widths), h, h / 3, t.walnut_lo, t.walnut_hi, 1.0, 0.9)
    lying = [i for i in range(4) if groups[i] or shelf.suits[i]]
    for i, part, w in zip(lying, parts, widths, strict=True):
        if shelf.best == i:
            canvas.draw_box(x, area.y, w, h, h / 3, "none", t.brass, 1.4)
        canvas.draw_rich_line_centred(part, x + w / 2, area.y + h / 2, px, t.cream, "bold", "mid", dark=True)
        x += w


def _draw_badge_line(canvas: Canvas, badge: Badge, area: Area) -> None:
    t, h = canvas.theme, area.h
    px = canvas.fitting_size(badge.label, h * 0.6, "semi", area.w - h * 1.35, 8)
    words = canvas.cut_to_fit(badge.label, px, "semi", area.w - h * 1.35)
    w = min(area.w, canvas.width(words, px) + h * 1.4)
    x = area.right - w
    canvas.draw_box(x, area.y, w, h, h / 2, t.walnut_lo, t.walnut_hi, 1.2, 0.92)
    canvas.draw_badge(badge.kind, x + h / 2, area.y + h / 2, h * 0.92)
    canvas.draw_plain_text(words, x + h * 1.1, area.y + h / 2, px, t.cream, "semi", "midleft")


def draw_badges(canvas: Canvas, stage: Stage) -> None:
    for mark in stage.marks:
        canvas.draw_badge(mark.kind, mark.at.x, mark.at.y, stage.layout.mark_size)


FAINT: Final = 0.84
"""Share of the cloth's colour, 0..1, in the colour of the rank of a spent card."""


def auction_state(stage: Stage) -> tuple[object, ...]:
    """Returns the part of the cache key of the cloth's picture that concerns an auction; an empty tuple without an auction."""
    if not stage.layout.needs.rows:
        return ()
    return stage.offered, _seats_with_bid(stage), bool(stage.snapshot.awaited)


def _seats_with_bid(stage: Stage) -> frozenset[int]:
    lying = {pile.seat for pile in stage.shown_piles if pile.kind is BID_KIND}
    return frozenset(lying | {seat for seat in range(len(stage.snapshot.names)) if stage.has_card_in_trick(seat)})


def draw_auction(canvas: Canvas, stage: Stage) -> None:
    """Draws the parts of an auction that lie under the cards: ranks of spent cards, stock, mat for cards on offer, and places
    of bids.
    """
    layout, shown = stage.layout, stage.snapshot
    for seat, strip in enumerate(shown.facts.strips.hands if shown.facts.strips is not None else ()):
        at = opponent_index(shown, seat)
        if at is not None:
            _draw_spent_ranks(canvas, layout, at, [phrases.RANKS[cards.rank(card)] for card in strip.cards])
    _draw_stock(canvas, layout, shown)
    _draw_mat(canvas, layout, shown, stage.offered)
    taken = _seats_with_bid(stage)
    for seat in range(len(shown.names)):
        _draw_bid_place(canvas, layout, shown, seat, seat not in taken)


def _draw_spent_ranks(canvas: Canvas, layout: Layout, index: int, ranks: list[str]) -> None:
    t = canvas.theme
    tone = mix(t.cloth, t.cream2, FAINT)
    for i, rank in enumerate(ranks):
        area = layout.rows.visible_card_area(index, i, len(ranks))
        canvas.draw_box(*area, 4 * layout.u, "none", mix(t.cloth, t.cream2, 0.6 * FAINT), 1.2)
        px = min(0.28 * area.h, 0.46 * area.w)
        canvas.draw_plain_text(rank, *area.centre, max(9.0, px), tone, "serif", "center")


def _draw_stock(canvas: Canvas, layout: Layout, snapshot: Snapshot) -> None:
    found = auction.auction_plan(layout)
    left = next((heap.size for heap in snapshot.shown_piles if heap.pile == STOCK), 0)
    if not left:
        draw_outline(canvas, found.stock)
    words = (snapshot.tally.stock if snapshot.tally is not None else "") or f"{left} left"
    _draw_caption(canvas, words, found.stock, 0, found.px, found.room.x - layout.rim - 8 * layout.u, "sans")


def _draw_caption(canvas: Canvas, words: str, place: Place, line: int, px: float, room: float, face: str) -> None:
    small = canvas.fitting_size(words, px, face, room, 8.5)
    y = place.y + place.height / 2 + 6 * px / 14.5 + line * auction.LINE * px
    tone = canvas.theme.cream if face != "sans" else canvas.theme.cream2
    canvas.draw_plain_text(canvas.cut_to_fit(words, small, face, room), place.x, y, small, tone, face, "midtop")


def _draw_mat(canvas: Canvas, layout: Layout, snapshot: Snapshot, count: int) -> None:
    t, area, u, found = canvas.theme, auction.offer_mat_area(layout, max(1, count)), layout.u, auction.auction_plan(layout)
    canvas.draw_shadow(*area, 12 * u, max(2, 8 * u), 3 * u, 110)
    canvas.draw_box(*area, 12 * u, t.walnut_lo, t.walnut_hi, 1.4, 0.86)
    words = snapshot.tally.offer if snapshot.tally is not None else ""
    if not words:
        return
    before, _, last = words.rpartition(" ")
    said = f"{before} {{{last}}}" if ":" in words else words
    px = canvas.fitting_size(said, found.mat_px, "semi", area.w - found.pad, 8.5)
    y = area.bottom - found.pad / 2 - auction.LINE * found.mat_px / 2 - canvas.font("semi", px).get_height() / 2
    canvas.draw_rich_line(said, area.centre.x, y, px, t.cream, "semi", "mid", dark=True)


def _draw_bid_place(canvas: Canvas, layout: Layout, snapshot: Snapshot, seat: int, free: bool) -> None:
    t, found = canvas.theme, auction.auction_plan(layout)
    place = auction.bid_place(layout, opponent_index(snapshot, seat))
    if free and snapshot.awaited:
        h, w = place.height, place.height * RATIO
        canvas.draw_box(place.x - w / 2, place.y - h / 2, w, h, h / 20, t.cloth_lo, "none", 0, 0.25)
        canvas.draw_box(place.x - w / 2, place.y - h / 2, w, h, h / 20, "none", t.brass, 1.6)
    room = found.step - 6 * layout.u
    _draw_caption(canvas, snapshot.names[seat], place, 0, found.px, room, "semi")
    if found.lines > 1 and any(heap.pile.kind is BID_KIND and heap.pile.seat == seat for heap in snapshot.shown_piles):
        _draw_caption(canvas, "bid is down", place, 1, 0.92 * found.px, room, "sans")


def draw_ties(canvas: Canvas, stage: Stage) -> None:
    """Draws an equals sign between neighbours whose bids tie."""
    if not stage.level or not stage.layout.needs.rows:
        return
    t, layout = canvas.theme, stage.layout
    places = sorted(layout.opponents if (i := stage.opponent_index(seat)) is None else i for seat in stage.level)
    d = 0.24 * auction.auction_plan(layout).bid
    for at in auction.tie_sign_points(layout, places):
        area = Area(at.x - d / 2, at.y - d / 2, d, d)
        canvas.draw_box(*area, d / 2, t.night, t.brass, 1.6, 0.94)
        for down in (-0.13, 0.13):
            canvas.draw_box(at.x - 0.25 * d, at.y + (down - 0.06) * d, 0.5 * d, 0.12 * d, 0.06 * d, t.cream)


HELD: Final = 0.35  # seconds after which a pressed key counts as held down, so that its release closes the sheet


class LastTrick:
    """The last trick on a sheet of paper over the table.

    opened_by_key: True if a key opened it; the release of this key after a long press closes it.
    """

    def __init__(self, trick: Trick, opened_by_key: bool) -> None:
        self.trick, self.opened_by_key = trick, opened_by_key
        self.shown_for = 0.0
        self._lying: list[tuple[Card, Area]] = []

    @property
    def was_key_held_long(self) -> bool:
        return self.opened_by_key and self.shown_for >= HELD

    def card_at(self, pos: tuple[int, int]) -> Card | None:
        """Returns the card of the trick at a point of the window; None if there is none."""
        return next((card for card, area in self._lying if area.contains_point(pos)), None)

    def draw(
        self, canvas: Canvas, stage: Stage, faces: CardImages, portraits: tuple[str, ...], say: Callable[[str], str]
    ) -> None:
        """Draws the sheet in the middle of the cloth, with the cards in playing order and their players below.

        say: replaces seat numbers by names in texts of the game.
        """
        layout, t, trick = stage.layout, canvas.theme, self.trick
        s = min(layout.t, layout.cloth_width / 620, layout.table_height / 420)
        n = len(trick.plays)
        card = min(layout.hand_height, 150 * s, (layout.cloth_width - 90 * s) / n / RATIO / 1.25)
        step = max(card * RATIO * 1.25, min(150 * s, (layout.cloth_width - 90 * s) / n))
        names = stage.snapshot.names
        words = say(trick.log_line)
        if stage.game.text.trick_name == "trick":
            words = say(f"[{trick.taker} takes] it with {stage.game.text.card_name(trick.card)}, {trick.why}.")
        if trick.owner not in (NOBODY, trick.taker):
            words += " " + say(f"The trick goes to [{trick.owner}].")
        w = min(layout.cloth_width - 2 * layout.rim, max(n * step + 40 * s, 380 * s))
        lines = canvas.wrap_rich_text(words, w - 40 * s, 16 * s, "semi")
        h = 58 * s + card + 54 * s + len(lines) * 16 * s * 1.35 + 14 * s
        x, y = layout.middle_x - w / 2, layout.top + (layout.table_height - h) * 0.42
        canvas.draw_paper(pygame.FRect(x, y, w, h), 14, 22 * s, 10 * s)
        title = phrases.with_capital(trick.place)
        px = canvas.fitting_size(title, 22 * s, "serifb", w - 40 * s)
        canvas.draw_plain_text(title, layout.middle_x, y + 12 * s, px, t.ink, "serifb", "midtop")
        cy = y + 54 * s + card / 2
        self._lying = []
        for i, (seat, played) in enumerate(trick.plays):
            cx = layout.middle_x + (i - (n - 1) / 2) * step
            ring = t.brass if played == trick.card or seat in trick.tied_seats else None
            faces.draw_card(canvas.dst, stage.image_code(played), cx, cy, card, glow=ring)
            self._lying.append((played, Area(cx - card * RATIO / 2, cy - card / 2, card * RATIO, card)))
            self._draw_player(canvas, portraits[seat], names[seat], cx, cy + card / 2 + 10 * s, step, s)
        canvas.draw_lines(lines, layout.middle_x, cy + card / 2 + 54 * s, 16 * s, t.ink, "semi", 1.35, "mid")

    @staticmethod
    def _draw_player(canvas: Canvas, portrait: str, name: str, cx: float, y: float, room: float, s: float) -> None:
        d, px = 30 * s, 15 * s
        name = canvas.cut_to_fit(name, px, "semi", room - d - 12 * s)
        w = d + 6 * s + canvas.width(name, px)
        canvas.draw_portrait(portrait, cx - w / 2 + d / 2, y + d / 2 + 2 * s, d)
        canvas.draw_plain_text(name, cx - w / 2 + d + 6 * s, y + d / 2 + 2 * s, px, canvas.theme.ink, "semi", "midleft")
