"""The page on which keys are changed: a command is chosen, and the next key is its own."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.keys.paper import KeyGroup, KeyLine, KeyPaper
from goosetable.app.ui import keymap
from goosetable.app.ui.focus import Button
from goosetable.app.ui.keymap import COMMANDS, Command
from goosetable.app.ui.scene import Change
from goosetable.app.ui.widget import USE

MODIFIERS: Final = (
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA,
    pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR, pygame.K_MODE,
)  # fmt: skip
TELLS: Final = "Choose a line and press Enter, then the new key. Backspace gives back the usual one."
WAITS: Final = "Press the new key; Esc leaves it as it is."


class KeyChoiceScene(KeyPaper):
    """waiting: the line that the next key is for."""

    leads_back = "Back, or leave the key as it is"

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Keys")
        self.waiting: ChosenKey | None = None
        self.said = TELLS
        self.usual = Button("All as at first", self._all, "plain", "undo")
        self.lines = [ChosenKey(self, command) for command in COMMANDS]
        everywhere = [line for line in self.lines if not line.of.screens]
        self.groups = (
            KeyGroup("On their screens", [line for line in self.lines if line.of.screens]),
            KeyGroup("Everywhere", [*everywhere]),
        )
        self.widgets.set([self.scroll, *(line for group in self.groups for line in group.lines), self.usual, self.close])
        self._show()

    @property
    def alone(self) -> bool:  # type: ignore[override]  # a plain attribute elsewhere
        return self.waiting is not None

    def _show(self) -> None:
        self.usual.enabled = bool(self.context.keymap.changed)
        for line in self.lines:
            line.chips = ("…",) if line is self.waiting else self.context.keymap.texts[line.of.id]
        self.dirty = True

    def ask(self, line: ChosenKey) -> Change:
        """The next key is for this line."""
        self.waiting, self.said = line, WAITS
        self._show()
        return None

    def give_back(self, line: ChosenKey) -> Change:
        """The usual keys of a line, unless another has taken one of them."""
        mine = {name: key for name, key in self.context.settings.keys.items() if name != line.of.id}
        fresh = keymap.Keymap(mine)
        if fresh.changed != {name: key for name, key in self.context.keymap.changed.items() if name != line.of.id}:
            taken = next(filter(None, (self.context.keymap.refusal(line.of.id, key) for key in line.of.keys)), "")
            return self._say(taken)
        return self._keep(fresh, TELLS)

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
        if line is None or event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            return super().handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN or event.key == pygame.K_ESCAPE:
            self._say(TELLS)
        elif event.key not in MODIFIERS and not getattr(event, "pad", False):
            self._take(line, keymap.write(keymap.stroke_of(event)))
        return None

    def _take(self, line: ChosenKey, text: str) -> None:
        """A line gets a key, or it is said why it cannot have it."""
        refused = self.context.keymap.refusal(line.of.id, text)
        if refused is not None:
            self.said, self.dirty = refused, True
            self.context.sound.play("refuse")
            return
        fresh = keymap.Keymap({**self.context.settings.keys, line.of.id: text})
        self._keep(fresh, f"{text}: {line.of.does[:1].lower()}{line.of.does[1:]}.")

    def lay(self) -> None:
        left, w, y = self.lay_lines()
        each = min(210.0, (w - 60) / 2)
        self.put(self.close, left + 24, y, each, 46, 17)
        self.put(self.usual, left + w - 24 - each, y, each, 46, 17)

    def under(self, canvas: Canvas) -> None:
        super().under(canvas)
        u, sheet = self.t, self.sheet
        taken = canvas.width(self.title, self.px(27), "serifb") + 40 * u
        room = sheet.w - taken - 24 * u
        px = self.px(15)
        lines = canvas.wrap(self.said, room, px, "sans")[:2]
        y = sheet.y + 33 * u - len(lines) * px * 0.62
        canvas.lines(lines, sheet.x + taken, y, px, canvas.theme.ink2, "sans", 1.24)


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
