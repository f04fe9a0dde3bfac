"""A table with real cards that is being laid: people sit at it and nobody else, and one of them deals first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, count
from typing import Final

import pygame

from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.new_game.model import PRINTED, Laying
from goosetable.app.storage.characters import HUMAN
from goosetable.app.storage.profiles import key
from goosetable.app.ui.widget import Widget
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import Chair

LOW: Final = 2.2
"""Sizes of its type below which the control of a dealer has no room for words."""


class RealTable(Laying):
    """dealer: the seat that deals first. The game is as printed, unless house rules are chosen: nobody tries it out here."""

    people_only = True
    seated = "At the table"
    dealer = 0

    def __init__(self, game: AnyGame, people: Sequence[str]) -> None:
        """people: the names of those who are known, the one whose program it is first."""
        super().__init__(game, people[0], people=people[1:])
        if PRINTED in self.presets:
            self.choose_preset(PRINTED)

    def newcomer(self) -> Chair:
        """Those who are known first, and then players by number."""
        taken = [key(name) for name in self.names]
        offered = chain(self.people, (f"Player {number}" for number in count(len(taken) + 1)))
        return Chair(next(name for name in offered if key(name) not in taken), HUMAN)

    def take(self, names: Sequence[str], options: object | None = None, dealer: int = 0) -> None:
        """Lay the table as another one was: names by seat, house rules if they were of this game, and who dealt first."""
        if options is not None:
            self.chosen = {rule.key: getattr(options, rule.key) for rule in self.rules}
            self._shortens = False
        self.chairs = [Chair(name, HUMAN) for name in names]
        self.dealer = dealer
        self._fill()

    def _fill(self) -> None:
        super()._fill()
        self.dealer = min(self.dealer, len(self.chairs) - 1)


class FirstDealer(Widget):
    """Whether the player in the row beside it deals first; the dealer has an egg, as at every table."""

    role = "radio"

    def __init__(self, table: RealTable, seat: int, on: Callable[[int], None]) -> None:
        super().__init__(f"{table.chairs[seat].name} deals first", on_paper=True)
        self.table, self.seat, self.on = table, seat, on

    @property
    def value(self) -> str:
        return "chosen" if self.table.dealer == self.seat else ""

    def press(self) -> None:
        self.on(self.seat)

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t = canvas.theme
        x, y, w, h = self.rect
        self.draw_ring(canvas, focused, 8)
        if self.hover:
            canvas.box(x, y, w, h, 8, fill=t.plain, alpha=0.8)
        low = h < self.px * LOW
        place = pygame.Rect(x, y, w, h if low else round(h * 0.68))
        high = place.h * 0.82
        if self.table.dealer == self.seat:
            canvas.egg(place.centerx, place.centery, high)
        else:
            canvas.box(
                place.centerx - high * 0.34, place.centery - high * 0.42, high * 0.68, high * 0.84, high * 0.36, edge=t.rule
            )
        if not low and self.table.dealer == self.seat:
            canvas.put("deals first", self.rect.centerx, self.rect.bottom - 1, self.px * 0.84, t.ink2, "sans", "midbottom")
