"""The page of settings. Each change is saved, and takes effect in all open scenes at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.scenes.routes import ToCredits, ToKeyChoice, ToStatistics
from goosetable.app.scenes.settings import preview
from goosetable.app.skins import theme
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage import profiles, settings
from goosetable.app.storage.cast import NAMELESS
from goosetable.app.ui.elements import (
    STRETCH,
    Column,
    Control,
    Either,
    Element,
    Heading,
    PaperSheet,
    Picture,
    Row,
    Scroll,
    Spacer,
    Text,
    to_pixels,
)  # fmt: skip
from goosetable.app.ui.elements.components import control_row, make_note, make_tiles
from goosetable.app.ui.focus import Button, Slider, Stepper, Switch, TextField, Tile, Widget
from goosetable.app.ui.scene import Change, Push
from goosetable.app.ui.widget import PressControl
from goosetable.engine.strength.person_memory import STRANGER
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import isolate_name

RESETS: Final = (
    "theme", "own_theme", "cards", "back", "text_size", "card_size", "pace", "still", "moving", "muted", "speak",
    "volume_cards", "volume_signals", "volume_honks", "sort", "lift_legal", "say_what_card_does", "remarks", "play_forced",
    "memory_aid",
)  # fmt: skip
"""Settings that Reset restores; name and window stay."""
Kinds: TypeAlias = tuple[tuple[settings.FaceDesign, str], ...]
CARDS: Final[Kinds] = (("two", "Two colours"), ("four", "Four colours"), ("large", "Large print"))
PACES: Final[tuple[tuple[settings.Pace, str, str], ...]] = (
    ("leisurely", "Leisurely",
     "Cards glide, and a full trick rests {:.1f} seconds. A click ends the rest; held down, it keeps it."),
    ("brisk", "Brisk",
     "All is twice as quick, and a full trick rests {:.1f} seconds. A click ends the rest; held down, it keeps it."),
    ("at once", "At once", "Nothing glides and nothing rests. {} shows the last trick."),
)  # fmt: skip
"""Each pace with its label and its effect. The effect has a place for the seconds of the pause after a full trick, or for a
key.
"""
SORT: Final = (("suits", "By suits"), ("ranks", "By ranks"))
VOLUMES: Final = (("volume_cards", "Cards"), ("volume_signals", "Signals"), ("volume_honks", "Honks"))
LOW: Final = 330
"""Height of a sheet in units below which there is no room for headings."""
BARE: Final = 100.0
"""Width in units, under which tabs show only their icons."""
KEPT: Final = "Changes are saved at once."
FLEETING: Final = "These last until you leave."
VOLUME: Final = ", volume"
RESET: Final = "Reset"
REALLY: Final = "Press once more"
REMEMBERED: Final = "Computer players up to hard remember who bids high or low, never ducks, or leads trumps."
PUTS_BACK: Final = "All settings go back to what they were at first; the names and the window stay."
HEARD: Final = "Screen readers are told all that is on the screen. F1 lists the keys that tell more."
UNHEARD: Final = "Screen readers are told nothing"
UNSPOKEN: Final = "Nothing can be said aloud"
LARGER: Final = "Of your hand and the trick, as far as there is room at a table. {} shows any card large."
CONTRAST: Final = "Strong contrast where the system asks for it"
MOTION_WISHED: Final = "Your system asks for less motion, so animations are off."
MOTION_FREE: Final = "Your system does not ask for less motion; if it did, animations would be off."
MOTION: Final = (
    ("As the system", {"still": False, "moving": False}, "{}"),
    ("Nothing moves", {"still": True, "moving": False},
     "At any pace: cards are simply where they belong. A full trick is still shown for a while."),
    ("Cards move", {"still": False, "moving": True}, "At the chosen pace, whatever the system asks for."),
)  # fmt: skip
"""Each choice about motion with its settings and its effect. The effect of the first one has a place for the
system's setting.
"""


def _card_back_label(name: str) -> str:
    try:
        return theme.back(name).label
    except AssetError:
        return name


class Section(NamedTuple):
    """A section of the page. items: returns its elements for the present settings."""

    title: str
    icon: str
    items: Callable[[], Sequence[Element]]


class SettingsScene(ElementPage):
    """The page of settings. Tabs choose one of six sections, which is beside a preview."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Settings")
        self.done = Button("Done", self.go_back, "prime", on_paper=True)
        self.reset = Button(RESET, self._reset, "plain", "undo")
        self.credits = Button("Credits", lambda: Push(ToCredits()), "plain", "book")
        self.statistics = Button("Statistics", lambda: Push(ToStatistics(has_games_button=False)), "plain", "stats")
        self.keys = Button("Keys", lambda: Push(ToKeyChoice()), "plain", "keys")
        self._reset_asked = False  # whether Reset was pressed, and needs a second press
        self.at, self.aside = 0, False
        self._make_controls()

    def _make_controls(self) -> None:
        s = self.context.settings
        self.themes = [self._make_theme_tile(name) for name in theme.NAMES]
        self.cards = [
            Tile(
                label, self._setter(cards=kind), partial(preview.draw_samples, self.context, kind), s.cards == kind, True, False
            )
            for kind, label in CARDS
        ]
        self.paces = [Tile(label, self._setter(pace=kind), chosen=s.pace == kind) for kind, label, _ in PACES]
        backs, sorts = theme.BACKS, [kind for kind, _ in SORT]
        back = Stepper(
            "Card backs", [_card_back_label(name) for name in backs], lambda i: self._change(back=backs[i]), backs.index(s.back)
        )
        sort = Stepper("Sort my hand", [label for _, label in SORT], lambda i: self._change(sort=sorts[i]), sorts.index(s.sort))
        chosen = 1 if s.still else 2 if s.moving else 0
        self.motion = Stepper("Motion", [label for label, _, _ in MOTION], lambda i: self._change(**MOTION[i][1]), chosen)
        self.contrast = Switch(CONTRAST, lambda on: self._change(own_theme=not on), not s.own_theme)
        self.volumes = {label: self._make_volume_slider(label, key) for key, label in VOLUMES}
        self.habits = Button("Forget how people play", self._forget_habits, "plain", "cross")
        self.habits.shown = any(person.memory != STRANGER for person in profiles.all_people(s))
        self._named, self.typing_objection = s, ""
        self.name = TextField("Your name", "" if s.name == NAMELESS else s.name, self._save_name, placeholder=NAMELESS)
        self.full = Switch("Full screen", self._set_full_screen, self.context.screen.fullscreen)
        controls = (
            self.contrast, self._make_slider("Text size", "text_size", 2), self.motion,
            self._make_slider("Card size", "card_size", 2), back, sort,
            self._make_switch("Lift the cards I may play", "lift_legal"),
            self._make_switch("Say what a card would do", "say_what_card_does"), self._make_switch("Remarks", "remarks"),
            self._make_switch("Play my only card for me", "play_forced"),
            self._make_switch("Let me look up cards played", "memory_aid"), self._make_switch("Mute", "muted"),
            *self.volumes.values(), self._make_switch("Say aloud what happens", "speak"),
            self.name, self.full,
        )  # fmt: skip
        self.rows: dict[str, Widget] = {widget.label: widget for widget in controls}
        self.sections = self._make_sections()
        self.tabs = [Tab(section, partial(self._show_section, at)) for at, section in enumerate(self.sections)]
        self.first = self.tabs[self.at]  # Orca reads the chosen tab of a new page as if it had the focus
        self.rebuild()

    def _make_theme_tile(self, name: str) -> Tile:
        chosen = self.context.theme_name == name
        choose, picture = partial(self._choose_theme, name), partial(preview.draw_theme_swatch, name)
        return Tile(theme.preview_theme(name).label, choose, picture, chosen, label_below=True, framed=False)

    def _make_sections(self) -> tuple[Section, ...]:
        return (
            Section("Table", "lamp", lambda: [
                make_tiles("Colours", self.themes, 54, 76, 24, 72), self._make_row(CONTRAST, self._contrast_words()),
                *self._make_rows("Text size"), self._make_row("Motion", self._motion_words()),
            ]),
            Section("Cards", "cards", lambda: [
                make_tiles("Faces", self.cards, 82, 126, 24, 84),
                self._make_row("Card size", LARGER.format(self.context.keymap.name_of_key("large"))),
                *self._make_rows("Card backs", "Sort my hand"),
            ]),
            Section("Play", "play", lambda: [
                Text("Pace", 17, "ink2", "semi", role="heading"), make_tiles("Pace", self.paces, 42, 150, 0, 72),
                make_note(self._pace_words()),
                *self._make_rows("Lift the cards I may play", "Say what a card would do", "Remarks", "Play my only card for me",
                            "Let me look up cards played"),
            ]),
            Section("Sound", "speak", lambda: [
                *self._make_rows("Mute", *(control.label for control in self.volumes.values())),
                self._make_row("Say aloud what happens", self._voice_note()),
            ]),
            Section("People", "people", lambda: [
                self._make_row("Your name", self.typing_objection or self._people_note()), _make_button(self.statistics),
                *([_make_button(self.habits, REMEMBERED)] if self.habits.shown else []),
            ]),
            Section("Program", "gear", lambda: [
                *self._make_rows("Full screen"), make_note("" if self.aside else self.saving_note()), _make_button(self.keys),
                _make_button(self.reset, PUTS_BACK if self._reset_asked else ""), _make_button(self.credits),
                make_note(self._reader_note()),
            ]),
        )  # fmt: skip

    def _make_row(self, label: str, note: str) -> Element:
        return control_row(self.rows[label], note=note)

    def _make_rows(self, *labels: str) -> list[Element]:
        return [control_row(self.rows[label], label.removesuffix(VOLUME)) for label in labels]

    def saving_note(self) -> str:
        """Returns a sentence that says whether the settings can be saved."""
        return FLEETING if self.context.unwritable else KEPT

    def _people_note(self) -> str:
        s = self.context.settings
        others = [
            isolate_name(person.name)
            for person in profiles.all_people(s)
            if profiles.normal_form(person.name) != profiles.normal_form(s.name)
        ]
        return f"{phrases.listed(others)}: changed where a table is laid, at the arrow beside the name." if others else ""

    def _forget_habits(self) -> None:
        self.context.change_settings(**profiles.changes_to_forget_habits(self.context.settings))
        self.habits.shown = False
        self.context.show_notice("The computer players no longer know how people play.")
        self.rebuild()

    def _voice_note(self) -> str:
        return f"{UNSPOKEN}: {self.context.voice_fault}." if self.context.voice_fault else ""

    def _reader_note(self) -> str:
        return f"{UNHEARD}: {self.context.reader_fault}." if self.context.reader_fault else HEARD

    def _pace_words(self) -> str:
        s = self.context.settings
        told = preview.seconds_of_trick(s) or self.context.keymap.name_of_key("last")
        return next(does.format(told) for kind, _, does in PACES if kind == s.pace)

    def _motion_words(self) -> str:
        s = self.context.settings
        now = MOTION_WISHED if self.context.less_motion else MOTION_FREE
        return MOTION[1 if s.still else 2 if s.moving else 0][2].format(now)

    def _contrast_words(self) -> str:
        return f"Your system {'asks' if self.context.more_contrast else 'does not ask'} for more contrast."

    def _choose_theme(self, name: str) -> Change:
        self.context.choose_theme(name)
        self.contrast.state = not self.context.settings.own_theme
        return self._change()

    def _show_section(self, index: int) -> None:
        self.at, self.first = index, self.tabs[index]
        self.scroll.offset = 0.0
        self.rebuild()

    def _make_switch(self, label: str, key: str) -> Switch:
        return Switch(label, lambda on: self._change(**{key: on}), getattr(self.context.settings, key))

    def _make_slider(self, label: str, key: str, places: int) -> Slider:
        now, late = getattr(self.context.settings, key), key in ("text_size", "card_size")
        return Slider(
            label,
            *settings.bounds_of_setting(key),
            now,
            lambda number: self._change(**{key: round(number, places)}),
            apply_on_release=late,
        )

    def _make_volume_slider(self, label: str, key: str) -> Slider:
        found = self._make_slider(f"{label}{VOLUME}", key, 2)
        found.on_change = partial(self._set_volume, key)
        found.words = lambda number: f"{round(number * 100)} %" if number else "silent"
        return found

    def _set_volume(self, key: str, number: float) -> None:
        self._change(**{key: round(number, 2)})
        self.context.sound.play({"volume_cards": "slide", "volume_signals": "turn", "volume_honks": "honk"}[key])

    def _setter(self, **changes: Any) -> Callable[[], Change]:
        return lambda: self._change(**changes)

    def _change(self, **changes: Any) -> Change:
        self.context.change_settings(**changes)
        s = self.context.settings
        for shown, now, kinds in (
            (self.themes, self.context.theme_name, theme.NAMES), (self.cards, s.cards, tuple(kind for kind, _ in CARDS)),
            (self.paces, s.pace, tuple(kind for kind, _, _ in PACES)),
        ):  # fmt: skip
            for tile, kind in zip(shown, kinds, strict=True):
                tile.chosen = kind == now
        if self.w:
            self.on_resize(self.w, self.h)  # the text size may have changed
        return None

    def _save_name(self, text: str) -> None:
        """Saves the typed name. An invalid name changes nothing; an empty one restores the default name."""
        before = replace(self.context.settings, name=self._named.name, people=self._named.people)
        name = " ".join(text.split()) or NAMELESS
        self.typing_objection = profiles.stored_name_objection(before, name, before.name)
        person = profiles.all_people(before)[0]
        changes = profiles.changes_to_store_person(
            before, person if self.typing_objection else person._replace(name=name), person.name
        )
        self.context.change_settings(**changes)
        self.typing_objection = self.typing_objection or (profiles.TOO_LONG if self.name.cut else "")
        self.rebuild()

    def _set_full_screen(self, full: bool) -> None:
        if full != self.context.screen.fullscreen:
            self.context.screen.toggle_fullscreen()

    def _reset(self) -> None:
        """Resets settings and keys at the second press. A person who needs large print could hardly undo a reset by mistake."""
        if not self._reset_asked:
            self._set_reset_asked(True)
            return
        fresh = {f.name: f.default for f in fields(settings.Settings) if f.name in RESETS}
        self.context.change_settings(**fresh, keys={})
        self._set_reset_asked(False)
        self._make_controls()
        self.widgets.focus_on(self.reset)

    def _set_reset_asked(self, is_asked: bool) -> None:
        self._reset_asked, self.reset.label = is_asked, REALLY if is_asked else RESET
        self.rebuild()

    def handle(self, event: pygame.event.Event) -> Change:
        change = super().handle(event)
        if self._reset_asked and self.widgets.focus is not self.reset:
            self._set_reset_asked(False)  # the person chose another action after all
        return change

    def open_settings(self) -> Change:
        return None

    @property
    def status_line(self) -> str:
        return self.sections[self.at].title

    def make_page(self) -> Element:
        self.full.state = self.context.screen.fullscreen
        for at, tab in enumerate(self.tabs):
            tab.chosen = at == self.at
        margin = self.rim_width + (5 if min(self.wide, self.high) < 520 else 8)
        by_height = Either(lambda: self._make_page(True), lambda: self._make_page(False), min_height=LOW)
        return PaperSheet(by_height, margin, height=628, padding=(0, 0, 0, 0), corners=(16, 22, 9))

    def _make_page(self, tall: bool) -> Element:
        less = Either(
            lambda: self._make_layout(tall, 158, 16, 0.83), lambda: self._make_layout(tall, 54, 10, 0.735), min_width=700
        )
        return Either(lambda: self._make_layout(tall, 250, 32, 0.9), less, min_width=1000)

    def _make_layout(self, tall: bool, side: float, gap: float, fraction: float) -> Element:
        self.aside = tall and side >= BARE
        top = 16.0 if tall else 12.0
        return Row(
            [
                self._make_tab_column(side),
                self._make_section_column(self.sections[self.at], tall, top),
                self._make_preview_column(tall, top, fraction),
            ],
            gap, (0, 0, gap, 0),
        )  # fmt: skip

    def _make_tab_column(self, side: float) -> Element:
        bare = side < BARE
        inset = 5.0 if bare else 8.0 if side < 200 else 15.0
        count = len(self.tabs)
        controls = [
            Control(tab, 15 if side < 200 else 18, bare, height=51, grow=1, place=(at, count))
            for at, tab in enumerate(self.tabs, 1)
        ]
        tabs: Element = Column(controls, 5, (inset, 8, inset, 8), grow=1, region="sections", role="tablist", name="Sections")
        name = Column([Heading("Settings", 32)], padding=(20, 20, 16, 8))
        kept = Column([Text(self.saving_note(), 13, "ink2", "it")], padding=(15, 0, 15, 8))
        return Column([name, tabs, kept] if self.aside else [tabs], width=side, align=STRETCH, background=_draw_tab_ground)

    def _make_section_column(self, shown: Section, tall: bool, top: float) -> Element:
        items = Column(shown.items(), 2, (0, 2, 0, 6), region=shown.title, name=shown.title)
        title = Heading(shown.title, height=44)
        return Column([*[title] * tall, Scroll(items, self.scroll, (14, 10))], 4, (8, top + 4, 0, 12), grow=1, align=STRETCH)

    def _make_preview_column(self, tall: bool, top: float, fraction: float) -> Element:
        look = Text("Preview", 16, "ink2", "semi")
        trick: Element = Spacer(grow=1)
        if self.sections[self.at].title == "Play":
            shown = Column([Spacer(height=16), preview.make_trick_duration_bar(self.context)])
            trick = Either(
                shown, Spacer(), min_height=128, grow=1, role="image", name=preview.trick_duration_words(self.context)
            )
        self.picture = Picture(partial(preview.draw_small_table, self.context), 16 / 9, name="A table as it will look")
        done = Control(self.done, 19, height=52 if tall else 40, width=156, align=1)
        return Column(
            [*[look] * tall, self.picture, trick, Column([done], region="foot")],
            6, (0, 32 if tall else 10, 0, top + 4), grow=fraction, width=384, align=STRETCH,
        )  # fmt: skip

    @property
    def preview_area(self) -> pygame.Rect:
        """Area of the small table, in pixels."""
        return to_pixels(self.picture.box, self.t)


def _make_button(button: Button, more: str = "") -> Element:
    control = Control(button, width=200, height=44, align=0, more=more)
    return Column([control, Text(more, 15.5, "ink2", spoken="")], 4, (0, 6, 0, 6))


class Tab(PressControl):
    """The tab of a section. chosen: True if the section is displayed. bare: True to draw only the icon."""

    role = "tab"

    def __init__(self, section: Section, on_press: Callable[[], Change]) -> None:
        super().__init__(section.title, on_press, on_paper=True)
        self.icon, self.bare = section.icon, False

    def draw(self, canvas: Canvas, focused: bool) -> None:
        self.draw_row(canvas, focused, "chosen" if self.chosen else "", min(10.0, self.rect.h * 0.28))
        x, px, ink = self.rect.x, self.px, canvas.theme.ink
        sign = pygame.FRect(x if self.bare else x + px * 0.8, self.rect.y, self.rect.w if self.bare else px * 1.2, self.rect.h)
        canvas.draw_centred_icon(self.icon, sign, px * 1.2, ink)
        if not self.bare:
            words = pygame.FRect(x + px * 2.7, self.rect.y, self.rect.w - px * 3.2, self.rect.h)
            canvas.draw_rich_in_area(self.label, words, px, ink, "semi" if self.chosen else "sans", 0)


def _draw_tab_ground(canvas: Canvas, area: pygame.Rect) -> None:
    with canvas.clipped_to(area.inflate(-2, -2)):
        canvas.draw_panel(
            pygame.Rect(area.x + 1, area.y + 1, area.w + 20, area.h - 2), 15, fill=canvas.theme.paper_lo, alpha=0.75
        )
