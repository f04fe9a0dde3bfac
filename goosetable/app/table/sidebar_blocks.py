"""The figures of the sidebar: totals, tallies, the ladder of deals, sides, the race to the target, and others.

`BLOCKS` lists the figures in order. To add a figure, write a function that makes an element from a `FigureInput`, and add the
function to `BLOCKS`. The element draws itself and has a sentence for screen readers. `NoteArea` adds an explanatory note to an
element.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, Unpack

import pygame

from goosetable import cards
from goosetable.app.art import deck
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import empty_place_svg
from goosetable.app.render.geometry import RATIO, Area
from goosetable.app.render.text import without_marks
from goosetable.app.skins.theme import Theme, mix
from goosetable.app.table.seats import draw_medallions, medallions_width
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.ui.accessible import NAMED_RANKS, TreePart, as_spoken_sentences, spoken_text
from goosetable.app.ui.elements import (
    CellTable,
    Column,
    Either,
    Element,
    FirstFit,
    LayoutPass,
    Painter,
    Picture,
    Row,
    Semantics,
    Size,
    Spacer,
    TableRow,
    Text,
    Wrap,
    make_badge,
    make_horizontal_line,
    make_portrait,
)
from goosetable.app.ui.elements.base import ElementOptions
from goosetable.cards import BIT
from goosetable.engine.text import table_facts
from goosetable.engine.text.table_facts import Badge, FigureKind, Race, RankStrip, Side, SumTerm, TableFigure
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import isolate_name

SEATED: Final = 6
"""Largest number of seats whose totals fit on the line of the race. If there are more, the totals are a column of the rows."""
LINE_HEIGHT: Final = 1.3
PARTS: Final = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64)
"""Scale factors for the text of rows, tried from the largest until all names fit."""
RANK_LEAST: Final = 11.0
"""Least width in pixels of one rank's box in the order of the ranks."""
TARGET: Final = 13.0
"""Text size, in units, of the target number at the end of the race."""


class NoteArea(Element):
    """An element with an explanatory note.

    figure: the figure that the note explains. colours_of: a function that returns the colours of fill and edge for a
    background. name: if given, the element with all its children is one part of the accessible tree.
    """

    __slots__ = ("child", "colours_of", "figure")

    def __init__(
        self, child: Element, figure: TableFigure | None, colours_of: Callable[[Theme], tuple[str, str]] | None = None,
        **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(**options)
        self.child, self.figure, self.colours_of = child, figure, colours_of

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        return self.child.measure(layout_pass, w, h)

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        high = min(h, self.child.measure(layout_pass, w, h)[1])
        self.child.lay_out(layout_pass, x, y + (h - high) / 2, w, high)

    def visible_children(self) -> Sequence[Element]:
        return (self.child,)

    def paint(self, painter: Painter) -> None:
        if self.colours_of is not None:
            beyond, (x, y, w, h) = 8 * painter.t, painter.rect(self)
            fill, edge = self.colours_of(painter.canvas.theme)
            painter.canvas.draw_box(x - beyond, y, w + 2 * beyond, h - 2 * painter.t, beyond, fill, edge)
        super().paint(painter)

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        if self.name:
            yield tree.make_part(self, self.role or "label", spoken_text(self.name))
        else:
            yield from super().accessible_parts(tree)


class FigureInput(NamedTuple):
    """The data from which the figures of the sidebar are made.

    prizes: the word for prizes that are won over a match. width: the width of the paper, in units.
    """

    shown: Snapshot
    portraits: tuple[str, ...]
    prizes: str
    chart: bool
    """True if the person has opened the game's chart."""
    width: float
    measure: Callable[[str, float, str], float]
    """Returns the width of a text in units, given the text, its size and its face."""
    less: float = 1.0
    """Factor on spacing and other lengths that hold no text; under 1 if large text leaves too little paper."""

    @property
    def rows(self) -> list[table_facts.Row]:
        """The rows of the deal's tally. Without a tally: a row for each total if `shows_totals` is True, else no rows."""
        tally = self.shown.tally
        found = tally.rows if tally is not None else ()
        rows = rows_with_distinct_best(found or (rows_without_points(self.shown) if self.shows_totals else ()))
        return sorted(rows, key=lambda row: -self.shown.race.totals[row.seat]) if self.shows_totals else rows

    @property
    def has_totals_column(self) -> bool:
        """True if the totals are a column of the rows, because there is no line of the race that shows them."""
        return not self.shown.race.target or len(self.shown.names) > SEATED or self.shown.facts.strips is not None

    @property
    def shows_totals(self) -> bool:
        """True if each row shows the seat's total."""
        return self.has_totals_column and not self.shown.has_single_deal and self.shown.facts.strips is None


def rows_without_points(snapshot: Snapshot) -> tuple[table_facts.Row, ...]:
    """Returns a row without points of the current deal for each seat, or for partners who have a common total."""
    found = table_facts.seats_by_party(snapshot.me, len(snapshot.names), snapshot.race.teams)
    return tuple(
        table_facts.Row(who, (), "", "", "", who in snapshot.race.winners_now, "", partners=tuple(rest)) for who, *rest in found
    )


def rows_with_distinct_best(rows: Sequence[table_facts.Row]) -> list[table_facts.Row]:
    """Returns the rows for display. If all of them are marked as the best (`is_best`), the marks are removed."""
    level = all(row.is_best for row in rows)
    return [row._replace(is_best=False) for row in rows] if level else list(rows)


def row_name(names: Sequence[str], row: table_facts.Row) -> str:
    """Returns the name of a row: the name of its seat, or the names of partners who score together."""
    return phrases.listed([isolate_name(names[seat]) for seat in row.seats])


def spoken_row(snapshot: Snapshot, row: table_facts.Row) -> str:
    """Returns a row in sentences for screen readers: the name, the points, and their arithmetic."""
    name = row_name(snapshot.names, row)
    if row.points:
        return f"{name}: {as_spoken_sentences((f'{row.points} so far', row.why))}"
    return row.why if not row.why or without_marks(row.why).startswith(name) else f"{name}: {row.why}"


def spoken_totals(snapshot: Snapshot) -> str:
    """Returns sentences with all totals; "" before the first points, and in a game of one deal."""
    if snapshot.has_single_deal or not any(snapshot.race.totals):
        return ""
    totals = ", ".join(
        f"{' and '.join(snapshot.names[seat] for seat in seats)} {snapshot.race.totals[at]}"
        for at, seats in enumerate(snapshot.race.parties)
    )
    return as_spoken_sentences((f"Totals: {totals}", snapshot.race.sentence))


# ---------------------------------------------------------------------- parts shared by several figures


def make_heading(title: str, side_text: str = "", colour: str = "") -> Row:
    """Returns a heading, with `title` at the left and `side_text` at the right."""
    face = "semi" if colour else "sans"
    said = Text(side_text, 14, colour or "ink2", face, text_align=1, shrink=0.8, max_lines=2, align=0, grow=1, spoken="")
    return Row([Text(title, 14, "ink2", "semi", align=0, spoken=""), said], 10, (0, 0, 0, 5))


def make_hairline(data: FigureInput) -> Column:
    """Returns a thin horizontal line between two figures."""
    return Column([make_horizontal_line()], padding=(0, 8 * data.less, 0, 8 * data.less))


def make_medallions(faces: Sequence[str], diameter: float, ring: str = "", least: float = 0) -> Picture:
    """Returns a picture of partners' portraits. diameter: in units. ring: theme colour of a ring; "" for none. least: least
    width in units.
    """
    return Picture(
        lambda canvas, at: draw_medallions(canvas, faces, *at.center, at.h, getattr(canvas.theme, ring) if ring else ""),
        width=max(least, medallions_width(diameter, len(faces))), height=diameter,
    )  # fmt: skip


def _make_medals(data: FigureInput, seats: Sequence[int], diameter: float) -> Element:
    return make_medallions([data.portraits[seat] for seat in seats], diameter, least=29 * data.less)


def _make_silent_text(words: str, size: float, colour: str = "ink", face: str = "semi", **more: Unpack[ElementOptions]) -> Text:
    """Returns right-aligned text that is no part of the accessible tree, because the name of its row includes it."""
    return Text(words, size, colour, face, max_lines=1, shrink=0.7, text_align=1, spoken="", **more)


def _make_name_text(words: str, size: float = 16.5) -> Text:
    return Text(words, size, face="semi", max_lines=1, shrink=0.72, spoken="", grow=1, loose=True)


def _colours_of_best_row(theme: Theme) -> tuple[str, str]:
    return theme.good, theme.good_edge


def draw_rank_boxes(
    canvas: Canvas, area: Area, ranking: Sequence[str], lit: Collection[str] = (), crowned: bool = True
) -> None:  # fmt: skip
    """Draws a box for each rank, the highest first.

    lit: ranks in the current trick, whose boxes have a darker edge. crowned: True if the highest rank is drawn in brass.
    """
    t, step = canvas.theme, area.w / max(1, len(ranking))
    gap = min(3.0, step * 0.1)
    for i, rank in enumerate(ranking):
        hot, there = crowned and i == 0, rank in lit
        fill = t.brass if hot else t.plain if i % 2 == 0 else t.plain_lo
        edge, sw = (t.ink, 2.0) if there else (t.brass_lo if hot else t.plain_edge, 1.0)
        canvas.draw_box(area.x + i * step + gap / 2, area.y, step - gap, area.h, min(5.0, step * 0.22), fill, edge, sw)
        px = min(0.62 * area.h, 0.66 * step) * (0.84 if len(rank) > 1 else 1.0)
        canvas.draw_plain_text(rank, area.x + (i + 0.5) * step, area.y + area.h / 2, px, t.ink, "serifb", "center")


def make_rank_boxes(
    ranking: Sequence[str], lit: Collection[str] = (), crowned: bool = True, **more: Unpack[ElementOptions]
) -> Picture:
    """Returns the picture that `draw_rank_boxes` draws."""
    return Picture(lambda canvas, at: draw_rank_boxes(canvas, Area(*at), ranking, lit, crowned), **more)


def spoken_ranking(ranking: Sequence[str]) -> str:
    """Returns the order of ranks in words, for screen readers."""
    return "Ranks from the highest: " + ", ".join(NAMED_RANKS.get(rank, rank) for rank in ranking)


# ---------------------------------------------------------------------- figures above the rows


def _ranking_block(data: FigureInput, fold_level: int) -> Element | None:
    named = data.shown.facts.ranking
    if not named:
        return None
    inside = Column([make_heading("Ranks: highest", "lowest"), make_rank_boxes(named, data.shown.trick_ranks, height=25)])
    return Column([NoteArea(inside, TableFigure(FigureKind.RANKS), name=spoken_ranking(named)), make_hairline(data)])


def _ladder_block(data: FigureInput, fold_level: int) -> Element | None:
    ladder = data.shown.facts.ladder
    if ladder is None:
        return None
    now, level, top = ladder.current, len(set(ladder.sizes)) == 1, max(1, *ladder.sizes)
    high = (12.0 if level else 26.0 if fold_level else 44.0) * data.less

    def draw_bars(canvas: Canvas, area: pygame.Rect) -> None:
        t, step, s = canvas.theme, area.w / len(ladder.sizes), area.h / high
        for i, size in enumerate(ladder.sizes):
            h = max(4 * s, area.h * size / top)
            fill = mix(t.paper_lo, t.ink2, 0.75) if i < now else t.brass if i == now else t.rule
            wide, edge = max(2.0, step - min(3 * s, step * 0.3)), t.brass_lo if i == now else "none"
            canvas.draw_box(area.x + i * step, area.bottom - h, wide, h, 2 * s, fill, edge, 1)

    figure = str(ladder.sizes[now])
    half, middle = data.measure(figure, 14, "bold") / 2, (now + 0.5) * data.width / len(ladder.sizes)
    under = Row([Spacer(width=max(0.0, middle - half)), Text(figure, 14, face="bold", spoken="")], 0)
    inside = [make_heading("Deals" if level else "Deal sizes", ladder.caption), Picture(draw_bars, height=high)]
    said = phrases.with_capital(ladder.caption)
    said = said if level else f"{said}, {phrases.count_text(ladder.sizes[now], 'card')} each"
    bars_ = Column(inside if level else [*inside, under])
    return Column([NoteArea(bars_, TableFigure(FigureKind.LADDER), name=said), make_hairline(data)])


def _meter_block(data: FigureInput, fold_level: int) -> Element | None:
    """Returns a meter (a title, a row of boxes that shows a count, and a remark). Returns None if the game has no meter.

    A line marks the largest regular count. Filled boxes before the line are brass, and those after it russet.
    """
    meter = data.shown.facts.meter
    if meter is None:
        return None
    n, over = max(meter.size + 3, meter.filled + 2), meter.filled > meter.size

    def draw_boxes(canvas: Canvas, area: pygame.Rect) -> None:
        t, step, s = canvas.theme, area.w / n, area.h / 24
        gap = min(2 * s, step * 0.2)
        for i in range(n):
            fill = t.rule if i >= meter.filled else t.brass if i < meter.size else t.over
            edge = "none" if i < meter.filled else t.paper_edge
            canvas.draw_box(area.x + i * step + gap / 2, area.y + 5 * s, step - gap, 14 * s, 3 * s, fill, edge, 1)
        canvas.draw_box(area.x + meter.size * step - 1.5 * s, area.y, 3 * s, area.h, 1, fill=t.ink)

    head, figure = make_heading(meter.title, meter.caption, "russet" if over else "ink"), TableFigure(FigureKind.METER)
    said = as_spoken_sentences((f"{meter.title}: {meter.caption}", meter.remark))
    if fold_level:
        return NoteArea(head, figure, name=said)
    remark = Text(meter.remark, 14.5, "russet" if over else "ink", line_height=1.35, spoken="")
    return Column(
        [NoteArea(Column([head, Picture(draw_boxes, height=24 * data.less)]), figure, name=said), remark, make_hairline(data)]
    )


def _calls_block(data: FigureInput, fold_level: int) -> Element | None:
    shown = data.shown
    if not shown.facts.calls_in_force:
        return None
    lines: list[Element] = [make_heading("Standing calls")]
    for call in shown.facts.calls_in_force:
        words = _make_silent_text(call.words, 16.5, "ink" if call.action is not None else "ink2")
        who = [_make_medals(data, (call.seat,), 29 * data.less), _make_name_text(shown.names[call.seat])]
        inside = Row([*who, Spacer(grow=0.01), words], 5)
        colours_of, said = (
            _colours_of_best_row if call.seat in shown.seats_to_act else None,
            f"{shown.names[call.seat]}: {call.words}",
        )
        high = max(26.0, 38 * data.less)
        lines.append(NoteArea(inside, TableFigure(FigureKind.CALL, call.seat), colours_of, height=high, name=said))
    return Column([*lines, make_hairline(data)])


def _sides_block(data: FigureInput, fold_level: int) -> Element | None:
    facts = data.shown.facts
    if not facts.sides:
        return None
    panels = [
        _make_side(data, i, camp, codes) for i, (camp, codes) in enumerate(zip(facts.sides, facts.card_codes, strict=True))
    ]
    return Column(panels, 6, (0, 0, 0, 10))


def _make_side(data: FigureInput, index: int, side: Side, codes: tuple[str, ...]) -> Element:
    def plate_colours(theme: Theme) -> tuple[str, str]:
        edge = (theme.rose, theme.sky)[index % 2]
        return mix(theme.paper, edge, 0.16), edge

    wide = 42 * RATIO
    step = min(wide + 5, data.width * 0.6 / max(1, side.places))

    def draw_cards(canvas: Canvas, box: pygame.Rect) -> None:
        h, w, s = box.h, round(box.h * RATIO), box.h / 42
        for k in range(max(side.places, len(codes))):
            body = deck.small_face_svg(codes[k], canvas.four) if k < len(codes) else empty_place_svg(w, h, canvas.theme.ink2)
            canvas.draw_svg(body, box.x + k * step * s, box.y, w, h)

    label = Text(side.label, 17, "rose" if index % 2 == 0 else "ink", "serifb", max_lines=1, shrink=0.7, grow=1, spoken="")
    head = [make_badge(side.badge, 22)] * bool(side.badge) + [label, _make_silent_text(side.points, 15)]
    places = max(side.places, len(codes))
    cloth = Picture(draw_cards, width=(places - 1) * step + wide, height=42)
    each = min(34.0, (data.width - places * step - 6) / max(1, len(side.seats)))
    faces = [make_portrait(data.portraits[seat], each) for seat in side.seats]
    names = ", ".join(data.shown.names[seat] for seat in side.seats)
    said = f"{side.label}: {names}, {side.points}" if names else f"{side.label}: {side.points}"
    inside = Column([Row(head, 6), Row([*faces, Spacer(grow=1), cloth], 4)], 4, (0, 5, 0, 7))
    return NoteArea(inside, TableFigure(FigureKind.CAMP, index), plate_colours, name=said)


def _legend_block(data: FigureInput, fold_level: int) -> Element | None:
    legend = data.shown.facts.legend
    return Wrap([_make_badge_with_label(badge) for badge in legend], 12, (0, 0, 0, 6)) if legend and not fold_level else None


def _make_badge_with_label(badge: Badge) -> Element:
    line = Row([make_badge(badge.kind, 20), Text(badge.label, 13, "ink2", spoken="")], 4)
    return NoteArea(line, TableFigure(FigureKind.BADGE, -1 if badge.seat is None else badge.seat, badge.label))


# ---------------------------------------------------------------------- figures of the rows


class FigureColumn(NamedTuple):
    """A column of numbers under a heading.

    size, face: size in units, and typeface of the numbers. room: a text for which the column always has space.
    """

    head: str
    figures: tuple[str, ...]
    size: float
    face: str
    colours: tuple[str, ...] = ()
    room: str = ""

    def width(self, data: FigureInput, fraction: float) -> float:
        wide = max(data.measure(figure, self.size * fraction, self.face) for figure in (*self.figures, self.room))
        return max(wide, data.measure(self.head, 13 * fraction, "sans")) + 9 * data.less


def _rows_block(data: FigureInput, fold_level: int) -> Element | None:
    shown, rows = data.shown, data.rows
    if shown.facts.strips is not None:
        return _make_hand_rows(data, fold_level)
    if not rows:
        return None
    heads = shown.tally.heads if shown.tally is not None and shown.tally.rows else ()
    many, written = len(rows) > 4, all(row.sum for row in rows) and not data.shows_totals
    lines: list[Element]
    if len(heads) > 2:
        lines = [
            _make_row(data, row, _make_two_line_row(data, heads, row), max(41.0, (50, 44, 41)[fold_level] * data.less))
            for row in rows
        ]
    elif written and fold_level < 2:
        lines = [
            _make_row(data, row, _make_arithmetic_row(data, row), max(50.0, (70, 54)[fold_level] * data.less)) for row in rows
        ]
    else:
        high = (40, 23, 20)[fold_level] if many else (40, 30, 26 if data.shows_totals else 30)[fold_level]
        lines = _make_columns(data, rows, heads, max(20 if many else 24, high * data.less))
    race = shown.race
    title = make_heading("Totals", race.aim) if data.shows_totals else make_heading("This deal, if it stopped now")
    said = as_spoken_sentences((f"Totals, {race.aim}", race.sentence)) if data.shows_totals else "This deal, if it stopped now"
    return Column([title, Column(lines, role="list", name=said)], padding=(0, 0, 0, 6))


def _make_row(data: FigureInput, row: table_facts.Row, inside: Element, height: float) -> Element:
    said = spoken_row(data.shown, row)
    if data.has_totals_column and not data.shown.has_single_deal:
        total = f"total {phrases.format_points(data.shown.race.totals[row.seat])}"
        said = as_spoken_sentences((said, total)) if said else f"{row_name(data.shown.names, row)}: {total}"
    colours_of, figure = _colours_of_best_row if row.is_best else None, TableFigure(FigureKind.ROW, row.seat)
    return NoteArea(inside, figure, colours_of, height=height, role="row", name=said, key=f"row:{row.seat}")


def _make_seat_badges(data: FigureInput, seat: int, diameter: float) -> list[Element]:
    return [] if data.shown.facts.sides else [make_badge(kind, diameter) for kind in data.shown.facts.badges_of_seat(seat)]


def _make_columns(data: FigureInput, rows: list[table_facts.Row], heads: tuple[str, ...], height: float) -> list[Element]:
    columns, part = _fit_columns(data, rows, _tally_columns(data, rows, heads), height)
    widths = [column.width(data, part) for column in columns]
    lines: list[Element] = []
    if any(column.head for column in columns):
        head: list[Element] = [Spacer(grow=1)]
        for column, wide in zip(columns, widths, strict=True):
            words = _make_silent_text(column.head, 13 * part, "ink2", "sans", width=wide)
            head.append(NoteArea(words, TableFigure(FigureKind.HEAD, 0, column.head)) if column.head else Spacer(width=wide))
        lines.append(Row(head, 0, (0, 0, 0, 2)))
    d = min(29 * data.less, height - 4)
    for i, row in enumerate(rows):
        cells: list[Element] = [
            _make_silent_text(
                column.figures[i], column.size * part, column.colours[i] if column.colours else "ink", column.face, width=w
            )
            for column, w in zip(columns, widths, strict=True)
        ]
        name = _make_name_text(row_name(data.shown.names, row), 16.5 * part)
        marks = [one for mark in _make_seat_badges(data, row.seat, min(22.0, height - 4)) for one in (Spacer(width=3), mark)]
        lead = [_make_medals(data, row.seats, d), Spacer(width=5 * data.less), name, *marks, Spacer(grow=0.01)]
        lines.append(_make_row(data, row, Row([*lead, *cells], 0), height))
    return lines


def _fit_columns(
    data: FigureInput, rows: list[table_facts.Row], columns: list[FigureColumn], height: float
) -> tuple[list[FigureColumn], float]:
    """Returns the columns that fit, and the scale, at most 1, of the texts in the rows.

    If there is too little space, the column "deal" is left out, because other columns show its parts.
    """
    spare = [column for column in columns if column.head != "deal"]
    part = low = min(1.0, height / (18 * LINE_HEIGHT))
    for found, parts in ((columns, PARTS[:2]), (spare, PARTS)) if len(spare) < len(columns) else ((columns, PARTS),):
        for part in parts:
            part = min(part, low)
            names = [data.measure(row_name(data.shown.names, row), 16.5 * part, "semi") * 0.85 for row in rows]
            marks = [len(_make_seat_badges(data, row.seat, 20)) * 25 for row in rows]
            widest = max(name + mark for name, mark in zip(names, marks, strict=True))
            if widest + 36 * data.less + sum(column.width(data, part) for column in found) <= data.width:
                return found, part
    return spare, part


def _tally_columns(data: FigureInput, rows: list[table_facts.Row], heads: tuple[str, ...]) -> list[FigureColumn]:
    shown = data.shown
    over = tuple("russet" if _is_over_quota(shown, row) else "ink" for row in rows)
    found = [
        FigureColumn(head, tuple(row.figures[i] for row in rows), 17, "sans", over if i == len(heads) - 1 else ())
        for i, head in enumerate(heads)
    ]
    if any(row.base for row in rows) and shown.tally is not None:
        found.append(FigureColumn(shown.tally.base_head, tuple(row.base for row in rows), 18, "bold"))
        found.append(FigureColumn("", tuple(row.extra for row in rows), 16, "bold", ("leaf",) * len(rows), "+10"))
    elif any(row.points for row in rows):
        points = tuple(row.points if data.shows_totals or not row.points else f"= {row.points}" for row in rows)
        found.append(FigureColumn("deal" if data.shows_totals else "", points, 17 if data.shows_totals else 18, "bold"))
    if data.shows_totals:
        found.append(
            FigureColumn("total", tuple(phrases.format_points(shown.race.totals[row.seat]) for row in rows), 18, "bold")
        )
    return found


def _is_over_quota(snapshot: Snapshot, row: table_facts.Row) -> bool:
    quota = snapshot.facts.quotas[row.seat] if snapshot.facts.quotas else None
    return quota is not None and quota.won > quota.bid


def _make_arithmetic_row(data: FigureInput, row: table_facts.Row) -> Element:
    room = data.width - 40
    wide = sum(36 if part.boxed else data.measure(part.text, 17, "semi") for part in row.sum) + 5 * len(row.sum)
    part = min(1.0, room / max(1.0, wide))
    pieces: list[Element] = [_make_sum_part(one, part) for one in row.sum[:-1]]
    pieces += [_make_silent_text(one.text, 19 * part, face="serifb", grow=1) for one in row.sum[-1:]]
    name = Row([_make_name_text(row_name(data.shown.names, row)), *_make_seat_badges(data, row.seat, 20)], 4)
    return Row([_make_medals(data, row.seats, 29 * data.less), Column([name, Row(pieces, 5 * part)], 1, grow=1)], 9)


def _make_sum_part(part: SumTerm, scale: float) -> Element:
    if not part.boxed:
        return Text(part.text, 17 * scale, "ink2", "semi", spoken="")

    def draw_ground(canvas: Canvas, area: pygame.Rect) -> None:
        t = canvas.theme
        fill, edge = (t.plain, t.brass_lo) if part.is_growing else (t.paper_lo, t.paper_edge)
        canvas.draw_box(area.x, area.y, area.w, area.h, area.h / 5, fill, edge, 1.8 if part.is_growing else 1.2)

    figure = Text(part.text, 18 * scale, face="serifb", text_align=0.5, grow=1, spoken="")
    return Row([figure], 0, background=draw_ground, width=36 * scale, height=28 * scale)


def _make_two_line_row(data: FigureInput, heads: tuple[str, ...], row: table_facts.Row) -> Element:
    points = phrases.format_points(data.shown.race.totals[row.seat]) if data.shows_totals else row.points
    total = row.base.removeprefix("= ") + (f" {row.extra}" if row.extra else "")
    best = max(row.figures, key=lambda figure: int(figure) if figure.isdigit() else -1, default="")
    pairs = []
    for head, figure in zip(heads, row.figures, strict=False):
        most = bool(figure) and figure == best
        words, colour = f"{head} {figure or '–'}", "ink" if most else "ink2"
        pairs.append(Text(words, 14, colour, "semi" if most else "sans", max_lines=1, shrink=0.7, grow=1, spoken=""))
    name = [_make_name_text(row_name(data.shown.names, row)), *_make_seat_badges(data, row.seat, 20)]
    upper = Row([*name, Spacer(grow=0.01), _make_silent_text(total, 13.5, "ink2")], 4)
    lines, wide = Column([upper, Row(pairs, 3)], grow=1), max(30.0, data.measure(points, 22, "serifb"))
    won = _make_silent_text(points, 22, face="serifb", width=wide)
    return Row([_make_medals(data, row.seats, 29 * data.less), lines, won], 6)


def _make_hand_rows(data: FigureInput, fold_level: int) -> Element:
    shown, strips = data.shown, data.shown.facts.strips
    assert strips is not None
    title = make_heading(strips.title, "" if shown.has_single_deal else "total")
    rows = [
        _make_row(data, row, _make_hand_row(data, row), max(50.0, (72, 58, 50)[fold_level] * data.less)) for row in data.rows
    ]
    stock = Column(
        [
            make_horizontal_line(),
            make_heading(strips.stock_title, strips.stock.note, "ink"),
            _make_card_boxes(strips.stock, 22),
        ],
        4,
    )
    said = f"{strips.stock_title}: {strips.stock.note}" if strips.stock.note else strips.stock_title
    listed = Column(rows, role="list", name=strips.title)
    return Column([title, listed, NoteArea(stock, TableFigure(FigureKind.STOCK), name=said)], padding=(0, 0, 0, 10))


def _make_hand_row(data: FigureInput, row: table_facts.Row) -> Element:
    shown, strips = data.shown, data.shown.facts.strips
    assert strips is not None
    taken = strips.taken[row.seat]
    heads = shown.tally.heads if shown.tally is not None else ()
    number = phrases.count_text(int(row.figures[0]), heads[0].removesuffix("s")) if row.figures and heads else ""
    short = Either(lambda: _make_taken_text(number, 12), Spacer(), min_width=data.measure(number, 12, "sans"))
    lines = Either(lambda: _make_taken_text(taken, 11, 2), short, min_width=data.measure(taken, 11, "sans") / 1.7)
    won = FirstFit((_make_taken_text(taken, 13.5), _make_taken_text(taken, 11.5), lines), across=True, grow=1)
    total = _make_silent_text(phrases.format_points(shown.race.totals[row.seat]), 17, "ink2", width=30)
    name = shown.names[row.seat]
    named = Text(name, 16.5, face="semi", max_lines=1, shrink=0.72, spoken="")
    named.width = min(data.measure(name, 16.5, "semi"), 0.32 * data.width)
    points = [_make_silent_text(row.points, 22, face="serifb"), *[total] * (not shown.has_single_deal)]
    line = [_make_medals(data, row.seats, 28 * data.less), named, won, *points]
    return Column([Row(line, 6, height=30), _make_card_boxes(strips.hands[row.seat], 19)], 1)


def _make_taken_text(words: str, size: float, lines: int = 1) -> Text:
    return Text(words, size, "ink2", max_lines=lines, spoken="")


def _make_card_boxes(strip: RankStrip, height: float) -> Picture:
    def draw_boxes(canvas: Canvas, area: pygame.Rect) -> None:
        t, step = canvas.theme, area.w / max(1, len(strip.cards))
        gap = min(3.0, step * 0.12)
        for i, card in enumerate(strip.cards):
            rank = phrases.RANKS[cards.rank(card)]
            x, w, r = area.x + i * step + gap / 2, step - gap, min(5.0, step * 0.22)
            if not strip.left & BIT[card]:
                canvas.draw_box(x, area.y, w, area.h, r, t.rule, "none", 0, 0.8)
                continue
            fill, edge = (t.brass, t.brass_lo) if strip.lit & BIT[card] else (t.plain, t.plain_edge)
            canvas.draw_box(x, area.y, w, area.h, r, fill, edge, 1.0)
            px = min(0.64 * area.h, 0.74 * step) * (0.86 if len(rank) > 1 else 1.0)
            canvas.draw_plain_text(rank, x + w / 2, area.y + area.h / 2, px, t.ink, "bold", "center")

    return Picture(draw_boxes, height=height)


# ---------------------------------------------------------------------- figures under the rows


def _sentence_block(data: FigureInput, fold_level: int) -> Element | None:
    words = data.shown.tally.sentence if data.shown.tally is not None else ""
    return Text(words, 14.5, line_height=1.35) if words and not fold_level and not data.chart else None


def _chart_block(data: FigureInput, fold_level: int) -> Element | None:
    chart = data.shown.facts.chart
    if chart is None or not data.chart:
        return None
    heads = [Text(chart.title, 14, "ink2", "semi", max_lines=1, shrink=0.7)]
    heads += [Text(head, 14, "ink2", max_lines=1) for head in chart.heads]
    rows = []
    for i, (name, *figures) in enumerate(chart.rows):
        cells = [Text(name, 15, face="semi", max_lines=1), *(Text(figure, 15, face="bold", max_lines=1) for figure in figures)]
        rows.append(TableRow(cells, background=_draw_tint if i % 2 == 0 else None))
    table = CellTable(heads, rows, max_gap=16, row_gap=0, padding=1, name=chart.title)
    return Column([make_horizontal_line(), table, Text(chart.remark, 14.5, line_height=1.35)], 6, (0, 6, 0, 6))


def _draw_tint(canvas: Canvas, area: pygame.Rect) -> None:
    canvas.draw_box(
        area.x - 4, area.y, area.w + 8, area.h, 5, fill=mix(canvas.theme.paper_lo, canvas.theme.rule, 0.6), alpha=0.6
    )


def _race_block(data: FigureInput, fold_level: int) -> Element | None:
    shown, parts = data.shown, list[Element]()
    if data.chart:
        return None
    if not data.has_totals_column:
        line = Picture(lambda canvas, at: draw_race(canvas, shown.race, data.portraits, Area(*at)), height=62)
        inside = Column([make_heading("Game so far", shown.race.aim), line])
        said = as_spoken_sentences((spoken_totals(shown) or "Game so far", shown.race.aim))
        parts.append(NoteArea(inside, TableFigure(FigureKind.RACE), name=said))
    if any(shown.prizes):
        seats = [seat for seat, won in enumerate(shown.prizes) if won or len(shown.prizes) <= SEATED]
        d = min(22.0, 0.3 * data.width / len(seats))
        counts = [_make_silent_text(str(shown.prizes[seat]), 15, face="bold") for seat in seats]
        won = [Row([make_portrait(data.portraits[seat], d), one], 4, grow=1) for seat, one in zip(seats, counts, strict=True)]
        words = phrases.with_capital(data.prizes)
        said = ", ".join(f"{shown.names[seat]} {shown.prizes[seat]}" for seat in seats)
        line_ = Row([Text(words, 14, "ink2", "semi", spoken=""), *won], 8, (0, 2, 0, 2))
        parts.append(NoteArea(line_, TableFigure(FigureKind.PRIZES), name=f"{words}: {said}"))
    over = parts and not data.has_totals_column and (data.rows or (shown.tally is not None and shown.tally.sentence))
    return Column([*[make_hairline(data)] * bool(over), *parts]) if parts else None


def draw_race(canvas: Canvas, race: Race, portraits: Sequence[str], area: Area) -> None:
    """Draws the race: a line to the target, with a medallion at each total. Partners have one group of medallions."""
    t, x, y, w, s = canvas.theme, area.x, area.y + 20 * area.h / 62, area.w, area.h / 62
    low, high = min(0, *race.totals), max(race.target, *race.totals)
    span = max(1, high - low)
    canvas.draw_box(x, y - 3 * s, w, 6 * s, 3 * s, fill=t.rule)
    if max(race.totals) > low:
        done = mix(t.brass_lo, t.brass, 0.45)
        canvas.draw_box(x, y - 3 * s, max(6 * s, w * (max(race.totals) - low) / span), 6 * s, 3 * s, fill=done)
    order = sorted(race.parties, key=lambda party: race.totals[party[0]])
    d = min(30 * s, w / len(order) * 0.94)
    wide = medallions_width(d, max(map(len, order)))
    at = spread_out(
        [x + w * (race.totals[party[0]] - low) / span for party in order], wide + d * 0.13, x + wide / 2, x + w - wide / 2
    )
    for mark in [number for number in (0, race.target) if low < number < high]:
        canvas.draw_box(x + float(w * (mark - low) / span) - 1.5 * s, y - 8 * s, 3 * s, 16 * s, 1, fill=t.ink2)
    if at[-1] < x + w - d * 1.6:
        canvas.draw_plain_text(str(race.target), x + w, y + 8 * s, max(10.5, TARGET * s), t.ink2, "sans", "topright")
    for party, cx in zip(order, at, strict=True):
        good = party[0] in race.winners_now
        draw_medallions(canvas, [portraits[seat] for seat in party], cx, y, d, t.brass if good else "")
        figure = phrases.format_points(race.totals[party[0]])
        canvas.draw_plain_text(
            figure, cx, y + 17 * s, max(11.0, min(15 * s, d * 0.6)), t.ink, "bold" if good else "semi", "midtop"
        )


def spread_out(preferred: list[float], gap: float, low: float, high: float) -> list[float]:
    """Returns positions in ascending order, from `low` to `high`, with a distance of at least `gap`.

    Each position is as near as possible to the one in `preferred`.

    >>> spread_out([10.0, 12.0], 6, 0, 100)
    [8.0, 14.0]
    """
    found = [min(max(place, low), high) for place in preferred]
    for _ in range(40):
        for i in range(len(found) - 1):
            lack = gap - (found[i + 1] - found[i])
            if lack > 0.01:
                found[i] -= lack / 2
                found[i + 1] += lack / 2
        found[0], found[-1] = max(found[0], low), min(found[-1], high)
    return found


# ---------------------------------------------------------------------- the list of all figures


class SidebarBlock(NamedTuple):
    """A block of the sidebar: a figure that becomes smaller at certain levels.

    A level is a number from 0 (roomy) to `LEVELS`. The sidebar uses the first level at which all blocks fit. folds: levels at
    which the block becomes smaller. make: returns the element, or None if there is nothing to show; its argument is the number
    of these levels that have been reached.
    """

    make: Callable[[FigureInput, int], Element | None]
    folds: tuple[int, ...] = ()


BLOCKS: Final = (
    SidebarBlock(_ranking_block), SidebarBlock(_ladder_block, (5,)), SidebarBlock(_meter_block, (4,)),
    SidebarBlock(_calls_block), SidebarBlock(_sides_block), SidebarBlock(_legend_block, (2,)),
    SidebarBlock(_rows_block, (1, 6)), SidebarBlock(_sentence_block, (3,)), SidebarBlock(_chart_block),
    SidebarBlock(_race_block),
)  # fmt: skip
LEVELS: Final = 7
OF_DEAL: Final = (_ranking_block, _meter_block, _sides_block, _legend_block, _rows_block)
"""Figures of a single deal, for a position that is not part of a game."""
FIRST: Final = (_ranking_block, _rows_block)
"""Figures at the top of a sidebar that scrolls."""


class BlockCache:
    """A cache of the elements of all blocks for one snapshot. A block that has the same size at several levels has a single
    element for these levels.
    """

    def __init__(self, data: FigureInput) -> None:
        self.data = data
        self._made: dict[tuple[SidebarBlock, int], Element | None] = {}

    def element_of(self, block: SidebarBlock, level: int) -> Element | None:
        fold = sum(level >= at for at in block.folds)
        if (block, fold) not in self._made:
            self._made[block, fold] = block.make(self.data, fold)
        return self._made[block, fold]

    def deal_elements(self, level: int) -> list[Element]:
        """Returns the elements of the figures in `OF_DEAL` at a level, from 0 (roomy) to `LEVELS`."""
        return [made for block in BLOCKS if block.make in OF_DEAL and (made := self.element_of(block, level)) is not None]

    def all_elements(self, level: int, scrolls: bool = False) -> list[Element]:
        """Returns the elements of all figures at a level, from 0 (roomy) to `LEVELS`.

        scrolls: True if the sidebar scrolls; the figures of `FIRST` then come first.
        """
        order = sorted(BLOCKS, key=lambda block: block.make not in FIRST) if scrolls else BLOCKS
        return [found for found in map(partial(self.element_of, level=level), order) if found is not None]
