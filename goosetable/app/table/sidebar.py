"""The sidebar: paper beside the cloth with the figures of the deal, the race, the log and buttons. In a small window it folds
into a strip along the top.

Elements are built and laid out only when their content changes. `sidebar_blocks` makes the elements of the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.table.sidebar_blocks import (
    BLOCKS,
    LEVELS,
    RANK_LEAST,
    BlockCache,
    FigureInput,
    NoteArea,
    make_hairline,
    make_medallions,
    make_rank_boxes,
    rows_without_points,
)
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.table_layout import Layout, area_above_hand
from goosetable.app.ui.accessible import TreePart
from goosetable.app.ui.elements import (
    Column,
    Control,
    Either,
    Element,
    FirstFit,
    Grid,
    LayoutPass,
    PlacedTree,
    Row,
    Scroll,
    Semantics,
    Size,
    Spacer,
    Text,
    Version,
    make_badge,
    make_horizontal_line,
    to_pixels,
)
from goosetable.app.ui.elements.components import draw_strip
from goosetable.app.ui.focus import Scroller
from goosetable.app.ui.widget import Button
from goosetable.engine.text import table_facts
from goosetable.engine.text.table_facts import TableFigure
from goosetable.engine.words import phrases

HEIGHT: Final = 40.0
"""Height of the strip, in units."""
SIZES: Final = (15.0, 13.0, 11.5)
"""Text sizes, in units, that are tried for the figures of all seats."""
RANKS: Final = (24.0, 19.0, 15.0)
"""Widths, in units, that are tried for a box in the order of the ranks."""


def make_strip(
    canvas: Canvas, layout: Layout, snapshot: Snapshot, portraits: Sequence[str], buttons: Sequence[Button] = (),
    key: Hashable = None, title: str = "",
) -> PlacedTree:  # fmt: skip
    """Returns the content of the folded sidebar: the figures of all seats, if they fit, or else the person's figure and a
    sentence; then the buttons.

    title: the words at the left end; "" for the number of the deal.
    """
    t = min(layout.t, layout.strip / HEIGHT)
    head = Text(title or snapshot.place.split(",")[0], 15, face="serifb", max_lines=1, shrink=0.7)
    least = RANK_LEAST / t
    versions: list[Version] = [
        lambda size=size, each=each: _make_figures_of_all(snapshot, portraits, size, max(least, each))  # type: ignore[misc]
        for size, each in zip(SIZES, RANKS, strict=True)
    ]
    versions.append(lambda: _make_figures_of_person(snapshot, portraits))
    icons = [Control(one, bare=True, width=34, height=34) for one in buttons if one.shown]
    marks = [] if area_above_hand(layout).h else _make_shared_badges(snapshot)
    parts = [head, FirstFit(versions, across=True, grow=1), *marks, *icons]

    return PlacedTree(Row(parts, 8, (10, 0, 6, 0), background=draw_strip), canvas, t, layout.strip_area, key)


def _make_figures_of_all(snapshot: Snapshot, portraits: Sequence[str], size: float, column_width: float) -> Element:
    rows = (snapshot.tally.rows if snapshot.tally is not None else ()) or rows_without_points(snapshot)
    parts: list[Element] = [_make_medals_and_figure(snapshot, portraits, row, size) for row in rows]
    own = _plate_text(snapshot)
    parts.append(Spacer(grow=1))
    if own:
        parts.append(Text(own, size, "ink2", max_lines=1, text_align=1, spoken=""))
    return Row([*parts, *_make_rank_order(snapshot, width=len(snapshot.facts.ranking) * column_width)], 13)


def _make_figures_of_person(snapshot: Snapshot, portraits: Sequence[str]) -> Element:
    rows = snapshot.tally.rows if snapshot.tally is not None else ()
    row, own, meter = next((row for row in rows if snapshot.me in row.seats), None), _plate_text(snapshot), snapshot.facts.meter
    parts: list[Element] = [] if row is None else [_make_medals_and_figure(snapshot, portraits, row, 15)]
    if own and row is not None:
        parts.append(Text(own, 15, "ink2", max_lines=1, shrink=0.75, grow=1, loose=True, spoken=""))
    if snapshot.facts.ranking:
        most = len(snapshot.facts.ranking) * RANKS[0]
        return Row([*parts, Spacer(grow=0.01), *_make_rank_order(snapshot, grow=1, width=most)], 10)
    said = meter.caption if meter is not None else snapshot.race.aim
    colour = "russet" if meter is not None and meter.filled > meter.size else "ink2"
    parts.append(Text(said, 15, colour, "semi", line_height=1.15, max_lines=2, shrink=0.8, text_align=0.5, grow=1, spoken=""))
    return Row(parts, 14)


def _make_medals_and_figure(snapshot: Snapshot, portraits: Sequence[str], row: table_facts.Row, size: float) -> Element:
    ring = "brass" if snapshot.turn in row.seats else ""
    medals = make_medallions([portraits[seat] for seat in row.seats], 30 if size == SIZES[0] else 26, ring)
    words = Text(short_figure_text(snapshot, row), size, face="bold" if row.is_best else "semi", max_lines=1, spoken="")
    return Row([medals, words], 5)


def _make_rank_order(snapshot: Snapshot, width: float, grow: float = 0) -> list[Element]:
    ranking = snapshot.facts.ranking
    return [make_rank_boxes(ranking, snapshot.trick_ranks, width=width, grow=grow, height=30)] if ranking else []


def _make_shared_badges(snapshot: Snapshot) -> list[Element]:
    shared = [badge for badge in snapshot.facts.badges if badge.seat is None]
    return [
        Row([make_badge(badge.kind, 24), Text(badge.label, 13, "ink2", "semi", max_lines=1, spoken="")], 5) for badge in shared
    ]


def _plate_text(snapshot: Snapshot) -> str:
    told = snapshot.facts
    return "" if any(told.quotas) or told.ranking or told.strips else snapshot.plates[snapshot.me]


def short_figure_text(snapshot: Snapshot, row: table_facts.Row) -> str:
    """Returns the figure of a row as a short text: tricks and bid ("2 of 3"), the sum of its figures with the extra points, or
    its points.
    """
    quota = snapshot.facts.quotas[row.seat] if snapshot.facts.quotas else None
    if quota is not None:
        return f"{quota.won} of {quota.bid}"
    if len(row.figures) > 2 and row.points:
        return row.points
    if row.base:
        return row.base.removeprefix("= ") + (f" ~{row.extra}~" if row.extra else "")
    if row.points:
        return row.points
    return row.figures[0] if row.figures and row.figures[0] else phrases.format_points(snapshot.race.totals[row.seat])


GROWN: Final = 1.3
"""Largest scale of text, as a multiple of the scale that follows from the width of the paper."""
MARGIN: Final = 18.0
"""Margin between the paper's edge and its content, in units."""
SIDE: Final = 36.0
"""Width and height of a button in the head, in units."""
LEAST: Final = 150.0
"""Least height of the figures, in units. In a lower window the log is left out."""


class FigureSpot(NamedTuple):
    """A figure of the table that has a note: the figure, and its area on the screen."""

    figure: TableFigure
    area: Area


class LogElement(Element):
    """The last lines of the log, as many as fit, but at least two. If there is too little height, the heading is left out."""

    __slots__ = ("_shown", "heading", "lines", "top")

    def __init__(self, data: FigureInput, log: Sequence[str]) -> None:
        super().__init__(grow=1)
        self.top = make_hairline(data)
        self.heading = Text("What happened", 14, "ink2", "semi", line_height=1.6)
        self.lines = [make_log_line(words, not i) for i, words in enumerate(reversed(log))]
        self._shown: list[Element] = []

    def content_size(self, layout_pass: LayoutPass, w: float, h: float) -> Size:
        least = sum(one.measure(layout_pass, w)[1] for one in (self.top, *self.lines[:2])) if self.lines else 0.0
        return w, least if h == inf else h

    def place_children(self, layout_pass: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        bottom, least = y + h + 0.5, self.measure(layout_pass, w)[1]
        heading = self.heading if h >= least + self.heading.measure(layout_pass, w)[1] else None
        self._shown = []
        for one in [one for one in (self.top, heading, *self.lines) if one is not None] if self.lines else ():
            high = one.measure(layout_pass, w)[1]
            if y + high > bottom:
                break
            one.lay_out(layout_pass, x, y, w, high)
            self._shown.append(one)
            y += high

    def visible_children(self) -> Sequence[Element]:
        return self._shown


def make_log_line(words: str, latest: bool) -> Text:
    return Text(words, 14.5, "ink" if latest else "ink2", line_height=1.35)


class Sidebar:
    """The content of the sidebar, on paper. In a small window the sidebar is folded into a strip, from which the paper opens.

    prizes: the word for prizes that are won over a match. title: the name of the game. heads, foot, icons: buttons in the head
    of the paper, at its foot, and at the end of the strip. scroll: scroll position of the part below the head. shows_chart:
    True if the game's chart is displayed. shows_log: True if only the log is displayed.
    """

    strip_title = ""
    """Words at the left of the strip; "" for the number of the deal."""

    def __init__(self, title: str, prizes: str, portraits: tuple[str, ...]) -> None:
        self.title, self.prizes, self.portraits = title, prizes, portraits
        self.heads: tuple[Button, ...] = ()
        self.foot: tuple[Button, ...] = ()
        self.icons: tuple[Button, ...] = ()
        self.scroll = Scroller("Sidebar")
        self.scroll.region = "ledger"
        self.shows_chart = self.shows_log = False
        self.body = pygame.Rect(0, 0, 0, 0)
        """The part of the paper between head and foot."""
        self.paper: PlacedTree | None = None
        self._strip: PlacedTree | None = None
        self._blocks: dict[PlacedTree, BlockCache] = {}
        """The figures of each tree in use."""
        self._ready: list[PlacedTree] = []
        """Trees that were prepared for coming snapshots, at most two."""

    @property
    def content_key(self) -> tuple[object, ...]:
        """The values on which the content depends, apart from snapshot and window: a part of the key of its cache."""
        buttons = tuple((one.label, one.shown) for one in (*self.heads, *self.foot, *self.icons))
        return self.shows_chart, self.shows_log, self.portraits, buttons

    @property
    def figure_spots(self) -> tuple[FigureSpot, ...]:
        """The visible figures of the sidebar that have a note, each with its area."""
        if self.paper is None:
            return ()
        found, t, seen = [], self.paper.t, self.scroll.rect.inflate(36 * self.paper.t, 8 * self.paper.t)
        for one in self.paper.root.walk():
            if isinstance(one, NoteArea) and one.figure is not None:
                rect = to_pixels(one.box, t, -self.scroll.offset)
                rect = rect.inflate(16 * t, 0) if one.colours_of is not None or one.role == "row" else rect
                if seen.top <= rect.top and rect.bottom <= seen.bottom:
                    found.append(FigureSpot(one.figure, Area(*rect)))
        return tuple(found)

    # ------------------------------------------------------------------ laying out

    def tree_beside_cloth(self, canvas: Canvas, layout: Layout, snapshot: Snapshot) -> PlacedTree:
        """Returns the laid-out elements for the place beside the cloth; in compact mode, for the strip."""
        return self._strip_tree(canvas, layout, snapshot) if layout.compact else self.paper_tree(canvas, layout, snapshot)

    def paper_tree(self, canvas: Canvas, layout: Layout, snapshot: Snapshot) -> PlacedTree:
        """Returns the laid-out elements of a snapshot on the paper.

        Reuses those of the last frame, or prepared ones, if nothing differs.
        """
        key = self._tree_key(canvas, layout, snapshot)
        if self.paper is None or self.paper.key != key:
            self._place_tree(self._prepared_tree(key) or self._build_paper_tree(key, canvas, layout, snapshot))
        assert self.paper is not None
        return self.paper

    def _strip_tree(self, canvas: Canvas, layout: Layout, snapshot: Snapshot) -> PlacedTree:
        key = ("strip", self._tree_key(canvas, layout, snapshot))
        if self._strip is None or self._strip.key != key:
            self._strip = self._prepared_tree(key) or self._make_strip(canvas, layout, snapshot, key)
            self._strip.lay_out()
        return self._strip

    def _make_strip(self, canvas: Canvas, layout: Layout, snapshot: Snapshot, key: Hashable) -> PlacedTree:
        return make_strip(canvas, layout, snapshot, self.portraits, self.icons, key, self.strip_title)

    def _prepared_tree(self, key: Hashable) -> PlacedTree | None:
        return next((one for one in self._ready if one.key == key), None)

    def predraw(self, canvas: Canvas, layout: Layout, snapshot: Snapshot, draw: Callable[[PlacedTree], object]) -> None:
        """Prepares the tree of a coming snapshot; the current tree stays in use. draw: a function that draws a tree off the
        screen.
        """
        if layout.compact:
            key = ("strip", self._tree_key(canvas, layout, snapshot))
            found = self._make_strip(canvas, layout, snapshot, key)
            found.lay_out()
            draw(found)
        else:
            before, offset = self.paper, self.scroll.offset
            found = self._build_paper_tree(self._tree_key(canvas, layout, snapshot), canvas, layout, snapshot)
            self._place_tree(found)
            draw(found)
            if before is not None:
                self._place_tree(before)
                self.scroll.scroll_to(offset)
        self._ready = [*self._ready[-1:], found]

    def drop_trees(self) -> None:
        """Drops all cached trees, because the window or a setting has changed."""
        self.paper, self._strip, self._ready, self._blocks = None, None, [], {}

    def _place_tree(self, tree: PlacedTree) -> None:
        self.paper = tree
        tree.lay_out()
        scroll = self.scroll
        self.body = to_pixels(next(one for one in tree.root.walk() if one.key == "body").box, tree.t)
        if tree.scroll is None:
            scroll.rect, scroll.inner = self.body.copy(), 0.0
            scroll.scroll_to(0)
        scroll.px = tree.run.text_px(16)

    def _tree_key(self, canvas: Canvas, layout: Layout, snapshot: Snapshot) -> Hashable:
        now, facts = snapshot, snapshot.facts
        told = (now.place, now.tally, now.race, now.prizes, now.log, facts, now.names, now.plates)
        lit = (now.turn, now.seats_to_act) if layout.compact or facts.calls_in_force else None
        return canvas, layout, told, lit, now.trick_ranks if facts.ranking else (), self.content_key

    def _build_paper_tree(self, key: Hashable, canvas: Canvas, layout: Layout, snapshot: Snapshot) -> PlacedTree:
        area = layout.ledger_area
        paper = layout.sidebar / 306 if not layout.compact else min(layout.t, area.h / 400, area.w / 290)
        t = min(layout.t, GROWN * paper)
        px = LayoutPass(canvas, t).text_px

        def measure(words: str, size: float, face: str) -> float:
            return canvas.width(words, px(size), face) / t

        chart = self.shows_chart and snapshot.facts.chart is not None
        blocks = BlockCache(
            FigureInput(snapshot, self.portraits, self.prizes, chart, area.w / t - 2 * MARGIN, measure, paper / t)
        )
        parts = [self.make_upper_part(blocks.data), self.make_body(blocks), self._make_foot(blocks.data)]
        root = Column(parts, 0, (MARGIN, 10, MARGIN, 10), background=lambda canvas, at: canvas.draw_paper(at, 12 * t))
        found = PlacedTree(root, canvas, t, area, key)
        self._blocks = {one: self._blocks[one] for one in (self.paper, *self._ready) if one in self._blocks}
        self._blocks[found] = blocks
        return found

    def make_upper_part(self, data: FigureInput) -> Element:
        """Returns the upper part of the paper: title, position in the game, and buttons."""
        return self.make_head(data, self.title, data.shown.place)

    def make_head(self, data: FigureInput, title: str, place: str) -> Element:
        """Returns title, position in the game, and buttons. The buttons are beside the title or, on narrow paper, beside the
        position. place: the position in words.
        """
        side = SIDE * data.less
        buttons = [Control(one, bare=True, width=side, height=side) for one in self.heads if one.shown]
        named = Text(title, 24, face="serifb", max_lines=1, shrink=0.7, grow=1, line_height=1.15, role="heading")
        room = len(buttons) * (side + 8)
        said = Text(place, 14, "ink2", max_lines=2, shrink=0.85, grow=1)
        if data.measure(title, 24, "serifb") * 0.85 + room <= data.width:
            lines = [Row([named, *buttons], 8), Row([said], height=22)]
        else:
            lines = [Row([named]), Row([said, *buttons], 8)]
        return Column([*lines, Column([make_horizontal_line()], padding=(0, 4, 0, 8 * data.less))])

    def _make_foot(self, data: FigureInput) -> Element:
        buttons = [Control(one, 16, height=max(34.0, 42 * data.less)) for one in self.foot if one.shown]
        return Grid(buttons, 8 * data.less, (0, 8 * data.less, 0, 0), min_width=60, max_columns=2)

    def make_body(self, blocks: BlockCache) -> Element:
        """Returns the part of the paper between head and foot. The key of its element is "body"."""
        shown = blocks.data.shown
        if self.shows_log:
            log = shown.log or ("Nothing has happened in this deal yet.",)
            said = [make_log_line(words, not i) for i, words in enumerate(reversed(log))]
            return Scroll(Column([Text("What happened", 14, "ink2", "semi"), *said], 1), self.scroll, (10, 14), key="body")
        log = () if blocks.data.chart else shown.log

        def version_at_level(level: int) -> Version:
            return lambda: Column([*blocks.all_elements(level), LogElement(blocks.data, log)])

        def make_scrolled() -> Element:
            inside = Scroll(Column([*blocks.all_elements(1, scrolls=True), Spacer(height=6)]), self.scroll, (10, 14))
            last = LogElement(blocks.data, log[-2:])
            return Either(Column([inside, Column([last])]), inside, min_height=LEAST)

        return FirstFit([*map(version_at_level, range(LEVELS)), make_scrolled], grow=1, key="body")

    # ------------------------------------------------------------------ drawing and the accessible tree

    def draw(self, canvas: Canvas, tree: PlacedTree, focused: bool = False) -> bool:
        """Draws a tree without its buttons. Returns False if the cached picture of the tree was used."""
        anew = list[bool]()

        def paint() -> None:
            anew.append(True)
            tree.paint(canvas)
            if tree is self.paper and self.scroll.max_offset:
                self.scroll.draw(canvas, focused)

        canvas.draw_layer(tree.layer, (canvas, self.scroll.offset, self.scroll.pressed, focused), paint)
        return bool(anew)

    def accessible_parts(self, tree: Semantics) -> Iterator[TreePart]:
        """Yields all figures for screen readers, even those that do not fit on the paper."""
        blocks = self._blocks.get(self.paper) if self.paper is not None else None
        if blocks is None or self.paper is None:
            return
        shown = {id(one) for one in self.paper.root.walk()}
        tree.t, tree.scroller = self.paper.t, self.scroll if self.scroll.max_offset else None
        for block in BLOCKS:
            made = [one for level in range(LEVELS) if (one := blocks.element_of(block, level)) is not None]
            if made:
                yield from next((one for one in made if id(one) in shown), made[0]).accessible_parts(tree)
        tree.scroller = None
