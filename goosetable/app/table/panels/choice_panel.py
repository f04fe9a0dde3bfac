"""The panel of a decision other than playing a card: a sheet of paper with a question and a tile for each choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Unpack

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages
from goosetable.app.render.geometry import RATIO, Area, Place
from goosetable.app.table import captions
from goosetable.app.table.metrics import height_under_plates
from goosetable.app.table.snapshot import Decision
from goosetable.app.table.table_layout import Layout, left_and_width_between, opponent_open_cards_area
from goosetable.app.ui.elements import (
    STRETCH,
    Column,
    Control,
    Element,
    ElementControl,
    FirstFit,
    LayoutPass,
    Painter,
    Picture,
    PlacedTree,
    Row,
    Size,
    Text,
    make_portrait,
)  # fmt: skip
from goosetable.app.ui.elements.base import ElementOptions
from goosetable.app.ui.widget import Button, Widget
from goosetable.cards import Card
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Action
from goosetable.engine.text.table_facts import Choice

SIZES: Final = (
    (22.0, 50.0, 1.0), (22.0, 34.0, 1.0), (21.0, 26.0, 0.93), (20.0, 0.0, 0.93), (18.0, 0.0, 0.86), (17.0, 0.0, 0.78),
    (16.0, 0.0, 0.7),
)  # fmt: skip
"""Sizes that are tried for a panel: text size of the question in units, size of portraits in units, and factor on all other
text.
"""
CARDS: Final = (130.0, 115.0, 100.0, 90.0, 80.0, 68.0, 56.0)
"""Heights of cards in units, one for each entry of `SIZES`."""
TOLD: Final = (17.0, 15.5, 14.0, 12.5, 11.0, 9.5, 8.0, 7.0)
"""Text sizes, in units, that are tried for a text that replaces the question."""


AT_ONCE: Final = ", at once"
"""Words for the list of keys, added to the effect of a digit or letter that makes a choice without Enter."""


CROWDED: Final = 0.8
"""A table is crowded if the text of a panel would be smaller than this part of the text size that the person chose."""
CROWDED_SIZES: Final = (
    (22.0, 1.0), (20.0, 0.93), (18.0, 0.86), (16.0, 0.78), (16.0, 0.7), (15.0, 0.65), (14.0, 0.6), (13.0, 0.55), (12.0, 0.5),
    (11.0, 0.44), (10.0, 0.4),
)  # fmt: skip
"""Sizes that are tried for the panel of a crowded table: text size of the question in units, and factor on all other text."""


MOST_LINES: Final = 3
"""Largest number of choices that are in wide tiles at a crowded table."""


def panel_scale(layout: Layout) -> float:
    return min(layout.t, layout.cloth_width / 560, layout.table_height / 400)


def is_crowded(layout: Layout) -> bool:
    """Returns True if the window is too small for the chosen size of text, so that a panel must use its room better."""
    return panel_scale(layout) < CROWDED * layout.t


def panel_area(layout: Layout) -> Area:
    """Returns the area of the panel: in the middle of the cloth, above the lowered hand. At a crowded table it is as wide as
    possible, or covers a part of the hand.
    """
    s, crowded, hand = panel_scale(layout), is_crowded(layout), layout.hand_places(1, 1.0)[0]
    high = 160 * layout.t if crowded else (226 if not layout.compact or layout.table_height > 400 * s else 160) * s
    h = min(high, 0.46 * layout.table_height)
    low = hand.y - hand.height / 2 - 8 * layout.u
    if layout.needs.windows:  # the sheet must leave the open cards of other seats, or a legible trick, visible
        clear = max(opponent_open_cards_area(layout, i).bottom for i in range(layout.opponent_count)) + 6 * layout.u
        if layout.opponent_count > 3:
            cards = layout.seat(layout.side_seat_count).plate.bottom + height_under_plates(layout)
            clear = cards + 12 * layout.u + 0.5 * layout.hand_height
        if crowded:  # it covers as much of the hand as it needs
            low = min(low + max(0.0, h - low + clear), low + 0.1 * layout.table_height, layout.h - layout.rim - 4)
        h = min(h, max(low - clear, 125 * s))
    elif crowded:
        low -= 0.05 * layout.table_height  # above the person's egg and token
    x, w = left_and_width_between(layout, low - h, low, layout.cloth_width if crowded else 560 * s)
    return Area(x, low - h, w, h)


def trick_place_above(layout: Layout, seat: int | None, order: int) -> Place:
    """Returns the place of a card of the trick while a panel is open. The panel does not cover the trick."""
    return layout.trick_card_place(seat, order, panel_area(layout).y - 8 * layout.u)


class ChoiceTile(ElementControl):
    """The tile of a choice: its portrait, label, consequence and verdict."""

    def __init__(self, choice: Choice, portrait: str, on_choose: Callable[[Action], None]) -> None:
        super().__init__(choice.label, role="button")
        self.choice, self.portrait, self.on_choose = choice, portrait, on_choose
        self.region = "decision"
        self.hinted = self.barred = False
        self.toned: list[tuple[Text, str]] = []
        """Texts of the tile, each with the colour that it has without the focus."""

    @property
    def accessible_value(self) -> str:
        ranks = " ".join(self.choice.ranking)
        return ". ".join(part for part in (self.choice.result, self.choice.verdict, ranks) if part)

    def press(self) -> None:
        if self.enabled:
            self.on_choose(self.choice.action)

    def make_content(self, version: int) -> Element:
        """Returns the content of the tile. version: index of the sizes in `SIZES`."""
        _, faces, part = SIZES[version]
        lines = [_make_line_text(self.label, 18 * part)]
        lines += [_make_line_text(words, 14.5 * part, "sans") for words in (self.choice.result, self.choice.verdict) if words]
        self.toned = [(line, "ink2") for line in lines[2:]]
        face = [make_portrait(self.portrait, faces, align=0.5)] if self.portrait and faces else []
        return make_centred_column([*face, *lines], (8, 6, 8, 6))

    def make_wide_content(self, part: float) -> Element:
        """Returns the content of a wide, low tile, for a crowded table. part: factor on the size of the text."""
        words = [
            (self.label, 18.0, "semi", 0.9),
            (self.choice.result, 14.5, "sans", 1.2),
            (self.choice.verdict, 14.5, "sans", 1.1),
        ]
        lines = [
            Text(text, size * part, face=face, text_align=0.5, line_height=1.2, spoken="", grow=grow)
            for text, size, face, grow in words
            if text
        ]
        self.toned = [(line, "ink2") for line in lines[2:]]
        return Row(lines, 5, (5, 2, 5, 2))

    def draw_ground(self, canvas: Canvas, focused: bool, r: float = 10, shadow: bool = True) -> None:
        """Draws the background of the tile, which is brass if the tile has the focus."""
        t, (x, y, w, h) = canvas.theme, self.rect
        self.draw_ring(canvas, focused, r)
        if shadow:
            canvas.draw_shadow(x, y, w, h, r, 3, 2, 60)
        grad = (t.prime, t.brass) if focused else (t.plain, t.plain_lo)  # the focus follows the pointer, so there is one
        canvas.draw_box(x, y, w, h, r, edge=t.brass_lo if focused else t.plain_edge, gradient=grad)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_ground(canvas, focused)
        self.draw_inside(canvas, self.rect, focused)

    def draw_inside(self, canvas: Canvas, area: pygame.Rect, lit: bool) -> None:
        """Draws the content of the tile; also a lamp, if the choice is the hint. lit: True on a background of brass."""
        for line, colour in self.toned:
            line.colour = "ink" if lit else colour
        self.content.paint(Painter(canvas, self.t, area.y - round(self.content.box[1] * self.t)))
        if self.hinted:
            d = min(26 * self.t, 0.5 * area.h)
            captions.draw_hint_lamp(canvas, *self.lamp_centre(pygame.FRect(area), d), d)

    def lamp_centre(self, area: pygame.FRect, diameter: float) -> tuple[float, float]:
        """Returns the centre of the lamp that marks the hint, near a corner of the tile."""
        return area.right - diameter * 0.25, area.y + diameter * 0.2


def _make_line_text(words: str, size: float, face: str = "semi") -> Text:
    return Text(words, size, face=face, text_align=0.5, line_height=1.25, max_lines=3, shrink=0.86, spoken="")


def _without_lone_word(words: str) -> str:
    """Returns a text whose last two words stay on one line."""
    return "\u00a0".join(words.rsplit(" ", 1)) if words.count(" ") > 1 else words


def make_centred_column(
    lines: Sequence[Element], padding: tuple[float, float, float, float] = (0, 0, 0, 0), gap: float = 3
) -> Element:
    """Returns elements in a column, vertically centred."""
    return Row([Column(lines, gap, grow=1)], 0, padding)


class KeepTile(ChoiceTile):
    """The tile of a card of the trick that the person may keep."""

    def __init__(self, choice: Choice, code: str, faces: CardImages, on_choose: Callable[[Action], None]) -> None:
        super().__init__(choice, "", on_choose)
        self.code, self.faces = code, faces
        self.is_wide = False
        """True if the card is at the left of the text."""

    def make_content(self, version: int) -> Element:
        part, self.is_wide = max(0.8, SIZES[version][2]), False
        lines = [_make_line_text(words, 15 * part) for words in (self.choice.verdict, self.choice.result) if words]
        self.toned = [(line, "leaf") for line in lines[: bool(self.choice.verdict)]]
        return make_centred_column([Picture(self._draw_card, height=CARDS[version]), *lines], (4, 5, 4, 5))

    def make_wide_content(self, part: float) -> Element:
        self.is_wide = True
        facts = [_without_lone_word(words) for words in (self.choice.verdict, self.choice.result) if words]
        lines = [Text(words, 15 * part, text_align=0.5, line_height=1.15, shrink=0.8, spoken="") for words in facts]
        self.toned = [(line, "leaf") for line in lines[: bool(self.choice.verdict)]]
        high = 34 * part
        picture = Picture(self._draw_card, width=high * RATIO + 4, height=high)
        return Row([picture, Column(lines, 0, grow=1)], 1, (2, 2, 2, 2))

    def lamp_centre(self, area: pygame.FRect, diameter: float) -> tuple[float, float]:
        if not self.is_wide:
            return super().lamp_centre(area, diameter)
        return area.x + diameter * 0.2, area.bottom - diameter * 0.2  # where no text lies

    def _draw_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        self.faces.draw_card(canvas.dst, self.code, *area.center, min(area.h, (area.w - 4) / RATIO))

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_ground(canvas, focused, shadow=False)
        self.draw_inside(canvas, self.rect, focused)


class QuestionArea(Element):
    """A question; or, in its place, another text at the largest size that fits.

    replacement: the other text, such as a hint; "" for none.
    """

    __slots__ = ("question", "replacement", "shown")

    def __init__(
        self, question: Element, replacement: str, shown: Element | None = None, **options: Unpack[ElementOptions]
    ) -> None:
        """question: the element of the question, which determines the size. shown: an element drawn instead, if `replacement`
        is "".
        """
        super().__init__(**options)
        self.question, self.replacement, self.shown = question, replacement, shown or question

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        return self.question.measure(layout_pass, w)

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        if self.replacement:
            self.shown = FirstFit([make_centred_column([_make_line_text(self.replacement, size)]) for size in TOLD])
        high = min(h, self.shown.measure(layout_pass, w, h)[1])
        self.shown.lay_out(layout_pass, x, y + (h - high) / 2, w, high)

    def visible_children(self) -> Sequence[Element]:
        return (self.shown,)


class Panel:
    """A sheet with the tiles of a decision.

    message_y: centre of the message while the panel is open; None for its usual place. question_in_message: True if the message
    has the question, so that the panel does not repeat it. area: the area of the panel in pixels. scale: pixels of a unit.
    """

    question_in_message = False
    wide_tiles_gap = 3.0
    """Gap, in units, above each row of wide tiles."""

    def __init__(self, decision: Decision, portraits: tuple[str, ...], on_choose: Callable[[Action], None]) -> None:
        self.decision = decision
        self.message_y: float | None = None
        self.tiles = [
            ChoiceTile(choice, "" if choice.seat is None else portraits[choice.seat], on_choose) for choice in decision.choices
        ]
        self.buttons: list[Button] = []
        """Buttons beside the choices, for the pointer only, because keys reach every choice directly."""
        self.area = Area(0, 0, 0, 0)
        self.scale = 1.0
        self.is_crowded = False
        """True if the table is too small for the chosen size of text. The tiles are then wide and low, without a remark."""
        self.tree: PlacedTree | None = None

    def lay_out(self, layout: Layout, canvas: Canvas) -> None:
        """Finds the place of the panel on the cloth, and lays out its elements."""
        self.is_crowded = is_crowded(layout) and len(self.tiles) <= MOST_LINES
        self.area, self.scale = panel_area(layout), layout.t if self.is_crowded else panel_scale(layout)
        self.lay_out_elements(canvas)

    def lay_out_elements(
        self, canvas: Canvas, focused_tile: ChoiceTile | None = None, replacement: str = "", rebuild: bool = True
    ) -> None:
        """Lays the elements out, if they have changed or if `rebuild` is True.

        focused_tile: the tile with the focus. replacement: text that replaces the question; "" for none.
        """
        key = (canvas, focused_tile, replacement)
        if rebuild or self.tree is None or self.tree.key != key:
            self.tree = PlacedTree(self.build_elements(focused_tile, replacement), canvas, self.scale, self.area, key)
            self.tree.lay_out()

    def build_elements(self, focused_tile: ChoiceTile | None, replacement: str) -> Element:
        """Returns the elements of the panel. focused_tile: the tile with the focus. replacement: text that replaces the
        question; "" for none.
        """
        wide = [partial(self._build_for_crowded_table, *sizes, replacement) for sizes in CROWDED_SIZES]
        if self.is_crowded:
            return FirstFit(wide)
        versions = [partial(self._build_version, version, replacement) for version in range(len(SIZES))]
        return FirstFit([*versions, *wide] if len(self.tiles) <= MOST_LINES else versions)

    def _build_for_crowded_table(self, size: float, part: float, replacement: str) -> Element:
        asked = QuestionArea(make_question_text(self.decision.title, size), replacement)
        rows = self.arrange_wide_tiles([tile.make_wide_content(part) for tile in self.tiles])
        return Column([asked, *rows], self.wide_tiles_gap, (6, 3, 6, 5))

    def arrange_wide_tiles(self, insides: Sequence[Element]) -> list[Element]:
        """Returns the tiles of a crowded table, each in a row of its own. insides: the content of each tile."""
        pairs = zip(self.tiles, insides, strict=True)
        return [make_tile_row([tile], [inside], 0, grow=1) for tile, inside in pairs]

    def _build_version(self, version: int, replacement: str) -> Element:
        size, _, part = SIZES[version]
        remark = Text(self.decision.remark, 15 * part, "ink2", text_align=0.5, max_lines=2, spoken="")
        asked = Column([make_question_text(self.decision.title, size), remark], 2)
        each = -(-len(self.tiles) // (1 if len(self.tiles) <= 5 else 2))
        rows = [self.tiles[first : first + each] for first in range(0, len(self.tiles), each)]
        lines = [make_tile_row(row, [tile.make_content(version) for tile in row], 12, grow=1) for row in rows]
        return Column([QuestionArea(asked, replacement), *lines], 8, (18, 8, 18, 14))

    def tile_of_typed_sign(self, sign: str) -> ChoiceTile | None:
        """Returns the tile that a typed digit or letter chooses at once; None if there is none. A digit is the number of a
        tile, from 1.
        """
        at = int(sign) - 1 if sign.isdecimal() else -1
        return self.tiles[at] if 0 <= at < len(self.tiles) else None

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Digits and letters with their effects, for the list of keys."""
        return ((f"1–{min(9, len(self.tiles))}", f"The choice of that number{AT_ONCE}"),)

    def tile_of_typed_number(self) -> ChoiceTile | None:
        """Returns the tile of the number typed so far, which may get another digit; None if there is none."""
        return None

    @property
    def text_areas(self) -> list[Area]:
        """Areas of text outside the tiles."""
        area, top = self.area, min(tile.rect.y for tile in self.tiles)
        return [Area(area.x, area.y, area.w, top - area.y)]

    @property
    def has_card_choices(self) -> bool:
        """True if a click on a card of the trick makes a choice, as a click on a tile does."""
        return any(action.card_of(tile.choice.action) is not None for tile in self.tiles)

    def tile_of_card(self, card: Card) -> ChoiceTile | None:
        return next((tile for tile in self.tiles if action.card_of(tile.choice.action) == card), None)

    def tile_about_seat(self, seat: int) -> ChoiceTile | None:
        return next((tile for tile in self.tiles if tile.choice.seat == seat), None)

    def focused_tile(self, focus: Widget | None) -> ChoiceTile | None:
        """Returns the tile that has the focus, or None. focus: the control with the focus."""
        return next((tile for tile in self.tiles if tile is focus), None)

    def draw_without_tiles(self, canvas: Canvas, focus: Widget | None = None, replacement: str = "") -> None:
        """Draws the paper and the question. The tiles draw themselves. replacement: text that replaces the question, such as a
        hint.
        """
        self.lay_out_elements(canvas, self.focused_tile(focus), replacement, rebuild=False)
        canvas.draw_paper(pygame.FRect(self.area), 14, 22 * self.scale, 10 * self.scale)
        assert self.tree is not None
        self.tree.paint(canvas)


class KeepPanel(Panel):
    """The panel for keeping a card of the trick. A click on the card in the trick has the same effect as its tile."""

    wide_tiles_gap = 6.0

    def __init__(
        self, decision: Decision, portraits: tuple[str, ...], on_choose: Callable[[Action], None],
        code: Callable[[Card], str], faces: CardImages,
    ) -> None:  # fmt: skip
        """code: returns the image code of a card. faces: the images of the cards."""
        super().__init__(decision, portraits, on_choose)
        cards = ((choice, action.card_of(choice.action)) for choice in decision.choices)
        self.tiles = [KeepTile(choice, code(card), faces, on_choose) for choice, card in cards if card is not None]

    def arrange_wide_tiles(self, insides: Sequence[Element]) -> list[Element]:
        return [make_tile_row(self.tiles, insides, 4, grow=1)]


def make_question_text(words: str, size: float, max_lines: int = 2) -> Text:
    """Returns the text element of a panel's question."""
    return Text(words, size, face="serifb", text_align=0.5, line_height=1.15, max_lines=max_lines, shrink=0.7, spoken="")


def make_tile_row(
    tiles: Sequence[ChoiceTile], insides: Sequence[Element], gap: float, **options: Unpack[ElementOptions]
) -> Row:
    """Returns a row of tiles of equal size. insides: the content of each tile."""
    controls = [Control(tile, content=one, grow=1, align=STRETCH) for tile, one in zip(tiles, insides, strict=True)]
    return Row(controls, gap, **options)
