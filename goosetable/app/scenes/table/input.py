"""Input at the table. Each event goes to the topmost part of the scene, the pointer, a shortcut, or the focused control.

The pointer presses, drags, and long touches cards, seats and controls; it also finds the card to enlarge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import pygame

from goosetable.app.context import AnswerNotice
from goosetable.app.scenes import key_list
from goosetable.app.scenes.routes import ToImport, ToLargeCard, ToSettings
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.messages import Messages
from goosetable.app.scenes.table.table import LastTrick, Table
from goosetable.app.scenes.table.turn import Turn
from goosetable.app.table.panels.choice_panel import AT_ONCE
from goosetable.app.table.sprites import Sprite, drawing_order
from goosetable.app.table.stage import card_at, face_up_cards
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import NAMED_RANKS, as_spoken_sentences
from goosetable.app.ui.double_click import DoubleClickDetector
from goosetable.app.ui.focus import SHORTCUT_MODIFIERS
from goosetable.app.ui.scene import AWAY_EVENTS, Change, Push
from goosetable.app.ui.widget import PRESS_KEYS, Widget
from goosetable.cards import JOKER_SUIT, Card, suit
from goosetable.cards import rank as card_rank
from goosetable.engine.rules.action import card_of
from goosetable.engine.text.table_facts import FigureKind
from goosetable.engine.words import phrases


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


def would_fold_sidebar(table: Table, pos: tuple[int, int]) -> bool:
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


def enlarge_focused_card(table: Table, controls: Controls) -> Change:
    """Enlarges the focused card of the hand, of a note or of a choice; else the last card of the trick, or any face-up card.

    Over the last trick, enlarges the card that took it, or its first card.
    """
    if table.last_trick is not None:
        last = table.last_trick.trick
        played = [card for _, card in last.plays]
        return _enlarge_card(table, played, last.card if last.card in played else played[0])  # no card takes a tied round
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
                self.turn.handle_click_on_trick_card(pressed.card)
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
        if would_fold_sidebar(table, pos):
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
                self.turn.handle_click_on_trick_card(lying)
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


IDLE: Final = (*keymap.MODIFIER_KEYS, pygame.K_F11)
"""Keys that do nothing at the table by themselves."""
LEFT: Final = (pygame.WINDOWLEAVE, *AWAY_EVENTS)
"""Events after which the pointer or the person has left the window."""
SIGNS: Final = (
    {key: chr(key) for key in range(pygame.K_0, pygame.K_9 + 1)}
    | {key: str(i + 1) for i, key in enumerate(range(pygame.K_KP_1, pygame.K_KP_9 + 1))}
    | {pygame.K_KP_0: "0"}
    | {key: chr(key).upper() for key in range(pygame.K_a, pygame.K_z + 1)}
)
"""The digit or letter that a key types, for choices that have one."""
FIRST: Final = frozenset({"rules", "keys", "hide", "settings", "pause", "halt", "undo", "hint", "last", "large"})
"""Commands that have priority over a choice with the same letter."""
LAST: Final = frozenset({"sheet", "story"})
"""Commands whose key has no effect if a choice has the same letter."""
RANK_OF: Final = {"0": "10", "1": "A"}
"""Ranks for which the digits 0 and 1 stand."""
NOTHING: Final = "There is nothing to take back."
TELL: Final = "tell "
"""Prefix of a command that announces a topic. Choices with the same letter have priority over these commands."""


class Keyboard:
    """Handles keys at the table: shortcuts, typed digits and letters, and keys for the focused control."""

    def __init__(self, table: Table, turn: Turn, controls: Controls) -> None:
        self.table, self.turn, self.controls = table, turn, controls

    def handle(self, event: pygame.event.Event) -> Change:
        match event.key:
            case pygame.K_ESCAPE if self.controls.notes.open_spot is not None:
                self.controls.notes.close()
                self.controls.widgets.focus_on(self.controls.fan)
                return None
            case pygame.K_ESCAPE if self.table.context.reader_listens and self.table.sidebar.shows_log:
                self.controls.story.toggle_log()
                return None
            case pygame.K_ESCAPE if self.table.sidebar_open:
                self.controls.open_sidebar(False)
                return None
            case pygame.K_ESCAPE:
                return self.table.open_menu()
        command = keymap.command_of(event, keymap.TABLE)
        if command in FIRST:
            return self._run_command(command)
        if command.startswith(TELL) and self.table.context.reader_listens:
            return self._announce_topic(command)  # with a screen reader, the letter of a topic never makes a choice by mistake
        mod = getattr(event, "mod", 0) & SHORTCUT_MODIFIERS
        panel = self.table.panel
        if panel is not None and not mod and event.key in SIGNS:
            tile = panel.tile_of_typed_sign(SIGNS[event.key])
            if tile is not None:
                self._choose_typed_tile(tile)
                return None
            if not command and (meant := panel.tile_of_typed_number()) is not None:
                self.controls.widgets.focus_on(meant)
                return None
        if self.table.context.reader_listens and not mod and not command and (sign := SIGNS.get(event.key, "")).isdecimal():
            self._focus_rank(sign)
            return None
        if command in LAST:
            return self._run_command(command)
        if command.startswith(TELL):
            return self._announce_topic(command)
        return self._pass_to_focused_control(event)

    def _choose_typed_tile(self, tile: Widget) -> None:
        """Makes the choice of a typed sign. If a screen reader listens, only moves the focus to it, as a digit does to a card,
        so that a press of Enter after the sign makes this choice, and not one that was not announced yet.
        """
        if self.table.context.reader_listens:
            self.controls.widgets.ring = True
            self.controls.widgets.focus_on(tile)
            self.table.redraw()
        else:
            tile.press()

    def _announce_topic(self, command: str) -> Change:
        self.table.announce_topic(command.removeprefix(TELL))
        return None

    def _typed_keys(self) -> Iterator[tuple[str, str]]:
        panel, context = self.table.panel, self.table.context
        if panel is None:
            if context.reader_listens:
                yield "0–9", "The card of that rank in the hand; 1 is the ace, 0 the ten"
            return
        texts, listens = context.keymap.texts, context.reader_listens
        taken = [key for name, keys in texts.items() if name.startswith(TELL) for key in keys] if listens else []
        for signs, does in panel.keys:
            if left := " ".join(sign for sign in signs.split() if sign not in taken):
                yield left, f"{does.removesuffix(AT_ONCE)}; Enter chooses it" if listens and does.endswith(AT_ONCE) else does

    def _focus_rank(self, sign: str) -> None:
        hand = self.table.stage.hand
        rank = RANK_OF.get(sign, sign)
        if self.table.panel is not None:
            self.table.context.show_answer(f"{sign} is no choice here.")
            return
        found = [card for card in hand.cards if suit(card) != JOKER_SUIT and phrases.RANKS[card_rank(card)] == rank]
        if not found:
            self.table.context.show_answer(f"You hold no {NAMED_RANKS.get(rank, rank)}.")
            return
        at = found.index(hand.focus) + 1 if hand.focus in found else 0
        self.controls.widgets.ring = True
        self.controls.widgets.focus_on(self.controls.fan)
        hand.focus_card(found[at % len(found)], True)
        self.table.redraw()

    def _run_command(self, command: str) -> Change:
        table = self.table
        match command:
            case "rules":
                return table.open_rules()
            case "keys":
                return Push(key_list.route_to_keys_of_table(table.match, tuple(self._typed_keys())))
            case "hide":
                return table.hide_cards()
            case "settings":
                return Push(ToSettings())
            case "pause" | "halt":
                return table.open_menu()  # the game does not continue while the menu is open
            case "sheet":
                return table.open_game_sheet()
            case "large":
                return enlarge_focused_card(table, self.controls)
            case "undo":
                if self.controls.undo.enabled:
                    table.undo()
                else:
                    table.context.show_answer(NOTHING)
            case "hint":
                self.turn.ask_hint()
            case "last":
                if not table.match.deal_log().tricks:
                    self._announce_topic("last trick")
                table.show_last_trick(opened_by_key=True)
            case "story":
                self.controls.story.toggle_log()
        return None

    def _pass_to_focused_control(self, event: pygame.event.Event) -> Change:
        widgets, hand = self.controls.widgets, self.table.stage.hand
        widgets.handle(event)
        if event.key in (pygame.K_TAB, pygame.K_F6) and widgets.focus is self.controls.fan and hand.focus is None:
            hand.step_focus(1)
        return widgets.take_change()


class Input:
    """Passes every event to the part of the table that handles it. A press first ends all animations."""

    def __init__(self, table: Table, messages: Messages, turn: Turn, controls: Controls) -> None:
        self.table, self.messages, self.turn, self.controls = table, messages, turn, controls
        self.mouse = Mouse(table, turn, controls)
        self.keys = Keyboard(table, turn, controls)
        self.presses = DoubleClickDetector()

    def handle(self, event: pygame.event.Event) -> Change:
        """Handles an event from keyboard, mouse or system."""
        table, widgets, kind = self.table, self.controls.widgets, event.type
        button = kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        dragging = self.mouse.drag.lifted
        if dragging and self._interrupt_drag(event):
            return None
        if kind in AWAY_EVENTS:
            return self.table.hide_cards()
        covers = table.speech_area
        if button and not dragging and covers is not None and covers.contains_point(event.pos):
            if widgets.control_at(event.pos) in table.top_widgets:
                widgets.handle(event)
            self.table.redraw()
            return widgets.take_change()
        press = (kind == pygame.MOUSEBUTTONDOWN and event.button == 1) or (kind == pygame.KEYDOWN and event.key not in IDLE)
        if table.last_trick is not None:
            return self._handle_over_last_trick(table.last_trick, event, press)
        if press and self._begin_press(event):
            return None
        if button or kind == pygame.MOUSEMOTION:
            change = self.mouse.handle(event)
        else:
            change = self.keys.handle(event) if kind == pygame.KEYDOWN else self._handle_window_event(event)
        if widgets.dirty:
            self.table.redraw()
        return change

    def _begin_press(self, event: pygame.event.Event) -> bool:
        """Ends all animations and removes a refusal, before a press is handled. Returns True if the press has no further
        effect.
        """
        key = event.type == pygame.KEYDOWN
        if self._is_double_click(event) and self.turn.may_be_double_click:
            self.mouse.swallow = True  # the second half of a double click must not play a card or make a new choice
            return True
        uses = key and event.key in PRESS_KEYS
        unheard = uses and self.table.context.reader_listens and not self.table.stage.snapshot.mine
        if not (uses and self.turn.has_just_acted):
            self.table.finish()
        answers = self._hand_has_focus or self._choice_has_focus
        if unheard and answers and self.table.stage.snapshot.mine:  # the press brought up a question that was not announced
            self.table.redraw()
            return True
        if uses and self.turn.has_just_acted and self._choice_has_focus:
            return True
        self.messages.reason = ""
        if not key:
            self.controls.notes.close()
        self.table.redraw()
        return self._show_new_hint_instead_of_acting(uses and answers) or self._do_forced_action(event)

    def _show_new_hint_instead_of_acting(self, would_act: bool) -> bool:
        """Shows a new hint again, so that a press does not act on a hint not yet read. Returns True if it did so.

        Returns False if the hint is not new, or if the press would perform no action. Afterwards the hint is no longer new.

        would_act: True if the press would perform an action.
        """
        new, self.messages.is_hint_new = self.messages.is_hint_new, False
        if not (new and would_act):
            return False
        self.controls.focus_hint()
        self.messages.show_new_hint()
        return True

    def _is_double_click(self, event: pygame.event.Event) -> bool:
        return event.type == pygame.MOUSEBUTTONDOWN and self.presses.is_second_press(
            event.pos, max_distance=LIFT * max(1.0, self.table.stage.layout.u)
        )

    def _interrupt_drag(self, event: pygame.event.Event) -> bool:
        """Ends a drag at another press, at a key, and when the pointer leaves the window. Returns True if the event has no
        other effect.
        """
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button <= 3
        key = event.type == pygame.KEYDOWN and event.key not in IDLE
        if not pressed and not key and event.type not in LEFT:
            return False
        self.mouse.cancel()
        self.table.redraw()
        return pressed or (key and event.key == pygame.K_ESCAPE)

    @property
    def _choice_has_focus(self) -> bool:
        """True if a choice has the focus, even if no key has moved the focus there."""
        panel = self.table.panel
        return panel is not None and self.controls.widgets.focus in panel.tiles

    @property
    def _hand_has_focus(self) -> bool:
        """True if Enter plays a card: the hand has the focus, or no control."""
        return self.controls.widgets.focus in (None, self.controls.fan)

    def _is_over_hand(self, event: pygame.event.Event) -> bool:
        return self.controls.widgets.control_at(event.pos) in (None, self.controls.fan)

    def _do_forced_action(self, event: pygame.event.Event) -> bool:
        """Performs the only possible action, if the event is a click on the hand or a press of Enter. Returns False for any
        other event, and if the person has a choice.
        """
        if event.type == pygame.KEYDOWN:
            on_table = event.key in PRESS_KEYS and self._hand_has_focus
        else:
            on_table = self._is_over_hand(event) and not is_on_sidebar(self.table, event.pos)
        if not on_table or self.turn.has_just_acted or not self.turn.do_forced_action():
            return False
        self.mouse.swallow = event.type == pygame.MOUSEBUTTONDOWN
        return True

    @staticmethod
    def _does_more_than_close(event: pygame.event.Event) -> bool:
        """Returns True if a key, pressed while the last trick is shown, has another effect than to close it."""
        closes = event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, *PRESS_KEYS)
        return event.type == pygame.KEYDOWN and not closes and not keymap.is_command(event, "last")

    def _handle_over_last_trick(self, shown: LastTrick, event: pygame.event.Event, is_press: bool) -> Change:
        """Closes the last trick at a press, or at the release of its key. Until then, cards of the trick can be enlarged.

        A key that only announces a topic leaves the trick open if a screen reader listens.
        """
        large, listens = keymap.is_command(event, "large"), self.table.context.reader_listens
        tells = keymap.command_of(event, keymap.TABLE).startswith(TELL)
        if large or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 3):
            return self.keys.handle(event) if large else self.mouse.handle(event)
        if is_press and tells and listens:
            return self.keys.handle(event)
        let_go = event.type == pygame.KEYUP and keymap.is_command(event, "last") and shown.was_key_held_long
        if is_press or let_go:
            self.table.close_last_trick()
            self.mouse.swallow = event.type == pygame.MOUSEBUTTONDOWN
        before = self.table.context.answered
        more = is_press and listens and self._does_more_than_close(event)
        change = self.handle(event) if more else self.keys.handle(event) if is_press and tells else None
        if listens and (is_press or let_go):
            self._announce_closed_trick(before)
        return change

    def _announce_closed_trick(self, before: AnswerNotice | None) -> None:
        """Announces that the last trick is closed, then the answer to the key that closed it. before: the earlier answer."""
        context, now = self.table.context, self.table.context.answered
        answer = "" if now is None or now is before else now.whole
        context.show_answer(as_spoken_sentences((f"The last {self.table.match.game.text.trick_name} is closed", answer)))

    def _handle_window_event(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.DROPFILE:
            return Push(ToImport(path=event.file))  # the table continues behind the page
        if event.type == pygame.WINDOWLEAVE:
            self.table.stage.hand.focus_card(None)
            self.controls.notes.set_pointer(None)
        self.controls.widgets.handle(event)
        return self.controls.widgets.take_change()
