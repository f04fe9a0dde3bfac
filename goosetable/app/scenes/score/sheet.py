"""The elements of a score sheet: a title, a table of the arithmetic, the race, and the geese won at this table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from goosetable.app.art import pictures
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import SUIT_SIGNS
from goosetable.app.scenes.score.summary import ScoreSummary, row_figures
from goosetable.app.table.seats import group, group_width
from goosetable.app.ui.accessible import sentences, spoken
from goosetable.app.ui.elements import (
    BASELINE,
    Column,
    Either,
    Element,
    Grid,
    Heading,
    Picture,
    Row,
    Spacer,
    Table,
    TableRow,
    Text,
    Wrap,
    icon,
    rule,
)  # fmt: skip
from goosetable.app.ui.elements.components import listed
from goosetable.engine.rules.event import Points
from goosetable.engine.text import table_facts
from goosetable.engine.text.table_facts import clockwise, together
from goosetable.engine.words import phrases

MOST_GEESE: Final = 12
SUM: Final = "sum"
"""The spoken header of a column without words."""
MANY: Final = 4  # more rows than this are low ones


class ScoreSheet:
    """Makes the elements of a scene's sheet. wide: figures have columns; tight: rows are as low as can be."""

    def __init__(self, scene: ScoreSummary, wide: bool, tight: bool) -> None:
        self.scene, self.say = scene, scene.match.say
        self.wide, self.tight = wide, tight

    def element(self) -> Element:
        """All of the sheet but its buttons."""
        rows = self.scene.tally.rows
        scores = self._table() if self.wide else Column([self._low(row) for row in rows], 6, role="list", name="Scores")
        gap = 3 if self.tight else 8
        parts = [self._head(), Spacer(height=gap - 3), scores, Spacer(height=gap), rule(), self._race()]
        return Column([*parts, rule(), self._geese()] if self.scene.ended else parts)

    def _head(self) -> Element:
        scene = self.scene
        under: list[Element] = [Text(scene.subtitle, 16.5, "ink2")]
        if scene.aside:
            aside = Text(scene.aside, 16.5, "ink2")
            under.append(Row([icon("lock", 16), aside], 6) if scene.about_code else aside)

        def words(size: float) -> Element:
            return Column([Heading(scene.title, size, line_height=1.36), Wrap(under, 24)], grow=1)

        sprig = Picture(lambda canvas, at: canvas.svg(pictures.sprig(), *at), width=100, height=93)
        return Either(Row([words(38), sprig]), Either(lambda: words(38), lambda: words(27), min_width=600), min_width=900)

    # ------------------------------------------------------------------ the arithmetic

    def _table(self) -> Element:
        tally, low = self.scene.tally, len(self.scene.tally.rows) > MANY
        headers = [Text(head, 15, "ink2") for head in ("", *self._headings())]
        for header in headers:
            header.spoken = spoken(header.words.replace("× 2", "twice")) or SUM
        headers[0].spoken = "Player"
        sizes = (42, 19, 14.5, 16.7) if low else (54, 24, 16, 22) if self.tight else (66, 24, 16, 22)
        rows = [self._row(row, *sizes) for row in tally.rows]
        height, gap = (48, 1) if low else (62, 1) if self.tight else (88, 5)
        return Table(
            headers, rows, name="Scores", lead=sizes[0] + 26, row_gap=gap, row_height=height,
            padding=3 if self.tight or low else 6,
        )  # fmt: skip

    def _headings(self) -> list[str]:
        """The headings over the figures of `_figures`."""
        tally = self.scene.tally
        heads = list(tally.heads)
        if self._summed:
            heads.append(tally.base_head)
        if tally.extra_head:
            heads.append(tally.extra_head)
        return [*heads, *(["points"] if self.scene.single else ["deal", "total"])]

    @property
    def _summed(self) -> bool:
        """Whether the figures are summed up before something is added."""
        return bool(self.scene.tally.base_head) or any(row.base for row in self.scene.tally.rows)

    def _row(self, row: table_facts.Row, diameter: float, name: float, why: float, size: float) -> TableRow:
        called = Text(self.say(together(row.seats)), name, face="serif", max_lines=1, shrink=0.8)
        return TableRow(
            [called, *self._figures(row, size)],
            self._group(row.seats, diameter),
            Text(self.say(row.why), why, "ink" if row.good else "ink2"),
            self._ground if row.good else None,
            key=f"row:{row.seat}",
        )

    def _figures(self, row: table_facts.Row, size: float) -> list[Element]:
        """The arithmetic of a row: figures, base, extra, and points and total as they run."""
        scene, tally = self.scene, self.scene.tally
        figures: list[Element] = [Text(phrases.signed(figure), size) for figure in row.figures]
        if self._summed:
            figures.append(Text(phrases.signed(row.base), size, spoken=spoken(row.base.removeprefix("= "))))
        if tally.extra_head:
            colour, face = ("leaf", "bold") if row.extra.startswith("+") else ("ink2", "sans")
            said = spoken(row.extra) if row.extra else "none"
            figures.append(Text(row.extra or "–", size, colour, face, spoken=said))
        total = self._running(row.seat, 1, size * 1.36)
        return [*figures, total] if scene.single else [*figures, self._running(row.seat, 0, size * 1.36), total]

    def _running(self, seat: int, which: int, size: float, plus: str = "") -> Text:
        """Points (0) or total (1) of a seat, as they run."""
        scene = self.scene
        words = phrases.amount((scene.points, scene.totals)[which][seat])
        mark = plus if words[:1].isdigit() else ""
        return Text(
            mark + words, size, face="serifb", max_lines=1, text_align=1, live=lambda: mark + scene.running(seat)[which]
        )

    def _low(self, row: table_facts.Row) -> Element:
        """A row of a narrow sheet: name, points and total in one line, the arithmetic in the next, and the reason under it."""
        scene = self.scene
        colour, face = ("leaf", "semi") if row.good else ("ink", "sans")
        ends = [Text("points" if scene.single else "total", 13.5, "ink2"), self._running(row.seat, 1, 25)]
        won = [] if scene.single else [self._running(row.seat, 0, 21, "+")]
        name = Text(self.say(together(row.seats)), 20, face="serif", max_lines=1, shrink=0.8, grow=1)
        line: list[Text] = [name, *won, *ends]
        for text in line:
            text.align, text.spoken = BASELINE, ""
        words: list[Element] = [
            Row(line, 10),
            Text(self._sum(row), 16, colour, face, line_height=1.35, spoken=""),
            Text(self.say(row.why), 15, "ink" if row.good else "ink2", spoken=""),
        ]
        portrait = Column([self._group(row.seats, 44)], padding=(0, 4, 0, 0), align=0)
        said = f"{self.say(together(row.seats))}: {row_figures(scene, row)}"
        return Row(
            [portrait, Column(words, grow=1)], 12, (0, 4, 0, 6), background=self._ground if row.good else None,
            role="row", name=sentences((said, self.say(row.why))), key=f"row:{row.seat}",
        )  # fmt: skip

    def _ground(self, canvas: Canvas, at: pygame.Rect) -> None:
        """Draws the green panel of the leading row."""
        u, t = self.scene.t, canvas.theme
        canvas.box(at.x - 12 * u, at.y, at.w + 24 * u, at.h, 12 * u, fill=t.good, edge=t.good_edge, sw=1.4)

    def _group(self, seats: Sequence[int], diameter: float, ring: str = "") -> Picture:
        """A medallion, or those of partners. ring: its colour of the theme."""
        who = [self.scene.portraits[seat] for seat in seats]
        return Picture(
            lambda canvas, at: group(canvas, who, *at.center, at.h, getattr(canvas.theme, ring) if ring else ""),
            width=group_width(diameter, len(seats)), height=diameter,
        )  # fmt: skip

    def _sum(self, row: table_facts.Row) -> str:
        """The arithmetic of a row in one line; figures that make no sum have their headings."""
        heads = self.scene.tally.heads
        figures = [figure for figure in row.figures if figure]
        if not row.base or any(head in SUIT_SIGNS for head in heads):
            figures = [f"{head} {figure or '–'}" for head, figure in zip(heads, row.figures, strict=True)]
        return "  ".join(figures) if not row.base else " ".join([*figures, *(part for part in (row.base, row.extra) if part)])

    # ------------------------------------------------------------------ the game so far

    def _race(self) -> Element:
        scene = self.scene
        sentence = Text(self.say(scene.race.sentence), 17, face="semi")
        if scene.single:
            return Column([sentence], padding=(0, 10, 0, 12))
        named = Text("The totals" if scene.ranked else "The race", 17, "ink2", "semi", role="heading")
        wide = scene.context.canvas.width(sentence.words, scene.px(17), "semi") / scene.t
        head = Either(Row([named, Spacer(grow=1), sentence]), Column([named, sentence], 2), min_width=wide + 110)
        places = self._ranking() if scene.ranked else Either(self._rail(46), lambda: self._rail(36), min_width=600)
        return Column([Column([head], padding=(0, 8, 0, 4)), places])

    def _ranking(self) -> Element:
        """All parties by total, the first at the upper left; level totals share their place."""
        scene, totals = self.scene, self.scene.race.totals
        order, cells = sorted(scene.race.parties, key=lambda party: -totals[party[0]]), []
        for party in order:
            good, total, name = party[0] in scene.race.good, totals[party[0]], self.say(together(party))
            place = 1 + sum(totals[other[0]] > total for other in order)
            cells.append(Row([
                Text(f"{place}.", 16, "ink2", width=20, text_align=1, spoken=""),
                self._group(party, 32, "brass" if good else ""),
                Text(name, 17, face="serif", max_lines=1, shrink=0.6, grow=1, spoken=""),
                Text(phrases.amount(total), 18, "leaf" if good else "ink", "bold", spoken=""),
            ], 6, (0, 4, 14, 4), role="row", name=f"{place}. {name}: {phrases.amount(total)}"))  # fmt: skip
        return Grid(cells, 0, min_width=200, even=True, role="list", name="The totals")

    def _rail(self, diameter: float) -> Picture:
        race = self.scene.race
        places = sorted(race.parties, key=lambda party: race.totals[party[0]])
        named = phrases.listed([f"{self.say(together(party))} {phrases.amount(race.totals[party[0]])}" for party in places])
        aim = f"The race to {race.target}" if race.target else "The race"
        return Picture(partial(self._draw_rail, diameter), height=diameter + 30, name=f"{aim}: {named}")

    def _draw_rail(self, d: float, canvas: Canvas, at: pygame.Rect) -> None:
        """Draws the line to the target, with a mark at every quarter, and every party at its total."""
        t, u, race = canvas.theme, self.scene.t, self.scene.race
        d *= u
        low, high = float(min(0, *race.totals)), float(max(race.target, 1, *race.totals))
        left, room, cy = at.x + 26 * u, at.w - 96 * u, at.y + d / 2 + 2 * u
        canvas.box(left, cy - 4 * u, room, 8 * u, 4 * u, fill=t.rule)
        for quarter in range(5 if race.target else 0):
            x = left + room * (race.target * quarter / 4 - low) / (high - low)
            canvas.box(x - 1.5, cy - 5 * u, 3, 10 * u, 1, fill=t.ink2, alpha=0.6)
        if race.target == high:
            canvas.put(str(race.target), left + room + 32 * u, cy, self.scene.px(17), t.ink2, "semi", "midleft")
        for party, cx in spread(race, left, room, low, high, d):
            good = party[0] in race.good
            group(canvas, [self.scene.portraits[seat] for seat in party], cx, cy, d, t.brass if good else "")
            total = phrases.amount(race.totals[party[0]])
            canvas.put(total, cx, cy + d * 0.54, self.scene.px(17), t.leaf if good else t.ink, "bold", "midtop")

    def _geese(self) -> Element:
        """The games won by each player at this table, as geese."""
        scene, cells = self.scene, list[Element]()
        one, many = scene.match.game.text.prize
        title = f"{phrases.sentence(many)} at this table"
        heading = Text(title, 17, "ink2", "semi", role="heading")
        for seat in clockwise(scene.match.me, len(scene.prizes)):
            called, count = self.say(together((seat,))), scene.prizes[seat]
            name = Text(called, 16 if self.tight else 18, face="serif", max_lines=1, shrink=0.8, grow=5, loose=True, spoken="")
            flock: Element = Text("none yet", 15, "ink2", spoken="")
            if count:
                flock = Picture(partial(self._flock, count), grow=1, height=36)
            said = f"{called}: {phrases.count(count, one, many) if count else 'none yet'}"
            cells.append(Row([self._group((seat,), 36), name, flock], 9, (0, 4, 0, 4), role="row", name=said))
        grid = listed(title, cells, min_width=215 if self.tight else 250, columns=len(cells))
        grid.even, grid.grow = True, 1
        beside = Row([heading, grid], 16, (0, 4, 0, 0))
        over = Column([heading, grid], 2, (0, 8, 0, 0))
        return Either(beside, over, min_width=190 + 225 * len(cells)) if self.tight else over

    def _flock(self, count: int, canvas: Canvas, at: pygame.Rect) -> None:
        u, cy = self.scene.t, at.centery
        drawn = count if count <= min(at.w / u // 30, MOST_GEESE) else 1
        for i in range(drawn):
            canvas.badge("goose", at.x + (14 + i * 30) * u, cy, 28 * u)
        if drawn < count:
            canvas.put(f"× {count}", at.x + 36 * u, cy, self.scene.px(18), canvas.theme.ink, "bold", "midleft")


def spread(
    race: table_facts.Race, left: float, room: float, low: float, high: float, d: float
) -> list[tuple[tuple[int, ...], float]]:
    """Places the parties on the rail, and moves those apart that are too near to one another."""
    totals = race.totals
    order = sorted(race.parties, key=lambda party: (totals[party[0]], party))
    gap = min(group_width(d, max(map(len, order))) + d * 0.04, room / max(1, len(order)))
    places = [left + room * (_plain(totals[party[0]]) - low) / (high - low) for party in order]
    for _ in range(24):
        for i in range(len(places) - 1):
            lack = gap - (places[i + 1] - places[i])
            if lack > 0:
                places[i] -= lack / 2
                places[i + 1] += lack / 2
        over, under = places[-1] - (left + room), left - places[0]
        if over > 0:
            places[-1] -= over
        if under > 0:
            places[0] += under
    return list(zip(order, places, strict=True))


def _plain(points: Points) -> float:
    return float(points)
