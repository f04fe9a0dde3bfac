"""Medals: achievements of a player. A record can prove each kind."""

from __future__ import annotations

from typing import Final, NamedTuple

WON: Final = "won"
"""Kind of medal: won `number` games."""
RUNNING: Final = "running"
"""Kind of medal: won `number` games in a row."""
BEST: Final = "best"
"""Kind of medal: was best in every deal (`Rules.best_seats`) of a game of two or more deals."""
BEHIND: Final = "behind"
"""Kind of medal: won a game after being last, alone or shared, before its last deal."""
EXACT: Final = "exact"
"""Kind of medal: took exactly the tricks bid (`GameText.quota`) in every deal of a game of two or more deals."""
FEATS: Final = (BEST, BEHIND, EXACT)
"""Kinds of medals that are won in a single game."""


class Medal(NamedTuple):
    """One medal: its kind, its words and its sign. number: the required number of games, for the kinds that count games."""

    kind: str
    name: str
    meaning: str
    sign: str
    number: int = 1


FIRST: Final = Medal(WON, "First win", "A game won.", "1")
THREE: Final = Medal(RUNNING, "Three in a row", "Three games won one after another.", "3", 3)
COMMON: Final = (
    FIRST, THREE,
    Medal(BEHIND, "From behind", "A game won from last place before its last deal.", "\u2191"),
    Medal(BEST, "Every deal", "Best in every deal of a game.", "A"),
)  # fmt: skip
"""Default medals of a game of several deals."""
SINGLE: Final = (
    FIRST, THREE,
    Medal(RUNNING, "Five in a row", "Five games won one after another.", "5", 5),
    Medal(WON, "Ten wins", "Ten games won.", "10", 10),
)  # fmt: skip
"""Default medals of a game of one deal."""
BIDS: Final = (*COMMON[:3], Medal(EXACT, "True to the word", "Every bid of a game exact.", "="))
"""The medals of a game with bids of tricks."""
