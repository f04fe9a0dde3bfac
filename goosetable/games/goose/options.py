"""The house rules of Goose, and the size of the hands by them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from goosetable.cards import PACK_SIZE
from goosetable.engine.rules.options import option
from goosetable.engine.words import phrases

LARGEST_HAND: Final = 36
SHORT: Final = 8
"""The largest hand of a short game: with two to six players and this hand a game takes about twenty minutes."""
_PLAYERS: Final = {1: (2, 9), 2: (3, 12)}
"""By packs, the fewest and the most who can play."""


@dataclass(frozen=True)
class GooseOptions:
    """The house rules of Goose."""

    players: int = option(
        "Players", (4, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12), "Two to nine with one pack, three to twelve with two."
    )
    decks: int = option("Packs", {1: "One pack", 2: "Two packs"}, "Two are best from seven players on.")
    jokers: str = option(
        "Jokers",
        {"suitless": "A suit of their own", "top": "Above every trump", "wizard": "Played at any time"},
        "Each of the three ways is a game of its own; the rules tell how.",
    )
    hook: str = option(
        "The hook",
        {"on": "Somebody must fail", "off": "Bids are free"},
        "The dealer may not let the bids add up to the tricks.",
    )
    max_hand: str | int = option(
        "Largest hand",
        {"none": "No limit"} | {n: phrases.count(n, "card") for n in range(1, LARGEST_HAND + 1)},
        "For a shorter game.",
    )
    sequence: str = option(
        "Deals",
        {"down-up": "Down, and up again", "down": "Down only", "up-down": "Up, and down again"},
        "Down is to deals of one card, up to the largest hand.",
    )
    final_tie: str = option(
        "A tie at the end", {"shared": "A shared win", "extra": "Another deal"}, "One card each, until somebody leads alone."
    )


def largest(options: GooseOptions) -> int:
    """The largest hand that can be dealt (rule 2)."""
    return PACK_SIZE * options.decks // options.players


def short(options: GooseOptions) -> GooseOptions:
    """The same with no hand larger than in a short game."""
    return replace(options, max_hand=SHORT if largest(options) > SHORT else "none")


@cache
def sizes(options: GooseOptions) -> tuple[int, ...]:
    """How many cards a seat gets in each deal of a game, extra deals left out (rule 2, and option sequence)."""
    top = largest(options) if options.max_hand == "none" else int(options.max_hand)
    up = tuple(range(1, top + 1))
    if options.sequence == "down":
        return up[::-1]
    return up + up[-2::-1] if options.sequence == "up-down" else up[::-1] + up[1:]


def check_options(options: GooseOptions) -> None:
    """Refuses choices that do not go together; raises ValueError in words."""
    low, high = _PLAYERS[options.decks]
    packs = phrases.count(options.decks, "pack")
    if not low <= options.players <= high:
        raise ValueError(f"with {packs} {low} to {high} can play, not {options.players}")
    most = largest(options)
    if options.max_hand != "none" and int(options.max_hand) > most:
        raise ValueError(f"{options.players} players and {packs} make hands of at most {most} cards, not {options.max_hand}")
