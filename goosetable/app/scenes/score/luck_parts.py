"""What the page of luck and play draws of each person: bars of the deals, and the sum worth + play = made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import pygame

from goosetable.app.match.match import Match
from goosetable.app.match.review_session import GameLuck
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import Area
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import USE, Widget
from goosetable.engine.hidden.view import view
from goosetable.engine.record.deal_log import played_out
from goosetable.engine.rules import scores
from goosetable.engine.rules.deal import Standing
from goosetable.engine.text.table_facts import Tally
from goosetable.engine.words import phrases
from goosetable.review.opinion import ROOM

SUMS: Final = ("worth", "play", "made")
FAR: Final = 10_000
"""Points apart, and deals, with which every game is over."""
LARGE: Final = 50
"""Points of a game from which on figures are told without places behind the point."""


class LuckFigures:
    """The figures of a game in words; what is told of a seat follows from the deals that have come."""

    def __init__(self, match: Match, found: GameLuck) -> None:
        self.match, self.found = match, found
        self._tallies: dict[int, Tally] = {}
        totals = [abs(float(total)) for counted in found.deals for total in counted.totals]
        self.places = 0 if any(total >= LARGE for total in totals) else 1

    def told(self, value: float, sign: bool = False) -> str:
        """A figure as it is written; sign: with a plus as well."""
        text = f"{round(value, self.places) + 0.0:{'+' if sign else ''}.{self.places}f}"
        return phrases.signed("0" if float(text) == 0 else text)

    def give(self, room: float) -> str:
        """Half of a 95 % interval."""
        return f"{room:.{self.places if room >= 1 else 1}f}"

    def sums(self, seat: int) -> tuple[float, float, float]:
        """Worth, play and made as they are written, so that they add up."""
        found = self.found.sum(seat)
        worth, made = round(found.worth.mean, self.places), round(found.made, self.places)
        return worth, round(made - worth, self.places), made

    def better(self, value: float) -> bool:
        """Whether so many points more are good."""
        return (value < 0) == self.match.game.lowest_wins

    @property
    def sided(self) -> bool:
        """Whether the most points win the game, or the fewest; not where a total in the middle does."""
        session = self.match.session
        apart = tuple([FAR * (session.seats - seat) for seat in range(session.seats)])
        best = scores.leaders(apart, session.game.lowest_wins)
        teams = session.game.teams(session.options)
        return bool(teams) or session.game.winners(session.options, Standing(FAR, apart)) == best

    def note(self, seat: int, place: int) -> str:
        """What a figure of a row means: a deal by its place, then the sums."""
        say, found = self.match.say, self.found
        if place < len(found.deals):
            return say(self._deal(seat, place))
        total = found.sum(seat)
        deals = phrases.count(len(found.worths), "deal")
        if not found.worths:
            return "It is being worked out."
        match SUMS[place - len(found.deals)]:
            case "worth":
                plays = found.worths[0].plays
                return say(
                    f"Luck: what the cards of {deals} bring on average with equal players in every seat: computer experts who"
                    f" think briefly, see only their own cards and play each deal for itself, here {plays} times. Chance in"
                    f" these plays moves the sum by up to {self.give(total.worth.room)} either way, 19 times of 20."
                )
            case "play":
                more = "more" if total.play >= 0 else "less"
                often = "so this may be chance" if total.chance else "so this is hardly chance"
                return say(
                    f"[{seat}] made {self.told(abs(total.play))} {more} of these hands than equal players do on average. Chance"
                    f" moves them by up to {self.give(ROOM * total.spread)} either way, 19 times of 20: {often}."
                )
        return say(f"The points of {deals}: what [{seat}] made, which is worth and play together.")

    def _deal(self, seat: int, place: int) -> str:
        counted = self.found.deals[place]
        begin = f"Deal {counted.deal.number}."
        made = f"[{seat}] made {phrases.amount(counted.points[seat])}. {self._why(seat, place)}".rstrip()
        if place >= len(self.found.worths):
            return f"{begin} What the hands were worth is being worked out. {made}"
        worth = self.found.worths[place]
        own = worth.seats[seat]
        plays = f"{worth.plays} plays of these very cards by equal players"
        return f"{begin} {plays} brought [{seat}] {self.told(own.mean)} on average, give or take {self.give(own.room)}. {made}"

    def _why(self, seat: int, place: int) -> str:
        """How the points of a deal came about, as its score sheet has it."""
        if place not in self._tallies:
            game, counted = self.match.game, self.found.deals[place]
            state = played_out(game, self.match.session.options, counted)
            self._tallies[place] = game.text.tally(view(game, state, self.match.me).known, self.match.me)
        return next((row.why for row in self._tallies[place].rows if row.seat == seat), "")

    def sentence(self, seat: int, over: bool) -> str:
        """What the game came to for a seat, in a sentence or two; before it is all there, how far it has come."""
        found = self.found
        if not over:
            return f"What the hands were worth is being worked out: {len(found.worths)} of {len(found.deals)} deals."
        seats = range(self.match.session.seats)
        own, (worth, play, made) = found.sum(seat), self.sums(seat)
        others = [found.sum(other).worth.mean for other in seats if other != seat]
        ahead = own.worth.mean - sum(others) / len(others)
        level = abs(ahead) <= max(2 * own.worth.error, own.spread / 4)
        cards = "Even cards" if level else "Good cards" if self.better(ahead) else "Poor cards"
        if not self.sided:
            cards = "Even cards" if level else "High cards" if ahead > 0 else "Low cards"
        played = "as equal players do" if not play else "well played" if self.better(play) else "and less made of them"
        if play and not self.sided:
            played = f"{'more' if play > 0 else 'less'} made of them"
        said = (
            f"{cards}, {played}: [{seat}'s] hands were worth {self.told(worth)}, and [{seat}] made {self.told(made)} of them."
        )
        return self.match.say(said + (" Chance alone may do as much." if play and own.chance else ""))


class Columns(NamedTuple):
    """Where the columns of the rows stand, in pixels from the left edge of the window."""

    left: float
    """Of the bars."""
    each: float
    """The width of a deal; 0 where the bars are not shown beside the names."""
    worth: float
    """Right edges of the sums."""
    play: float
    made: float


class LuckRow(Widget):
    """A person: the deals as bars and the sum. Left and Right choose a figure, which explains itself; Enter opens a deal."""

    def __init__(self, figures: LuckFigures, seat: int, face: str, opens: Callable[[int], Change]) -> None:
        name = figures.match.say(f"[{seat}]")
        super().__init__(name, on_paper=True)
        self.figures, self.seat, self.face, self.opens = figures, seat, face, opens
        self.region = "people"
        self.own = seat == figures.match.me and bool(figures.match.persons)
        self.columns = Columns(0, 0, 0, 0, 0)
        self.bars = (0.0, 0.0)
        """Upper edge and height of the bars, in pixels from the row's."""
        self.range = (0.0, 1.0)
        self.name_room = 0.0
        self.t = 1.0
        self.line = 0.0
        """The middle of name and sums, from the row's upper edge."""
        self.count = len(figures.found.deals)
        self.at = self.count
        """The figure that is chosen: a deal by its place, or then a sum."""
        self.unfolds = False
        """Whether a press shows the bars of this row."""

    @property
    def value(self) -> str:
        worth, play, made = self.figures.sums(self.seat)
        told = self.figures.told
        return f"worth {told(worth)}, play {told(play, True)}, made {told(made)}. {self.figures.note(self.seat, self.at)}"

    @property
    def choices(self) -> range:
        """The figures that are there."""
        return range(0 if self.columns.each else self.count, self.count + len(SUMS))

    def area(self, place: int) -> Area:
        """Where a figure stands."""
        y = self.rect.y
        columns, px = self.columns, self.px
        if place < self.count:
            top, high = self.bars
            return Area(columns.left + place * columns.each, y + top, columns.each, high)
        right = columns[2 + place - self.count]
        return Area(right - 4.2 * px, y + self.line - px, 4.6 * px, 2 * px)

    def holds(self, pos: tuple[int, int]) -> int | None:
        """The figure at a place of the window."""
        return next((place for place in self.choices if self.area(place).holds(pos)), None)

    def key(self, event: pygame.event.Event) -> bool:
        by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if by is not None:
            first, last = self.choices[0], self.choices[-1]
            self.at = min(max(self.at + by, first), last)
            return True
        if event.key in USE:
            self._use(self.at)
            return True
        return False

    def click(self, pos: tuple[int, int]) -> None:
        place = self.holds(pos)
        self.at = self.at if place is None else place
        self._use(None if place is None else place)

    def _use(self, place: int | None) -> None:
        if place is not None and place < self.count:
            self.asked = self.opens(place)
        elif self.unfolds:
            self.asked = self.opens(-1 - self.seat)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, u = canvas.theme, self.t
        x, y, w, h = self.rect
        if self.own:
            canvas.box(x, y, w, h, 9, fill=t.good, edge=t.good_edge, sw=1)
        elif self.hover:
            canvas.box(x, y, w, h, 9, fill=t.plain, alpha=0.5)
        self.draw_ring(canvas, focused, 9)
        mid, d = y + self.line, 38 * u
        canvas.portrait(self.face, x + 10 * u + d / 2, mid, d)
        canvas.label(self.label, x + 20 * u + d, mid, self.px * 1.05, t.ink, "serif", self.name_room, "midleft")
        self._sums(canvas, mid)
        if self.columns.each:
            self._bars(canvas)
        if focused:
            spot = self.area(self.at)
            canvas.box(spot.x, spot.y, spot.w, spot.h, 6, edge=t.brass_lo, sw=1.8)

    def _sums(self, canvas: Canvas, mid: float) -> None:
        t, figures, columns = canvas.theme, self.figures, self.columns
        if not figures.found.worths:
            for right in (columns.worth, columns.play, columns.made):
                canvas.put("\N{HORIZONTAL ELLIPSIS}", right, mid, self.px * 1.2, t.ink2, "sans", "midright")
            return
        worth, play, made = figures.sums(self.seat)
        said = figures.told(play, True).replace("+", "+ ").replace(phrases.MINUS, f"{phrases.MINUS} ")
        tone = t.ink2 if not play else t.leaf if figures.better(play) else t.russet
        canvas.put(figures.told(worth), columns.worth, mid, self.px * 1.2, t.ink, "sans", "midright")
        canvas.put(said, columns.play, mid, self.px * 1.2, tone, "semi", "midright")
        canvas.put(f"= {figures.told(made)}", columns.made, mid, self.px * 1.25, t.ink, "serifb", "midright")

    def _bars(self, canvas: Canvas) -> None:
        t, (low, high), columns = canvas.theme, self.range, self.columns
        top, tall = self.bars
        scale = tall / (high - low)

        def at(points: float) -> float:
            return self.rect.y + top + (high - points) * scale

        zero = at(0)
        canvas.line(columns.left, zero, columns.each * self.count, t.plain_edge)
        wide, slim = min(24 * self.t, columns.each * 0.64), min(10 * self.t, columns.each * 0.3)
        for place, worth, made in self._deals():
            cx = columns.left + (place + 0.5) * columns.each
            if worth is None:
                self._hatched(canvas, cx, zero, wide)
                continue
            level, end = at(worth), at(made)
            upper, deep = min(zero, level), abs(zero - level)
            canvas.box(cx - wide / 2, upper, wide, max(2.0, deep), 3, fill=t.paper_edge, edge=t.plain_edge, sw=1)
            tone = t.leaf if self.figures.better(made - worth) else t.russet
            if abs(end - level) >= 1.5:
                canvas.box(cx - slim / 2, min(level, end), slim, abs(end - level), 2.5, fill=tone)

    def _hatched(self, canvas: Canvas, cx: float, zero: float, wide: float) -> None:
        """A block whose worth has not come yet."""
        high = 16 * self.t
        lines = range(3)
        for line in lines:
            canvas.line(cx - wide / 2, zero - high * (line + 0.5) / len(lines), wide, canvas.theme.plain_edge, dash=3)

    def _deals(self) -> Iterator[tuple[int, float | None, float]]:
        """Each deal by its place, with what the hand was worth and what was made."""
        found = self.figures.found
        for place, counted in enumerate(found.deals):
            worth = found.worths[place].seats[self.seat].mean if place < len(found.worths) else None
            yield place, worth, float(counted.points[self.seat])
