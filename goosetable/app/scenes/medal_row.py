"""Rows of the statistics: a figure with its meaning, and the medals of a game with their empty places."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.app.render.canvas import Canvas
from goosetable.app.storage.history.figures import Figure, MedalPlace
from goosetable.app.ui.focus import Widget
from goosetable.engine.words import phrases


class FigureRow(Widget):
    """A figure with its meaning in words; against a player, their portrait beside it."""

    role = "text"

    def __init__(self, figure: Figure, who: str = "") -> None:
        super().__init__(figure.label, on_paper=True)
        self.figure, self.who = figure, who

    @property
    def value(self) -> str:
        return f"{self.figure.value}. {self.figure.meaning}"

    def meaning(self, canvas: Canvas, width: float) -> list[str]:
        """Its meaning in lines, as they fit."""
        return canvas.wrap(self.figure.meaning, width - self.px * (4.6 if self.who else 1.4), self.px * 0.8, "sans")

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, px = canvas.theme, self.px
        x, y, w, h = self.rect
        self.draw_ring(canvas, focused, 9)
        canvas.box(x, y, w, h, 9, fill=t.plain, alpha=0.9 if focused or self.hover else 0.45)
        left = x + px * 0.7
        if self.who:
            d = min(h - px * 0.5, px * 2.6)
            canvas.portrait(self.who, left + d / 2, y + h / 2, d)
            left += px * 3.2
        figure = self.figure
        right = self._right(canvas)
        canvas.label(figure.label, left, y + px * 0.45, px, t.ink, "semi", right - px * 0.5 - left)
        for i, part in enumerate(self.meaning(canvas, w)):
            canvas.put(part, left, y + px * (1.85 + 1.04 * i), px * 0.8, t.ink2, "sans")

    def _right(self, canvas: Canvas) -> float:
        """Draws what stands at the right; where it begins."""
        x, y, w, _ = self.rect
        px, tone = self.px, canvas.theme.ink
        return canvas.put(self.figure.value, x + w - px * 0.7, y + px * 0.4, px * 1.15, tone, "serifb", "topright").x


class MedalRow(FigureRow):
    """Medals of a game, or one of them; what each was given for stands in the meaning."""

    def __init__(self, figure: Figure, places: Sequence[MedalPlace]) -> None:
        super().__init__(figure)
        self.places = places

    @property
    def _wide(self) -> float:
        return len(self.places) * 2.2 * self.px

    def meaning(self, canvas: Canvas, width: float) -> list[str]:
        return canvas.wrap(self.figure.meaning, width - self._wide - self.px * 1.4, self.px * 0.8, "sans")

    def _right(self, canvas: Canvas) -> float:
        left = self.rect.right - self.px * 0.5 - self._wide
        for i, place in enumerate(self.places):
            cx = left + (i + 0.5) * 2.2 * self.px
            canvas.medal(place.medal.sign, bool(place.mark), cx, self.rect.centery, 1.9 * self.px)
        return left


def row_of(title: str, places: Sequence[MedalPlace]) -> MedalRow:
    """The medals of a game in one row, those that were earned by name."""
    given = [place.medal.name for place in places if place.mark]
    names = phrases.sentence(phrases.listed([name.lower() for name in given]))
    said = f"{names}." if given else "No medal of this game yet."
    return MedalRow(Figure(title, f"{len(given)} of {len(places)}", said), places)


def row_of_one(place: MedalPlace, day: str) -> MedalRow:
    """A medal of a game in a row: what it is given for, and when it was. day: of the game that it was given for."""
    got = f"{place.medal.meaning.removesuffix('.')}, on {day}." if day else place.medal.meaning
    return MedalRow(Figure(place.medal.name, "earned" if place.mark else "not earned yet", got), (place,))
