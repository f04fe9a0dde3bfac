"""A control for a number. A person types the number, or steps through values with arrows that repeat while held down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Final

import pygame

from goosetable.app.ui.accessible import Caret
from goosetable.app.ui.scene import Change
from goosetable.app.ui.text_field import KEY_REPEAT
from goosetable.app.ui.widget import ENTER_KEYS, Stepper
from goosetable.engine.rules.options import Value

FIRST_REPEAT: Final = 0.4  # seconds that an arrow is held before it steps on, and seconds between the steps
LATER_REPEATS: Final = 0.07
PAGE_STEP: Final = 5  # values that a page key skips
LONGEST_NUMBER: Final = 3


def value_sort_key(value: Value) -> float:
    """Returns the sort key of a value: numbers by size, words after them."""
    return value if isinstance(value, int) else inf


class NumberField(Stepper):
    """A number field. values: the values that the arrows step through, in order. name_of: returns the displayed name of a
    value.

    is_allowed: returns True if a typed number is allowed. on_refused: called when a person ends typing a number that is not
    allowed.
    """

    def __init__(
        self, label: str, values: Sequence[Value], name_of: Callable[[Value], str], chosen: Value,
        on_change: Callable[[Value], Change], is_allowed: Callable[[int], bool], on_refused: Callable[[int], None],
    ) -> None:  # fmt: skip
        super().__init__(label, (), lambda index: on_change(self.values[index]))
        self.words, self.take, self.may, self.wrong = name_of, on_change, is_allowed, on_refused
        self.typed = ""
        self._by, self._since, self._stepped = 0, 0.0, False
        self.values: list[Value] = []
        self._before: Value = chosen  # the value before the typing began
        self.set_values(values, chosen)

    def set_values(self, values: Sequence[Value], chosen: Value) -> None:
        """Replaces the values. The value `chosen` is added if it is not among them."""
        self.values = list(values)
        if chosen not in self.values:
            self.values = sorted([*self.values, chosen], key=value_sort_key)
        self.options = [self.words(value) for value in self.values]
        self.index = self.values.index(chosen)

    @property
    def accessible_value(self) -> str:
        return f"{self.typed}…" if self.typed else super().accessible_value

    @property
    def caret(self) -> Caret:
        """The caret for screen readers: after the typed digits, or after the value."""
        place = len(self.typed or self.accessible_value)
        return Caret(place, place)

    def step(self, by: int) -> None:
        """Moves by `by` values. A step by one value wraps round at the ends; a longer step stops there."""
        self.typed = ""
        index = (self.index + by) % len(self.values) if abs(by) == 1 else min(len(self.values) - 1, max(0, self.index + by))
        if index != self.index and self.enabled:
            self.index = index
            self.requested_change = self.on_change(index)

    def pointer_down(self, pos: tuple[int, int]) -> None:
        self._by, self._since, self._stepped = (-1 if pos[0] < self.rect.centerx else 1), -FIRST_REPEAT, False

    def pass_time(self, dt: float) -> bool:
        """Lets dt seconds pass, and steps while the pointer is held down on an arrow. Returns True if the value stepped."""
        if not (self.pressed and self.hover):
            return False
        self._since += dt
        if self._since < LATER_REPEATS:
            return False
        self._since, self._stepped = 0.0, True
        self.step(self._by)
        return True

    def handle_click(self, pos: tuple[int, int]) -> None:
        if not self._stepped:
            super().handle_click(pos)

    def focus_changed(self, focused: bool) -> None:
        if focused:
            pygame.key.set_repeat(*KEY_REPEAT)
        else:
            pygame.key.set_repeat(0)
            self._end_typing()

    def _end_typing(self) -> None:
        """Ends the typing. If the typed number is not allowed, restores the value from before the typing."""
        number, self.typed = self.typed, ""
        if number and not self.may(int(number)):
            if self.values[self.index] != self._before:
                self.requested_change = self.take(self._before)
            self.wrong(int(number))

    def handle_text(self, event: pygame.event.Event) -> bool:
        digits = "".join(sign for sign in getattr(event, "text", "") if sign in "0123456789")
        if event.type != pygame.TEXTINPUT or not digits:
            return False
        if not self.typed:
            self._before = self.values[self.index]
        self.typed = (self.typed + digits).lstrip("0")[:LONGEST_NUMBER]
        if self.typed and self.may(int(self.typed)):
            self.requested_change = self.take(int(self.typed))
        return True

    def handle_key(self, event: pygame.event.Event) -> bool:
        far = len(self.values)
        by = {
            pygame.K_PAGEUP: PAGE_STEP, pygame.K_PAGEDOWN: -PAGE_STEP, pygame.K_HOME: -far, pygame.K_END: far,
        }.get(event.key)  # fmt: skip
        if by is not None:
            self.step(by)
            return True
        if event.key == pygame.K_BACKSPACE:
            self.typed = self.typed[:-1]
            return True
        if self.typed and event.key in ENTER_KEYS:
            self._end_typing()
            return True
        sign = getattr(event, "unicode", "")
        return super().handle_key(event) or bool(sign and sign in "0123456789")
