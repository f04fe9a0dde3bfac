"""The sidebar folded into a strip along the top of a small window."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.table.seats import group, group_width
from goosetable.app.table.sidebar.blocks import RANK_LEAST, badge_sign, bare_rows, rank_boxes
from goosetable.app.table.snapshot import Snapshot
from goosetable.app.table.table_layout import Layout, spot_area
from goosetable.app.ui.buttons import Button
from goosetable.app.ui.elements import Control, Element, FirstFit, Picture, Row, Spacer, Text, Version, View
from goosetable.engine.text import table_facts
from goosetable.engine.words import phrases

HEIGHT: Final = 40.0
"""Height of the strip, in units."""
SIZES: Final = (15.0, 13.0, 11.5)
"""Sizes of the figures of all seats that are tried, in units."""
RANKS: Final = (24.0, 19.0, 15.0)
"""Widths of a box in the order of the ranks that are tried, in units."""


def strip(
    canvas: Canvas, layout: Layout, shown: Snapshot, portraits: Sequence[str], buttons: Sequence[Button] = (),
    key: Hashable = None,
) -> View:  # fmt: skip
    """Returns the strip: figures of all seats if they have room, else the person's and a sentence; buttons at the right end."""
    t = min(layout.t, layout.strip / HEIGHT)
    head = Text(shown.place.split(",")[0], 15, face="serifb", max_lines=1, shrink=0.7)
    least = RANK_LEAST / t
    versions: list[Version] = [
        lambda size=size, each=each: _all(shown, portraits, size, max(least, each))  # type: ignore[misc]
        for size, each in zip(SIZES, RANKS, strict=True)
    ]
    versions.append(lambda: _own(shown, portraits, least))
    icons = [Control(one, bare=True, width=34, height=34) for one in buttons if one.shown]
    marks = [] if spot_area(layout).h else _marks(shown)
    parts = [head, FirstFit(versions, across=True, grow=1), *marks, *icons]

    def paper(canvas: Canvas, at: pygame.Rect) -> None:
        canvas.box(at.x, at.y, at.w, at.h, 0, grad=(canvas.theme.paper, canvas.theme.paper_lo))
        canvas.line(0, at.bottom, at.w, canvas.theme.paper_edge, sw=2)

    return View(Row(parts, 8, (10, 0, 6, 0), background=paper), canvas, t, layout.strip_area, key)


def _all(shown: Snapshot, portraits: Sequence[str], size: float, each: float) -> Element:
    """Returns a medallion and a figure for each row; then the text of the person's plate, or the order of the ranks."""
    rows = (shown.tally.rows if shown.tally is not None else ()) or bare_rows(shown)
    parts: list[Element] = [_seat(shown, portraits, row, size) for row in rows]
    own = _apart(shown)
    parts.append(Spacer(grow=1))
    if own:
        parts.append(Text(own, size, "ink2", max_lines=1, text_align=1, spoken=""))
    return Row([*parts, *_ranks(shown, width=len(shown.facts.ranking) * each)], 13)


def _own(shown: Snapshot, portraits: Sequence[str], least: float) -> Element:
    """Returns the person's medallion, figure and plate, and marks of all seats; the opened sidebar has the rest."""
    rows = shown.tally.rows if shown.tally is not None else ()
    row, own, meter = next((row for row in rows if shown.me in row.seats), None), _apart(shown), shown.facts.meter
    parts: list[Element] = [] if row is None else [_seat(shown, portraits, row, 15)]
    if own and row is not None:
        parts.append(Text(own, 15, "ink2", max_lines=1, shrink=0.75, grow=1, loose=True, spoken=""))
    if shown.facts.ranking:
        most = len(shown.facts.ranking) * RANKS[0]
        return Row([*parts, Spacer(grow=0.01), *_ranks(shown, grow=1, width=most)], 10)
    said = meter.caption if meter is not None else shown.race.aim
    colour = "russet" if meter is not None and meter.filled > meter.size else "ink2"
    parts.append(Text(said, 15, colour, "semi", line_height=1.15, max_lines=2, shrink=0.8, text_align=0.5, grow=1, spoken=""))
    return Row(parts, 14)


def _seat(shown: Snapshot, portraits: Sequence[str], row: table_facts.Row, size: float) -> Element:
    """Returns the medallion of a row's seats, ringed while they are to act, and the figure."""
    faces, turn = [portraits[seat] for seat in row.seats], shown.turn in row.seats

    def medal(canvas: Canvas, at: pygame.Rect) -> None:
        group(canvas, faces, *at.center, at.h, canvas.theme.brass if turn else "")

    d = 30.0 if size == SIZES[0] else 26.0
    words = Text(figure(shown, row), size, face="bold" if row.good else "semi", max_lines=1, spoken="")
    return Row([Picture(medal, width=group_width(d, len(faces)), height=d), words], 5)


def _ranks(shown: Snapshot, width: float, grow: float = 0) -> list[Element]:
    ranking = shown.facts.ranking
    return [rank_boxes(ranking, shown.lying, width=width, grow=grow, height=30)] if ranking else []


def _marks(shown: Snapshot) -> list[Element]:
    """Returns marks that concern all seats, such as trumps, if they have no place on the cloth."""
    found: list[Element] = []
    for badge in shown.facts.badges:
        if badge.seat is None:
            found.append(Row([badge_sign(badge.kind, 24), Text(badge.label, 13, "ink2", "semi", max_lines=1, spoken="")], 5))
    return found


def _apart(shown: Snapshot) -> str:
    """Returns the text of the person's plate, unless the figures of the strip say the same."""
    told = shown.facts
    return "" if any(told.quotas) or told.ranking or told.strips else shown.plates[shown.me]


def figure(shown: Snapshot, row: table_facts.Row) -> str:
    """Returns the worth of a row in short form: bid and tricks, the sum with its addition, or the points."""
    quota = shown.facts.quotas[row.seat] if shown.facts.quotas else None
    if quota is not None:
        return f"{quota.won} of {quota.bid}"
    if len(row.figures) > 2 and row.points:
        return row.points
    if row.base:
        return row.base.removeprefix("= ") + (f" ~{row.extra}~" if row.extra else "")
    if row.points:
        return row.points
    return row.figures[0] if row.figures and row.figures[0] else phrases.amount(shown.race.totals[row.seat])
