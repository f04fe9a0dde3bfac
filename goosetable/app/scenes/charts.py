"""The page with a player's charts: places, accuracy, games won, bids and opponents. A note explains each figure."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator
from datetime import date
from math import sqrt
from typing import Final, NamedTuple

import pygame

from goosetable.app.art.svg import document
from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import FigureNote, NotedPage
from goosetable.app.scenes.records_page import BEING_READ, AwaitsRecords, FilterBar, ReadingTime, portrait_of, reading_remark
from goosetable.app.skins.theme import mix
from goosetable.app.storage.history import game_list
from goosetable.app.storage.history.figures import FEW, Charts, Figures, OpponentResults, uncounted_games
from goosetable.app.storage.history.game_list import ListedGame
from goosetable.app.storage.history.index import IndexBusy
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import RecordedPlayer
from goosetable.app.ui.elements import (
    STRETCH,
    Column,
    Control,
    Element,
    FittingWording,
    Heading,
    PaperSheet,
    Row,
    Text,
    make_horizontal_line,
    make_portrait,
)
from goosetable.app.ui.elements.components import foot_row
from goosetable.app.ui.focus import ARROWS, Button
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import Widget, draw_ground
from goosetable.engine.words import phrases
from goosetable.games import find_game

ASIDE: Final = 3
"""When an arrow key looks for the nearest figure ahead, a pixel sideways counts as much as this many pixels ahead."""


class ChartTexts(NamedTuple):
    """The texts of a chart with figures. legend: words at the right end of the heading. summary: all figures in a sentence."""

    legend: str
    summary: str


class FigureChart(Widget):
    """Base of charts. A chart is a single control, in which arrow keys or the pointer choose one of the figures.

    heading_note: the note that explains the heading.
    """

    role = "image"
    nothing = "No finished games."
    """The sentence that replaces the figures if there are none."""

    def __init__(self, title: str, heading_note: str) -> None:
        super().__init__(title, on_paper=True)
        self.heading_note = heading_note
        self.data: Charts | None = None
        """The figures of all charts; None before the records are read."""
        self._texts: ChartTexts | None = None
        self.figures: list[FigureNote] = []
        """The notes on all figures, with their boxes in the last drawing; the first is the note on the heading."""
        self.current = 0
        self.pointed: int | None = None

    @property
    def accessible_value(self) -> str:
        return self.figures[self.current].words if self.current < len(self.figures) else self.heading_note

    def show(self, data: Charts) -> None:
        """Shows new figures. data: the figures of all charts."""
        self.data, self._texts = data, self.texts(data)

    @property
    def summary(self) -> str:
        """All figures of the chart in sentences, for screen readers."""
        return "" if self.data is None else self.nothing if self._texts is None else self._texts.summary

    def texts(self, data: Charts) -> ChartTexts | None:
        """Returns the texts of the chart; None if it has no figures."""
        raise NotImplementedError

    def draw_figures(self, canvas: Canvas, area: pygame.Rect, data: Charts) -> None:
        """Draws the figures in an area. Adds the area of each to `figures`, with its note."""

    def figure_at(self, pos: tuple[int, int]) -> FigureNote | None:
        """Returns the figure at a point of the window, with its note; None if there is no figure."""
        return next((figure for figure in self.figures if figure.area.collidepoint(pos)), None)

    def follow_pointer(self, pos: tuple[int, int]) -> bool:
        """Stores the figure under the pointer. Returns True if the figure has changed since the last call."""
        before = self.pointed
        inside = (place for place, figure in enumerate(self.figures) if figure.area.collidepoint(pos))
        self.pointed = next(inside, None)
        return self.pointed != before

    def pointer_down(self, pos: tuple[int, int]) -> None:
        self.follow_pointer(pos)
        if self.pointed is not None:
            self.current = self.pointed

    def focus_changed(self, focused: bool) -> None:
        self.current = self.current if focused else 0

    def handle_key(self, event: pygame.event.Event) -> bool:
        if event.key not in ARROWS or self.current >= len(self.figures):
            return False
        (dx, dy), (x, y) = ARROWS[event.key], self.figures[self.current].area.center
        ways = []
        for place, figure in enumerate(self.figures):
            right, below = figure.area.centerx - x, figure.area.centery - y
            ahead = right * dx + below * dy
            if ahead > 2:
                ways.append((ahead + ASIDE * abs(right * dy + below * dx), place))
        if not ways:
            return False
        self.current = min(ways)[1]
        return True

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, px = canvas.theme, self.px
        x, y, w, h = self.rect
        self.figures = []
        seen = canvas.draw_label(self.label, x, y, px * 1.2, t.ink, "serifb", w * 0.62)
        tell = pygame.Rect(x, y, seen.w + round(px * 1.8), round(px * 1.7))
        canvas.draw_icon("info", seen.right + px, seen.centery, px * 1.05, t.ink2)
        self.figures.append(FigureNote(tell, self.heading_note))
        room = w - tell.w - px
        legend = "" if self._texts is None else self._texts.legend
        if legend and canvas.width(legend, px * 0.85, "sans") <= room:
            canvas.draw_plain_text(legend, x + w, seen.bottom - px * 0.2, px * 0.85, t.ink2, "sans", "bottomright")
        top = y + round(px * 2.1)
        area = pygame.Rect(x, top, w, y + h - top)
        if self.data is None:
            return
        if self._texts is None:
            canvas.draw_paragraph(self.nothing, x, top, w, px * 0.92, t.ink2, "sans", 1.3)
        else:
            self.draw_figures(canvas, area, self.data)
        place = self.pointed if self.hover and self.pointed is not None else self.current if focused else None
        if place is not None and place < len(self.figures):
            draw_ground(canvas, "marked", self.figures[place].area.inflate(4, 4), 6)


NAMES: Final = ("won", "second", "third", "later")


def percent_text(fraction: float) -> str:
    """Returns a fraction, 0..1, as a percentage without decimals, such as "33 %"."""
    return f"{round(100 * fraction)} %"


def signed_text(figure: float, unit: str = "") -> str:
    """Returns a number with its sign, and then its unit. 0 has no sign.

    unit: text after the number, such as " %". A number with a unit is rounded to an integer; one without, to a tenth.

    >>> signed_text(-2.34), signed_text(0.04), signed_text(33.3, " %")
    ('−2.3', '0.0', '+33 %')
    """
    text = f"{figure:+.0f}" if unit else f"{figure:+.1f}"
    return phrases.with_minus_sign(text if text.strip("+-0.") else text[1:]) + unit


class FinalPlacesChart(FigureChart):
    """A chart with the number of games for each final place."""

    def __init__(self) -> None:
        super().__init__("Places", "Where the games played to the end were finished. A place that is shared counts for both.")

    def texts(self, data: Charts) -> ChartTexts | None:
        counts = ", ".join(f"{name} {count:,}" for name, count in zip(NAMES, data.places, strict=True))
        total = data.games.total
        return ChartTexts(phrases.count_text(total, "game"), f"{phrases.with_capital(counts)}.") if total else None

    def draw_figures(self, canvas: Canvas, area: pygame.Rect, data: Charts) -> None:
        t, px, places = canvas.theme, self.px, data.places
        foot, head = area.bottom - px * 1.5, area.top + px * 1.3
        each, most = area.w / len(places), max(places)
        for place, count in enumerate(places):
            high = max(2.0, (foot - head) * count / most)
            box = pygame.Rect(round(area.x + each * (place + 0.12)), round(foot - high), round(each * 0.76), round(high))
            if count:
                tan = mix(t.paper_edge, t.ink2, 0.12)
                edge, grad = (t.plain_edge, (tan, tan)) if place else (t.brass_lo, (t.prime, t.brass))
                canvas.draw_box(box.x, box.y, box.w, box.h, 5, edge=edge, gradient=grad)
            canvas.draw_plain_text(
                f"{count:,}", box.centerx, box.top - 2, px, t.ink, "serifb" if place == 0 else "semi", "midbottom"
            )
            canvas.draw_plain_text(NAMES[place], box.centerx, foot + px * 0.2, px * 0.85, t.ink2, "sans", "midtop")
            said = f"{phrases.with_capital(NAMES[place])}: {count:,} of {phrases.count_text(data.games.total, 'game')}"
            box = pygame.Rect(box.x, round(foot - high - px * 1.2), box.w, round(high + px * 2.6))
            self.figures.append(FigureNote(box, f"{said}, {percent_text(count / data.games.total)}."))
        canvas.draw_line(area.x, foot, area.w, t.plain_edge)


class AccuracyChart(FigureChart):
    """A chart of the accuracy by month or quarter. A band shows the 95 % confidence intervals."""

    nothing = "Nothing is reviewed yet. Review on a score sheet says what each decision cost, and it is counted here."

    def __init__(self) -> None:
        about = (
            "Of the reviewed decisions with a choice, the part that cost nothing that counts. "
            "The band holds the true part in 95 of 100 cases."
        )
        super().__init__("Accuracy", about)

    def texts(self, data: Charts) -> ChartTexts | None:
        if not data.periods:
            return None
        few = "few games yet, " if data.accuracy.total < FEW else ""
        legend = f"{few}decisions as good as the best, by {'month' if data.monthly else 'quarter'}"
        first, last = data.periods[0], data.periods[-1]
        latest = f"{percent_text(last.share.fraction)} in {_month_text(last.start)}"
        earliest = f"{percent_text(first.share.fraction)} in {_month_text(first.start)}, " if len(data.periods) > 1 else ""
        return ChartTexts(legend, f"{earliest}{latest}.")

    def draw_figures(self, canvas: Canvas, area: pygame.Rect, data: Charts) -> None:
        t, px, periods = canvas.theme, self.px, data.periods
        left, right = area.x + px * 2.8, area.right - px * 3.4
        top, foot = area.top + px * 0.5, area.bottom - px * 1.8
        bands = [period.share.interval for period in periods]
        low = max(0, int(10 * min(band[0] for band in bands)))
        high = min(10, int(10 * max(band[1] for band in bands)) + 1)
        low, high = min(low, high - 3), max(high, low + 3)

        def level(fraction: float) -> float:
            return foot - (foot - top) * (10 * fraction - low) / (high - low)

        step = 1 if high - low <= 5 else 2
        for tenth in range(low, high + 1, step):
            canvas.draw_line(left, level(tenth / 10), right - left)
            canvas.draw_plain_text(f"{10 * tenth} %", left - px * 0.5, level(tenth / 10), px * 0.8, t.ink2, "sans", "midright")
        months = [12 * period.start.year + period.start.month for period in periods]
        span = max(1, months[-1] - months[0])
        one = len(periods) == 1
        xs = [(left + right) / 2 if one else left + (right - left) * (month - months[0]) / span for month in months]
        ys, edges = [level(period.share.fraction) for period in periods], [(level(band[0]), level(band[1])) for band in bands]
        self._draw_line(canvas, area, xs, ys, edges, data.accuracy.total < FEW)
        last = -1000.0
        for x, period in zip(xs, periods, strict=True):
            said = phrases.MONTHS[period.start.month - 1]
            name = f"{said} {period.start.year}" if data.monthly else f"From {said} {period.start.year}"
            short = f"{said[:3]} {period.start.year}"
            if x - last > canvas.width(short, px * 0.8, "sans") + px * 0.8:
                canvas.draw_plain_text(short, x, foot + px * 0.4, px * 0.8, t.ink2, "sans", "midtop")
                last = x
            share, (least, most) = period.share, period.share.interval
            dot = pygame.Rect(0, 0, round(px * 0.7), round(px * 0.7))
            dot.center = (round(x), round(level(share.fraction)))
            decisions = phrases.count_text(share.total, "decision")
            words = f"{name}: {share.part} of {decisions} as good as the best, {percent_text(share.fraction)}"
            self.figures.append(FigureNote(dot, f"{words} ({percent_text(least)} to {percent_text(most)})."))
        end = periods[-1].share.fraction
        canvas.draw_plain_text(percent_text(end), xs[-1] + px * 0.7, level(end), px * 1.1, t.leaf, "serifb", "midleft")

    def _draw_line(
        self, canvas: Canvas, area: pygame.Rect, xs: list[float], ys: list[float], bands: list[tuple[float, float]], few: bool
    ) -> None:  # fmt: skip
        t = canvas.theme
        if len(xs) == 1:
            canvas.draw_box(xs[0] - 7, bands[0][1], 14, bands[0][0] - bands[0][1], 3, fill=t.leaf, alpha=0.2)
        points = [(x - area.x, y - area.y) for x, y in zip(xs, ys, strict=True)]
        ring = [(x - area.x, low - area.y) for x, (low, _) in zip(xs, bands, strict=True)]
        ring += [(x - area.x, high - area.y) for x, (_, high) in reversed(list(zip(xs, bands, strict=True)))]
        dash = ' stroke-dasharray="6,5"' if few else ""
        edge = f' stroke="{t.leaf}" stroke-opacity="0.5"{dash}' if few else ""
        drawing = (
            f'<path d="{_svg_path(ring)} Z" fill="{t.leaf}" fill-opacity="0.16"{edge}/>'
            f'<path d="{_svg_path(points)}" fill="none" stroke="{t.leaf}" stroke-width="{self.px * 0.2:.1f}"{dash}/>'
        )
        canvas.draw_svg(document(area.w, area.h, drawing), area.x, area.y, area.w, area.h)
        for x, y in zip(xs, ys, strict=True):
            d = self.px * 0.42
            canvas.draw_box(x - d / 2, y - d / 2, d, d, d / 2, fill=t.leaf)


def _month_text(day: date) -> str:
    return f"{phrases.MONTHS[day.month - 1]} {day.year}"


def _svg_path(points: list[tuple[float, float]]) -> str:
    return "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points)


class GamesWonChart(FigureChart):
    """A chart with the share of games won, by kind of game. A notch marks the share that equal players would win."""

    def __init__(self) -> None:
        about = "The part of the games won, alone or with others. The notch is what a player as good as the others would win."
        super().__init__("By game", about)

    def texts(self, data: Charts) -> ChartTexts | None:
        won = ", ".join(f"{find_game(row.game).title} {percent_text(row.share.fraction)}" for row in data.by_game)
        return ChartTexts("won, in %; notch: an equal share", f"Won: {won}.") if won else None

    def draw_figures(self, canvas: Canvas, area: pygame.Rect, data: Charts) -> None:
        t, px, rows = canvas.theme, self.px, data.by_game
        each = min(px * 2.0, area.h / len(rows))
        small = min(px * 0.9, each * 0.62)
        names = min(area.w * 0.45, max(canvas.width(find_game(row.game).title, small, "semi") for row in rows) + px)
        left, wide = area.x + names, area.w - names - px * 2.6
        for place, row in enumerate(rows):
            mid, high, part = area.y + each * (place + 0.5), each * 0.48, row.share.fraction
            title = find_game(row.game).title
            canvas.draw_label(title, area.x, mid, small, t.ink, "semi", names - px * 0.5, "midleft")
            canvas.draw_box(left, mid - high / 2, wide, high, 4, fill=t.rule)
            better = part >= row.equal
            if row.share.part:
                tone = t.leaf if better else mix(t.paper_edge, t.ink2, 0.4)
                canvas.draw_box(left, mid - high / 2, max(4, wide * part), high, 4, fill=tone)
            canvas.draw_box(left + wide * row.equal - 1, mid - high * 0.8, 2.5, high * 1.6, 1, fill=t.ink)
            face = "serifb" if better else "semi"
            canvas.draw_plain_text(str(round(100 * part)), area.right, mid, small * 1.1, t.ink, face, "midright")
            words = f"{title}: {row.share.part} of {phrases.count_text(row.share.total, 'game')} won, {percent_text(part)}. "
            equal = f"Among equals it would be {percent_text(row.equal)}, where the notch stands."
            box = pygame.Rect(area.x, round(mid - each / 2), area.w, round(each))
            self.figures.append(FigureNote(box.inflate(0, -4), words + equal))


class BidsChart(FigureChart):
    """A chart of bids: the number of deals for each pair of tricks bid and tricks taken."""

    nothing = "No game with bids of tricks."

    def __init__(self) -> None:
        super().__init__("Bids", "Deals by the tricks that were bid (down) and taken (across). The green squares are exact.")

    def texts(self, data: Charts) -> ChartTexts | None:
        if data.bids is None:
            return None
        good, total = data.bids.exact_share.part, data.bids.exact_share.total
        return ChartTexts(f"{good:,} of {total:,} exact", f"{good:,} of {phrases.count_text(total, 'bid')} exact.")

    def draw_figures(self, canvas: Canvas, area: pygame.Rect, data: Charts) -> None:
        assert data.bids is not None
        t, px, cells = canvas.theme, self.px, data.bids.cells
        all_of, most = data.bids.exact_share.total, max(cells.values())
        top = max(max(bid, taken) for bid, taken in cells) + 1
        rows, columns = max(bid for bid, _ in cells) + 1, top
        side = min((area.h - px * 1.4) / rows, px * 2.0)
        each = min((area.w - px * 5) / columns, px * 2.6)
        left, head = area.x + px * 2.4, area.y + px * 1.3
        small = min(px * 0.85, side * 0.6, each * 0.5)
        canvas.draw_plain_text("bid", area.x, head - px * 0.15, px * 0.8, t.ink2, "sans", "bottomleft")
        canvas.draw_plain_text(
            "taken", left + each * columns + px * 0.3, head - px * 0.15, px * 0.8, t.ink2, "sans", "bottomleft"
        )
        for taken in range(columns):
            canvas.draw_plain_text(
                str(taken), left + each * (taken + 0.5), head - px * 0.15, small, t.ink2, "sans", "midbottom"
            )
        for bid in range(rows):
            canvas.draw_plain_text(str(bid), left - px * 0.6, head + side * (bid + 0.5), small, t.ink2, "sans", "midright")
            for taken in range(columns):
                x, y = left + each * taken + 1, head + side * bid + 1
                box = pygame.Rect(round(x), round(y), round(each - 2), round(side - 2))
                count = cells.get((bid, taken), 0)
                tone, depth = (t.leaf if bid == taken else t.russet), sqrt(count / most)
                fill = mix(t.paper, tone, 0.08 + 0.5 * depth) if count else mix(t.paper_lo, t.rule, 0.3)
                canvas.draw_box(box.x, box.y, box.w, box.h, 4, fill=fill, edge=t.leaf if bid == taken and count else "none")
                if count:
                    shown = str(count) if count < 10_000 else f"{count // 1000}k"
                    canvas.draw_plain_text(
                        shown, *box.center, canvas.fitting_size(shown, small, "semi", box.w - 2, 8), t.ink, "semi", "center"
                    )
                    said = f"{bid} bid and {taken} taken: {phrases.count_text(count, 'deal')} of {all_of:,}"
                    self.figures.append(FigureNote(box, f"{said}, {percent_text(count / all_of)}."))


class OpponentsChart(FigureChart):
    """A chart with the result against each opponent, as a bar to the left or right of a line.

    portrait_of_player: a function that returns a player's portrait.
    """

    def __init__(self, portrait_of_player: Callable[[RecordedPlayer], str]) -> None:
        super().__init__(
            "Against", "This player against each of those met most often; green to the right where this player did better."
        )
        self._picture = portrait_of_player

    def texts(self, data: Charts) -> ChartTexts | None:
        if not data.against:
            return None
        rows = sorted(data.against, key=lambda row: -row.lead)
        said = [f"{RecordedPlayer(row.name, row.player).display_name} {_lead_words(row, data.points)}" for row in rows]
        legend = "points a deal, theirs left, yours right" if data.points else "games behind left, ahead right"
        return ChartTexts(legend, f"{', '.join(said)}.")

    def draw_figures(self, canvas: Canvas, area: pygame.Rect, data: Charts) -> None:
        t, px = canvas.theme, self.px
        count = max(1, min(len(data.against), int(area.h / (px * 1.75))))
        rows = sorted(data.against[:count], key=lambda row: -row.lead)
        each = min(px * 2.1, area.h / count)
        d, small = each * 0.86, min(px * 0.9, each * 0.6)
        names = area.w * 0.42
        figure = px * 3.2
        left, wide = area.x + names + figure, area.w - names - 2 * figure
        below = min(0.0, rows[-1].lead)
        span = max(0.0, rows[0].lead) - below or 1.0
        zero = left + wide * -below / span
        canvas.draw_box(zero - 0.75, area.y, 1.5, each * count, 0, fill=t.plain_edge)
        for place, row in enumerate(rows):
            mid = area.y + each * (place + 0.5)
            canvas.draw_portrait(self._picture(RecordedPlayer(row.name, row.player)), area.x + d / 2, mid, d)
            canvas.draw_label(row.name, area.x + d + px * 0.5, mid, small, t.ink, "semi", names - d - px * 0.6, "midleft")
            long, good = wide * abs(row.lead) / span, row.lead >= 0
            tone, high = (t.leaf if good else t.russet), each * 0.46
            if long >= 1:
                canvas.draw_box(zero if good else zero - long, mid - high / 2, long, high, 3, fill=tone)
            said = _lead_words(row, data.points)
            end, anchor = (zero + long + px * 0.4, "midleft") if good else (zero - long - px * 0.4, "midright")
            canvas.draw_plain_text(said, end, mid, small, tone if row.lead else t.ink2, "semi", anchor)  # type: ignore[arg-type] # one of two anchors
            box = pygame.Rect(area.x, round(mid - each / 2), area.w, round(each))
            title, games = RecordedPlayer(row.name, row.player).display_name, phrases.count_text(row.games, "game")
            words = f"{title}: {said}, the part of {games} that ended ahead of them, less the part that ended behind."
            if data.points:
                words = f"{title}: {said} points a deal compared with theirs, over {games} to the end."
            self.figures.append(FigureNote(box.inflate(0, -4), words))


def _lead_words(row: OpponentResults, in_points: bool) -> str:
    return signed_text(row.lead) if in_points else signed_text(100 * row.lead, " %")


FIELDS: Final = {"game": "Game", "who": "Against", "rules": "House rules", "when": "When"}
WIDE: Final = 1040
"""Least width of a window with all charts at once, in units; it has to be `HIGH` units high too."""
HIGH: Final = 560
LOW: Final = 320
"""Height of the window in units, under which controls are lower."""
TURNS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
"""Keys that show another chart, if there is space for only one; each with its step in the order of charts."""
UPPER: Final = 0.44
"""Height of the upper row of charts, as a part of the height of both rows."""


class ChartsScene(AwaitsRecords, NotedPage):
    """The page with a player's charts, over the page of statistics. history: the open records, which both pages share."""

    covers = False

    def __init__(self, context: Context, matches: Matches, player: RecordedPlayer, history: History) -> None:
        super().__init__(context, f"Charts of {player.display_name}")
        self.matches, self.player, self.history = matches, player, history
        self.games: list[ListedGame] = []
        self.chart_data: Charts | None = None
        self.page = 0
        """Index of the visible chart, if there is room for only one."""
        self.wide_enough = True
        self.places, self.accuracy, self.by_game, self.bids = FinalPlacesChart(), AccuracyChart(), GamesWonChart(), BidsChart()
        self.against = OpponentsChart(lambda other: portrait_of(context, other))
        self.charts: tuple[FigureChart, ...] = (self.places, self.accuracy, self.by_game, self.bids, self.against)
        self.filter_bar = FilterBar(lambda: self.games, player.key, self._on_filter_change, FIELDS)
        self.close = Button("Back", self.go_back, "plain", "left")
        self.before = Button("Chart before", lambda: self._show_neighbour_chart(-1), "plain", "left")
        self.after = Button("Next chart", lambda: self._show_neighbour_chart(1), "plain", "right")
        self.first = self.close
        self._reading: Generator[None, None, list[ListedGame]] | None = self._read_games()
        self.reading = ReadingTime(lambda: self._reading is None)

    # ------------------------------------------------------------------ games, filter and charts

    def _read_games(self) -> Generator[None, None, list[ListedGame]]:
        """Generator: reads all games of the player in pieces. Returns them at the end. Begins again if the index is busy or
        damaged.
        """
        while True:
            self.history.keep_open()
            while self.history.run_slice():
                yield
            found: list[ListedGame] = []
            known = self.history.index
            try:
                for some in () if known is None else game_list.read_games(known, self.context.folders.data, self.history.names):
                    found += some
                    yield
                yield from self.history.tables.read_deals(self.player.key)
                self.history.close_after_reading()
                own = self.figures.counted_games(self.player)
                return [game for game in found if game.mark in own]
            except (sqlite3.Error, IndexBusy) as trouble:
                self.history.replace_index(trouble, known)
                yield

    @property
    def figures(self) -> Figures:
        return Figures(self.history.tables, uncounted_games(self.context.settings))

    def on_close(self) -> None:
        if self._reading is not None:
            self._reading.close()
            self._reading = None
            self.history.close_after_reading()

    def run_slice(self) -> bool:
        if self._reading is None:
            return False
        said = reading_remark(self.history)
        try:
            next(self._reading)
        except StopIteration as done:
            self._reading, self.games = None, done.value
            self.filter_bar.set_filter("words", "")
        if reading_remark(self.history) != said:
            self.rebuild()
        return self._reading is not None

    def _on_filter_change(self, field: str) -> None:
        if self._reading is not None:
            return
        asked = self.filter_bar.filters
        self.chart_data = self.figures.chart_figures(
            self.player, asked.matching_games(self.games, self.player.key, self.matches.today), asked.who
        )
        for chart in self.charts:
            chart.show(self.chart_data)
        bids = self.chart_data.bids
        self.bids.label = f"Bids in {find_game(bids.game).title}" if bids is not None else "Bids"
        self.rebuild()

    def on_resume(self, result: object) -> None:
        self.rebuild()

    def _show_neighbour_chart(self, step: int) -> None:
        at_chart = isinstance(self.widgets.focus, FigureChart)
        self.page = (self.page + step) % len(self.available_charts)
        self.rebuild()
        if at_chart:
            self.widgets.focus_on(self.available_charts[self.page])

    @property
    def available_charts(self) -> list[FigureChart]:
        """The charts in their order. If there are no bids, the chart of bids is left out."""
        return [
            chart for chart in self.charts if chart is not self.bids or (self.chart_data is not None and self.chart_data.bids)
        ]

    # ------------------------------------------------------------------ input

    def handle(self, event: pygame.event.Event) -> Change:
        if not self.wide_enough and event.type == pygame.KEYDOWN and event.key in TURNS:
            self.note_closed = False
            self._show_neighbour_chart_by_key(event)
            return None
        change = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            for chart in self.charts:
                self.dirty |= chart.shown and chart.follow_pointer(event.pos)
        return change

    def _show_neighbour_chart_by_key(self, event: pygame.event.Event) -> None:
        focus = self.widgets.focus
        if isinstance(focus, FigureChart) and event.key in ARROWS and focus.handle_key(event):
            self.widgets.ring = self.dirty = True
        else:
            self._show_neighbour_chart(TURNS[event.key])

    # ------------------------------------------------------------------ the page

    def make_page(self) -> Element:
        self.wide_enough = self.wide >= WIDE and self.high >= HIGH
        there = self.available_charts
        self.page = min(self.page, len(there) - 1)
        for chart in self.charts:
            chart.shown = chart in there and (self.wide_enough or chart is there[self.page])
        self.before.shown = self.after.shown = not self.wide_enough
        low = self.high < LOW
        filters = self.filter_bar.make_elements(self.wide_enough, 40 if low else 46)
        self.filter_bar.search.shown = False
        name = Heading(self.player.display_name, 25 if self.wide_enough else 20, max_lines=2, shrink=0.7, line_height=1.15)
        ways = [self.progress_text, self.progress_text.partition(", ")[0]]
        spoken = BEING_READ if self.chart_data is None else self.progress_text
        about = FittingWording(ways, 15 if self.wide_enough else 13, "ink2", spoken=spoken, role="status", key="about")
        words = Column([name, about], 2, grow=1)
        face = make_portrait(portrait_of(self.context, self.player), 40 if low else 60 if self.wide_enough else 46)
        head = Row([face, words, Row(filters, 10, region="filters", name="Filters")], 14, (0, 2, 0, 8))
        one = [self._make_picture(there[self.page])]
        body = self._make_wide_body() if self.wide_enough else Column(one, grow=1, region="charts")
        said = "" if self.wide_enough else f"{self.page + 1} of {len(there)}"
        turns = [] if self.wide_enough else [Control(one, bare=True) for one in (self.before, self.after)]
        foot = foot_row([self.close, *turns], len(turns), Text(said, 15, "ink2", grow=1, text_align=1))
        page = [head, body, make_horizontal_line(), foot] if self.wide_enough else [head, body, foot]
        margin = self.sheet_margin if self.high >= 480 else self.rim_width
        side, top = (28, 18) if self.wide_enough else (20, 6)
        return PaperSheet(Column(page), margin, 1184, height=4000, padding=(side, top, side, 12))

    def _make_wide_body(self) -> Element:
        upper = Row([self._make_picture(self.places), self._make_picture(self.accuracy, 2)], 32, grow=UPPER)
        rest = [self._make_picture(chart) for chart in (self.by_game, self.bids, self.against) if chart.shown]
        return Column([upper, make_horizontal_line(), Row(rest, 32, grow=1 - UPPER)], 12, grow=1, region="charts")

    def _make_picture(self, chart: FigureChart, grow: float = 1) -> Element:
        return Control(chart, 16, grow=grow, align=STRETCH, more=chart.summary)

    @property
    def progress_text(self) -> str:
        """The text under the name: number of games, number of wins, and how much of the records has been read."""
        if self.chart_data is None:
            return reading_remark(self.history)
        games = self.chart_data.games
        said = f"{phrases.count_text(games.total, 'game')}, {games.part:,} of them won" if games.total else "No finished games"
        since = f"{said}, since {self.chart_data.since}" if self.chart_data.since and games.total else said
        return ". ".join(part for part in (since, reading_remark(self.history)) if part)

    def note_at(self, pos: tuple[int, int]) -> FigureNote | None:
        return next((found for chart in self.charts if chart.shown and (found := chart.figure_at(pos)) is not None), None)

    def focused_note(self) -> FigureNote | None:
        focus = self.widgets.focus
        return focus.figures[focus.current] if isinstance(focus, FigureChart) and focus.shown and focus.figures else None
