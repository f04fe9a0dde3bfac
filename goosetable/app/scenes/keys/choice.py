"""The page on which keys are changed: the person chooses a command, then presses its new key."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.keys.paper import KeyGroup, KeyLine, KeyPaper
from goosetable.app.ui import keymap
from goosetable.app.ui.controller import BUTTON_OF, spoken
from goosetable.app.ui.elements import Element
from goosetable.app.ui.focus import Button
from goosetable.app.ui.keymap import COMMANDS, Command
from goosetable.app.ui.pad_buttons import button_of, own, refusal
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import USE

MODIFIERS: Final = (
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA,
    pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR, pygame.K_MODE,
)  # fmt: skip
TELLS: Final = "Choose a line and press Enter, then the new key. Backspace gives back the usual one."
WAITS: Final = "Press the new key; Esc leaves it as it is."
PAD_TELLS: Final = "Choose a line with {}, then press the new button. {} gives back the usual one."
PAD_WAITS: Final = "Press the new button; {} leaves it as it is."


class KeyChoiceScene(KeyPaper):
    """waiting: the line that the next key belongs to."""

    leads_back = "Back, or leave the key as it is"

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Keys")
        self.waiting: ChosenKey | None = None
        self.said = self._tells
        self.usual = Button("All as at first", self._all, "plain", "undo")
        self.lines = [ChosenKey(self, command) for command in COMMANDS]
        everywhere = [line for line in self.lines if not line.of.screens]
        self.groups = (
            KeyGroup("On their screens", [line for line in self.lines if line.of.screens]),
            KeyGroup("Everywhere", [*everywhere]),
        )
        self.first = self.lines[0]
        self._show()

    @property
    def alone(self) -> bool:  # type: ignore[override]  # a plain attribute elsewhere
        return self.waiting is not None

    def _show(self) -> None:
        self.usual.enabled = bool(self.context.keymap.changed)
        keys, pad = self.context.keymap, self.context.pad
        for line in self.lines:
            shown = keys.texts[line.of.id] if not pad else tuple(filter(None, [button_of(own(keys), line.of.id)]))
            line.chips, line.make = ("…",) if line is self.waiting else shown, "" if line is self.waiting else pad
        self.make = pad
        self.changed()

    @property
    def _tells(self) -> str:
        """The instruction, for keys or for the controller that was used last."""
        pad = self.context.pad
        return PAD_TELLS.format(spoken(("A",), pad), spoken(("Y",), pad)) if pad else TELLS

    def ask(self, line: ChosenKey) -> Change:
        """Waits for the new key of this line."""
        pad = self.context.pad
        self.waiting, self.said = line, PAD_WAITS.format(spoken(("B",), pad)) if pad else WAITS
        self._show()
        return None

    def give_back(self, line: ChosenKey) -> Change:
        """Restores the default keys of a line, unless another has taken one of them; by a controller the default button."""
        kept, usual = line.of.id, BUTTON_OF.get(line.of.id, "")
        if self.context.pad:
            kept = f"{keymap.PAD}{line.of.id}"
            given = {name: chip for name, chip in own(self.context.keymap).items() if name != line.of.id}
            taken = refusal(given, line.of.id, usual, self.context.pad) if usual else None
            if taken is not None:
                return self._say(taken)
        mine = {name: key for name, key in self.context.keymap.changed.items() if name != kept}
        fresh = keymap.Keymap(mine)
        if fresh.changed != mine:
            taken = next(filter(None, (self.context.keymap.refusal(line.of.id, key) for key in line.of.keys)), "")
            return self._say(taken)
        return self._keep(fresh, self._tells)

    def _all(self) -> Change:
        return self._keep(keymap.Keymap({}), "All keys are as they were at first.")

    def _keep(self, keys: keymap.Keymap, said: str) -> Change:
        self.context.change(keys=keys.changed)
        return self._say(said)

    def _say(self, said: str) -> Change:
        self.waiting, self.said = None, said
        self._show()
        return None

    def handle(self, event: pygame.event.Event) -> Change:
        line = self.waiting
        if self.make != self.context.pad and event.type == pygame.KEYDOWN:  # no line may move under the pointer
            self.said = self.said if line is not None else self._tells
            self._show()
        if line is None or event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            return super().handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN or event.key == pygame.K_ESCAPE:
            self._say(self._tells)
        elif getattr(event, "pad", False):
            self._take_button(line, getattr(event, "chip", ""))
        elif event.key not in MODIFIERS:
            self._take(line, keymap.write(keymap.stroke_of(event)))
        return None

    def _take(self, line: ChosenKey, text: str) -> None:
        """Gives a key to a line, or reports why it cannot have it."""
        refused = self.context.keymap.refusal(line.of.id, text)
        if refused is not None:
            self.said = refused
            self.changed()
            self.context.sound.play("refuse")
            return
        fresh = keymap.Keymap({**self.context.settings.keys, line.of.id: text})
        self._keep(fresh, f"{text}: {line.of.does[:1].lower()}{line.of.does[1:]}.")

    def _take_button(self, line: ChosenKey, chip: str) -> None:
        """Gives a controller button to a line, or reports why it cannot have it."""
        if not chip:
            return  # a held button repeats, and a stick is no button
        keys, pad = self.context.keymap, self.context.pad
        given = {name: has for name, has in own(keys).items() if name != line.of.id}
        refused = refusal(given, line.of.id, chip, pad)
        if refused is not None:
            self.said = refused
            self.changed()
            self.context.sound.play("refuse")
            return
        called = spoken((chip,), pad)
        said = f"{called[:1].upper()}{called[1:]}: {line.of.does[:1].lower()}{line.of.does[1:]}."
        self._keep(keymap.Keymap({**keys.changed, f"{keymap.PAD}{line.of.id}": chip}), said)

    @property
    def line(self) -> str:
        return self.said

    def build(self) -> Element:
        return self.paper([self.close, self.usual], self.said)


class ChosenKey(KeyLine):
    """A command with its keys."""

    role = "button"
    focusable = True
    keys = (("Backspace", "Give back the usual key"),)

    def __init__(self, page: KeyChoiceScene, of: Command) -> None:
        super().__init__(of.does, of.keys, "")
        self.page, self.of = page, of
        self.on = partial(page.ask, self)

    def press(self) -> None:
        self.asked = self.on()

    def key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_BACKSPACE:
            self.asked = self.page.give_back(self)
            return True
        if event.key in USE:
            self.press()
            return True
        return False

    def ground(self, canvas: Canvas) -> None:
        t, (x, y, w, h) = canvas.theme, self.rect
        if self.page.waiting is self:
            canvas.box(x, y, w, h, 8, fill=t.chosen, edge=t.brass_lo, sw=2)
        elif self.hover:
            canvas.box(x, y, w, h, 8, fill=t.plain, alpha=0.7)
