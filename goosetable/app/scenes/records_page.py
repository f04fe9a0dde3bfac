"""A page about the records of this computer, with its wording of days, damage and people."""

from __future__ import annotations

from typing import Final

from goosetable.app.context import Context
from goosetable.app.render.canvas import Canvas
from goosetable.app.scenes.element_page import ElementPage
from goosetable.app.storage import cast, profiles
from goosetable.app.storage.history.figures import Figures
from goosetable.app.storage.history.game_list import EARLIEST
from goosetable.app.storage.history.records import History
from goosetable.app.storage.history.sources import PlayerKey
from goosetable.engine.words import phrases

SHRUNK: Final = 0.8
"""Smallest factor by which a name shrinks before it is broken."""


def day(started: str) -> str:
    """The day of a time in a record, such as 7 May 2026; empty if it cannot be read."""
    try:
        year, month, number = (int(part) for part in started[:10].split("-"))
        return f"{number} {phrases.MONTHS[month - 1]} {year}" if month > 0 and year >= EARLIEST else ""
    except (ValueError, IndexError):
        return ""


def remark(history: History) -> str:
    """The progress of reading, or the records that could not be read or are another's; empty if all is well."""
    if not history.done:
        return f"The records are being read: {round(100 * history.part)} %"
    is_are = "is" if history.damaged == 1 else "are"
    lost = f"{phrases.count(history.damaged, 'record')} cannot be read and {is_are} not counted." if history.damaged else ""
    return " ".join(part for part in (lost, history.said) if part)


def picture(context: Context, who: PlayerKey) -> str:
    """The portrait of a player, as `Canvas.portrait` has it."""
    person = profiles.find(context.settings, who.name) if who.person else None
    return person.who if person is not None else cast.portrait(who.name, who.player)


def figures_of(context: Context, history: History) -> Figures:
    """The figures, filtered by the settings, of the records read so far."""
    if history.done and (changes := Figures(history.tables).remade(context.settings)):
        context.change(**changes)
    return Figures(history.tables, context.settings.counted_from)


def halves(canvas: Canvas, name: str, px: float, room: float) -> tuple[str, str]:
    """Breaks a name into two lines, between words if both fit then, and else in its middle."""
    spaces = [at for at, sign in enumerate(name) if sign == " "]
    cuts = sorted(spaces, key=lambda at: abs(2 * at - len(name)))
    for at in cuts:
        if max(canvas.width(name[:at], px, "serifb"), canvas.width(name[at + 1 :], px, "serifb")) <= room:
            return name[:at], name[at + 1 :]
    middle = (len(name) + 1) // 2
    return name[:middle], name[middle:]


class RecordsPage(ElementPage):
    """A page about the records of this computer, which are read while it is open."""

    def __init__(self, context: Context, history: History, title: str) -> None:
        super().__init__(context, title)
        self.history = history

    def _gather(self) -> None:
        """Collects everything to show from the records read so far."""

    def work(self) -> bool:
        if self.history.done:
            return False
        before, more = remark(self.history), self.history.work()
        if not more:
            self._gather()
        if not more or remark(self.history) != before:
            self.changed()
        return True
