"""The controls of one scene: focus order, pointer, and the routing of events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.ui import keymap
from goosetable.app.ui.scene import Change
from goosetable.app.ui.text_field import TextField
from goosetable.app.ui.widget import (
    ArrowGroup,
    Button,
    Scroller,
    ScrollText,
    Slider,
    Stepper,
    Switch,
    Tile,
    Widget,
    form_arrow_group,
)

__all__ = [
    "Button",
    "SceneWidgets",
    "ScrollText",
    "Scroller",
    "Slider",
    "Stepper",
    "Switch",
    "TextField",
    "Tile",
    "Widget",
    "form_arrow_group",
]

ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
GROUP_KEYS = (*ARROWS, pygame.K_HOME, pygame.K_END)
"""Keys that move the focus within an `ArrowGroup`."""
NOTHING_THERE = {
    pygame.K_LEFT: "Nothing to the left", pygame.K_RIGHT: "Nothing to the right", pygame.K_UP: "Nothing above",
    pygame.K_DOWN: "Nothing below", pygame.K_HOME: "Nothing before it", pygame.K_END: "Nothing after it",
    pygame.K_F6: "No other part", pygame.K_TAB: "No other control",
}  # fmt: skip
"""Words for keys that would move the focus, but find no control to move it to."""
END_KEYS = {pygame.K_HOME: "Home", pygame.K_END: "End"}
"""Names of the keys that move the focus to an end of a group, and nowhere outside of groups."""
SIDEWAYS_FACTOR = 6
"""When an arrow key looks for the nearest control, an offset at right angles to the arrow counts this many times."""
RING_MARGIN = 40
"""Pixels by which the focus ring and the shadow extend beyond a control."""
SHORTCUT_MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class SceneWidgets:
    """The controls of a scene, in Tab order.

    handle() returns True if a control used the event. take_change() then returns the change of scenes that the control
    requests.

    ring: True if the focus ring is drawn; a click hides it, a key shows it again. dirty: True if a control must be drawn again.
    """

    def __init__(self, widgets: Iterable[Widget] = (), first: Widget | None = None) -> None:
        self.all: list[Widget] = list(widgets)
        self.ring = True
        self.dirty = True
        self.focus: Widget | None = None
        self._first = first
        """The control that gets the focus when the page opens, as a rule the main action."""
        self._held: Widget | None = None
        self._asked: Change = None
        self._edge_key: int | None = None
        """The last key, if it should have moved the focus but found no other control; else None."""
        self.focus_on(first or next((w for w in self.all if w.is_focusable), None))

    def replace_controls(self, widgets: Iterable[Widget], first: Widget | None = None) -> None:
        """Replaces the controls. If the focused control is no longer among them, moves the focus to `first`."""
        self.all, self._first = list(widgets), first
        if self._held is not None and self._held not in self.all:
            self._held = None
        if self.focus not in self.all:
            self.focus_on(first or next((w for w in self.all if w.is_focusable), None))
        self.dirty = True

    def take_change(self) -> Change:
        """Returns the change of scenes that the last event requested. A second call returns None."""
        asked, self._asked = self._asked, None
        return asked

    def focus_on(self, widget: Widget | None, reveal: bool = True) -> None:
        """Moves the focus to a control. reveal: True to scroll it into sight; False after a click on it."""
        if widget is not self.focus:
            if self.focus is not None:
                self.focus.focus_changed(False)
            self.focus = widget
            if widget is not None:
                widget.focus_changed(True)
        if reveal and widget is not None and widget.scroller is not None:
            widget.scroller.bring_into_view(widget.rect)
        self.dirty = True

    def move_focus(self, by: int) -> None:
        """Moves the focus by `by` places in the order, and wraps round at the ends."""
        reach = [w for w in self.all if w.is_focusable]
        if reach:
            at = reach.index(self.focus) if self.focus in reach else -1 if by > 0 else 0
            self.focus_on(reach[(at + by) % len(reach)])

    def _move_in_arrow_group(self, group: ArrowGroup, key: int) -> bool:
        """Moves the focus among the controls of a group, for an arrow key, Home or End. Returns True if the key was used, also
        if the focus stays at an end of the group.
        """
        inside = [widget for widget in group.controls if widget.is_focusable]
        if group.ring and key in (pygame.K_UP, pygame.K_DOWN):
            step = 1 if key == pygame.K_DOWN else -1
            at = inside.index(self.focus) if self.focus in inside else min(-step, 0)
            self.focus_on(inside[(at + step) % len(inside)])
        elif group.ring and key in (pygame.K_LEFT, pygame.K_RIGHT):
            return False
        elif key in (pygame.K_HOME, pygame.K_END):
            self.focus_on(inside[0 if key == pygame.K_HOME else -1])
        elif key in (pygame.K_LEFT, pygame.K_RIGHT) and self.focus in inside:
            at = inside.index(self.focus) + (1 if key == pygame.K_RIGHT else -1)
            self.focus_on(inside[min(len(inside) - 1, max(0, at))])
        elif group.closed:
            self.move_focus_toward(*ARROWS[key], inside)
        else:
            return False
        return True

    def move_focus_toward(self, dx: int, dy: int, among: Sequence[Widget] | None = None) -> bool:
        """Moves the focus to the nearest control in a direction; returns True if there was one. among: the controls that come
        into question; None for all.
        """
        if self.focus is None:
            return False
        x, y = self.focus.rect.center
        best: tuple[float, Widget] | None = None
        for widget in self.all if among is None else among:
            if widget is self.focus or not widget.is_focusable:
                continue
            along, across = self._distance_in_direction(widget.rect, x, y, dx, dy)
            here, there = self.focus.rect, widget.rect
            level = (
                here.top < there.bottom and there.top < here.bottom
                if dx
                else here.left < there.right and there.left < here.right
            )
            far = (along + 2 * across) * (1 if level else SIDEWAYS_FACTOR)
            if along > 0 and (best is None or far < best[0]):
                best = (far, widget)
        if best is not None:
            self.focus_on(best[1])
        return best is not None

    def _distance_in_direction(self, rect: pygame.Rect, x: int, y: int, dx: int, dy: int) -> tuple[float, float]:
        """Returns the distance of a control's box from the point (x, y) in the direction (dx, dy), and its offset at right
        angles to this direction, in pixels.
        """
        assert self.focus is not None
        here = self.focus.rect
        along = (rect.centerx - x) * dx + (rect.centery - y) * dy
        if dx:
            across = max(0, rect.top - here.bottom + 1, here.top - rect.bottom + 1) + abs(rect.centery - y) * 0.1
        else:
            across = max(0, rect.left - here.right + 1, here.left - rect.right + 1) + abs(rect.centerx - x) * 0.1
        return along, across

    def focus_next_region(self, by: int = 1) -> None:
        """Moves the focus to the next region, for the key F6. by: 1 for the next region, -1 for the previous one.

        In the region the focus goes to the page's first control if that is there; else, if the region begins with choices, to
        the chosen one; else to the first control of the region.
        """
        names = list(dict.fromkeys(w.region for w in self.all if w.is_focusable))
        if len(names) > 1 and self.focus is not None:
            at = names.index(self.focus.region) if self.focus.region in names else -1
            wanted = names[(at + by) % len(names)]
            inside = [w for w in self.all if w.is_focusable and w.region == wanted]
            alike = takewhile(lambda w: w.role == inside[0].role, inside)
            chosen = next((w for w in alike if w.is_chosen), inside[0])
            self.focus_on(self._first if self._first in inside else chosen)

    def handle(self, event: pygame.event.Event) -> bool:
        """Passes an event to the control concerned; returns True if it was used."""
        match event.type:
            case pygame.KEYDOWN:
                used = self._handle_key(event)
            case pygame.TEXTINPUT | pygame.TEXTEDITING:
                used = self.focus is not None and self.focus.handle_text(event)
            case pygame.MOUSEMOTION:
                used = self._handle_motion(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                used = self._handle_press(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                used = self._handle_release(event.pos)
            case pygame.MOUSEWHEEL:
                used = self._handle_wheel(getattr(event, "precise_y", event.y))
            case pygame.WINDOWLEAVE:
                self._handle_motion((-1, -1))
                used = False
            case _:
                return False
        self.dirty |= used
        self._take_requested_change()
        return used

    def _take_requested_change(self) -> None:
        for widget in self.all:
            if widget.requested_change is not None:
                self._asked, widget.requested_change = widget.requested_change, None

    def edge_sentence(self, key: int) -> str:
        """Returns a sentence for a key that found no control to move the focus to; it also names the next control for Tab.
        Returns "" if `key` was not the last key pressed, or if that press moved the focus or was used by the focused control.
        """
        if key != self._edge_key:
            return ""
        reach = [widget for widget in self.all if widget.is_focusable]
        if len(reach) < 2 or self.focus not in reach:
            return f"{NOTHING_THERE[pygame.K_TAB]} here."
        following = reach[(reach.index(self.focus) + 1) % len(reach)].label
        if key in END_KEYS and self.focus.arrow_group is None:
            return f"{END_KEYS[key]} leads nowhere here{f'; Tab: {following}' if following else ''}."
        return f"{NOTHING_THERE[key]}{f'; Tab: {following}' if following else ''}."

    def _handle_key(self, event: pygame.event.Event) -> bool:
        before, self._edge_key = self.focus, None
        is_shortcut = bool(getattr(event, "mod", 0) & SHORTCUT_MODIFIERS)
        moves_always = event.key == pygame.K_TAB and not is_shortcut
        if not moves_always and before is not None and before.is_focusable and before.handle_key(event):
            self.ring = True
            return True
        used = self._handle_page_key(event)
        if self.focus is before and event.key in NOTHING_THERE and not is_shortcut:
            self._edge_key = event.key
        return used

    def _handle_page_key(self, event: pygame.event.Event) -> bool:
        """Handles a key that the focused control does not use: moves the focus, or presses the control of a command."""
        mod = getattr(event, "mod", 0)
        if event.key == pygame.K_TAB and not mod & SHORTCUT_MODIFIERS:
            self.ring = True
            self.move_focus(-1 if mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.key == pygame.K_F6:
            self.ring = True
            self.focus_next_region(-1 if mod & pygame.KMOD_SHIFT else 1)
            return True
        for widget in self.all:
            if widget.command and widget.enabled and widget.shown and keymap.is_command(event, widget.command):
                widget.press()
                return True
        return not mod & SHORTCUT_MODIFIERS and self._handle_moving_key(event)

    def _handle_moving_key(self, event: pygame.event.Event) -> bool:
        """Moves the focus for a key without modifiers; returns True if the key was used.

        The arrows of a controller, which has no Tab, leave an `ArrowGroup`. A group that is a ring keeps Up and Down; only Left
        and Right leave it.
        """
        group = None if self.focus is None else self.focus.arrow_group
        if group is not None and not group.ring and getattr(event, "pad", False):
            group = None
        if group is not None and event.key in GROUP_KEYS and self._move_in_arrow_group(group, event.key):
            self.ring = True
            return True
        if event.key in ARROWS:
            self.ring = True
            return self.move_focus_toward(*ARROWS[event.key])
        return False

    @property
    def hovered_control(self) -> Widget | None:
        """The control under the pointer; None if there is none."""
        return next((widget for widget in self.all if widget.hover), None)

    def control_at(self, pos: tuple[int, int]) -> Widget | None:
        """Returns the uppermost control at a point of the window; None if there is none."""
        for widget in reversed(self.all):
            inside = widget.scroller is None or widget.scroller.rect.collidepoint(pos)
            if widget.shown and inside and widget.rect.collidepoint(pos):
                return widget
        return None

    def _handle_motion(self, pos: tuple[int, int]) -> bool:
        found = self.control_at(pos)
        for widget in self.all:
            if widget.hover != (widget is found):
                widget.hover = widget is found
                self.dirty = True
        if self._held is not None:
            self._held.pointer_drag(pos)
            return True
        return False

    def _handle_press(self, pos: tuple[int, int]) -> bool:
        self._handle_motion(pos)
        widget = self.control_at(pos)
        if widget is None:
            return False
        self.ring = False
        if not widget.enabled:
            return True
        if widget.is_focusable:
            self.focus_on(widget, reveal=False)
        self._held = widget
        widget.pressed = True
        widget.pointer_down(pos)
        return True

    def _handle_release(self, pos: tuple[int, int]) -> bool:
        widget, self._held = self._held, None
        if widget is None:
            return False
        widget.pressed = False
        widget.pointer_up()
        if widget.rect.collidepoint(pos) and self.control_at(pos) is widget:
            widget.handle_click(pos)
        return True

    def _handle_wheel(self, steps: float) -> bool:
        over = next((w for w in reversed(self.all) if w.hover), None)
        for widget in (over, over.scroller if over else None, *(w for w in self.all if isinstance(w, Scroller))):
            if widget is not None and widget.handle_wheel(steps):
                return True
        return False

    def draw(self, canvas: Canvas) -> None:
        """Draws every control, the focused one last, so that its ring lies over its neighbours."""
        for widget in sorted(self.all, key=lambda w: w is self.focus):
            if not widget.shown:
                continue
            focused = widget is self.focus and self.ring
            if widget.scroller is not None:
                if widget.scroller.rect.colliderect(widget.rect.inflate(RING_MARGIN, RING_MARGIN)):
                    with widget.scroller.clipped_content(canvas):
                        widget.draw(canvas, focused)
            else:
                widget.draw(canvas, focused)
        self.dirty = False
