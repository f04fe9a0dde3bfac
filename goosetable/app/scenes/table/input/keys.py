"""What the keys do at the table: shortcuts, signs for choices, and the way of the focus."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.scenes.table.controls import Controls
from goosetable.app.scenes.table.input.large import show_meant
from goosetable.app.scenes.table.ports import TableCommands, TableState
from goosetable.app.ui.scene import Change

SIGNS: Final = (
    {key: chr(key) for key in range(pygame.K_0, pygame.K_9 + 1)}
    | {key: str(i + 1) for i, key in enumerate(range(pygame.K_KP_1, pygame.K_KP_9 + 1))}
    | {pygame.K_KP_0: "0"}
    | {key: chr(key).upper() for key in range(pygame.K_a, pygame.K_z + 1)}
)
"""What is typed, by key: for choices that have a digit or letter."""


class Keys:
    def __init__(self, table: TableState, commands: TableCommands, controls: Controls) -> None:
        self.table, self.commands, self.controls = table, commands, controls

    def handle(self, event: pygame.event.Event) -> Change:
        mod = getattr(event, "mod", 0)
        match event.key:
            case pygame.K_ESCAPE if self.controls.notes.spot is not None:
                self.controls.notes.close()
                self.controls.widgets.to(self.controls.fan)
                return None
            case pygame.K_ESCAPE if self.table.sidebar_open:
                self.commands.open_sidebar(False)
                return None
            case pygame.K_ESCAPE:
                return self.commands.menu()
            case pygame.K_F1:
                return self.commands.rules()
            case pygame.K_F8:
                return self.commands.hide()
            case pygame.K_F10:
                return self.commands.settings()
            case pygame.K_z if mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
                self.commands.undo()
                return None
        if not mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            match event.key:
                case pygame.K_h:
                    self.controls.ask_hint()
                    return None
                case pygame.K_p | pygame.K_F3:
                    return self.commands.menu()  # nothing goes on while it is open
                case pygame.K_z:
                    return show_meant(self.table, self.controls)
                case pygame.K_l:
                    self.commands.show_last_trick(held=True)
                    return None
            if self.table.panel is not None and event.key in SIGNS:
                tile = self.table.panel.typed(SIGNS[event.key])
                if tile is not None:
                    tile.press()
                elif event.key == pygame.K_s:
                    return self.commands.sheet()
                elif event.key == pygame.K_w:
                    self.controls.story.tell()
                elif (meant := self.table.panel.meant()) is not None:
                    self.controls.widgets.to(meant)
                return None
            if event.key == pygame.K_s:
                return self.commands.sheet()
            if event.key == pygame.K_w:
                self.controls.story.tell()
                return None
        widgets, hand = self.controls.widgets, self.table.stage.hand
        widgets.handle(event)
        if event.key in (pygame.K_TAB, pygame.K_F6) and widgets.focus is self.controls.fan and hand.focus is None:
            hand.step(1)
        return widgets.take()
