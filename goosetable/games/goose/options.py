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
    decks: int = option("Packs", {1: "One pack", 2: "Two packs"}, "Two are best from seven players on.", variants=(2,))
    jokers: str = option(
        "Jokers",
        {"suitless": "A suit of their own", "top": "Above every trump", "wizard": "Played at any time"},
        "The source does not say what jokers take. The rules page tells each way.",
        rulings=("suitless", "top", "wizard"),
    )
    hook: str = option(
        "The hook",
        {"on": "On", "off": "Off"},
        "The dealer may not bring the bids to the number of tricks.",
        rulings=("off",),
    )
    max_hand: str | int = option(
        "Largest hand",
        {"none": "No limit"} | {n: phrases.count(n, "card") for n in range(1, LARGEST_HAND + 1)},
        "Smaller hands make a shorter game.",
        rulings=range(1, LARGEST_HAND + 1),
    )
    sequence: str = option(
        "Deals",
        {"down-up": "Down, and up again", "down": "Down only", "up-down": "Up, and down again"},
        "The hands shrink to one card, grow to the largest, or both.",
        rulings=("down", "up-down"),
    )
    final_tie: str = option(
        "A tie at the end", {"shared": "A shared win", "extra": "Another deal"},
        "The extra deals are of one card, until one player leads alone.", rulings=("extra",),
    )  # fmt: skip


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
