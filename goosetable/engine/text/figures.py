"""The figures of the table that explain themselves when they are pointed at, by kind, and the words that games share."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias


class FigureKind(StrEnum):
    """What sort of figure it is; beside each, what `at` of a `TableFigure` counts."""

    HEAD = "head"  # nothing: a heading is its word
    ROW = "row"  # seats: the line of one in the tally
    PLATE = "plate"  # seats: the words under the name
    DEALER = "dealer"  # seats: the egg
    BADGE = "badge"  # seats; a mark that concerns everybody is its word
    LADDER = "ladder"
    METER = "meter"
    CALL = "call"  # seats: the line of one among the standing calls
    CAMP = "camp"  # the sides, as the game lists them
    RANKS = "ranks"
    RACE = "race"
    PRIZES = "prizes"
    STOCK = "stock"  # the strip of what is still to come
    CARD = "card"  # cards: one whose face does not tell all
    SHOWN = "shown"  # cards: one of a hand that everybody has seen
    LATER = "later"  # seats: the cards that one has for later
    OFFER = "offer"  # what lies in the middle, and what is said under it
    TERMS = "terms"  # what the prompt says of how ties are settled


class TableFigure(NamedTuple):
    """One figure, or one line of figures that only together say something."""

    kind: FigureKind
    at: int = 0
    word: str = ""
    """The word that stands there, where a heading or a mark is a word of its own."""


Glossary: TypeAlias = Mapping[str, str]
"""What a word that stands on the table means, in a sentence."""
COMMON: Final[Glossary] = {
    "own": "The tricks that each seat has taken.",
    "tricks": "The tricks that each seat has taken.",
    "won": "The tricks that each seat has taken.",
    "prizes": "The number of prizes that each seat has won.",
    "suit less rest": "What the best suit of a seat comes to, less everything else that it has.",
    "deal": "What this deal would earn if it ended now.",
    "total": "The points of the deals before this one.",
    "trumps": "Trumps beat every card of another suit.",
}
"""What headings and marks mean that stand in several games; a game's own words come first."""
