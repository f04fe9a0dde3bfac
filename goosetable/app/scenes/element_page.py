"""The base of pages that are a tree of elements. Layout, drawing, focus order and accessible tree follow from this tree."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeVar, cast

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.felt import FeltMeasures, felt_measures
from goosetable.app.render.geometry import Area
from goosetable.app.scenes import key_list
from goosetable.app.scenes.routes import ToOnScreenKeyboard, ToSettings
from goosetable.app.table import captions
from goosetable.app.ui import accessible_controls, keymap
from goosetable.app.ui.accessible import AccessibleTree, FocusActions, TreePart, all_parts, as_spoken_sentences
from goosetable.app.ui.elements import Element, LayoutPass, Painter, PaperSheet, Semantics, Text, to_pixels
from goosetable.app.ui.focus import Button, SceneWidgets, Scroller, TextField
from goosetable.app.ui.scene import Change, Pop, Push, Route, Scene
from goosetable.app.ui.widget import PRESS_KEYS, Widget

SCROLLING: Final = (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END)
"""Keys that scroll the page if no control uses them."""
LONGEST_INTRO: Final = 700
"""Largest number of characters in the announcement of a page that opens."""

_log: Final = logging.getLogger(__name__)
REST: Final = 0.4
"""Seconds for which the pointer rests on a figure before its note opens."""
NOWHERE: Final = (-1, -1)
"""A position of the pointer outside of the window."""
Reused = TypeVar("Reused")


class ElementPage(Scene):
    """A scene that is a page with controls. A subclass makes its controls in __init__, and its elements in make_page().

    Lengths are in units. The unit grows with window and text size: a text of 17 units has the size that the person chose.
    """

    effect_of_esc = "Back"
    """Effect of Esc, for the list of keys; "" for none."""
    shade = 0.55
    """Darkness 0..1 of the veil over the scene below, if the page does not cover that scene."""
    root: Element | None = None
    first: Widget | None = None
    """The control that gets the focus when the page opens; None for none."""
    typing_objection = ""
    """The objection to what was typed, as a sentence."""

    def __init__(self, context: Context, title: str) -> None:
        """title: the title of the page, which is also the name of its scrolling area."""
        self.context, self.title_words = context, title
        self.scroll = Scroller(title)
        """The area that the wheel and the page keys scroll if no control uses them."""
        self.widgets = SceneWidgets()
        self.key_actions: dict[str, Callable[[], Change]] = {}
        """Actions of commands without a control, by the command's id in `keymap`."""
        self.t = 1.0
        """Pixels of a unit."""
        self.wide, self.high = 1280.0, 720.0
        """Size of the window in units."""
        self.bed: FeltMeasures = felt_measures(1280, 720)
        self._pass: LayoutPass | None = None
        """The last layout. It goes on while the unit is the same, so that reused elements are not measured again."""
        self._reusable: dict[Hashable, tuple[object, object]] = {}
        self._control_numbers: dict[Widget, int] = {}
        """The number of each control, which no later control of the page gets."""
        self._given = 0

    def make_page(self) -> Element:
        """Returns the elements of the page in its present state. It is called after every change, so it must not make new
        controls: the focus would be lost with the old ones.
        """
        raise NotImplementedError

    def reuse(self, key: Hashable, inputs: object, make: Callable[[], Reused]) -> Reused:
        """Returns a part of the page: the one that `make` made last for this key; or a new one, if the inputs have changed
        since.

        inputs: everything on which the part depends and that may change, including its controls and their labels.
        """
        last = self._reusable.get(key)
        if last is None or last[0] != inputs:
            last = self._reusable[key] = (inputs, make())
        return cast(Reused, last[1])

    # ------------------------------------------------------------------ layout

    def on_resize(self, w: int, h: int) -> None:
        super().on_resize(w, h)
        self.t = max(0.8, min(w / 1280, h / 720)) * self.context.settings.text_size
        self.wide, self.high = w / self.t, h / self.t
        self.bed = felt_measures(w, h)
        self.lay_out()
        focus = self.widgets.focus
        if focus is not None and focus.scroller is not None:
            focus.scroller.bring_into_view(focus.rect)

    def rebuild(self) -> None:
        """Makes the elements of the page anew, lays them out and draws them, after a change of state. If the focused control
        was visible, it stays visible.
        """
        self.dirty = True
        if not self.w:
            return
        focus = self.widgets.focus
        seen = focus is not None and focus.scroller is not None and focus.scroller.rect.colliderect(focus.rect)
        self.lay_out()
        if seen and focus is self.widgets.focus and focus is not None and focus.scroller is not None:
            focus.scroller.bring_into_view(focus.rect)

    def lay_out(self) -> None:
        """Makes a new tree of elements, and lays it out. If that fails, the error is logged, and the last tree stays."""
        before = self.root
        try:
            root = self.make_page()
            self._place_elements(root)
        except Exception:
            if before is None:
                raise
            _log.exception("the page %s could not be built", type(self).__name__)
            root, self._pass = before, None
            self._place_elements(root)
        self.root = root

    def _place_elements(self, root: Element) -> None:
        run = self._pass
        if run is None or run.t != self.t:
            run = self._pass = LayoutPass(self.context.canvas, self.t)
        root.measure(run, self.wide, self.high)
        root.lay_out(run, 0, 0, self.wide, self.high)
        self.widgets.replace_controls(root.controls(), self.first)
        self.scroll.shown = self.scroll in self.widgets.all

    def text_px(self, units: float, minimum: float = 10.5) -> float:
        """Converts a text size from units to pixels, at least `minimum`."""
        return max(minimum, units * self.t)

    def text_width(self, words: str, size: float, face: str = "semi") -> float:
        """Returns the width of a line of text in units. size: text size in units."""
        return self.context.canvas.width(words, self.text_px(size), face) / self.t

    @property
    def sheet_margin(self) -> float:
        """Distance of a sheet of paper from the window's edge, in units."""
        return self.rim_width + (4 if self.high < 480 else 24)

    @property
    def rim_width(self) -> float:
        """Width of the table's wooden rim, in units."""
        return self.bed.rim / self.t

    @property
    def sheet_rect(self) -> pygame.Rect:
        """The box of the sheet of paper in the last layout, in pixels; on a page without paper, the box of the window."""
        assert self.root is not None
        return to_pixels(next((one for one in self.root.walk() if isinstance(one, PaperSheet)), self.root).box, self.t)

    def visible_texts(self, element: Element | None = None) -> list[Text]:
        """Returns all visible texts of an element, or of the page, in reading order."""
        top = element or self.root
        return [one for one in top.walk() if isinstance(one, Text) and one.words] if top is not None else []

    def draw(self, canvas: Canvas) -> None:
        if self.covers:
            canvas.dst.blit(self.context.cloth.best_picture(self.bed), (0, 0))
        else:
            canvas.draw_veil(canvas.theme.night, self.shade)
        self.draw_elements(canvas)

    def draw_elements(self, canvas: Canvas) -> None:
        """Draws elements and controls without the background of the page. If the pointer is over an icon, also draws the icon's
        label.
        """
        if self.root is not None:
            self.root.paint(Painter(canvas, self.t))
        self.widgets.draw(canvas)
        for widget in self.widgets.all:
            if isinstance(widget, Button) and widget.bare and widget.icon and widget.hover and widget.shown:
                captions.draw_note(canvas, widget.label, Area(*widget.rect), self.w, self.h, self.t)

    # ------------------------------------------------------------------ events

    @property
    def typing(self) -> bool:  # type: ignore[override]  # a plain attribute elsewhere
        return isinstance(self.widgets.focus, TextField)

    def go_back(self) -> Change:
        """Returns the change of scenes for Esc: by default back to the scene below."""
        return Pop()

    def on_close(self) -> None:
        """Removes the focus, so that a text field no longer repeats held keys."""
        self.widgets.focus_on(None)

    def open_settings(self) -> Change:
        """Opens the settings."""
        return Push(ToSettings())

    def rules_route(self) -> Route | None:
        """Returns the route to the rules for the list of keys; None if the list offers no rules."""
        return None

    def open_keys(self) -> Change:
        """Opens the list of the page's keys over the page."""
        return Push(
            key_list.route_to_keys_of_controls(
                self.screen, self.widgets, tuple(self.key_actions), self.effect_of_esc, self.rules_route()
            )
        )

    def on_file_dropped(self, path: str) -> Change:
        """Handles a file that was dropped on the window; does nothing by default. path: the path of the file."""
        return None

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.DROPFILE:
            return self.on_file_dropped(event.file)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return self.go_back()
        if event.type == pygame.KEYDOWN:
            does = {"settings": self.open_settings, "keys": self.open_keys, **self.key_actions}
            for command in keymap.commands_of(event):
                if command in does:
                    return does[command]()
            focus = self.widgets.focus
            if isinstance(focus, TextField) and event.key in PRESS_KEYS and getattr(event, "pad", False):
                return Push(ToOnScreenKeyboard(focus))
        used = self.widgets.handle(event)
        if not used and event.type == pygame.KEYDOWN and event.key in SCROLLING:
            used = self.scroll.handle_key(event)
        self.dirty |= used or self.widgets.dirty
        return self.widgets.take_change()

    # ------------------------------------------------------------------ screen readers

    @property
    def opening_announcement(self) -> str | None:
        """The announcement when the page opens. If it is None, the title is announced; on a page with little text, the title
        and all texts.
        """
        return None

    @property
    def status_line(self) -> str:
        """A sentence on the present state, which is announced whenever it changes."""
        return self.typing_objection

    def accessible_tree(self) -> AccessibleTree:
        """Makes the accessible tree of the page. Its title is the first heading."""
        assert self.root is not None
        keys, focus = self._keys_of_controls(), self.widgets.focus
        tree = Semantics(self.t, keys, self.context.keymap.name_of_key)
        parts = tuple(self.root.accessible_parts(tree))
        texts = [part for part in all_parts(parts) if part.kind in ("label", "heading", "status") and not part.actions]
        title = next((part.name for part in texts if part.kind == "heading"), self.title_words)
        intro = self.opening_announcement
        return AccessibleTree(
            title,
            parts,
            tree.focus.get(focus, keys.get(focus, "")) if focus is not None else "",
            accessible_controls.focus_actions(self.widgets, keys)
            | {key: FocusActions(partial(self._focus_inner_part, *inner)) for key, inner in tree.inner.items()},
            not self.covers,
            _opening_words(title, texts) if intro is None else intro,
            line=self.status_line,
        )

    def edge_sentence(self, key: int) -> str:
        return self.widgets.edge_sentence(key)

    def _focus_inner_part(self, widget: Widget, within: Callable[[], object]) -> bool:
        """Moves the focus to a control, and then to a part in it. Returns False if the control cannot take the focus. within:
        moves the focus inside the control.
        """
        there = accessible_controls.focus_and_reveal(self.widgets, widget)
        if there:
            within()
        return there

    def _keys_of_controls(self) -> dict[Widget, str]:
        """Returns the keys of all visible controls in the accessible tree. A control keeps its key while its label stays."""
        lives = {}
        for widget in self.widgets.all:
            if widget not in self._control_numbers:
                self._given += 1
            lives[widget] = self._control_numbers.get(widget, self._given)
        self._control_numbers = lives
        return {widget: f"control:{number}:{widget.label}" for widget, number in lives.items() if widget.shown}

    def accessible_parts(self) -> list[TreePart]:
        """Returns the parts of the accessible tree, in reading order."""
        return list(all_parts(self.accessible_tree().parts))


def _opening_words(title: str, texts: Sequence[TreePart]) -> str:
    words = as_spoken_sentences(text.name for text in texts if text.name != title)
    words = words if len(words) <= LONGEST_INTRO else ""
    return as_spoken_sentences(("" if words.startswith(title) else title, words))


class FigureNote(NamedTuple):
    """The note that explains a figure. area: the area of the figure, in pixels. words: the explanation, in sentences."""

    area: pygame.Rect
    words: str


class NotedPage(ElementPage):
    """A page with notes that explain its figures.

    The note on a figure opens when the pointer has rested on the figure for a while. Otherwise the note on the focused figure
    is open. Esc closes a note until the next key press, or until the pointer is on another figure.
    """

    def __init__(self, context: Context, title: str) -> None:
        super().__init__(context, title)
        self.note_closed = False
        """True if Esc has closed the note on the figure with the focus."""
        self._pointer = NOWHERE
        self._under_pointer: pygame.Rect | None = None
        """The box of the figure under the pointer; None if there is none."""
        self._rested = 0.0
        """Seconds for which the pointer has been on this figure."""

    def note_at(self, pos: tuple[int, int]) -> FigureNote | None:
        """Returns the note on the figure at a point of the window; None if there is no figure."""
        raise NotImplementedError

    def focused_note(self) -> FigureNote | None:
        """Returns the note on the focused figure; None if no figure has the focus."""
        raise NotImplementedError

    @property
    def open_note(self) -> FigureNote | None:
        """The open note; None if there is none."""
        if self._under_pointer is not None and self._rested >= REST:
            return self.note_at(self._pointer)
        return self.focused_note() if self.widgets.ring and not self.note_closed else None

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE and self.open_note is not None:
                self._under_pointer, self.note_closed, self.dirty = None, True, True
                return None
            self.note_closed = False
        change = super().handle(event)
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEWHEEL, pygame.WINDOWLEAVE):
            self._pointer = event.pos if event.type == pygame.MOUSEMOTION else NOWHERE
            found = self.note_at(self._pointer)
            area = None if found is None else found.area
            if area != self._under_pointer:
                self._under_pointer, self._rested, self.dirty = area, 0.0, True
        return change

    def update(self, dt: float) -> Change:
        if self._under_pointer is not None and self._rested < REST:
            self._rested += dt
            self.dirty |= self._rested >= REST
        return super().update(dt)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if (note := self.open_note) is not None:
            captions.draw_note(canvas, note.words, Area(*note.area), self.w, self.h, self.t)
