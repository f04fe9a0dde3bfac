"""Gops, the Game of Pure Strategy: two or three bid for prizes with hands that are alike and known to all. Traditional."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from goosetable import cards
from goosetable.cards import Card, Cards
from goosetable.engine.record.seed import Stream
from goosetable.engine.rules import scores
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import STOCK, Pile, Points
from goosetable.engine.rules.sealed_round import SealedRound
from goosetable.games.gops.heuristics import GopsHeuristics
from goosetable.games.gops.state import HELD, PRIZES, VALUE, GopsOptions, GopsState
from goosetable.games.gops.text import GopsText


class Gops(SealedRound[GopsState, GopsOptions]):
    """The rules of Gops."""

    id = "gops"
    title = "Gops"
    author = "traditional"
    line = "Pure strategy: the same cards, and one mind to read."
    people = "2 or 3 players"
    minutes = 10
    open_hands = True
    Options = GopsOptions
    State = GopsState

    def __init__(self) -> None:
        super().__init__(GopsHeuristics(self), GopsText(self))

    def seats(self, options: GopsOptions) -> int:
        return options.players

    def pack(self, options: GopsOptions) -> tuple[Card, ...]:
        return cards.members(PRIZES | sum(HELD[: options.players]))

    def deal(self, options: GopsOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        hands = tuple(cards.members(HELD[seat]) for seat in range(options.players))
        prizes = in_order(PRIZES, options.order)
        return Deal(standing.deals + 1, dealer, hands, stock=tuple(prizes or stream.shuffle(cards.members(PRIZES))))

    def check_deal(self, options: GopsOptions, standing: Standing, deal: Deal) -> None:
        super().check_deal(options, standing, deal)
        for seat, hand in enumerate(deal.hands):
            if hand != cards.members(HELD[seat]):
                raise ValueError(f"seat {seat} holds the {cards.SUIT_NAMES[cards.suit(min(cards.members(HELD[seat])))]}")
        if options.order != "shuffled" and list(deal.stock) != in_order(PRIZES, options.order):
            raise ValueError(f"the prizes lie in {options.order} order")

    def best(self, state: GopsState) -> tuple[int, ...]:
        ranks = [VALUE[bid] for bid in state.bids]
        highest = max(ranks)
        return tuple([seat for seat, rank in enumerate(ranks) if rank == highest])

    def why_best(self, state: GopsState, best: tuple[int, ...]) -> str:
        return "the highest bid" if len(best) == 1 else "the highest bids are level"

    def tie(self, state: GopsState, best: tuple[int, ...]) -> bool:
        if state.options.ties == "split":
            for seat in best:
                share = state.shares[seat] + Fraction(state.stake, len(best))
                state.shares[seat] = int(share) if share.denominator == 1 else share
        return bool(state.options.ties == "carry")

    def fill(self, state: GopsState, pile: Pile, group: Cards, rng: Random) -> None:
        super().fill(state, pile, group, rng)
        if pile == STOCK and state.options.order != "shuffled":
            state.stock = in_order(group, state.options.order)[::-1]

    def shown(self, state: GopsState) -> Cards:
        return sum([state.held(seat) for seat in range(len(state.hands))])

    def points(self, state: GopsState) -> tuple[Points, ...]:
        return tuple(
            [sum([VALUE[card] for card in cards.members(won)]) + share
             for won, share in zip(state.won, state.shares, strict=True)]
        )  # fmt: skip

    def winners(self, options: GopsOptions, standing: Standing) -> tuple[int, ...]:
        first = scores.leaders(standing.totals)
        return first if standing.deals >= options.deals and (len(first) == 1 or options.tie == "shared") else ()


def in_order(prizes: Cards, order: str) -> list[Card]:
    """Prizes in the order in which they are turned up, where it is known; none where they are shuffled."""
    found = sorted(cards.members(prizes), key=VALUE.__getitem__, reverse=order == "falling")
    return [] if order == "shuffled" else found
