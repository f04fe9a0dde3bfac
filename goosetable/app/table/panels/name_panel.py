"""Naming: the suits as large signs and the ranks in a row, with the order that comes of a rank, while the hand stays up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from goosetable import cards
from goosetable.app.art import suits
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.table import captions, zones
from goosetable.app.table.panels.bid_panel import ceiling, floor
from goosetable.app.table.panels.choice_panel import ChoiceTile, Panel
from goosetable.app.table.sidebar import meters
from goosetable.app.table.snapshot import Decision, capital
from goosetable.app.table.table_layout import Layout
from goosetable.app.ui.widget import Widget
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Action, Verb
from goosetable.engine.words import phrases

WIDEST: Final = 620.0  # units
HEAD, SUITS, RANKS = 62.0, 76.0, 54.0  # units
CALLED: Final = 18.0  # units under the ranks, for the portraits of those who have called them
WORDS, LADDER, PAD, APART = 22.0, 30.0, 9.0, 10.0  # units, of the order of the ranks over the sheet
LETTERS: Final = {"T": 9, "1": 9}
"""What is typed for the rank whose sign has two digits."""


class Name(ChoiceTile):
    """A suit or a rank. who: the portrait of the player whose call it is, while that stands."""

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
        px = min(23 * s, 0.56 * h, 0.62 * w) * (0.86 if len(rank) > 1 else 1.0)
        canvas.put(rank, x + w / 2, y + (h - small * 1.1) / 2, px, t.ink2 if self.barred else t.ink, "serifb", "center")
        if count is not None:
            canvas.put(str(count) if count else "–", x + w / 2, y + h - 3 * s, small, t.ink2, "semi", "midbottom")

    def _suit(self, canvas: Canvas, x: int, y: int, w: int, h: int) -> None:
        """The sign, and under it its name with how many are held, or what would come of it."""
        t, s, count = canvas.theme, self.px, self.choice.held
        name = cards.SUIT_NAMES[action.value_of(self.choice.action)].capitalize()
        said = name if self.barred else self.choice.result if count is None else f"{name}, {count}"
        px = canvas.snug(said, 15 * s, "semi", w - 8, 9) if said else 0.0
        d = round(min(40 * s, h - px * 1.5 - 10 * s, w - 8))
        at = y + (h - d - px * 1.4) / 2
        canvas.svg(
            suits.pip(self.sign, suits.colours(canvas.four)[self.sign]),
            round(x + (w - d - 0.7 * self._face) / 2),
            round(at),
            d,
            d,
        )
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

    def lay(self, layout: Layout) -> None:
        low = floor(layout)
        room, needed = low - ceiling(layout), self._units + self._over
        s = self.scale = min(layout.t, 1.5 * layout.u if not layout.compact else 9, room / needed, layout.message_w / 420)
        top, high = low - self._units * s, self._over * s
        # The order of the ranks, the sheet and the message have one axis.
        x, wide = zones.centred(layout, top - high, low, min(WIDEST * s, layout.message_w))
        self.plate = Area(x, top - high, wide, max(0.0, high - APART * s))
        w = min(wide, WIDEST * s * (1.0 if self._ranks else 0.84))
        self.area = Area(x + (wide - w) / 2, top, w, self._units * s)
        y = self.area.y + (HEAD if self._remarks else HEAD - 20) * s
        if self._suits:
            self._row(self._suits, y, SUITS * s, 10 * s)
            y += (SUITS + 8) * s
        if self._ranks:
            self._row(self._ranks, y, RANKS * s, 5 * s)
        above = self.plate.y - layout.message_h / 2 - 8 * layout.u
        # Where the panel reaches up to the seats, it says itself what the message would.
        self.message_y = above if above - layout.message_h / 2 > ceiling(layout) - 6 * layout.u else None

    def _row(self, tiles: Sequence[ChoiceTile], y: float, h: float, gap: float) -> None:
        s, n = self.scale, len(tiles)
        w = (self.area.w - 32 * s - gap * (n - 1)) / n
        w = min(w, 130 * s)
        self.place_row(tiles, self.area.centre.x - (n * w + (n - 1) * gap) / 2, y, w, h, gap)

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
        if told:  # it takes the place of the question as well
            high = (HEAD if self._remarks else HEAD - 20) * s
            captions.answer(canvas, told, area.centre.x, area.y + 3 * s, high - 5 * s, 17 * s, room)
        else:
            px = canvas.snug(self.decision.title, 22 * s, "serifb", room)
            canvas.put(self.decision.title, area.centre.x, area.y + 7 * s, px, t.ink, "serifb", "midtop")
        remark = self.decision.remark
        if meant is not None and (meant.choice.verdict or meant.barred):
            remark = f"{meant.label}: {meant.choice.result}" if meant.barred else capital(meant.choice.verdict)
        if remark and self._remarks and not told:
            small = canvas.snug(remark, 14.5 * s, "sans", room, 7)
            canvas.rich(remark, area.centre.x, area.y + 35 * s, small, t.ink2, "sans", "mid")
        if self._ordered:
            self._order(canvas, meant)

    def _order(self, canvas: Canvas, meant: ChoiceTile | None) -> None:
        """The order of the ranks that a seat has named, or that would come of what is meant, or as it ever is."""
        t, s, plate, named = canvas.theme, self.scale, self.plate, self.decision.ranking
        would = meant.choice.ranking if meant is not None else ()
        ranking = named or would or phrases.RANKS
        title = (
            f"Tops {ranking[0]}: highest" if named else f"With tops {would[0]}: highest" if would else "Usual order: highest"
        )
        canvas.wood(plate.x, plate.y, plate.w, plate.h, 10 * s)
        x, wide, px = plate.x + PAD * s, plate.w - 2 * PAD * s, 14.5 * s
        canvas.put(title, x + 2 * s, plate.y + 4 * s, px, t.cream, "semi")
        canvas.put("lowest", x + wide - 2 * s, plate.y + 4 * s, px, t.cream2, "sans", "topright")
        meters.draw_rank_boxes(
            canvas, Area(x, plate.y + (WORDS + PAD - 3) * s, wide, LADDER * s), ranking, crowned=bool(named or would)
        )
