"""The three dearest decisions of a deal on its score sheet, each a way to the review at that card."""

from __future__ import annotations

import re
from typing import Final

from goosetable.app.match.review_session import DealOpinions, LookingBack
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import bare
from goosetable.app.scenes.review.opinion import called, cost_words
from goosetable.app.scenes.routes import ToReview
from goosetable.app.ui.elements import Column, Control, Element, Grid, Text
from goosetable.app.ui.scene import Push
from goosetable.app.ui.widget import Pressed
from goosetable.engine.words import phrases
from goosetable.review.deal_review import dearest

GIVE_OR_TAKE: Final = re.compile(r", give or take [^ ,]*[0-9]")


def fitting(canvas: Canvas, cost: str, px: float, room: float) -> str:
    """The cost of a decision, without the margin if there is no room for it; the review shows that."""
    if canvas.width(cost, px, "sans") <= room:
        return cost
    return GIVE_OR_TAKE.sub("", cost).replace("}, and", "} and")


class DearestTile(Pressed):
    """One decision: its name, the better action, and its cost."""

    def __init__(self, label: str, cost: str, route: ToReview, counts: bool) -> None:
        super().__init__(label, lambda: Push(route), on_paper=True)
        self.cost, self.counts = cost, counts

    @property
    def value(self) -> str:
        return bare(self.cost)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, (x, y, w, h) = canvas.theme, self.rect
        self.draw_ring(canvas, focused, 8)
        edge = t.over if self.counts else t.plain_edge
        canvas.box(x, y, w, h, 8, edge=t.brass_lo if self.hover else edge, grad=(t.plain, t.plain_lo))
        room, left = w - 2.2 * self.px, x + 0.7 * self.px
        small = canvas.snug(self.label, self.px, "semi", room)
        canvas.rich_level(canvas.fit(self.label, small, "semi", room), left, y + 0.32 * h, small, t.ink, "semi")
        size = 0.85 * self.px
        cost = fitting(canvas, self.cost, size, room)
        words = canvas.snug(cost, size, "sans", room)
        tone = t.ink if self.counts else t.ink2
        canvas.rich_level(canvas.fit(cost, words, "sans", room), left, y + 0.7 * h, words, tone, "sans")
        canvas.icon("right", x + w - 0.8 * self.px, y + h / 2, 0.9 * self.px, t.ink2)


class Dearest:
    """Computes the opinions, a piece at a time, and then has the tiles."""

    def __init__(self, looked: LookingBack, opinions: DealOpinions, route: ToReview) -> None:
        self.looked, self.opinions, self.route = looked, opinions, route
        self.tiles: list[DearestTile] = []

    @property
    def title(self) -> str:
        """The heading; empty while it is not known, or if no person had a choice."""
        if not self.opinions.over or not self.opinions.decisions:
            return ""
        whose = "The" if self.looked.shared else "Your"
        if self.tiles:
            return f"{whose} dearest decisions"
        return "No decision cost anything." if self.looked.shared else "Nothing you did cost anything."

    def work(self) -> bool:
        """Does a piece of the work; returns whether there is more."""
        more = self.opinions.work()
        if not more and not self.tiles:
            self._lay_out()
        return more

    def _lay_out(self) -> None:
        found = self.opinions.opinions
        for opinion in dearest(found.values()):
            if opinion.cost.counts:
                at = next(place for place, one in found.items() if one is opinion)
                self.tiles.append(self._tile(at))

    def _tile(self, at: int) -> DearestTile:
        looked, opinion = self.looked, self.opinions.opinions[at]
        looked.go(at)
        place = phrases.sentence(looked.groups[looked.group].place.partition(" of ")[0])
        who = f"{looked.say(f'[{opinion.seat}]')}, {place.lower()}" if looked.shared else place
        done, best = (called(looked, opinion, written) for written in (opinion.played, opinion.best))
        label = f"{who}: {done}, better {best}"
        return DearestTile(label, cost_words(opinion.cost), self.route._replace(at=at), opinion.cost.counts)

    def element(self) -> Element:
        """Makes heading and tiles."""
        heading, count = Text(self.title, 16, "ink2", "semi", role="heading"), len(self.tiles)
        tiles = [Control(tile, 15.5, height=46, place=(at, count)) for at, tile in enumerate(self.tiles, 1)]
        return Column([heading, Grid(tiles, 6, min_width=230, max_columns=3)], 4, (0, 4, 0, 4))
