"""Finds what is to be announced: what has happened since, what is asked now, and the sentences of the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.app.ui.heard import Heard, HeardPart, spoken, walk

KEPT: Final = 12
"""Announcements that are kept to be said once more."""
LATEST: Final = 3
"""Lines that are told of what happened before one came, where there are more than `BEGUN`."""
BEGUN: Final = 8
"""Lines of a deal that has just begun, at the most: they are all told."""
BACK: Final = "Taken back."


class Announcer:
    """Remembers what each scene has told so far. `last`: what was announced since the scene came, oldest first."""

    def __init__(self) -> None:
        self.last: list[str] = []
        self._logs: dict[int, tuple[str, ...]] = {}
        self.scene: int | None = None
        """The scene that was heard last."""
        self._line = self._before = ("", 0)
        self._focus = ("", "")

    def news(self, scene: int, heard: Heard, notices: Sequence[str] = ()) -> list[str]:
        """What is to be announced now, in the order in which it happened. scene: tells one scene from another."""
        found = [spoken(notice) for notice in notices] + self._happened(heard)
        came = scene != self.scene
        if came and heard.intro:
            found.append(heard.intro)
        line = heard.line, heard.turn
        back = line == self._before and not came  # what was asked before something was explained is still asked
        if heard.line and (came or line != self._line) and not back and not any(heard.line in said for said in found):
            found.append(heard.line)
        if line != self._line:
            self._before = self._line
        self.scene, self._line = scene, line
        # Of another scene nothing is said once more: it may have been another person's.
        self.last = [*(() if came else self.last), *found][-KEPT:]
        return found

    def _happened(self, heard: Heard) -> list[str]:
        """The lines that came to a log; of one that is heard for the first time the latest."""
        teller, log = heard.teller, heard.log
        if not teller:
            return []
        before = self._logs.pop(teller, None)
        self._logs[teller] = log
        while len(self._logs) > KEPT:
            del self._logs[next(iter(self._logs))]
        if before is None:
            return list(log if len(log) <= BEGUN else log[-LATEST:])
        if before == log or not log:
            return []
        if log[: len(before)] == before:
            return list(log[len(before) :])
        if before[: len(log)] == log:
            return [BACK]
        return list(log)  # another deal, or another person to whom it is told

    def focused(self, heard: Heard) -> str:
        """What the focus has come to, in words; empty where it stays on the same part and that says the same."""
        part = next((part for part in walk(heard.parts) if part.key == heard.focus), None)
        told = "" if part is None else told_of(part)
        before, self._focus = self._focus, (heard.focus, told)
        counts_only = part is not None and part.kind == "listbox" and before[0] == heard.focus
        return told if told != before[1] and not counts_only else ""


NAMED: Final = {
    "button": "button", "column": "column", "combo": "choice", "field": "text field", "link": "link", "listbox": "list",
    "radio": "choice", "slider": "slider", "spinner": "choice", "switch": "switch", "tab": "tab",
}  # fmt: skip


def told_of(part: HeardPart) -> str:
    """A part in a line, as one's own voice says it: name, kind, value, state, and what else there is to say."""
    said = [part.name, NAMED.get(part.kind, ""), part.value]
    if part.on is not None and part.kind == "switch":
        said.append("on" if part.on else "off")
    elif part.on and part.kind != "option":
        said.append("chosen")
    if part.place is not None:
        said.append(f"{part.place[0]} of {part.place[1]}")
    line = ", ".join(one for one in said if one)
    if part.barred and part.kind != "option":
        line += ", not available"
    return f"{line}. {part.more}" if part.more else line
