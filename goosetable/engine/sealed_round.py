"""Games of sealed rounds: a card of the stock is turned up, all bid for it at once and in secret, and the best bid takes it."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Generic, TypeVar

from goosetable import cards
from goosetable.cards import BIT
from goosetable.engine.game import Game
from goosetable.engine.rules.action import NOT_HELD, Action, Verb, Why, verb_of
from goosetable.engine.rules.deal import Deal, Standing, round_the_table
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
    Tied,
)
from goosetable.engine.rules.rules import O
from goosetable.engine.rules.sealed_state import BID, SealedState
from goosetable.engine.rules.state import OVER
from goosetable.engine.rules.stream import Stream
from goosetable.engine.words import phrases

B = TypeVar("B", bound=SealedState)


class SealedRound(Game[B, O], Generic[B, O]):
    """A game of sealed rounds. A game writes `seats`, `pack`, `best`, `why_best`, `points` and `winners`, and how it deals."""

    rounds: int = 13
    """Cards of a hand, and of the stock."""
    text_class: ClassVar[str] = "goosetable.engine.text.sealed_text:SealedText"
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.OFFER,)
    kinds: ClassVar[tuple[Kind, ...]] = (
        HAND_KIND, STOCK_KIND, TURNED_KIND, BID_KIND, TRICK_KIND, KEPT_KIND, GONE_KIND,
    )  # fmt: skip

    @abstractmethod
    def best(self, state: B) -> tuple[int, ...]:
        """The seats with the best of the bids on the table: one takes what is on offer; where several tie, nobody does."""

    @abstractmethod
    def why_best(self, state: B, best: tuple[int, ...]) -> str:
        """Why that bid is the best, or why they tie, as in "the highest bid"."""

    def tie(self, state: B, best: tuple[int, ...]) -> bool:
        """What a tie does, in place; says whether what is on offer stays there for the next round."""
        return True

    def hand_size(self, options: O, standing: Standing) -> int:
        """A card for each round."""
        return self.rounds

    def deal(self, options: O, standing: Standing, dealer: int, stream: Stream) -> Deal:
        """The hands from a shuffled pack, one card at a time beginning with eldest; what is left is the stock."""
        order, seats = stream.shuffle(self.pack(options)), self.seats(options)
        dealt = self.rounds * seats
        hands = round_the_table(order[:dealt], dealer, seats)
        return Deal(standing.deals + 1, dealer, hands, stock=tuple(order[dealt:]))

    def deal_fields(self, options: O) -> tuple[str, ...]:
        """The stock."""
        return ("stock",)

    def check_dealt(self, options: O, standing: Standing, deal: Deal) -> None:
        """Refuses a set-up deal that has not as many cards in the stock as in each hand."""
        if len(deal.stock) != self.rounds:
            raise ValueError(f"the stock has {phrases.count(len(deal.stock), 'card')}, not {self.rounds}")
        super().check_dealt(options, standing, deal)

    def begin(self, options: O, standing: Standing, deal: Deal) -> B:
        """The first card of the stock is turned up."""
        state = super().begin(options, standing, deal)
        state.stock = list(reversed(deal.stock))
        state.turn_up()
        return state

    def legal(self, state: B) -> tuple[Action, ...]:
        """Any card of the hand."""
        if state.turn == OVER:
            return ()
        return tuple([BID + card for card in cards.members(state.hands[state.turn])])

    def why_not(self, state: B, action: Action) -> Why:
        """A card that is not held is all that may not be bid."""
        return NOT_HELD if verb_of(action) is Verb.OFFER else super().why_not(state, action)

    def apply(self, state: B, action: Action, tell: Tell | None = None) -> None:
        """A bid is laid face down; with the last one all are shown."""
        seat, card = state.turn, action - BID
        state.hands[seat] ^= BIT[card]
        state.bids[seat] = card
        state.committed.append(seat)
        if tell:
            tell(Moved((card,), Pile(HAND_KIND, seat), Pile(BID_KIND, seat)))
        if len(state.committed) == len(state.hands):
            self._reveal(state, tell)
        else:
            state.turn = state.awaited[0]

    def _reveal(self, state: B, tell: Tell | None) -> None:
        """All have bid: the bids are shown, what is on offer goes to the best or stays, and the next card is turned up."""
        bids, offer, best = state.bids, state.offer, self.best(state)
        # Only now are the bids part of what has openly been done.
        if state.noted:
            state.actions += [(other, BID + bids[other]) for other in state.committed]
        if tell:
            for other in state.committed:
                tell(Moved((bids[other],), Pile(BID_KIND, other), TRICK))
            why = self.why_best(state, best)
            tell(Taken(best[0], bids[best[0]], why) if len(best) == 1 else Tied(best, why))
        won = sum([BIT[card] for card in offer])
        if len(best) == 1:
            target, state.offer = Pile(KEPT_KIND, best[0]), ()
            state.won[best[0]] |= won
        elif not self.tie(state, best):
            target, state.offer = GONE, ()
            state.gone |= won
        if tell and not state.offer:
            tell(Moved(offer, TURNED, target))
        for bid in bids:
            state.gone |= BIT[bid]
        if tell:
            tell(Moved(tuple(bids), TRICK, GONE))
        state.unbid()
        if not state.stock:
            state.turned, state.turn = HIDDEN, OVER
            return
        state.turn_up()
        if tell:
            tell(Moved((state.turned,), STOCK, TURNED))
