"""Many cards in few words: nothing is lost, and long lists are short."""

from __future__ import annotations

import random
import re

import pytest

from goosetable import cards
from goosetable.app.scenes.table.accessible_table import card_list
from goosetable.app.ui.accessible import NAMED_RANKS
from goosetable.engine.words import phrases

PACK = range(52)
NAMES = [NAMED_RANKS.get(rank, rank) for rank in phrases.RANKS]


def read(said: str) -> set[int]:
    """The cards that a listener takes from the words."""
    found: set[int] = set()
    for part in said.split("; "):
        whole = part.startswith("all ")
        words = part.removeprefix("all ").split(" ", 1)
        suit = cards.SUIT_NAMES.index(words[0])
        named: set[int] = set()
        for one in re.split(r", | and ", words[1].removeprefix("but ")) if len(words) > 1 else ():
            first, _, last = one.partition(" to ")
            named |= set(range(NAMES.index(first), NAMES.index(last or first) + 1))
        ranks = set(range(13)) - named if whole else named
        found |= {card for card in PACK if cards.suit(card) == suit and cards.rank(card) in ranks}
    return found


@pytest.mark.parametrize("seed", range(40))
def test_the_words_tell_exactly_the_cards(seed: int) -> None:
    chance = random.Random(seed)
    held = chance.sample([*PACK], 7 + seed)
    assert read(card_list(held, PACK)) == set(held)


def test_a_long_list_is_short() -> None:
    held = [card for card in PACK if cards.suit(card) in (1, 2)]
    assert card_list(held, PACK) == "all hearts; all diamonds"
    assert card_list([*held[1:], 0, 1, 2, 3], PACK) == "spades ace to jack; all hearts but ace; all diamonds"


def test_jokers_and_the_equal_cards_of_two_packs_are_counted() -> None:
    assert card_list([cards.JOKER, 0, 0], [*PACK, *PACK, cards.JOKER]) == "spades ace and ace; 1 joker"
