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
        self._marks: dict[int, tuple[str, ...]] = {}
        self._rules: dict[int, set[str]] = {}
        """By teller, the rules that were heard in this deal."""
        self._intros: dict[int, str] = {}
        """What was told of the scenes that are still there."""
        self.scene: int | None = None
        """The scene that was heard last."""
        self._line = self._before = ("", 0)
        self._focus = ("", "")

    def news(self, scene: int, heard: Heard, notices: Sequence[str] = (), stack: Sequence[int] = ()) -> list[str]:
        """What is to be announced now, in the order in which it happened. scene: tells one scene from another; stack: all that
        are there, for of one that is come back to only the title is told, though R tells all of it.
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
        back = line == self._before and not came  # what was asked before something was explained is still asked
        if heard.line and (came or line != self._line) and not back and not any(heard.line in said for said in full):
            asked = [heard.line, *self._unheard_rules(heard)]
            found += asked
            full += asked
        if line != self._line:
            self._before = self._line
        self.scene, self._line = scene, line
        # Of another scene nothing is said once more: it may have been another person's.
        self.last = [*(() if came else self.last), *full][-KEPT:]
        return found

    def forget(self) -> None:
        """Nothing of what a person heard is said once more."""
        self.last = []
        self._focus = ("", "")

    def _unheard_rules(self, heard: Heard) -> list[str]:
        """What explains the line and was not heard in this deal."""
        known = self._rules.setdefault(heard.teller, set())
        found = [rule for rule in heard.rules if rule not in known]
        known.update(found)
        return found

    def _come(self, heard: Heard) -> list[str]:
        """What stands now and did not before."""
        before = self._marks.get(heard.teller, ())
        self._marks[heard.teller] = heard.marks
        return [mark for mark in heard.marks if mark not in before]

    def _happened(self, heard: Heard) -> list[str]:
        """The lines that came to a log, and then what stands since."""
        if not heard.teller:
            return []
        lines = self._lines(heard)
        return [*lines, *(mark for mark in self._come(heard) if not any(mark in line for line in lines))]

    def _lines(self, heard: Heard) -> list[str]:
        """The lines that came to a log; of one that is heard for the first time the latest."""
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
        return list(log)  # another deal, or another person to whom it is told

    def focused(self, heard: Heard) -> str:
        """What the focus has come to, in words; empty where it stays on the same part and that says the same.

        A list that the focus only goes back to from one of its own parts, or that has none, is not told.
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
        """What the focus came to last, in words."""
        return self._focus[1]


NAMED: Final = {
    "button": "button", "column": "column", "combo": "choice", "field": "text field", "link": "link", "listbox": "list",
    "radio": "choice", "slider": "slider", "spinner": "choice", "switch": "switch", "tab": "tab",
}  # fmt: skip


def told_of(part: HeardPart) -> str:
    """A part in a line, as one's own voice says it: name, kind, value, state, and what else there is to say."""
    said = [part.name, NAMED.get(part.kind, ""), "" if part.kind == "document" else part.value]  # that is read part by part
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
