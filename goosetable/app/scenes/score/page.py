"""The paper of a score sheet: words, figures and portraits by units, drawn or only measured."""

from __future__ import annotations

from collections.abc import Sequence

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import SUIT_SIGNS
from goosetable.app.scenes.score.summary import ScoreSummary
from goosetable.app.table.seats import group
from goosetable.engine.text.table_facts import together


class ScorePage:
    """Draws for a score sheet w units wide. Without `canvas` nothing is drawn, and the heights are the same."""

    def __init__(self, scene: ScoreSummary, canvas: Canvas | None, w: float) -> None:
        self.scene, self.canvas, self.w = scene, canvas, w
        self.u = scene.t
        self.x = 0.0

    def _put(self, s: str, x: float, y: float, px: float, tone: str, face: str, anchor: str = "topleft") -> None:
        if self.canvas is not None:
            self.canvas.put(s, x * self.u, y * self.u, self.scene.px(px), tone, face, anchor)  # type: ignore[arg-type]

    def _word(self, s: str, right: float, mid: float, px: float, tone: str, face: str) -> None:
        """Figures or a heading that end at `right`, with suits as shapes."""
        if not any(sign in s for sign in SUIT_SIGNS):
            self._put(s, right, mid, px, tone, face, "midright")
        elif self.canvas is not None:
            size = self.scene.px(px)
            self.canvas.rich_level(s, right * self.u, mid * self.u, size, tone, face, "right")

    def _para(self, s: str, x: float, y: float, w: float, px: float, tone: str, face: str = "sans") -> float:
        """A paragraph; gives the y below it."""
        size = self.scene.px(px)
        ruler = self.canvas or self.scene.context.canvas
        if self.canvas is not None:
            self.canvas.para(s, x * self.u, y * self.u, w * self.u, size, tone, face, 1.3)
        return y + len(ruler.wrap(s, w * self.u, size, face)) * size * 1.3 / self.u

    def _fit(self, s: str, px: float, face: str, room: float) -> str:
        """The text, cut where it is wider than `room` units."""
        return (self.canvas or self.scene.context.canvas).fit(s, self.scene.px(px), face, room * self.u)

    def _called(self, seats: Sequence[int], px: float, room: float) -> str:
        """Who sits there, cut where that is wider than `room` units."""
        return self._fit(self.scene.match.say(together(seats)), px, "serif", room)

    def _width(self, s: str, px: float, face: str) -> float:
        return (self.canvas or self.scene.context.canvas).width(s, self.scene.px(px), face) / self.u

    def _portraits(self, seats: Sequence[int], cx: float, cy: float, d: float, ring: str = "") -> None:
        """A medallion of that diameter, or those of partners."""
        if self.canvas is not None:
            who = [self.scene.portraits[seat] for seat in seats]
            group(self.canvas, who, cx * self.u, cy * self.u, d * self.u, ring)
