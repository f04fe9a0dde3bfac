"""Everything by which a person acts at the table: the cards of the hand, choices, seats, buttons and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from goosetable.app.render.geometry import Area
from goosetable.app.scenes.routes import ToMenu, ToRules, ToSettings
from goosetable.app.scenes.table.focus_targets import ENTER, Fan, Lookup, Strip
from goosetable.app.scenes.table.hit_test import card_at, on_ledger, outside_ledger, seat_at, trick_card_at
from goosetable.app.table.sidebar import sidebar
from goosetable.app.ui.focus import Button, Widget, Widgets
from goosetable.app.ui.scene import Change, Push
from goosetable.cards import Card

if TYPE_CHECKING:
    from goosetable.app.scenes.table.scene import TableScene
    from goosetable.app.table.panels.choice_panel import Panel

MODIFIERS: Final = (
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA,
    pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR, pygame.K_F11,
)  # fmt: skip
SIGNS: Final = (
    {key: chr(key) for key in range(pygame.K_0, pygame.K_9 + 1)}
    | {key: str(i + 1) for i, key in enumerate(range(pygame.K_KP_1, pygame.K_KP_9 + 1))}
    | {pygame.K_KP_0: "0"}
    | {key: chr(key).upper() for key in range(pygame.K_a, pygame.K_z + 1)}
)
"""What is typed, by key: for choices that have a digit or letter."""


class Controls:
    """The widgets of the table and the way every event goes."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.fan = Fan(scene)
        self.strip = Strip(scene)
        self.menu = Button("Menu", self._menu, icon="menu", bare=True)
        self.hint = Button("Hint", self._hint, icon="hint")
        self.undo = Button("Undo", self._undo, icon="undo")
        self.last = Button("Last trick", self._last, icon="eye")
        self.rules = Button("Rules", self._rules, icon="book")
        self.chart = Lookup(scene)
        self.foot = (self.hint, self.undo, self.last, self.rules)
        for button in (*self.foot, self.chart, self.menu):
            button.region = "foot"
        self.widgets = Widgets([self.fan, self.strip, *self.foot, self.menu], first=self.fan)
        self.widgets.ring = False
        self._pressed: Card | None = None
        self._pressed_seat: int | None = None
        self._pressed_in_trick: Card | None = None
        self._swallow = False
        self._asked_of: Panel | None = None

    # ------------------------------------------------------------------ places

    def lay(self) -> None:
        """Put everything where it belongs now, and switch off what cannot be used."""
        scene, layout = self.scene, self.scene.layout
        compact, opened = layout.compact, self.scene.ledger_open
        tiles: list[Widget] = list(scene.panel.tiles) if scene.panel is not None else []
        page = sidebar.sheet(layout)
        s = page.s
        for button in self.foot:
            button.bare, button.px, button.shown = False, max(11.0, 16 * s), True
        if compact:
            self._lay_strip(opened, page)
        else:
            self.strip.shown = False
            w, h, y = (page.w - 8 * s) / 2, 42 * s, page.foot(2) + 4 * s
            for i, button in enumerate(self.foot):
                button.rect = _rect(Area(page.x + (i % 2) * (w + 8 * s), y + (i // 2) * (h + 8 * s), w, h))
            self.menu.rect = _rect(Area(page.area.right - 48 * s, page.area.y + 12 * s, 36 * s, 36 * s))
            self.menu.px = 17 * s
        self.chart.place(page, opened)
        places = layout.hand(max(1, len(scene.hand.cards)))
        first, last, high = places[0], places[-1], places[0].height
        top = round(min(place.y for place in places) - high * 0.5)
        left = round(first.x - high * 0.36)
        self.fan.rect = pygame.Rect(left, top, round(last.x + high * 0.36) - left, layout.h - top)
        self.fan.shown = scene.panel is None
        session = scene.sitting.session
        self.undo.enabled = session.state is not None and scene.sitting.takes_back > 0
        self.hint.enabled = bool(scene.sitting.persons) and not scene.playing_out
        settled = scene.sitting.settled
        self.hint.label, self.hint.icon = ("Play it out", "play") if settled else ("Hint", "hint")
        self.last.enabled = session.state is not None and bool(scene.sitting.chronicle().tricks)
        before = self.widgets.focus
        book = scene.picture.ledger.scroll
        book.shown = opened or not compact
        lower = [self.strip, book, *self.foot, self.chart, self.menu]
        focus = tiles[self._kept_choice()] if tiles else self.fan
        self.widgets.set([*tiles, self.fan, *lower], focus)
        if scene.panel is not self._asked_of and tiles and before not in tiles:
            self.widgets.to(focus)  # a new question is what one looks at
        elif not tiles and self.widgets.focus is None:
            self.widgets.to(self.fan)
        self._asked_of = scene.panel

    def _kept_choice(self) -> int:
        """Where the focus begins: at the choice that is about oneself, which changes least, else at the first allowed."""
        tiles = self.scene.panel.tiles if self.scene.panel is not None else []
        me = self.scene.sitting.me
        own = next((i for i, tile in enumerate(tiles) if tile.choice.seat == me), None)
        return own if own is not None else next((i for i, tile in enumerate(tiles) if not tile.barred), 0)

    def _lay_strip(self, opened: bool, page: sidebar.Sheet) -> None:
        """The icons in the strip; Last trick and Rules stand in the ledger that it opens."""
        layout = self.scene.layout
        side = layout.strip - 6
        for i, button in enumerate((self.menu, self.undo, self.hint)):
            button.bare, button.px = True, side * 0.5
            button.rect = pygame.Rect(layout.w - (i + 1) * (side + 5) - 3, 3, side, side)
        self.strip.shown = True
        self.strip.rect = pygame.Rect(0, 0, self.hint.rect.x - 6, layout.strip)
        w, y = (page.w - 8 * page.s) / 2, page.foot(1) + 4 * page.s
        for i, button in enumerate((self.last, self.rules)):
            button.shown = opened
            button.rect = _rect(Area(page.x + i * (w + 8 * page.s), y, w, 42 * page.s))

    @property
    def stale(self) -> bool:
        """Whether it is known by now that the rest is certain, and the button does not say so yet."""
        return self.scene.sitting.settled != (self.hint.icon == "play")

    # ------------------------------------------------------------------ events

    def handle(self, event: pygame.event.Event) -> Change:
        """Give an event to whom it concerns. A press first finishes what moves, and then counts."""
        scene = self.scene
        kind = event.type
        press = (kind == pygame.MOUSEBUTTONDOWN and event.button == 1) or (
            kind == pygame.KEYDOWN and event.key not in MODIFIERS
        )
        if scene.last_trick is not None:
            self._over_last_trick(event, press)
            return None
        if press:
            if kind == pygame.MOUSEBUTTONDOWN and scene.double and self.widgets.at(event.pos) in (None, self.fan):
                self._swallow = True  # the second half of a double click plays no second card
                return None
            if not (kind == pygame.KEYDOWN and scene.double and event.key in ENTER):
                scene.finish()
            scene.words.reason = ""
            scene.dirty = True
            if self._goes_on(event):
                return None
        change = self._mouse(event) if kind in (
            pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION
        ) else self._key(event) if kind == pygame.KEYDOWN else self._other(event)  # fmt: skip
        scene.dirty |= self.widgets.dirty
        return change

    def _goes_on(self, event: pygame.event.Event) -> bool:
        """A click on the cloth or Enter does what allows no choice."""
        if event.type == pygame.KEYDOWN:
            on_table = event.key in ENTER and self.widgets.focus in (None, self.fan)
        else:
            on_table = self.widgets.at(event.pos) in (None, self.fan) and not on_ledger(self.scene, event.pos)
        if not on_table or self.scene.double or not self.scene.acts.go_on():
            return False
        self._swallow = event.type == pygame.MOUSEBUTTONDOWN
        return True

    def _other(self, event: pygame.event.Event) -> Change:
        if event.type == pygame.WINDOWMINIMIZED:
            return self.scene.hide()
        if event.type == pygame.WINDOWLEAVE:
            self.scene.hand.mean(None)
        self.widgets.handle(event)
        return self.widgets.take()

    def _over_last_trick(self, event: pygame.event.Event, press: bool) -> None:
        """The last trick lies there until it is let go, or until the next press."""
        shown = self.scene.last_trick
        assert shown is not None
        let_go = event.type == pygame.KEYUP and event.key == pygame.K_l and shown.held_long
        if press or let_go:
            self.scene.close_last_trick()
            self._swallow = event.type == pygame.MOUSEBUTTONDOWN

    def _mouse(self, event: pygame.event.Event) -> Change:
        scene = self.scene
        if event.type == pygame.MOUSEMOTION:
            self._point(event)
            return None
        if event.button != 1:
            return None
        scene.timeline.held = event.type == pygame.MOUSEBUTTONDOWN
        if event.type == pygame.MOUSEBUTTONDOWN:
            if outside_ledger(self.scene, event.pos):
                self.scene.ledger_open = False
                self._swallow = True
                self.lay()
                return None
            self._pressed = card_at(self.scene, event.pos)
            self._pressed_seat = seat_at(self.scene, event.pos)
            if self._pressed is not None:
                self.widgets.ring = False
                if scene.panel is None:
                    self.widgets.to(self.fan)
                    scene.hand.mean(self._pressed)
                return None
            self._pressed_in_trick = trick_card_at(self.scene, event.pos)
            if self._pressed_in_trick is not None:
                return None
        else:
            if self._swallow:
                self._swallow = False
                return None
            pressed, self._pressed = self._pressed, None
            if pressed is not None:
                if card_at(self.scene, event.pos) == pressed:
                    scene.acts.card(pressed)
                return None
            lying, self._pressed_in_trick = self._pressed_in_trick, None
            if lying is not None:
                if trick_card_at(self.scene, event.pos) == lying:
                    scene.acts.in_trick(lying)
                return None
            seat, self._pressed_seat = self._pressed_seat, None
            if seat is not None and seat == seat_at(self.scene, event.pos) and scene.panel is not None:
                tile = scene.panel.about(seat)
                if tile is not None:
                    tile.press()
                    return None
        self.widgets.handle(event)
        return self.widgets.take()

    def _point(self, event: pygame.event.Event) -> None:
        """The pointer moved: what is under it is meant."""
        scene = self.scene
        self.widgets.handle(event)
        card = card_at(self.scene, event.pos)
        if card is not None and scene.panel is None:
            if self.widgets.focus is not self.fan and scene.panel is None and not self.widgets.ring:
                self.widgets.to(self.fan)
            scene.dirty |= scene.hand.mean(card)
        elif not self.widgets.ring:
            scene.dirty |= scene.hand.mean(None)

    def _key(self, event: pygame.event.Event) -> Change:
        scene = self.scene
        mod = getattr(event, "mod", 0)
        if event.key == pygame.K_ESCAPE:
            if scene.ledger_open:
                self.strip.press()
                return None
            return self._menu()
        if event.key == pygame.K_F1:
            return self._rules()
        if event.key == pygame.K_F8:
            return self.scene.hide()
        if event.key == pygame.K_F10:
            return self._settings()
        if event.key == pygame.K_z and mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            scene.undo()
            return None
        if not mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            if event.key == pygame.K_h:
                return self._hint()
            if event.key == pygame.K_p or event.key == pygame.K_F3:
                return self._menu()  # nothing goes on while it is open
            if event.key == pygame.K_l:
                scene.show_last_trick(held=True)
                return None
            if scene.panel is not None and event.key in SIGNS:
                tile = scene.panel.typed(SIGNS[event.key])
                if tile is not None:
                    tile.press()
                elif (meant := scene.panel.meant()) is not None:
                    self.widgets.to(meant)
                return None
        self.widgets.handle(event)
        if event.key in (pygame.K_TAB, pygame.K_F6) and self.widgets.focus is self.fan and scene.hand.focus is None:
            scene.hand.step(1)
        return self.widgets.take()

    # ------------------------------------------------------------------ buttons

    def _hint(self) -> Change:
        """The hint; or where the rest is certain and no hint could help, the rest goes by itself."""
        if not self.scene.acts.play_out():
            self.scene.words.ask_hint()
        return None

    def _undo(self) -> Change:
        self.scene.undo()
        return None

    def _last(self) -> Change:
        self.scene.show_last_trick()
        return None

    def _menu(self) -> Change:
        return Push(ToMenu(self.scene.sitting, self.last.enabled))

    def _settings(self) -> Change:
        return Push(ToSettings())

    def _rules(self) -> Change:
        sitting = self.scene.sitting
        return Push(ToRules(sitting.game, sitting.session.options))


def _rect(area: Area) -> pygame.Rect:
    return pygame.Rect(round(area.x), round(area.y), round(area.w), round(area.h))
