"""Cards, packs and sets of cards, and their notation.

A card is a small int with the same meaning in every game. 0..51 are the suited cards (suit x 13 + rank, Ace first), and 52 and
53 the jokers. The second copies in a double pack have the numbers 54..107. A set of cards is an int with one bit per card,
which makes the rules quick enough for a search.

>>> [name(card) for card in members(cards("7H AS X"))]
['AS', '7H', 'X']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

T = TypeVar("T")

Card = int
"""The number of a card, 0..107."""
Cards = int
"""A set of cards: bit n is card n."""

COMPILED: Final = not __file__.endswith(".py")
"""Whether this module was compiled to machine code. Then a computation is quicker than a look-up in a table."""

SUITS: Final = "SHDC"
RANKS: Final = "AKQJT98765432"
SUIT_SIZE: Final = 13
JOKER: Final = 52
"""The Joker of a pack with one (`X`), the High Joker of a pack with two (`XH`)."""
LOW_JOKER: Final = 53
PACK_SIZE: Final = 54
JOKER_SUIT: Final = 4
"""Return value of `suit` for a joker."""
SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES: Final = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight",
    "7": "seven", "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip

_FACES: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "X", "XL")
_NUMBERS: Final = {face: number for number, face in enumerate(_FACES)} | {"XH": JOKER}

# Tables instead of shifts: they are quicker, and safe from compilers that overflow a shift of a literal.
BIT: Final[tuple[Cards, ...]] = tuple(2**number for number in range(2 * PACK_SIZE))
_SUIT: Final = tuple(min(number % PACK_SIZE // SUIT_SIZE, JOKER_SUIT) for number in range(2 * PACK_SIZE))
_OF_SUIT: Final = tuple(sum(BIT[n] for n in range(2 * PACK_SIZE) if _SUIT[n] == suit) for suit in range(5))
_MEMBERS_CACHE: Final[dict[Cards, tuple[Card, ...]]] = {}
_MAX_CACHED_SETS: Final = 8_000
"""Greatest number of sets in the cache of `members`. A full cache is emptied at once; a larger one would delay a frame."""


def card(face: str) -> Card:
    """Returns the first copy of the card with the notation `face`, such as `AS`, `TH` or `X`. Raises ValueError."""
    try:
        return _NUMBERS[face]
    except (KeyError, TypeError):
        raise ValueError(f"{face!r} is not a card") from None


def name(number: Card, jokers: int = 1) -> str:
    """Returns the notation of a card. `jokers`: number of different jokers in its pack; with two, card 52 is `XH`, else `X`."""
    face = _FACES[number % PACK_SIZE]
    return "XH" if face == "X" and jokers > 1 else face


def cards(text: str) -> Cards:
    """Returns the set of the cards written in `text`, separated by blanks. A card written twice gives its two copies."""
    found = 0
    for number in hand(text):
        found |= BIT[number]
    return found


def hand(text: str) -> tuple[Card, ...]:
    """Returns the cards written in `text`, in order; a second equal card is the second copy. Raises ValueError."""
    found: list[Card] = []
    for face in text.split():
        number = card(face)
        if number in found:
            number += PACK_SIZE
        if number in found:
            raise ValueError(f"{face} is there three times")
        found.append(number)
    return tuple(found)


def write(numbers: Iterable[Card], jokers: int = 1) -> str:
    """Returns the cards as text, separated by one blank, in the order given."""
    return " ".join(name(number, jokers) for number in numbers)


def suit(number: Card) -> int:
    """Returns 0..3 for spades, hearts, diamonds, clubs; `JOKER_SUIT` for a joker."""
    return _SUIT[number]


def rank(number: Card) -> int:
    """Returns 0 for an Ace, 1 for a King ... 12 for a Two; only for suited cards."""
    return number % PACK_SIZE % SUIT_SIZE


def suit_in_both_packs(number: int) -> Cards:
    """Returns the set of all cards of a suit, both copies of each. `JOKER_SUIT` stands for the jokers.

    With one pack, use `suit_in_one_pack` for the cards of a suit.
    """
    return _OF_SUIT[number]


def suit_in_one_pack(number: int) -> Cards:
    """Returns the cards of a suit in one pack.

    >>> write(members(suit_in_one_pack(1)))
    'AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H'
    """
    return _OF_SUIT[number] & (BIT[PACK_SIZE] - 1)


ONE_PACK: Final = tuple(suit_in_one_pack(number) for number in range(5))
"""By suit, its cards in one pack. Such a set fits a machine word, so it is quicker than the set from `suit_in_both_packs`."""


def span(first: Card, second: Card, tops: int = 0) -> Cards:
    """Returns the cards of all suits whose rank lies between the ranks of two cards, both ranks included; both copies of each.

    `tops`: the highest rank, 0..12.
    """
    low, high = sorted((rank(number) - tops) % SUIT_SIZE for number in (first, second))
    ranks = [(place + tops) % SUIT_SIZE for place in range(low, high + 1)]
    group = sum([BIT[suit * SUIT_SIZE + number] for suit in range(4) for number in ranks])
    return group | group << PACK_SIZE


def is_red_suit(suit_number: int) -> bool:
    """Returns True if a suit, 0..3, is red."""
    return suit_number in (1, 2)


def members(group: Cards) -> tuple[Card, ...]:
    """Returns the cards of a set in ascending order. Cached, because a search asks for the same sets again and again."""
    found = _MEMBERS_CACHE.get(group)
    if found is None:
        if len(_MEMBERS_CACHE) >= _MAX_CACHED_SETS:
            _MEMBERS_CACHE.clear()
        found = _MEMBERS_CACHE[group] = _list_members(group)
    return found


def _list_members(group: Cards) -> tuple[Card, ...]:
    found = []
    while group:
        low = group & -group
        found.append(low.bit_length() - 1)
        group ^= low
    return tuple(found)


def pick(group: Cards, chance: float) -> Card:
    """Returns one card of a set. The set must not be empty.

    chance: place of the card in ascending order, from 0 (the first card) to just below 1 (the last card). A random number
    picks a random card.

    >>> name(pick(cards("AS QS 2H"), 0.5))
    'QS'
    """
    if not COMPILED:
        found = _MEMBERS_CACHE.get(group) or members(group)
        return found[int(chance * len(found))]
    for _ in range(int(chance * group.bit_count())):
        group &= group - 1
    return (group & -group).bit_length() - 1


def shuffle(things: list[T], random: Callable[[], float]) -> None:
    """Shuffles a list in place (Fisher and Yates). random: returns random floats, 0..1.

    It is quicker than `random.shuffle`; a search shuffles cards for each determinization. Deals are shuffled by a `Stream`
    instead, as the record format demands.
    """
    for place in range(len(things) - 1, 0, -1):
        other = int(random() * (place + 1))
        things[place], things[other] = things[other], things[place]


def swap_copies(group: Cards, faces: Cards) -> Cards:
    """Exchanges the two copies of some cards in a set; returns the new set. `faces`: these cards, each given by its first copy.

    >>> write(members(swap_copies(BIT[54] | BIT[1], BIT[0] | BIT[1]))), members(swap_copies(BIT[54], BIT[0]))
    ('AS KS', (0,))
    """
    odd = (group ^ group // BIT[PACK_SIZE]) & faces
    return group ^ odd ^ odd * BIT[PACK_SIZE]


def swap_copy(number: Card, faces: Cards) -> Card:
    """Returns the number of a card's other copy if the card is in `faces`. Returns any other number unchanged, even if it is
    not the number of a card.
    """
    if not 0 <= number < 2 * PACK_SIZE or not faces & BIT[number % PACK_SIZE]:
        return number
    return number - PACK_SIZE if number >= PACK_SIZE else number + PACK_SIZE


def pack(lowest: str = "2", jokers: int = 0, copies: int = 1) -> tuple[Card, ...]:
    """Returns a pack in order: suits S H D C, each from the Ace down to `lowest`, and the jokers; then a second copy of all.

    The order is part of the record format, because shuffling starts from it.
    """
    ranks = RANKS.index(lowest) + 1
    one = [s * SUIT_SIZE + r for s in range(4) for r in range(ranks)] + [JOKER + j for j in range(jokers)]
    return tuple(number + copy * PACK_SIZE for copy in range(copies) for number in one)
