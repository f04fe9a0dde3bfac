"""The count of an attack: what was tried, how often, and what it found."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

EXCEPTIONS = "exceptions"
LOST = "lost acts"
HANGS = "hangs"
FAULTS = (EXCEPTIONS, LOST, HANGS)
"""Faults that every attack looks for; an attack may name more of its own."""
SEED = "GOOSETABLE_ATTACK_SEED"
"""Names the variable whose text is the seed of all attacks in place of the day, so that what was found can be found again."""
SHOWN = 40
"""Faults told one by one; the others are counted alone."""


def of_the_day() -> str:
    """The seed of an attack that is given none: another one every day, the day itself, such as "20261127"."""
    return os.environ.get(SEED) or time.strftime("%Y%m%d")


@dataclass(frozen=True)
class Outcome:
    """Result of an attack."""

    name: str
    tried: Mapping[str, int]
    """Attempts by kind."""
    found: Mapping[str, int]
    """Faults by kind; a kind that was looked for and not found stands with 0."""
    notes: tuple[str, ...] = ()
    """One line a fault: the attempt (enough to run it again) and what was wrong."""
    figures: tuple[str, ...] = ()
    """What was measured besides, one line each, such as the memory used."""
    skipped: str = ""
    """Why the attack, or a part of it, cannot run on this system; one sentence."""

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not any(self.found.values())

    @property
    def last_line(self) -> str:
        """
        >>> Outcome("kill", {"at random": 500}, {"exceptions": 0, "lost acts": 2}).last_line
        'kill: 500 tried, 0 exceptions, 2 lost acts'
        """
        found = ", ".join(f"{times:,} {kind}" for kind, times in self.found.items())
        return f"{self.name}: {sum(self.tried.values()):,} tried, {found}"

    def __str__(self) -> str:
        lines = [f"  {kind}: {times:,}" for kind, times in self.tried.items()]
        lines += [f"  {figure}" for figure in self.figures]
        lines += [f"  found: {note}" for note in self.notes[:SHOWN]]
        if len(self.notes) > SHOWN:
            lines.append(f"  found: and {len(self.notes) - SHOWN:,} more")
        if self.skipped:
            lines.append(f"  skipped: {self.skipped}")
        return "\n".join([*lines, self.last_line])


@dataclass
class Count:
    """Running count of an attack.

    >>> count = Count("kill")
    >>> count.attempt("at random")
    >>> count.fault(LOST, "seed x, attempt 0: act 12 is missing")
    >>> print(count.outcome())
      at random: 1
      found: lost acts: seed x, attempt 0: act 12 is missing
    kill: 1 tried, 0 exceptions, 1 lost acts, 0 hangs
    """

    name: str
    faults: tuple[str, ...] = FAULTS
    """Kinds of faults that stand in the last line even where none was found."""
    tried: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    skipped: str = ""
    sums: Counter[str] = field(default_factory=Counter)
    """What was done in all attempts together, by its name, such as acts; each becomes a figure."""

    def attempt(self, kind: str, times: int = 1) -> None:
        """Counts attempts of a kind."""
        self.tried[kind] += times

    def fault(self, kind: str, note: str, times: int = 1) -> None:
        """Counts faults of a kind. note: the attempt, so that it can be run again, and what was wrong; made one line."""
        self.found[kind] += times
        self.notes.append(f"{kind}: {' '.join(note.split())}")

    def figure(self, line: str) -> None:
        """Keeps something that was measured; one line."""
        self.figures.append(line)

    def outcome(self) -> Outcome:
        """The result so far."""
        found = {kind: self.found[kind] for kind in (*self.faults, *sorted(set(self.found) - set(self.faults)))}
        figures = [f"{what}, in all: {times:,}" for what, times in self.sums.items()]
        return Outcome(self.name, dict(self.tried), found, tuple(self.notes), (*figures, *self.figures), self.skipped)
