"""A deal of Goose: bids, trumps, roles, and what everybody learns from a card."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from goosetable import cards
from goosetable.cards import BIT, JOKER_SUIT, Card, Cards
from goosetable.engine.rules.action import SPAN, Action, Verb
from goosetable.engine.rules.event import HIDDEN, STOCK, TURNED, Pile, Points
from goosetable.engine.rules.state import TrickState
from goosetable.engine.rules.tricks import NO_SUIT, SUIT
from goosetable.games.goose.scoring import Roles, asked

NO_BID: Final = -1
BID: Final = Verb.BID * SPAN


class GooseState(TrickState):
    """A deal of Goose. What was left over, but for the card turned up, is secret."""

    __slots__ = ("bids", "broken", "decks", "jokers", "roles", "size", "stock", "trumps", "turned")

    bids: list[int]
    """What each seat has bid, or `NO_BID`."""
    broken: bool
    """Whether a trump has been played in this deal."""
    decks: int
    """As in the options, and `jokers` too; here because a search asks for them at every card."""
    jokers: str
    roles: Roles
    size: int
    """How many cards each seat was dealt."""
    stock: Cards
    """What is left over, but for the card turned up."""
    trumps: int | None
    turned: Card
    """The card turned up, or `HIDDEN` where none was left."""

    def begin(
        self, options: Any, number: int, dealer: int, totals: tuple[Points, ...], hands: Sequence[Sequence[Card]]
    ) -> None:
        """Lays a new deal; its options say which packs and jokers."""
        super().begin(options, number, dealer, totals, hands)
        self.decks, self.jokers = options.decks, options.jokers

    @property
    def trump_suit(self) -> int | None:
        """That of the card turned up; a Joker makes no trumps."""
        return self.trumps

    def swap_copies(self, faces: Cards) -> None:
        """As in any game of tricks, and in what is left over."""
        super().swap_copies(faces)
        self.turned = cards.swapped_card(self.turned, faces)
        self.stock = cards.swapped(self.stock, faces)

    def hide(self, seat: int) -> None:
        """What is left over."""
        self.stock = 0

    def fill(self, pile: Pile, group: Cards, rng: Random) -> None:
        """What is left over."""
        self.stock = group

    def piles(self) -> dict[Pile, Cards]:
        """The piles of a game of tricks, the card turned up and what else is left over."""
        return super().piles() | {TURNED: 0 if self.turned == HIDDEN else BIT[self.turned], STOCK: self.stock}

    @property
    def bidding(self) -> bool:
        """Whether a seat has yet to bid."""
        return NO_BID in self.bids

    @property
    def bid(self) -> int:
        """All bids so far together."""
        return sum(bid for bid in self.bids if bid != NO_BID)


def show(state: GooseState, seat: int, card: Card) -> None:
    """What everybody learns from a card before it is played: what its seat lacks, and that trumps are broken."""
    suit, trick, trumps = SUIT[card], state.trick, NO_SUIT if state.trumps is None else state.trumps
    if suit == trumps:
        if not trick and not state.broken:
            # Only who has no plain card may lead the first trump (rule 6).
            state.voids[seat] |= sum(state.suits[:4]) ^ state.suits[suit]
        state.broken = True
    if trick:
        wizard = state.jokers == "wizard"
        led = asked(trick, "wizard") if wizard else SUIT[trick[0]]
        if led is not None and led != suit and not (wizard and suit == JOKER_SUIT):
            state.voids[seat] |= state.suits[led]


def barred(state: GooseState) -> tuple[Action, ...]:
    """The bid that the dealer may not make, because all bids would add up to the tricks (the hook)."""
    if state.turn != state.dealer or state.bids[state.turn] != NO_BID or state.options.hook == "off":
        return ()
    number = state.size - state.bid
    return (BID + number,) if number >= 0 else ()
