"""Goose: bid exactly what you will take; the leader is the Goose, the last player the Ass."""

from __future__ import annotations

from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, JOKER_SUIT, PACK_SIZE, Card, Cards
from goosetable.engine.rules import scores, tricks
from goosetable.engine.rules.action import Action, Verb, Why, verb_of
from goosetable.engine.rules.deal import Deal, Standing, check_cards, round_the_table
from goosetable.engine.rules.event import (
    HAND_KIND,
    HIDDEN,
    STOCK_KIND,
    TRICK,
    TRICK_KIND,
    TURNED_KIND,
    WON_KIND,
    Kind,
    Marked,
    Moved,
    Pile,
    Said,
    Taken,
    Tell,
)  # fmt: skip
from goosetable.engine.rules.state import OVER
from goosetable.engine.rules.stream import Stream
from goosetable.engine.rules.tricks import OF_SUIT, SUIT
from goosetable.engine.text import table_facts
from goosetable.engine.trick_game import TrickGame
from goosetable.engine.words import phrases
from goosetable.games.goose.options import LARGEST_HAND, GooseOptions, check_options, short, sizes
from goosetable.games.goose.scoring import Roles, asked, roles, score, taker, why_taken
from goosetable.games.goose.state import BID, NO_BID, GooseState, barred, show

_BIDS: Final = tuple(BID + number for number in range(LARGEST_HAND + 1))
_JOKERS: Final = OF_SUIT[JOKER_SUIT]


class Goose(TrickGame[GooseState, GooseOptions]):
    """The rules of Goose."""

    id = "goose"
    title = "Goose"
    author = "after Oh Hell"
    line = "Bid exactly what you take. The leader is the Goose."
    people = "2 to 12 players"
    Options = GooseOptions
    State = GooseState
    heuristics_class: ClassVar[str] = "goosetable.games.goose.heuristics:GooseHeuristics"
    text_class: ClassVar[str] = "goosetable.games.goose.text:GooseText"
    jokers = 2
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY, Verb.BID)
    kinds: ClassVar[tuple[Kind, ...]] = (HAND_KIND, TRICK_KIND, WON_KIND, TURNED_KIND, STOCK_KIND)

    # ------------------------------------------------------------------ the deal

    def seats(self, options: GooseOptions) -> int:
        return options.players

    def short(self, options: GooseOptions) -> GooseOptions:
        return short(options)

    def check_options(self, options: GooseOptions) -> None:
        check_options(options)

    def pack(self, options: GooseOptions) -> tuple[Card, ...]:
        return cards.pack(jokers=2, copies=options.decks)

    def hand_size(self, options: GooseOptions, standing: Standing) -> int:
        listed = sizes(options)
        return listed[standing.deals] if standing.deals < len(listed) else 1

    def deal(self, options: GooseOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        order, dealt = stream.shuffle(self.pack(options)), self.hand_size(options, standing) * options.players
        return Deal(
            standing.deals + 1,
            dealer,
            round_the_table(order[:dealt], dealer, options.players),
            turned=order[dealt] if dealt < len(order) else None,
        )

    def deal_fields(self, options: GooseOptions) -> tuple[str, ...]:
        return ("turned",)

    def check_dealt(self, options: GooseOptions, standing: Standing, deal: Deal) -> None:
        pack, each = self.pack(options), self.hand_size(options, standing)
        left = len(pack) - each * options.players
        if (deal.turned is not None) != (left > 0):
            raise ValueError("a card must be turned up" if left else "no card is left to turn up")
        turned = () if deal.turned is None else (deal.turned,)
        seen = {*turned, *(card for hand in deal.hands for card in hand)}
        check_cards(deal.hands, each, pack, self.jokers, (*turned, *(card for card in pack if card not in seen)))

    def begin(self, options: GooseOptions, standing: Standing, deal: Deal) -> GooseState:
        state = super().begin(options, standing, deal)
        turned = deal.turned
        state.bids, state.broken, state.size = [NO_BID] * options.players, False, len(deal.hands[0])
        state.roles = standing.carry or Roles()
        state.turned = HIDDEN if turned is None else turned
        state.trumps = None if turned is None or SUIT[turned] == JOKER_SUIT else SUIT[turned]
        state.stock = sum(BIT[card] for card in self.pack(options)) - sum(state.hands)
        state.stock ^= 0 if turned is None else BIT[turned]
        return state

    def dealt(self, state: GooseState, tell: Tell) -> None:
        super().dealt(state, tell)
        geese, asses = state.roles.geese, state.roles.asses
        for seat in geese:
            tell(Marked(seat, "goose"))
        for seat in asses:
            tell(Marked(seat, "ass"))

    # ------------------------------------------------------------------ play

    def calls(self, state: GooseState) -> tuple[Action, ...]:
        if state.turn == OVER:
            return ()
        bids, hooked = _BIDS[: state.size + 1], barred(state)
        return bids if not hooked else tuple([bid for bid in bids if bid not in hooked])

    def playable(self, state: GooseState) -> Cards:
        seat = state.turn
        if seat == OVER or state.bids[seat] == NO_BID:
            return 0
        hand, trick = state.hands[seat], state.trick
        if not trick:
            trumps = state.trumps
            if trumps is not None and not state.broken and hand & ~state.suits[trumps] & ~_JOKERS:
                hand &= ~state.suits[trumps]
            return hand
        if state.jokers == "suitless":
            return hand & state.suits[SUIT[trick[0]]] or hand
        wizard = state.jokers == "wizard"
        suit = asked(trick, "wizard") if wizard else SUIT[trick[0]]
        following = hand & state.suits[suit] if suit is not None else 0
        if following and wizard:
            following |= hand & _JOKERS
        return following or hand

    def why_not(self, state: GooseState, action: Action) -> Why:
        seat = state.turn
        hand, verb = state.hands[seat], verb_of(action)
        bids = state.bids[seat] == NO_BID
        if verb is Verb.BID:
            if not bids:
                return Why("the bidding is over", "the bidding is over")
            hooked, are = action in barred(state), "is" if state.size == 1 else "are"
            only = f"there {are} only {phrases.count(state.size, 'trick')}"
            table = f"the last bid may not make them add up to {state.size}"
            return Why(f"the bids may not add up to {state.size}", table) if hooked else Why(only, only)
        if verb is not Verb.PLAY or not hand >> action & 1:
            return super().why_not(state, action)
        if bids:
            return Why("it must bid first", "first comes your bid")
        if not state.trick:
            others = [suit for suit in table_facts.SUIT_ORDER[:4] if hand & OF_SUIT[suit] and suit != state.trumps]
            instead = phrases.listed([phrases.SYMBOLS[suit] for suit in others], "or")
            return Why("trumps are not broken yet", f"trumps are not broken yet; lead {instead}")
        suit = asked(state.trick, state.jokers)
        return tricks.must_follow(JOKER_SUIT if suit is None else suit, hand)

    def apply(self, state: GooseState, action: Action, tell: Tell | None = None) -> None:
        seat = state.turn
        if action >= BID:
            if state.noted:
                state.actions.append((seat, action))
            state.bids[seat] = action - BID
            state.turn = (seat + 1) % len(state.hands)
            if tell is not None:
                tell(Said(seat, action))
            return
        if action >= PACK_SIZE and state.hands[seat] >> (action - PACK_SIZE) & 1:
            # Of two equal cards in one hand it is always the first that goes, as a record reads it.
            action -= PACK_SIZE
        show(state, seat, action)
        if state.noted:
            state.actions.append((seat, action))
        hands, trick = state.hands, state.trick
        hands[seat] = hands[seat] ^ BIT[action]
        trick.append(action)
        state.turn = (seat + 1) % len(hands)
        if tell is not None:
            tell(Moved((action,), Pile(HAND_KIND, seat), TRICK))
        if len(trick) == len(hands):
            jokers = state.jokers
            place = taker(trick, state.trumps, jokers)
            winner = state.seat_of(place)
            if tell is not None:
                tell(Taken(winner, trick[place], why_taken(trick, state.trumps, jokers)))
            tricks.collect(state, winner, tell)

    # ------------------------------------------------------------------ scores

    def points(self, state: GooseState) -> tuple[int, ...]:
        asses, geese = state.roles
        return tuple([
            score(state.bids[seat], won, seat in asses, seat in geese) for seat, won in enumerate(state.taken())
        ])  # fmt: skip

    def score(self, standing: Standing, state: GooseState) -> Standing:
        after = super().score(standing, state)
        return after._replace(carry=roles(after.totals, state.roles))

    def winners(self, options: GooseOptions, standing: Standing) -> tuple[int, ...]:
        if standing.deals < len(sizes(options)):
            return ()
        first = scores.leaders(standing.totals)
        return () if len(first) > 1 and options.final_tie == "extra" else first
