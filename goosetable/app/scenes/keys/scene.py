"""The keys of the screen below, over it: what each does there, or what the buttons of a controller do."""

from __future__ import annotations

import pygame

from goosetable.app.context import Context
from goosetable.app.scenes.keys.paper import KeyGroup, KeyLine, KeyPaper, pad_chips
from goosetable.app.scenes.routes import ToKeyChoice
from goosetable.app.ui import keymap, pad_buttons
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Pop, Push, Route


class KeysScene(KeyPaper):
    """Esc, the key that opened it, or a click beside it leads back."""

    covers = False

    def __init__(
        self, context: Context, screen: str, fixed: tuple[tuple[str, str], ...], commands: tuple[str, ...], rules: Route | None
    ) -> None:
        super().__init__(context, f"Keys {screen}" if screen else "Keys of this screen")
        self.below, self.fixed, self.commands = screen, fixed, commands
        self.to_rules = rules
        self.close.label, self.close.kind, self.close.icon = "Close", "prime", ""
        self.close.on_paper = True
        self.change = Button("Change keys", lambda: Push(ToKeyChoice()), "plain", "keys")
        self.rules = Button("Rules", self._rules, "plain", "book")
        self.rules.command = "rules"
        self.rules.shown = rules is not None
        self._list()

    def _rules(self) -> Change:
        return None if self.to_rules is None else Push(self.to_rules)

    def _list(self) -> None:
        """The lines, for keys or for the controller that was used last."""
        make, texts = self.context.pad, self.context.keymap.texts
        self.make = make
        self.name = self.context.keymap.changed
        everywhere = tuple(one.id for one in keymap.COMMANDS if not one.screens)
        fixed = [(tuple(keys.split()), "", does) for keys, does in self.fixed]
        here = [(texts[one], one, keymap.BY_ID[one].does) for one in self.commands]
        always = [(texts[one], one, keymap.BY_ID[one].does) for one in everywhere]
        if make:
            always.append((("R",), "", "Scroll"))
        self.groups = tuple(
            KeyGroup(title, lines)
            for title, found in (("Here", [*fixed, *here]), ("Everywhere", always))
            if (lines := list(self._lines(found, make)))
        )
        every = [line for group in self.groups for line in group.lines]
        self.widgets.set([self.scroll, *every, self.change, self.rules, self.close], first=self.close)

    def _lines(self, found: list[tuple[tuple[str, ...], str, str]], make: str) -> list[KeyLine]:
        if not make:
            return [KeyLine(does, keys, "") for keys, _, does in found]
        given = pad_buttons.own(self.context.keymap)
        buttons = [(pad_chips(given, keys, command, self.below), does) for keys, command, does in found]
        return [KeyLine(does, shown, make) for shown, does in buttons if shown]

    def to_keys(self) -> Change:
        return Pop()

    def handle(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not self.sheet.collidepoint(event.pos):
            return Pop()
        change = super().handle(event)
        if self.context.pad != self.make and event.type == pygame.KEYDOWN:  # nothing moves under a pointer
            self._list()
            self.resized(self.w, self.h)
        return change

    def lay(self) -> None:
        if self.context.keymap.changed != self.name:
            self._list()
        left, w, y = self.lay_lines()
        each = min(190.0, (w - 48 - 24) / 3)
        shown = [one for one in (self.change, self.rules) if one.shown]
        for i, button in enumerate(shown):
            self.put(button, left + 24 + i * (each + 12), y, each, 46, 17)
        self.put(self.close, left + w - 24 - each, y, each, 46, 19)
        self.rules.hint = self.context.keymap.name("rules")
