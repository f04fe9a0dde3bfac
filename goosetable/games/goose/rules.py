"""Goose: bid exactly the tricks you take; the leader is the Goose, the last player the Ass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import comb
from random import Random
from typing import ClassVar, Final, NamedTuple

from goosetable import cards
from goosetable.cards import BIT, JOKER, JOKER_SUIT, PACK_SIZE, Card, Cards
from goosetable.engine.game import TrickGame
from goosetable.engine.rules import rules, tricks
from goosetable.engine.rules.action import VERB_SPAN, Action, Objection, Verb, verb_of
from goosetable.engine.rules.deal import Deal, Extras, Standing, check_cards
from goosetable.engine.rules.event import (
    HAND_KIND,
    HIDDEN,
    STOCK,
    STOCK_KIND,
    TRICK,
    TRICK_KIND,
    TURNED,
    TURNED_KIND,
    WON_KIND,
    ActionTaken,
    BadgeTaken,
    Moved,
    Pile,
    PileKind,
    Points,
    Taken,
    Tell,
)
from goosetable.engine.rules.options import ONE_DEAL, Condition, option
from goosetable.engine.rules.state import OVER, TrickState
from goosetable.engine.rules.tricks import NO_SUIT, OF_SUIT, SUIT
from goosetable.engine.text import table_facts
from goosetable.engine.words import phrases

LARGEST_HAND: Final = 36
SHORT_GAME_HAND: Final = 8
"""Number of cards in the largest hand of a short game. With two to six players such a game takes about twenty minutes."""
_PLAYERS: Final = {1: (2, 9), 2: (3, 12)}
"""By number of packs, the fewest and the most players."""


@dataclass(frozen=True)
class GooseOptions:
    """The house rules of Goose."""

    players: int = option(
        "Players", (4, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12), "Two to nine with one pack, three to twelve with two."
    )
    decks: int = option("Packs", {1: "One pack", 2: "Two packs"}, "Two are best from seven players on.", variants=(2,))
    jokers: str = option(
        "Jokers",
        {"suitless": "A suit of their own", "top": "Above every trump", "wizard": "Played at any time"},
        rulings=("suitless", "top", "wizard"),
        notes={
            "suitless": "A joker led loses to any trump, and one thrown in takes nothing.",
            "top": "A joker beats any trump; you play one where you cannot follow.",
            "wizard": "The first High Joker takes the trick, and a Low Joker never does.",
        },
    )
    hook: str = option(
        "The hook",
        {"on": "On", "off": "Off"},
        rulings=("off",),
        notes={
            "on": "The dealer may not bring the bids to the number of tricks.",
            "off": "The dealer may bid any number of tricks.",
        },
    )
    max_hand: str | int = option(
        "Largest hand",
        {"none": "No limit"} | {n: phrases.count_text(n, "card") for n in range(1, LARGEST_HAND + 1)},
        "Smaller hands make a shorter game.",
        rulings=range(1, LARGEST_HAND + 1),
    )
    sequence: str = option(
        "Deals",
        {"down-up": "Down, and up again", "down": "Down only", "up-down": "Up, and down again", ONE_DEAL: "One deal"},
        rulings=("down", "up-down", ONE_DEAL),
        notes={
            "down-up": "The hands shrink to one card, and grow to the largest again.",
            "down": "The hands shrink to one card.",
            "up-down": "The hands grow from one card to the largest, and shrink again.",
            ONE_DEAL: "One deal of the largest hand; all who are level share the win.",
        },
    )
    final_tie: str = option(
        "A tie at the end", {"shared": "A shared win", "extra": "Another deal"},
        condition=Condition("sequence", ("down-up", "down", "up-down"), "Only with several deals."), rulings=("extra",),
        notes={
            "shared": "All who are level win.",
            "extra": "The extra deals are of one card, until one player leads alone.",
        },
    )  # fmt: skip


def largest_hand(options: GooseOptions) -> int:
    """Returns the largest number of cards that each seat can be dealt (rule 2)."""
    return PACK_SIZE * options.decks // options.players


@cache
def hand_sizes(options: GooseOptions) -> tuple[int, ...]:
    """Returns the number of cards per seat in each deal, without extra deals (rule 2, and option sequence)."""
    top = largest_hand(options) if options.max_hand == "none" else int(options.max_hand)
    if options.sequence == ONE_DEAL:
        return (top,)
    up = tuple(range(1, top + 1))
    if options.sequence == "down":
        return up[::-1]
    return up + up[-2::-1] if options.sequence == "up-down" else up[::-1] + up[1:]


MADE_BID_POINTS: Final = 20
"""Points for making the bid, besides `POINTS_PER_TRICK` for every trick (rule 12)."""
POINTS_PER_TRICK: Final = 10


class Roles(NamedTuple):
    """The Asses and the Geese of a deal, each in ascending order."""

    asses: tuple[int, ...] = ()
    geese: tuple[int, ...] = ()


def taking_place(trick: list[Card], trumps: int | None, jokers: str) -> int:
    """Returns the index in the trick of the card that takes it (rules 9 and 10, and option jokers)."""
    if jokers != "suitless":
        there = [place for place, card in enumerate(trick) if SUIT[card] == JOKER_SUIT]
        high = [place for place in there if trick[place] % PACK_SIZE == JOKER]
        if high or (there and jokers == "top"):
            return (high or there)[0]
        if there and len(there) < len(trick):
            others = [place for place in range(len(trick)) if place not in there]
            return others[tricks.index_of_strongest([trick[place] for place in others], trumps)]
    return tricks.index_of_strongest(trick, trumps)


def why_taken(trick: list[Card], trumps: int | None, jokers: str) -> str:
    """Returns the reason why the winning card takes the trick, as in "the highest spade"."""
    place = taking_place(trick, trumps, jokers)
    card = trick[place]
    suit = SUIT[card]
    if suit == JOKER_SUIT and jokers != "suitless":
        why = "above every trump" if jokers == "top" else "which beats everything"
    else:
        name = "trump" if suit == trumps else "joker" if suit == JOKER_SUIT else cards.SUIT_NAMES[suit][:-1]
        why = f"the {'only' if sum(SUIT[other] == suit for other in trick) == 1 else 'highest'} {name}"
    twin = any(other % PACK_SIZE == card % PACK_SIZE for other in trick[place + 1 :])
    return f"{why}, and played first" if twin else why


def suit_to_follow(trick: list[Card], jokers: str) -> int | None:
    """Returns the suit to follow, perhaps `JOKER_SUIT`; None if any card may be played (rules 7 and 8, option jokers)."""
    if not trick:
        return None
    if jokers != "wizard":
        return SUIT[trick[0]]
    if trick[0] % PACK_SIZE == JOKER:
        return None
    return next((SUIT[card] for card in trick if SUIT[card] != JOKER_SUIT), None)


def points_for_bid(bid: int, won: int, ass: bool = False, goose: bool = False) -> int:
    """Returns the points of one seat in a deal (rules 12 and 14). won: number of tricks. ass, goose: the seat's roles."""
    if bid == won:
        return (MADE_BID_POINTS + POINTS_PER_TRICK * won) * (2 if ass else 1)
    return -POINTS_PER_TRICK * abs(bid - won) * (2 if goose else 1)


def roles_after(totals: Sequence[Points], before: Roles) -> Roles:
    """Returns the roles of the next deal (rule 13). totals: totals after a deal. before: roles in that deal."""
    low, high = min(totals), max(totals)
    lowest = tuple(seat for seat, total in enumerate(totals) if total == low)
    highest = tuple(seat for seat, total in enumerate(totals) if total == high)
    return Roles(
        tuple(seat for seat in lowest if seat in before.asses) or lowest,
        tuple(seat for seat in highest if seat in before.geese) or highest,
    )


@cache
def expected_points(bid: int, won: int, remaining: int, seats: int, ass: bool, goose: bool) -> float:
    """Returns a seat's expected points if each of the `remaining` tricks falls to a random seat."""
    chance = 1 / seats
    return sum(
        comb(remaining, more) * chance**more * (1 - chance) ** (remaining - more) * points_for_bid(bid, won + more, ass, goose)
        for more in range(remaining + 1)
    )


NO_BID: Final = -1
BID: Final = Verb.BID * VERB_SPAN


class GooseState(TrickState):
    """A deal of Goose. The stock is secret except for the card turned up."""

    __slots__ = ("bids", "broken", "decks", "jokers", "roles", "size", "stock", "trumps", "turned")

    bids: list[int]
    """The bid of each seat, or `NO_BID`."""
    broken: bool
    """Whether a trump has been played in this deal."""
    decks: int
    """Number of packs. This field and `jokers` are copied from the options, because a search reads both for every card."""
    jokers: str
    roles: Roles
    size: int
    """Number of cards dealt to each seat."""
    stock: Cards
    """Cards that were not dealt, without the card turned up."""
    trumps: int | None
    turned: Card
    """The card turned up, or `HIDDEN` if every card is dealt."""

    def begin_deal(self, options: object, standing: Standing, deal: Deal) -> None:
        super().begin_deal(options, standing, deal)
        self.decks, self.jokers = self.options.decks, self.options.jokers

    @property
    def trump_suit(self) -> int | None:
        return self.trumps

    def swap_copies(self, faces: Cards) -> None:
        super().swap_copies(faces)
        self.turned = cards.swap_copy(self.turned, faces)
        self.stock = cards.swap_copies(self.stock, faces)

    def hide_secrets_from(self, seat: int) -> None:
        self.stock = 0

    def fill_pile(self, pile: Pile, group: Cards, rng: Random) -> None:
        self.stock = group

    def piles(self) -> dict[Pile, Cards]:
        return super().piles() | {TURNED: 0 if self.turned == HIDDEN else BIT[self.turned], STOCK: self.stock}

    @property
    def is_bidding(self) -> bool:
        """Whether a seat has yet to bid."""
        return NO_BID in self.bids

    @property
    def bid(self) -> int:
        """The sum of all bids so far."""
        return sum(bid for bid in self.bids if bid != NO_BID)


def record_public_facts(state: GooseState, seat: int, card: Card) -> None:
    """Records the facts that a card reveals to all seats: voids of the seat that plays it, and the breaking of trumps."""
    suit, trick, trumps = SUIT[card], state.trick, NO_SUIT if state.trumps is None else state.trumps
    if suit == trumps:
        if not trick and not state.broken:
            # Only a hand without plain cards may lead the first trump (rule 6).
            state.voids[seat] |= sum(state.suits[:4]) ^ state.suits[suit]
        state.broken = True
    if trick:
        wizard = state.jokers == "wizard"
        led = suit_to_follow(trick, "wizard") if wizard else SUIT[trick[0]]
        if led is not None and led != suit and not (wizard and suit == JOKER_SUIT):
            state.voids[seat] |= state.suits[led]


def forbidden_bids(state: GooseState) -> tuple[Action, ...]:
    """Returns the bid that the house rule `hook` forbids the dealer, because all bids together would be the number of tricks.
    Returns an empty tuple if no bid is forbidden.
    """
    if state.turn != state.dealer or state.bids[state.turn] != NO_BID or state.options.hook == "off":
        return ()
    number = state.size - state.bid
    return (BID + number,) if number >= 0 else ()


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
    heuristics_class: ClassVar[str] = "goosetable.games.goose.ai:GooseHeuristics"
    text_class: ClassVar[str] = "goosetable.games.goose.text:GooseText"
    advice_class: ClassVar[str] = "goosetable.games.goose.advice:GooseAdvice"
    jokers = 2
    verbs: ClassVar[tuple[Verb, ...]] = (Verb.PLAY, Verb.BID)
    kinds: ClassVar[tuple[PileKind, ...]] = (HAND_KIND, TRICK_KIND, WON_KIND, TURNED_KIND, STOCK_KIND)

    # ------------------------------------------------------------------ the deal

    def short_game_options(self, options: GooseOptions) -> GooseOptions:
        return replace(options, max_hand=SHORT_GAME_HAND if largest_hand(options) > SHORT_GAME_HAND else "none")

    def one_deal_options(self, options: GooseOptions) -> GooseOptions:
        return replace(options, sequence=ONE_DEAL)

    def check_options(self, options: GooseOptions) -> None:
        low, high = _PLAYERS[options.decks]
        packs = phrases.count_text(options.decks, "pack")
        if not low <= options.players <= high:
            raise ValueError(f"with {packs} {low} to {high} can play, not {options.players}")
        most = largest_hand(options)
        if options.max_hand != "none" and int(options.max_hand) > most:
            raise ValueError(
                f"{options.players} players and {packs} make hands of at most {most} cards, not {options.max_hand}"
            )

    def pack(self, options: GooseOptions) -> tuple[Card, ...]:
        return cards.pack(jokers=2, copies=options.decks)

    def hand_size(self, options: GooseOptions, standing: Standing) -> int:
        listed = hand_sizes(options)
        return listed[standing.deals] if standing.deals < len(listed) else 1

    def extra_deal_fields(self, order: Sequence[Card], dealt_count: int) -> Extras:
        return {"turned": order[dealt_count]} if dealt_count < len(order) else {}

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

    def begin_deal(self, options: GooseOptions, standing: Standing, deal: Deal) -> GooseState:
        state = super().begin_deal(options, standing, deal)
        turned = deal.turned
        state.bids, state.broken, state.size = [NO_BID] * options.players, False, len(deal.hands[0])
        state.roles = standing.carry or Roles()
        state.turned = HIDDEN if turned is None else turned
        state.trumps = None if turned is None or SUIT[turned] == JOKER_SUIT else SUIT[turned]
        state.stock = sum(BIT[card] for card in self.pack(options)) - sum(state.hands)
        state.stock ^= 0 if turned is None else BIT[turned]
        return state

    def report_dealing(self, state: GooseState, tell: Tell) -> None:
        super().report_dealing(state, tell)
        for badge, seats in (("goose", state.roles.geese), ("ass", state.roles.asses)):
            for seat in seats:
                tell(BadgeTaken(seat, badge))

    # ------------------------------------------------------------------ play

    def legal_calls(self, state: GooseState) -> tuple[Action, ...]:
        if state.turn == OVER:
            return ()
        bids, hooked = _BIDS[: state.size + 1], forbidden_bids(state)
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
        suit = suit_to_follow(trick, "wizard") if wizard else SUIT[trick[0]]
        following = hand & state.suits[suit] if suit is not None else 0
        if following and wizard:
            following |= hand & _JOKERS
        return following or hand

    def why_not(self, state: GooseState, action: Action) -> Objection:
        seat = state.turn
        hand, verb = state.hands[seat], verb_of(action)
        bids = state.bids[seat] == NO_BID
        if verb is Verb.BID:
            if not bids:
                return Objection("the bidding is over", "the bidding is over")
            hooked, are = action in forbidden_bids(state), "is" if state.size == 1 else "are"
            only = f"there {are} only {phrases.count_text(state.size, 'trick')}"
            table = f"the last bid may not make all bids add up to {state.size}"
            return Objection(f"the bids may not add up to {state.size}", table) if hooked else Objection(only, only)
        if verb is not Verb.PLAY or not hand >> action & 1:
            return super().why_not(state, action)
        if bids:
            return Objection("it must bid first", "first comes your bid")
        if not state.trick:
            others = [suit for suit in table_facts.SUIT_ORDER[:4] if hand & OF_SUIT[suit] and suit != state.trumps]
            instead = phrases.listed([phrases.SYMBOLS[suit] for suit in others], "or")
            return Objection("trumps are not broken yet", f"trumps are not broken yet; lead {instead}")
        suit = suit_to_follow(state.trick, state.jokers)
        return tricks.why_must_follow(JOKER_SUIT if suit is None else suit, hand)

    def apply(self, state: GooseState, action: Action, tell: Tell | None = None) -> None:
        seat = state.turn
        if action >= BID:
            if state.keeps_actions:
                state.actions.append((seat, action))
            state.bids[seat] = action - BID
            state.turn = (seat + 1) % len(state.hands)
            if tell is not None:
                tell(ActionTaken(seat, action))
            return
        if action >= PACK_SIZE and state.hands[seat] >> (action - PACK_SIZE) & 1:
            # Of two equal cards in one hand the first copy is always played, as in a record.
            action -= PACK_SIZE
        record_public_facts(state, seat, action)
        if state.keeps_actions:
            state.actions.append((seat, action))
        hands, trick = state.hands, state.trick
        hands[seat] = hands[seat] ^ BIT[action]
        trick.append(action)
        state.turn = (seat + 1) % len(hands)
        if tell is not None:
            tell(Moved((action,), Pile(HAND_KIND, seat), TRICK))
        if len(trick) == len(hands):
            jokers = state.jokers
            place = taking_place(trick, state.trumps, jokers)
            winner = state.seat_at(place)
            if tell is not None:
                tell(Taken(winner, trick[place], why_taken(trick, state.trumps, jokers)))
            tricks.credit_trick(state, winner, tell)

    # ------------------------------------------------------------------ scores

    def points(self, state: GooseState) -> tuple[int, ...]:
        asses, geese = state.roles
        return tuple([
            points_for_bid(state.bids[seat], won, seat in asses, seat in geese) for seat, won in enumerate(state.taken())
        ])  # fmt: skip

    def standing_after(self, standing: Standing, state: GooseState) -> Standing:
        after = super().standing_after(standing, state)
        return after._replace(carry=roles_after(after.totals, state.roles))

    def winners(self, options: GooseOptions, standing: Standing) -> tuple[int, ...]:
        if standing.deals < len(hand_sizes(options)):
            return ()
        first = rules.leaders(standing.totals)
        extra = options.final_tie == "extra" and options.sequence != ONE_DEAL
        return () if len(first) > 1 and extra else first
