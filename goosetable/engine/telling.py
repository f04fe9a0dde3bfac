"""What a game tells the table besides its rules: the table's vocabulary, in which no scene needs a game's name.

Texts hold seats and suits as `words` has them: "[1 takes] it: the only ♦".
"""

from __future__ import annotations

from typing import NamedTuple

from goosetable.engine.action import Action


class Why(NamedTuple):
    """Why an action is not allowed, as a record check says it of a seat and as the table says it to a person."""

    record: str
    """Follows "seat 1 may not play KH: ", as in "it must follow spades"."""
    table: str
    """Follows "Not K♥: ", as in "spades were led and you hold one"."""


class Row(NamedTuple):
    """One seat's line of a score: figures under the tally's headings, their sum, what is added to it, and the points."""

    seat: int
    figures: tuple[str, ...]
    base: str
    extra: str
    points: str
    good: bool
    """Whether this is the place to be."""
    why: str
    """The arithmetic in a sentence."""


class Tally(NamedTuple):
    """The arithmetic of a deal, as it stands or as it ended."""

    heads: tuple[str, ...]
    """A heading for each figure."""
    base_head: str
    extra_head: str
    rows: tuple[Row, ...]
    sentence: str
    """What it means, said to the seat it is made for."""


class Race(NamedTuple):
    """Where the game stands: totals on a line up to a target."""

    totals: tuple[int, ...]
    target: int
    good: tuple[int, ...]
    """The seats that would win if it ended now."""
    aim: str
    """Such as "to 100, the middle total wins"."""
    sentence: str


class Emblem(NamedTuple):
    """One thing in a game's emblem: a card's code, or `medallion NAME`, or `badge NAME`.

    x and y count from the middle of a tile of 168 x 124 units.
    """

    what: str
    x: float
    y: float
    height: float
    angle: float = 0.0
    ringed: bool = False


class Choice(NamedTuple):
    """A decision shown as one of a row of equal choices: what it does and what follows from it."""

    action: Action
    label: str
    """Such as "Keep it" or "Goose [2]"."""
    result: str
    """Such as "[0] 4, [1] 6, [2] 5"."""
    verdict: str
    """Such as "[2 is] in the middle"."""
    seat: int | None = None
    """The seat it is about, if any."""
