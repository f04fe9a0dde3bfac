"""A card shown large over the table, with its name in words, until the next key or click."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.geometry import RATIO
from goosetable.app.table.stage import LargeCard
from goosetable.app.ui.scene import Change, Pop, Scene

STEPS: Final = {pygame.K_RIGHT: 1, pygame.K_DOWN: 1, pygame.K_LEFT: -1, pygame.K_UP: -1}
HIGH: Final = 0.8
"""How high the card is, in heights of the window."""
NARROW: Final = 250.0
"""Units of width under which the words stand under the card."""
MODIFIERS: Final = (
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA,
    pygame.K_RMETA,
)  # fmt: skip


class LargeCardScene(Scene):
    """One of some cards. The arrows go to its neighbours; anything else closes it, and does nothing besides."""

    covers = False
    fades = False
    secret = True

    def __init__(self, context: Context, cards: tuple[LargeCard, ...], at: int) -> None:
        self.context, self.cards, self.at = context, cards, at

    @property
    def card(self) -> LargeCard:
        return self.cards[self.at]

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN and event.key in STEPS and len(self.cards) > 1:
            self.at = (self.at + STEPS[event.key]) % len(self.cards)
            self.dirty = True
            return None
        pressed = event.type == pygame.KEYDOWN and event.key not in MODIFIERS
        left = event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED)
        return Pop() if pressed or left or event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL) else None

    def draw(self, canvas: Canvas) -> None:
        t = canvas.theme
        scale = max(0.8, min(self.w / 1280, self.h / 720)) * canvas.size
        canvas.lamp_out(0.6)
        high = min(HIGH * self.h, 0.8 * self.w / RATIO)
        gap = 0.05 * self.h
        room = self.w - high * RATIO - 3 * gap
        below = room < NARROW * scale and self.w < self.h * 1.3
        if below:
            room, high = self.w - 2 * gap, min(high, 0.6 * self.h)
        lines = self._lines(canvas, min(room, 480 * scale) - 40 * scale, scale)
        w = max(canvas.width(line, px, face) for line, px, face in lines) + 40 * scale
        h = sum(px * 1.35 for _, px, _ in lines) + 28 * scale
        wide = high * RATIO
        if below:
            x, y = self.w / 2, (self.h - high - h - gap) / 2 + high / 2
            left, top = (self.w - w) / 2, y + high / 2 + gap
        else:
            x, y = (self.w - wide - gap - w) / 2 + wide / 2, self.h / 2
            left, top = x + wide / 2 + gap, (self.h - h) / 2
        self.context.faces.put(canvas.dst, self.card.code, x, y, high, lift=1, tall=True)
        canvas.paper(left, top, w, h, 12, 18, 8)
        top += 14 * scale
        for line, px, face in lines:
            canvas.put(line, left + 20 * scale, top, px, t.ink2 if face == "sans" else t.ink, face)
            top += px * 1.35

    def _lines(self, canvas: Canvas, room: float, scale: float) -> list[tuple[str, float, str]]:
        """What stands beside the card: each line with its size and face."""
        name = canvas.snug(max(self.card.name.split(), key=len), 36 * scale, "serifb", room)
        found = [(line, name, "serifb") for line in canvas.wrap(self.card.name, room, name, "serifb")]
        found += [(line, 18 * scale, "semi") for line in canvas.wrap(self.card.about, room, 18 * scale, "semi") if line]
        ways = (
            "A key or a click goes back."
            if len(self.cards) == 1
            else "Arrows: the next card. Another key or a click goes back."
        )
        return found + [(line, 15 * scale, "sans") for line in canvas.wrap(ways, room, 15 * scale, "sans")]
