"""The list of keys over a screen: the action of each there, or of the buttons of a controller."""

from __future__ import annotations

import pygame

from goosetable.app.context import Context
from goosetable.app.scenes.keys.paper import KeyGroup, KeyLine, KeyPaper, pad_chips
from goosetable.app.scenes.routes import ToKeyChoice
from goosetable.app.ui import keymap, pad_buttons
from goosetable.app.ui.accessible import sentences
from goosetable.app.ui.elements import Control, Element
from goosetable.app.ui.focus import Button
from goosetable.app.ui.scene import Change, Pop, Push, Route


class KeysScene(KeyPaper):
    """A list of keys; Esc, the key that opened it, or a click beside it closes it."""

    covers = False

    def __init__(
        self, context: Context, screen: str, fixed: tuple[tuple[str, str], ...], commands: tuple[str, ...], rules: Route | None
    ) -> None:
        super().__init__(context, f"Keys {screen}" if screen else "Keys of this screen")
        self.below, self.fixed, self.commands = screen, fixed, commands
        self.to_rules = rules
        self.close = self.first = Button("Close", self.back, "prime", on_paper=True)
        self.change = Button("Change keys", lambda: Push(ToKeyChoice()), "plain", "keys")
        self.rules = Button("Rules", self._rules, "plain", "book")
        self.rules.command = "rules"
        self.rules.shown = rules is not None
        self._list()

    def _rules(self) -> Change:
        return None if self.to_rules is None else Push(self.to_rules)

    def _list(self) -> None:
        """Makes the lines, for keys or for the controller that was used last."""
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
        if self.context.pad != self.make and event.type == pygame.KEYDOWN:  # no line may move under the pointer
            self._list()
            self.changed()
        return change

    @property
    def intro(self) -> str:
        """All keys of the list: a person who asks for it wants to hear them."""
        lines = (f"{line.value}: {line.label}" for group in self.groups for line in group.lines)
        return sentences((self.title, *lines))

    def build(self) -> Element:
        if self.context.keymap.changed != self.name:
            self._list()
        self.rules.hint = self.context.keymap.name("rules")
        return self.paper([self.change, self.rules, Control(self.close, 19, width=190)])
