"""Event handling at the table. Each event goes to the topmost part of the scene, to the pointer, to a shortcut, or to the
focused control.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from goosetable.app.scenes import key_list
from goosetable.app.scenes.routes import ToImport, ToSettings
from goosetable.app.scenes.table.cloth import LastTrick
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.messages import Messages
from goosetable.app.scenes.table.pointer import LIFT, Mouse, enlarge_focused, is_on_sidebar
from goosetable.app.scenes.table.table import Table
from goosetable.app.scenes.table.turn import Turn
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import NAMED_RANKS
from goosetable.app.ui.double_click import DoubleClickDetector
from goosetable.app.ui.focus import SHORTCUT_MODIFIERS
from goosetable.app.ui.scene import AWAY_EVENTS, Change, Push
from goosetable.app.ui.widget import PRESS_KEYS
from goosetable.cards import JOKER_SUIT, suit
from goosetable.cards import rank as card_rank
from goosetable.engine.words import phrases

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


class Keys:
    """Handles keys at the table: shortcuts, typed digits and letters, and keys for the focused control."""

    def __init__(self, table: Table, turn: Turn, controls: Controls) -> None:
        self.table, self.turn, self.controls = table, turn, controls

    def handle(self, event: pygame.event.Event) -> Change:
        match event.key:
            case pygame.K_ESCAPE if self.controls.notes.open_spot is not None:
                self.controls.notes.close()
                self.controls.widgets.focus_on(self.controls.fan)
                return None
            case pygame.K_ESCAPE if self.table.context.reader_listens and self.table.sidebar.telling:
                self.controls.story.toggle_log()
                return None
            case pygame.K_ESCAPE if self.table.sidebar_open:
                self.controls.open_sidebar(False)
                return None
            case pygame.K_ESCAPE:
                return self.table.menu()
        command = keymap.command_of(event, keymap.TABLE)
        if command in FIRST:
            return self._run_command(command)
        if command.startswith(TELL) and self.table.context.reader_listens:
            return self._announce_topic(command)  # with a screen reader, the letter of a topic never makes a choice by mistake
        mod = getattr(event, "mod", 0) & SHORTCUT_MODIFIERS
        panel = self.table.panel
        if panel is not None and not mod and event.key in SIGNS:
            tile = panel.tile_for_sign(SIGNS[event.key])
            if tile is not None:
                tile.press()
                return None
            if not command and (meant := panel.pending_typed_tile()) is not None:
                self.controls.widgets.focus_on(meant)
                return None
        if self.table.context.reader_listens and not mod and not command and (sign := SIGNS.get(event.key, "")).isdecimal():
            self._focus_rank(sign)
            return None
        if command in LAST:
            return self._run_command(command)
        if command.startswith(TELL):
            return self._announce_topic(command)
        return self._give_to_focus(event)

    def _announce_topic(self, command: str) -> Change:
        self.table.announce_topic(command.removeprefix(TELL))
        return None

    def _typed_keys(self) -> Iterator[tuple[str, str]]:
        panel, context = self.table.panel, self.table.context
        if panel is None:
            if context.reader_listens:
                yield "0–9", "The card of that rank in the hand; 1 is the ace, 0 the ten"
            return
        texts = context.keymap.texts
        taken = [key for name, keys in texts.items() if name.startswith(TELL) for key in keys] if context.reader_listens else []
        for signs, does in panel.keys:
            if left := " ".join(sign for sign in signs.split() if sign not in taken):
                yield left, does

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
                return table.rules()
            case "keys":
                return Push(key_list.route_to_keys_of_table(table.match, tuple(self._typed_keys())))
            case "hide":
                return table.hide_cards()
            case "settings":
                return Push(ToSettings())
            case "pause" | "halt":
                return table.menu()  # the game does not continue while the menu is open
            case "sheet":
                return table.open_game_sheet()
            case "large":
                return enlarge_focused(table, self.controls)
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

    def _give_to_focus(self, event: pygame.event.Event) -> Change:
        widgets, hand = self.controls.widgets, self.table.stage.hand
        widgets.handle(event)
        if event.key in (pygame.K_TAB, pygame.K_F6) and widgets.focus is self.controls.fan and hand.focus is None:
            hand.step(1)
        return widgets.take_change()


class Input:
    """Passes every event to the part of the table that handles it. A press first ends all animations."""

    def __init__(self, table: Table, messages: Messages, turn: Turn, controls: Controls) -> None:
        self.table, self.messages, self.turn, self.controls = table, messages, turn, controls
        self.mouse = Mouse(table, turn, controls)
        self.keys = Keys(table, turn, controls)
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
        covers = None if table.guide is None else table.guide.speech_area
        if table.guide is not None and button and not dragging and covers is not None and covers.contains_point(event.pos):
            if widgets.control_at(event.pos) in table.guide.top_widgets:
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
            change = self.keys.handle(event) if kind == pygame.KEYDOWN else self._handle_other(event)
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
        if not (uses and self.turn.just_acted):
            self.table.finish()
        answers = self._hand_has_focus or self._choice_has_focus
        if unheard and answers and self.table.stage.snapshot.mine:  # the press brought up a question that was not announced
            self.table.redraw()
            return True
        if uses and self.turn.just_acted and self._choice_has_focus:
            return True
        self.messages.reason = ""
        if not key:
            self.controls.notes.close()
        self.table.redraw()
        return self._do_forced_action(event)

    def _is_double_click(self, event: pygame.event.Event) -> bool:
        return event.type == pygame.MOUSEBUTTONDOWN and self.presses.is_second_press(
            event.pos, max_distance=LIFT * max(1.0, self.table.stage.layout.u)
        )

    def _interrupt_drag(self, event: pygame.event.Event) -> bool:
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
        if event.type == pygame.KEYDOWN:
            on_table = event.key in PRESS_KEYS and self._hand_has_focus
        else:
            on_table = self._is_over_hand(event) and not is_on_sidebar(self.table, event.pos)
        if not on_table or self.turn.just_acted or not self.turn.do_forced_action():
            return False
        self.mouse.swallow = event.type == pygame.MOUSEBUTTONDOWN
        return True

    def _has_other_meaning(self, event: pygame.event.Event) -> bool:
        """Returns True if a key that is pressed while the last trick is shown does more than close it. Else announces that the
        trick is closed.
        """
        if event.type != pygame.KEYDOWN:
            return False
        if event.key in (pygame.K_ESCAPE, *PRESS_KEYS) or keymap.is_command(event, "last"):
            self.table.context.show_answer(f"The last {self.table.match.game.text.trick_name} is closed.")
            return False
        return True

    def _handle_over_last_trick(self, shown: LastTrick, event: pygame.event.Event, press: bool) -> Change:
        """Closes the last trick at a press, or at the release of its key. Until then, cards of the trick can be enlarged."""
        large = keymap.is_command(event, "large")
        if large or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 3):
            return self.keys.handle(event) if large else self.mouse.handle(event)
        let_go = event.type == pygame.KEYUP and keymap.is_command(event, "last") and shown.was_key_held_long
        if press or let_go:
            self.table.close_last_trick()
            self.mouse.swallow = event.type == pygame.MOUSEBUTTONDOWN
        if press and self.table.context.reader_listens and self._has_other_meaning(event):
            return self.handle(event)
        return self.keys.handle(event) if keymap.command_of(event, keymap.TABLE).startswith(TELL) else None

    def _handle_other(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.DROPFILE:
            return Push(ToImport(path=event.file))  # the table continues behind the page
        if event.type == pygame.WINDOWLEAVE:
            self.table.stage.hand.focus_card(None)
            self.controls.notes.set_pointer(None)
        self.controls.widgets.handle(event)
        return self.controls.widgets.take_change()
