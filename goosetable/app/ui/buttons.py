"""Controls that are pressed or moved: button, switch, stepper, slider and tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.skins.theme import mix
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import PressControl, Widget

Kind: TypeAlias = Literal["prime", "plain", "wood"]


class Button(PressControl):
    """A push button.

    kind: "prime" (brass, one on a screen), "plain" (on paper) or "wood" (on cloth). icon: name of a file in assets/art/icons.
    bare: True to draw only the icon; screen readers still read the label. hint: the name of the key that presses it, drawn
    small.
    """

    def __init__(
        self, label: str, on_press: Callable[[], Change] | None = None, kind: Kind = "plain", icon: str = "", hint: str = "",
        bare: bool = False, on_paper: bool | None = None,
    ) -> None:  # fmt: skip
        super().__init__(label, on_press, kind == "plain" if on_paper is None else on_paper)
        self.kind, self.icon, self.hint, self.bare = kind, icon, hint, bare

    def draw(self, canvas: Canvas, focused: bool) -> None:
        area = self.rect.move(0, 1) if self.pressed and self.hover else self.rect
        r = min(10.0, area.h * 0.28)
        self.draw_ring(canvas, focused, r)
        self._draw_label(canvas, area, self._draw_body(canvas, area, r))

    def _draw_body(self, canvas: Canvas, area: pygame.Rect, r: float) -> str:
        t, lit = canvas.theme, self.hover
        if not self.enabled:
            if self.on_paper:
                canvas.draw_panel(area, r, fill=t.off, edge=t.off_edge, line_width=1)
                return t.off_ink
            canvas.draw_panel(area, r, fill=t.walnut_lo, edge=t.walnut_hi, line_width=1, alpha=0.6)
            return mix(t.cream2, t.walnut_lo, 0.35)
        if self.kind == "prime":
            canvas.draw_panel(area, r, edge=t.brass_lo, gradient=(t.brass_hi if lit else t.prime, t.brass), shadow=(6, 3, 130))
            return t.ink
        if self.kind == "plain":
            edge = t.brass_lo if lit else t.plain_edge
            canvas.draw_panel(area, r, edge=edge, gradient=(t.plain, t.plain if lit else t.plain_lo), shadow=(3, 2, 60))
            return t.ink
        canvas.draw_panel(area, r, fill=t.walnut_lo, edge=t.brass if lit else t.wood_edge, alpha=0.92)
        return t.cream

    def _draw_label(self, canvas: Canvas, area: pygame.Rect, colour: str) -> None:
        if self.bare and self.icon:
            canvas.draw_centred_icon(self.icon, area, min(self.px * 1.35, area.h * 0.66), colour)
            return
        dark, lead = self.kind == "wood", self.px * 1.5 if self.icon else 0
        px = canvas.fitting_size(self.label, self.px, "semi", area.w - lead - 16)
        wide = min(canvas.width(self.label, px), max(0.0, area.w - lead - 12))
        line = pygame.FRect(area.x + (area.w - wide - lead) / 2, area.y, lead + wide, area.h - px * 0.04)
        if self.icon:
            canvas.draw_centred_icon(self.icon, pygame.FRect(line.x, area.y, self.px * 0.9, area.h), self.px * 1.1, colour)
        canvas.draw_rich_in_area(self.label, pygame.FRect(line.x + lead, line.y, wide, line.h), px, colour, align=0, dark=dark)
        if self.hint and area.h > px * 2:
            tone, small = canvas.theme.cream2 if dark else canvas.theme.off_ink, px * 0.66
            foot = pygame.FRect(area.x, area.bottom - 4 - small * 1.25, area.w - 8, small * 1.25)
            canvas.draw_rich_in_area(self.hint, foot, small, tone, "sans", 1)


class Switch(Widget):
    """A switch that is on or off. The page draws its label beside it."""

    role = "switch"
    keys = (("Left Right", "At a switch: off, and on"),)

    def __init__(self, label: str, on_change: Callable[[bool], Change], state: bool = False) -> None:
        super().__init__(label, on_paper=True)
        self.on_change = on_change
        self.state = state

    @property
    def accessible_value(self) -> str:
        return "on" if self.state else "off"

    def press(self) -> None:
        self.state = not self.state
        self.requested_change = self.on_change(self.state)

    def handle_key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT) and self.state != (event.key == pygame.K_RIGHT):
            self.press()
            return True
        return super().handle_key(event)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, h = canvas.theme, min(self.rect.h, round(self.rect.w * 0.56))
        area = pygame.Rect(self.rect.x, self.rect.centery - h // 2, self.rect.w, h)
        if focused:
            canvas.draw_focus_ring(area, h / 2, self.on_paper)
        tone = t.leaf if self.state else t.off_edge
        canvas.draw_panel(area, h / 2, fill=mix(tone, t.plain, 0.15) if self.hover else tone, edge=t.knob_edge)
        left, right = pygame.Rect(area.x, area.y, h, h), pygame.Rect(area.right - h, area.y, h, h)
        canvas.draw_panel(
            (right if self.state else left).inflate(-6, -6), h / 2 - 3, fill=t.knob, edge=t.knob_edge, line_width=1
        )
        if self.state:  # a check mark, so that side and colour are not the only difference
            canvas.draw_centred_icon("check", left, h * 0.43, "#ffffff")


class Stepper(Widget):
    """A control that shows one of several values; two arrows step through the values and wrap round at the ends."""

    role = "spinbutton"
    keys = (("Left Right", "At a choice: the one before, and the next"),)

    def __init__(self, label: str, options: Sequence[str], on_change: Callable[[int], Change], index: int = 0) -> None:
        super().__init__(label, on_paper=True)
        self.options = list(options)
        self.on_change = on_change
        self.index = index

    @property
    def accessible_value(self) -> str:
        return self.options[self.index] if self.options else ""

    def step(self, by: int) -> None:
        if self.options and self.enabled:
            self.index = (self.index + by) % len(self.options)
            self.requested_change = self.on_change(self.index)

    def press(self) -> None:
        self.step(1)

    def handle_click(self, pos: tuple[int, int]) -> None:
        self.step(-1 if pos[0] < self.rect.centerx else 1)

    def handle_key(self, event: pygame.event.Event) -> bool:
        by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if by is None:
            return super().handle_key(event)
        self.step(by)
        return True

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        area, h = self.rect, self.rect.h
        self.draw_ring(canvas, focused, 8)
        live = self.enabled and len(self.options) > 1
        edge = t.brass_lo if self.hover and live else t.plain_edge
        canvas.draw_panel(area, 8, fill=t.plain if live else t.off, edge=edge)
        if live:
            for name, left in (("left", area.x), ("right", area.right - h)):
                canvas.draw_centred_icon(name, pygame.Rect(left, area.y, h, h), min(h * 0.5, self.px * 1.1), t.brass_lo)
        room, tone = pygame.FRect(area.inflate(-2 * h * 0.86, 0)), t.ink if live else t.off_ink
        px = canvas.fitting_size(self.accessible_value, self.px * 0.94, "semi", room.w)
        two = canvas.wrap_rich_text(self.accessible_value, room.w, self.px * 0.76, "semi") if px < self.px * 0.78 else []
        if len(two) == 2 and h > self.px * 1.9:  # rather two lines than letters much smaller than those beside them
            lead = self.px * 0.92
            for line, top in zip(two, (room.centery - lead, room.centery), strict=True):
                canvas.draw_rich_in_area(line, pygame.FRect(room.x, top, room.w, lead), self.px * 0.76, tone)
        else:
            canvas.draw_rich_in_area(self.accessible_value, room, px, tone)


class Slider(Widget):
    """A number in a range, set by dragging, clicking or the arrow keys."""

    role = "slider"
    keys = (
        ("Left Right", "At a slider: less, and more"),
        ("PgDn PgUp", "At a slider: much less, and much more"),
        ("Home End", "At a slider: the least, and the most"),
    )

    def __init__(
        self, label: str, low: float, high: float, number: float, on_change: Callable[[float], Change], step: float = 0.1,
        words: Callable[[float], str] = lambda number: f"{round(number * 100)} %", apply_on_release: bool = False,
    ) -> None:  # fmt: skip
        """apply_on_release: True if a drag takes effect only when the mouse button is released, because each change lays out
        the whole screen again.
        """
        super().__init__(label, on_paper=True)
        self.low, self.high, self.number, self.step = low, high, number, step
        self.on_change = on_change
        self.words = words
        self.late, self._told = apply_on_release, number

    @property
    def accessible_value(self) -> str:
        return self.words(self.number)

    def move_to(self, number: float, until_release: bool = False) -> None:
        """Sets the number, rounded to a whole step and limited to the range. until_release: True to call on_change only in
        `pointer_up`.
        """
        steps = round((min(self.high, max(self.low, number)) - self.low) / self.step)
        self.number = min(self.high, round(self.low + steps * self.step, 6))
        if not until_release:
            self.pointer_up()

    def pointer_up(self) -> None:
        if self.number != self._told:
            self._told = self.number
            self.requested_change = self.on_change(self.number)

    def pointer_down(self, pos: tuple[int, int]) -> None:
        self.pointer_drag(pos)

    def pointer_drag(self, pos: tuple[int, int]) -> None:
        left, w = self._track_left_and_width()
        self.move_to(self.low + (self.high - self.low) * (pos[0] - left) / max(1.0, w), self.late)

    def handle_key(self, event: pygame.event.Event) -> bool:
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

    def _track_left_and_width(self) -> tuple[float, float]:
        knob = self.px * 1.4
        return self.rect.x + knob / 2, self.rect.w - knob - self.px * 3.2

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        left, w = self._track_left_and_width()
        knob, thick = self.px * 1.4, max(4.0, self.px * 0.46)
        far = w * (self.number - self.low) / (self.high - self.low)
        track = pygame.FRect(left, self.rect.centery - thick / 2, w, thick)
        canvas.draw_panel(track, thick / 2, fill=t.rule)
        if far > 0.02 * w:
            canvas.draw_panel(pygame.FRect(track.topleft, (far, thick)), thick / 2, fill=t.brass_lo)
        grip = pygame.FRect(left + far - knob / 2, self.rect.centery - knob / 2, knob, knob)
        if focused:
            canvas.draw_focus_ring(grip, knob / 2, self.on_paper)
        canvas.draw_panel(grip, knob / 2, fill=t.knob, edge=t.ink if self.hover or self.pressed else t.brass_lo, line_width=2)
        canvas.draw_rich_in_area(self.accessible_value, self.rect, self.px * 0.94, t.ink, align=1)


class Tile(PressControl):
    """A tile: one of several choices, with a picture.

    picture: draws the inside into a box; None to draw the label in the middle. label_below: True to draw the label under the
    tile. chosen: True if this is the chosen tile. framed: False if the picture has its own background; the tile then draws
    only a ring.
    """

    role = "radio"

    def __init__(
        self, label: str, on_press: Callable[[], Change] | None = None,
        picture: Callable[[Canvas, pygame.Rect], None] | None = None, chosen: bool = False, label_below: bool = False,
        framed: bool = True, on_paper: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(label, on_press, on_paper)
        self.picture, self.chosen, self.below, self.framed = picture, chosen, label_below, framed
        self.radius = 10.0

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, area = canvas.theme, self.rect
        self.draw_ring(canvas, focused, self.radius)
        if self.framed:
            fill = t.chosen if self.chosen else mix(t.plain, t.chosen, 0.35) if self.hover else t.plain
            edge = t.brass_lo if self.chosen or self.hover else t.plain_edge
            canvas.draw_panel(area, self.radius, fill=fill, edge=edge, line_width=2.4 if self.chosen else 1.2)
        if self.picture is not None:
            self.picture(canvas, area)
        if not self.framed and (self.chosen or self.hover):
            mark = t.brass_lo if self.on_paper else t.brass
            canvas.draw_panel(area, self.radius, edge=mark, line_width=3 if self.chosen else 1.4)
        tone = t.ink if self.on_paper else t.cream
        if self.below:
            small, face = self.px * 0.86, "semi" if self.chosen else "sans"
            under = pygame.FRect(area.x - small, area.bottom + 4, area.w + 2 * small, small * 1.25)
            canvas.draw_rich_in_area(self.label, under, small, tone, face)
        elif self.picture is None:
            canvas.draw_rich_in_area(self.label, area.inflate(-12, 0), self.px, tone)
