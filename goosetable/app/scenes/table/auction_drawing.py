"""What is drawn on the cloth of a table at which all bid at once: rows of ranks, the mat, places for bids, and their words."""

from __future__ import annotations

from typing import Final

from goosetable import cards
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import slot
from goosetable.app.render.geometry import RATIO, Area, Place
from goosetable.app.skins.theme import mix
from goosetable.app.table import auction
from goosetable.app.table.piles import opponent
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.stage import Stage
from goosetable.app.table.table_layout import Layout
from goosetable.engine.rules.event import BID_KIND, STOCK
from goosetable.engine.words import phrases

FAINT: Final = 0.84
"""How much of its colour the rank of a card has that is spent."""


def look(stage: Stage) -> tuple[object, ...]:
    """What the picture depends on besides the snapshot."""
    if not stage.layout.ground.rows:
        return ()
    return stage.offered, _taken(stage), bool(stage.snapshot.awaited), stage.snapshot.facts.strips


def _taken(stage: Stage) -> frozenset[int]:
    """The seats in whose places for bids a card lies."""
    lying = {pile.seat for pile in stage.shown_piles if pile.kind is BID_KIND}
    return frozenset(lying | {seat for seat in range(len(stage.snapshot.names)) if stage.in_trick(seat)})


def draw_auction(canvas: Canvas, stage: Stage) -> None:
    """All of it; cards are laid over it."""
    layout, shown = stage.layout, stage.snapshot
    for seat, strip in enumerate(shown.facts.strips.hands if shown.facts.strips is not None else ()):
        at = opponent(shown, seat)
        if at is not None:
            _ranks(canvas, layout, at, [phrases.RANKS[cards.rank(card)] for card in strip.cards])
    _stock(canvas, layout, shown)
    _mat(canvas, layout, shown, stage.offered)
    taken = _taken(stage)
    for seat in range(len(shown.names)):
        _bid(canvas, layout, shown, seat, seat not in taken)


def _ranks(canvas: Canvas, layout: Layout, at: int, ranks: list[str]) -> None:
    """The outlines that are to be seen where a card of a row is spent, each with its rank."""
    t = canvas.theme
    tone = mix(t.cloth, t.cream2, FAINT)
    for i, rank in enumerate(ranks):
        area = layout.rows.outline(at, i, len(ranks))
        canvas.box(*area, 4 * layout.u, "none", mix(t.cloth, t.cream2, 0.6 * FAINT), 1.2)
        px = min(0.28 * area.h, 0.46 * area.w)
        canvas.put(rank, *area.centre, max(9.0, px), tone, "serif", "center")


def _empty(canvas: Canvas, place: Place, tone: str) -> None:
    w, h = round(place.height * RATIO), round(place.height)
    canvas.svg(slot(w, h, tone), place.x - w / 2, place.y - h / 2, w, h)


def _stock(canvas: Canvas, layout: Layout, shown: Snapshot) -> None:
    """An empty place where all of the stock has been turned up, and how much of it is left."""
    found = auction.plan(layout)
    left = next((heap.size for heap in shown.shown_piles if heap.pile == STOCK), 0)
    if not left:
        _empty(canvas, found.stock, canvas.theme.cream2)
    words = (shown.tally.stock if shown.tally is not None else "") or f"{left} left"
    _words(canvas, words, found.stock, 0, found.px, found.room.x - layout.rim - 8 * layout.u, "sans")


def _words(canvas: Canvas, words: str, place: Place, line: int, px: float, room: float, face: str) -> None:
    """A line of words under a card."""
    small = canvas.snug(words, px, face, room, 8.5)
    y = place.y + place.height / 2 + 6 * px / 14.5 + line * auction.LINE * px
    tone = canvas.theme.cream if face != "sans" else canvas.theme.cream2
    canvas.put(canvas.fit(words, small, face, room), place.x, y, small, tone, face, "midtop")


def _mat(canvas: Canvas, layout: Layout, shown: Snapshot, count: int) -> None:
    """The dark mat with an edge, on which the cards on offer lie over what they come to."""
    t, area, u, found = canvas.theme, auction.mat(layout, max(1, count)), layout.u, auction.plan(layout)
    canvas.shadow(*area, 12 * u, max(2, 8 * u), 3 * u, 110)
    canvas.box(*area, 12 * u, t.walnut_lo, t.walnut_hi, 1.4, 0.86)
    words = shown.tally.offer if shown.tally is not None else ""
    if not words:
        return
    before, _, last = words.rpartition(" ")
    said = f"{before} {{{last}}}" if ":" in words else words
    px = canvas.snug(said, found.mat_px, "semi", area.w - found.pad, 8.5)
    y = area.bottom - found.pad / 2 - auction.LINE * found.mat_px / 2 - canvas.font("semi", px).get_height() / 2
    canvas.rich(said, area.centre.x, y, px, t.cream, "semi", "mid", dark=True)


def _bid(canvas: Canvas, layout: Layout, shown: Snapshot, seat: int, free: bool) -> None:
    """The place of a bid: an outline while it is awaited, and whose it is."""
    t, found = canvas.theme, auction.plan(layout)
    place = auction.bid(layout, opponent(shown, seat))
    if free and shown.awaited:
        h, w = place.height, place.height * RATIO
        canvas.box(place.x - w / 2, place.y - h / 2, w, h, h / 20, t.cloth_lo, "none", 0, 0.25)
        canvas.box(place.x - w / 2, place.y - h / 2, w, h, h / 20, "none", t.brass, 1.6)
    room = found.step - 6 * layout.u
    _words(canvas, shown.names[seat], place, 0, found.px, room, "semi")
    if found.lines > 1 and any(heap.pile.kind is BID_KIND and heap.pile.seat == seat for heap in shown.shown_piles):
        _words(canvas, "bid is down", place, 1, 0.92 * found.px, room, "sans")


def draw_level(canvas: Canvas, stage: Stage) -> None:
    """An equals sign between neighbours whose bids tie."""
    if not stage.level or not stage.layout.ground.rows:
        return
    t, layout = canvas.theme, stage.layout
    places = sorted(layout.k if (i := stage.opponent(seat)) is None else i for seat in stage.level)
    d = 0.24 * auction.plan(layout).bid
    for at in auction.level(layout, places):
        area = Area(at.x - d / 2, at.y - d / 2, d, d)
        canvas.box(*area, d / 2, t.night, t.brass, 1.6, 0.94)
        for down in (-0.13, 0.13):
            canvas.box(at.x - 0.25 * d, at.y + (down - 0.06) * d, 0.5 * d, 0.12 * d, 0.06 * d, t.cream)
