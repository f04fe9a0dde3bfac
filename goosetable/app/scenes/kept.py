"""All games kept on this computer: those that are not finished, to go on with, and the latest that are, to look at again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pygame

from goosetable.app.annals import Annals, Record
from goosetable.app.paint import Paint
from goosetable.app.scene import Change, Restart
from goosetable.app.scenes import parts
from goosetable.app.scenes.board import Board
from goosetable.app.scenes.statistics import FOOT, HEAD, ROW, TITLE, remark
from goosetable.app.widgets import Button, Scroller, Widget
from goosetable.engine import words
from goosetable.engine.lines import RecordError
from goosetable.games import find

if TYPE_CHECKING:
    from goosetable.app.desk import Desk
    from goosetable.app.tables import Tables
    from goosetable.engine.game import Game

MOST: Final = 40
"""So many finished games are listed."""
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def day(started: str) -> str:
    """The day of a time as records have it, such as 7 May 2026; nothing where that cannot be read."""
    try:
        year, month, number = (int(part) for part in started[:10].split("-"))
        return f"{number} {MONTHS[month - 1]} {year}" if month > 0 else ""
    except (ValueError, IndexError):
        return ""


class Entry(Widget):
    """The table of one record; a press opens it."""

    role = "button"

    def __init__(self, scene: GamesScene, record: Record) -> None:
        super().__init__(find(record.last.game).title, on_paper=True)
        self.scene, self.record = scene, record
        self.game: Game[Any] = find(record.last.game)

    @property
    def value(self) -> str:
        """How far it is, with whom, and since when."""
        last = self.record.last
        names = [name for name, _ in last.chairs]
        more = f"{', '.join(names[:3])} and {words.spelled(len(names) - 3)} others"
        company = words.listed(names) if len(names) <= 4 else more
        if last.winners:
            far = f"Won by {words.listed([names[seat] for seat in last.winners])}"
        elif last.ended:
            far = "Won by nobody"
        else:
            far = f"{words.count(last.deals, 'deal')} played"
        return ". ".join(part for part in (far, company, day(last.started)) if part)

    def press(self) -> None:
        self.asked = self.scene.open(self.record)

    def draw(self, paint: Paint, focused: bool) -> None:
        t, (x, y, w, h) = paint.theme, self.rect
        if focused:
            self.draw_ring(paint, 9)
        if self.hover:
            paint.box(x, y, w, h, 9, fill=t.plain, alpha=0.75)
        area = pygame.Rect(x + 6, y + 4, round(h * 1.3), h - 8)
        paint.box(area.x, area.y, area.w, area.h, 8, edge=t.brass_lo, grad=(t.cloth_hi, t.cloth_lo))
        parts.emblem(self.scene.desk, paint, self.game.emblem, area.inflate(-6, -6))
        left = area.right + self.px * 0.7
        room = x + w - left - self.px * 1.5
        paint.put(paint.fit(self.label, self.px, "serif", room), left, y + h * 0.5, self.px, t.ink, "serif", "bottomleft")
        small = paint.snug(self.value, self.px * 0.77, "sans", room)
        paint.put(paint.fit(self.value, small, "sans", room), left, y + h * 0.52, small, t.ink2, "sans")
        paint.icon("right", x + w - self.px * 0.7, y + h / 2, self.px * 0.85, t.ink2)


class GamesScene(Board):
    """Lies where the statistics lay; `annals` are theirs, read to the end there or here."""

    def __init__(self, desk: Desk, tables: Tables, annals: Annals) -> None:
        super().__init__(desk)
        self.tables, self.annals = tables, annals
        self.said = ""
        self.scroll = Scroller("All games")
        self.close = Button("Back", self.back, "plain", "left")
        self.open_ones: list[Entry] = []
        self.ended: list[Entry] = []
        self._gather()

    def _gather(self) -> None:
        """All there is, as far as is known by now."""
        entries = [Entry(self, record) for record in self.annals.records]
        self.open_ones = [entry for entry in entries if not entry.record.last.ended]
        self.ended = [entry for entry in entries if entry.record.last.ended][:MOST]
        assert self.scroll is not None
        shown = self.open_ones + self.ended
        self.widgets.set([self.scroll, *shown, self.close], first=shown[0] if shown else self.close)

    def open(self, record: Record) -> Change:
        """Goes to that table; the one that was running is kept among the others."""
        from goosetable.app.scenes.table import TableScene

        try:
            on = record.running and not record.last.ended
            sitting = self.tables.go_on() if on else self.tables.open(record.path)
        except (RecordError, OSError) as trouble:
            why = trouble.strerror if isinstance(trouble, OSError) else f"line {trouble}"
            self.said = f"{record.path.name} cannot be opened: {why}."
            self.desk.sound.play("refuse")
            return None
        return None if sitting is None else Restart(TableScene(self.desk, self.tables, sitting))

    def work(self) -> bool:
        if self.annals.done:
            return False
        before, more = remark(self.annals), self.annals.work()
        self.dirty |= remark(self.annals) != before
        if not more:
            self._gather()
            self.resized(self.w, self.h)
        return True

    # ---------------------------------------------------------------- layout and drawing

    @property
    def sections(self) -> tuple[tuple[str, list[Entry], str], ...]:
        """What stands below each other: a title, its games, and what is said where there are none."""
        latest = f"Finished, the latest {MOST}" if len(self.ended) == MOST else "Finished"
        nothing = "None" if self.annals.done else "The records are being read"
        return ("Not finished", self.open_ones, nothing), (latest, self.ended, nothing)

    def lay(self) -> None:
        assert self.scroll is not None
        w = min(940.0, self.wide - 2 * self.clearance)
        self.scroll.release()
        y = 0.0
        self.tops: list[float] = []
        for _, entries, _ in self.sections:
            self.tops.append(y)
            y += TITLE
            for entry in entries:
                self.hold(entry, 24, y, w - 48, ROW - 8, 18)
                y += ROW
            y += 8 if entries else 34
        left, top, h = self.place_sheet(w, y, HEAD, FOOT)
        self.put(self.close, left + 24, top + h - 58, 120, 46, 17)

    def under(self, paint: Paint) -> None:
        t, u, sheet = paint.theme, self.t, self.sheet
        paint.paper(sheet.x, sheet.y, sheet.w, sheet.h, 16, 24, 10)
        paint.put("All games", sheet.x + 24 * u, sheet.y + 15 * u, self.px(27), t.ink, "serifb")
        assert self.scroll is not None
        with self.scroll.window(paint) as top:
            for (title, entries, nothing), y in zip(self.sections, self.tops, strict=True):
                paint.put(title, sheet.x + 24 * u, top + (y + 6) * u, self.px(16), t.ink2, "semi")
                paint.line(sheet.x + 24 * u, top + y * u, sheet.w - 48 * u)
                if not entries:
                    paint.put(nothing, sheet.x + 24 * u, top + (y + TITLE) * u, self.px(16), t.ink2, "sans")
        paint.line(sheet.x + 12 * u, self.scroll.rect.bottom, sheet.w - 24 * u)
        said, left = self.said or remark(self.annals), self.close.rect.right + 16 * u
        for i, part in enumerate(paint.wrap(said, sheet.right - 20 * u - left, self.px(15), "sans")[:2] if said else ()):
            paint.put(part, left, self.close.rect.y + (4 + 19 * i) * u, self.px(15), t.ink2, "sans")
