"""Gops, the Game of Pure Strategy: two or three bid for prizes with hands that are alike and known to all. Traditional."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from goosetable import cards
from goosetable.cards import Card
from goosetable.engine.rules import scores
from goosetable.engine.rules.deal import Deal, Standing
from goosetable.engine.rules.event import Points
from goosetable.engine.rules.stream import Stream
from goosetable.engine.sealed_round import SealedRound
from goosetable.games.gops.state import HELD, PRIZES, GopsOptions, GopsState, highest, in_order, points_of


class Gops(SealedRound[GopsState, GopsOptions]):
    """The rules of Gops."""

    id = "gops"
    title = "Gops"
    author = "traditional"
    line = "Equal hands, secret bids: outguess the others."
    people = "2 or 3 players"
    open_hands = True
    Options = GopsOptions
    State = GopsState
    heuristics_class: ClassVar[str] = "goosetable.games.gops.heuristics:GopsHeuristics"
    text_class: ClassVar[str] = "goosetable.games.gops.text:GopsText"

    def seats(self, options: GopsOptions) -> int:
        return options.players

    def pack(self, options: GopsOptions) -> tuple[Card, ...]:
        return cards.members(PRIZES | sum(HELD[: options.players]))

    def deal(self, options: GopsOptions, standing: Standing, dealer: int, stream: Stream) -> Deal:
        hands = tuple(cards.members(HELD[seat]) for seat in range(options.players))
        prizes = in_order(PRIZES, options.order)
        return Deal(standing.deals + 1, dealer, hands, stock=tuple(prizes or stream.shuffle(cards.members(PRIZES))))

    def check_dealt(self, options: GopsOptions, standing: Standing, deal: Deal) -> None:
        super().check_dealt(options, standing, deal)
        for seat, hand in enumerate(deal.hands):
            held = cards.members(HELD[seat])
            if hand != held:
                raise ValueError(f"seat {seat} must hold the {cards.SUIT_NAMES[cards.suit(held[0])]}, from ace to two")
        if options.order != "shuffled" and list(deal.stock) != in_order(PRIZES, options.order):
            raise ValueError(f"the stock must be in {options.order} order")

    def best(self, state: GopsState) -> tuple[int, ...]:
        return highest(state.bids)

    def why_best(self, state: GopsState, best: tuple[int, ...]) -> str:
        return "the highest bid" if len(best) == 1 else "the highest bids are level"

    def tie(self, state: GopsState, best: tuple[int, ...]) -> bool:
        if state.options.ties == "split":
            for seat in best:
                state.shares[seat] += Fraction(state.stake, len(best))
        return bool(state.options.ties == "carry")

    def points(self, state: GopsState) -> tuple[Points, ...]:
        return tuple([share + points_of(cards.members(won)) for share, won in zip(state.shares, state.won, strict=True)])

    def winners(self, options: GopsOptions, standing: Standing) -> tuple[int, ...]:
        first = scores.leaders(standing.totals)
        return first if standing.deals >= options.deals and (len(first) == 1 or options.tie == "shared") else ()
