"""A deal of Throps: its house rules, and what is kept of bids and of the cards on sale."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import SPAN, Verb
from goosetable.engine.rules.event import (
    BID_KIND,
    GONE,
    HIDDEN,
    KEPT_KIND,
    STOCK,
    TURNED,
    Pile,
)
from goosetable.engine.rules.options import target, tie
from goosetable.engine.rules.state import OVER, State

SEATS: Final = 3
ROUNDS: Final = 13
BID: Final = Verb.OFFER * SPAN
_ORDERS: Final = tuple(tuple((dealer + 1 + place) % SEATS for place in range(SEATS)) for dealer in range(SEATS))
"""The seats in bidding order, by dealer."""


@dataclass(frozen=True)
class ThropsOptions:
    """The house rules of Throps."""

    target: int = target((100, 50, 150, 200, 300, 500), 50, 500)
    tie: str = tie()


class ThropsState(State):
    """A deal of Throps. Pending bids and the stock are secret."""

    __slots__ = ("bids", "committed", "gone", "raised", "round", "stock", "turned", "won")

    bids: list[Card]
    """The pending bid of each seat, `HIDDEN` where there is none or it may not be known."""
    committed: list[int]
    """The seats that have bid in this round, in that order."""
    gone: Cards
    """Bids thrown away."""
    raised: tuple[Card, ...]
    """Every card turned up so far, in order."""
    round: int
    """From 1."""
    stock: list[Card]
    """Face down, the top last; empty in a view."""
    turned: Card
    """The card that is bid for, `HIDDEN` when all are won."""
    won: list[Cards]

    @property
    def awaited(self) -> tuple[int, ...]:
        """Every seat that has not bid, from eldest."""
        if self.turn == OVER:
            return ()
        done, order = self.committed, _ORDERS[self.dealer]
        return tuple([seat for seat in order if seat not in done]) if done else order

    def hide(self, seat: int) -> None:
        """The stock, and the bids of others."""
        self.stock = []
        self.bids = [bid if other == seat else HIDDEN for other, bid in enumerate(self.bids)]

    def fill(self, pile: Pile, group: Cards, rng: Random) -> None:
        """A stock in any order; a bid."""
        if pile == STOCK:
            self.stock = list(cards.members(group))
            rng.shuffle(self.stock)
        else:
            self.bids[pile.seat] = group.bit_length() - 1

    def piles(self) -> dict[Pile, Cards]:
        """Hands, pending bids, what is won, the stock with the card turned, and the bids thrown away."""
        found = super().piles()
        found |= {Pile(BID_KIND, seat): BIT[bid] for seat, bid in enumerate(self.bids) if bid != HIDDEN}
        found |= {Pile(KEPT_KIND, seat): held for seat, held in enumerate(self.won)}
        turned = 0 if self.turned == HIDDEN else BIT[self.turned]
        return found | {STOCK: sum(BIT[card] for card in self.stock), TURNED: turned, GONE: self.gone}
