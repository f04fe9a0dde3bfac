"""A deal of a game of sealed rounds: pending bids, the stock, what is on offer, and what has been won."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.rules.action import SPAN, Action, Verb
from goosetable.engine.rules.event import BID_KIND, GONE, HIDDEN, KEPT_KIND, STOCK, TURNED, Pile, Points
from goosetable.engine.rules.state import OVER, State

BID: Final[Action] = Verb.OFFER * SPAN
"""Bidding card n is BID + n."""


class SealedState(State):
    """A deal in which all bid at once and in secret for cards of a stock. Pending bids and the stock are secret."""

    __slots__ = ("bids", "committed", "gone", "offer", "raised", "stock", "turned", "won")

    bids: list[Card]
    """The pending bid of each seat, `HIDDEN` where there is none or it may not be known."""
    committed: list[int]
    """The seats that have bid in this round, in that order."""
    gone: Cards
    """Cards out of the deal: bids thrown away, and what nobody won."""
    offer: tuple[Card, ...]
    """The cards that are bid for, in the order in which they were turned up."""
    raised: tuple[Card, ...]
    """Every card turned up so far, in order."""
    stock: list[Card]
    """Face down, the top last; empty in a view."""
    turned: Card
    """The card turned up last, `HIDDEN` when the deal is over."""
    won: list[Cards]
    """By seat, the cards it has won."""

    def begin(
        self, options: object, number: int, dealer: int, totals: tuple[Points, ...], hands: Sequence[Sequence[Card]]
    ) -> None:
        """Lays a new deal, before its first card is turned up."""
        super().begin(options, number, dealer, totals, hands)
        self.bids, self.committed, self.won = [HIDDEN] * len(hands), [], [0] * len(hands)
        self.gone, self.offer, self.raised, self.stock, self.turned = 0, (), (), [], HIDDEN

    @property
    def awaited(self) -> tuple[int, ...]:
        """Every seat that has not bid, from eldest."""
        if self.turn == OVER:
            return ()
        seats = len(self.hands)
        order = [(self.dealer + 1 + place) % seats for place in range(seats)]
        return tuple([seat for seat in order if seat not in self.committed])

    def play_out(self) -> None:
        """As after the last round: nothing is left to bid for."""
        self.offer, self.raised, self.stock, self.turned = (), (*self.raised, *reversed(self.stock)), [], HIDDEN
        self.turn = OVER

    def hide(self, seat: int) -> None:
        """The stock, and the bids of others."""
        self.stock = []
        self.bids = [bid if other == seat else HIDDEN for other, bid in enumerate(self.bids)]

    def fill(self, pile: Pile, group: Cards, rng: Random) -> None:
        """A stock in any order; a bid."""
        if pile == STOCK:
            self.stock = list(cards.members(group))
            cards.shuffle(self.stock, rng.random)
        else:
            self.bids[pile.seat] = group.bit_length() - 1

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return len(self.raised)

    @property
    def stake(self) -> int:
        """What the cards on offer are worth together; 0 unless the points of a deal are the sum of its prizes."""
        return 0

    def held(self, seat: int) -> Cards:
        """What everybody knows a seat to hold or to have bid face down; nothing unless the game is one of open hands."""
        return 0

    def unbid(self) -> None:
        """Takes back the bids of this round, in place; the hands are left as they are."""
        self.bids, self.committed = [HIDDEN] * len(self.hands), []
        self.turn = (self.dealer + 1) % len(self.hands)

    def turn_up(self) -> None:
        """Turns up the top card of the stock, which joins what is on offer; eldest is to act."""
        self.turned = self.stock.pop()
        self.offer, self.raised = (*self.offer, self.turned), (*self.raised, self.turned)
        self.turn = (self.dealer + 1) % len(self.hands)

    def piles(self) -> dict[Pile, Cards]:
        """Hands, pending bids, what is won, the stock with what is on offer, and the cards out of the deal."""
        found = super().piles()
        found |= {Pile(BID_KIND, seat): BIT[bid] for seat, bid in enumerate(self.bids) if bid != HIDDEN}
        found |= {Pile(KEPT_KIND, seat): held for seat, held in enumerate(self.won)}
        return found | {
            STOCK: sum([BIT[card] for card in self.stock]), TURNED: sum([BIT[card] for card in self.offer]), GONE: self.gone,
        }  # fmt: skip

    def pile_voids(self, pile: Pile) -> Cards:
        """A bid comes from a hand, and so is no card of which that hand was void."""
        return self.voids[pile.seat] if pile.kind == BID_KIND else 0
