"""Luck and play in words and in pictures: the figures of a game, the bars of its deals, and the lines of its totals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from goosetable.app.art.svg import document
from goosetable.app.match.match import Match
from goosetable.app.match.review_session import GameLuck
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import round_step
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
"""Points of a game from which on figures are written without places behind the point."""
DASHES: Final = ((), (12, 7), (2, 6), (16, 6, 2, 6), (7, 7), (5, 5, 1, 5))
"""Dashes of the lines of a chart, in units, so that they are told apart without their colours; the first is whole."""
BESIDE: Final = 104.0
"""Units of the medallions and totals at the ends of the lines."""


class LuckFigures:
    """The figures of a game in words; those of a seat are of the deals worked out up to now."""

    def __init__(self, match: Match, found: GameLuck) -> None:
        self.match, self.found = match, found
        self._tallies: dict[int, Tally] = {}
        totals = [abs(float(total)) for counted in found.deals for total in counted.totals]
        self.places = 0 if any(total >= LARGE for total in totals) else 1

    def written(self, value: float, sign: bool = False) -> str:
        """A figure as the page writes it. sign: with a plus as well."""
        text = f"{round(value, self.places) + 0.0:{'+' if sign else ''}.{self.places}f}"
        return phrases.signed("0" if float(text) == 0 else text)

    def give(self, room: float) -> str:
        """Half of a 95 % interval."""
        return f"{room:.{self.places if room >= 1 else 1}f}"

    def sums(self, seat: int) -> tuple[float, float, float]:
        """Worth, play and made, rounded as the page writes them, so that they add up."""
        found = self.found.sum(seat)
        worth, made = round(found.worth.mean, self.places), round(found.made, self.places)
        return worth, round(made - worth, self.places), made

    def better(self, value: float) -> bool:
        """Whether that many points more are good."""
        return (value < 0) == self.match.game.lowest_wins

    @property
    def sided(self) -> bool:
        """Whether the most points win the game, or the fewest; false where a total in the middle does."""
        session = self.match.session
        apart = tuple([FAR * (session.seats - seat) for seat in range(session.seats)])
        best = scores.leaders(apart, session.game.lowest_wins)
        teams = session.game.teams(session.options)
        return bool(teams) or session.game.winners(session.options, Standing(FAR, apart)) == best

    def note(self, seat: int, place: int) -> str:
        """The meaning of a figure of a row: a deal by its place, then the sums."""
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
                    f"[{seat}] made {self.written(abs(total.play))} {more} of these hands than equal players do on average."
                    f" Chance moves them by up to {self.give(ROOM * total.spread)} either way, 19 times of 20: {often}."
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
        plays = f"{worth.plays} plays of these very cards by equal players brought [{seat}]"
        return f"{begin} {plays} {self.written(own.mean)} on average, give or take {self.give(own.room)}. {made}"

    def _why(self, seat: int, place: int) -> str:
        """The reason for the points of a deal, as its score sheet has it."""
        if place not in self._tallies:
            game, counted = self.match.game, self.found.deals[place]
            state = played_out(game, self.match.session.options, counted)
            self._tallies[place] = game.text.tally(view(game, state, self.match.me).known, self.match.me)
        return next((row.why for row in self._tallies[place].rows if row.seat == seat), "")

    def bars(self, seat: int) -> list[LuckBar]:
        """The deals of a seat, on one scale for all seats."""
        worths, deals = self.found.worths, self.found.deals
        points = [float(one) for counted in deals for one in counted.points] + [own.mean for one in worths for own in one.seats]
        span = min(0.0, *points), max(1.0, *points)
        means = [one.seats[seat].mean for one in worths] + [None] * (len(deals) - len(worths))
        made = [float(counted.points[seat]) for counted in deals]
        return [LuckBar(one, own, span, self.better(own - (one or 0))) for one, own in zip(means, made, strict=True)]

    def deal(self, place: int, bar: LuckBar, short: bool) -> str:
        """Worth and made of a deal; short: without its number, as in a cell of a table."""
        worth = "" if bar.worth is None else f"worth {self.written(bar.worth)}, "
        words = f"{worth}made {self.written(bar.made)}"
        return words if short else f"Deal {self.found.deals[place].deal.number}: {words}"

    def sentence(self, seat: int, over: bool) -> str:
        """The game of a seat in a sentence or two; until all is worked out, the number of deals that are."""
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
        hands = f"[{seat}'s] hands were worth {self.written(worth)}, and [{seat}] made {self.written(made)} of them."
        chance = " Chance alone may do as much." if play and own.chance else ""
        return self.match.say(f"{cards}, {played}: {hands}{chance}")


class LuckBar(NamedTuple):
    """A deal: a block for the worth of the hand, None until it is worked out, and more or less points made of it.

    span: the least and the most points of all bars. good: whether more or less made of it is good.
    """

    worth: float | None
    made: float
    span: tuple[float, float]
    good: bool

    def draw(self, canvas: Canvas, at: pygame.Rect) -> None:
        """Draw it in the middle of its column, over a line at 0 points."""
        theme, (low, high) = canvas.theme, self.span
        zero, level, end = (at.y + (high - points) * at.h / (high - low) for points in (0, self.worth or 0, self.made))
        wide, slim = min(0.4 * at.h, at.w * 0.64), min(0.17 * at.h, at.w * 0.3)
        canvas.line(at.x, zero, at.w, theme.plain_edge)
        if self.worth is None:  # hatched
            for line in range(3):
                canvas.line(at.centerx - wide / 2, zero - at.h * (0.045 + 0.09 * line), wide, theme.plain_edge, dash=3)
            return
        tall = max(2.0, abs(zero - level))
        canvas.box(at.centerx - wide / 2, min(zero, level), wide, tall, 3, fill=theme.paper_edge, edge=theme.plain_edge, sw=1)
        if abs(end - level) >= 1.5:
            tone = theme.leaf if self.good else theme.russet
            canvas.box(at.centerx - slim / 2, min(level, end), slim, abs(end - level), 2.5, fill=tone)


class TotalsChart:
    """The totals after each deal as lines, the first seat's whole and thick, with the last totals at their ends.

    left, each: units before the first deal, and of a deal. t: pixels of a unit.
    """

    def __init__(
        self, figures: LuckFigures, order: Sequence[int], portraits: Sequence[str], t: float, left: float, each: float
    ) -> None:
        self.deals, self.order, self.portraits = figures.found.deals, order, portraits
        self.t, self.left, self.each = t, left * t, each * t
        self.totals = [[0.0, *(float(counted.totals[seat]) for counted in self.deals)] for seat in order]
        least, most = min(map(min, self.totals)), max(map(max, self.totals))
        self.step = round_step(most - least)
        self.low = self.step * math.floor(least / self.step)
        self.high = max(self.step * math.ceil(most / self.step), self.low + self.step)
        names = figures.match.session.names
        ends = ", ".join(f"{names[seat]} {phrases.amount(self.deals[-1].totals[seat])}" for seat in order)
        self.name = f"Totals after each deal, as lines; after the last one: {ends}."

    def draw(self, canvas: Canvas, at: pygame.Rect) -> None:
        """Draw it; the lines leave room for half a number over and under them."""
        theme, pad = canvas.theme, 8 * self.t
        px = max(10.5, 13 * self.t)
        left, top, high, wide = at.x + self.left, at.y + pad, at.h - 2 * pad, self.each * len(self.deals)
        canvas.put("Totals", at.x, top, px * 1.19, theme.ink, "semi", "midleft")
        for points in range(self.low, self.high + 1, self.step):
            y = top + self._down(points) * high
            canvas.line(left, y, wide, theme.plain_edge if points == 0 else theme.rule)
            canvas.put(phrases.signed(str(points)), left - 8 * self.t, y, px, theme.ink2, "sans", "midright")
        size = round(wide + 2 * pad), round(high + 2 * pad)
        tones = (theme.russet, theme.plum, theme.sky, theme.ink2, theme.brass_lo, theme.rose)
        lines = [
            self._line(number, theme.leaf if not number else tones[(number - 1) % len(tones)], pad, high)
            for number in reversed(range(len(self.totals)))
        ]
        canvas.svg(document(*size, "".join(lines)), left - pad, top - pad, *size)
        self._ends(canvas, left + wide, top, high)

    def _down(self, points: float) -> float:
        """The part of the height that lies over the line of that total."""
        return (self.high - points) / (self.high - self.low)

    def _line(self, number: int, tone: str, pad: float, high: float) -> str:
        path = " ".join(
            f"{pad + max(0.0, place - 0.5) * self.each:.1f},{pad + self._down(points) * high:.1f}"
            for place, points in enumerate(self.totals[number])
        )
        dashes = " ".join(f"{part * self.t:.1f}" for part in DASHES[number % len(DASHES)])
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        return (
            f'<polyline points="{path}" fill="none" stroke="{tone}" stroke-width="{(2.4 if number else 4) * self.t:.1f}"'
            f' stroke-linejoin="round" stroke-linecap="round"{dash}/>'
        )

    def _ends(self, canvas: Canvas, left: float, top: float, high: float) -> None:
        """Draw medallions with the totals at the ends of the lines, none over another."""
        each = min(30 * self.t, high / max(1, len(self.order) - 1))
        ends = sorted((self._down(own[-1]) * high, number) for number, own in enumerate(self.totals))
        places = [y for y, _ in ends]
        for i, (one, other) in enumerate(pairwise(places)):
            places[i + 1] = max(other, one + each, places[i] + each)
        most = high
        for i in reversed(range(len(places))):
            places[i] = min(places[i], most)
            most = places[i] - each
        for (_, number), y in zip(ends, places, strict=True):
            seat = self.order[number]
            canvas.portrait(self.portraits[seat], left + 20 * self.t, top + y, each * 0.92)
            size, total = min(max(10.5, 16.5 * self.t), each * 0.8), phrases.amount(self.deals[-1].totals[seat])
            canvas.put(total, left + 84 * self.t, top + y, size, canvas.theme.ink, "serifb", "midright")
