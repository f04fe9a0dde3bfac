"""Medals: achievements of a player. A record can prove each kind."""

from __future__ import annotations

from typing import Final, NamedTuple

GAMES_WON: Final = "won"
"""Kind of medal: won `number` games."""
WINS_IN_A_ROW: Final = "running"
"""Kind of medal: won `number` games in a row."""
BEST_IN_EVERY_DEAL: Final = "best"
"""Kind of medal: was best in every deal (`Rules.best_seats`) of a game of two or more deals."""
WON_FROM_LAST_PLACE: Final = "behind"
"""Kind of medal: won a game after being last, alone or shared, before its last deal."""
EXACT_BIDS: Final = "exact"
"""Kind of medal: took exactly the tricks bid (`GameText.quota`) in every deal of a game of two or more deals."""
FEATS: Final = (BEST_IN_EVERY_DEAL, WON_FROM_LAST_PLACE, EXACT_BIDS)
"""Kinds of medals that are won in a single game."""


class Medal(NamedTuple):
    """A medal: its kind, name, meaning and sign. number: for kinds that count games, how many of them earn the medal."""

    kind: str
    name: str
    meaning: str
    sign: str
    number: int = 1


FIRST_WIN: Final = Medal(GAMES_WON, "First win", "A game won.", "1")
THREE_IN_A_ROW: Final = Medal(WINS_IN_A_ROW, "Three in a row", "Three games won one after another.", "3", 3)
DEFAULT_MEDALS: Final = (
    FIRST_WIN, THREE_IN_A_ROW,
    Medal(WON_FROM_LAST_PLACE, "From behind", "A game won from last place before its last deal.", "\u2191"),
    Medal(BEST_IN_EVERY_DEAL, "Every deal", "Best in every deal of a game.", "A"),
)  # fmt: skip
"""Default medals of a game of several deals."""
ONE_DEAL_MEDALS: Final = (
    FIRST_WIN, THREE_IN_A_ROW,
    Medal(WINS_IN_A_ROW, "Five in a row", "Five games won one after another.", "5", 5),
    Medal(GAMES_WON, "Ten wins", "Ten games won.", "10", 10),
)  # fmt: skip
"""Default medals of a game of one deal."""
BID_MEDALS: Final = (*DEFAULT_MEDALS[:3], Medal(EXACT_BIDS, "True to the word", "Every bid of a game exact.", "="))
"""The medals of a game with bids of tricks."""
