"""What the keys do at the table: shortcuts, signs for choices, and the way of the focus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pygame

from goosetable.app.scenes.keys import listing
from goosetable.app.scenes.routes import ToSettings
from goosetable.app.scenes.table import spoken_state
from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.input.large import show_meant
from goosetable.app.scenes.table.ports import TableCommands, TableState
from goosetable.app.ui import keymap
from goosetable.app.ui.scene import Change, Push
from goosetable.cards import JOKER_SUIT, suit
from goosetable.cards import rank as card_rank
from goosetable.engine.words import phrases

SIGNS: Final = (
    {key: chr(key) for key in range(pygame.K_0, pygame.K_9 + 1)}
    | {key: str(i + 1) for i, key in enumerate(range(pygame.K_KP_1, pygame.K_KP_9 + 1))}
    | {pygame.K_KP_0: "0"}
    | {key: chr(key).upper() for key in range(pygame.K_a, pygame.K_z + 1)}
)
"""What is typed, by key: for choices that have a digit or letter."""
FIRST: Final = frozenset({"rules", "keys", "hide", "settings", "pause", "halt", "undo", "hint", "last", "large"})
"""Commands that count before a letter that makes a choice."""
LAST: Final = frozenset({"sheet", "story"})
"""Commands that give way to it."""
RANK_OF: Final = {"0": "10", "1": "A"}
"""The rank that a digit stands for, where it is another than its own."""
NOTHING: Final = "There is nothing to take back."
TELL: Final = "tell "
"""Before the topic in the name of a command that tells something; these give way as well."""


class Keys:
    def __init__(self, table: TableState, commands: TableCommands, controls: Controls) -> None:
        self.table, self.commands, self.controls = table, commands, controls

    def handle(self, event: pygame.event.Event) -> Change:
        match event.key:
            case pygame.K_ESCAPE if self.controls.notes.spot is not None:
                self.controls.notes.close()
                self.controls.widgets.to(self.controls.fan)
                return None
            case pygame.K_ESCAPE if self.table.context.heard and self.table.sidebar.telling:
                self.controls.story.tell()
                return None
            case pygame.K_ESCAPE if self.table.sidebar_open:
                self.commands.open_sidebar(False)
                return None
            case pygame.K_ESCAPE:
                return self.commands.menu()
        command = keymap.command(event, keymap.TABLE)
        if command in FIRST:
            return self._do(command)
        if command.startswith(TELL) and self.table.context.heard:
            return self._tell(command)  # for who hears, a letter never makes a choice that it was not meant for
        mod = getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META)
        panel = self.table.panel
        if panel is not None and not mod and event.key in SIGNS:
            tile = panel.typed(SIGNS[event.key])
            if tile is not None:
                tile.press()
                return None
            if not command and (meant := panel.meant()) is not None:
                self.controls.widgets.to(meant)
                return None
        if self.table.context.heard and not mod and not command and (sign := SIGNS.get(event.key, "")).isdecimal():
            self._to_rank(sign)
            return None
        if command in LAST:
            return self._do(command)
        if command.startswith(TELL):
            return self._tell(command)
        return self._walk(event)

    def _tell(self, command: str) -> Change:
        """Says what a command asks for."""
        self.table.context.tell(spoken_state.told(self.table, command.removeprefix(TELL)))
        return None

    def _signs(self) -> Iterator[tuple[str, str]]:
        """What digits and letters do now, for the list of keys; of those who hear, without the letters that tell something."""
        panel, context = self.table.panel, self.table.context
        if panel is None:
            if context.heard:
                yield "0–9", "The card of that rank in the hand; 1 is the ace, 0 the ten"
            return
        texts = context.keymap.texts
        taken = [key for name, keys in texts.items() if name.startswith(TELL) for key in keys] if context.heard else []
        for signs, does in panel.keys:
            if left := " ".join(sign for sign in signs.split() if sign not in taken):
                yield left, does

    def _to_rank(self, sign: str) -> None:
        """For those who hear it a digit goes to the next card of that rank in the hand, or it is said that there is none."""
        hand = self.table.stage.hand
        rank = RANK_OF.get(sign, sign)
        if self.table.panel is not None:
            self.table.context.tell(f"{sign} is no choice here.")
            return
        found = [card for card in hand.cards if suit(card) != JOKER_SUIT and phrases.RANKS[card_rank(card)] == rank]
        if not found:
            self.table.context.tell(f"You hold no {spoken_state.rank_name(rank)}.")
            return
        at = found.index(hand.focus) + 1 if hand.focus in found else 0
        self.controls.widgets.ring = True
        self.controls.widgets.to(self.controls.fan)
        hand.mean(found[at % len(found)], True)
        self.commands.redraw()

    def _do(self, command: str) -> Change:
        commands = self.commands
        match command:
            case "rules":
                return commands.rules()
            case "keys":
                return Push(listing.of_table(self.table.match, tuple(self._signs())))
            case "hide":
                return commands.hide()
            case "settings":
                return Push(ToSettings())
            case "pause" | "halt":
                return commands.menu()  # nothing goes on while it is open
            case "sheet":
                return commands.sheet()
            case "large":
                return show_meant(self.table, self.controls)
            case "undo":
                if self.controls.undo.enabled:
                    commands.undo()
                else:
                    self.table.context.tell(NOTHING)
            case "hint":
                self.controls.ask_hint()
            case "last":
                if not self.table.match.chronicle().tricks:
                    self._tell("last trick")
                commands.show_last_trick(held=True)
            case "story":
                self.controls.story.tell()
        return None

    def _walk(self, event: pygame.event.Event) -> Change:
        """A key for the control that has the focus, or for the way of the focus."""
        widgets, hand = self.controls.widgets, self.table.stage.hand
        widgets.handle(event)
        if event.key in (pygame.K_TAB, pygame.K_F6) and widgets.focus is self.controls.fan and hand.focus is None:
            hand.step(1)
        return widgets.take()
