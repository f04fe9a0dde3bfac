"""Pointer input at the table: presses, drags and long touches of cards, seats and controls. Also the search for the card to
enlarge.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from goosetable.app.scenes.routes import ToLargeCard
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.table import Table
from goosetable.app.scenes.table.turn import Turn
from goosetable.app.table.sprites import Sprite, drawing_order
from goosetable.app.table.stage import card_at, face_up_cards
from goosetable.app.ui.scene import Change, Push
from goosetable.cards import Card
from goosetable.engine.rules.action import card_of
from goosetable.engine.text.table_facts import FigureKind


def hand_card_at(table: Table, pos: tuple[int, int]) -> Card | None:
    """Returns the card of the hand at a point; None if there is none, or if a panel or the sidebar covers it."""
    stage, panel = table.stage, table.panel
    if not stage.snapshot.own or is_on_sidebar(table, pos):
        return None
    if panel is not None and (panel.decision.lowers_hand or panel.area.contains_point(pos)):
        return None
    return stage.hand.card_at(*pos)


def trick_card_at(table: Table, pos: tuple[int, int]) -> Card | None:
    """Returns the card of the trick at a point; None if there is none, or if the person has no card of the trick to choose."""
    stage, panel = table.stage, table.panel
    if panel is None or not panel.has_card_choices or panel.area.contains_point(pos) or is_on_sidebar(table, pos):
        return None
    cards = {f"card {card}": card for _, card in stage.snapshot.trick}
    lying = reversed(drawing_order(stage.trick))
    return next((cards[sprite.key] for sprite in lying if sprite.key in cards and sprite.rest.contains_point(*pos)), None)


def is_on_sidebar(table: Table, pos: tuple[int, int]) -> bool:
    layout = table.stage.layout
    return (table.sidebar_open or not layout.compact) and layout.ledger_area.contains_point(pos)


def is_over_cloth(table: Table, pos: tuple[int, int]) -> bool:
    """Returns True if a point is inside the window, and not on the sidebar."""
    layout = table.stage.layout
    return 0 <= pos[0] < layout.cloth_width and layout.strip <= pos[1] < layout.h and not is_on_sidebar(table, pos)


def folds_sidebar(table: Table, pos: tuple[int, int]) -> bool:
    """Returns True if a press at a point folds the open sidebar of a small window."""
    return table.sidebar_open and not is_on_sidebar(table, pos) and pos[1] > table.stage.layout.strip


def seat_at(table: Table, pos: tuple[int, int]) -> int | None:
    """Returns the seat whose medallion or plate is at a point; None if there is none."""
    for seat in range(table.match.session.seats):
        place = table.stage.seat_place(seat)
        if place is not None and place.area().contains_point(pos):
            return seat
    return None


def enlarge_at(table: Table, pos: tuple[int, int]) -> Change:
    """Enlarges the face-up card at a point of the window."""
    if table.last_trick is not None:
        found = table.last_trick.card_at(pos)
        return None if found is None else _enlarge_card(table, [card for _, card in table.last_trick.trick.plays], found)
    if is_on_sidebar(table, pos) or (table.panel is not None and table.panel.area.contains_point(pos)):
        return None
    found = card_at(table.stage, pos)
    return None if found is None else _enlarge_card(table, _face_up_cards(table), found)


def enlarge_focused(table: Table, controls: Controls) -> Change:
    """Enlarges the focused card of the hand, of a note or of a choice; else the last card of the trick, or any face-up card."""
    if table.last_trick is not None:
        return _enlarge_card(table, [card for _, card in table.last_trick.trick.plays], table.last_trick.trick.card)
    lying = _face_up_cards(table)
    spot, hand, panel = controls.notes.open_spot, table.stage.hand, table.panel
    noted = spot.figure.at if spot is not None and spot.figure.kind in (FigureKind.CARD, FigureKind.SHOWN) else None
    tile = next((tile for tile in panel.tiles if tile is controls.widgets.focus), None) if panel is not None else None
    chosen = card_of(tile.choice.action) if panel is not None and panel.has_card_choices and tile is not None else None
    trick = [card for _, card in table.stage.snapshot.trick]
    meant = [card for card in (noted, hand.focus, chosen, *trick[::-1], *lying) if card is not None and card in lying]
    return _enlarge_card(table, lying, meant[0]) if meant else None


def _face_up_cards(table: Table) -> list[Card]:
    return list(dict.fromkeys(card for card, _ in face_up_cards(table.stage)))


def _enlarge_card(table: Table, cards: list[Card], card: Card) -> Change:
    return Push(ToLargeCard(table.match, tuple(cards), cards.index(card)))


LIFT: Final = 8.0
"""Distance in units from which the motion of a pressed pointer is a drag, because a finger is never quite still."""


class PressedCard(NamedTuple):
    """The card on which the left button was pressed. at: position of the pointer at the press."""

    card: Card
    sprite: Sprite
    at: tuple[int, int]
    in_trick: bool


class Drag:
    """The drag of a card. lifted: True if the pointer has moved too far for a click.

    The stage has the sprite of the dragged card. If the stage changes meanwhile, the card returns to its place, and the release
    has no effect.
    """

    def __init__(self, table: Table, turn: Turn) -> None:
        self.table, self.turn = table, turn
        self.lifted = False
        self._pressed: PressedCard | None = None

    def press(self, card: Card, pos: tuple[int, int], in_trick: bool) -> None:
        """Begins a press on a card, which may become a drag. in_trick: True for a card of the trick, False for a card of the
        hand.
        """
        stage = self.table.stage
        sprites = stage.trick if in_trick else stage.hand.sprites
        sprite = next(sprite for sprite in sprites if sprite.key == f"card {card}")
        self.lifted, self._pressed = False, PressedCard(card, sprite, pos, in_trick)

    def move(self, event: pygame.event.Event) -> bool:
        """Moves the card with the pointer. Returns True if the card has moved."""
        stage, pressed = self.table.stage, self._pressed
        if pressed is None:
            return False
        if not event.buttons[0] or pressed.sprite not in (*stage.hand.sprites, *stage.trick):
            # The release was outside the window, or the table has been drawn anew since.
            self.put_back()
            return False
        if not self.lifted:
            far = pygame.Vector2(event.pos).distance_to(pressed.at) > LIFT * max(1.0, stage.layout.u)
            if not far or not stage.snapshot.mine:
                return False
            self.lifted = True
            stage.attach_to_pointer(pressed.sprite, pressed.at)
        if stage.held is None:
            return False
        stage.held.move(event.pos)
        return True

    def drop(self, pos: tuple[int, int]) -> None:
        """Releases the card. Over the cloth it is played or refused; elsewhere it returns to its place.

        A card of the trick is chosen by dragging it down towards the hand.
        """
        stage, pressed, held = self.table.stage, self._pressed, self.table.stage.held
        self.lifted, self._pressed = False, None
        if pressed is None or held is None:
            return
        held.move(pos)
        panel = self.table.panel
        if is_over_cloth(self.table, pos):
            if not pressed.in_trick and held.y < stage.hand.top:
                self.turn.play_card(pressed.card)  # the card flies from its current position
            elif pressed.in_trick and panel is not None and held.y > panel.area.y:
                self.turn.choose_in_trick(pressed.card)
        stage.release_dragged_card()

    def put_back(self) -> None:
        """Returns the dragged card to its place, so that the release has no effect."""
        self.lifted, self._pressed = False, None
        self.table.stage.release_dragged_card()


LONG_PRESS: Final = 0.7
"""Seconds for which a finger must rest on a card to enlarge it."""


class Mouse:
    """Handles presses and releases of the left button, and motion. swallow: True to ignore the next release."""

    def __init__(self, table: Table, turn: Turn, controls: Controls) -> None:
        self.table, self.turn, self.controls = table, turn, controls
        self.swallow = False
        self.drag = Drag(table, turn)
        self._card: Card | None = None
        self._seat: int | None = None
        self._in_trick: Card | None = None
        self._finger: tuple[int, int] | None = None
        """Position of a resting finger; a long touch replaces the right mouse button."""
        self._rested = 0.0

    def pass_time(self, dt: float) -> Change:
        """Lets dt seconds pass. After a long touch, enlarges the card under the finger."""
        if self._finger is None or self.drag.lifted:
            return None
        self._rested += dt
        return enlarge_at(self.table, self._finger) if self._rested > LONG_PRESS else None

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.MOUSEMOTION:
            self._move(event)
            return None
        if event.button == 3 and event.type == pygame.MOUSEBUTTONDOWN:
            return enlarge_at(self.table, event.pos)
        if event.button != 1:
            return None
        down = event.type == pygame.MOUSEBUTTONDOWN
        self.table.stage.timeline.held = down
        self._finger = event.pos if down and getattr(event, "touch", False) else None
        self._rested = 0.0
        if self._press(event.pos) if down else self._release(event.pos):
            return None
        self.controls.widgets.handle(event)
        return self.controls.widgets.take_change()

    def cancel(self) -> None:
        """Cancels a press: a dragged card returns to its place, and the release has no effect."""
        self._card = self._seat = self._in_trick = self._finger = None
        self.table.stage.timeline.held = False
        self.drag.put_back()

    def _press(self, pos: tuple[int, int]) -> bool:
        """Handles a press. Returns False if a control has to handle it."""
        table, widgets = self.table, self.controls.widgets
        if folds_sidebar(table, pos):
            self.swallow = True
            self.controls.open_sidebar(False)
            return True
        self._card, self._seat = hand_card_at(table, pos), seat_at(table, pos)
        if self._card is not None:
            widgets.ring = False
            self.drag.press(self._card, pos, in_trick=False)
            if table.panel is None:
                widgets.focus_on(self.controls.fan)
                table.stage.hand.focus_card(self._card)
            return True
        self._in_trick = trick_card_at(table, pos)
        if self._in_trick is not None:
            self.drag.press(self._in_trick, pos, in_trick=True)
        elif not self.controls.guide_has_focus and widgets.control_at(pos) is None and not is_on_sidebar(table, pos):
            widgets.ring = False
            widgets.focus_on(self.controls.default_focus)
        return self._in_trick is not None

    def _release(self, pos: tuple[int, int]) -> bool:
        """Handles a release, which concerns only the pressed card or seat. Returns False if a control has to handle it."""
        table = self.table
        if self.swallow:
            self.swallow = False
            return True
        if self.drag.lifted:
            self._card = self._in_trick = None
            self.drag.drop(pos)
            self.table.redraw()
            return True
        self.drag.put_back()
        card, self._card = self._card, None
        if card is not None:
            if hand_card_at(table, pos) == card:
                self.turn.play_card(card)
            return True
        lying, self._in_trick = self._in_trick, None
        if lying is not None:
            if trick_card_at(table, pos) == lying:
                self.turn.choose_in_trick(lying)
            return True
        seat, self._seat = self._seat, None
        if seat is not None and seat == seat_at(table, pos) and table.panel is not None:
            tile = table.panel.tile_about_seat(seat)
            if tile is not None:
                tile.press()
                return True
        return False

    def _move(self, event: pygame.event.Event) -> None:
        table, widgets = self.table, self.controls.widgets
        if self.drag.move(event):
            self.table.redraw()
            return
        before = widgets.hovered_control
        widgets.handle(event)
        tile = widgets.hovered_control
        if tile is not before and table.panel is not None and tile in table.panel.tiles and not self.controls.guide_has_focus:
            widgets.focus_on(tile, reveal=False)
        card = hand_card_at(table, event.pos)
        changed = False
        if card is not None and table.panel is None:
            if widgets.focus is not self.controls.fan and not widgets.ring:
                widgets.focus_on(self.controls.fan)
            changed = table.stage.hand.focus_card(card)
        elif not widgets.ring:
            changed = table.stage.hand.focus_card(None)
        if changed:
            self.table.redraw()
        over = widgets.control_at(event.pos)
        clear = (card is None or self.controls.notes.hand_has_notes) and over in (None, self.controls.fan, table.sidebar.scroll)
        self.controls.notes.set_pointer(event.pos if clear else None)
