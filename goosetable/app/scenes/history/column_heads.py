"""The heads of the columns: a press sorts by one, another press the other way round."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from goosetable.app.render.canvas import Canvas
from goosetable.app.storage.history import listing
from goosetable.app.storage.history.listing import ListedGame
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import Pressed
from goosetable.games import find


class ColumnHead(Pressed):
    """right: whether its words end at the right. sign: the icon of the direction, where the list is sorted by it."""

    role = "columnheader"
    right = False
    sign = ""

    def __init__(self, label: str, on: Callable[[], Change]) -> None:
        super().__init__(label, on, True)

    @property
    def value(self) -> str:
        return {"down": "sorted, the last first", "up": "sorted"}.get(self.sign, "")

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, (x, y, w, h), px = canvas.theme, self.rect, self.px
        tone = t.brass_lo if self.hover else t.ink2
        edge = x + w - (px * 1.3 if self.sign else 0) if self.right else x
        seen = canvas.put(self.label, edge, y + h / 2, px, tone, "semi", "midright" if self.right else "midleft")
        if self.sign:
            canvas.icon(self.sign, seen.right + px * 0.8, y + h / 2, px * 0.9, tone)
        self.draw_ring(canvas, focused, 6)


def sort_key(label: str, you: str, accuracy: Mapping[str, tuple[int, int]]) -> Callable[[ListedGame], tuple[float, str]]:
    """By what the games are sorted under a heading, the first first."""

    def key(game: ListedGame) -> tuple[float, str]:
        own = listing.of(game, you)
        match label:
            case "Game":
                return 0.0, find(game.game).title
            case "Who played":
                return 0.0, " ".join(seated.name for seated in game.seats).casefold()
            case "Place":
                return (99.0 if own is None or own.place is None else own.place), game.started
            case "Result":
                return (0.0 if own is None else float(own.points)), game.started
            case "Accuracy":
                good, all_of = accuracy.get(game.mark, (0, 0))
                return (good / all_of if all_of else -1.0), game.started
            case _:
                return 0.0, game.started

    return key
