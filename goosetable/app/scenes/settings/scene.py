"""The settings that exist and work now; each is kept the moment it is changed, and every scene below follows at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any, Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.routes import ToCredits, ToKeyChoice, ToStatistics
from goosetable.app.scenes.settings import layout, preview
from goosetable.app.scenes.settings.page import Heading, Remark, Section, SettingsPage, Tab, Tiles
from goosetable.app.skins import theme
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage import profiles, settings
from goosetable.app.ui.focus import Button, Scroller, Slider, Stepper, Switch, TextField, Tile
from goosetable.app.ui.scene import Change, Push
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import isolated

RESETS: Final = (
    "theme", "own_theme", "cards", "back", "text_size", "card_size", "pace", "still", "moving", "muted", "speak",
    "volume_cards", "volume_signals", "volume_honks", "sort", "lift_legal", "say_what_card_does", "remarks", "play_forced",
    "memory_aid",
)  # fmt: skip
"""What Reset puts back; the name and the window stay."""
CARDS: Final[tuple[tuple[settings.Cards, str], ...]] = (
    ("two", "Two colours"),
    ("four", "Four colours"),
    ("large", "Large print"),
)
PACES: Final[tuple[tuple[settings.Pace, str, str], ...]] = (
    (
        "leisurely",
        "Leisurely",
        "Cards glide, and a full trick rests {:.1f} seconds. A click ends the rest; held down, it keeps it.",
    ),
    (
        "brisk",
        "Brisk",
        "All is twice as quick, and a full trick rests {:.1f} seconds. A click ends the rest; held down, it keeps it.",
    ),
    ("at once", "At once", "Nothing glides and nothing rests. {} shows the last trick."),
)
"""Each pace, what it is called, and what it does; in it the seconds for which a full trick rests, or a key."""
SORT: Final = (("suits", "By suits"), ("ranks", "By ranks"))
VOLUMES: Final = (("volume_cards", "Cards"), ("volume_signals", "Signals"), ("volume_honks", "Honks"))
RESET: Final = "Reset"
REALLY: Final = "Press once more"
PUTS_BACK: Final = "All settings go back to what they were at first; the names and the window stay."
HEARD: Final = "Screen readers are told all that is on the screen. F1 lists the keys that tell more."
UNHEARD: Final = "Screen readers are told nothing"
UNSPOKEN: Final = "Nothing can be said aloud"
LARGER: Final = "Of your hand and the trick, as far as there is room at a table. {} shows any card large."
CONTRAST: Final = "Strong contrast where the system asks for it"
MOTION: Final = (
    ("As the system", {"still": False, "moving": False}, "{} Where it does, nothing moves here."),
    ("Nothing moves", {"still": True, "moving": False},
     "At any pace: cards are simply where they belong. A full trick is still shown for a while."),
    ("Cards move", {"still": False, "moving": True}, "At the chosen pace, whatever the system asks for."),
)  # fmt: skip
"""Each choice of motion, what it sets, and what it does; in the first what the system asks for now."""


def _back(name: str) -> str:
    """What a back is called; by the name of its file where that is damaged."""
    try:
        return theme.back(name).label
    except AssetError:
        return name


class SettingsScene(SettingsPage):
    """Six sections, one at a time, beside a preview that stays; every one is reached by its tab."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, Scroller("Settings"))
        self.done = Button("Done", self.back, "prime", on_paper=True)
        self.reset = Button(RESET, self._reset, "plain", "undo")
        self.credits = Button("Credits", lambda: Push(ToCredits()), "plain", "book")
        self.statistics = Button("Statistics", lambda: Push(ToStatistics(games=False)), "plain", "stats")
        self.keys = Button("Keys", lambda: Push(ToKeyChoice()), "plain", "keys")
        self._sure = False  # whether Reset was pressed, and has to be pressed once more
        self._controls()

    def _controls(self) -> None:
        """Every control as the settings are now."""
        s = self.context.settings
        self.themes = [
            Tile(
                theme.look(name).label,
                partial(self._look, name),
                partial(preview.swatch, name),
                self.context.look == name,
                True,
                False,
            )
            for name in theme.NAMES
        ]
        self.cards = [
            Tile(label, self._sets(cards=kind), partial(preview.cards, self.context, kind), s.cards == kind, True, False)
            for kind, label in CARDS
        ]
        self.paces = [Tile(label, self._sets(pace=kind), chosen=s.pace == kind) for kind, label, _ in PACES]
        backs, sorts = theme.BACKS, [kind for kind, _ in SORT]
        back = Stepper("Card backs", [_back(name) for name in backs], lambda i: self._set(back=backs[i]), backs.index(s.back))
        sort = Stepper("Sort my hand", [label for _, label in SORT], lambda i: self._set(sort=sorts[i]), sorts.index(s.sort))
        chosen = 1 if s.still else 2 if s.moving else 0
        self.motion = Stepper("Motion", [label for label, _, _ in MOTION], lambda i: self._set(**MOTION[i][1]), chosen)
        self.contrast = Switch(CONTRAST, lambda on: self._set(own_theme=not on), not s.own_theme)
        self.volumes = {label: self._volume(label, key) for key, label in VOLUMES}
        self.name = TextField("Your name", "" if s.name == "You" else s.name, self._named, empty="You")
        self.full = Switch("Full screen", self._full_screen, self.context.screen.fullscreen)
        self.sections = self._sections(back, sort)
        self._order()

    def _sections(self, back: Stepper, sort: Stepper) -> tuple[Section, ...]:
        """The sections, with their controls and the remarks under them. back, sort: those of the cards."""
        company = self._company_words()
        return (
            Section("Table", "lamp", [
                Tiles(self.themes, 54, 76, 30), self.contrast, Remark(self._contrast_words),
                self._slider("Text size", "text_size", 2),
                self.motion, Remark(self._motion_words),
            ]),
            Section("Cards", "cards", [
                Tiles(self.cards, 82, 126, 30), self._slider("Card size", "card_size", 2),
                Remark(lambda: LARGER.format(self.context.keymap.name("large"))),
                back, sort,
            ]),
            Section("Play", "play", [
                Heading("Pace"), Tiles(self.paces, 42, 150, 8), Remark(self._pace_words),
                self._switch("Lift the cards I may play", "lift_legal"),
                self._switch("Say what a card would do", "say_what_card_does"),
                self._switch("Remarks", "remarks"),
                self._switch("Play my only card for me", "play_forced"),
                self._switch("Let me look up cards played", "memory_aid"),
            ]),
            Section("Sound", "speak", [
                self._switch("Mute", "muted"), *self.volumes.values(), self._switch("Say aloud what happens", "speak"),
                Remark(self._spoken),
            ]),
            Section("People", "people", [self.name, Remark(lambda: company), self.statistics]),
            Section("Program", "gear", [
                self.full, Remark(lambda: "" if self.aside else self.kept()),
                self.keys, self.reset, Remark(lambda: PUTS_BACK if self._sure else ""), self.credits,
                Remark(self._heard),
            ]),
        )  # fmt: skip

    def _order(self) -> None:
        """The tabs of the sections, and the ways of the focus."""
        self.tabs = [Tab(section, partial(self._turn_to, at)) for at, section in enumerate(self.sections)]
        inside = [widget for section in self.sections for widget in section.widgets]
        for section in self.sections:
            for widget in section.widgets:
                widget.region = section.title
        for tab in self.tabs:
            tab.region = "sections"
        self.done.region = "foot"
        self.rows = {widget.label: widget for widget in inside if not isinstance(widget, Tile)}
        self.widgets.set([*self.tabs, self.scroll, *inside, self.done], first=self.done)

    def _company_words(self) -> str:
        """The other people who have a name here, and the place to change it; nothing where there are none."""
        s = self.context.settings
        others = [isolated(person.name) for person in profiles.known(s) if profiles.key(person.name) != profiles.key(s.name)]
        return f"{phrases.listed(others)}: changed where a table is laid, at the arrow beside the name." if others else ""

    def _spoken(self) -> str:
        """Why nothing is said aloud though it is wanted."""
        return f"{UNSPOKEN}: {self.context.unspoken}." if self.context.unspoken else ""

    def _heard(self) -> str:
        """Whether screen readers are told what is to be seen."""
        return f"{UNHEARD}: {self.context.unheard}." if self.context.unheard else HEARD

    def _pace_words(self) -> str:
        s = self.context.settings
        told = preview.rests(s) or self.context.keymap.name("last")
        return next(does.format(told) for kind, _, does in PACES if kind == s.pace)

    def _motion_words(self) -> str:
        s = self.context.settings
        now = "It asks for less motion." if self.context.calm else "It does not ask for less motion."
        return MOTION[1 if s.still else 2 if s.moving else 0][2].format(now)

    def _contrast_words(self) -> str:
        return "It asks for it." if self.context.stark else "It does not ask for it."

    def _look(self, name: str) -> Change:
        """Choose a theme."""
        self.context.choose_look(name)
        self.contrast.state = not self.context.settings.own_theme
        return self._set()

    def _turn_to(self, at: int) -> Change:
        """Show another section, from its beginning."""
        self.at = at
        self.scroll.offset = 0.0
        self.resized(self.w, self.h)
        return None

    def _switch(self, label: str, key: str) -> Switch:
        return Switch(label, lambda on: self._set(**{key: on}), getattr(self.context.settings, key))

    def _slider(self, label: str, key: str, places: int) -> Slider:
        now = getattr(self.context.settings, key)
        return Slider(label, *settings.bounds(key), now, lambda number: self._set(**{key: round(number, places)}))

    def _volume(self, label: str, key: str) -> Slider:
        found = self._slider(f"{label}, volume", key, 2)
        found.on = partial(self._hear, key)
        found.words = lambda number: f"{round(number * 100)} %" if number else "silent"
        return found

    def _hear(self, key: str, number: float) -> None:
        self._set(**{key: round(number, 2)})
        self.context.sound.play({"volume_cards": "slide", "volume_signals": "turn", "volume_honks": "honk"}[key])

    def _sets(self, **changes: Any) -> Callable[[], Change]:
        return lambda: self._set(**changes)

    def _set(self, **changes: Any) -> Change:
        """Change settings and show them; what concerns the look reaches every scene through the loop."""
        self.context.change(**changes)
        s = self.context.settings
        for tiles, now, kinds in (
            (self.themes, self.context.look, theme.NAMES), (self.cards, s.cards, tuple(kind for kind, _ in CARDS)),
            (self.paces, s.pace, tuple(kind for kind, _, _ in PACES)),
        ):  # fmt: skip
            for tile, kind in zip(tiles, kinds, strict=True):
                tile.chosen = kind == now
        self.resized(self.w, self.h)  # a sentence may be of another length
        return None

    def _named(self, text: str) -> Change:
        """A name is kept when it can be one; an empty field means "You"."""
        self.context.change(name=text.strip() or "You")
        return None

    def _full_screen(self, on: bool) -> Change:
        if on != self.context.screen.fullscreen:
            self.context.screen.toggle_fullscreen()
        return None

    def _reset(self) -> Change:
        """Everything as it was at first, but only at a second press: who needs large print would have to search for it."""
        if not self._sure:
            self._ask(True)
            return None
        fresh = {f.name: f.default for f in fields(settings.Settings) if f.name in RESETS}
        self.context.change(**fresh, keys={})
        self._ask(False)
        self._controls()
        self.resized(self.w, self.h)
        self.widgets.to(self.reset)
        return None

    def _ask(self, sure: bool) -> None:
        self._sure, self.reset.label = sure, REALLY if sure else RESET
        self.resized(self.w, self.h)

    def handle(self, event: pygame.event.Event) -> Change:
        change = super().handle(event)
        if self._sure and self.widgets.focus is not self.reset:
            self._ask(False)  # something else was wanted after all
        return change

    def to_settings(self) -> Change:
        return None

    def lay(self) -> None:
        self.full.state = self.context.screen.fullscreen
        layout.lay(self)

    def under(self, canvas: Canvas) -> None:
        layout.draw(self, canvas)
