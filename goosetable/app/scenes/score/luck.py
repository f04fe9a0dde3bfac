"""The page on luck and play. It compares the points of a game with the average points of equally strong players with the same
hands.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from goosetable.app.art.svg import document
from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.match.review_session import GameLuck
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import grid_step
from goosetable.app.scenes.element_page import FigureNote, NotedPage
from goosetable.app.scenes.routes import ToAllHands, ToReview
from goosetable.app.table.seats import portraits_at_table
from goosetable.app.ui.accessible import as_spoken_sentences
from goosetable.app.ui.elements import (
    CellTable,
    Column,
    Control,
    Element,
    ElementControl,
    FirstFit,
    FirstOfEqualSize,
    Heading,
    PaperSheet,
    Picture,
    Row,
    Scroll,
    Spacer,
    TableRow,
    Text,
    make_portrait,
    to_pixels,
)
from goosetable.app.ui.elements.components import foot_row
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Push
from goosetable.app.ui.widget import PRESS_KEYS, draw_ground
from goosetable.engine.hidden.view import view
from goosetable.engine.record.session import final_state
from goosetable.engine.rules import rules
from goosetable.engine.rules.deal import Standing
from goosetable.engine.text.table_facts import Tally, seats_clockwise
from goosetable.engine.words import phrases
from goosetable.review.opinion import ERRORS_OF_INTERVAL

SUMS: Final = ("worth", "play", "made")
FAR: Final = 10_000
"""A number that is greater than any number of deals, and than any difference of totals."""
MANY_POINTS: Final = 50
"""Number of points from which on a total makes all figures of the game whole numbers, without decimals."""
DASHES: Final = ((), (12, 7), (2, 6), (16, 6, 2, 6), (7, 7), (5, 5, 1, 5))
"""Dash patterns for the lines of a chart, in units. They distinguish the lines without colours. The first is a solid line."""
BESIDE: Final = 104.0
"""Width in units of the medallions and totals at the ends of the lines."""


class LuckSums(NamedTuple):
    """Sums of points: the worth of the hands, the gain or loss by the play, and the points made."""

    worth: float
    play: float
    made: float


class LuckFigures:
    """Texts and bars for the figures of a game. The sums of a seat include only deals whose hands have been valued already.

    Worth: the average points of equally strong players with a hand. Made: the points of the deal. Play: made minus worth.
    """

    def __init__(self, match: Match, luck: GameLuck) -> None:
        self.match, self.luck = match, luck
        self._tallies: dict[int, Tally] = {}
        totals = [abs(float(total)) for counted in luck.deals for total in counted.totals]
        self.decimals = 0 if any(total >= MANY_POINTS for total in totals) else 1

    def format_points(self, points: float, with_sign: bool = False) -> str:
        """Formats points with the decimals of this page. with_sign: True to write a plus before a positive number."""
        text = f"{round(points, self.decimals) + 0.0:{'+' if with_sign else ''}.{self.decimals}f}"
        return phrases.with_minus_sign("0" if float(text) == 0 else text)

    def half_width_text(self, points: float) -> str:
        """Returns half the width of a 95 % confidence interval as text. points: this half, in points."""
        return f"{points:.{self.decimals if points >= 1 else 1}f}"

    def sums_of_seat(self, seat: int) -> LuckSums:
        """Returns the sums of a seat over all deals, in points. They are rounded so that worth and play add up to the points
        made.
        """
        found = self.luck.luck_sum(seat)
        worth, made = round(found.worth.mean, self.decimals), round(found.made, self.decimals)
        return LuckSums(worth, round(made - worth, self.decimals), made)

    def is_good_difference(self, difference: float) -> bool:
        """Returns True if a difference of points is good for a seat. In some games fewer points are better."""
        return (difference < 0) == self.match.game.lowest_wins

    @property
    def extreme_total_wins(self) -> bool:
        """True if the highest or the lowest total wins the game; False if a total between them wins."""
        session = self.match.session
        apart = tuple([FAR * (session.seats - seat) for seat in range(session.seats)])
        best = rules.leaders(apart, session.game.lowest_wins)
        teams = session.game.teams(session.options)
        return bool(teams) or session.game.winners(session.options, Standing(FAR, apart)) == best

    def figure_explanation(self, seat: int, place: int) -> str:
        """Returns sentences that explain a figure of a seat.

        place: index of a deal, from 0. The three indices after the last deal stand for the sums of worth, play and made.
        """
        say, found = self.match.with_names, self.luck
        if place < len(found.deals):
            return say(self._deal_explanation(seat, place))
        total = found.luck_sum(seat)
        deals = phrases.count_text(len(found.worths), "deal")
        if not found.worths:
            return "It is being worked out."
        match SUMS[place - len(found.deals)]:
            case "worth":
                plays, chance = found.worths[0].repetitions, self.half_width_text(total.worth.half_width)
                return say(
                    f"Luck: what the cards of {deals} bring on average with equal players in every seat: computer experts who"
                    f" think briefly, see only their own cards and play each deal for itself, here {plays} times. Chance in"
                    f" these plays moves the sum by up to {chance} either way, 19 times of 20."
                )
            case "play":
                more = "more" if total.gain_by_play >= 0 else "less"
                often = "so this may be chance" if total.may_be_chance else "so this is hardly chance"
                points, chance = (
                    self.format_points(abs(total.gain_by_play)),
                    self.half_width_text(ERRORS_OF_INTERVAL * total.spread),
                )
                return say(
                    f"[{seat}] made {points} {more} of these hands than equal players do on average."
                    f" Chance moves them by up to {chance} either way, 19 times of 20: {often}."
                )
        return say(f"The points of {deals}: what [{seat}] made, which is worth and play together.")

    def _deal_explanation(self, seat: int, place: int) -> str:
        counted = self.luck.deals[place]
        begin = f"Deal {counted.deal.number}."
        made = f"[{seat}] made {phrases.format_points(counted.points[seat])}. {self._points_explanation(seat, place)}".rstrip()
        if place >= len(self.luck.worths):
            return f"{begin} Working out what each hand was worth. {made}"
        worth = self.luck.worths[place]
        own = worth.seats[seat]
        plays = f"{worth.repetitions} plays of these very cards by equal players brought [{seat}]"
        mean, chance = self.format_points(own.mean), self.half_width_text(own.half_width)
        return f"{begin} {plays} {mean} on average, give or take {chance}. {made}"

    def _points_explanation(self, seat: int, place: int) -> str:
        if place not in self._tallies:
            game, counted = self.match.game, self.luck.deals[place]
            state = final_state(game, self.match.session.options, counted)
            self._tallies[place] = game.text.tally(view(game, state, self.match.me).known, self.match.me)
        return next((row.why for row in self._tallies[place].rows if row.seat == seat), "")

    def deal_bars(self, seat: int) -> list[LuckBar]:
        """Returns a bar for each deal of a seat. The bars of all seats have the same scale."""
        worths, deals = self.luck.worths, self.luck.deals
        points = [float(one) for counted in deals for one in counted.points] + [own.mean for one in worths for own in one.seats]
        span = min(0.0, *points), max(1.0, *points)
        means = [one.seats[seat].mean for one in worths] + [None] * (len(deals) - len(worths))
        made = [float(counted.points[seat]) for counted in deals]
        return [
            LuckBar(one, own, span, self.colour_of_difference(own - (one or 0))) for one, own in zip(means, made, strict=True)
        ]

    def deal_in_words(self, place: int, bar: LuckBar, short: bool) -> str:
        """Returns the worth of a hand and the points made, in words. short: True to leave out the number of the deal."""
        worth = "" if bar.worth is None else f"worth {self.format_points(bar.worth)}, "
        words = f"{worth}made {self.format_points(bar.made)}"
        return words if short else f"Deal {self.luck.deals[place].deal.number}: {words}"

    def summary(self, seat: int, over: bool) -> str:
        """Returns sentences on a seat's luck and play in the game. over: True if all hands have been valued."""
        found = self.luck
        if not over:
            deal = f"deal {len(found.worths) + 1} of {len(found.deals)}, {found.percent_done} %"
            return f"Working out what each hand was worth ({deal})."
        seats = range(self.match.session.seats)
        own, (worth, play, made) = found.luck_sum(seat), self.sums_of_seat(seat)
        others = [found.luck_sum(other).worth.mean for other in seats if other != seat]
        ahead = own.worth.mean - sum(others) / len(others)
        level = abs(ahead) <= max(2 * own.worth.error, own.spread / 4)
        cards = "Even cards" if level else "Good cards" if self.is_good_difference(ahead) else "Poor cards"
        if not self.extreme_total_wins:
            cards = "Even cards" if level else "High cards" if ahead > 0 else "Low cards"
        hands = (
            f"[{seat}'s] hands were worth {self.format_points(worth)}, and [{seat}] made {self.format_points(made)} of them."
        )
        if not self.extreme_total_wins:
            return self.match.with_names(f"{cards}: {hands} The middle wins, so more points are neither better nor worse.")
        played = (
            "as equal players do" if not play else "well played" if self.is_good_difference(play) else "and less made of them"
        )
        chance = " So small a difference may be chance." if play and own.may_be_chance else ""
        return self.match.with_names(f"{cards}, {played}: {hands}{chance}")

    def colour_of_difference(self, difference: float) -> str:
        """Returns the theme colour of a difference of points: one colour for a good difference, another for a bad one. A
        difference of 0, and any difference in a game in which a middle total wins, has a neutral colour.
        """
        return (
            "ink2"
            if not difference or not self.extreme_total_wins
            else "leaf"
            if self.is_good_difference(difference)
            else "russet"
        )


class LuckBar(NamedTuple):
    """The bar of a deal: a wide block up to the worth of the hand, and a slim block from there to the points made.

    worth: None if the hand is not valued yet. span: the lowest and the highest points of all bars. tone: theme colour of the
    slim block.
    """

    worth: float | None
    made: float
    span: tuple[float, float]
    tone: str

    def draw(self, canvas: Canvas, area: pygame.Rect) -> None:
        """Draws the bar in the middle of its column, and a line at 0 points."""
        theme, (low, high) = canvas.theme, self.span
        zero, level, end = (area.y + (high - points) * area.h / (high - low) for points in (0, self.worth or 0, self.made))
        wide, slim = min(0.4 * area.h, area.w * 0.64), min(0.17 * area.h, area.w * 0.3)
        canvas.draw_line(area.x, zero, area.w, theme.plain_edge)
        if self.worth is None:  # hatched
            for line in range(3):
                canvas.draw_line(area.centerx - wide / 2, zero - area.h * (0.045 + 0.09 * line), wide, theme.plain_edge, dash=3)
            return
        tall = max(2.0, abs(zero - level))
        canvas.draw_box(
            area.centerx - wide / 2, min(zero, level), wide, tall, 3, fill=theme.paper_edge, edge=theme.plain_edge, line_width=1
        )
        if abs(end - level) >= 1.5:
            tone: str = getattr(theme, self.tone)
            canvas.draw_box(area.centerx - slim / 2, min(level, end), slim, abs(end - level), 2.5, fill=tone)


class TotalsChart:
    """A line chart with the totals after each deal. Each seat has a line, with its last total at the end.

    order: the seats; the line of the first is the thickest. left: space before the first deal, in units. column_width: distance
    between two deals, in units. t: pixels of a unit.
    """

    def __init__(
        self, figures: LuckFigures, order: Sequence[int], portraits: Sequence[str], t: float, left: float, column_width: float
    ) -> None:
        self.deals, self.order, self.portraits = figures.luck.deals, order, portraits
        self.t, self.left, self.each = t, left * t, column_width * t
        self.totals = [[0.0, *(float(counted.totals[seat]) for counted in self.deals)] for seat in order]
        least, most = min(map(min, self.totals)), max(map(max, self.totals))
        self.step = grid_step(most - least)
        self.low = self.step * math.floor(least / self.step)
        self.high = max(self.step * math.ceil(most / self.step), self.low + self.step)
        names = figures.match.session.names
        ends = ", ".join(f"{names[seat]} {phrases.format_points(self.deals[-1].totals[seat])}" for seat in order)
        self.name = f"Totals after each deal, as lines; after the last one: {ends}."

    def draw(self, canvas: Canvas, area: pygame.Rect) -> None:
        """Draws the chart in an area. The top and bottom margins are half the height of a number."""
        theme, pad = canvas.theme, 8 * self.t
        px = max(10.5, 13 * self.t)
        left, top, high, wide = area.x + self.left, area.y + pad, area.h - 2 * pad, self.each * len(self.deals)
        canvas.draw_plain_text("Totals", area.x, top, px * 1.19, theme.ink, "semi", "midleft")
        for points in range(self.low, self.high + 1, self.step):
            y = top + self._total_y(points) * high
            canvas.draw_line(left, y, wide, theme.plain_edge if points == 0 else theme.rule)
            canvas.draw_plain_text(
                phrases.with_minus_sign(str(points)), left - 8 * self.t, y, px, theme.ink2, "sans", "midright"
            )
        size = round(wide + 2 * pad), round(high + 2 * pad)
        tones = (theme.russet, theme.plum, theme.sky, theme.ink2, theme.brass_lo, theme.rose)
        lines = [
            self._line_svg(number, theme.leaf if not number else tones[(number - 1) % len(tones)], pad, high)
            for number in reversed(range(len(self.totals)))
        ]
        canvas.draw_svg(document(*size, "".join(lines)), left - pad, top - pad, *size)
        self._draw_last_totals(canvas, left + wide, top, high)

    def _total_y(self, points: float) -> float:
        """Returns the y of a total, as a part 0..1 of the chart's height from its top."""
        return (self.high - points) / (self.high - self.low)

    def _line_svg(self, number: int, tone: str, pad: float, height: float) -> str:
        path = " ".join(
            f"{pad + max(0.0, place - 0.5) * self.each:.1f},{pad + self._total_y(points) * height:.1f}"
            for place, points in enumerate(self.totals[number])
        )
        dashes = " ".join(f"{part * self.t:.1f}" for part in DASHES[number % len(DASHES)])
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        return (
            f'<polyline points="{path}" fill="none" stroke="{tone}" stroke-width="{(2.4 if number else 4) * self.t:.1f}"'
            f' stroke-linejoin="round" stroke-linecap="round"{dash}/>'
        )

    def _draw_last_totals(self, canvas: Canvas, left: float, top: float, height: float) -> None:
        each = min(30 * self.t, height / max(1, len(self.order) - 1))
        ends = sorted((self._total_y(own[-1]) * height, number) for number, own in enumerate(self.totals))
        places = [y for y, _ in ends]
        for i, (one, other) in enumerate(pairwise(places)):
            places[i + 1] = max(other, one + each, places[i] + each)
        most = height
        for i in reversed(range(len(places))):
            places[i] = min(places[i], most)
            most = places[i] - each
        for (_, number), y in zip(ends, places, strict=True):
            seat = self.order[number]
            canvas.draw_portrait(self.portraits[seat], left + 20 * self.t, top + y, each * 0.92)
            size, total = min(max(10.5, 16.5 * self.t), each * 0.8), phrases.format_points(self.deals[-1].totals[seat])
            canvas.draw_plain_text(total, left + 84 * self.t, top + y, size, canvas.theme.ink, "serifb", "midright")


NARROW, LOW = 900, 520
"""Width and height in units, under which there is room for the sums alone."""
LARGE: Final = 300
"""Height in units, under which title, sentence and foot are closer together."""
CHART: Final = 144
"""Height of the chart of totals in units."""
WHO: Final = 182.0
"""Width in units of the names beside the bars."""
WIDTHS: Final = (120.0, 82.0, 80.0)
"""Widths in units of the columns of the sums."""
ROWS: Final = (72, 64, 56, 48)
"""Heights in units of a row with bars, which are tried until all rows are in sight."""
WORTH: Final = LuckBar(1, 1, (0, 1.4), "leaf"), "what the hand was worth: luck"
LEGEND: Final = (
    WORTH, (LuckBar(1, 1.6, (0, 1.7), "leaf"), "gained by play"), (LuckBar(1, 0.4, (0, 1.4), "russet"), "lost by play")
)  # fmt: skip
NEUTRAL: Final = (
    WORTH, (LuckBar(1, 1.6, (0, 1.7), "ink2"), "more points than that"), (LuckBar(1, 0.4, (0, 1.4), "ink2"), "fewer points")
)  # fmt: skip
"""The legend if neither the highest nor the lowest total wins."""


class LuckRow(ElementControl):
    """The row of a player: a bar for each deal, and the sums. Left and Right choose a figure; Enter opens the deal."""

    def __init__(self, scene: LuckScene, seat: int) -> None:
        super().__init__(scene.match.with_names(f"[{seat}]"))
        self.scene, self.seat = scene, seat
        self.own = seat == scene.match.me and bool(scene.match.people_seats)

    @property
    def accessible_value(self) -> str:
        figures = self.scene.figures
        worth, play, made = figures.sums_of_seat(self.seat)
        points = figures.format_points
        sums = f"worth {points(worth)}, play {points(play, True)}, made {points(made)}"
        return f"{sums}. {figures.figure_explanation(self.seat, self.chosen_index)}"

    @property
    def shows_deals(self) -> bool:
        """True if the bars of the deals are visible."""
        return not self.scene.compact or self.scene.unfolded == self.seat

    @property
    def visible_figures(self) -> range:
        """Indices of the visible figures: first those of the deals, then those of the sums."""
        return range(0 if self.shows_deals else self.scene.count, self.scene.count + len(SUMS))

    @property
    def chosen_index(self) -> int:
        """Index of the chosen figure, or of the first visible figure if the chosen one is hidden."""
        return max(self.scene.at, self.visible_figures[0])

    def area(self, place: int) -> pygame.Rect:
        """Returns the area of a figure, in pixels. place: its index."""
        there = next(one for one in self.content.walk() if one.key == f"figure:{place}")
        return to_pixels(there.box, self.t, self.rect.y - round(self.content.box[1] * self.t))

    def figure_at(self, pos: tuple[int, int]) -> int | None:
        """Returns the index of the figure at a point of the window; None if there is none."""
        return next((place for place in self.visible_figures if self.area(place).collidepoint(pos)), None)

    def figure_note(self, place: int) -> FigureNote:
        """Returns the note on a figure. place: its index."""
        return FigureNote(self.area(place), self.scene.figures.figure_explanation(self.seat, place))

    def handle_key(self, event: pygame.event.Event) -> bool:
        by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if by is not None:
            self.scene.at = min(max(self.chosen_index + by, self.visible_figures[0]), self.visible_figures[-1])
        elif event.key in PRESS_KEYS:
            self._open_figure(self.chosen_index)
        return by is not None or event.key in PRESS_KEYS

    def handle_click(self, pos: tuple[int, int]) -> None:
        place = self.figure_at(pos)
        self.scene.at = self.chosen_index if place is None else place
        self._open_figure(place)

    def _open_figure(self, place: int | None) -> None:
        if place is not None and place < self.scene.count:
            self.requested_change = self.scene.open_deal(place)
        elif self.scene.compact:
            self.scene.toggle_deals(self.seat)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_row(canvas, focused, "good" if self.own else "")
        self.draw_content(canvas)
        if focused:
            grown = 10 * self.t if self.chosen_index >= self.scene.count else 0
            draw_ground(canvas, "marked", self.area(self.chosen_index).inflate(grown, grown / 2), 6)


class LuckScene(NotedPage):
    """The page *Luck and play*, over the game sheet. It separates the luck of the cards from the play."""

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context, "Luck and play")
        self.match = match
        self.found = GameLuck(match, context.folders.reviews)
        self.figures = LuckFigures(match, self.found)
        self.portraits = portraits_at_table(match.session, context.settings)
        self.at = self.count = len(self.found.deals)
        """Index of the chosen figure, the same in every row: first those of the deals, then those of the sums."""
        self.rows = [LuckRow(self, seat) for seat in seats_clockwise(match.me, match.session.seats)]
        self.first = self.close = Button("Back", self.go_back, "prime", "left", on_paper=True)
        self.look = Button("Review", lambda: self.open_deal(min(self.at, self.count - 1)), "plain", "eye")
        self.unfolded: int | None = None
        """The seat whose deals are visible, where there is room for the sums alone."""
        self.compact = False

    # ------------------------------------------------------------------ input

    def toggle_deals(self, seat: int) -> None:
        """Shows the deals of a seat under its sums; hides them if they are visible already."""
        self.unfolded = None if self.unfolded == seat else seat
        self.note_closed = True  # a note would cover the deals that are opened
        self.rebuild()

    def open_deal(self, place: int) -> Change:
        """Opens the review of a deal. In practice, opens the page with all hands and tricks instead. place: index
        of the deal.
        """
        counted = self.found.deals[place]
        if self.match.is_practice:
            return Push(ToAllHands(self.match, counted, self.portraits))
        return Push(ToReview(self.match, counted))

    def note_at(self, pos: tuple[int, int]) -> FigureNote | None:
        row = next((row for row in self.rows if row.hover), None)
        place = None if row is None else row.figure_at(pos)
        return None if row is None or place is None else row.figure_note(place)

    def focused_note(self) -> FigureNote | None:
        focus = self.widgets.focus
        return focus.figure_note(focus.chosen_index) if isinstance(focus, LuckRow) else None

    def run_slice(self) -> bool:
        before = len(self.found.worths), self.found.percent_done
        more = self.found.run_slice()
        if (len(self.found.worths), self.found.percent_done) != before:
            self.rebuild()
        return more

    # ------------------------------------------------------------------ the page

    @property
    def game_and_deal_count(self) -> str:
        return f"{self.match.game.title}, {phrases.count_text(self.count, 'deal')}"

    @property
    def opening_announcement(self) -> str:
        return as_spoken_sentences(
            (self.title_words, self.game_and_deal_count, self.figures.summary(self.match.me, self.found.is_done))
        )

    @property
    def status_line(self) -> str:
        if self.compact and self.unfolded is not None:
            return as_spoken_sentences((f"The deals of {self.match.session.names[self.unfolded]} are shown",))
        return self.figures.summary(self.match.me, True) if self.found.is_done else ""

    def make_page(self) -> Element:
        w, most = min(1160.0, self.wide - 2 * self.sheet_margin), self.high - 2 * self.sheet_margin
        self.compact, low = self.wide < NARROW or most < LOW, self.high < LARGE
        inner = w - 30
        about = Text(self.game_and_deal_count, 15.5, "ink2", max_lines=1)
        title = Row([Heading(self.title_words, 25 if self.compact else 33, line_height=1.2, grow=1), about], 20)
        size = 12.5 if low else 15.5 if self.compact else 17.5
        ways = [Text(self.figures.summary(self.match.me, over), size) for over in (self.found.is_done, True)]
        head = Column([title, FirstOfEqualSize(ways, key="summary")], 0 if low else 3, (12, 0, 6, 0))
        foot = Row([foot_row([Control(one, height=44) for one in (self.close, self.look)])], 0, (12, 0, 6, 0))
        foot.children[0].grow = 1
        pages = [partial(self._make_page, head, foot, inner, high) for high in ((44,) if self.compact else ROWS)]
        return PaperSheet(FirstFit(pages), self.sheet_margin, w, padding=(12, 4 if low else 12, 18, 6 if low else 12))

    def _make_page(self, head: Element, foot: Element, inner: float, height: float) -> Element:
        sums = WIDTHS if not self.compact else (96.0, 82.0, 80.0) if inner > 420 else (66.0, 70.0, 66.0)
        bars = 0 if self.compact else self.count
        each = (inner - WHO - sum(sums) - 14) / self.count
        who = WHO if bars else inner - sum(sums) - 14
        widths = [who, *[each] * bars, *sums]
        numbers = [str(counted.deal.number) for counted in self.found.deals[:bars]]
        heads = [Text(head) for head in ("player", *(f"deal {number}" for number in numbers), *SUMS)]
        rows = [self._make_row(row, who, each if bars else 0, height) for row in self.rows]
        table = CellTable(heads, rows, name=self.title_words, headed=False, row_height=height, padding=0, widths=widths)
        scroll = Scroll(table, self.scroll, (8, 14))
        every = max(1, math.ceil(26 / each))
        shown = [number if not place % every else "" for place, number in enumerate(numbers)]
        words = ["deal" if bars else "", *shown, *SUMS]
        labels: list[Element] = [
            Text(word, 13.5, "ink2", text_align=0.5 if 0 < at <= bars else 1, width=wide if at else wide - 8, spoken="")
            for at, (word, wide) in enumerate(zip(words, widths, strict=True))
        ]
        labels.insert(1, Spacer(width=8, height=1))
        line = Row(labels, 0, (0, 0, 0, 2))
        return Column([head, *([] if self.compact else [self._make_chart(who, each)]), line, scroll, foot], 0)

    def _make_chart(self, name_width: float, column_width: float) -> Element:
        order = [row.seat for row in self.rows]
        chart = TotalsChart(self.figures, order, self.portraits, self.t, name_width - 12, column_width)
        totals = Picture(chart.draw, name=chart.name, width=name_width - 12 + column_width * self.count + BESIDE, height=CHART)
        bars = [
            Row([Picture(bar.draw, width=24, height=34), Text(words, 14, "ink2", line_height=1.15, grow=1)], 12)
            for bar, words in (LEGEND if self.figures.extreme_total_wins else NEUTRAL)
        ]
        legend = Column(
            [Text("A deal", 15.5, face="semi", spoken=""), Column(bars, 8, role="list", name="A deal")], 6, grow=1, align=0
        )
        return Row([totals, legend], 14, (12, 6, 0, 6))

    def _make_row(self, row: LuckRow, name_width: float, column_width: float, height: float) -> TableRow:
        seat, figures = row.seat, self.figures
        bars = [
            Picture(
                bar.draw, name=figures.deal_in_words(place, bar, bool(column_width)), width=column_width or None,
                height=height - 10 if column_width else 66, grow=not column_width, key=f"figure:{place}",
            )
            for place, bar in enumerate(figures.deal_bars(seat)) if row.shows_deals
        ]  # fmt: skip
        name = Text(row.label, 18, face="serif", max_lines=1, shrink=0.6, grow=1)
        person = Row([make_portrait(self.portraits[seat], 38), name], 10, (10, 0, 6, 0), width=name_width)
        cells = [person, *(bars if column_width else ()), *self._make_sums(seat)]
        note = None if column_width or not row.shows_deals else Row(bars, 0, (16, 6, 16, 6), role="list", name="Deals")
        return TableRow(cells, note=note, widget=row, key=f"seat:{seat}")

    def _make_sums(self, seat: int) -> Sequence[Element]:
        figures = self.figures
        if self.found.worths:
            worth, play, made = figures.sums_of_seat(seat)
            spaced = figures.format_points(play, True).replace("+", "+ ").replace(phrases.MINUS, f"{phrases.MINUS} ")
            words = [figures.format_points(worth), spaced, f"= {figures.format_points(made)}"]
            spoken: list[str | None] = [None, figures.format_points(play, True), figures.format_points(made)]
            tone = figures.colour_of_difference(play)
        else:
            words, spoken, tone = ["\N{HORIZONTAL ELLIPSIS}"] * 3, ["being worked out"] * 3, "ink2"
        looks = (("ink", "sans"), (tone, "semi"), ("ink", "serifb"))
        return [
            Text(said, 20, *look, max_lines=1, shrink=0.6, text_align=1, width=76, spoken=read, key=f"figure:{self.count + at}")
            for at, (said, look, read) in enumerate(zip(words, looks, spoken, strict=True))
        ]
