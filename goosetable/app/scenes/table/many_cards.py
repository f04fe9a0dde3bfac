"""Many cards in few words: by suit, runs by their ends, and a suit of which little is missing by what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable import cards
from goosetable.app.ui.heard import NAMED_RANKS
from goosetable.cards import Card
from goosetable.engine.words import phrases

FEW: Final = 6
"""Cards that are told one by one."""
MISSING: Final = 3
"""Cards that a suit may lack to be told by them; there must be more of it than that."""
RUN: Final = 3
"""Ranks in a row that are told by the first and the last."""


def told(held: Sequence[Card], pack: Sequence[Card]) -> str:
    """Cards by suit, the highest first. pack: all cards of the game.

    >>> hearts = range(13, 26)
    >>> told([*hearts][:-1] + [0, 1, 2, 12], range(52))
    'spades ace to queen and 2; all hearts but 2'
    """
    found = []
    for suit in dict.fromkeys(cards.suit(card) for card in sorted(held)):
        mine = [card for card in held if cards.suit(card) == suit]
        every = [card for card in pack if cards.suit(card) == suit]
        found.append(_suit(suit, mine, every))
    return "; ".join(found)


def _suit(suit: int, held: Sequence[Card], every: Sequence[Card]) -> str:
    if suit == cards.JOKER_SUIT:
        return phrases.count(len(held), "joker")
    name = cards.SUIT_NAMES[suit]
    missing = [card for card in every if card not in held]
    if not missing:
        return f"all {name}"
    if len(missing) <= MISSING and len(held) > len(missing):
        return f"all {name} but {_ranks(missing)}"
    return f"{name} {_ranks(held)}"


def _ranks(held: Sequence[Card]) -> str:
    """Ranks from the highest, ace first; of equal ones, as two packs have them, each is told."""
    runs: list[list[int]] = []
    for rank in sorted(cards.rank(card) for card in held):
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    found: list[str] = []
    for run in runs:
        names = [NAMED_RANKS.get(phrases.RANKS[rank], phrases.RANKS[rank]) for rank in run]
        found += [f"{names[0]} to {names[-1]}"] if len(run) >= RUN else names
    return phrases.listed(found)
