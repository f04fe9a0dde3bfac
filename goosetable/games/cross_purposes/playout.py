"""How a seat of Cross Purposes names trumps or tops without thinking long: by what its hand would be worth.

The worth of a hand is a sum over its cards, fitted to 6000 random deals in which two known hands were played out at their best:
the tricks of the leader are half of them and the difference of both worths, give or take one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import ONE_PACK, SUIT_SIZE, Cards
from goosetable.engine.rules.action import SPAN, Action, Verb

Worths = tuple[tuple[float, ...], ...]
"""What a hand is worth in tricks, by trumps and then by tops."""
_TRUMP: Final = Verb.TRUMP * SPAN
_TOPS: Final = Verb.TOPS * SPAN
_SIDE: Final = (0.77, 0.65, 0.57, 0.42, 0.35, 0.25, 0.16, 0.11, 0.08, 0.05, 0.02, 0.0, 0.0)
"""What a card is worth by how low it is in its suit, and how much more as a trump."""
_MORE: Final = (0.48, 0.49, 0.46, 0.48, 0.45, 0.49, 0.52, 0.53, 0.52, 0.54, 0.55, 0.53, 0.53)
_SIDES: Final = tuple(tuple(_SIDE[(rank - tops) % SUIT_SIZE] for tops in range(SUIT_SIZE)) for rank in range(SUIT_SIZE))
_MORES: Final = tuple(tuple(_MORE[(rank - tops) % SUIT_SIZE] for tops in range(SUIT_SIZE)) for rank in range(SUIT_SIZE))
_OF_SUITS: Final[dict[int, tuple[tuple[float, ...], tuple[float, ...]]]] = {}


def _of_suit(ranks: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What cards of one suit are worth by tops, and how much more as trumps; `ranks` has a bit for each."""
    found = _OF_SUITS.get(ranks)
    if found is None:
        held = cards.members(ranks)
        found = _OF_SUITS[ranks] = (
            tuple([sum([_SIDES[rank][tops] for rank in held], 0.0) for tops in range(SUIT_SIZE)]),
            tuple([sum([_MORES[rank][tops] for rank in held], 0.0) for tops in range(SUIT_SIZE)]),
        )
    return found


def worths(hand: Cards) -> Worths:
    """What a hand is worth with every choice of trumps and tops."""
    suits = [_of_suit((hand & group) >> (SUIT_SIZE * suit)) for suit, group in enumerate(ONE_PACK[:4])]
    sides = [0.0] * SUIT_SIZE
    for side, _ in suits:
        for tops in range(SUIT_SIZE):
            sides[tops] += side[tops]
    return tuple([tuple([sides[tops] + more[tops] for tops in range(SUIT_SIZE)]) for _, more in suits])


def pair(trumps: int, tops: int, call: Action) -> tuple[int, int]:
    """Trumps and tops when a call is made."""
    return (trumps, call - _TOPS) if call >= _TOPS else (call - _TRUMP, tops)


def promise(hand: Worths, trumps: int, tops: int, call: Action) -> float:
    """What a hand is worth after a call: as it stands, or in the middle of what may yet be named with it."""
    trumps, tops = pair(trumps, tops, call)
    if trumps < 0:
        return sum([suit[tops] for suit in hand]) / 4
    return sum(hand[trumps]) / SUIT_SIZE if tops < 0 else hand[trumps][tops]


def call(hand: Cards, trumps: int, tops: int, legal: Sequence[Action], chance: float) -> Action:
    """The call that suits the hand best, or one nearly as good; `trumps` and `tops` below 0 are yet to be named."""
    found = worths(hand)
    order = sorted(legal, key=lambda action: -promise(found, trumps, tops, action))
    return order[int(chance * chance * min(3, len(order)))]
