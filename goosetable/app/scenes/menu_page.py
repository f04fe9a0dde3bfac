"""The base of the menus over a table or over a sheet of the score keeper."""

from __future__ import annotations

from functools import partial
from typing import Final

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.ui import keymap
from goosetable.app.ui.accessible import as_spoken_sentence
from goosetable.app.ui.elements import Column, Control, Element, FirstFit, Heading, PaperSheet, Row, Scroll, Text
from goosetable.app.ui.focus import Button, form_arrow_group
from goosetable.app.ui.scene import Change, Push, Quit, Route

WIDE: Final = 400.0
"""Width of the sheet in units."""
SIZES: Final = ((46.0, 10), (44.0, 10), (40.0, 8), (37.0, 6), (44.0, 10))
"""Sizes that are tried: height of a button and of the gap below it, in units. The last ones are for a menu that scrolls."""


class MenuPage(ElementPage):
    """Base of the menus: a column of buttons, and a sentence. Subclasses add buttons."""

    covers = False
    shade = 0.5
    screen = keymap.MENU
    caption: str
    """The name of the game, beside the title."""
    buttons: list[Button]
    """The buttons from the top; buttons with `shown` False take no room."""

    def __init__(self, context: Context, label_of_closing_button: str, leave: Button, rules: Route) -> None:
        """label_of_closing_button: label of the button that closes the menu. leave: the button that leaves the game."""
        super().__init__(context, "Menu")
        self.way_back = self.first = Button(label_of_closing_button, self.go_back, "prime", "play", on_paper=True)
        self.to_rules = rules
        self.rules = Button("Rules", self._open_rules, "plain", "book")
        self.rules.command = "rules"
        self.settings = Button("Settings", self.open_settings, "plain", "gear")
        self.settings.command, self.keys = "settings", Button("Keys", self.open_keys, "plain", "keys", bare=True)
        self.keys.command = "keys"
        self.mute = Button("Mute", lambda: context.change_settings(muted=not context.settings.muted), "plain", "quiet")
        self.mute.command = "mute"
        self.full = Button("Full screen", self._toggle_full_screen, "plain", "full")
        self.full.command = "full screen"
        self.leave = leave
        self.quit = Button("Leave goosetable", Quit, "plain", "cross")

    @property
    def sentence_among_buttons(self) -> str:
        """The sentence among the buttons, for example on the effect of leaving."""
        raise NotImplementedError

    @property
    def status_line(self) -> str:
        return as_spoken_sentence(self.sentence_among_buttons)

    def _open_rules(self) -> Change:
        return Push(self.to_rules)

    def rules_route(self) -> Route | None:
        return self.to_rules

    def _toggle_full_screen(self) -> None:
        self.context.screen.toggle_fullscreen()
        self.on_resize(self.w, self.h)

    def count_buttons_above_sentence(self, visible_buttons: list[Button]) -> int:
        """Returns the number of buttons above the sentence: all by default. visible_buttons: the visible buttons."""
        return len(visible_buttons)

    def make_page(self) -> Element:
        self.full.label = "Leave full screen" if self.context.screen.fullscreen else "Full screen"
        form_arrow_group(self.buttons, closed=True, ring=True)
        self.keys.arrow_group = self.buttons[0].arrow_group  # from beside the title into the column
        for button in self.buttons:
            button.hint = self.context.keymap.name_of_key(button.command) if button.command else ""
        # Buttons are lower if that saves a bar with little to scroll.
        versions = [partial(self._make_menu, *size) for size in SIZES]
        return PaperSheet(FirstFit(versions), self.rim_width + 5, WIDE, padding=(20, 10, 20, 14))

    def _make_menu(self, height: float, gap: float) -> Element:
        shown = [button for button in self.buttons if button.shown]
        rows: list[Element] = [Control(button, 18, height=height) for button in shown]
        said = Text(self.sentence_among_buttons, 15.5, "ink2", role="status", key="sentence")
        rows.insert(self.count_buttons_above_sentence(shown), Column([said], padding=(4, 0, 4, 8)))
        caption = Text(self.caption, 15, "ink2", max_lines=1, shrink=0.7, text_align=1, grow=1)
        keys = Control(self.keys, 18, bare=True, width=42, height=38)
        head = Row([Heading("Menu"), caption, keys], padding=(4, 0, 0, 0))
        return Column([head, Scroll(Column(rows, gap, (0, 6, 0, 0)), self.scroll, (18, 18))], 4)

    def draw(self, canvas: Canvas) -> None:
        self.mute.label = "Sound on" if self.context.settings.muted else "Mute"  # here, since M changes it too
        super().draw(canvas)
