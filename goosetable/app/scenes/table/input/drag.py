"""Dragging: a card that is pressed and moved hangs on the pointer, until it is dropped on the table or goes back."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from goosetable.app.scenes.table.acts import Acts
from goosetable.app.scenes.table.input.hit_test import over_cloth
from goosetable.app.scenes.table.ports import TableState
from goosetable.app.table.sprites import Sprite
from goosetable.cards import Card

LIFT: Final = 8.0
"""Pixels that the pointer moves before a press is a drag, times the scale of the table: a finger is never quite still."""


class HeldDown(NamedTuple):
    """A card that is held down."""

    card: Card
    sprite: Sprite
    at: tuple[int, int]
    in_trick: bool


class Drag:
    """One card at a time. lifted: whether the pointer has moved far enough; then the release is no click.

    The card itself is with the stage: what lays the table anew or moves cards takes it off the pointer there, and the
    release does nothing.
    """

    def __init__(self, table: TableState, acts: Acts) -> None:
        self.table, self.acts = table, acts
        self.lifted = False
        self._pressed: HeldDown | None = None

    def press(self, card: Card, pos: tuple[int, int], in_trick: bool) -> None:
        """The pointer was pressed on a card, of the hand or of the trick."""
        stage = self.table.stage
        sprites = stage.trick if in_trick else stage.hand.sprites
        sprite = next(sprite for sprite in sprites if sprite.key == f"card {card}")
        self.lifted, self._pressed = False, HeldDown(card, sprite, pos, in_trick)

    def move(self, event: pygame.event.Event) -> bool:
        """The pointer moved; whether a card went with it."""
        stage, pressed = self.table.stage, self._pressed
        if pressed is None:
            return False
        if not event.buttons[0] or pressed.sprite not in (*stage.hand.sprites, *stage.trick):
            # The release was not to be seen, as it was outside the window; or all has been laid anew meanwhile.
            self.put_back()
            return False
        if not self.lifted:
            far = pygame.Vector2(event.pos).distance_to(pressed.at) > LIFT * max(1.0, stage.layout.u)
            if not far or not stage.snapshot.mine:
                return False
            self.lifted = True
            stage.lift(pressed.sprite, pressed.at)
        if stage.held is None:
            return False
        stage.held.move(event.pos)
        return True

    def drop(self, pos: tuple[int, int]) -> None:
        """The pointer was released: over the cloth the card is played, or it is said why not; anywhere else it goes back.

        A card of the trick is chosen where it is drawn to oneself.
        """
        stage, pressed, held = self.table.stage, self._pressed, self.table.stage.held
        self.lifted, self._pressed = False, None
        if pressed is None or held is None:
            return
        held.move(pos)
        panel = self.table.panel
        if over_cloth(self.table, pos):
            if not pressed.in_trick and held.y < stage.hand.top:
                self.acts.card(pressed.card)  # it flies from where it is
            elif pressed.in_trick and panel is not None and held.y > panel.area.y:
                self.acts.in_trick(pressed.card)
        stage.put_back()

    def put_back(self) -> None:
        """The card goes back, and the release will do nothing."""
        self.lifted, self._pressed = False, None
        self.table.stage.put_back()
