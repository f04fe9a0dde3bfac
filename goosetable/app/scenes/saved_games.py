"""All games kept on this computer: those that are not finished, to go on with, and the latest that are, to look at again."""

from __future__ import annotations

from typing import Final

import pygame

from goosetable.app.context import Context
from goosetable.app.match.matches import Matches
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes import parts
from goosetable.app.scenes.page import TITLE
from goosetable.app.scenes.records_page import RecordsPage, day
from goosetable.app.scenes.routes import ToTable
from goosetable.app.storage.clean_names import SENTENCE
from goosetable.app.storage.history.records import History, Record
from goosetable.app.ui.scene import Change, Restart
from goosetable.engine.game import AnyGame
from goosetable.engine.record.format import RecordError
from goosetable.engine.words import phrases
from goosetable.engine.words.clean import LONGEST_NAME, clean, cut
from goosetable.games import find

MOST: Final = 40
"""Finished games that are listed at most, and as many unfinished ones."""


class GameEntry(parts.Leading):
    """The table of one record; a press opens it."""

    def __init__(self, scene: SavedGamesScene, record: Record) -> None:
        self.game: AnyGame = find(record.last.game)
        super().__init__(self.game.title, lambda: scene.open(record), on_paper=True)
        self.scene, self.record = scene, record

    @property
    def value(self) -> str:
        last = self.record.last
        names = [cut(name, LONGEST_NAME) for name, _ in last.chairs]
        more = f"{', '.join(names[:3])} and {phrases.spelled(len(names) - 3)} others"
        company = phrases.listed(names) if len(names) <= 4 else more
        if last.winners:
            far = f"Won by {phrases.listed([names[seat] for seat in last.winners])}"
        elif last.ended:
            far = "Won by nobody"
        else:
            far = f"{phrases.count(last.deals, 'deal')} played"
        return ". ".join(part for part in (far, company, day(last.started)) if part)

    def content(self, canvas: Canvas) -> None:
        t, (x, y, w, h) = canvas.theme, self.rect
        area = pygame.Rect(x + 6, y + 4, round(h * 1.3), h - 8)
        canvas.box(area.x, area.y, area.w, area.h, 8, edge=t.brass_lo, grad=(t.cloth_hi, t.cloth_lo))
        parts.emblem(self.scene.context, canvas, self.game.text.emblem, area.inflate(-6, -6))
        left = area.right + self.px * 0.7
        room = x + w - left - self.px * 1.5
        canvas.put(canvas.fit(self.label, self.px, "serif", room), left, y + h * 0.5, self.px, t.ink, "serif", "bottomleft")
        canvas.label(self.value, left, y + h * 0.52, self.px * 0.77, t.ink2, "sans", room)


class SavedGamesScene(RecordsPage):
    """Lies where the statistics lay; `history` is theirs, read to the end there or here."""

    def __init__(self, context: Context, matches: Matches, history: History) -> None:
        super().__init__(context, history, "All games")
        self.matches = matches
        self.said = ""
        self.more = 0
        """Games not finished that are not listed."""
        self.open_ones: list[GameEntry] = []
        self.ended: list[GameEntry] = []
        self._gather()

    def _gather(self) -> None:
        going: list[Record] = []
        ended: list[Record] = []
        for record in self.history.records:
            (ended if record.last.ended else going).append(record)
        self.more = max(0, len(going) - MOST)
        self.open_ones = [GameEntry(self, record) for record in going[:MOST]]
        self.ended = [GameEntry(self, record) for record in ended[:MOST]]
        shown = self.open_ones + self.ended
        self.widgets.set([self.scroll, *shown, self.close], first=shown[0] if shown else self.close)

    def open(self, record: Record) -> Change:
        """Goes to that table; the one that was running is kept among the others."""
        try:
            on = record.running and not record.last.ended and not self.matches.saves.apart
            match = self.matches.go_on() if on else self.matches.open(record.path)
        except (RecordError, OSError) as trouble:
            why = trouble.strerror if isinstance(trouble, OSError) else f"line {trouble}"
            self.said = f"{clean(record.path.name)} cannot be opened: {clean(why or 'it cannot be read', SENTENCE)}."
            self.context.sound.play("refuse")
            return None
        return None if match is None else Restart(ToTable(match))

    @property
    def sections(self) -> tuple[str, ...]:
        going = f"Not finished, the latest {MOST} of {MOST + self.more:,}" if self.more else "Not finished"
        return going, f"Finished, the latest {MOST}" if len(self.ended) == MOST else "Finished"

    @property
    def foot(self) -> tuple[str, int]:
        said, right = super().foot
        return self.said or said, right

    def lay(self) -> None:
        w = min(940.0, self.wide - 2 * self.clearance)
        self.scroll.release()
        y, self.tops = 0.0, []
        for entries in (self.open_ones, self.ended):
            self.tops.append(y)
            y = self.stack(entries, y + TITLE, 1, w - 48) + (8 if entries else 34)
        self.finish(w, y)

    def between(self, canvas: Canvas, top: float) -> None:
        """Where a section is empty, why."""
        nothing = "None" if self.history.done else "The records are being read"
        for entries, y in zip((self.open_ones, self.ended), self.tops, strict=True):
            if not entries:
                x, px = self.sheet.x + 24 * self.t, self.px(16)
                canvas.put(nothing, x, top + (y + TITLE) * self.t, px, canvas.theme.ink2, "sans")
