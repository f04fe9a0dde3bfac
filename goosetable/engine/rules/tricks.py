"""Tricks: following suit, voids, and the card that takes a trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import Objection
from goosetable.engine.rules.event import HAND_KIND, TRICK, WON_KIND, Moved, Pile, Taken, Tell
from goosetable.engine.rules.state import OVER, TrickState

SUIT: Final = tuple(cards.suit(card) for card in range(2 * cards.PACK_SIZE))
"""By card, its suit; a table, because a search looks up suits more often than anything else."""
OF_SUIT: Final = tuple(cards.suit_in_both_packs(suit) for suit in range(5))
"""By suit, its cards; a table for the same reason as `SUIT`."""
NO_SUIT: Final = -1
_RANK: Final = tuple(card % cards.PACK_SIZE % cards.SUIT_SIZE for card in range(2 * cards.PACK_SIZE))


def following_cards(hand: Cards, led: int) -> Cards:
    """Returns the cards of a hand that follow the suit led; 0 if there are none."""
    return hand & cards.suit_in_both_packs(led)


def why_must_follow(led: int, hand: Cards) -> Objection:
    """Returns the reason why a card of another suit may not be played from a hand that can follow suit."""
    held = "one" if following_cards(hand, led).bit_count() == 1 else "some"
    if led == cards.JOKER_SUIT:
        return Objection("it must play a joker", f"a joker was led and you hold {held}")
    suit = cards.SUIT_NAMES[led]
    return Objection(f"it must follow {suit}", f"{suit} were led and you hold {held}")


def cards_between(first: Card, second: Card, tops: int = 0) -> Cards | None:
    """Returns all cards of a suit from one card to another, both included; None for two suits or for jokers."""
    suit = SUIT[first]
    return None if suit == cards.JOKER_SUIT or SUIT[second] != suit else cards.span(first, second, tops) & OF_SUIT[suit]


def index_of_strongest(trick: list[Card], trumps: int | None, tops: int = 0) -> int:
    """Returns the index of the card that takes a trick: the highest trump, or else the highest card of the suit led.

    `tops`: highest rank of every suit, 0..12. The other ranks follow downward from it; the Ace comes after the Two. Jokers are
    a suit of their own. Of two equal cards, the first takes the trick.
    """
    first, ruff = trick[0], NO_SUIT if trumps is None else trumps
    best, suit, height = 0, SUIT[first], (_RANK[first] - tops) % cards.SUIT_SIZE
    for place in range(1, len(trick)):
        card = trick[place]
        own = SUIT[card]
        if own == suit:
            higher = (_RANK[card] - tops) % cards.SUIT_SIZE
            if higher < height:
                best, height = place, higher
        elif own == ruff:
            best, suit, height = place, own, (_RANK[card] - tops) % cards.SUIT_SIZE
    return best


def find_taker(state: TrickState, trumps: int | None, tops: int, tell: Tell | None) -> int:
    """Returns the seat that takes the full trick, by `index_of_strongest`, and reports the event. The trick stays
    on the table.
    """
    trick = state.trick
    place = index_of_strongest(trick, trumps, tops)
    seat = state.seat_at(place)
    if tell is not None:
        tell(Taken(seat, trick[place], why_strongest(trick, trumps)))
    return seat


def why_strongest(trick: Sequence[Card], trumps: int | None) -> str:
    """Returns the reason why the strongest card takes the trick, as in "the highest trump" or "the only club"."""
    led = cards.suit(trick[0])
    trumped = led != trumps and any(cards.suit(card) == trumps for card in trick)
    suit = trumps if trumped and trumps is not None else led
    name = "trump" if suit == trumps else "joker" if suit == cards.JOKER_SUIT else cards.SUIT_NAMES[suit][:-1]
    return f"the {'only' if sum(cards.suit(card) == suit for card in trick) == 1 else 'highest'} {name}"


def play_card(state: TrickState, card: Card, tell: Tell | None) -> bool:
    """Plays a card to the trick. If the card does not follow suit, records that its seat is void in the suit led.

    Returns True if the trick is then full; otherwise it is the next seat's turn.
    """
    seat, trick = state.turn, state.trick
    hands = state.hands
    hands[seat] = hands[seat] ^ BIT[card]
    if trick:
        led = SUIT[trick[0]]
        if SUIT[card] != led:
            voids = state.voids
            voids[seat] = voids[seat] | state.suits[led]
    trick.append(card)
    if tell is not None:
        tell(Moved((card,), Pile(HAND_KIND, seat), TRICK))
    if len(trick) == len(state.hands):
        return True
    state.turn = (seat + 1) % len(state.hands)
    return False


def credit_trick(state: TrickState, seat: int, tell: Tell | None) -> None:
    """Credits the trick on the table to a seat, which leads next. If that seat has no cards left, the deal is over."""
    trick = state.trick
    taken = state.won[seat]
    for card in trick:
        taken |= BIT[card]
    state.won[seat] = taken
    if tell is not None:
        tell(Moved(tuple(trick), TRICK, Pile(WON_KIND, seat)))
    state.trick = []
    state.leader = seat
    state.turn = seat if state.hands[seat] else OVER
