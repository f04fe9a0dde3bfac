"""Chooses the announcements: new events, the present question, and notices of the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable.app.ui.accessible import AccessibleTree, TreePart, spoken, walk

KEPT: Final = 12
"""Number of announcements that are stored for repetition."""
LATEST: Final = 3
"""Log lines that are announced from the time before the log was opened, if it has more than `BEGUN`."""
BEGUN: Final = 8
"""Largest number of lines of a log that is announced in full when it opens, as at the beginning of a deal."""
BACK: Final = "Taken back."


class Announcer:
    """The announcements made so far in each scene. `last`: those since the scene opened, oldest first."""

    def __init__(self) -> None:
        self.last: list[str] = []
        self._logs: dict[int, tuple[str, ...]] = {}
        self._marks: dict[int, tuple[str, ...]] = {}
        self._rules: dict[int, set[str]] = {}
        """Rules announced in this deal, by log (`teller`)."""
        self._intros: dict[int, str] = {}
        """Introductions announced of the scenes that are still on the stack."""
        self.scene: int | None = None
        """The scene of the last announcement."""
        self._line = self._before = ("", 0)
        self._focus = ("", "")

    def news(self, scene: int, heard: AccessibleTree, notices: Sequence[str] = (), stack: Sequence[int] = ()) -> list[str]:
        """Returns new announcements in the order of events. scene: an identity; stack: those of all open
        scenes, since a scene that is returned to announces only its title, although R repeats its introduction.
        """
        found = [spoken(notice) for notice in notices] + self._happened(heard)
        came = scene != self.scene
        self._intros = {one: told for one, told in self._intros.items() if one in stack}
        known = bool(heard.intro) and self._intros.get(scene) == heard.intro
        full = list(found)
        if came and heard.intro:
            found.append(heard.title if known else heard.intro)
            full.append(heard.intro)
            self._intros[scene] = heard.intro
        line = heard.line, heard.turn
        back = line == self._before and not came  # after an explanation the same question is still open
        if heard.line and (came or line != self._line) and not back and not any(heard.line in said for said in full):
            asked = [heard.line, *self._unheard_rules(heard)]
            found += asked
            full += asked
        if line != self._line:
            self._before = self._line
        self.scene, self._line = scene, line
        # Announcements of another scene are not repeated: they may have been another person's.
        self.last = [*(() if came else self.last), *full][-KEPT:]
        return found

    def forget(self) -> None:
        """Drops all announcements that could be repeated."""
        self.last = []
        self._focus = ("", "")

    def _unheard_rules(self, heard: AccessibleTree) -> list[str]:
        """Returns the rules that explain the line and were not announced in this deal."""
        known = self._rules.setdefault(heard.teller, set())
        found = [rule for rule in heard.rules if rule not in known]
        known.update(found)
        return found

    def _come(self, heard: AccessibleTree) -> list[str]:
        """Returns the marks that are new."""
        before = self._marks.get(heard.teller, ())
        self._marks[heard.teller] = heard.marks
        return [mark for mark in heard.marks if mark not in before]

    def _happened(self, heard: AccessibleTree) -> list[str]:
        """Returns the new lines of a log, and then the new marks."""
        if not heard.teller:
            return []
        lines = self._lines(heard)
        return [*lines, *(mark for mark in self._come(heard) if not any(mark in line for line in lines))]

    def _lines(self, heard: AccessibleTree) -> list[str]:
        """Returns the new lines of a log; of one that has just opened, the latest."""
        teller, log = heard.teller, heard.log
        before = self._logs.pop(teller, None)
        self._logs[teller] = log
        while len(self._logs) > KEPT:
            gone = next(iter(self._logs))
            del self._logs[gone]
            self._marks.pop(gone, None)
            self._rules.pop(gone, None)
        if before is None:
            return list(log if len(log) <= BEGUN else log[-LATEST:])
        if before == log or not log:
            return []
        if log[: len(before)] == before:
            return list(log[len(before) :])
        if before[: len(log)] == log:
            return [BACK]
        self._rules.pop(teller, None)
        return list(log)  # another deal, or another person's log

    def focused(self, heard: AccessibleTree) -> str:
        """Returns the focused part in words; empty if it is the same part with the same words.

        A list is left out if the focus returns to it from one of its own parts, or if it is empty.
        """
        part = next((part for part in walk(heard.parts) if part.key == heard.focus), None)
        told = "" if part is None else told_of(part)
        before, self._focus = self._focus, (heard.focus, told)
        if part is not None and part.kind == "listbox":
            within = before[0] == heard.focus or before[0].startswith(f"{heard.focus}/")
            told = "" if within or part.barred else told
        return told if told != before[1] else ""

    @property
    def where(self) -> str:
        """The last focused part in words."""
        return self._focus[1]


NAMED: Final = {
    "button": "button", "column": "column", "combo": "choice", "field": "text field", "link": "link", "listbox": "list",
    "radio": "choice", "slider": "slider", "spinner": "choice", "switch": "switch", "tab": "tab",
}  # fmt: skip


def told_of(part: TreePart) -> str:
    """Puts a part into one line for the built-in voice: name, kind, value, state, description."""
    said = [part.name, NAMED.get(part.kind, ""), "" if part.kind == "document" else part.value]  # it is read part by part
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
