"""The picture of the table: plates, labels, empty places and auctions on the cloth, cached layers of the parts at rest, moving
parts above them, and images that are drawn in advance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final

import pygame

from goosetable import cards
from goosetable.app.art import svg
from goosetable.app.art.svg import Mood
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import STEP, empty_place_svg
from goosetable.app.render.display_list import DisplayList, Layer
from goosetable.app.render.felt import felt_measures
from goosetable.app.render.geometry import RATIO, Area, Place
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.messages import Messages, Remarks
from goosetable.app.scenes.table.table import Table
from goosetable.app.scenes.table.turn import Turn
from goosetable.app.skins.theme import mix
from goosetable.app.table import auction, captions, piles, seats
from goosetable.app.table.panels.choice_panel import Panel
from goosetable.app.table.piles import SuitRow, group_by_suit, opponent_index, suit_row, suit_texts
from goosetable.app.table.reactions import HonkPicture, areas_of_cards
from goosetable.app.table.seats import SeatImages, SeatLook, bid_mood
from goosetable.app.table.snapshot import Snapshot, capitalize_first
from goosetable.app.table.sprites import CardImageQueue, Pose, Sprite, WantedImage, drawing_order
from goosetable.app.table.stage import Honk, Stage, cloth_labels
from goosetable.app.table.table_layout import (
    Layout,
    free_span,
    heading_height,
    heading_text_size,
    left_edge_near_seat,
    message_room_at,
    own_open_cards_area,
)
from goosetable.app.ui.widget import Widget
from goosetable.cards import Card
from goosetable.engine.rules.action import Action, card_of
from goosetable.engine.rules.event import BID_KIND, KEPT_KIND, STOCK
from goosetable.engine.text.table_facts import Badge, KeptCardsCaption
from goosetable.engine.words import phrases


def draw_parts_under_cards(canvas: Canvas, stage: Stage) -> None:
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
        _draw_badge_with_label(canvas, badge, area)


def draw_outline(canvas: Canvas, place: Place) -> None:
    """Draws the outline of an empty card place."""
    w, h = round(place.height * RATIO), round(place.height)
    canvas.draw_svg(empty_place_svg(w, h, canvas.theme.cream2), place.x - w / 2, place.y - h / 2, w, h)


def _draw_own_plate(canvas: Canvas, layout: Layout, snapshot: Snapshot) -> None:
    t, area, u = canvas.theme, own_open_cards_area(layout), layout.u
    said = piles.open_cards_caption(snapshot, snapshot.me)
    there = any(heap.pile.seat == snapshot.me and heap.pile.kind == KEPT_KIND for heap in snapshot.shown_piles)
    if not area.h or not (there or (said is not None and said.suits)):
        return
    canvas.draw_box(area.x, area.y, area.w, area.h, 10 * u, t.walnut_lo, t.walnut_hi, 1.2, 0.8)
    px = heading_text_size(layout)
    if not px and (there or (said is not None and any(said.suits))):
        return
    px = px or 0.7 * area.h  # if only one line fits, the caption is shown until there are cards
    words = "Your cards" if said is None else f"You stand at {said.points}" if said.points else capitalize_first(said.title)
    small = canvas.fitting_size(words, px, "semi", area.w - 20 * u, 9)
    top = area.y + min(0.25 * px, max(0.0, heading_height(layout) - 1.25 * px))
    canvas.draw_rich_line(
        canvas.cut_to_fit(words, small, "semi", area.w - 20 * u), area.x + 10 * u, top, small, t.cream, "semi"
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
    if at is not None and (layout.opponent_count > 2 or layout.needs.rows):
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


def _draw_badge_with_label(canvas: Canvas, badge: Badge, area: Area) -> None:
    t, h = canvas.theme, area.h
    px = canvas.fitting_size(badge.label, h * 0.6, "semi", area.w - h * 1.35, 8)
    words = canvas.cut_to_fit(badge.label, px, "semi", area.w - h * 1.35)
    w = min(area.w, canvas.width(words, px) + h * 1.4)
    x = area.right - w
    canvas.draw_box(x, area.y, w, h, h / 2, t.walnut_lo, t.walnut_hi, 1.2, 0.92)
    canvas.draw_badge(badge.kind, x + h / 2, area.y + h / 2, h * 0.92)
    canvas.draw_plain_text(words, x + h * 1.1, area.y + h / 2, px, t.cream, "semi", "midleft")


def draw_badges(canvas: Canvas, stage: Stage) -> None:
    for badge in stage.badges:
        canvas.draw_badge(badge.kind, badge.at.x, badge.at.y, stage.layout.badge_size)


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
    found = auction.auction_layout(layout)
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
    t, area, u, found = canvas.theme, auction.offer_mat_area(layout, max(1, count)), layout.u, auction.auction_layout(layout)
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
    t, found = canvas.theme, auction.auction_layout(layout)
    place = auction.bid_place(layout, opponent_index(snapshot, seat))
    if free and snapshot.awaited:
        h, w = place.height, place.height * RATIO
        canvas.draw_box(place.x - w / 2, place.y - h / 2, w, h, h / 20, t.cloth_lo, "none", 0, 0.25)
        canvas.draw_box(place.x - w / 2, place.y - h / 2, w, h, h / 20, "none", t.brass, 1.6)
    room = found.step - 6 * layout.u
    _draw_caption(canvas, snapshot.names[seat], place, 0, found.px, room, "semi")
    if found.lines > 1 and any(heap.pile.kind is BID_KIND and heap.pile.seat == seat for heap in snapshot.shown_piles):
        _draw_caption(canvas, "bid is down", place, 1, 0.92 * found.px, room, "sans")


def draw_equals_signs(canvas: Canvas, stage: Stage) -> None:
    """Draws an equals sign between neighbours whose bids tie."""
    if not stage.level or not stage.layout.needs.rows:
        return
    t, layout = canvas.theme, stage.layout
    places = sorted(layout.opponent_count if (i := stage.opponent_index(seat)) is None else i for seat in stage.level)
    d = 0.24 * auction.auction_layout(layout).bid
    for at in auction.tie_sign_points(layout, places):
        area = Area(at.x - d / 2, at.y - d / 2, d, d)
        canvas.draw_box(*area, d / 2, t.night, t.brass, 1.6, 0.94)
        for down in (-0.13, 0.13):
            canvas.draw_box(at.x - 0.25 * d, at.y + (down - 0.06) * d, 0.5 * d, 0.12 * d, 0.06 * d, t.cream)


LAMP: Final = 0.12  # seconds for which the lamplight grows or fades at a seat
LAMPS: Final = 3  # number of brightness steps in that time


class SeatPictures:
    """Draws the seats, and the lamplight on the seat to act."""

    def __init__(self, table: Table, turn: Turn) -> None:
        self.table, self.turn = table, turn
        self._seatings = SeatImages()
        self._lamps: dict[int, float] = {}

    def clear(self) -> None:
        self._seatings = SeatImages()

    @property
    def is_fading(self) -> bool:
        """True while the lamplight on a seat changes."""
        lit = self.table.stage.snapshot.seats_to_act
        return any((light < 1) if seat in lit else (light > 0) for seat, light in self._lamps.items())

    def update(self, dt: float) -> bool:
        """Advances the lamplight by dt seconds. Returns True if it has changed."""
        shown, pace = self.table.stage.snapshot, self.table.context.animation_factor
        step = dt / (LAMP * pace) if pace > 0 else 1.0
        changed, lit = False, shown.seats_to_act
        for seat in range(len(shown.names)):
            before = self._lamps.get(seat, 0.0)
            now = min(1.0, before + step) if seat in lit else max(0.0, before - step)
            self._lamps[seat] = now
            changed |= now != before
        return changed

    def predraw(self, canvas: Canvas, snapshot: Snapshot) -> Iterator[None]:
        """Generator: draws the seats of a coming snapshot off the screen, one seat in each step, so that their images are
        cached.

        A seat on which the lamplight changes is drawn at every brightness.
        """
        stage, nowhere = self.table.stage, pygame.Surface((1, 1))
        lit = {*snapshot.seats_to_act, *stage.snapshot.seats_to_act}
        for seat in range(len(snapshot.names)):
            place = stage.seat_place(seat)
            looks = [self._seat_look(snapshot, seat, step / LAMPS) for step in (range(LAMPS + 1) if seat in lit else (0,))]
            for look in (*looks, *(look._replace(mood="startled") for look in looks if seat == stage.goosed)):
                if place is not None:
                    with canvas.drawing_on(nowhere):
                        self._seatings.draw(canvas, stage.layout, place, look)
                    yield

    def _seat_look(self, snapshot: Snapshot, seat: int, lamp: float) -> SeatLook:
        table, stage, quotas = self.table, self.table.stage, snapshot.facts.quotas
        sub = "thinking" if self.turn.slow_thinking_seat == seat else snapshot.plates[seat]
        aback = stage.honk is not None and stage.honk.is_beak_open and stage.honk.seat == seat
        mood: Mood = "startled" if aback else bid_mood(snapshot, seat)
        return SeatLook(table.portraits[seat], snapshot.names[seat], sub, lamp, quotas[seat] if quotas else None, mood)

    def draw(self, canvas: Canvas) -> None:
        """Draws medallion and plate of each seat. A person without a plate has only a small medallion, beside the hand."""
        table, stage, shown = self.table, self.table.stage, self.table.stage.snapshot
        for seat in range(len(shown.names)):
            place = stage.seat_place(seat)
            lamp = round(self._lamps.get(seat, 0.0) * LAMPS) / LAMPS
            if place is None:
                at, d = stage.layout.own_sign_place(0), stage.layout.badge_size
                canvas.draw_portrait(table.portraits[seat], at.x, at.y, d, lamplight=lamp)
                continue
            self._seatings.draw(canvas, stage.layout, place, self._seat_look(shown, seat, lamp), stage.bumps.get(seat, 0.0))


def draw_message_and_tag(canvas: Canvas, table: Table, messages: Messages) -> None:
    """Draws the message and, above the focused card, the tag with the effect of the card. Stores the areas of both."""
    stage, layout, panel = table.stage, table.stage.layout, table.panel
    said, mine = messages.message
    if said:
        messages.place = draw_message(canvas, table, said, mine)
    told, messages.tag = messages.card_effect, pygame.Rect(0, 0, 0, 0)
    if told and not layout.compact and panel is None and stage.held is None:
        sprite = next((s for s in stage.hand.sprites if s.key == f"card {messages.focused_card}"), None)
        if sprite is not None:
            y = sprite.rest.y - sprite.rest.height / 2 - 24 * min(layout.t, 1.5 * layout.u)
            own = any(heap.pile.seat == stage.snapshot.me and heap.size for heap in stage.snapshot.shown_piles)
            own |= piles.open_cards_caption(stage.snapshot, stage.snapshot.me) is not None
            left, right = free_span(layout, y - layout.tag_size, y + layout.tag_size, own)  # the tag covers none of these
            speech = table.speech_area
            if speech is not None and speech.y < y + layout.tag_size and speech.bottom > y - layout.tag_size:
                if speech.centre.x < sprite.rest.x:
                    left = max(left, speech.right + 8 * layout.u)
                else:
                    right = min(right, speech.x - 8 * layout.u)
            for _, line in piles.badge_lines(layout, stage.snapshot):
                if line.y < y + layout.tag_size and line.bottom > y - layout.tag_size and line.x > layout.middle_x:
                    right = min(right, line.x - 8 * layout.u)
            messages.tag = captions.draw_tag(canvas, told, sprite.rest.x, y, layout.tag_size, left, right)


def draw_message(canvas: Canvas, table: Table, message: str, asks_person: bool) -> pygame.Rect:
    """Draws the message. Returns its area. asks_person: True if the message asks the person for an action."""
    layout, panel = table.stage.layout, table.panel
    x, y, wide = layout.message_x, layout.message_y, layout.message_w
    middle = layout.middle_x
    if panel is not None and panel.message_y is not None:  # above the panel, at any place that the panel has taken
        y = panel.message_y
        middle = panel.area.centre.x
        x, wide = message_room_at(layout, y, middle)
    return captions.draw_message(canvas, message, x, y, layout.message_size, wide, asks_person, middle)


def draw_overlays(canvas: Canvas, table: Table, controls: Controls, messages: Messages) -> None:
    stage, panel, ring = table.stage, table.panel, controls.widgets
    if panel is not None:
        panel.draw_without_tiles(canvas, ring.focus, messages.panel_text)
        for tile in panel.tiles:
            tile.draw(canvas, tile is ring.focus)
        draw_buttons(canvas, controls, (controls.threshold,))
        draw_buttons(canvas, controls, panel.buttons)
    if table.sidebar_open:
        table.sidebar.draw(canvas, table.sidebar.paper_tree(canvas, stage.layout, stage.snapshot))
        draw_buttons(canvas, controls, (*controls.folded, *controls.head_buttons))
    if table.last_trick is not None:
        canvas.dim_table(0.35)
        table.last_trick.draw(canvas, stage, table.context.faces, table.portraits, table.match.with_names)
    notes = controls.notes
    if notes.open_spot is not None and notes.text:
        area, layout = notes.open_spot.area, stage.layout
        if notes.chosen:
            on_paper = layout.ledger_area.contains_point((round(area.x + 1), round(area.y + 1)))
            canvas.draw_focus_ring(pygame.FRect(area), 6, on_paper)
        captions.draw_note(canvas, notes.text, area, layout.w, layout.h, layout.t)


def draw_buttons(canvas: Canvas, controls: Controls, widgets: Iterable[Widget]) -> None:
    """Draws the visible controls among `widgets`."""
    focus = controls.widgets
    for widget in widgets:
        if widget.shown:
            widget.draw(canvas, widget is focus.focus and focus.ring)


class ScenePicture:
    """Draws a table. Buttons, the things under the cards, and cards at rest are three layers, which are cached."""

    def __init__(self, table: Table, messages: Messages, turn: Turn, controls: Controls) -> None:
        self.table, self.messages, self.controls = table, messages, controls
        self.seats = SeatPictures(table, turn)
        self.remarks = Remarks(table, messages)
        self._buttons, self._grounds, self._resting = Layer(), Layer(), Layer()
        self.image_queue = self._new_image_queue()
        self._honking: HonkPicture | None = None

    def _new_image_queue(self) -> CardImageQueue:
        context, game = self.table.context, self.table.match.game
        geese = frozenset(cards.name(card, game.jokers) for card in cards.members(game.text.geese))
        return CardImageQueue(context.faces, f"back {context.settings.back}", geese)

    def clear_layers(self) -> None:
        self._buttons, self._grounds, self._resting = Layer(), Layer(), Layer()
        self.table.sidebar.drop_trees()
        self.seats.clear()
        self.image_queue = self._new_image_queue()

    def update(self, dt: float) -> bool:
        """Advances the animation by dt seconds. Returns True if lamplight or remarks have changed."""
        return self.seats.update(dt) | self.remarks.update(dt)

    def draw(self, canvas: Canvas) -> None:
        """Draws the entire table. Afterwards `image_queue.late` is True if the image of a card is outdated."""
        stage = self.table.stage
        self.image_queue.begin_frame()
        resting = self._resting_cards()
        self._draw_ground(canvas)
        self._draw_resting_cards(canvas, resting)
        self.remarks.draw(canvas)
        self._draw_honk(canvas)
        held = [stage.held.sprite] if stage.held is not None else []
        moving = [sprite for sprite in stage.sprites_in_order() if sprite not in resting and sprite not in held]
        hand = [sprite for sprite in moving if sprite in stage.hand.sprites and not sprite.flying]
        over = [sprite for sprite in moving if self._is_leaving_hand(sprite)]
        self.image_queue.draw(canvas.dst, [sprite for sprite in moving if sprite not in hand and sprite not in over])
        self.seats.draw(canvas)
        self.image_queue.draw(canvas.dst, hand, stage.hand.shake_offsets())
        self.image_queue.draw(canvas.dst, over)
        draw_badges(canvas, stage)
        draw_equals_signs(canvas, stage)
        if stage.egg is not None:
            canvas.draw_egg(stage.egg.x, stage.egg.y, seats.egg_height(stage.layout))
        draw_message_and_tag(canvas, self.table, self.messages)
        draw_overlays(canvas, self.table, self.controls, self.messages)
        self.image_queue.draw(canvas.dst, held)

    def _draw_honk(self, canvas: Canvas) -> None:
        stage = self.table.stage
        if stage.honk is None:
            self._honking = None
            return
        if self._honking is None or self._honking.honk is not stage.honk:
            self._honking = HonkPicture(stage.honk, stage)
        self._honking.draw(canvas)
        self._honking.draw_feathers(canvas)

    def predraw_honk(self, canvas: Canvas, seat: int) -> Iterator[None]:
        """Generator: draws the frames of a honk off the screen, one frame in each step, so that their images are cached."""
        stage = self.table.stage
        honk = Honk(seat, stage.hand.pace, stage.stamp)
        yield from HonkPicture(honk, stage).predraw_frames(canvas)

    def _is_leaving_hand(self, sprite: Sprite) -> bool:
        return sprite.flying and (sprite in self.table.stage.hand.sprites or sprite.pose.face >= 1)

    def _resting_cards(self) -> list[Sprite]:
        stage = self.table.stage
        backs = [sprite for held in stage.backs.values() for sprite in held]
        if any(sprite.flying or sprite.hidden or sprite.is_gliding for sprite in backs):
            backs = []
        shown_piles = [sprite for sprite in stage.pile_sprites() if not sprite.flying and not sprite.is_gliding]
        trick = [sprite for sprite in stage.trick if not sprite.flying and not sprite.is_gliding]
        lying = [*shown_piles, *drawing_order(trick)]
        return backs + [sprite for sprite in lying if not sprite.hidden]

    def _draw_resting_cards(self, canvas: Canvas, resting: list[Sprite]) -> None:
        drop, stage, shown = self._next_card_place(), self.table.stage, self.table.stage.snapshot
        faced = tuple(sprite.rest for _, sprite in stage.exposed_cards)
        plate = shown.plates[shown.me] if stage.layout.needs.windows else ""
        told = (shown.shown_piles, shown.tally, shown.facts, shown.me, shown.own, shown.face_down_count, plate, shown.names)
        key = (canvas, stage.layout, drop, faced, told, auction_state(stage))

        def draw() -> None:
            draw_parts_under_cards(canvas, stage)
            if stage.layout.needs.rows:
                draw_auction(canvas, stage)
            if drop is not None:
                draw_outline(canvas, drop)

        canvas.draw_layer(self._grounds, key, draw)
        lying = tuple((sprite.code, sprite.pose) for sprite in resting)
        canvas.draw_layer(self._resting, (canvas, lying), partial(self.image_queue.draw, canvas.dst, resting))
        if self.image_queue.late:
            self._resting.forget_steps()

    def predraw(self, canvas: Canvas, after: Snapshot) -> Iterator[None]:
        """Generator: draws the texts of a coming snapshot off the screen, one text in each step, so that their images are
        cached.
        """
        nowhere = pygame.Surface((1, 1))
        said, mine = self.messages.message
        for words, asks in ((said, mine), *((words, after.mine) for words in (*self.table.stage.coming_texts, after.prompt))):
            with canvas.drawing_on(nowhere):
                draw_message(canvas, self.table, words, asks)
            yield
        yield from self.seats.predraw(canvas, after)
        sidebar = self.table.sidebar
        for shown in (replace(self.table.stage.snapshot, log=after.log), after):
            with canvas.drawing_on(DisplayList(canvas.dst)):
                sidebar.predraw(canvas, self.table.stage.layout, shown, partial(sidebar.draw, canvas))
            yield

    def _next_card_place(self) -> Place | None:
        table, stage = self.table, self.table.stage
        if not stage.snapshot.mine or stage.layout.compact or stage.layout.needs.rows or table.panel is not None:
            return None
        pose = stage.trick_pose(table.match.me, len(stage.trick))
        return Place(pose.x, pose.y, pose.height)

    def _draw_ground(self, canvas: Canvas) -> None:
        table, controls = self.table, self.controls
        layout, shown, sidebar = table.stage.layout, table.stage.snapshot, table.sidebar
        canvas.dst.blit(table.context.cloth.best_picture(felt_measures(layout.w, layout.h, layout.cloth_width)), (0, 0))
        ringed = controls.widgets.focus if controls.widgets.ring else None
        if sidebar.draw(canvas, sidebar.tree_beside_cloth(canvas, layout, shown), ringed is sidebar.scroll):
            self.image_queue.begin_frame(0)  # the ground is drawn anew; outdated card images wait for the next frame
        shown_buttons = controls.icons[:-1] if table.sidebar_open else (*controls.foot, *controls.head_buttons)
        buttons = (controls.strip, *shown_buttons, controls.menu)
        looks = tuple((b.label, tuple(b.rect), b.enabled, b.hover, b.pressed, b is ringed, b.shown) for b in buttons)
        canvas.draw_layer(self._buttons, (canvas, looks), partial(draw_buttons, canvas, controls, buttons))


WARM_UP: Final = 0.3  # seconds for which a deal may wait for the images of its cards


class ImageForecast:
    """Draws images before a frame needs them: first the cards of a new deal, then images that will probably be needed next."""

    def __init__(self, table: Table, picture: ScenePicture) -> None:
        self.table, self.picture = table, picture
        self._waited = WARM_UP
        """Seconds that a deal has waited for the images of its cards."""
        self._expected: Action | None = None
        self._moved = self._changed = False
        """Whether time has passed, and whether the table has changed, since the last filling of the queue."""
        self._rehearsal: Iterator[None] = iter(())
        self._seats: Iterator[None] = iter(())
        self._draw_honk: Iterator[None] = iter(())
        self._lain: tuple[Area, ...] = ()
        """Areas of the cards on the table when the goose's images were last drawn in advance."""

    @property
    def delays_deal(self) -> bool:
        """True while a new deal waits for the images of its cards."""
        return self._waited < WARM_UP

    def start_waiting(self) -> None:
        """Makes a new deal wait until the images of its cards are drawn."""
        self._waited = 0.0 if self.table.context.animation_factor > 0 else WARM_UP

    def stop_waiting(self) -> None:
        self._waited = WARM_UP

    def pass_time(self, dt: float) -> bool:
        """Lets dt seconds pass. Returns True if a new deal still waits for images."""
        if not self.delays_deal or self.table.context.animation_factor <= 0:
            return False
        self._waited += dt
        return True

    def forget_expected_action(self) -> None:
        self._expected = None

    def record_motion(self) -> None:
        """Records that time has passed, so that `run_slice` looks for new images of flying cards."""
        self._moved = True

    def predraw(self, after: Snapshot, panel: Panel | None) -> None:
        """Starts to draw a coming snapshot in advance, off the screen. panel: the panel of its decision, or None."""
        canvas, self._lain = self.table.context.canvas, ()
        drawn = self.picture.predraw(canvas, after)
        self._rehearsal = drawn if panel is None else chain(_predraw_panel(panel, canvas), drawn)

    def look_ahead(self) -> None:
        """Starts to draw images that will probably be needed next, after the table has changed."""
        self._changed = True
        self._seats = self.picture.seats.predraw(self.table.context.canvas, self.table.stage.snapshot)

    def run_slice(self) -> bool:
        """Draws one image in advance. Returns False if there is none left."""
        queue, stage = self.picture.image_queue, self.table.stage
        if self._moved:
            self._moved = False
            stage.timeline.look_ahead()
            queue.store_next_images(stage.sprites_in_order())
            self._predraw_next_honk()
        if queue.draw_next_flight_image():
            return True
        if self._changed:
            self._changed = False
            queue.set_wanted_images(self._likely_images())
        decision = self.table.match.chosen_action
        if decision is not None and decision != self._expected:
            self._expected = decision
            queue.set_wanted_images([*self._images_of_play(decision), *self._likely_images()])
        rehearsals = (self._draw_honk, self._rehearsal, self._seats)
        if any(next(drawn, self) is not self for drawn in rehearsals) or queue.run_slice():
            return True
        self.stop_waiting()
        return False

    def _predraw_next_honk(self) -> None:
        stage = self.table.stage
        if stage.goosed is not None and (lain := areas_of_cards(stage)) != self._lain:
            self._lain, self._draw_honk = lain, self.picture.predraw_honk(self.table.context.canvas, stage.goosed)

    def _likely_images(self) -> Iterator[WantedImage]:
        stage, match, back = self.table.stage, self.table.match, self.picture.image_queue.back
        return chain(
            _images_needed_next(stage, back, bool(match.people_seats)),
            _images_of_backs(stage, back) if match.visible_seat is not None else (),
        )

    def _images_of_play(self, action: Action) -> Iterator[WantedImage]:
        stage, session = self.table.stage, self.table.match.session
        card, turn = card_of(action), session.turn
        if card is None or turn is None or session.state is None:
            return
        code, pose = stage.image_code(card), stage.trick_pose(turn, len(stage.trick) % session.seats)
        yield WantedImage(code, pose.height, True)
        yield WantedImage.for_pose(code, pose)
        for sprite in stage.hand.sprites:
            if sprite.key == f"card {card}" and turn == stage.snapshot.me:  # as the card looks when it leaves the hand
                angle = round(sprite.rest.angle / STEP) * STEP
                yield WantedImage(code, max(pose.height, sprite.rest.height), True, angle=angle)


def _predraw_panel(panel: Panel, canvas: Canvas) -> Iterator[None]:
    nowhere = pygame.Surface((1, 1))
    with canvas.drawing_on(nowhere):
        panel.draw_without_tiles(canvas)
    yield
    for tile in panel.tiles:
        with canvas.drawing_on(nowhere):
            tile.draw(canvas, False)
        yield


def _images_of_backs(stage: Stage, back: str) -> Iterator[WantedImage]:
    """Yields the images of the hand face down, which are needed as soon as a person hides the cards."""
    held = len(stage.hand.sprites)
    for count in (held - 1, held) if held else ():
        yield from (WantedImage.for_pose(back, Pose.of_place(place)) for place in stage.layout.hand_places(count))


def _images_needed_next(stage: Stage, back: str, watched: bool) -> Iterator[WantedImage]:
    """Yields images that will probably be needed next, the most probable first.

    back: image code of the card back. watched: True if a person plays.
    """
    trick = stage.poses_in_trick()
    for code, pose in trick:
        yield WantedImage.for_pose(code, pose)
    if len(trick) == len(stage.snapshot.names):
        for code, pose in trick:
            yield WantedImage.for_pose(code, pose._replace(glow=stage.hand.brass))
    for held in stage.backs.values():
        for sprite in held[:1]:
            yield WantedImage(back, sprite.rest.height, True)
    for sprite in stage.hand.sprites[:1]:
        yield WantedImage(back, sprite.rest.height, True)
    fan = [(sprite.code, sprite.rest) for sprite in stage.hand.sprites]
    for code, pose in fan:
        yield WantedImage.for_pose(code, pose)
        yield WantedImage(code, pose.height, True)
    yield WantedImage(back, stage.layout.trick_h, True)
    if watched:
        for code, pose in fan:
            yield WantedImage(code, pose.height, True, angle=pose.angle)
            yield WantedImage(code, pose.height, dim=True, angle=pose.angle)
    if len(fan) > 1:  # the fan after any of the cards has been played
        places = stage.layout.hand_places(len(fan) - 1)
        for i, (code, pose) in enumerate(fan):
            for place in places[max(0, i - 1) : i + 1]:
                yield WantedImage(code, pose.height, angle=round(place.angle, 1))
