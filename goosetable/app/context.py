"""Services that every scene shares: settings, folders, colours, cards, the table's picture, sound and notices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from goosetable.app.render.canvas import Canvas
from goosetable.app.render.card_images import CardImages
from goosetable.app.render.felt import Felt
from goosetable.app.skins import theme
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage import settings
from goosetable.app.storage.paths import Paths
from goosetable.app.ui.keymap import Keymap
from goosetable.app.ui.sound import Sound
from goosetable.app.ui.window import AppWindow
from goosetable.engine.words.clean import clean_text, without_middle

LONGEST_PLACE: Final = 60
"""Largest length of a path in a sentence, in characters, since it may have no blanks at which a line can be broken."""
CONTRAST_THEME: Final = "contrast"
"""Name of the theme with strong contrast."""
STYLE = ("theme", "own_theme", "cards", "back", "text_size", "card_size")  # what makes new pictures necessary
SETTLED: Final = 0.5
"""Seconds from the last change of a setting to its writing, since typing and dragging change settings at every step."""
LONGEST: Final = 400
"""Longest sentence shown over a scene, in characters."""


class AnswerNotice(NamedTuple):
    """A notice that answers a request. shown: text on the screen, perhaps cut. whole: the full text, for screen readers."""

    shown: str
    whole: str


class Context:
    """Services that all parts of the program share. A change of a setting in `STYLE` makes a new Canvas, CardImages and Felt.

    restyled: True after a change for which all scenes must be laid out again; the loop does so, and sets it to False.
    """

    def __init__(self, folders: Paths, screen: AppWindow, loaded: settings.LoadedSettings | None = None) -> None:
        self.folders = folders
        self.screen = screen
        self.settings, said = loaded or settings.load(folders.settings)
        self.sound = Sound()
        self.keymap = Keymap(self.settings.keys)
        self.pad = ""
        """Kind of signs on the controller's buttons (see `controller.LABEL_KINDS`) if it was the last device used, else empty.
        """
        self.notices: list[str] = []
        self.reader_fault = ""
        """The reason why screen readers cannot be used, without a full stop; empty if they can, or if that is unknown yet."""
        self.reader_listens = False
        """True if a screen reader is listening."""
        self.voice_fault = ""
        """The reason why the program's own speech fails although it is on, without a full stop; else empty."""
        self.answered: AnswerNotice | None = None
        """The notice that the person requested; None once it is no longer true."""
        self.restyled = False
        self.less_motion = False  # True if the system asks for less motion
        self.more_contrast = False  # True if the system asks for strong contrast
        self.unwritable = False  # True from the notice that nothing can be saved until the notice that all is saved again
        self._until_written: float | None = None  # seconds until changed settings are written; None if they are
        self._unsaved: list[str] = []  # "settings" or "tables" that could not be saved the last time
        if said:
            self.show_notice(said)
        self._renew_style()

    @property
    def pause_factor(self) -> float:
        """The factor on the length of rests and pauses: 1, .5 or 0."""
        return settings.PACE[self.settings.pace]

    @property
    def animation_factor(self) -> float:
        """The factor on the length of all animations: the pace, or 0 if motion is off."""
        return 0.0 if self.settings.still or (self.less_motion and not self.settings.moving) else self.pause_factor

    def apply_system_preferences(self, motion: Iterable[bool | None], contrast: Iterable[bool | None]) -> Iterator[None]:
        """Generator: applies the system's settings for less motion and strong contrast, in short steps.

        motion, contrast: iterators that yield None until the system answers, then the setting.
        """
        for found in motion:
            if found is not None:
                self.less_motion = found
            yield
        for found in contrast:
            if found is not None and found != self.more_contrast:
                self.more_contrast = found
                if self.theme_name != self.theme.name:
                    self._renew_style()
                    self.restyled = True
            yield

    @property
    def theme_name(self) -> str:
        """Name of the theme in use. If the system wants strong contrast: `CONTRAST_THEME` until the person chooses a theme."""
        return CONTRAST_THEME if self.more_contrast and not self.settings.own_theme else self.settings.theme

    def choose_theme(self, name: str, cards: settings.FaceDesign | None = None) -> None:
        """Changes the theme and, if given, the card faces. This theme is used even if the system wants strong contrast."""
        self.change_settings(
            theme=name, own_theme=self.more_contrast and name != CONTRAST_THEME, cards=cards or self.settings.cards
        )

    def change_settings(self, **changes: Any) -> None:
        """Changes settings at once, and stores them `SETTLED` seconds later. Raises ValueError for an invalid value."""
        before = self.settings
        self.settings = settings.with_changes(before, **changes)
        if self.settings == before:
            return
        if any(getattr(before, name) != getattr(self.settings, name) for name in STYLE):
            self._renew_style()
            self.restyled = True
        if before.keys != self.settings.keys:
            self.keymap, self.restyled = Keymap(self.settings.keys), True  # buttons say their keys
        self._set_volumes()
        if before.muted and not self.settings.muted:
            self.sound.look_for_device()
        self._until_written = SETTLED

    def pass_time(self, seconds: float) -> None:
        """Lets seconds pass; writes changed settings to the disk after `SETTLED` seconds without another change."""
        if self._until_written is not None:
            self._until_written -= max(0.0, seconds)
            if self._until_written <= 0:
                self.save()

    def save_if_changed(self) -> None:
        """Writes the settings at once if they differ from those on the disk."""
        if self._until_written is not None or "settings" in self._unsaved:
            self.save()

    def save(self) -> None:
        """Writes the settings; if that fails, shows a notice."""
        self._until_written = None
        try:
            settings.write(self.settings, self.folders.settings)
        except OSError as error:
            self._show_unsaved_notice("settings", self.folders.data, error)
        else:
            self._show_unsaved_notice("settings", self.folders.data, None)

    def report_unsaved_tables(self, folder: Path, error: OSError | None) -> None:
        """Shows a notice that tables cannot be stored in a folder, unless it was shown already. error: the error; None if
        tables can be stored again, so that the next error is reported.
        """
        if error is None and "settings" in self._unsaved:
            self.save()
        self._show_unsaved_notice("tables", folder, error)

    def _show_unsaved_notice(self, file_kind: str, folder: Path, error: OSError | None) -> None:
        self._unsaved = [other for other in self._unsaved if other != file_kind] + [file_kind] * (error is not None)
        if error is None and self.unwritable and not self._unsaved:
            self.unwritable = False
            self.show_notice("Everything is kept again.")
        elif error is not None and not self.unwritable:
            self.unwritable = True
            self.show_notice(
                f"Nothing can be kept in {shortened_path(str(folder))} ({error.strerror}); play goes on in memory."
            )

    def show_notice(self, sentence: str) -> None:
        """Shows a sentence over the current scene, unless the same sentence is already waiting to be shown.

        The sentence may quote names of files, so it is cleaned and cut to `LONGEST` characters.
        """
        sentence = clean_text(sentence, LONGEST)
        if sentence not in self.notices:
            self.notices.append(sentence)

    def show_answer(self, sentence: str) -> None:
        """Shows a notice that answers the person's request, at once. Screen readers read its full text."""
        self.drop_answer()
        self.answered = AnswerNotice(clean_text(sentence, LONGEST), sentence)
        self.notices.insert(0, self.answered.shown)

    def drop_answer(self) -> None:
        """Removes the notice that answers a request, because it is outdated or another person gets the screen."""
        if self.answered is not None and self.answered.shown in self.notices:
            self.notices.remove(self.answered.shown)
        self.answered = None

    def _renew_style(self) -> None:
        s = self.settings
        self.theme = theme.Theme()
        try:
            self.theme = theme.load(self.theme_name)
        except AssetError as error:
            self.show_notice(str(error))
        for look in (partial(theme.face, s.cards), partial(theme.back, s.back)):
            try:
                look()
            except AssetError as error:
                self.show_notice(str(error))
        self.canvas = Canvas(self.screen.surface, self.theme, s.cards != "two", s.text_size)
        w, h = self.screen.size
        self.faces = CardImages(self.theme, s.cards, max(10 << 20, w * h * 4))
        self.cloth = Felt(self.theme)
        self._set_volumes()

    def _set_volumes(self) -> None:
        s = self.settings
        if s.muted:
            self.sound.volumes = dict.fromkeys(self.sound.volumes, 0.0)
            return
        self.sound.volumes = {"cards": s.volume_cards, "signals": s.volume_signals, "honks": s.volume_honks}


def shortened_path(path: str) -> str:
    """Returns a path for use in a sentence. A long path keeps only its beginning and end; U+FFFD replaces unprintable
    characters.

    >>> shortened_path("a file\\n" + "x" * 100)
    'a file�xxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
    """
    text = "".join(sign if sign.isprintable() else "\ufffd" for sign in path)
    return without_middle(text, LONGEST_PLACE)
