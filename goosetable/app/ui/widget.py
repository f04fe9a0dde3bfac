"""Controls: their base class, button, switch, stepper, slider, tile, scrolling area and page of text."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.text import without_marks
from goosetable.app.skins.theme import mix
from goosetable.app.ui.scene import Change

ENTER_KEYS: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
PRESS_KEYS: Final = (*ENTER_KEYS, pygame.K_SPACE)
"""The keys that press the focused control."""


CHOSEN: Final = ("radio", "option", "tab")
"""Roles of controls in a group that has one chosen control."""
BACKGROUNDS: Final = {
    "chosen": ("chosen", "brass_lo"), "selected": ("chosen", "none"), "good": ("good", "good_edge"), "dark": ("off", "none"),
    "framed": ("plain", "brass_lo"), "edged": ("plain", "plain_edge"), "marked": ("", "brass_lo"), "empty": ("", "rule"),
}  # fmt: skip
"""Theme colours of fill and edge, by the kind of background of a row or box on paper."""


def draw_ground(canvas: Canvas, kind: str, area: pygame.Rect, radius: float = 9) -> None:
    """Draws a rounded background. kind: a key of `BACKGROUNDS`. radius: radius of its corners in pixels."""
    fill, edge = BACKGROUNDS[kind]
    canvas.draw_panel(
        area, radius, fill=getattr(canvas.theme, fill, "none"), edge=getattr(canvas.theme, edge, edge), line_width=1.6
    )


class ArrowGroup(NamedTuple):
    """Controls among which arrow keys, Home and End move the focus; the focus does not leave them at either end.

    controls: in their order; Left and Right move the focus to the previous and to the next one. closed: True if Up and Down
    stay among the controls as well; False if they move to the nearest control of the page. ring: True for a column in which Up
    and Down move to the previous and to the next control, and from either end to the other; Left and Right leave it.
    """

    controls: Sequence[Widget]
    closed: bool
    ring: bool = False


class Widget:
    """A control. A scene sets `rect` (in pixels) and `px` (the size of its text) whenever the window changes.

    Screen readers read role, label and value. on_paper: True for a dark focus ring, which is visible on paper. region: name of
    a group of controls; F6 moves from region to region. arrow_group: the controls among which arrow keys move the focus from
    here; None if they move it to the nearest control of the page. scroller: the area in which the control scrolls, or None.
    While the control has the focus, each key press goes first to its handle_key(), which returns True if it used the press.
    """

    role = "generic"
    focusable = True
    keys: tuple[tuple[str, str], ...] = ()
    """Keys that the control handles, for the list of keys: pairs of keys, separated by blanks, and their effect in words. Enter
    and Space are left out.
    """

    def __init__(self, label: str, on_paper: bool = False) -> None:
        self.label = label
        self.on_paper = on_paper
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.px = 17.0
        self.enabled = True
        self.shown = True
        self.hover = False
        self.pressed = False
        self.region = ""
        self.arrow_group: ArrowGroup | None = None
        self.command = ""  # a command of `keymap`: its key presses the control, wherever the focus is
        self.scroller: Scroller | None = None
        self.requested_change: Change = None  # the change that the press asks of the stack of scenes

    @property
    def accessible_value(self) -> str:
        """The state of the control in words; empty if it has none."""
        return ""

    @property
    def is_chosen(self) -> bool:
        """True if the control stands for a choice among several, and this choice is the present one."""
        return self.role in CHOSEN and self.accessible_value.startswith("chosen")

    @property
    def is_focusable(self) -> bool:
        """True if the control can take the focus."""
        return self.focusable and self.enabled and self.shown

    def draw(self, canvas: Canvas, focused: bool) -> None:
        """Draws the control at its rect. focused: True to draw the focus ring."""

    def press(self) -> None:
        """Performs the action of a click, Enter or Space."""

    def pointer_down(self, pos: tuple[int, int]) -> None:
        """Handles a press of the pointer on the control."""

    def pointer_drag(self, pos: tuple[int, int]) -> None:
        """Handles pointer motion while the button is held that was pressed on the control."""

    def pointer_up(self) -> None:
        """Handles the release of the button that was pressed on the control. The pointer may be elsewhere now."""

    def handle_click(self, pos: tuple[int, int]) -> None:
        """Handles a press and release of the pointer on the control."""
        self.press()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Handles a key while the control has the focus; returns True if the key was used."""
        if event.key in PRESS_KEYS:
            self.press()
            return True
        return False

    def handle_text(self, event: pygame.event.Event) -> bool:
        """Handles TEXTINPUT or TEXTEDITING while the control has the focus; returns True if the event was used."""
        return False

    def handle_wheel(self, steps: float) -> bool:
        """Handles a turn of the wheel over the control; returns True if it was used. steps: positive upwards."""
        return False

    def focus_changed(self, focused: bool) -> None:
        """Called when the control gets or loses the focus. focused: True if it has the focus."""

    def draw_row(self, canvas: Canvas, focused: bool, kind: str = "", radius: float = 9) -> None:
        """Draws the focus ring and the background of a row. kind: a key of `BACKGROUNDS`; "" for a light background while the
        pointer is over the control, else none."""
        self.draw_ring(canvas, focused, radius)
        if kind:
            draw_ground(canvas, kind, self.rect, radius)
        elif self.hover and self.is_focusable:
            canvas.draw_panel(self.rect, radius, fill=canvas.theme.plain, alpha=0.75)

    def draw_ring(self, canvas: Canvas, focused: bool, r: float) -> None:
        """Draws the focus ring if `focused` is True. r: radius of the control's corners in pixels."""
        if focused:
            canvas.draw_focus_ring(self.rect, r, self.on_paper)


def form_arrow_group(controls: Sequence[Widget], closed: bool, ring: bool = False) -> None:
    """Makes an `ArrowGroup` of controls, and sets it as the `arrow_group` of each of them."""
    group = ArrowGroup(controls, closed, ring)
    for control in controls:
        control.arrow_group = group


class PressControl(Widget):
    """A control with one action. A press runs the action unless the control is disabled."""

    role = "button"
    chosen: bool | None = False
    """True if the control is the chosen one of several."""

    def __init__(self, label: str, on_press: Callable[[], Change] | None, on_paper: bool = False) -> None:
        super().__init__(label, on_paper)
        self.on_press = on_press

    @property
    def accessible_value(self) -> str:
        return "chosen" if self.chosen else ""

    def press(self) -> None:
        if self.enabled and self.on_press is not None:
            self.requested_change = self.on_press()


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
        framed: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(label, on_press, on_paper=True)
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


SIGN_GROUPS_PREFIX: Final = "| "
"""Prefix of a paragraph that consists of groups of signs, such as a game code."""


class Scroller(Widget):
    """An area that shows a part of higher content. The wheel, the page keys or the scroll bar move the content.

    `inner` is the height of the content, and `offset` the height of its part that is hidden above the area, both in pixels.
    place_inside() places controls in the area. A scene draws everything else in `with scroller.clipped_content(canvas) as
    top:`, where top is the y of the content's upper edge. The area takes the focus only if it can scroll and contains no
    controls.
    """

    role = "scroll area"
    keys: tuple[tuple[str, str], ...] = (("Up Down PgUp PgDn", "Scroll"),)

    def __init__(self, label: str) -> None:
        super().__init__(label, on_paper=True)
        self.inner = 0.0
        self.offset = 0.0
        self._held: dict[Widget, pygame.Rect] = {}
        self._grab = 0.0

    @property
    def max_offset(self) -> float:
        return max(0.0, self.inner - self.rect.h)

    @property
    def is_focusable(self) -> bool:
        return self.shown and self.max_offset > 0 and not self._held

    @property
    def accessible_value(self) -> str:
        return f"{round(100 * self.offset / self.max_offset)} %" if self.max_offset else ""

    def place_inside(self, widget: Widget, rect: pygame.Rect) -> None:
        """Places a control inside the area. rect: its box, counted from the upper left corner of the content."""
        widget.scroller = self
        self._held[widget] = rect
        widget.rect = rect.move(self.rect.x, self.rect.y - round(self.offset))

    def remove_controls(self) -> None:
        self._held.clear()

    def scroll_to(self, offset: float) -> None:
        """Scrolls to an offset in pixels, within the bounds."""
        self.offset = min(self.max_offset, max(0.0, offset))
        for widget, rect in self._held.items():
            widget.rect = rect.move(self.rect.x, self.rect.y - round(self.offset))

    def bring_into_view(self, rect: pygame.Rect, margin: int = 12) -> None:
        """Scrolls no more than needed to bring a box of the window into sight."""
        if rect.top < self.rect.top + margin:
            self.scroll_to(self.offset - (self.rect.top + margin - rect.top))
        elif rect.bottom > self.rect.bottom - margin:
            self.scroll_to(self.offset + rect.bottom - (self.rect.bottom - margin))

    @contextlib.contextmanager
    def clipped_content(self, canvas: Canvas) -> Iterator[float]:
        """Context manager: clips drawing to the area. Its value is the y of the content's upper edge."""
        with canvas.clipped_to(self.rect):
            yield self.rect.y - self.offset

    def scroll_handle_rect(self) -> pygame.Rect:
        """Returns the box of the scroll bar's handle; it has no height if there is nothing to scroll."""
        if not self.max_offset:
            return pygame.Rect(self.rect.right - 6, self.rect.y, 6, 0)
        h = max(24, round(self.rect.h * self.rect.h / self.inner))
        y = self.rect.y + round((self.rect.h - h) * self.offset / self.max_offset)
        return pygame.Rect(self.rect.right - 6, y, 6, h)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        self.draw_ring(canvas, focused, 8)
        bar = self.scroll_handle_rect()
        if bar.h:
            rail, tone = (t.rule, t.ring) if self.on_paper else (t.walnut_hi, t.cream2)
            canvas.draw_panel(pygame.Rect(bar.x, self.rect.y, bar.w, self.rect.h), 3, fill=rail, alpha=0.7)
            canvas.draw_panel(bar, 3, fill=t.brass_lo if self.pressed and self.on_paper else tone)

    def pointer_down(self, pos: tuple[int, int]) -> None:
        bar = self.scroll_handle_rect()
        self._grab = pos[1] - bar.y if bar.inflate(14, 0).collidepoint(pos) else -1.0
        if self._grab < 0 and pos[0] > bar.x - 8:  # beside the handle: a page up or down
            self.scroll_to(self.offset + (self.rect.h * 0.9 if pos[1] > bar.y else -self.rect.h * 0.9))

    def pointer_drag(self, pos: tuple[int, int]) -> None:
        free = self.rect.h - self.scroll_handle_rect().h
        if self._grab >= 0 and free > 0:
            self.scroll_to((pos[1] - self._grab - self.rect.y) / free * self.max_offset)

    @property
    def wheel_step(self) -> float:
        """Pixels of a step of the wheel."""
        return self.px * 3

    def handle_wheel(self, steps: float) -> bool:
        before = self.offset
        self.scroll_to(self.offset - steps * self.wheel_step)
        return self.offset != before

    def handle_key(self, event: pygame.event.Event) -> bool:
        page = self.rect.h * 0.9
        move = {
            pygame.K_UP: -self.px * 2, pygame.K_DOWN: self.px * 2, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page,
            pygame.K_SPACE: page, pygame.K_HOME: -self.inner, pygame.K_END: self.inner,
        }.get(event.key)  # fmt: skip
        if move is None:
            return False
        before = self.offset
        self.scroll_to(self.offset + move)
        # At the end of the area an arrow moves the focus instead.
        return self.offset != before or event.key not in (pygame.K_UP, pygame.K_DOWN)


def _spoken_paragraph(paragraph: str) -> str:
    """Returns a paragraph as words for a screen reader: without heading marks, and with groups of signs spelled out.

    >>> _spoken_paragraph("## The seal"), _spoken_paragraph("| bfa4 9cfd")
    ('The seal', 'b f a 4, 9 c f d.')
    """
    if paragraph.startswith(SIGN_GROUPS_PREFIX):
        return ", ".join(" ".join(group) for group in paragraph.removeprefix(SIGN_GROUPS_PREFIX).split()) + "."
    return paragraph.lstrip("#").lstrip() if paragraph.startswith("#") else paragraph


class ScrollText(Scroller):
    """A page of rich text with one paragraph for each line. A line that begins with "# " or "## " is a heading, one with "- "
    an item of a list, and one with "| " consists of groups of signs.

    Groups of signs, such as those of a game code, are separated by blanks. Their signs are evenly spaced, and screen readers
    spell them.
    """

    role = "document"

    def __init__(self, label: str, text: str = "") -> None:
        super().__init__(label)
        self.text = text
        self.lead = 1.42
        self._lines: list[tuple[float, float, float, str, str]] = []  # y, x, size, face, words
        self._laid: tuple[object, ...] = ()

    @property
    def accessible_value(self) -> str:
        return without_marks("\n".join(_spoken_paragraph(part) for part in self.text.split("\n")))

    def break_lines(self, canvas: Canvas) -> None:
        """Breaks the text into lines for the present width, as drawing does. To be called before the text is measured."""
        now = (self.text, self.rect.w, self.px)
        if now == self._laid:
            return
        self._laid = now
        self._lines = []
        y = 2.0
        for part in self.text.split("\n"):
            y = self._draw_paragraph(canvas, part, y)
        self.inner = y + self.px * 0.5
        self.scroll_to(self.offset)

    def _draw_paragraph(self, canvas: Canvas, part: str, y: float) -> float:
        px, face, indent = self.px, "sans", 0.0
        if not part.strip():
            return y + px * 0.6
        if part.startswith(SIGN_GROUPS_PREFIX):
            return self._draw_groups(canvas, part.removeprefix(SIGN_GROUPS_PREFIX).split(), y)
        if part.startswith("#"):
            deep = len(part) - len(part.lstrip("#"))
            part, px, face = part.lstrip("# "), px * (1.5 if deep == 1 else 1.2), "serifb"
            y += px * 0.3
        elif part.startswith("- "):
            part, indent = part[2:], px * 1.1
            self._lines.append((y, px * 0.3, px, face, "•"))
        w = max(40.0, self.rect.w - 20 - indent)
        for words in canvas.wrap_rich_text(part, w, px, face):
            self._lines.append((y, indent, px, face, words))
            y += px * self.lead
        return y + self.px * 0.25

    def _draw_groups(self, canvas: Canvas, groups: Sequence[str], y: float) -> float:
        face = "sans"
        for px in (self.px * size for size in (1, 0.95, 0.9, 0.85)):
            wide = {sign: canvas.plain_width(sign, px, face) for sign in set("".join(groups))}
            step = max(wide.values(), default=px) * 1.02
            each = (max(map(len, groups), default=0) + 1) * step
            most = max(1, int((self.rect.w - 20 + step) // each))
            per = math.ceil(len(groups) / math.ceil(len(groups) / most)) if groups else 1
            if len(groups) % per == 0:
                break
        for at, group in enumerate(groups):
            left, top = at % per * each, y + at // per * px * self.lead
            for place, sign in enumerate(group):
                self._lines.append((top, left + place * step + (step - wide[sign]) / 2, px, face, sign))
        return y + math.ceil(len(groups) / per) * px * self.lead + px * 0.25

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.break_lines(canvas)
        tone = canvas.theme.ink if self.on_paper else canvas.theme.cream
        with self.clipped_content(canvas) as top:
            for y, x, px, face, words in self._lines:
                if self.rect.top - 2 * px < top + y < self.rect.bottom:
                    canvas.draw_rich_line(words, self.rect.x + x, top + y, px, tone, face, dark=not self.on_paper)
        super().draw(canvas, focused)
