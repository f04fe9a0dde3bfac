"""The settings that exist and work now; each is kept the moment it is changed, and every scene below follows at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any, Final

import pygame

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.routes import ToCredits
from goosetable.app.scenes.settings import preview
from goosetable.app.skins import card_styles, theme
from goosetable.app.skins.assets import AssetError
from goosetable.app.storage import settings
from goosetable.app.ui.focus import Button, Scroller, Slider, Stepper, Switch, TextField, Tile, Widget
from goosetable.app.ui.scene import Change, Push

RESETS: Final = (
    "theme", "cards", "back", "text_size", "motion", "trick_wait", "volume_cards", "volume_signals", "volume_honks", "sort",
    "lift_legal", "say_what_card_does", "trick_seconds", "play_forced", "memory_aid",
)  # fmt: skip
"""What Reset puts back; the name and the window stay."""
CARDS: Final[tuple[tuple[settings.Cards, str], ...]] = (
    ("two", "Two colours"),
    ("four", "Four colours"),
    ("large", "Large print"),
)
MOTION: Final = (("full", "Full"), ("brisk", "Brisk"), ("still", "Still"))
WAIT: Final = (("time", "Wait a moment"), ("click", "Wait for me"))
SORT: Final = (("suits", "By suits"), ("ranks", "By ranks"))
VOLUMES: Final = (("volume_cards", "Cards"), ("volume_signals", "Signals"), ("volume_honks", "Honks"))
RESET: Final = "Reset"
REALLY: Final = "Press again"
KEPT: Final = "Kept the moment you change it."
FLEETING: Final = "These last until you leave."
ROW: Final = 45


def _back(name: str) -> str:
    """What a back is called; by the name of its file where that is damaged."""
    try:
        return card_styles.back(name).label
    except AssetError:
        return name


class SettingsScene(Page):
    """One page: two columns where there is room, one that scrolls where there is not."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, Scroller("Settings"))
        self.done = Button("Done", self.back, "prime", on_paper=True)
        self.reset = Button(RESET, self._reset, "plain", "undo")
        self.credits = Button("Credits", lambda: Push(ToCredits()), "plain", "book")
        self._sure = False  # whether Reset was pressed, and has to be pressed once more
        self.marks: list[tuple[str, pygame.Rect, str]] = []  # words on the page: what, where, and heading or row
        self._controls()

    def _controls(self) -> None:
        """Every control as the settings are now."""
        s = self.context.settings
        self.themes = [
            Tile(theme.look(name).label, self._sets(theme=name), partial(preview.swatch, name), s.theme == name, True, False)
            for name in theme.NAMES
        ]
        self.cards = [
            Tile(label, self._sets(cards=kind), partial(preview.cards, self.context, kind), s.cards == kind, True, False)
            for kind, label in CARDS
        ]
        self.motion = [Tile(label, self._sets(motion=kind), chosen=s.motion == kind) for kind, label in MOTION]
        self.wait = [Tile(label, self._sets(trick_wait=kind), chosen=s.trick_wait == kind) for kind, label in WAIT]
        backs, sorts = card_styles.BACKS, [kind for kind, _ in SORT]
        rows: tuple[Widget, ...] = (
            self._slider("Text size", "text_size", 2),
            Stepper("Card backs", [_back(name) for name in backs], lambda i: self._set(back=backs[i]), backs.index(s.back)),
            Stepper("Sort my hand", [label for _, label in SORT], lambda i: self._set(sort=sorts[i]), sorts.index(s.sort)),
            self._switch("Lift the cards I may play", "lift_legal"),
            self._switch("Say what a card would do", "say_what_card_does"),
            Switch("Full screen", self._full_screen, self.context.screen.fullscreen),
            TextField("Your name", s.name, self._named, empty="You"),
        )
        self.rows = {widget.label: widget for widget in rows}
        seconds = self._slider("A full trick lies for", "trick_seconds", 1)
        seconds.step = 0.2
        seconds.words = lambda number: f"{number:.1f} s"
        forced, aid = ("Play my only card for me", "play_forced"), ("Let me look up cards played", "memory_aid")
        pace: tuple[Widget, ...] = (seconds, self._switch(*forced), self._switch(*aid))
        self.pace = {widget.label: widget for widget in pace}
        self.volumes = {label: self._volume(label, key) for key, label in VOLUMES}
        for region, group in (
            ("table", self.themes), ("cards", self.cards), ("rows", list(self.rows.values())), ("motion", self.motion),
            ("trick", [*self.wait, *self.pace.values()]), ("sound", list(self.volumes.values())),
            ("foot", [self.reset, self.credits, self.done]),
        ):  # fmt: skip
            for widget in group:
                widget.region = region
        self.widgets.set([
            self.scroll, *self.themes, *self.cards, *self.rows.values(), *self.motion, *self.wait, *self.pace.values(),
            *self.volumes.values(),
            self.reset, self.credits, self.done,
        ], first=self.done)  # fmt: skip

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
            (self.themes, s.theme, theme.NAMES), (self.cards, s.cards, tuple(kind for kind, _ in CARDS)),
            (self.motion, s.motion, tuple(kind for kind, _ in MOTION)), (self.wait, s.trick_wait, ("time", "click")),
        ):  # fmt: skip
            for tile, kind in zip(tiles, kinds, strict=True):
                tile.chosen = kind == now
        self.dirty = True
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
        self.context.change(**fresh)
        self._ask(False)
        self._controls()
        self.resized(self.w, self.h)
        self.widgets.to(self.reset)
        return None

    def _ask(self, sure: bool) -> None:
        self._sure, self.reset.label, self.dirty = sure, REALLY if sure else RESET, True

    def handle(self, event: pygame.event.Event) -> Change:
        change = super().handle(event)
        if self._sure and self.widgets.focus is not self.reset:
            self._ask(False)  # something else was wanted after all
        return change

    def to_settings(self) -> Change:
        return None

    def lay(self) -> None:
        full = self.rows["Full screen"]
        assert isinstance(full, Switch)
        full.state = self.context.screen.fullscreen
        edge = self.rim + (5 if min(self.wide, self.high) < 520 else 8)
        w, h = min(1160.0, self.wide - 2 * edge), min(690.0, self.high - 2 * edge)
        x, y = (self.wide - w) / 2, (self.high - h) / 2
        self.sheet = self.box(x, y, w, h)
        pad = 16.0 if w < 700 else 32.0
        self.tiny = h < 330
        each = min(150.0, (w - 2 * pad - 20) / 3)
        self.put(self.done, x + w - pad - each, y + h - 62, each, 48, 19)
        self.put(self.reset, x + pad, y + h - 60, each, 44)
        self.put(self.credits, x + pad + each + 10, y + h - 60, each, 44)
        head = 10.0 if self.tiny else 58.0
        self.scroll.rect = self.box(x + 4, y + head, w - 8, h - head - 68)
        self.scroll.release()
        self.marks = []
        if w >= 860:
            each = (w - 2 * pad - 56) / 2
            bottom = max(self._left(pad, 0, each), self._right(pad + each + 56, 0, each))
        else:
            top = 52.0 if self.tiny else 0.0
            bottom = self._right(pad, self._left(pad, top, w - 2 * pad - 12) + 14, w - 2 * pad - 12)
        self.pad = pad
        self.scroll.inner = (bottom + 4) * self.t if bottom > h - head - 68 else 0
        self.scroll.scroll_to(self.scroll.offset)

    def _heading(self, s: str, x: float, y: float, w: float) -> float:
        self.marks.append((s, self.box(x, y, w, 26), "heading"))
        return y + 28

    def _left(self, x: float, y: float, w: float) -> float:
        """Look and hand."""
        y = self._heading("Table", x, y, w)
        y = self._tiles(self.themes, x + 4, y + 2, w - 8, 54, 76, 30) + 2
        y = self._heading("Cards", x, y, w)
        y = self._tiles(self.cards, x + 4, y + 2, w - 8, 82, 126, 30) + 4
        for label, control in self.rows.items():
            y = self._row(label, control, x, y, w)
        return y

    def _tiles(self, tiles: list[Tile], x: float, y: float, w: float, high: float, widest: float, below: float) -> float:
        """A row of tiles, or as many rows as there must be, each with its label underneath."""
        n = len(tiles)
        columns = n if w >= n * 72 + (n - 1) * 14 else max(1, int((w + 14) // 92))
        each = min(widest, (w - 14 * (columns - 1)) / columns)
        for i, tile in enumerate(tiles):
            row, column = divmod(i, columns)
            gap = (w - columns * each) / max(1, columns - 1) if columns > 1 else 0
            self.hold(tile, x + column * (each + min(gap, 24)), y + row * (high + below), each, high, 17)
        return y + -(-n // columns) * (high + below)

    def _row(self, label: str, control: Widget, x: float, y: float, w: float) -> float:
        wide = {Switch: 54.0, Stepper: 200.0, TextField: 200.0, Slider: 250.0}.get(type(control), 200.0)
        wide = min(wide, w * 0.52)
        high = 30.0 if isinstance(control, Switch) else 38.0
        self.hold(control, x + w - wide, y + (ROW - high) / 2, wide, high, 17)
        self.marks.append((label, self.box(x, y, w - wide - 12, ROW), "row"))
        return y + ROW

    def _right(self, x: float, y: float, w: float) -> float:
        """How it will look, motion and sound."""
        y = self._heading("Preview", x, y, w)
        high = min(w * 0.44, 170.0)
        wide = min(w, high * 16 / 9)
        self.preview = self.box(x, y, wide, wide * 9 / 16)
        y = self._heading("Motion", x, y + wide * 9 / 16 + 10, w)
        y = self._choices(self.motion, x, y, w) + 8
        y = self._heading("When a trick is full", x, y, w)
        y = self._choices(self.wait, x, y, w) + 2
        for label, control in self.pace.items():
            y = self._row(label, control, x, y, w) - 2
        y += 6
        y = self._heading("Sound", x, y, w)
        for label, control in self.volumes.items():
            y = self._row(label, control, x, y - 3, w) - 2
        return y

    def _choices(self, tiles: list[Tile], x: float, y: float, w: float) -> float:
        each = (w - 12 * (len(tiles) - 1)) / len(tiles)
        for i, tile in enumerate(tiles):
            self.hold(tile, x + i * (each + 12), y, each, 40, 17)
        return y + 40

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 22, 9)
        if not self.tiny:
            canvas.put("Settings", sheet.x + self.pad * u, sheet.y + 12 * u, self.px(32), t.ink, "serifb")
        left, right = self.credits.rect.right + 16 * u, self.done.rect.x - 16 * u
        kept = FLEETING if self.context.unwritable else KEPT
        if right - left > canvas.width(kept, self.px(14), "it"):
            canvas.put(kept, left, self.done.rect.centery, self.px(14), t.ink2, "it", "midleft")
        area = self.scroll.rect
        with self.scroll.window(canvas) as top:
            if self.tiny:
                canvas.put("Settings", area.x + self.pad * u, top + 4 * u, self.px(30), t.ink, "serifb")
            for words, box, kind in self.marks:
                here = box.move(area.x, round(top))
                if kind == "heading":
                    px = canvas.snug(words, self.px(17), "semi", here.w)
                    canvas.put(words, here.x, here.centery, px, t.ink2, "semi", "midleft")
                else:
                    px = canvas.snug(words, self.px(18), "sans", here.w, self.px(14))
                    canvas.put(words, here.x, here.centery, px, t.ink, "sans", "midleft", wrap=here.w)
            preview.little_table(self.context, canvas, self.preview.move(area.x, round(top)))
        if self.scroll.most:
            canvas.line(sheet.x + 12, area.bottom + 2, sheet.w - 24)
