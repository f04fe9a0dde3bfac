"""Naming: the suits as large signs and the ranks in a row, with the order that comes of a rank, while the hand stays up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from goosetable import cards
from goosetable.app.art import svg
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.table import captions
from goosetable.app.table.panels.bid_panel import ceiling, floor
from goosetable.app.table.panels.choice_panel import CRAMPED, LEAST, ChoiceTile, Panel
from goosetable.app.table.sidebar import blocks
from goosetable.app.table.snapshot import Decision, capital
from goosetable.app.table.table_layout import Layout, centred_span
from goosetable.app.ui.widget import Widget
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Action, Verb
from goosetable.engine.words import phrases

WIDEST: Final = 620.0  # units
HEAD, SUITS, RANKS = 62.0, 76.0, 54.0  # units
CALLED: Final = 18.0  # units under the ranks, for the portraits of those who have called them
WORDS, LADDER, PAD, APART = 22.0, 30.0, 9.0, 10.0  # units, of the order of the ranks over the sheet
SMALLER: Final = 0.85
"""Where everything would be smaller than this part of the text, the sheet is folded, if that makes it larger."""
NARROWEST: Final = 30.0  # units of a rank, before the ranks of a folded sheet have two rows
TITLE, LINE, FLAT_SUITS, FLAT_RANKS = 34.0, 18.0, 52.0, 42.0  # units, of a folded sheet
FEW: Final = 0.78  # pixels of a unit under which a folded sheet has one line under the question
LETTERS: Final = {"T": 9, "1": 9}
"""What is typed for the rank whose sign has two digits."""


class Name(ChoiceTile):
    """A suit or a rank. who: the portrait of the player whose call it is, while that stands."""

    crowded = False
    """Whether another row is so near under it that the portrait stands at the upper corner."""

    @property
    def is_suit(self) -> bool:
        return action.verb_of(self.choice.action) is Verb.TRUMP

    @property
    def sign(self) -> str:
        """What is typed for it: the letter of the suit or rank."""
        number = action.value_of(self.choice.action)
        return cards.SUITS[number] if self.is_suit else cards.RANKS[number]

    def draw(self, canvas: Canvas, focused: bool) -> None:
        s = self.px
        x, y, w, h = self.rect
        if self.barred:
            self._closed(canvas, focused)
        else:
            self.plate(canvas, focused, 8)
        if self.is_suit:
            self._suit(canvas, x, y, w, h)
        else:
            self._rank(canvas, x, y, w, h)
        if self.hinted:
            d = min(24 * s, 0.5 * h)
            captions.lamp(canvas, x + w - d * 0.2, y + d * 0.15, d)
        if self.who and self.is_suit:
            d = self._face
            canvas.portrait(self.who, x + w - 0.62 * d, y + 0.62 * d, d)
        elif self.who and self.crowded:
            d = 0.4 * w
            canvas.portrait(self.who, x + w - 0.12 * d, y + 0.12 * d, d)
        elif self.who:
            d = min(CALLED * 1.25 * s, 0.9 * w)
            canvas.portrait(self.who, x + w / 2, y + h + 0.3 * d, d)

    @property
    def _face(self) -> float:
        """The height of a portrait on a suit, in pixels."""
        return min(34 * self.px, 0.5 * self.rect.h, 0.34 * self.rect.w) if self.who else 0.0

    def _closed(self, canvas: Canvas, focused: bool) -> None:
        """The ground of what may not be called."""
        t, (x, y, w, h) = canvas.theme, self.rect
        self.draw_ring(canvas, focused, 8)
        canvas.box(x, y, w, h, 8, t.paper_lo, t.rule, 1.2)

    def _rank(self, canvas: Canvas, x: int, y: int, w: int, h: int) -> None:
        """The rank, and under it how many are held."""
        t, s, count = canvas.theme, self.px, self.choice.held
        rank = phrases.RANKS[action.value_of(self.choice.action)]
        small = min(13 * s, 0.3 * h) if count is not None else 0.0
        px = min(23 * s, (0.56 if count is None else 0.5) * h, 0.62 * w) * (0.86 if len(rank) > 1 else 1.0)
        canvas.put(rank, x + w / 2, y + (h - small * 1.1) / 2, px, t.ink2 if self.barred else t.ink, "serifb", "center")
        if count is not None:
            canvas.put(str(count) if count else "–", x + w / 2, y + h - 3 * s, small, t.ink2, "semi", "midbottom")

    def _suit(self, canvas: Canvas, x: int, y: int, w: int, h: int) -> None:
        """The sign, and under it its name with how many are held, or what would come of it."""
        t, s, count = canvas.theme, self.px, self.choice.held
        name = cards.SUIT_NAMES[action.value_of(self.choice.action)].capitalize()
        said = name if self.barred else self.choice.result if count is None else f"{name}, {count}"
        px = canvas.snug(said, 15 * s, "semi", w - 8, 9) if said else 0.0
        beside = ""
        if px and canvas.width(name, max(LEAST, 9.5 * s), "semi") > w - 8 and not self.barred:  # then the sign says it
            said, px = ("", 0.0) if count is None else (str(count) if count else "–", 15 * s)
        if said and count is not None and not self.barred and px < CRAMPED * 15 * s:  # then the number stands beside the sign
            said, beside = name, str(count) if count else "–"
            px = canvas.snug(said, 15 * s, "semi", w - 8, 9)
        d = round(min(40 * s, h - px * 1.5 - 10 * s, w - 8))
        at = y + (h - d - px * 1.4) / 2
        figure = 0.62 * d
        more = canvas.width(beside, figure, "serifb") + 0.15 * d if beside else 0.0
        left = round(x + (w - d - more - 0.7 * self._face) / 2)
        canvas.svg(svg.pip(self.sign, svg.colours(canvas.four)[self.sign]), left, round(at), d, d)
        if beside:
            canvas.put(beside, left + 1.15 * d, at + d / 2, figure, t.ink, "serifb", "midleft")
        if said:
            canvas.put(canvas.fit(said, px, "semi", w - 6), x + w / 2, at + d + 2 * s, px, t.ink, "semi", "midtop")


class NamePanel(Panel):
    """The sheet: the question, the suits, the ranks, and the order of the ranks."""

    def __init__(self, decision: Decision, portraits: tuple[str, ...], on: Callable[[Action], None]) -> None:
        super().__init__(decision, portraits, on)
        made = sorted((*decision.choices, *decision.barred), key=lambda choice: choice.action)
        callers = {call.action: portraits[call.seat] for call in decision.standing}
        self.tiles: list[ChoiceTile] = [Name(choice, callers.get(choice.action, ""), on) for choice in made]
        for tile in self.tiles:
            tile.barred = tile.choice in decision.barred
        names = [tile for tile in self.tiles if isinstance(tile, Name)]
        self._suits = [tile for tile in names if tile.is_suit]
        self._ranks = [tile for tile in names if not tile.is_suit]
        self.plate = Area(0, 0, 0, 0)
        self.folded = False
        """Whether remark and order are lines of the sheet, so that the rest is large enough to be read."""
        self._rank_rows, self._lines = 1, 2

    @property
    def _ordered(self) -> bool:
        """Whether an order of ranks is to be shown."""
        return bool(self._ranks or self.decision.ranking)

    @property
    def _remarks(self) -> bool:
        """Whether there is something to be said under the question."""
        return bool(self.decision.remark) or any(choice.verdict for choice in self.decision.choices)

    @property
    def _over(self) -> float:
        """The height of the order over the sheet."""
        return WORDS + LADDER + 2 * PAD + APART if self._ordered else 0.0

    @property
    def _units(self) -> float:
        """The height of the sheet."""
        high = HEAD + (0 if self._remarks else -20)
        high += SUITS + 8 if self._suits else 0
        called = CALLED if self._ranks and any(call.action is not None for call in self.decision.standing) else 0
        return high + (RANKS + 8 + called if self._ranks else 0) + 4

    def _folded_head(self, lines: int) -> float:
        """The height of the question of a folded sheet with so many lines under it, in units."""
        return TITLE + (LINE * lines if self._remarks or self._ordered else 0)

    def _folded_units(self, rows: int, lines: int) -> float:
        """The height of the folded sheet with the ranks in so many rows, and so many lines under the question."""
        called = CALLED if self._ranks and any(call.action is not None for call in self.decision.standing) else 0
        high = self._folded_head(lines) + 8
        high += FLAT_SUITS + 8 if self._suits else 0
        return high + (rows * (FLAT_RANKS + 6) + called if self._ranks else 0)

    @property
    def words(self) -> list[Area]:
        return [*super().words, self.plate] if self._ordered and not self.folded else super().words

    def lay(self, layout: Layout) -> None:
        low = floor(layout)
        room, needed = low - ceiling(layout), self._units + self._over
        most = min(layout.t, 1.5 * layout.u if not layout.compact else 9)
        self.scale = min(most, room / needed, self._widest(layout) / 420)
        self.folded = False
        if self.scale < SMALLER * most:
            self._fold(layout, low, room, most)
        s = self.scale
        units = self._folded_units(self._rank_rows, self._lines) if self.folded else self._units
        top, high = low - units * s, 0.0 if self.folded else self._over * s
        # The order of the ranks, the sheet and the message have one axis.
        x, wide = self._span(layout, top - high, low, min(WIDEST * s, self._widest(layout)))
        self.plate = Area(x, top - high, wide, max(0.0, high - APART * s))
        w = min(wide, WIDEST * s * (1.0 if self._ranks else 0.84))
        self.area = Area(x + (wide - w) / 2, top, w, units * s)
        y = self.area.y + (self._folded_head(self._lines) if self.folded else self._head) * s
        if self._suits:
            high = (FLAT_SUITS if self.folded else SUITS) * s
            self._row(self._suits, y, high, 10 * s)
            y += high + 8 * s
        each = -(-len(self._ranks) // self._rank_rows)
        for first in range(0, len(self._ranks), max(1, each)) if self.folded else ():
            row = self._ranks[first : first + each]
            self._row(row, y, FLAT_RANKS * s, 5 * s, each)
            for tile in row:
                tile.crowded = self._rank_rows > 1
            y += (FLAT_RANKS + 6) * s
        if self._ranks and not self.folded:
            self._row(self._ranks, y, RANKS * s, 5 * s)
        above = self.plate.y - layout.message_h / 2 - 8 * layout.u
        # Where the panel reaches up to the seats, it says itself what the message would.
        self.message_y = above if above - layout.message_h / 2 > ceiling(layout) - 6 * layout.u else None

    def _widest(self, layout: Layout) -> float:
        """How wide it may become, in pixels, whatever stands beside it."""
        return layout.cw - 2 * layout.rim if self.decision.bare or self.decision.cleared else layout.message_w

    def _span(self, layout: Layout, top: float, bottom: float, wide: float) -> tuple[float, float]:
        return centred_span(layout, top, bottom, wide, not self.decision.bare, not self.decision.cleared)

    def _fold(self, layout: Layout, low: float, room: float, most: float) -> None:
        """Fold the sheet, with the ranks in one row or in two, if that makes it larger."""
        for lines, rows in ((2, 1), (2, 2), (1, 1), (1, 2)):
            units = self._folded_units(rows, lines)
            s = min(most, room / units)
            wish = min(WIDEST * s, self._widest(layout))
            _, wide = self._span(layout, low - units * s, low, wish)
            pitch = (wide - 32 * s) / -(-max(1, len(self._ranks)) // rows)
            s = min(s, pitch / NARROWEST) if self._ranks else s
            if s > self.scale * 1.04 and (lines == 2 or self.scale < FEW):
                self.scale, self.folded, self._rank_rows, self._lines = s, True, rows, lines

    @property
    def _head(self) -> float:
        """The height of the question with its remark, in units."""
        return HEAD if self._remarks else HEAD - 20

    def _row(self, tiles: Sequence[ChoiceTile], y: float, h: float, gap: float, places: int = 0) -> None:
        """Lay tiles in the middle of the sheet. places: as if there were so many of them."""
        s, n = self.scale, places or len(tiles)
        w = (self.area.w - 32 * s - gap * (n - 1)) / n
        w, n = min(w, 130 * s), len(tiles)
        self.place_row(tiles, self.area.centre.x - (n * w + (n - 1) * gap) / 2, y, w, h, gap)

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        signs = tuple(tile.sign for tile in self.tiles if isinstance(tile, Name))
        found = tuple(sign for sign in signs if sign.isdecimal())
        what = "the rank, not the place" if self._ranks else "the suit"
        letters = [(" ".join(sign for sign in signs if not sign.isdecimal()), "The suit or rank of that letter, at once")]
        return (*((" ".join(found), f"At once {what}"),)[: bool(found)], *letters) if signs else super().keys

    def typed(self, sign: str) -> ChoiceTile | None:
        """A rank by its digit or letter; where only suits are asked for, their letters or numbers from 1."""
        if sign in LETTERS and self._ranks:
            sign = "T"
        named = next((t for t in self.tiles if isinstance(t, Name) and t.sign == sign), None)
        return named if named is not None or self._ranks else super().typed(sign)

    def draw_sheet(self, canvas: Canvas, focus: Widget | None = None, told: str = "") -> None:
        """The paper and the question, and over it on wood the order of the ranks as it is or would be."""
        t, s, area = canvas.theme, self.scale, self.area
        meant = next((tile for tile in self.tiles if tile is focus), None)
        canvas.paper(area.x, area.y, area.w, area.h, 14, 22 * s, 10 * s)
        room = area.w - 32 * s
        if self.folded:
            self._draw_folded(canvas, meant, told)
            return
        if told:  # it takes the place of the question as well
            high = self._head * s
            captions.answer(canvas, told, area.centre.x, area.y + 3 * s, high - 5 * s, 17 * s, room)
        else:
            px = canvas.snug(self.decision.title, 22 * s, "serifb", room)
            canvas.put(self.decision.title, area.centre.x, area.y + 7 * s, px, t.ink, "serifb", "midtop")
        remark = self._remark(meant)
        if remark and self._remarks and not told:
            small = canvas.snug(remark, 14.5 * s, "sans", room, 7)
            canvas.rich(remark, area.centre.x, area.y + 35 * s, small, t.ink2, "sans", "mid")
        if self._ordered:
            self._order(canvas, meant)

    def _remark(self, meant: ChoiceTile | None) -> str:
        """What is said under the question: of what is meant, if there is something to be said."""
        if meant is not None and (meant.choice.verdict or meant.barred):
            return f"{meant.label}: {meant.choice.result}" if meant.barred else capital(meant.choice.verdict)
        return self.decision.remark

    def _draw_folded(self, canvas: Canvas, meant: ChoiceTile | None, told: str) -> None:
        """The question, and under it in at most two lines the remark and the order of the ranks; or what is said instead."""
        t, s, area = canvas.theme, self.scale, self.area
        x, room, gap = area.x + 12 * s, area.w - 24 * s, 4 * s
        high = min(tile.rect.y for tile in self.tiles) - area.y - gap
        if told:
            captions.block(canvas, told, Area(x, area.y + gap, room, high - gap), 17 * s, t.ink, "semi")
            return
        upper = Area(x, area.y + gap, room, TITLE * s - gap)
        captions.block(canvas, self.decision.title, upper, 22 * s, t.ink, "serifb", 1.15)
        title, ranking, _ = self._named(meant)
        order = f"{title}: {' '.join(ranking)}" if self._ordered else ""
        said = [line for line in (self._remark(meant), order) if line]
        if self._lines == 1:  # that which is about what is meant
            said = said[-1:] if meant is not None and meant.choice.ranking else said[:1]
        for i, line in enumerate(said):
            part = (area.y + high - upper.bottom) / len(said)
            captions.block(canvas, line, Area(x, upper.bottom + i * part, room, part), 15 * s, t.ink2, "sans", 1.16)

    def _named(self, meant: ChoiceTile | None) -> tuple[str, tuple[str, ...], bool]:
        """The order of the ranks that is shown: what it is called, the ranks, and whether one of them is the top rank."""
        named, would = self.decision.ranking, meant.choice.ranking if meant is not None else ()
        if named or would:
            return (f"Tops {named[0]}" if named else f"With tops {would[0]}"), named or would, True
        return "Usual order", phrases.RANKS, False

    def _order(self, canvas: Canvas, meant: ChoiceTile | None) -> None:
        """The order of the ranks that a seat has named, or that would come of what is meant, or as it ever is."""
        t, s, plate = canvas.theme, self.scale, self.plate
        title, ranking, crowned = self._named(meant)
        canvas.wood(plate.x, plate.y, plate.w, plate.h, 10 * s)
        x, wide, px = plate.x + PAD * s, plate.w - 2 * PAD * s, 14.5 * s
        canvas.put(f"{title}: highest", x + 2 * s, plate.y + 4 * s, px, t.cream, "semi")
        canvas.put("lowest", x + wide - 2 * s, plate.y + 4 * s, px, t.cream2, "sans", "topright")
        blocks.draw_rank_boxes(canvas, Area(x, plate.y + (WORDS + PAD - 3) * s, wide, LADDER * s), ranking, crowned=crowned)
