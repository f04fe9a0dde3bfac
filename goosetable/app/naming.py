"""Naming: the suits as large signs and the ranks in a row, with the order that comes of a rank, while the hand stays up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from goosetable import cards
from goosetable.app.art import suits
from goosetable.app.bidding import ceiling, floor, lamp
from goosetable.app.choices import ChoiceTile, Panel
from goosetable.app.glance import Decision, capital
from goosetable.app.layout import Layout
from goosetable.app.paint import Paint
from goosetable.app.places import Area
from goosetable.app.widget import Widget
from goosetable.engine import action as act
from goosetable.engine.action import Action, Verb

WIDEST: Final = 620.0  # units
HEAD, SUITS, RANKS, WORDS, LADDER = 58.0, 74.0, 46.0, 25.0, 30.0  # units
LETTERS: Final = {"T": 9, "1": 9}
"""What is typed for the rank whose sign has two digits."""


def ladder(paint: Paint, area: Area, ranking: Sequence[str], crowned: bool = True) -> None:
    """The ranks from the highest, in a row of little boxes; crowned: the highest stands out."""
    t, step = paint.theme, area.w / max(1, len(ranking))
    for i, rank in enumerate(ranking):
        hot = crowned and i == 0
        fill = t.brass if hot else t.plain if i % 2 == 0 else t.plain_lo
        gap = min(3.0, step * 0.1)
        paint.box(area.x + i * step + gap / 2, area.y, step - gap, area.h, 5, fill, t.brass_lo if hot else t.plain_edge, 1)
        px = min(0.62 * area.h, 0.66 * step) * (0.84 if len(rank) > 1 else 1.0)
        paint.put(rank, area.x + (i + 0.5) * step, area.y + area.h / 2, px, t.ink, "serifb", "center")


class Name(ChoiceTile):
    """A suit or a rank."""

    @property
    def is_suit(self) -> bool:
        return act.verb(self.choice.action) is Verb.TRUMP

    @property
    def sign(self) -> str:
        """What is typed for it: the letter of the suit or rank."""
        number = act.value(self.choice.action)
        return cards.SUITS[number] if self.is_suit else cards.RANKS[number]

    def draw(self, paint: Paint, focused: bool) -> None:
        t, s = paint.theme, self.px
        x, y, w, h = self.rect
        lit = focused or self.hover
        if focused:
            self.draw_ring(paint, 8)
        paint.shadow(x, y, w, h, 8, 3, 2, 60)
        paint.box(
            x, y, w, h, 8, edge=t.brass_lo if lit else t.plain_edge, grad=(t.prime, t.brass) if lit else (t.plain, t.plain_lo)
        )
        if self.is_suit:
            self._suit(paint, x, y, w, h)
        else:
            rank = "10" if self.sign == "T" else self.sign
            px = min(23 * s, 0.56 * h, 0.62 * w) * (0.86 if len(rank) > 1 else 1.0)
            paint.put(rank, x + w / 2, y + h / 2, px, t.ink, "serifb", "center")
        if self.hinted:
            d = min(24 * s, 0.5 * h)
            lamp(paint, x + w - d * 0.2, y + d * 0.15, d)

    def _suit(self, paint: Paint, x: int, y: int, w: int, h: int) -> None:
        """The sign, and under it what would come of it."""
        t, s = paint.theme, self.px
        words = self.choice.result
        px = paint.snug(words, 15 * s, "semi", w - 8, 9) if words else 0.0
        d = round(min(40 * s, h - px * 1.5 - 10 * s, w - 8))
        at = y + (h - d - px * 1.4) / 2
        paint.svg(suits.pip(self.sign, suits.colours(paint.four)[self.sign]), round(x + w / 2 - d / 2), round(at), d, d)
        if words:
            paint.put(paint.fit(words, px, "semi", w - 6), x + w / 2, at + d + 2 * s, px, t.ink, "semi", "midtop")


class Names(Panel):
    """The sheet: the question, the suits, the ranks, and the order of the ranks."""

    def __init__(self, decision: Decision, portraits: tuple[str, ...], on: Callable[[Action], None]) -> None:
        super().__init__(decision, portraits, on)
        self.tiles: list[ChoiceTile] = [Name(choice, "", on) for choice in decision.choices]
        names = [tile for tile in self.tiles if isinstance(tile, Name)]
        self._suits = [tile for tile in names if tile.is_suit]
        self._ranks = [tile for tile in names if not tile.is_suit]

    @property
    def _ordered(self) -> bool:
        """Whether an order of ranks is to be shown."""
        return bool(self._ranks or self.decision.ranking)

    @property
    def _units(self) -> float:
        """The height of everything."""
        high = HEAD + (0 if self.decision.remark else -20)
        high += SUITS + 8 if self._suits else 0
        high += RANKS + 8 if self._ranks else 0
        return high + (WORDS + LADDER if self._ordered else 0) + 10

    def lay(self, layout: Layout) -> None:
        low = floor(layout)
        room = low - ceiling(layout)
        s = self.scale = min(layout.t, 1.5 * layout.u if not layout.compact else 9, room / self._units, layout.message_w / 420)
        w = min(WIDEST * s * (1.0 if self._ordered else 0.8), layout.message_w)
        self.area = Area(layout.message_x - w / 2, low - self._units * s, w, self._units * s)
        y = self.area.y + (HEAD if self.decision.remark else HEAD - 20) * s
        if self._suits:
            self._row(self._suits, y, SUITS * s, 10 * s)
            y += (SUITS + 8) * s
        if self._ranks:
            self._row(self._ranks, y, RANKS * s, 5 * s)
        above = self.area.y - layout.message_h / 2 - 8 * layout.u
        self.message_y = max(above, layout.top + layout.message_h / 2 + 2)

    def _row(self, tiles: Sequence[ChoiceTile], y: float, h: float, gap: float) -> None:
        s, n = self.scale, len(tiles)
        w = (self.area.w - 32 * s - gap * (n - 1)) / n
        w = min(w, 130 * s)
        x = self.area.centre.x - (n * w + (n - 1) * gap) / 2
        for i, tile in enumerate(tiles):
            tile.px = s
            tile.rect = pygame.Rect(round(x + i * (w + gap)), round(y), round(w), round(h))

    def typed(self, sign: str) -> ChoiceTile | None:
        """A rank by its digit or letter; where only suits are asked for, their letters or numbers from 1."""
        if sign in LETTERS and self._ranks:
            sign = "T"
        named = next((t for t in self.tiles if isinstance(t, Name) and t.sign == sign), None)
        return named if named is not None or self._ranks else super().typed(sign)

    def draw_sheet(self, paint: Paint, focus: Widget | None = None) -> None:
        """The paper, the question, and the order of the ranks as it would be."""
        t, s, area = paint.theme, self.scale, self.area
        paint.paper(area.x, area.y, area.w, area.h, 14, 22 * s, 10 * s)
        room, small = area.w - 32 * s, 14.5 * s
        px = paint.snug(self.decision.title, 22 * s, "serifb", room)
        paint.put(self.decision.title, area.centre.x, area.y + 7 * s, px, t.ink, "serifb", "midtop")
        if self.decision.remark:
            small = paint.snug(self.decision.remark, 14.5 * s, "sans", room, 9)
            paint.rich(self.decision.remark, area.centre.x, area.y + 35 * s, small, t.ink2, "sans", "mid")
        if not self._ordered:
            return
        meant = next((tile for tile in self.tiles if tile is focus), None)
        ranking = self.decision.ranking or (meant.choice.ranking if meant is not None else ())
        y = area.bottom - (WORDS + LADDER + 8) * s
        words = "The ranks now, the highest first" if self.decision.ranking else "As ever until a rank is named: A K Q ... 2"
        if meant is not None and (meant.choice.ranking or not self.decision.ranking):
            words = "; ".join(part for part in (meant.label, meant.choice.result, meant.choice.verdict) if part)
        words = paint.fit(capital(words), small, "semi", room)
        paint.rich(words, area.centre.x, y + 3 * s, 14.5 * s, t.ink2, "semi", "mid")
        if ranking:
            ladder(paint, Area(area.x + 16 * s, y + WORDS * s, area.w - 32 * s, LADDER * s), ranking)
