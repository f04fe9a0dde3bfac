"""What is drawn on the cloth around piles: the plate under the person's own cards, words, empty places, trumps and tops."""

from __future__ import annotations

from goosetable.app import grounds, heaps, marks
from goosetable.app.art.deck import RATIO
from goosetable.app.faces import slot
from goosetable.app.glance import Glance
from goosetable.app.layout import Layout
from goosetable.app.paint import Paint
from goosetable.app.places import Area
from goosetable.app.stage import Stage
from goosetable.engine.event import KEPT_KIND
from goosetable.engine.telling import Badge


def draw_grounds(paint: Paint, layout: Layout, glance: Glance) -> None:
    """All of it; cards are laid over it."""
    if layout.board.windows:
        _window(paint, layout, glance)
    for place in heaps.outlines(layout, glance):
        w = round(place.height * RATIO)
        outline = slot(w, round(place.height), paint.theme.cream2)
        paint.svg(outline, place.x - w / 2, place.y - place.height / 2, w, round(place.height))
    for words, x, y, px in heaps.labels(layout, glance):
        paint.put(words, x, y, px, paint.theme.cream2, "semi", "midtop")
    for badge, area in heaps.lines(layout, glance):
        _line(paint, layout, badge, area)


def _window(paint: Paint, layout: Layout, glance: Glance) -> None:
    """A wooden plate under the person's own open cards, and what they come to."""
    t, area, u = paint.theme, grounds.won(layout), layout.u
    if not area.h or not any(heap.pile.seat == glance.me and heap.pile.kind == KEPT_KIND for heap in glance.heaps):
        return
    paint.box(area.x, area.y, area.w, area.h, 10 * u, t.walnut_lo, t.walnut_hi, 1.2, 0.8)
    px = heaps.title_px(layout, area)
    words = f"Your cards: {glance.plates[glance.me]}" if layout.own is None else "Your cards"
    small = paint.snug(words, px, "semi", area.w - 20 * u, 9)
    paint.rich(paint.fit(words, small, "semi", area.w - 20 * u), area.x + 10 * u, area.y + px * 0.3, small, t.cream, "semi")


def _line(paint: Paint, layout: Layout, badge: Badge, area: Area) -> None:
    """A mark that concerns everybody, with what it says, in a dark line."""
    t, h = paint.theme, area.h
    px = paint.snug(badge.label, h * 0.6, "semi", area.w - h * 1.35, 8)
    words = paint.fit(badge.label, px, "semi", area.w - h * 1.35)
    w = min(area.w, paint.width(words, px) + h * 1.4)
    x = area.right - w
    paint.box(x, area.y, w, h, h / 2, t.walnut_lo, t.walnut_hi, 1.2, 0.92)
    paint.badge(badge.kind, x + h / 2, area.y + h / 2, h * 0.92)
    paint.put(words, x + h * 1.1, area.y + h / 2, px, t.cream, "semi", "midleft")


def draw_marks(paint: Paint, stage: Stage) -> None:
    """The badges at the seats."""
    d = marks.diameter(stage.layout)
    for mark in stage.marks:
        paint.badge(mark.kind, mark.at.x, mark.at.y, d)
