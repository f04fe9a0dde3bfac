"""Goosed, by Mark S. Ball: who plays and who catches the first Goose become the Red Foxes."""

from __future__ import annotations

from typing import ClassVar

from goosetable import cards
from goosetable.cards import BIT, SUIT_SIZE, Card, members
from goosetable.engine.rules import scores, tricks
from goosetable.engine.rules.action import Action
from goosetable.engine.rules.deal import Deal, Standing, check_cards, round_the_table
from goosetable.engine.rules.event import (
    HAND_KIND,
    KEPT_KIND,
    PACK,
    TRICK,
    TRICK_KIND,
    TURNED,
    TURNED_KIND,
    WON_KIND,
    Kind,
    Marked,
    Moved,
    Pile,
    Points,
    Taken,
    Tell,
)
from goosetable.engine.rules.stream import Stream
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.trick_game import TrickGame
from goosetable.games.goosed.state import GEESE, NOBODY, PACK_OF_28, GoosedOptions, GoosedState, catch_only, score, tops


class Goosed(TrickGame[GoosedState, GoosedOptions]):
    """The rules of Goosed."""

    id = "goosed"
    title = "Goosed"
    author = "Mark S. Ball"
    line = "Play a Goose or catch it, and you two are the foxes."
    people = "4 players, or 3"
    Options = GoosedOptions
    State = GoosedState
    heuristics_class: ClassVar[str] = "goosetable.games.goosed.heuristics:GoosedHeuristics"
    text_class: ClassVar[str] = "goosetable.games.goosed.text:GoosedText"
    kinds: ClassVar[tuple[Kind, ...]] = (HAND_KIND, TRICK_KIND, WON_KIND, KEPT_KIND, TURNED_KIND)

    # ------------------------------------------------------------------ the deal

    def seats(self, options: GoosedOptions) -> int:
        return options.players

    def pack(self, options: GoosedOptions) -> tuple[Card, ...]:
        return PACK_OF_28

    def first_dealer(self, options: GoosedOptions, stream: Stream) -> int:
        """The seat that cuts the lowest card; those with equal lowest cards cut again (rule 2)."""
        pack, left, cutters = self.pack(options), list[Card](), tuple(range(options.players))
        while len(cutters) > 1:
            if len(left) < len(cutters):
                # Only where every seat has cut equal cards again and again is the pack used up.
                left = stream.shuffle(pack)
            cut = [(cards.rank(left.pop(0)) - tops(options)) % SUIT_SIZE for _ in cutters]
            cutters = tuple(seat for seat, rank in zip(cutters, cut, strict=True) if rank == max(cut))
        return cutters[0]

    def deal(self, options: GoosedOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        order, dealt = stream.shuffle(PACK_OF_28), self.hand_size(options, standing) * options.players
        hands = round_the_table(order[:dealt], dealer, options.players)
        return Deal(standing.deals + 1, dealer, hands, turned=order[-1])

    def deal_fields(self, options: GoosedOptions) -> tuple[str, ...]:
        return ("turned",)

    def check_dealt(self, options: GoosedOptions, standing: Standing, deal: Deal) -> None:
        if deal.turned is None:
            raise ValueError("a card must be turned up")
        four = options.players == 4
        check_cards(deal.hands, self.hand_size(options, standing), PACK_OF_28, besides=() if four else (deal.turned,))
        if four and deal.turned not in deal.hands[deal.dealer]:
            raise ValueError(f"the turned card must be the dealer's, and {self.card_name(deal.turned)} is not")

    def begin(self, options: GoosedOptions, standing: Standing, deal: Deal) -> GoosedState:
        state = super().begin(options, standing, deal)
        assert deal.turned is not None
        state.turned, state.tops, state.catching = deal.turned, tops(options), catch_only(options)
        state.out = BIT[deal.turned] if options.players == 3 else 0
        state.before_play()
        return state

    def dealt(self, state: GoosedState, tell: Tell) -> None:
        for pile, group in state.piles().items():
            hidden = group & ~BIT[state.turned]
            if hidden:
                tell(Moved(members(hidden), PACK, pile))
        tell(Moved((state.turned,), PACK, TURNED))
        if not state.out:
            tell(Moved((state.turned,), TURNED, Pile(HAND_KIND, state.dealer)))

    # ------------------------------------------------------------------ play

    def apply(self, state: GoosedState, action: Action, tell: Tell | None = None) -> None:
        seat, bit = state.turn, BIT[action]
        if state.noted:
            state.actions.append((seat, action))
        full = tricks.put(state, action, tell)
        if bit & GEESE and state.first == NOBODY:
            state.first = seat
            if tell and not catch_only(state.options):
                tell(Marked(seat, "redfox"))
        if full:
            trumps = SUIT[state.turned]
            place = tricks.strongest(state.trick, trumps, state.tops)
            taker = state.seat_of(place)
            if tell:
                tell(Taken(taker, state.trick[place], why_taken(state, taker)))
            self._catch(state, taker, tell)

    def _catch(self, state: GoosedState, taker: int, tell: Tell | None) -> None:
        """A full trick goes to its taker, and the first Goose in it makes a Red Fox (rule 5); Geese lie open (rule 6)."""
        trick, decides = state.trick, state.first != NOBODY and state.catcher == NOBODY
        if decides:
            state.catcher = taker
        tricks.collect(state, taker, None)
        if not tell:
            return
        for kind, geese in ((WON_KIND, 0), (KEPT_KIND, GEESE)):
            moved = tuple(card for card in trick if bool(BIT[card] & GEESE) == bool(geese))
            if moved:
                tell(Moved(moved, TRICK, Pile(kind, taker)))
        if decides:
            tell(Marked(taker, "redfox"))
            for seat in range(len(state.hands)):
                if seat not in state.reds:
                    tell(Marked(seat, "whitefox"))

    # ------------------------------------------------------------------ scores

    def points(self, state: GoosedState) -> tuple[Points, ...]:
        geese = tuple([won & GEESE for won in state.won])
        return score(state.taken(), geese, state.reds, state.options.team_points == "split", state.out)

    def winners(self, options: GoosedOptions, standing: Standing) -> tuple[int, ...]:
        first = scores.leaders(standing.totals)
        return first if standing.deals >= options.length and len(first) == 1 else ()


def why_taken(state: GoosedState, taker: int) -> str:
    """Why a full trick is taken, and what that makes of its taker."""
    why = tricks.why_strongest(state.trick, SUIT[state.turned])
    if state.first == NOBODY or state.decided:
        return why
    alone = catch_only(state.options) or taker == state.first
    fox = "the Red Fox" if catch_only(state.options) else "the Lone Red Fox" if alone else "a Red Fox"
    return f"{why}, and the first Goose makes [{taker}] {fox}"
