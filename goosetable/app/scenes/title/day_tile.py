"""The deal of the day among the games at the title: a sheet of the calendar, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from goosetable.app.context import Context
from goosetable.app.match.matches import DayDeal
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.app.ui.scene import Change
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import LONGEST_NAME, cut, isolated


def result(won: Sequence[PlayerKey] | None, you: PlayerKey) -> str:
    """Who won the deal of the day the first time it was played to the end here; nothing where it was not (won is None).

    you: the person whose computer this is.
    """
    if won is None:
        return ""
    names = ["you" if who.key == you.key else isolated(cut(who.name, LONGEST_NAME)) for who in won]
    return f"{phrases.listed(names) or 'nobody'} won"


class DayTile(parts.GameTile):
    """What is dealt today. result: who won it, in words, once it has been played to the end at this computer."""

    def __init__(self, context: Context, deal: DayDeal, on: Callable[[], Change]) -> None:
        super().__init__(context, deal.game, on)
        self.label = "Deal of the day"
        self.turn(deal)

    def turn(self, deal: DayDeal) -> None:
        """It is the tile of another day from now on."""
        self.deal, self.game, self.result = deal, deal.game, ""
        self.minutes = self.game.text.minutes(self.game.short(self.game.Options()))

    @property
    def date(self) -> str:
        """The day in words, short where the tile is small."""
        day = self.deal.day
        weekday, month = phrases.WEEKDAYS[day.weekday()], phrases.MONTHS[day.month - 1]
        return f"{weekday[:3]} {day.day} {month[:3]}" if self._small else f"{weekday} {day.day} {month}"

    @property
    def _small(self) -> bool:
        return self.rect.w <= 12 * self.px or self.rect.h < 5 * self.px

    @property
    def facts(self) -> list[str]:
        game = self.game.title
        so_far = f": {self.result}" if self.result else "" if self._small else f", {parts.how_long(self.minutes)}"
        return [game + so_far, self.date]

    @property
    def line(self) -> str:
        return f"{self.game.title} with {phrases.listed(self.deal.company)}, the same for everybody today."

    @property
    def credit(self) -> str:
        return ""

    @property
    def value(self) -> str:
        return f"{', '.join(reversed(self.facts))}. {self.line}"

    def _picture(self, canvas: Canvas, area: pygame.Rect, framed: bool = True) -> None:
        t, day = canvas.theme, self.deal.day
        if framed:
            super()._picture(canvas, area, framed)
        h = min(area.h * 0.72, area.w * 0.92)
        w, head = h * 0.84, h * 0.3
        x, y = area.centerx - w / 2, area.centery - h / 2
        canvas.shadow(x, y, w, h, h * 0.08, max(2, h * 0.06), h * 0.04, 130)
        canvas.box(x, y, w, h, h * 0.08, fill=t.russet, edge=t.brass_lo, sw=1)
        canvas.box(x + 1, y + head, w - 2, h - head - 1, h * 0.06, fill=t.plain)
        month = phrases.MONTHS[day.month - 1][:3]
        canvas.put(month, area.centerx, y + head / 2, h * 0.2, t.cream, "semi", "center")
        canvas.put(str(day.day), area.centerx, y + head + (h - head) / 2, h * 0.46, t.ink, "serifb", "center")
