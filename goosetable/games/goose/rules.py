"""Goose: bid exactly what you will take; the leader is the Goose, the last player the Ass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, JOKER_SUIT, PACK_SIZE, Card, Cards, members
from goosetable.engine.record.seed import Stream
from goosetable.engine.rules import action as act
from goosetable.engine.rules import scores, tricks
from goosetable.engine.rules.action import SPAN, Action, Verb
from goosetable.engine.rules.deal import Deal, Standing
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
from goosetable.engine.rules.target_games import DealsEnd, margin
from goosetable.engine.rules.tricks import SUIT
from goosetable.engine.text import phrases, table_facts
from goosetable.engine.text.table_facts import Badge, Choice, Emblem, Ladder, Meter, Quota, Tally, Why
from goosetable.games.goose import likelihood, playout, text, win_chances
from goosetable.games.goose.explain import GooseReasons
from goosetable.games.goose.state import (
    LARGEST_HAND,
    NO_BID,
    OF_SUIT,
    PLAIN,
    GooseOptions,
    GooseState,
    Roles,
    asked,
    check_options,
    prospect,
    roles,
    score,
    show,
    sizes,
    taker,
    why_taken,
)

SPREAD: Final = 300
"""A lead that is as good as any, in points of a deal: more than any but the most unlikely."""
_BID: Final = Verb.BID * SPAN
_BIDS: Final = tuple(_BID + number for number in range(LARGEST_HAND + 1))
_JOKERS: Final = OF_SUIT[JOKER_SUIT]


class Goose(DealsEnd[GooseState], tricks.TrickGame[GooseState]):
    """The rules of Goose."""

    id = "goose"
    title = "Goose"
    author = "after Oh Hell"
    line = "Bid exactly what you take. The leader is the Goose."
    people = "2 to 12 players"
    minutes = 45
    Options = GooseOptions
    State = GooseState
    reasons = GooseReasons()
    jokers = 2
    margins = True
    cost = 3.3
    for_points = 0.5  # With many deals to come chances are level but for the model's own error: then points count.
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY, Verb.BID)
    kinds: ClassVar[tuple[Kind, ...]] = (HAND_KIND, TRICK_KIND, WON_KIND, TURNED_KIND, STOCK_KIND)
    emblem = (Emblem("AS", -21, 0, 90, 8), Emblem("XH", 21, 0, 96, -8),
              Emblem("badge goose", -44, 30, 38), Emblem("badge ass", 48, 32, 31))  # fmt: skip

    # ------------------------------------------------------------------ the deal

    def seats(self, options: GooseOptions) -> int:
        return options.players

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
            tricks.round_the_table(order[:dealt], dealer, options.players),
            turned=order[dealt] if dealt < len(order) else None,
        )

    def check_deal(self, options: GooseOptions, standing: Standing, deal: Deal) -> None:
        if deal.stock or deal.trump is not None or deal.hands2:
            raise ValueError("a deal of Goose has hands, a turned card and nothing else")
        pack, each = self.pack(options), self.hand_size(options, standing)
        left = len(pack) - each * options.players
        if (deal.turned is not None) != (left > 0):
            raise ValueError("a card must be turned up" if left else "no card is left to turn up")
        turned = () if deal.turned is None else (deal.turned,)
        seen = {*turned, *(card for hand in deal.hands for card in hand)}
        self.check_cards(deal.hands, each, pack, (*turned, *(card for card in pack if card not in seen)))

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
        for badge in self.badges(state):
            if badge.seat is not None:
                tell(Marked(badge.seat, badge.kind))

    def hide(self, known: GooseState, seat: int) -> None:
        known.stock = 0

    def fill(self, state: GooseState, pile: Pile, group: Cards, rng: Random) -> None:
        state.stock = group

    # ------------------------------------------------------------------ play

    def legal(self, state: GooseState) -> tuple[Action, ...]:
        seat = state.turn
        if seat == OVER:
            return ()
        if state.bids[seat] == NO_BID:
            bids = _BIDS[: state.size + 1]
            barred = self.barred(state)
            return bids if not barred else tuple([bid for bid in bids if bid not in barred])
        hand, trick, trumps = state.hands[seat], state.trick, state.trumps
        if not trick:
            if trumps is not None and not state.broken and hand & PLAIN[trumps]:
                hand &= ~OF_SUIT[trumps]
            return members(hand)
        wizard = state.options.jokers == "wizard"
        suit = asked(trick, "wizard") if wizard else SUIT[trick[0]]
        following = hand & OF_SUIT[suit] if suit is not None else 0
        if following and wizard:
            following |= hand & _JOKERS
        return members(following or hand)

    def barred(self, state: GooseState) -> tuple[Action, ...]:
        if state.turn != state.dealer or state.bids[state.turn] != NO_BID or state.options.hook == "off":
            return ()
        number = state.size - state.bid
        return (_BID + number,) if number >= 0 else ()

    def why_not(self, state: GooseState, action: Action) -> Why:
        seat = state.turn
        hand, verb = state.hands[seat], act.verb(action)
        bids = state.bids[seat] == NO_BID
        if verb is Verb.BID:
            if not bids:
                return Why("the bidding is over", "the bidding is over")
            hooked, are = action in self.barred(state), "is" if state.size == 1 else "are"
            only = f"there {are} only {phrases.count(state.size, 'trick')}"
            reason = f"the bids may not add up to {state.size}" if hooked else only
            return Why(reason, reason)
        if verb is not Verb.PLAY or not hand >> action & 1:
            return super().why_not(state, action)
        if bids:
            return Why("it must bid first", "first comes your bid")
        if not state.trick:
            others = [suit for suit in table_facts.SUIT_ORDER[:4] if hand & OF_SUIT[suit] and suit != state.trumps]
            instead = phrases.listed([phrases.SYMBOLS[suit] for suit in others], "or")
            return Why("trumps are not broken yet", f"trumps are not broken yet; lead {instead}")
        suit = asked(state.trick, state.options.jokers)
        if suit is None or suit == JOKER_SUIT:
            held = "one" if (hand & _JOKERS).bit_count() == 1 else "some"
            return Why("it must play a joker", f"a joker was led and you hold {held}")
        return tricks.must_follow(suit, hand)

    def apply(self, state: GooseState, action: Action, tell: Tell | None = None) -> None:
        seat = state.turn
        if action >= _BID:
            state.story.append((seat, action))
            state.bids[seat] = action - _BID
            state.turn = (seat + 1) % len(state.hands)
            if tell:
                tell(Said(seat, action))
            return
        if action >= PACK_SIZE and state.hands[seat] >> (action - PACK_SIZE) & 1:
            # Of two equal cards in one hand it is always the first that goes, as a record reads it.
            action -= PACK_SIZE
        show(state, seat, action)
        state.story.append((seat, action))
        state.hands[seat] ^= BIT[action]
        state.trick.append(action)
        state.turn = (seat + 1) % len(state.hands)
        if tell:
            tell(Moved((action,), Pile(HAND_KIND, seat), TRICK))
        if len(state.trick) == len(state.hands):
            trick, jokers = state.trick, state.options.jokers
            place = taker(trick, state.trumps, jokers)
            winner = state.seat_of(place)
            if tell:
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

    def payoff(self, state: GooseState) -> tuple[float, ...]:
        return margin(self.points(state), SPREAD)

    def worth(self, state: GooseState) -> tuple[float, ...]:
        taken, (asses, geese) = state.taken(), state.roles
        if state.bidding:
            return (0.5,) * len(taken)
        left, seats = state.size - sum(taken), len(taken)
        expected = [
            prospect(state.bids[seat], won, left, seats, seat in asses, seat in geese) for seat, won in enumerate(taken)
        ]
        return margin(expected, SPREAD)

    def habit(self, state: GooseState, legal: Sequence[Action], chance: float) -> Action:
        return legal[0] if len(legal) == 1 else playout.habit(state, legal, chance)

    def credence(self, known: GooseState, seat: int) -> Callable[[Sequence[Cards]], float] | None:
        return likelihood.credence(known, seat)

    def winners(self, options: GooseOptions, standing: Standing) -> tuple[int, ...]:
        if standing.deals < len(sizes(options)):
            return ()
        first = scores.leaders(standing.totals)
        return () if len(first) > 1 and options.final_tie == "extra" else first

    def chances(self, options: GooseOptions, standing: Standing) -> tuple[float, ...]:
        over = self.winners(options, standing)
        return super().chances(options, standing) if over else win_chances.chances(options, standing)

    # ------------------------------------------------------------------ for the table

    def place(self, state: GooseState) -> str:
        return "bidding" if state.bidding else super().place(state)

    def plate(self, state: GooseState, seat: int) -> str:
        bid = state.bids[seat]
        if state.bidding:
            return "yet to bid" if bid == NO_BID else f"bids {bid}"
        return f"{state.tricks(seat)} of {bid}"

    def led(self, state: GooseState) -> str:
        suit = asked(state.trick, state.options.jokers)
        if suit is None or SUIT[state.trick[0]] == suit:
            return super().led(state)
        place = next(place for place, card in enumerate(state.trick) if SUIT[card] == suit)
        return f"[{state.seat_of(place)}] set {phrases.SYMBOLS[suit]}"

    def prompt(self, state: GooseState) -> str:
        if state.over:
            return ""
        if not state.bidding:
            return f"{super().prompt(state)}. {text.need(state)}"
        barred, legal = self.barred(state), self.legal(state)
        return text.bid_prompt(state, barred[0] - _BID if barred else None, legal[0] - _BID if len(legal) == 1 else None)

    def foretell(self, state: GooseState, action: Action) -> str:
        if action >= _BID:
            ass = state.turn in state.roles.asses
            return f"{score(action - _BID, action - _BID, ass)} if made{', doubled for the Ass' if ass else ''}"
        jokers = state.options.jokers
        if jokers == "wizard" and action % PACK_SIZE == cards.LOW_JOKER:
            return "never takes a trick"
        if not state.trick:
            return ""
        trick = [*state.trick, action]
        place = taker(trick, state.trumps, jokers)
        own, why = place == len(trick) - 1, why_taken(trick, state.trumps, jokers)
        if len(trick) < len(state.hands):
            return "would be the highest so far" if own else f"stays below {self.face(trick[place])}"
        return f"takes the trick: {why}" if own else f"leaves it to [{state.seat_of(place)}]: {self.face(trick[place])}, {why}"

    def choices(self, state: GooseState) -> tuple[str, str, tuple[Choice, ...]]:
        if state.over or not state.bidding:
            return "", "", ()
        size, so_far = phrases.count(state.size, "trick"), state.bid
        made = tuple(
            Choice(bid, str(bid - _BID), self.foretell(state, bid), f"{so_far + bid - _BID} bid for {size}")
            for bid in self.legal(state)
        )
        return "How many tricks will you take?", f"{so_far} bid so far for {size}", made

    def opening(self, state: GooseState) -> tuple[str, ...]:
        return text.opening(state, self.face)

    def log(self, state: GooseState, seat: int, action: Action) -> str:
        said = super().log(state, seat, action)
        if action < _BID or state.bids.count(NO_BID) > 1:
            return said
        bid = state.bid + action - _BID
        return f"{said[:-1]}, so {text.against(bid, state.size)}: {text.off(bid - state.size)}."

    def badges(self, state: GooseState) -> tuple[Badge, ...]:
        return (*text.badges(state), *([] if state.trumps is None else [Badge(cards.SUITS[state.trumps], "trumps")]))

    def quota(self, state: GooseState, seat: int) -> Quota | None:
        return None if state.bids[seat] == NO_BID else Quota(state.tricks(seat), state.bids[seat])

    def meter(self, state: GooseState, seat: int | None) -> Meter:
        barred = self.barred(state)
        return text.meter(state, barred[0] - _BID if barred else None)

    def ladder(self, options: GooseOptions, standing: Standing) -> Ladder:
        listed = sizes(options)
        listed += (1,) * (standing.deals + 1 - len(listed))
        return Ladder(listed, standing.deals, f"deal {standing.deals + 1} of {len(listed)}")

    def tally(self, state: GooseState, seat: int | None) -> Tally:
        return text.tally(state, self.points(state), seat)

    def length(self, options: GooseOptions) -> int:
        return len(sizes(options))
