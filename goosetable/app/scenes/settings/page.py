"""The settings as their layout knows them: sections of controls and words, and the tabs that lead to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.ui.focus import Button, Tile, Widget
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import Pressed

KEPT: Final = "Kept as soon as it is changed."
FLEETING: Final = "These last until you leave."


class Heading(NamedTuple):
    """Words over what belongs together."""

    words: str


class Remark(NamedTuple):
    """A sentence under what it is about; nothing while it is empty."""

    said: Callable[[], str]


class Tiles(NamedTuple):
    """Some to choose one from: the height of a tile, its greatest width, and the room under it, in units."""

    tiles: Sequence[Tile]
    high: float
    widest: float
    below: float


Item: TypeAlias = Heading | Remark | Tiles | Widget


class Section(NamedTuple):
    """What a tab shows: its title and icon, and what stands one under the other."""

    title: str
    icon: str
    items: Sequence[Item]

    @property
    def widgets(self) -> list[Widget]:
        found: list[Widget] = []
        for item in self.items:
            if isinstance(item, Tiles):
                found += item.tiles
            elif isinstance(item, Widget):
                found.append(item)
        return found


class Tab(Pressed):
    """Leads to a section. chosen: it is the one that is shown; bare: only the icon is drawn."""

    role = "tab"

    def __init__(self, section: Section, on: Callable[[], Change]) -> None:
        super().__init__(section.title, on, on_paper=True)
        self.icon, self.chosen, self.bare = section.icon, False, False

    @property
    def value(self) -> str:
        return "chosen" if self.chosen else ""

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        x, y, w, h = self.rect
        r = min(10.0, h * 0.28)
        self.draw_ring(canvas, focused, r)
        if self.chosen:
            canvas.box(x, y, w, h, r, fill=t.chosen, edge=t.brass_lo, sw=2)
        elif self.hover:
            canvas.box(x, y, w, h, r, fill=t.plain, alpha=0.75)
        middle = x + w / 2 if self.bare else x + self.px * 1.4
        canvas.icon(self.icon, middle, y + h / 2, self.px * 1.2, t.ink)
        if not self.bare:
            face = "semi" if self.chosen else "sans"
            px = canvas.snug(self.label, self.px, face, w - self.px * 3.2)
            canvas.put(self.label, x + self.px * 2.7, y + h / 2, px, t.ink, face, "midleft")


class SettingsPage(Page):
    """The scene makes the sections, `layout` places and draws them. at: which of them is shown.

    marks: words in the section, where they stand, and whether they are a heading, the words of a row or a note.
    """

    sections: tuple[Section, ...]
    tabs: list[Tab]
    done: Button
    at = 0

    side: pygame.Rect
    preview: pygame.Rect
    marks: list[tuple[str, pygame.Rect, str]]
    aside = False
    """Whether there is room under the tabs for what is said of all settings."""

    def kept(self) -> str:
        """Whether the settings outlast the program."""
        return FLEETING if self.context.unwritable else KEPT
