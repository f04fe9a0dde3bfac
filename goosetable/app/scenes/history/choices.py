"""A list of which one thing is chosen, over the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import SectionsPage
from goosetable.app.ui.scene import Change, Pop
from goosetable.app.ui.widget import Pressed

HIGH = 46
"""Units of a choice."""


class ChoiceRow(Pressed):
    """One thing of the list."""

    role = "option"

    def __init__(self, label: str, chosen: bool, on: Callable[[], Change]) -> None:
        super().__init__(label, on, True)
        self.chosen = chosen

    @property
    def value(self) -> str:
        return "chosen" if self.chosen else ""

    def draw(self, canvas: Canvas, focused: bool) -> None:
        t, (x, y, w, h), px = canvas.theme, self.rect, self.px
        if self.chosen or self.hover:
            canvas.box(x, y, w, h, 9, fill=t.chosen if self.chosen else t.plain, edge=t.brass_lo if self.chosen else "none")
        if self.chosen:
            canvas.icon("check", x + w - px * 1.1, y + h / 2, px * 0.9, t.brass_lo)
        said = canvas.fit(self.label, px, "semi" if self.chosen else "sans", w - px * 3)
        canvas.put(said, x + px * 0.8, y + h / 2, px, t.ink, "semi" if self.chosen else "sans", "midleft")
        self.draw_ring(canvas, focused, 9)


class ChoicesScene(SectionsPage):
    """Lies over the page. choices: each with the value that `on` is told when it is chosen."""

    covers = False
    shade = 0.4

    def __init__(
        self, context: Context, title: str, choices: Sequence[tuple[str, str]], chosen: str, on: Callable[[str], Change]
    ) -> None:
        super().__init__(context, title)
        self.on = on
        self.choices = [ChoiceRow(label, value == chosen, partial(self._use, value)) for value, label in choices]
        first = next((choice for choice in self.choices if choice.chosen), self.choices[0])
        self.widgets.set([self.scroll, *self.choices, self.close], first=first)
        self.widgets.to(first)

    def _use(self, value: str) -> Change:
        return self.on(value) or Pop()

    def lay(self) -> None:
        w = min(420.0, self.wide - 2 * self.clearance)
        self.scroll.release()
        for place, choice in enumerate(self.choices):
            self.hold(choice, 18, 6 + place * HIGH, w - 42, HIGH - 4, 17)
        self.finish(w, 12 + len(self.choices) * HIGH)
