"""The elements of the score keeper: the paper with the present deal and its question, and the sheet of all deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias, Unpack

import pygame

from goosetable.app.art import svg
from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.keeper.answers import AnswerBlock, AnswerButton, largest_block, typed_texts_of_answers
from goosetable.app.table.seats import draw_medallions, medallions_width
from goosetable.app.ui.accessible import as_spoken_sentence, as_spoken_sentences
from goosetable.app.ui.elements import (
    STRETCH,
    CellTable,
    Column,
    Control,
    Element,
    ElementControl,
    Grid,
    Heading,
    Picture,
    Row,
    Scroll,
    Spacer,
    TableRow,
    Text,
    make_badge,
    make_egg,
    make_horizontal_line,
    make_portrait,
    to_pixels,
)
from goosetable.app.ui.elements.base import ElementOptions, LayoutPass, Size
from goosetable.app.ui.elements.components import draw_strip, make_background
from goosetable.app.ui.focus import Button, Scroller
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import draw_ground
from goosetable.engine.sheet.form import SheetLine, SheetView
from goosetable.engine.words import phrases

BESIDE: Final = (1000.0, 560.0)
"""Width and height of the window in units, from which the deal and the sheet are side by side."""
LARGEST: Final = (1240.0, 760.0)
"""Largest width and height of both papers together, in units."""
PAPER_GAP: Final = 20.0
STRIP: Final = 50.0
"""Height in units of the strip along the top of a window with one paper."""
LOW: Final = 300.0
"""Height of the window in units, below which question and answers are closer together."""
ROW: Final = (40.0, 68.0, 88.0)
"""Height of a player's row in the deal, in units: the least, the largest, and the largest for three players or fewer."""
LINE: Final = (30.0, 46.0)
"""Least and largest height of a deal's line in the sheet, in units."""
TOTAL: Final = 120.0
"""Width of the total in a row of the deal, in units."""
NARROW: Final = 440.0
"""Width of a row in units, below which totals are only in the sheet."""
POINTS: Final = 104.0
"""Width of the points in a row of the deal, in units."""
FOOT_LEAD: Final = 1.2
"""Line height of the words under the sheet, as a multiple of their size."""
ROWS_AIR: Final = 4.0
"""Height in units that the list of a deal's rows has beyond its visible rows."""
LABELS: Final = 62.0
"""Width of the sheet's first column, in units."""
BOTH: Final = (69.0, 86.0)
"""Least width of a player's column in units, with one figure beside the points, and with two."""
FIGURES: Final = (0.42, 0.54)
"""Part of a player's column for one figure beside the points, and for two figures."""
UNDO: Final = 110.0
"""Largest width of the button Undo beside the answers, in units."""
SIZES: Final = {"beside": (28.0, 110.0, 62.0, 26.0), "alone": (8.0, 24.0, 46.0, 14.0), "low": (8.0, 20.0, 36.0, 4.0)}
"""Four lengths in units, by version of the page: margin beside the question, space above the rows of the deal, height of the
question with its margins, and margin under the answers.
"""
FigureColumns: TypeAlias = tuple[tuple[int, float, float], ...]
"""Columns of figures beside the points: for each its index, and its left and right ends as parts of the player's column."""
TONES: Final = {1: "leaf", 0: "ink", -1: "russet"}
"""Colours of good, neutral and bad points."""


def points_with_noun(points: str, note: str = "") -> str:
    """Returns points of the sheet with their noun; "" without points, or if a note on them ends with this result.

    >>> points_with_noun("1"), points_with_noun("−2"), points_with_noun("−20", "Two tricks too few: −20.")
    ('1 point', '−2 points', '')
    """
    if not points or note.endswith((f": {points}.", f"= {points}.")):
        return ""
    return f"{points} {'point' if points.lstrip(f'+{phrases.MINUS}') == '1' else 'points'}"


def _make_shrinking_text(
    words: str, size: float, colour: str = "ink", face: str = "sans", side: float = 0.5, minimum: float = 0.5,
    lead: float = 1.25,
    **options: Unpack[ElementOptions],
) -> Text:  # fmt: skip
    """Returns a line of text. If it is too wide, its size is reduced, down to the factor `minimum`, and then it is cut.

    Screen readers read the text only as a part of its row. side: alignment, 0 left to 1 right. lead: line height, as a multiple
    of the size.
    """
    return Text(
        words, size, colour, face, line_height=lead, max_lines=1, shrink=minimum, text_align=side, spoken="", **options
    )  # fmt: skip


class PlayerFigures(ElementControl):
    """The row of a player in the present deal. A press asks for the last figure in the row again."""

    ground = ""
    """Kind of the row's background, a key of `widget.BACKGROUNDS`; "" for none."""

    def __init__(self, name: str, on_press: Callable[[], Change]) -> None:
        super().__init__(name, on_press=on_press)

    def show(self, value: str, answered: bool) -> None:
        """Sets the value for screen readers. answered: True if the person may mend a figure of the row."""
        self.value, self.focusable, self.role = value, answered, "button" if answered else "row"

    def press(self) -> None:
        if self.focusable:
            super().press()

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_row(canvas, focused, self.ground, 12 * self.t)
        self.draw_content(canvas)


class DealLine(ElementControl):
    """The line of a deal in the sheet. The pointer, Left and Right choose a player's figure, which the page then explains.

    column_width: width of a player's column in pixels. The last column ends at the right end of the line.
    """

    keys = (
        ("Up Down", "On the sheet: the deal before, and the next"),
        ("Left Right", "On the sheet: how a player's points came about"),
        ("PgUp PgDn", "A figure of an earlier deal; type the right one, or press Enter to mend it"),
    )
    deal: SheetLine
    names: Sequence[str]
    column_width = 1.0
    ground = ""
    """Kind of the line's background, a key of `widget.BACKGROUNDS`; "" for none."""
    figures: FigureColumns = ()
    corrected: tuple[bool, ...] = ()
    """By seat, True if a correction changes the figures."""
    is_below_others = False  # True for the last line of a sheet with several
    newcomers: tuple[int, ...] = ()
    """Seats that another person takes over with this deal. A line is drawn above their figures."""

    def __init__(self, on_press: Callable[[DealLine], Change]) -> None:
        """on_press: called at a press, in order to correct the chosen figure."""
        super().__init__("", role="row", on_press=lambda: on_press(self))
        self.seat: int | None = None
        """The seat of the explained figure; None if there is none."""
        self.column: int | None = None
        """The column of the figure under the pointer; None for the points."""

    @property
    def accessible_value(self) -> str:
        points = ", ".join(f"{name} {points}" for name, points in zip(self.names, self.deal.points, strict=True) if points)
        return f"{points or 'No points yet'}. The last deal; Up: earlier deals." if self.is_below_others else points

    @property
    def figure_note(self) -> str:
        """The explanation of the chosen figure; "" if no figure is chosen."""
        return "" if self.seat is None else self.deal.notes[self.seat]

    def choose_figure_at(self, x: int | None) -> bool:
        """Chooses the figure under the pointer. Returns True if this is the figure of another player than the one chosen
        before.

        x: x of the pointer in pixels; None if the pointer is not on this line.
        """
        before, seats = self.seat, len(self.deal.points)
        place = -1.0 if x is None else (x - self.rect.right + seats * self.column_width) / self.column_width
        self.seat = int(place) if 0 <= place < seats else None
        under = [column for column, _, right in self.figures if place % 1 <= right]
        self.column = under[0] if under and self.seat is not None else None
        return self.seat != before

    def handle_key(self, event: pygame.event.Event) -> bool:
        last = len(self.deal.points) - 1
        by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_HOME: -last, pygame.K_END: last}.get(event.key)
        if by is None:
            return super().handle_key(event)
        self.column = None
        seat = (0 if by > 0 else last) if self.seat is None else self.seat + by
        self.seat = min(last, max(0, seat))
        return True

    def focus_changed(self, focused: bool) -> None:
        if not focused:
            self.seat = None

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, (x, y, w, h), seats = canvas.theme, self.rect, len(self.names)
        self.draw_ring(canvas, focused, 8)
        if self.ground:
            draw_ground(canvas, self.ground, self.rect, 7 * self.t)
        for seat in [seat for seat, new in enumerate(self.corrected) if new]:
            left = round(x + w - (seats - seat) * self.column_width + 4)
            draw_ground(canvas, "framed", pygame.Rect(left, y + 3, round(self.column_width - 6), h - 6), 6 * self.t)
        for seat in range(1, seats):
            canvas.draw_stroke(t.rule, (x + w - seat * self.column_width, y), (x + w - seat * self.column_width, y + h))
        for seat in self.newcomers:
            right = x + w - (seats - seat - 1) * self.column_width
            canvas.draw_stroke(t.russet, (right - self.column_width + 5, y), (right - 5, y), 2)
        self.draw_content(canvas)
        if self.figure_note and self.seat is not None:
            left = round(x + w - (seats - self.seat) * self.column_width + 4)
            draw_ground(canvas, "marked", pygame.Rect(left, y + 3, round(self.column_width - 4), h - 6), 6)


class EndOfGameControl(ElementControl):
    """The control with the winners at the end of the game. It gets the focus then. A press has no effect."""

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_ring(canvas, focused, 9)
        self.draw_content(canvas)


class DealCell(Element):
    """A cell of the sheet with a player's figures. texts: each text with its left and right ends, as x in units."""

    __slots__ = ("_heights", "texts")

    def __init__(self, texts: Sequence[tuple[Text, float, float]], name: str, width: float) -> None:
        super().__init__(role="label", name=name, width=width)
        self.texts = texts
        self._heights: list[float] = []

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        self._heights = [text.measure(layout_pass, right - left)[1] for text, left, right in self.texts]
        return w, max(self._heights)

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        for (text, left, right), high in zip(self.texts, self._heights, strict=True):
            text.lay_out(layout_pass, x + left, y + (h - high) / 2, right - left, high)

    def visible_children(self) -> Sequence[Element]:
        return [text for text, _, _ in self.texts]


class KeeperPage(ElementPage):
    """Base class of `KeeperScene`. It makes the elements of the page; the subclass has the state, and the actions of the
    controls.
    """

    view: SheetView
    names: Sequence[str]
    portraits: Sequence[str]
    keys: Sequence[AnswerButton]
    rows: Sequence[PlayerFigures]
    lines: Sequence[DealLine]
    undo: Button
    menu: Button
    to_sheet: Button
    next_button: Button
    leave: Button
    end: EndOfGameControl
    question_text: str
    """The question; if there is none, a sentence on the state of the deal or the game."""
    remark_text: str
    """A clause beside the question."""
    is_answer_refused: bool
    """True if the remark is the reason why an answer is refused."""
    foot_remarks: str
    spoken_foot: str
    short_foot_remarks: str
    seat_takeovers: Sequence[tuple[int, str]]
    figure_note: str
    """The explanation of the figure under pointer or focus; "" if there is none."""
    uncorrected: SheetView | None = None
    """The sheet before the correction in progress; None if there is no correction."""
    showing_sheet = False
    """True if the sheet is visible instead of the deal, where there is space for only one of them."""
    beside = False
    """True if deal and sheet are side by side."""
    block = AnswerBlock(110, 80, 5, 168.8)
    """The block of answers to the present question. After the last answer its space stays free."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "This deal")
        self.keys_area, self.sheet_area = Scroller("Answers"), Scroller("The sheet")

    def on_resize(self, w: int, h: int) -> None:
        super().on_resize(w, h)
        self.scroll_to_present_deal()

    def scroll_to_present_deal(self) -> None:
        """Scrolls so that the row of the player in question, and the line of the present deal, are visible."""
        asked = self.view.asked
        if asked is not None and asked.seat is not None and self.rows[asked.seat] in self.widgets.all:
            before, row = self.scroll.offset, self.rows[asked.seat]
            self.scroll.bring_into_view(row.rect, 2)
            if self.scroll.offset != before:  # align to the top, so that no row above it is cut and the headings are free
                self.scroll.scroll_to(self.scroll.offset + row.rect.y - self.scroll.rect.y - ROWS_AIR * self.t)
        if self.lines[self.view.deal_index] in self.widgets.all:
            self.sheet_area.bring_into_view(self.lines[self.view.deal_index].rect)

    def make_page(self) -> Element:
        self.beside = self.wide >= BESIDE[0] and self.high >= BESIDE[1]
        self.bar = 0 if self.beside else round(STRIP * self.t)
        self.to_sheet.shown = not self.beside
        self.to_sheet.label, self.to_sheet.icon = ("This deal", "pencil") if self.showing_sheet else ("Sheet", "book")
        if not self.beside:
            edge = self.rim_width + 8
            w, h = self.wide - 2 * edge, self.high - STRIP - 8 - edge
            paper = self._make_sheet_paper(w, h) if self.showing_sheet else self._make_deal_paper(w, h)
            return Column([self._make_title_strip(), Column([paper], padding=(edge, 8, edge, edge), grow=1)])
        edge = self.rim_width + 32
        room, high = min(LARGEST[0], self.wide - 2 * edge), min(LARGEST[1], self.high - 2 * self.rim_width - 56)
        across = min(0.46 * room, max(0.4 * room, 76.0 + 90.0 * len(self.names)))
        papers = [self._make_deal_paper(room - across - PAPER_GAP, high), self._make_sheet_paper(across, high)]
        x, y = (self.wide - room) / 2, (self.high - high) / 2
        return Row(papers, PAPER_GAP, (x, y, x, y), background=partial(self._draw_papers, papers))

    def _draw_papers(self, papers: Sequence[Element], canvas: Canvas, area: pygame.Rect) -> None:
        canvas.draw_papers([to_pixels(one.box, self.t) for one in papers], 16 * self.t, 22 * self.t, 8 * self.t)

    def _draw_paper(self, canvas: Canvas, area: pygame.Rect) -> None:
        with canvas.clipped_to(pygame.Rect(0, self.bar, self.w, self.h - self.bar)):  # no shadow on the strip
            canvas.draw_paper(area, 16 * self.t, 22 * self.t, 8 * self.t)

    def _make_title_strip(self) -> Element:
        parts = [Heading(self.view.title, 24, max_lines=1, shrink=0.6, grow=1), Control(self.to_sheet, width=130, height=42)]
        menu = Control(self.menu, bare=True, width=50, height=42)
        return Row([*parts, menu], 10, (16, 0, 12, 0), background=draw_strip, height=STRIP, region="top", name="This sheet")

    # ------------------------------------------------------------------ the deal

    @property
    def is_low(self) -> bool:
        """True if question and answers are closer together, because the window is low or the text is large."""
        return not self.beside and self.high < LOW

    def _make_deal_paper(self, w: float, h: float) -> Element:
        beside, low, seats = self.beside, self.is_low, len(self.names)
        pad, head, said, edge = SIZES["beside" if beside else "low" if low else "alone"]
        most = h - head - said - edge - 10
        undo = 46.0 if low else min(UNDO if self.uncorrected is None else UNDO + 30, 0.26 * w)
        table = self._choose_answer_block(w - 2 * pad, undo + 14, most + 10)
        keys = min(self.block.total_height, most - ROW[0])
        room = most - keys
        each = min(ROW[2] if seats <= 3 and beside else ROW[1], max(ROW[0], room / seats))
        rows = min(max(1, int(room / each + 0.01)), seats) * each
        right = 14 if beside else 22  # room for a bar
        figures = DealRows(self, w - 14 - right, each)
        listed = Column([figures.make_row(seat) for seat in range(seats)], role="list", name="This deal")
        parts: list[Element] = [
            Row([figures.make_headings()], 0, (0, 0, 0, 4), height=head - (86 if beside else 4)),
            Scroll(listed, self.scroll, (10, 10 if beside else 12), height=rows + ROWS_AIR),
        ]
        spare = max(0.0, keys - (72.0 if beside else 58.0)) if self.view.over else 0.0
        keys -= spare
        tall = spare + (said - 22 if beside else said - 10)
        question = Row([self._make_question(low, tall)], 0, (pad, 0, pad, 0), height=tall)
        answers = Row([self._make_answers(keys, undo, table)], 0, (pad - 8, 0, pad, 0), region="answers")
        if beside:
            line = Text(self.view.line, 17, "ink2", max_lines=1, shrink=0.62)
            top = Column([Heading(self.view.title, 34, max_lines=1, shrink=0.6), line], padding=(14, 10, 14, 0), height=86)
            paper = Column([top, *parts], padding=(14, 0, right, 0), region="deal", name="This deal")
            return Column(
                [paper, Column([make_horizontal_line()], padding=(pad, 8, pad, 6)), question, answers], width=w, align=STRETCH
            )
        paper = Column(parts, padding=(14, 4, right, 4), background=self._draw_paper, region="deal", name="This deal")
        return Column([paper, question, answers])

    def _make_question(self, is_low: bool, height: float) -> Element:
        """Returns the question with a remark at its right. In a low window the reason for a refusal replaces the question.

        height: in units.
        """
        ink, ink2, ink3 = ("ink", "ink2", "russet") if self.beside else ("cream", "cream2", "brass_hi")
        words, remark, size = self.question_text, self.remark_text, 17 if is_low else 26 if self.beside else 21
        said = as_spoken_sentences((words, remark))
        if is_low and self.is_answer_refused:
            words, remark, ink = remark, "", ink3
        elif is_low:
            width = self.context.canvas.width
            both = width(words, 0.8 * self.text_px(size), "serif") + width(remark, self.text_px(9, 12), "sans")
            remark = "" if both > (self.wide - 16) * self.t else remark  # a cut remark is useless
        question = _make_shrinking_text(words, size, ink, "serif", 0, 0.65 if is_low else 0.58, grow=1.6, loose=True)
        small = 14 if is_low else 18 if self.beside else 16
        beside = _make_shrinking_text(
            remark, small, ink3 if self.is_answer_refused else ink2, "sans", 1, 0.67, grow=1, loose=True
        )
        if self.view.over:
            self.end.on_paper = self.beside
            d = min(height - 8, 96.0)
            winner = Picture(self._draw_winner, width=d * medallions_width(1, min(2, len(self.view.leaders))), height=d)
            return Row([Control(self.end, grow=1, content=Row([winner, question], 14, (10, 2, 8, 2)))], 0, grow=1)
        parts = [question, Spacer(grow=0.001), beside] if remark else [question]
        return Row(parts, 16, grow=1, role="status", name=said, key="question")

    def _draw_winner(self, canvas: Canvas, area: pygame.Rect) -> None:
        d = 0.74 * area.h
        side = 1.3 * d
        canvas.draw_svg(svg.wreath_svg(), area.centerx - side / 2, area.centery - side / 2 + 0.04 * d, side, side)
        who = [self.portraits[seat] for seat in self.view.leaders]
        draw_medallions(canvas, who, area.centerx, area.centery - 0.04 * d, d, canvas.theme.brass)

    def _choose_answer_block(self, width: float, undo_width: float, height: float) -> bool:
        """Sets `block` to the measurements of the answer buttons. Returns True if the answers form a table.

        width, height: size of the space, in units. undo_width: width of the undo button.
        """
        if not self.keys:
            return False
        across = self.view.asked.across if self.view.asked else 0
        count = len(self.keys)
        inside = self.keys[: count - count % across] if across else [key for key in self.keys if not key.other_form]
        labels = [key.label for key in inside]
        widest = max(self.context.canvas.width(label, 100, "serif") for label in labels) / 100
        rows = min(300.0, len(self.names) * 50.0) if self.beside else ROW[0] + 8 if self.is_low else max(48.0, height * 0.36)
        room = max(44.0, height - rows)
        self.block = largest_block(count, widest, width, room, across, minimum=26 / self.t)
        table = bool(across) and self.block.total_height <= height - ROW[0] and self.block.columns == across
        if not table:
            self.block = largest_block(count, widest, width - undo_width, room, is_low=self.is_low)
        return table

    def _make_answers(self, height: float, undo_width: float, is_table: bool) -> Element:
        block = self.block
        take_back = Control(
            self.undo, 19, bare=self.is_low, width=undo_width, height=block.h if is_table else min(80.0, height), align=0
        )
        for widget in (*self.keys, self.undo, self.next_button, self.leave, self.keys_area):
            widget.on_paper = self.beside
        if not self.keys:
            tall = min(80.0, height)
            on = [
                Control(self.next_button, 20, height=tall, grow=1, width=240),
                Control(self.leave, 18, height=tall, grow=1, width=220),
            ]
            return Row([*on, Spacer(grow=0.001), take_back], 14, (8, 8, 0, 0), grow=1)
        typed = typed_texts_of_answers(self.keys)
        keys = [
            Control(key, block.h * 0.5, height=block.h, shortcut=signs) for key, signs in zip(self.keys, typed, strict=True)
        ]
        apart = keys[len(keys) - len(keys) % block.columns :] if is_table else []
        del keys[len(keys) - len(apart) :]
        grid: Element = Grid(
            keys, block.gap, min_width=block.w - 0.1, max_width=block.w, max_columns=block.columns, role="list", name="Answers"
        )
        if is_table:
            for key in apart:
                key.width = 3 * block.w + 2 * block.gap
            last = Row([*apart, Spacer(grow=1), take_back], 14, align=None)
            return Scroll(Column([grid, last], block.gap, (8, 8, 0, 8)), self.keys_area, (0, 0), height=height + 16)
        area = Scroll(Column([grid], padding=(8, 8, 8, 8)), self.keys_area, (0, 0), height=height + 16)
        return Row([area, Column([take_back], padding=(0, 8, 0, 0), align=0)], 6, grow=1)

    # ------------------------------------------------------------------ the sheet

    def _make_sheet_paper(self, w: float, h: float) -> Element:
        shown, beside, seats = self.view, self.beside, len(self.names)
        each = (w - LABELS - 16) / seats
        head, foot = (172.0, 66.0) if beside else (112.0, 34.0)
        high = min(LINE[1], max(LINE[0], (h - head - foot) / max(1, len(self.lines))))
        players = [self._make_column_head(seat, each) for seat in range(seats)]
        total = Text("Totals" if beside else "", 15, "ink2", width=LABELS - 8, spoken="", align=0.78)
        row = Row([total, *players], 0, (10, 6, 14, 2), height=head - 26, role="list", name="Totals")
        parts: list[Element] = [_make_shrinking_text(shown.label, 14, "ink2", width=LABELS - 8)]
        figures = self._figure_columns(each)
        size = 14 if len(figures) < 2 else min(14.0, 0.135 * each)  # two headings do not touch
        for _ in range(seats if figures else 0):
            parts += [
                _make_shrinking_text(shown.columns[at], size, "ink2", width=(right - left) * each, minimum=0.4)
                for at, left, right in figures
            ]
            rest = (1 - figures[-1][2]) * each
            parts += [_make_shrinking_text("score", 14, "ink2", side=1, width=rest - 4), Spacer(width=4)]
        heads = [shown.columns[at] for at, *_ in figures]
        said = as_spoken_sentence(f"Each {shown.label}: {phrases.listed([*heads, 'score'])} of each player")
        under = Row(parts, 0, (10, 0, 14, 0), height=22, role="label", name=said)
        headers = [Text(words) for words in (shown.label, *self.names)]
        rows = [self._make_deal_row(at, each, high, figures) for at in range(len(self.lines))]
        widths = [LABELS - 8, *[each] * seats]
        table = CellTable(headers, rows, name="The sheet", row_gap=0, row_height=high, padding=0, widths=widths, headed=False)
        body = Scroll(Column([table], padding=(10, 0, 14, 0)), self.sheet_area, (0, -4), height=h - head - foot)
        column = Column([make_horizontal_line()], padding=(16, 0, 16, 0))
        return Column(
            [row, column, under, body, Spacer(grow=0.001), self._make_sheet_foot(w, foot)],
            width=w if beside else None, grow=0 if beside else 1, align=STRETCH if beside else None, region="sheet",
            name="The sheet", background=None if beside else self._draw_paper,
        )  # fmt: skip

    def _figure_columns(self, column_width: float) -> FigureColumns:
        columns = self.view.summary_columns
        while columns and column_width < BOTH[len(columns) - 1]:
            columns = columns[:-1]
        found, left = [], 0.0
        letters = sum([len(self.view.columns[column]) + 2 for column in columns])
        for column in columns:
            right = left + FIGURES[len(columns) - 1] * (len(self.view.columns[column]) + 2) / letters
            found.append((column, left, right))
            left = right
        return tuple(found)

    def _make_column_head(self, seat: int, w: float) -> Element:
        shown, beside, name, total = self.view, self.beside, self.names[seat], self.view.totals[seat]
        badges = [one for one in shown.badges if one.seat == seat]
        d = min(46.0 if beside else 29.0, w - 8)

        def draw_portrait(canvas: Canvas, area: pygame.Rect) -> None:
            wide = d * self.t
            canvas.draw_portrait(self.portraits[seat], *area.center, wide)
            for place, worn in enumerate(badges):
                canvas.draw_badge(
                    worn.kind, area.centerx + wide * (-0.56 if place else 0.56), area.centery - wide * 0.3, wide * 0.56
                )

        size = 21 if beside else 16
        texts = [
            _make_shrinking_text(name, size, face="serif", lead=1.15),
            _make_shrinking_text(total, 40 if beside else 22, face="serif", minimum=0.4, lead=1.15),
        ]
        leading = make_background("good", 12 * self.t) if seat in shown.leaders else None
        before = [said for one, said in self.seat_takeovers if one == seat]
        said = as_spoken_sentences((f"{name}: {total}", *before, *(worn.why or worn.label for worn in badges)))
        parts = [Picture(draw_portrait, height=d), *texts]
        if self.uncorrected is not None and self.uncorrected.totals[seat] != total:
            said = as_spoken_sentences((said, f"was {self.uncorrected.totals[seat]}"))
            parts += [_make_shrinking_text(f"was {self.uncorrected.totals[seat]}", 14, "ink2")] if beside else []
        column = Column(parts, 0, (5, 3, 5, 0), background=leading, width=w, align=STRETCH, key=f"seat:{seat}")
        column.role, column.name = "row", said
        return column

    def _make_deal_row(self, index: int, column_width: float, height: float, figures: FigureColumns) -> TableRow:
        deal, now, line = self.view.deals[index], self.view.deal_index, self.lines[index]
        line.deal, line.column_width = deal, column_width * self.t
        old = None if self.uncorrected is None or index >= len(self.uncorrected.deals) else self.uncorrected.deals[index]
        line.corrected = tuple(
            [bool(new) and old is not None and old.points[seat] != new for seat, new in enumerate(deal.points)]
        )
        line.figures = figures
        known = index == now or any(deal.points)
        line.ground = "chosen" if index == now and not self.view.over else "" if index % 2 else "dark"
        inputs = (line, deal, self.view.columns, len(self.names), known, column_width, height)
        return self.reuse(index, inputs, partial(self._make_line_cells, line, known, column_width, height))

    def _make_line_cells(self, line: DealLine, known: bool, column_width: float, height: float) -> TableRow:
        size, colour = min(24.0, height * 0.56), "ink" if known else "ink2"
        label = Text(line.deal.label, size, colour, "serif", line_height=1.25, text_align=0.5, width=LABELS - 8)
        cells = [self._make_cell(line, seat, column_width, height, known) for seat in range(len(self.names))]
        return TableRow([label, *cells], widget=line)

    def _make_cell(self, line: DealLine, seat: int, column_width: float, height: float, is_known: bool) -> Element:
        deal, figures = line.deal, line.figures
        points = deal.points[seat]
        if not is_known or not (points or any(deal.cells[seat])):
            return Spacer(width=column_width)
        said = [f"{head} {words}" for head, words in zip(self.view.columns, deal.cells[seat], strict=True) if words]
        won = _make_shrinking_text(points.removeprefix("+"), min(25.0, height * 0.56), TONES[deal.tones[seat]], "bold", 1, 0.4)
        texts = [(won, 4 + (figures[-1][2] if figures else 0.0) * column_width, column_width - 4)]
        for column, left, right in figures:
            text = _make_shrinking_text(deal.cells[seat][column], min(19.0, height * 0.44), "ink2", minimum=0.4)
            texts.append((text, left * column_width, right * column_width))
        words = ", ".join(one for one in (*said, points_with_noun(points, deal.notes[seat])) if one)
        return DealCell(texts, as_spoken_sentences((words, deal.notes[seat])), column_width)

    def _make_sheet_foot(self, w: float, h: float) -> Element:
        room, sizes = (w - 158, (17, 15, 13.5, 12)) if self.beside else (w - 36, (15, 13.5, 12))
        notes = [self.figure_note] if self.figure_note else [self.foot_remarks, self.short_foot_remarks]
        ways = [(words, size) for words in notes for size in sizes]
        most = {size: min(2, int(h / (FOOT_LEAD * size))) for size in sizes}
        fits = (
            way
            for way in ways
            if len(self.context.canvas.wrap_rich_text(way[0], room * self.t, self.text_px(way[1]), "semi")) <= most[way[1]]
        )
        foot, size = next(fits, ways[-1])
        text = Text(foot, size, face="semi", line_height=FOOT_LEAD, max_lines=2, grow=1, spoken=self.spoken_foot)
        menu = [Control(self.menu, width=106, height=42)] if self.beside else []
        return Row([text, *menu], 12, (18, 0, 18, 0), height=h)


class DealRows:
    """Makes the rows of the deal: the player, a figure in each column, the points and the total. w, h: size of a
    row in units.
    """

    def __init__(self, page: KeeperPage, w: float, h: float) -> None:
        self.page, self.w, self.h = page, w, h
        shown = page.view
        self.total = 0.0 if page.beside or w < NARROW else min(TOTAL, w * 0.15)
        sums = [text for deal in shown.deals for text in deal.arithmetic if text]
        wide = max([page.context.canvas.width(text, 160, "sans") / 10 for text in sums], default=0.0)
        count = max(1, len(shown.columns))
        self.points = min(POINTS + max(0.0, wide - 12), w * (0.2 if w < NARROW else 0.34))
        self.column_width = min(114.0, max(46.0, (w - 18 - self.total - self.points - w * 0.38) / count))
        self.size = min(38.0, (h - 2) * 0.6)

    def make_headings(self) -> Element:
        """Returns the headings of the columns. Screen readers also read them with each row."""
        size = 17 if self.page.beside else 15
        ends = [(head, wide) for head, wide in (("points", self.points), ("total", self.total)) if wide]
        parts = [_make_shrinking_text(head, size, "ink2", width=self.column_width) for head in self.page.view.columns]
        parts += [_make_shrinking_text(head, size, "ink2", side=1, width=wide) for head, wide in ends]
        said = ", ".join([*self.page.view.columns, *[head for head, _ in ends]])
        return Row([Spacer(grow=1), *parts], 0, (0, 0, 18, 0), grow=1, role="label", name=said)

    def make_row(self, seat: int) -> Element:
        """Returns the row of a player, which is a control."""
        page, shown = self.page, self.page.view
        asked, row = shown.asked, page.rows[seat]
        hot = asked is not None and asked.seat == seat
        row.ground = "chosen" if hot else "good" if shown.over and seat in shown.leaders else ""
        cells = [self._make_figure(seat, column, hot) for column in range(len(shown.columns))]
        total = [
            _make_shrinking_text(shown.totals[seat], self.size * 0.96, face="serif", side=1, minimum=0.4, width=self.total)
        ]
        who = Row(self._make_player_parts(seat), 7, (12, 0, 2, 0), grow=1)
        parts = [who, *cells, self._make_points(seat), *(total if self.total else [])]
        content = Row(parts, 0, (0, 0, 18, 0), height=self.h - 2)
        return Column([Control(row, content=content, height=self.h - 2)], padding=(0, 1, 0, 1))

    def _make_player_parts(self, seat: int) -> list[Element]:
        page, h = self.page, self.h
        name, d = page.names[seat], min(58.0, h - 12)
        worn = [one.kind for one in page.view.badges if one.seat == seat]
        marks = [make_badge(kind, d * 0.72) for kind in worn]
        if page.view.deal.dealer == seat:
            marks.insert(0, make_egg(d * 0.69))
        room = self.w - 34 - self.total - self.points - self.column_width * len(page.view.columns) - len(marks) * (d * 0.72 + 7)
        size = min(30.0, h * 0.46)
        words = _make_shrinking_text(name, size, face="serif", side=0, minimum=0.4, grow=1, loose=True)
        if page.context.canvas.width(name, page.text_px(min(10.0, size), 12), "serif") > (room - d - 12) * page.t:
            return [words, *marks]  # a name is more important than a portrait
        return [make_portrait(page.portraits[seat], d), words, *marks]

    def _make_figure(self, seat: int, column: int, is_asked: bool) -> Element:
        shown = self.page.view
        deal, last = shown.deal, len(shown.columns) - 1
        words = deal.cells[seat][column] or (deal.reasons_not_asked[seat] if column == last and not is_asked else "")
        changed = [self._changed_figure(each, column) for each in range(len(deal.cells))]
        if not any(changed):
            return self._make_new_figure(column, is_asked, words, self.column_width)
        wide = 0.36 * self.column_width  # in every row of the column, so that its figures stay below each other
        said = f"was {changed[seat]}"
        was = _make_shrinking_text(said, 15, "russet", minimum=0.4, width=wide) if changed[seat] else Spacer(width=wide)
        return Row([was, self._make_new_figure(column, is_asked, words, self.column_width - wide)], 0, width=self.column_width)

    def _changed_figure(self, seat: int, column: int) -> str:
        """Returns a figure as it was before the correction in progress; "" if it is the same, or if there is no correction."""
        if self.page.uncorrected is None:
            return ""
        shown = self.page.view
        before = self.page.uncorrected.deals[shown.deal_index].cells[seat][column]
        return before if before != shown.deal.cells[seat][column] else ""

    def _make_new_figure(self, column: int, is_asked: bool, words: str, width: float) -> Element:
        shown = self.page.view
        if is_asked and shown.asked is not None and shown.asked.column == column:
            side = min(50.0, self.h - 10)
            text = _make_shrinking_text(words or "?", self.size * 0.84, "brass_lo", "serif", grow=1)
            wide = min(width, max(side * 1.28, 16 + 0.4 * self.size * len(words)))
            box = Row([text], 0, (6, 0, 6, 0), width=wide, height=side, background=make_background("framed", 10 * self.page.t))
            return Row([Spacer(grow=1), box, Spacer(grow=1)], 0, width=width)
        if words and not words[-1].isalpha():
            return _make_shrinking_text(words, self.size, face="serif", minimum=0.4, width=width)
        return _make_shrinking_text(words, max(16.0, self.size * 0.47), "ink2", "it", width=width)

    def _make_points(self, seat: int) -> Element:
        page, deal = self.page, self.page.view.deal
        points, size, asked = deal.points[seat], self.size * 0.9, page.view.asked
        if asked is not None and asked.seat == seat and asked.column == len(page.view.columns):
            box = self._make_new_figure(asked.column, True, "", self.points - 8)
            return Row([Spacer(grow=1), box], 0, width=self.points)
        width = page.context.canvas.width
        room = (self.points - 16) * page.t - width(points, page.text_px(size), "serif")
        parts = [_make_shrinking_text(points, size, TONES[deal.tones[seat]], "serif", minimum=0.4)]
        if deal.arithmetic[seat] and width(deal.arithmetic[seat], page.text_px(12), "sans") <= room:
            parts.insert(0, _make_shrinking_text(deal.arithmetic[seat], 16, "ink2"))
        return Row([Spacer(grow=1), *parts], 8, width=self.points)
