"""A page about the records of this computer, with its words for days, for damage and for people."""

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
"""How much smaller a name may become before it is broken."""


def day(started: str) -> str:
    """The day of a time as records have it, such as 7 May 2026; nothing where that cannot be read."""
    try:
        year, month, number = (int(part) for part in started[:10].split("-"))
        return f"{number} {phrases.MONTHS[month - 1]} {year}" if month > 0 and year >= EARLIEST else ""
    except (ValueError, IndexError):
        return ""


def remark(history: History) -> str:
    """How far the reading is, or what could not be read or is another's; nothing where all is well."""
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
    """The figures as the settings want them counted, as far as the records are read."""
    if history.done and (changes := Figures(history.tables).remade(context.settings)):
        context.change(**changes)
    return Figures(history.tables, context.settings.counted_from)


def halves(canvas: Canvas, name: str, px: float, room: float) -> tuple[str, str]:
    """A name in two lines, broken between words if both fit then, and else in its middle."""
    spaces = [at for at, sign in enumerate(name) if sign == " "]
    cuts = sorted(spaces, key=lambda at: abs(2 * at - len(name)))
    for at in cuts:
        if max(canvas.width(name[:at], px, "serifb"), canvas.width(name[at + 1 :], px, "serifb")) <= room:
            return name[:at], name[at + 1 :]
    middle = (len(name) + 1) // 2
    return name[:middle], name[middle:]


class RecordsPage(ElementPage):
    """A page about the records of this computer, which are read while the person looks at it."""

    def __init__(self, context: Context, history: History, title: str) -> None:
        super().__init__(context, title)
        self.history = history

    def _gather(self) -> None:
        """Find everything to show, as far as the records are read."""

    def work(self) -> bool:
        if self.history.done:
            return False
        before, more = remark(self.history), self.history.work()
        if not more:
            self._gather()
        if not more or remark(self.history) != before:
            self.changed()
        return True
