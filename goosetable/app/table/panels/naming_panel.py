"""The panel for naming the trump suit or the top rank: suits as large signs, ranks in a row, and the resulting
order of ranks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from goosetable import cards
from goosetable.app.art import svg
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.table.panels.bid_panel import panel_ceiling, panel_floor
from goosetable.app.table.panels.choice_panel import (
    AT_ONCE,
    ChoiceTile,
    Panel,
    QuestionArea,
    make_centred_column,
    make_question_text,
    make_tile_row,
)
from goosetable.app.table.sidebar_blocks import make_rank_boxes
from goosetable.app.table.snapshot import Decision, capitalize_first
from goosetable.app.table.table_layout import Layout, left_and_width_of_panel
from goosetable.app.ui.elements import Column, Element, FirstFit, Picture, PlacedTree, Row, Spacer, Text
from goosetable.app.ui.widget import Widget
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Action, Verb
from goosetable.engine.words import phrases

WIDEST: Final = 880.0  # of a sheet with ranks, in units
SUITS_WIDEST: Final = 520.0  # of a sheet with suits alone, in units
HIGH: Final = 54  # usual height of a row of ranks in units
OFF_CENTRE: Final = 0.95
"""Part of the free width, 0..1, that a sheet too narrow for its ranks must be able to use in order to stay centred."""
SIDE, GAP, SUIT_GAP = 16.0, 5.0, 10.0  # units beside and between the tiles
TITLE, LINE, LADDER = 36.0, 21.0, 70.0  # heights in units: the question, a line under it, the plate with the order of the ranks
APART: Final = 10.0  # units between the plate and the sheet
LEAST_BESIDE: Final = 44.0
"""Least width of a rank, in units, with its number beside it."""
BESIDE: Final = 3
"""Version of a tile with the number of cards beside the suit or rank."""
CALLED: Final = 18.0  # height in units of the portraits under the ranks, of the players who called them
PITCH, LEAST = 46.0, 25.0  # width of a rank in units: preferred, and least before the entire panel becomes smaller
LETTERS: Final = {"T": 9, "1": 9}
"""Additional keys for the ten, each with the index of its rank."""


class NamingPanelPlan(NamedTuple):
    """An arrangement of the panel on which a person names trumps or the top rank.

    over: True if the order of ranks is on a plate above the sheet. rows: number of rows of ranks. lines: number of lines of
    text under the question. rank: height of a row of ranks in units.
    """

    over: bool
    rows: int
    lines: int
    rank: float
    worth: float
    """Factor on the arrangement's scale when arrangements are compared."""
    beside: bool = False
    """True if the number of cards is beside the suit or rank, which leaves room for larger text."""


PLANS: Final = (
    NamingPanelPlan(True, 1, 1, 78, 1.1), NamingPanelPlan(True, 1, 1, 54, 1.0), NamingPanelPlan(True, 2, 1, 54, 1.0),
    NamingPanelPlan(False, 2, 2, 54, 0.92), NamingPanelPlan(False, 1, 2, 42, 0.87), NamingPanelPlan(False, 2, 2, 42, 0.87),
    NamingPanelPlan(False, 1, 1, 42, 0.7), NamingPanelPlan(False, 2, 1, 42, 0.7),
    NamingPanelPlan(False, 2, 1, 34, 0.786, True), NamingPanelPlan(False, 3, 1, 34, 0.786, True),
)  # fmt: skip


class NamingTile(ChoiceTile):
    """The tile of a suit or a rank. portrait: that of the player who has named it, if the call is in force; else ""."""

    @property
    def is_suit(self) -> bool:
        return action.verb_of(self.choice.action) is Verb.TRUMP

    @property
    def sign(self) -> str:
        """The letter that chooses the tile's suit or rank."""
        number = action.value_of(self.choice.action)
        return cards.SUITS[number] if self.is_suit else cards.RANKS[number]

    def make_content(self, version: int) -> Element:
        """Returns the content of the tile: a suit or rank, and under it the number of such cards in the hand, or the
        consequence.

        version: 1 for the sizes in a low panel, 2 for a high row of ranks, 3 for large text with the number beside the suit or
        rank, else 0.
        """
        count = self.choice.held
        held = "" if count is None else str(count) if count else "–"
        colour = "ink2" if self.barred else "ink"
        number = action.value_of(self.choice.action)
        if not self.is_suit:
            rank = _make_figure_text(phrases.RANKS[number], (23, 20, 32, 24)[version], colour, "serifb")
            if version == BESIDE:
                return _make_centred_row([rank, _make_figure_text(held, 19)], 5)
            small, gap = (15, 4) if version > 1 else (14, 0)
            return make_centred_column([rank, _make_figure_text(held, small)], gap=gap)
        name = cards.SUIT_NAMES[number].capitalize()
        said = name if self.barred else self.choice.result if count is None else f"{name}, {count}"
        words = [Text(said, size, colour, "semi", text_align=0.5, max_lines=1, spoken="") for size in (15.0, 13.5, 12.0)]
        d = 26.0 if version else 38.0

        def draw_pip(canvas: Canvas, area: pygame.Rect) -> None:
            shape = svg.suit_picture(self.sign, svg.suit_colours(canvas.four)[self.sign])
            canvas.draw_svg(shape, area.centerx - area.h / 2, area.y, area.h, area.h)

        if version == BESIDE:
            return _make_centred_row([Picture(draw_pip, width=d, height=d), _make_figure_text(held or said, 20, colour)], 6)
        under = FirstFit([*words, Text(held, 15, colour, "semi", text_align=0.5, spoken="")], across=True)
        return make_centred_column([Picture(draw_pip, height=d), under], (4, 2, 4, 2), 1)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, (x, y, w, h) = canvas.theme, self.rect
        if self.barred:
            self.draw_ring(canvas, focused, 8)
            canvas.draw_box(x, y, w, h, 8, t.paper_lo, t.rule, 1.2)
        else:
            self.draw_ground(canvas, focused, 8)
        self.draw_inside(canvas, self.rect, focused)
        if self.portrait and self.is_suit:
            d = min(34 * self.t, 0.5 * h, 0.34 * w)
            canvas.draw_portrait(self.portrait, x + w - 0.62 * d, y + 0.62 * d, d)
        elif self.portrait:
            d = min(CALLED * 1.25 * self.t, 0.5 * w)
            canvas.draw_portrait(self.portrait, x + w / 2, y + h + 0.3 * d, d)


class NamingPanel(Panel):
    """The panel on which a person names trumps or the top rank: a sheet of paper with the question and a tile for each suit and
    rank. The order of ranks is a line under the question, or on a wooden plate above the sheet.

    plate: the area of the wooden plate; an empty area if there is no plate.
    """

    def __init__(self, decision: Decision, portraits: tuple[str, ...], on_choose: Callable[[Action], None]) -> None:
        super().__init__(decision, portraits, on_choose)
        made = sorted((*decision.choices, *decision.barred), key=lambda choice: choice.action)
        callers = {call.action: portraits[call.seat] for call in decision.calls_in_force}
        names = [NamingTile(choice, callers.get(choice.action, ""), on_choose) for choice in made]
        for tile in names:
            tile.barred = tile.choice in decision.barred
        self.tiles: list[ChoiceTile] = [*names]
        self._suits: Sequence[ChoiceTile] = [tile for tile in names if tile.is_suit]
        self._ranks: Sequence[ChoiceTile] = [tile for tile in names if not tile.is_suit]
        self.plate = Area(0, 0, 0, 0)
        self._plan = PLANS[0]
        self._order: PlacedTree | None = None

    @property
    def _shows_order_of_ranks(self) -> bool:
        return bool(self._ranks or self.decision.ranking)

    @property
    def _has_remarks(self) -> bool:
        return bool(self.decision.remark) or any(choice.verdict for choice in self.decision.choices)

    @property
    def _caller_portrait_height(self) -> float:
        return CALLED if any(call.action is not None for call in self.decision.calls_in_force) else 0.0

    def _part_heights(self, plan: NamingPanelPlan) -> tuple[float, float, float, float]:
        """Returns four heights in units: of the head, of the suits, of a row of ranks with portraits, and of the plate above
        the sheet.
        """
        lines = plan.lines if plan.over else min(plan.lines, self._has_remarks + self._shows_order_of_ranks)
        head = TITLE + LINE * (lines if self._has_remarks or not plan.over else 0)
        suit, over = (76.0, LADDER + APART) if plan.over else (38.0 if plan.beside else 54.0, 0.0)
        return head, suit, plan.rank + self._caller_portrait_height, over

    def lay_out(self, layout: Layout, canvas: Canvas) -> None:
        low, high = panel_floor(layout), panel_ceiling(layout)
        most = min(layout.t, 1.5 * layout.u) if not layout.compact else layout.t
        tried = [
            (self._fit(layout, plan, low, low - high, most), plan) for plan in PLANS if plan.over <= self._shows_order_of_ranks
        ]
        (self.scale, x, wide), self._plan = max(tried, key=lambda one: self._score_of_plan(one[0][0], one[0][2], one[1]))
        s, (sheet, over) = self.scale, self._sheet_heights(self._plan)
        top = low - sheet * s
        self.plate = Area(x, top - over * s, wide, max(0.0, (over - APART) * s)) if over else Area(0, 0, 0, 0)
        w = min(wide, WIDEST * s if self._ranks else SUITS_WIDEST * s)
        self.area = Area(x + (wide - w) / 2, top, w, sheet * s)
        above = min(self.plate.y if over else top, top) - layout.message_height / 2 - 8 * layout.u
        # If the panel reaches the seats at the top, it contains the message.
        self.message_y = above if above - layout.message_height / 2 > high - 6 * layout.u else None
        self.lay_out_elements(canvas)

    def _sheet_heights(self, plan: NamingPanelPlan) -> tuple[float, float]:
        head, suit, rank, over = self._part_heights(plan)
        sheet = head + 6 + (suit + 8 if self._suits else 0) + (plan.rows * (rank + 6) if self._ranks else 0) + 4
        return sheet, over if self._shows_order_of_ranks else 0.0

    def _fit(
        self, layout: Layout, plan: NamingPanelPlan, low: float, room: float, maximum: float
    ) -> tuple[float, float, float]:
        """Returns the scale of an arrangement, and the left edge and width of its area. The scale is smaller if ranks would be
        too narrow.

        low: lower edge of the area in pixels. room: largest height in pixels. maximum: largest scale.
        """
        units = sum(self._sheet_heights(plan))
        s = min(maximum, room / units)
        bare, cleared, widest = self.decision.bare, self.decision.cleared, layout.cloth_width - 2 * layout.rim
        each = -(-len(self._ranks) // plan.rows)
        for _ in range(2):
            x, wide = left_and_width_of_panel(layout, low - units * s, low, min(WIDEST * s, widest), not bare, not cleared)
            if each and wide / s < each * (PITCH + GAP) + 2 * SIDE:
                x, wide = left_and_width_of_panel(
                    layout, low - units * s, low, min(WIDEST * s, widest), not bare, not cleared, OFF_CENTRE
                )
            fits = wide / (each * ((LEAST_BESIDE if plan.beside else LEAST) + GAP) + 2 * SIDE) if each else s
            s = min(s, max(fits, 0.6 * s))
        return s, x, wide

    def _score_of_plan(self, scale: float, width: float, plan: NamingPanelPlan) -> float:
        """Returns a score by which arrangements are compared: the scale, reduced if ranks are narrower than `PITCH`."""
        each = -(-len(self._ranks) // plan.rows)
        pitch = (width / scale - 2 * SIDE) / each - GAP if each else PITCH
        return scale * plan.worth * math.sqrt(max(0.1, min(1.0, pitch / PITCH)))

    def build_elements(self, focused_tile: ChoiceTile | None, replacement: str) -> Element:
        head, suit, rank, _ = self._part_heights(self._plan)
        title, ranking, _ = self._rank_order(focused_tile)
        remark, order = (
            self._current_remark(focused_tile),
            f"{title}: {' '.join(ranking)}" if self._shows_order_of_ranks else "",
        )
        lines = [remark] if self._plan.over else [line for line in (remark, order) if line]
        if self._plan.lines == 1 and len(lines) > 1:  # only the line about the focused choice
            lines = lines[-1:] if focused_tile is not None and focused_tile.choice.ranking else lines[:1]
        title_lines, small = (1, 17.0) if self._plan.beside else (2, 14.5)
        asked = [make_question_text(self.decision.title, 22, title_lines)]
        asked += [Text(line, small, "ink2", text_align=0.5, max_lines=1, shrink=0.7, spoken="") for line in lines]
        low = 0 if self._plan.over else BESIDE if self._plan.beside else 1
        parts: list[Element] = [QuestionArea(Spacer(height=head), replacement, Column(asked))]
        room = self.area.w / self.scale - 2 * SIDE
        if self._suits:
            wide = min(room, 4 * 130 + 3 * SUIT_GAP)
            inside = [tile.make_content(low) for tile in self._suits]
            parts.append(make_tile_row(self._suits, inside, SUIT_GAP, height=suit, width=wide, align=0.5))
        each = -(-len(self._ranks) // self._plan.rows)
        called = self._caller_portrait_height
        version = 2 if self._plan.rank > HIGH else 0 if self._plan.rank == HIGH else BESIDE if self._plan.beside else 1
        for first in range(0, len(self._ranks), max(1, each)):
            row = self._ranks[first : first + each]
            wide = min(room, each * 78.0) * len(row) / each
            inside = [tile.make_content(version) for tile in row]
            line = make_tile_row(row, inside, GAP, height=rank - called, width=wide, align=0.5)
            parts.append(Column([line], padding=(0, 0, 0, called)))
        return Column(parts, 6, (SIDE, 3, SIDE, 0))

    @property
    def text_areas(self) -> list[Area]:
        return [*super().text_areas, self.plate] if self.plate.h else super().text_areas

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        signs = tuple(tile.sign for tile in self.tiles if isinstance(tile, NamingTile))
        found = tuple(sign for sign in signs if sign.isdecimal())
        what = "The rank of that digit, not its place" if self._ranks else "The suit"
        letters = [(" ".join(sign for sign in signs if not sign.isdecimal()), f"The suit or rank of that letter{AT_ONCE}")]
        return (*((" ".join(found), f"{what}{AT_ONCE}"),)[: bool(found)], *letters) if signs else super().keys

    def tile_of_typed_sign(self, sign: str) -> ChoiceTile | None:
        """Returns the tile of a typed digit or letter; None if there is none. If there are only suits, digits are their
        numbers, from 1.
        """
        if sign in LETTERS and self._ranks:
            sign = "T"
        named = next((t for t in self.tiles if isinstance(t, NamingTile) and t.sign == sign), None)
        return named if named is not None or self._ranks else super().tile_of_typed_sign(sign)

    def draw_without_tiles(self, canvas: Canvas, focus: Widget | None = None, replacement: str = "") -> None:
        """Draws the paper with the question; above it, on wood, the order of ranks that follows from the focused tile."""
        super().draw_without_tiles(canvas, focus, replacement)
        if not self.plate.h:
            return
        title, ranking, crowned = self._rank_order(self.focused_tile(focus))
        canvas.draw_wood(*self.plate, 10 * self.scale)
        if self._order is None or self._order.key != (canvas, self.plate, title):
            ends = [
                Text(f"{title}: highest", 14.5, "cream", "semi", grow=1, spoken=""),
                Text("lowest", 14.5, "cream2", spoken=""),
            ]
            boxes = make_rank_boxes(ranking, crowned=crowned, height=30)
            self._order = PlacedTree(
                Column([Row(ends), boxes], 4, (11, 5, 11, 0)), canvas, self.scale, self.plate, (canvas, self.plate, title)
            )
            self._order.lay_out()
        self._order.paint(canvas)

    def _current_remark(self, focused_tile: ChoiceTile | None) -> str:
        if focused_tile is not None and (focused_tile.choice.verdict or focused_tile.barred):
            choice, barred = focused_tile.choice, focused_tile.barred
            return f"{focused_tile.label}: {choice.result}" if barred else capitalize_first(choice.verdict)
        return self.decision.remark

    def _rank_order(self, focused_tile: ChoiceTile | None) -> tuple[str, tuple[str, ...], bool]:
        """Returns the name of the displayed order of ranks, the ranks, and True if a top rank has been named."""
        named, would = self.decision.ranking, focused_tile.choice.ranking if focused_tile is not None else ()
        if named or would:
            return (f"Tops {named[0]}" if named else f"With tops {would[0]}"), named or would, True
        return "Usual order", phrases.RANKS, False


def _make_centred_row(parts: Sequence[Element], gap: float) -> Row:
    return Row([Spacer(grow=1), *parts, Spacer(grow=1)], gap)


def _make_figure_text(words: str, size: float, colour: str = "ink2", face: str = "semi") -> Text:
    return Text(words, size, colour, face, text_align=0.5, line_height=1.1, spoken="")
