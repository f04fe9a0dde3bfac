"""What is drawn on the cloth around piles: the plate under the person's own cards, words, empty places, trumps and tops."""

from __future__ import annotations

from goosetable.app.art import suits
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import slot
from goosetable.app.render.geometry import RATIO, Area, Place
from goosetable.app.table import piles
from goosetable.app.table.piles import SuitRow, held_by_suit, suit_parts, suit_row
from goosetable.app.table.snapshot import Snapshot, capital
from goosetable.app.table.stage import Stage, labels
from goosetable.app.table.table_layout import Layout, own_area, title_px, towards_seat
from goosetable.cards import Card
from goosetable.engine.rules.event import KEPT_KIND
from goosetable.engine.text.table_facts import Badge, Shelf


def draw_grounds(canvas: Canvas, stage: Stage) -> None:
    """All of it; cards are laid over it."""
    layout, snapshot = stage.layout, stage.snapshot
    if layout.ground.windows:
        _window(canvas, layout, snapshot)
    for place in piles.outlines(layout, snapshot):
        w = round(place.height * RATIO)
        outline = slot(w, round(place.height), canvas.theme.cream2)
        canvas.svg(outline, place.x - w / 2, place.y - place.height / 2, w, round(place.height))
    for place in piles.framed(layout, snapshot):
        edge = 4 * max(0.7, layout.u)
        wide, h = place.height * RATIO + 2 * edge, place.height + 2 * edge
        # A frame, not a block behind the card: it is there before the card is.
        canvas.box(place.x - wide / 2, place.y - h / 2, wide, h, place.height / 20 + edge / 2, edge=canvas.theme.brass, sw=edge)
    for seat in range(len(snapshot.names)) if layout.ground.windows else ():
        _shelf(canvas, layout, snapshot, seat)
    for label in labels(stage):
        face, tone = ("bold", canvas.theme.cream) if label.strong else ("semi", canvas.theme.cream2)
        px = canvas.snug(label.words, label.px, face, label.room, 8) if label.room else label.px
        if not label.room or canvas.width(label.words, px, face) <= label.room + 1:
            canvas.put(label.words, label.x, label.y, px, tone, face, "midtop")
    for badge, area in piles.lines(layout, snapshot):
        _line(canvas, layout, badge, area)


def _window(canvas: Canvas, layout: Layout, snapshot: Snapshot) -> None:
    """A wooden plate under the person's own open cards, and what they come to."""
    t, area, u = canvas.theme, own_area(layout), layout.u
    said = piles.shelf(snapshot, snapshot.me)
    there = any(heap.pile.seat == snapshot.me and heap.pile.kind == KEPT_KIND for heap in snapshot.shown_piles)
    if not area.h or not (there or (said is not None and said.suits)):
        return
    canvas.box(area.x, area.y, area.w, area.h, 10 * u, t.walnut_lo, t.walnut_hi, 1.2, 0.8)
    px = title_px(layout)
    if not px and (there or (said is not None and any(said.suits))):
        return
    px = px or 0.7 * area.h  # where there is room for one line only, it stands there until there are cards
    words = "Your cards" if said is None else f"Your cards: {said.title}" if said.suits else capital(said.title)
    small = canvas.snug(words, px, "semi", area.w - 20 * u, 9)
    canvas.rich(canvas.fit(words, small, "semi", area.w - 20 * u), area.x + 10 * u, area.y + px * 0.25, small, t.cream, "semi")


def _shelf(canvas: Canvas, layout: Layout, snapshot: Snapshot, seat: int) -> None:
    """A seat's places for the suits: the best in a brass box, the empty ones outlined, and what each comes to."""
    said, at = piles.shelf(snapshot, seat), piles.opponent(snapshot, seat)
    if said is None or not said.suits:
        return
    kept = next((h.cards for h in snapshot.shown_piles if h.pile.seat == seat and h.pile.kind == KEPT_KIND), ())
    groups = held_by_suit(kept)
    found = suit_row(layout, at, tuple(len(group) for group in groups))
    if not found.suits:
        _figures(canvas, layout, at, found, said, groups)
        return
    t = canvas.theme
    if at is not None and (layout.k > 2 or layout.ground.rows):
        x, y, edge = found.suits[0].box.x, found.suits[0].box.y, 3 * layout.u
        w, h = found.suits[-1].box.right - x, found.suits[0].box.h
        canvas.box(x - edge, y - edge, w + 2 * edge, h + 2 * edge, 7 * layout.u, t.walnut_lo, "none", 0, 0.42)
    for i, place in enumerate(found.suits):
        box, figure, best = place.box, said.suits[i], said.best == i
        if best:
            canvas.box(box.x, box.y, box.w, box.h, 5 * layout.u, t.brass, "none", 0, 0.22)
            canvas.box(box.x, box.y, box.w, box.h, 5 * layout.u, "none", t.brass, 1.6)
        if not groups[i]:
            _empty(canvas, place.outline, i)
        tone = t.berry if figure.startswith("+") else t.cream
        canvas.put(figure, *place.figure, found.px, tone, "bold", "midtop")


def _empty(canvas: Canvas, at: Place, suit: int) -> None:
    """The outlined place of a suit of which nothing lies there."""
    t, h = canvas.theme, round(at.height)
    w = round(at.height * RATIO)
    canvas.svg(slot(w, h, t.cream2), at.x - w / 2, at.y - h / 2, w, h)
    px = h * 0.38
    side = round(px * 0.74)
    canvas.svg(suits.pip("SHDC"[suit], t.cream2), at.x - side / 2, at.y - side / 2, side, side)


def _figures(
    canvas: Canvas, layout: Layout, at: int | None, found: SuitRow, said: Shelf, groups: tuple[tuple[Card, ...], ...]
) -> None:  # fmt: skip
    """One line with suits and ranks, or with suits and figures where these are not the number of cards."""
    t, area = canvas.theme, found.area
    if not area.h or not (any(groups) or any(said.suits)):
        return
    parts = suit_parts(said.suits, groups)
    px = found.px
    while px > 8 and sum(canvas.width(part, px, "bold") + px * 0.7 for part in parts) > area.w:
        px -= 0.5
    widths = [canvas.width(part, px, "bold") + px * 0.7 for part in parts]
    h = min(area.h, px * 1.6)
    x = area.x if at is None else towards_seat(layout, at, area, sum(widths))
    canvas.box(x, area.y, sum(widths), h, h / 3, t.walnut_lo, t.walnut_hi, 1.0, 0.9)
    lying = [i for i in range(4) if groups[i] or said.suits[i]]
    for i, part, w in zip(lying, parts, widths, strict=True):
        if said.best == i:
            canvas.box(x, area.y, w, h, h / 3, "none", t.brass, 1.4)
        canvas.rich_level(part, x + w / 2, area.y + h / 2, px, t.cream, "bold", "mid", dark=True)
        x += w


def _line(canvas: Canvas, layout: Layout, badge: Badge, area: Area) -> None:
    """A mark that concerns everybody, with what it says, in a dark line."""
    t, h = canvas.theme, area.h
    px = canvas.snug(badge.label, h * 0.6, "semi", area.w - h * 1.35, 8)
    words = canvas.fit(badge.label, px, "semi", area.w - h * 1.35)
    w = min(area.w, canvas.width(words, px) + h * 1.4)
    x = area.right - w
    canvas.box(x, area.y, w, h, h / 2, t.walnut_lo, t.walnut_hi, 1.2, 0.92)
    canvas.badge(badge.kind, x + h / 2, area.y + h / 2, h * 0.92)
    canvas.put(words, x + h * 1.1, area.y + h / 2, px, t.cream, "semi", "midleft")


def draw_marks(canvas: Canvas, stage: Stage) -> None:
    for mark in stage.marks:
        canvas.badge(mark.kind, mark.at.x, mark.at.y, stage.layout.mark_size)
