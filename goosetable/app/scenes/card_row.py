"""Rows of cards on a page: as large as there is room for, and each card a part of the accessible tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple, Unpack

from goosetable.app.render.card_images import CardImages
from goosetable.app.render.geometry import RATIO
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.ui.elements import (
    Column,
    Control,
    Element,
    Heading,
    LayoutPass,
    Painter,
    Row,
    Scroll,
    Semantics,
    Sheet,
    Size,
    Text,
)
from goosetable.app.ui.elements.base import ElementOptions
from goosetable.app.ui.focus import Button
from goosetable.app.ui.heard import HeardPart, spoken


class ShownCard(NamedTuple):
    """A card of a row. name, more: for screen readers. who: the portrait that lies on it, if any."""

    code: str
    name: str = ""
    more: str = ""
    ringed: bool = False
    dim: bool = False
    who: str = ""


class CardRow(Element):
    """Cards from the left. high: units of a card at the most. apart: from one card to the next, in its own width, at the most.

    covered: the least of that, at which the index of each card is still seen; where there is less room cards are smaller.
    Each card is a part of the accessible tree, unless the row has a role and a name that says all of them.
    """

    __slots__ = ("_card", "_step", "apart", "cards", "covered", "faces", "high")

    def __init__(
        self, faces: CardImages, cards: Sequence[ShownCard], high: float, apart: float, covered: float = 0.46,
        **options: Unpack[ElementOptions],
    ) -> None:  # fmt: skip
        super().__init__(**options)
        self.faces, self.cards, self.high, self.apart, self.covered = faces, cards, high, apart, covered
        self._card, self._step = (0.0, 0.0), 0.0

    def natural(self, run: LayoutPass, w: float, h: float) -> Size:
        gaps = max(1, len(self.cards) - 1)
        high = min(self.high, w / (1 + self.covered * (len(self.cards) - 1)) / RATIO)
        wide = high * RATIO
        self._card, self._step = (wide, high), wide * self.apart if w == inf else min(wide * self.apart, (w - wide) / gaps)
        return min(w, wide + (len(self.cards) - 1) * self._step), high

    def arrange(self, run: LayoutPass, x: float, y: float, w: float, h: float) -> None:
        self.natural(run, w + 0.01, h)  # the last question may have been about another width

    def paint(self, painter: Painter) -> None:
        canvas, t, (x, y, _, _), (wide, high) = painter.canvas, painter.t, self.box, self._card
        for i, card in enumerate(self.cards):
            cx, cy = (x + wide / 2 + i * self._step) * t, (y + high / 2) * t + painter.dy
            ring = canvas.theme.brass if card.ringed else None
            self.faces.put(canvas.dst, card.code, cx, cy, high * t, dim=card.dim, glow=ring)
            if card.who:
                canvas.portrait(card.who, cx + 0.26 * wide * t, cy + 0.3 * high * t, max(18.0, 0.3 * high) * t)

    def semantics(self, tree: Semantics) -> Iterator[HeardPart]:
        if self.role is not None:
            yield tree.part(self, self.role, self.name)
            return
        x, y, _, _ = self.box
        for i, card in enumerate(self.cards):
            box = (x + i * self._step, y, *self._card)
            yield tree.part(self, "cell", spoken(card.name), box=box, key=f"card:{i}")._replace(more=spoken(card.more))


def cards_sheet(page: ElementPage, rows: Sequence[Element], words: str, close: Button) -> Sheet:
    """A sheet of rows of cards that scroll under the page's title. words: beside the button at its foot."""
    foot = Row([Text(words, 15, "ink2", grow=1), Control(close, 19, width=150, height=48)], 12, (0, 8, 0, 0), region="foot")
    body = Scroll(Column(rows, 0, (4, 6, 8, 4)), page.scroll)
    return Sheet(Column([Heading(page.title_words), body, foot]), page.clearance, 1000)
