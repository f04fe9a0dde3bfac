"""Controls that are pressed or moved: button, switch, stepper, slider and tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.skins.theme import mix
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import Pressed, Widget

Kind: TypeAlias = Literal["prime", "plain", "wood"]


class Button(Pressed):
    """A push button. kind: prime (brass, one a screen), plain (on paper), wood (on cloth).

    icon: a name of assets/art/icons; bare: only the icon is drawn, the label is still read; hint: its key, drawn small.
    """

    def __init__(
        self, label: str, on: Callable[[], Change] | None = None, kind: Kind = "plain", icon: str = "", hint: str = "",
        bare: bool = False, on_paper: bool | None = None,
    ) -> None:  # fmt: skip
        super().__init__(label, on, kind == "plain" if on_paper is None else on_paper)
        self.kind, self.icon, self.hint, self.bare = kind, icon, hint, bare

    def draw(self, canvas: Canvas, focused: bool) -> None:
        x, y, w, h = self.rect
        r = min(10.0, h * 0.28)
        self.draw_ring(canvas, focused, r)
        if self.pressed and self.hover:
            y += 1
        colour = self._plate(canvas, x, y, w, h, r)
        self._inscribe(canvas, x, y, w, h, colour)

    def _plate(self, canvas: Canvas, x: int, y: int, w: int, h: int, r: float) -> str:
        """Draws the button's body; returns the colour of its label."""
        t = canvas.theme
        lit = self.hover and self.enabled
        if not self.enabled:
            if self.on_paper:
                canvas.box(x, y, w, h, r, fill=t.off, edge=t.off_edge, sw=1)
                return t.off_ink
            canvas.box(x, y, w, h, r, fill=t.walnut_lo, edge=t.walnut_hi, sw=1, alpha=0.6)
            return mix(t.cream2, t.walnut_lo, 0.35)
        if self.kind == "prime":
            canvas.shadow(x, y, w, h, r, 6, 3, 130)
            canvas.box(x, y, w, h, r, edge=t.brass_lo, grad=(t.brass_hi if lit else t.prime, t.brass))
            return t.ink
        if self.kind == "plain":
            canvas.shadow(x, y, w, h, r, 3, 2, 60)
            edge = t.brass_lo if lit else t.plain_edge
            canvas.box(x, y, w, h, r, edge=edge, grad=(t.plain, t.plain if lit else t.plain_lo))
            return t.ink
        canvas.box(x, y, w, h, r, fill=t.walnut_lo, edge=t.brass if lit else t.wood_edge, alpha=0.92)
        return t.cream

    def _inscribe(self, canvas: Canvas, x: int, y: int, w: int, h: int, colour: str) -> None:
        px = self.px
        if self.bare and self.icon:
            canvas.icon(self.icon, x + w / 2, y + h / 2, min(px * 1.35, h * 0.66), colour)
            return
        lead = px * 1.5 if self.icon else 0
        px = canvas.snug(self.label, px, "semi", w - lead - 16)
        room = max(0.0, w - lead - 12)
        label = self.label if canvas.width(self.label, px) <= room else canvas.fit(self.label, px, "semi", room)
        left = x + (w - canvas.width(label, px) - lead) / 2
        if self.icon:
            canvas.icon(self.icon, left + self.px * 0.45, y + h / 2, self.px * 1.1, colour)
        dark = self.kind == "wood"
        canvas.rich_level(label, left + lead, y + h / 2 - px * 0.02, px, colour, "semi", dark=dark)
        if self.hint and h > px * 2:
            tone = canvas.theme.cream2 if dark else canvas.theme.off_ink
            canvas.put(self.hint, x + w - 8, y + h - 4, px * 0.66, tone, "sans", "bottomright")


class Switch(Widget):
    """On or off. It draws only the switch itself, 54 x 30 at u = 1; its label is drawn beside it."""

    role = "switch"
    keys = (("Left Right", "At a switch: off, and on"),)

    def __init__(self, label: str, on: Callable[[bool], Change], state: bool = False) -> None:
        super().__init__(label, on_paper=True)
        self.on = on
        self.state = state

    @property
    def value(self) -> str:
        return "on" if self.state else "off"

    def press(self) -> None:
        self.state = not self.state
        self.asked = self.on(self.state)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT) and self.state != (event.key == pygame.K_RIGHT):
            self.press()
            return True
        return super().key(event)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        h = min(self.rect.h, round(self.rect.w * 0.56))
        x, y, w = self.rect.x, self.rect.centery - h // 2, self.rect.w
        if focused:
            canvas.ring(x, y, w, h, h / 2, self.on_paper)
        tone = t.leaf if self.state else t.off_edge
        canvas.box(x, y, w, h, h / 2, fill=mix(tone, t.plain, 0.15) if self.hover else tone, edge=t.knob_edge)
        knob = h - 6
        canvas.box(x + w - knob - 3 if self.state else x + 3, y + 3, knob, knob, knob / 2, t.knob, t.knob_edge, 1)
        if self.state:  # a check mark, so that side and colour are not the only difference
            canvas.icon("check", x + h * 0.5, y + h / 2, h * 0.43, "#ffffff")


class Stepper(Widget):
    """One value of several, chosen with two arrows; it wraps round at the ends."""

    role = "spinbutton"
    keys = (("Left Right", "At a choice: the one before, and the next"),)

    def __init__(self, label: str, options: Sequence[str], on: Callable[[int], Change], index: int = 0) -> None:
        super().__init__(label, on_paper=True)
        self.options = list(options)
        self.on = on
        self.index = index

    @property
    def value(self) -> str:
        return self.options[self.index] if self.options else ""

    def step(self, by: int) -> None:
        if self.options and self.enabled:
            self.index = (self.index + by) % len(self.options)
            self.asked = self.on(self.index)

    def press(self) -> None:
        self.step(1)

    def click(self, pos: tuple[int, int]) -> None:
        self.step(-1 if pos[0] < self.rect.centerx else 1)

    def key(self, event: pygame.event.Event) -> bool:
        by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if by is None:
            return super().key(event)
        self.step(by)
        return True

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        x, y, w, h = self.rect
        self.draw_ring(canvas, focused, 8)
        live = self.enabled and len(self.options) > 1
        lit = self.hover and live
        canvas.box(x, y, w, h, 8, fill=t.plain if live else t.off, edge=t.brass_lo if lit else t.plain_edge)
        arrow = min(h * 0.5, self.px * 1.1)
        if live:
            canvas.icon("left", x + h / 2, y + h / 2, arrow, t.brass_lo)
            canvas.icon("right", x + w - h / 2, y + h / 2, arrow, t.brass_lo)
        room = w - 2 * h * 0.86
        tone = t.ink if live else t.off_ink
        px = canvas.snug(self.value, self.px * 0.94, "semi", room)
        two = canvas.wrap(self.value, room, self.px * 0.76, "semi") if px < self.px * 0.78 else []
        if len(two) == 2 and h > self.px * 1.9:  # rather two lines than letters much smaller than those beside them
            for i, part in enumerate(two):
                canvas.rich(part, x + w / 2, y + h / 2 + (i - 1) * self.px * 0.92, self.px * 0.76, tone, "semi", "mid")
            return
        words = self.value if canvas.width(self.value, px) <= room else canvas.fit(self.value, px, "semi", room)
        canvas.rich_level(words, x + w / 2, y + h / 2, px, tone, "semi", "mid")


class Slider(Widget):
    """A number between two ends, set by dragging, clicking or the arrow keys."""

    role = "slider"
    keys = (
        ("Left Right", "At a slider: less, and more"),
        ("PgDn PgUp", "At a slider: much less, and much more"),
        ("Home End", "At a slider: the least, and the most"),
    )

    def __init__(
        self, label: str, low: float, high: float, number: float, on: Callable[[float], Change], step: float = 0.1,
        words: Callable[[float], str] = lambda number: f"{round(number * 100)} %",
    ) -> None:  # fmt: skip
        super().__init__(label, on_paper=True)
        self.low, self.high, self.number, self.step = low, high, number, step
        self.on = on
        self.words = words

    @property
    def value(self) -> str:
        return self.words(self.number)

    def move_to(self, number: float) -> None:
        """Sets the number, rounded to a whole step between the ends."""
        steps = round((min(self.high, max(self.low, number)) - self.low) / self.step)
        number = min(self.high, round(self.low + steps * self.step, 6))
        if number != self.number:
            self.number = number
            self.asked = self.on(number)

    def press(self) -> None:
        pass

    def down(self, pos: tuple[int, int]) -> None:
        self.drag(pos)

    def drag(self, pos: tuple[int, int]) -> None:
        left, w = self._track()
        self.move_to(self.low + (self.high - self.low) * (pos[0] - left) / max(1.0, w))

    def key(self, event: pygame.event.Event) -> bool:
        by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_PAGEDOWN: -3, pygame.K_PAGEUP: 3}.get(event.key)
        if by is not None:
            self.move_to(self.number + by * self.step)
        elif event.key == pygame.K_HOME:
            self.move_to(self.low)
        elif event.key == pygame.K_END:
            self.move_to(self.high)
        else:
            return False
        return True

    def _track(self) -> tuple[float, float]:
        knob = self.px * 1.4
        return self.rect.x + knob / 2, self.rect.w - knob - self.px * 3.2

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        left, w = self._track()
        cy, knob, thick = self.rect.centery, self.px * 1.4, max(4.0, self.px * 0.46)
        part = (self.number - self.low) / (self.high - self.low)
        canvas.box(left, cy - thick / 2, w, thick, thick / 2, fill=t.rule)
        if part > 0.02:
            canvas.box(left, cy - thick / 2, w * part, thick, thick / 2, fill=t.brass_lo)
        kx = left + w * part - knob / 2
        if focused:
            canvas.ring(kx, cy - knob / 2, knob, knob, knob / 2, self.on_paper)
        edge = t.ink if self.hover or self.pressed else t.brass_lo
        canvas.box(kx, cy - knob / 2, knob, knob, knob / 2, fill=t.knob, edge=edge, sw=2)
        canvas.put(self.value, self.rect.right, cy, self.px * 0.94, t.ink, "semi", "midright")


class Tile(Pressed):
    """A choice among several, with a picture of its own.

    picture(paint, rect) draws what is inside; without one the label is drawn in the middle. below: the label under the
    tile. chosen: this is the one; framed=False: the picture draws its own ground, the tile only the rings.
    """

    role = "radio"

    def __init__(
        self, label: str, on: Callable[[], Change] | None = None,
        picture: Callable[[Canvas, pygame.Rect], None] | None = None, chosen: bool = False, below: bool = False,
        framed: bool = True, on_paper: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(label, on, on_paper)
        self.picture, self.chosen, self.below, self.framed = picture, chosen, below, framed
        self.radius = 10.0

    @property
    def value(self) -> str:
        return "chosen" if self.chosen else ""

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        x, y, w, h = self.rect
        self.draw_ring(canvas, focused, self.radius)
        if self.framed:
            fill = t.chosen if self.chosen else mix(t.plain, t.chosen, 0.35) if self.hover else t.plain
            edge = t.brass_lo if self.chosen or self.hover else t.plain_edge
            canvas.box(x, y, w, h, self.radius, fill=fill, edge=edge, sw=2.4 if self.chosen else 1.2)
        if self.picture is not None:
            self.picture(canvas, self.rect)
        if not self.framed and (self.chosen or self.hover):
            mark = t.brass_lo if self.on_paper else t.brass
            canvas.box(x, y, w, h, self.radius, edge=mark, sw=3 if self.chosen else 1.4)
        face = "semi" if self.chosen or not self.below else "sans"
        tone = t.ink if self.on_paper else t.cream
        if self.below:
            canvas.put(self.label, x + w / 2, y + h + 4, self.px * 0.86, tone, face, "midtop")
        elif self.picture is None:
            px = canvas.snug(self.label, self.px, "semi", w - 12)
            canvas.rich_level(self.label, x + w / 2, y + h / 2, px, tone, "semi", "mid")
