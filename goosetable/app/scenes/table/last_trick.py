"""The last trick, laid over the table once more: who played what, who took it, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages
from goosetable.app.render.geometry import RATIO, Area
from goosetable.app.table.stage import Stage
from goosetable.cards import Card
from goosetable.engine.record.history import Trick
from goosetable.engine.rules.event import NOBODY
from goosetable.engine.words import phrases

HELD: Final = 0.35  # seconds from which a key counts as held down, so that letting go closes


class LastTrick:
    """What is laid over the table. held: it was opened by a key that may be held down."""

    def __init__(self, trick: Trick, held: bool) -> None:
        self.trick, self.held = trick, held
        self.shown_for = 0.0
        self._lying: list[tuple[Card, Area]] = []

    @property
    def held_long(self) -> bool:
        return self.held and self.shown_for >= HELD

    def card_at(self, pos: tuple[int, int]) -> Card | None:
        """The card that is shown at a place of the window."""
        return next((card for card, area in self._lying if area.holds(pos)), None)

    def draw(
        self, canvas: Canvas, stage: Stage, faces: CardImages, portraits: tuple[str, ...], say: Callable[[str], str]
    ) -> None:
        """A sheet of paper in the middle of the cloth, the cards in playing order with their players under them.

        say: puts names into the texts of the rules.
        """
        layout, t, trick = stage.layout, canvas.theme, self.trick
        s = min(layout.t, layout.cw / 620, layout.free / 420)
        n = len(trick.plays)
        card = min(layout.hand_h, 150 * s, (layout.cw - 90 * s) / n / RATIO / 1.25)
        step = max(card * RATIO * 1.25, min(150 * s, (layout.cw - 90 * s) / n))
        names = stage.snapshot.names
        words = say(trick.said)
        if stage.game.text.trick_name == "trick":
            words = say(f"[{trick.taker} takes] it with {stage.game.text.face(trick.card)}, {trick.why}.")
        if trick.owner not in (NOBODY, trick.taker):
            words += " " + say(f"The trick goes to [{trick.owner}].")
        w = min(layout.cw - 2 * layout.rim, max(n * step + 40 * s, 380 * s))
        lines = canvas.wrap(words, w - 40 * s, 16 * s, "semi")
        h = 58 * s + card + 54 * s + len(lines) * 16 * s * 1.35 + 14 * s
        x, y = layout.cx - w / 2, layout.top + (layout.free - h) * 0.42
        canvas.paper(x, y, w, h, 14, 22 * s, 10 * s)
        title = phrases.sentence(trick.place)
        canvas.put(title, layout.cx, y + 12 * s, canvas.snug(title, 22 * s, "serifb", w - 40 * s), t.ink, "serifb", "midtop")
        cy = y + 54 * s + card / 2
        self._lying = []
        for i, (seat, played) in enumerate(trick.plays):
            cx = layout.cx + (i - (n - 1) / 2) * step
            ring = t.brass if played == trick.card or seat in trick.level else None
            faces.put(canvas.dst, stage.code(played), cx, cy, card, glow=ring)
            self._lying.append((played, Area(cx - card * RATIO / 2, cy - card / 2, card * RATIO, card)))
            self._player(canvas, portraits[seat], names[seat], cx, cy + card / 2 + 10 * s, step, s)
        canvas.lines(lines, layout.cx, cy + card / 2 + 54 * s, 16 * s, t.ink, "semi", 1.35, "mid")

    @staticmethod
    def _player(canvas: Canvas, who: str, name: str, cx: float, y: float, room: float, s: float) -> None:
        d, px = 30 * s, 15 * s
        name = canvas.fit(name, px, "semi", room - d - 12 * s)
        w = d + 6 * s + canvas.width(name, px)
        canvas.portrait(who, cx - w / 2 + d / 2, y + d / 2 + 2 * s, d)
        canvas.put(name, cx - w / 2 + d + 6 * s, y + d / 2 + 2 * s, px, canvas.theme.ink, "semi", "midleft")
