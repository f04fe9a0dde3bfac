"""A decision that is not a card: a sheet of paper with a question and one equal choice for each thing that may be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area, Place
from goosetable.app.table import captions
from goosetable.app.table.metrics import under_plates_high
from goosetable.app.table.snapshot import Decision
from goosetable.app.table.table_layout import Layout, fitted_span, pile_area
from goosetable.app.ui.buttons import Button
from goosetable.app.ui.widget import Widget
from goosetable.cards import Card
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Action
from goosetable.engine.text.table_facts import Choice

CRAMPED: Final = 0.8
"""Where a line would have to be smaller than this part of its wish, it goes on in a second one."""


TIGHT: Final = 190.0  # units of height under which the question is smaller
LEAST: Final = 10.5  # pixels of text


def scale(layout: Layout) -> float:
    return min(layout.t, layout.cw / 560, layout.free / 400)


def panel(layout: Layout) -> Area:
    """The sheet: over the sunk hand, in the middle of the cloth."""
    s = scale(layout)
    hand = layout.hand(1, 1.0)[0]
    h = min((226 if not layout.compact or layout.free > 400 * s else 160) * s, 0.46 * layout.free)
    low = hand.y - hand.height / 2 - 8 * layout.u
    if layout.ground.windows:  # the open cards of others, or of many a trick that can be read, stay to be seen over it
        clear = max(pile_area(layout, i).bottom for i in range(layout.k)) + 6 * layout.u
        if layout.k > 3:
            clear = layout.seat(layout.side).plate.bottom + under_plates_high(layout) + 12 * layout.u + 0.5 * layout.hand_h
        h = min(h, max(low - clear, 125 * s))
    x, w = fitted_span(layout, low - h, low, 560 * s)
    return Area(x, low - h, w, h)


def aside(layout: Layout, who: int | None, order: int) -> Place:
    """A card of the trick while the panel stands there: the whole trick lies over it."""
    return layout.trick(who, order, panel(layout).y - 8 * layout.u)


class ChoiceTile(Widget):
    """One choice: portrait, label, what comes of it, and what that means."""

    role = "radio"

    def __init__(self, choice: Choice, who: str, on: Callable[[Action], None]) -> None:
        super().__init__(choice.label, on_paper=True)
        self.choice, self.who, self.on = choice, who, on
        self.region = "decision"
        self.hinted = self.barred = False
        self.sizes: dict[float, float] = {}
        """The size at which a line of a wished size fits on every tile of the panel."""
        self.broken: frozenset[float] = frozenset()
        """The wished sizes at which lines are broken in two on every tile."""

    @property
    def value(self) -> str:
        ranks = " ".join(self.choice.ranking)
        return ". ".join(part for part in (self.choice.result, self.choice.verdict, ranks) if part)

    def press(self) -> None:
        if self.enabled:
            self.on(self.choice.action)

    def plate(self, canvas: Canvas, focused: bool, r: float = 10, shadow: bool = True) -> bool:
        """Draw what all choices stand on, in brass where it is meant; whether it is."""
        t, (x, y, w, h) = canvas.theme, self.rect
        lit = focused  # the focus follows the pointer, so there is one
        self.draw_ring(canvas, focused, r)
        if shadow:
            canvas.shadow(x, y, w, h, r, 3, 2, 60)
        grad = (t.prime, t.brass) if lit else (t.plain, t.plain_lo)
        canvas.box(x, y, w, h, r, edge=t.brass_lo if lit else t.plain_edge, grad=grad)
        return lit

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, s = canvas.theme, self.px
        x, y, w, h = self.rect
        lit = self.plate(canvas, focused)
        self._inscribe(canvas, x, y, w, h, t.ink if lit else t.ink2)
        if self.hinted:
            d = min(26 * s, 0.5 * h)
            captions.lamp(canvas, x + w - d * 0.3, y + d * 0.2, d)

    @property
    def lines(self) -> list[tuple[str, float, str]]:
        """What is written on it, with size and face: what is done, what comes of it, what that means."""
        found = [(self.choice.label, 18 * self.px, "semi")]
        if self.choice.result:
            found.append((self.choice.result, 14.5 * self.px, "sans"))
        if self.choice.verdict:
            found.append((self.choice.verdict, 14.5 * self.px, "sans"))
        return found

    def _inscribe(self, canvas: Canvas, x: int, y: int, w: int, h: int, quiet: str) -> None:
        """Portrait and lines, as far as the height goes: the portrait gives way first."""
        t, s, lines = canvas.theme, self.px, self.lines
        sizes = [min(px, self.sizes.get(px, px)) for _, px, _ in lines]
        highs = [2.4 * small if px in self.broken else px * 1.32 for (_, px, _), small in zip(lines, sizes, strict=True)]
        high = sum(highs)
        d = min(50 * s, h - high - 12 * s)
        shown = bool(self.who) and d > 18
        at = y + (h - high - (d + 6 * s if shown else 0)) / 2
        if shown:
            canvas.portrait(self.who, x + w / 2, at + d / 2, d)
            at += d + 6 * s
        for i, ((words, px, face), small, deep) in enumerate(zip(lines, sizes, highs, strict=True)):
            tone = quiet if i > 1 else t.ink
            if px in self.broken:
                captions.block(canvas, words, Area(x + 8, at, w - 16, deep), small, tone, face, 1.18)
            else:
                canvas.rich(words, x + w / 2, at + (px - small) * 0.6, small, tone, face, "mid")
            at += deep


class Panel:
    """The sheet and its choices.

    message_y: where the message stands while this is asked, if not where it always does. said: whether the message says
    what the person is asked for, because the panel does not.
    """

    said = False

    def __init__(self, decision: Decision, portraits: tuple[str, ...], on: Callable[[Action], None]) -> None:
        self.decision = decision
        self.message_y: float | None = None
        self.tiles = [
            ChoiceTile(choice, "" if choice.seat is None else portraits[choice.seat], on) for choice in decision.choices
        ]
        self.buttons: list[Button] = []
        """What else may be clicked; by keys the choices themselves do as well."""
        self.area = Area(0, 0, 0, 0)
        self.scale = 1.0

    def lay(self, layout: Layout) -> None:
        self.area, self.scale = panel(layout), scale(layout)
        s, n = self.scale, len(self.tiles)
        rows = 1 if n <= 5 else 2
        each = -(-n // rows)
        head = (76 if not layout.compact else 66 if self.area.h >= TIGHT * s else 52) * s
        w = (self.area.w - 40 * s - 12 * s * (each - 1)) / each
        h = (self.area.h - head - 18 * s - 8 * s * (rows - 1)) / rows
        for row in range(rows):
            y = self.area.y + head + row * (h + 8 * s)
            self.place_row(self.tiles[row * each : (row + 1) * each], self.area.x + 20 * s, y, w, h, 12 * s)

    def place_row(self, tiles: Sequence[ChoiceTile], x: float, y: float, w: float, h: float, gap: float) -> None:
        """Lay tiles of one size side by side from x on, in pixels."""
        for i, tile in enumerate(tiles):
            tile.px = self.scale
            tile.rect = pygame.Rect(round(x + i * (w + gap)), round(y), round(w), round(h))

    def typed(self, sign: str) -> ChoiceTile | None:
        """The choice that a digit or letter makes at once: unless a panel knows better, that of this number from 1."""
        at = int(sign) - 1 if sign.isdecimal() else -1
        return self.tiles[at] if 0 <= at < len(self.tiles) else None

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """What digits and letters do, as the list of keys has it."""
        return ((f"1–{min(9, len(self.tiles))}", "The choice of that number, at once"),)

    def meant(self) -> ChoiceTile | None:
        """The choice that was typed and still wants Enter."""
        return None

    @property
    def words(self) -> list[Area]:
        """Where it says something besides its choices."""
        area, top = self.area, min(tile.rect.y for tile in self.tiles)
        return [Area(area.x, area.y, area.w, top - area.y)]

    @property
    def by_card(self) -> bool:
        """Whether a choice may as well be made by clicking a card of the trick."""
        return any(action.card_of(tile.choice.action) is not None for tile in self.tiles)

    def of_card(self, card: Card) -> ChoiceTile | None:
        return next((tile for tile in self.tiles if action.card_of(tile.choice.action) == card), None)

    def about(self, seat: int) -> ChoiceTile | None:
        return next((tile for tile in self.tiles if tile.choice.seat == seat), None)

    def draw_sheet(self, canvas: Canvas, focus: Widget | None = None, told: str = "") -> None:
        """The paper and the question; the choices draw themselves. told: said instead of the remark, such as a hint."""
        t, s, area = canvas.theme, self.scale, self.area
        self._fit(canvas)
        canvas.paper(area.x, area.y, area.w, area.h, 14, 22 * s, 10 * s)
        room = area.w - 32 * s
        tight = area.h < TIGHT * s
        head = min(tile.rect.y for tile in self.tiles) - area.y
        if told and (head < 66 * s or canvas.width(told, 14 * s, "semi") > room):
            # A long answer takes the place of the question as well.
            captions.answer(canvas, told, area.centre.x, area.y + 4 * s, head - 8 * s, 16 * s, room)
            return
        words, face = told or self.decision.remark, "semi" if told else "sans"
        wish = (15 if not tight else 13) * s
        if canvas.snug(words, wish, face, room, 9) < max(CRAMPED * wish, min(wish, LEAST)):
            high = head - 12 * s
            if high < 4 * LEAST:  # then the question alone can be read
                words = ""
            upper = Area(area.x + 16 * s, area.y + 6 * s, room, (0.46 if words else 1.0) * high)
            captions.block(canvas, self.decision.title, upper, 22 * s, t.ink, "serifb", 1.15)
            lower = Area(upper.x, upper.bottom, room, high - upper.h)
            captions.block(canvas, words, lower, wish, t.ink if told else t.ink2, face)
            return
        px = canvas.snug(self.decision.title, (22 if not tight else 18) * s, "serifb", room)
        canvas.put(self.decision.title, area.centre.x, area.y + (14 if not tight else 9) * s, px, t.ink, "serifb", "midtop")
        small = canvas.snug(words, wish, face, room, 9)
        y = area.y + (44 if not tight else 32) * s
        canvas.rich(words, area.centre.x, y, small, t.ink if told else t.ink2, face, "mid")

    def _fit(self, canvas: Canvas) -> None:
        """Find sizes at which every line fits, in one line or in two, so that equal choices look equal."""
        sizes: dict[float, float] = {}
        broken: set[float] = set()
        told = [(tile.rect, line) for tile in self.tiles for line in tile.lines]
        for rect, (words, px, face) in told:
            fit = canvas.snug(words, px, face, rect.w - 20, 9)
            sizes[px] = min(fit, sizes.get(px, px))
        for px, small in sizes.items():
            if small < CRAMPED * px and self.tiles[0].rect.h > 3.2 * px:
                twice = min(_in_two(canvas, words, px, face, rect.w - 16) for rect, (words, of, face) in told if of == px)
                if twice > small:
                    sizes[px] = twice
                    broken.add(px)
        for tile in self.tiles:
            tile.sizes, tile.broken = sizes, frozenset(broken)


def _in_two(canvas: Canvas, words: str, px: float, face: str, w: float) -> float:
    """The size up to px at which words fit in two lines that are w wide, each word in one piece."""
    small = px
    while small > 9 and (
        len(canvas.wrap(words, w, small, face)) > 2 or max(canvas.width(word, small, face) for word in words.split()) > w
    ):
        small -= 0.5
    return small
