"""A person's name, thing and colour, of a new person or of one who has played here before."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from goosetable.app.art.pictures import TOKENS
from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.page import Page
from goosetable.app.scenes.routes import ToPlayerStatistics
from goosetable.app.storage import profiles
from goosetable.app.storage.characters import HUMAN
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.app.storage.profiles import Profile
from goosetable.app.ui.focus import Button, Scroller, TextField, Tile
from goosetable.app.ui.scene import Change, Pop, Push

TILE: Final = 62  # units of a thing or colour to choose


class ProfileScene(Page):
    """Leaves the name before and the name now: ("", "Anna") for a new person, ("Anna", "") for one who is forgotten."""

    covers = False

    def __init__(self, context: Context, person: Profile) -> None:
        super().__init__(context, Scroller("Profile"))
        self.person, self.before = person, person.name
        self.wrong = ""
        self.name = TextField("Name", person.name, self._named, lambda _: self._keep(), empty="Name", limit=profiles.LONGEST)
        self.tokens = [
            Tile(token, partial(self._choose, "token", token), partial(_thing, token), token == person.token)
            for token in TOKENS
        ]
        self.tones = [
            Tile(tone, partial(self._choose, "tone", tone), partial(_ring, tone), tone == person.tone)
            for tone in profiles.TONES
        ]
        self.keep = Button("Keep" if self.before else "Sit down", self._keep, "prime", "check", on_paper=True)
        self.forget = Button("Forget", self._forget, "plain", "cross")
        self.forget.shown = bool(self.before) and profiles.key(self.before) != profiles.key(context.settings.name)
        self.cancel = Button("Back", self.back, "plain", "left")
        self.figures = Button("Statistics", lambda: Push(ToPlayerStatistics(PlayerKey(self.before, HUMAN))), "plain", "stats")
        self.figures.shown = bool(self.before)
        foot = (self.figures, self.keep, self.forget, self.cancel)
        self.widgets.set([self.scroll, self.name, *self.tokens, *self.tones, *foot], first=self.name)
        self.name.anchor = 0  # the name is selected: what is typed takes its place

    def _named(self, text: str) -> None:
        self.wrong = ""
        self.person = self.person._replace(name=" ".join(text.split()))

    def _choose(self, field: str, name: str) -> None:
        """A thing or a colour was pressed."""
        self.person = self.person._replace(**{field: name})
        for tile in self.tokens if field == "token" else self.tones:
            tile.chosen = tile.label == name

    def _keep(self) -> Change:
        others = [
            each.name for each in profiles.known(self.context.settings) if profiles.key(each.name) != profiles.key(self.before)
        ]
        self.wrong = profiles.objection(self.person.name, others)
        if self.wrong:
            self.context.sound.play("refuse")
            self.widgets.to(self.name)
            self.dirty = True
            return None
        self.context.change(**profiles.remembered(self.context.settings, self.person, self.before))
        return Pop((self.before, self.person.name))

    def _forget(self) -> Change:
        self.context.change(**profiles.forgotten(self.context.settings, self.before))
        return Pop((self.before, ""))

    def closed(self) -> None:
        self.widgets.to(None)  # held keys repeat for the field only

    def lay(self) -> None:
        w = min(660.0, self.wide - 2 * self.clearance)
        self.scroll.release()
        inner = w - 48
        self.face = 110.0 if inner >= 440 else 76.0
        left = 24 + self.face + 22
        self.hold(self.name, left, 34, w - left - 24, 46, 20)
        y = max(self.face + 26, 130.0)
        columns = max(1, min(8, int((inner + 10) // (TILE + 10))))
        self.rows = []
        for tiles in (self.tokens, self.tones):
            self.rows.append(y)
            y += 30
            for i, tile in enumerate(tiles):
                high = TILE if tiles is self.tokens else 44
                self.hold(tile, 24 + i % columns * (TILE + 10), y + i // columns * (high + 10), TILE, high, 14)
            y += ((len(tiles) - 1) // columns + 1) * ((TILE if tiles is self.tokens else 44) + 10) + 6
        if self.figures.shown:
            self.hold(self.figures, 24, y + 4, min(190.0, inner), 46, 17)
            y += 58
        x, top, h = self.place_sheet(w, y, 58, 72)
        wide = min(190.0, (w - 72) / 3)
        self.put(self.keep, x + w - 24 - wide, top + h - 62, wide, 50, 19)
        self.put(self.cancel, x + 24, top + h - 60, min(120.0, wide), 46, 17)
        self.put(self.forget, x + 36 + min(120.0, wide), top + h - 60, min(130.0, wide), 46, 17)

    def under(self, canvas: Canvas) -> None:
        t, u, sheet = canvas.theme, self.t, self.sheet
        canvas.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        title = f"{self.before}" if self.before else "A new player"
        canvas.label(title, sheet.x + 24 * u, sheet.y + 13 * u, self.px(27), t.ink, "serifb", sheet.w - 48 * u)
        with self.scroll.window(canvas) as top:
            cx = sheet.x + (24 + self.face / 2) * u
            canvas.portrait(self.person.who, cx, top + (8 + self.face / 2) * u, self.face * u)
            left = sheet.x + (24 + self.face + 22) * u
            canvas.put("Name", left, top + 8 * u, self.px(15), t.ink2, "semi")
            said = self.wrong or "Kept on this computer, and in the records of your games."
            px = canvas.snug(said, self.px(14.5), "sans", sheet.right - left - 24 * u)
            canvas.put(said, left, top + 88 * u, px, t.russet if self.wrong else t.ink2, "semi" if self.wrong else "sans")
            for words, y in zip(("Known by", "In the colour"), self.rows, strict=True):
                canvas.put(words, sheet.x + 24 * u, top + y * u, self.px(15), t.ink2, "semi")
        canvas.line(sheet.x + 12 * u, self.scroll.rect.bottom, sheet.w - 24 * u)


def _thing(token: str, canvas: Canvas, area: pygame.Rect) -> None:
    canvas.portrait(token, area.centerx, area.centery, area.h * 0.84)


def _ring(tone: str, canvas: Canvas, area: pygame.Rect) -> None:
    d = area.h * 0.56
    canvas.box(area.centerx - d / 2, area.centery - d / 2, d, d, d / 2, profiles.TONES[tone], canvas.theme.walnut_lo)
