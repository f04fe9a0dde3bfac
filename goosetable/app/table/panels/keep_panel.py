"""What to keep of a trick: the cards that may be kept, drawn as cards, each with what comes of it."""

from __future__ import annotations

from collections.abc import Callable

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages
from goosetable.app.render.geometry import RATIO, Area
from goosetable.app.table import captions
from goosetable.app.table.panels.choice_panel import TIGHT, ChoiceTile, Panel
from goosetable.app.table.snapshot import Decision
from goosetable.app.table.table_layout import Layout
from goosetable.cards import Card
from goosetable.engine.rules import action
from goosetable.engine.rules.action import Action
from goosetable.engine.text.table_facts import Choice

LETTER = 0.46  # of the size of text: how wide a letter is, about
LOWEST = 74.0  # units: a card with a line of words under it
WORDS = 15.0  # the size of what is said under a card, in units


class Keep(ChoiceTile):
    def __init__(self, choice: Choice, code: str, faces: CardImages, on: Callable[[Action], None]) -> None:
        super().__init__(choice, "", on)
        self.code, self.faces = code, faces
        self.rows = 1
        """Lines of words under the card, alike for all."""

    @property
    def lines(self) -> list[tuple[str, float, str]]:
        return [(line, WORDS * self.px, "semi") for line in (self.choice.verdict, self.choice.result) if line]

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, s = canvas.theme, self.px
        x, y, w, h = self.rect
        lit = self.plate(canvas, focused, shadow=False)
        lines, px = self.lines, WORDS * s
        small = min(px, self.sizes.get(px, px))
        each = 2.4 * small if px in self.broken else 1.3 * px
        room = 0.2 * px + each * self.rows if lines else 0.0
        high = h - room - 12 * s
        cx, cy = x + w / 2, y + 6 * s + high / 2
        wide = min(high, (w - 10 * s) / RATIO)
        self.faces.put(canvas.dst, self.code, cx, cy, wide)
        for i, (words, _, face) in enumerate(lines):
            tone = t.leaf if self.choice.verdict and i == 0 and not lit else t.ink
            top = y + h - room + i * each
            if px in self.broken:
                captions.block(canvas, words, Area(x + 4, top, w - 8, each), small, tone, face, 1.18)
            else:
                canvas.put(canvas.fit(words, small, face, w - 8), cx, top, small, tone, face, "midtop")
        if self.hinted:
            captions.lamp(canvas, x + w - 5 * s, y + 5 * s, 24 * s)


class KeepPanel(Panel):
    """The sheet. The card may as well be chosen in the trick."""

    def __init__(
        self, decision: Decision, portraits: tuple[str, ...], on: Callable[[Action], None],
        code: Callable[[Card], str], faces: CardImages,
    ) -> None:  # fmt: skip
        super().__init__(decision, portraits, on)
        self.tiles: list[ChoiceTile] = []
        for choice in decision.choices:
            card = action.card_of(choice.action)
            if card is not None:
                tile = Keep(choice, code(card), faces, on)
                tile.rows = 1 + any(other.verdict for other in decision.choices)
                self.tiles.append(tile)

    def lay(self, layout: Layout) -> None:
        super().lay(layout)
        s, n = self.scale, len(self.tiles)
        tight = self.area.h < TIGHT * s
        # A remark that needs about two lines has them where the cards leave room.
        long = LETTER * len(self.decision.remark) * 13 * s > self.area.w - 32 * s
        head = (92 if long else 70) * s if not tight else min((78 if long else 54) * s, self.area.h - (12 + LOWEST) * s)
        gap = 10 * s
        w = min(190 * s, (self.area.w - 32 * s - gap * (n - 1)) / n)
        x = self.area.centre.x - (n * w + (n - 1) * gap) / 2
        self.place_row(self.tiles, x, self.area.y + head, w, self.area.h - head - 12 * s, gap)
