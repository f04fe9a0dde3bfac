"""Throps, by David Parlett: sealed bids for turned cards, of which one suit counts for you and the rest against."""

from __future__ import annotations

from typing import ClassVar

from goosetable import cards
from goosetable.cards import BIT, Card
from goosetable.engine.game import Game
from goosetable.engine.rules import scores
from goosetable.engine.rules.action import NOT_HELD, Action, Verb, Why, verb_of
from goosetable.engine.rules.deal import Deal, Standing, check_cards
from goosetable.engine.rules.event import (
    BID_KIND,
    GONE,
    GONE_KIND,
    HAND_KIND,
    HIDDEN,
    KEPT_KIND,
    STOCK,
    STOCK_KIND,
    TRICK,
    TRICK_KIND,
    TURNED,
    TURNED_KIND,
    Kind,
    Moved,
    Pile,
    Taken,
    Tell,
)
from goosetable.engine.rules.state import OVER
from goosetable.engine.rules.stream import Stream
from goosetable.engine.words import phrases
from goosetable.games.throps.heuristics import ThropsHeuristics
from goosetable.games.throps.scoring import score, why_won, winning
from goosetable.games.throps.state import BID, ROUNDS, SEATS, ThropsOptions, ThropsState
from goosetable.games.throps.text import ThropsText


class Throps(Game[ThropsState, ThropsOptions]):
    """The rules of Throps."""

    id = "throps"
    title = "Throps"
    author = "David Parlett"
    line = "Sealed bids for cards you may not want."
    people = "3 players"
    minutes = 25
    Options = ThropsOptions
    State = ThropsState
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.OFFER,)
    kinds: ClassVar[tuple[Kind, ...]] = (
        HAND_KIND, STOCK_KIND, TURNED_KIND, BID_KIND, TRICK_KIND, KEPT_KIND, GONE_KIND,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__(ThropsHeuristics(self), ThropsText(self))

    def seats(self, options: ThropsOptions) -> int:
        return SEATS

    def pack(self, options: ThropsOptions) -> tuple[Card, ...]:
        return cards.pack()

    # ------------------------------------------------------------------ the deal

    def deal(self, options: ThropsOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        order = stream.shuffle(self.pack(options))
        first = ROUNDS * SEATS
        hands = tuple(tuple(order[(seat - dealer - 1) % SEATS : first : SEATS]) for seat in range(SEATS))
        return Deal(standing.deals + 1, dealer, hands, stock=tuple(order[first:]))

    def check_deal(self, options: ThropsOptions, standing: Standing, deal: Deal) -> None:
        if deal.turned is not None or deal.trump is not None or deal.hands2:
            raise ValueError("a deal of Throps has hands, a stock and nothing else")
        if len(deal.stock) != ROUNDS:
            raise ValueError(f"the stock has {phrases.count(len(deal.stock), 'card')}, not {ROUNDS}")
        check_cards(deal.hands, ROUNDS, self.pack(options), besides=deal.stock)

    def begin(self, options: ThropsOptions, standing: Standing, deal: Deal) -> ThropsState:
        state = super().begin(options, standing, deal)
        state.stock = list(reversed(deal.stock))
        state.turned, state.round = state.stock.pop(), 1
        state.raised = (state.turned,)
        state.bids, state.committed, state.gone, state.won = [HIDDEN] * SEATS, [], 0, [0] * SEATS
        return state

    # ------------------------------------------------------------------ play

    def legal(self, state: ThropsState) -> tuple[Action, ...]:
        if state.turn == OVER:
            return ()
        return tuple([BID + card for card in cards.members(state.hands[state.turn])])

    def why_not(self, state: ThropsState, action: Action) -> Why:
        return NOT_HELD if verb_of(action) is Verb.OFFER else super().why_not(state, action)

    def apply(self, state: ThropsState, action: Action, tell: Tell | None = None) -> None:
        seat, card = state.turn, action - BID
        state.hands[seat] ^= BIT[card]
        state.bids[seat] = card
        state.committed.append(seat)
        if tell:
            tell(Moved((card,), Pile(HAND_KIND, seat), Pile(BID_KIND, seat)))
        if len(state.committed) == SEATS:
            self._reveal(state, tell)
            return
        turn = (state.dealer + 1) % SEATS
        while turn in state.committed:
            turn = (turn + 1) % SEATS
        state.turn = turn

    def _reveal(self, state: ThropsState, tell: Tell | None) -> None:
        """All have bid: the bids are shown, the stock card goes to the winner, and the next is turned up."""
        bids, turned = state.bids, state.turned
        seat = winning(bids, turned)
        # Only now are the bids part of the open story.
        state.actions += [(other, BID + bids[other]) for other in state.committed]
        state.won[seat] |= BIT[turned]
        for bid in bids:
            state.gone |= BIT[bid]
        if tell:
            for other in state.committed:
                tell(Moved((bids[other],), Pile(BID_KIND, other), TRICK))
            tell(Taken(seat, bids[seat], why_won(bids, turned)))
            tell(Moved((turned,), TURNED, Pile(KEPT_KIND, seat)))
            tell(Moved(tuple(bids), TRICK, GONE))
        state.bids, state.committed = [HIDDEN] * SEATS, []
        if not state.stock:
            state.turned, state.turn = HIDDEN, OVER
            return
        state.turned, state.round, state.turn = state.stock.pop(), state.round + 1, (state.dealer + 1) % SEATS
        state.raised = (*state.raised, state.turned)
        if tell:
            tell(Moved((state.turned,), STOCK, TURNED))

    # ------------------------------------------------------------------ scores

    def points(self, state: ThropsState) -> tuple[int, ...]:
        return tuple([score(won) for won in state.won])

    # ------------------------------------------------------------------ for the table

    def winners(self, options: ThropsOptions, standing: Standing) -> tuple[int, ...]:
        return scores.at_target(standing.totals, options.target, options.tie == "shared")
