"""Gops, the Game of Pure Strategy: two or three players bid for prizes with equal, open hands. Traditional."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import ClassVar, Final

from goosetable import cards
from goosetable.cards import BIT, Card, Cards
from goosetable.engine.game import SealedRound
from goosetable.engine.rules import rules
from goosetable.engine.rules.deal import Deal, Standing, Stream
from goosetable.engine.rules.event import BID_KIND, STOCK, Pile, Points
from goosetable.engine.rules.options import option
from goosetable.engine.rules.state import SealedState

SUIT_OF_SEAT: Final = tuple(cards.suit_in_one_pack(cards.SUITS.index(suit)) for suit in "SCH")
"""The suit of each seat (rule 1)."""
PRIZES: Final[Cards] = cards.suit_in_one_pack(cards.SUITS.index("D"))
ALL_CARDS: Final[Cards] = PRIZES | sum(SUIT_OF_SEAT)
VALUE: Final = tuple(1 if rank == 0 else 14 - rank for rank in map(cards.rank, range(cards.JOKER)))
"""Points of a prize, and rank of a bid (rule 1)."""
TOPS: Final = cards.RANKS.index("K")
"""The highest rank: the Ace is the lowest."""


def indices_of_highest(bids: Sequence[Card]) -> tuple[int, ...]:
    """Returns the indices of the highest bids: one, or several if they tie."""
    ranks = [VALUE[bid] for bid in bids]
    most = max(ranks)
    return tuple([place for place, rank in enumerate(ranks) if rank == most])


def points_of_prizes(prizes: Sequence[Card]) -> int:
    """Returns the sum of the points of prizes."""
    return sum([VALUE[card] for card in prizes])


@dataclass(frozen=True)
class GopsOptions:
    """The house rules of Gops."""

    players: int = option("Players", {2: "2 players", 3: "3 players"})
    ties: str = option(
        "Bids that tie", {"carry": "The prize stays", "discard": "The prize is lost", "split": "The prize is shared"},
        variants=("discard", "split"), notes={
            "carry": "The prize is bid for together with the next one.",
            "discard": "The prize is put away, and no player has it.",
            "split": "The players who tie share its points equally.",
        },
    )  # fmt: skip
    order: str = option(
        "Prizes come", {"shuffled": "Shuffled", "rising": "Lowest first", "falling": "Highest first"},
        rulings=("rising", "falling"), notes={
            "shuffled": "The order is left to luck.",
            "rising": "Nothing is left to luck.",
            "falling": "Nothing is left to luck.",
        },
    )  # fmt: skip
    deals: int = option("Deals", {1: "1 deal", 2: "2 deals", 3: "3 deals", 4: "4 deals", 5: "5 deals"}, rulings=(2, 3, 4, 5))
    tie: str = option("A tie at the end", {"shared": "A shared win", "extra-deal": "Another deal"}, rulings=("extra-deal",))


class GopsState(SealedState):
    """A deal of Gops. All hands are public: only pending bids and the order of the stock are secret."""

    __slots__ = ("shares",)

    shares: list[Points]
    """By seat, its points from shared prizes."""

    def begin_deal(self, options: object, standing: Standing, deal: Deal) -> None:
        """Begins a deal. All seats know that each seat holds only its own suit."""
        super().begin_deal(options, standing, deal)
        self.voids = [ALL_CARDS & ~SUIT_OF_SEAT[seat] for seat in range(len(deal.hands))]
        self.shares = [0] * len(deal.hands)

    def pile_voids(self, pile: Pile) -> Cards:
        """Returns the cards that a pile cannot contain: for the stock, all cards except prizes."""
        return super().pile_voids(pile) if pile.kind == BID_KIND else ALL_CARDS & ~PRIZES

    @property
    def exposed_cards(self) -> Cards:
        return sum([self.open_hand(seat) for seat in range(len(self.hands))])

    def fill_pile(self, pile: Pile, group: Cards, rng: Random) -> None:
        """Fills a pile as in any game of sealed rounds. Sorts the stock if the house rules fix the order of prizes."""
        super().fill_pile(pile, group, rng)
        if pile == STOCK and self.options.order != "shuffled":
            self.stock = prizes_in_order(group, self.options.order)[::-1]

    @property
    def prizes_to_come(self) -> Cards:
        """The prizes that have not been turned up."""
        return PRIZES & ~sum([BIT[card] for card in self.turned_up])

    @property
    def stake(self) -> int:
        return points_of_prizes(self.offer)

    @property
    def points_left(self) -> int:
        """The points on offer and those of all prizes to come."""
        return self.stake + points_of_prizes(cards.members(self.prizes_to_come))

    def open_hand(self, seat: int) -> Cards:
        """Returns the cards in a seat's hand, together with its pending bid, which lies face down."""
        return SUIT_OF_SEAT[seat] & ~self.gone


def prizes_in_order(prizes: Cards, order: str) -> list[Card]:
    """Returns prizes in the order in which they are turned up; empty if the house rule shuffles them."""
    if order == "shuffled":
        return []
    return sorted(cards.members(prizes), key=VALUE.__getitem__, reverse=order == "falling")


class Gops(SealedRound[GopsState, GopsOptions]):
    """The rules of Gops."""

    id = "gops"
    title = "Gops"
    author = "traditional"
    line = "Equal hands, secret bids: outguess the others."
    people = "2 or 3 players"
    open_hands = True
    equal_hands = True
    Options = GopsOptions
    State = GopsState
    heuristics_class: ClassVar[str] = "goosetable.games.gops.ai:GopsHeuristics"
    text_class: ClassVar[str] = "goosetable.games.gops.text:GopsText"
    advice_class: ClassVar[str] = "goosetable.games.gops.advice:GopsAdvice"

    def one_deal_options(self, options: GopsOptions) -> GopsOptions:
        return replace(options, deals=1, tie="shared")

    def pack(self, options: GopsOptions) -> tuple[Card, ...]:
        return cards.members(PRIZES | sum(SUIT_OF_SEAT[: options.players]))

    def deal(self, options: GopsOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        hands = tuple(cards.members(SUIT_OF_SEAT[seat]) for seat in range(options.players))
        prizes = prizes_in_order(PRIZES, options.order)
        return Deal(standing.deals + 1, dealer, hands, stock=tuple(prizes or stream.shuffle(cards.members(PRIZES))))

    def check_dealt(self, options: GopsOptions, standing: Standing, deal: Deal) -> None:
        super().check_dealt(options, standing, deal)
        for seat, hand in enumerate(deal.hands):
            held = cards.members(SUIT_OF_SEAT[seat])
            if hand != held:
                raise ValueError(f"seat {seat} must hold the {cards.SUIT_NAMES[cards.suit(held[0])]}, from ace to two")
        if options.order != "shuffled" and list(deal.stock) != prizes_in_order(PRIZES, options.order):
            raise ValueError(f"the stock must be in {options.order} order")

    def best_bidders(self, state: GopsState) -> tuple[int, ...]:
        return indices_of_highest(state.bids)

    def why_best(self, state: GopsState, best_seats: tuple[int, ...]) -> str:
        return "the highest bid" if len(best_seats) == 1 else "the highest bids are level"

    def apply_tie(self, state: GopsState, best_seats: tuple[int, ...]) -> bool:
        if state.options.ties == "split":
            for seat in best_seats:
                state.shares[seat] += Fraction(state.stake, len(best_seats))
        return bool(state.options.ties == "carry")

    def points(self, state: GopsState) -> tuple[Points, ...]:
        return tuple([share + points_of_prizes(cards.members(won)) for share, won in zip(state.shares, state.won, strict=True)])

    def winners(self, options: GopsOptions, standing: Standing) -> tuple[int, ...]:
        first = rules.leaders(standing.totals)
        return first if standing.deals >= options.deals and (len(first) == 1 or options.tie == "shared") else ()
