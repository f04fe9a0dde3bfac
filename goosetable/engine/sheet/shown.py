"""A sheet as it is shown: the deal being written down, what is asked now, and the deals so far, all in words."""

from __future__ import annotations

from typing import NamedTuple

from goosetable.engine.text.table_facts import Badge


class Answer(NamedTuple):
    """One thing that could be answered."""

    text: str
    """As the sheet keeps it."""
    label: str
    refused: str = ""
    """Why it cannot be, in a clause; nothing where it can."""


class Asked(NamedTuple):
    """What is asked now."""

    words: str
    seat: int | None
    """The seat that it is about, or None where it is about all of them."""
    column: int
    """The column of the deal in which the answer will stand."""
    answers: tuple[Answer, ...]
    remark: str = ""
    """What is to be known for the answer, in a clause."""
    across: int = 0
    """How many answers stand side by side where they are a table, such as the ranks of a suit; 0 where they are a row."""


class KeptDeal(NamedTuple):
    """A deal in a line; everything by seat, and empty where it is not known yet."""

    label: str
    """What the line is called: the number of its cards, or its own number."""
    dealer: int | None
    cells: tuple[tuple[str, ...], ...]
    """By seat, the figures under the headings."""
    points: tuple[str, ...]
    tones: tuple[int, ...]
    """By seat: 1 for points that are good to have, -1 for such as are not, 0 for others."""
    sums: tuple[str, ...]
    """How points come about where that is more than a figure, such as "2 × 30"."""
    notes: tuple[str, ...]
    """The same in a sentence each."""
    follows: tuple[str, ...]
    """Why the last figure was not asked, such as "the rest"; nothing where it was."""


class Shown(NamedTuple):
    """Everything at a moment."""

    title: str
    line: str
    columns: tuple[str, ...]
    """The headings of a deal's figures."""
    label: str
    """The heading of what the lines are called by."""
    deals: tuple[KeptDeal, ...]
    """Those that are over, the one being written down, and those to come as far as they are known."""
    now: int
    """Which of them is the one being written down, or was last."""
    asked: Asked | None
    """None where the deal, or the game, is over."""
    totals: tuple[str, ...]
    ahead: tuple[int, ...]
    """The seats that would win if it ended now."""
    badges: tuple[Badge, ...]
    foot: str
    """What is to be said of the game as it stands."""
    over: bool

    @property
    def deal(self) -> KeptDeal:
        """The deal being written down."""
        return self.deals[self.now]
