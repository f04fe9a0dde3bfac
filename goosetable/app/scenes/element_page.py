"""A page described once, as a tree of elements: layout, drawing, focus order and the accessible tree follow from it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.ui import accessible_controls, accessible_text
from goosetable.app.ui.accessible import AccessibleTree, FocusActions, TreePart, walk
from goosetable.app.ui.elements import Element, LayoutPass, Painter, Semantics, Sheet, Text, to_pixels
from goosetable.app.ui.focus import Scroller
from goosetable.app.ui.widget import Widget

_log: Final = logging.getLogger(__name__)


class ElementPage(Page):
    """A page whose subclass makes its controls in __init__, and its elements in build()."""

    root: Element | None = None
    first: Widget | None = None
    """The control with the focus when the page opens."""

    def __init__(self, context: Context, title: str) -> None:
        """title: of the page; its scrolling area has the same name."""
        super().__init__(context, Scroller(title))
        self.title_words = title
        self._lives: dict[Widget, int] = {}
        """The number of each control, unique on the page for ever."""
        self._given = 0

    def build(self) -> Element:
        """Makes the elements of the page in its present state. Controls are made elsewhere, since they outlive the elements."""
        raise NotImplementedError

    def changed(self) -> None:
        """Rebuilds, lays out and draws the page after a change of state. A focused control that was in sight stays in sight."""
        self.dirty = True
        if not self.w:
            return
        focus = self.widgets.focus
        seen = focus is not None and focus.scroller is not None and focus.scroller.rect.colliderect(focus.rect)
        self.lay()
        if seen and focus is self.widgets.focus and focus is not None and focus.scroller is not None:
            focus.scroller.reveal(focus.rect)

    def lay(self) -> None:
        self._renew()

    def _renew(self) -> None:
        """Builds a new tree; if building or placing it raises an error, the last tree stays and the error is logged."""
        before = self.root
        try:
            root = self.build()
            self._place(root)
        except Exception:
            if before is None:
                raise
            _log.exception("the page %s could not be built", type(self).__name__)
            root = before
            self._place(root)
        self.root = root

    def _place(self, root: Element) -> None:
        run = LayoutPass(self.context.canvas, self.t)
        root.measure(run, self.wide, self.high)
        root.layout(run, 0, 0, self.wide, self.high)
        self.widgets.set(root.controls(), self.first)
        self.scroll.shown = self.scroll in self.widgets.all

    @property
    def sheet(self) -> pygame.Rect:
        """The sheet of paper of the last layout in pixels; the window on a page without one."""
        assert self.root is not None
        return to_pixels(next((one for one in self.root.walk() if isinstance(one, Sheet)), self.root).box, self.t)

    def texts(self, inside: Element | None = None) -> list[Text]:
        """All visible texts, in reading order."""
        top = inside or self.root
        return [one for one in top.walk() if isinstance(one, Text) and one.words] if top is not None else []

    def under(self, canvas: Canvas) -> None:
        if self.root is not None:
            self.root.paint(Painter(canvas, self.t))

    # ------------------------------------------------------------------ screen readers

    @property
    def intro(self) -> str | None:
        """The announcement when the page opens; None: its title, and all of its texts if they are few."""
        return None

    @property
    def line(self) -> str:
        """A sentence about the present state, announced whenever it changes."""
        return ""

    def heard(self) -> AccessibleTree:
        """The accessible tree of the page; its title is its first heading."""
        assert self.root is not None
        keys, focus = self._keys(), self.widgets.focus
        tree = Semantics(self.t, keys, self.context.keymap.name)
        parts = tuple(self.root.semantics(tree))
        texts = [part for part in walk(parts) if part.kind in ("label", "heading", "status") and not part.acts]
        title = next((part.name for part in texts if part.kind == "heading"), self.title_words)
        intro = self.intro
        return AccessibleTree(
            title,
            parts,
            tree.focus.get(focus, keys.get(focus, "")) if focus is not None else "",
            accessible_controls.focus_actions(self.widgets, keys)
            | {key: FocusActions(partial(self._bring_in, *inner)) for key, inner in tree.inner.items()},
            not self.covers,
            accessible_text.intro(title, texts) if intro is None else intro,
            line=self.line,
        )

    def _bring_in(self, widget: Widget, within: Callable[[], object]) -> bool:
        """Moves the focus to a part of a control; returns whether the control was still there to take it."""
        there = accessible_controls.bring(self.widgets, widget)
        if there:
            within()
        return there

    def _keys(self) -> dict[Widget, str]:
        """Gives each visible control a key, which stays as long as the control is on the page under the same name."""
        lives = {}
        for widget in self.widgets.all:
            if widget not in self._lives:
                self._given += 1
            lives[widget] = self._lives.get(widget, self._given)
        self._lives = lives
        return {widget: f"control:{number}:{widget.label}" for widget, number in lives.items() if widget.shown}

    def parts(self) -> list[TreePart]:
        """All parts of its accessible tree, in reading order."""
        return list(walk(self.heard().parts))
