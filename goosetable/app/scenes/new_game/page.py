"""The page on which a new game is chosen, as layout and drawing know it: its controls, and where what is no control stands."""

from __future__ import annotations

import pygame

from goosetable.app.scenes import parts
from goosetable.app.scenes.new_game.model import Laying
from goosetable.app.scenes.new_game.rows import SeatRow
from goosetable.app.scenes.page import Page
from goosetable.app.ui.focus import Button, Stepper, Switch, TextField, Widget
from goosetable.engine.rules.options import Option


class SetupPage(Page):
    """The scene makes the controls, `layout` sets the places. spare: the height left, in units; title_at: in units too.

    beside: what stands beside the row of a seat, by seat. aside: the control at the foot, left of what begins the game.
    fields: for values of one's own, by the keys of their house rules.
    """

    laying: Laying
    tiles: list[parts.GameTile]
    people: list[SeatRow]
    beside: dict[int, Widget]
    house_rules: tuple[Option, ...]
    rules: list[Stepper | Switch]
    fields: dict[str, TextField]
    presets: Stepper
    fewer: Button
    more: Button
    aside: Widget
    deal: Button
    back_button: Button
    rules_button: Button

    said: str
    objection: str
    touched: str
    length: str
    foot_label = ""
    """The words before what stands at the foot."""

    foot: pygame.Rect
    people_panel: pygame.Rect
    rules_panel: pygame.Rect
    labels: list[pygame.Rect]
    title_at: tuple[float, float]
    spare: float

    @property
    def heading(self) -> str:
        """What is done here."""
        return "Lay the table"

    @property
    def urgent(self) -> str:
        """The words at the foot that are said even if there is room for little."""
        return ""

    @property
    def remark(self) -> str:
        """What is said at the foot where there is room."""
        return self.length

    def place_foot(self, x: float, y: float, w: float) -> None:
        """Place what stands at the foot: from x on, w units wide at the most, with its middle at y."""
        raise NotImplementedError
