"""Playout policies of trick games: the choice of a card to win or to duck a trick, and lookup tables."""

from __future__ import annotations

from typing import Final

from goosetable.cards import BIT, ONE_PACK, PACK_SIZE, SUIT_SIZE, Card, Cards
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import OF_SUIT, SUIT, strongest

Beats = tuple[Cards, ...]
"""For each card as the best of a trick so far, the cards that would beat it."""
FIRST_SECOND_COPY: Final = BIT[PACK_SIZE]
"""A set of cards below this number, as an int, has no second copies."""
RANDOM_CARD_CHANCE: Final = 0.08
"""Probability with which a playout policy plays a random card (epsilon)."""


def rank_from_top(card: Card, tops: int = 0) -> int:
    """Returns the number of ranks above a card in its suit, 0..12. tops: the highest rank."""
    return (card % PACK_SIZE - tops) % SUIT_SIZE


_SUITS: Final = (ONE_PACK, OF_SUIT)
"""The cards of each suit: the first index is the number of packs minus one, the second the suit."""


def _cards_by_height(copies: int, tops: int) -> tuple[Cards, ...]:
    every = range(copies * PACK_SIZE)
    return tuple(sum(BIT[card] for card in every if rank_from_top(card, tops) == height) for height in range(SUIT_SIZE))


_HEIGHTS: Final = tuple(tuple(_cards_by_height(copies, tops) for tops in range(SUIT_SIZE)) for copies in (1, 2))
"""All cards, the highest of each suit first: the first index is the number of packs minus one, the second the top rank."""


_BEATING: Final[dict[int, Beats]] = {}
"""Cache of `beating_cards`, by a number that combines trumps and top rank; a dictionary is quicker than a decorator."""


def beating_cards(trumps: int | None, tops: int) -> Beats:
    """Returns, for each card of one pack, the cards that beat it if it is the best card of a trick so far."""
    key = tops if trumps is None else SUIT_SIZE * (trumps + 1) + tops
    found = _BEATING.get(key)
    if found is None:
        every = range(PACK_SIZE)
        beaten = [sum(BIT[other] for other in every if strongest([card, other], trumps, tops) == 1) for card in every]
        found = _BEATING[key] = tuple(beaten)
    return found


def unseen_cards(state: TrickState, group: Cards) -> Cards:
    """Returns the cards of a group that the seat to act has not seen: not in its hand, in the trick, or played."""
    group &= ~state.hands[state.turn]
    for taken in state.won:
        group &= ~taken
    for card in state.trick:
        group &= ~BIT[card]
    return group


def winning_index(trick: list[Card], beats: Beats) -> int:
    """Returns the index of the best card of the trick so far. beats: as from `beating_cards`."""
    best = 0
    wins = beats[trick[0]]
    for place in range(1, len(trick)):
        card = trick[place]
        if BIT[card] & wins:
            best, wins = place, beats[card]
    return best


def highest_card(cards: Cards, tops: int = 0) -> Card:
    """Returns the card with the highest rank within its suit; the first of several."""
    for height in _HEIGHTS[cards >= FIRST_SECOND_COPY][tops]:
        found = cards & height
        if found:
            return (found & -found).bit_length() - 1
    raise ValueError("no card is the highest of none")


def lowest_card(cards: Cards, tops: int = 0) -> Card:
    """Returns the card with the lowest rank within its suit; the first of several."""
    heights = _HEIGHTS[cards >= FIRST_SECOND_COPY][tops]
    for place in range(SUIT_SIZE - 1, -1, -1):
        found = cards & heights[place]
        if found:
            return (found & -found).bit_length() - 1
    raise ValueError("no card is the lowest of none")


def choose_card_to_win(cards: Cards, trick: list[Card], is_last: bool, beats: Beats, tops: int = 0) -> Card:
    """Returns a card for a seat that wants the trick. cards: the seat's legal cards.

    A seat that leads plays its highest card. Any other seat plays its highest card that takes the trick or, if it `is_last`,
    the lowest such card. If no card takes the trick, it plays its lowest card.
    """
    if not trick:
        return highest_card(cards, tops)
    takers = cards & beats[trick[winning_index(trick, beats)]]
    if not takers:
        return lowest_card(cards, tops)
    # Among cards that take the trick, the suit led comes before trumps, which are dear.
    following = takers & _SUITS[cards >= FIRST_SECOND_COPY][SUIT[trick[0]]]
    return highest_card(following, tops) if following and not is_last else lowest_card(following or takers, tops)


def choose_card_to_duck(cards: Cards, trick: list[Card], is_last: bool, beats: Beats, tops: int = 0) -> Card:
    """Returns a card for a seat that does not want the trick. cards: the seat's legal cards.

    A seat that leads plays its lowest card. Any other seat plays its highest card that loses the trick. If every card takes the
    trick, it plays its lowest card or, if it `is_last`, its highest.
    """
    if not trick:
        return lowest_card(cards, tops)
    losers = cards & ~beats[trick[winning_index(trick, beats)]]
    if losers:
        return highest_card(losers, tops)
    return highest_card(cards, tops) if is_last else lowest_card(cards, tops)
