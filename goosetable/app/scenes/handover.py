"""The curtain: hides the table until the person whose turn it is says, deliberately, that they are alone with the screen.

Nothing of a hand reaches the screen before that: until `Match.uncover` the match gives nobody's cards out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.match import Match
from goosetable.app.render.canvas import Canvas
from goosetable.app.render.felt import velvet
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.routes import ToMenu
from goosetable.app.table.seats import faces_at
from goosetable.app.ui import controller, keymap
from goosetable.app.ui.focus import Button, Scroller
from goosetable.app.ui.scene import GONE, Change, Pop, Push
from goosetable.app.ui.tween import CURTAIN_DROPS, CURTAIN_OPENS, out_cubic
from goosetable.app.ui.widget import USE
from goosetable.engine.words.phrases import listed

FORGOTTEN: Final = 4.0  # seconds after which a first press no longer counts, but for those who hear
HOLD: Final = 0.6  # seconds that the button is held down
AGAIN: Final = 0.35  # seconds after which a second press is no double click any more
LET_GO: Final = (pygame.MOUSEBUTTONUP, pygame.WINDOWLEAVE, *GONE)
LEAST: Final = 390  # units of height without which there is no room for it all
SINCE: Final = "Since your last turn"
LINE: Final = 26  # units from one line of what happened to the next
ROOM: Final = (6, 12)  # lines that the sheet has room for, at least and at most, where the window is high enough
SMALL: Final = 560  # units of height below which everything stands closer


class Show(Button):
    """The button that has to be held, or pressed twice: how full it is says how much longer."""

    def __init__(self) -> None:
        super().__init__("", None, "prime", "eye", on_paper=True)
        self.full = 0.0
        """How long it has been held, 0..1."""

    def draw(self, canvas: Canvas, focused: bool) -> None:
        super().draw(canvas, focused)
        if self.full > 0:
            x, y, w, h = self.rect
            canvas.box(x + 6, y + h - 9, (w - 12) * self.full, 5, 2.5, fill=canvas.theme.brass_lo)


class HandoverScene(Page):
    """Lies over the table. person: the seat that it opens for. handed: told that seat as it begins to open."""

    fades = False
    screen, leads_back = keymap.CURTAIN, "The menu"

    def __init__(
        self, context: Context, match: Match, person: int, portraits: tuple[str, ...], handed: Callable[[int], None]
    ) -> None:
        super().__init__(context, Scroller(SINCE))
        self.match, self.portraits, self._handed = match, portraits, handed
        self.show = Show()
        self.undo = Button("Take it back", self._take_back, "wood", "undo", on_paper=False)
        self.undo.command = "undo"
        self.menu = Button("Menu", lambda: Push(ToMenu(match)), "wood", "menu", bare=True, on_paper=False)
        self.menu.command = "pause"
        self._call(person)
        self.widgets.set([self.scroll, self.show, self.undo, self.menu], first=self.show)
        self._drop = 0.0 if context.motion else 1.0  # how far it has come down, 0..1
        self._open = 0.0  # how far it has parted, 0..1
        self._held = False
        self._armed: float | None = None  # seconds since it was pressed for the first time
        self.covers = self._drop >= 1
        self._cloth: pygame.Surface | None = None

    def _call(self, person: int) -> None:
        """Whom it opens for from now on."""
        self.person = person
        name = self.match.called(person)
        self.title = f"{name}, it is your turn" if self.match.session.turn == person else f"{name}, look at your cards"
        self.show.label = f"I am {name}: show my cards"
        self.told = self.match.since(person)
        last = self.match.last_looker
        self.undo.shown = last is not None and self.match.takes_back > 0
        if last is not None:
            self.undo.label = f"{self.match.say(f'[{last}]')} takes it back"

    def _take_back(self) -> Change:
        """The person who looked before takes back their last decision; the curtain hangs for them then."""
        if self.match.undo():
            self.resumed(None)
        return None

    def resumed(self, result: object) -> None:
        """The next to look may be another by now."""
        self.portraits = faces_at(self.match.session, self.context.settings)
        self._call(self.match.next_person)
        self.widgets.to(self.show)
        self.resized(self.w, self.h)

    def lay(self) -> None:
        """The button to open it has one place in a window, however much there is to tell.

        In the smallest windows a large text is as large as leaves room for the button and one line.
        """
        self._cloth = None
        self.t = min(self.t, self.h / LEAST)
        self.wide, self.high = self.w / self.t, self.h / self.t
        small = self.high < SMALL
        w = min(620.0, self.wide - 32)
        self.face = 78.0 if small else 96.0
        head = self.face / 2 + (124 if small else 136)
        foot = 96 if small else 102
        bottom = self.high - (8 if small else 64)
        lines = min(max(ROOM[0], len(self.told)), ROOM[1])
        y = max(self.face / 2 + 8 if small else 50.0, bottom - foot - head - lines * LINE)
        x, h = (self.wide - w) / 2, bottom - y
        self.sheet = self.box(x, y, w, h)
        self.scroll.rect = self.box(x + 24, y + head, w - 48, max(20.0, h - head - foot))
        content = max(1, len(self.told)) * LINE
        self.scroll.inner = content * self.t if content > h - head - foot + 2 else 0
        self.scroll.scroll_to(self.scroll.inner)  # the newest lines lie at the end
        bw = min(w - 60, 360.0)
        self.put(self.show, x + (w - bw) / 2, bottom - foot + 12, bw, 50 if small else 58, 20)
        self.put(self.menu, self.wide - 48, 4, 40, 40, 17)
        self.undo.bare = small
        if small:
            self.put(self.undo, 8, 4, 40, 40, 17)
        else:
            self.put(self.undo, self.wide / 2 - 140, bottom + 11, 280, 40, 17)

    @property
    def busy(self) -> bool:  # type: ignore[override]
        return self._drop < 1 or 0 < self._open < 1 or self._held or self._armed is not None

    def update(self, dt: float) -> Change:
        pace = self.context.motion
        if self._drop < 1:
            self._drop = min(1.0, self._drop + dt / (CURTAIN_DROPS * pace)) if pace else 1.0
            self.covers, self.dirty = self._drop >= 1, True
        if self._open:
            self._open = min(1.0, self._open + dt / (CURTAIN_OPENS * pace)) if pace else 1.0
            self.dirty = True
            return Pop(self) if self._open >= 1 else None
        if self._armed is not None:
            stays = self._held or self.context.heard or self._armed < FORGOTTEN  # who hears is told for longer than that
            self._armed = self._armed + dt if stays else None
            self.dirty |= self._armed is None
        if self._held:
            self.show.full = min(1.0, self.show.full + dt / HOLD)
            self.dirty = True
            if self.show.full >= 1:
                self._part()
        elif self.show.full:
            self.show.full, self.dirty = 0.0, True
        return None

    def cover(self) -> bool:
        """A curtain that is opening hangs again: the table under it is covered, which says that there was something."""
        if self._open:
            self._open, self.covers = 0.0, True
            self._armed, self.show.full = None, 0.0
            self.resumed(None)
        return False

    def _part(self) -> None:
        """The person is alone with the screen."""
        self._held, self._open = False, 1e-6
        self.covers = False
        self.context.sound.play("curtain")
        self._handed(self.person)

    def handle(self, event: pygame.event.Event) -> Change:
        if self._open:
            return None
        kind, key = event.type, getattr(event, "key", None)
        if kind == pygame.KEYDOWN and key == pygame.K_ESCAPE:
            return Push(ToMenu(self.match))
        if kind == pygame.KEYDOWN and key in USE and self.widgets.focus is self.show:
            self._press()
            return None
        if kind == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.show.rect.collidepoint(event.pos):
            self._press()
        elif kind in LET_GO or (kind == pygame.KEYUP and key in USE):
            self._held, self.dirty = False, True
        return super().handle(event)

    @property
    def pressed_once(self) -> bool:
        """Whether it was pressed, and opens where it is pressed once more."""
        return self._armed is not None and not self._held

    def _press(self) -> None:
        """Held down from now on; a second press that is no double click opens at once."""
        if self._drop < 1 or self._held:
            return
        if self._armed is not None and self._armed >= AGAIN:
            self._part()
            return
        self._held, self._armed, self.dirty = True, 0.0, True

    def draw(self, canvas: Canvas) -> None:
        w, h = self.w, self.h
        if self._cloth is None or self._cloth.get_size() != (w, h):
            self._cloth = velvet(self.context.theme, w, h)
        if self._open:
            half, away = w // 2, round(w / 2 * out_cubic(self._open))
            canvas.dst.blit(self._cloth, (-away, 0), (0, 0, half, h))
            canvas.dst.blit(self._cloth, (half + away, 0), (half, 0, w - half, h))
            return
        canvas.dst.blit(self._cloth, (0, -round(h * (1 - out_cubic(self._drop)))))
        if self._drop >= 1:
            self._sheet(canvas)
            self.widgets.draw(canvas)

    def _sheet(self, canvas: Canvas) -> None:
        """Whose turn it is, and what everybody may know."""
        t, u, area = canvas.theme, self.t, self.sheet
        canvas.paper(area.x, area.y, area.w, area.h, 18 * u, 30, 14)
        d = self.face * u
        cx = area.centerx
        canvas.portrait(self.portraits[self.person], cx, area.y + 6 * u, d, t.brass)
        y = area.y + d / 2 + 22 * u
        px = canvas.snug(self.title, self.px(30 if self.high < SMALL else 36), "serifb", area.w - 40 * u)
        canvas.put(self.title, cx, y, px, t.ink, "serifb", "midtop")
        y += px * 1.28
        others = listed([self.match.say(f"[{seat}]") for seat in self.match.persons if seat != self.person])
        note = f"{others}: the ceiling is worth a look." if others else "Only you play here from now on."
        canvas.label(note, cx, y, self.px(18), t.ink2, "sans", area.w - 40 * u, "midtop")
        y = self.scroll.rect.y - 32 * u
        canvas.line(area.x + 40 * u, y - 6 * u, area.w - 80 * u)
        here = self.match.place
        px = self.px(16)
        canvas.put(SINCE, area.x + 40 * u, y, px, t.ink2, "semi")
        room = area.w - 80 * u - canvas.width(SINCE, px, "semi") - 16 * u
        canvas.label(here, area.right - 40 * u, y, px, t.ink2, "sans", room, "topright")
        self._since(canvas)
        pad = self.context.pad
        use = f"the {controller.spoken(('A',), pad)} button" if pad else "Enter"
        hint = f"hold {use}, or press and hold; or press twice, slowly"
        if self.pressed_once:
            hint = "press once more"
        below = self.show.rect.bottom + 8 * u
        canvas.put(hint, cx, below, self.px(14.5), t.ink2, "sans", "midtop")
        if self.high >= SMALL and not self.undo.shown and others:
            tip = f"{self.context.keymap.name('hide')} hides your cards at any time"
            canvas.put(tip, cx, area.bottom + 16 * u, self.px(15), t.cream2, "sans", "midtop")

    def _since(self, canvas: Canvas) -> None:
        t, u = canvas.theme, self.t
        rect = self.scroll.rect
        with self.scroll.window(canvas) as top:
            if not self.told:
                canvas.put("The deal begins.", rect.x + 16 * u, top + 4 * u, self.px(17), t.ink2, "it")
            for i, (seat, line) in enumerate(self.told):
                y = top + (i + 0.5) * LINE * u
                if seat is not None:
                    canvas.portrait(self.portraits[seat], rect.x + 29 * u, y, 23 * u)
                room = rect.w - 60 * u
                px = canvas.snug(line, self.px(17), "sans", room)
                canvas.rich(line, rect.x + 50 * u, y - px * 0.66, px, t.ink, "sans")
