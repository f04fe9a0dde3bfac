"""Fools Gold, contributed to pagat.com: many tricks of one suit, few of the others, and sets of a rank for a bonus."""

from __future__ import annotations

from typing import ClassVar

from goosetable import cards
from goosetable.cards import BIT, SUITS, Card, Cards, members
from goosetable.engine.rules import scores, tricks
from goosetable.engine.rules.action import Action, Verb, Why, verb_of
from goosetable.engine.rules.deal import Deal, Standing, check_cards, round_the_table
from goosetable.engine.rules.event import GONE_KIND, KEPT_KIND, TRICK, WON_KIND, Moved, Pile, Tell
from goosetable.engine.rules.state import OVER
from goosetable.engine.rules.stream import Stream
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.trick_game import TrickGame
from goosetable.games.fools_gold.options import FoolsGoldOptions, chart
from goosetable.games.fools_gold.scoring import OF_SUIT, score
from goosetable.games.fools_gold.state import KEEP, FoolsGoldState, find_lead


class FoolsGold(TrickGame[FoolsGoldState, FoolsGoldOptions]):
    """The rules of Fools Gold."""

    id = "fools-gold"
    title = "Fools Gold"
    author = "contributed to pagat.com"
    line = "Take plenty of one suit and little else."
    people = "3 to 6 players"
    Options = FoolsGoldOptions
    State = FoolsGoldState
    heuristics_class: ClassVar[str] = "goosetable.games.fools_gold.heuristics:GoldHeuristics"
    text_class: ClassVar[str] = "goosetable.games.fools_gold.text:GoldText"
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY, Verb.KEEP)
    kinds = (*TrickGame.kinds, KEPT_KIND, GONE_KIND)

    def seats(self, options: FoolsGoldOptions) -> int:
        return options.players

    def pack(self, options: FoolsGoldOptions) -> tuple[Card, ...]:
        return cards.pack(lowest="3")

    # ------------------------------------------------------------------ the deal

    def _left_out(self, options: FoolsGoldOptions, trump: int) -> tuple[Card, ...]:
        """Five players leave out the Threes of the suits that are not trumps."""
        return cards.hand(" ".join("3" + suit for suit in SUITS if suit != SUITS[trump])) if options.players == 5 else ()

    def deal(self, options: FoolsGoldOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        trump = stream.draw(4)
        out = self._left_out(options, trump)
        order = stream.shuffle([card for card in self.pack(options) if card not in out])
        return Deal(standing.deals + 1, dealer, round_the_table(order, dealer, options.players), trump=trump)

    def deal_fields(self, options: FoolsGoldOptions) -> tuple[str, ...]:
        return ("trump",)

    def check_dealt(self, options: FoolsGoldOptions, standing: Standing, deal: Deal) -> None:
        assert deal.trump is not None
        out = self._left_out(options, deal.trump)
        pack = [card for card in self.pack(options) if card not in out]
        check_cards(deal.hands, self.hand_size(options, standing), pack)

    def begin(self, options: FoolsGoldOptions, standing: Standing, deal: Deal) -> FoolsGoldState:
        state = super().begin(options, standing, deal)
        assert deal.trump is not None
        state.trump, state.kept, state.broken = deal.trump, [0] * options.players, options.breaking == "off"
        state.gone = sum(BIT[card] for card in self._left_out(options, deal.trump))
        state.lead, state.rows = find_lead(state.hands, deal.trump), chart(options)
        state.leader = state.turn = state.lead.leader
        state.name_trumps()
        return state

    # ------------------------------------------------------------------ play

    def playable(self, state: FoolsGoldState) -> Cards:
        trick = state.trick
        if state.turn == OVER or len(trick) == len(state.hands):
            return 0
        hand = state.hands[state.turn]
        if not trick:
            return hand if state.broken else hand & ~OF_SUIT[state.trump] or hand
        return hand & OF_SUIT[SUIT[trick[0]]] or hand

    def calls(self, state: FoolsGoldState) -> tuple[Action, ...]:
        trick = state.trick
        if state.turn == OVER or not trick:
            return ()
        led, found = SUIT[trick[0]], 0
        for card in trick:
            if SUIT[card] == led:
                found |= BIT[card]
        return tuple([KEEP + card for card in members(found)])

    def why_not(self, state: FoolsGoldState, action: Action) -> Why:
        verb, hand, full = verb_of(action), state.hands[state.turn], len(state.trick) == len(state.hands)
        if verb is Verb.KEEP:
            if full:
                suit = cards.SUIT_NAMES[SUIT[state.trick[0]]]
                return Why(f"only {suit} of this trick may be kept", f"only {suit} of this trick may be kept")
            return Why("there is no trick to keep a card of", "there is no trick to keep a card of")
        if verb is Verb.PLAY and full:
            return Why("it must first keep a card of the trick", "first keep a card of the trick")
        if verb is Verb.PLAY and not state.trick and hand >> action & 1:
            return Why("trumps may not be led before they are broken", "trumps are not broken yet")
        return super().why_not(state, action)

    def apply(self, state: FoolsGoldState, action: Action, tell: Tell | None = None) -> None:
        seat, trick = state.turn, state.trick
        if state.noted:
            state.actions.append((seat, action))
        if action >= KEEP:
            self._keep(state, action - KEEP, tell)
            return
        trump = state.trump
        if not state.broken and SUIT[action] == trump:
            if not trick:
                # Only a hand of nothing but trumps may do so, and everybody knows.
                state.voids[seat] |= sum(OF_SUIT) ^ OF_SUIT[trump]
            state.broken = not trick or SUIT[trick[0]] != trump
        if not tricks.put(state, action, tell):
            return
        state.turn = tricks.take(state, trump, 0, tell)

    def _keep(self, state: FoolsGoldState, kept: Card, tell: Tell | None) -> None:
        """The winner of a trick keeps a card of the suit led, and leads next (rules 5 and 6)."""
        seat, won = state.turn, 0
        for card in state.trick:
            won |= BIT[card]
        state.kept[seat] |= BIT[kept]
        state.won[seat] |= won ^ BIT[kept]
        if tell is not None:
            tell(Moved((kept,), TRICK, Pile(KEPT_KIND, seat)))
            tell(Moved(tuple([card for card in state.trick if card != kept]), TRICK, Pile(WON_KIND, seat)))
        state.trick, state.leader = [], seat
        if not state.hands[seat]:
            state.turn = OVER

    # ------------------------------------------------------------------ scores

    def points(self, state: FoolsGoldState) -> tuple[int, ...]:
        return tuple([score(kept, state.rows) for kept in state.kept])

    def winners(self, options: FoolsGoldOptions, standing: Standing) -> tuple[int, ...]:
        return scores.at_target(standing.totals, options.target, options.tie == "shared")
